"""The list of lessons of one game or of all, with ticks."""

from core.game import Game
from core.lessons.course import Lesson, load
from tui import commands
from tui.features.lessons.text import progress_text
from tui.screens.list_screen import ListRow, ListScreen
from tui.widgets.key_bar import KeyLabel


class LessonsScreen(ListScreen):
    """Lessons by game; Enter begins or resumes one."""

    own_commands = commands.LESSONS

    def __init__(self, games: list[Game]) -> None:
        super().__init__()
        self.lessons = {f"{game.name}/{each.name}": (game, each) for game in games for each in load(game).lessons}
        self._games = games
        self.title_text = f"Learn {games[0].title}" if len(games) == 1 else "Learn a game"

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self._games[0].name if len(self._games) == 1 else "samovar"

    def rows(self) -> list[ListRow]:
        rows: list[ListRow] = []
        for game in self._games:
            if found := [name for name, (of, _) in self.lessons.items() if of is game]:
                rows += [ListRow(""), ListRow(game.title), *(self._row(name) for name in found)]
        return rows[1:] or [ListRow("There are no lessons for this game yet; ? shows its rules.")]

    def _row(self, name: str) -> ListRow:
        game, lesson = self.lessons[name]
        return ListRow(
            lesson.title, progress_text(self.samovar_app.lesson_store, game, lesson), f"{lesson.about}.", name
        )

    def keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "begin", "choose"),
            KeyLabel("↑↓", "row", "step(1)"),
            KeyLabel("a", "from the start", "anew"),
            KeyLabel("?", "rules", "rules"),
            KeyLabel("Esc", "back", "leave"),
        ]

    def on_mount(self) -> None:
        """Move the cursor to the first lesson that is not done."""
        left = [name for name, (game, each) in self.lessons.items() if not self._done(game, each)]
        self.cursor = next(iter(left or self.lessons), "")

    def _done(self, game: Game, lesson: Lesson) -> bool:
        return self.samovar_app.lesson_store.progress_of(game.name, lesson.name).done

    def action_choose(self) -> None:
        if self.cursor:
            self.samovar_app.navigation.start_lesson(*self.lessons[self.cursor])

    def action_anew(self) -> None:
        if self.cursor:
            self.samovar_app.navigation.start_lesson(*self.lessons[self.cursor], anew=True)

    def action_rules(self) -> None:
        game = self.lessons[self.cursor][0] if self.cursor else self._games[0]
        self.samovar_app.navigation.show_rules(game)

    def action_change(self, by: int) -> None:
        self.action_step(by)
