"""The emblem of each game, five columns by two rows, from `tui/games/GAME/emblem.py`; a game without one gets a box."""

from functools import cache

from tui.games import load_part

#: Two rows of five characters.
Emblem = tuple[str, str]

DEFAULT: Emblem = ("╭───╮", "╰───╯")
ASCII_DEFAULT: Emblem = ("+---+", "+---+")


@cache
def load_emblem(game: str, ascii: bool) -> Emblem:
    """Return the emblem of the game of that name."""
    part = load_part(game, "emblem")
    if part is None:
        return ASCII_DEFAULT if ascii else DEFAULT
    found: Emblem = part.ASCII_EMBLEM if ascii else part.EMBLEM
    return found
