"""The rules of a game, to read."""

from textual.app import ComposeResult
from textual.geometry import Region

import themes
from core.game import Game
from core.lessons.diagrams import scenes
from tui import commands
from tui.match.diagram import scene_picture
from tui.screens.base import Key, Room
from tui.screens.dialogs import Ask, Entry, Pick
from tui.widgets.canvas import Panel, Picture, clip
from tui.widgets.markdown import Page

#: Longer lines are hard to read.
_WIDEST = 100
#: How many lines the wheel of a mouse turns.
_WHEEL = 3


class RulesScreen(Room):
    """The rules in our own words, opened at a chapter; scrolled by the usual keys, with contents and a search."""

    DEFAULT_CSS = "RulesScreen #keys { height: 1; }"
    own_commands = commands.RULES

    def __init__(self, game: Game, chapter: str = "") -> None:
        super().__init__()
        self.game = game
        self.chapter = chapter
        #: What is looked for, and which of the paragraphs that have it was shown last.
        self.wanted = ""
        self.found = -1
        self.remark = ""
        #: The first row that is seen.
        self.top = 0
        self._page: Page | None = None
        self._laid_out_for: tuple[int, themes.Look, bool] | None = None

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.game.name

    def compose(self) -> ComposeResult:
        yield Panel(id="text")
        yield Panel(id="keys")
        yield Panel(id="too-small")

    @property
    def page(self) -> Page:
        """The rules, laid out for the window as it is."""
        width = min(self.room_for("text").width - 5, _WIDEST)
        if self._page is None or self._laid_out_for != (width, self.look, self.house.ascii):
            self._lay_out(width)
        assert self._page is not None
        return self._page

    def _lay_out(self, width: int) -> None:
        """For another width: at the top stays what stood there, or what they were opened for."""
        before, self._page = self._page, Page(self.game.rules(), width, self.look, self._position)
        self._laid_out_for = (width, self.look, self.house.ascii)
        first = self._row_of(self.chapter) if before is None else self._page.row_like(before, self.top)
        self.top = self._within(first or 0)

    def _position(self, name: str) -> Picture | None:
        """A position that the rules name, painted as the game does."""
        scene = scenes(self.game).get(name)
        return scene_picture(self.game, scene) if scene is not None else None

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

        page, picture = self.page, self.picture_for("text")
        page.paint(picture, 2, self.top)
        self._paint_bar(picture, page)
        self.show("text", picture)

    def _paint_bar(self, picture: Picture, page: Page) -> None:
        """At the right, which part of the whole is to be seen."""
        height, rows = picture.height, len(page.rows)
        if rows > height:
            first = self.top * height // rows
            length = max(1, height * height // rows)
            picture.fill(Region(picture.width - 1, 0, 1, height), self.look.style("frame"), "│")
            picture.fill(Region(picture.width - 1, first, 1, length), self.look.style("accent"), "┃")

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)

    # Finding one's way

    def _row_of(self, chapter: str | None) -> int | None:
        return next((row for _, words, row in self.page.headings if words == chapter), None)

    def _go_to(self, row: int | None) -> None:
        """Let a row be the first, as far as there is text to fill the page."""
        if row is not None:
            self.top = self._within(row)
            self.repaint()

    def _within(self, row: int) -> int:
        return max(0, min(row, len(self.page.rows) - self.room_for("text").height))

    def action_contents(self) -> None:
        entries = [Entry("  " * max(0, level - 2) + words, row) for level, words, row in self.page.headings]
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
        blocks = self.page.blocks
        hits = [at for at, block in enumerate(blocks) if self.wanted.casefold() in block.words.casefold()]
        if hits:
            self.found = next((at for at in hits if at > self.found), hits[0])
            self._go_to(blocks[self.found].row)
            self.remark = f"{self.wanted}: {hits.index(self.found) + 1} of {len(hits)}"
        else:
            self.remark = f"{self.wanted}: not here"
        self.repaint()

    def action_scroll(self, by: int) -> None:
        self._go_to(self.top + by)

    def action_page(self, by: int) -> None:
        self._go_to(self.top + by * (self.room_for("text").height - 2))

    def action_end(self, last: int) -> None:
        self._go_to(len(self.page.rows) if last else 0)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll(-_WHEEL)

    def action_leave(self) -> None:
        self.house.leave_screen()
