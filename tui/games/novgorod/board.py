"""The chart: eight harbours on a ring, the sea lanes between them, and the bonus cards at sea.

A harbour says what counts for the player who looks: what an office of one's own earns, or what a visit costs; what the
artisan makes; the cheapest office.
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
from core.games.novgorod.view import targets as places
from core.view import Place
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, ROLES
from tui.widgets.canvas import Picture, wrap

if TYPE_CHECKING:
    from tui.games.novgorod.layout import Scale
    from tui.games.novgorod.screen import NovgorodScreen

#: By city, clockwise from the north: column and row of the chart.
_WHERE = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))
_MIDDLE = (0, 4)
_LANES = [*((c, (c + 1) % CITY_COUNT) for c in range(CITY_COUNT)), _MIDDLE]


# Where things are


def areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Everything on the chart that can be pointed at."""
    found = {places.city(city): _city_area(screen.scale, city) for city in range(CITY_COUNT)}
    return found | _bonus_areas(screen)


def _city_area(scale: Scale, city: int) -> Region:
    column, row = _WHERE[city]
    x, y = column * (scale.city_width + scale.gap), row * (scale.city_height + 1)
    return Region(x, y, scale.city_width, scale.city_height)


def _bonus_areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Bonus cards float in the middle of the ring, to the left and the right of the lane."""
    scale = screen.scale
    middle = _city_area(scale, 0)
    width = (scale.city_width + scale.gap) // 2 - (scale.dots > 0)
    y = middle.bottom + 1
    lefts = (middle.x, middle.x + scale.city_width // 2 + 1 + (scale.dots > 0))
    cards = zip(screen.offers.bonus_cards, lefts, strict=False)
    return {Place(places.BONUS, card): Region(x, y, width, scale.city_height) for card, x in cards}


# Drawing


def paint(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    _paint_lanes(screen, picture, at)
    for card in screen.offers.bonus_cards:
        _paint_bonus(screen, picture, card, at[Place(places.BONUS, card)])
    for city in range(CITY_COUNT):
        _paint_city(screen, picture, city, at[places.city(city)])


def _sailed(screen: NovgorodScreen) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """The lanes of the route laid, and the one that Enter would add."""
    cities = [slot for slot in screen.state.route if slot < CITY_COUNT]
    laid = {frozenset(pair) for pair in pairwise(cities)}
    following = screen.offers.next_card(screen.chosen)
    if cities and following is not None and following < ARTISAN:
        return laid, {frozenset((cities[-1], following))}
    return laid, set()


def _paint_lanes(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    s, scale, look = screen.state, screen.scale, screen.look
    laid, next_ = _sailed(screen)
    for ends in _LANES:
        lane = frozenset(ends)
        if s.pirate_side == BACK and s.pirate in lane:
            continue
        lit = lane in laid or lane in next_
        style = look.style("lane_lit" if lit else "lane", attributes="bold" if lit else "")
        one, other = (at[places.city(city)] for city in ends)
        if one.y == other.y:
            left = min(one, other, key=lambda region: region.x)
            signs = "═" if lane in laid else "╌" if lane in next_ else "─"
            picture.text(left.right, left.y + scale.city_height // 2, signs * scale.gap, style)
        else:
            top, bottom = sorted((one, other), key=lambda region: region.y)
            signs = "║" if lane in laid else "┃" if lane in next_ else "│"
            for y in range(top.bottom, bottom.y):
                picture.text(top.x + scale.city_width // 2, y, signs, style)


def _paint_bonus(screen: NovgorodScreen, picture: Picture, card: int, region: Region) -> None:
    """Its name, what it gives now and to the next; on a large screen also what for."""
    look, s = screen.look, screen.state
    place = Place(places.BONUS, card)
    here = screen.points_at(place)
    ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
    y = region.y
    for line in wrap(BONUS_NAMES[card], region.width):
        picture.text(region.x, y, line.ljust(region.width), look.style(ink, on))
        y += 1
    if card == VARIETY:
        told = ["at end"]
    else:
        follows = f"then {BONUS_LOW[card]}" if s.bonus[card] == BONUS_HIGH[card] else "once"
        told = [seals(s.bonus[card]), follows]
    picture.lines(region.x, y, told, look.style("seal", attributes="bold"))
    if screen.scale.dots:
        picture.lines(region.x, y + len(told), wrap(BONUS_AIMS[card], region.width - 1), look.style("dim"))
    paint_news(screen, picture, place, region.right - 1, region.y)
    paint_lit(screen, picture, place, region)


def seat_mark(screen: NovgorodScreen, seat: int) -> str:
    """A player's letter, or number when two names begin alike."""
    initials = [each.name[:1].upper() for each in screen.match.seats]
    return initials[seat] if len(set(initials)) == len(initials) else str(seat + 1)


def paint_token(screen: NovgorodScreen, picture: Picture, x: int, y: int, seat: int) -> int:
    """A player's letter on the player's colour."""
    role = f"seat{seat + 1}"
    return picture.text(x, y, seat_mark(screen, seat), screen.look.style("accent_ink", role, "bold"))


def paint_news(screen: NovgorodScreen, picture: Picture, place: Place, x: int, y: int) -> bool:
    """The mark of a place where others have changed something; whether there is one."""
    mark = screen.marks.get(place)
    if mark:
        picture.text(x, y, mark, screen.look.style("new_ink", "new", "bold"))
    return mark is not None


def paint_lit(screen: NovgorodScreen, picture: Picture, place: Place, region: Region) -> None:
    """What has just counted stands out as a whole."""
    if place in screen.lit:
        picture.paint(region, screen.look.style("mark_ink", "mark", "bold"))


class Paper(NamedTuple):
    """The colours of a card: its paper, and the strip with its name."""

    card: str
    title: str
    title_ink: str


def _paper(screen: NovgorodScreen, city: int) -> Paper:
    """Bright where something can be done, and where nobody is asked; the cursor shows in the strip."""
    place, offers = places.city(city), screen.offers
    useful = not screen.deciding or offers.invites(place) or offers.is_called_at(city)
    card, title = ("card", "title") if useful else ("card_off", "title_off")
    return Paper(card, "cursor", "cursor_ink") if screen.points_at(place) else Paper(card, title, "title_ink")


def paint_strip(screen: NovgorodScreen, picture: Picture, region: Region, name: str, paper: Paper) -> int:
    """The strip with the name; the cursor puts arrowheads around it, for those who see no colours."""
    style = screen.look.style(paper.title_ink, paper.title, "" if paper.title == "title_off" else "bold")
    picture.text(region.x, region.y, " " * region.width, style)
    text = f" {name}" if len(name) < region.width else name
    if paper.title == "cursor":
        text = f"▸{name}◂"
    return picture.text(region.x, region.y, text[: region.width], style)


def _paint_city(screen: NovgorodScreen, picture: Picture, city: int, region: Region) -> None:
    paper, place = _paper(screen, city), places.city(city)
    picture.fill(region, screen.look.style("card_ink", paper.card))
    after = paint_strip(screen, picture, _strip(screen, city, region), CITY_NAMES[city], paper)
    _paint_strip_end(screen, picture, city, region, after)
    if screen.scale.dots:
        _paint_city_large(screen, picture, city, region, paper.card)
    else:
        _paint_city_small(screen, picture, city, region, paper.card)
    paint_lit(screen, picture, place, region)


def _paint_strip_end(screen: NovgorodScreen, picture: Picture, city: int, region: Region, after: int) -> None:
    """From the right: news, who has an office here or which figure stands here, the city's number on the route."""
    s, look = screen.state, screen.look
    at = region.right
    if paint_news(screen, picture, places.city(city), at - 1, region.y):
        at -= 1
    figures = _figures(screen, city)
    if figures and not screen.scale.dots:
        picture.right(at, region.y, figures[-1], look.style("mark_ink", "mark", "bold"))
        return
    owners = screen.offers.owners(city)
    at -= len(owners)
    for step, seat in enumerate(owners):
        paint_token(screen, picture, at + step, region.y, seat)
    if city in s.route and after < at:
        number = [slot for slot in s.route if slot < CITY_COUNT].index(city) + 1
        picture.right(max(after + 1, at - 1), region.y, str(number), look.style("mark_ink", "mark", "bold"))


def _strip(screen: NovgorodScreen, city: int, region: Region) -> Region:
    """Where the city's name goes: on a small chart a figure stands beside it."""
    figures = [] if screen.scale.dots else _figures(screen, city)
    return Region(region.x, region.y, region.width - len(figures[-1] if figures else ""), 1)


def _figures(screen: NovgorodScreen, city: int) -> list[str]:
    """Merchant and pirate, if they are here."""
    s = screen.state
    return ["merchant"] * (s.merchant == city) + ["pirate"] * (s.pirate == city)


def _worth(screen: NovgorodScreen, city: int) -> tuple[str, str]:
    """What the city means to the player looked at, and its colour: income of an own office, or the fee."""
    income, fee = screen.offers.earns(city), screen.offers.fee(city)
    return (f"earns {income}", "coin_card") if income else (f"fee {fee}", "seal_card")


def _office(screen: NovgorodScreen, city: int) -> str:
    """The cheapest office in a few words, if the player looked at has none."""
    s = screen.state
    if s.offices[screen.board_seat] >> city & 1:
        return "your office" if screen.board_seat == screen.viewer else "has an office"
    return f"office {screen.offers.office_price(city)}, {s.stacks[city]} left" if s.stacks[city] else "offices sold"


def _paint_city_small(screen: NovgorodScreen, picture: Picture, city: int, region: Region, card: str) -> None:
    look, plain = screen.look, screen.house.ascii
    x, y = region.x, region.y
    family, kind = FAMILY[city], screen.state.artisans[city]
    good = GOOD_NAMES[city] if plain else f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    picture.text(x, y + 1, good, look.style(f"{ROLES[family]}_card", card, "bold"))
    worth, role = _worth(screen, city)
    picture.right(region.right, y + 1, worth, look.style(role, card, "bold"))
    picture.text(x, y + 2, f"makes {LUXURIES[kind]}", look.style(f"{ROLES[kind]}_card", card))
    figures = _figures(screen, city)
    if len(figures) > 1:
        picture.text(x, y + 3, ", ".join(figures), look.style("mark_ink", "mark"))
        return
    office = _office(screen, city)
    if figures:
        office = office.split(",")[0]
        for step, seat in enumerate(reversed(screen.offers.owners(city))):
            paint_token(screen, picture, region.right - 1 - step, y + 3, seat)
    role = "coin_card" if office[:6] == "office" else "card_dim"
    picture.text(x, y + 3, office, look.style(role, card))


def _paint_city_large(screen: NovgorodScreen, picture: Picture, city: int, region: Region, card: str) -> None:
    """With its good drawn, and everything in words beside it."""
    look, scale, plain = screen.look, screen.scale, screen.house.ascii
    x, y = region.x + 1, region.y + 1
    family, kind = FAMILY[city], screen.state.artisans[city]
    role = look.style(f"{ROLES[family]}_card", card)
    if plain:
        picture.lines(x, y, ["+------+", f"|{GOOD_NAMES[city]:^6}|", "+------+"], role)
    else:
        picture.lines(x, y, (art.GOOD_DRAWINGS_LARGE if scale.dots > 1 else art.GOOD_DRAWINGS)[city], role)
    beside = x + (9 if plain else 8 * scale.dots + 1)
    room = region.right - beside
    sign = f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    picture.text(beside, y, sign, look.style(f"{ROLES[family]}_card", card, "bold"))
    worth, worth_role = _worth(screen, city)
    picture.text(beside, y + 1, worth, look.style(worth_role, card, "bold"))
    picture.lines(beside, y + 2, _office(screen, city).split(", "), look.style("coin_card", card))
    luxury = look.style(f"{ROLES[kind]}_card", card, "bold")
    making = f"makes {art.luxury_sign(kind, plain)} {LUXURIES[kind]}"
    figures = _figures(screen, city)
    if scale.dots > 1:
        picture.lines(beside, y + 5, wrap(making, room), luxury)
    else:
        picture.text(x, region.bottom - 2, making, luxury)
    if figures:
        told = f"the {' and the '.join(figures)}"
        picture.right(region.right, region.bottom - 1, f" {told} ", look.style("mark_ink", "mark", "bold"))
