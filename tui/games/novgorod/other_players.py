"""The other players as drawings, and a legend of the signs, for windows with room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    GOOD_NAMES,
    INGREDIENTS,
    MISSIONS,
    ROW_SEALS,
    ROW_X,
    TOP_LEVEL,
    WORTH,
    cities_of,
)
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.scoring import completed
from core.games.novgorod.text import DUCATS, SEALS
from core.text import count_text
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES, parts
from tui.games.novgorod.board import paint_token
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

#: The rows of a player's drawing, with an empty one below it.
HEIGHT = 7

#: By city: where it lies on the small chart of a player's offices.
_AT = ((4, 0), (8, 0), (8, 1), (8, 2), (4, 2), (0, 2), (0, 1), (0, 0))


def seats(board: NovgorodBoardView) -> list[int]:
    """Return all players but the one whose ledger it is, from the left of that player on."""
    players = board.state.players
    return [(board.board_seat + step) % players for step in range(1, players)]


def paint_player(board: NovgorodBoardView, canvas: Canvas, y: int, seat: int) -> None:
    """Draw the ship, a small chart of the offices, the career as stairs, and the missions."""
    s, palette = board.state, board.palette
    style = palette.style(f"seat{seat + 1}", attributes="bold")
    paint_token(board, canvas, 0, y, seat)
    x = canvas.draw_text(2, y, f"{clip(board.names[seat], 14)} ", style)
    x = canvas.draw_text(x, y, f"{novgorod_text.seals(s.seals[seat])}  ", palette.style("seal", attributes="bold"))
    purse = s.ducats[seat] - s.owed[seat]
    x = canvas.draw_text(x, y, f"{novgorod_text.ducats(purse)} ", palette.style("coin"))
    canvas.draw_text(x, y, "─" * (canvas.width - 1 - x), palette.style("faint"))
    drawing = ["  |\\", "  | >", "\\====/"] if board.ascii else art.SHIP
    canvas.draw_lines(1, y + 1, drawing, style)
    canvas.draw_text(0, y + 4, f"speed {s.speed[seat]}", palette.style("ink"))
    _paint_offices(board, canvas, 10, y + 1, seat)
    _paint_stairs(board, canvas, 23, y + 1, seat)
    _paint_missions(board, canvas, y + 4, seat)


def _paint_offices(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, seat: int) -> None:
    """Draw the ring of harbours, with a shape where the player has an office."""
    s, palette = board.state, board.palette
    sea = palette.style("lane")
    canvas.draw_lines(x, y, ["·───·───·", "·   │   ·", "·───·───·"], sea)
    for city, (dx, dy) in enumerate(_AT):
        if s.offices[seat] >> city & 1:
            family = FAMILY[city]
            sign = art.luxury_sign(family, board.ascii)
            canvas.draw_text(x + dx, y + dy, sign, palette.style(ROLES[family], attributes="bold"))


def _paint_stairs(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, seat: int) -> None:
    """Draw the rows of the career, the climbed ones filled; what the row gives, and what the ship carries."""
    s, palette = board.state, board.palette
    level = s.level[seat]
    for row in range(TOP_LEVEL + 1):
        role = "seal" if row <= level else "faint"
        canvas.draw_text(x + 2 * row, y, "██" if row <= level else "░░", palette.style(role))
    worth = "X, no win" if ROW_X[level] else novgorod_text.seals(ROW_SEALS[level])
    canvas.draw_text(x, y + 1, f"row {level}: {worth}", palette.style("bad" if ROW_X[level] else "ink"))
    cargo = f"carries {GOOD_NAMES[s.ship[seat]]}" if s.ship[seat] >= 0 else "carries nothing"
    canvas.draw_text(x, y + 2, cargo, palette.style("dim"))


def _paint_missions(board: NovgorodBoardView, canvas: Canvas, y: int, seat: int) -> None:
    """Draw the missions in progress that the viewer may know; the secret ones are counted."""
    s, palette = board.state, board.palette
    secret = s.hidden[seat] if seat != board.viewer else 0
    known = novgorod_text.mission_cards((s.hand[seat] | s.left[seat]) & ~secret)
    told = [f"{completed(s, seat)} done"] if completed(s, seat) else []
    told += [f"{secret.bit_count()} secret"] if secret else []
    missions = count_text(len(known), "mission") if known else "no mission known"
    canvas.draw_text(10, y, " · ".join([missions, *told]), palette.style("dim"))
    x = 0
    for card in known:
        top, bottom = MISSIONS[card]
        lines = [bottom] if s.left[seat] >> card & 1 else [top, bottom]
        width = sum(len(name) + 1 for need in lines for name, _ in parts(need, 99, board.ascii)) + 2
        if x and x + width > canvas.width - 1:
            canvas.draw_text(x - 1, y + 1, "…", palette.style("dim"))
            return
        for number, need in enumerate(lines):
            if number:
                x = canvas.draw_text(x, y + 1, "/", palette.style("dim"))
            for step, (name, family) in enumerate(parts(need, 99, board.ascii)):
                text = f"+{name}" if step else name
                x = canvas.draw_text(x, y + 1, text, palette.style(ROLES[family]))
        x += 2


def paint_legend(board: NovgorodBoardView, canvas: Canvas, region: Region) -> None:
    """Draw what the signs mean, as far as there is room for it."""
    palette, plain, y = board.palette, board.ascii, region.y
    if region.height < 4:
        return
    after = canvas.draw_text(0, y, "What the signs mean ", palette.style("accent", attributes="bold"))
    canvas.draw_text(after, y, "─" * (canvas.width - 1 - after), palette.style("faint"))
    for kind, name in enumerate(LUXURIES):
        y += 1
        goods = ", ".join(GOOD_NAMES[good] for good in cities_of(INGREDIENTS[kind]))
        worth = "/".join(str(value) for value in WORTH[kind][1:])
        text = f"{art.luxury_sign(kind, plain)} {name}: {art.good_sign(kind, plain)} {goods} {worth}"
        if y < region.bottom:
            canvas.draw_text(0, y, clip(text, region.width), palette.style(ROLES[kind]))
    for line in _LEGEND:
        for part in wrap(line, region.width):
            y += 1
            if y < region.bottom:
                canvas.draw_text(0, y, part, palette.style("dim"))


_LEGEND = (
    "1/2/4: seals, and as many ducats, for so many goods",
    f"{SEALS} seals, {DUCATS} ducats",
    "✓ the route can do it, + with the city under the cursor",
    "▍ changed by the last move, ▎ before that",
    "Speed +1: one card more on the route",
    "Income +2: 2 ducats when the route is used",
    "Mission -3: a mission for 3 ducats, beside a purchase",
    "+1 seal: comes by itself if no privilege was used",
    "One privilege a turn, of your row or above it. Goods before an artisan on the route can go to him; he covers"
    " the card he sits on. Fees are paid when the route is finished.",
)
