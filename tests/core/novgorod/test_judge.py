"""The cheap rule: sensible in plain cases, and far better than luck."""

import pytest

from core import bots
from core.chance import Chance
from core.game import OptionValue
from core.novgorod import GAME
from core.novgorod.phases import BUY
from tests.core.novgorod.tables import card, fresh, play, turn

FUR_SALT = card(["fur", "salt"], ["amber", "grain"])


def best(s: object) -> str:
    return bots.choose(GAME, s, "greedy", Chance(1))  # type: ignore[arg-type]


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


def greedy_game(players: int, greedy: int, options: dict[str, OptionValue], seed: int) -> tuple[bool, int]:
    s = fresh(players, seed, **options)
    luck = Chance(seed)
    while s.actor is not None:
        level = "greedy" if s.actor == greedy else "random"
        notation = bots.choose(GAME, s, level, luck)
        play_unchecked(s, notation)
    return s.ranking()[0] == [greedy], s.round


def play_unchecked(s: object, notation: str) -> None:
    s.play(next(m for m in s.moves() if m.notation == notation))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (4, {"merchant": "front", "pirate": "back", "special": True, "bonus": "random"})],
)
def test_it_beats_luck(players: int, options: dict[str, OptionValue]) -> None:
    games = [greedy_game(players, seed % players, options, seed) for seed in range(8)]
    assert sum(won for won, _ in games) >= 7
