"""The games by name. A new game needs one name here, and a folder each in `core/games` and `tui/games`."""

from difflib import get_close_matches
from importlib import import_module

from core.errors import InvalidMatchError
from core.game import Game

GAME_NAMES: tuple[str, ...] = ("mezen", "gzhel", "mazaytsy", "novgorod", "mezo")


def get_game(name: str) -> Game:
    """Return the game of this name, or raise an error that names the nearest one."""
    if name not in GAME_NAMES:
        near = get_close_matches(name.lower(), GAME_NAMES, 1, 0.4)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(GAME_NAMES)}."
        raise InvalidMatchError(f"There is no game {name!r} in Samovar; {hint}")
    found: Game = import_module(f"core.games.{name}").GAME
    return found


def all_games() -> list[Game]:
    return [get_game(name) for name in GAME_NAMES]
