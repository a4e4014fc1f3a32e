"""What the panels of a match show: each is a value that paints itself, and is painted only when it is another one."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rich.style import Style
from textual.geometry import Region, Size

import themes
from tui.match.board_view import paint_log
from tui.sessions.news import PlayerNews
from tui.sessions.session import LogRow
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width, clip, wrap


class Content(Protocol):
    """What a panel shows."""

    def paint(self) -> Canvas: ...


class Panel(CanvasView):
    """A panel that is painted when what it shows has changed, and not otherwise."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.content: Content | None = None
        self._is_ascii = False

    def show(self, content: Content, ascii: bool) -> None:
        if (content, ascii) != (self.content, self._is_ascii):
            self.content, self._is_ascii = content, ascii
            canvas = content.paint()
            self.set_canvas(canvas.ascii() if ascii else canvas)


class SeatScore(NamedTuple):
    """A player in the top line."""

    seat: int
    name: str
    points: str


class TopLine(NamedTuple):
    """The game, how far it is, whose turn it is, and the scores."""

    title: str
    progress: str
    actor: SeatScore | None
    scores: tuple[SeatScore, ...]
    width: int
    palette: themes.Palette

    def paint(self) -> Canvas:
        palette = self.palette
        canvas = Canvas(self.width, 1, palette.style(on="bar"))
        x = canvas.draw_text(1, 0, self.title, palette.style("accent", "bar", "bold"))
        x = canvas.draw_text(x, 0, f" · {self.progress}", palette.style("ink", "bar"))
        if self.actor is not None:
            style = palette.style(f"seat{self.actor.seat + 1}", "bar", "bold")
            x = canvas.draw_text(x, 0, f" · {self.actor.name}", style)
        texts = self._score_texts(canvas.width - x - 4)
        at = canvas.width - 1 - sum(cell_width(text) for text, _ in texts)
        for text, style in texts:
            at = canvas.draw_text(at, 0, text, style)
        return canvas

    def _score_texts(self, width: int) -> list[tuple[str, Style]]:
        """Return the scores, with names as long as there is room for."""
        names: list[str] = []
        for length in range(12, 0, -1):
            names = [_short(score.name, length) for score in self.scores]
            pairs = zip(names, self.scores, strict=True)
            if sum(cell_width(f"{name} {score.points}  ") for name, score in pairs) <= width:
                break
        texts = []
        for name, score in zip(names, self.scores, strict=True):
            texts.append((f"{name} ", self.palette.style(f"seat{score.seat + 1}", "bar")))
            gap = "" if score == self.scores[-1] else "  "
            texts.append((f"{score.points}{gap}", self.palette.style("ink", "bar", "bold")))
        return texts


def _short(name: str, length: int) -> str:
    """Return a name cut to a length; below four letters a sign that it was cut would cost too much."""
    return clip(name, length) if length > 3 else name[:length].strip()


class ChoiceButton(NamedTuple):
    """A choice in the prompt."""

    label: str
    is_disabled: bool


class ChoicePrompt(NamedTuple):
    """What is asked, what the choice under the cursor would do, and the choices."""

    question: str
    preview: str
    status: str
    choices: tuple[ChoiceButton, ...]
    choice_index: int
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        palette, width = self.palette, max(1, self.size.width - 2)
        canvas = Canvas(*self.size, palette.style(on="panel"))
        first, *rest = wrap(self.question, width) or [""]
        second = " ".join(rest) or self.preview
        first_style, second_style = palette.style("accent", "panel", "bold"), palette.style("ink", "panel")
        if self.status:
            # A long status takes both lines: the question that it replaces was shown a moment ago.
            second, *more = wrap(self.status, width) or [""]
            second_style = palette.style("warn", "panel")
            if more:
                first, second, first_style = second, " ".join(more), second_style
        canvas.draw_text(1, 0, first, first_style)
        canvas.draw_text(1, 1, clip(second, width), second_style)
        self._paint_choices(canvas)
        return canvas

    def _paint_choices(self, canvas: Canvas) -> None:
        areas = self.choice_areas()
        for number, (choice, area) in enumerate(zip(self.choices, areas, strict=False)):
            digit = f"{(number + 1) % 10}" if number < 10 else " "
            picked = number == self.choice_index
            ink, on = ("cursor_ink", "cursor") if picked else ("dim" if choice.is_disabled else "ink", "choice")
            style = self.palette.style(ink, on, "bold" if picked else "")
            canvas.draw_text(area.x, area.y, f" {digit} {choice.label} ", style)
        if len(areas) < len(self.choices):
            x = areas[-1].right + 1 if areas else 1
            canvas.draw_text(x, 2, "…", self.palette.style("dim", "panel"))

    def choice_areas(self) -> list[Region]:
        """Return where the choices are drawn, as far as there is room for them."""
        areas, x = [], 1
        for choice in self.choices:
            width = cell_width(choice.label) + 4
            if x + width > self.size.width - 1:
                break
            areas.append(Region(x, 2, width, 1))
            x += width + 1
        return areas


class GuidePrompt(NamedTuple):
    """A page of a lesson's guide, which has the prompt to itself."""

    text: str
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        canvas = Canvas(*self.size, self.palette.style(on="panel"))
        style = self.palette.style("ink", "panel", "bold")
        canvas.draw_lines(1, 0, wrap(self.text, self.size.width - 2), style)
        return canvas


class Story(NamedTuple):
    """The log, as far back as there is room."""

    rows: tuple[LogRow, ...]
    seen_index: int
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height, self.palette.style())
        canvas.draw_frame(Region(0, 0, width, height), self.palette.style("dim"), "what has happened", round_=True)
        paint_log(canvas, Region(2, 1, width - 3, height - 2), iter(self.rows), self.seen_index, self.palette)
        return canvas


class NewsPage(NamedTuple):
    """What the others did since the viewer's last turn; where room is short, the last of it."""

    news: Sequence[PlayerNews]

    def paint(self, canvas: Canvas, palette: themes.Palette) -> None:
        rows = self._rows(canvas.width - 2, palette)
        room = canvas.height - 3
        canvas.draw_text(0, 0, "Since your last turn", palette.style("accent", "ground", "bold"))
        if len(rows) > room:
            canvas.draw_text(0, 1, f"… {len(rows) - room} lines before; g shows all", palette.style("dim"))
        for y, (text, style) in enumerate(rows[-room:]):
            canvas.draw_text(0, y + 2, text, style)
        canvas.draw_text(0, canvas.height - 1, "any key: back to the table", palette.style("dim"))

    def _rows(self, width: int, palette: themes.Palette) -> list[tuple[str, Style]]:
        rows = []
        for player in self.news:
            points = f"  {player.points:+}" if player.points else ""
            ink = f"seat{player.seat + 1}" if player.seat is not None else "accent"
            name = clip(player.name, width - cell_width(points)) + points
            rows.append((name, palette.style(ink, "ground", "bold")))
            for sentence in player.sentences:
                lines = wrap(sentence, width - 2)
                rows += [(("  " if i else "▸ ") + line, palette.style()) for i, line in enumerate(lines)]
        return rows


class NewsStory(NamedTuple):
    """The news in the place of the log."""

    page: NewsPage
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        canvas = Canvas(*self.size, self.palette.style())
        self.page.paint(canvas, self.palette)
        return canvas
