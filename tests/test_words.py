"""Phrases of ours that players stumbled over do not come back, in no sentence of the program and in no guide."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

#: Each with what is said instead.
GONE = {
    "has no mind to": "does not want",
    "points lost a turn": "average loss per turn",
    "a tip can be had": "tips are available",
    "of its own. Did you mean": "has no term",
    "take back your": "undo your",
    "play again what was": "redo",
    "on the shelf": "at home",
    "lay a table": "create a table",
    "lays a table": "creates a table",
    "gets up from": "leaves the table",
    "the deals of the day": "the daily deals",
    "through a door": "through the server",
    "the keeper": "the operator",
    "what has come of your": "your results",
    "where something can.": "where you can act",
}

#: These read the sentences of old releases.
_HISTORY = {"saves/migrations.py", "saves/first_release_labels.py"}


def sentences(path: Path) -> Iterator[str]:
    """Yield the texts of a file that somebody can meet: of a module all strings but the docstrings."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield " ".join(text.split())
        return
    tree = ast.parse(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _is_text(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield " ".join(node.value.split())


def _is_text(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def files() -> list[Path]:
    """Return what a player or operator can read."""
    sources = [path for top in ("core", "saves", "tui") for path in (ROOT / top).rglob("*")]
    found = [path for path in sources if path.suffix in (".py", ".md", ".toml")]
    found = [path for path in found if str(path.relative_to(ROOT)) not in _HISTORY]
    return [*found, ROOT / "README.md", ROOT / "docs" / "hosting.md", ROOT / "docs" / "samovar.service"]


def test_there_are_at_most_fifteen() -> None:
    assert len(GONE) <= 15


def test_none_comes_back() -> None:
    said = [
        f"{path.relative_to(ROOT)}: {text!r}; say {instead!r} instead"
        for path in files()
        for text in sentences(path)
        for phrase, instead in GONE.items()
        if phrase.casefold() in text.casefold()
    ]
    assert said == []
