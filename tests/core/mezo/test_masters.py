"""What masters have learned is theirs alone: the levels below choose as they did before."""

from pathlib import Path

import msgspec
import pytest

from core import bots
from core.chance import Chance
from core.mezo import GAME
from core.mezo.state import MezoState

LEVELS = Path(__file__).with_name("levels.jsonl").read_text("utf-8").splitlines()


class Choice(msgspec.Struct):
    """What the levels chose in a position before masters learned."""

    position: MezoState
    novice: str
    adept: str
    greedy: str


@pytest.mark.parametrize("level", ["novice", "adept", "greedy"])
def test_the_levels_below_choose_as_before(level: str) -> None:
    for line in LEVELS:
        choice = msgspec.json.decode(line, type=Choice)
        plan = bots.consider(GAME, choice.position, level, Chance(7)).plan
        assert " ".join(plan) == getattr(choice, level), choice.position.when()
