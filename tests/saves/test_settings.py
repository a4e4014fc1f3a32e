"""Settings: typed, with defaults, and never a reason not to play."""

import os
from pathlib import Path

import pytest

from saves import settings
from saves.settings import LastSetup, Settings


def test_no_file_means_the_defaults(home: Path) -> None:
    assert settings.load(home / "settings.json") == (Settings(), "")


def test_settings_come_back(home: Path) -> None:
    liked = Settings(
        theme="winter",
        confirm_turn=False,
        ascii=True,
        bot_seconds=2.5,
        last_setup={"mezen": LastSetup(["you:Anna", "bot:novice"], {"cards": "sun"})},
    )
    path = home / "settings.json"
    assert settings.save(path, liked) == ""
    assert settings.load(path) == (liked, "")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is not JSON"),
        (b"theme = dark", "it is not JSON"),
        (b'{"theme": 5}', "Expected str, got int - at $.theme"),
        (b'{"x":' * 100_000, "it is not JSON"),
        (b" " * 2_000_000, "it is too large"),
    ],
    ids=["empty", "text", "wrong-type", "deep", "large"],
)
def test_a_broken_file_is_explained_and_kept(content: bytes, reason: str, home: Path) -> None:
    home.mkdir()
    path = home / "settings.json"
    path.write_bytes(content)
    assert settings.load(path) == (Settings(), f"The settings in settings.json are not used: {reason}.")
    assert path.read_bytes() == content
    assert settings.save(path, Settings(theme="winter")) == ""
    assert settings.load(path) == (Settings(theme="winter"), "")
    assert (home / "settings-broken-1.json").read_bytes() == content


def test_unknown_fields_and_odd_numbers_do_no_harm(home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text('{"from_the_future": 1, "bot_seconds": 1e9}')
    assert settings.load(home / "settings.json") == (Settings(bot_seconds=60.0), "")


def test_a_disk_that_refuses_is_told(home: Path) -> None:
    home.write_text("")
    assert settings.save(home / "settings.json", Settings()).startswith("The settings could not be saved (")
    assert not os.path.isdir(home)
