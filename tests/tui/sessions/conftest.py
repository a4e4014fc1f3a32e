"""The game of lanterns among the registered games, so that its matches can be read from disk."""

import sys

import pytest

from core import registry
from tests.tui.sessions import lanterns


@pytest.fixture(autouse=True)
def registered_lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "lanterns"))
    monkeypatch.setitem(sys.modules, "core.games.lanterns", lanterns)
