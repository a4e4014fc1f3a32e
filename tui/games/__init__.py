"""What Textual shows of each game, a package a game, found by the game's name.

Every part may be missing: `board_view.py` (BOARD_VIEW), `cover.py` (draw_cover, ASCII_COVER), `emblem.py` (EMBLEM,
ASCII_EMBLEM) and `keys.py` (KEYS). The packages themselves import nothing, because home needs the cover of every game
and the board of none.
"""

from importlib import import_module
from types import ModuleType


def load_part(game: str, part: str) -> ModuleType | None:
    """Import and return `tui.games.GAME.PART`; None if the game has no such part."""
    package = f"{__name__}.{game}"
    module = f"{package}.{part}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name in (package, module):
            return None
        raise
