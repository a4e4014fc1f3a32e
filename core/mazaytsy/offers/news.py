"""What is new on the water since somebody last looked."""

from collections.abc import Iterable
from typing import NamedTuple

from core.match import Line

#: Events that tell of a boat on a card.
_WAKES = ("rowed", "slipped", "pulled", "drifted")


class News(NamedTuple):
    """Cards that were laid, and cards that boats passed, with the boat."""

    laid: frozenset[int]
    wakes: dict[int, int]


def news(lines: Iterable[Line], seat: int | None) -> News:
    """What these lines of the log tell; one's own boat is no news."""
    laid: set[int] = set()
    wakes: dict[int, int] = {}
    for event in (event for line in lines for event in line.events):
        if event.kind == "laid":
            laid.add(event.facts[1])
        elif event.kind in _WAKES and event.seat is not None and event.seat != seat:
            wakes[event.facts[-1]] = event.seat
    return News(frozenset(laid), wakes)
