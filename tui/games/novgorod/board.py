"""The chart of Novgorod: eight harbours on a ring, the sea lanes between them, and the bonus cards at sea.

A harbour shows what counts for the viewed player: what an own office earns, or what a visit costs; what the artisan
makes; the cheapest office.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.games.novgorod.components import (
    BONUS_HIGH,
    BONUS_LOW,
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    GOOD_NAMES,
    VARIETY,
)
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.phases import BACK
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.text import BONUS_AIMS, seals
from core.games.novgorod.view import targets
from core.view import Target
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import wrap

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView
    from tui.games.novgorod.layout import ChartScale

#: By city, clockwise from the north: column and row of the chart.
_WHERE = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))
_MIDDLE = (0, 4)
_LANES = [*((c, (c + 1) % CITY_COUNT) for c in range(CITY_COUNT)), _MIDDLE]


# Where things are


def areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of all targets on the chart."""
    found = {targets.city(city): _city_area(board.scale, city) for city in range(CITY_COUNT)}
    return found | _bonus_areas(board)


def _city_area(scale: ChartScale, city: int) -> Region:
    column, row = _WHERE[city]
    x, y = column * (scale.city_width + scale.gap), row * (scale.city_height + 1)
    return Region(x, y, scale.city_width, scale.city_height)


def _bonus_areas(board: NovgorodBoardView) -> dict[Target, Region]:
    """Return the regions of the bonus cards in the middle of the ring, left and right of the lane."""
    scale = board.scale
    middle = _city_area(scale, 0)
    width = (scale.city_width + scale.gap) // 2 - (scale.dots > 0)
    y = middle.bottom + 1
    lefts = (middle.x, middle.x + scale.city_width // 2 + 1 + (scale.dots > 0))
    cards = zip(board.view.bonus_cards, lefts, strict=False)
    return {Target(targets.BONUS, card): Region(x, y, width, scale.city_height) for card, x in cards}


# Drawing


def paint(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    _paint_lanes(board, canvas, at)
    for card in board.view.bonus_cards:
        _paint_bonus(board, canvas, card, at[Target(targets.BONUS, card)])
    for city in range(CITY_COUNT):
        _paint_city(board, canvas, city, at[targets.city(city)])


def _sailed(board: NovgorodBoardView) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """Return the lanes of the route laid, and the one that Enter would add."""
    cities = [slot for slot in board.state.route if slot < CITY_COUNT]
    laid = {frozenset(pair) for pair in pairwise(cities)}
    following = board.view.next_card(board.current_choice)
    if cities and following is not None and following < ARTISAN:
        return laid, {frozenset((cities[-1], following))}
    return laid, set()


def _paint_lanes(board: NovgorodBoardView, canvas: Canvas, at: dict[Target, Region]) -> None:
    s, scale, palette = board.state, board.scale, board.palette
    laid, next_ = _sailed(board)
    for ends in _LANES:
        lane = frozenset(ends)
        if s.pirate_side == BACK and s.pirate in lane:
            continue
        lit = lane in laid or lane in next_
        style = palette.style("lane_lit" if lit else "lane", attributes="bold" if lit else "")
        one, other = (at[targets.city(city)] for city in ends)
        if one.y == other.y:
            left = min(one, other, key=lambda region: region.x)
            signs = "═" if lane in laid else "╌" if lane in next_ else "─"
            canvas.draw_text(left.right, left.y + scale.city_height // 2, signs * scale.gap, style)
        else:
            top, bottom = sorted((one, other), key=lambda region: region.y)
            signs = "║" if lane in laid else "┃" if lane in next_ else "│"
            for y in range(top.bottom, bottom.y):
                canvas.draw_text(top.x + scale.city_width // 2, y, signs, style)


def _paint_bonus(board: NovgorodBoardView, canvas: Canvas, card: int, region: Region) -> None:
    """Draw its name, what it gives now and to the next; on a large screen also what for."""
    palette, s = board.palette, board.state
    target = Target(targets.BONUS, card)
    here = board.points_at(target)
    ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
    y = region.y
    for line in wrap(BONUS_NAMES[card], region.width):
        canvas.draw_text(region.x, y, line.ljust(region.width), palette.style(ink, on))
        y += 1
    if card == VARIETY:
        told = ["at end"]
    else:
        follows = f"then {BONUS_LOW[card]}" if s.bonus[card] == BONUS_HIGH[card] else "once"
        told = [seals(s.bonus[card]), follows]
    canvas.draw_lines(region.x, y, told, palette.style("seal", attributes="bold"))
    if board.scale.dots:
        canvas.draw_lines(region.x, y + len(told), wrap(BONUS_AIMS[card], region.width - 1), palette.style("dim"))
    paint_news(board, canvas, target, region.right - 1, region.y)
    paint_lit(board, canvas, target, region)


def seat_mark(board: NovgorodBoardView, seat: int) -> str:
    """Return a player's letter, or number when two names begin alike."""
    initials = [name[:1].upper() for name in board.names]
    return initials[seat] if len(set(initials)) == len(initials) else str(seat + 1)


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


class CardColours(NamedTuple):
    """The colours of a card: its background, and the strip with its name."""

    card: str
    title: str
    title_ink: str


def _paper(board: NovgorodBoardView, city: int) -> CardColours:
    """Return bright colours where something can be chosen or nobody decides; the cursor shows in the strip."""
    target, view = targets.city(city), board.view
    useful = not board.is_deciding or view.invites(target) or view.is_called_at(city)
    card, title = ("card", "title") if useful else ("card_off", "title_off")
    return (
        CardColours(card, "cursor", "cursor_ink") if board.points_at(target) else CardColours(card, title, "title_ink")
    )


def paint_strip(board: NovgorodBoardView, canvas: Canvas, region: Region, name: str, paper: CardColours) -> int:
    """Draw the strip with the name; the cursor puts arrowheads around it, for people who see no colours."""
    style = board.palette.style(paper.title_ink, paper.title, "" if paper.title == "title_off" else "bold")
    canvas.draw_text(region.x, region.y, " " * region.width, style)
    text = f" {name}" if len(name) < region.width else name
    if paper.title == "cursor":
        text = f"▸{name}◂"
    return canvas.draw_text(region.x, region.y, text[: region.width], style)


def _paint_city(board: NovgorodBoardView, canvas: Canvas, city: int, region: Region) -> None:
    paper, target = _paper(board, city), targets.city(city)
    canvas.fill(region, board.palette.style("card_ink", paper.card))
    after = paint_strip(board, canvas, _strip(board, city, region), CITY_NAMES[city], paper)
    _paint_strip_end(board, canvas, city, region, after)
    if board.scale.dots:
        _paint_city_large(board, canvas, city, region, paper.card)
    else:
        _paint_city_small(board, canvas, city, region, paper.card)
    paint_lit(board, canvas, target, region)


def _paint_strip_end(board: NovgorodBoardView, canvas: Canvas, city: int, region: Region, after: int) -> None:
    """Draw from the right: news, the offices or the figure here, the city's number on the route."""
    s, palette = board.state, board.palette
    at = region.right
    if paint_news(board, canvas, targets.city(city), at - 1, region.y):
        at -= 1
    figures = _figures(board, city)
    if figures and not board.scale.dots:
        canvas.draw_text_right(at, region.y, figures[-1], palette.style("mark_ink", "mark", "bold"))
        return
    owners = board.view.owners(city)
    at -= len(owners)
    for step, seat in enumerate(owners):
        paint_token(board, canvas, at + step, region.y, seat)
    if city in s.route and after < at:
        number = [slot for slot in s.route if slot < CITY_COUNT].index(city) + 1
        canvas.draw_text_right(max(after + 1, at - 1), region.y, str(number), palette.style("mark_ink", "mark", "bold"))


def _strip(board: NovgorodBoardView, city: int, region: Region) -> Region:
    """Return the region of the city's name: on a small chart a figure stands beside it."""
    figures = [] if board.scale.dots else _figures(board, city)
    return Region(region.x, region.y, region.width - len(figures[-1] if figures else ""), 1)


def _figures(board: NovgorodBoardView, city: int) -> list[str]:
    """Return merchant and pirate, if they are here."""
    s = board.state
    return ["merchant"] * (s.merchant == city) + ["pirate"] * (s.pirate == city)


def _worth(board: NovgorodBoardView, city: int) -> tuple[str, str]:
    """Return what the city means to the viewed player, and its colour: income of an own office, or the fee."""
    income, fee = board.view.earns(city), board.view.fee(city)
    return (f"earns {income}", "coin_card") if income else (f"fee {fee}", "seal_card")


def _office(board: NovgorodBoardView, city: int) -> str:
    """Return the cheapest office in a few words, or that the viewed player has one."""
    s = board.state
    if s.offices[board.board_seat] >> city & 1:
        return "your office" if board.board_seat == board.viewer else "has an office"
    return f"office {board.view.office_price(city)}, {s.stacks[city]} left" if s.stacks[city] else "offices sold"


def _paint_city_small(board: NovgorodBoardView, canvas: Canvas, city: int, region: Region, card: str) -> None:
    palette, plain = board.palette, board.ascii
    x, y = region.x, region.y
    family, kind = FAMILY[city], board.state.artisans[city]
    good = GOOD_NAMES[city] if plain else f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    canvas.draw_text(x, y + 1, good, palette.style(f"{ROLES[family]}_card", card, "bold"))
    worth, role = _worth(board, city)
    canvas.draw_text_right(region.right, y + 1, worth, palette.style(role, card, "bold"))
    canvas.draw_text(x, y + 2, f"makes {LUXURIES[kind]}", palette.style(f"{ROLES[kind]}_card", card))
    figures = _figures(board, city)
    if len(figures) > 1:
        canvas.draw_text(x, y + 3, ", ".join(figures), palette.style("mark_ink", "mark"))
        return
    office = _office(board, city)
    if figures:
        office = office.split(",")[0]
        for step, seat in enumerate(reversed(board.view.owners(city))):
            paint_token(board, canvas, region.right - 1 - step, y + 3, seat)
    role = "coin_card" if office[:6] == "office" else "card_dim"
    canvas.draw_text(x, y + 3, office, palette.style(role, card))


def _paint_city_large(board: NovgorodBoardView, canvas: Canvas, city: int, region: Region, card: str) -> None:
    """Draw a city with its good, and everything in words beside it."""
    palette, scale, plain = board.palette, board.scale, board.ascii
    x, y = region.x + 1, region.y + 1
    family, kind = FAMILY[city], board.state.artisans[city]
    role = palette.style(f"{ROLES[family]}_card", card)
    if plain:
        canvas.draw_lines(x, y, ["+------+", f"|{GOOD_NAMES[city]:^6}|", "+------+"], role)
    else:
        canvas.draw_lines(x, y, (art.GOOD_DRAWINGS_LARGE if scale.dots > 1 else art.GOOD_DRAWINGS)[city], role)
    beside = x + (9 if plain else 8 * scale.dots + 1)
    width = region.right - beside
    sign = f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    canvas.draw_text(beside, y, sign, palette.style(f"{ROLES[family]}_card", card, "bold"))
    worth, worth_role = _worth(board, city)
    canvas.draw_text(beside, y + 1, worth, palette.style(worth_role, card, "bold"))
    canvas.draw_lines(beside, y + 2, _office(board, city).split(", "), palette.style("coin_card", card))
    luxury = palette.style(f"{ROLES[kind]}_card", card, "bold")
    making = f"makes {art.luxury_sign(kind, plain)} {LUXURIES[kind]}"
    figures = _figures(board, city)
    if scale.dots > 1:
        canvas.draw_lines(beside, y + 5, wrap(making, width), luxury)
    else:
        canvas.draw_text(x, region.bottom - 2, making, luxury)
    if figures:
        told = f"the {' and the '.join(figures)}"
        canvas.draw_text_right(region.right, region.bottom - 1, f" {told} ", palette.style("mark_ink", "mark", "bold"))
