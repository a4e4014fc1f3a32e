"""The baseline: what the levels score, measured for any game of the registry."""

import sys
from argparse import Namespace

import pytest

from core import registry
from core.bots import PLAYABLE_LEVELS
from core.bots.baseline import baseline
from core.bots.training import calibrate
from tests.core.games import pebbles
from tests.game_facts import FIVE


def test_ratings_follow_from_what_the_ladder_found() -> None:
    told = (10 / 11, 10 / 11)
    levels = {"novice": 1000, "apprentice": 1133, "journeyman": 1267, "adept": 1400, "master": 1800}
    assert calibrate.ratings(*told) == levels == calibrate.rated("mezen", told)
    assert list(levels) == list(PLAYABLE_LEVELS)


def test_ratings_stay_when_the_ladder_found_nothing_new() -> None:
    for name in registry.GAME_NAMES:
        if name in FIVE or baseline(name).ratings:
            assert calibrate.rated(name, None) == baseline(name).ratings != {}


def test_a_game_that_was_never_measured_needs_no_entry_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "core.games.pebbles", pebbles)
    found = calibrate.calibrate("pebbles", Namespace(games=1, alone=2, steps=2, solo_steps=2, ladder=None))
    assert 1000 == found.ratings["novice"] < found.ratings["adept"] < found.ratings["master"]
    assert set(found.tables) == {"1", "2", "3", "4"}
    assert {level: len(points) for level, points in found.alone.items()} == {"novice": 2, "adept": 2, "master": 2}


@pytest.mark.parametrize("words", [("--ladder", "0.9", "0.8"), ("mezen", "--ladder", "1", "0.8")])
def test_a_ladder_that_cannot_be_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        calibrate.main(words)
    assert end.value.code == 2 and "--ladder" in capsys.readouterr().err
