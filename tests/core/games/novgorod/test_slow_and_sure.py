"""Pure functions against slow versions that are obviously right."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Move, OptionValue
from core.games.novgorod.components import (
    CITY_COUNT,
    FEE_OF,
    INCOME,
    INCOME_OF,
    INGREDIENTS,
    LINKS,
    MISSIONS,
    NEIGHBOURS,
    SPEED,
    UNCOVERED,
    VARIETY_SEALS,
    WORTH,
    Need,
)
from core.games.novgorod.moves import FINISH, LAY_ARTISAN, SAIL, Finish, LayOffice, Make, UseExtraIncome
from core.games.novgorod.phases import FRONT, USE
from core.games.novgorod.rules.payments import any_of, exactly, makes, payment_options
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.rules.turn import pirate_price
from core.games.novgorod.rules.use import sale, special_price, to_come
from core.games.novgorod.scoring import ranking, variety, variety_seals
from core.games.novgorod.state import NovgorodState
from core.rng import Rng
from tests.core.games.novgorod.novgorod_positions import fresh, turn

masks = st.integers(0, 255)
cargoes = st.integers(-1, 7)
shops = st.permutations([0, 0, 0, 1, 1, 2, 2, 2]).map(tuple)


def units_of(route: int, cargo: int) -> int:
    return route | 256 if cargo >= 0 else route


def unit_list(units: int, cargo: int) -> list[tuple[int, int]]:
    """Every unit as its bit and its good."""
    found = [(1 << g, g) for g in range(8) if units >> g & 1]
    return [*found, (256, cargo)] if units & 256 else found


@given(masks, masks, cargoes)
def test_exactly_these_goods(goods: int, route: int, cargo: int) -> None:
    units = units_of(route, cargo)
    wanted = sorted(g for g in range(8) if goods >> g & 1)
    slow = {
        sum(bit for bit, _ in some)
        for some in combinations(unit_list(units, cargo), len(wanted))
        if sorted(good for _, good in some) == wanted
    }
    fast = exactly(goods, units, cargo)
    assert set(fast) == slow
    assert len(fast) == len(slow)


@given(st.integers(1, 4), masks, cargoes)
def test_any_different_goods(number: int, route: int, cargo: int) -> None:
    units = units_of(route, cargo)
    slow = {
        sum(bit for bit, _ in some)
        for some in combinations(unit_list(units, cargo), number)
        if len({good for _, good in some}) == number
    }
    fast = any_of(number, units, cargo)
    assert set(fast) == slow
    assert len(fast) == len(slow)


@given(st.integers(0, 7), st.integers(0, 2), masks, cargoes)
def test_what_an_artisan_can_make(city: int, luxury: int, route: int, cargo: int) -> None:
    units = units_of(route, cargo)
    matching = [(bit, good) for bit, good in unit_list(units, cargo) if INGREDIENTS[luxury] >> good & 1]
    slow = {
        sum(bit for bit, _ in some)
        for number in (1, 2, 3)
        for some in combinations(matching, number)
        if len({good for _, good in some}) == number
    }
    assert {move.units for move in makes(city, luxury, units, cargo)} == slow
    assert all(move.units.bit_count() < len(WORTH[luxury]) for move in makes(city, luxury, units, cargo))


@given(
    st.sampled_from(
        [
            *(line for mission in MISSIONS for line in mission),
            Need(any_luxuries=2),
            Need(any_goods=2, any_luxuries=2),
            Need(any_goods=3),
            Need(goods=9, luxuries=((0, 2), (1, 1))),
        ]
    ),
    masks,
    cargoes,
    st.lists(st.integers(0, 3), min_size=8, max_size=8),
    shops,
)
def test_all_ways_to_meet_a_need(
    need: Need, route: int, cargo: int, made: list[int], artisans: tuple[int, ...]
) -> None:
    units = units_of(route, cargo)
    stock = sum(number << 2 * city for city, number in enumerate(made))
    ready = [city for city in range(8) if made[city]]
    wanted = len(need.luxuries) + need.any_luxuries
    slow_luxuries = set()
    for some in combinations(ready, wanted):
        if need.any_luxuries:
            fits = len({artisans[c] for c in some}) == need.any_luxuries
        else:
            fits = any(
                all(
                    artisans[c] == kind and made[c] >= boxes
                    for c, (kind, boxes) in zip(order, need.luxuries, strict=True)
                )
                for order in permutations(some)
            )
        if fits:
            slow_luxuries.add(sum(1 << c for c in some))
    number = need.goods.bit_count() + need.any_goods
    slow_units = {
        sum(bit for bit, _ in some)
        for some in combinations(unit_list(units, cargo), number)
        if len({good for _, good in some}) == number
        and (need.any_goods or sum(1 << good for _, good in some) == need.goods)
    }
    assert set(payment_options(need, units, cargo, stock, artisans)) == set(product(slow_units, slow_luxuries))


@given(st.integers(0, (1 << 24) - 1))
def test_variety_counts_names(missions: int) -> None:
    names = set()
    for card, lines in enumerate(MISSIONS):
        if missions >> card & 1:
            for line in lines:
                names |= {("good", g) for g in range(8) if line.goods >> g & 1}
                names |= {("luxury", kind) for kind, _ in line.luxuries}
    assert variety(missions) == len(names)
    assert variety_seals(missions) == VARIETY_SEALS[len(names)]


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_the_price_of_the_pirate(totals: list[int]) -> None:
    s = turn(len(totals), seals=list(totals), options={"pirate": "front"})
    order = sorted(set(totals), reverse=True)
    for seat, mine in enumerate(totals):
        assert pirate_price(s, seat) == [6, 3, 0, 0][order.index(mine)]


@given(
    st.lists(st.tuples(st.integers(29, 31), st.integers(0, 2), st.integers(0, 4), masks), min_size=2, max_size=4),
    st.integers(0, 3),
)
def test_places_are_decided_in_order(rows: list[tuple[int, int, int, int]], first: int) -> None:
    s = turn(len(rows))
    n = len(rows)
    s.first = first % n
    s.seals, s.ducats, s.level, s.offices = (list(column) for column in zip(*rows, strict=True))
    places = ranking(s)
    x = [level < 2 for level in s.level]
    if all(x):
        assert places == [list(range(n))]
        return
    assert all(len(place) == 1 for place in places)
    for (better,), (worse,) in pairwise(places):
        if x[better] != x[worse]:
            assert x[worse]
            continue
        for ours, theirs in (
            (s.seals[better], s.seals[worse]),
            (s.ducats[better], s.ducats[worse]),
            (s.level[better], s.level[worse]),
            (bin(s.offices[better]).count("1"), bin(s.offices[worse]).count("1")),
            ((better - s.first) % n, (worse - s.first) % n),
        ):
            if ours != theirs:
                assert ours > theirs
                break


@given(st.integers(0, 8), st.integers(0, 7), st.integers(0, 7))
def test_links_around_a_closed_city(closed: int, a: int, b: int) -> None:
    touches = bool(NEIGHBOURS[a] >> b & 1)
    if closed < CITY_COUNT:
        touches = touches or bool(NEIGHBOURS[closed] >> a & 1 and NEIGHBOURS[closed] >> b & 1)
    expected = touches and a != b and closed not in (a, b)
    assert (b in LINKS[closed][a]) == expected


@given(st.permutations([0, 1, 2, 3]), st.lists(st.integers(0, 3), min_size=4, max_size=4), st.data())
def test_special_missions_cost_the_same_in_any_order(cards: list[int], halves: list[int], data: st.DataObject) -> None:
    """However one goes about it, the whole costs: prices, skipped cards once each, less 3 once."""
    s = turn(options={"special": True}, row=[4 * c + h for c, h in zip(cards, halves, strict=True)])
    places = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True))
    cheap_at = data.draw(st.none() | st.integers(0, len(places) - 1))
    prices = [2, 3, 4, 5]
    paid = 0
    for number, place in enumerate(places):
        discount = number == cheap_at
        paid += special_price(s, place, discount)
        s.done |= 1 << place
        skipped = sum(1 for p in range(max(places[: number + 1])) if not s.done >> p & 1)
        s.bill = sum(prices[halves[p]] for p in range(4) if s.done >> p & 1) + skipped
        if discount:
            s.privilege = 4
    whole = sum(prices[halves[p]] for p in places) + sum(1 for p in range(max(places)) if p not in places)
    assert paid == (max(0, whole - 3) if cheap_at is not None else whole)


@settings(max_examples=60, deadline=None)
@given(masks, st.integers(0, 6), st.integers(2, 3), cargoes, st.integers(0, 7), shops, st.integers(-1, 7))
def test_routes_on_offer_are_those_that_can_be_finished(
    offices: int, ducats: int, speed: int, stored: int, career: int, artisans: tuple[int, ...], merchant: int
) -> None:
    """Every route found by trying out all of them, and no other, can be laid card by card."""
    s = turn(ducats=ducats, speed=speed, careers=career)
    s.artisans = artisans
    if merchant >= 0:
        s.merchant_side, s.merchant = FRONT, merchant
    s.offices[0] = offices
    s.stacks = [2 - (offices >> c & 1) for c in range(8)]
    s.ship[0] = stored if stored >= 0 and offices >> stored & 1 else -1
    found = set()
    stack = [s]
    while stack:
        now = stack.pop()
        moves = now.legal_moves()
        assert moves, "a chain of steps led nowhere"
        for move in moves:
            if move is SAIL:
                found.add(tuple(now.route))
            elif isinstance(move, LayOffice) or move is LAY_ARTISAN:
                after = now.copy()
                after.play(move)
                stack.append(after)
    assert found == set(slow_routes(s))


def slow_routes(s: NovgorodState) -> Iterator[tuple[int, ...]]:
    """Every route by its definition, found by trying all lines of neighbouring cities."""
    free = UNCOVERED[s.careers[0]][0]
    longest = s.speed[0] + bool(free & SPEED)
    partial: list[tuple[int, ...]] = [()]
    for _ in range(longest + 1):
        for route in partial:
            cities = [slot for slot in route if slot < ARTISAN]
            own = [c for c in cities if s.offices[0] >> c & 1]
            spare = [c for c in range(8) if s.offices[0] >> c & 1 and c not in cities and c != s.ship[0]]
            if len(spare) < len(route) - len(cities):
                continue
            ducats = s.ducats[0] + slow_takings(s, route)
            if free & INCOME and len(route) <= s.speed[0]:
                ducats += 2
            if ducats >= sum(FEE_OF[c] for c in cities if c not in own):
                yield route
        partial = [(*route, slot) for route in partial if len(route) < longest for slot in follow(route)]


def slow_takings(s: NovgorodState, route: tuple[int, ...]) -> int:
    """The most ducats by handling a route: every way to seat artisans and to hand out goods is tried."""
    seats = [at for at, slot in enumerate(route) if slot >= ARTISAN or slot + ARTISAN not in route]
    goods = [(at, slot) for at, slot in enumerate(route) if slot < ARTISAN]
    if s.ship[0] >= 0:
        goods.append((-1, s.ship[0]))
    best = 0
    for working in (some for number in range(len(seats) + 1) for some in combinations(seats, number)):
        covered = {route[at] for at in working if route[at] < ARTISAN}
        free = [(at, good) for at, good in goods if at < 0 or good not in covered]
        for given_to in product((None, *working), repeat=len(free)):
            batches = {at: [good for (_, good), to in zip(free, given_to, strict=True) if to == at] for at in working}
            before = all(to is None or at < to for (at, _), to in zip(free, given_to, strict=True))
            if before and all(is_batch(s, route[at] % 8, batch) for at, batch in batches.items()):
                kept = [good for (at, good), to in zip(free, given_to, strict=True) if to is None and at >= 0]
                ducats = sum(INCOME_OF[c] + 3 * pays_more(s, c) for c in kept if s.offices[0] >> c & 1)
                for at, batch in batches.items():
                    shop = route[at] % 8
                    ducats += WORTH[s.artisans[shop]][len(batch)] + 3 * pays_more(s, shop)
                best = max(best, ducats)
    return best


def is_batch(s: NovgorodState, shop: int, batch: list[int]) -> bool:
    """Whether an artisan can make his luxury of these goods."""
    fits = all(INGREDIENTS[s.artisans[shop]] >> good & 1 for good in batch)
    return bool(batch) and fits and len(set(batch)) == len(batch)


def pays_more(s: NovgorodState, city: int) -> bool:
    return s.merchant_side == FRONT and s.merchant == city


def follow(route: tuple[int, ...]) -> list[int]:
    if not route:
        return list(range(8))
    last = route[-1]
    onward = [c for c in range(8) if NEIGHBOURS[last % 8] >> c & 1 and c not in route]
    return [*onward, ARTISAN + last] if last < ARTISAN else onward


@given(st.integers(0, 7), st.integers(1, 2), shops)
def test_a_sale_pays_as_many_ducats_as_seals(city: int, goods: int, artisans: tuple[int, ...]) -> None:
    s = turn()
    s.artisans = artisans
    worth = {0: {1: 1, 2: 2}, 1: {1: 1, 2: 3}, 2: {1: 1, 2: 2}}[artisans[city]][goods]
    assert sale(s, city, goods) == (worth, worth)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([{}, {"merchant": "front"}, {"special": True, "pirate": "front"}]))
def test_a_use_is_on_offer_just_when_the_fees_can_still_be_paid_after_it(
    seed: int, options: dict[str, OptionValue]
) -> None:
    """In games of poor and careless players, each use against all that could be made of what it leaves."""
    s = fresh(2, seed, **options)
    rng = Rng(seed)
    while s.actor is not None and s.round < 12:
        if s.phase == USE and s.fee:
            assert set(s.legal_moves()) == {move for move in all_uses(s) if slow_is_payable(s, move)}
        s.play(rng.choice(list(s.legal_moves())))


def all_uses(s: NovgorodState) -> Sequence[Move]:
    """What could be done if harbours were free."""
    free = s.copy()
    free.fee = 0
    return free.legal_moves()


def slow_is_payable(s: NovgorodState, move: Move) -> bool:
    if move is FINISH:
        assert s.actor is not None
        return s.ducats[s.actor] + to_come(s, s.actor) >= s.fee
    after = s.copy()
    after.play(move)
    return any(
        slow_is_payable(after, each) for each in all_uses(after) if isinstance(each, (Make, UseExtraIncome, Finish))
    )
