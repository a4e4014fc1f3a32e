"""The commands and options that a guest may write after the host. No shell ever sees them, and they name no path.

    parse_command("club new mezen --seats me,open", is_terminal=True, member="anna")
    # GuestRequest("house", ["club", "new", "--as", "anna", "mezen", "--seats", "me,open"])

A guest without a terminal gets plain lines. Files travel by standard input and output.
"""

import shlex
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from saves.sanitize import one_line, unknown_text

Place = Literal["house", "table", "export", "club export", "import", "keys", "help"]


class GuestRequest(msgspec.Struct, frozen=True):
    """What to do: a command of the command line with its arguments, going to a table, or one of the server's own."""

    place: Place
    words: list[str] = []


class CommandNotAllowedError(Exception):
    """A command that a guest cannot use; its text is a sentence."""


class AllowedCommand(msgspec.Struct, frozen=True):
    """A command: its line in the list, its options, and whether it can open a screen."""

    told: str
    options: tuple[str, ...] = ()
    has_screen: bool = False


_LOOK = ("--plain", "--ascii")
ALLOWED_COMMANDS: dict[str, AllowedCommand] = {
    "play": AllowedCommand(
        "play GAME  play against bots", ("--seats", "--option", "--habit", "--like", "--from", *_LOOK), True
    ),
    "resume": AllowedCommand("resume [NAME]  continue the last match, or NAME", _LOOK, True),
    "saves list": AllowedCommand("saves list  your matches"),
    "saves show": AllowedCommand("saves show NAME  show one of them"),
    "saves delete": AllowedCommand("saves delete NAME  delete one of them for good"),
    "saves export": AllowedCommand("saves export NAME  the match as a file: ssh -T … export NAME > FILE"),
    "saves import": AllowedCommand("saves import  a match from a file: ssh -T … import < FILE"),
    "review": AllowedCommand(
        "review NAME  what a master thinks of a finished match", ("--seat", "--json", *_LOOK), True
    ),
    "stats": AllowedCommand("stats  your results", ("--json", *_LOOK), True),
    "daily": AllowedCommand("daily [GAME]  the daily deals", ("--practice", "--json", *_LOOK), True),
    "puzzles": AllowedCommand("puzzles [GAME]  positions to solve", ("--grade", *_LOOK), True),
    "learn": AllowedCommand("learn [GAME]  guided lessons", _LOOK, True),
    "rules": AllowedCommand("rules GAME  the rules of a game"),
    "games": AllowedCommand("games  all games, with players and options", ("--ascii",)),
    "club": AllowedCommand("club  the lobby", has_screen=False),
    "club list": AllowedCommand(
        "club list  the tables of the club", ("--mine", "--game", "--open", "--pace", "--search", "--page", "--json")
    ),
    "club new": AllowedCommand(
        "club new GAME  create a table, wait for the others, and play",
        (
            "--seats",
            "--option",
            "--habit",
            "--unrated",
            "--no-watchers",
            "--pace",
            "--limit",
            "--when-over",
            "--tips",
            *_LOOK,
        ),
        True,
    ),
    "club join": AllowedCommand("club join TABLE  join a table, or return to it", ("--habit", *_LOOK), True),
    "club watch": AllowedCommand("club watch TABLE  watch", _LOOK, True),
    "club leave": AllowedCommand("club leave TABLE  leave the table; a bot plays for you", ("--bot",)),
    "club decline": AllowedCommand("club decline TABLE  decline an invitation"),
    "club rematch": AllowedCommand("club rematch TABLE  play again with the same players", _LOOK, True),
    "club show": AllowedCommand("club show TABLE  show it as far as you may see it"),
    "club export": AllowedCommand("club export TABLE  a finished match as a file: ssh -T … club export TABLE > FILE"),
    "club save": AllowedCommand("club save TABLE  a finished match among yours, to review it"),
    "club rename": AllowedCommand("club rename NAME  change your name"),
    "club block": AllowedCommand("club block MEMBER  block somebody, who is not told"),
    "club unblock": AllowedCommand("club unblock MEMBER  end a block"),
    "club data": AllowedCommand("club data  all your data, as JSON: ssh -T … club data > FILE"),
    "club leave-for-good": AllowedCommand("club leave-for-good NAME  leave the club; your data is deleted"),
    "club members": AllowedCommand("club members  who belongs to the club", ("--json",)),
    "club notices": AllowedCommand(
        "club notices [KIND=WHEN]  what you are told while you are away", ("--at", "--zone")
    ),
    "keys list": AllowedCommand("keys list  the keys you log in with"),
    "keys link": AllowedCommand("keys link  a link code to log in with one more key"),
    "keys remove": AllowedCommand("keys remove NUMBER  remove one of your keys"),
    "help": AllowedCommand("help  this list"),
}
#: The command that is meant by one word alone.
_SHORT = {
    "export": "saves export",
    "import": "saves import",
    "saves": "saves list",
    "club": "club list",
    "keys": "keys list",
}
_OWN: dict[str, Place] = {
    "saves export": "export",
    "saves import": "import",
    "club export": "club export",
    "help": "help",
}
_ARGUMENTS = {
    "saves export": 1,
    "club export": 1,
    "saves import": 0,
    "keys list": 0,
    "keys link": 0,
    "keys remove": 1,
    "help": 0,
}


def parse_command(text: str, is_terminal: bool, member: str) -> GuestRequest:
    """Return the request in a line; a CommandNotAllowedError says why there is none."""
    name, rest = _find(_split(text))
    form = ALLOWED_COMMANDS[name]
    _check_options(name, form, rest)
    if "--help" in rest:
        return GuestRequest("help", [name])
    if name in _ARGUMENTS and len(rest) != _ARGUMENTS[name]:
        raise CommandNotAllowedError(
            f"Write it like this: {form.told.split('  ')[0]}. Files travel by standard input and output."
        )
    if name in _OWN:
        return GuestRequest(_OWN[name], rest)
    if name == "club join" and is_terminal and len(rest) == 1 and not rest[0].startswith("-"):
        return GuestRequest("table", rest)
    if name.startswith("keys "):
        return GuestRequest("keys", [name.removeprefix("keys "), *rest])
    identity = ["--as", member] if name.split()[0] == "club" else []
    plain = ["--plain"] if form.has_screen and not is_terminal and "--plain" not in rest else []
    return GuestRequest("house", [*name.split(), *identity, *rest, *plain])


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:
        raise CommandNotAllowedError("A quotation mark is not closed.") from None
    if not all(word.isprintable() for word in words):
        raise CommandNotAllowedError("This line has invisible characters.")
    if words[:1] == ["samovar"]:  # as Samovar's own messages write it
        words = words[1:]
    return words or ["help"]


def _find(words: list[str]) -> tuple[str, list[str]]:
    """Return the command that is meant, and the words that follow it."""
    both = " ".join(words[:2])
    if both in ALLOWED_COMMANDS:
        return both, words[2:]
    first = words[0]
    if first in ALLOWED_COMMANDS and (first not in _SHORT or len(words) == 1):
        return first, words[1:]
    if first in ("export", "import"):
        return _SHORT[first], words[1:]
    if first in _SHORT:
        if len(words) == 1 or words[1].startswith("-"):
            return _SHORT[first], words[1:]
        known = [name.removeprefix(f"{first} ") for name in ALLOWED_COMMANDS if name.startswith(f"{first} ")]
        raise CommandNotAllowedError(unknown_text("command", words[1], known))
    known = list(dict.fromkeys(form.split()[0] for form in ALLOWED_COMMANDS))
    raise CommandNotAllowedError(unknown_text("command", first, known))


def _check_options(name: str, form: AllowedCommand, words: list[str]) -> None:
    for word in words:
        option = word.partition("=")[0]
        if word.startswith("-") and option not in (*form.options, "--help", *_plain_everywhere(name)):
            offered = [*form.options, "--help"]
            raise CommandNotAllowedError(unknown_text("option", one_line(option, 40), offered))


def _plain_everywhere(name: str) -> tuple[str, ...]:
    """Return the option that every command of the club takes, though not all have a screen."""
    return ("--plain",) if name.startswith("club ") else ()


def help_lines() -> list[str]:
    """Return the list of commands."""
    return _columns([tuple(form.told.split("  ")) for form in ALLOWED_COMMANDS.values()])


def command_help_lines(name: str, told: Mapping[str, str]) -> list[str]:
    """Return what a command does, and the options that a guest has there; `told` is the help of each, by its words."""
    form = ALLOWED_COMMANDS[name]
    options = [(words, told[words]) for words in told if words.split()[0] in form.options]
    return [*_columns([tuple(form.told.split("  "))]), *_columns([(f"  {words}", what) for words, what in options])]


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    width = max((len(usage) for usage, _ in rows), default=0)
    return [f"{usage:<{width}}  {what}" for usage, what in rows]
