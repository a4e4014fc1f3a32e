"""The home screen: the daily deals, the unfinished match, and the games."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region

from core import __version__, registry
from core.game import Game
from core.text import count_text
from saves.daily import STATUS_SIGNS, Attempt, Days, Journal, streak, today
from saves.history.summary import GameSummary, load_summaries
from saves.match_store import MatchEntry
from tui import commands
from tui.games.emblems import load_emblem
from tui.screens.base import BaseScreen
from tui.widgets.blocks import quarters
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import cell_width, clip

#: A teapot on its crown, a belly with two handles, a tap, a foot.
_DOTS = """
.........####.........
.#.....########.......
.##..##########.###...
..##.##########...#...
...############.###...
.......########.......
....##############....
..######......######..
.##..##############.##
.#.################..#
.##################.##
..####.############.##
.....##.#########.##..
....####.########.....
..##.####.######......
.###...########.......
.......########.......
.....############.....
"""
_SAMOVAR = quarters(_DOTS.split())

#: The row where the cursor begins: after the daily deals.
_FIRST = 1
#: The rows from which on there is room for two lines about each game.
_TALL = 30
#: How wide the boxes and the rows of games are, and how high a box is.
_WIDTH = 60
_BOX = 3
#: The longest line about a game.
_LINE = 54


class HomeScreen(BaseScreen):
    """The list of the daily deals, the unfinished match and the games, from which everything else is opened."""

    DEFAULT_CSS = "HomeScreen #top, HomeScreen #keys { height: 1; }"
    own_commands = commands.HOME

    def __init__(self) -> None:
        super().__init__()
        #: The row under the cursor: the daily deals, the unfinished match, then the games.
        self.cursor = _FIRST
        self.unfinished_match: MatchEntry | None = None
        self.games: list[Game] = registry.all_games()
        self._summaries: dict[str, GameSummary] = {}
        self._days: Days = {}
        #: Where each row is painted, by its number; games that are scrolled out have no place.
        self._places: dict[int, Region] = {}
        self._top_game = 0

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="shelf")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def on_screen_resume(self) -> None:
        if not self.is_active:  # a match was opened above it at once: this event will come again
            return
        waiting, self.unfinished_match = self.unfinished_match, self.samovar_app.store.last()
        if (waiting is None) != (self.unfinished_match is None):
            self.cursor = _FIRST
        self._summaries = load_summaries(self.samovar_app.store.paths)
        self._days = Journal(self.samovar_app.store.paths).days()
        self.call_after_refresh(self.samovar_app.watch_turns, True)  # the first paint does not wait for the club
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        self.samovar_app.watch_turns(False)

    def on_unmount(self) -> None:
        self.samovar_app.watch_turns(False)

    @property
    def _before(self) -> int:
        """The number of rows before the games."""
        return 1 if self.unfinished_match is None else 2

    def _game_at(self, at: int) -> Game | None:
        """Return the game in this row; None when the row is something else."""
        return self.games[at - self._before] if at >= self._before else None

    def paint(self) -> None:
        palette = self.palette
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, "Samovar", palette.style("accent", "bar", "bold"))
        top.draw_text(10, 0, "board games, well brewed", palette.style("dim", "bar"))
        everywhere = [KeyLabel("F1", "keys", "app.keys"), KeyLabel("Ctrl+T", "settings", "app.settings")]
        self.draw_keys("top", top, top.width - 36, everywhere)
        top.draw_text_right(top.width - 1, 0, __version__, palette.style("dim", "bar"))
        self.show("top", top)
        canvas = self.new_canvas("shelf")
        self._paint_games(canvas)
        self.show("shelf", canvas)
        keys = [
            KeyLabel("⏎", "play", "choose"),
            KeyLabel("l", "learn", "learn"),
            KeyLabel("d", "daily", "daily"),
            KeyLabel("p", "puzzles", "puzzles"),
            KeyLabel("m", "matches", "matches"),
            KeyLabel("c", "club", "club"),
            KeyLabel("?", "rules", "rules"),
            KeyLabel("s", "stats", "statistics"),
            KeyLabel("q", "quit", "app.leave"),
        ]
        self.paint_keys("keys", keys)

    def _paint_games(self, canvas: Canvas) -> None:
        palette = self.palette
        left = max(2, (canvas.width - 76) // 2)
        layout = plan_layout(canvas.height, self._before, len(self.games))
        self._places = {}
        self._paint_deals(canvas, self._boxed(canvas, left, layout.boxes_y, self._deals_title()))
        if self.unfinished_match is not None:
            inside = self._boxed(canvas, left, layout.boxes_y + _BOX)
            self._paint_waiting(canvas, inside, self.unfinished_match)
        self._scroll_to_cursor(layout.shown)
        end = self._top_game + layout.shown
        for row, game in enumerate(self.games[self._top_game : end]):
            at = self._before + self._top_game + row
            region = Region(left, layout.games_y + row * layout.row_height, _WIDTH, layout.row_height)
            self._places[at] = region
            self._paint_game(canvas, region, game, at == self.cursor)
        more = palette.style("accent")
        if self._top_game:
            canvas.draw_text(left + _WIDTH + 2, layout.games_y, "▲", more)
        if end < len(self.games):
            canvas.draw_text(left + _WIDTH + 2, layout.games_y + layout.shown * layout.row_height - 1, "▼", more)
        for row, line in enumerate(_SAMOVAR):
            if not self.samovar_app.ascii:
                canvas.draw_text(left + 64, max(2, canvas.height // 2 - 6) + row, line, palette.style("accent"))
        if said := self.samovar_app.status or self.samovar_app.waiting_text:
            canvas.draw_text(left, canvas.height - 1, clip(said, 74), palette.style("warn"))

    def _scroll_to_cursor(self, shown: int) -> None:
        """Choose the first game that is shown, so that the one under the cursor is among them."""
        at = max(0, self.cursor - self._before)
        self._top_game = min(max(self._top_game, at - shown + 1), at, max(0, len(self.games) - shown))

    def _boxed(self, canvas: Canvas, x: int, y: int, title: str = "") -> Region:
        """Draw a frame around the next row, highlighted when the cursor is there; return the region inside."""
        region = Region(x, y, _WIDTH, _BOX)
        here = len(self._places) == self.cursor
        canvas.draw_frame(region, self.palette.style("accent" if here else "frame"), round_=True)
        if title:
            canvas.draw_text(x + 2, y, f" {title} ", self.palette.style("accent" if here else "ink"))
        self._places[len(self._places)] = region
        return region.shrink((1, 1, 1, 1))

    def _deals_title(self) -> str:
        """Return the title of the box of daily deals, with the number of days in a row on which one was played."""
        done = [day for days in self._days.values() for day, attempt in days.items() if attempt.result is not None]
        row = streak(done, today())
        days = f", {count_text(row, 'day')} in a row" if row > 1 else ""
        return f"Today's deals{days}"

    def _paint_deals(self, canvas: Canvas, region: Region) -> None:
        """Draw every game with a sign for whether its deal of today has been played."""
        palette = self.palette
        here = self.cursor == 0
        attempts = [self._days.get(game.name, {}).get(today(), Attempt()) for game in self.games]
        signs, roles = zip(*(STATUS_SIGNS[attempt.status] for attempt in attempts), strict=True)
        x = region.x + 1
        for text, role in zip(_deal_texts(signs, self.games, region.width - 2), roles, strict=True):
            style = palette.style("cursor_ink", "cursor", "bold") if here else palette.style(role)
            x = canvas.draw_text(x, region.y, text, style)

    def _paint_waiting(self, canvas: Canvas, region: Region, entry: MatchEntry) -> None:
        palette = self.palette
        head = entry.head
        assert head is not None
        title = registry.get_game(head.game).title if head.game in registry.GAME_NAMES else head.game
        style = (
            palette.style("cursor_ink", "cursor", "bold")
            if self.cursor == 1
            else palette.style("ink", attributes="bold")
        )
        after = canvas.draw_text(region.x + 1, region.y, f" Continue {title} ", style)
        facts = [head.players, count_text(head.moves, "move"), f"{entry.saved:%d %b %H:%M}"]
        canvas.draw_text(after + 1, region.y, _as_many(facts, region.right - after - 2), palette.style("dim"))

    def _paint_game(self, canvas: Canvas, region: Region, game: Game, here: bool) -> None:
        palette = self.palette
        drawing = load_emblem(game.name, self.samovar_app.ascii)
        canvas.draw_lines(region.x + 1, region.y, drawing, palette.style("accent" if here else "dim"))
        title = palette.style("cursor_ink", "cursor", "bold") if here else palette.style("ink", attributes="bold")
        x = canvas.draw_text(region.x + 8, region.y, f" {game.title} ", title)
        seats = (
            f"{game.player_counts[0]}-{game.player_counts[-1]} players" if len(game.player_counts) > 1 else "1 player"
        )
        canvas.draw_text(x + 1, region.y, f"{seats} · {game.minutes} min with bots", palette.style("dim"))
        told = [summary_text(game, self._summaries[game.name])] if game.name in self._summaries else []
        for row, line in enumerate([*told, game.tagline][: max(1, region.height - 2)], 1):
            canvas.draw_text(region.x + 9, region.y + row, line, palette.style("ink" if here else "dim"))

    def action_step(self, by: int) -> None:
        self.cursor = (self.cursor + by) % (self._before + len(self.games))
        self.repaint()

    def action_choose(self) -> None:
        game = self._game_at(self.cursor)
        if game is not None:
            self.samovar_app.navigation.show_setup(game)
        elif self.cursor == 0:
            self.action_daily()
        elif self.unfinished_match is not None:
            self.samovar_app.resume(self.unfinished_match)

    def action_daily(self) -> None:
        self.samovar_app.navigation.show_daily()

    def action_statistics(self) -> None:
        self.samovar_app.navigation.show_statistics(self._game_at(self.cursor))

    def action_matches(self) -> None:
        self.samovar_app.navigation.show_matches()

    def action_club(self) -> None:
        self.samovar_app.go_to_club()

    def action_puzzles(self) -> None:
        self.samovar_app.navigation.show_puzzles()

    def action_learn(self) -> None:
        self.samovar_app.navigation.show_lessons(self._selected_game())

    def action_rules(self) -> None:
        self.samovar_app.navigation.show_rules(self._selected_game())

    def _selected_game(self) -> Game:
        """The game under the cursor, or that of the unfinished match there."""
        name = (
            self.unfinished_match.head.game
            if self.unfinished_match and self.unfinished_match.head
            else self.games[0].name
        )
        return self._game_at(self.cursor) or registry.get_game(name)

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id in ("top", "keys"):
            await self.click_key(message.panel.id, message.x)
            return
        for at, region in self._places.items():
            if region.contains(message.x, message.y):
                if at == self.cursor:
                    self.action_choose()
                else:
                    self.cursor = at
                    self.repaint()


class HomeLayout(NamedTuple):
    """Where the boxes and the games begin, how many rows a game has, and how many games are shown at once."""

    boxes_y: int
    games_y: int
    row_height: int
    shown: int


def plan_layout(height: int, boxes: int, games: int) -> HomeLayout:
    """Return the roomiest layout in which all games are shown; if there is none, the closest one, which scrolls.

    The last line is left for the status. A game has a title and a line or two, and below them an empty line unless the
    rows stand close.
    """
    tall = height >= _TALL
    for row_height in (4, 3, 2) if tall else (3, 2):
        margin = max(1, (height - (30 if row_height == 4 else 21) - row_height * (games - 5)) // 3)
        wide_gap = 1 if tall or boxes == 1 else 0
        for y, gap in ((margin, wide_gap), (1, wide_gap), (1, 0)):
            games_y = y + _BOX * boxes + gap
            shown = (height - 1 - games_y + (row_height > 2)) // row_height
            if shown >= games:
                return HomeLayout(y, games_y, row_height, games)
    return HomeLayout(y, games_y, row_height, max(1, shown))


def _deal_texts(signs: Sequence[str], games: Sequence[Game], width: int) -> list[str]:
    """Return the sign and title of each deal: roomy if they fit, else close together and at last with cut titles."""
    deals = list(zip(signs, (game.title for game in games), strict=True))
    texts = [f" {sign} {title} " for sign, title in deals]
    for length in range(max(cell_width(title) for _, title in deals), 1, -1):
        if sum(map(cell_width, texts)) <= width:
            return texts
        texts = [f" {sign} {clip(title, length)}" for sign, title in deals]
    return texts if sum(map(cell_width, texts)) <= width else [f" {sign}" for sign in signs]


def summary_text(game: Game, found: GameSummary) -> str:
    """Return the best result, the games won and the rating in one line."""
    won = f"won {found.wins:g} of {found.against}" if found.against else count_text(found.games, "game")
    best = f"best {found.best}, {game.labels().title(found.title)}" if found.title else f"best {found.best}"
    rated = [f"rated {found.rating:.0f}"] if found.rating is not None else []
    return _as_many([best, won, *rated], _LINE)


def _as_many(facts: list[str], width: int) -> str:
    """Join as many facts as there is room for; the last are left out first, and the first is cut if it must be."""
    while len(facts) > 1 and cell_width(" · ".join(facts)) > width:
        facts = facts[:-1]
    return clip(" · ".join(facts), width)
