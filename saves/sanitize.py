"""Text that came from outside, made safe to show: names and files are data, never commands to a terminal."""

from collections.abc import Iterable
from difflib import get_close_matches

SAVE_NAME_LENGTH = 40


def one_line(text: str, limit: int = 300) -> str:
    """The text as one printable line, shortened if need be; what a terminal would obey becomes "?"."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())


def save_name(text: str) -> str:
    """A name that a player gives to a match: printable, of one line, not too long."""
    printable = "".join(c for c in text if c.isprintable())
    return " ".join(printable.split())[:SAVE_NAME_LENGTH].strip()


def closest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_folded, 1, 0.5)
    return by_folded[found[0]] if found else None
