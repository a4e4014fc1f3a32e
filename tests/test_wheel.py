"""The wheel as people get it: built, installed on every Python that is here, and played outside the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributions import build, copy_checkout, our_files
from tests.limits import LIMIT
from tests.tui.programs.import_traps import Traps, watch
from tests.tui.programs.pseudo_terminal import Program

#: It is built once.
pytestmark = pytest.mark.xdist_group("wheel")

PARTS = ("core", "saves", "themes", "tui")
#: The Pythons that Samovar is for, by the second number of their version.
MINORS = range(11, 15)


def pythons() -> dict[str, str]:
    """The newest of each Python that is here, by its version, and our own."""
    found = {}
    for python in _candidates():
        asked = subprocess.run([python, "-c", _VERSION], capture_output=True, text=True)
        if asked.returncode == 0:
            found[asked.stdout.strip()] = python
    return found | {f"3.{sys.version_info.minor}": sys.executable}


_VERSION = "import sys, venv; print('%d.%d' % sys.version_info[:2])"


def _candidates() -> Iterator[str]:
    """Names on the path, and what pyenv keeps aside."""
    for minor in MINORS:
        if on_path := shutil.which(f"python3.{minor}"):
            yield on_path
        kept = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")
        yield from map(str, sorted(kept))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the checkout and nothing forgotten is found there."""
    folder = tmp_path_factory.mktemp("wheel")
    (found,) = build(copy_checkout(folder / "source"), folder / "built", "--wheel")
    return found


@pytest.fixture(params=pythons().items(), ids=lambda found: found[0])
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path: Path) -> Path:
    """The folder of commands of an environment that has the wheel and what it depends on."""
    _, python = request.param
    fresh = tmp_path / "fresh"
    run([python, "-m", "venv", "--without-pip", str(fresh)], tmp_path)
    pip = [sys.executable, "-m", "pip", "--python", str(fresh / "bin" / "python")]
    into = [*pip, "install", "--quiet", "--no-compile"]
    if python != sys.executable:
        run([*into, str(wheel)], tmp_path)
        return fresh / "bin"
    # What our own Python would fetch is here already.
    run([*into, "--no-deps", "--no-index", str(wheel)], tmp_path)
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run([str(fresh / "bin" / "python"), "-c", ask], tmp_path).strip())
    borrowed = {sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))}
    (packages / "borrowed.pth").write_text("\n".join(sorted(borrowed)))
    return fresh / "bin"


def run(words: list[str], folder: Path, typed: str = "", **environment: str) -> str:
    """What a command says, run far from the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, cwd=folder, input=typed, capture_output=True, text=True, env=clean | environment, timeout=LIMIT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    python, samovar = str(installed / "python"), str(installed / "samovar")
    where = run([python, "-c", "import core, saves, tui; print(core.__file__)"], tmp_path)
    assert str(installed.parent) in where
    run([python, "-W", "error", "-c", IMPORT_ALL], tmp_path)
    assert "Novgorod, 2 to 4 players" in run([samovar, "games"], tmp_path, PYTHONWARNINGS="error")
    told = run([samovar, "play", "mezen", "--plain", "--seed", "1"], tmp_path, "rules\n" + "1\n" * 500)
    assert "\n== Result\n" in told
    assert "# Mezen" in told
    assert "finished" in run([samovar, "saves", "list"], tmp_path)
    packed = run([python, "-c", LISTING], tmp_path).split()
    assert packed == [path for path in our_files() if path.split("/")[0] in PARTS]
    _open_and_leave(samovar)


def _open_and_leave(samovar: str) -> None:
    """The app in a terminal: a match comes up, and Ctrl+C leaves it."""
    become = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"
    home = os.environ["SAMOVAR_HOME"]
    with Program("-c", become, samovar, "play", "mezen", SAMOVAR_HOME=home, PYTHONPATH="") as program:
        program.read_until(b"Mezen")
        program.send("\x03")
        assert program.ends() == 0


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

#: Everything but what an extra brings.
IMPORT_ALL = """
from importlib import import_module
from pkgutil import walk_packages
extras = ("saves.club.database.postgres", "saves.club.database.proxy")
extras += ("tui.server.db_proxy", "tui.server.ssh_server", "tui.server.ssh_session", "tui.server.auth")
for part in ("core", "saves", "themes", "tui"):
    for module in walk_packages(import_module(part).__path__, part + "."):
        if module.name not in extras and not module.name.startswith("tui.server.web."):
            import_module(module.name)
"""
