"""Start what a command is for: the app, a match on the screen or in lines, or lines to print."""

import gc
import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from saves import settings
from tui.cli.exit_codes import exit_code
from tui.plain.console import PlainConsole
from tui.services import Services
from tui.startup import StartupRequest
from tui.terminal import streams

if TYPE_CHECKING:
    from tui.app import OpenScreen


def services_of(ctx: click.Context) -> Services:
    """Return the services that the command line was called with; without any, those of the user who runs it."""
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


def open_console(services: Services, ascii: bool) -> PlainConsole:
    return PlainConsole(ascii_wanted(services, ascii) or False)


def ascii_wanted(services: Services, ascii: bool) -> bool | None:
    """Return the flag, or the setting; None lets the terminal decide."""
    if ascii:
        return True
    return settings.load(services.paths.settings)[0].ascii


def open_app(services: Services, start: "StartupRequest | OpenScreen | None", ascii: bool, driver: str) -> int:
    gc.disable()  # modules leave hardly any garbage, and searching them for it again and again delays the first frame
    try:
        # Textual, which plain mode does not need.
        from tui.app import run
    finally:
        gc.freeze()
        gc.enable()
    return run(services, start, ascii=ascii_wanted(services, ascii), driver=driver)


def missing_screen_text() -> str:
    """Say why the app cannot be opened here; empty when it can."""
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


def start_match(services: Services, start: StartupRequest, plain: bool, ascii: bool, driver: str) -> int:
    """Play a match, in lines or on the screen; return the exit code."""
    try:
        if plain:
            return _play_plain(services, start, ascii)
        return open_app(services, start, ascii, driver)
    finally:
        if start.match_file is not None:
            start.match_file.close()


def _play_plain(services: Services, start: StartupRequest, ascii: bool) -> int:
    # Plain mode, which a screen does not need.
    from tui.plain.match import PlainMatch
    from tui.plain.text import replay_lines

    console = open_console(services, ascii)
    if start.mode == "replay" or start.match_file is None:
        for line in [*start.messages, *replay_lines(start.match)]:
            console.print(line)
        return 0
    how = PlainMatch(start.match, start.match_file, console, start.messages, services=services).play()
    return exit_code(how)
