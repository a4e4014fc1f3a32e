"""The screen of all puzzles by game and grade, with the number that are solved and due again."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Region

from core import registry
from core.game import Game
from core.puzzles.book import GRADES, Grade
from core.puzzles.progress import Progress
from core.text import count_text
from tui import commands
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.match_feature import PuzzleFeature
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.features.puzzles.session import PuzzleSession
from tui.games.emblems import load_emblem
from tui.match.screen import MatchScreen
from tui.screens.base import BaseScreen
from tui.startup import name_of_player
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import wrap

if TYPE_CHECKING:
    from tui.app import SamovarApp

#: The columns: what is to be shown again, then the grades.
_AGAIN = "again"
_COLUMNS: tuple[str, ...] = (_AGAIN, *GRADES)
#: The width of the table, the column where its cells begin, and the width of a cell.
_WIDTH, _CELLS, _CELL = 76, 22, 11
#: The rows of a game, the last of them empty; it is left out where all games do not fit so.
_ROWS = 3
_BAR = 9


class PuzzlesScreen(BaseScreen):
    """A row for each game, a cell for each grade: Enter tries the next puzzle there."""

    DEFAULT_CSS = """
    PuzzlesScreen #top, PuzzlesScreen #keys { height: 1; }
    PuzzlesScreen #help { height: 3; }
    """
    own_commands = commands.PUZZLES

    def __init__(self) -> None:
        super().__init__()
        self.games: list[Game] = registry.all_games()
        self.row = 0
        self.column = 1
        self._top_row = 0
        self.status = ""
        self.practice: PuzzlePractice | None = None
        self._places: dict[tuple[int, int], Region] = {}

    def point_at(self, game: Game | None, grade: Grade | None) -> None:
        """Put the cursor on a game and a grade, where one is named."""
        if game is not None:
            self.row = [each.name for each in self.games].index(game.name)
        if grade is not None:
            self.column = _COLUMNS.index(grade)

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="list")
        yield CanvasView(id="help")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def on_screen_resume(self) -> None:
        self.practice = PuzzlePractice(self.samovar_app.store.paths, name_of_player(self.samovar_app.services))
        super().on_screen_resume()

    @property
    def pool(self) -> PuzzlePool:
        """The pool under the cursor."""
        game = self.games[self.row]
        return PuzzlePool(game, GRADES[self.column - 1]) if self.column else PuzzlePool(game, again=True)

    # Painting

    def paint(self) -> None:
        palette = self.palette
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, "Puzzles", palette.style("accent", "bar", "bold"))
        top.draw_text(10, 0, "find the turn that is worth most", palette.style("dim", "bar"))
        self.show("top", top)
        canvas = self.new_canvas("list")
        if canvas.width and self.practice is not None:
            self._paint_games(canvas, self.practice)
        self.show("list", canvas)
        help_ = self.new_canvas("help", "panel")
        text = self.status or self._explained()
        ink = palette.style("warn" if self.status else "ink", "panel")
        help_.draw_lines(2, 0, wrap(text, help_.width - 4), ink)
        self.show("help", help_)
        keys = [
            KeyLabel("Enter", "try the next", "choose"),
            KeyLabel("↑↓", "game", "step(1)"),
            KeyLabel("←→", "grade", "change(1)"),
        ]
        self.paint_keys("keys", [*keys, KeyLabel("?", "rules", "rules"), KeyLabel("Esc", "back", "leave")])

    def _paint_games(self, canvas: Canvas, practice: PuzzlePractice) -> None:
        palette = self.palette
        left = max(2, (canvas.width - _WIDTH) // 2)
        rows = _ROWS if canvas.height - 3 >= _ROWS * len(self.games) - 1 else _ROWS - 1
        shown = max(1, min(len(self.games), (canvas.height - 3 + rows - 2) // rows))
        self._top_row = min(max(self._top_row, self.row - shown + 1), self.row, len(self.games) - shown)
        y = max(1, (canvas.height - 2 - rows * shown) // 3)
        for column, name in enumerate(_COLUMNS):
            canvas.draw_text(left + _CELLS + _CELL * column + 1, y, name, palette.style("accent", attributes="bold"))
        canvas.draw_text_right(left + _WIDTH, y, "rating", palette.style("accent", attributes="bold"))
        self._places = {}
        for at in range(shown):
            row = self._top_row + at
            self._paint_game(canvas, left, y + 2 + rows * at, row, practice.progress(self.games[row]))
        more = palette.style("accent")
        if self._top_row:
            canvas.draw_text(left, y + 2, "▲", more)
        if self._top_row + shown < len(self.games):
            canvas.draw_text(left, y + 1 + rows * shown, "▼", more)

    def _paint_game(self, canvas: Canvas, left: int, y: int, row: int, known: Progress) -> None:
        palette, game, here = self.palette, self.games[row], row == self.row
        drawing = load_emblem(game.name, self.samovar_app.ascii)
        canvas.draw_lines(left + 1, y, drawing, palette.style("accent" if here else "dim"))
        canvas.draw_text(left + 8, y, game.title, palette.style("ink", attributes="bold"))
        rating = f"{round(known.rating)}" if known.counted else "·"
        canvas.draw_text_right(left + _WIDTH, y, rating, palette.style("ink" if known.counted else "dim"))
        due = len(known.due(PuzzlePool(game).puzzles(), date.today()))
        self._paint_cell(canvas, left, y, (row, 0), f"{due}" if due else "·")
        for column, grade in enumerate(GRADES, 1):
            puzzles = PuzzlePool(game, grade).puzzles()
            solved = known.solved(puzzles)
            self._paint_cell(canvas, left, y, (row, column), f"{solved} of {len(puzzles)}" if puzzles else "·")
            if puzzles:
                x = left + _CELLS + _CELL * column + 1
                full = -(-_BAR * solved // len(puzzles))
                canvas.draw_text(x, y + 1, ("#" if self.samovar_app.ascii else "━") * full, palette.style("good"))
                canvas.draw_text(x + full, y + 1, "─" * (_BAR - full), palette.style("faint"))

    def _paint_cell(self, canvas: Canvas, left: int, y: int, place: tuple[int, int], text: str) -> None:
        palette = self.palette
        region = Region(left + _CELLS + _CELL * place[1], y, _CELL, 2)
        self._places[place] = region
        here = place == (self.row, self.column)
        ink = palette.style("cursor_ink", "cursor", "bold") if here else palette.style("ink" if text != "·" else "dim")
        canvas.draw_text(region.x, y, f" {text} ", ink)

    def _explained(self) -> str:
        pool, title = self.pool, self.pool.game.title
        known = self.practice.progress(pool.game) if self.practice is not None else Progress()
        if pool.grade is not None and pool.puzzles():
            return (
                f"{title}, {pool.grade}: {puzzles_practice.grade_text(pool.grade)}. "
                f"{puzzles_practice.progress_text(known, pool.game, pool.grade)}."
            )
        due = len(known.due(pool.puzzles(), date.today()))
        if not pool.again or not due:
            return puzzles_practice.none_left(pool)
        return f"{title}: {count_text(due, 'puzzle')} you missed; they come back until you know them."

    # Choosing

    def action_step(self, by: int) -> None:
        self.row = (self.row + by) % len(self.games)
        self._moved()

    def action_change(self, by: int) -> None:
        self.column = (self.column + by) % len(_COLUMNS)
        self._moved()

    def _moved(self) -> None:
        self.status = ""
        self.repaint()

    def action_choose(self) -> None:
        assert self.practice is not None
        show_next(self.samovar_app, self.practice, self.pool, self.say)

    def say(self, sentence: str) -> None:
        self.status = sentence
        self.repaint()

    def action_rules(self) -> None:
        self.samovar_app.navigation.show_rules(self.games[self.row])

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
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


def show_next(app: "SamovarApp", practice: PuzzlePractice, pool: PuzzlePool, complain: Callable[[str], None]) -> None:
    """Open the next puzzle of a pool, or say why there is none."""
    puzzle = practice.next_puzzle(pool)
    if puzzle is None:
        complain(puzzles_practice.none_left(pool))
    else:
        session = PuzzleSession(practice, pool, puzzle, app.session_services)
        app.push_screen(MatchScreen(session, PuzzleFeature(), puzzles_practice.INVITATION))
