"""What no module of ours does to another: replace something of it, use its private names, or import it in a circle."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

PACKAGES = ("core", "saves", "themes", "tui")


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module of ours, read once by the first test that asks: collecting the tests need not wait for it."""
    return {
        path.relative_to(ROOT): ast.parse(path.read_text("utf-8"))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def imported(tree: ast.Module) -> dict[str, str]:
    """What a module calls the modules, classes and functions of ours that it imports, and what each is in full."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
            found.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
        elif isinstance(node, ast.Import):
            found.update(
                {a.asname or a.name.split(".")[0]: a.name for a in node.names if a.name.split(".")[0] in PACKAGES}
            )
    return found


def owner(node: ast.Attribute) -> str:
    """The first name in `a.b.c`; empty when it begins with something else."""
    base = node.value
    while isinstance(base, ast.Attribute):
        base = base.value
    return base.id if isinstance(base, ast.Name) else ""


def stored(tree: ast.Module) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))


def private_names(tree: ast.Module) -> set[str]:
    """The private functions, classes and attributes that a module defines."""
    found = {node.attr for node in stored(tree) if owner(node) in ("self", "cls")}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return set(filter(is_private, found))


def test_nothing_of_another_module_is_replaced() -> None:
    replaced = []
    for path, tree in trees().items():
        theirs = imported(tree)
        replaced += [f"{path}:{node.lineno} {ast.unparse(node)}" for node in stored(tree) if owner(node) in theirs]
    assert replaced == []


def test_no_private_name_of_another_module_is_used() -> None:
    assert list(_used_private_names()) == []


def _used_private_names() -> Iterator[str]:
    defined: dict[str, set[Path]] = {}
    for path, tree in trees().items():
        for name in private_names(tree):
            defined.setdefault(name, set()).add(path)
    del defined["_exit"]  # of the system, and of Textual's app
    for path, tree in trees().items():
        for name, full in imported(tree).items():
            if is_private(full.rsplit(".", 1)[-1]):
                yield f"{path} imports {full} as {name}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and path not in defined.get(node.attr, {path}) and not _is_own(node):
                yield f"{path}:{node.lineno} {ast.unparse(node)}"


def _is_own(node: ast.Attribute) -> bool:
    """Whether it is an attribute of the object itself, which may come from a class of another module."""
    return ast.unparse(node.value) in ("self", "cls", "super()")


# Imports

#: The most imports inside functions, each of which keeps something heavy out of the start.
MOST_INNER_IMPORTS = 60


def imports(tree: ast.AST, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Every import that runs, and whether it is inside a function; those for the type checker do not run."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from imports(node, inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def inner_imports() -> dict[Path, list[ast.Import | ast.ImportFrom]]:
    return {path: [node for node, inside in imports(tree) if inside] for path, tree in trees().items()}


def test_an_import_inside_a_function_says_why() -> None:
    silent = []
    for path, found in inner_imports().items():
        lines = (ROOT / path).read_text("utf-8").split("\n")
        explained: set[int] = set()
        for node in found:
            own, above = lines[node.lineno - 1], lines[node.lineno - 2]
            if "#" in own or above.strip().startswith("#") or node.lineno - 1 in explained:
                explained.add(node.end_lineno or node.lineno)
            else:
                silent.append(f"{path}:{node.lineno} {own.strip()}")
    assert silent == []


def test_few_imports_are_inside_functions() -> None:
    assert 0 < sum(map(len, inner_imports().values())) < MOST_INNER_IMPORTS


def test_no_modules_of_the_screens_import_each_other_in_a_circle() -> None:
    """Imports inside functions count: they only hide a circle."""
    names = {_dotted(path): tree for path, tree in trees().items() if path.parts[0] == "tui"}
    graph = {name: _imported_modules(tree) & names.keys() - {name} for name, tree in names.items()}
    assert "tui.screens.base" in graph["tui.screens.home"]
    while leaves := {name for name, needed in graph.items() if not needed & graph.keys()}:
        graph = {name: needed for name, needed in graph.items() if name not in leaves}
    assert {name: needed & graph.keys() for name, needed in graph.items()} == {}


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imported_modules(tree: ast.Module) -> set[str]:
    """What a module imports, as modules and as names in them; names that are no modules do not matter here."""
    found = set()
    for node, _ in imports(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found
