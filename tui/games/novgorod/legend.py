"""The legend of Novgorod: the signs of its board, and what a player looks up in the printed game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.match.legend import LegendRow

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView


def legend_rows(board: NovgorodBoardView) -> list[LegendRow]:
    """Return the legend."""
    return [LegendRow("Goods and luxuries", is_heading=True)]
