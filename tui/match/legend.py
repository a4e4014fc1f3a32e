"""A row of a game's legend: a sign of its board with what it means."""

from typing import NamedTuple


class LegendRow(NamedTuple):
    """A row of a legend: a sign as the board draws it, and what it means. Without a sign it is a heading or a line."""

    text: str
    sign: str = ""
    ink: str = "ink"
    on: str = "panel"
    attributes: str = ""
    is_heading: bool = False
