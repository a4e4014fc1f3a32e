"""How turns and rounds follow each other, and the pirate, who can be moved in several phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import Event, Move, Tell
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
from core.games.novgorod.moves import END, PIRATE, End, Pirate
from core.games.novgorod.phases import BACK, CLOSE, FRONT, OVER, ROUTE

if TYPE_CHECKING:
    from core.games.novgorod.state import Novgorod


def can_use(s: Novgorod, seat: int, privilege: int) -> bool:
    """Whether a privilege is uncovered and none was used this turn."""
    return not s.privilege and bool(UNCOVERED[s.careers[seat]][s.level[seat]] & privilege)


def begin_turn(s: Novgorod, seat: int) -> None:
    s.actor = seat
    s.phase = ROUTE
    s.route.clear()
    s.units = s.worked = s.stock = s.fee = s.privilege = s.topped = s.done = s.bill = 0
    s.stored = s.bought = s.roved = False


def pirate_price(s: Novgorod, seat: int) -> int:
    """Front side: what moving the pirate costs, by how many seal totals are higher than one's own."""
    mine = s.seals[seat]
    ahead = len({seals for seals in s.seals if seals > mine})
    return PIRATE_PRICES[ahead] if ahead < len(PIRATE_PRICES) else 0


def pirate_moves(s: Novgorod, seat: int) -> list[Move]:
    """Where the pirate can be sent now, if he can be; phases add their own limits."""
    if s.pirate_side == FRONT:
        if s.roved or s.ducats[seat] < pirate_price(s, seat):
            return []
    elif not can_use(s, seat, QUESTION):
        return []
    here = s.pirate
    return [PIRATE[c] for c in range(CITY_COUNT) if c != here]


def move_pirate(s: Novgorod, move: Pirate, tell: Tell | None) -> None:
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
    if tell:
        tell(Event("pirate", seat, (move.city, price, s.pirate_side)))
    if s.phase == CLOSE:
        next_turn(s, tell)


def take_seals(s: Novgorod, tell: Tell | None) -> None:
    """Phase 4: the seals of the career row, and the extra seal when no privilege was used."""
    seat = s.actor
    assert seat is not None
    seals = ROW_SEALS[s.level[seat]]
    if seals:
        scoring.gain(s, seat, seals, scoring.FROM_CAREER)
        if tell:
            tell(Event("row", seat, (seals,)))
    if s.pirate_side == BACK and can_use(s, seat, QUESTION):
        s.phase = CLOSE
        return
    take_extra_seal(s, seat, tell)
    if s.pirate_side == FRONT and pirate_moves(s, seat):
        s.phase = CLOSE
    else:
        next_turn(s, tell)


def take_extra_seal(s: Novgorod, seat: int, tell: Tell | None) -> None:
    if can_use(s, seat, SEAL):
        s.privilege = SEAL
        scoring.gain(s, seat, EXTRA_SEAL, scoring.FROM_PRIVILEGES)
        if tell:
            tell(Event("extra_seal", seat))


def closing_moves(s: Novgorod) -> list[Move]:
    """The last chance to move the pirate this turn."""
    assert s.actor is not None
    return [END, *pirate_moves(s, s.actor)]


def end_turn(s: Novgorod, move: End, tell: Tell | None) -> None:
    assert s.actor is not None
    if s.pirate_side == BACK:
        take_extra_seal(s, s.actor, tell)
    next_turn(s, tell)


def next_turn(s: Novgorod, tell: Tell | None) -> None:
    assert s.actor is not None
    follows = (s.actor + 1) % s.players
    if follows == s.first:
        scoring.turn_bonus_cards(s, tell)
        if s.final:
            scoring.count_up(s, tell)
            # The last turn's leftovers would only make equal endings look different.
            begin_turn(s, follows)
            s.actor = None
            s.phase = OVER
            if tell:
                for seat in range(s.players):
                    if scoring.is_out(s, seat):
                        tell(Event("out", seat))
                tell(Event("over"))
            return
        s.round += 1
        if scoring.end_is_near(s):
            s.final = True
        if tell:
            by_career = max(s.seals) < END_SEALS
            tell(Event("final", None, (s.round, by_career)) if s.final else Event("round", None, (s.round,)))
    begin_turn(s, follows)
