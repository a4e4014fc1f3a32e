"""The screen that shows the rules of a game."""

from functools import lru_cache

from textual.app import ComposeResult
from textual.geometry import Region

import themes
from core.game import Game
from core.lessons.diagrams import load_diagrams
from tui import commands
from tui.match.diagram import paint_diagram
from tui.screens.base import BaseScreen
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, PromptDialog
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.markdown import MarkdownPage
from tui.widgets.text_layout import clip

#: Longer lines are hard to read.
_WIDEST = 100
#: How many lines a step of the mouse wheel scrolls.
_WHEEL = 3


@lru_cache(2)  # the rules are opened again and again during a match, and to lay them out is slow
def _rules_page(game: Game, width: int, palette: themes.Palette, ascii: bool, few_colours: bool) -> MarkdownPage:
    """Lay out the rules of a game, with the diagrams that they name as the game paints them."""
    scenes = load_diagrams(game)

    def paint(name: str) -> Canvas | None:
        scene = scenes.get(name)
        return paint_diagram(game, scene, palette, ascii, few_colours) if scene is not None else None

    return MarkdownPage(game.rules(), width, palette, paint)


class RulesScreen(BaseScreen):
    """The rules of a game, opened at a chapter; scrolled by the usual keys, with contents and a search."""

    DEFAULT_CSS = "RulesScreen #keys { height: 1; }"
    own_commands = commands.RULES

    def __init__(self, game: Game, chapter: str = "") -> None:
        super().__init__()
        self.game = game
        self.chapter = chapter
        #: The words of the search, and which of the paragraphs with them was shown last.
        self.wanted = ""
        self.found = -1
        self.status = ""
        #: The first row that is shown.
        self.top = 0
        self._page: MarkdownPage | None = None
        self._laid_out_for: tuple[int, themes.Palette, bool] | None = None

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.game.name

    def compose(self) -> ComposeResult:
        yield CanvasView(id="text")
        yield CanvasView(id="keys")
        yield CanvasView(id="too-small")

    @property
    def page(self) -> MarkdownPage:
        """The rules, laid out for the present width of the window."""
        width = min(self.size_of("text").width - 5, _WIDEST)
        if self._page is None or self._laid_out_for != (width, self.palette, self.samovar_app.ascii):
            self._lay_out(width)
        assert self._page is not None
        return self._page

    def _lay_out(self, width: int) -> None:
        """Lay out the rules for another width; the block that was at the top, or the chapter opened, stays there."""
        app = self.samovar_app
        before, self._page = self._page, _rules_page(self.game, width, self.palette, app.ascii, app.few_colours)
        self._laid_out_for = (width, self.palette, app.ascii)
        first = self._row_of(self.chapter) if before is None else self._page.matching_row(before, self.top)
        self.top = self._within(first or 0)

    def paint(self) -> None:
        keys = [
            KeyLabel("↑↓", "line", "scroll(1)"),
            KeyLabel("Space", "page", "page(1)"),
            KeyLabel("c", "contents", "contents"),
            KeyLabel("/", "find", "find"),
            *([KeyLabel("n", "next", "find_next")] if self.wanted else []),
            KeyLabel("Esc", "back", "leave"),
        ]
        self.paint_keys("keys", keys, clip(self.status, 30) or f"The rules of {self.game.title}")

        page, canvas = self.page, self.new_canvas("text")
        page.paint(canvas, 2, self.top)
        self._paint_bar(canvas, page)
        self.show("text", canvas)

    def _paint_bar(self, canvas: Canvas, page: MarkdownPage) -> None:
        """Draw a scroll bar at the right."""
        height, rows = canvas.height, len(page.rows)
        if rows > height:
            first = self.top * height // rows
            length = max(1, height * height // rows)
            canvas.fill(Region(canvas.width - 1, 0, 1, height), self.palette.style("frame"), "│")
            canvas.fill(Region(canvas.width - 1, first, 1, length), self.palette.style("accent"), "┃")

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        if message.panel.id == "keys":
            await self.click_key("keys", message.x)

    # Scrolling and searching

    def _row_of(self, chapter: str | None) -> int | None:
        return next((row for _, text, row in self.page.headings if text == chapter), None)

    def _go_to(self, row: int | None) -> None:
        """Scroll to a row, as far as there is text to fill the page."""
        if row is not None:
            self.top = self._within(row)
            self.repaint()

    def _within(self, row: int) -> int:
        return max(0, min(row, len(self.page.rows) - self.size_of("text").height))

    def action_contents(self) -> None:
        entries = [ChoiceOption("  " * max(0, level - 2) + text, row) for level, text, row in self.page.headings]
        self.samovar_app.push_screen(ChoiceDialog(f"The rules of {self.game.title}", entries), self._go_to)

    def action_find(self) -> None:
        self.samovar_app.push_screen(PromptDialog("Search for:", self.wanted), self._look_for)

    def _look_for(self, text: str | None) -> None:
        if text is not None:
            self.wanted, self.found = text.strip(), -1
            self.action_find_next()

    def action_find_next(self) -> None:
        """Go to the next paragraph that has the words; after the last, to the first."""
        if not self.wanted:
            return
        blocks = self.page.blocks
        hits = [at for at, block in enumerate(blocks) if self.wanted.casefold() in block.words.casefold()]
        if hits:
            self.found = next((at for at in hits if at > self.found), hits[0])
            self._go_to(blocks[self.found].row)
            self.status = f"{self.wanted}: {hits.index(self.found) + 1} of {len(hits)}"
        else:
            self.status = f"{self.wanted}: not found"
        self.repaint()

    def action_scroll(self, by: int) -> None:
        self._go_to(self.top + by)

    def action_page(self, by: int) -> None:
        self._go_to(self.top + by * (self.size_of("text").height - 2))

    def action_end(self, last: int) -> None:
        self._go_to(len(self.page.rows) if last else 0)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll(-_WHEEL)

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()
