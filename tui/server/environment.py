"""The environment of a guest: what is kept of it, and what it says of the terminal."""

from collections.abc import Mapping

#: The variables of a guest's own environment that are kept, if they are short and printable.
_LET_THROUGH = ("TERM", "LANG", "COLORTERM")
_LONGEST_VALUE = 60


def filter_environment(given: Mapping[str, str]) -> dict[str, str]:
    """Return the part of an outside environment that may be kept."""
    return {
        name: value
        for name, value in given.items()
        if (name in _LET_THROUGH or (name.startswith("LC_") and name[3:].isalpha() and len(name) < 20))
        and len(value) <= _LONGEST_VALUE
        and value.isascii()
        and value.isprintable()
    }


def speaks_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the guest's terminal can show more than ASCII; where no locale is named, UTF-8 is assumed."""
    text = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    return not text or "utf8" in text.lower().replace("-", "")
