"""The chart of Novgorod: eight harbours on a ring of water, the routes between them, and the bonus cards at sea.

A harbour shows what counts for the viewed player: what an own office earns, or what a visit costs; what the artisan
makes and what that is worth; the cheapest office. What the player's missions want is lit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from textual.geometry import Offset, Region

from core.games.novgorod.components import BONUS_LOW, CITY_COUNT, CITY_NAMES, GOOD_NAMES, VARIETY, WORTH
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.phases import BUY, USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.text import DUCATS, SEALS
from core.games.novgorod.view import targets
from core.games.novgorod.view.route import COVERED, OPEN, STORED, TURNED, Slot
from core.games.novgorod.view.targets import SHIP
from core.text import initials
from core.view import Target
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES
from tui.games.novgorod.layout import PLACES
from tui.games.novgorod.lines import paint_last_routes, paint_route
from tui.games.novgorod.ship_row import paint_ship_row
from tui.games.novgorod.water import ground_at, water
from tui.widgets.canvas import Canvas

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

#: By bonus card: what is written on the water, where its name has no room.
_SHORT_BONUS = ("8 Offices", "5 Cities", "Luxury 2+", "Missions", "Career", "Variety")
_BONUS_ROWS = 2
#: The rows of a card on the smallest chart, where there is no column to spare.
_LEAST_ROWS = 4
_LONDON = CITY_NAMES.index("London")
#: What the signs on the harbours mean, above the bonus cards and below them.
_UNITS = (f"{SEALS} seal {DUCATS} ducat",)
_SALES = (f"1/2/4{SEALS} sale", "of 1/2/3 goods")
#: The same where there is room for words.
_UNITS_IN_WORDS = (f"{SEALS} seals, the points", f"{DUCATS} ducats, to pay")
_SALES_IN_WORDS = (f"1/2/4{SEALS} a luxury of", "1, 2 or 3 goods")
_ROUTES_IN_WORDS = ("▶ others' routes",)


# Where things are


def areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of all targets on the chart."""
    scale = board.scale
    found = {targets.city(city): scale.card(city) for city in range(CITY_COUNT)}
    found[SHIP] = Region(0, scale.height, scale.width, board.board_rows - scale.height)
    return found if scale.dots else found | _bonus_areas(board)


def _bonus_areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of the bonus cards in the middle of the ring; larger windows have them beside the chart."""
    scale = board.scale
    left, top = scale.card(0).x, scale.card(2).y
    return {
        Target(targets.BONUS, card): Region(left, top + _BONUS_ROWS * number, 9, _BONUS_ROWS)
        for number, card in enumerate(board.view.bonus_cards)
    }


def _bonus_heading(board: NovgorodBoardView) -> Offset:
    """Return where the heading of the bonus cards stands: on the water above them."""
    return Offset(board.scale.card(0).x, board.scale.card(2).y - 1)


# Drawing


def paint(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    whole = Region(0, 0, board.scale.width, board.scale.height)
    board.paint_still(canvas, "sea", whole, lambda part: _paint_sea(board, part))
    paint_route(board, canvas)
    for target, region in at.items():
        if target.kind == targets.BONUS and region.right <= board.scale.width:
            _paint_bonus(board, canvas, target, region)
    _paint_cartouche(board, canvas)
    for city in range(CITY_COUNT):
        _Card(board, canvas, city).paint()
    paint_ship_row(board, canvas, at[SHIP])


def _paint_sea(board: NovgorodBoardView, canvas: Canvas) -> None:
    canvas.paste(0, 0, water(board.scale, board.palette, board.ascii))
    paint_last_routes(board, canvas)


def _paint_bonus(board: NovgorodBoardView, canvas: Canvas, target: Target, region: Region) -> None:
    """Draw a bonus card on the water: what for, what it gives now and then, and who has had it."""
    palette, s, card = board.palette, board.state, target.number
    ink, on = ("cursor_ink", "cursor") if board.points_at(target) else ("dim", "sea")
    canvas.draw_text(region.x, region.y, _SHORT_BONUS[card].ljust(region.width), palette.style(ink, on))
    had = [seat for seat in range(s.players) if s.taken[seat] >> card & 1]
    worth = bonus_worth(board, card) if not had else f"{s.bonus[card]}{SEALS} "
    canvas.fill(Region(region.x, region.y + 1, region.width, 1), palette.style("seal", "sea"))
    x = canvas.draw_text(region.x, region.y + 1, worth, palette.style("seal", "sea"))
    for seat in had:
        x = paint_token(board, canvas, x, region.y + 1, seat)
    paint_news(board, canvas, target, region.right - 1, region.y)
    paint_lit(board, canvas, target, region)


def _paint_cartouche(board: NovgorodBoardView, canvas: Canvas) -> None:
    """Draw in the middle of the sea a heading for the bonus cards, and what the signs of the harbours mean.

    What a ship or a route would cover is left out; F2 has it all.
    """
    scale, palette, at_sea = board.scale, board.palette, _bonus_heading(board)
    left = scale.card(_LONDON).right + (scale.card_height > _LEAST_ROWS)
    if scale.dots:
        told = (*_UNITS_IN_WORDS, *_SALES_IN_WORDS, *(_ROUTES_IN_WORDS if board.last_routes() else ()))
        _paint_notes(board, canvas, Offset(left, at_sea.y - len(told)), told)
        return
    if board.view.bonus_cards:
        canvas.draw_text(at_sea.x, at_sea.y, "Bonus", palette.style("accent", "sea"))
    _paint_notes(board, canvas, Offset(left, at_sea.y - len(_UNITS)), _UNITS)
    _paint_notes(board, canvas, Offset(left, at_sea.y + 1 + _BONUS_ROWS * len(board.view.bonus_cards)), _SALES)


def _paint_notes(board: NovgorodBoardView, canvas: Canvas, at: Offset, texts: Sequence[str]) -> None:
    """Draw texts on the water, unless a ship or a route is in the way."""
    rows = [canvas.chars[y][at.x : at.x + len(text)] for y, text in enumerate(texts, at.y)]
    if all(char in " ~" for row in rows for char in row):
        canvas.draw_lines(*at, [board.in_signs(text) for text in texts], board.palette.style("dim", "sea"))


def bonus_worth(board: NovgorodBoardView, card: int) -> str:
    """Return what a bonus card gives now, and to the one after."""
    value = board.state.bonus[card]
    if card == VARIETY:
        return "at end"
    return f"{value}{SEALS} then {BONUS_LOW[card]}" if value > BONUS_LOW[card] else f"{value}{SEALS}"


def seat_mark(board: NovgorodBoardView, seat: int) -> str:
    """Return a player's letter; no digit, because the digits of the chart are keys."""
    return initials(board.names)[seat]


def paint_token(board: NovgorodBoardView, canvas: Canvas, x: int, y: int, seat: int) -> int:
    """Draw a player's letter on the player's colour."""
    role = f"seat{seat + 1}"
    return canvas.draw_text(x, y, seat_mark(board, seat), board.palette.style("accent_ink", role, "bold"))


def paint_news(board: NovgorodBoardView, canvas: Canvas, target: Target, x: int, y: int) -> bool:
    """Draw the mark of a target that others have changed; return whether there is one."""
    mark = board.marks.get(target)
    if mark:
        canvas.draw_text(x, y, mark, board.palette.style("new_ink", "new", "bold"))
    return mark is not None


def paint_lit(board: NovgorodBoardView, canvas: Canvas, target: Target, region: Region) -> None:
    """Highlight the whole region of a target that belongs to the moment being shown."""
    if target in board.highlighted_targets:
        canvas.restyle(region, board.palette.style("mark_ink", "mark", "bold"))


def luxury_values(kind: int) -> str:
    """Return what a luxury sells for, by the number of goods in it."""
    return "/".join(str(value) for value in WORTH[kind][1:]) + SEALS


#: What is written on a card of the route that has been used, in words where there is room.
_SPENT = "✕"
_USED = {TURNED: "used", COVERED: "covered", STORED: "stored"}


class _Line(NamedTuple):
    """What a line of a card is drawn upon, and whether it stands out."""

    ground: str
    ink: str = ""

    @property
    def attributes(self) -> str:
        return "bold" if self.ink or self.ground == "card_lit" else ""


class _Card:
    """The card of a harbour, drawn once."""

    def __init__(self, board: NovgorodBoardView, canvas: Canvas, city: int) -> None:
        self.board, self.canvas, self.city = board, canvas, city
        self.target = targets.city(city)
        self.region = board.scale.card(city)
        self.slot: Slot | None = next(
            (slot for slot in board.view.cards if slot.city == city and not slot.artisan), None
        )
        self.is_pointed_at = board.points_at(self.target)
        can_act = board.is_deciding and board.view.is_open_now(self.target)
        self.is_bright = not board.is_deciding or can_act or self.slot is not None or self.is_pointed_at
        self.has_key = can_act
        self.body = "card" if self.is_bright else "card_off"

    def _style(self, ink: str, on: str, attributes: str = "") -> Style:
        return self.board.palette.style(ink, on, attributes)

    @property
    def _head(self) -> str:
        if self.is_pointed_at:
            return "cursor"
        if self.slot is not None:
            return f"seat{self.board.view.ship_seat + 1}"
        return "title" if self.is_bright else "title_off"

    def paint(self) -> None:
        board, canvas, region = self.board, self.canvas, self.region
        canvas.fill(region, self._style("card_ink", self.body))
        self._paint_head()
        if board.scale.dots:
            self._paint_large()
        else:
            self._paint_small()
        self._paint_flags()
        self._paint_figures()
        if self.is_pointed_at and not board.ascii:
            self._paint_cursor()
        paint_lit(board, canvas, self.target, region)

    def _paint_head(self) -> None:
        region, head = self.region, self._head
        ink = "cursor_ink" if head == "cursor" else "accent_ink" if self.slot is not None else "title_ink"
        self.canvas.draw_text(region.x, region.y, " " * region.width, self._style(ink, head))
        key = ("key_ink", "key") if self.has_key else (ink, head)
        self.canvas.draw_text(region.x, region.y, f" {self.city + 1} ", self._style(*key, "bold"))
        name = CITY_NAMES[self.city]
        self.canvas.draw_text(region.x + 3, region.y, name, self._style(ink, head, "bold" if self.is_bright else ""))
        self._paint_skyline(region.x + 3 + len(name) + 1, head)
        paint_news(self.board, self.canvas, self.target, region.right - 2, region.y)

    def _paint_skyline(self, x: int, head: str) -> None:
        """Draw the roofs and towers of the town behind its name, as far as there is room."""
        roofs = "" if self.board.ascii else art.SKYLINES[self.city][: self.region.right - 1 - x]
        self.canvas.draw_text(x, self.region.y, roofs, self._style("town", head))

    def _line(self, is_wanted: bool, is_touched: bool) -> _Line:
        if is_touched:
            return _Line("mark", "mark_ink")
        return _Line("card_lit" if is_wanted else self.body)

    @property
    def _good_line(self) -> _Line:
        units, _ = self.board.touched
        wanted, _ = self.board.view.wanted
        is_wanted = bool(wanted >> self.city & 1) and self._has_good
        return self._line(is_wanted, bool(units >> self.city & 1))

    @property
    def _has_good(self) -> bool:
        """Whether its good can still be had: while a route is used, only there."""
        if self.board.state.phase != USE or not self.board.is_deciding:
            return True
        return self.slot is not None and self.slot.status == OPEN

    @property
    def _artisan_line(self) -> _Line:
        _, luxuries = self.board.touched
        _, wanted = self.board.view.wanted
        is_wanted = self.board.state.artisans[self.city] in wanted and self._has_artisan
        return self._line(is_wanted, bool(luxuries >> self.city & 1))

    @property
    def _has_artisan(self) -> bool:
        s = self.board.state
        if s.phase != USE or not self.board.is_deciding:
            return True
        return self.slot is not None and not s.worked >> self.city & 1

    @property
    def _is_spent(self) -> bool:
        """Whether its good has been used this turn."""
        return self.slot is not None and self.slot.status != OPEN

    def _worth(self) -> tuple[str, str]:
        """Return what a visit means to the viewed player, and its colour; or what became of the card."""
        if self._is_spent:
            return _SPENT, "card_dim"
        income = self.board.view.earns(self.city)
        if income:
            return f"+{income}{DUCATS}", "income_card"
        return f"−{self.board.view.fee(self.city)}{DUCATS}", "seal_card"

    def _office(self) -> str:
        """Return the price of the next office; nothing where the viewed player has one."""
        board, s = self.board, self.board.state
        if s.offices[board.board_seat] >> self.city & 1:
            return ""
        return f"buy {board.view.office_price(self.city)}" if s.stacks[self.city] else "sold"

    def _luxury(self) -> str:
        """Return what a luxury of this artisan sells for, or that one is ready."""
        if worth := self.board.view.luxury_ready(self.city):
            return f"ready {worth}{SEALS}"
        return luxury_values(self.board.state.artisans[self.city])

    def _paint_artisan_flag(self, y: int) -> None:
        """Draw the player's letter before an artisan for whom the route has a card."""
        if self.slot is not None and ARTISAN + self.city in self.board.state.route:
            paint_token(self.board, self.canvas, self.region.x, y, self.board.view.ship_seat)

    def _paint_small(self) -> None:
        board, canvas, region = self.board, self.canvas, self.region
        x, y, right = region.x, region.y, region.right - 1
        family, kind = FAMILY[self.city], board.state.artisans[self.city]
        line = self._good_line
        canvas.draw_text(x, y + 1, " " * (region.width - 1), self._style("card_ink", line.ground))
        good = f"{art.good_sign(family, board.ascii)} {GOOD_NAMES[self.city]}"
        ink = "card_dim" if self._is_spent else f"{ROLES[family]}_card"
        canvas.draw_text(x + 1, y + 1, good, self._style(line.ink or ink, line.ground, "bold"))
        worth, role = self._worth()
        canvas.draw_text_right(right - 1, y + 1, worth, self._style(line.ink or role, line.ground, "bold"))
        line = self._artisan_line
        luxury = f" {art.luxury_sign(kind, board.ascii)} {LUXURIES[kind]}"
        if len(luxury) > region.width - 2:  # Else the letter of an office would stand against the name.
            luxury = luxury[1:] if board.ascii else f" {art.luxury_sign(kind, board.ascii)}{LUXURIES[kind]}"
        style = self._style(line.ink or f"{ROLES[kind]}_card", line.ground, line.attributes)
        canvas.draw_text(x, y + 2, luxury.ljust(region.width - 1), style)
        self._paint_artisan_flag(y + 2)
        role = "seal_card" if board.view.luxury_ready(self.city) else f"{ROLES[kind]}_card"
        canvas.draw_text(x + 1, y + 3, self._luxury(), self._style(role, self.body))
        is_offered = self.has_key and board.state.phase == BUY
        style = self._style("seal_card", self.body, "bold") if is_offered else self._style("card_ink", self.body)
        canvas.draw_text_right(right, y + 3, self._office(), style)
        if region.height > 4:
            canvas.draw_text(x + 1, y + 4, self._offices_left(), self._style("card_dim", self.body))

    def _offices_left(self) -> str:
        left = self.board.state.stacks[self.city]
        return f"{left} offices left" if left > 1 else "1 office left" if left else "offices sold"

    def _paint_large(self) -> None:
        """Draw a harbour with its good, and everything in words beside it."""
        board, canvas, region = self.board, self.canvas, self.region
        family, kind = FAMILY[self.city], board.state.artisans[self.city]
        x, y, plain = region.x + 1, region.y + 1, board.ascii
        line = self._good_line
        canvas.fill(Region(region.x, y, region.width - 1, region.height - 2), self._style("card_ink", line.ground))
        style = self._style(line.ink or f"{ROLES[family]}_card", line.ground)
        if plain:
            canvas.draw_lines(x, y, ["+------+", f"|{GOOD_NAMES[self.city]:^6}|", "+------+"], style)
        else:
            drawings = art.GOOD_DRAWINGS_LARGE if board.scale.dots > 1 else art.GOOD_DRAWINGS
            canvas.draw_lines(x, y, drawings[self.city], style)
        beside = x + (10 if plain else 8 * board.scale.dots + 2)
        worth, role = self._worth()
        rows = [
            (f"{art.good_sign(family, plain)} {GOOD_NAMES[self.city]}", f"{ROLES[family]}_card", "bold"),
            (self._worth_in_words(worth), role, "bold"),
            (self._office().replace("buy", "office") or "your office", "card_ink", ""),
            (f"{board.state.stacks[self.city]} left", "card_dim", ""),
        ]
        if not self._office():
            rows[2] = ("", "card_ink", "")
            rows[3] = ("", "card_dim", "")
        for row, (text, ink, attributes) in enumerate(rows):
            canvas.draw_text(beside, y + row, text, self._style(line.ink or ink, line.ground, attributes))
        self._paint_large_artisan(kind)

    def _worth_in_words(self, worth: str) -> str:
        if worth[:1] == "+":
            return f"income {worth[1:-1]}"
        if worth[:1] == "−":
            return f"fee {worth[1:-1]}"
        return _USED[self.slot.status] if self.slot is not None else ""

    def _paint_large_artisan(self, kind: int) -> None:
        region, line = self.region, self._artisan_line
        y = region.bottom - 1
        luxury = f" {art.luxury_sign(kind, self.board.ascii)} {LUXURIES[kind]}"
        style = self._style(line.ink or f"{ROLES[kind]}_card", line.ground, "bold")
        self.canvas.draw_text(region.x, y, luxury.ljust(region.width - 1), style)
        self._paint_artisan_flag(y)
        self.canvas.draw_text_right(region.right - 1, y, self._luxury(), style)

    def _paint_flags(self) -> None:
        """Draw who has an office, in the last column: a row a seat, the viewer on top."""
        board, region = self.board, self.region
        top = region.y + (1 if board.scale.dots and region.height > board.state.players else 0)
        for seat in board.view.owners(self.city):
            paint_token(board, self.canvas, region.right - 1, top + board.lane_of(seat), seat)

    def _paint_figures(self) -> None:
        """Draw merchant and pirate on the water beside the harbour."""
        s, region = self.board.state, self.region
        here = ["merchant"] * (s.merchant == self.city) + ["pirate"] * (s.pirate == self.city)
        if here:
            y = region.bottom if PLACES[self.city][1] < 2 else region.y - 1
            text = f" {'+'.join(here)} "
            self.canvas.draw_text(region.x, y, text, self._style("mark_ink", "mark", "bold"))

    def _paint_cursor(self) -> None:
        """Draw a frame on the water around the card."""
        region, scale = self.region, self.board.scale
        edges = [(region.x - 1, y, "▐") for y in range(region.y, region.bottom)]
        edges += [(region.right, y, "▌") for y in range(region.y, region.bottom)]
        edges += [(x, region.y - 1, "▄") for x in range(region.x, region.right)]
        edges += [(x, region.bottom, "▀") for x in range(region.x, region.right)]
        for x, y, char in edges:
            if 0 <= x < scale.width and 0 <= y < scale.height and self.canvas.chars[y][x] in " ~▀":
                self.canvas.draw_text(x, y, char, self._style("cursor", ground_at(scale, x, y)))
