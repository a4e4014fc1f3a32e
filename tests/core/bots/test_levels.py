"""Where masters have learned, the levels below choose as they did before: in positions that were stored then."""

from pathlib import Path

import msgspec
import pytest

from core import bots, registry
from core.rng import Rng


class Choice(msgspec.Struct):
    """What the levels chose in a position before masters learned."""

    position: msgspec.Raw
    novice: str
    adept: str
    greedy: str


STORED = sorted((Path(__file__).parents[1] / "games").glob("*/levels.jsonl"))


@pytest.mark.parametrize("level", ["novice", "adept", "greedy"])
@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored.parent.name)
def test_the_levels_below_choose_as_before(stored: Path, level: str) -> None:
    game = registry.get_game(stored.parent.name)
    for line in stored.read_text("utf-8").splitlines():
        choice = msgspec.json.decode(line, type=Choice)
        position = msgspec.json.decode(choice.position, type=game.state_type())
        plan = bots.think(game, position, level, Rng(7)).plan
        assert " ".join(plan) == getattr(choice, level), position.progress_text()


def test_there_are_positions_of_both_games_whose_levels_share_code_with_their_masters() -> None:
    assert [stored.parent.name for stored in STORED] == ["mezo", "novgorod"]
