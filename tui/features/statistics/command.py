"""`samovar stats [GAME]`: the statistics of a player's games."""

import gc

import click
import msgspec

from core import registry
from saves.history.statistics import load_statistics
from tui.cli.options import plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services
from tui.features.statistics.text import figure_lines
from tui.services import Services
from tui.terminal.streams import print_error


@click.command()
@click.argument("game", required=False)
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
    if as_json:
        click.echo(msgspec.json.encode({"games": wanted, "trouble": told.trouble}).decode())
        return 0
    console = open_console(services, ascii)
    for figures in wanted.values():
        for line in figure_lines(figures):
            console.print(line)
    if not wanted:
        console.print(f"No game {'of ' + chosen.title + ' ' if chosen is not None else ''}is finished yet.")
    if told.trouble:
        console.flush()
        print_error(told.trouble)
    return 0
