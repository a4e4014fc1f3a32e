"""The info panel of a wide screen, below the goals: cards to come, points by goal, and a legend of the pads."""

from collections.abc import Callable, Sequence

from rich.style import Style
from textual.geometry import Region

from core.games.gzhel.components import CARDS, TITLES, Card
from core.games.gzhel.labels import LABELS
from core.games.gzhel.rules import FROM_STAMPS
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goal_text, goal_title
from core.games.gzhel.view.pads import unseen_cards
from themes import Palette
from tui.games.gzhel.legend import mark_rows, piece_rows
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, distinct_names, wrap

#: A row: pieces of text, each in a style.
Row = list[tuple[str, Style]]

#: Columns for a word of the legend with its sign, and for a number of points.
_WORD, _NUMBER = 17, 8


class InfoPanelPainter:
    """Painter of the info panel: the legend always, the points and the cards as far as there is room."""

    def __init__(self, state: GzhelState, names: Sequence[str], palette: Palette, width: int, plain: bool) -> None:
        self.state = state
        self.names = names
        self.palette = palette
        self.width = width
        self.plain = plain

    def paint(self, canvas: Canvas, region: Region) -> None:
        for y, row in enumerate(self._rows(region.height)):
            x = region.x
            for text, style in row:
                x = canvas.draw_text(x, region.y + y, text, style)

    def _rows(self, height: int) -> list[Row]:
        """Return the most that there is room for, with an empty row between the parts."""
        legend, points = self._legend(), self._points()
        texts, titles = (self._cards(words) for words in (self._text, self._title))
        wishes = [[texts, points, legend], [titles, points, legend], [titles, legend], [titles], [legend]]
        for wish in wishes:
            rows = [row for part in wish if part for row in ([], *part)][1:]
            if len(rows) <= height:
                break
        return rows[:height]

    def _heading(self, text: str) -> Row:
        return [(clip(text, self.width), self.palette.style("accent", attributes="bold"))]

    # The cards

    def _cards(self, words: Callable[[Card], list[str]]) -> list[Row]:
        """Return the cards of this set that nobody has seen; some of them lie under the pile and never come."""
        unseen, coming = unseen_cards(self.state), len(self.state.deck) - 1
        if not coming:
            return []
        rows = [self._heading(f"To come: {coming} of these {len(unseen)} cards")]
        ink, dim = self.palette.style(), self.palette.style("dim")
        for card in (CARDS[index] for index in unseen):
            first, *more = words(card)
            rows.append([(f"{card.number:>2} ", dim), (first, ink)])
            rows += [[(f"   {line}", ink)] for line in more]
        return rows

    def _text(self, card: Card) -> list[str]:
        return wrap(goal_text(card), self.width - 3)

    def _title(self, card: Card) -> list[str]:
        return wrap(goal_title(card), self.width - 3)

    # The points

    def _points(self) -> list[Row]:
        """Return the points of each player by goal so far."""
        width = self.width - 3 * _NUMBER
        titles = "".join(f"{name:>{_NUMBER}}" for name in ("diamond", "circle", "pattern"))
        rows = [[*self._heading("Points".ljust(width)), (titles, self.palette.style("dim"))]]
        names = distinct_names(self.names, (width - 1) * len(self.names))
        for seat, name in enumerate(names):
            paid = self.state.points[4 * seat : 4 * seat + FROM_STAMPS]
            numbers = "".join(f"{points:>{_NUMBER}}" for points in paid)
            rows.append(
                [
                    (name[: width - 1].ljust(width), self.palette.style(f"seat{seat + 1}")),
                    (numbers, self.palette.style()),
                ]
            )
        return [*rows, *self._mastery()] if self.state.players == 1 else rows

    def _mastery(self) -> list[Row]:
        """Return the next title of a solo player."""
        higher = [(least, LABELS.title(title)) for least, title in TITLES if least > self.state.scores()[0]]
        return [[(f"{higher[0][1]} from {higher[0][0]} points", self.palette.style("dim"))]] if higher else []

    # The legend

    def _legend(self) -> list[Row]:
        words = self._legend_text()
        across = max(1, self.width // _WORD)
        rows = [[piece for word in words[at : at + across] for piece in word] for at in range(0, len(words), across)]
        return [self._heading("How to read the pads"), *rows]

    def _legend_text(self) -> list[Row]:
        """Return each sign as it is drawn, with its meaning."""
        palette, dim = self.palette, self.palette.style("dim")
        return [
            [(row.sign, palette.style(row.ink, row.on, row.attributes)), (f" {row.text}".ljust(_WORD - 3), dim)]
            for row in piece_rows(self.plain) + mark_rows(self.plain)
        ]
