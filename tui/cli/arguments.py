"""What all commands share: read their arguments, suggest the nearest right word, and open the app."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tui.terminal import streams

if TYPE_CHECKING:
    from core.game import GameOption, OptionValue
    from core.match import Seat
    from tui.app import OpenScreen
    from tui.plain.console import PlainConsole
    from tui.services import Services
    from tui.startup import StartupRequest

INTERRUPTED = 130

SEAT_SYNTAX = "you, you:NAME, bot:LEVEL or bot:LEVEL:NAME"
DRIVERS = ("frugal", "plain")


class CommandGroup(click.Group):
    """A group that answers an unknown command with the nearest known one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise click.UsageError(unknown("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def unknown(kind: str, word: str, known: list[str]) -> str:
    from saves.sanitize import closest_word, one_line

    near = closest_word(word, known)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}."
    return f"There is no {kind} {one_line(word, 40)!r}; {hint}"


def plain_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--plain", is_flag=True, help="Plain lines instead of a screen.")(command)


def services_of(ctx: click.Context) -> "Services":
    """Return the services that the command line was called with; without any, those of the user who runs it."""
    from tui.services import Services

    root = ctx.find_root()
    if root.obj is None:
        root.obj = Services.for_player()
    assert isinstance(root.obj, Services)
    return root.obj


def pass_services(command: Callable[..., Any]) -> Callable[..., Any]:
    """Call a command with the services as its first argument."""

    @wraps(command)
    def called(*arguments: Any, **options: Any) -> Any:
        return command(services_of(click.get_current_context()), *arguments, **options)

    return called


def open_console(services: "Services", ascii: bool) -> "PlainConsole":
    from tui.plain.console import PlainConsole

    return PlainConsole(ascii_wanted(services, ascii) or False)


def ascii_wanted(services: "Services", ascii: bool) -> bool | None:
    """Return the flag, or the setting; None lets the terminal decide."""
    if ascii:
        return True
    from saves import settings

    return settings.load(services.paths.settings)[0].ascii


def read_options(
    offered: "tuple[GameOption, ...]", texts: tuple[str, ...], kind: str = "option"
) -> "dict[str, OptionValue]":
    """Return the options, or habits, that are written as `NAME=VALUE`."""
    known = {option.name: option for option in offered}
    values: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in known:
            raise click.UsageError(unknown(kind, name, list(known)))
        if not equals:
            raise click.UsageError(
                f"Write it with its value, such as {name}={known[name].format(known[name].default)}."
            )
        values[name] = known[name].parse(value)
    return values


def screen_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that can open the app."""
    driver = click.option(
        "--driver",
        metavar="|".join(DRIVERS),
        default=DRIVERS[0],
        callback=_read_driver,
        help="How the screen is sent: only what changed, or as Textual does.",
    )
    ascii_ = click.option("--ascii", is_flag=True, help="Use nothing but ASCII.")
    return driver(ascii_(command))


def _read_driver(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value not in DRIVERS:
        raise click.UsageError(unknown("driver", value, list(DRIVERS)))
    return value


def open_app(services: "Services", start: "StartupRequest | OpenScreen | None", ascii: bool, driver: str) -> int:
    from tui.app import run

    return run(services, start, ascii=ascii_wanted(services, ascii), driver=driver)


def missing_screen_text() -> str:
    """Say why the app cannot be opened here; empty when it can."""
    from importlib.util import find_spec

    if find_spec("tui.app") is None:
        return "Samovar has no screens yet"
    if title := streams.closed():
        return f"{title} is closed, and Samovar's screen needs a terminal"
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "Samovar's screen needs a terminal"
    if os.environ.get("TERM", "dumb") == "dumb":
        return "Samovar's screen needs a terminal that can do more than TERM=dumb"
    return ""


def require_screen(plain: bool) -> None:
    """Refuse the command before it begins anything, if there is no screen and plain lines were not asked for."""
    if not plain and (reason := missing_screen_text()):
        raise click.UsageError(f"{reason}; add --plain to play in plain lines.")


def start_match(services: "Services", start: "StartupRequest", plain: bool, ascii: bool, driver: str) -> int:
    """Play a match, in lines or on the screen; return the exit code."""
    try:
        if plain:
            return _play_plain(services, start, ascii)
        return open_app(services, start, ascii, driver)
    finally:
        if start.match_file is not None:
            start.match_file.close()


def _play_plain(services: "Services", start: "StartupRequest", ascii: bool) -> int:
    from tui.plain.match import PlainMatch, replay

    console = open_console(services, ascii)
    if start.mode == "replay" or start.match_file is None:
        for remark in start.messages:
            console.print(remark)
        replay(start.match, console)
        return 0
    how = PlainMatch(start.match, start.match_file, console, start.messages, services=services).play()
    return INTERRUPTED if how == "interrupted" else 0


def read_seats(text: str, habits: "dict[str, OptionValue] | None" = None) -> "list[Seat]":
    """Return the seats in `you:Anna,bot:novice`; every human gets these habits."""
    return [_read_seat(part.strip(), habits or {}) for part in text.split(",")]


def _read_seat(text: str, habits: "dict[str, OptionValue]") -> "Seat":
    from core.bots import LEVELS, bot_name
    from core.match import Seat

    kind, _, rest = text.partition(":")
    if kind == "you":
        return Seat(rest, habits=habits)  # without a name it becomes "Player 1", or the number of its seat
    if kind != "bot":
        raise click.UsageError(f"{unknown('kind of seat', kind, ['you', 'bot'])} A seat is {SEAT_SYNTAX}.")
    level, _, name = rest.partition(":")
    if level not in LEVELS:
        if not level:
            raise click.UsageError(f"A bot needs a level: {', '.join(f'bot:{known}' for known in LEVELS)}.")
        raise click.UsageError(unknown("bot level", level, list(LEVELS)))
    return Seat(name or bot_name(level), "bot", level)
