"""The pads of all other players as small drawings, below the pads of a wide screen."""

from collections.abc import Mapping, Sequence

from rich.style import Style
from textual.geometry import Region

from core.games.gzhel.components import BOARD, CARDS, FLOWER_LETTERS, FLOWERS, PADS, SIZE, SPACES
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view.targets import LAID
from core.text import count_text
from core.view import Target
from themes import Palette
from tui.games.gzhel import art
from tui.sessions.session import CHANGED_LAST
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip

#: Columns between two players.
_GAP = 1
#: The drawings of a flower by how many rows they have.
_DRAWINGS = {1: art.TINY_FLOWERS, 2: art.LOW_FLOWERS, 3: art.SMALL_FLOWERS}
_WIDTH = 3


class OtherPadsPainter:
    """Layout and painter of the others' pads in a strip of the screen, each below a line with the name."""

    def __init__(self, state: GzhelState, others: Sequence[int], strip: Region, plain: bool) -> None:
        self.state = state
        self.plain = plain
        self.height = min(max(_DRAWINGS), (strip.height - 1) // SIZE)
        fitting = [width for width in (7, 5) if len(others) * (self._seat_width(width) + _GAP) - _GAP <= strip.width]
        self.width = fitting[0] if fitting else _WIDTH
        step = (strip.width + _GAP) // max(1, len(others))
        size = (self._seat_width(self.width), 1 + SIZE * self.height)
        #: The region of each seat's pads, with the name.
        self.areas = {
            seat: Region(strip.x + n * step, strip.y, *size) for n, seat in enumerate(others) if self.height > 0
        }

    @staticmethod
    def _seat_width(width: int) -> int:
        return 2 * SIZE * width + 1

    def paint(self, canvas: Canvas, palette: Palette, names: Sequence[str], marks: Mapping[Target, str]) -> None:
        for seat, area in self.areas.items():
            self._paint_name(canvas, palette, seat, names[seat], area)
            for space in range(BOARD):
                mark = marks.get(Target(LAID, BOARD * seat + space), "")
                self._paint_space(canvas, palette, seat, space, self._region(area, space), mark)

    def _paint_name(self, canvas: Canvas, palette: Palette, seat: int, name: str, area: Region) -> None:
        stamps = sum(self.state.hand[5 * seat : 5 * seat + 5])
        has = f" {self.state.scores()[seat]}" + (f" · {count_text(stamps, 'stamp')}" if stamps else "")
        style = palette.style(f"seat{seat + 1}", attributes="bold")
        x = canvas.draw_text(area.x, area.y, clip(name, area.width - len(has)), style)
        canvas.draw_text(x, area.y, has, palette.style("dim"))

    def _region(self, area: Region, space: int) -> Region:
        side, (row, column) = space // SPACES, divmod(space % SPACES, SIZE)
        x = area.x + side * (SIZE * self.width + 1) + column * self.width
        return Region(x, area.y + 1 + row * self.height, self.width, self.height)

    def _paint_space(self, canvas: Canvas, palette: Palette, seat: int, space: int, region: Region, mark: str) -> None:
        """Draw the texture of a space, the token on it, and whether it is new."""
        state, side = self.state, space // SPACES
        pattern = PADS[state.pads[2 * seat + side]][side].grid[space % SPACES]
        wanted = pattern == CARDS[state.pile[-1]].back
        weave = art.weave(pattern, region.width, region.height, self.plain)
        ground = "cell_shade" if (space // SIZE + space) % 2 else "cell"
        canvas.draw_lines(region.x, region.y, weave, palette.style("wanted" if wanted else "texture", ground))
        kind = next((kind for kind, mask in enumerate(state.flowers[5 * seat : 5 * seat + 5]) if mask >> space & 1), -1)
        inner = Region(region.x + (region.width - _WIDTH) // 2, region.y, _WIDTH, region.height)
        if kind >= 0 and state.stamps[seat] >> space & 1:
            style = palette.style("stamp_ink", f"dark_{FLOWERS[kind]}", "bold")
            canvas.fill(inner, style)
            canvas.draw_text(inner.x, inner.y + inner.height // 2, f"[{FLOWER_LETTERS[kind].upper()}]", style)
        elif kind >= 0:
            self._paint_flower(canvas, inner, kind, palette.style(FLOWERS[kind], ground))
        if mark and self.width > _WIDTH:
            canvas.draw_text(region.x, region.y, mark, palette.style("new", ground, "bold"))
        elif mark:
            heart = Region(inner.x + 1, inner.y + inner.height // 2, 1, 1)
            canvas.restyle(heart, palette.style("new", ground, "bold underline" if mark == CHANGED_LAST else "bold"))

    def _paint_flower(self, canvas: Canvas, inner: Region, kind: int, style: Style) -> None:
        letter = FLOWER_LETTERS[kind]
        if self.plain:
            canvas.fill(inner, style)
            canvas.draw_text(inner.x, inner.y + inner.height // 2, f"({letter})", style)
            return
        canvas.draw_lines(inner.x, inner.y, _DRAWINGS[inner.height][kind], style)
        if inner.height == len(art.SMALL_FLOWERS[0]):
            canvas.draw_text(inner.x + 1, inner.y + 1, letter, style)
