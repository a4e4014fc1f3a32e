"""The rows below Novgorod's chart: the ship with its good, the route in words, and the purse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from core.games.novgorod.components import CITY_NAMES, GOOD_NAMES
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import ROUTE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.view.targets import SHIP
from core.text import count_text
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, clip

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView


def paint_ship_row(board: NovgorodBoardView, canvas: Canvas, region: Region) -> None:
    """Draw the ship's row last; above it, with room, the route."""
    y = region.bottom - 1
    if region.height > 1:
        _paint_route(board, canvas, y - 1, region.width)
    _paint_ship(board, canvas, y, region.width)


def _paint_ship(board: NovgorodBoardView, canvas: Canvas, y: int, width: int) -> None:
    view, palette = board.view, board.palette
    seat = view.ship_seat
    here = board.points_at(SHIP)
    ink, on = ("cursor_ink", "cursor") if here else (f"seat{seat + 1}", "ground")
    canvas.draw_text(0, y, " " * width, palette.style(ink, on))
    purse = view.cash()
    whose = "Your ship" if seat == board.viewer else f"{board.names[seat]}'s ship"
    speed = f" {clip(whose, width - cell_width(purse) - 12)}: speed {board.state.speed[seat]}"
    x = canvas.draw_text(0, y, speed, palette.style(ink, on, "bold"))
    cargo = board.state.ship[seat]
    if cargo >= 0:
        units, _ = board.touched
        text = art.good(FAMILY[cargo], GOOD_NAMES[cargo], board.ascii)
        is_lit = bool(units & SHIP_UNIT)
        role = "mark_ink" if is_lit else ink if here else "dim" if view.cargo_is_used else ROLES[FAMILY[cargo]]
        x = canvas.draw_text(x, y, " ", palette.style(ink, on))
        canvas.draw_text(x, y, text, palette.style(role, "mark" if is_lit else on, "bold"))
    cash = view.route_cash
    role = ink if here else "bad" if cash is not None and cash.then < 0 else "coin"
    canvas.draw_text_right(width - 1, y, purse, palette.style(role, on, "bold"))
    if SHIP in board.highlighted_targets:
        canvas.restyle(Region(0, y, width, 1), palette.style("mark_ink", "mark", "bold"))


def _paint_route(board: NovgorodBoardView, canvas: Canvas, y: int, width: int) -> None:
    """Draw the route harbour by harbour, the card that Enter would add, and how many more may follow."""
    view, palette = board.view, board.palette
    if view.ship_seat != board.state.actor:
        return
    names = ["artisan" if slot >= ARTISAN else CITY_NAMES[slot] for slot in board.state.route]
    x = canvas.draw_text(1, y, "Route ", palette.style("accent", attributes="bold"))
    x = canvas.draw_text(x, y, " → ".join(names), palette.style(f"seat{view.ship_seat + 1}", attributes="bold"))
    following = view.next_card(board.current_choice)
    if following is not None:
        name = "artisan" if following >= ARTISAN else CITY_NAMES[following]
        arrow = " → " if names else ""
        x = canvas.draw_text(x, y, f"{arrow}{name}?", palette.style("cursor"))
    if board.state.phase == ROUTE:
        free, fast = view.cards_left
        told = count_text(free, "card") + " left" if names else f"up to {count_text(free, 'card')}"
        told += f" ({fast} with Speed +1)" if fast > free else ""
        if x + 3 + cell_width(told) < width:
            canvas.draw_text_right(width - 1, y, told, palette.style("dim"))
