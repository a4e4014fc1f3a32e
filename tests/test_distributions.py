"""What sdist and wheel hold, and that whoever builds them gets the same bytes."""

import os
import subprocess
import sys
import tarfile
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from core import __version__
from tests.conftest import ROOT
from tests.distributions import build, copy_checkout, our_files
from tests.tui.cli.man_pages import pages

#: They are built once.
pytestmark = pytest.mark.xdist_group("wheel")

PACKAGES = ("core", "saves", "themes", "tui")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_checkout(tmp_path_factory.mktemp("distributions") / "source")


@pytest.fixture(scope="module")
def built(source: Path) -> list[Path]:
    return build(source, source.with_name("built"))


@pytest.fixture(scope="module")
def sdist(built: list[Path]) -> Path:
    return next(path for path in built if path.name == f"samovar-{__version__}.tar.gz")


@pytest.fixture(scope="module")
def wheel(built: list[Path]) -> Path:
    return next(path for path in built if path.name == f"samovar-{__version__}-py3-none-any.whl")


def test_somebody_else_builds_the_same_bytes(source: Path, built: list[Path], tmp_path: Path) -> None:
    """On another day, in another folder, in a checkout whose files others may read."""
    elsewhere = copy_checkout(tmp_path / "elsewhere")
    for path in elsewhere.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(path.stat().st_mode | 0o055)
    again = build(elsewhere, tmp_path / "again")
    assert [(path.name, path.read_bytes()) for path in again] == [(path.name, path.read_bytes()) for path in built]


def test_the_sdist_has_every_file_of_the_checkout(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert packed == {*our_files(), "PKG-INFO"}


def test_nothing_large_or_built_was_added_by_mistake() -> None:
    built = (".whl", ".gz", ".zip", ".so", ".pyc", ".db", ".log")
    found = [path for path in our_files() if path.endswith(built) or (ROOT / path).stat().st_size > 1_000_000]
    assert found == []


def test_the_wheel_says_that_its_packages_are_typed(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert {f"{package}/py.typed" for package in PACKAGES} <= set(archive.namelist())


def test_the_wheel_has_man_pages_and_completions_where_they_are_looked_for(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    shared = {name.partition(".data/data/")[2] for name in names} - {""}
    assert {path for path in shared if not path.startswith("share/man/")} == {
        "share/bash-completion/completions/samovar",
        "share/zsh/site-functions/_samovar",
        "share/fish/vendor_completions.d/samovar.fish",
    }
    assert {Path(path).name for path in shared if path.startswith("share/man/man1/")} == set(pages())


def test_the_extra_all_has_what_the_other_extras_for_players_have(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        text = archive.read(f"samovar-{__version__}.dist-info/METADATA").decode()
    told = HeaderParser().parsestr(text)
    extras = set(told.get_all("Provides-Extra", [])) - {"all", "browser", "dev", "docs"}
    wanted: dict[str, set[str]] = {}
    for line in told.get_all("Requires-Dist", []):
        what, _, condition = line.partition("; extra == ")
        wanted.setdefault(condition.strip("'\""), set()).add(what)
    assert wanted["all"] == set().union(*(wanted[extra] for extra in extras))


def test_an_index_would_take_them(built: list[Path]) -> None:
    words = [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
