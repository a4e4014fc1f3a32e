"""Which names members can have: names to invite, to write on a command line and to distinguish at a glance."""

import re
import unicodedata
from collections.abc import Iterable

from core.bots import FIT, LEVELS
from saves.club.errors import ClubRefusedError
from saves.club.name_looks import has_ignorable, look_of
from saves.sanitize import one_line

#: Reserved words: those of the options for seats, the first names of bots, and the name with which a key is added.
_RESERVED = {"me", "open", "bot", "link", "novice", "adept", "master", "greedy", "random"}
#: Names that nobody new gets, because they would pass for the server, and what such a name begins with.
_OFFICIAL = {"root", "admin", "operator", "club"}
_OFFICIAL_START = "join-"
#: How the names of bots look, which nobody new gets either.
_BOTS = {look_of(level) for level in (FIT, *LEVELS)}
_SHAPE = re.compile(r"[^\W_](?:[^\W_]|-){0,19}")


def member_name(text: str) -> str:
    """Return the name if it is allowed; raise ClubRefusedError, which says what a name looks like."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not _SHAPE.fullmatch(name) or not name.isprintable() or len(_scripts(name)) > 1:
        raise ClubRefusedError(
            f"{one_line(text, 40)!r} cannot be a member's name: a name has up to 20 letters of one script, digits and"
            " hyphens."
        )
    if casefolded(name) in _RESERVED:
        raise ClubRefusedError(f"{name!r} cannot be a member's name: it has another meaning at a table.")
    return name


def new_member_name(text: str, members: Iterable[str]) -> str:
    """Return the name if somebody who is new may have it beside these members; raise ClubRefusedError if not.

    A member who has had such a name for long keeps it.
    """
    name = member_name(text)
    look = look_of(name)
    if has_ignorable(name):
        raise ClubRefusedError(f"{one_line(name, 40)!r} cannot be a member's name: some of its letters are invisible.")
    if look in _OFFICIAL or look.startswith(_OFFICIAL_START):
        raise ClubRefusedError(f"{name!r} cannot be a member's name: it would pass for the server itself.")
    if look in _BOTS:
        raise ClubRefusedError(f"{name!r} cannot be a member's name: it is what bots are called.")
    for other in members:
        if look_of(other) == look and casefolded(other) != casefolded(name):
            raise ClubRefusedError(f"{name!r} looks like the name of another member; choose another one.")
    return name


def _scripts(name: str) -> set[str]:
    """Return the scripts of the letters; any non-ASCII digit counts as a script of its own."""
    return {unicodedata.name(letter, "?").split()[0] for letter in name if letter not in "0123456789-"}


def casefolded(name: str) -> str:
    """Return the form that two names share when they are too much alike."""
    return unicodedata.normalize("NFKC", name).casefold()
