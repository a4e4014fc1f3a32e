"""Home: the shelf with its games, and the match that waits to be continued."""

from textual.app import ComposeResult
from textual.geometry import Region

from core import __version__, shelf
from core.game import Game
from saves.store import Entry
from tui import commands
from tui.emblems import ASCII_EMBLEMS, EMBLEMS
from tui.room import Key, Room
from tui.widgets.blocks import quarters
from tui.widgets.picture import Panel, Picture, clip, wrap

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


class HomeScreen(Room):
    """The shelf."""

    DEFAULT_CSS = "HomeScreen #top, HomeScreen #keys { height: 1; }"
    own_commands = commands.HOME

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.waiting: Entry | None = None
        self.games: list[Game] = shelf.games()
        self._best: dict[str, int] = {}
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
            self.at = 0
        self._best = self.house.store.best_results()
        self.call_after_refresh(self.house.look_for_turn, True)  # what is shown first waits for no club
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        self.house.look_for_turn(False)

    def on_unmount(self) -> None:
        self.house.look_for_turn(False)

    @property
    def _count(self) -> int:
        return len(self.games) + (self.waiting is not None)

    def _game_at(self, at: int) -> Game | None:
        """The game under the cursor; None when that is the match to continue."""
        index = at - (self.waiting is not None)
        return self.games[index] if index >= 0 else None

    def paint(self) -> None:
        look = self.look
        top = self.picture_for("top", "bar")
        top.text(1, 0, "Samovar", look.style("accent", "bar", "bold"))
        top.text(10, 0, "board games, well brewed", look.style("dim", "bar"))
        top.right(top.width - 1, 0, __version__, look.style("dim", "bar"))
        self.show("top", top)
        picture = self.picture_for("shelf")
        self._paint_shelf(picture)
        self.show("shelf", picture)
        keys = [
            Key("⏎", "play", "choose"),
            Key("↑↓", "choose", "step(1)"),
            Key("m", "matches", "matches"),
            Key("c", "club", "club"),
            Key("p", "puzzles", "puzzles"),
            Key("l", "learn", "learn"),
            Key("?", "rules", "rules"),
            Key("Ctrl+T", "settings", "app.settings"),
            Key("q", "quit", "app.leave"),
        ]
        self.paint_keys("keys", keys)

    def _paint_shelf(self, picture: Picture) -> None:
        look = self.look
        left = max(2, (picture.width - 76) // 2)
        y = max(1, (picture.height - 20) // 3)
        self._places = []
        if self.waiting is not None:
            self._paint_waiting(picture, left, y, self.waiting)
            y += 4
        for index, game in enumerate(self.games):
            at = index + (self.waiting is not None)
            self._paint_game(picture, Region(left, y, 60, 3), game, at == self.at)
            self._places.append(Region(left, y, 60, 3))
            y += 3
        for row, line in enumerate(_SAMOVAR):
            if not self.house.ascii:
                picture.text(left + 64, max(2, picture.height // 2 - 6) + row, line, look.style("accent"))
        if said := self.house.remark or self.house.awaited:
            picture.text(left, picture.height - 1, clip(said, 74), look.style("warn"))

    def _paint_waiting(self, picture: Picture, x: int, y: int, entry: Entry) -> None:
        look = self.look
        here = self.at == 0
        region = Region(x, y, 60, 3)
        picture.frame(region, look.style("accent" if here else "frame"), round_=True)
        head = entry.head
        assert head is not None
        title = shelf.game(head.game).title if head.game in shelf.NAMES else head.game
        style = look.style("cursor_ink", "cursor", "bold") if here else look.style("ink", attributes="bold")
        after = picture.text(x + 2, y + 1, f" Continue {title} ", style)
        words = clip(f"{entry.saved:%d %b %H:%M} · {head.moves} moves · {head.players}", 57 - (after - x))
        picture.text(after + 1, y + 1, words, look.style("dim"))
        self._places.append(region)

    def _paint_game(self, picture: Picture, region: Region, game: Game, here: bool) -> None:
        look = self.look
        emblems = ASCII_EMBLEMS if self.house.ascii else EMBLEMS
        emblem = emblems.get(game.name, ("", ""))
        picture.lines(region.x + 1, region.y, emblem, look.style("accent" if here else "dim"))
        title = look.style("cursor_ink", "cursor", "bold") if here else look.style("ink", attributes="bold")
        x = picture.text(region.x + 8, region.y, f" {game.title} ", title)
        seats = f"{game.seats[0]}-{game.seats[-1]} players" if len(game.seats) > 1 else "1 player"
        best = [f"best {self._best[game.name]}"] if game.name in self._best else []
        facts = [seats, f"{game.minutes} min with bots", *best]
        picture.text(x + 1, region.y, " · ".join(facts), look.style("dim"))
        for row, line in enumerate(wrap(game.tagline, region.width - 6)[:2], 1):
            picture.text(region.x + 9, region.y + row, line, look.style("ink" if here else "dim"))

    def action_step(self, by: int) -> None:
        self.at = (self.at + by) % self._count
        self.repaint()

    def action_choose(self) -> None:
        from tui.screens.setup import SetupScreen

        game = self._game_at(self.at)
        if game is None:
            assert self.waiting is not None
            self.house.resume(self.waiting)
        else:
            self.house.push_screen(SetupScreen(game))

    def action_matches(self) -> None:
        from tui.screens.matches import MatchesScreen

        self.house.push_screen(MatchesScreen())

    def action_club(self) -> None:
        self.house.go_to_club()

    def action_puzzles(self) -> None:
        from tui.practice.puzzles import PuzzlesScreen

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
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)
            return
        for at, region in enumerate(self._places):
            if region.contains(message.x, message.y):
                if at == self.at:
                    self.action_choose()
                else:
                    self.at = at
                    self.repaint()
