"""The chart: eight harbours on a ring, sea lanes between them, bonus cards at sea, and the route as a line of cards."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

from core.novgorod import outlook
from core.novgorod.components import (
    BONUS_HIGH,
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    FEE_OF,
    GOOD_NAMES,
    INCOME_OF,
    LUXURY_NAMES,
    VARIETY,
)
from core.novgorod.moves import SHIP_UNIT, Lay, LayArtisan
from core.novgorod.phases import BACK, FRONT, ROUTE, USE
from core.novgorod.rules.intro import office_price
from core.novgorod.rules.use import sale
from tui.games.novgorod.art import (
    DUCATS,
    FAMILY,
    GOOD_DRAWINGS,
    GOOD_SIGNS,
    LUXURY_SIGNS,
    OFFICE,
    ROLES,
    SEALS,
)
from tui.games.novgorod.art import SHIP as SHIP_DRAWING
from tui.games.novgorod.art import SHIP_LARGE as SHIP_DRAWING_LARGE
from tui.games.novgorod.offers import SHIP, Place
from tui.widgets.picture import Picture, clip, wrap

if TYPE_CHECKING:
    from tui.games.novgorod.screen import NovgorodScreen


class Scale(NamedTuple):
    """How large things are on a screen."""

    width: int
    city_width: int
    city_height: int
    gap: int
    card_width: int
    card_height: int

    @property
    def route_top(self) -> int:
        return 3 * self.city_height + 2


SMALL = Scale(50, 15, 4, 2, 6, 4)
LARGE = Scale(79, 24, 8, 3, 10, 8)

#: By city, clockwise from the north: column and row of the chart.
_WHERE = ((1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0))
_MIDDLE = (0, 4)
_LANES = [*((c, (c + 1) % CITY_COUNT) for c in range(CITY_COUNT)), _MIDDLE]


# Where things are


def city_region(scale: Scale, city: int) -> Region:
    column, row = _WHERE[city]
    x, y = column * (scale.city_width + scale.gap), row * (scale.city_height + 1)
    return Region(x, y, scale.city_width, scale.city_height)


def city_places(screen: NovgorodScreen) -> dict[Place, Region]:
    return {("city", city): city_region(screen.scale, city) for city in range(CITY_COUNT)}


def _card_region(scale: Scale, at: int) -> Region:
    """The ship is number 0, the cards of the route follow."""
    return Region(at * (scale.card_width + 1), scale.route_top + 1, scale.card_width, scale.card_height)


def route_places(screen: NovgorodScreen) -> dict[Place, Region]:
    """The cards of the route, then the ship before them."""
    scale = screen.scale
    places: dict[Place, Region] = {
        ("slot", at): _card_region(scale, at + 1) for at in range(len(screen.novgorod.route))
    }
    return {**places, SHIP: _card_region(scale, 0)}


def bonus_places(screen: NovgorodScreen) -> dict[Place, Region]:
    """Bonus cards float in the middle of the ring, to the left and the right of the lane."""
    scale = screen.scale
    middle = city_region(scale, 0)
    width = (scale.city_width + scale.gap) // 2
    y = middle.bottom + 1
    lefts = (middle.x - 1, middle.x + scale.city_width // 2 + 2)
    cards = [card for card, value in enumerate(screen.novgorod.bonus) if value]
    return {("bonus", card): Region(x, y, width, scale.city_height) for card, x in zip(cards, lefts, strict=False)}


# Drawing


def paint(screen: NovgorodScreen, picture: Picture) -> None:
    _paint_lanes(screen, picture)
    for card, region in bonus_places(screen).items():
        _paint_bonus(screen, picture, card[1], region)
    for city in range(CITY_COUNT):
        _paint_city(screen, picture, city, city_region(screen.scale, city))
    _paint_route(screen, picture)


def _sailed(screen: NovgorodScreen) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """The lanes of the route laid, and the one that Enter would add."""
    cities = [slot for slot in screen.novgorod.route if slot < CITY_COUNT]
    laid = {frozenset(pair) for pair in pairwise(cities)}
    way = screen.picked_way()
    if cities and way and isinstance(way[0], Lay):
        return laid, {frozenset((cities[-1], way[0].city))}
    return laid, set()


def _paint_lanes(screen: NovgorodScreen, picture: Picture) -> None:
    s, scale, look = screen.novgorod, screen.scale, screen.look
    laid, next_ = _sailed(screen)
    for ends in _LANES:
        lane = frozenset(ends)
        if s.pirate_side == BACK and s.pirate in lane:
            continue
        lit = lane in laid or lane in next_
        style = look.style("lane_lit" if lit else "lane", attributes="bold" if lit else "")
        one, other = (city_region(scale, city) for city in ends)
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
    """Its name, what it gives now, and on a large screen what for."""
    look, s = screen.look, screen.novgorod
    here = screen.cursor == ("bonus", card) and screen.looked_at is None
    ink, on = ("cursor_ink", "cursor") if here else ("ink", "ground")
    y = region.y
    for line in wrap(BONUS_NAMES[card], region.width):
        picture.text(region.x, y, line.ljust(region.width), look.style(ink, on))
        y += 1
    if card == VARIETY:
        value = "at end"
    else:
        value = f"{s.bonus[card]}{SEALS}" + (" 1st" if s.bonus[card] == BONUS_HIGH[card] else " 2nd")
    picture.text(region.x, y, value, look.style("seal", attributes="bold"))
    if screen.large:
        picture.lines(region.x, y + 1, wrap(BONUS_WORDS[card], region.width - 1), look.style("dim"))


#: What the bonus cards are for.
BONUS_WORDS = (
    "an office in every city",
    "five different cities on one route",
    "a luxury made from two or more goods",
    "three missions under the ship",
    "the career row of 3 seals",
    "at the end, for different goods and luxuries on the missions under the ship",
)


def seat_mark(screen: NovgorodScreen, seat: int) -> str:
    """A player's letter, or number when two names begin alike."""
    initials = [each.name[:1].upper() for each in screen.match.seats]
    return initials[seat] if len(set(initials)) == len(initials) else str(seat + 1)


def paint_token(screen: NovgorodScreen, picture: Picture, x: int, y: int, seat: int) -> int:
    """A player's letter on the player's colour."""
    role = f"seat{seat + 1}"
    return picture.text(x, y, seat_mark(screen, seat), screen.look.style("accent_ink", role, "bold"))


class _Paper(NamedTuple):
    """The colours of a card: its paper, and the strip with its name."""

    card: str
    title: str
    title_ink: str


def _paper(screen: NovgorodScreen, place: Place) -> _Paper:
    """Bright where something can be done, and where nobody is asked; the cursor shows in the strip."""
    s = screen.novgorod
    useful = not screen.deciding or any(not offer.rare for offer in screen.offers_at(place))
    useful = useful or (s.phase == USE and place[1] in s.route)
    here = screen.cursor == place and screen.looked_at is None
    card, title = ("card", "title") if useful else ("card_off", "title_off")
    return _Paper(card, "cursor", "cursor_ink") if here else _Paper(card, title, "title_ink")


def _paint_strip(screen: NovgorodScreen, picture: Picture, region: Region, name: str, paper: _Paper) -> None:
    """The strip with the name; the cursor puts arrowheads around it, for those who see no colours."""
    style = screen.look.style(paper.title_ink, paper.title, "" if paper.title == "title_off" else "bold")
    picture.text(region.x, region.y, " " * region.width, style)
    if paper.title == "cursor" and region.width > SMALL.card_width:
        name = f"▸{name}◂"
    elif region.width > SMALL.card_width:
        name = f" {name}"
    picture.text(region.x, region.y, name[: region.width], style)


def _paint_city(screen: NovgorodScreen, picture: Picture, city: int, region: Region) -> None:
    look, s = screen.look, screen.novgorod
    paper = _paper(screen, ("city", city))
    picture.fill(region, look.style("card_ink", paper.card))
    _paint_strip(screen, picture, region, CITY_NAMES[city], paper)
    _paint_visitors(screen, picture, city, region)
    if screen.large:
        _paint_city_large(screen, picture, city, region, paper.card)
        return
    x, y, right = region.x + 1, region.y, region.right - 1
    family = FAMILY[city]
    role = f"{ROLES[family]}_card"
    picture.text(x, y + 1, f"{GOOD_SIGNS[family]} {GOOD_NAMES[city]}", look.style(role, paper.card, "bold"))
    picture.right(right, y + 1, f"+{INCOME_OF[city]} -{FEE_OF[city]}", look.style("card_dim", paper.card))
    kind = s.artisans[city]
    picture.text(x, y + 2, f"{LUXURY_SIGNS[kind]} {LUXURY_NAMES[kind]}", look.style(f"{ROLES[kind]}_card", paper.card))
    _paint_offices(screen, picture, city, x, y + 3, right, paper.card)


def _paint_offices(screen: NovgorodScreen, picture: Picture, city: int, x: int, y: int, right: int, card: str) -> None:
    """The cheapest office and how many are left; who has one here."""
    s, look = screen.novgorod, screen.look
    if s.stacks[city]:
        after = picture.text(x, y, f"{OFFICE} {office_price(s, city)}{DUCATS}", look.style("coin_card", card, "bold"))
        picture.text(after, y, f" x{s.stacks[city]}", look.style("card_dim", card))
    else:
        picture.text(x, y, f"{OFFICE} sold", look.style("card_dim", card))
    owners = [seat for seat in range(s.players) if s.offices[seat] >> city & 1]
    at = right - len(owners)
    for seat in owners:
        at = paint_token(screen, picture, at, y, seat)


def _paint_visitors(screen: NovgorodScreen, picture: Picture, city: int, region: Region) -> None:
    """Merchant, pirate, and the number of the city on the route, at the right of the strip."""
    s, look = screen.novgorod, screen.look
    at = region.right
    if city in s.route:
        at -= 3
        number = [slot for slot in s.route if slot < CITY_COUNT].index(city) + 1
        picture.text(at, region.y, f" {number} ", look.style("mark_ink", "mark", "bold"))
    if s.pirate == city:
        word = "P" if s.pirate_side == FRONT else "✕"
        at -= 2
        picture.text(at, region.y, f"{word} ", look.style("mark_ink", "mark", "bold"))
    if s.merchant == city:
        at -= 2
        picture.text(at, region.y, "M ", look.style("accent_ink", "coin", "bold"))


def _paint_city_large(screen: NovgorodScreen, picture: Picture, city: int, region: Region, card: str) -> None:
    """With its good drawn, and everything in words."""
    s, look = screen.novgorod, screen.look
    x, y = region.x + 1, region.y
    family, kind = FAMILY[city], s.artisans[city]
    role = look.style(f"{ROLES[family]}_card", card)
    if screen.house.ascii:
        picture.lines(x, y + 1, ["+------+", f"|{GOOD_NAMES[city]:^6}|", "+------+"], role)
    else:
        picture.lines(x, y + 1, GOOD_DRAWINGS[city], role)
    beside = x + 10
    bold = look.style(f"{ROLES[family]}_card", card, "bold")
    picture.text(beside, y + 1, f"{GOOD_SIGNS[family]} {GOOD_NAMES[city]}", bold)
    picture.text(beside, y + 2, f"income +{INCOME_OF[city]}{DUCATS}", look.style("coin_card", card))
    picture.text(beside, y + 3, f"fee    -{FEE_OF[city]}{DUCATS}", look.style("card_dim", card))
    maker = look.style(f"{ROLES[kind]}_card", card)
    picture.text(x, y + 5, f"{LUXURY_SIGNS[kind]} makes {LUXURY_NAMES[kind]}", maker)
    _paint_offices(screen, picture, city, x, y + 6, region.right - 1, card)


# The route


def _paint_route(screen: NovgorodScreen, picture: Picture) -> None:
    s, scale, look = screen.novgorod, screen.scale, screen.look
    y = scale.route_top
    seat = screen.board_seat if screen.looked_at is not None else s.actor if s.actor is not None else screen.viewer
    role = "bad" if seat == s.actor and s.phase in (ROUTE, USE) and outlook.cash_at_finish(s) < 0 else "accent"
    after = picture.text(0, y, _route_words(screen, seat), look.style(role, attributes="bold"))
    picture.text(after, y, "─" * (scale.width - 1 - after), look.style("faint"))
    _paint_ship(screen, picture, seat, _card_region(scale, 0))
    if seat != s.actor:
        return
    slots = outlook.slots(s)
    for at, slot in enumerate(slots):
        _paint_slot(screen, picture, at, slot, _card_region(scale, at + 1))
    if s.phase == ROUTE:
        _paint_room(screen, picture, len(slots))


def _route_words(screen: NovgorodScreen, seat: int) -> str:
    """Whose route, how it stands with the purse, and the fees."""
    s = screen.novgorod
    name = screen.match.seats[seat].name
    if seat != s.actor or s.phase not in (ROUTE, USE):
        return clip(f"{name}'s ship ", screen.scale.width)
    fee = outlook.fees(s) if s.phase == ROUTE else s.fee
    purse = f"{s.ducats[seat]}{DUCATS} now, {outlook.cash_at_finish(s)}{DUCATS} after fees of {fee} "
    room = screen.scale.width - len(purse) - 2
    whose = clip(f"{name}'s route", room)
    return f"{whose}: {purse}"


def _paint_ship(screen: NovgorodScreen, picture: Picture, seat: int, region: Region) -> None:
    s, look = screen.novgorod, screen.look
    here = screen.cursor == SHIP and screen.looked_at is None
    ink, on = ("cursor_ink", "cursor") if here else (f"seat{seat + 1}", "ground")
    style = look.style(ink, on)
    picture.fill(region, style)
    if screen.house.ascii:
        picture.lines(region.x, region.y, ["  |\\", "  | >", "\\====/"], style)
    else:
        picture.lines(region.x, region.y, SHIP_DRAWING_LARGE if screen.large else SHIP_DRAWING, style)
    y = region.bottom - 1
    cargo = s.ship[seat]
    if cargo < 0:
        picture.text(region.x, y, f"»{s.speed[seat]}", look.style(ink, on, "bold"))
        return
    used = seat == s.actor and s.phase == USE and not s.units & SHIP_UNIT
    units, _ = screen.touched()
    role = "dim" if used else ROLES[FAMILY[cargo]]
    good = look.style("mark_ink", "mark", "bold") if units & SHIP_UNIT else look.style(role, "ground", "bold")
    text = f"{GOOD_SIGNS[FAMILY[cargo]]}{GOOD_NAMES[cargo]}".ljust(region.width)
    picture.text(region.x, y, text, good)


def _paint_slot(screen: NovgorodScreen, picture: Picture, at: int, slot: outlook.Slot, region: Region) -> None:
    """A card of the route: bright while it can be used, lit where Enter would use it."""
    look = screen.look
    units, luxuries = screen.touched()
    used = slot.status != outlook.OPEN
    lit = bool(luxuries >> slot.city & 1) if slot.artisan else bool(units >> slot.city & 1)
    card = "back" if used else "card"
    picture.fill(region, look.style("card_ink", card))
    here = screen.cursor == ("slot", at) and screen.looked_at is None
    paper = _Paper(card, "cursor", "cursor_ink") if here else _Paper(card, "title", "title_ink")
    maker = "artisan" if screen.large else "maker"
    _paint_strip(screen, picture, region, maker if slot.artisan else CITY_NAMES[slot.city], paper)
    rows = _artisan_rows(screen, slot) if slot.artisan else _city_rows(screen, slot)
    for row, (text, role) in enumerate(rows):
        y = region.y + 1 + row if row < 1 or not screen.large else region.bottom - 3 + row
        style = look.style("back_ink" if used else role, card)
        if lit and row < 2:
            style = look.style("mark_ink", "mark", "bold")
        text = f" {text}" if screen.large else text
        picture.text(region.x, y, text[: region.width].ljust(region.width), style)
    if screen.large and not slot.artisan and not screen.house.ascii:
        ink = "card_off" if used else f"{ROLES[FAMILY[slot.city]]}_card"
        picture.lines(region.x + 1, region.y + 2, GOOD_DRAWINGS[slot.city], look.style(ink, card))


def _city_rows(screen: NovgorodScreen, slot: outlook.Slot) -> list[tuple[str, str]]:
    """Good, income or fee, and what became of the card, or the luxury that was made upon it."""
    family = FAMILY[slot.city]
    good = f"{GOOD_SIGNS[family]}{GOOD_NAMES[slot.city]}"
    worth = (f"+{slot.income}{DUCATS}", "coin_card") if slot.own else (f"-{slot.fee}{DUCATS}", "seal_card")
    rows = [(good, f"{ROLES[family]}_card"), worth]
    if slot.status == outlook.OPEN:
        return rows
    words = {outlook.TURNED: "used", outlook.COVERED: "covered", outlook.STORED: "stored"}
    return [*rows, _luxury_ready(screen, slot.city) or (words[slot.status], "card_ink")]


def _artisan_rows(screen: NovgorodScreen, slot: outlook.Slot) -> list[tuple[str, str]]:
    kind = screen.novgorod.artisans[slot.city]
    rows = [(f"{LUXURY_SIGNS[kind]}{LUXURY_NAMES[kind]}", f"{ROLES[kind]}_card"), ("", "card_ink")]
    ready = _luxury_ready(screen, slot.city)
    worked = [("worked", "card_ink")] if slot.status != outlook.OPEN else []
    return rows + ([ready] if ready else worked)


def _luxury_ready(screen: NovgorodScreen, city: int) -> tuple[str, str] | None:
    """A luxury made here and not yet used, with what it would sell for."""
    s = screen.novgorod
    goods = s.stock >> 2 * city & 3
    if not goods:
        return None
    kind = s.artisans[city]
    return f"{LUXURY_SIGNS[kind]}={sale(s, city, goods)[0]}{SEALS}", "card_ink"


def _paint_room(screen: NovgorodScreen, picture: Picture, laid: int) -> None:
    """The cards that may still follow, in outline; the one under the cursor with its name."""
    look, scale = screen.look, screen.scale
    free, fast = outlook.slots_left(screen.novgorod)
    way = screen.picked_way()
    for step in range(fast):
        region = _card_region(scale, laid + 1 + step)
        style = look.style("lane" if step < free else "faint")
        picture.frame(region, style)
        if step >= free:
            picture.text(region.x + 1, region.y + 1, "»+1", style)
        if step == 0 and way and isinstance(way[0], (Lay, LayArtisan)):
            name = "artisan" if isinstance(way[0], LayArtisan) else CITY_NAMES[way[0].city]
            picture.text(region.x, region.y + 1, name[: region.width], look.style("lane_lit", attributes="bold"))
