"""What has changed on the water between two states, and where boats have passed."""

from collections import Counter
from collections.abc import Iterable

from core.games.mazaytsy.state import MazaytsyState
from core.match import LogEntry

#: Events with a boat on a card.
_WAKES = ("rowed", "slipped", "pulled", "drifted")


def changed_cells(before: MazaytsyState, now: MazaytsyState) -> list[int]:
    """Return the cards of the water that were replaced, or whose hares or boats have changed."""
    return [cell for cell in range(len(now.field)) if _lying(before, cell) != _lying(now, cell)]


def _lying(s: MazaytsyState, cell: int) -> tuple[int, int, list[tuple[int, int]]]:
    """A card as it lies there, its hares, and its boats with their bows."""
    boats = [(seat, s.bows[seat]) for seat in range(s.players) if s.boats[seat] == cell]
    return s.field[cell], s.hares[cell], boats


def changed_row(before: MazaytsyState, now: MazaytsyState) -> list[int]:
    """Return the cards of the row that did not lie there before, wherever the others have moved up to."""
    known = Counter(zip(before.row, before.row_hares, strict=True))
    found = []
    for index, card in enumerate(zip(now.row, now.row_hares, strict=True)):
        if known[card]:
            known[card] -= 1
        else:
            found.append(index)
    return found


def boat_trails(entries: Iterable[LogEntry], seat: int | None) -> dict[int, int]:
    """Return the cards that boats have come to, each with the last boat; the seat's own boat is left out."""
    events = (event for entry in entries for event in entry.events)
    return {
        event.facts[-1]: event.seat
        for event in events
        if event.kind in _WAKES and event.seat is not None and event.seat != seat
    }
