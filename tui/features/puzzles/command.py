"""`samovar puzzles [GAME]`: positions in which one turn is worth most."""

from typing import TYPE_CHECKING

import click

from core.puzzles.book import GRADES, Grade
from tui.cli.arguments import (
    open_app,
    open_console,
    pass_services,
    plain_option,
    require_screen,
    screen_options,
    unknown,
)

if TYPE_CHECKING:
    from tui.services import Services


def _read_grade(ctx: click.Context, param: click.Parameter, value: str | None) -> Grade | None:
    if value is not None and value not in GRADES:
        raise click.UsageError(unknown("grade", value, list(GRADES)))
    return next((grade for grade in GRADES if grade == value), None)


@click.command()
@click.argument("game", required=False)
@click.option("--grade", metavar="|".join(GRADES), callback=_read_grade, help="Only puzzles of this grade.")
@plain_option
@screen_options
@pass_services
def puzzles(services: "Services", game: str | None, grade: Grade | None, plain: bool, ascii: bool, driver: str) -> int:
    """Your turn: what is worth most? All puzzles, or the next one of GAME."""
    require_screen(plain)
    from core import registry

    chosen = registry.get_game(game) if game is not None else None
    if not plain:
        from tui.features.puzzles.screen import open_screen

        return open_app(services, open_screen(chosen, grade), ascii, driver)
    from tui.features.puzzles.plain import tell_all, try_all
    from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice

    console, practice = open_console(services, ascii), PuzzlePractice(services.paths)
    if chosen is None:
        tell_all(practice, console)
        return 0
    return try_all(practice, PuzzlePool(chosen, grade), console, services)
