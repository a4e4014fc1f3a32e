"""The list of lessons: one game's, or all that there are, with ticks."""

from core.game import Game
from core.lessons.course import Lesson, load
from tui import commands
from tui.features.lessons.text import how_far
from tui.screens.base import Key
from tui.screens.list_screen import Row, RowsScreen


class LessonsScreen(RowsScreen):
    """Lessons by game; Enter begins one, or goes on with it."""

    own_commands = commands.LESSONS

    def __init__(self, games: list[Game]) -> None:
        super().__init__()
        self.lessons = {f"{game.name}/{each.name}": (game, each) for game in games for each in load(game).lessons}
        self._games = games
        self.title_words = f"Learn {games[0].title}" if len(games) == 1 else "Learn a game"

    @property
    def place(self) -> str:  # type: ignore[override]
        return self._games[0].name if len(self._games) == 1 else "samovar"

    def rows(self) -> list[Row]:
        rows: list[Row] = []
        for game in self._games:
            if found := [name for name, (of, _) in self.lessons.items() if of is game]:
                rows += [Row(""), Row(game.title), *(self._row(name) for name in found)]
        return rows[1:] or [Row("There are no lessons for this game yet; ? has its rules.")]

    def _row(self, name: str) -> Row:
        game, lesson = self.lessons[name]
        return Row(lesson.title, how_far(self.house.learning, game, lesson), f"{lesson.about}.", name)

    def keys(self) -> list[Key]:
        return [
            Key("⏎", "begin", "choose"),
            Key("↑↓", "row", "step(1)"),
            Key("a", "from the start", "anew"),
            Key("?", "rules", "rules"),
            Key("Esc", "back", "leave"),
        ]

    def on_mount(self) -> None:
        """The cursor goes to the first lesson that is not done."""
        left = [name for name, (game, each) in self.lessons.items() if not self._done(game, each)]
        self.at = next(iter(left or self.lessons), "")

    def _done(self, game: Game, lesson: Lesson) -> bool:
        return self.house.learning.reached(game.name, lesson.name).done

    def action_choose(self) -> None:
        if self.at:
            self.house.learn(*self.lessons[self.at])

    def action_anew(self) -> None:
        if self.at:
            self.house.learn(*self.lessons[self.at], anew=True)

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        game = self.lessons[self.at][0] if self.at else self._games[0]
        self.house.push_screen(RulesScreen(game))

    def action_change(self, by: int) -> None:
        self.action_step(by)
