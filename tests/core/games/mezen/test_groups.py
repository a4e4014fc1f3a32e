"""Groups, amulets and falling tiles, against slow versions that enumerate."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.mezen.components import ALL, EMPTY, cells_of
from core.games.mezen.groups import bridge_cells, exclude_cells, fall, takeable
from core.games.mezen.rules import take_moves
from core.games.mezen.scoring import codes_of, shows
from core.rng import Rng
from tests.core.games.mezen import reference_rules
from tests.core.games.mezen.drawn_paintings import SPRUCE, lifting, paintings, showing

Amulets = tuple[frozenset[reference_rules.Cell], frozenset[reference_rules.Cell]]


def coordinates(mask: int) -> frozenset[reference_rules.Cell]:
    return frozenset(divmod(cell, 5) for cell in cells_of(mask))


def is_legal(grid: reference_rules.Grid, animal: str, bridges: int, excluded: int) -> bool:
    return reference_rules.is_legal(grid, animal, set(coordinates(bridges)), set(coordinates(excluded)))


def every_set(most: int) -> list[Amulets]:
    """All ways to put up to so many amulets on the painting, each as a bridge or to keep out."""
    found = []
    for number in range(most + 1):
        for places in combinations(reference_rules.CELLS, number):
            for choice in range(1 << number):
                bridges = frozenset(cell for i, cell in enumerate(places) if choice >> i & 1)
                found.append((bridges, frozenset(places) - bridges))
    return found


UP_TO_2 = every_set(2)


def walk(painting: list[int], symbol: int, amulets: int) -> dict[Amulets, set[Amulets]]:
    """Every set of amulets that offered moves lead to, with those one step further."""
    first = lifting(painting, symbol, amulets)
    steps: dict[Amulets, set[Amulets]] = {}
    queue = [first]
    while queue:
        state = queue.pop()
        here = coordinates(state.bridges), coordinates(state.excluded)
        if here in steps:
            continue
        steps[here] = set()
        lifts = {move for move in state.legal_moves() if move.notation[0] == "x"}
        assert lifts, "no group is left"
        assert lifts == set(take_moves(state).values())
        for move in state.legal_moves():
            if move.notation[0] != "x":
                after = state.copy()
                after.play(move)
                steps[here].add((coordinates(after.bridges), coordinates(after.excluded)))
                queue.append(after)
    return steps


def check_walk(painting: list[int], symbol: int, most: int, sets: list[Amulets]) -> None:
    """What steps reach is exactly what is legal, and in every position every legal step is offered."""
    grid = reference_rules.Grid(painting)
    animal = reference_rules.SYMBOLS[symbol]
    legal = {amulets for amulets in sets if reference_rules.is_legal(grid, animal, set(amulets[0]), set(amulets[1]))}
    steps = walk(painting, symbol, most)
    assert set(steps) == legal
    for here, further in steps.items():
        if len(here[0]) + len(here[1]) < most:
            assert further == {
                (bridges, kept_out)
                for bridges, kept_out in legal
                if here[0] <= bridges
                and here[1] <= kept_out
                and len(bridges) + len(kept_out) == len(here[0]) + len(here[1]) + 1
            }
        else:
            assert not further


@settings(max_examples=25, deadline=None)
@given(paintings(), st.integers(0, 4))
def test_up_to_two_amulets_reach_all_legal_sets_and_no_other(painting: list[int], symbol: int) -> None:
    if showing(painting, symbol):
        check_walk(painting, symbol, 2, UP_TO_2)


@pytest.mark.parametrize("seed", range(3))
def test_three_amulets_reach_all_legal_sets_and_no_other(seed: int) -> None:
    rng = Rng(seed)
    painting = list(range(0, 50, 2))
    rng.shuffle(painting)
    painting = [code + rng.randrange(2) for code in painting]
    symbol = max(range(5), key=lambda s: showing(painting, s).bit_count())
    check_walk(painting, symbol, 3, every_set(3))


@settings(max_examples=300, deadline=None)
@given(paintings(), st.integers(0, 4), st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL))
def test_takeable_against_its_slow_version(painting: list[int], symbol: int, one: int, other: int, third: int) -> None:
    """Also with more amulets than anybody has."""
    animal, spruce = showing(painting, symbol), showing(painting, SPRUCE)
    bridges = one & other & third
    excluded = (animal | spruce) & one & ~other & ~bridges
    groups = takeable(animal, spruce, bridges, excluded)
    expected = reference_rules.liftable(
        reference_rules.Grid(painting),
        reference_rules.SYMBOLS[symbol],
        set(coordinates(bridges)),
        set(coordinates(excluded)),
    )
    assert sorted(map(sorted, map(coordinates, groups))) == sorted(map(sorted, expected))
    if groups:
        grid, name = reference_rules.Grid(painting), reference_rules.SYMBOLS[symbol]
        lying = bridges | excluded
        for cell in range(25):
            more = 1 << cell
            free = not lying & more
            linked = free and is_legal(grid, name, bridges | more, excluded)
            kept = free and is_legal(grid, name, bridges, excluded | more)
            assert bool(bridge_cells(animal, spruce, bridges, excluded, groups) & more) == linked
            assert bool(exclude_cells(animal, spruce, bridges, excluded, groups) & more) == kept


@given(paintings())
def test_what_shows_against_a_plain_count(painting: list[int]) -> None:
    codes = codes_of(painting)
    assert [shows(codes, symbol) for symbol in range(6)] == [showing(painting, symbol) for symbol in range(6)]


@given(paintings(), st.integers(0, ALL))
def test_tiles_fall_as_if_one_step_at_a_time(painting: list[int], removed: int) -> None:
    before = painting[:]
    after = fall(painting, removed)
    assert painting == before
    assert after == reference_rules.fallen(painting, set(coordinates(removed)), EMPTY)


@settings(deadline=None)
@given(paintings(), st.integers(0, 4), st.data())
def test_any_cell_of_a_group_means_the_move_that_lifts_it(
    painting: list[int], symbol: int, data: st.DataObject
) -> None:
    if not showing(painting, symbol):
        return
    state = lifting(painting, symbol)
    while True:
        move = data.draw(st.sampled_from(state.legal_moves()))
        if move.notation[0] == "x":
            break
        state.play(move)
    lifts = take_moves(state)
    groups = reference_rules.liftable(
        reference_rules.Grid(painting),
        reference_rules.SYMBOLS[symbol],
        set(coordinates(state.bridges)),
        set(coordinates(state.excluded)),
    )
    assert coordinates(sum(1 << cell for cell in lifts)) == set().union(*groups)
    for group in groups:
        meant = {lifts[5 * row + column] for row, column in group}
        assert len(meant) == 1
        after = state.copy()
        after.play(meant.pop())
        assert len(after.hand) == len(group - coordinates(state.bridges))
