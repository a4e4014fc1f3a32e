"""The home screen: what is waiting, and the games on a shelf, from which everything else is opened."""

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.geometry import Region

import themes
from core import __version__, registry
from core.game import Game
from core.text import count_text
from saves.daily import Days, Journal
from saves.history.summary import GameSummary, load_summaries
from saves.match_store import MatchEntry
from tui import commands
from tui.games.covers import CoverLook
from tui.screens.base import BaseScreen
from tui.screens.home_rows import About, RowKind, WaitingRow, club_row, deals_row, match_row
from tui.screens.shelf import HomeLayout, Shelf, plan_layout
from tui.widgets.blocks import QUARTERS, quarters
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import clip, join_facts

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

#: The columns from which on the samovar has room beside the lines below the games.
_WIDE = 120
#: The column of a waiting row where its text begins.
_TEXT = 16
#: The other keys of the game under the cursor.
_LEARN = KeyLabel("l", "learn", "learn")
_RULES = KeyLabel("?", "rules", "rules")
#: The keys that work wherever the cursor is.
_KEYS = [
    KeyLabel("Enter", "play", "choose"),
    KeyLabel("d", "daily", "daily"),
    KeyLabel("p", "puzzles", "puzzles"),
    KeyLabel("m", "matches", "matches"),
    KeyLabel("c", "club", "club"),
    KeyLabel("s", "statistics", "statistics"),
    KeyLabel("q", "quit", "app.leave"),
]


class HomeScreen(BaseScreen):
    """The rows of what is waiting, the covers of the games, and a few lines about what is under the cursor."""

    DEFAULT_CSS = "HomeScreen #top, HomeScreen #keys { height: 1; }"
    own_commands = commands.HOME

    def __init__(self) -> None:
        super().__init__()
        self.unfinished_match: MatchEntry | None = None
        self.games: list[Game] = registry.all_games()
        #: The waiting row under the cursor; None while the cursor is on a game.
        self.row: RowKind | None = None
        #: The number of the game under the cursor, or of the one that was last, or that the row is about.
        self.game_at = 0
        self._summaries: dict[str, GameSummary] = {}
        self._days: Days = {}
        #: The first game that is shown.
        self._first_shown = 0

    def compose(self) -> ComposeResult:
        yield CanvasView(id="top")
        yield CanvasView(id="games")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    def on_screen_resume(self) -> None:
        if not self.is_active:  # a match was opened above it at once: this event will come again
            return
        waited, self.unfinished_match = self.unfinished_match, self.samovar_app.store.last()
        if (waited is None) != (self.unfinished_match is None):
            self._go_to_row(None if self.unfinished_match is None else "match")
        self._summaries = load_summaries(self.samovar_app.store.paths)
        self._days = Journal(self.samovar_app.store.paths).days()
        self.call_after_refresh(self.samovar_app.watch_turns, True)  # the first paint does not wait for the club
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        self.samovar_app.watch_turns(False)

    def on_unmount(self) -> None:
        self.samovar_app.watch_turns(False)

    # What is under the cursor

    def _rows(self, width: int = 80) -> list[WaitingRow]:
        """Return what is waiting, told in so many columns; what has nothing to tell is left out."""
        rows = [deals_row(self.games, self._days, width)]
        if self.samovar_app.club_turns:
            rows.insert(0, club_row(self.samovar_app.club_turns, width))
        if self.unfinished_match is not None:
            rows.insert(0, match_row(self.unfinished_match, width))
        return rows

    def _row_here(self, rows: Sequence[WaitingRow]) -> WaitingRow | None:
        """Return the row under the cursor; None while the cursor is on a game, or what waited there waits no longer."""
        return next((row for row in rows if row.kind == self.row), None)

    def _go_to_row(self, kind: RowKind | None) -> None:
        """Move the cursor to a row, or to the games."""
        self.row = kind
        row = self._row_here(self._rows())
        for number, game in enumerate(self.games):
            if row is not None and game.name == row.game:
                self.game_at = number

    def _go_to_game(self, number: int) -> None:
        self.row = None
        self.game_at = number % len(self.games)

    def action_move(self, across: int, down: int) -> None:
        """Move along the games, or between the rows and the games."""
        if across:
            self._go_to_game(self.game_at + across)
        else:
            rows = self._rows()
            lines = [*rows, None]
            line = lines[(lines.index(self._row_here(rows)) + down) % len(lines)]
            self._go_to_row(None if line is None else line.kind)
        self.repaint()

    def action_step(self, by: int) -> None:
        """Move through the rows, and then through the games one by one."""
        rows = self._rows()
        here = self._row_here(rows)
        at = len(rows) + self.game_at if here is None else rows.index(here)
        at = (at + by) % (len(rows) + len(self.games))
        if at < len(rows):
            self._go_to_row(rows[at].kind)
        else:
            self._go_to_game(at - len(rows))
        self.repaint()

    # Painting

    def paint(self) -> None:
        palette = self.palette
        top = self.new_canvas("top", "bar")
        top.draw_text(1, 0, "Samovar", palette.style("accent", "bar", "bold"))
        top.draw_text(10, 0, "board games, well brewed", palette.style("dim", "bar"))
        everywhere = [KeyLabel("F1", "keys", "app.keys"), KeyLabel("Ctrl+T", "settings", "app.settings")]
        self.draw_keys("top", top, top.width - 36, everywhere)
        top.draw_text_right(top.width - 1, 0, __version__, palette.style("dim", "bar"))
        self.show("top", top)
        canvas = self.new_canvas("games")
        self._paint_games(canvas)
        self.show("games", canvas)
        self.paint_keys("keys", _KEYS)

    def _paint_games(self, canvas: Canvas) -> None:
        layout = self._layout()
        rows = self._rows(layout.width - _TEXT - 1)
        for number, row in enumerate(reversed(rows)):
            self._paint_row(canvas, layout.row_region(number), row)
        self._shelf(layout, rows).paint(canvas, layout, self._cover_look, self.palette)
        self._paint_about(canvas, layout, self._row_here(rows))
        self._paint_samovar(canvas, layout)
        if said := self.samovar_app.status:
            canvas.draw_text(layout.left, canvas.height - 1, clip(said, layout.width), self.palette.style("warn"))

    def _layout(self) -> HomeLayout:
        return plan_layout(self.size_of("games"), len(self.games))

    @property
    def _cover_look(self) -> CoverLook:
        app = self.samovar_app
        if app.ascii:
            return "ascii"
        if app.mode == themes.MONO:
            return "ink"
        return "simple" if app.few_colours or app.mode == "high-contrast" else "colours"

    def _paint_row(self, canvas: Canvas, region: Region, row: WaitingRow) -> None:
        palette, here = self.palette, row.kind == self.row
        chosen = palette.style("cursor_ink", "cursor", "bold")
        canvas.fill(region, chosen if here else palette.style(on="panel"))
        label = chosen if here else palette.style("accent", "panel", "bold")
        canvas.draw_text(region.x + 1, region.y, row.label, label)
        x = region.x + _TEXT
        for text, role in row.pieces:
            x = canvas.draw_text(x, region.y, text, chosen if here else palette.style(role, "panel"))
        canvas.draw_text_right(region.right - 1, region.y, row.right, chosen if here else palette.style("dim", "panel"))

    def _shelf(self, layout: HomeLayout, rows: Sequence[WaitingRow]) -> Shelf:
        """Return the covers that are shown, the one under the cursor among them."""
        shown, at = layout.shown, self.game_at
        self._first_shown = min(max(self._first_shown, at - shown + 1), at, len(self.games) - shown)
        end = self._first_shown + shown
        here = self._row_here(rows)
        ribbons: dict[str, list[str]] = {}
        for row in rows:
            if row.game:
                ribbons.setdefault(row.game, []).append(row.label.lower())
        is_lit = here is None or here.game == self.games[at].name
        return Shelf(
            games=self.games[self._first_shown : end],
            lit=at - self._first_shown if is_lit else None,
            has_cursor=here is None,
            ribbons=ribbons,
            more=(self._first_shown > 0, end < len(self.games)),
        )

    def _paint_about(self, canvas: Canvas, layout: HomeLayout, row: WaitingRow | None) -> None:
        """Paint a few lines about the row or the game under the cursor, and what can be done there."""
        palette, (left, y) = self.palette, (layout.left, layout.about_y)
        keys = [KeyLabel("Enter", "new game" if row is None else row.enter, "choose")]
        about = row.about if row is not None else None
        if about is None:
            about = about_game(self._selected_game(), self._summaries)
            keys += [_LEARN, _RULES]
        x = canvas.draw_text(left, y, about.title, palette.style("accent", attributes="bold"))
        canvas.draw_text(x + 2, y, clip(about.text, left + layout.width - x - 2), palette.style("ink"))
        canvas.draw_text(left, y + 1, join_facts(about.facts, layout.width), palette.style("dim"))
        self.draw_keys("games", canvas, left, keys, layout.keys_y, "ground")

    def _paint_samovar(self, canvas: Canvas, layout: HomeLayout) -> None:
        """Paint a samovar in the corner below the games, if there is room."""
        y = canvas.height - 1 - len(_SAMOVAR)
        if y > layout.board_y + 1 and canvas.width >= _WIDE and not self.samovar_app.ascii:
            _draw_samovar(canvas, layout.left + layout.width - len(_SAMOVAR[0]), y, self.palette)

    # Choosing

    def action_choose(self) -> None:
        turns = self.samovar_app.club_turns
        if self.row == "match" and self.unfinished_match is not None:
            self.samovar_app.resume(self.unfinished_match)
        elif self.row == "club" and turns:
            self.samovar_app.go_to_club(turns[0].table if len(turns) == 1 else "")
        elif self.row == "deals":
            self.action_daily()
        else:
            self.samovar_app.navigation.show_setup(self.games[self.game_at])

    def action_daily(self) -> None:
        self.samovar_app.navigation.show_daily()

    def action_statistics(self) -> None:
        is_on_game = self._row_here(self._rows()) is None
        self.samovar_app.navigation.show_statistics(self._selected_game() if is_on_game else None)

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
        """Return the game under the cursor, or the one that the row there is about."""
        return self.games[self.game_at]

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        panel, x, y = message.panel.id or "", message.x, message.y
        layout = self._layout()
        if panel != "games" or y == layout.keys_y:
            await self.click_key(panel, x)
            return
        before = (self.row, self.game_at)
        for number, row in enumerate(reversed(self._rows())):
            if layout.row_region(number).contains(x, y):
                self._go_to_row(row.kind)
                break
        else:
            if not self._click_games(layout, x, y):
                return
        if before == (self.row, self.game_at):
            self.action_choose()
        else:
            self.repaint()

    def _click_games(self, layout: HomeLayout, x: int, y: int) -> bool:
        """Move the cursor to the cover at this place, or to the game next to those that are shown."""
        first, end = self._first_shown, self._first_shown + layout.shown
        regions = {number: layout.cover_region(number - first) for number in range(first, end)}
        if first:
            regions[first - 1] = layout.scroll_region(-1)
        if end < len(self.games):
            regions[end] = layout.scroll_region(1)
        for number, region in regions.items():
            if region.contains(x, y):
                self._go_to_game(number)
                return True
        return False


def _draw_samovar(canvas: Canvas, left: int, top: int, palette: themes.Palette) -> None:
    """Draw it in brass; where a cell is mostly brass, that is the ground, because fonts leave seams between blocks."""
    brass, reversed_brass = palette.style("accent"), palette.style("ground", "accent")
    for y, row in enumerate(_SAMOVAR, top):
        for x, char in enumerate(row, left):
            filled = QUARTERS.index(char)
            if filled.bit_count() > 2:
                canvas.draw_text(x, y, QUARTERS[15 - filled], reversed_brass)
            else:
                canvas.draw_text(x, y, char, brass)


def about_game(game: Game, summaries: Mapping[str, GameSummary]) -> About:
    """Return what a game is, who can play it, how long it takes, and the player's results."""
    counts = game.player_counts
    players = f"{counts[0]}-{counts[-1]} players" if len(counts) > 1 else count_text(counts[0], "player")
    found = summaries.get(game.name)
    results = ["not played yet"] if found is None else summary_facts(game, found)
    return About(game.title, game.tagline, [players, f"{game.minutes} min with bots", *results])


def summary_facts(game: Game, found: GameSummary) -> list[str]:
    """Return the best result, the games won and the rating."""
    won = f"won {found.wins:g} of {found.against}" if found.against else count_text(found.games, "game")
    best = f"best {found.best}, {game.labels().title(found.title)}" if found.title else f"best {found.best}"
    return [best, won, *([f"rated {found.rating:.0f}"] if found.rating is not None else [])]
