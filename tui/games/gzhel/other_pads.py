"""The pads of all other players as small drawings: in the side, or below the pads of a wide screen."""

from collections.abc import Mapping, Sequence

from rich.style import Style
from textual.geometry import Region, Size

from core.games.gzhel.components import BOARD, CARDS, FLOWER_LETTERS, FLOWERS, PADS, SIZE, SPACES
from core.games.gzhel.rules import goal_points
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view.targets import LAID
from core.view import Target
from themes import Palette
from tui.games.gzhel.tokens import Token, TokenPainter, space_look
from tui.sessions.session import CHANGED_LAST
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, distinct_names

#: The fewest rows of a player's pads: the name, and a row of letters for each row of spaces.
SEAT_ROWS = SIZE + 1
#: Columns between two players.
_GAP = 1
#: How large a space may be drawn, the largest first.
_SPACES = (Size(7, 3), Size(5, 3), Size(5, 2), Size(3, 2), Size(3, 1), Size(2, 1), Size(1, 1))
#: Columns beside a player's pads for the stamps in hand: a letter and a number.
_HAND = 3


class OtherPadsPainter:
    """Layout and painter of the others' pads in a region, each below a line with the name.

    They are drawn as large as fits, in as few columns as that allows.
    """

    def __init__(self, state: GzhelState, others: Sequence[int], region: Region, plain: bool) -> None:
        self.state = state
        self.plain = plain
        #: The size of a space, and the regions of the players by seat.
        self.space = _SPACES[-1]
        self.areas: dict[int, Region] = {}
        if others and region.height >= SEAT_ROWS:
            self._lay_out(others, region)

    def _lay_out(self, others: Sequence[int], region: Region) -> None:
        count = len(others)
        for space in _SPACES:
            least = _seat_size(space)
            for columns in range(1, count + 1):
                step = (region.width + _GAP) // columns
                rows = -(-count // columns)
                if step - _GAP >= least.width and rows * (least.height + _GAP) - _GAP <= region.height:
                    self.space = space
                    self.areas = {
                        seat: Region(
                            region.x + at % columns * step,
                            region.y + at // columns * (least.height + _GAP),
                            step - _GAP,
                            least.height,
                        )
                        for at, seat in enumerate(others)
                    }
                    return

    @property
    def bottom(self) -> int:
        """The row below all of them."""
        return max((area.bottom for area in self.areas.values()), default=0)

    def paint(self, canvas: Canvas, palette: Palette, names: Sequence[str], marks: Mapping[Target, str]) -> None:
        tokens = TokenPainter(canvas, palette, self.plain)
        shown = self._names(names)
        now = {seat: f"now +{sum(goal_points(self.state, seat))}" for seat in self.areas}
        has_room = all(cell_width(shown[seat]) + 1 + len(now[seat]) <= area.width for seat, area in self.areas.items())
        for seat, area in self.areas.items():
            canvas.draw_text(area.x, area.y, shown[seat], palette.style(f"seat{seat + 1}", attributes="bold"))
            if has_room:
                canvas.draw_text_right(area.right, area.y, now[seat], palette.style("dim"))
            self._paint_hand(canvas, palette, seat, area)
            for space in range(BOARD):
                self._paint_space(tokens, seat, space, self._region(area, space))
                if mark := marks.get(Target(LAID, BOARD * seat + space)):
                    self._paint_mark(canvas, palette, self._region(area, space), mark)

    def _names(self, names: Sequence[str]) -> dict[int, str]:
        """Return the names as they fit above the pads, no two of them alike."""
        seats = list(self.areas)
        longest = min((area.width for area in self.areas.values()), default=0)
        if all(cell_width(names[seat]) <= longest for seat in seats):
            return {seat: names[seat] for seat in seats}
        return dict(zip(seats, distinct_names([names[seat] for seat in seats], longest * len(seats)), strict=True))

    def _paint_hand(self, canvas: Canvas, palette: Palette, seat: int, area: Region) -> None:
        """Draw the stamps in hand right of the pads, a row for each kind."""
        x = self._region(area, BOARD - 1).right + 1
        if x + _HAND - 1 > area.right:
            return
        hand = self.state.hand[5 * seat : 5 * seat + 5]
        y = area.y + 1
        if x + 6 <= area.right and any(hand):
            canvas.draw_text(x, y, "stamps", palette.style("dim"))
            y += 1
        for kind, count in enumerate(hand):
            if count:
                style = palette.style("stamp_ink", f"dark_{FLOWERS[kind]}", "bold")
                at = canvas.draw_text(x, y, f"{FLOWER_LETTERS[kind].upper()}{count}", style)
                x, y = (x, y + 1) if y + 1 < area.bottom else (at + 1, y)

    def _region(self, area: Region, space: int) -> Region:
        width, height = self.space
        side, (row, column) = space // SPACES, divmod(space % SPACES, SIZE)
        x = area.x + side * (SIZE * width + (width > 1 or area.width > 2 * SIZE)) + column * width
        return Region(x, area.y + 1 + row * height, width, height)

    def _paint_space(self, tokens: TokenPainter, seat: int, space: int, region: Region) -> None:
        state, side = self.state, space // SPACES
        pattern = PADS[state.pads[2 * seat + side]][side].grid[space % SPACES]
        kinds = (kind for kind, mask in enumerate(state.flowers[5 * seat : 5 * seat + 5]) if mask >> space & 1)
        token = next((Token(kind, bool(state.stamps[seat] >> space & 1)) for kind in kinds), None)
        tokens.paint_space(region, pattern, space_look(pattern, CARDS[state.pile[-1]].back), token)

    def _paint_mark(self, canvas: Canvas, palette: Palette, region: Region, mark: str) -> None:
        """Draw the mark of what is new at the left of a space; where its letter is all there is, underline that."""
        if region.width >= 5:
            canvas.draw_text(region.x, region.y, mark, palette.style("new", "cell", "bold"))
            return
        attributes = "bold underline" if mark == CHANGED_LAST else "underline"
        x, y = region.x + (region.width // 2 if region.width > 2 else 0), region.y + region.height // 2
        if y < canvas.height and x < canvas.width:
            canvas.styles[y][x] = canvas.styles[y][x] + Style.parse(attributes)


def _seat_size(space: Size) -> Size:
    """Return the size of a player's pads with the name; between the two pads a column is free where there is room."""
    return Size(2 * SIZE * space.width + (1 if space.width > 1 else 0), SIZE * space.height + 1)
