"""The order of turns and rounds, and the pirate, who can be moved in several phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.novgorod import scoring
from core.games.novgorod.components import (
    CITY_COUNT,
    END_SEALS,
    EXTRA_SEAL,
    PIRATE_PRICES,
    QUESTION,
    ROW_SEALS,
    SEAL,
    UNCOVERED,
)
from core.games.novgorod.moves import END, PIRATE, EndTurn, MovePirate
from core.games.novgorod.phases import BACK, CLOSE, FRONT, OVER, ROUTE

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def can_use(s: NovgorodState, seat: int, privilege: int) -> bool:
    """Whether a privilege is uncovered and none was used this turn."""
    return not s.privilege and bool(UNCOVERED[s.careers[seat]][s.level[seat]] & privilege)


def begin_turn(s: NovgorodState, seat: int) -> None:
    s.actor = seat
    s.phase = ROUTE
    s.route.clear()
    s.units = s.worked = s.stock = s.fee = s.privilege = s.topped = s.done = s.bill = 0
    s.stored = s.bought = s.roved = False


def pirate_price(s: NovgorodState, seat: int) -> int:
    """Front side: return what moving the pirate costs, by how many seal totals are higher than this seat's."""
    mine = s.seals[seat]
    ahead = len({seals for seals in s.seals if seals > mine})
    return PIRATE_PRICES[ahead] if ahead < len(PIRATE_PRICES) else 0


def pirate_moves(s: NovgorodState, seat: int) -> list[Move]:
    """Return where the pirate can be sent now, if he can be; phases add their own limits."""
    if s.pirate_side == FRONT:
        if s.roved or s.ducats[seat] < pirate_price(s, seat):
            return []
    elif not can_use(s, seat, QUESTION):
        return []
    here = s.pirate
    return [PIRATE[c] for c in range(CITY_COUNT) if c != here]


def move_pirate(s: NovgorodState, move: MovePirate, emit: EventSink | None) -> None:
    seat = s.actor
    assert seat is not None
    price = 0
    if s.pirate_side == FRONT:
        price = pirate_price(s, seat)
        s.ducats[seat] -= price
        s.roved = True
    else:
        s.privilege = QUESTION
    s.pirate = move.city
    if emit:
        emit(GameEvent("pirate", seat, (move.city, price, s.pirate_side)))
    if s.phase == CLOSE:
        next_turn(s, emit)


def take_seals(s: NovgorodState, emit: EventSink | None) -> None:
    """Phase 4: take the seals of the career row, and the extra seal when no privilege was used."""
    seat = s.actor
    assert seat is not None
    seals = ROW_SEALS[s.level[seat]]
    if seals:
        scoring.gain(s, seat, seals, scoring.FROM_CAREER)
        if emit:
            emit(GameEvent("row", seat, (seals,)))
    if s.pirate_side == BACK and can_use(s, seat, QUESTION):
        s.phase = CLOSE
        return
    take_extra_seal(s, seat, emit)
    if s.pirate_side == FRONT and pirate_moves(s, seat):
        s.phase = CLOSE
    else:
        next_turn(s, emit)


def take_extra_seal(s: NovgorodState, seat: int, emit: EventSink | None) -> None:
    if can_use(s, seat, SEAL):
        s.privilege = SEAL
        scoring.gain(s, seat, EXTRA_SEAL, scoring.FROM_PRIVILEGES)
        if emit:
            emit(GameEvent("extra_seal", seat))


def closing_moves(s: NovgorodState) -> list[Move]:
    """Return the moves of the last chance to move the pirate this turn."""
    assert s.actor is not None
    return [END, *pirate_moves(s, s.actor)]


def end_turn(s: NovgorodState, move: EndTurn, emit: EventSink | None) -> None:
    assert s.actor is not None
    if s.pirate_side == BACK:
        take_extra_seal(s, s.actor, emit)
    next_turn(s, emit)


def next_turn(s: NovgorodState, emit: EventSink | None) -> None:
    assert s.actor is not None
    follows = (s.actor + 1) % s.players
    if follows == s.first:
        scoring.turn_bonus_cards(s, emit)
        if s.final:
            scoring.count_up(s, emit)
            # The last turn's leftovers would only make equal endings look different.
            begin_turn(s, follows)
            s.actor = None
            s.phase = OVER
            if emit:
                for seat in range(s.players):
                    if scoring.is_out(s, seat):
                        emit(GameEvent("out", seat))
                emit(GameEvent("over"))
            return
        s.round += 1
        if scoring.end_is_near(s):
            s.final = True
        if emit:
            by_career = max(s.seals) < END_SEALS
            emit(GameEvent("final", None, (s.round, by_career)) if s.final else GameEvent("round", None, (s.round,)))
    begin_turn(s, follows)
