"""Measure, cut and break texts by the columns that they take in a terminal."""

import re
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

#: Characters that every terminal draws one cell wide and that join no others, as in a regular expression: for them no
#: width need be looked up.
NARROW = (
    r" -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff"
    r"\u2302\u23ce\u2500-\u25fc\u2605\u2606\u2713\u2800-\u28ff"
)


def cell_width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def clip(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis if it was cut."""
    return text if cell_width(text) <= width else f"{_cut(text, width - 1)}…"


def _cut(text: str, width: int) -> str:
    """Return as much of a text as fits into a width; half of a wide character is a space."""
    return set_cell_size(text, max(0, width)) if cell_width(text) > width else text


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


def distinct_names(names: Sequence[str], width: int, each: int | None = None) -> list[str]:
    """Return names that together take at most this width: as long as there is room for, and no two of them alike.

    In columns, none of them takes more than `each`.
    """
    longest = max(map(cell_width, names), default=0) if each is None else each
    for length in range(longest, 0, -1):
        cut = [_cut_name(name, length) for name in names]
        if sum(map(cell_width, cut)) <= width and len(set(cut)) == len(names):
            return cut
    # Names that begin alike: their numbers tell them apart.
    share = max(2, width // max(1, len(names)))
    return [f"{name[: share - 1].strip()}{number}" for number, name in enumerate(names, 1)]


def _cut_name(name: str, length: int) -> str:
    """Return a name cut to a length; a number behind it ("Adept 2") is kept."""
    if cell_width(name) <= length:
        return name
    found = re.fullmatch(r"(.*) (\d+)", name)
    head, number = (found[1], found[2]) if found else (name, "")
    return _cut(head, length - len(number)).strip() + number


def join_facts(facts: Sequence[str], width: int) -> str:
    """Join the first facts for which there is room, none of them cut; empty if there is no room for one."""
    for kept in range(len(facts), 0, -1):
        if cell_width(line := " · ".join(facts[:kept])) <= width:
            return line
    return ""
