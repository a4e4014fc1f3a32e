"""Names and counts as parts of sentences."""

import re
from collections.abc import Iterable, Sequence

from core import text
from core.games.mezo.components import NEUTRAL, REGION_NAMES, TRIBES
from core.text import count_text, list_text

KIND = ("Warrior", "Shaman")
TRACK = ("Heroic Codex", "Immortal Calendar")
#: The names of the players as long as none are known.
TRIBE_NAMES = tuple(name.capitalize() for name in TRIBES)
#: A keyword of a card.
_KEYWORD = re.compile(r"\b[A-Z]{4,}\b")


def tribe(seat: int) -> str:
    return "Neutral" if seat == NEUTRAL else TRIBE_NAMES[seat]


def player(seat: int, players: Sequence[str]) -> str:
    """Return the name of a piece's owner."""
    return "neutral" if seat == NEUTRAL else players[seat]


def seat(number: int) -> str:
    """Return a seat as the plain board writes it; plain mode replaces the number with the name of its player."""
    return "neutral" if number == NEUTRAL else f"Player {number + 1} ({TRIBE_NAMES[number]})"


def initials(players: Sequence[str]) -> tuple[str, ...]:
    """Return a letter by seat; by `NEUTRAL` that of the neutral pieces."""
    found = text.initials(players)
    return (*found, *[""] * (NEUTRAL - len(found)), "n")


def region(number: int) -> str:
    return REGION_NAMES[number]


def units(warriors: int, shamans: int, nothing: str = "nobody") -> str:
    counts = ((warriors, KIND[0]), (shamans, KIND[1]))
    return list_text((count_text(n, word) for n, word in counts if n), nothing)


def regions(numbers: Iterable[int]) -> str:
    return list_text((REGION_NAMES[number] for number in numbers), "no region")


def vertex(number: int, numbers: Iterable[int]) -> str:
    """A vertex and the regions that it touches: "vertex 8 (Hochob, Becan and Palenque)"."""
    return f"vertex {number + 1} ({regions(numbers)})"


def owner(seat: int, names: Sequence[str]) -> str:
    """Whose: "Ann's", or "a neutral"."""
    return "a neutral" if seat == NEUTRAL else f"{names[seat]}'s"


def verb(action: str) -> str:
    """Return the first keyword in the text of an action: "smite"; an action without one gains something."""
    found = _KEYWORD.search(action)
    return found[0].lower() if found else "gain"
