"""The scoring: the sources of seals, the bonus cards, and the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent
from core.games.novgorod.components import (
    BONUS_HIGH,
    BONUS_LOW,
    END_SEALS,
    ROW_X,
    TOP_LEVEL,
    VARIETY,
    VARIETY_OF,
    VARIETY_SEALS,
)

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState

SOURCES = ("missions", "special-missions", "artisans", "career", "privileges", "bonus-cards")
FROM_MISSIONS, FROM_SPECIALS, FROM_ARTISANS, FROM_CAREER, FROM_PRIVILEGES, FROM_BONUS = range(6)
_WIDTH = len(SOURCES)


def gain(s: NovgorodState, seat: int, seals: int, source: int) -> None:
    s.seals[seat] += seals
    s.points[seat * _WIDTH + source] += seals


def award(s: NovgorodState, seat: int, card: int, emit: EventSink | None) -> None:
    """Take a bonus card that lies out, once a game; it changes only when the round ends."""
    value = s.bonus[card]
    if not value or s.taken[seat] >> card & 1:
        return
    s.taken[seat] |= 1 << card
    s.claims[card] += 1
    gain(s, seat, value, FROM_BONUS)
    if emit:
        emit(GameEvent("bonus", seat, (card, value)))


def turn_bonus_cards(s: NovgorodState, emit: EventSink | None) -> None:
    """At the end of a round, shrink bonus cards taken by one player; remove those taken by several or a second one."""
    for card in range(VARIETY):
        taken = s.claims[card]
        if not taken:
            continue
        s.claims[card] = 0
        shrinks = taken == 1 and s.bonus[card] == BONUS_HIGH[card]
        s.bonus[card] = BONUS_LOW[card] if shrinks else 0
        if emit:
            emit(GameEvent("shrinks" if shrinks else "bonus_gone", None, (card, s.bonus[card])))


def completed(s: NovgorodState, seat: int) -> int:
    """Return how many missions lie under the ship."""
    return s.under[seat].bit_count() + s.unseen[seat].bit_count() + s.markers[seat]


def variety(missions: int) -> int:
    """Return how many different goods and luxuries stand on these missions (a mask), both lines counted."""
    kinds = 0
    card = 0
    while missions:
        if missions & 1:
            kinds |= VARIETY_OF[card]
        missions >>= 1
        card += 1
    return kinds.bit_count()


def variety_seals(missions: int) -> int:
    return VARIETY_SEALS[variety(missions)]


def end_is_near(s: NovgorodState) -> bool:
    """Whether a seat has what ends the game after one more round."""
    return max(s.seals) >= END_SEALS or max(s.level) == TOP_LEVEL


def count_up(s: NovgorodState, emit: EventSink | None) -> None:
    """End the game: score Variety of Goods, if it is in play."""
    if s.bonus[VARIETY]:
        for seat in range(s.players):
            missions = s.under[seat] | s.unseen[seat]
            seals = variety_seals(missions)
            gain(s, seat, seals, FROM_BONUS)
            if emit:
                emit(GameEvent("variety", seat, (variety(missions), seals), reveals=bool(s.unseen[seat])))


def is_out(s: NovgorodState, seat: int) -> bool:
    """Whether this seat cannot win, because an X is the lowest thing to be seen on its career card."""
    return ROW_X[s.level[seat]]


def standing(s: NovgorodState, seat: int) -> tuple[int, ...]:
    """Return what decides ranks: more is better, in this order, and no two seats are equal."""
    later = (seat - s.first) % s.players
    return (s.seals[seat], s.ducats[seat], s.level[seat], s.offices[seat].bit_count(), later)


def ranking(s: NovgorodState) -> list[list[int]]:
    """Return the seats from first to last, those that are out behind; when all are out, all share one rank."""
    seats = sorted(range(s.players), key=lambda seat: (not is_out(s, seat), standing(s, seat)), reverse=True)
    if all(is_out(s, seat) for seat in seats):
        return [sorted(seats)]
    return [[seat] for seat in seats]


def breakdown(s: NovgorodState) -> dict[str, list[int]]:
    """Return the seals by source; special missions only where they are played."""
    table = {name: [s.points[seat * _WIDTH + i] for seat in range(s.players)] for i, name in enumerate(SOURCES)}
    if not s.row:
        del table[SOURCES[FROM_SPECIALS]]
    return table
