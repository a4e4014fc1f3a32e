"""Bars of one character, for rows of numbers in text."""

_BARS = "▁▂▃▄▅▆▇█"
_ASCII_BARS = ".:-=+*%#"


def bar_char(value: float, most: float, ascii: bool, none: str = " ") -> str:
    """Return a bar for a value, full at `most`; `none` for a value that is not above 0."""
    bars = _ASCII_BARS if ascii else _BARS
    return bars[round(value / most * (len(bars) - 1))] if value > 0 else none
