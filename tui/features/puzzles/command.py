"""`samovar puzzles [GAME]`: positions in which one turn is worth most."""

import click

from core import registry
from core.puzzles.book import GRADES, Grade
from saves.sanitize import unknown_text
from tui.cli.exit_codes import exit_code
from tui.cli.known_words import complete_game, complete_word_of
from tui.cli.options import plain_option, screen_options
from tui.cli.start import open_app, open_console, pass_services, require_screen
from tui.features.puzzles.plain import tell_all, try_all
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.services import Services
from tui.startup import name_of_player


def _read_grade(ctx: click.Context, param: click.Parameter, value: str | None) -> Grade | None:
    if value is not None and value not in GRADES:
        raise click.UsageError(unknown_text("grade", value, list(GRADES)))
    return next((grade for grade in GRADES if grade == value), None)


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--grade",
    metavar="|".join(GRADES),
    callback=_read_grade,
    help="Only puzzles of this grade.",
    shell_complete=complete_word_of(GRADES),
)
@plain_option
@screen_options
@pass_services
def puzzles(services: Services, game: str | None, grade: Grade | None, plain: bool, ascii: bool, driver: str) -> int:
    """Puzzles, all or the next one of GAME: find the turn that is worth most."""
    chosen = registry.get_game(game) if game is not None else None
    require_screen(plain)
    if not plain:
        return open_app(services, lambda app: app.navigation.show_puzzles(chosen, grade), ascii, driver)
    console, practice = open_console(services, ascii), PuzzlePractice(services.paths, name_of_player(services))
    if chosen is None:
        tell_all(practice, console)
        return 0
    return exit_code(try_all(practice, PuzzlePool(chosen, grade), console, services))
