"""Turn drawings of # and . into block characters, which every terminal font has."""

from collections.abc import Sequence

#: Characters by the sum of the filled quarters: upper left 1, upper right 2, lower left 4, lower right 8.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def _filled(rows: Sequence[str], x: int, y: int) -> bool:
    return y < len(rows) and rows[y][x : x + 1] == "#"


def quarters(rows: Sequence[str]) -> list[str]:
    """Return the drawing with two by two dots in a character."""
    width = max(map(len, rows))
    return [
        "".join(
            QUARTERS[
                _filled(rows, x, y)
                + 2 * _filled(rows, x + 1, y)
                + 4 * _filled(rows, x, y + 1)
                + 8 * _filled(rows, x + 1, y + 1)
            ]
            for x in range(0, width, 2)
        )
        for y in range(0, len(rows), 2)
    ]


def halves(rows: Sequence[str]) -> list[str]:
    """Return the drawing with one by two dots in a character: these dots are about square, for larger drawings."""
    width = max(map(len, rows))
    return [
        "".join(QUARTERS[3 * _filled(rows, x, y) + 12 * _filled(rows, x, y + 1)] for x in range(width))
        for y in range(0, len(rows), 2)
    ]
