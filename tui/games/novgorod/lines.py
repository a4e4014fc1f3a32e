"""The routes on Novgorod's chart: a thick line with a ship at its end, and the thin lines of the others' last ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from core.games.novgorod.components import CITY_COUNT
from core.games.novgorod.rules.route import ARTISAN
from tui.games.novgorod import art
from tui.games.novgorod.layout import ChartScale, LaneCell
from tui.games.novgorod.water import ground_at
from tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

_HEADS = {(1, 0): "▶", (-1, 0): "◀", (0, 1): "▼", (0, -1): "▲"}


def paint_last_routes(board: NovgorodBoardView, canvas: Canvas) -> None:
    """Draw the last routes of all players but the one whose route is shown thick."""
    for seat, cities in board.last_routes().items():
        style = f"seat{seat + 1}"
        for leg in pairwise(cities):
            cells = board.scale.leg(*leg, board.lane_of(seat))
            for cell in cells[:-1]:
                _draw(board, canvas, cell.x, cell.y, "│" if cell.dy else "─", style)
            _draw(board, canvas, cells[-1].x, cells[-1].y, _HEADS[cells[-1].dx, cells[-1].dy], style)


def paint_route(board: NovgorodBoardView, canvas: Canvas) -> None:
    """Draw the route that is laid or used, the leg that Enter would add, and the ship at the last harbour."""
    view = board.view
    cities = [slot for slot in board.state.route if slot < CITY_COUNT]
    if not cities or view.ship_seat != board.state.actor:
        return
    seat, sailed = view.ship_seat, board.legs_sailed(cities)
    legs = list(pairwise(cities))
    for number, leg in enumerate(legs):
        if number < sailed:
            _paint_thick(board, canvas, seat, leg, has_arrow=number < len(legs) - 1)
        else:
            _paint_dashes(board, canvas, seat, leg)
    following = view.next_card(board.current_choice)
    if following is not None and following < ARTISAN:
        _paint_dashes(board, canvas, seat, (cities[-1], following))
    _paint_ship(board, canvas, seat, cities, sailed)


def _thick_cells(board: NovgorodBoardView, cell: LaneCell) -> list[tuple[int, int]]:
    """Return the cells of a thick line: where goods are drawn it is two columns wide on its way up or down."""
    wide = cell.dy and board.scale.dots
    return [(cell.x, cell.y), (cell.x + 1, cell.y)] if wide else [(cell.x, cell.y)]


def _paint_thick(board: NovgorodBoardView, canvas: Canvas, seat: int, leg: tuple[int, int], has_arrow: bool) -> None:
    cells = board.scale.leg(*leg, board.lane_of(seat))
    role, plain = f"seat{seat + 1}", board.ascii
    for cell in cells:
        for x, y in _thick_cells(board, cell):
            char = ("#" if cell.dy else "=") if plain else ("█" if cell.dy else "▄")
            _draw(board, canvas, x, y, char, role)
    if has_arrow:
        middle = cells[len(cells) // 2]
        style = board.palette.style("accent_ink", role, "bold")
        for x, y in _thick_cells(board, middle):
            canvas.draw_text(x, y, _HEADS[middle.dx, middle.dy], style)


def _paint_dashes(board: NovgorodBoardView, canvas: Canvas, seat: int, leg: tuple[int, int]) -> None:
    for number, cell in enumerate(board.scale.leg(*leg, board.lane_of(seat))):
        if cell.dx and number % 2:
            continue
        for x, y in _thick_cells(board, cell):
            char = ":" if board.ascii else "▀" if cell.dy else "▄"
            _draw(board, canvas, x, y, char, f"seat{seat + 1}")


def _paint_ship(board: NovgorodBoardView, canvas: Canvas, seat: int, cities: Sequence[int], sailed: float) -> None:
    """Draw the ship where it has come to: a pale sail, a mast, and a hull in the player's colour."""
    drawing = art.SHIP_LARGE if board.scale.dots else art.SHIP
    rows = [drawing[y : y + 2] for y in range(0, len(drawing), 2)]
    left, top = _ship_place(board.scale, cities, sailed, len(drawing[0]), len(rows))
    if board.ascii:
        canvas.draw_lines(left, top, art.SHIP_ASCII, board.palette.style(f"seat{seat + 1}", "sea", "bold"))
        return
    roles = {"S": "sail", "M": "mast", "H": f"seat{seat + 1}"}
    for y, (upper, lower) in enumerate(rows, top):
        for x, (above, below) in enumerate(zip(upper, lower, strict=True), left):
            if above == below == ".":
                continue
            if above == ".":
                _draw(board, canvas, x, y, "▄", roles[below])
            elif below == ".":
                _draw(board, canvas, x, y, "▀", roles[above])
            else:
                canvas.draw_text(x, y, "█" if above == below else "▀", board.palette.style(roles[above], roles[below]))


def _ship_place(scale: ChartScale, cities: Sequence[int], sailed: float, width: int, height: int) -> tuple[int, int]:
    """Return where the ship is drawn: at a harbour, or between two of them."""
    here = min(int(sailed), len(cities) - 1)
    there, part = min(here + 1, len(cities) - 1), sailed - here
    (x, y), (to_x, to_y) = (scale.ship(cities[at], width, height) for at in (here, there))
    return round(x + (to_x - x) * part), round(y + (to_y - y) * part)


def _draw(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, char: str, role: str) -> None:
    """Draw upon the water, keeping its colour."""
    scale = board.scale
    if 0 <= x < scale.width and 0 <= y < scale.height:
        canvas.draw_text(x, y, char, board.palette.style(role, ground_at(scale, x, y)))


def cities_of_route(slots: Sequence[int]) -> list[int]:
    """Return the harbours of a route, without the cards for artisans."""
    return [slot for slot in slots if slot < CITY_COUNT]
