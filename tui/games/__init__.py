"""What Textual shows of each game, a package a game, found by the game's name.

Every part may be missing: `board_view.py` (BOARD_VIEW), `emblem.py` (EMBLEM, ASCII_EMBLEM) and `keys.py` (KEYS). The
packages themselves import nothing, because home needs the emblem of every game and the board of none.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def load_part(game: str, part: str) -> ModuleType | None:
    """Import and return `tui.games.GAME.PART`; None if the game has no such part."""
    package = f"{__name__}.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{part}") is None:
        return None
    return import_module(f"{package}.{part}")
