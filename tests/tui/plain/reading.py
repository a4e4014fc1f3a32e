"""Read facts from the lines of plain mode."""

import re

#: A move in a row of its own, or one of several in a row below what they have in common.
_MOVE = re.compile(r"^  (?:(\d+) {2,}(\S+) {2,}\S.*|  .+)$", re.M)
_TOGETHER = re.compile(r"(\d+) (\S+?)(?:,|$)")


def moves_listed(text: str) -> dict[int, str]:
    """The notations of the moves in a list by their numbers."""
    found: list[tuple[str, str]] = []
    for row in _MOVE.finditer(text):
        found += [(row[1], row[2])] if row[1] else _TOGETHER.findall(row[0])
    assert len(dict(found)) == len(found), "no number comes twice"
    return {int(number): notation for number, notation in found}
