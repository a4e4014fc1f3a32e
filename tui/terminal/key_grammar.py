"""The names of keys, and the grammar in which terminals send keys that are no plain character.

Newer terminals send `CSI code ; modifiers ; text u` for every key (kitty's keyboard protocol), and all of them send
`CSI number ; modifiers LETTER` for keys such as the arrows. What a version of Textual understands of it differs; this
does not. A key that the protocol knows and no command can be bound to, such as a volume key, is dropped.
"""

import re
import unicodedata
from collections.abc import Iterator

from textual import events

#: `CSI code[:shifted[:base]] ; modifiers[:type] ; text[:text…] LETTER`, in which every part may be left out.
_SEQUENCE = re.compile(
    r"\x1b\[(?P<code>\d{1,7})?(?::(?P<shifted>\d{0,7})(?::\d{0,7})?)?"
    r"(?:;(?P<modifiers>\d{0,3})(?::(?P<type>\d))?(?:;(?P<text>[\d:]*))?)?(?P<end>[u~A-FHPQRS])"
)

#: The bits of the modifiers.
_SHIFT = 1
_MODIFIERS = {2: "alt", 4: "ctrl", 8: "super", 16: "hyper", 32: "meta"}
_LOCKS = 64 | 128

_RELEASE = "3"

_NAMES = {
    **{"27u": "escape", "13u": "enter", "9u": "tab", "127u": "backspace"},
    **{"1A": "up", "1B": "down", "1C": "right", "1D": "left", "1H": "home", "1F": "end"},
    **{"1~": "home", "2~": "insert", "3~": "delete", "4~": "end", "5~": "pageup", "6~": "pagedown"},
    **{"7~": "home", "8~": "end", "1P": "f1", "1Q": "f2", "1R": "f3", "1S": "f4"},
    # The numbers of function keys have gaps, where the oldest terminals had other keys.
    **{f"{number}~": f"f{key}" for key, number in enumerate((11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24), 1)},
    # The keypad does what the keys of the same name do.
    **{f"{57399 + digit}u": str(digit) for digit in range(10)},
    **{
        f"{57409 + step}u": key for step, key in enumerate(("full_stop", "slash", "asterisk", "minus", "plus", "enter"))
    },
    **{"57415u": "equals_sign", "57416u": "comma", "57417u": "left", "57418u": "right", "57419u": "up"},
    **{"57420u": "down", "57421u": "pageup", "57422u": "pagedown", "57423u": "home", "57424u": "end"},
    **{"57425u": "insert", "57426u": "delete"},
}
_CHARACTERS = {"enter": "\r", "tab": "\t", "backspace": "\x7f", "escape": "\x1b"}

#: The names that Textual gives to characters whose name in Unicode is not what people call them.
_FRIENDLY_NAMES = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}


def key_name(character: str) -> str:
    """Return the name that a character's key is bound by."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _FRIENDLY_NAMES.get(name, name)


def typed_key(character: str, alt: bool = False) -> events.Key:
    """Return the key of a typed character, held together with Alt or not."""
    name = key_name(character)
    if alt and len(name) == 1:
        name = f"alt+shift+{name.lower()}" if name.isupper() else f"alt+{name}"
    return events.Key(name, character)


def parse_key(sequence: str) -> list[events.Key] | None:
    """Return the keys that a sequence of the grammar means; None for a sequence of another kind."""
    found = _SEQUENCE.fullmatch(sequence)
    if found is None:
        return None
    if found["type"] == _RELEASE:
        return []
    held = max(0, int(found["modifiers"] or 1) - 1) & ~_LOCKS
    code = int(found["code"] or 1)
    if found["text"]:
        texts = _characters(found["text"])
        return [events.Key(_with_modifiers(key_name(text), held, text), text) for text in texts]
    if name := _NAMES.get(f"{code}{found['end']}"):
        character = _CHARACTERS.get(name) or (name if len(name) == 1 else None)
        return [events.Key(_with_modifiers(name, held), None if held else character)]
    return list(_character_key(found["shifted"] or "", code, held)) if found["end"] == "u" else []


def _character_key(shifted: str, code: int, held: int) -> Iterator[events.Key]:
    """Yield the key of a character that came as its code, without its text."""
    character = "".join(_characters(str(code)))
    if not character:
        return
    upper = "".join(_characters(shifted)) or character.upper()
    if held == _SHIFT and len(upper) == 1 and upper != character:
        character, held = upper, 0
    yield events.Key(_with_modifiers(key_name(character), held), None if held else character)


def _characters(codes: str) -> list[str]:
    """Return the characters with these codes, without those that nobody types."""
    return [chr(int(code)) for code in codes.split(":") if code and _is_typed(int(code))]


def _is_typed(code: int) -> bool:
    return code <= 0x10FFFF and unicodedata.category(chr(code)) not in ("Cc", "Cs", "Co", "Cn")


def _with_modifiers(name: str, held: int, text: str = "") -> str:
    """Return a key's name behind those of its modifiers; where there is a text, Shift and Alt have made it."""
    names = [word for bit, word in _MODIFIERS.items() if held & bit and not (text and word == "alt")]
    if held & _SHIFT and (not text or text.isspace()):
        names.append("shift")
    return "+".join((*sorted(names), name))
