"""Make text from names and files safe to show, because a terminal would obey control characters in it."""

from collections.abc import Iterable
from difflib import get_close_matches

SAVE_NAME_LENGTH = 40


def one_line(text: str, limit: int = 300) -> str:
    """Return the text as one printable line, shortened if need be; control characters become "?"."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())


def save_name(text: str) -> str:
    """Return a player's name for a match: printable, one line, not too long."""
    printable = "".join(c for c in text if c.isprintable())
    return " ".join(printable.split())[:SAVE_NAME_LENGTH].strip()


def closest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant."""
    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_folded, 1, 0.5)
    return by_folded[found[0]] if found else None


def unknown_text(kind: str, word: str, known: list[str]) -> str:
    """Say that nothing of this kind has that name, and suggest the nearest one that has."""
    near = closest_word(word, known)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}."
    return f"There is no {kind} {one_line(word, 40)!r}; {hint}"
