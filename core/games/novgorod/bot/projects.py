"""The projects for which goods could be used, with their gains: lines of missions, career steps, special missions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.games.novgorod.bot.value import Values
from core.games.novgorod.components import (
    BOTH_SEALS,
    LINE_SEALS,
    MISSIONS,
    MISSIONS_DONE,
    SPECIALS,
    STEP_COST,
    THREE_MISSIONS,
    TOP_LEVEL,
    VARIETY,
    Need,
)
from core.games.novgorod.scoring import completed, variety_seals
from core.games.novgorod.state import NovgorodState

#: The kinds of projects: lines of a mission, a career step, a special mission.
BOTH, TOP, BOTTOM, STEP, SPECIAL = range(5)


class Project(NamedTuple):
    """Something for which goods can be used, and its gain."""

    gain: float
    needs: tuple[Need, ...]
    kind: int
    card: int
    """The mission, the place in the row of special missions, or the level of the step."""
    goods: int
    """The very goods asked for, as a mask."""
    luxuries: int
    """The very luxuries asked for, as a mask."""
    kinds: int
    """How many different luxuries are asked for."""
    cards: int
    """How many cards of a route it takes up, about."""


def _project(gain: float, needs: tuple[Need, ...], kind: int, card: int) -> Project:
    return Project(gain, needs, kind, card, *_outline(needs))


@lru_cache(maxsize=1 << 10)
def _outline(needs: tuple[Need, ...]) -> tuple[int, int, int, int]:
    """Return a summary of the needs for quick tests: goods, luxuries, kinds of luxuries, cards."""
    goods = luxuries = kinds = cards = 0
    for need in needs:
        goods |= need.goods
        kinds = max(kinds, need.any_luxuries)
        cards += need.goods.bit_count() + need.any_goods + 2 * need.any_luxuries
        for luxury, boxes in need.luxuries:
            luxuries |= 1 << luxury
            cards += 1 + boxes
    return goods, luxuries, kinds, cards


def projects(values: Values, s: NovgorodState) -> list[Project]:
    """Return the projects with their gains, the best for its effort first."""
    found = [*_missions(values, s)]
    if follows := next_step(values, s, s.level[values.seat]):
        found.append(follows)
    found += _specials(values, s)
    worthwhile = [one for one in found if one.gain > 0]
    worthwhile.sort(key=lambda one: one.gain / one.cards, reverse=True)
    return worthwhile


def _missions(values: Values, s: NovgorodState) -> Iterator[Project]:
    """Return the lines of the missions in progress; using a card loses the value that it had in hand."""
    seat, rule = values.seat, values.rule
    in_hand = s.hand[seat]
    keep = rule.missions[max(0, min(in_hand.bit_count(), 3) - 1)] * values.later
    left_worth = rule.mission_left * values.later
    mask = in_hand | s.left[seat]
    while mask:
        bit = mask & -mask
        mask ^= bit
        card = bit.bit_length() - 1
        top, bottom = MISSIONS[card]
        done = _completion(s, seat, bit)
        if in_hand & bit:
            yield _project(BOTH_SEALS - keep + done, (top, bottom), BOTH, card)
            yield _project(LINE_SEALS + left_worth - keep, (top,), TOP, card)
            yield _project(LINE_SEALS - keep + done, (bottom,), BOTTOM, card)
        else:
            seals = BOTH_SEALS - LINE_SEALS if s.topped & bit else LINE_SEALS
            yield _project(seals - left_worth + done, (bottom,), BOTTOM, card)


def _completion(s: NovgorodState, seat: int, mission: int) -> float:
    """Return what one more mission (a bit) under the ship brings beside its seals, by the bonus cards."""
    worth = 0.0
    if s.bonus[MISSIONS_DONE] and not s.taken[seat] >> MISSIONS_DONE & 1:
        worth = float(s.bonus[MISSIONS_DONE] if completed(s, seat) == THREE_MISSIONS - 1 else 1)
    if s.bonus[VARIETY]:
        under = s.under[seat] | s.unseen[seat]
        worth += max(0.4, variety_seals(under | mission) - variety_seals(under))
    return worth


def _specials(values: Values, s: NovgorodState) -> Iterator[Project]:
    for place, code in enumerate(s.row):
        if not s.done >> place & 1:
            half = SPECIALS[code >> 2][code & 3]
            yield _project(half.seals - (half.price + place) * values.ducat, (half.need,), SPECIAL, place)


def next_step(values: Values, s: NovgorodState, level: int) -> Project | None:
    """Return the step from this row of the career to the next, if it asks for goods."""
    if level == TOP_LEVEL:
        return None
    need = STEP_COST[s.careers[values.seat]][level]
    if need.ducats:
        return None
    return _project(values.rise(level), (need,), STEP, level)
