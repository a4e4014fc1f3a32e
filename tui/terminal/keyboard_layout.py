"""Keys by their position: what a letter of another keyboard layout means where a Latin one is expected.

Commands are Latin letters and digits. A player whose keyboard is switched to Russian, Ukrainian or Greek presses the
same key and sends another letter; on a French keyboard the digits need Shift.
"""

from textual import events

#: The letters of each layout from left to right and row by row, above the Latin letters of the same keys.
_LETTERS = (
    ("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"),  # Russian
    ("йцукенгшщзфівапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"),  # Ukrainian
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),  # Greek, which has no letter on the first key
)
_FRENCH_DIGITS = ("&é\"'(-è_çà", "1234567890")

_BY_POSITION: dict[str, str] = dict(zip(*_FRENCH_DIGITS, strict=True))
for _own, _latin in _LETTERS:
    _BY_POSITION.update(zip(_own.upper(), _latin.upper(), strict=True))
    _BY_POSITION.update(zip(_own, _latin, strict=True))


def latin_key(event: events.Key) -> events.Key | None:
    """Return the key at the same position of a Latin keyboard; None for a key of no other layout."""
    latin = _BY_POSITION.get(event.character or "")
    return events.Key(latin, latin) if latin is not None else None
