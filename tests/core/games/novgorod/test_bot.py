"""What the bots think: the cheap rule is sensible, proposed turns are legal, plain cases are found."""

from collections.abc import Iterator

import pytest

from core import bots
from core.bots.hints import hints_from
from core.bots.search import Budget
from core.game import OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.bot import EVALUATOR
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.bot.purchases import purchases
from core.games.novgorod.bot.rollout_policy import take_turn
from core.games.novgorod.bot.routes import RouteSearch
from core.games.novgorod.bot.value import Values, wanted_goods
from core.games.novgorod.bot.voyages import voyages
from core.games.novgorod.components import (
    CITY_COUNT,
    INGREDIENTS,
    NEIGHBOURS,
    ROW_SEALS,
    ROW_X,
    SILVER,
    TOP_LEVEL,
    cities_of,
)
from core.games.novgorod.moves import BuyMission
from core.games.novgorod.phases import BUY, INTRO, OVER, ROUTE, USE
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.state import NovgorodState
from core.match import find_move
from core.rng import Rng
from tests.core.games.novgorod.novgorod_positions import CLOTHING, JEWELRY, card, fresh, legal, play, turn

FUR_SALT = card(["fur", "salt"], ["amber", "grain"])
FISH_GRAIN = card(["fish", "grain"], ["fur", "glass"])

EXPERT: dict[str, OptionValue] = {"merchant": "front", "pirate": "back", "special": True, "bonus": "random"}
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    (2, {}),
    (3, {"careers": "silver", "bonus": "random"}),
    (4, EXPERT),
    (2, {"merchant": "back", "pirate": "front", "special": True, "careers": "choose"}),
]


def best(s: NovgorodState, level: str = "greedy") -> str:
    return bots.choose(GAME, s, level, Rng(1), Budget(steps=60))


@pytest.mark.parametrize("level", ["greedy", "novice", "adept", "master"])
def test_no_bot_counts_on_a_stored_good_for_a_step(level: str) -> None:
    """Ruling 16: what they plan is legal, and only where the table agreed on it does the good pay for the step."""
    for stored_steps in (False, True):
        s = turn(offices=["visby", "novgorod", "riga"], stored="riga", options={"stored_steps": stored_steps})
        s.round = 8
        play(s, "+visby", "+novgorod", "sail")
        foreseen = s.copy()
        take_turn(foreseen)  # which plays what it plans, legal or not
        whole_turn(s, level)
        assert s.level[0] == foreseen.level[0] == stored_steps


def whole_turn(s: NovgorodState, level: str) -> None:
    """Let a bot play until its turn is over."""
    seat = s.actor
    while s.actor == seat:
        plan = bots.think(GAME, s, level, Rng(1), Budget(steps=60)).plan
        for notation in plan:
            s.play(find_move(GAME, s, notation))


def positions(players: int, options: dict[str, OptionValue], seed: int = 3) -> Iterator[NovgorodState]:
    """Positions of a game that the rule plays: the first decision of each phase of each turn."""
    s = fresh(players, seed, **options)
    seen: tuple[int, ...] = ()
    while s.actor is not None:
        here = s.actor, s.round, s.phase, s.picks
        if here != seen:
            seen = here
            yield s.copy()
        for move in EVALUATOR.policy(s, Rng(1)):
            assert move in s.legal_moves()
            s.play(move)
            assert s.violations() == []


# The cheap rule


def test_it_finds_the_route_that_fulfils_both_lines() -> None:
    """Lübeck, Danzig, Riga and Novgorod, with Speed +1 and one base office for each of the lines' goods."""
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], speed=3, level=2, final=True)
    while s.phase != BUY:
        play(s, best(s))
    assert s.under[0] == 1 << FUR_SALT
    assert s.points[0] == 5


def test_it_takes_the_dear_step_when_it_can() -> None:
    s = turn(level=2, ducats=16, round=4)
    play(s, "sail")
    assert best(s) == "career=ducats"


def test_it_buys_a_faster_ship_early() -> None:
    s = turn(offices=["luebeck", "visby"], hand=[0, 1], ducats=7, round=2)
    play(s, "sail", "finish")
    assert best(s) == "ship"


def test_it_rates_every_move_of_every_phase() -> None:
    for s in positions(4, EXPERT):
        moves = s.legal_moves()
        before = s.digest()
        assert len(EVALUATOR.rate_moves(s, moves)) == len(moves)
        assert s.digest() == before


def greedy_game(players: int, greedy: int, options: dict[str, OptionValue], seed: int) -> bool:
    s = fresh(players, seed, **options)
    rng = Rng(seed)
    while s.actor is not None:
        level = "greedy" if s.actor == greedy else "random"
        s.play(find_move(GAME, s, bots.choose(GAME, s, level, rng)))
    return s.ranking()[0] == [greedy]


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, EXPERT)])
def test_it_beats_luck(players: int, options: dict[str, OptionValue]) -> None:
    assert sum(greedy_game(players, seed % players, options, seed) for seed in range(6)) >= 5


# Voyages


def test_every_route_is_among_the_voyages() -> None:
    """Against a slow walk over the map, face-down cards wherever an artisan has something to work on."""
    artisans = fresh().artisans
    kinds = {good: kind for kind, goods in enumerate(INGREDIENTS) for good in cities_of(goods)}
    cargo_kind = kinds[3]
    slow = set()
    ends: list[tuple[int, ...]] = [()]
    while ends:
        route = ends.pop()
        slow.add(route)
        if len(route) == 4:
            continue
        laid = {slot for slot in route if slot < ARTISAN}
        if not route:
            ends += [(city,) for city in range(CITY_COUNT)]
            continue
        here = route[-1] % CITY_COUNT
        ends += [(*route, city) for city in cities_of(NEIGHBOURS[here]) if city not in laid]
        if route[-1] < ARTISAN and (artisans[here] == cargo_kind or artisans[here] in {kinds[c] for c in laid}):
            ends.append((*route, ARTISAN + here))
    found = [c.route for voyage in voyages(artisans, CITY_COUNT, 4, cargo_kind) for c in voyage.ways]
    assert len(found) == len(set(found))
    assert set(found) == slow


def test_a_shop_has_work_only_for_goods_that_come_before_it() -> None:
    artisans = tuple([JEWELRY] * CITY_COUNT)
    for voyage in voyages(artisans, CITY_COUNT, 3, -1):
        for course in voyage.ways:
            for city, _, reach, cover in course.shops:
                before = course.route[: course.route.index(city if cover else ARTISAN + city)]
                goods = {slot for slot in before if slot < ARTISAN}
                assert set(cities_of(reach)) == goods
                assert goods & set(cities_of(INGREDIENTS[JEWELRY]))


# Quick turns and proposals


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_quick_turn_ends_the_turn_by_the_rules(players: int, options: dict[str, OptionValue]) -> None:
    """`positions` holds every move of the policy against the legal ones; here the turn as a whole."""
    for s in positions(players, options):
        if s.phase == ROUTE:
            seat, round_ = s.actor, s.round
            take_turn(s)
            assert s.violations() == []
            assert (s.actor, s.round) != (seat, round_) or s.phase > BUY


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_proposals_are_legal_and_different_and_the_greedy_turn_is_among_them(
    players: int, options: dict[str, OptionValue]
) -> None:
    for number, s in enumerate(positions(players, options, seed=5)):
        if number % 3:
            continue
        seat = s.actor
        before = s.digest()
        plans = EVALUATOR.propose_turns(s, Rng(1), 8)
        assert s.digest() == before
        assert 1 <= len(plans) <= 8
        assert len({tuple(move.notation for move in plan) for plan in plans}) == len(plans)
        moves = s.legal_moves()
        ratings = rate(s, moves, EVALUATOR.mind)
        assert ratings[moves.index(plans[0][0])] == max(ratings)
        for plan in plans:
            world = s.copy()
            for at, move in enumerate(plan):
                assert world.actor == seat
                assert move in world.legal_moves()
                assert not isinstance(move, BuyMission) or at == len(plan) - 1
                world.play(move)


@pytest.mark.parametrize("pirate", ["off", "front"])
def test_a_proposed_turn_goes_to_its_end_or_to_a_revealed_card(pirate: str) -> None:
    for s in positions(2, {"pirate": pirate}):
        if s.phase != ROUTE:
            continue
        seat, round_ = s.actor, s.round
        for plan in EVALUATOR.propose_turns(s, Rng(1), 6):
            world = s.copy()
            for move in plan:
                world.play(move)
            assert (world.actor, world.round) != (seat, round_) or isinstance(plan[-1], BuyMission)


def test_no_two_proposals_come_to_the_same_but_the_greedy_one() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], ducats=9, speed=4, level=1, round=5)
    ends = []
    for plan in EVALUATOR.propose_turns(s, Rng(1), 24)[1:]:
        world = s.copy()
        for move in plan:
            world.play(move)
        ends.append((world.hand, world.offices, world.seals, world.level, world.ship, world.speed, world.left))
    assert len(ends) > 10
    assert all(ends.count(end) == 1 for end in ends)


def test_a_turn_can_be_thought_about_in_its_middle() -> None:
    s = turn(offices=["luebeck", "visby", "novgorod"], hand=[FUR_SALT], ducats=9, speed=4, level=1, round=5)
    play(s, "+luebeck")
    assert all(plan[0].notation in legal(s) for plan in EVALUATOR.propose_turns(s, Rng(1), 10))
    play(s, "+danzig", "+riga", "+novgorod", "sail", "m9:top=fur+salt")
    assert best(s, "master") == "m9:bottom=grain+amber"


def test_purchases_are_just_what_can_be_bought() -> None:
    for s in positions(3, {"careers": "silver"}):
        if s.phase == BUY:
            assert s.actor is not None
            assert {move.notation for _, move in purchases(Values(s, s.actor), s)} == legal(s)


def test_the_use_of_a_route_is_worth_what_it_says() -> None:
    """Seals and ducats that a turn promises, in the last round, when nothing else counts."""
    s = turn(
        offices=["luebeck", "danzig", "riga"],
        artisans={"danzig": JEWELRY, "riga": CLOTHING},
        hand=[FISH_GRAIN],
        ducats=4,
        speed=4,
        level=TOP_LEVEL,
        final=True,
    )
    values = Values(s, 0)
    use = RouteSearch(values, s).best()
    had = s.seals[0] + s.ducats[0] * values.ducat
    for move in use.moves:
        s.play(move)
    assert s.seals[0] + s.ducats[0] * values.ducat - had == pytest.approx(use.worth)


# Values


def test_features_are_what_a_slow_look_finds() -> None:
    for s in positions(2, {"careers": "silver"}):
        if s.phase not in (ROUTE, OVER):
            continue
        for seat in range(2):
            found = EVALUATOR.features(s, seat)
            assert set(found) == set(EVALUATOR.weights)
            assert EVALUATOR.value(s, seat) == pytest.approx(sum(EVALUATOR.weights[k] * v for k, v in found.items()))
            values = Values(s, seat)
            assert found["career-row-seals"] == ROW_SEALS[s.level[seat]] * values.rounds
            assert (found["steps-below-x"] > 0) == ROW_X[s.level[seat]]
            one_by_one = 0.0
            for number, city in enumerate(cities_of(s.offices[seat])):
                had = sum(1 << c for c in cities_of(s.offices[seat])[:number])
                one_by_one += values.office(city, had, wanted_goods(s, seat))
            assert found["offices"] == pytest.approx(one_by_one)


def test_more_is_worth_more() -> None:
    plain = turn(offices=["luebeck", "visby"], hand=[0], ducats=5, round=4)
    worth = EVALUATOR.value(plain, 0)
    for change in ({"ducats": 9}, {"level": 1}, {"speed": 3}, {"seals": 2}, {"hand": [0, 1]}):
        fields = {"hand": [0], "ducats": 5, "round": 4, **change}
        richer = turn(offices=["luebeck", "visby"], **fields)  # type: ignore[arg-type]
        assert EVALUATOR.value(richer, 0) > worth, change


def test_an_x_at_the_end_is_lost() -> None:
    s = turn(level=1, ducats=20, seals=25, final=True)
    s.actor, s.phase = None, OVER
    lost = EVALUATOR.value(s, 0)
    s.level[0] = 2
    assert EVALUATOR.value(s, 0) - lost > 10


# Whole bots


@pytest.mark.parametrize("level", ["adept", "master"])
def test_it_does_both_lines_when_it_can(level: str) -> None:
    s = turn(offices=["luebeck", "danzig", "riga", "novgorod"], hand=[FUR_SALT], speed=4, level=2, final=True)
    whole_turn(s, level)
    assert s.under[0] == 1 << FUR_SALT
    assert s.seals[0] >= 5 + ROW_SEALS[2]


@pytest.mark.parametrize("level", ["adept", "master"])
def test_it_leaves_the_x_behind_before_the_end(level: str) -> None:
    """In the last round a step past the X counts for more than five seals."""
    s = turn(
        offices=["luebeck", "danzig", "riga", "novgorod"],
        hand=[FUR_SALT],
        careers=[SILVER + 2, 4],
        level=1,
        ducats=15,
        speed=4,
        seals=31,
        final=True,
    )
    whole_turn(s, level)
    assert not ROW_X[s.level[0]]


def test_the_adept_answers_in_few_steps_and_the_same_way_again() -> None:
    s = turn(offices=["luebeck", "visby"], hand=[0, 1], ducats=7, round=2)
    thoughts = [bots.think(GAME, s, "adept", Rng(4), Budget(steps=500)) for _ in range(2)]
    assert thoughts[0].plan == thoughts[1].plan
    assert (
        sum(candidate.trials for candidate in thoughts[0].candidates) <= EVALUATOR.adept_candidates * bots.ADEPT_TRIALS
    )


def test_the_master_answers_without_any_time() -> None:
    for s in positions(2, {}):
        if s.phase in (INTRO, ROUTE, USE) and len(s.legal_moves()) > 1:
            plan = bots.think(GAME, s, "master", Rng(1), Budget(seconds=1e-9)).plan
            assert plan[0] in legal(s)


def test_a_hint_says_why() -> None:
    s = turn(offices=["luebeck", "danzig", "riga", "novgorod"], hand=[FUR_SALT], speed=4, level=2, round=8)
    told = hints_from(EVALUATOR, bots.think(GAME, s, "master", Rng(1), Budget(steps=80)), GAME.labels())
    assert told[0].gap == 0
    labels = GAME.labels()
    assert any(labels.difference(name, more) in told[0].reason for name in EVALUATOR.weights for more in (True, False))
