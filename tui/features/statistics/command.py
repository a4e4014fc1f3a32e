"""`samovar stats [GAME]`: the statistics of a player's games."""

import gc
import os
from typing import TYPE_CHECKING

import click
import msgspec

from core import registry
from saves import settings
from saves.history.statistics import load_statistics
from tui.cli.known_words import complete_game
from tui.cli.options import plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services
from tui.features.statistics.text import figure_lines
from tui.services import Services
from tui.terminal.streams import print_error

if TYPE_CHECKING:
    from tui.features.statistics.club_figures import ClubResults


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@plain_option
@screen_options
@pass_services
def stats(services: Services, game: str | None, as_json: bool, plain: bool, ascii: bool, driver: str) -> int:
    """Your results: all games, or GAME alone."""
    chosen = registry.get_game(game) if game is not None else None
    if not (as_json or plain or missing_screen_text()):
        return open_app(services, lambda app: app.navigation.show_statistics(chosen), ascii, driver)
    gc.disable()  # ten thousand games are a million small objects: to search them for garbage takes a third of the time
    told = load_statistics(services.paths)
    names = [chosen.name] if chosen is not None else list(told.games)
    wanted = {name: told.games[name] for name in names if name in told.games}
    club = _club_results(services)
    of_club = [] if club is None else [name for name in club.games if chosen is None or name == chosen.name]
    error = club.error if club is not None else ""
    if as_json:
        in_club = {name: club.games[name] for name in of_club} if club is not None else {}
        found = {"games": wanted, "club": in_club, "trouble": told.trouble or error}
        click.echo(msgspec.json.encode(found).decode())
        return 0
    console = open_console(services, ascii)
    for name in dict.fromkeys([*wanted, *of_club]):
        if name in wanted:
            for line in figure_lines(wanted[name]):
                console.print(line)
        else:  # played with others only
            console.print(f"== {registry.get_game(name).title}")
        if club is not None and name in of_club:
            console.print(club.text(name))
    if error:
        console.print(error)
    if not wanted and not of_club:
        console.print(f"No game {'of ' + chosen.title + ' ' if chosen is not None else ''}is finished yet.")
    if told.trouble:
        console.flush()
        print_error(told.trouble)
    return 0


def _club_results(services: Services) -> "ClubResults | None":
    """Return the player's club games; None without a club."""
    if not (os.environ.get("SAMOVAR_CLUB") or settings.load(services.paths.settings)[0].club):
        return None
    # A player without a club loads nothing of it.
    from tui.features.statistics.club_figures import load_club_figures

    return load_club_figures(services)
