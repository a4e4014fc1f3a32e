"""Every worked example of the rulebook, played.

Boards are our own where the rulebook only draws them, and agree with every number it gives.
"""

import pytest

from core.games.mezen import GAME
from core.games.mezen.components import GOALS
from core.games.mezen.groups import takeable
from core.games.mezen.labels import LABELS
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.text import title
from core.match import Match, Seat
from tests.core.games.mezen.drawn_paintings import (
    BIRD,
    FISH,
    HEDGEHOG,
    HORSE,
    PLAIN,
    SPRUCE,
    at,
    finish_round,
    lay,
    legal,
    lifting,
    names,
    play,
    showing,
    table,
    written,
)


def groups(board: str, symbol: int, bridges: str = "", excluded: str = "") -> list[str]:
    """The groups that can be lifted, by the names of their cells."""
    painting = lay(board)
    found = takeable(showing(painting, symbol), showing(painting, SPRUCE), at(bridges), at(excluded))
    return [names(group) for group in found]


def test_m1_a_group_of_five_horses() -> None:
    """Group of tiles: connected by sides, any number."""
    board = "i h b f g / f h h b i / g b h f b / i f H g I / b g i f g"
    assert groups(board, HORSE) == ["b1 b2 c2 c3 c4"]


def test_m2_two_groups_of_hedgehogs_and_corners_do_not_join() -> None:
    """Group of tiles: three in a chain, and one alone that only touches them by a corner."""
    board = "g g h i b / h g f b i / f i G h f / b h i f b / i F b h I"
    assert groups(board, HEDGEHOG) == ["a1 b1 b2", "c3"]


def test_m3_a_spruce_beside_a_group_belongs_to_it() -> None:
    """Group of tiles: a connected Spruce must count as part of the group."""
    board = "g g h i b / h S f b i / f i b h f / g h i f b / i f b h g"
    assert groups(board, HEDGEHOG) == ["a1 b1 b2", "a4", "e5"]


M4 = "h i f g h / i b b f b / f h g i h / g f i h g / I g H f i"


def test_m4_a_bridge_makes_one_group_of_two() -> None:
    """Turning a tile into a bridge: two Birds, a Fox as bridge, one Bird: a group of four, three go."""
    assert groups(M4, BIRD) == ["b2 c2", "e2"]
    assert groups(M4, BIRD, bridges="d2") == ["b2 c2 d2 e2"]
    state = lifting(M4, BIRD)
    play(state, "+d2", "xb2")
    assert len(state.hand) == 3
    fox = lay(M4)[8]
    assert state.paintings[0][8] == fox


M5 = "f i b g f / h h h H b / I f g h i / g b i f g / b g f i b"


def test_m5_an_excluded_tile_splits_a_group() -> None:
    """Excluding a tile from a group: of five Horses three and one remain, and either may be picked."""
    assert groups(M5, HORSE) == ["a2 b2 c2 d2 d3"]
    assert groups(M5, HORSE, excluded="d2") == ["a2 b2 c2", "d3"]
    for lift, number in (("xa2", 3), ("xd3", 1)):
        state = lifting(M5, HORSE)
        play(state, "-d2")
        assert {"xa2", "xd3"} <= set(legal(state))
        play(state, lift)
        assert len(state.hand) == number


def test_m6_lifted_tiles_are_flipped_the_rest_slides_and_the_top_is_filled() -> None:
    """Example of removing tiles, moving and filling empty space."""
    before = """
        h(F) i(H) b(H) f(B) i(F)
        b(F) f(I) h(I) i(B) h(S)
        f(G) g(H) g(I) b(G) f(H)
        i(S) h(B) g(B) f(S) b(I)
        b(S) h(G) i(G) g(F) g(S)"""
    state = lifting(before, HEDGEHOG)
    play(state, "xb3")
    assert sorted(written([code])[0] for code in state.hand) == ["B", "H", "I"]
    assert legal(state) == ["b1", "c1", "c2"]
    play(state, "b1 c2 c1")  # the Horse, the Fish, the Bird
    after = """
        h(F) H(G) B(G) f(B) i(F)
        b(F) i(H) I(G) i(B) h(S)
        f(G) f(I) b(H) b(G) f(H)
        i(S) h(B) h(I) f(S) b(I)
        b(S) h(G) i(G) g(F) g(S)"""
    assert state.paintings[0] == lay(after)


def test_m7_a_turn_and_its_points() -> None:
    """Example of a turn: two Foxes, a bridge on a Hedgehog, a third Fox; four Fish in the centre give 8."""
    before = (
        "f(H) i(B) i(H) b(H) F(G) / i(F) H(G) g(S) G(H) f(I) / F(H) i(G) h(B) I(H) h(S) /"
        "b(G) F(B) f(S) g(I) f(G) / f(B) i(S) b(I) b(S) g(B)"
    )
    after = (
        "f(H) b(F) S(F) b(H) G(F) / i(F) i(B) i(H) G(H) F(G) / F(H) H(G) g(S) I(H) f(I) /"
        "b(G) i(G) h(B) g(I) h(S) / f(B) i(S) b(I) b(S) g(B)"
    )
    state = table(before, PLAIN, goals=(7, 21))
    play(state, "fox keep")
    assert "xb4" in legal(state)
    play(state, "+d4", "xb4")
    assert len(state.hand) == 3
    play(state, "b1 c1 e1")
    assert state.paintings[0] == lay(after)
    assert state.amulets[0] == 4
    assert state.next_goal is not None and state.next_goal.number == 21
    assert goal_points(codes_of(state.paintings[0]), state.next_goal) == 6
    finish_round(state)
    assert state.scores()[0] == 8


def test_m8_the_fifth_round() -> None:
    """Example of the fifth round: a payment, two bridges, seven tiles flipped, 12 + 12 points."""
    before = (
        "f(G) G(B) h(I) F(B) i(H) / B(F) H(F) F(I) h(S) f(I) / g(S) h(B) G(H) b(I) S(I) /"
        "g(I) b(H) g(H) f(S) i(B) / S(B) g(F) F(H) g(B) i(G)"
    )
    after = (
        "S(G) h(G) B(G) F(G) i(H) / I(G) G(B) b(S) F(B) f(I) / H(G) H(F) h(I) h(S) S(I) /"
        "f(G) h(B) F(I) b(I) i(B) / B(F) b(H) F(H) f(S) i(G)"
    )
    state = table(PLAIN, before, goals=(26,), round=5)
    play(state, "bird pay-hedgehog")
    assert state.amulets == [6, 4]
    while state.actor == 0:
        play(state, legal(state)[0])
    assert names(showing(lay(before), HEDGEHOG)) == "b1 a3 c3 a4 c4 b5 d5"
    # Three Hedgehogs and a Spruce: the group at the left edge, four tiles.
    assert groups(before, HEDGEHOG)[1] == "a3 a4 a5 b5"
    play(state, "+b4 +c5 xa3")
    assert len(state.hand) == 7
    play(state, "a1 b1 a2 a3 c2 d1 c1")
    assert state.paintings[1] == lay(after)
    assert state.amulets[1] == 2
    finish_round(state)
    assert {source: points[1] for source, points in state.breakdown().items()} == {
        "goals": 12,
        "dark-tiles": 12,
        "light-tiles": 0,
        "amulets": 0,
        "best-group": 0,
    }
    assert state.scores()[1] == 24


def test_m9_the_tenth_round_and_the_end() -> None:
    """Example of the end: one Horse kept out, 2 amulets instead of no points, then 20 + 3 + 8 = 31."""
    before = (
        "i(G) b(H) b(I) b(G) f(G) / f(B) b(F) B(I) g(B) g(S) / h(B) i(F) g(H) f(I) g(I) /"
        "h(S) i(H) f(S) g(F) S(I) / S(B) h(I) h(G) h(F) H(F)"
    )
    after = (
        "b(S) b(H) b(I) b(G) f(G) / B(H) b(F) B(I) g(B) g(S) / S(H) i(F) g(H) f(I) g(I) /"
        "i(G) i(H) f(S) g(F) S(I) / f(B) h(I) h(G) h(F) H(F)"
    )
    state = table(before, PLAIN, goals=(29,), round=10, amulets=[2, 5])
    assert groups(before, HORSE) == ["a3 a4 e4 a5 b5 c5 d5 e5"]
    play(state, "horse keep -b5 xa3")
    assert len(state.hand) == 3
    play(state, "a2 a3 a1")
    assert state.paintings[0] == lay(after)
    assert goal_points(codes_of(state.paintings[0]), GOALS[29 - 1]) == 0
    finish_round(state, "amulets")
    assert state.actor is None
    assert {source: points[0] for source, points in state.breakdown().items()} == {
        "goals": 0,
        "dark-tiles": 0,
        "light-tiles": 20,
        "amulets": 3,
        "best-group": 8,
    }
    assert state.scores()[0] == 31


# M10, the lap of the track, stands in test_goals.py.


@pytest.mark.parametrize("players", [1, 3])
def test_m11_two_goals_lie_open_and_one_in_the_last_round(players: int) -> None:
    """Counting victory points, step 2; game setup, step 2: ten of twelve cards are used."""
    match = Match.new(GAME, [Seat(f"P{i}") for i in range(players)], seed=3)
    deck = match.state.deck[:]  # type: ignore[attr-defined]
    assert len(deck) == 12
    shown = []
    while not match.is_over:
        state = match.state
        assert state.goal is GOALS[deck[state.round - 1]]  # type: ignore[attr-defined]
        following = state.next_goal  # type: ignore[attr-defined]
        if state.round < 10:
            assert following is GOALS[deck[state.round]]
        else:
            assert following is None
        match.play(state.legal_moves()[0])
    for entry in match.log:
        shown += [event.facts[0] for event in entry.events if event.kind == "goal"]
    assert shown == deck[2:10]


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "Pupil"),
        (70, "Pupil"),
        (71, "Apprentice"),
        (100, "Apprentice"),
        (101, "Artisan"),
        (120, "Artisan"),
        (121, "Skilled craftsman"),
        (130, "Skilled craftsman"),
        (131, "Master craftsman"),
        (190, "Master craftsman"),
    ],
)
def test_m12_titles_of_mastery(points: int, name: str) -> None:
    """Singleplayer mode."""
    assert LABELS.title(title(points)) == name


def test_fish_of_the_example_lie_in_the_centre() -> None:
    """Example of a turn: the card pays for Fish in the central 3x3."""
    assert GOALS[6].symbols == (FISH,)
    assert names(GOALS[6].cells) == "b2 c2 d2 b3 c3 d3 b4 c4 d4"
