"""Home: the deals of the day, the match that waits to be continued, and the shelf with its games."""

from textual.app import ComposeResult
from textual.geometry import Region

from core import __version__
from core import registry as shelf
from core.game import Game
from core.text import count
from saves.daily import SIGNS, Attempt, Days, Journal, streak, today
from saves.history.summary import Glance, glances
from saves.match_store import Entry
from tui import commands
from tui.games.emblems import ASCII_EMBLEMS, EMBLEMS
from tui.screens.base import Key, Room
from tui.widgets.blocks import quarters
from tui.widgets.canvas import Panel, Picture, cell_width, clip

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

#: Where the cursor begins: behind the deals of the day.
_FIRST = 1
#: From so many rows on there is room for two lines about each game.
_TALL = 30
#: No line about a game is longer.
_LINE = 54


class HomeScreen(Room):
    """The shelf."""

    DEFAULT_CSS = "HomeScreen #top, HomeScreen #keys { height: 1; }"
    own_commands = commands.HOME

    def __init__(self) -> None:
        super().__init__()
        #: The row under the cursor: the deals of the day, the match that waits, then the games.
        self.at = _FIRST
        self.waiting: Entry | None = None
        self.games: list[Game] = shelf.games()
        self._glances: dict[str, Glance] = {}
        self._days: Days = {}
        self._places: list[Region] = []

    def compose(self) -> ComposeResult:
        yield Panel(id="top")
        yield Panel(id="shelf")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def on_screen_resume(self) -> None:
        if not self.is_active:  # a match was opened above it at once: it will be told again
            return
        waiting, self.waiting = self.waiting, self.house.store.last()
        if (waiting is None) != (self.waiting is None):
            self.at = _FIRST
        self._glances = glances(self.house.store.folders)
        self._days = Journal(self.house.store.folders).days()
        self.call_after_refresh(self.house.look_for_turn, True)  # what is shown first waits for no club
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        self.house.look_for_turn(False)

    def on_unmount(self) -> None:
        self.house.look_for_turn(False)

    @property
    def _before(self) -> int:
        """How many rows come before the games."""
        return 1 if self.waiting is None else 2

    def _game_at(self, at: int) -> Game | None:
        """The game under the cursor; None when that is something else."""
        return self.games[at - self._before] if at >= self._before else None

    def paint(self) -> None:
        look = self.look
        top = self.picture_for("top", "bar")
        top.text(1, 0, "Samovar", look.style("accent", "bar", "bold"))
        top.text(10, 0, "board games, well brewed", look.style("dim", "bar"))
        everywhere = [Key("F1", "keys", "app.keys"), Key("Ctrl+T", "settings", "app.settings")]
        self.draw_keys("top", top, top.width - 36, everywhere)
        top.right(top.width - 1, 0, __version__, look.style("dim", "bar"))
        self.show("top", top)
        picture = self.picture_for("shelf")
        self._paint_shelf(picture)
        self.show("shelf", picture)
        keys = [
            Key("⏎", "play", "choose"),
            Key("l", "learn", "learn"),
            Key("d", "daily", "daily"),
            Key("p", "puzzles", "puzzles"),
            Key("m", "matches", "matches"),
            Key("c", "club", "club"),
            Key("?", "rules", "rules"),
            Key("s", "stats", "statistics"),
            Key("q", "quit", "app.leave"),
        ]
        self.paint_keys("keys", keys)

    def _paint_shelf(self, picture: Picture) -> None:
        look = self.look
        left = max(2, (picture.width - 76) // 2)
        tall = picture.height >= _TALL
        y = max(1, (picture.height - (30 if tall else 21)) // 3)
        self._places = []
        self._paint_deals(picture, self._boxed(picture, left, y, self._deals_title()))
        y += 3
        if self.waiting is not None:
            self._paint_waiting(picture, self._boxed(picture, left, y), self.waiting)
            y += 3
        if tall or self.waiting is None:
            y += 1
        for game in self.games:
            region = Region(left, y, 60, 4 if tall else 3)
            self._paint_game(picture, region, game, len(self._places) == self.at)
            self._places.append(region)
            y = region.bottom
        for row, line in enumerate(_SAMOVAR):
            if not self.house.ascii:
                picture.text(left + 64, max(2, picture.height // 2 - 6) + row, line, look.style("accent"))
        if said := self.house.remark or self.house.awaited:
            picture.text(left, picture.height - 1, clip(said, 74), look.style("warn"))

    def _boxed(self, picture: Picture, x: int, y: int, title: str = "") -> Region:
        """A frame around the next row, lit when the cursor is there; returns what is inside."""
        region = Region(x, y, 60, 3)
        here = len(self._places) == self.at
        picture.frame(region, self.look.style("accent" if here else "frame"), round_=True)
        if title:
            picture.text(x + 2, y, f" {title} ", self.look.style("accent" if here else "ink"))
        self._places.append(region)
        return region.shrink((1, 1, 1, 1))

    def _deals_title(self) -> str:
        """What the box is, and for how many days in a row a deal was played."""
        done = [day for days in self._days.values() for day, attempt in days.items() if attempt.result is not None]
        row = streak(done, today())
        days = f", {count(row, 'day')} in a row" if row > 1 else ""
        return f"Today's deals{days}"

    def _paint_deals(self, picture: Picture, region: Region) -> None:
        """Every game with a sign that says whether its deal of today has been played."""
        look = self.look
        here = self.at == 0
        x = region.x + 1
        for game in self.games:
            attempt = self._days.get(game.name, {}).get(today(), Attempt())
            sign, role = SIGNS[attempt.stands]
            style = look.style("cursor_ink", "cursor", "bold") if here else look.style(role)
            x = picture.text(x, region.y, f" {sign} {game.title} ", style)

    def _paint_waiting(self, picture: Picture, region: Region, entry: Entry) -> None:
        look = self.look
        head = entry.head
        assert head is not None
        title = shelf.game(head.game).title if head.game in shelf.NAMES else head.game
        style = look.style("cursor_ink", "cursor", "bold") if self.at == 1 else look.style("ink", attributes="bold")
        after = picture.text(region.x + 1, region.y, f" Continue {title} ", style)
        facts = [head.players, count(head.moves, "move"), f"{entry.saved:%d %b %H:%M}"]
        picture.text(after + 1, region.y, _as_many(facts, region.right - after - 2), look.style("dim"))

    def _paint_game(self, picture: Picture, region: Region, game: Game, here: bool) -> None:
        look = self.look
        emblems = ASCII_EMBLEMS if self.house.ascii else EMBLEMS
        emblem = emblems.get(game.name, ("", ""))
        picture.lines(region.x + 1, region.y, emblem, look.style("accent" if here else "dim"))
        title = look.style("cursor_ink", "cursor", "bold") if here else look.style("ink", attributes="bold")
        x = picture.text(region.x + 8, region.y, f" {game.title} ", title)
        seats = f"{game.seats[0]}-{game.seats[-1]} players" if len(game.seats) > 1 else "1 player"
        picture.text(x + 1, region.y, f"{seats} · {game.minutes} min with bots", look.style("dim"))
        told = [glance_words(game, self._glances[game.name])] if game.name in self._glances else []
        for row, line in enumerate([*told, game.tagline][: region.height - 2], 1):
            picture.text(region.x + 9, region.y + row, line, look.style("ink" if here else "dim"))

    def action_step(self, by: int) -> None:
        self.at = (self.at + by) % (self._before + len(self.games))
        self.repaint()

    def action_choose(self) -> None:
        from tui.screens.setup import SetupScreen

        game = self._game_at(self.at)
        if game is not None:
            self.house.push_screen(SetupScreen(game))
        elif self.at == 0:
            self.action_daily()
        elif self.waiting is not None:
            self.house.resume(self.waiting)

    def action_daily(self) -> None:
        from tui.features.daily.screen import DailyScreen

        self.house.push_screen(DailyScreen())

    def action_statistics(self) -> None:
        from tui.features.statistics.screen import StatisticsScreen

        self.house.push_screen(StatisticsScreen(self._game_at(self.at)))

    def action_matches(self) -> None:
        from tui.screens.matches import MatchesScreen

        self.house.push_screen(MatchesScreen())

    def action_club(self) -> None:
        self.house.go_to_club()

    def action_puzzles(self) -> None:
        from tui.features.puzzles.screen import PuzzlesScreen

        self.house.push_screen(PuzzlesScreen())

    def action_learn(self) -> None:
        self.house.show_lessons(self._meant())

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self._meant()))

    def _meant(self) -> Game:
        """The game under the cursor, or that of the match that waits there."""
        name = self.waiting.head.game if self.waiting and self.waiting.head else self.games[0].name
        return self._game_at(self.at) or shelf.game(name)

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id in ("top", "keys"):
            await self.click_key(message.panel.id, message.x)
            return
        for at, region in enumerate(self._places):
            if region.contains(message.x, message.y):
                if at == self.at:
                    self.action_choose()
                else:
                    self.at = at
                    self.repaint()


def glance_words(game: Game, found: Glance) -> str:
    """The one line that matters: how often one has won, the best result, how strong one plays."""
    won = f"won {found.wins:g} of {found.against}" if found.against else count(found.games, "game")
    best = f"best {found.best}, {game.labels().title(found.title)}" if found.title else f"best {found.best}"
    rated = [f"rated {found.rating:.0f}"] if found.rating is not None else []
    return _as_many([best, won, *rated], _LINE)


def _as_many(facts: list[str], room: int) -> str:
    """As many of the facts as there is room for; the last are left out first, and the first is cut if it must be."""
    while len(facts) > 1 and cell_width(" · ".join(facts)) > room:
        facts = facts[:-1]
    return clip(" · ".join(facts), room)
