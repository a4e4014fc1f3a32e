"""Where Mazay can be in the stack, and what happens when he comes, as far as everybody knows."""

from typing import TYPE_CHECKING

from core.games.mazaytsy.components import BOX

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def cards_in_stack(s: "MazaytsyState") -> int:
    """Return the number of cards in the stack, Mazay included."""
    return len(s.stack) + (s.under >= 0)


def mazay_places(s: "MazaytsyState") -> range:
    """Return where in the stack Mazay can be, counted from 1 at the top; empty while he is not in the stack.

    Two players put him where they know; three and four shuffle him into the lowest cards.
    """
    if s.under < 0:
        return range(0)
    number = cards_in_stack(s)
    if s.players == 2:
        return range(number - s.under, number - s.under + 1)
    return range(number - max(0, min(BOX.lowest, len(s.stack) - 1)), number + 1)


def mazay_text(s: "MazaytsyState") -> str:
    """Return where Mazay can be, in a few words."""
    places, number = mazay_places(s), cards_in_stack(s)
    if s.ending:
        return "Mazay: came for the last time"
    if not places:
        return "Mazay: open in the row"
    if len(places) > 1:
        return f"Mazay: in the last {len(places)} of {number} cards"
    return f"Mazay: last of {number} cards" if places[0] == number else f"Mazay: card {places[0]} of {number}"


def visit_text(s: "MazaytsyState") -> str:
    """Return what Mazay's next visit brings, or the one that is due, in two or three words."""
    if s.ending:
        return "this lap is the last"
    if s.due >= 0:
        return "new hares now"
    return "then new hares" if s.seen + 1 < s.visits else "then the last lap"
