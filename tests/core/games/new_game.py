"""Make a new game from the example: `python -m tests.core.games.new_game NAME`, or `make new-game NAME=…`.

It copies `tests/core/games/pebbles` to `core/games/NAME` under the new name, writes the golden games and registers the
game. All tests pass after that, so the copy can be changed step by step into the game that is wanted.
"""

import re
import subprocess
import sys
from importlib import import_module, invalidate_caches
from keyword import iskeyword
from pathlib import Path

from core import registry
from tests.core.playthroughs import write_playthroughs

ROOT = Path(__file__).parents[3]
EXAMPLE = "pebbles"
_EXAMPLE_FOLDER = Path(__file__).parent / EXAMPLE
#: What a name looks like: a module, the lower-case title and the word that players type, and short enough for lists.
_NAME = re.compile(r"[a-z][a-z0-9]{1,9}")


def refusal(name: str) -> str:
    """Return why `name` cannot be the name of a new game, in a sentence; empty if it can."""
    if not _NAME.fullmatch(name) or iskeyword(name):
        shape = "2 to 10 small letters and digits, a letter first"
        return f"{name!r} is no name for a game: take {shape} (make new-game NAME=tiles)."
    if name == EXAMPLE or name in registry.GAME_NAMES:
        return f"There is a game {name} already: take another name."
    for taken in (f"core/games/{name}", f"tests/core/games/{name}", f"tui/games/{name}", f"themes/{name}.toml"):
        if (ROOT / taken).exists():
            return f"The name {name} is taken by {taken}: take another one."
    return ""


def make_game(name: str) -> None:
    """Copy the example under `name`, write its golden games and register it last, when everything else is there."""
    folder = ROOT / "core" / "games" / name
    folder.mkdir()
    for source in sorted(_EXAMPLE_FOLDER.iterdir()):
        if source.is_file():
            (folder / source.name).write_text(_renamed(source.read_text("utf-8"), name), "utf-8")
    _tidy(folder)
    invalidate_caches()
    write_playthroughs(import_module(f"core.games.{name}").GAME)
    _register(name)


def _renamed(text: str, name: str) -> str:
    """Return a file of the example as the new game has it. Only names change: it is still about pebbles in a heap."""
    text = text.replace(f"tests.core.games.{EXAMPLE}", f"core.games.{name}")
    text = text.replace(f'name = "{EXAMPLE}"', f'name = "{name}"')
    return text.replace(EXAMPLE.capitalize(), name.capitalize())


def _register(name: str) -> None:
    """Append the name to GAME_NAMES."""
    path = ROOT / "core" / "registry.py"
    text, found = re.subn(
        r"^(GAME_NAMES\b[^(]*\([^)]*?),?\s*\)", rf'\1, "{name}")', path.read_text("utf-8"), flags=re.M
    )
    assert found == 1, "core/registry.py has no GAME_NAMES to add to"
    path.write_text(text, "utf-8")
    _tidy(path)


def _tidy(path: Path) -> None:
    """Sort the imports, which have other names now, and lay out lines that have become longer."""
    for command in (["check", "--quiet", "--select", "I", "--fix"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, str(path)], cwd=ROOT, check=True)


def main(arguments: list[str]) -> int:
    name = arguments[0] if len(arguments) == 1 else " ".join(arguments)
    if problem := refusal(name):
        print(problem, file=sys.stderr)
        return 2
    make_game(name)
    print(f"core/games/{name} is made and registered: play it with `samovar play {name}`, and change it as you like.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
