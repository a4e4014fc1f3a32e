"""The screen of the statistics: a page for each game, with figures, charts, and the master's figures."""

import os
import threading

from rich.style import Style
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message

from core import registry
from core.game import Game
from saves.history.statistics import GameStatistics, SourceStatistics, Statistics, load_statistics
from tui import commands
from tui.features.statistics import text as statistics_text
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.widgets import ascii_fallback
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.plot import columns
from tui.widgets.text_layout import clip, wrap

#: The largest width of a page, and the gap between its columns.
_WIDEST, _GAP = 108, 3
#: The smallest height of a chart.
_LOWEST = 3


class StatisticsScreen(BaseScreen):
    """The figures of one game at a time."""

    DEFAULT_CSS = "StatisticsScreen #top, StatisticsScreen #keys { height: 1; }"
    own_commands = commands.STATISTICS

    class ClubFiguresRead(Message):
        """The player's club games were read: a sentence by game, or why they could not be."""

        def __init__(self, lines: dict[str, str], error: str) -> None:
            super().__init__()
            self.lines, self.error = lines, error

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.games = registry.all_games()
        self._wanted = game
        self.cursor = 0
        self.statistics = Statistics({})
        self._in_club: dict[str, str] = {}
        self._club_error = ""
        self._tabs: list[Region] = []

    def on_mount(self) -> None:
        self.statistics = load_statistics(self.samovar_app.store.paths)
        names = [game.name for game in self.games]
        first = self._wanted.name if self._wanted is not None else next(iter(self.statistics.games), names[0])
        self.cursor = names.index(first)
        if self.samovar_app.settings.club or os.environ.get("SAMOVAR_CLUB"):
            services = self.samovar_app.services
            threading.Thread(target=lambda: self._ask_club(services), daemon=True).start()

    def _ask_club(self, services: Services) -> None:
        """Read the player's club games in a thread, so that the screen does not wait for the database."""
        # A player without a club loads nothing of it.
        from tui.features.statistics.club_figures import figures_text, load_club_figures

        found = load_club_figures(services)
        lines = {name: figures_text(figures) for name, figures in found.games.items()}
        self.post_message(self.ClubFiguresRead(lines, found.error))

    def on_statistics_screen_club_figures_read(self, message: ClubFiguresRead) -> None:
        self._in_club, self._club_error = message.lines, message.error
        self.repaint()

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="page")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def action_step(self, by: int) -> None:
        self.cursor = (self.cursor + by) % len(self.games)
        self.repaint()

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        for number, tab in enumerate(self._tabs):
            if message.panel.id == "page" and tab.contains(message.x, message.y):
                self.cursor = number
                self.repaint()

    # Painting

    def paint(self) -> None:
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, "Statistics", self.palette.style("accent", "bar", "bold"))
        self.show("top", top)
        canvas = self.new_canvas("page")
        width = min(_WIDEST, canvas.width - 4)
        left = (canvas.width - width) // 2
        self._paint_tabs(canvas, left)
        game = self.games[self.cursor]
        told = self.statistics.games.get(game.name)
        bottom = canvas.height - (1 if self.statistics.trouble else 0)
        if in_club := self._in_club.get(game.name, self._club_error):
            bottom -= 1
            canvas.draw_text(left, bottom, clip(in_club, width), self.palette.style("accent"))
        if told is None:
            canvas.draw_text(left, 4, f"No game of {game.title} is finished yet.", self.palette.style())
            canvas.draw_text(left, 5, game.tagline, self.palette.style("dim"))
        else:
            half = (width - _GAP) // 2
            lost_fits = self._paint_right(canvas, Region(left + half + _GAP, 2, half, bottom - 2), told)
            self._paint_left(canvas, Region(left, 2, half, bottom - 2), told, lost_fits)
        if self.statistics.trouble:
            canvas.draw_text(left, bottom, clip(self.statistics.trouble, width), self.palette.style("warn"))
        self.show("page", canvas)
        self.paint_keys("keys", [KeyLabel("←→", "other games", "step(1)"), KeyLabel("Esc", "back", "leave")])

    def _paint_tabs(self, canvas: Canvas, x: int) -> None:
        self._tabs = []
        for number, game in enumerate(self.games):
            here = number == self.cursor
            played = game.name in self.statistics.games
            style = (
                self.palette.style("cursor_ink", "cursor", "bold")
                if here
                else self.palette.style("ink" if played else "dim")
            )
            end = canvas.draw_text(x, 0, f" {game.title} ", style)
            self._tabs.append(Region(x, 0, end - x, 1))
            x = end + 2

    def _paint_left(self, canvas: Canvas, region: Region, told: GameStatistics, lost_elsewhere: bool) -> None:
        """Draw the figures, and the chart of the last games."""
        ink, dim, bold = (
            self.palette.style(),
            self.palette.style("dim"),
            self.palette.style("accent", attributes="bold"),
        )
        x, y = region.x, region.y
        rows = [(line, bold) for line in wrap(statistics_text.games_text(told), region.width)]
        if told.rating is not None:
            rows += [
                (
                    self._said(f"Rating {statistics_text.rating_text(told.rating)}"),
                    self.palette.style(attributes="bold"),
                ),
                *((line, dim) for line in wrap(statistics_text.levels_text(told.game), region.width)),
            ]
        for line, style in rows:
            y = _line(canvas, region, y, line, style)
        y = self._paint_tables(canvas, Region(x, y, region.width, region.bottom - y), told)
        if told.titles:
            for line in wrap(statistics_text.titles_text(told.titles), region.width)[:2]:
                y = _line(canvas, region, y, line, ink)
        for line in statistics_text.streak_text(told):
            y = _line(canvas, region, y, line, dim)
        room = Region(x, y, region.width, region.bottom - y)
        if told.lost and not lost_elsewhere and room.height >= 2 * _LOWEST + 3:
            room, below = room.split_horizontal(room.height // 2 + 1)
            self._paint_lost(canvas, below, told)
        if told.last:
            title = f"The last {len(told.last)} games" if len(told.last) > 1 else "The last game"
            self._paint_curve(canvas, room, title, told.last)

    def _paint_tables(self, canvas: Canvas, region: Region, told: GameStatistics) -> int:
        """Draw a row for each kind of table, as many as there is room for."""
        ink, dim = self.palette.style(), self.palette.style("dim")
        ends = [region.right - space for space in (16, 11, 5, 0)]
        heads = ("games", "won", "mean", "best")
        for end, head in zip(ends, heads, strict=True):
            canvas.draw_text_right(end, region.y, head, dim)
        y = region.y + 1
        for table in told.tables[: 3 if region.height < 18 else 8]:
            canvas.draw_text(region.x, y, statistics_text.table_label(table), ink)
            won = f"{table.wins:g}" if table.seats > 1 else ""
            for end, cell in zip(ends, (str(table.games), won, f"{table.mean:.1f}", str(table.best)), strict=True):
                canvas.draw_text_right(end, y, cell, ink)
            y += 1
        return y

    def _paint_right(self, canvas: Canvas, region: Region, told: GameStatistics) -> bool:
        """Draw the sources of points and the losses found by reviews; return whether these had room."""
        y = region.y
        if told.sources is not None:
            y = self._paint_sources(canvas, region, told.sources) + 1
        room = Region(region.x, y, region.width, region.bottom - y)
        if not told.lost or room.height < _LOWEST + 1:
            return False
        self._paint_lost(canvas, room, told)
        return True

    def _paint_lost(self, canvas: Canvas, region: Region, told: GameStatistics) -> None:
        """Draw the losses found by reviews, game by game."""
        means = [round(each.lost.mean, 1) for each in told.lost]
        self._paint_curve(
            canvas, region, self._said(f"Loss per turn, by review: {statistics_text.lost_now(told.lost)}"), means
        )

    def _said(self, text: str) -> str:
        """Return a text in ASCII where the app draws in ASCII."""
        return ascii_fallback.ascii_text(text) if self.samovar_app.ascii else text

    def _paint_sources(self, canvas: Canvas, region: Region, found: SourceStatistics) -> int:
        """Draw a row for each source: its points a game, or a card, and the master's."""
        palette, y = self.palette, region.y
        for line in wrap(statistics_text.sources_title(found), region.width - 13):
            canvas.draw_text(region.x, y, line, palette.style("accent", attributes="bold"))
            y += 1
        canvas.draw_text_right(region.right - 7, y - 1, "you", palette.style("dim"))
        canvas.draw_text_right(region.right, y - 1, "master", palette.style("dim"))
        for at, part in enumerate(found.parts):
            if part.cards and not (at and found.parts[at - 1].cards):
                canvas.draw_text(region.x, y, "by goal card:", palette.style("dim"))
                y += 1
            mine, theirs = statistics_text.part_figures(part)
            behind = part.master is not None and part.mean < part.master
            canvas.draw_text(region.x, y, clip(part.source, region.width - 14), palette.style())
            canvas.draw_text_right(region.right - 7, y, mine, palette.style("ink" if behind else "good"))
            canvas.draw_text_right(region.right, y, theirs, palette.style("dim"))
            y += 1
        return y

    def _paint_curve(self, canvas: Canvas, region: Region, title: str, values: list[float] | list[int]) -> None:
        if region.height < _LOWEST + 1:
            return
        _line(canvas, region, region.y, title, self.palette.style("dim"))
        area = Region(region.x, region.y + 1, region.width, min(region.height - 1, 10))
        columns(canvas, area, values, self.palette.style("accent"), self.palette.style("dim"))


def _line(canvas: Canvas, region: Region, y: int, text: str, style: Style) -> int:
    """Draw one line, if there is room for it; return the row below."""
    if y < region.bottom:
        canvas.draw_text(region.x, y, clip(text, region.width), style)
    return y + 1
