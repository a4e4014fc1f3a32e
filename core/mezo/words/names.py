"""Names and counts, as sentences need them."""

from collections.abc import Iterable, Sequence

from core.grammar import count, listed
from core.mezo.components import NEUTRAL, REGION_NAMES, TRIBES, VERTICES

KIND = ("Warrior", "Shaman")
TRACK = ("Heroic Codex", "Immortal Calendar")


def tribe(seat: int) -> str:
    return "Neutral" if seat == NEUTRAL else TRIBES[seat].capitalize()


def region(number: int) -> str:
    return REGION_NAMES[number]


def units(warriors: int, shamans: int, nothing: str = "nobody") -> str:
    counts = ((warriors, KIND[0]), (shamans, KIND[1]))
    return listed((count(n, word) for n, word in counts if n), nothing)


def regions(numbers: Iterable[int]) -> str:
    return listed((REGION_NAMES[number] for number in numbers), "no region")


def vertex(number: int, numbers: Iterable[int]) -> str:
    """A vertex and the regions it looks upon: "v8 (Hochob, Becan and Palenque)"."""
    return f"{VERTICES[number].id} ({regions(numbers)})"


def owner(seat: int, names: Sequence[str]) -> str:
    """Whose: "Ann's", or "a neutral"."""
    return "a neutral" if seat == NEUTRAL else f"{names[seat]}'s"
