"""The two pads of Gzhel: where everything on them lies, and how it is drawn."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from textual.geometry import Region, Size

from core.games.gzhel.components import CIRCLE, DIAMOND, FIGURINES, SIZE, SPACES
from core.games.gzhel.view.pads import Pads
from core.games.gzhel.view.targets import AROUND, FIGURINE_TARGETS, PAD, SPACE_TARGETS
from core.view import Target
from themes import Palette
from tui.games.gzhel import art
from tui.games.gzhel.tokens import SpaceLook, Token, TokenPainter, paint_drawing, space_look
from tui.widgets.canvas import Canvas

#: Where figurines stand between the spaces, as column and row of the space at the upper left: corners, then middle.
STANDS = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1))


def signs(plain: bool) -> str:
    """Return the signs of the diamond pad, the circle pad and the pattern."""
    return "DC#" if plain else "◆●▦"


class PadLayout(NamedTuple):
    """The measures of the pads: spaces, the glaze between them, and the rim around them."""

    width: int
    height: int
    gap_x: int
    gap_y: int
    #: Rows of the rim below the spaces.
    below: int
    left: int = 1

    @property
    def pad_width(self) -> int:
        return SIZE * self.width + (SIZE - 1) * self.gap_x + 2

    @property
    def pad_height(self) -> int:
        return SIZE * self.height + (SIZE - 1) * self.gap_y + 1 + self.below

    @property
    def right(self) -> int:
        """The column behind the second pad."""
        return self.left + 2 * self.pad_width + 1

    def pad(self, side: int) -> Region:
        """Return the region of a pad with its rim."""
        return Region(self.left + side * (self.pad_width + 1), 0, self.pad_width, self.pad_height)

    def space(self, space: int) -> Region:
        pad = self.pad(space // SPACES)
        row, column = divmod(space % SPACES, SIZE)
        x = pad.x + 1 + column * (self.width + self.gap_x)
        return Region(x, 1 + row * (self.height + self.gap_y), self.width, self.height)

    def glaze(self, side: int, stand: int) -> tuple[Region, Region]:
        """Return the regions between the four spaces around a figurine, across and down."""
        area = self.around(side, stand)
        return (
            self.figurine(side, stand),
            Region(area.x + self.width, area.y, self.gap_x, area.height),
        )

    def around(self, side: int, stand: int) -> Region:
        """Return the region of the four spaces around a figurine, with the glaze between them."""
        column, row = STANDS[stand]
        first = self.space(side * SPACES + row * SIZE + column)
        return Region(first.x, first.y, 2 * self.width + self.gap_x, 2 * self.height + self.gap_y)

    def figurine(self, side: int, stand: int) -> Region:
        """Return the region of a figurine with its name, which the longest of them fills."""
        area = self.around(side, stand)
        return Region(area.x - 1, area.y + self.height, area.width + 1, self.gap_y)


#: The layouts for windows of 80x24, 100x30 and 120x40.
SMALL = PadLayout(5, 3, 1, 2, below=0, left=0)
MIDDLE = PadLayout(7, 4, 1, 2, below=1)
LARGE = PadLayout(9, 5, 1, 4, below=1)
_WIDE = LARGE._replace(gap_y=3)

#: Columns beside the pads of a wide screen for the goals in full, and rows below them for the others' pads.
_ASIDE, _SHELF = 50, 10


def wide_layout(room: Size, alone: bool) -> PadLayout:
    """Return the layout with the largest spaces that leave room for the side, and below the pads for other players."""
    rows = room.height - (_WIDE.pad_height - SIZE * _WIDE.height) - (0 if alone else _SHELF)
    height = max(_WIDE.height, min(8, rows // SIZE))
    columns = room.width - _ASIDE - 2 * (_WIDE.pad_width + 1 - SIZE * _WIDE.width)
    width = max(_WIDE.width, min(2 * height - 1, columns // (2 * SIZE)))
    return _WIDE._replace(width=width, height=height)


@cache
def pad_areas(layout: PadLayout, naming: bool) -> Mapping[Target, Region]:
    """Return the regions of the pads and of everything on them. While a figurine is named, figurines win over spaces.

    The middle figurine has no space of its own: it comes before the corners, which have three each.
    """
    spaces = {target: layout.space(target.number) for target in SPACE_TARGETS}
    figurines, around = {}, {}
    for stand in reversed(range(len(STANDS))):
        for side in (DIAMOND, CIRCLE):
            target = FIGURINE_TARGETS[side][stand]
            figurines[target] = layout.figurine(side, stand)
            around[Target(AROUND, target.number)] = layout.around(side, stand)
    pads = {Target(PAD, side): layout.pad(side) for side in (DIAMOND, CIRCLE)}
    return {**figurines, **around, **spaces, **pads} if naming else {**spaces, **figurines, **around, **pads}


def points_text(now: int, then: int) -> str:
    """Return "4", or "4▸6" when a choice would change it."""
    return str(now) if now == then else f"{now}▸{then}"


class PadPainter:
    """Painter of the two pads on a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        layout: PadLayout,
        cursor: Target | None,
        pads: Pads,
        lit: Collection[Target],
        marks: Mapping[int, str],
        plain: bool,
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.layout = layout
        self.areas = pad_areas(layout, naming=False)
        self.cursor = cursor
        self.pads = pads
        self.highlighted = lit
        #: The marks of what is new, by space.
        self.marks = marks
        self.plain = plain
        self.signs = signs(plain)
        self.tokens = TokenPainter(canvas, palette, plain)

    def paint(self) -> None:
        for side in (DIAMOND, CIRCLE):
            self._paint_rim(side)
            self._paint_light(side)
        for target in SPACE_TARGETS:
            self._paint_space(target)
        for side in (DIAMOND, CIRCLE):
            for stand, figurine in enumerate(self.pads.faces[side].seats):
                self._paint_figurine(FIGURINE_TARGETS[side][stand], self.layout.figurine(side, stand), figurine)

    def _paint_rim(self, side: int) -> None:
        """Draw the glaze of a pad, with its sign, letters of columns above and numbers of rows at the left."""
        canvas, region = self.canvas, self.areas[Target(PAD, side)]
        rim = self.palette.style("rim_ink", "pad")
        canvas.fill(region, rim)
        canvas.draw_text(region.x, 0, self.signs[side], self.palette.style("rim_ink", "pad", "bold"))
        if not any(self.pads.flowers):
            name = f"pad {self.pads.numbers[side]}"
            canvas.draw_text(region.x + 2, 0, name, self.palette.style("rim_ink", "pad", "bold"))
            return
        for step in range(SIZE):
            space = self.areas[SPACE_TARGETS[side * SPACES + step * (SIZE + 1)]]
            canvas.draw_text(space.x + space.width // 2, 0, "abcdefgh"[SIZE * side + step], rim)
            canvas.draw_text(region.x, space.y, str(step + 1), rim)

    def _paint_light(self, side: int) -> None:
        """Highlight only the glaze between the four spaces of a figurine: a held cursor key must send few cells."""
        if self.pads.lit_figurine >= 0:
            stand = self.pads.faces[side].seats.index(self.pads.lit_figurine)
            down = self.layout.glaze(side, stand)[1]
            self.canvas.fill(down, self.palette.style("cursor_ink", "cursor"))

    def _paint_space(self, target: Target) -> None:
        """Draw a space with its token, the signs of what it earns, and whether it is new."""
        pads, region, space = self.pads, self.areas[target], target.number
        pattern = pads.faces[space // SPACES].grid[space % SPACES]
        look = space_look(pattern, pads.pattern)
        if self.cursor == target:
            look = SpaceLook("cursor", "cursor_ink")
        elif target in self.highlighted or pads.highlighted >> space & 1:
            look = SpaceLook("mark", "mark_ink")
        elif pads.dim >> space & 1:
            look = look._replace(is_faded=True)
        self.tokens.paint_space(region, pattern, look, self._token(space))
        self._paint_earnings(region, space)
        if mark := self.marks.get(space):
            style = self.palette.style("new", "pad", "bold")
            self.canvas.draw_text(region.x - 1, region.y + region.height // 2, mark, style)

    def _token(self, space: int) -> Token | None:
        """Return the token that lies on a space, or would lie there."""
        pads = self.pads
        if pads.ghost is not None and pads.ghost.space == space:
            return Token(pads.ghost.kind, pads.ghost.stamp, is_proposed=True)
        kinds = (kind for kind, mask in enumerate(pads.flowers) if mask >> space & 1)
        return next((Token(kind, bool(pads.stamps >> space & 1)) for kind in kinds), None)

    def _paint_earnings(self, region: Region, space: int) -> None:
        """Draw small signs right of a space: above if the pad's own goal pays, below if the pattern does."""
        side = space // SPACES
        style = self.palette.style("pays", "pad", "bold")
        if self.pads.pays[side] >> space & 1:
            self.canvas.draw_text(region.right, region.y, self.signs[side], style)
        if self.pads.pays[2] >> space & 1:
            self.canvas.draw_text(region.right, region.bottom - 1, self.signs[2], style)

    def _paint_figurine(self, target: Target, region: Region, figurine: int) -> None:
        """Draw a figurine with its name at the joint of its four spaces."""
        pads, palette = self.pads, self.palette
        ink, ground = ("figurine", "medal")
        if self.cursor == target or pads.lit_figurine == figurine or pads.named == figurine:
            ink, ground = "cursor_ink", "cursor"
        style = palette.style(ink, ground, "bold" if ground == "cursor" else "")
        name = FIGURINES[figurine]
        drawing = art.figurine(figurine, region.height)
        at = 0 if self.plain else drawing.width + (drawing.width + 1 + len(name) <= region.width)
        width = at + len(name)
        x = region.x + (region.width - width + 1) // 2
        if self.plain:
            self.canvas.draw_text(x, region.y + region.height // 2, name, style)
        else:
            self.canvas.fill(Region(x, region.y, width, region.height), style)
            paint_drawing(self.canvas, palette, x, region.y, drawing, {art.BODY: ink}, ground)
            self.canvas.draw_text(x + at, region.y + region.height // 2, name, style)
