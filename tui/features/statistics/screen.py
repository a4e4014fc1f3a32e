"""What has come of the games so far: a page a game, with figures, curves, and the master's figures beside them."""

from typing import TYPE_CHECKING

from rich.style import Style
from textual.app import ComposeResult
from textual.geometry import Region

from core import registry as shelf
from core.game import Game
from saves.history.statistics import Figures, Sources, Statistics, statistics
from tui import commands
from tui.features.statistics import text as words
from tui.screens.base import Key, Room
from tui.widgets import ascii_fallback as letters
from tui.widgets.canvas import Panel, Picture, clip, wrap
from tui.widgets.plot import columns

if TYPE_CHECKING:
    from tui.app import Opening, SamovarApp

#: No page is wider, and no column of one narrower.
_WIDEST, _GAP = 108, 3
#: A curve below this is no curve.
_LOWEST = 3


def opening(game: Game | None) -> "Opening":
    """Opens the app at the statistics of a game, or of the first that was played."""

    def open_(house: "SamovarApp") -> None:
        house.push_screen(StatisticsScreen(game))

    return open_


class StatisticsScreen(Room):
    """The figures of one game at a time."""

    DEFAULT_CSS = "StatisticsScreen #top, StatisticsScreen #keys { height: 1; }"
    own_commands = commands.STATISTICS

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.games = shelf.games()
        self._wanted = game
        self.at = 0
        self.told = Statistics({})
        self._tabs: list[Region] = []

    def on_mount(self) -> None:
        self.told = statistics(self.house.store.folders)
        names = [game.name for game in self.games]
        first = self._wanted.name if self._wanted is not None else next(iter(self.told.games), names[0])
        self.at = names.index(first)

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="page")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def action_step(self, by: int) -> None:
        self.at = (self.at + by) % len(self.games)
        self.repaint()

    def action_leave(self) -> None:
        self.house.leave_screen()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
        for number, tab in enumerate(self._tabs):
            if message.panel.id == "page" and tab.contains(message.x, message.y):
                self.at = number
                self.repaint()

    # Painting

    def paint(self) -> None:
        top = self.picture_for("top", "bar")
        top.text(1, 0, "Statistics", self.look.style("accent", "bar", "bold"))
        self.show("top", top)
        picture = self.picture_for("page")
        width = min(_WIDEST, picture.width - 4)
        left = (picture.width - width) // 2
        self._paint_tabs(picture, left)
        game = self.games[self.at]
        told = self.told.games.get(game.name)
        bottom = picture.height - (1 if self.told.trouble else 0)
        if told is None:
            picture.text(left, 4, f"No game of {game.title} is finished yet.", self.look.style())
            picture.text(left, 5, game.tagline, self.look.style("dim"))
        else:
            half = (width - _GAP) // 2
            lost_fits = self._paint_right(picture, Region(left + half + _GAP, 2, half, bottom - 2), told)
            self._paint_left(picture, Region(left, 2, half, bottom - 2), told, lost_fits)
        if self.told.trouble:
            picture.text(left, bottom, clip(self.told.trouble, width), self.look.style("warn"))
        self.show("page", picture)
        self.paint_keys("keys", [Key("←→", "other games", "step(1)"), Key("Esc", "back", "leave")])

    def _paint_tabs(self, picture: Picture, x: int) -> None:
        self._tabs = []
        for number, game in enumerate(self.games):
            here = number == self.at
            played = game.name in self.told.games
            style = (
                self.look.style("cursor_ink", "cursor", "bold") if here else self.look.style("ink" if played else "dim")
            )
            end = picture.text(x, 0, f" {game.title} ", style)
            self._tabs.append(Region(x, 0, end - x, 1))
            x = end + 2

    def _paint_left(self, picture: Picture, region: Region, told: Figures, lost_elsewhere: bool) -> None:
        """Figures, and the curve of the last games."""
        ink, dim, bold = self.look.style(), self.look.style("dim"), self.look.style("accent", attributes="bold")
        x, y = region.x, region.y
        rows = [(line, bold) for line in wrap(words.games_words(told), region.width)]
        if told.rating is not None:
            rows += [
                (self._said(f"Rating {words.rating_words(told.rating)}"), self.look.style(attributes="bold")),
                (words.levels_words(told.game), dim),
            ]
        for line, style in rows:
            y = _line(picture, region, y, line, style)
        y = self._paint_tables(picture, Region(x, y, region.width, region.bottom - y), told)
        if told.titles:
            for line in wrap(words.titles_words(told.titles), region.width)[:2]:
                y = _line(picture, region, y, line, ink)
        for line in words.streak_words(told):
            y = _line(picture, region, y, line, dim)
        room = Region(x, y, region.width, region.bottom - y)
        if told.lost and not lost_elsewhere and room.height >= 2 * _LOWEST + 3:
            room, below = room.split_horizontal(room.height // 2 + 1)
            self._paint_lost(picture, below, told)
        if told.last:
            title = f"The last {len(told.last)} games" if len(told.last) > 1 else "The last game"
            self._paint_curve(picture, room, title, told.last)

    def _paint_tables(self, picture: Picture, region: Region, told: Figures) -> int:
        """A row for each kind of table, as many as are worth one."""
        ink, dim = self.look.style(), self.look.style("dim")
        ends = [region.right - space for space in (16, 11, 5, 0)]
        heads = ("games", "won", "mean", "best")
        for end, head in zip(ends, heads, strict=True):
            picture.right(end, region.y, head, dim)
        y = region.y + 1
        for table in told.tables[: 3 if region.height < 18 else 8]:
            picture.text(region.x, y, words.table_label(table), ink)
            won = f"{table.wins:g}" if table.seats > 1 else ""
            for end, cell in zip(ends, (str(table.games), won, f"{table.mean:.1f}", str(table.best)), strict=True):
                picture.right(end, y, cell, ink)
            y += 1
        return y

    def _paint_right(self, picture: Picture, region: Region, told: Figures) -> bool:
        """Where the points come from, and what reviews found; whether there was room for that."""
        y = region.y
        if told.sources is not None:
            y = self._paint_sources(picture, region, told.sources) + 1
        room = Region(region.x, y, region.width, region.bottom - y)
        if not told.lost or room.height < _LOWEST + 1:
            return False
        self._paint_lost(picture, room, told)
        return True

    def _paint_lost(self, picture: Picture, region: Region, told: Figures) -> None:
        """What reviews found, game by game."""
        means = [round(each.lost.mean, 1) for each in told.lost]
        self._paint_curve(picture, region, self._said(f"Lost a turn, by review: {words.lost_now(told.lost)}"), means)

    def _said(self, text: str) -> str:
        """A text whose signs need more than a letter where there are only letters."""
        return letters.words(text) if self.house.ascii else text

    def _paint_sources(self, picture: Picture, region: Region, found: Sources) -> int:
        """A row for each source: its points a game, or a card, and the master's."""
        look, y = self.look, region.y
        for line in wrap(words.sources_title(found), region.width - 13):
            picture.text(region.x, y, line, look.style("accent", attributes="bold"))
            y += 1
        picture.right(region.right - 7, y - 1, "you", look.style("dim"))
        picture.right(region.right, y - 1, "master", look.style("dim"))
        for at, part in enumerate(found.parts):
            if part.cards and not (at and found.parts[at - 1].cards):
                picture.text(region.x, y, "for each goal card:", look.style("dim"))
                y += 1
            mine, theirs = words.part_figures(part)
            behind = part.master is not None and part.mean < part.master
            picture.text(region.x, y, clip(part.source, region.width - 14), look.style())
            picture.right(region.right - 7, y, mine, look.style("ink" if behind else "good"))
            picture.right(region.right, y, theirs, look.style("dim"))
            y += 1
        return y

    def _paint_curve(self, picture: Picture, region: Region, title: str, values: list[float] | list[int]) -> None:
        if region.height < _LOWEST + 1:
            return
        _line(picture, region, region.y, title, self.look.style("dim"))
        area = Region(region.x, region.y + 1, region.width, min(region.height - 1, 10))
        columns(picture, area, values, self.look.style("accent"), self.look.style("dim"))


def _line(picture: Picture, region: Region, y: int, text: str, style: Style) -> int:
    """One line, if there is room for it; returns the row below."""
    if y < region.bottom:
        picture.text(region.x, y, clip(text, region.width), style)
    return y + 1
