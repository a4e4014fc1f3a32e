"""The deal of Novgorod: the first state, and who begins."""

from core.game import Setup
from core.games.novgorod.components import (
    ARTISANS,
    BONUS_HIGH,
    CAREER_COUNT,
    CITY_COUNT,
    DEALT,
    DISPLAY_BEYOND_PLAYERS,
    LIGHT,
    MERCHANT_START,
    MISSION_COUNT,
    MISSION_PRICE,
    OFFICES,
    PIRATE_START,
    ROUTE,
    SILVER,
    SPECIALS,
    STACKS,
    START_DUCATS,
    START_SPEED,
    VARIETY,
)
from core.games.novgorod.phases import EXTRAS, INTRO, OFF, SIDES
from core.games.novgorod.scoring import SOURCES
from core.games.novgorod.state import NovgorodState
from core.rng import Rng
from core.starting_player import named_seat

#: The first halves of the special missions, from the top of the row down: A, A, B, C.
_FIRST_HALVES = (0, 0, 1, 2)


def start(setup: Setup) -> NovgorodState:
    """Return the state before any card is picked."""
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


def starter(setup: Setup) -> int | None:
    """Return the seat that begins."""
    return start(setup).first


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
    return [4 * card + half for card, half in zip(cards, _FIRST_HALVES, strict=True)]


def _bits(deck: list[int], number: int) -> int:
    mask = 0
    for _ in range(number):
        mask |= 1 << deck.pop()
    return mask
