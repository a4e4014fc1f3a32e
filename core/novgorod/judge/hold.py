"""Goods and artisans of a route, handed out one after the other, with the moves that do it."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.novgorod.components import (
    CITY_COUNT,
    INGREDIENTS,
    LUXURY,
    SPECIALS,
    STEP_COST,
    TOP_LEVEL,
    Need,
)
from core.novgorod.judge.eyes import BOTTOM, SPECIAL, STEP, Eyes, Project, wanted_goods
from core.novgorod.judge.voyages import Shop
from core.novgorod.moves import COLLECT, SELL, SHIP_UNIT, STORE, line, make, special, step
from core.novgorod.rules.use import office_income, sale
from core.novgorod.state import Novgorod

_INF = float("inf")


class Goods:
    """What the goods of a seat are worth if they are not used: the same for all routes of a turn."""

    __slots__ = ("cargo", "ducats", "income", "sales", "spare", "wanted")

    def __init__(self, eyes: Eyes, s: Novgorod) -> None:
        seat = eyes.seat
        self.cargo = s.ship[seat]
        self.wanted = wanted_goods(s, seat)
        offices = s.offices[seat]
        #: By unit: ducats, and what they are worth, so that the cheapest are given away first.
        self.ducats = [office_income(s, c) if offices >> c & 1 else 0 for c in range(CITY_COUNT)]
        self.income = [income * eyes.ducat for income in self.ducats]
        self.income.append(eyes.stored())
        self.ducats.append(0)
        #: What a luxury of a city brings when sold, by its number of goods.
        self.sales = [
            [0.0, *(seals + ducats * eyes.ducat for seals, ducats in (sale(s, c, n) for n in _COUNTS[s.artisans[c]]))]
            for c in range(CITY_COUNT)
        ]
        #: What a luxury of two goods is worth beside, while its bonus card lies there.
        self.spare = 0.0 if s.taken[seat] >> LUXURY & 1 else float(s.bonus[LUXURY])


_COUNTS = tuple(tuple(range(1, goods.bit_count() + 1)) for goods in INGREDIENTS)


class Hold:
    """One way to use a route."""

    __slots__ = (
        "_goods",
        "_s",
        "_shops",
        "_stay",
        "done",
        "eyes",
        "level",
        "moves",
        "outlay",
        "stock",
        "units",
        "used",
        "worked",
        "worth",
    )

    def __init__(self, eyes: Eyes, s: Novgorod, goods: Goods, shops: Sequence[Shop], units: int, stays: bool) -> None:
        self.eyes = eyes
        self._s = s
        self._goods = goods
        self._shops = shops
        #: Whether the good at the ship stays there if it is not used.
        self._stay = stays
        self.units = units
        self.stock = s.stock
        self.worked = s.worked
        self.level = s.level[eyes.seat]
        self.moves: list[Move] = []
        self.worth = 0.0
        #: Ducats paid on the way.
        self.outlay = 0
        #: Missions that have been used, and special missions by place.
        self.used = 0
        self.done = s.done

    def carry_out(self, projects: Sequence[Project]) -> None:
        """Use the goods for these, in their order, as far as they go and are worth it."""
        have = self.units & 255
        if self.units & SHIP_UNIT:
            have |= 1 << self._goods.cargo
        for one in projects:
            if one.goods & ~have or (one.luxuries and not (self._shops or self.stock)):
                continue
            while self._try(one) and one.kind == STEP:
                # A step done, the next one may be in reach.
                follows = self.eyes.step(self._s, self.level)
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
        """Use up what is needed, noting the moves; the worth lost by it, endless if it cannot be met."""
        cost = 0.0
        luxuries = 0
        for kind, boxes in need.luxuries:
            offer = self._offer(kind, boxes)
            if offer is None:
                return _INF
            cost += offer[0]
            luxuries |= self._accept(offer)
        if need.any_luxuries:
            offers = sorted(o for o in (self._offer(kind, 1) for kind in range(3)) if o is not None)
            if len(offers) < need.any_luxuries:
                return _INF
            # One after the other: the first may have used what the next would need.
            kinds = [self._s.artisans[o[1]] for o in offers]
            for kind in kinds:
                if luxuries.bit_count() == need.any_luxuries:
                    break
                offer = self._offer(kind, 1)
                if offer is not None:
                    cost += offer[0]
                    luxuries |= self._accept(offer)
            if luxuries.bit_count() < need.any_luxuries:
                return _INF
        units = 0
        goods = need.goods
        income = self._goods.income
        cargo = self._goods.cargo
        while goods:
            bit = goods & -goods
            goods ^= bit
            if self.units & SHIP_UNIT and bit == 1 << cargo:
                units |= SHIP_UNIT
                self.units &= ~SHIP_UNIT
                cost += self._keep()
            elif self.units & bit:
                units |= bit
                self.units ^= bit
                cost += income[bit.bit_length() - 1]
            else:
                return _INF
        if need.any_goods:
            choice = [(income[c], 1 << c) for c in range(CITY_COUNT) if self.units >> c & 1]
            if self.units & SHIP_UNIT and not self.units >> cargo & 1:
                choice.append((self._keep(), SHIP_UNIT))
            if len(choice) < need.any_goods:
                return _INF
            choice.sort()
            for worth, unit in choice[: need.any_goods]:
                cost += worth
                units |= unit
                self.units ^= unit
        if one.kind == STEP:
            self.moves.append(step(units, luxuries))
        elif one.kind == SPECIAL:
            price = self._price(one.card)
            if price > self._s.ducats[self.eyes.seat] - self.outlay:
                return _INF
            self.outlay += price
            self.moves.append(special(self._s.row[one.card] >> 2, units, luxuries, False))
        else:
            bottom = one.kind == BOTTOM or number == 1
            self.moves.append(line(one.card, bottom, bottom, units, luxuries))
        return cost

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

    def _offer(self, kind: int, boxes: int) -> tuple[float, int, int, int] | None:
        """The cheapest way to such a luxury: cost, city, units, covered card."""
        best: tuple[float, int, int, int] | None = None
        stock = self.stock
        if stock:
            artisans = self._s.artisans
            for city in range(CITY_COUNT):
                goods = stock >> 2 * city & 3
                if goods and goods >= boxes and artisans[city] == kind:
                    cost = self._goods.sales[city][goods]
                    if best is None or cost < best[0]:
                        best = cost, city, 0, 0
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
            if best is None or cost < best[0]:
                best = cost, city, units, cover
        return best

    def _accept(self, offer: tuple[float, int, int, int]) -> int:
        """Have the luxury made, or take it from those at hand; the city that made it, as a mask."""
        _, city, units, cover = offer
        if units:
            self.units &= ~(units | cover)
            self.worked |= 1 << city
            self.moves.append(make(city, units))
        else:
            self.stock &= ~(3 << 2 * city)
        return 1 << city

    def sell(self) -> None:
        """Make luxuries to sell where that is worth more than the goods, the best first."""
        goods = self._goods
        while True:
            best = 0.0
            choice: tuple[int, int, int, float] | None = None
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
                        choice = city, units, cover, brings
            if choice is None:
                return
            city, units, cover, _ = choice
            self.units &= ~(units | cover)
            self.worked |= 1 << city
            self.stock |= units.bit_count() << 2 * city
            self.moves.append(make(city, units))
            if units.bit_count() > 1 and goods.spare and not self._has_big(but=city):
                self.worth += goods.spare

    def _has_big(self, but: int = -1) -> bool:
        """Whether a luxury of two goods is already among those made."""
        return any(self.stock >> 2 * c & 2 for c in range(CITY_COUNT) if c != but)

    def cash(self) -> int:
        """Ducats that come in when what is left has been sold and collected."""
        ducats = self._goods.ducats
        cash = sum(ducats[c] for c in range(CITY_COUNT) if self.units >> c & 1)
        if self.stock:
            for city in range(CITY_COUNT):
                if goods := self.stock >> 2 * city & 3:
                    cash += sale(self._s, city, goods)[1]
        return cash

    def climb_first(self, fee: int) -> Project | None:
        """Pay for a step before anything else if the purse allows it; returns the step that is then next."""
        price, gain = self._dear_step()
        purse = self._s.ducats[self.eyes.seat]
        if not price or gain <= 0 or purse - self.outlay < price + fee:
            return None
        self._climb(price, gain)
        return self.eyes.step(self._s, self.level)

    def _dear_step(self) -> tuple[int, float]:
        """The price of the next step in ducats, if it has one, and what it gains."""
        if self.level == TOP_LEVEL:
            return 0, 0.0
        eyes = self.eyes
        price = STEP_COST[self._s.careers[eyes.seat]][self.level].ducats
        if not price:
            return 0, 0.0
        return price, eyes.rise(self.level) - price * eyes.ducat

    def _climb(self, price: int, gain: float) -> None:
        self.moves.append(step(0, 0))
        self.level += 1
        self.outlay += price
        self.worth += gain

    def close(self, fee: int, extra: int) -> float | None:
        """Sell, climb for ducats, store: what the whole use is worth; None if the fees cannot be paid."""
        self.sell()
        s, eyes = self._s, self.eyes
        seat = eyes.seat
        purse = s.ducats[seat] - self.outlay
        balance = purse + self.cash() - fee
        if balance + extra < 0:
            return None
        worth = self._rest() - fee * eyes.ducat
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
