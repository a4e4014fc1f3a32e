"""The route of Novgorod: the ship, the cards laid from it, those that may follow, and what all of it would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from core.games.novgorod.components import CITY_NAMES, GOOD_NAMES
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.text import SEALS
from core.games.novgorod.view import targets
from core.games.novgorod.view.route import COVERED, OPEN, STORED, TURNED, Slot
from core.games.novgorod.view.targets import SHIP
from core.view import Target
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES
from tui.games.novgorod.board import CardColours, paint_lit, paint_news, paint_strip
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, clip

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

#: No card is wider than this, at each size of the drawings.
_WIDEST = (10, 12, 18)


def areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of the ship and of the cards laid from it."""
    scale = board.scale
    found = {SHIP: Region(0, scale.route_top + 1, scale.ship_width, scale.card_height)}
    for at in range(len(board.view.cards)):
        found[Target(targets.SLOT, at)] = _card_area(board, at)
    return found


def _card_area(board: NovgorodBoardView, at: int) -> Region:
    """Return the region of a card of the route; its width depends on how many cards may lie there."""
    scale, view = board.scale, board.view
    left = scale.ship_width + 1
    number = max(len(view.cards) + view.cards_left[1], board.state.speed[view.ship_seat])
    width = min(_WIDEST[scale.dots], (scale.width - left) // number - 1)
    return Region(left + at * (width + 1), scale.route_top + 1, width, scale.card_height)


def paint(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    scale, palette, view = board.scale, board.palette, board.view
    purse = view.route_cash
    role = "bad" if purse is not None and purse.then < 0 else "coin"
    cash = f" {view.cash()}"
    heading = _heading(board, scale.width - 1 - cell_width(cash))
    after = canvas.draw_text(0, scale.route_top, f"{heading} ", palette.style("accent", attributes="bold"))
    canvas.draw_text(after, scale.route_top, "─" * (scale.width - 1 - after), palette.style("faint"))
    canvas.draw_text_right(scale.width - 1, scale.route_top, cash, palette.style(role, attributes="bold"))
    _paint_ship(board, canvas, at[SHIP])
    for number, slot in enumerate(view.cards):
        target = Target(targets.SLOT, number)
        _paint_slot(board, canvas, target, slot, at[target])
    _paint_room(board, canvas)
    canvas.draw_text(0, at[SHIP].bottom, clip(view.outlook(), scale.width - 1), palette.style("good"))


def _heading(board: NovgorodBoardView, width: int) -> str:
    """Return whose ship it is, how fast, and, if there is room, what it carries: the sail shows that, too."""
    s, seat = board.state, board.view.ship_seat
    cargo = f", carries {GOOD_NAMES[s.ship[seat]]}" if s.ship[seat] >= 0 else ""
    whose = clip(f"{board.names[seat]}'s ship", 18)
    ship = f"{whose}: speed {s.speed[seat]}"
    return ship + cargo if cell_width(ship + cargo) <= width else clip(ship, width)


def _paint_ship(board: NovgorodBoardView, canvas: Canvas, region: Region) -> None:
    palette, seat = board.palette, board.view.ship_seat
    here = board.points_at(SHIP)
    style = palette.style("cursor_ink", "cursor") if here else palette.style(f"seat{seat + 1}")
    canvas.fill(region, style)
    if board.ascii:
        drawing = ["  |\\", "  | >", "\\====/"]
    else:
        drawing = art.SHIP_LARGE if board.scale.dots else art.SHIP
    canvas.draw_lines(region.x, region.y, drawing, style)
    _paint_cargo(board, canvas, region)
    paint_news(board, canvas, SHIP, region.x, region.y)
    paint_lit(board, canvas, SHIP, region)


def _paint_cargo(board: NovgorodBoardView, canvas: Canvas, region: Region) -> None:
    """Draw the good on board, on the sail; highlighted where Enter would use it."""
    cargo = board.state.ship[board.view.ship_seat]
    if cargo < 0:
        return
    units, _ = board.view.touched(board.current_choice)
    lit = bool(units & SHIP_UNIT)
    role = "dim" if board.view.cargo_is_used else ROLES[FAMILY[cargo]]
    style = board.palette.style("mark_ink", "mark", "bold") if lit else board.palette.style(role, "ground", "bold")
    if board.scale.dots:
        text = art.good(FAMILY[cargo], GOOD_NAMES[cargo], board.ascii)
        canvas.draw_text(region.x, region.bottom - 1, text.ljust(region.width), style)
    else:
        canvas.draw_text(region.x, region.y, art.good_sign(FAMILY[cargo], board.ascii), style)


def _paint_slot(board: NovgorodBoardView, canvas: Canvas, target: Target, slot: Slot, region: Region) -> None:
    """Draw a card of the route: bright while it can be used, highlighted where Enter would use it."""
    palette, dots = board.palette, board.scale.dots
    units, luxuries = board.view.touched(board.current_choice)
    used = slot.status != OPEN
    lit = bool(luxuries >> slot.city & 1) if slot.artisan else bool(units >> slot.city & 1)
    card = "back" if used else "card"
    canvas.fill(region, palette.style("card_ink", card))
    paper = (
        CardColours(card, "cursor", "cursor_ink")
        if board.points_at(target)
        else CardColours(card, "title", "title_ink")
    )
    paint_strip(board, canvas, region, "artisan" if slot.artisan else CITY_NAMES[slot.city], paper)
    rows = _artisan_rows(board, slot, region.width) if slot.artisan else _city_rows(board, slot)
    for row, (text, role) in enumerate(rows):
        y = region.y + 1 if not row else region.bottom - 1
        style = palette.style("back_ink" if used else role, card)
        if lit:
            style = palette.style("mark_ink", "mark", "bold")
        canvas.draw_text(region.x, y, text[: region.width].ljust(region.width), style)
    if dots and not slot.artisan and not board.ascii:
        ink = "card_off" if used else f"{ROLES[FAMILY[slot.city]]}_card"
        large = dots > 1 and region.width >= 16 and region.height >= 11
        drawing = (art.GOOD_DRAWINGS_LARGE if large else art.GOOD_DRAWINGS)[slot.city]
        left = region.x + (region.width - len(drawing[0])) // 2
        canvas.draw_lines(left, region.y + 2, drawing, palette.style(ink, card))


#: What is written on a card that has been used.
_USED = {TURNED: "used", COVERED: "worked", STORED: "stored"}


def _city_rows(board: NovgorodBoardView, slot: Slot) -> list[tuple[str, str]]:
    """Return the good; then its income or fee, or what became of the card, or the luxury that was made upon it."""
    family = FAMILY[slot.city]
    good = (art.good(family, GOOD_NAMES[slot.city], board.ascii), f"{ROLES[family]}_card")
    if slot.status != OPEN:
        return [good, _luxury_ready(board, slot.city) or (_USED[slot.status], "card_ink")]
    return [good, (f"earns {slot.income}", "coin_card") if slot.own else (f"fee {slot.fee}", "seal_card")]


def _artisan_rows(board: NovgorodBoardView, slot: Slot, width: int) -> list[tuple[str, str]]:
    """Return what the artisan makes, on a narrow card without its sign; then what became of it."""
    kind = board.state.artisans[slot.city]
    signed = art.luxury(kind, LUXURIES[kind], 1, board.ascii)
    luxury = (signed if cell_width(signed) <= width else LUXURIES[kind], f"{ROLES[kind]}_card")
    return [luxury, _luxury_ready(board, slot.city) or ("" if slot.status == OPEN else "worked", "card_ink")]


def _luxury_ready(board: NovgorodBoardView, city: int) -> tuple[str, str] | None:
    """Return a luxury made here and not yet used, with what it would sell for."""
    worth = board.view.luxury_ready(city)
    sign = art.luxury_sign(board.state.artisans[city], board.ascii)
    return (f"{sign} {worth}{SEALS}", "card_ink") if worth else None


def _paint_room(board: NovgorodBoardView, canvas: Canvas) -> None:
    """Draw the outlines of the cards that may still follow; the one under the cursor with its name."""
    palette, view = board.palette, board.view
    free, fast = view.cards_left
    following = view.next_card(board.current_choice)
    for step in range(fast):
        region = _card_area(board, len(view.cards) + step)
        style = palette.style("lane" if step < free else "faint")
        canvas.draw_frame(region, style)
        middle = region.y + region.height // 2
        if step >= free:
            told = "Speed +1" if region.width > 9 else "Speed+1"
            canvas.draw_text(region.x + (region.width > 8), middle, told[: region.width], style)
        if step == 0 and following is not None:
            name = "artisan" if following >= ARTISAN else CITY_NAMES[following]
            canvas.draw_text(region.x, middle, name[: region.width], palette.style("lane_lit", attributes="bold"))
