"""A few pictures with their colours; the many screens as text are in test_screens."""

from pathlib import Path
from typing import Any

import pytest

from core import registry
from core.match import Match
from saves import settings
from saves.match_store import MatchStore
from tests.game_facts import FIVE
from tests.tui.pilots import LARGE, SMALL, mezen_until
from tui.app import SamovarApp
from tui.startup import StartupRequest


def middle() -> Match:
    return mezen_until("lift", round_=6)


@pytest.mark.parametrize(
    ("theme", "size"),
    [("dark", SMALL), ("dark", LARGE), ("light", SMALL), ("high-contrast", SMALL), ("colour-blind", SMALL)],
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
def test_mezen(snap_compare: Any, theme: str, size: tuple[int, int]) -> None:
    settings.save(MatchStore().paths.settings, settings.Settings(theme=theme))
    app = SamovarApp(StartupRequest(middle(), MatchStore().new_file()), ascii=False)
    assert snap_compare(app, terminal_size=size)


def test_mezen_without_colour(snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = SamovarApp(StartupRequest(middle(), MatchStore().new_file()), ascii=False)
    assert snap_compare(app, terminal_size=SMALL)


def test_home(snap_compare: Any, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr("tui.screens.home.__version__", "1.2.3")
    monkeypatch.setattr(registry, "GAME_NAMES", FIVE)
    assert snap_compare(SamovarApp(ascii=False), terminal_size=SMALL)
