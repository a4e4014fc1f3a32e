"""`samovar learn`: the lessons of a game, on the screen or in plain mode."""

from typing import TYPE_CHECKING

import click

from tui.cli.arguments import (
    missing_screen_text,
    open_app,
    open_console,
    pass_services,
    plain_option,
    require_screen,
    screen_options,
    unknown,
)

_INTERRUPTED = 130

if TYPE_CHECKING:
    from core.game import Game
    from core.lessons.course import Lesson
    from saves.lessons import LessonStore
    from tui.services import Services


@click.command()
@click.argument("game", required=False)
@click.argument("lesson", required=False)
@plain_option
@screen_options
@pass_services
def learn(services: "Services", game: str | None, lesson: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Learn GAME in a guided first game and short lessons.

    Without LESSON the first one begins that is not done; without GAME all are listed.
    """
    from core import registry
    from saves.lessons import LessonStore

    require_screen(plain or game is None)
    learning = LessonStore(services.paths)
    if game is None:
        return _listed(services, learning, plain, ascii, driver)
    chosen = registry.get_game(game)
    found = _found(chosen, lesson, learning)
    if not plain:
        return open_app(services, lambda app: app.start_lesson(chosen, found), ascii, driver)
    from tui.features.lessons.plain import teach

    return (
        _INTERRUPTED if teach(services, chosen, found, learning, open_console(services, ascii)) == "interrupted" else 0
    )


def _found(game: "Game", name: str | None, learning: "LessonStore") -> "Lesson":
    """Return the lesson of that name, or the first that is not done."""
    from core.lessons.course import load

    lessons = load(game).lessons
    if not lessons:
        raise click.UsageError(f"There are no lessons for {game.title} yet; samovar play {game.name} has its rules.")
    if name is None:
        return next((each for each in lessons if not learning.progress_of(game.name, each.name).done), lessons[0])
    for lesson in lessons:
        if lesson.name == name:
            return lesson
    raise click.UsageError(unknown("lesson", name, [each.name for each in lessons]))


def _listed(services: "Services", learning: "LessonStore", plain: bool, ascii: bool, driver: str) -> int:
    """List all lessons, on the screen where there is one."""
    from core import registry
    from core.lessons.course import load
    from tui.features.lessons.text import progress_text

    if not plain and not missing_screen_text():
        return open_app(services, lambda app: app.show_lessons(*registry.all_games()), ascii, driver)
    console = open_console(services, ascii)
    for game in registry.all_games():
        for lesson in load(game).lessons:
            console.print(f"{game.name} {lesson.name}: {lesson.title}, {progress_text(learning, game, lesson)}")
            console.print(f"  {lesson.about}.")
    console.print("samovar learn GAME LESSON --plain begins one of them in plain lines.")
    return 0
