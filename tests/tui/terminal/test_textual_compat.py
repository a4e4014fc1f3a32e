"""A Textual that lacks a name that we use: the app goes on with Textual's own driver and painting, and says so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import textual

from tests.conftest import ROOT
from tests.tui.programs.pseudo_terminal import Program
from tui.terminal import textual_compat
from tui.terminal.textual_compat import NEEDED

WITHOUT = str(Path(__file__).parents[1] / "programs" / "textual_without.py")

#: Names that are common words: in all of Textual they mean many things, and cannot be replaced everywhere at once.
COMMON = {"size", "fileno"}
NAMES = sorted({name for names in NEEDED.values() for name in names} - COMMON)


def test_this_version_has_every_name() -> None:
    assert textual_compat.missing_names() == ()


@pytest.mark.parametrize("name", [*NAMES, "LinuxDriver", "Compositor", "get_inner_outer"])
def test_without_a_name_the_game_goes_on(name: str, tmp_path: Path) -> None:
    """Keys, another screen and leaving work; what is missing is in the log."""
    with Program(WITHOUT, name, SAMOVAR_HOME=str(tmp_path)) as program:
        program.shows("new game")
        program.send("?")
        program.shows("The rules of Mezen")
        program.send("\x1b")
        program.shows("new game")
        program.send("\x03")
        assert program.ends() == 0, program.text
    log = tmp_path / "logs" / "textual.log"
    if name == "get_inner_outer":  # a leak that would have been mended: nothing is missed
        assert not log.exists()
    else:
        assert f"Textual {textual.__version__} lacks" in log.read_text()
        assert name in log.read_text()


def test_with_every_name_nothing_is_logged(tmp_path: Path) -> None:
    with Program("-m", "tui.cli.main", SAMOVAR_HOME=str(tmp_path)) as program:
        program.shows("Mezen")
        program.send("\x03")
        assert program.ends() == 0
    assert not (tmp_path / "logs" / "textual.log").exists()


def private_names_of_textual() -> set[str]:
    """The private methods and attributes that Textual's classes define."""
    folder = Path(textual.__file__).parent
    defined = re.compile(r"(?:def |self\.)(_[a-z]\w*)")
    return {name for path in folder.rglob("*.py") for name in defined.findall(path.read_text("utf-8"))}


def test_no_other_module_uses_a_private_name_of_textual() -> None:
    """Neither of another object, nor of its own that no module of ours defines, nor imported."""
    theirs, used = private_names_of_textual() - {"_replace"}, []  # of a named tuple
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "tui").rglob("*.py"))}
    ours = {
        name
        for path, tree in trees.items()
        if path.name != "textual_compat.py"
        for node in ast.walk(tree)
        if (name := _defined_name(node))
    }
    for path, tree in trees.items():
        if path.name == "textual_compat.py":
            continue
        used += [f"{path}:{node.lineno} {ast.unparse(node)}" for node in _uses(tree, theirs - ours)]
    assert used == []


def _uses(tree: ast.Module, private: set[str]) -> Iterator[ast.Attribute | ast.ImportFrom]:
    """What a module uses of these names, and what it imports of Textual's private modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if node.attr in private and ast.unparse(node.value) != "os":
                yield node
        elif isinstance(node, ast.ImportFrom) and re.match(r"textual\.(.*\.)?_", node.module or ""):
            yield node


def _defined_name(node: ast.AST) -> str:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    return ""
