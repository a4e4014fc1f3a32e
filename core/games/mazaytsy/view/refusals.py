"""Sentences on why nothing can be done at a target, for the current decision."""

from collections.abc import Callable, Sequence
from typing import Final

from core.games.mazaytsy import phases
from core.games.mazaytsy.components import FUNNEL, STRAIGHT, THICKET
from core.games.mazaytsy.hares import count
from core.games.mazaytsy.rules.legal import card_in_hand
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import cell_name
from core.games.mazaytsy.water import WATERS
from core.text import list_text


def why_no_card(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    """Return why nothing can be done on a card of the water, though its seat is asked for something."""
    return _REASONS[s.phase](s, cell, names)


def why_no_mazay(s: MazaytsyState, names: Sequence[str]) -> str:
    """Return why Mazay cannot be chosen, where open cards can."""
    return f"Mazay is never placed: he waits for {names[s.due]}"


def _own_cell(s: MazaytsyState) -> int:
    assert s.actor is not None
    return s.boats[s.actor]


def _boats_on(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    """Whose boats are on a card; nothing where there is none."""
    owners = ["your" if seat == s.actor else f"{names[seat]}'s" for seat in range(s.players) if s.boats[seat] == cell]
    if not owners:
        return ""
    return f"{owners[0]} boat is here" if len(owners) == 1 else f"{list_text(owners)} boats are here"


def _not_a_start(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    free = [cell_name(s.side, start) for start in WATERS[s.side].start if s.players == 2 or start not in s.boats]
    where = list_text(free).replace(" and ", " or ")
    return _boats_on(s, cell, names) or f"boats are launched in the middle, on {where}"


def _not_your_card(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    return f"the question is about {cell_name(s.side, _own_cell(s))}, where your boat is"


def _out_of_reach(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    """While the boat is steered: what is in the way, or how far it is."""
    own, a = _own_cell(s), s.actor
    assert a is not None
    if cell == own:
        return _cannot_stay(s, a, own)
    if s.field[cell] >> 3 == THICKET:
        return "no boat can enter a thicket"
    ring = WATERS[s.side].step[own]
    if s.acts and cell in (ring[s.bows[a] * 2 - 1], ring[s.bows[a] * 2 + 1]):
        return "you can slip only as your whole move: now row or turn"
    if cell == ring[s.bows[a] * 2 - 4]:
        return "it is behind your boat: turn twice to face it"
    return "too far for one step"


def _cannot_stay(s: MazaytsyState, seat: int, cell: int) -> str:
    """A boat that has not moved yet stays only to land hares."""
    if WATERS[s.side].edge[cell]:
        return "you have no hares to land: row, turn or slip"
    return "hares are landed at the edge of the water" if s.holds[seat] else "you must move: row, turn or slip"


def _does_not_pull(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    return "this funnel is too far away to pull you" if s.field[cell] >> 3 == FUNNEL else "there is no funnel here"


def _not_beside_the_water(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    return "first choose one of the open cards at the right"


def _makes_no_way(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    """What keeps a card in its place while another is placed."""
    sitting = "a hare sits here" if count(s.hares[cell]) == 1 else "hares sit here"
    return _boats_on(s, cell, names) or sitting


def _no_way_to_flow(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    if cell not in WATERS[s.side].around[s.spot]:
        return f"the current on {cell_name(s.side, s.spot)} can only point at a card next to it"
    if card_in_hand(s) >> 1 == STRAIGHT:
        return "a straight current points to a side of its card, never to a corner"
    return "a side current points to a corner of its card, never to a side"


def _not_the_whirlpool(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    return f"the question is about the whirlpool on {cell_name(s.side, s.spot)}"


def _calls_no_hares(s: MazaytsyState, cell: int, names: Sequence[str]) -> str:
    thicket = s.field[cell] >> 3 == THICKET
    return "Mazay calls no hares onto a thicket" if thicket else "Mazay calls no hares onto a swamp"


_REASONS: Final[dict[int, Callable[[MazaytsyState, int, Sequence[str]], str]]] = {
    phases.LAUNCH: _not_a_start,
    phases.HERE: _not_your_card,
    phases.ACT: _out_of_reach,
    phases.LANDING: _not_your_card,
    phases.SHARING: _not_your_card,
    phases.PULL: _does_not_pull,
    phases.CARD: _not_beside_the_water,
    phases.CELL: _makes_no_way,
    phases.TURN: _no_way_to_flow,
    phases.SPIN: _not_the_whirlpool,
    phases.ADD: _calls_no_hares,
}
