"""`samovar learn`: the lessons of a game, on the screen or in plain lines."""

from typing import TYPE_CHECKING

import click

from tui.cli.arguments import need_screen, no_screen, open_app, open_console, plain_option, screen_options, unknown

_INTERRUPTED = 130

if TYPE_CHECKING:
    from core.game import Game
    from core.lessons.course import Lesson
    from saves.lessons import Learning


@click.command()
@click.argument("game", required=False)
@click.argument("lesson", required=False)
@plain_option
@screen_options
def learn(game: str | None, lesson: str | None, plain: bool, ascii: bool, driver: str) -> int:
    """Learn GAME in a guided first game and short lessons.

    Without LESSON the first one begins that is not done; without GAME all are listed.
    """
    from core import registry as shelf
    from saves.lessons import Learning
    from saves.paths import Folders

    need_screen(plain or game is None)
    learning = Learning(Folders.of_player())
    if game is None:
        return _listed(learning, plain, ascii, driver)
    chosen = shelf.game(game)
    found = _found(chosen, lesson, learning)
    if not plain:
        return open_app(lambda app: app.learn(chosen, found), ascii, driver)
    from tui.features.lessons.plain import teach

    return _INTERRUPTED if teach(chosen, found, learning, open_console(ascii)) == "interrupted" else 0


def _found(game: "Game", name: str | None, learning: "Learning") -> "Lesson":
    """The lesson of that name, or the first that is not done."""
    from core.lessons.course import load

    lessons = load(game).lessons
    if not lessons:
        raise click.UsageError(f"There are no lessons for {game.title} yet; samovar play {game.name} has its rules.")
    if name is None:
        return next((each for each in lessons if not learning.reached(game.name, each.name).done), lessons[0])
    for lesson in lessons:
        if lesson.name == name:
            return lesson
    raise click.UsageError(unknown("lesson", name, [each.name for each in lessons]))


def _listed(learning: "Learning", plain: bool, ascii: bool, driver: str) -> int:
    """All lessons: as a screen where there is one."""
    from core import registry as shelf
    from core.lessons.course import load
    from tui.features.lessons.text import how_far

    if not plain and not no_screen():
        return open_app(lambda app: app.show_lessons(*shelf.games()), ascii, driver)
    console = open_console(ascii)
    for game in shelf.games():
        for lesson in load(game).lessons:
            console.say(f"{game.name} {lesson.name}: {lesson.title}, {how_far(learning, game, lesson)}")
            console.say(f"  {lesson.about}.")
    console.say("samovar learn GAME LESSON --plain begins one of them in plain lines.")
    return 0
