"""Numbers and lists in English, for all sentences of the application."""

from collections.abc import Iterable, Sequence


def count_text(number: int, one: str, many: str = "") -> str:
    """ "1 rose", "3 roses", "2 foxes"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def option_text(name: str, value: bool | int | str) -> str:
    """Return an option with its value in words: "open backs: yes", "cards: random"."""
    words = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return f"{name}: {words}".replace("_", " ")


def list_text(parts: Iterable[str], nothing: str = "nothing") -> str:
    """ "a", "a and b", "a, b and c"."""
    found = list(parts)
    if len(found) < 2:
        return found[0] if found else nothing
    return f"{', '.join(found[:-1])} and {found[-1]}"


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each name: the first in it that is still free, or else its number."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        free = (letter.upper() for letter in name if letter.isalpha() and letter.upper() not in found)
        found.append(next(free, str(number)))
    return tuple(found)
