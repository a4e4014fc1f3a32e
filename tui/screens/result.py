"""The result of a match: who won, the final boards, the points round by round and by source, and what to do next."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region, Size

from core.bots.hints import hints_used_text
from core.match import Match
from tui import commands
from tui.match.board_picture import BoardPicture, FixedPosition
from tui.match.panels import SeatScore, StyledLine, TopLine, flow
from tui.screens.base import BaseScreen
from tui.screens.result_text import advice, headline, praise
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.line_chart import ChartLine, draw_lines, value_row
from tui.widgets.text_layout import cell_width, distinct_names, wrap

#: The rows of the chart with its title and its axis: at least, with a free row above, and at most.
_LEAST_CHART, _LARGEST_CHART = 7, 16
#: The sources of points that are told apart even where room is short.
_LEAST_SOURCES = 3
#: The rows above the board in which there is room for praise.
_SENTENCE_ROWS = 2


class SourceRow(NamedTuple):
    """A source of points, with the points of each seat."""

    label: str
    points: Sequence[int]


class ResultScreen(BaseScreen):
    """The result of a match; it closes with the command that the player chooses next."""

    DEFAULT_CSS = "ResultScreen #top, ResultScreen #keys { height: 1; }"
    own_commands = commands.RESULT

    def __init__(self, match: Match, can_undo: bool = False, way_out: str = "home") -> None:
        super().__init__()
        self.match = match
        self.can_undo = can_undo
        self._way_out = way_out
        persons = match.human_seats
        #: The one person who played; None where there were several, or none.
        self._person = persons[0] if len(persons) == 1 else None
        #: The seat whose board is shown.
        self._board_seat = self._person if self._person is not None else match.state.ranking()[0][0]

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

    def action_others(self) -> None:
        """Show the final board of the next player."""
        self._board_seat = (self._board_seat + 1) % len(self.match.seats)
        self.repaint()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)

    # Painting

    def paint(self) -> None:
        self.show("top", self._top_line().paint())
        canvas = self.new_canvas("result")
        y = self._paint_sentences(canvas)
        board = self._board_picture(canvas.height - y)
        canvas.paste(1, y, board)
        self._paint_facts(canvas, Region(board.width + 2, y, canvas.width - board.width - 3, canvas.height - y))
        self.show("result", canvas)
        self.paint_keys("keys", self._keys())

    def _keys(self) -> list[KeyLabel]:
        return [
            KeyLabel("Enter", "play again", "wish('again')"),
            KeyLabel("r", "review", "wish('review')"),
            KeyLabel("v", "replay", "wish('replay')"),
            KeyLabel("s", "same deal", "wish('same')"),
            *([KeyLabel("o", "others", "others")] if len(self.match.seats) > 1 else []),
            *([KeyLabel("u", "undo", "wish('undo')")] if self.can_undo else []),
            KeyLabel("Esc", self._way_out, "wish('home')"),
        ]

    def _top_line(self) -> TopLine:
        match, scores = self.match, self.match.state.scores()
        shown = tuple(SeatScore(seat, match.seats[seat].name, str(scores[seat])) for seat in self._ranked)
        return TopLine(match.game.title, "the result", None, shown, self.size.width, self.palette)

    def _paint_sentences(self, canvas: Canvas) -> int:
        """Draw who won, and what there is to say about it; return the row below."""
        match, palette = self.match, self.palette
        told = praise(match, self._person) if self._person is not None else ""
        lines = self._sentences(told, canvas.width - 2)
        if len(lines) > _SENTENCE_ROWS and told:
            lines = self._sentences("", canvas.width - 2)
        for y, line in enumerate(lines):
            x = 1
            for text, role in line:
                x = canvas.draw_text(x, y, text, palette.style(role, attributes="bold" if role == "accent" else ""))
        return len(lines)

    def _sentences(self, told: str, width: int) -> list[StyledLine]:
        match = self.match
        rest = " ".join(filter(None, [match.state.outcome_text(), told, hints_used_text(match)]))
        return flow([(headline(match), "accent"), (rest, "ink")], width)

    def _board_picture(self, rows: int) -> Canvas:
        """Return the final board of a seat, as the match showed it; its lower rows are left out where room is short."""
        match, seat = self.match, self._board_seat
        window = Size(self.size.width, self.size.height)
        position = FixedPosition(match, seat, match.state)
        return BoardPicture(position, window, self.palette, self.samovar_app.ascii).board.top_rows(rows)

    def _paint_facts(self, canvas: Canvas, region: Region) -> None:
        """Draw the points by source and by round beside the board, and one thing to try, as far as there is room."""
        tip = wrap(advice(self.match, self._person), region.width) if self._person is not None else []
        below = 2 + _LEAST_CHART + (len(tip) + 2 if tip else 0)  # names and total, the chart, the tip
        y = self._paint_sources(canvas, region, self._sources_table(region.width, region.height - below))
        rest = region.bottom - y - (len(tip) + 2 if tip else 0)
        if rest >= _LEAST_CHART:
            y = self._paint_chart(canvas, Region(region.x, y + 1, region.width, min(rest - 1, _LARGEST_CHART)))
        if tip:
            canvas.draw_text(region.x, y + 1, "Try next", self.palette.style("accent", attributes="bold"))
            canvas.draw_lines(region.x, y + 2, tip, self.palette.style())

    @property
    def _ranked(self) -> list[int]:
        """The seats from the first to the last."""
        return [seat for place in self.match.state.ranking() for seat in place]

    @property
    def _ranked_names(self) -> list[str]:
        return [self.match.seats[seat].name for seat in self._ranked]

    def _source_rows(self) -> list[SourceRow]:
        """Return the sources that brought points to anybody."""
        label, found = self.match.game.labels().source, self.match.state.breakdown()
        return [SourceRow(label(source), points) for source, points in found.items() if any(points)]

    def _sources_table(self, width: int, height: int) -> list[SourceRow]:
        """Return the sources and the total, with the smallest sources put together where the height is short."""
        found = self._source_rows()
        total = SourceRow(self.match.game.unit, self.match.state.scores())
        table = [*found, total]
        while len(table) - 1 > _LEAST_SOURCES and sum(map(len, self._labels(table, width))) > height + 1:
            table = [*_merged(found, len(table) - 2), total]
        return table

    def _labels(self, table: Sequence[SourceRow], width: int) -> list[list[str]]:
        """Return the labels of a table in lines, beside the columns of the players."""
        room = width - len(self._ranked) * _column_width(table, self._ranked_names, width)
        return [wrap(row.label, room) for row in table]

    def _paint_sources(self, canvas: Canvas, region: Region, table: Sequence[SourceRow]) -> int:
        """Draw a table of the sources of points, a column a player; return the row below."""
        palette, seats = self.palette, self._ranked
        width = _column_width(table, self._ranked_names, region.width)
        left = region.right - width * len(seats)
        names = distinct_names(self._ranked_names, (width - 1) * len(seats), width - 1)
        for column, (seat, name) in enumerate(zip(seats, names, strict=True), 1):
            ink = palette.style(f"seat{seat + 1}", attributes="bold")
            canvas.draw_text_right(left + width * column, region.y, name, ink)
        y = region.y
        for row, label in zip(table, self._labels(table, region.width), strict=True):
            total = row is table[-1]
            canvas.draw_lines(region.x, y + 1, label, palette.style("ink" if total else "dim"))
            y += len(label)
            for column, seat in enumerate(seats, 1):
                leads = len(seats) > 1 and row.points[seat] == max(row.points) > 0
                style = palette.style("accent" if leads else "ink", attributes="bold" if leads or total else "")
                canvas.draw_text_right(left + width * column, y, str(row.points[seat]), style)
        return y + 1

    def _paint_chart(self, canvas: Canvas, region: Region) -> int:
        """Draw the running totals, a line a player, the winner's last; return the row below."""
        match, palette = self.match, self.palette
        totals = [[0] * len(match.seats), *match.scores_by_round()]
        seats = self._ranked
        room = max(1, min(10, region.width // 4))
        labels = [f" {name}" for name in distinct_names(self._ranked_names, len(seats) * room)]
        right = max(map(cell_width, labels))
        chart = Region(region.x, region.y + 1, region.width - right, region.height - 2)
        lines = [ChartLine([t[seat] for t in totals], f"seat{seat + 1}", match.seats[seat].name[:1]) for seat in seats]
        title = f"{match.game.unit[0].upper()}{match.game.unit[1:]} by {match.game.round_name}"
        canvas.draw_text(region.x, region.y, title, palette.style("accent", attributes="bold"))
        draw_lines(canvas, chart, lines[::-1], palette, self.samovar_app.ascii)
        taken: set[int] = set()
        for seat, text, line in zip(seats, labels, lines, strict=True):
            y = value_row(line.values[-1], chart, lines)
            while y in taken:
                y += 1
            taken.add(y)
            canvas.draw_text(chart.right, y, text, palette.style(f"seat{seat + 1}", attributes="bold"))
        self._paint_rounds(canvas, chart)
        return chart.bottom + 1

    def _paint_rounds(self, canvas: Canvas, chart: Region) -> None:
        """Draw the numbers of the rounds below the chart, each where it ended, as far as there is room."""
        rounds = self.match.rounds_counted()
        ends = [at for at in range(len(rounds)) if rounds[at + 1 : at + 2] != [rounds[at]]]
        free = chart.right
        for number in range(len(ends), 0, -1):
            x = chart.x + round((ends[number - 1] + 1) * (chart.width - 1) / len(rounds))
            if x + 1 <= free:
                canvas.draw_text_right(x + 1, chart.bottom, str(number), self.palette.style("dim"))
                free = x - len(str(number)) - 1


def _column_width(table: Sequence[SourceRow], names: Sequence[str], width: int) -> int:
    """Return the width of a player's column: room for the whole names, if the labels leave it."""
    least = 1 + max(len(str(points)) for row in table for points in row.points)
    longest = max(cell_width(row.label) for row in table)
    fitting = (width - longest) // len(names)
    return max(least, min(fitting, 1 + max(map(cell_width, names))))


def _merged(rows: list[SourceRow], most: int) -> list[SourceRow]:
    """Return at most so many rows: those that brought least are put together as the last."""
    if len(rows) <= most:
        return rows
    by_size = sorted(rows, key=lambda row: sum(row.points), reverse=True)
    kept, small = by_size[: most - 1], by_size[most - 1 :]
    other = [sum(points) for points in zip(*(row.points for row in small), strict=True)]
    return [*(row for row in rows if row in kept), SourceRow("other", other)]
