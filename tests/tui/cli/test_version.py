"""What `samovar --version` says, in a checkout and elsewhere."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from core import __version__
from tests.conftest import Samovar
from tui.cli.version import version_text


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", "-C", str(folder), *who, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "rules.txt").write_text("flip and drop")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Rules")
    git(tmp_path, "tag", "v0.1")
    return tmp_path


def test_the_version_is_that_of_the_installed_package(samovar: Samovar) -> None:
    assert __version__ == version("samovar")
    assert samovar("--version").stdout.startswith(f"samovar {__version__}")


def test_in_a_checkout_it_names_the_commit(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = git(checkout, "rev-parse", "--short", "HEAD")
    monkeypatch.setenv("GIT_DIR", "/nowhere")  # as in a hook of another repository
    assert version_text(checkout) == f"samovar {__version__} (commit {commit})"
    (checkout / "rules.txt").write_text("flip")
    assert version_text(checkout) == f"samovar {__version__} (commit {commit}, changed)"


def test_elsewhere_it_does_not(tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = checkout / "site-packages"  # in an environment inside somebody else's checkout
    installed.mkdir()
    assert version_text(installed) == f"samovar {__version__}"
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert version_text(checkout) == f"samovar {__version__}"
