"""The rules of a game, to read."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownFence

from core.game import Game
from core.lessons.scenes import FENCE, scenes
from tui import commands
from tui.room import Key, Room
from tui.screens.dialogs import Ask, Entry, Pick
from tui.widgets.picture import Panel, clip


class Position(MarkdownFence):
    """A fence that names a position: painted by the game's own painter, with its caption below."""

    DEFAULT_CSS = """
    Position { background: transparent; color: $foreground; }
    Position > Label { padding: 0 0 0 2; }
    Position > Panel { height: auto; width: auto; margin: 0 0 0 2; }
    """

    def compose(self) -> ComposeResult:
        from tui.scenes import scene_picture

        kind, _, name = self.lexer.partition(" ")
        screen = self.screen
        if kind == FENCE and isinstance(screen, RulesScreen) and (scene := scenes(screen.game).get(name)):
            panel = Panel()
            panel.show(scene_picture(screen.game, scene))
            yield panel
        yield from super().compose()


class Rules(Markdown):
    """Markdown with positions in it."""

    BLOCKS = {**Markdown.BLOCKS, "fence": Position}


class RulesScreen(Room):
    """The rules in our own words, opened at a chapter; scrolled by the usual keys, with contents and a search."""

    DEFAULT_CSS = """
    RulesScreen #keys { height: 1; }
    RulesScreen VerticalScroll { padding: 0 2; scrollbar-size-vertical: 1; }
    RulesScreen Markdown { margin: 0; padding: 0; background: transparent; }
    """
    own_commands = commands.RULES

    def __init__(self, game: Game, chapter: str = "") -> None:
        super().__init__()
        self.game = game
        self.chapter = chapter
        #: What is looked for, and which of the paragraphs that have it was shown last.
        self.wanted = ""
        self.found = -1
        self.remark = ""

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.game.name

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Rules(self.game.rules())
        yield Panel(id="keys")
        yield Panel(id="too-small")

    def paint(self) -> None:
        keys = [
            Key("↑↓", "line", "scroll(1)"),
            Key("Space", "page", "page(1)"),
            Key("c", "contents", "contents"),
            Key("/", "find", "find"),
            *([Key("n", "next", "find_next")] if self.wanted else []),
            Key("Esc", "back", "leave"),
        ]
        self.paint_keys("keys", keys, clip(self.remark, 30) or f"The rules of {self.game.title}")

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        await self.click_key("keys", message.x)

    # Finding one's way

    def on_markdown_table_of_contents_updated(self) -> None:
        """The rules have been laid out: go to where they were opened."""
        if self.chapter:
            self.call_after_refresh(self._go_to, self.chapter)

    def _headings(self) -> list[tuple[int, str, Widget]]:
        markdown = self.query_one(Markdown)
        return [(level, words, markdown.query_one(f"#{name}")) for level, words, name in markdown.table_of_contents]

    def _go_to(self, chapter: str | None) -> None:
        block = next((block for _, words, block in self._headings() if words == chapter), None)
        if block is not None:
            self._scroller().scroll_to_widget(block, top=True, animate=False, immediate=True)

    def action_contents(self) -> None:
        headings = self._headings()
        entries = [Entry("  " * max(0, level - 2) + words, words) for level, words, _ in headings]
        self.house.push_screen(Pick(f"The rules of {self.game.title}", entries), self._go_to)

    def action_find(self) -> None:
        self.house.push_screen(Ask("Look for:", self.wanted), self._look_for)

    def _look_for(self, words: str | None) -> None:
        if words is not None:
            self.wanted, self.found = words.strip(), -1
            self.action_find_next()

    def action_find_next(self) -> None:
        """To the next paragraph that has the words; after the last the first."""
        if not self.wanted:
            return
        blocks = list(self.query_one(Markdown).children)
        hits = [at for at, block in enumerate(blocks) if self.wanted.casefold() in _source(block).casefold()]
        if hits:
            self.found = next((at for at in hits if at > self.found), hits[0])
            self._scroller().scroll_to_widget(blocks[self.found], top=True, animate=False, immediate=True)
            self.remark = f"{self.wanted}: {hits.index(self.found) + 1} of {len(hits)}"
        else:
            self.remark = f"{self.wanted}: not here"
        self.repaint()

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


def _source(block: Widget) -> str:
    """The words of a paragraph, a list or a table."""
    return getattr(block, "source", None) or ""
