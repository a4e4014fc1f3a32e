"""The cheap rule: it never makes an arrangement worse, and it sees what is plain to see."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import bots
from core.chance import Chance
from core.mezen import GAME
from core.mezen.components import EMPTY, cells_of
from core.mezen.groups import fall, takeable
from core.mezen.judge import arrange, worth
from core.mezen.state import Mezen
from tests.core.mezen.boards import PLAIN, SPRUCE, legal, paintings, play, showing, table


@settings(max_examples=60, deadline=None)
@given(paintings(), st.integers(0, 4), st.integers(1, 10), st.integers(0, 24))
def test_arranging_never_makes_it_worse(painting: list[int], symbol: int, round: int, pick: int) -> None:
    groups = takeable(showing(painting, symbol), showing(painting, SPRUCE), 0, 0)
    if not groups:
        return
    lifted = groups[pick % len(groups)]
    hand = [painting[cell] ^ 1 for cell in cells_of(lifted)]
    left = fall(painting, lifted)
    free = [cell for cell, code in enumerate(left) if code == EMPTY]
    state = table(PLAIN, round=round)
    start = left[:]
    for cell, code in zip(free, hand, strict=True):
        start[cell] = code
    full = arrange(state, left, hand)
    assert worth(state, full) >= worth(state, start)
    assert sorted(full[cell] for cell in free) == sorted(hand)
    assert all(full[cell] == left[cell] for cell in range(25) if cell not in free)


def test_arranging_finds_the_only_good_place() -> None:
    """Two tiles, one goal: the Horse belongs into the corner."""
    board = "h(B) f(H) b g i / i b g f h / b g f h i / g f h i b / f h i b g"
    state = table(board, goals=(1,), round=10)
    painting = state.paintings[0]
    horse, bird = painting[1] ^ 1, painting[0] ^ 1
    left = [EMPTY, EMPTY, *painting[2:]]
    assert arrange(state, left, [bird, horse])[:2] == [horse, bird]


def rated(state: Mezen) -> dict[str, float]:
    moves = state.moves()
    return dict(zip([m.notation for m in moves], GAME.judge().rate(state, moves), strict=True))


def test_points_or_amulets() -> None:
    """Nine points are more than two amulets; nothing is less."""
    corners = "i . . . i / . . . . . / . . . . . / . . . . . / i . . . ."
    for number, better in ((2, "points"), (1, "amulets")):
        state = table(corners, goals=(number,))
        state.phase = 4
        ratings = rated(state)
        assert max(ratings, key=lambda move: ratings[move]) == better


def test_in_the_last_round_an_amulet_is_a_point_and_a_short_pool_gives_less() -> None:
    state = table(PLAIN, round=10)
    state.phase = 4
    assert rated(state)["amulets"] == 2
    state.pool = 1
    assert rated(state)["amulets"] == 1


@pytest.mark.parametrize("players", [1, 3])
def test_every_decision_is_rated_in_finite_points(players: int) -> None:
    state = GAME.start(GAME.setup(players, {}, 4))
    luck = Chance(4)
    kinds = set()
    while state.actor is not None and state.round < 4:
        moves = state.moves()
        ratings = GAME.judge().rate(state, moves)
        assert len(ratings) == len(moves) and all(map(math.isfinite, ratings))
        kinds.add(state.prompt.kind)
        state.play(luck.pick(list(moves)))
    assert kinds == {"announce", "lift", "place", "score"} | ({"pay"} if players > 1 else set())


def test_a_bot_lifts_what_pays() -> None:
    """Dark tiles pay after round five: the group of four is better than the single Horse."""
    board = "h h h . . / . . h . . / . . . . . / . . . . . / h . . . ."
    state = table(board, round=5, amulets=[0], open_backs=True)
    play(state, "horse")
    assert legal(state) == ["xa1", "xa5"]
    assert bots.choose(GAME, state, "greedy", Chance(1)) == "xa1"
