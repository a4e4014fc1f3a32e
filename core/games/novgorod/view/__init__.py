"""What can be done, where, and what it would bring: on the chart, on the route, and in the ledger beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from core.game import Event, Move
from core.games.novgorod import text as words
from core.games.novgorod.components import CITY_COUNT, FEE_OF, IN_PROGRESS, QUESTION, ROW_PRIVILEGE
from core.games.novgorod.moves import FINISH, SAIL, SHIP_UNIT, BuyShip, Lay, LayArtisan, Line, Side
from core.games.novgorod.phases import BACK, BUY, CLOSE, INTRO, OFF, OVER, ROUTE, SIDES, USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.rules.use import office_income, sale, special_price
from core.games.novgorod.state import Novgorod
from core.games.novgorod.view import targets as places
from core.games.novgorod.view.actions import Deed, Deeds, Way, deeds, spent
from core.games.novgorod.view.changes import altered, changed, moments
from core.games.novgorod.view.goods_uses import BOTH, Aim, in_reach
from core.games.novgorod.view.move_text import (
    aim_words,
    both_words,
    climb_words,
    finish_with_income_words,
    lay_words,
    move_words,
    purse_words,
    spent_words,
)
from core.games.novgorod.view.refusals import why_not
from core.games.novgorod.view.route import (
    Purse,
    Slot,
    after_laying,
    can_sail,
    cash_before_fees,
    fees,
    purse,
    slots,
    slots_left,
)
from core.games.novgorod.view.target_text import EXPLAINS, SAYS
from core.games.novgorod.view.targets import CAREER, SHIP
from core.text import count, listed
from core.view import Begun, Moment, Offer, Offers, Place, Shown

#: By phase: the heading of the rules that tells of it.
_CHAPTERS = {
    SIDES: "The career card",
    INTRO: "Before the first turn",
    ROUTE: "1. The route",
    USE: "2. Using the route",
    BUY: "3. Buying",
    CLOSE: "The expert game",
    OVER: "The end",
}

#: So many of one's own offices have a digit of their own where a route begins.
_AT_HOME = 4

#: Whether a route can meet something: as it lies, or with the card that would be laid next.
NOW, THEN = "now", "then"


class Listed(Begun, frozen=True):
    """Something that can be done in several ways, which are listed: one of them is still to be chosen."""

    place: Place
    label: str


class NovgorodOffers(Offers[Novgorod]):
    """Cities, the route and the ledger; while ways are listed, only those."""

    # The contract

    def places(self) -> Sequence[Place]:
        if self.listed is not None:
            return self._ways_listed
        return self._places

    @cached_property
    def _ways_listed(self) -> list[Place]:
        assert self.listed is not None and isinstance(self.begun, Listed)
        return [places.way(self.begun.place, number) for number in range(len(self.listed.ways))]

    @cached_property
    def _places(self) -> list[Place]:
        s = self.state
        cities = [places.city(city) for city in range(CITY_COUNT)]
        ledger = [Place(places.MISSION, card) for card in self.missions if card >= 0]
        ledger.append(CAREER)
        ledger += [Place(places.SPECIAL, code >> 2) for code in s.row]
        ledger += [Place(places.OPEN, card) for card in (*s.display, -1)]
        route = [*(Place(places.SLOT, at) for at in range(len(self.cards))), SHIP]
        table = [*ledger, *route, *cities] if s.phase == USE else [*cities, *ledger, *route]
        return table + [Place(places.BONUS, card) for card in self.bonus_cards]

    def at(self, place: Place) -> list[Offer]:
        if self.listed is not None:
            way = self.way_at(place)
            return [Offer("this way", partial(self._way_words, way), way)] if way else []
        if place == SHIP:
            return self.anywhere()
        return [self._offer(place, deed) for deed in self.deeds.get(place, [])]

    def anywhere(self) -> list[Offer]:
        return [] if self.listed is not None else [self._offer(None, deed) for deed in self.deeds.get(None, [])]

    def choices(self, place: Place | None) -> list[Offer]:
        """What can be done anywhere belongs to the ship, and is not told twice there.

        A route is laid by the same digits wherever the cursor is: few cities can follow, and it mostly begins at home.
        """
        if not self._is_laying:
            return super().choices(None if place == SHIP else place)
        onward = self._onward
        here = [] if place in (None, SHIP) else self.at(place)
        return [*onward, *(offer for offer in here if offer.move not in [each.move for each in onward])]

    @property
    def _is_laying(self) -> bool:
        return self.deciding and self.state.phase == ROUTE

    @cached_property
    def _onward(self) -> list[Offer]:
        """Every card that may follow on the route, or the first of one's offices to begin with; and to sail."""
        s = self.state
        there = [(place, deed) for place in self._places for deed in self.deeds.get(place, []) if not deed.is_rare]
        if not s.route:
            assert self.seat is not None
            home = [each for each in there if s.offices[self.seat] >> each[0].number & 1]
            there = home[: _AT_HOME if s.pirate_side == OFF else _AT_HOME // 2]
        return [*(self._offer(place, deed) for place, deed in there), *self.anywhere()]

    def _offer(self, place: Place | None, deed: Deed) -> Offer:
        if place is not None and len(deed.ways) > 1:
            return Offer(f"{deed.label}…", partial(self._deed_words, deed), begins=Listed(place, deed.label))
        return Offer(deed.label, partial(self._way_words, deed.ways[0]), deed.ways[0], key=deed.key)

    def words(self, move: Move) -> str:
        if isinstance(move, Lay):
            return lay_words(self.state, move.city, self._new_with(move.city))
        return move_words(self.state, move)

    def _way_words(self, way: Way) -> str:
        first, last = way[0], way[-1]
        if len(way) == 1:
            return self.words(first)
        if isinstance(first, Line):
            return both_words(first.card)
        return finish_with_income_words(self.state) if last is FINISH else climb_words(self.state)

    def _deed_words(self, deed: Deed) -> str:
        return f"{self._way_words(deed.ways[0])} ({len(deed.ways)} ways to choose from)"

    def question(self) -> str:
        s = self.state
        if self.listed is not None:
            return "In which way? Arrows look, Enter takes it, Esc goes back."
        if s.phase == ROUTE:
            return self._route_question()
        if s.phase == USE:
            return self._use_question()
        if s.phase == BUY and not s.bought:
            return "Buy an office, a mission or a faster ship, or pass."
        return super().question()

    def _route_question(self) -> str:
        free, fast = slots_left(self.state)
        if not self.state.route:
            return f"Begin a route of up to {count(free, 'card')} at any harbour, or stay."
        if not can_sail(self.state):
            return f"Fees of {fees(self.state)} cannot be paid yet: go on to a harbour that pays."
        if not fast:
            return "The route is full: sail, or Esc takes the last card back."
        more = count(free, "more card") if free else "One more card with Speed +1"
        return f"{more} may follow, at a harbour that is lit; then sail."

    def _use_question(self) -> str:
        s = self.state
        assert s.actor is not None
        at_hand = cash_before_fees(s)
        if at_hand >= s.fee:
            return "Use your route, one thing at a time; to finish collects what is left."
        return f"{words.ducats(s.fee)} of fees are due and {at_hand} at hand: make a luxury, or use Income +2."

    def says(self, place: Place) -> str:
        """Nothing of a place that is no longer there, or hidden: a cursor may still be where a card lay."""
        return SAYS[place.kind](self, place.number) if place in self.places() else ""

    def named(self, word: str) -> Place | None:
        """A city, a mission or the deck as in the notation; else a kind and which of them ("slot 0", "bonus 1")."""
        meant = next((place for place in places.called(word) if place in self.places()), None)
        return meant or super().named(word)

    def explain(self, place: Place | None) -> str:
        if place is not None and place.kind in EXPLAINS:
            return EXPLAINS[place.kind](self, place.number)
        return super().explain(place)

    def why_not(self, place: Place) -> str:
        assert self.seat is not None
        return why_not(self.state, self.seat, place)

    def chapter(self) -> str:
        return _CHAPTERS[self.state.phase]

    def altered(self, before: Novgorod) -> frozenset[Place]:
        return altered(self, before)

    def changed(self, before: Novgorod) -> list[str]:
        return changed(self, before)

    def moments(self, before: Novgorod, events: Sequence[Event]) -> list[Moment]:
        return moments(self, before, events)

    def targets(self) -> list[Place]:
        """Tab stops where something can be done, then at the ship, last where only income waits.

        Moving the pirate alone is no reason to stop before the turn closes.
        """
        if not self.deciding or self.listed is not None or self.state.phase == CLOSE:
            return super().targets()
        inviting = [place for place in self._places if self.invites(place)]
        idle = [place for place in inviting if self._is_idle(place)]
        ship = [SHIP] if self.deeds.get(None) else []
        return [*(place for place in inviting if place not in idle), *ship, *idle]

    def _is_idle(self, place: Place | None) -> bool:
        """Whether all that can be done at a place comes by itself, or can wait."""
        return place is not None and all(deed.is_idle for deed in self.deeds.get(place, []))

    def start(self, place: Place | None) -> Place | None:
        """Where it was while something can be done there; from a list of ways back to where it was opened.

        What spends a privilege is never the first choice: then the cursor waits at the ship.
        """
        if not self.deciding or self.listed is not None:
            return super().start(place)
        if place is not None and place.kind == places.WAY:
            place = places.origin_of(place)
        if self._only_privileges_left:
            return SHIP
        goals = [each for each, there in self.deeds.items() if any(deed.is_goal for deed in there)]
        if goals and place not in goals:
            return next(each for each in self._places if each in goals)
        if place is not None and self.deeds.get(place) and not self._is_idle(place):
            return place
        targets = self.targets()
        return targets[0] if targets else place if place in self._places else SHIP

    @property
    def _only_privileges_left(self) -> bool:
        """Whether all but the way on would spend a privilege: a card by Speed +1, a mission by Mission -3."""
        s = self.state
        if s.phase == BUY:
            return s.bought
        return s.phase == ROUTE and bool(s.route) and not slots_left(s)[0] and can_sail(s)

    def natural(self, place: Place | None) -> int:
        """The first thing to do here; where there is none that could not wait, the way on: sail, finish, pass."""
        if not self.deciding or self.listed is not None:
            return 0
        if self._is_laying:
            return self._natural_onward(place)
        here = self.deeds.get(place, []) if place is not None else []
        loose = self.deeds.get(None, [])
        if place == SHIP and self._faster_ship is not None:
            return self._faster_ship
        if loose and self._is_idle(place):
            return len(here) + next((number for number, deed in enumerate(loose) if deed.leads_on), 0)
        return 0

    def _natural_onward(self, place: Place | None) -> int:
        """On a route: the city under the cursor, else to sail, else the first that may follow."""
        firsts = [offer.move for offer in self.choices(place)]
        city = next((move for move in firsts if isinstance(move, Lay) and place == places.city(move.city)), None)
        return firsts.index(city or (SAIL if SAIL in firsts else firsts[0]))

    @property
    def _faster_ship(self) -> int | None:
        """Which of the choices that can be made anywhere makes the ship faster."""
        loose = self.deeds.get(None, [])
        return next((number for number, deed in enumerate(loose) if isinstance(deed.first, BuyShip)), None)

    def shown(self, plan: Sequence[Move]) -> Shown:
        """At its place, or in its list of ways; what can be done anywhere is shown at the ship."""
        fitting = [each for each in self._all_ways() if tuple(plan[: len(each[3])]) == each[3]]
        place, deed, number, way = max(fitting, key=lambda each: len(each[3]))
        if place is not None and len(deed.ways) > 1:
            return Shown(Listed(place, deed.label), places.way(place, number), 0)
        offered = [offer.moves for offer in self.choices(place or SHIP)]
        return Shown(None, place or SHIP, offered.index(way))

    def _all_ways(self) -> Iterator[tuple[Place | None, Deed, int, Way]]:
        """Every way to do something: its place, the deed, which way of it, and its moves."""
        for place, there in self.deeds.items():
            for deed in there:
                for number, way in enumerate(deed.ways):
                    yield place, deed, number, way

    @property
    def escape_undoes(self) -> bool:
        """While the route is laid, its last card is taken back."""
        return self.state.phase == ROUTE and bool(self.state.route)

    # What can be done

    @cached_property
    def deeds(self) -> Deeds:
        """Everything that can be done now, by place."""
        return deeds(self.state, self.legal)

    @cached_property
    def listed(self) -> Deed | None:
        """What is to be done in one of the ways listed."""
        if not isinstance(self.begun, Listed):
            return None
        label = self.begun.label
        return next((deed for deed in self.deeds.get(self.begun.place, []) if deed.label == label), None)

    def way_at(self, place: Place) -> Way:
        """The moves of one of the ways listed; none at another place."""
        if self.listed is None or place.kind != places.WAY:
            return ()
        return self.listed.ways[places.number_of(place)]

    def way_in_words(self, place: Place) -> str:
        """What one of the ways listed uses up."""
        return spent_words(self.state, self.way_at(place))

    def invites(self, place: Place) -> bool:
        """Whether something can be done at a place, the pirate left aside."""
        return self.listed is None and any(not deed.is_rare for deed in self.deeds.get(place, []))

    # What a choice would touch

    def way_of(self, offer: Offer | None) -> Way:
        """The moves that a choice makes, or begins: the first of several ways."""
        if offer is None or not isinstance(offer.begins, Listed):
            return offer.moves if offer else ()
        place, label = offer.begins.place, offer.begins.label
        return next(deed.ways[0] for deed in self.deeds[place] if deed.label == label)

    def touched(self, offer: Offer | None) -> tuple[int, int]:
        """The units and luxuries that a choice would use up, as masks."""
        return spent(self.way_of(offer))

    def next_card(self, offer: Offer | None) -> int | None:
        """The card that a choice would lay at the end of the route: a city, or ARTISAN + city."""
        way = self.way_of(offer)
        if way and isinstance(way[0], LayArtisan):
            return ARTISAN + self.state.route[-1]
        return way[0].city if way and isinstance(way[0], Lay) else None

    def career(self, offer: Offer | None) -> int:
        """The career on the board, with the side that a choice would turn up."""
        career = self.state.careers[self.board]
        way = self.way_of(offer)
        return career & ~1 | way[0].side if way and isinstance(way[0], Side) else career

    def chances(self, offer: Offer | None) -> dict[Aim, str]:
        """What the route can meet as it lies, and what only with the card that a choice would lay."""
        s = self.state
        if self.seat is None or s.actor != self.seat or s.phase not in (ROUTE, USE) or self.wanted is not None:
            return {}
        found = dict.fromkeys(self._met_now, NOW)
        card = self.next_card(offer)
        if card is not None and card < ARTISAN:
            found = dict.fromkeys(self._met_with(card), THEN) | found
        return found

    @cached_property
    def _met_now(self) -> list[Aim]:
        return in_reach(self.state)

    @cached_property
    def _met_by_city(self) -> dict[int, list[Aim]]:
        return {}

    def _met_with(self, city: int) -> list[Aim]:
        """What the route could meet with this city laid."""
        if city not in self._met_by_city:
            self._met_by_city[city] = in_reach(after_laying(self.state, city))
        return self._met_by_city[city]

    def _new_with(self, city: int) -> list[Aim]:
        """What the route could meet with this city laid and cannot without."""
        return [aim for aim in self._met_with(city) if aim not in self._met_now]

    # What lies there

    @cached_property
    def missions(self) -> list[int]:
        """The missions in progress on the board; -1 for each that the seat may not know."""
        s, board = self.state, self.board
        secret = 0 if board == self.seat else s.hidden[board]
        return words.mission_cards((s.left[board] | s.hand[board]) & ~secret) + [-1] * secret.bit_count()

    @property
    def mission_room(self) -> int:
        """How many missions can come to lie there."""
        return 2 if self.state.phase == INTRO else IN_PROGRESS

    @property
    def missions_for_sale(self) -> bool:
        """Whether open missions can be had in this phase."""
        return self.state.phase in (INTRO, BUY)

    @property
    def bonus_cards(self) -> list[int]:
        return [card for card, value in enumerate(self.state.bonus) if value]

    @property
    def ship_seat(self) -> int:
        """Whose ship is shown: of the board wanted, else of whoever is at turn."""
        if self.wanted is None and self.state.actor is not None:
            return self.state.actor
        return self.board

    @cached_property
    def cards(self) -> list[Slot]:
        """The route before the ship shown."""
        return slots(self.state) if self.ship_seat == self.state.actor else []

    @property
    def cards_left(self) -> tuple[int, int]:
        """How many more may be laid there now, without and with the privilege Speed +1."""
        laying = self.state.phase == ROUTE and self.ship_seat == self.state.actor
        return slots_left(self.state) if laying else (0, 0)

    @property
    def purse(self) -> Purse | None:
        """Ducats and fees of the route shown, while there is one."""
        sailing = self.state.phase in (ROUTE, USE) and self.ship_seat == self.state.actor
        return purse(self.state) if sailing else None

    @property
    def cargo_is_used(self) -> bool:
        """Whether the good of the ship shown has been used this turn."""
        s = self.state
        return self.ship_seat == s.actor and s.phase == USE and not s.units & SHIP_UNIT

    def is_called_at(self, city: int) -> bool:
        """Whether the route that is being used leads there."""
        return self.state.phase == USE and city in self.state.route

    def owners(self, city: int) -> list[int]:
        """The seats that have an office in a city."""
        return [seat for seat in range(self.state.players) if self.state.offices[seat] >> city & 1]

    def earns(self, city: int) -> int:
        """What the office of the board's seat pays in a city; 0 if it has none there."""
        return office_income(self.state, city) if self.state.offices[self.board] >> city & 1 else 0

    def fee(self, city: int) -> int:
        """What a visit costs the board's seat."""
        return 0 if self.state.offices[self.board] >> city & 1 else FEE_OF[city]

    def privilege_name(self, career: int, row: int) -> str:
        """The privilege on a row in words; the one for the pirate says so, or that there is none without him."""
        privilege = ROW_PRIVILEGE[career][row]
        if privilege != QUESTION:
            return words.PRIVILEGE_NAMES[privilege]
        return "move the pirate" if self.state.pirate_side == BACK else "no privilege"

    def outlook(self) -> str:
        """What could be done with the route shown, as far as the seat knows."""
        aims = [aim_words(aim) for aim in self.chances(None) if aim.kind != BOTH]
        return f"Can do {listed(aims)}." if aims else ""

    def cash(self) -> str:
        """The purse of the ship shown, with what its route brings and costs."""
        owned = self.state.ducats[self.ship_seat] - self.state.owed[self.ship_seat]
        return purse_words(self.purse or Purse(owned, owned))

    def office_price(self, city: int) -> int:
        return office_price(self.state, city)

    def special_price(self, at: int) -> int:
        """What the special mission at this place of the row costs now."""
        return special_price(self.state, at, False)

    def luxury_ready(self, city: int) -> int:
        """The seals that a luxury made in a city and not yet used would sell for; 0 if there is none."""
        goods = self.state.stock >> 2 * city & 3
        return sale(self.state, city, goods)[0] if goods else 0


OFFERS = NovgorodOffers
