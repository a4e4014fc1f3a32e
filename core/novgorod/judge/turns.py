"""Whole turns: the best routes with their uses, then the purchase; one quickly, or many to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.game import Move
from core.novgorod.components import (
    CITY_COUNT,
    DISPLAY,
    EXTRA_INCOME,
    FEES,
    FIVE_CITIES,
    FULL_SPEED,
    INCOME,
    INCOMES,
    INGREDIENTS,
    MISSION,
    MISSION_DISCOUNT,
    MISSION_PRICE,
    OFFICES,
    ROUTE,
    SEAL,
    SHIP_PRICE,
    UNCOVERED,
)
from core.novgorod.components import IN_PROGRESS as MOST_MISSIONS
from core.novgorod.judge.eyes import MIND, STEP, Eyes, Mind, Project, wanted_goods
from core.novgorod.judge.hold import Goods, Hold
from core.novgorod.judge.voyages import Course, Voyage, course_shops, voyages
from core.novgorod.moves import (
    BUY_MISSION,
    BUY_MISSION_CHEAP,
    BUY_OFFICE,
    BUY_SHIP,
    FINISH,
    LAY,
    LAY_ARTISAN,
    PASS,
    SAIL,
    SHIP_UNIT,
    BuyMission,
)
from core.novgorod.moves import EXTRA_INCOME as EXTRA_INCOME_MOVE
from core.novgorod.phases import BUY, USE
from core.novgorod.phases import ROUTE as ROUTE_PHASE
from core.novgorod.rules.intro import office_price
from core.novgorod.rules.route import ARTISAN, Plan
from core.novgorod.rules.turn import can_use
from core.novgorod.state import Novgorod

#: So many courses are looked at for a quick turn, and for each turn to choose from.
QUICK_LOOKS = 24
THOROUGH_LOOKS = 6
_LEAST = float("-inf")
_ALL_OFFICES = (1 << CITY_COUNT) - 1


class Use(NamedTuple):
    """A route from here on and what it is used for, up to the end of the phase."""

    worth: float
    moves: tuple[Move, ...]


class Sight:
    """All routes of a turn as one seat sees them, the most promising first."""

    def __init__(self, eyes: Eyes, s: Novgorod) -> None:
        self.eyes = eyes
        self.s = s
        seat = eyes.seat
        self.goods = Goods(eyes, s)
        self.projects = eyes.projects(s)
        self.plan = Plan(s, seat)
        self.uncovered = 0 if s.privilege else UNCOVERED[s.careers[seat]][s.level[seat]]
        self.cargo = s.ship[seat]
        self.cargo_kind = -1
        if self.cargo >= 0:
            self.cargo_kind = next(k for k, goods in enumerate(INGREDIENTS) if goods >> self.cargo & 1)
        self.ship = SHIP_UNIT if self.cargo >= 0 else 0

    def voyages(self) -> list[tuple[float, Voyage]]:
        """The voyages that can be sailed, with a guess at what each could bring, the best first."""
        s, eyes, plan = self.s, self.eyes, self.plan
        offices = s.offices[eyes.seat]
        aboard = 1 << self.cargo if self.cargo >= 0 else 0
        cargo_luxury = 1 << self.cargo_kind if self.cargo_kind >= 0 else 0
        ducat = eyes.ducat
        sale = 1 + ducat
        found: list[tuple[float, Voyage]] = []
        bonus = 0 if s.taken[eyes.seat] >> ROUTE & 1 else s.bonus[ROUTE]
        needed = [
            (p.gain, p.goods, p.luxuries, p.kinds, p.cards, p.card if p.kind < STEP else -1) for p in self.projects
        ]
        simple = plan.pirate < 0
        more = 1 if self.ship else 0
        for voyage in voyages(s.artisans, plan.closed, plan.speed + plan.haste, self.cargo_kind):
            cities, length = voyage.cities, voyage.length
            if voyage.face_down and (plan.spare & ~cities).bit_count() < voyage.face_down:
                continue
            if not simple and length > plan.limit(cities) + plan.haste:
                continue
            if plan.balance(cities, length) < 0:
                continue
            worth = -FEES[cities & ~offices] * ducat
            have = cities | aboard
            kinds = voyage.kinds | cargo_luxury
            room = whole = length + more
            last = -2
            for gain, goods, luxuries, any_kinds, cards, card in needed:
                if cards <= room and not goods & ~have and not luxuries & ~kinds and card != last:
                    if any_kinds and kinds.bit_count() < any_kinds:
                        continue
                    worth += gain
                    room -= cards
                    if card >= 0:
                        last = card
            if room:
                rest = max(INCOMES[cities & offices] * ducat, voyage.sales * sale)
                worth += rest * room / whole
            if bonus and cities.bit_count() >= FIVE_CITIES:
                worth += bonus
            found.append((worth - self.haste_cost(cities, length), voyage))
        found.sort(key=lambda pair: -pair[0])
        return found

    def haste_cost(self, cities: int, length: int) -> float:
        """What it costs to sail faster by privilege: the seal that would come without."""
        if length <= self.plan.limit(cities):
            return 0.0
        return 1.0 if self.uncovered & SEAL else 0.1

    def courses(self, voyage: Voyage) -> Iterator[Course]:
        """The courses of a voyage that go on from what is laid already."""
        laid = tuple(self.s.route)
        if not laid:
            yield from voyage.courses
            return
        for course in voyage.ways:
            if course.route[: len(laid)] == laid:
                yield course

    def use(self, course: Course, cities: int, projects: Sequence[Project], beat: float = _LEAST) -> Use | None:
        """Use a course for these projects, in their order; None if it cannot be, or does not beat so much."""
        s, eyes = self.s, self.eyes
        fee = FEES[cities & ~s.offices[eyes.seat]]
        if s.phase == USE:
            hold = Hold(eyes, s, self.goods, course.shops, s.units, self.cargo not in s.route)
        else:
            stays = self.cargo >= 0 and not cities >> self.cargo & 1
            hold = Hold(eyes, s, self.goods, course.shops, cities | self.ship, stays)
        follows = hold.climb_first(fee)
        hold.carry_out([follows, *projects] if follows else projects)
        hasty = len(course.route) > self.plan.limit(cities)
        extra = EXTRA_INCOME if self.uncovered & INCOME and not hasty else 0
        worth = hold.close(fee, extra)
        if worth is None:
            return None
        if s.phase == ROUTE_PHASE:
            if hasty:
                worth -= self.haste_cost(cities, len(course.route))
            if cities.bit_count() >= FIVE_CITIES and not s.taken[eyes.seat] >> ROUTE & 1:
                worth += s.bonus[ROUTE]
        if worth <= beat:
            return None
        moves: list[Move] = []
        if s.phase == ROUTE_PHASE:
            moves += [LAY_ARTISAN if slot >= ARTISAN else LAY[slot] for slot in course.route[len(s.route) :]]
            moves.append(SAIL)
        if extra and self._takes_income(hold, fee):
            moves += [EXTRA_INCOME_MOVE]
        moves += hold.moves
        moves.append(FINISH)
        return Use(worth, tuple(moves))

    def _takes_income(self, hold: Hold, fee: int) -> bool:
        """Whether Income +2 is the privilege of this turn: when it is needed, or nothing better is there."""
        s, seat = self.s, self.eyes.seat
        if s.ducats[seat] - hold.outlay + hold.cash() < fee:
            return True
        room = (s.hand[seat] | s.left[seat]).bit_count() < MOST_MISSIONS
        return not self.uncovered & SEAL and not (self.uncovered & MISSION and room)

    def best(self) -> Use:
        """The best use of the best route that is found quickly."""
        if self.s.phase == USE:
            return self._here()[0]
        best: Use | None = None
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
        return best or Use(0.0, (SAIL, FINISH))

    def _here(self) -> list[Use]:
        """In the middle of phase 2: what can still be done on the route as it lies."""
        s = self.s
        cities = 0
        for slot in s.route:
            cities |= 1 << slot % CITY_COUNT
        course = Course(tuple(s.route), course_shops(tuple(s.route), s.artisans, self.cargo_kind))
        found = [self.use(course, cities, order) for order in self.orders()]
        uses = sorted((use for use in found if use is not None), key=lambda use: -use.worth)
        return uses or [Use(0.0, (FINISH,))]

    def orders(self) -> list[Sequence[Project]]:
        """Ways to go about the projects: as they are, each one first, each one left out."""
        projects = self.projects
        orders: list[Sequence[Project]] = [projects]
        for number, one in enumerate(projects):
            rest = [*projects[:number], *projects[number + 1 :]]
            if number:
                orders.append([one, *rest])
            orders.append(rest)
        orders.append([])
        return orders

    def many(self, count: int) -> list[Use]:
        """Different good turns as far as phase 2, the best first."""
        if self.s.phase == USE:
            return self._here()[:count]
        tries: list[tuple[float, Course, int]] = []
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
        found: dict[tuple[str, ...], Use] = {}
        for _, course, cities in tries[: max(6, count)]:
            for order in self.orders():
                use = self.use(course, cities, order)
                if use is not None:
                    # Two courses with the same uses differ by nothing but the way.
                    key = (str(cities), *sorted(move.notation for move in use.moves if move not in _WAY))
                    if key not in found or found[key].worth < use.worth:
                        found[key] = use
        uses = sorted(found.values(), key=lambda use: -use.worth)
        return uses[:count] or [Use(0.0, (SAIL, FINISH))]


_WAY = frozenset([*LAY, LAY_ARTISAN, SAIL])


def purchases(eyes: Eyes, s: Novgorod) -> list[tuple[float, Move]]:
    """What can be bought, with what it gains, the best first; nothing at all gains nothing."""
    seat = eyes.seat
    ducats = s.ducats[seat]
    found: list[tuple[float, Move]] = [(0.0, PASS)]
    if not s.bought:
        wanted = wanted_goods(s, seat)
        offices = s.offices[seat]
        for city, height in enumerate(s.stacks):
            if height and not offices >> city & 1:
                price = office_price(s, city)
                if price <= ducats:
                    worth = eyes.office(city, offices, wanted) - eyes.spent(price)
                    if offices | 1 << city == _ALL_OFFICES and not s.taken[seat] >> OFFICES & 1:
                        worth += s.bonus[OFFICES]
                    found.append((worth, BUY_OFFICE[city]))
        speed = s.speed[seat]
        if speed < FULL_SPEED and SHIP_PRICE[speed] <= ducats:
            worth = eyes.ship(speed + 1) - eyes.ship(speed) - eyes.spent(SHIP_PRICE[speed])
            found.append((worth, BUY_SHIP))
        if ducats >= MISSION_PRICE:
            found += _missions(eyes, s, MISSION_PRICE, BUY_MISSION)
    if ducats >= MISSION_PRICE - MISSION_DISCOUNT and can_use(s, seat, MISSION):
        seal = 1.0 if UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL else 0.0
        cheap = _missions(eyes, s, MISSION_PRICE - MISSION_DISCOUNT, BUY_MISSION_CHEAP)
        found += [(worth - seal, move) for worth, move in cheap]
    found.sort(key=lambda pair: -pair[0])
    return found


def _missions(eyes: Eyes, s: Novgorod, price: int, moves: Sequence[BuyMission]) -> list[tuple[float, Move]]:
    """The missions that can be had at this price."""
    seat = eyes.seat
    hand, left = s.hand[seat], s.left[seat]
    if (hand | left).bit_count() >= MOST_MISSIONS:
        return []
    more = eyes.rule.missions[hand.bit_count()] * eyes.later - eyes.spent(price)
    cards = [*s.display[: DISPLAY + 2], -1] if s.deck else s.display
    return [(more + eyes.fit(card) * eyes.later, moves[card]) for card in cards]


def take_turn(s: Novgorod, mind: Mind = MIND) -> None:
    """Play the rest of the actor's turn quickly, by the rule; moves that depend on what is revealed come last."""
    seat = s.actor
    assert seat is not None
    if s.phase in (ROUTE_PHASE, USE):
        for move in Sight(Eyes(s, seat, mind), s).best().moves:
            s.play(move)
    while s.actor == seat and s.phase == BUY:
        s.play(purchases(Eyes(s, seat, mind), s)[0][1])
