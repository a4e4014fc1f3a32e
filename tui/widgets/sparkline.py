"""Bars of one character, for rows of numbers in text."""

_BARS = "▁▂▃▄▅▆▇█"
_ASCII_BARS = ".:-=+*%#"


def bar_char(value: float, most: float, ascii: bool, none: str = " ") -> str:
    """A bar as high as a value is of the most there is; `none` for what is not above 0."""
    bars = _ASCII_BARS if ascii else _BARS
    return bars[round(value / most * (len(bars) - 1))] if value > 0 else none
