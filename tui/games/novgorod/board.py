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
    from tui.games.novgorod.layout import ChartScale
    from tui.games.novgorod.screen import NovgorodScreen

#: By city, clockwise from the north: column and row of the chart.
_WHERE = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))
_MIDDLE = (0, 4)
_LANES = [*((c, (c + 1) % CITY_COUNT) for c in range(CITY_COUNT)), _MIDDLE]


# Where things are


def areas(screen: NovgorodScreen) -> dict[Target, Region]:
    """Return the regions of all targets on the chart."""
    found = {targets.city(city): _city_area(screen.scale, city) for city in range(CITY_COUNT)}
    return found | _bonus_areas(screen)


def _city_area(scale: ChartScale, city: int) -> Region:
    column, row = _WHERE[city]
    x, y = column * (scale.city_width + scale.gap), row * (scale.city_height + 1)
    return Region(x, y, scale.city_width, scale.city_height)


def _bonus_areas(screen: NovgorodScreen) -> dict[Target, Region]:
    """Return the regions of the bonus cards in the middle of the ring, left and right of the lane."""
    scale = screen.scale
    middle = _city_area(scale, 0)
    width = (scale.city_width + scale.gap) // 2 - (scale.dots > 0)
    y = middle.bottom + 1
    lefts = (middle.x, middle.x + scale.city_width // 2 + 1 + (scale.dots > 0))
    cards = zip(screen.view.bonus_cards, lefts, strict=False)
    return {Target(targets.BONUS, card): Region(x, y, width, scale.city_height) for card, x in cards}


# Drawing


def paint(screen: NovgorodScreen, canvas: Canvas, at: dict[Target, Region]) -> None:
    _paint_lanes(screen, canvas, at)
    for card in screen.view.bonus_cards:
        _paint_bonus(screen, canvas, card, at[Target(targets.BONUS, card)])
    for city in range(CITY_COUNT):
        _paint_city(screen, canvas, city, at[targets.city(city)])


def _sailed(screen: NovgorodScreen) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """Return the lanes of the route laid, and the one that Enter would add."""
    cities = [slot for slot in screen.state.route if slot < CITY_COUNT]
    laid = {frozenset(pair) for pair in pairwise(cities)}
    following = screen.view.next_card(screen.current_choice)
    if cities and following is not None and following < ARTISAN:
        return laid, {frozenset((cities[-1], following))}
    return laid, set()


def _paint_lanes(screen: NovgorodScreen, canvas: Canvas, at: dict[Target, Region]) -> None:
    s, scale, palette = screen.state, screen.scale, screen.palette
    laid, next_ = _sailed(screen)
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


def _paint_bonus(screen: NovgorodScreen, canvas: Canvas, card: int, region: Region) -> None:
    """Draw its name, what it gives now and to the next; on a large screen also what for."""
    palette, s = screen.palette, screen.state
    target = Target(targets.BONUS, card)
    here = screen.points_at(target)
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
    if screen.scale.dots:
        canvas.draw_lines(region.x, y + len(told), wrap(BONUS_AIMS[card], region.width - 1), palette.style("dim"))
    paint_news(screen, canvas, target, region.right - 1, region.y)
    paint_lit(screen, canvas, target, region)


def seat_mark(screen: NovgorodScreen, seat: int) -> str:
    """Return a player's letter, or number when two names begin alike."""
    initials = [each.name[:1].upper() for each in screen.match.seats]
    return initials[seat] if len(set(initials)) == len(initials) else str(seat + 1)


def paint_token(screen: NovgorodScreen, canvas: Canvas, x: int, y: int, seat: int) -> int:
    """Draw a player's letter on the player's colour."""
    role = f"seat{seat + 1}"
    return canvas.draw_text(x, y, seat_mark(screen, seat), screen.palette.style("accent_ink", role, "bold"))


def paint_news(screen: NovgorodScreen, canvas: Canvas, target: Target, x: int, y: int) -> bool:
    """Draw the mark of a target that others have changed; return whether there is one."""
    mark = screen.marks.get(target)
    if mark:
        canvas.draw_text(x, y, mark, screen.palette.style("new_ink", "new", "bold"))
    return mark is not None


def paint_lit(screen: NovgorodScreen, canvas: Canvas, target: Target, region: Region) -> None:
    """Highlight the whole region of a target that belongs to the moment being shown."""
    if target in screen.highlighted_targets:
        canvas.restyle(region, screen.palette.style("mark_ink", "mark", "bold"))


class CardColours(NamedTuple):
    """The colours of a card: its background, and the strip with its name."""

    card: str
    title: str
    title_ink: str


def _paper(screen: NovgorodScreen, city: int) -> CardColours:
    """Return bright colours where something can be chosen or nobody decides; the cursor shows in the strip."""
    target, view = targets.city(city), screen.view
    useful = not screen.is_deciding or view.invites(target) or view.is_called_at(city)
    card, title = ("card", "title") if useful else ("card_off", "title_off")
    return (
        CardColours(card, "cursor", "cursor_ink") if screen.points_at(target) else CardColours(card, title, "title_ink")
    )


def paint_strip(screen: NovgorodScreen, canvas: Canvas, region: Region, name: str, paper: CardColours) -> int:
    """Draw the strip with the name; the cursor puts arrowheads around it, for people who see no colours."""
    style = screen.palette.style(paper.title_ink, paper.title, "" if paper.title == "title_off" else "bold")
    canvas.draw_text(region.x, region.y, " " * region.width, style)
    text = f" {name}" if len(name) < region.width else name
    if paper.title == "cursor":
        text = f"▸{name}◂"
    return canvas.draw_text(region.x, region.y, text[: region.width], style)


def _paint_city(screen: NovgorodScreen, canvas: Canvas, city: int, region: Region) -> None:
    paper, target = _paper(screen, city), targets.city(city)
    canvas.fill(region, screen.palette.style("card_ink", paper.card))
    after = paint_strip(screen, canvas, _strip(screen, city, region), CITY_NAMES[city], paper)
    _paint_strip_end(screen, canvas, city, region, after)
    if screen.scale.dots:
        _paint_city_large(screen, canvas, city, region, paper.card)
    else:
        _paint_city_small(screen, canvas, city, region, paper.card)
    paint_lit(screen, canvas, target, region)


def _paint_strip_end(screen: NovgorodScreen, canvas: Canvas, city: int, region: Region, after: int) -> None:
    """Draw from the right: news, the offices or the figure here, the city's number on the route."""
    s, palette = screen.state, screen.palette
    at = region.right
    if paint_news(screen, canvas, targets.city(city), at - 1, region.y):
        at -= 1
    figures = _figures(screen, city)
    if figures and not screen.scale.dots:
        canvas.draw_text_right(at, region.y, figures[-1], palette.style("mark_ink", "mark", "bold"))
        return
    owners = screen.view.owners(city)
    at -= len(owners)
    for step, seat in enumerate(owners):
        paint_token(screen, canvas, at + step, region.y, seat)
    if city in s.route and after < at:
        number = [slot for slot in s.route if slot < CITY_COUNT].index(city) + 1
        canvas.draw_text_right(max(after + 1, at - 1), region.y, str(number), palette.style("mark_ink", "mark", "bold"))


def _strip(screen: NovgorodScreen, city: int, region: Region) -> Region:
    """Return the region of the city's name: on a small chart a figure stands beside it."""
    figures = [] if screen.scale.dots else _figures(screen, city)
    return Region(region.x, region.y, region.width - len(figures[-1] if figures else ""), 1)


def _figures(screen: NovgorodScreen, city: int) -> list[str]:
    """Return merchant and pirate, if they are here."""
    s = screen.state
    return ["merchant"] * (s.merchant == city) + ["pirate"] * (s.pirate == city)


def _worth(screen: NovgorodScreen, city: int) -> tuple[str, str]:
    """Return what the city means to the viewed player, and its colour: income of an own office, or the fee."""
    income, fee = screen.view.earns(city), screen.view.fee(city)
    return (f"earns {income}", "coin_card") if income else (f"fee {fee}", "seal_card")


def _office(screen: NovgorodScreen, city: int) -> str:
    """Return the cheapest office in a few words, or that the viewed player has one."""
    s = screen.state
    if s.offices[screen.board_seat] >> city & 1:
        return "your office" if screen.board_seat == screen.viewer else "has an office"
    return f"office {screen.view.office_price(city)}, {s.stacks[city]} left" if s.stacks[city] else "offices sold"


def _paint_city_small(screen: NovgorodScreen, canvas: Canvas, city: int, region: Region, card: str) -> None:
    palette, plain = screen.palette, screen.samovar_app.ascii
    x, y = region.x, region.y
    family, kind = FAMILY[city], screen.state.artisans[city]
    good = GOOD_NAMES[city] if plain else f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    canvas.draw_text(x, y + 1, good, palette.style(f"{ROLES[family]}_card", card, "bold"))
    worth, role = _worth(screen, city)
    canvas.draw_text_right(region.right, y + 1, worth, palette.style(role, card, "bold"))
    canvas.draw_text(x, y + 2, f"makes {LUXURIES[kind]}", palette.style(f"{ROLES[kind]}_card", card))
    figures = _figures(screen, city)
    if len(figures) > 1:
        canvas.draw_text(x, y + 3, ", ".join(figures), palette.style("mark_ink", "mark"))
        return
    office = _office(screen, city)
    if figures:
        office = office.split(",")[0]
        for step, seat in enumerate(reversed(screen.view.owners(city))):
            paint_token(screen, canvas, region.right - 1 - step, y + 3, seat)
    role = "coin_card" if office[:6] == "office" else "card_dim"
    canvas.draw_text(x, y + 3, office, palette.style(role, card))


def _paint_city_large(screen: NovgorodScreen, canvas: Canvas, city: int, region: Region, card: str) -> None:
    """Draw a city with its good, and everything in words beside it."""
    palette, scale, plain = screen.palette, screen.scale, screen.samovar_app.ascii
    x, y = region.x + 1, region.y + 1
    family, kind = FAMILY[city], screen.state.artisans[city]
    role = palette.style(f"{ROLES[family]}_card", card)
    if plain:
        canvas.draw_lines(x, y, ["+------+", f"|{GOOD_NAMES[city]:^6}|", "+------+"], role)
    else:
        canvas.draw_lines(x, y, (art.GOOD_DRAWINGS_LARGE if scale.dots > 1 else art.GOOD_DRAWINGS)[city], role)
    beside = x + (9 if plain else 8 * scale.dots + 1)
    width = region.right - beside
    sign = f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    canvas.draw_text(beside, y, sign, palette.style(f"{ROLES[family]}_card", card, "bold"))
    worth, worth_role = _worth(screen, city)
    canvas.draw_text(beside, y + 1, worth, palette.style(worth_role, card, "bold"))
    canvas.draw_lines(beside, y + 2, _office(screen, city).split(", "), palette.style("coin_card", card))
    luxury = palette.style(f"{ROLES[kind]}_card", card, "bold")
    making = f"makes {art.luxury_sign(kind, plain)} {LUXURIES[kind]}"
    figures = _figures(screen, city)
    if scale.dots > 1:
        canvas.draw_lines(beside, y + 5, wrap(making, width), luxury)
    else:
        canvas.draw_text(x, region.bottom - 2, making, luxury)
    if figures:
        told = f"the {' and the '.join(figures)}"
        canvas.draw_text_right(region.right, region.bottom - 1, f" {told} ", palette.style("mark_ink", "mark", "bold"))
