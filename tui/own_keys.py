"""Keys of one's own: the settings file says which key carries out a command instead of its usual one.

    own, trouble = read_own_keys({"undo": "z", "settings": "F9"})    # trouble: a sentence, or ""
    own.usual_key("z", screen_commands)                              # "u": what the screen's bindings know
    own.shown(undo)                                                  # "z": what bars, help and sentences say

A screen translates a key before anything else sees it, so bindings stay as they are. Arrows, Enter, Esc, Tab and the
like keep their meaning, so that nobody locks themselves out; a command that has one of them gets the own key besides.
"""

import re
from collections.abc import Mapping, Sequence

from saves.sanitize import one_line, unknown_text
from tui.commands import APP, KeyCommand, KeyCommands, all_commands, tables_of_commands
from tui.terminal.key_grammar import key_name

#: The keys that always mean the same.
FIXED = frozenset(
    [
        *("up", "down", "left", "right", "enter", "escape", "tab", "shift+tab"),
        *("pageup", "pagedown", "home", "end", "backspace", "f1", "ctrl+c", "ctrl+q"),
    ]
)
#: What a key becomes that a command has no more.
UNUSED = "unused"

_SPECIAL = {"space": "space", "delete": "delete", "insert": "insert"}
_SYNTAX = "a key is one character, F2 to F12, or Ctrl+ with a letter"
#: A letter that stands for a key in a sentence; "a" and "i" are words, unless they are to be pressed. A key of which is
#: said that it does nothing is the one that was pressed.
_KEY_IN_TEXT = re.compile(r"(?<=\b[Pp]ress )[a-z?](?![\w'-])|(?<![\w'-])[b-hj-z](?![\w'-]| does nothing here)")


class OwnKeys:
    """The own keys, by the words of their commands."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        #: The name of each key, by the word of its command.
        self._keys = keys
        self._tables: dict[KeyCommands, dict[str, str]] = {}

    def __bool__(self) -> bool:
        return bool(self._keys)

    def key_of(self, command: KeyCommand) -> str:
        """Return the own key of a command; empty without one."""
        return self._keys.get(command.word, "")

    def keys_of(self, command: KeyCommand) -> list[str]:
        """Return every key that carries out a command."""
        usual, own = command.keys.split(","), self.key_of(command)
        return [own, *(key for key in usual if key in FIXED)] if own else usual

    def usual_key(self, key: str, commands: KeyCommands) -> str:
        """Return the key that bindings know for a key that was pressed on a screen with these commands."""
        if not self._keys:
            return key
        if commands not in self._tables:
            self._tables[commands] = self._table((*commands, *APP))
        return self._tables[commands].get(key, key)

    def _table(self, commands: KeyCommands) -> dict[str, str]:
        changed = [command for command in commands if self.key_of(command)]
        freed = {key: UNUSED for command in changed for key in command.keys.split(",") if key not in FIXED}
        return freed | {self.key_of(command): command.keys.partition(",")[0] for command in changed}

    def shown(self, command: KeyCommand) -> str:
        """Return the keys of a command as people write them."""
        own = self.key_of(command)
        if not own:
            return command.shown
        is_fixed = command.keys.partition(",")[0] in FIXED
        return f"{command.shown.partition(' ')[0]} {written(own)}" if is_fixed else written(own)

    def in_text(self, text: str, commands: KeyCommands) -> str:
        """Return a sentence about these commands with the own keys in place of the usual ones."""
        if not self._keys:
            return text
        own = {each.keys.partition(",")[0]: written(key) for each in (*commands, *APP) if (key := self.key_of(each))}
        return _KEY_IN_TEXT.sub(lambda found: own.get(key_name(found[0]), found[0]), text)


def read_own_keys(texts: Mapping[str, str]) -> tuple[OwnKeys, str]:
    """Return the keys of the settings; none of them, and a sentence, if something is wrong with one."""
    try:
        keys = {_known_word(word): _read_key(text) for word, text in texts.items()}
        own = OwnKeys(keys)
        if keys:
            _refuse_clashes(own)
    except _WrongKeyError as error:
        return OwnKeys({}), f"Your own keys are not used: {error}"
    return own, ""


class _WrongKeyError(Exception):
    """Something is wrong with an own key; its text is the end of a sentence."""


def words() -> list[str]:
    """Return the word of every command, as the settings file names it."""
    return sorted({command.word for command in all_commands()})


def written(key: str) -> str:
    """Return a key as people write it."""
    parts = key.split("+")
    last = parts[-1]
    shown = _CHARACTERS.get(last) or (last.capitalize() if len(last) > 1 or len(parts) > 1 else last)
    return "+".join([*(part.capitalize() for part in parts[:-1]), shown])


_CHARACTERS = {key_name(character): character for character in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}


def _known_word(word: str) -> str:
    if word not in (known := words()):
        sentence = unknown_text("command", word, known)
        raise _WrongKeyError(sentence[0].lower() + sentence[1:])
    return word


def _read_key(text: str) -> str:
    """Return the name of a key that is written as people write it, such as z, ?, F9 or Ctrl+Z."""
    folded = text.lower()
    if len(text) == 1 and text.isprintable() and not text.isspace():
        if text.isascii() and text.isdigit():
            raise _WrongKeyError("the digits are the choices of the games.")
        return key_name(text)
    if folded in FIXED:
        raise _WrongKeyError(f"{one_line(text, 20)} always means the same.")
    if re.fullmatch(r"f([2-9]|1[0-2])|ctrl\+[a-z]", folded) or folded in _SPECIAL:
        return folded
    raise _WrongKeyError(f"{one_line(text, 20)!r} is no key; {_SYNTAX}.")


def _refuse_clashes(own: OwnKeys) -> None:
    """Refuse own keys with which a key would mean two things on one screen."""
    for commands in tables_of_commands():
        meant: dict[str, KeyCommand] = {}
        for command in _each_once((*commands, *APP)):
            for key in own.keys_of(command):
                other = meant.setdefault(key, command)
                if other.word != command.word and (own.key_of(other) or own.key_of(command)):
                    raise _WrongKeyError(f"{written(key)} would be both {other.word} and {command.word}.")


def _each_once(commands: Sequence[KeyCommand]) -> list[KeyCommand]:
    return list(dict.fromkeys(commands))
