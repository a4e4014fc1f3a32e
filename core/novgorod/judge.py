"""What a bot thinks: the cheap rule. It looks to the end of the turn and guesses what the rest is worth.

A route is judged by handing its goods and artisans to the most rewarding needs first, without trying out all
the ways there are. All worths are in seals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.bots.judge import Judge
from core.game import Move
from core.novgorod.components import (
    CITY_COUNT,
    END_SEALS,
    FEES,
    INGREDIENTS,
    MISSION_PRICE,
    MISSIONS,
    NEIGHBOURS,
    OFFICES,
    ROUTE,
    ROW_SEALS,
    ROW_X,
    SEAL,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    UNCOVERED,
    WORTH,
    Need,
)
from core.novgorod.moves import (
    EXTRA_INCOME,
    FINISH,
    LAY,
    LAY_ARTISAN,
    SAIL,
    SHIP_UNIT,
    BuyMission,
    Pirate,
    Side,
)
from core.novgorod.phases import BUY, CLOSE, FRONT, INTRO, SIDES, USE
from core.novgorod.phases import ROUTE as ROUTE_PHASE
from core.novgorod.rules.route import ARTISAN, Plan, cities_laid
from core.novgorod.rules.turn import pirate_price
from core.novgorod.rules.use import office_income
from core.novgorod.scoring import award
from core.novgorod.state import Novgorod

# Weights, found by trying them out against each other.
#: What a ducat is worth to the poor, to most, and to the rich.
DUCAT = (0.42, 0.28, 0.18)
POOR, RICH = 5, 22
DUCAT_LATE = 0.15
DUCAT_LAST = 0.02
MISSION_IN_HAND = (3.2, 2.9, 1.8)
MISSION_LEFT = 1.4
FIT = 0.12
STORED = 0.8
SHIP = (0.0, 0.0, 0.0, 1.0, 2.0, 2.5)
OFFICE_BASE = 0.10
OFFICE_INCOME = 0.05
OFFICE_NEIGHBOUR = 0.3
OFFICE_WANTED = 0.5
STEP = 4.0
X_EARLY = 4.0
X_LATE = 9.0
#: Ending the game while one shows an X oneself.
X_AT_THE_END = 12.0
HURRY = 1.5
SEALS_A_ROUND = 3.2
ROUNDS = 12
CONTENT = 0.01

_Project = tuple[float, tuple[Need, ...]]


class Eyes:
    """How one seat sees the rest of the game at this moment."""

    def __init__(self, s: Novgorod, seat: int) -> None:
        self.s = s
        self.seat = seat
        if s.final:
            self.rounds = 1.0
        else:
            by_seals = (END_SEALS - max(s.seals)) / SEALS_A_ROUND + 2
            self.rounds = max(2.0, min(ROUNDS + 1.0 - s.round, by_seals))
        #: How much of what is not finished this turn can still be finished later.
        self.later = max(0.0, min(1.0, (self.rounds - 1) / 3))
        purse = s.ducats[seat]
        self.ducat = DUCAT[(purse >= POOR) + (purse >= RICH)]
        if self.rounds <= 2:
            self.ducat = DUCAT_LAST if s.final else DUCAT_LATE
        level = s.level[seat]
        #: Luxuries for a step that takes an X away need a long route or a good at the ship.
        self.hurry = 1.0
        if ROW_X[level] and STEP_COST[s.careers[seat]][level].any_luxuries:
            self.hurry = HURRY

    # What things are worth

    def career(self, level: int) -> float:
        worth = ROW_SEALS[level] * self.rounds + STEP * level * self.later
        if ROW_X[level]:
            urgency = X_LATE if self.rounds <= 4 else X_EARLY
            worth -= urgency * (ROW_X.index(False) - level)
        return worth

    def missions(self, hand: int, left: int) -> float:
        worth = MISSION_LEFT * left.bit_count() + sum(MISSION_IN_HAND[: hand.bit_count()])
        return worth * self.later

    def ship(self, speed: int) -> float:
        return SHIP[speed] * (self.rounds - 1) * self.hurry

    def office(self, city: int, offices: int, wanted: int) -> float:
        income = office_income(self.s, city)
        worth = (self.rounds - 1) * (OFFICE_BASE + OFFICE_INCOME * income)
        worth += OFFICE_NEIGHBOUR * (NEIGHBOURS[city] & offices).bit_count() * self.later
        return worth + OFFICE_WANTED * (wanted >> city & 1) * self.later

    def belongings(self, s: Novgorod) -> float:
        """What a seat has, the turn at hand left out."""
        seat = self.seat
        worth = s.seals[seat] + s.ducats[seat] * self.ducat + self.career(s.level[seat])
        worth += self.missions(s.hand[seat], s.left[seat])
        worth += self.ship(s.speed[seat])
        if s.stored:
            worth += STORED * self.hurry * self.later
        if s.seals[seat] >= END_SEALS and ROW_X[s.level[seat]] and not s.final:
            worth -= X_AT_THE_END
        if not s.privilege and UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL and s.phase < CLOSE:
            worth += 1
        return worth

    # What a route can bring

    def projects(self, s: Novgorod) -> list[_Project]:
        """What goods could be used for, with what it would gain, the best first."""
        seat = self.seat
        in_hand = s.hand[seat]
        number = in_hand.bit_count()
        keep = MISSION_IN_HAND[max(0, min(number, 3) - 1)] * self.later
        found: list[_Project] = []
        for card, (top, bottom) in enumerate(MISSIONS):
            if in_hand >> card & 1:
                found.append((5 - keep, (top, bottom)))
                found.append((2 + MISSION_LEFT * self.later - keep, (top,)))
                found.append((2 - keep, (bottom,)))
            elif s.left[seat] >> card & 1:
                done = 3 if s.topped >> card & 1 else 2
                found.append((done - MISSION_LEFT * self.later, (bottom,)))
        level = s.level[seat]
        if level < TOP_LEVEL:
            need = STEP_COST[s.careers[seat]][level]
            if not need.ducats:
                found.append((self.career(level + 1) - self.career(level), (need,)))
        for place, code in enumerate(s.row):
            if not s.done >> place & 1:
                half = SPECIALS[code >> 2][code & 3]
                found.append((half.seals - (half.price + place) * self.ducat, (half.need,)))
        worthwhile = [project for project in found if project[0] > 0]
        worthwhile.sort(key=lambda p: p[0] / sum(_effort(need) for need in p[1]), reverse=True)
        return worthwhile

    def to_come(
        self, s: Novgorod, route: Sequence[int], units: int, stock: int, projects: list[_Project], fee: int
    ) -> float:
        """What the rest of this turn's route should bring, less the fees."""
        hold = Hold(self, s, route, units, stock)
        worth = 0.0
        for gain, needs in projects:
            before = hold.units, hold.stock, hold.worked
            cost = hold.take(needs)
            if cost is None or cost >= gain:
                hold.units, hold.stock, hold.worked = before
            else:
                worth += gain
        worth += hold.rest() - fee * self.ducat
        if fee and projects and s.ducats[self.seat] + hold.cash < fee:
            # So much cannot be done: the harbour masters want their money.
            return self.to_come(s, route, units, stock, [], fee)
        return worth


def _effort(need: Need) -> int:
    luxuries = sum(1 + boxes for _, boxes in need.luxuries) + 2 * need.any_luxuries
    return need.goods.bit_count() + need.any_goods + luxuries


class Hold:
    """Goods and artisans of a route, handed out one after the other."""

    __slots__ = ("artisans", "cargo", "cash", "ducats", "income", "seals", "shops", "stock", "units", "worked")

    def __init__(self, eyes: Eyes, s: Novgorod, route: Sequence[int], units: int, stock: int) -> None:
        seat = eyes.seat
        self.units = units
        self.stock = stock
        self.worked = s.worked
        self.cargo = s.ship[seat]
        self.artisans = s.artisans
        offices = s.offices[seat]
        #: By unit: what it is worth as income, so that the cheapest are given away first.
        self.ducats = [office_income(s, c) if offices >> c & 1 else 0 for c in range(CITY_COUNT)]
        self.income = [income * eyes.ducat for income in self.ducats]
        #: Ducats that come in when what is left has been sold and collected.
        self.cash = 0
        self.income.append(0.0 if self.cargo in route else STORED * eyes.hurry * eyes.later)
        self.seals = 1 + eyes.ducat
        #: Places for artisans: city, the units that reach it, the card it covers.
        self.shops: list[tuple[int, int, int]] = []
        before = SHIP_UNIT
        for slot in route:
            if slot >= ARTISAN:
                if self.shops and self.shops[-1][0] == slot - ARTISAN:
                    self.shops.pop()
                self.shops.append((slot - ARTISAN, before, 0))
            else:
                self.shops.append((slot, before, 1 << slot))
                before |= 1 << slot

    def take(self, needs: tuple[Need, ...]) -> float | None:
        """Use up what is needed; the income lost by it, or None if it cannot be met."""
        cost = 0.0
        for need in needs:
            for kind, boxes in need.luxuries:
                paid = self._luxury(kind, boxes)
                if paid is None:
                    return None
                cost += paid
            if need.any_luxuries:
                offers = [(self._offer(kind, 1), kind) for kind in range(3)]
                ready = sorted((o[0], kind) for o, kind in offers if o is not None)
                if len(ready) < need.any_luxuries:
                    return None
                for _, kind in ready[: need.any_luxuries]:
                    paid = self._luxury(kind, 1)
                    if paid is None:
                        return None
                    cost += paid
            for good in range(CITY_COUNT):
                if need.goods >> good & 1:
                    paid = self._good(good)
                    if paid is None:
                        return None
                    cost += paid
            if need.any_goods:
                paid = self._any_goods(need.any_goods)
                if paid is None:
                    return None
                cost += paid
        return cost

    def _good(self, good: int) -> float | None:
        if self.cargo == good and self.units & SHIP_UNIT:
            self.units &= ~SHIP_UNIT
            return self.income[CITY_COUNT]
        if self.units >> good & 1:
            self.units &= ~(1 << good)
            return self.income[good]
        return None

    def _any_goods(self, number: int) -> float | None:
        choice = sorted((self.income[c], c) for c in range(CITY_COUNT) if self.units >> c & 1)
        if self.units & SHIP_UNIT and not self.units >> self.cargo & 1:
            choice.append((self.income[CITY_COUNT], CITY_COUNT))
            choice.sort()
        if len(choice) < number:
            return None
        for _, unit in choice[:number]:
            self.units &= ~(1 << unit)
        return sum(income for income, _ in choice[:number])

    def _fitting(self, kind: int, reach: int, cover: int) -> list[tuple[float, int]]:
        """The units that an artisan could use, the cheapest first; two of the same good never."""
        mask = self.units & reach & INGREDIENTS[kind] & ~cover
        fitting = [(self.income[c], 1 << c) for c in range(CITY_COUNT) if mask >> c & 1]
        if self.units & SHIP_UNIT and INGREDIENTS[kind] >> self.cargo & 1:
            fitting = [f for f in fitting if f[1] != 1 << self.cargo]
            fitting.append((self.income[CITY_COUNT], SHIP_UNIT))
        fitting.sort()
        return fitting

    def _offer(self, kind: int, boxes: int) -> tuple[float, int, int, int] | None:
        """The cheapest way to such a luxury: cost, city, units, covered card."""
        best: tuple[float, int, int, int] | None = None
        for city in range(CITY_COUNT):
            goods = self.stock >> 2 * city & 3
            if goods >= boxes and self.artisans[city] == kind:
                cost = WORTH[kind][goods] * self.seals
                if best is None or cost < best[0]:
                    best = cost, city, 0, 0
        for city, reach, cover in self.shops:
            if self.artisans[city] != kind or self.worked >> city & 1 or cover & ~self.units:
                continue
            fitting = self._fitting(kind, reach, cover)
            if len(fitting) < boxes:
                continue
            cost = sum(income for income, _ in fitting[:boxes]) + (self.income[city] if cover else 0.0)
            if best is None or cost < best[0]:
                best = cost, city, sum(unit for _, unit in fitting[:boxes]), cover
        return best

    def _luxury(self, kind: int, boxes: int) -> float | None:
        offer = self._offer(kind, boxes)
        if offer is None:
            return None
        cost, city, units, cover = offer
        if units:
            self.units &= ~(units | cover)
            self.worked |= 1 << city
        else:
            self.stock &= ~(3 << 2 * city)
        return cost

    def rest(self) -> float:
        """Sell what is worth more as a luxury, take income for the rest."""
        worth = 0.0
        for city, reach, cover in self.shops:
            if self.worked >> city & 1 or cover & ~self.units:
                continue
            kind = self.artisans[city]
            fitting = self._fitting(kind, reach, cover)
            best, use = 0.0, 0
            lost = self.income[city] if cover else 0.0
            spent = 0
            for number, (income, unit) in enumerate(fitting, 1):
                lost += income
                spent |= unit
                gain = WORTH[kind][number] * self.seals - lost
                if gain > best:
                    best, use = gain, spent
            if use:
                worth += best + sum(self.income[u] for u in range(9) if use >> u & 1)
                worth += self.income[city] if cover else 0.0
                self.units &= ~(use | cover)
                self.cash += WORTH[kind][use.bit_count()]
        for city in range(CITY_COUNT):
            goods = self.stock >> 2 * city & 3
            if goods:
                worth += WORTH[self.artisans[city]][goods] * self.seals
                self.cash += WORTH[self.artisans[city]][goods]
            if self.units >> city & 1:
                self.cash += self.ducats[city]
        return worth + sum(self.income[u] for u in range(9) if self.units >> u & 1)


def rate(s: Novgorod, moves: Sequence[Move]) -> list[float]:
    """How good each legal move looks to the actor; the position is an imagined one."""
    seat = s.actor
    assert seat is not None
    eyes = Eyes(s, seat)
    if s.phase == SIDES:
        return [1.0 if isinstance(move, Side) and not move.side else 0.0 for move in moves]
    if s.phase == ROUTE_PHASE:
        return _rate_routes(eyes, s, moves)
    return [_after(eyes, s, move) for move in moves]


def _after(eyes: Eyes, s: Novgorod, move: Move) -> float:
    """What the seat has after this move, with what the turn should still bring."""
    seat = eyes.seat
    if s.phase == CLOSE or isinstance(move, Pirate):
        return _rate_pirate(eyes, s, move)
    phase = s.phase
    after = s.copy()
    if phase == INTRO:
        return _rate_pick(eyes, after, move)
    after.play(move)
    if phase == BUY:
        return _rate_purchase(eyes, s, after, move)
    worth = eyes.belongings(after)
    if after.phase == USE:
        projects = eyes.projects(after)
        worth += eyes.to_come(after, after.route, after.units, after.stock, projects, after.fee)
        if move is EXTRA_INCOME and s.ducats[seat] > 2:
            worth -= CONTENT
    elif move is FINISH:
        if after.ship[seat] >= 0 and not after.stored:
            worth += STORED * eyes.hurry * eyes.later
        worth += CONTENT
    return worth


def wanted_goods(s: Novgorod, seat: int) -> int:
    """The goods that the seat's missions ask for, directly or for their luxuries."""
    wanted = 0
    for card, lines in enumerate(MISSIONS):
        if (s.hand[seat] | s.left[seat]) >> card & 1:
            for line in lines:
                wanted |= line.goods
                for kind, _ in line.luxuries:
                    wanted |= INGREDIENTS[kind]
    return wanted


def _fit(s: Novgorod, seat: int, card: int) -> float:
    """How well a mission suits the offices of a seat."""
    if card < 0:
        return FIT
    worth = 0.0
    for line in MISSIONS[card]:
        worth += FIT * (line.goods & s.offices[seat]).bit_count()
        for kind, _ in line.luxuries:
            worth += FIT * (INGREDIENTS[kind] & s.offices[seat]).bit_count()
    return worth


def _rate_pick(eyes: Eyes, s: Novgorod, move: Move) -> float:
    seat = eyes.seat
    known = wanted_goods(s, seat)
    offices = s.offices[seat]
    owed = s.owed[seat]
    s.play(move)
    gained = s.offices[seat] & ~offices
    # The ducats may already have been paid: what counts is the price of this card.
    price = s.owed[seat] - owed if s.owed[seat] else 0
    if gained:
        return eyes.office(gained.bit_length() - 1, offices, known) - price * eyes.ducat
    card = getattr(move, "card", -1)
    return _fit(s, seat, card) - 1.0


def _rate_purchase(eyes: Eyes, s: Novgorod, after: Novgorod, move: Move) -> float:
    seat = eyes.seat
    # The turn may be over, and its seals taken: compare what the purchase itself changed.
    worth = after.ducats[seat] * eyes.ducat
    worth += eyes.missions(after.hand[seat], after.left[seat])
    worth += eyes.ship(after.speed[seat])
    gained = after.offices[seat] & ~s.offices[seat]
    if gained:
        worth += eyes.office(gained.bit_length() - 1, s.offices[seat], wanted_goods(s, seat))
        if gained | s.offices[seat] == (1 << CITY_COUNT) - 1:
            check = s.copy()
            award(check, seat, OFFICES, None)
            worth += check.seals[seat] - s.seals[seat]
    if isinstance(move, BuyMission):
        worth += _fit(s, seat, move.card) * eyes.later
        if move.discount and UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL:
            worth -= 1
        if eyes.later < 1:
            worth -= MISSION_PRICE * DUCAT_LATE
    return worth


def _rate_pirate(eyes: Eyes, s: Novgorod, move: Move) -> float:
    """Where he hurts the others more than oneself; only as a last step, and only when it is cheap."""
    seat = eyes.seat
    if not isinstance(move, Pirate):
        return 0.5 + (1.0 if UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL and not s.privilege else 0.0)
    if s.phase != CLOSE:
        return -1000.0
    hurt = sum(0.3 for other in range(s.players) if other != seat and s.offices[other] >> move.city & 1)
    mine = 0.6 if s.offices[seat] >> move.city & 1 else 0.0
    price = pirate_price(s, seat) if s.pirate_side == FRONT else 0
    return hurt - mine - price * eyes.ducat


def _rate_routes(eyes: Eyes, s: Novgorod, moves: Sequence[Move]) -> list[float]:
    """Each step is as good as the best route that begins so."""
    seat = eyes.seat
    at = len(s.route)
    best: dict[int, float] = {}
    projects = eyes.projects(s)
    plan = Plan(s, seat)
    ship = SHIP_UNIT if s.ship[seat] >= 0 else 0
    extra_seal = bool(UNCOVERED[s.careers[seat]][s.level[seat]] & SEAL) and not s.privilege
    for route in _routes(s, plan, s.route[:]):
        cities = cities_laid(route)
        foreign = cities & ~s.offices[seat]
        worth = eyes.to_come(s, route, cities | ship, 0, projects, FEES[foreign])
        if len(route) > plan.limit(cities):
            worth -= 1.0 if extra_seal else 0.1
        if cities.bit_count() >= 5 and not s.taken[seat] >> ROUTE & 1:
            worth += s.bonus[ROUTE]
        first = route[at] if len(route) > at else -1
        if worth > best.get(first, -1000.0):
            best[first] = worth
    ratings = []
    for move in moves:
        if move is SAIL:
            ratings.append(best.get(-1, -1000.0) + CONTENT)
        elif move is LAY_ARTISAN:
            ratings.append(best.get(ARTISAN + s.route[-1], -1000.0))
        elif move in LAY:
            ratings.append(best.get(LAY.index(move), -1000.0))
        else:
            ratings.append(-2000.0)
    return ratings


def _routes(s: Novgorod, plan: Plan, route: list[int]) -> Iterator[list[int]]:
    """Every route that can be sailed from here on; artisans get a place only where they have work."""
    cities = cities_laid(route)
    length = len(route)
    artisans = length - cities.bit_count()
    if plan.balance(cities, length) >= 0:
        yield route
    slots: list[int] = []
    if route:
        last = route[-1]
        if last < ARTISAN and INGREDIENTS[s.artisans[last]] & cities:
            slots.append(ARTISAN + last)
        slots += plan.links[last % CITY_COUNT]
    else:
        slots += (c for c in range(CITY_COUNT) if c != plan.closed)
    for slot in slots:
        if slot >= ARTISAN:
            fits = plan.fits(cities, length + 1, artisans + 1)
        else:
            more = cities | 1 << slot
            fits = more != cities and plan.fits(more, length + 1, artisans)
        if fits:
            yield from _routes(s, plan, [*route, slot])


class NovgorodJudge(Judge):
    """How Novgorod looks to its bots."""

    def rate(self, state: Novgorod, moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)


JUDGE = NovgorodJudge()
