"""The result of a match: places, sources of points, scores by round, and what to do next."""

from textual.app import ComposeResult

from core.bots.hints import hints_used_text
from core.match import Match
from tui import commands
from tui.features.lessons.text import first_result
from tui.screens.base import BaseScreen
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.sparkline import bar_char
from tui.widgets.text_layout import cell_width, clip, wrap


class ResultScreen(BaseScreen):
    """The result of a match; it closes with the command that the player chooses next."""

    DEFAULT_CSS = "ResultScreen #top, ResultScreen #keys { height: 1; }"
    own_commands = commands.RESULT

    def __init__(self, match: Match, can_undo: bool = False, way_out: str = "home") -> None:
        super().__init__()
        self.match = match
        self.can_undo = can_undo
        self._way_out = way_out
        #: The advice after a player's first game.
        self.lesson = ""

    def on_mount(self) -> None:
        self.lesson = first_result(self.match, self.samovar_app.lesson_store)

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.match.game.name

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="result")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def action_wish(self, wish: str) -> None:
        if wish != "undo" or self.can_undo:
            self.dismiss(wish)

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)

    def paint(self) -> None:
        palette = self.palette
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, f"{self.match.game.title}: the result", palette.style("accent", "bar", "bold"))
        self.show("top", top)
        canvas = self.new_canvas("result")
        left = max(3, (canvas.width - 74) // 2)
        y = 1
        told = (
            (self._winners(), "accent"),
            (self.match.state.outcome_text(), "ink"),
            (hints_used_text(self.match), "dim"),
            (self.lesson, "ink"),
        )
        for text, role in told:
            for line in wrap(text, canvas.width - 2 * left):
                canvas.draw_text(left, y, line, palette.style(role, attributes="bold" if role == "accent" else ""))
                y += 1
        y = self._paint_places(canvas, left, y + 1)
        self._paint_chart(canvas, left, y + 1)
        self.show("result", canvas)
        keys = [
            KeyLabel("⏎", "play again", "wish('again')"),
            KeyLabel("r", "review", "wish('review')"),
            KeyLabel("v", "look back", "wish('replay')"),
            KeyLabel("s", "same deal", "wish('same')"),
            *([KeyLabel("u", "undo", "wish('undo')")] if self.can_undo else []),
            KeyLabel("Esc", self._way_out, "wish('home')"),
        ]
        self.paint_keys("keys", keys)

    def _winners(self) -> str:
        """Return who has won; nothing in a solo game, where the outcome text says it."""
        names = [self.match.seats[seat].name for seat in self.match.state.ranking()[0]]
        if len(self.match.seats) == 1:
            return ""
        if len(names) == 1:
            return f"{names[0]} wins!"
        return f"{', '.join(names[:-1])} and {names[-1]} share the victory!"

    def _paint_places(self, canvas: Canvas, x: int, y: int) -> int:
        """Draw the places and sources of points, as rows or as columns, whichever has room."""
        label, found = self.match.game.labels().source, self.match.state.breakdown()
        sources = {label(source): points for source, points in found.items() if any(points)}
        names = max(cell_width(seat.name) for seat in self.match.seats) + 12
        wide = names + sum(_column(source) + 2 for source in sources)
        paint = self._paint_rows if x + wide <= canvas.width else self._paint_columns
        return paint(canvas, x, y, sources)

    def _paint_rows(self, canvas: Canvas, x: int, y: int, sources: dict[str, list[int]]) -> int:
        """Draw a table with a row for each player, from first to last, and a column for each source of points."""
        palette, scores = self.palette, self.match.state.scores()
        name_width = max(cell_width(seat.name) for seat in self.match.seats) + 5
        at = x + name_width + 7
        for source in sources:
            *first, last = source.split()
            canvas.draw_text_right(at + _column(source), y, " ".join(first), palette.style("dim"))
            canvas.draw_text_right(at + _column(source), y + 1, last, palette.style("dim"))
            at += _column(source) + 2
        y += 2
        for place, seat in self._places():
            ink = palette.style(f"seat{seat + 1}", attributes="bold")
            canvas.draw_text(x, y, f"{place}. {clip(self.match.seats[seat].name, 24)}", ink)
            canvas.draw_text_right(x + name_width + 4, y, str(scores[seat]), palette.style("ink", attributes="bold"))
            at = x + name_width + 7
            for source, points in sources.items():
                canvas.draw_text_right(at + _column(source), y, str(points[seat]), palette.style("dim"))
                at += _column(source) + 2
            y += 1
        return y

    def _paint_columns(self, canvas: Canvas, x: int, y: int, sources: dict[str, list[int]]) -> int:
        """Draw the transposed table: a column for each player, a row for each source of points."""
        palette, scores = self.palette, self.match.state.scores()
        label = max(cell_width(source) for source in sources) + 2
        step = min(14, (canvas.width - x - label) // len(self.match.seats))
        for column, (place, seat) in enumerate(self._places(), 1):
            right = x + label + column * step
            ink = palette.style(f"seat{seat + 1}", attributes="bold")
            canvas.draw_text_right(right, y, f"{place}. {clip(self.match.seats[seat].name, step - 5)}", ink)
            canvas.draw_text_right(right, y + 1, str(scores[seat]), palette.style("ink", attributes="bold"))
            for row, (source, points) in enumerate(sources.items(), y + 2):
                canvas.draw_text(x, row, source, palette.style("dim"))
                canvas.draw_text_right(right, row, str(points[seat]), palette.style("dim"))
        return y + 2 + len(sources)

    def _places(self) -> list[tuple[int, int]]:
        """Return place and seat, from the first to the last."""
        return [(place, seat) for place, seats in enumerate(self.match.state.ranking(), 1) for seat in seats]

    def _paint_chart(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the points that each round brought, a row of bars for each player."""
        palette = self.palette
        rounds = self.match.scores_by_round()
        seats = range(len(self.match.seats))
        gains = [[now[seat] - (rounds[i - 1][seat] if i else 0) for i, now in enumerate(rounds)] for seat in seats]
        most = max(1, *(gain for row in gains for gain in row))
        if len(rounds) < 2 or y + len(gains) + 1 > canvas.height:
            return
        step = 2 if y + 2 * len(gains) + 1 <= canvas.height else 1
        canvas.draw_text(x, y, "Points by round", palette.style("dim"))
        for seat in seats:
            row = y + 1 + step * seat
            at = canvas.draw_text(x, row, clip(self.match.seats[seat].name, 12).ljust(13), palette.style("dim"))
            for gain in gains[seat][: (canvas.width - at) // 5]:
                canvas.draw_text(
                    at, row, bar_char(gain, most, self.samovar_app.ascii) * 2, palette.style(f"seat{seat + 1}")
                )
                canvas.draw_text(at + 2, row, f"{gain:<3}", palette.style("dim"))
                at += 5


def _column(source: str) -> int:
    """Return the width of a source's column: the longer of the two lines of its heading."""
    *first, last = source.split()
    return max(4, cell_width(" ".join(first)), cell_width(last))
