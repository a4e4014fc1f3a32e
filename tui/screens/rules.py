"""The rules of a game, to read."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from core.game import Game
from tui import commands
from tui.room import Key, Room
from tui.widgets.picture import Panel


class RulesScreen(Room):
    """The rules in our own words, with scrolling by the usual keys."""

    DEFAULT_CSS = """
    RulesScreen #keys { height: 1; }
    RulesScreen VerticalScroll { padding: 0 2; scrollbar-size-vertical: 1; }
    RulesScreen Markdown { margin: 0; padding: 0; background: transparent; }
    """
    own_commands = commands.RULES

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.game.name

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Markdown(self.game.rules())
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def paint(self) -> None:
        keys = [Key("↑↓", "line", "scroll(1)"), Key("Space", "page", "page(1)"), Key("Esc", "back", "leave")]
        self.paint_keys("keys", keys, f"The rules of {self.game.title}")

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        await self.click_key("keys", message.x)

    def _scroller(self) -> VerticalScroll:
        return self.query_one(VerticalScroll)

    def action_scroll(self, by: int) -> None:
        self._scroller().scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        self._scroller().scroll_relative(y=by * (self.size.height - 3), animate=False)

    def action_end(self, last: int) -> None:
        if last:
            self._scroller().scroll_end(animate=False)
        else:
            self._scroller().scroll_home(animate=False)

    def action_leave(self) -> None:
        self.house.leave_screen()
