"""The setup of Novgorod: the deal, the sides of the career cards, and the picks of the introduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move, Setup
from core.games.novgorod.components import (
    ARTISANS,
    BONUS_HIGH,
    CAREER_COUNT,
    CITY_COUNT,
    DEALT,
    DISPLAY,
    DISPLAY_BEYOND_PLAYERS,
    LIGHT,
    MERCHANT_START,
    MISSION_COUNT,
    MISSION_PRICE,
    MISSIONS_PICKED,
    OFFICES,
    OFFICES_PICKED,
    PIRATE_START,
    ROUTE,
    SILVER,
    SPECIALS,
    STACKS,
    START_DUCATS,
    START_SPEED,
    VARIETY,
)
from core.games.novgorod.moves import PICK_MISSION, PICK_OFFICE, ChooseSide, PickMission, PickOffice
from core.games.novgorod.moves import SIDES as SIDE_MOVES
from core.games.novgorod.phases import EXTRAS, INTRO, OFF, SIDES
from core.games.novgorod.rules.turn import begin_turn
from core.games.novgorod.scoring import SOURCES
from core.rng import Rng
from core.starting_player import named_seat

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

#: The first halves of the special missions, from the top of the row down: A, A, B, C.
FIRST_HALVES = (0, 0, 1, 2)


def deal(setup: Setup) -> NovgorodState:
    """Return the state before any card is picked."""
    from core.games.novgorod.state import NovgorodState

    n = setup.players
    options = setup.options
    rng = Rng(setup.seed)
    artisans = list(ARTISANS)
    rng.shuffle(artisans)
    deck = list(range(MISSION_COUNT))
    rng.shuffle(deck)
    hands = [_bits(deck, DEALT) for _ in range(n)]
    display = [deck.pop() for _ in range(DISPLAY_BEYOND_PLAYERS + n)]
    cards = list(range(CAREER_COUNT))
    rng.shuffle(cards)
    bonus = _bonus_cards(rng, options["bonus"] == "first")
    merchant, pirate = MERCHANT_START, PIRATE_START
    if options["places"] == "random":
        merchant, pirate = _places(rng, bool(options["apart"]))
    row: list[int] = []
    cover = -1
    if options["special"]:
        row = _special_missions(rng)
        cover = deck.pop()
    side = SILVER if options["careers"] == "silver" else LIGHT
    first = min(range(n), key=lambda seat: cards[seat])
    if (named := named_seat(setup)) is not None:
        cards[first], cards[named] = cards[named], cards[first]
        first = named
    merchant_side, pirate_side = EXTRAS[str(options["merchant"])], EXTRAS[str(options["pirate"])]
    choose = options["careers"] == "choose"
    return NovgorodState(
        actor=first if choose else (first - 1) % n,
        phase=SIDES if choose else INTRO,
        round=1,
        first=first,
        final=False,
        picks=0,
        artisans=tuple(artisans),
        stacks=[len(stack) for stack in STACKS[n]],
        deck=deck,
        display=display,
        row=row,
        cover=cover,
        merchant_side=merchant_side,
        merchant=-1 if merchant_side == OFF else merchant,
        pirate_side=pirate_side,
        pirate=-1 if pirate_side == OFF else pirate,
        bonus=bonus,
        claims=[0] * len(bonus),
        ducats=[START_DUCATS] * n,
        seals=[0] * n,
        points=[0] * (n * len(SOURCES)),
        speed=[START_SPEED] * n,
        level=[0] * n,
        careers=[2 * cards[seat] + side for seat in range(n)],
        offices=[0] * n,
        ship=[-1] * n,
        hand=hands,
        hidden=hands[:],
        left=[0] * n,
        under=[0] * n,
        unseen=[0] * n,
        markers=[0] * n,
        taken=[0] * n,
        owed=[DEALT * MISSION_PRICE] * n,
        route=[],
        units=0,
        worked=0,
        stock=0,
        fee=0,
        privilege=0,
        topped=0,
        stored=False,
        bought=False,
        roved=False,
        done=0,
        bill=0,
        chance=rng,
        stored_steps=bool(options["stored_steps"]),
        slow_merchant=bool(options["slow_merchant"]),
    )


def _bonus_cards(rng: Rng, first_game: bool) -> list[int]:
    """By bonus card what it gives: two lie out, at random or the pair for a first game."""
    cards = list(range(len(BONUS_HIGH)))
    rng.shuffle(cards)
    bonus = [0] * len(cards)
    for card in (OFFICES, ROUTE) if first_game else cards[:2]:
        bonus[card] = 1 if card == VARIETY else BONUS_HIGH[card]
    return bonus


def _places(rng: Rng, apart: bool) -> tuple[int, int]:
    """Where merchant and pirate begin by chance; before edition 3 it could be the same city."""
    merchant = rng.randrange(CITY_COUNT)
    if not apart:
        return merchant, rng.randrange(CITY_COUNT)
    return merchant, (merchant + 1 + rng.randrange(CITY_COUNT - 1)) % CITY_COUNT


def _special_missions(rng: Rng) -> list[int]:
    """The row of special missions, each with its first half."""
    cards = list(range(len(SPECIALS)))
    rng.shuffle(cards)
    return [4 * card + half for card, half in zip(cards, FIRST_HALVES, strict=True)]


def _bits(deck: list[int], number: int) -> int:
    mask = 0
    for _ in range(number):
        mask |= 1 << deck.pop()
    return mask


def side_moves(s: NovgorodState) -> list[Move]:
    return list(SIDE_MOVES)


def choose_side(s: NovgorodState, move: ChooseSide, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    s.careers[seat] = s.careers[seat] & ~1 | move.side
    if emit:
        emit(GameEvent("side", seat, (s.careers[seat],)))
    follows = (seat + 1) % s.players
    if follows == s.first:
        s.phase = INTRO
        s.actor = (s.first - 1) % s.players
    else:
        s.actor = follows


def office_price(s: NovgorodState, city: int) -> int:
    """Return the price of the office on top of a stack; 0 when none is left."""
    height = s.stacks[city]
    return STACKS[len(s.ducats)][city][height - 1] if height else 0


def missions_picked(s: NovgorodState, seat: int) -> int:
    return (s.hand[seat]).bit_count() - DEALT


def pick_moves(s: NovgorodState) -> list[Move]:
    """Return the offices and missions that leave enough ducats for the cheapest cards still to be picked."""
    seat = s.actor
    assert seat is not None
    moves: list[Move] = []
    owned = s.offices[seat]
    offices_left = OFFICES_PICKED - owned.bit_count()
    missions_left = MISSIONS_PICKED - missions_picked(s, seat)
    purse = START_DUCATS - s.owed[seat] - missions_left * MISSION_PRICE
    if offices_left:
        prices = {c: office_price(s, c) for c in range(CITY_COUNT) if s.stacks[c] and not owned >> c & 1}
        for city, price in prices.items():
            others = sorted(p for c, p in prices.items() if c != city)[: offices_left - 1]
            if price + sum(others) <= purse:
                moves.append(PICK_OFFICE[city])
    if missions_left:
        moves += [PICK_MISSION[card] for card in s.display]
        if s.deck:
            moves.append(PICK_MISSION[-1])
    return moves


def pick_office(s: NovgorodState, move: PickOffice, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    price = office_price(s, move.city)
    s.stacks[move.city] -= 1
    s.offices[seat] |= 1 << move.city
    s.owed[seat] += price
    if emit:
        emit(GameEvent("pick_office", seat, (move.city, price)))
    _next_pick(s, emit)


def pick_mission(s: NovgorodState, move: PickMission, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    take_mission(s, seat, move.card, emit)
    s.owed[seat] += MISSION_PRICE
    _next_pick(s, emit)


def take_mission(s: NovgorodState, seat: int, card: int, emit: EventSink | None) -> None:
    """Take an open mission, or with -1 the top of the deck, which only its new owner sees."""
    if card < 0:
        card = s.deck.pop()
        s.hidden[seat] |= 1 << card
        if emit:
            emit(GameEvent("draws", seat, (), reveals=True))
            emit(GameEvent("drawn", seat, (card,), visible_to=seat))
    else:
        s.display.remove(card)
        if emit:
            emit(GameEvent("takes", seat, (card,)))
    s.hand[seat] |= 1 << card


def refill(s: NovgorodState, emit: EventSink | None) -> None:
    """Fill the open missions up to four; more than that stay as they are."""
    while len(s.display) < DISPLAY and s.deck:
        card = s.deck.pop()
        s.display.append(card)
        if emit:
            emit(GameEvent("opens", None, (card,), reveals=True))


def _next_pick(s: NovgorodState, emit: EventSink | None) -> None:
    assert s.actor is not None
    n = s.players
    s.picks += 1
    if s.picks < n * (OFFICES_PICKED + MISSIONS_PICKED):
        s.actor = (s.actor - 1) % n
        return
    for seat in range(n):
        s.ducats[seat] -= s.owed[seat]
        if emit:
            emit(GameEvent("pays", seat, (s.owed[seat], s.ducats[seat])))
        s.owed[seat] = 0
    refill(s, emit)
    if emit:
        emit(GameEvent("starts", s.first))
    begin_turn(s, s.first)
    if emit:
        emit(GameEvent("round", None, (s.round,)))
