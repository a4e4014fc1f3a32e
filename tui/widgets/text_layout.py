"""Measure, cut and break texts by the columns that they take in a terminal."""

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
