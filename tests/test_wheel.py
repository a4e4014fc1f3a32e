"""The wheel as people get it: built, installed by itself, and played outside the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.tui.sessions.traps import Traps, watch

PARTS = ("core", "saves", "themes", "tui")
PAPERS = ("pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the checkout and nothing forgotten is found there."""
    tmp_path = tmp_path_factory.mktemp("wheel")
    if int(version("setuptools").split(".")[0]) < 77:
        pytest.skip("the wheel is built with setuptools 77 or newer, as the dev extra asks")
    source = tmp_path / "source"
    source.mkdir()
    for part in PARTS:
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    for paper in PAPERS:
        shutil.copy(ROOT / paper, source)
    built = tmp_path / "built"
    run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(built), str(source)],
        tmp_path,
    )
    (found,) = built.glob("samovar-*.whl")
    return found


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """The folder of commands of an environment that has the wheel, and borrows only what it depends on."""
    fresh = tmp_path / "fresh"
    run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], tmp_path)
    python = fresh / "bin" / "python"
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run([str(python), "-c", ask], tmp_path).strip())
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    run([*pip, str(wheel)], tmp_path)
    borrowed = {sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))}
    (packages / "borrowed.pth").write_text("\n".join(sorted(borrowed)))
    return fresh / "bin"


def run(words: list[str], folder: Path, typed: str = "") -> str:
    """What a command says, run far from the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, cwd=folder, input=typed, capture_output=True, text=True, env=clean, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    where = run([str(installed / "python"), "-c", "import core, saves, tui; print(core.__file__)"], tmp_path)
    assert str(installed.parent) in where
    samovar = str(installed / "samovar")
    told = run([samovar, "play", "mezen", "--plain", "--seed", "1"], tmp_path, "rules\n" + "1\n" * 500)
    assert "\n== Result\n" in told
    assert "# Mezen" in told
    assert "finished" in run([samovar, "saves", "list"], tmp_path)
    packed = run([str(installed / "python"), "-c", LISTING], tmp_path).split()
    assert packed == sorted(
        str(path.relative_to(ROOT))
        for part in PARTS
        for path in (ROOT / part).rglob("*")
        if path.suffix in (".toml", ".md", ".tcss", ".py")
    )


@pytest.fixture
def installed_for_one(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command as `pip install --user` puts it into a home, of the Python beneath the environment of the tests."""
    base = tmp_path / "user"
    monkeypatch.setenv("PYTHONUSERBASE", str(base))
    python = str(getattr(sys, "_base_executable", sys.executable))
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--user", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--break-system-packages", "--no-warn-script-location", str(wheel)], check=True)
    (core,) = base.rglob("core/__init__.py")
    (core.parents[1] / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return base / "bin" / "samovar"


def test_bots_think_where_it_is_installed_for_one_user(
    installed_for_one: Path, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    traps = Traps(tmp_path / "project")
    monkeypatch.chdir(traps.folder)
    watch(str(installed_for_one), home, PYTHONUSERBASE=str(installed_for_one.parents[1]))
    assert traps.sprung == ""


LISTING = """
from importlib.metadata import files
parts = ("core", "saves", "themes", "tui")
print(*sorted(str(file) for file in files("samovar") if file.parts[0] in parts and file.suffix != ".pyc"))
"""
