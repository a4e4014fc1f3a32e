"""The names of members: whom one can invite, write on a command line and tell apart at a glance."""

import re
import unicodedata

from core.bots import LEVELS
from saves.club.errors import Refused
from saves.words import one_line

#: Words that mean something else where seats are named, and what bots are called.
_RESERVED = {"me", "open", "bot", *LEVELS}
_SHAPE = re.compile(r"[^\W_][\w.-]{0,19}")


def member_name(text: str) -> str:
    """The name, if it can be one; a Refused says what a name looks like."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not _SHAPE.fullmatch(name) or not name.isprintable():
        raise Refused(
            f"{one_line(text, 40)!r} cannot be a member's name: it has up to 20 letters, digits, dots and hyphens."
        )
    if folded(name) in _RESERVED:
        raise Refused(f"{name!r} cannot be a member's name: it means something else at a table.")
    return name


def folded(name: str) -> str:
    """What two names share that are too much alike."""
    return unicodedata.normalize("NFKC", name).casefold()
