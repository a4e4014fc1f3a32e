"""Positions from letters and numbers: read as they were written, or refused with the piece that is wrong."""

from typing import Any

import pytest

from core import registry
from core.errors import InvalidMatchError
from core.game import Game, State
from core.position_editor import PositionFields, editor_of, parse, to_toml
from core.rng import Rng

TELLING = ("mezen", "gzhel")


def starts_of_turns(game: Game, players: int, seed: int) -> list[State]:
    """Every position of a game of chance that can be told."""
    state, rng, found = game.start(game.setup(players, {}, seed)), Rng(seed), []
    while state.actor is not None:
        if editor_of(game).is_turn_start(state):
            found.append(state.copy())
        state.play(rng.choice(list(state.legal_moves())))
    return found


@pytest.mark.parametrize("name", TELLING)
def test_what_is_told_is_read_as_it_was(name: str) -> None:
    """Through text and back: the same board for the player whose turn it is, the same points, a sound position."""
    game, told = registry.get_game(name), 0
    for players in game.player_counts:
        names = [f"Player {number}" for number in range(players)]
        for state in starts_of_turns(game, players, players):
            read = editor_of(game).parse(parse(to_toml(game, editor_of(game).to_fields(state, names))))
            assert read.violations() == []
            assert read.board_text(state.actor) == state.board_text(state.actor)
            assert (read.scores(), read.actor, read.round) == (state.scores(), state.actor, state.round)
            told += 1
    assert told >= 30


def example(name: str, players: int = 1) -> PositionFields:
    game = registry.get_game(name)
    return editor_of(game).to_fields(
        editor_of(game).example(game, players), [f"P{number}" for number in range(1, players + 1)]
    )


MEZEN = "h h h h h\ni i i i i\nb b b b b\ng g g g g\nf f f f f"
GZHEL = "o o o o   o p p p\np p r r   r r r t\nt t t t   b b b b\n. . . .   . . . ."


def mezen(painting: str = MEZEN, **changed: Any) -> PositionFields:
    told = example("mezen") | changed
    told["seat"][0] |= {"painting": painting}
    return told


def gzhel(pads: str = GZHEL, stamps: str = "b", **changed: Any) -> PositionFields:
    told = example("gzhel") | changed
    told["seat"][0] |= {"pads": pads, "stamps": stamps}
    return told


def refusal(name: str, told: PositionFields) -> str:
    with pytest.raises(InvalidMatchError) as raised:
        editor_of(registry.get_game(name)).parse(told)
    return str(raised.value)


@pytest.mark.parametrize(
    ("painting", "sentence"),
    [
        # The box: five tiles of each light animal, each backed once by every other animal and once by spruce.
        (MEZEN.replace("f f f f f", "f f f f h"), "e5: a light horse is one too many; the box has 5."),
        ("F F F F F\n" + MEZEN[10:], "e1: a dark fox is one too many; the box has 4."),
        (
            MEZEN.replace("h h h h h", "h(F) h(F) h h h"),
            "b1: a light horse with a fox on its back is one too many; the box has 1.",
        ),
        ("S S S S S\nS i i i i\n" + MEZEN[20:], "a2: a dark spruce is one too many; the box has 5."),
        (MEZEN.replace("h h h h h", "h(H) h h h h"), "a1: a light horse with a horse on its back is not in the box."),
        (
            MEZEN.replace("b b b b b", "b b q b b"),
            "c3: 'q' is no tile; write h, i, b, g, f or s, capital for the dark side.",
        ),
        (MEZEN.replace("g g g g g", "g g g g"), "row 4 needs 5 places, not 4."),
        (MEZEN[:-10], "The painting of P1: 5 rows are needed, not 4."),
    ],
)
def test_a_painting_that_cannot_be_is_refused_with_its_tile(painting: str, sentence: str) -> None:
    assert refusal("mezen", mezen(painting)).endswith(sentence)


def test_a_tile_is_too_many_because_of_all_others_together() -> None:
    """Four dark foxes use up a tile of every other animal: a fifth light horse has no tile left."""
    painting = "F F F F i\nh h h h h\nb b b b i\ng g g g i\nf f f f f"
    said = refusal("mezen", mezen(painting))
    assert said == (
        "The painting of P1, e2: a light horse is one too many;"
        " with the tiles before it, the box has none left that could be it."
    )


def test_a_painting_may_leave_backs_open() -> None:
    state: Any = editor_of(registry.get_game("mezen")).parse(
        mezen("F h h h h\ni i i i i\nb b b b b\ng g g g g\nf f f f f")
    )
    assert state.violations() == [] and state.paintings[0][0] & 1


@pytest.mark.parametrize(
    ("pads", "stamps", "sentence"),
    [
        (GZHEL, "bb", "P1, stamps in hand: a bellflower is one too many; each player has 5."),
        (
            GZHEL.replace(". . . .   . . . .", ". . . .   . . o ."),
            "b",
            "P1, g4: an orchid is one too many; each player has 5.",
        ),
        (GZHEL, "", "P1: 1 bellflower missing; on the pads and in hand there are 5 of each."),
        (GZHEL, "x", "P1, stamps in hand: 'x' is not a token; write o, p, r, t or b, capital for a stamp, or a dot."),
        (GZHEL.replace("o o o o", "o o o"), "b", "The pads of P1: row 1 needs 8 places, not 7."),
    ],
)
def test_pads_that_cannot_be_are_refused_with_their_token(pads: str, stamps: str, sentence: str) -> None:
    assert refusal("gzhel", gzhel(pads, stamps)) == sentence


@pytest.mark.parametrize(
    ("name", "changed", "sentence"),
    [
        ("mezen", {"goal": 6, "next_goal": 6}, "Goal card 6 is one too many: there is one of each."),
        ("mezen", {"goal": 99}, "goal can be 1, 2, 3,"),
        ("mezen", {"round": True}, "round can be 1, 2, 3,"),
        ("mezen", {"next_goal": 0}, "next_goal is missing: which comes next?"),
        ("mezen", {"round": 10}, "In the last round next_goal is 0."),
        ("mezen", {"gone": "3"}, "Before round 1 there was no time for 1 goal card."),
        ("mezen", {"gone": "77"}, "There is no goal card '77'."),
        ("mezen", {"turn": 2}, "It cannot be the turn of seat 2: there are 1."),
        ("mezen", {"gaol": 3}, "There is no 'gaol' in a position; there are round, goal,"),
        ("mezen", {"seat": []}, "A position needs a [[seat]] for each player."),
        ("gzhel", {"diamond": 3, "circle": 3}, "Card 3 is one too many: there is one of each."),
        ("gzhel", {"pattern": "lattice"}, "pattern can be leaf, lace, floral, grid, not 'lattice'."),
    ],
)
def test_a_table_that_cannot_be_is_refused(name: str, changed: PositionFields, sentence: str) -> None:
    assert refusal(name, example(name) | changed).startswith(sentence)


def test_a_pad_lies_once() -> None:
    told = example("gzhel", 2)
    told["seat"][1]["diamond_pad"] = told["seat"][0]["circle_pad"]
    assert refusal("gzhel", told) == f"Pad {told['seat'][0]['circle_pad']} is one too many: there is one of each."


def test_other_games_and_other_texts_are_refused() -> None:
    with pytest.raises(InvalidMatchError, match="Mezo cannot be set up by hand; Mezen and Gzhel can"):
        editor_of(registry.get_game("mezo"))
    with pytest.raises(InvalidMatchError, match="not a position in TOML"):
        parse("round = ")
