"""`samovar position GAME`: the table in front of somebody, set up on the screen or read from a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.cli.arguments import (
    SEAT_FORMS,
    begin,
    need_screen,
    open_app,
    open_console,
    plain_option,
    read_seats,
    screen_options,
)
from tui.terminal import streams

if TYPE_CHECKING:
    from core.game import Game
    from core.match import Match
    from tui.plain.match import Console


@click.command()
@click.argument("game")
@click.argument("file", required=False)
@click.option("--seats", metavar="SEAT,…", help=f"Who plays on: {SEAT_FORMS}. Else you have the turn, among adepts.")
@click.option("--tip", is_flag=True, help="Only ask the master what to do, in plain lines.")
@plain_option
@screen_options
def position(game: str, file: str | None, seats: str | None, tip: bool, plain: bool, ascii: bool, driver: str) -> int:
    """Set up a position of GAME (mezen or gzhel), or read it from FILE; then play on, or ask the master.

    FILE is in TOML, or a saved match; - reads it from standard input and only asks the master. Without FILE, --plain
    prints an example to begin with.
    """
    from core import registry as shelf
    from core.position_editor import teller

    chosen = shelf.game(game)
    found = teller(chosen)
    if file is None and not tip:
        if plain:
            from core.position_editor import written

            open_console(ascii).say(written(chosen, found.tell(found.example(chosen, 1), ["Anna"])).rstrip())
            return 0
        need_screen(plain)
        from tui.features.position.screen import opening

        return open_app(opening(chosen), ascii, driver)
    if file is None:
        raise click.UsageError("--tip needs FILE, the position to ask about; - reads it from standard input.")
    tip = tip or file == "-"
    if not tip:
        need_screen(plain)
    match = _read(file, chosen)
    if seats is not None:
        match = match.branch(len(match.log), read_seats(seats))
    if tip:
        _tell_tip(match, open_console(ascii))
        return 0
    from saves.match_store import Store
    from tui.startup import Start

    return begin(Start(match, Store().begin()), plain, ascii, driver)


def _read(file: str, game: "Game") -> "Match":
    from saves.files import read_whole
    from saves.position_file import LARGEST, read_position
    from saves.sanitize import one_line

    if file == "-":
        if isinstance(sys.stdin, streams.Closed):
            raise click.UsageError("Standard input is closed: there is no position to read.")
        return read_position(_typed(LARGEST + 1), game)
    try:
        data = read_whole(Path(file))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise click.UsageError(f"{one_line(file, 80)} cannot be read: {one_line(reason)}.") from error
    return read_position(data, game)


def _typed(most: int) -> bytes:
    """What comes from standard input, up to so many letters."""
    try:
        return sys.stdin.read(most).encode()
    except UnicodeDecodeError:
        return b"\xff"  # which nobody can read as text either


def _tell_tip(match: "Match", console: "Console") -> None:
    """The position, and what a master would do in it."""
    from core.bots.player import luck
    from tui.plain.match import board_text, tip_lines

    console.say(board_text(match, match.state.actor))
    for line in tip_lines(match, luck(match)):
        console.say(line)
