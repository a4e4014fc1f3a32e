"""The games by name. A sixth game is one line here and two folders."""

from importlib import import_module

from core.errors import ImpossibleMatch
from core.game import Game

NAMES: tuple[str, ...] = ("mezen", "gzhel", "mazaytsy", "novgorod", "mezo")


def game(name: str) -> Game:
    """The game of that name, or an error that names the nearest one."""
    if name not in NAMES:
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), NAMES, 1, 0.4)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}."
        raise ImpossibleMatch(f"There is no game {name!r} on the shelf; {hint}")
    found: Game = import_module(f"core.games.{name}").GAME
    return found


def games() -> list[Game]:
    return [game(name) for name in NAMES]
