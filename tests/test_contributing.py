"""The documents for developers, compared with the tree: what they name exists, and no module is left out."""

import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from core import registry
from tests.conftest import ROOT

PACKAGES = ("core", "saves", "themes", "tui")
DOCUMENTS = (
    "CONTRIBUTING.md",
    "README.md",
    "tests/saves/stored/README.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
)
CODE = re.compile(r"`([^`]+)`")
#: A path in this repository; GAME stands for each of the games that have such a file.
PATH = re.compile(rf"(?:{'|'.join((*PACKAGES, 'tests', 'docs'))})/[\w./-]*")


def table(document: str, heading: str) -> list[tuple[str, str]]:
    """The rows of the first table after a heading, without its head: what stands in the first column, and the rest."""
    text = (ROOT / document).read_text("utf-8").partition(f"\n{heading}\n")[2]
    assert text, f"{document} has no heading {heading!r}"
    lines = text[text.index("\n|") + 1 :].split("\n")
    rows = lines[2 : next(at for at, line in enumerate(lines) if not line.startswith("|"))]
    cells = [row.strip("| ").partition(" | ") for row in rows]
    return [(first, rest) for first, _, rest in cells]


def modules_named(rows: list[tuple[str, str]]) -> list[str]:
    """Every module in the table of the tree: by its path, or by its name in the row of its folder."""
    found: list[str] = []
    for first, rest in rows:
        for path in CODE.findall(first):
            if path.endswith("/"):
                found += [
                    path + name
                    for name in CODE.findall(rest)
                    if re.fullmatch(r"\w+\.py", name) and name != "__init__.py"
                ]
            else:
                found.append(path)
    return found


def in_a_game(path: Path) -> bool:
    """Whether it belongs to one game: those files are in a table of their own."""
    return path.parts[:2] in (("core", "games"), ("tui", "games")) and len(path.parts) > 3


def modules() -> set[str]:
    paths = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {str(path) for path in paths if path.name != "__init__.py" and not in_a_game(path)}


def folders() -> set[str]:
    """The folders that hold code, without the games'."""
    files = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {f"{path.parent}/" for path in files if not in_a_game(path)}


def exists(path: str) -> bool:
    """Whether there is such a file or folder; in some game, as a folder where the file outgrew itself, for GAME."""
    if "GAME" not in path:
        return (ROOT / path).exists()
    found = [ROOT / path.replace("GAME", game) for game in registry.GAME_NAMES]
    return any(each.exists() or (each.suffix == ".py" and each.with_suffix("").is_dir()) for each in found)


def test_every_module_is_in_the_table_of_the_tree_once() -> None:
    named = Counter(modules_named(table("CONTRIBUTING.md", "## The tree")))
    assert {"missing": sorted(modules() - named.keys()), "gone": sorted(named.keys() - modules())} == {
        "missing": [],
        "gone": [],
    }
    assert [name for name, times in named.items() if times > 1] == []


def test_every_folder_is_in_the_table_of_the_tree_once() -> None:
    named = [path for first, _ in table("CONTRIBUTING.md", "## The tree") for path in CODE.findall(first)]
    ours = Counter(path for path in named if path.endswith("/") and path.split("/")[0] in PACKAGES)
    assert ours == Counter(folders())


@pytest.mark.parametrize("package", ["core", "tui"])
def test_the_files_that_games_share_are_in_the_table_of_a_game(package: str) -> None:
    """A file of several games is named there; and what is named there some game has, as a file or as a folder."""
    rows = table("CONTRIBUTING.md", f"### A game in `{package}/games/`")
    named = {name.removesuffix("/") for first, _ in rows for name in CODE.findall(first)}
    have = Counter(
        path.stem if path.suffix == ".py" else path.name
        for game in registry.GAME_NAMES
        for path in (ROOT / package / "games" / game).glob("*")  # a new game has nothing in tui yet
        if path.name != "__pycache__"
    )
    told = {name.removesuffix(".py") for name in named}
    assert {name for name, games in have.items() if games > 1} - told == set()
    assert told - have.keys() == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_that_is_named_exists(document: str) -> None:
    words = CODE.findall((ROOT / document).read_text("utf-8"))
    paths = [path for word in words for path in word.split() if PATH.fullmatch(path) and "NAME" not in path]
    assert [path for path in paths if not exists(path)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_module_that_is_to_be_run_exists(document: str) -> None:
    named = re.findall(r"python -m ([\w.]+)", (ROOT / document).read_text("utf-8"))
    ours = [name for name in named if name.split(".")[0] in (*PACKAGES, "tests")]
    found = [any(find_spec(name.replace("GAME", game)) for game in registry.GAME_NAMES) for name in ours]
    assert [name for name, is_there in zip(ours, found, strict=True) if not is_there] == []


def test_every_class_in_the_glossary_and_the_plan_exists() -> None:
    source = "\n".join(path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    known = set(re.findall(r"^class (\w+)|^(\w+) = ", source, re.MULTILINE)) - {("", "")}
    classes = {name for pair in known for name in pair if name}
    for document in ("docs/glossary.md", "docs/architecture.md"):
        words = CODE.findall((ROOT / document).read_text("utf-8"))
        named = {word.partition(".")[0] for word in words if re.fullmatch(r"[A-Z][a-z]\w+(\.\w+)?", word)}
        assert named, document
        assert named - classes == set(), document
