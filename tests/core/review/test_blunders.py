"""Turns that anybody would call wrong are called so."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from core import registry
from core.match import Match, Seat
from core.review.comparison import Depth, compare_turn
from core.review.record import grade_for
from core.review.turns import Turn, plan_of
from core.rng import Rng


class Blunder(msgspec.Struct):
    """A turn of seat 1, played before move `at`."""

    at: int
    turn: str
    why: str


class Played(msgspec.Struct):
    """A game in which somebody could have blundered."""

    game: str
    players: int
    seed: int
    moves: str
    blunder: list[Blunder]
    #: By which rules it was played: what became an option since has the value of that time.
    edition: int = 2


class Case(NamedTuple):
    played: Played
    blunder: Blunder


def cases() -> list[Case]:
    stored = Path(__file__).with_name("blunders.toml").read_bytes()
    matches = msgspec.toml.decode(stored, type=dict[str, list[Played]])["match"]
    return [Case(played, blunder) for played in matches for blunder in played.blunder]


def blundered(case: Case) -> tuple[Match, Turn]:
    """The match as far as the blunder, which it ends with."""
    played, words = case.played, case.blunder.turn.split()
    game = registry.get_game(played.game)
    setup = game.setup(played.players, {}, played.seed, played.edition)
    moves = [*played.moves.split()[: case.blunder.at], *words]
    match = Match.replay(game, setup, [Seat(f"P{number}") for number in range(played.players)], moves)
    return match, Turn(0, case.blunder.at, len(moves), tuple(words))


def grade(case: Case) -> str:
    """What a review says of a blunder."""
    match, turn = blundered(case)
    evaluator = match.game.evaluator()
    found = compare_turn(evaluator, match.state_at(turn.at), plan_of(match, turn), Depth(), Rng(turn.at))
    return grade_for(found.cost, evaluator.mistake_threshold)


#: `make soak` tries all of them.
@pytest.mark.parametrize(
    "case", cases()[::2], ids=lambda case: f"{case.played.game}-{case.played.seed}-{case.blunder.at}"
)
def test_a_blunder_is_found(case: Case) -> None:
    assert grade(case) == "mistake", case.blunder.why


def test_there_are_ten_for_each_game() -> None:
    counts = Counter(case.played.game for case in cases())
    assert set(counts.values()) == {10}
    assert {"mezen", "gzhel", "mazaytsy", "novgorod", "mezo"} <= set(counts) <= set(registry.GAME_NAMES)
