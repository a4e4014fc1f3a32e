"""No prompt, preview, choice, key or line of the news is cut at 80x24, in two recorded games of each game."""

import pytest

from core import registry
from tests.tui.match.words_in_sight import RecordedGame, Sweep, recorded_games

GAMES = [recorded for game in registry.all_games() for recorded in recorded_games(game)]


@pytest.mark.parametrize("recorded", GAMES, ids=lambda recorded: recorded.name.replace(" ", "-"))
def test_nothing_is_cut(recorded: RecordedGame) -> None:
    sweep = Sweep(recorded).run()
    assert not sweep.cut, "\n".join(sweep.cut)
    assert sweep.counts["decisions"] > 50 and sweep.counts["key-bar entries"] > 4 * sweep.counts["decisions"]
