"""The chart: eight harbours on a ring, sea lanes between them, bonus cards at sea, and the route as a line of cards."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region

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
from core.novgorod.moves import SHIP_UNIT
from core.novgorod.offers import places
from core.novgorod.offers.places import SHIP
from core.novgorod.offers.route import COVERED, OPEN, STORED, TURNED, Slot
from core.novgorod.phases import BACK, FRONT
from core.novgorod.rules.route import ARTISAN
from core.novgorod.words import BONUS_AIMS, DUCATS, SEALS
from core.offers import Place
from tui.games.novgorod import art
from tui.games.novgorod.art import FAMILY, OFFICE, ROLES
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


def areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Everything on the chart that can be pointed at, and the route under it."""
    scale = screen.scale
    found = {places.city(city): _city_area(scale, city) for city in range(CITY_COUNT)}
    found |= {Place(places.SLOT, at): _card_area(scale, at + 1) for at in range(len(screen.offers.cards))}
    found[SHIP] = _card_area(scale, 0)
    return found | _bonus_areas(screen)


def _city_area(scale: Scale, city: int) -> Region:
    column, row = _WHERE[city]
    x, y = column * (scale.city_width + scale.gap), row * (scale.city_height + 1)
    return Region(x, y, scale.city_width, scale.city_height)


def _card_area(scale: Scale, at: int) -> Region:
    """The ship is number 0, the cards of the route follow."""
    return Region(at * (scale.card_width + 1), scale.route_top + 1, scale.card_width, scale.card_height)


def _bonus_areas(screen: NovgorodScreen) -> dict[Place, Region]:
    """Bonus cards float in the middle of the ring, to the left and the right of the lane."""
    scale = screen.scale
    middle = _city_area(scale, 0)
    width = (scale.city_width + scale.gap) // 2
    y = middle.bottom + 1
    lefts = (middle.x - 1, middle.x + scale.city_width // 2 + 2)
    cards = zip(screen.offers.bonus_cards, lefts, strict=False)
    return {Place(places.BONUS, card): Region(x, y, width, scale.city_height) for card, x in cards}


# Drawing


def paint(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    _paint_lanes(screen, picture, at)
    for card in screen.offers.bonus_cards:
        _paint_bonus(screen, picture, card, at[Place(places.BONUS, card)])
    for city in range(CITY_COUNT):
        _paint_city(screen, picture, city, at[places.city(city)])
    _paint_route(screen, picture, at)


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
    """Its name, what it gives now, and on a large screen what for."""
    look, s = screen.look, screen.state
    here = screen.points_at(Place(places.BONUS, card))
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
        picture.lines(region.x, y + 1, wrap(BONUS_AIMS[card], region.width - 1), look.style("dim"))


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


def _paper(screen: NovgorodScreen, city: int) -> _Paper:
    """Bright where something can be done, and where nobody is asked; the cursor shows in the strip."""
    place, offers = places.city(city), screen.offers
    useful = not screen.deciding or offers.invites(place) or offers.is_called_at(city)
    card, title = ("card", "title") if useful else ("card_off", "title_off")
    return _Paper(card, "cursor", "cursor_ink") if screen.points_at(place) else _Paper(card, title, "title_ink")


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
    look, s = screen.look, screen.state
    paper = _paper(screen, city)
    picture.fill(region, look.style("card_ink", paper.card))
    _paint_strip(screen, picture, region, CITY_NAMES[city], paper)
    _paint_visitors(screen, picture, city, region)
    if screen.large:
        _paint_city_large(screen, picture, city, region, paper.card)
        return
    x, y, right = region.x + 1, region.y, region.right - 1
    family, plain = FAMILY[city], screen.house.ascii
    good = f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}"
    picture.text(x, y + 1, good, look.style(f"{ROLES[family]}_card", paper.card, "bold"))
    picture.right(right, y + 1, f"+{INCOME_OF[city]} -{FEE_OF[city]}", look.style("card_dim", paper.card))
    kind = s.artisans[city]
    luxury = f"{art.luxury_sign(kind, plain)} {LUXURY_NAMES[kind]}"
    picture.text(x, y + 2, luxury, look.style(f"{ROLES[kind]}_card", paper.card))
    _paint_offices(screen, picture, city, x, y + 3, right, paper.card)


def _paint_offices(screen: NovgorodScreen, picture: Picture, city: int, x: int, y: int, right: int, card: str) -> None:
    """The cheapest office and how many are left; who has one here."""
    s, look = screen.state, screen.look
    if s.stacks[city]:
        price = f"{OFFICE} {screen.offers.office_price(city)}{DUCATS}"
        after = picture.text(x, y, price, look.style("coin_card", card, "bold"))
        picture.text(after, y, f" x{s.stacks[city]}", look.style("card_dim", card))
    else:
        picture.text(x, y, f"{OFFICE} sold", look.style("card_dim", card))
    owners = [seat for seat in range(s.players) if s.offices[seat] >> city & 1]
    at = right - len(owners)
    for seat in owners:
        at = paint_token(screen, picture, at, y, seat)


def _paint_visitors(screen: NovgorodScreen, picture: Picture, city: int, region: Region) -> None:
    """Merchant, pirate, and the number of the city on the route, at the right of the strip."""
    s, look = screen.state, screen.look
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
    s, look = screen.state, screen.look
    x, y = region.x + 1, region.y
    family, kind = FAMILY[city], s.artisans[city]
    role = look.style(f"{ROLES[family]}_card", card)
    plain = screen.house.ascii
    if plain:
        picture.lines(x, y + 1, ["+------+", f"|{GOOD_NAMES[city]:^6}|", "+------+"], role)
    else:
        picture.lines(x, y + 1, art.GOOD_DRAWINGS[city], role)
    beside = x + 10
    bold = look.style(f"{ROLES[family]}_card", card, "bold")
    picture.text(beside, y + 1, f"{art.good_sign(family, plain)} {GOOD_NAMES[city]}", bold)
    picture.text(beside, y + 2, f"income +{INCOME_OF[city]}{DUCATS}", look.style("coin_card", card))
    picture.text(beside, y + 3, f"fee    -{FEE_OF[city]}{DUCATS}", look.style("card_dim", card))
    maker = look.style(f"{ROLES[kind]}_card", card)
    picture.text(x, y + 5, f"{art.luxury_sign(kind, plain)} makes {LUXURY_NAMES[kind]}", maker)
    _paint_offices(screen, picture, city, x, y + 6, region.right - 1, card)


# The route


def _paint_route(screen: NovgorodScreen, picture: Picture, at: dict[Place, Region]) -> None:
    scale, look, offers = screen.scale, screen.look, screen.offers
    purse = offers.purse
    role = "bad" if purse is not None and purse.then < 0 else "accent"
    after = picture.text(0, scale.route_top, _route_words(screen), look.style(role, attributes="bold"))
    picture.text(after, scale.route_top, "─" * (scale.width - 1 - after), look.style("faint"))
    _paint_ship(screen, picture, at[SHIP])
    for number, slot in enumerate(offers.cards):
        place = Place(places.SLOT, number)
        _paint_slot(screen, picture, place, slot, at[place])
    _paint_room(screen, picture)


def _route_words(screen: NovgorodScreen) -> str:
    """Whose route, how it stands with the purse, and the fees."""
    name = screen.match.seats[screen.offers.ship_seat].name
    purse = screen.offers.purse
    if purse is None:
        return clip(f"{name}'s ship ", screen.scale.width)
    text = f"{purse.now}{DUCATS} now, {purse.then}{DUCATS} after fees of {purse.fees} "
    whose = clip(f"{name}'s route", screen.scale.width - len(text) - 2)
    return f"{whose}: {text}"


def _paint_ship(screen: NovgorodScreen, picture: Picture, region: Region) -> None:
    s, look, seat = screen.state, screen.look, screen.offers.ship_seat
    ink, on = ("cursor_ink", "cursor") if screen.points_at(SHIP) else (f"seat{seat + 1}", "ground")
    style = look.style(ink, on)
    picture.fill(region, style)
    if screen.house.ascii:
        picture.lines(region.x, region.y, ["  |\\", "  | >", "\\====/"], style)
    else:
        picture.lines(region.x, region.y, art.SHIP_LARGE if screen.large else art.SHIP, style)
    y = region.bottom - 1
    cargo = s.ship[seat]
    if cargo < 0:
        picture.text(region.x, y, f"»{s.speed[seat]}", look.style(ink, on, "bold"))
        return
    units, _ = screen.offers.touched(screen.chosen)
    role = "dim" if screen.offers.cargo_is_used else ROLES[FAMILY[cargo]]
    good = look.style("mark_ink", "mark", "bold") if units & SHIP_UNIT else look.style(role, "ground", "bold")
    text = art.good(FAMILY[cargo], GOOD_NAMES[cargo], screen.house.ascii)
    picture.text(region.x, y, text.ljust(region.width), good)


def _paint_slot(screen: NovgorodScreen, picture: Picture, place: Place, slot: Slot, region: Region) -> None:
    """A card of the route: bright while it can be used, lit where Enter would use it."""
    look = screen.look
    units, luxuries = screen.offers.touched(screen.chosen)
    used = slot.status != OPEN
    lit = bool(luxuries >> slot.city & 1) if slot.artisan else bool(units >> slot.city & 1)
    card = "back" if used else "card"
    picture.fill(region, look.style("card_ink", card))
    paper = _Paper(card, "cursor", "cursor_ink") if screen.points_at(place) else _Paper(card, "title", "title_ink")
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
        picture.lines(region.x + 1, region.y + 2, art.GOOD_DRAWINGS[slot.city], look.style(ink, card))


#: What is written on a card that has been used.
_USED = {TURNED: "used", COVERED: "covered", STORED: "stored"}


def _city_rows(screen: NovgorodScreen, slot: Slot) -> list[tuple[str, str]]:
    """Good, income or fee, and what became of the card, or the luxury that was made upon it."""
    family = FAMILY[slot.city]
    good = art.good(family, GOOD_NAMES[slot.city], screen.house.ascii)
    worth = (f"+{slot.income}{DUCATS}", "coin_card") if slot.own else (f"-{slot.fee}{DUCATS}", "seal_card")
    rows = [(good, f"{ROLES[family]}_card"), worth]
    if slot.status == OPEN:
        return rows
    return [*rows, _luxury_ready(screen, slot.city) or (_USED[slot.status], "card_ink")]


def _artisan_rows(screen: NovgorodScreen, slot: Slot) -> list[tuple[str, str]]:
    kind = screen.state.artisans[slot.city]
    luxury = art.luxury(kind, LUXURY_NAMES[kind], 1, screen.house.ascii)
    rows = [(luxury, f"{ROLES[kind]}_card"), ("", "card_ink")]
    ready = _luxury_ready(screen, slot.city)
    worked = [("worked", "card_ink")] if slot.status != OPEN else []
    return rows + ([ready] if ready else worked)


def _luxury_ready(screen: NovgorodScreen, city: int) -> tuple[str, str] | None:
    """A luxury made here and not yet used, with what it would sell for."""
    seals = screen.offers.luxury_ready(city)
    sign = art.luxury_sign(screen.state.artisans[city], screen.house.ascii)
    return (f"{sign}={seals}{SEALS}", "card_ink") if seals else None


def _paint_room(screen: NovgorodScreen, picture: Picture) -> None:
    """The cards that may still follow, in outline; the one under the cursor with its name."""
    look, scale, offers = screen.look, screen.scale, screen.offers
    free, fast = offers.cards_left
    following = offers.next_card(screen.chosen)
    for step in range(fast):
        region = _card_area(scale, len(offers.cards) + 1 + step)
        style = look.style("lane" if step < free else "faint")
        picture.frame(region, style)
        if step >= free:
            picture.text(region.x + 1, region.y + 1, "»+1", style)
        if step == 0 and following is not None:
            name = "artisan" if following >= ARTISAN else CITY_NAMES[following]
            picture.text(region.x, region.y + 1, name[: region.width], look.style("lane_lit", attributes="bold"))
