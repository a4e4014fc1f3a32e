"""All puzzles by game and grade, with what is solved and what is to be shown again."""

from collections.abc import Callable
from datetime import date

from textual.app import ComposeResult
from textual.geometry import Region

from core import registry as shelf
from core.game import Game
from core.puzzles.book import GRADES, Grade
from core.puzzles.progress import Progress
from core.text import count
from tui import commands
from tui.app import SamovarApp
from tui.features.puzzles import practice as puzzling
from tui.features.puzzles.practice import Pool, Practice
from tui.features.puzzles.puzzle_screen import table
from tui.games.emblems import ASCII_EMBLEMS, EMBLEMS
from tui.screens.base import Key, Room
from tui.widgets.canvas import Panel, Picture, wrap

#: The columns: what is to be shown again, then the grades.
_AGAIN = "again"
_COLUMNS: tuple[str, ...] = (_AGAIN, *GRADES)
#: How wide everything is; where the cells begin, and how wide each of them is.
_WIDTH, _CELLS, _CELL = 76, 22, 11
#: A game takes so many rows.
_ROWS = 3
_BAR = 9


class PuzzlesScreen(Room):
    """A row for each game, a cell for each grade: Enter tries the next puzzle there."""

    DEFAULT_CSS = """
    PuzzlesScreen #top, PuzzlesScreen #keys { height: 1; }
    PuzzlesScreen #help { height: 3; }
    """
    own_commands = commands.PUZZLES

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Game] = shelf.games()
        self.row = 0
        self.column = 1
        self.remark = ""
        self.practice: Practice | None = None
        self._places: dict[tuple[int, int], Region] = {}

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="list")
        yield Panel(id="help")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def on_screen_resume(self) -> None:
        self.practice = Practice(self.house.store.folders.puzzles)
        super().on_screen_resume()

    @property
    def pool(self) -> Pool:
        """What is under the cursor."""
        game = self.games[self.row]
        return Pool(game, GRADES[self.column - 1]) if self.column else Pool(game, again=True)

    # Painting

    def paint(self) -> None:
        look = self.look
        top = self.picture_for("top", "bar")
        top.text(1, 0, "Puzzles", look.style("accent", "bar", "bold"))
        top.text(10, 0, "one turn is worth most: find it", look.style("dim", "bar"))
        self.show("top", top)
        picture = self.picture_for("list")
        if picture.width and self.practice is not None:
            self._paint_games(picture, self.practice)
        self.show("list", picture)
        help_ = self.picture_for("help", "panel")
        words = self.remark or self._explained()
        ink = look.style("warn" if self.remark else "ink", "panel")
        help_.lines(2, 0, wrap(words, help_.width - 4), ink)
        self.show("help", help_)
        keys = [Key("⏎", "try the next", "choose"), Key("↑↓", "game", "step(1)"), Key("←→", "grade", "change(1)")]
        self.paint_keys("keys", [*keys, Key("?", "rules", "rules"), Key("Esc", "back", "leave")])

    def _paint_games(self, picture: Picture, practice: Practice) -> None:
        look = self.look
        left = max(2, (picture.width - _WIDTH) // 2)
        y = max(1, (picture.height - 2 - _ROWS * len(self.games)) // 3)
        for column, name in enumerate(_COLUMNS):
            picture.text(left + _CELLS + _CELL * column + 1, y, name, look.style("accent", attributes="bold"))
        picture.right(left + _WIDTH, y, "rating", look.style("accent", attributes="bold"))
        self._places = {}
        for row, game in enumerate(self.games):
            self._paint_game(picture, left, y + 2 + _ROWS * row, row, practice.progress(game))

    def _paint_game(self, picture: Picture, left: int, y: int, row: int, known: Progress) -> None:
        look, game, here = self.look, self.games[row], row == self.row
        emblems = ASCII_EMBLEMS if self.house.ascii else EMBLEMS
        picture.lines(left + 1, y, emblems.get(game.name, ("", "")), look.style("accent" if here else "dim"))
        picture.text(left + 8, y, game.title, look.style("ink", attributes="bold"))
        rating = f"{round(known.rating)}" if known.counted else "·"
        picture.right(left + _WIDTH, y, rating, look.style("ink" if known.counted else "dim"))
        due = len(known.due(Pool(game).puzzles(), date.today()))
        self._paint_cell(picture, left, y, (row, 0), f"{due}" if due else "·")
        for column, grade in enumerate(GRADES, 1):
            puzzles = Pool(game, grade).puzzles()
            solved = known.solved(puzzles)
            self._paint_cell(picture, left, y, (row, column), f"{solved} of {len(puzzles)}" if puzzles else "·")
            if puzzles:
                x = left + _CELLS + _CELL * column + 1
                full = -(-_BAR * solved // len(puzzles))
                picture.text(x, y + 1, ("#" if self.house.ascii else "━") * full, look.style("good"))
                picture.text(x + full, y + 1, "─" * (_BAR - full), look.style("faint"))

    def _paint_cell(self, picture: Picture, left: int, y: int, place: tuple[int, int], words: str) -> None:
        look = self.look
        region = Region(left + _CELLS + _CELL * place[1], y, _CELL, 2)
        self._places[place] = region
        here = place == (self.row, self.column)
        ink = look.style("cursor_ink", "cursor", "bold") if here else look.style("ink" if words != "·" else "dim")
        picture.text(region.x, y, f" {words} ", ink)

    def _explained(self) -> str:
        pool, title = self.pool, self.pool.game.title
        known = self.practice.progress(pool.game) if self.practice is not None else Progress()
        if pool.grade is not None and pool.puzzles():
            return (
                f"{title}, {pool.grade}: {puzzling.grade_in_words(pool.grade)}. "
                f"{puzzling.progress_in_words(known, pool.game, pool.grade)}."
            )
        due = len(known.due(pool.puzzles(), date.today()))
        if not pool.again or not due:
            return puzzling.none_left(pool)
        return f"{title}: {count(due, 'puzzle')} that you missed, to be shown again until you know them."

    # Choosing

    def action_step(self, by: int) -> None:
        self.row = (self.row + by) % len(self.games)
        self._moved()

    def action_change(self, by: int) -> None:
        self.column = (self.column + by) % len(_COLUMNS)
        self._moved()

    def _moved(self) -> None:
        self.remark = ""
        self.repaint()

    def action_choose(self) -> None:
        assert self.practice is not None
        show_next(self.house, self.practice, self.pool, self._complain)

    def _complain(self, sentence: str) -> None:
        self.remark = sentence
        self.repaint()

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self.games[self.row]))

    def action_leave(self) -> None:
        self.house.leave_screen()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
            return
        for place, region in self._places.items():
            if message.panel.id == "list" and region.contains(message.x, message.y):
                if place == (self.row, self.column):
                    self.action_choose()
                else:
                    self.row, self.column = place
                    self._moved()


def show_next(house: SamovarApp, practice: Practice, pool: Pool, complain: Callable[[str], None]) -> None:
    """Open the next puzzle of a pool, or say why there is none."""
    puzzle = practice.following(pool)
    if puzzle is None:
        complain(puzzling.none_left(pool))
    else:
        house.push_screen(table(practice, pool, puzzle))


def opening(game: Game | None, grade: Grade | None) -> Callable[[SamovarApp], None]:
    """What the app opens with: all puzzles and, if a game is named, its next puzzle above them."""

    def open_in(house: SamovarApp) -> None:
        screen = PuzzlesScreen()
        house.push_screen(screen)
        if grade is not None:
            screen.column = 1 + GRADES.index(grade)
        if game is not None:
            screen.row = next(row for row, each in enumerate(screen.games) if each.name == game.name)
            show_next(house, Practice(house.store.folders.puzzles), Pool(game, grade), screen._complain)

    return open_in
