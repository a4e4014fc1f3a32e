"""Find the best routes of a turn with their uses: one quickly, or many to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.game import Move
from core.games.novgorod.bot.allocation import Allocation, GoodsValue
from core.games.novgorod.bot.projects import STEP, Project, projects
from core.games.novgorod.bot.value import Values
from core.games.novgorod.bot.voyages import SailingOrder, Voyage, course_shops, voyages
from core.games.novgorod.components import (
    CITY_COUNT,
    EXTRA_INCOME,
    FEES,
    FIVE_CITIES,
    INCOME,
    INCOMES,
    INGREDIENTS,
    MERCHANT_DUCATS,
    MISSION,
    ROUTE,
    SEAL,
    UNCOVERED,
)
from core.games.novgorod.components import IN_PROGRESS as MOST_MISSIONS
from core.games.novgorod.moves import EXTRA_INCOME as EXTRA_INCOME_MOVE
from core.games.novgorod.moves import FINISH, LAY, LAY_ARTISAN, SAIL, SHIP_UNIT, MovePirate
from core.games.novgorod.phases import ROUTE as ROUTE_PHASE
from core.games.novgorod.phases import USE
from core.games.novgorod.rules.route import ARTISAN, RoutePlan
from core.games.novgorod.state import NovgorodState

#: How many courses are tried for a quick turn, and for each turn to choose from.
QUICK_LOOKS = 24
THOROUGH_LOOKS = 6
_LEAST = float("-inf")
_ALL_OFFICES = (1 << CITY_COUNT) - 1


class RouteUse(NamedTuple):
    """A route from here on and what it is used for, up to the end of the phase."""

    worth: float
    moves: tuple[Move, ...]


class RouteSearch:
    """All routes of a turn for one seat, the most promising first."""

    def __init__(self, values: Values, s: NovgorodState) -> None:
        self.values = values
        self.s = s
        seat = values.seat
        self.goods = GoodsValue(values, s)
        self.projects = projects(values, s)
        self.plan = RoutePlan(s, seat)
        self.uncovered = 0 if s.privilege else UNCOVERED[s.careers[seat]][s.level[seat]]
        self.cargo = s.ship[seat]
        self.cargo_kind = -1
        if self.cargo >= 0:
            self.cargo_kind = next(k for k, goods in enumerate(INGREDIENTS) if goods >> self.cargo & 1)
        self.ship = SHIP_UNIT if self.cargo >= 0 else 0
        self._offices = s.offices[seat]
        #: The good at the ship and the luxury it goes into, as masks.
        self._aboard = 1 << self.cargo if self.cargo >= 0 else 0
        self._luxury_aboard = 1 << self.cargo_kind if self.cargo_kind >= 0 else 0
        #: What the bonus card for long routes would give.
        self._bonus = 0 if s.taken[seat] >> ROUTE & 1 else s.bonus[ROUTE]
        #: The summaries of the projects; then the mission, -1 where it is none, and how many goods must
        #: come from the route, as a stored one will not do.
        self._outlines = [
            (
                p.gain,
                p.goods,
                p.luxuries,
                p.kinds,
                p.cards,
                p.card if p.kind < STEP else -1,
                0 if s.stored_steps else p.needs[0].any_goods,
            )
            for p in self.projects
        ]

    def voyages(self) -> list[tuple[float, Voyage]]:
        """Return the voyages that can be sailed, with an estimate of what each could bring, the best first."""
        plan = self.plan
        all_there_are = voyages(self.s.artisans, plan.closed, plan.speed + plan.haste, self.cargo_kind)
        found = [(self._guess(voyage), voyage) for voyage in all_there_are if self._can_be_sailed(voyage)]
        found.sort(key=lambda pair: -pair[0])
        return found

    def _can_be_sailed(self, voyage: Voyage) -> bool:
        """Whether there are cards to lie face down, the pirate leaves room, and the fees can be paid."""
        plan, cities, length = self.plan, voyage.cities, voyage.length
        if voyage.face_down and (plan.spare & ~cities).bit_count() < voyage.face_down:
            return False
        if plan.pirate >= 0 and length > plan.limit(cities) + plan.haste:
            return False
        return plan.balance(cities, length) + self._by_trade(voyage) >= 0

    def _by_trade(self, voyage: Voyage) -> int:
        """Return an upper bound of the ducats towards the fees from selling luxuries."""
        merchant = self.plan.merchant
        gift = MERCHANT_DUCATS if merchant >= 0 and voyage.cities >> merchant & 1 else 0
        return voyage.sales + gift

    def _guess(self, voyage: Voyage) -> float:
        """Estimate what a voyage could bring: projects as far as there are cards, and sales or income by the rest."""
        cities, length = voyage.cities, voyage.length
        ducat = self.values.ducat
        worth = -FEES[cities & ~self._offices] * ducat
        have = cities | self._aboard
        kinds = voyage.kinds | self._luxury_aboard
        width = whole = length + (1 if self.ship else 0)
        last = -2
        for gain, goods, luxuries, any_kinds, cards, mission, from_route in self._outlines:
            if cards <= width and not goods & ~have and not luxuries & ~kinds and mission != last:
                if from_route > length or (any_kinds and kinds.bit_count() < any_kinds):
                    continue
                worth += gain
                width -= cards
                if mission >= 0:
                    last = mission
        if width:
            rest = max(INCOMES[cities & self._offices] * ducat, voyage.sales * (1 + ducat))
            worth += rest * width / whole
        if self._bonus and cities.bit_count() >= FIVE_CITIES:
            worth += self._bonus
        return worth - self.haste_cost(cities, length)

    def haste_cost(self, cities: int, length: int) -> float:
        """Return the cost of sailing faster by privilege: the seal that would come without."""
        if length <= self.plan.limit(cities):
            return 0.0
        return 1.0 if self.uncovered & SEAL else 0.1

    def courses(self, voyage: Voyage) -> Iterator[SailingOrder]:
        """Return the courses of a voyage that go on from the cards laid already."""
        laid = tuple(self.s.route)
        if not laid:
            yield from voyage.courses
            return
        for course in voyage.ways:
            if course.route[: len(laid)] == laid:
                yield course

    def use(
        self, course: SailingOrder, cities: int, projects: Sequence[Project], beat: float = _LEAST
    ) -> RouteUse | None:
        """Use a course for these projects, in their order; None if it cannot be, or gains no more than `beat`."""
        s, values = self.s, self.values
        fee = FEES[cities & ~s.offices[values.seat]]
        if s.phase == USE:
            spending = Allocation(values, s, self.goods, course.shops, s.units, self.cargo not in s.route)
        else:
            stays = self.cargo >= 0 and not cities >> self.cargo & 1
            spending = Allocation(values, s, self.goods, course.shops, cities | self.ship, stays)
        follows = spending.climb_first(fee)
        spending.to_moves([follows, *projects] if follows else projects)
        hasty = len(course.route) > self.plan.limit(cities)
        extra = EXTRA_INCOME if self.uncovered & INCOME and not hasty else 0
        worth = spending.close(fee, extra)
        if worth is None:
            return None
        if s.phase == ROUTE_PHASE:
            if hasty:
                worth -= self.haste_cost(cities, len(course.route))
            if cities.bit_count() >= FIVE_CITIES and not s.taken[values.seat] >> ROUTE & 1:
                worth += s.bonus[ROUTE]
        if worth <= beat:
            return None
        moves: list[Move] = []
        if s.phase == ROUTE_PHASE:
            moves += [LAY_ARTISAN if slot >= ARTISAN else LAY[slot] for slot in course.route[len(s.route) :]]
            moves.append(SAIL)
        if extra and self._takes_income(spending, fee):
            moves += [EXTRA_INCOME_MOVE]
        moves += spending.moves
        moves.append(FINISH)
        return RouteUse(worth, tuple(moves))

    def _takes_income(self, spending: Allocation, fee: int) -> bool:
        """Whether Income +2 is the privilege of this turn: when it is needed, or nothing better is there."""
        s, seat = self.s, self.values.seat
        if s.ducats[seat] - spending.outlay + spending.cash() < fee:
            return True
        width = (s.hand[seat] | s.left[seat]).bit_count() < MOST_MISSIONS
        return not self.uncovered & SEAL and not (self.uncovered & MISSION and width)

    def best(self) -> RouteUse:
        """Return the best use of the best route that is found quickly."""
        if self.s.phase == USE:
            return self._here()[0]
        best: RouteUse | None = None
        looks = QUICK_LOOKS
        for _, voyage in self.voyages():
            if looks <= 0 and best is not None:
                break
            for course in self.courses(voyage):
                looks -= 1
                beat = best.worth if best else _LEAST
                best = self.use(course, voyage.cities, self.projects, beat) or best
                if best is None:
                    # Done so much, the fees could not be paid.
                    best = self.use(course, voyage.cities, ())
        return best or RouteUse(0.0, ends_meet(self.s))

    def _here(self) -> list[RouteUse]:
        """In the middle of phase 2: what can still be done on the route as it lies."""
        s = self.s
        cities = 0
        for slot in s.route:
            cities |= 1 << slot % CITY_COUNT
        course = SailingOrder(tuple(s.route), course_shops(tuple(s.route), s.artisans, self.cargo_kind))
        found = [self.use(course, cities, order) for order in self.orders()]
        uses = sorted((use for use in found if use is not None), key=lambda use: -use.worth)
        return uses or [RouteUse(0.0, ends_meet(s))]

    def orders(self) -> list[Sequence[Project]]:
        """Return orders in which to try the projects: as they are, each one first, each one left out."""
        projects = self.projects
        orders: list[Sequence[Project]] = [projects]
        for number, one in enumerate(projects):
            rest = [*projects[:number], *projects[number + 1 :]]
            if number:
                orders.append([one, *rest])
            orders.append(rest)
        orders.append([])
        return orders

    def many(self, count: int) -> list[RouteUse]:
        """Return different good turns as far as phase 2, the best first."""
        if self.s.phase == USE:
            return self._here()[:count]
        tries: list[tuple[float, SailingOrder, int]] = []
        looks = THOROUGH_LOOKS * count
        for _, voyage in self.voyages():
            if looks <= 0 and tries:
                break
            for course in self.courses(voyage):
                looks -= 1
                use = self.use(course, voyage.cities, self.projects) or self.use(course, voyage.cities, ())
                if use is not None:
                    tries.append((use.worth, course, voyage.cities))
        tries.sort(key=lambda one: -one[0])
        found: dict[tuple[str, ...], RouteUse] = {}
        for _, course, cities in tries[: max(6, count)]:
            for order in self.orders():
                use = self.use(course, cities, order)
                if use is not None:
                    # Two courses with the same uses differ by nothing but the way.
                    key = (str(cities), *sorted(move.notation for move in use.moves if move not in _WAY))
                    if key not in found or found[key].worth < use.worth:
                        found[key] = use
        uses = sorted(found.values(), key=lambda use: -use.worth)
        return uses[:count] or [RouteUse(0.0, ends_meet(self.s))]


_WAY = frozenset([*LAY, LAY_ARTISAN, SAIL])


def ends_meet(s: NovgorodState) -> tuple[Move, ...]:
    """Return the rest of the phases that pays the fees of the route, however little else it brings."""
    s = s.copy()
    moves: list[Move] = []
    while s.phase in (ROUTE_PHASE, USE):
        legal = s.legal_moves()
        moves.append(
            next(move for move in (SAIL, FINISH, *legal) if move in legal and not isinstance(move, MovePirate))
        )
        s.play(moves[-1])
    return tuple(moves)
