"""The setup of Novgorod after the deal: the sides of the career cards, and the picks of the introduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.novgorod.components import (
    CITY_COUNT,
    DEALT,
    DISPLAY,
    MISSION_PRICE,
    MISSIONS_PICKED,
    OFFICES_PICKED,
    STACKS,
    START_DUCATS,
)
from core.games.novgorod.moves import PICK_MISSION, PICK_OFFICE, ChooseSide, PickMission, PickOffice
from core.games.novgorod.moves import SIDES as SIDE_MOVES
from core.games.novgorod.phases import INTRO
from core.games.novgorod.rules.turn import begin_turn

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


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
