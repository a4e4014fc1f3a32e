"""What the panels of a match show: each is a value that paints itself, and is painted only when it is another one."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rich.style import Style
from textual.geometry import Region, Size

import themes
from core.game import State
from core.match import Match
from tui.match.board_view import paint_log
from tui.sessions.news import NewsLine
from tui.sessions.session import CHANGED_LAST, LogRow
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width, clip, distinct_names, join_facts, wrap

#: A line of a prompt: texts with the roles of their colours.
StyledLine = list[tuple[str, str]]


class Content(Protocol):
    """What a panel shows."""

    def paint(self) -> Canvas: ...


class PromptContent(Content, Protocol):
    """What the prompt shows; its size says how many rows it takes."""

    @property
    def size(self) -> Size: ...


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


def seat_scores(match: Match, state: State, first: int = 0) -> tuple[SeatScore, ...]:
    """Return the players with their points as everybody can see them, from one seat on."""
    shown = state.shown_scores()
    scores = [
        SeatScore(seat, name, "?" if shown is None else str(shown[seat])) for seat, name in enumerate(match.names)
    ]
    return (*scores[first:], *scores[:first])


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
        names = self.score_names(canvas.width - 1 - x - 2)
        at = (
            canvas.width - 1 - cell_width("  ".join(f"{n} {s.points}" for n, s in zip(names, self.scores, strict=True)))
        )
        for name, score in zip(names, self.scores, strict=True):
            at = canvas.draw_text(at, 0, f"{name} ", palette.style(f"seat{score.seat + 1}", "bar"))
            at = canvas.draw_text(at, 0, score.points, palette.style("ink", "bar", "bold")) + 2
        return canvas

    def score_names(self, width: int) -> list[str]:
        """Return the names beside the scores, as long as a width has room for."""
        room = width - sum(cell_width(f" {score.points}  ") for score in self.scores) + 2  # none behind the last
        return distinct_names([score.name for score in self.scores], room)


class ChoiceButton(NamedTuple):
    """A choice in the prompt, with its key."""

    key: str
    label: str
    is_disabled: bool = False
    #: Whether Enter would make it, or the cursor is there.
    is_picked: bool = False
    #: The roles in which it is written while it can be made and is not picked.
    ink: str = "ink"
    on: str = "choice"

    @property
    def text(self) -> str:
        return f" {' '.join(part for part in (self.key, self.label) if part)} "


class ChoicePrompt(NamedTuple):
    """What is asked, what the choice under the cursor would do, and the choices."""

    question: str
    preview: str
    status: str
    choices: tuple[ChoiceButton, ...]
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        canvas = Canvas(*self.size, self.palette.style(on="panel"))
        for y, line in enumerate(self.lines()[: self._text_rows]):
            x = 1
            for text, role in line:
                x = canvas.draw_text(x, y, text, self.palette.style(role, "panel", "bold" if role == "accent" else ""))
        self._paint_choices(canvas)
        return canvas

    @property
    def _text_rows(self) -> int:
        return self.size.height - 1 if self.choices else self.size.height

    def lines(self) -> list[StyledLine]:
        """Return the question and what belongs to it, each line as texts with their roles; perhaps too many.

        A line each, if that is enough. Where a preview needs more, it follows the question in the same line. A status
        takes the place of the preview. Where even that has no room, the question gives way: it was shown a moment ago.
        """
        width = max(1, self.size.width - 2)
        second, role = (self.status, "warn") if self.status else (self.preview, "ink")
        below = [[(line, role)] for line in wrap(second, width)]
        apart = [*([(line, "accent")] for line in wrap(self.question, width)), *below]
        if len(apart) <= self._text_rows:
            return apart
        if self.status:
            return below
        together = flow([(self.question, "accent"), (second, role)], width)
        return together if len(together) <= self._text_rows or not below else below

    def _paint_choices(self, canvas: Canvas) -> None:
        areas = self.choice_areas()
        for number, area in areas.items():
            choice = self.choices[number]
            canvas.draw_text(area.x, area.y, choice.text, self._style_of(choice))
        if areas:
            y, style = self.size.height - 1, self.palette.style("dim", "panel")
            if min(areas):
                canvas.draw_text(1, y, f"‹{min(areas)}", style)
            if hidden := len(self.choices) - 1 - max(areas):
                canvas.draw_text_right(self.size.width - 1, y, f"{hidden}›", style)

    def _style_of(self, choice: ChoiceButton) -> Style:
        if choice.is_picked:
            return self.palette.style("cursor_ink", "cursor", "bold")
        if choice.is_disabled:
            return self.palette.style("dim", "choice")
        return self.palette.style(choice.ink, choice.on)

    def choice_areas(self) -> dict[int, Region]:
        """Return where the choices are drawn, by their number: all, or those around the one that is picked.

        How many are hidden before and behind them is told at the ends of the row; the arrows bring them into sight.
        """
        widths = [cell_width(choice.text) for choice in self.choices]
        room = self.size.width - 2
        first, last = 0, len(widths)
        if sum(widths) + len(widths) - 1 > room:
            room -= 2 * _HIDDEN_COUNT
            picked = next((number for number, choice in enumerate(self.choices) if choice.is_picked), 0)
            first, last = _window(widths, picked, room)
        areas, x = {}, 1 + (_HIDDEN_COUNT if first or last < len(widths) else 0)
        for number in range(first, last):
            areas[number] = Region(x, self.size.height - 1, widths[number], 1)
            x += widths[number] + 1
        return areas


#: The columns in which a row of choices tells how many are hidden on a side: "‹12 ".
_HIDDEN_COUNT = 4


def _window(widths: Sequence[int], picked: int, room: int) -> tuple[int, int]:
    """Return the longest stretch of a row with `picked` in it that fits into the room: its first number and its end.

    It begins as far left as it can, so that it moves only when it must.
    """
    first = 0
    while first < picked and sum(widths[first : picked + 1]) + picked - first > room:
        first += 1
    last = picked + 1
    while last < len(widths) and sum(widths[first : last + 1]) + last - first <= room:
        last += 1
    return first, last


def flow(parts: Sequence[tuple[str, str]], width: int) -> list[StyledLine]:
    """Return texts with their roles as one paragraph, broken between words."""
    lines: list[StyledLine] = [[]]
    used = 0
    for text, role in parts:
        for word in text.split():
            length = cell_width(word)
            if used and used + 1 + length > width:
                lines.append([])
                used = 0
            lines[-1].append((f" {word}" if used else word, role))
            used += length + (1 if used else 0)
    return lines


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
        canvas.draw_frame(Region(0, 0, width, height), self.palette.style("dim"), "log", round_=True)
        paint_log(canvas, Region(2, 1, width - 3, height - 2), iter(self.rows), self.seen_index, self.palette)
        return canvas


class NewsPrompt(NamedTuple):
    """What the others did since the viewer's last turn, a line each, in the place of the prompt."""

    news: tuple[NewsLine, ...]
    size: Size
    palette: themes.Palette

    def paint(self) -> Canvas:
        canvas = Canvas(*self.size, self.palette.style(on="panel"))
        for y in range(len(self.news)):
            self._paint_line(canvas, y)
        return canvas

    def _paint_line(self, canvas: Canvas, y: int) -> None:
        line, palette = self.news[y], self.palette
        ink = f"seat{line.seat + 1}" if line.seat is not None else "accent"
        name_style = palette.style(ink, "panel", "bold")
        canvas.draw_text(0, y, CHANGED_LAST if line.seat is not None else " ", name_style)
        canvas.draw_text(1, y, line.name, name_style)
        canvas.draw_text(self._left(y), y, self.text(y), palette.style("ink", "panel"))
        canvas.draw_text_right(canvas.width - 1, y, _points_text(line), palette.style("accent", "panel", "bold"))

    def _left(self, y: int) -> int:
        """The column in which what happened begins: behind the longest name, or behind its own where room is short."""
        line = self.news[y]
        aligned = 3 + max(cell_width(each.name) for each in self.news)
        is_short = line.facts and aligned + cell_width(line.facts[0]) > self._right(y)
        return 3 + cell_width(line.name) if is_short else aligned

    def _right(self, y: int) -> int:
        """The column behind what happened, before the points."""
        points = _points_text(self.news[y])
        return self.size.width - 1 - (cell_width(points) + 2 if points else 0)

    def text(self, y: int) -> str:
        """Return as much of a line as there is room for: whole parts of it, the most important first."""
        facts, room = self.news[y].facts, self._right(y) - self._left(y)
        return join_facts(facts, room) or clip(" · ".join(facts), room)


def _points_text(line: NewsLine) -> str:
    return f"{line.points:+}" if line.points else ""
