"""Where the player's files are, and what is said when they can be nowhere."""

import os
import pwd
from pathlib import Path

import pytest

from saves.errors import NoDataFolderError
from saves.paths import DataPaths


def test_a_home_of_nobody_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMOVAR_HOME", "~nosuchuser/x")
    with pytest.raises(NoDataFolderError, match=r"^SAMOVAR_HOME begins with ~nosuchuser, but nobody of that name has"):
        DataPaths.for_player()


def test_a_home_may_begin_with_a_tilde_or_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for written in ("~/games", "games"):
        monkeypatch.setenv("SAMOVAR_HOME", written)
        assert DataPaths.for_player() == DataPaths.under(tmp_path / "games")


def test_a_home_in_a_folder_that_is_gone_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    os.rmdir(tmp_path / "gone")
    monkeypatch.setenv("SAMOVAR_HOME", "games")
    with pytest.raises(NoDataFolderError, match="the current folder, which no longer exists"):
        DataPaths.for_player()


def test_somebody_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that no user has, as in some containers."""

    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("HOME", "SAMOVAR_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(NoDataFolderError, match="set SAMOVAR_HOME to a folder"):
        DataPaths.for_player()
