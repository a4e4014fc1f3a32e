"""The moments after a move: hares taken aboard, brought ashore, called, and lost."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from core.game import GameEvent
from core.games.mazaytsy.hares import count, points
from core.games.mazaytsy.rules.prediction import predict_card
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import KIND_NAMES, cell_name, in_short, points_of, worths_text
from core.text import count_text


class Payoff(NamedTuple):
    """What happened to hares, and the cards on which it happened."""

    words: str
    cells: tuple[int, ...]
    #: The bunch of hares that jumps aboard there, and whose boat that is.
    boards: int = 0
    seat: int = 0


def move_moments(before: MazaytsyState, events: Sequence[GameEvent], names: Sequence[str]) -> list[Payoff]:
    """Return a payoff for each thing that brought points or took hares away."""
    found = []
    for event in events:
        if event.kind in _PAYOFFS:
            assert event.seat is not None
            found.append(_PAYOFFS[event.kind](before, event.seat, event.facts, names))
    return [payoff for payoff in found if payoff.words]


def _took(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    side, cell, one = f
    return Payoff(f"+{points(one)}: {names[seat]} picks up a hare on {cell_name(side, cell)}", (cell,), one, seat)


def _stole(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    owner, one = f
    # Boats that meet are on one card, and the boat that is stolen from does not move.
    return Payoff(f"+{points(one)}: {names[seat]} steals a hare from {names[owner]}", (before.boats[owner],), one, seat)


def _landed(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    bunch, face_down = f
    if face_down:
        return Payoff(f"{names[seat]} lands {count_text(count(bunch), 'hare')}, face down", (before.boats[seat],))
    return Payoff(f"{names[seat]} lands {in_short(bunch)}: {points_of(points(bunch))}", (before.boats[seat],))


def _added(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    _, kind, strewn = f
    if not strewn:
        return Payoff("Mazay calls, but no hares are left", ())
    came = sum(one for _, one in strewn)
    return Payoff(f"New hares on every {KIND_NAMES[kind]}: {worths_text(came)}", tuple(cell for cell, _ in strewn))


def _sank(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    side, cell, bunch = f
    return Payoff(f"The swamp on {cell_name(side, cell)} swallows {in_short(bunch)}", (cell,))


def _whirled(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    """Return only the hares that are lost: the rest has just moved on."""
    clockwise, _, lost = f
    if not lost:
        return Payoff("", ())
    moved = predict_card(before, before.spot).swept(clockwise)
    return Payoff(f"The whirlpool washes away {in_short(lost)}", tuple(start for start, end, _ in moved if end < 0))


def _cleared(before: MazaytsyState, seat: int, f: tuple[Any, ...], names: Sequence[str]) -> Payoff:
    kind, bunch = f
    cells = [cell for cell, face in enumerate(before.field) if face >> 3 == kind and before.hares[cell]]
    return Payoff(f"Removed from every {KIND_NAMES[kind]}: {in_short(bunch)}", tuple(cells))


_PAYOFFS: Final[dict[str, Callable[[MazaytsyState, int, tuple[Any, ...], Sequence[str]], Payoff]]] = {
    "took": _took,
    "stole": _stole,
    "landed": _landed,
    "added": _added,
    "sank": _sank,
    "whirled": _whirled,
    "cleared": _cleared,
}
