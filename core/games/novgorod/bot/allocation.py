"""Allocate the goods and artisans of a route to projects one after the other, and collect the moves that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.game import Move
from core.games.novgorod.bot.projects import BOTTOM, SPECIAL, STEP, Project, next_step
from core.games.novgorod.bot.value import Values, wanted_goods
from core.games.novgorod.bot.voyages import Shop
from core.games.novgorod.components import CITY_COUNT, INGREDIENTS, LUXURY, SPECIALS, STEP_COST, TOP_LEVEL, Need
from core.games.novgorod.moves import COLLECT, SELL, SHIP_UNIT, STORE, line, make, special, step
from core.games.novgorod.rules.use import office_income, sale
from core.games.novgorod.state import NovgorodState

_INF = float("inf")


class GoodsValue:
    """The value of a seat's goods if they are not used: the same for all routes of a turn."""

    __slots__ = ("cargo", "ducats", "income", "sales", "spare", "wanted")

    def __init__(self, values: Values, s: NovgorodState) -> None:
        seat = values.seat
        self.cargo = s.ship[seat]
        self.wanted = wanted_goods(s, seat)
        offices = s.offices[seat]
        #: By unit: ducats, and what they are worth, so that the cheapest are given away first.
        self.ducats = [office_income(s, c) if offices >> c & 1 else 0 for c in range(CITY_COUNT)]
        self.income = [income * values.ducat for income in self.ducats]
        self.income.append(values.stored())
        self.ducats.append(0)
        #: What a luxury of a city brings when sold, by its number of goods.
        self.sales = [
            [0.0, *(seals + ducats * values.ducat for seals, ducats in (sale(s, c, n) for n in _COUNTS[s.artisans[c]]))]
            for c in range(CITY_COUNT)
        ]
        #: What a luxury of two goods is worth beside, while its bonus card lies there.
        self.spare = 0.0 if s.taken[seat] >> LUXURY & 1 else float(s.bonus[LUXURY])


_COUNTS = tuple(tuple(range(1, goods.bit_count() + 1)) for goods in INGREDIENTS)


class LuxurySource(NamedTuple):
    """A way to get a luxury: its cost, its city, the units that go into it (0: it is made), the card it covers."""

    cost: float
    city: int
    units: int
    cover: int


class Allocation:
    """One way to use a route."""

    __slots__ = (
        "_cost",
        "_goods",
        "_s",
        "_shops",
        "_stay",
        "done",
        "level",
        "moves",
        "outlay",
        "stock",
        "units",
        "used",
        "values",
        "worked",
        "worth",
    )

    def __init__(
        self, values: Values, s: NovgorodState, goods: GoodsValue, shops: Sequence[Shop], units: int, stays: bool
    ) -> None:
        self.values = values
        self._s = s
        self._goods = goods
        self._shops = shops
        #: Whether the good at the ship stays there if it is not used.
        self._stay = stays
        self.units = units
        self.stock = s.stock
        self.worked = s.worked
        self.level = s.level[values.seat]
        self.moves: list[Move] = []
        self.worth = 0.0
        #: The value lost by what is being taken.
        self._cost = 0.0
        #: Ducats paid on the way.
        self.outlay = 0
        #: Missions that have been used, and special missions by place.
        self.used = 0
        self.done = s.done

    def to_moves(self, projects: Sequence[Project]) -> None:
        """Use the goods for these projects, in their order, as far as they go and are worth it."""
        have = self.units & 255
        if self.units & SHIP_UNIT:
            have |= 1 << self._goods.cargo
        for one in projects:
            if one.goods & ~have or (one.luxuries and not (self._shops or self.stock)):
                continue
            while self._try(one) and one.kind == STEP:
                # A step done, the next one may be in reach.
                follows = next_step(self.values, self._s, self.level)
                if follows is None:
                    break
                one = follows

    def _try(self, one: Project) -> bool:
        if one.kind <= BOTTOM:
            over = self.used >> one.card & 1
        else:
            over = one.card != self.level if one.kind == STEP else self.done >> one.card & 1
        if over:
            return False
        before = self.units, self.stock, self.worked, len(self.moves), self.outlay
        cost = 0.0
        for number, need in enumerate(one.needs):
            paid = self._take(need, one, number)
            cost += paid
            if cost >= one.gain:
                self.units, self.stock, self.worked, moves, self.outlay = before
                del self.moves[moves:]
                return False
        self.worth += one.gain
        if one.kind <= BOTTOM:
            self.used |= 1 << one.card
        elif one.kind == STEP:
            self.level += 1
        else:
            self.done |= 1 << one.card
        return True

    def _take(self, need: Need, one: Project, number: int) -> float:
        """Use up what is needed and add the moves; return the value lost by it, infinite if it cannot be met."""
        self._cost = 0.0
        luxuries = self._take_luxuries(need)
        if luxuries is None:
            return _INF
        units = self._take_goods(need)
        if units is None or not self._pay(one):
            return _INF
        self.moves.append(self._move(one, number, units, luxuries))
        return self._cost

    def _take_luxuries(self, need: Need) -> int | None:
        """The cities whose luxuries are used, as a mask; None if some are missing."""
        taken = 0
        for kind, boxes in need.luxuries:
            source = self._source(kind, boxes)
            if source is None:
                return None
            taken |= self._draw_on(source)
        return self._take_any_luxuries(need.any_luxuries) if need.any_luxuries else taken

    def _take_any_luxuries(self, number: int) -> int | None:
        """So many different luxuries, the cheapest first."""
        sources = sorted(source for source in (self._source(kind, 1) for kind in range(3)) if source is not None)
        if len(sources) < number:
            return None
        taken = 0
        # One after the other: the first may have used what the next would need.
        for kind in [self._s.artisans[source.city] for source in sources]:
            if taken.bit_count() == number:
                break
            source = self._source(kind, 1)
            if source is not None:
                taken |= self._draw_on(source)
        return taken if taken.bit_count() >= number else None

    def _take_goods(self, need: Need) -> int | None:
        """The units that are used, as a mask; None if some are missing."""
        units = self._take_very(need.goods)
        if units is None or not need.any_goods:
            return units
        more = self._take_any(need.any_goods)
        return None if more is None else units | more

    def _take_very(self, goods: int) -> int | None:
        """These very goods, from the ship rather than from the route."""
        taken = 0
        while goods:
            bit = goods & -goods
            goods ^= bit
            if self.units & SHIP_UNIT and bit == 1 << self._goods.cargo:
                taken |= SHIP_UNIT
                self.units &= ~SHIP_UNIT
                self._cost += self._keep()
            elif self.units & bit:
                taken |= bit
                self.units ^= bit
                self._cost += self._goods.income[bit.bit_length() - 1]
            else:
                return None
        return taken

    def _take_any(self, number: int) -> int | None:
        """So many different goods, the cheapest first."""
        income, cargo = self._goods.income, self._goods.cargo
        choice = [(income[c], 1 << c) for c in range(CITY_COUNT) if self.units >> c & 1]
        if self._s.stored_steps and self.units & SHIP_UNIT and not self.units >> cargo & 1:
            choice.append((self._keep(), SHIP_UNIT))
        if len(choice) < number:
            return None
        choice.sort()
        taken = 0
        for worth, unit in choice[:number]:
            self._cost += worth
            taken |= unit
            self.units ^= unit
        return taken

    def _pay(self, one: Project) -> bool:
        """Pay for a special mission; False if the purse does not allow it. Nothing else costs ducats here."""
        if one.kind == SPECIAL:
            price = self._price(one.card)
            if price > self._s.ducats[self.values.seat] - self.outlay:
                return False
            self.outlay += price
        return True

    def _move(self, one: Project, number: int, units: int, luxuries: int) -> Move:
        """The move that spends this on the project, or on one of its two lines."""
        if one.kind == STEP:
            return step(units, luxuries)
        if one.kind == SPECIAL:
            return special(self._s.row[one.card] >> 2, units, luxuries, False)
        bottom = one.kind == BOTTOM or number == 1
        return line(one.card, bottom, bottom, units, luxuries)

    def _price(self, place: int) -> int:
        """What one more special mission costs: all of a turn share one bill."""
        return self._bill(self.done | 1 << place) - self._bill(self.done)

    def _bill(self, done: int) -> int:
        row = self._s.row
        prices = sum(SPECIALS[code >> 2][code & 3].price for p, code in enumerate(row) if done >> p & 1)
        return prices + done.bit_length() - done.bit_count()

    def _keep(self) -> float:
        """What the good at the ship is worth if it is kept."""
        return self._goods.income[CITY_COUNT] if self._stay else 0.0

    def _fitting(self, kind: int, reach: int, cover: int) -> list[tuple[float, int]]:
        """The units that an artisan could use, the cheapest first; two of the same good never."""
        mask = self.units & reach & INGREDIENTS[kind] & ~cover
        income = self._goods.income
        cargo = self._goods.cargo
        fitting = []
        if self.units & SHIP_UNIT and INGREDIENTS[kind] >> cargo & 1:
            mask &= ~(1 << cargo)
            fitting.append((self._keep(), SHIP_UNIT))
        while mask:
            bit = mask & -mask
            mask ^= bit
            fitting.append((income[bit.bit_length() - 1], bit))
        fitting.sort()
        return fitting

    def _source(self, kind: int, boxes: int) -> LuxurySource | None:
        """The cheapest way to such a luxury: one that is at hand, or one to be made."""
        best: LuxurySource | None = None
        stock = self.stock
        if stock:
            artisans = self._s.artisans
            for city in range(CITY_COUNT):
                goods = stock >> 2 * city & 3
                if goods and goods >= boxes and artisans[city] == kind:
                    cost = self._goods.sales[city][goods]
                    if best is None or cost < best.cost:
                        best = LuxurySource(cost, city, 0, 0)
        for city, luxury, reach, cover in self._shops:
            if luxury != kind or self.worked >> city & 1 or cover & ~self.units:
                continue
            fitting = self._fitting(kind, reach, cover)
            if len(fitting) < boxes:
                continue
            cost = self._goods.income[city] if cover else 0.0
            units = 0
            for worth, unit in fitting[:boxes]:
                cost += worth
                units |= unit
            if best is None or cost < best.cost:
                best = LuxurySource(cost, city, units, cover)
        return best

    def _draw_on(self, source: LuxurySource) -> int:
        """Have the luxury made, or take it from those at hand; the city that made it, as a mask."""
        self._cost += source.cost
        if source.units:
            self._work(source.city, source.units, source.cover)
        else:
            self.stock &= ~(3 << 2 * source.city)
        return 1 << source.city

    def _work(self, city: int, units: int, cover: int) -> None:
        """Let the artisan of a city make a luxury from these units."""
        self.units &= ~(units | cover)
        self.worked |= 1 << city
        self.moves.append(make(city, units))

    def sell(self) -> None:
        """Make luxuries to sell where that is worth more than the goods, the best first."""
        spare = self._goods.spare
        while (choice := self._best_sale()) is not None:
            city, units, cover = choice
            self._work(city, units, cover)
            self.stock |= units.bit_count() << 2 * city
            if units.bit_count() > 1 and spare and not self._has_big(but=city):
                self.worth += spare

    def _best_sale(self) -> tuple[int, int, int] | None:
        """The luxury that is worth most more than its goods: city, units, covered card; None if none is."""
        goods = self._goods
        best = 0.0
        choice = None
        for city, kind, reach, cover in self._shops:
            if self.worked >> city & 1 or cover & ~self.units:
                continue
            lost = goods.income[city] if cover else 0.0
            units = 0
            for number, (worth, unit) in enumerate(self._fitting(kind, reach, cover), 1):
                lost += worth
                units |= unit
                brings = goods.sales[city][number]
                if number > 1 and goods.spare and not self._has_big():
                    brings += goods.spare
                if brings - lost > best:
                    best = brings - lost
                    choice = city, units, cover
        return choice

    def _has_big(self, but: int = -1) -> bool:
        """Whether a luxury of two goods is already among those made."""
        return any(self.stock >> 2 * c & 2 for c in range(CITY_COUNT) if c != but)

    def cash(self) -> int:
        """Return the ducats that come in when what is left has been sold and collected."""
        ducats = self._goods.ducats
        cash = sum(ducats[c] for c in range(CITY_COUNT) if self.units >> c & 1)
        if self.stock:
            for city in range(CITY_COUNT):
                if goods := self.stock >> 2 * city & 3:
                    cash += sale(self._s, city, goods)[1]
        return cash

    def climb_first(self, fee: int) -> Project | None:
        """Pay for a step before anything else if the purse allows it; return the step that is then next."""
        price, gain = self._dear_step()
        purse = self._s.ducats[self.values.seat]
        if not price or gain <= 0 or purse - self.outlay < price + fee:
            return None
        self._climb(price, gain)
        return next_step(self.values, self._s, self.level)

    def _dear_step(self) -> tuple[int, float]:
        """The price of the next step in ducats, if it has one, and what it gains."""
        if self.level == TOP_LEVEL:
            return 0, 0.0
        values = self.values
        price = STEP_COST[self._s.careers[values.seat]][self.level].ducats
        if not price:
            return 0, 0.0
        return price, values.rise(self.level) - price * values.ducat

    def _climb(self, price: int, gain: float) -> None:
        self.moves.append(step(0, 0))
        self.level += 1
        self.outlay += price
        self.worth += gain

    def close(self, fee: int, extra: int) -> float | None:
        """Sell, climb for ducats, store; return the value of the whole use, or None if the fees cannot be paid."""
        self.sell()
        s, values = self._s, self.values
        seat = values.seat
        purse = s.ducats[seat] - self.outlay
        balance = purse + self.cash() - fee
        if balance + extra < 0:
            return None
        worth = self._rest() - fee * values.ducat
        price, gain = self._dear_step()
        if price and gain > 0 and balance >= price:
            if purse < price:
                self.moves += [COLLECT[c] for c in range(CITY_COUNT) if self.units & s.offices[seat] & 1 << c]
                self.moves += [SELL[c] for c in range(CITY_COUNT) if self.stock >> 2 * c & 3]
                self.units &= SHIP_UNIT
                self.stock = 0
            self._climb(price, gain)
            balance -= price
        own = self.units & s.offices[seat] & 255
        if own and not s.stored and not (self.units & SHIP_UNIT and self._stay):
            worth += self._store(own, balance)
        return worth + self.worth

    def _store(self, own: int, balance: int) -> float:
        """Keep a good for the next turn if that gains: one that a mission asks for rather than another."""
        goods = self._goods
        wanted = goods.wanted
        lost, city = min((goods.income[c] - 0.2 * (wanted >> c & 1), c) for c in range(CITY_COUNT) if own >> c & 1)
        gain = goods.income[CITY_COUNT] - lost
        if gain <= 0 or balance < goods.ducats[city]:
            return 0.0
        self.moves.append(STORE[city])
        self.units &= ~(1 << city | SHIP_UNIT)
        return gain

    def _rest(self) -> float:
        """What all that is left brings at the end of the phase."""
        goods = self._goods
        worth = sum(goods.income[c] for c in range(CITY_COUNT) if self.units >> c & 1)
        if self.units & SHIP_UNIT:
            worth += self._keep()
        if self.stock:
            for city in range(CITY_COUNT):
                if number := self.stock >> 2 * city & 3:
                    worth += goods.sales[city][number]
        return worth
