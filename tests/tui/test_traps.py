"""The program in a folder that has files with the names of everything it imports: none of them may run."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from saves.match_store import MatchStore
from tests.limits import LIMIT
from tests.tui.programs.import_traps import Traps, watch

SAMOVAR = str(Path(sysconfig.get_path("scripts")) / "samovar")
ANEW = str(Path(__file__).parent / "programs" / "arena_start.py")


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Traps:
    """The folder, and we are in it."""
    made = Traps(tmp_path / "project")
    monkeypatch.chdir(made.folder)
    for name in ("PYTHONPATH", "PYTHONSAFEPATH"):
        monkeypatch.delenv(name, raising=False)
    return made


def run(*words: str) -> str:
    done = subprocess.run(words, input="1\n" * 500, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_traps_work(traps: Traps) -> None:
    """Started in the way that looks into the current folder first, Python runs into them."""
    done = subprocess.run([sys.executable, "-m", "core.bots.worker"], capture_output=True)
    assert done.returncode != 0
    assert traps.sprung


def test_bots_on_a_screen(traps: Traps, home: Path) -> None:
    watch(SAMOVAR, home)
    assert traps.sprung == ""


def test_plain_lines_and_all_that_is_told(traps: Traps) -> None:
    assert "\n== Result\n" in run(SAMOVAR, "play", "mezen", "--plain", "--seats", "you,bot:adept", "--seed", "1")
    (entry,) = MatchStore().entries()
    for text in ("games", "where", f"replay {entry.slug} --plain"):
        assert run(SAMOVAR, *text.split())
    assert traps.sprung == ""


@pytest.mark.parametrize("first", [(SAMOVAR,), (sys.executable, ANEW, "spawn"), (sys.executable, ANEW, "forkserver")])
def test_the_arena(traps: Traps, first: tuple[str, ...]) -> None:
    words = ("arena", "mezen", "--seats", "novice,random", "--games", "2", "--jobs", "2")
    assert "Mezen, 2 games" in run(*first, *(words if first == (SAMOVAR,) else ()))
    assert traps.sprung == ""
