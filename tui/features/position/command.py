"""`samovar position GAME`: a position of a real table, set up on the screen or read from a file."""

import sys
from pathlib import Path

import click

from core import registry
from core.bots.player import bot_rng
from core.game import Game
from core.match import Match
from core.position_editor import editor_of, to_toml
from saves.files import read_bytes
from saves.history.fitting import fit_bots
from saves.match_store import MatchStore
from saves.position_file import LARGEST, read_position
from saves.sanitize import one_line
from tui.cli.arguments import SEAT_SYNTAX, complete_seats, read_seats
from tui.cli.known_words import complete_file, complete_game
from tui.cli.options import plain_option, screen_options
from tui.cli.start import open_app, open_console, pass_services, require_screen, start_match
from tui.plain.console import PlainConsole
from tui.plain.text import board_text, hint_lines
from tui.services import Services
from tui.startup import StartupRequest
from tui.terminal import streams


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("file", required=False, shell_complete=complete_file)
@click.option(
    "--seats",
    metavar="SEAT,…",
    help=f"Who plays on: {SEAT_SYNTAX}. Default: you, against adepts.",
    shell_complete=complete_seats,
)
@click.option("--tip", is_flag=True, help="Only print what the master would do.")
@plain_option
@screen_options
@pass_services
def position(
    services: Services,
    game: str,
    file: str | None,
    seats: str | None,
    tip: bool,
    plain: bool,
    ascii: bool,
    driver: str,
) -> int:
    """Set up a position of GAME (mezen or gzhel), or read it from FILE; then play on or ask the master.

    FILE is in TOML, or a saved match; - reads it from standard input and only asks the master. Without FILE, --plain
    prints an example to begin with.
    """
    chosen = registry.get_game(game)
    found = editor_of(chosen)
    if file is None and not tip:
        if plain:
            open_console(services, ascii).print(
                to_toml(chosen, found.to_fields(found.example(chosen, 1), ["Anna"])).rstrip()
            )
            return 0
        require_screen(plain)
        return open_app(services, lambda app: app.navigation.show_position(chosen), ascii, driver)
    if file is None:
        raise click.UsageError("--tip needs FILE, the position to ask about; - reads it from standard input.")
    match = _read(file, chosen)
    if seats is not None:
        fitted = fit_bots(services.paths, chosen, read_seats(seats))
        match = match.branch(len(match.log), fitted.seats)
        fitted.record(match)
    if tip or file == "-":
        _print_tip(services, match, open_console(services, ascii))
        return 0
    require_screen(plain)
    return start_match(services, StartupRequest(match, MatchStore(services.paths).new_file()), plain, ascii, driver)


def _read(file: str, game: Game) -> Match:
    if file == "-":
        if isinstance(sys.stdin, streams.ClosedStream):
            raise click.UsageError("Standard input is closed: there is no position to read.")
        return read_position(_typed(LARGEST + 1), game)
    try:
        data = read_bytes(Path(file))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise click.UsageError(f"{one_line(file, 80)} cannot be read: {one_line(reason)}.") from error
    return read_position(data, game)


def _typed(most: int) -> bytes:
    """Read standard input, up to a limit of characters."""
    try:
        return sys.stdin.read(most).encode()
    except UnicodeDecodeError:
        return b"\xff"  # which is no readable text either


def _print_tip(services: Services, match: Match, console: PlainConsole) -> None:
    """Print the position and the master's hint."""
    console.print(board_text(match, match.state.actor))
    for line in hint_lines(match, bot_rng(match), services.analysis):
        console.print(line)
