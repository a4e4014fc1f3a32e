"""Measure, cut and break texts by the columns that they take in a terminal."""

from collections.abc import Sequence

from rich.cells import get_character_cell_size


def cell_width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def clip(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis if it was cut."""
    if cell_width(text) <= width:
        return text
    kept = ""
    for char in text:
        if cell_width(kept + char) > width - 1:
            break
        kept += char
    return kept + "…"


def wrap(text: str, width: int) -> list[str]:
    """Return a text as lines of at most this width, broken between words."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and cell_width(line) + 1 + cell_width(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [clip(each, width) for each in [*lines, line] if each]


def wrap_within(text: str, width: int, lines: int) -> list[str]:
    """Return a text as so many lines at most; the last ends in an ellipsis when something is left out."""
    found = wrap(text, width)
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], clip(" ".join(found[lines - 1 :]), width)]


def join_fitting(facts: Sequence[str], width: int) -> str:
    """Join as many facts as there is room for, none of them cut."""
    first, *rest = facts
    for kept in range(len(rest), 0, -1):
        cut = "" if kept == len(rest) else ", …"
        if cell_width(line := f"{first} · {', '.join(rest[:kept])}{cut}") <= width:
            return line
    return first
