"""One meaning per name: a public class name stands for one thing in the whole code base."""

import ast
from collections import defaultdict
from pathlib import Path

from core import registry
from tests.conftest import ROOT

PACKAGES = ("core", "saves", "themes", "tui")


def public_classes() -> dict[str, set[str]]:
    """The modules that define a public class of each name; the same file in several games is one module."""
    found: dict[str, set[str]] = defaultdict(set)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].add(module_in_any_game(path.relative_to(ROOT)))
    return found


def module_in_any_game(path: Path) -> str:
    parts = ("GAME" if part in registry.GAME_NAMES else part for part in path.with_suffix("").parts)
    return ".".join(parts)


def test_a_public_class_name_has_one_meaning() -> None:
    classes = public_classes()
    assert len(classes) > 400  # a search that finds nothing would agree with everything
    assert {name: modules for name, modules in classes.items() if len(modules) > 1} == {}
