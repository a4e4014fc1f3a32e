"""Scoring and the arithmetic of bunches against slow, obviously right versions; examples Z29 and Z31."""

from collections import Counter
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from core.games.mazaytsy import scoring
from core.games.mazaytsy.components import BOX
from core.games.mazaytsy.hares import VALUES, count, draw, fits, parts, points, room, sorts, splits, worths
from core.games.mazaytsy.state import MazaytsyState
from core.rng import Rng
from tests.core.games.mazaytsy.drawn_boards import NARROW, WIDE, bunch_of, flood

loads = st.lists(st.sampled_from(VALUES), max_size=20)
small = st.lists(st.sampled_from(VALUES), max_size=5)


def ended(ashore: list[list[int]], aboard: list[list[int]], teams: bool = False) -> MazaytsyState:
    players = len(ashore)
    s = flood(NARROW if players == 2 else WIDE, players, teams=teams)
    s.ashore = [bunch_of(*values) for values in ashore]
    s.holds = [bunch_of(*values) for values in aboard]
    return s


@given(loads)
def test_a_bunch_is_a_bag_of_values(values: list[int]) -> None:
    bunch = bunch_of(*values)
    assert count(bunch) == len(values)
    assert points(bunch) == sum(values)
    assert worths(bunch) == sorted(values, reverse=True)
    assert [VALUES[s] for s in sorts(bunch)] == sorted(set(values))


@given(loads, loads)
def test_bunches_add_up(one: list[int], two: list[int]) -> None:
    assert bunch_of(*one) + bunch_of(*two) == bunch_of(*one, *two)


@given(small, st.booleans())
def test_room_is_what_still_fits(values: list[int], by_points: bool) -> None:
    hold = bunch_of(*values)
    if not fits(hold, by_points):
        return
    for sort, value in enumerate(VALUES):
        after = [*values, value]
        allowed = sum(after) <= 9 if by_points else len(after) <= 4
        assert (sort in room(hold, by_points)) == allowed


@given(small)
def test_parts_are_all_sub_bags(values: list[int]) -> None:
    slow = {
        tuple(sorted(v for v, chosen in zip(values, choice, strict=True) if chosen))
        for choice in product((False, True), repeat=len(values))
    }
    found = [tuple(sorted(worths(part))) for part in parts(bunch_of(*values))]
    assert len(found) == len(set(found))
    assert set(found) == slow


@given(st.lists(st.sampled_from(VALUES), max_size=8), st.booleans())
def test_splits_are_the_parts_that_both_boats_can_carry(values: list[int], by_points: bool) -> None:
    slow = set()
    for choice in product((False, True), repeat=len(values)):
        mine = [v for v, chosen in zip(values, choice, strict=True) if chosen]
        rest = [v for v, chosen in zip(values, choice, strict=True) if not chosen]
        if all(sum(load) <= 9 if by_points else len(load) <= 4 for load in (mine, rest)):
            slow.add(tuple(sorted(mine)))
    assert {tuple(sorted(worths(part))) for part in splits(bunch_of(*values), by_points)} == slow


def test_every_hare_of_the_pool_is_drawn_as_often_as_any_other() -> None:
    pool = bunch_of(1, 2, 2, 4)
    rng = Rng(5)
    drawn = Counter(worths(draw(pool, rng))[0] for _ in range(4000))
    assert set(drawn) == {1, 2, 4}
    assert 900 < drawn[1] < 1100
    assert 1850 < drawn[2] < 2150


seats = st.lists(st.tuples(small, st.lists(st.sampled_from(VALUES), max_size=4)), min_size=2, max_size=4)


def slow_key(landed: list[int], carried: list[int]) -> tuple[int, int, int]:
    return sum(landed) + sum(carried), len(landed) + len(carried), -len(carried)


@given(seats)
def test_ranking_by_points_then_hares_then_fewer_aboard(table: list[tuple[list[int], list[int]]]) -> None:
    s = ended([landed for landed, _ in table], [carried for _, carried in table])
    keys = [slow_key(*seat) for seat in table]
    places = s.ranking()
    assert sorted(seat for place in places for seat in place) == list(range(len(table)))
    for higher, lower in pairwise(places):
        assert min(keys[seat] for seat in higher) > max(keys[seat] for seat in lower)
    for place in places:
        assert len({keys[seat] for seat in place}) == 1
    assert s.scores() == [key[0] for key in keys]


@given(st.lists(st.tuples(small, small), min_size=4, max_size=4))
def test_partners_have_one_score_and_one_place(table: list[tuple[list[int], list[int]]]) -> None:
    s = ended([landed for landed, _ in table], [carried for _, carried in table], teams=True)
    sums = [sum(sum(table[seat][0] + table[seat][1]) for seat in team) for team in ((0, 2), (1, 3))]
    assert s.scores() == [sums[0], sums[1], sums[0], sums[1]]
    columns = zip(*s.breakdown().values(), strict=True)
    assert [sum(column) for column in columns] == s.scores()
    for place in s.ranking():
        assert place in ([0, 2], [1, 3], [0, 1, 2, 3])


def test_z29_more_points_win() -> None:
    assert ended([[4, 3], [2, 2, 2]], [[], []]).ranking() == [[0], [1]]


def test_z29_level_on_points_more_hares_win() -> None:
    s = ended([[4], [2, 2]], [[], []])
    assert s.ranking() == [[1], [0]]
    assert "more hares decide" in s.outcome_text()


def test_z29_level_on_hares_too_fewer_aboard_win() -> None:
    s = ended([[4], [2, 2]], [[2, 2], [4]])
    assert s.ranking() == [[1], [0]]
    assert "fewer hares still aboard" in s.outcome_text()


def test_level_on_everything_is_shared() -> None:
    s = ended([[4], [4]], [[], []])
    assert s.ranking() == [[0, 1]]
    assert "the win is shared" in s.outcome_text()


def test_z31_hares_aboard_count_as_much_as_hares_ashore() -> None:
    s = ended([[1], [4]], [[4], []])
    assert s.scores() == [5, 4]
    assert scoring.own_hares(s, 0) == 2


def test_ruling_39_tie_breaks_of_teams_are_sums() -> None:
    # Both teams have eight points; Red and Green saved four hares, Blue and Yellow three.
    s = ended([[2, 2], [4], [2, 2], [2, 2]], [[], [], [], []], teams=True)
    assert s.ranking() == [[0, 2], [1, 3]]


def test_recorded_hares_count_in_the_tie_break() -> None:
    s = ended([[4], [2, 2]], [[], []])
    s.booked_points = [2, 2]
    s.booked_hares = [2, 1]
    # Six points each; three hares each; none aboard.
    assert s.ranking() == [[0, 1]]
    s.booked_hares = [2, 2]
    assert s.ranking() == [[1], [0]]


def test_the_limits_are_those_of_the_rulebook() -> None:
    assert (BOX.tokens, BOX.points) == (4, 9)
