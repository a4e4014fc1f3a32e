"""`samovar learn`: the lessons of a game, on the screen or in plain mode."""

import click
from click.shell_completion import CompletionItem

from core import registry
from core.game import Game
from core.lessons.course import Lesson, load
from saves.guest import typed_command
from saves.lessons import LessonStore
from saves.sanitize import unknown_text
from tui.cli.exit_codes import exit_code
from tui.cli.known_words import Words, complete_game, game_before
from tui.cli.options import plain_option, screen_options
from tui.cli.start import missing_screen_text, open_app, open_console, pass_services, require_screen
from tui.features.lessons.plain import teach
from tui.features.lessons.text import progress_text
from tui.services import Services


def _complete_lesson(ctx: click.Context, param: click.Parameter, begun: str) -> Words:
    """The lessons of the game that stands before."""
    game = game_before(ctx)
    lessons = load(game).lessons if game else ()
    return [CompletionItem(lesson.name, help=lesson.title) for lesson in lessons if lesson.name.startswith(begun)]


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("lesson", required=False, shell_complete=_complete_lesson)
@plain_option
@screen_options
@pass_services
def learn(services: Services, game: str | None, lesson: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Learn GAME in a guided first game and short lessons.

    Without LESSON, the first unfinished one starts; without GAME, all lessons are listed.
    """
    learning = LessonStore(services.paths)
    if game is None:
        return _listed(services, learning, plain, ascii, driver)
    chosen = registry.get_game(game)
    found = _found(chosen, lesson, learning)
    require_screen(plain)
    if not plain:
        return open_app(services, lambda app: app.navigation.start_lesson(chosen, found), ascii, driver)
    return exit_code(teach(services, chosen, found, learning, open_console(services, ascii)))


def _found(game: Game, name: str | None, learning: LessonStore) -> Lesson:
    """Return the lesson of that name, or the first that is not done."""
    lessons = load(game).lessons
    if not lessons:
        rules = typed_command(f"rules {game.name}")
        raise click.UsageError(f"{game.title} has no lessons yet; {rules} prints its rules.")
    if name is None:
        return next((each for each in lessons if not learning.progress_of(game.name, each.name).done), lessons[0])
    for lesson in lessons:
        if lesson.name == name:
            return lesson
    raise click.UsageError(unknown_text("lesson", name, [each.name for each in lessons]))


def _listed(services: Services, learning: LessonStore, plain: bool, ascii: bool, driver: str) -> int:
    """List all lessons, on the screen where there is one."""
    if not plain and not missing_screen_text():
        return open_app(services, lambda app: app.navigation.show_lessons(*registry.all_games()), ascii, driver)
    console = open_console(services, ascii)
    for game in registry.all_games():
        for lesson in load(game).lessons:
            console.print(f"{game.name} {lesson.name}: {lesson.title}, {progress_text(learning, game, lesson)}")
            console.print(f"  {lesson.about}.")
    console.print(f"{typed_command('learn GAME LESSON --plain')} starts one in plain lines.")
    return 0
