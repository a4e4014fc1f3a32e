"""Novgorod's screen: where its places are, what can be done there, and what is said about it."""

from typing import Any

from textual.binding import Binding
from textual.geometry import Region

from core.novgorod import outlook, words
from core.novgorod.components import (
    BONUS_HIGH,
    BONUS_LOW,
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    FEE_OF,
    GOOD_NAMES,
    INCOME_OF,
    INGREDIENTS,
    LUXURY_NAMES,
    MISSIONS,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    SHIP_PRICE,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    VARIETY,
    WORTH,
)
from core.novgorod.moves import BuyShip, End, Finish, Lay, Pass, Sail
from core.novgorod.phases import BACK, BUY, CLOSE, FRONT, INTRO, ROUTE, USE
from core.novgorod.rules.intro import office_price
from core.novgorod.rules.use import special_price
from core.novgorod.state import Novgorod
from tui.frame import Choice, Spot
from tui.games.novgorod import art, chart, ledger
from tui.games.novgorod.offers import (
    LOOSE,
    SHIP,
    Offer,
    Offers,
    Place,
    after_laying,
    offers,
    says,
    spent,
    way_says,
)
from tui.play import PlayScreen
from tui.widgets.picture import Panel, Picture


class NovgorodScreen(PlayScreen):
    """A chart and a ledger, with one cursor for both; ways of paying are listed in the ledger until one is chosen."""

    place = "novgorod"
    board_width = chart.SMALL.width
    board_width_large = chart.LARGE.width
    BINDINGS = [Binding("m", "turn_page", "Show or hide the open missions", show=False)]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        #: A half-made choice: the offer whose ways are listed, and the place where it was made.
        self.listed: Offer | None = None
        self._listed_at: Place = SHIP
        #: Whether the ledger of a small screen is turned to its other page.
        self.page_turned = False
        self._known: tuple[Any, Offers] = (None, {})

    @property
    def novgorod(self) -> Novgorod:
        state = self.state
        assert isinstance(state, Novgorod)
        return state

    @property
    def scale(self) -> chart.Scale:
        return chart.LARGE if self.large else chart.SMALL

    def show(self, panel: str, picture: Picture) -> None:
        """In ASCII the signs of this game have letters of their own."""
        if self.house.ascii:
            art.plain(picture)
        super().show(panel, picture)

    # Places

    def spots(self) -> dict[Spot, Region]:
        """Places on the chart, and to the right of it those in the ledger, in one system of coordinates."""
        if self.listed is not None:
            found = ledger.way_places(self)
        elif self.novgorod.phase == USE:
            found = {**ledger.places(self), **chart.route_places(self), **chart.city_places(self)}
        else:
            found = {**chart.city_places(self), **ledger.places(self), **chart.route_places(self)}
        if self.listed is None:
            found |= chart.bonus_places(self)
        return dict(found.items())

    def targets(self) -> list[Spot]:
        """Tab stops where something can be done, last where only income waits, which comes by itself.

        Moving the pirate alone is no reason to stop before the turn closes.
        """
        if not self.deciding or self.listed is not None or self.novgorod.phase == CLOSE:
            return super().targets()
        here = self._offers()
        found: list[Spot] = [
            spot for spot in self.spots() if any(not offer.rare for offer in here.get(_place(spot), []))
        ]
        if self._ship_pick() is not None:
            found.append(SHIP)
        return sorted(found, key=lambda spot: all(offer.idle for offer in here.get(_place(spot), [])))

    def click_side(self, x: int, y: int) -> None:
        """Clicks in the ledger: its places, a player to look at, or the line that turns the page."""
        if self.listed is None and not self.large and y == ledger.sections(self).players:
            self.action_turn_page()
            return
        seat = ledger.player_at(self, y)
        if seat is not None and self.listed is None:
            self.looked_at = None if seat == self.viewer else seat
            self.repaint()
            return
        self.click_board(x + self.scale.width, y)

    @property
    def shows_open(self) -> bool:
        """Whether the open missions are shown on a small screen: when they can be had, or on the other page."""
        return (self.novgorod.phase in (INTRO, BUY)) != self.page_turned

    def action_turn_page(self) -> None:
        self.page_turned = not self.page_turned
        self.repaint()

    # What can be done

    def _offers(self) -> Offers:
        key = (id(self.match.state), len(self.match.log))
        if self._known[0] != key:
            self._known = (key, offers(self.novgorod))
        return self._known[1]

    def offers_at(self, spot: Spot) -> list[Offer]:
        """What can be done at a place; nothing while somebody else decides."""
        return self._offers().get(_place(spot), []) if self.deciding and self.listed is None else []

    def decision_begins(self) -> None:
        self.listed = None
        self.page_turned = False
        self._known = (None, {})

    def choices(self, spot: Spot) -> list[Choice]:
        if self.listed is not None:
            kind, number = _place(spot)
            return [self._way_choice(self.listed, number)] if kind == "way" else []
        return [self._choice(offer) for offer in self.offers_at(spot)]

    def loose_choices(self) -> list[Choice]:
        if self.listed is not None:
            return [Choice("back", self._unlist, "back to the choices before")]
        return [self._choice(offer) for offer in self.offers_at(LOOSE)]

    def _choice(self, offer: Offer) -> Choice:
        text = says(self.novgorod, offer)
        if len(offer.ways) > 1:
            return Choice(f"{offer.label}…", lambda: self._list(offer), text)
        way = offer.ways[0]
        return Choice(offer.label, way[0] if len(way) == 1 else lambda: self.play_all(way), text)

    def _way_choice(self, offer: Offer, number: int) -> Choice:
        way = offer.ways[number]
        return Choice(
            "this way",
            way[0] if len(way) == 1 else lambda: self.play_all(way),
            way_says(self.novgorod, way),
        )

    def _list(self, offer: Offer) -> None:
        self._listed_at = _place(self.cursor)
        self.listed = offer
        self.cursor = ("way", 0)
        self.picked = 0

    def _unlist(self) -> None:
        self.listed = None
        self.cursor = self._listed_at
        self.picked = self.natural_pick()

    def step_back(self) -> bool:
        """A list of ways is closed; while the route is laid, its last card is taken back."""
        if self.listed is not None:
            self._unlist()
        elif self.deciding and self.novgorod.phase == ROUTE and self.novgorod.route:
            self.action_undo()
        else:
            return False
        return True

    def _ship_pick(self) -> int | None:
        """Which of the loose choices makes the ship faster."""
        loose = self.offers_at(LOOSE)
        return next((i for i, offer in enumerate(loose) if isinstance(offer.ways[0][0], BuyShip)), None)

    def natural_pick(self) -> int:
        """The first thing to do here; where there is none, the plain way on: sail, finish, pass."""
        here, loose = self.offers_at(self.cursor), self.offers_at(LOOSE)
        if self.cursor == SHIP and (ship := self._ship_pick()) is not None:
            return ship
        laid = self.deciding and self.novgorod.phase == ROUTE and self._at_end_of_route()
        if loose and (laid or all(offer.rare for offer in here)):
            onward = (Sail, Finish, Pass, End)
            return len(here) + next((i for i, o in enumerate(loose) if isinstance(o.ways[0][0], onward)), 0)
        return 0

    def _at_end_of_route(self) -> bool:
        route = self.novgorod.route
        return bool(route) and self.cursor == ("city", route[-1] % CITY_COUNT)

    # What the choice under the cursor would touch

    def picked_way(self) -> tuple[Any, ...]:
        """The moves that Enter would make, or begin."""
        if not self.deciding:
            return ()
        if self.listed is not None:
            kind, number = _place(self.cursor)
            return self.listed.ways[number] if kind == "way" and not self.picked else ()
        offered = self.offers_at(self.cursor) + self.offers_at(LOOSE)
        return offered[min(self.picked, len(offered) - 1)].ways[0] if offered else ()

    def touched(self) -> tuple[int, int]:
        """The units and luxuries that Enter would use, as masks."""
        return spent(self.picked_way())

    def prospects(self) -> dict[tuple[str, int], str]:
        """By line, step or special mission: "now" if the route laid can meet it, "then" with the city in view."""
        s = self.novgorod
        if s.actor != self.viewer or s.phase not in (ROUTE, USE) or self.looked_at is not None:
            return {}
        found = {}
        way = self.picked_way()
        if s.phase == ROUTE and way and isinstance(way[0], Lay):
            then = outlook.prospects(after_laying(s, way[0].city))
            found = {p[:2]: "then" for p in then if p.possible}
        return found | {p[:2]: "now" for p in outlook.prospects(s) if p.possible}

    # In words

    def prompt_words(self) -> str:
        if self.listed is not None:
            return "In which way? Arrows look, Enter takes it, Esc goes back."
        s = self.novgorod
        if s.phase == ROUTE:
            return self._route_question()
        if s.phase == USE:
            return "Use your route, one thing at a time, then finish."
        if s.phase == BUY and not s.bought:
            return "Buy an office, a mission or a faster ship, or pass."
        return super().prompt_words()

    def _route_question(self) -> str:
        free, fast = outlook.slots_left(self.novgorod)
        if not self.novgorod.route:
            return f"Begin a route of up to {words.count(free, 'card')} at any harbour, or stay."
        if not any(isinstance(offer.ways[0][0], Sail) for offer in self.offers_at(LOOSE)):
            return "The fees cannot be paid yet: go on to a harbour that pays."
        if not fast:
            return "The route is full: sail, or Esc takes the last card back."
        more = words.count(free, "more card") if free else "One more card with Speed +1"
        return f"{more} may follow, at a harbour that is lit; then sail."

    def says(self, spot: Spot) -> str:
        kind, number = _place(spot)
        return _SAYS[kind](self, number) if kind in _SAYS else ""

    def explain(self, spot: Spot) -> str:
        kind, number = _place(spot)
        return _EXPLAINS[kind](self, number) if kind in _EXPLAINS else self.says(spot) or super().explain(spot)

    # Drawing

    def paint_board(self, picture: Picture) -> None:
        chart.paint(self, picture)

    def paint_side(self, picture: Picture) -> None:
        ledger.paint(self, picture)

    def side_size(self) -> tuple[int, int]:
        size = self.query_one("#side", Panel).size
        return size.width, size.height


def _place(spot: Spot) -> Place:
    return spot if isinstance(spot, tuple) else ("", 0)


# What lies at a place, in a few words


def _city_says(screen: NovgorodScreen, city: int) -> str:
    s = screen.novgorod
    luxury = LUXURY_NAMES[s.artisans[city]]
    price = f"office {office_price(s, city)}" if s.stacks[city] else "offices sold"
    text = (
        f"{CITY_NAMES[city]}: {GOOD_NAMES[city]}, income {INCOME_OF[city]}, fee {FEE_OF[city]}, {price}; makes {luxury}"
    )
    if s.merchant == city:
        text += "; the merchant is here"
    if s.pirate == city:
        text += "; closed by the pirate" if s.pirate_side == BACK else "; the pirate slows you"
    return text


_STATUS = {
    outlook.OPEN: "to be used",
    outlook.TURNED: "used",
    outlook.COVERED: "covered by its artisan",
    outlook.STORED: "stored in the ship",
}


def _slot_says(screen: NovgorodScreen, at: int) -> str:
    slots = outlook.slots(screen.novgorod)
    if at >= len(slots):
        return ""
    slot = slots[at]
    if slot.artisan:
        luxury = LUXURY_NAMES[screen.novgorod.artisans[slot.city]]
        return f"A place for the artisan of {CITY_NAMES[slot.city]}, who makes {luxury}"
    worth = f"income {slot.income}" if slot.own else f"base office, fee {slot.fee}"
    return f"{CITY_NAMES[slot.city]}: {GOOD_NAMES[slot.city]}, {worth}; {_STATUS[slot.status]}"


def _ship_says(screen: NovgorodScreen, _: int) -> str:
    s, seat = screen.novgorod, screen.board_seat
    speed = s.speed[seat]
    cargo = f"carries {GOOD_NAMES[s.ship[seat]]}" if s.ship[seat] >= 0 else "carries nothing"
    more = f"; speed {speed + 1} costs {SHIP_PRICE[speed]}" if speed in SHIP_PRICE else ""
    return f"The ship: speed {speed} (cards on a route), {cargo}{more}"


def _mission_says(screen: NovgorodScreen, card: int) -> str:
    if card < 0:
        return "A mission that only its owner knows"
    if screen.novgorod.left[screen.board_seat] >> card & 1:
        return f"Mission, top line done; still open: {words.need(MISSIONS[card][1])} (2 seals)"
    return f"Mission: {words.mission(card)}; a line 2 seals, both in one turn 5"


def _open_says(screen: NovgorodScreen, card: int) -> str:
    if card < 0:
        return f"The deck: {words.count(len(screen.novgorod.deck), 'mission')}, unseen"
    return f"Open mission, 6 ducats: {words.mission(card)}"


def _career_says(screen: NovgorodScreen, _: int) -> str:
    s, seat = screen.novgorod, screen.board_seat
    level, career = s.level[seat], s.careers[seat]
    row = "an X: no victory from here" if ROW_X[level] else f"{words.seals(ROW_SEALS[level])} a turn"
    if level == TOP_LEVEL:
        return f"Career: the top row, {row}"
    return f"Career row {level}, {row}; the next step costs {words.need(STEP_COST[career][level])}"


def _special_says(screen: NovgorodScreen, card: int) -> str:
    s = screen.novgorod
    at = next(place for place, code in enumerate(s.row) if code >> 2 == card)
    half = SPECIALS[card][s.row[at] & 3]
    price = words.ducats(special_price(s, at, False)) if not s.done >> at & 1 else "done this turn"
    return f"Special mission: {words.need(half.need)}; {price}, {words.seals(half.seals)}"


def _bonus_says(screen: NovgorodScreen, card: int) -> str:
    return f"Bonus card {BONUS_NAMES[card]}: {chart.BONUS_WORDS[card]}"


_SAYS = {
    "city": _city_says,
    "slot": _slot_says,
    "ship": _ship_says,
    "mission": _mission_says,
    "open": _open_says,
    "career": _career_says,
    "special": _special_says,
    "bonus": _bonus_says,
}


# In full


def _city_explained(screen: NovgorodScreen, city: int) -> str:
    s = screen.novgorod
    kind = s.artisans[city]
    worth = ", ".join(f"{i} good{'s' * (i > 1)} {words.seals(n)}" for i, n in enumerate(WORTH[kind]) if i)
    owners = [screen.match.seats[seat].name for seat in range(s.players) if s.offices[seat] >> city & 1]
    lines = [
        f"{CITY_NAMES[city]} sells {GOOD_NAMES[city]}.",
        f"An own office brings {words.ducats(INCOME_OF[city])}; without one the harbour fee is {FEE_OF[city]}.",
        f"Offices left: {s.stacks[city]}"
        + (f", the next for {words.ducats(office_price(s, city))}." if s.stacks[city] else "."),
        f"Offices of: {words.listed(owners, 'nobody')}.",
        "",
        f"Its artisan makes {LUXURY_NAMES[kind]} from {words.listed(words.goods(INGREDIENTS[kind]))} "
        f"that come before him on the route: {worth}, and as many ducats.",
    ]
    if s.merchant == city:
        gift = "3 ducats more for income and for a luxury" if s.merchant_side == FRONT else "1 seal more for a luxury"
        lines += ["", f"The merchant is here: {gift} sold here."]
    if s.pirate == city:
        harm = "no ship can call here" if s.pirate_side == BACK else "a route through here is one card shorter"
        lines += ["", f"The pirate is here: {harm}."]
    return "\n".join(lines)


def _career_explained(screen: NovgorodScreen, _: int) -> str:
    s, seat = screen.novgorod, screen.board_seat
    career, level = s.careers[seat], s.level[seat]
    lines = [f"Career card {career // 2 + 1}, {words.SIDE_NAMES[career & 1]} side, from the top down:", ""]
    for row in range(TOP_LEVEL, -1, -1):
        mark = "X" if ROW_X[row] else words.seals(ROW_SEALS[row])
        privilege = words.PRIVILEGE_NAMES[ROW_PRIVILEGE[career][row]]
        state = "covered" if row < level else "here" if row == level else ""
        step = f"; then {words.need(STEP_COST[career][row])}" if row < TOP_LEVEL else ""
        lines.append(f"row {row}: {mark}, {privilege}{step}{f'  ({state})' if state else ''}")
    lines += ["", "One uncovered privilege a turn. Whoever still shows an X at the end cannot win."]
    return "\n".join(lines)


def _bonus_explained(screen: NovgorodScreen, card: int) -> str:
    if card == VARIETY:
        return f"{_bonus_says(screen, card)}.\n4-5 kinds 1 seal, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6, 11: 8."
    return (
        f"{_bonus_says(screen, card)}.\nThe first (and all others of the same round) get "
        f"{BONUS_HIGH[card]} seals; after that it gives {BONUS_LOW[card]} once more, "
        "or goes if several won it. Nobody wins it twice."
    )


_EXPLAINS = {"city": _city_explained, "career": _career_explained, "bonus": _bonus_explained}
