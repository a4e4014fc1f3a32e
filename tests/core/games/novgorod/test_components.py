"""The box: what the printed rules say about it, what we built it on, and what happens when it is wrong."""

from collections import Counter
from itertools import combinations

import pytest

from core.games.novgorod import components
from core.games.novgorod.components import (
    ARTISANS,
    CITY_COUNT,
    INGREDIENTS,
    MISSIONS,
    NEIGHBOURS,
    ROW_PRIVILEGE,
    ROW_SEALS,
    ROW_X,
    SPECIALS,
    STACKS,
    STEP_COST,
    ComponentsError,
    Need,
)


def test_the_printed_counts_of_cards() -> None:
    assert len(MISSIONS) == 24
    assert len(ARTISANS) == 8
    assert sum(len(stack) for stack in STACKS[4]) == 32
    assert len(ROW_PRIVILEGE) == 2 * components.CAREER_COUNT == 8
    assert len(SPECIALS) == 4
    assert all(len(card) == 4 for card in SPECIALS)


def test_no_neighbours_feed_the_same_luxury() -> None:
    feeds = {c: kind for kind, mask in enumerate(INGREDIENTS) for c in range(CITY_COUNT) if mask >> c & 1}
    assert len(feeds) == CITY_COUNT
    for a, b in combinations(range(CITY_COUNT), 2):
        if NEIGHBOURS[a] >> b & 1:
            assert feeds[a] != feeds[b]


def test_every_good_stands_on_six_missions_and_every_luxury_on_eight() -> None:
    lines = [line for mission in MISSIONS for line in mission]
    goods = Counter(g for line in lines for g in range(CITY_COUNT) if line.goods >> g & 1)
    luxuries = Counter(kind for line in lines for kind, _ in line.luxuries)
    assert set(goods.values()) == {6}
    assert set(luxuries.values()) == {8}
    pairs = [line.goods for line in lines if line.goods]
    opposite = [1 << c | 1 << c + 4 for c in range(4)]
    assert len(set(pairs)) == len(pairs) == 24
    assert not set(pairs) & set(opposite)


def test_careers_hold_every_cost_and_privilege_once() -> None:
    costs = {Need(any_goods=3), Need(any_luxuries=2), Need(ducats=15), Need(any_goods=2, any_luxuries=2)}
    for side in range(8):
        assert set(STEP_COST[side]) == costs
        assert sum(ROW_PRIVILEGE[side]) == 31, "all five privileges"
        assert ROW_PRIVILEGE[side][-1] == components.QUESTION
    assert ROW_SEALS == (0, 0, 1, 2, 3)
    assert ROW_X == (True, True, False, False, False)


@pytest.mark.parametrize("prices", [[7, 6, 6], [7, 7, 6, 5], [5, 6, 6, 7]])
def test_a_stack_of_the_wrong_shape_is_named(prices: list[int]) -> None:
    with pytest.raises(ComponentsError, match="prices of danzig"):
        components._stack({"id": "danzig", "prices": prices}, 4)


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["silk"], "mission 3, top names 'silk'"),
        (["amber", "amber"], "asks for amber twice"),
        (["jewelry", "jewelry2"], "asks for a luxury twice"),
        ([], "asks for nothing"),
    ],
)
def test_a_mission_that_cannot_be_is_named(names: list[str], complaint: str) -> None:
    with pytest.raises(ComponentsError, match=complaint):
        components._need(names, "mission 3, top")
