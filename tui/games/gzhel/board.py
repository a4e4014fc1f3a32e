"""The two pads of Gzhel: where everything on them lies, and how it is drawn."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region, Size

from core.games.gzhel.components import CIRCLE, DIAMOND, FIGURINES, FLOWER_LETTERS, FLOWERS, SIDES, SIZE, SPACES
from core.games.gzhel.view.pads import Pads
from core.games.gzhel.view.targets import AROUND, FIGURINE_TARGETS, PAD, SPACE_TARGETS
from core.view import Target
from themes import Palette
from tui.games.gzhel import art
from tui.widgets.canvas import Canvas

#: Where figurines stand between the spaces, as column and row of the space at the upper left: corners, then middle.
STANDS = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1))


def signs(plain: bool) -> str:
    """Return the signs of the diamond pad, the circle pad and the pattern."""
    return "DC#" if plain else "◆●▦"


class PadLayout(NamedTuple):
    """The measures of the pads: spaces, the glaze between them, and where the first pad begins."""

    width: int
    height: int
    gap_x: int
    gap_y: int
    #: Columns beside a figurine's name that are left free, and rows between the pads and the tray.
    aside: int
    below: int
    left: int = 1

    @property
    def pad_width(self) -> int:
        return SIZE * self.width + (SIZE - 1) * self.gap_x + 2

    @property
    def pad_height(self) -> int:
        return SIZE * self.height + (SIZE - 1) * self.gap_y + 2

    @property
    def tray(self) -> Region:
        """The region of the tray: two rows below the pads."""
        return Region(self.left, self.pad_height + self.below, 2 * self.pad_width + 1, 2)

    def pad(self, side: int) -> Region:
        """Return the region of a pad with its frame."""
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
            Region(area.x, area.y + self.height, area.width, self.gap_y),
            Region(area.x + self.width, area.y, self.gap_x, area.height),
        )

    def around(self, side: int, stand: int) -> Region:
        """Return the region of the four spaces around a figurine, with the glaze between them."""
        column, row = STANDS[stand]
        first = self.space(side * SPACES + row * SIZE + column)
        return Region(first.x, first.y, 2 * self.width + self.gap_x, 2 * self.height + self.gap_y)

    def figurine(self, side: int, stand: int) -> Region:
        area = self.around(side, stand)
        return Region(area.x + self.aside, area.y + self.height, area.width - 2 * self.aside, self.gap_y)


SMALL = PadLayout(5, 3, 1, 1, aside=1, below=0)
LARGE = PadLayout(9, 5, 1, 3, aside=2, below=1)

#: Columns beside the pads of a wide screen for the goals in full, and rows below them for the others' pads.
_ASIDE, _SHELF = 50, 14


def wide_layout(room: Size, alone: bool) -> PadLayout:
    """Return the layout with the largest spaces that leave room for the side, and below the pads for other players."""
    rows = room.height - (LARGE.tray.bottom - SIZE * LARGE.height) - (0 if alone else _SHELF)
    height = max(LARGE.height, min(8, rows // SIZE))
    columns = room.width - _ASIDE - 2 * (LARGE.pad_width + 1 - SIZE * LARGE.width)
    width = max(LARGE.width, min(2 * height - 1, columns // (2 * SIZE)))
    return LARGE._replace(width=width, height=height)


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
        self.large = layout.height >= LARGE.height
        self.plain = plain
        self.signs = signs(plain)

    def paint(self) -> None:
        for side in (DIAMOND, CIRCLE):
            self._paint_frame(side)
            self._paint_light(side)
        for target in SPACE_TARGETS:
            self._paint_space(target)
        for side in (DIAMOND, CIRCLE):
            for stand, target in enumerate(FIGURINE_TARGETS[side]):
                self._paint_figurine(target, self.pads.faces[side].seats[stand])

    def _paint_frame(self, side: int) -> None:
        """Draw a rounded frame: the goal's points above, letters of columns below, numbers of rows at the left."""
        canvas, palette, region = self.canvas, self.palette, self.areas[Target(PAD, side)]
        frame = palette.style("frame")
        canvas.draw_frame(region, frame, round_=True)
        canvas.fill(region.shrink((1, 1, 1, 1)), palette.style("faint", "pad"))
        number = f"· pad {self.pads.numbers[side]} " if self.large or not any(self.pads.flowers) else ""
        title = f" {self.signs[side]} {SIDES[side]} {number}"
        canvas.draw_text(region.x + 2, 0, title, palette.style("accent", attributes="bold"))
        now, then = self.pads.before.now[side], self.pads.after.now[side]
        changed = "good" if then > now else "bad" if then < now else "ink"
        text = f" {points_text(now, then)} "
        canvas.draw_text_right(region.right - 2, 0, text, palette.style(changed, attributes="bold"))
        for step in range(SIZE):
            space = self.areas[SPACE_TARGETS[side * SPACES + step * (SIZE + 1)]]
            letter = "abcdefgh"[SIZE * side + step]
            canvas.draw_text(space.x + space.width // 2, region.bottom - 1, letter, palette.style("dim"))
            canvas.draw_text(region.x, space.y + space.height // 2, str(step + 1), palette.style("dim"))

    def _paint_light(self, side: int) -> None:
        """Highlight only the glaze between the four spaces of a figurine: a held cursor key must send few cells."""
        if self.pads.lit_figurine >= 0:
            stand = self.pads.faces[side].seats.index(self.pads.lit_figurine)
            for region in self.layout.glaze(side, stand):
                self.canvas.fill(region, self.palette.style("accent_ink", "accent"))

    def _paint_space(self, target: Target) -> None:
        """Draw the texture of a space, the token on it, and the signs of what it earns."""
        pads, palette, region, space = self.pads, self.palette, self.areas[target], target.number
        here = self.cursor == target
        shines = target in self.highlighted or pads.highlighted >> space & 1
        ground = "cursor" if here else "mark" if shines else "cell"
        pattern = pads.faces[space // SPACES].grid[space % SPACES]
        texture = "cursor_ink" if here else "wanted" if pattern == pads.pattern else "texture"
        weave = art.weave(pattern, region.width, region.height, self.plain)
        self.canvas.draw_lines(region.x, region.y, weave, palette.style(texture, ground))
        kind, stamp = self._token(space)
        if kind >= 0:
            faded = not here and pads.dim >> space & 1
            ink = "cursor_ink" if here else "texture" if faded else FLOWERS[kind]
            if stamp and not here and not faded:
                self._paint_token(region, kind, stamp, palette.style("stamp_ink", f"dark_{FLOWERS[kind]}", "bold"))
            else:
                self._paint_token(region, kind, stamp, palette.style(ink, ground, "bold" if here else ""))
        self._paint_earnings(region, space, palette.style("cursor_ink" if here else "pays", ground, "bold"))
        if mark := self.marks.get(space):
            self.canvas.draw_text(
                region.x, region.y, mark, palette.style("cursor_ink" if here else "new", ground, "bold")
            )

    def _token(self, space: int) -> tuple[int, bool]:
        """Return the token that lies on a space, or would lie there."""
        pads = self.pads
        if pads.ghost is not None and pads.ghost.space == space:
            return pads.ghost.kind, pads.ghost.stamp
        kinds = [kind for kind, mask in enumerate(pads.flowers) if mask >> space & 1]
        return (kinds[0] if kinds else -1), bool(pads.stamps >> space & 1)

    def _paint_token(self, region: Region, kind: int, stamp: bool, style: Style) -> None:
        """Draw a token with its letter in the middle: small for a flower, capital on a stamp."""
        drawing = (art.LARGE_FLOWERS if self.large else art.SMALL_FLOWERS)[kind]
        width, height = len(drawing[0]), len(drawing)
        inner = Region(region.x + (region.width - width) // 2, region.y + (region.height - height) // 2, width, height)
        letter = FLOWER_LETTERS[kind]
        heart = (inner.x + width // 2, inner.y + height // 2)
        if stamp:
            self.canvas.draw_lines(inner.x, inner.y, art.stamp(width, height), style)
            self.canvas.draw_text(*heart, letter.upper(), style)
            return
        if self.plain:
            drawing = self._plain_flower(inner, kind)
        self.canvas.draw_lines(inner.x, inner.y, drawing, style)
        if not self.plain:
            self.canvas.draw_text(*heart, letter, style)

    def _plain_flower(self, inner: Region, kind: int) -> tuple[str, ...]:
        """Return the first letters of a flower's name in brackets, for ASCII."""
        blank = " " * inner.width
        name = FLOWERS[kind][: 5 if self.large else 1]
        rows = [blank] * inner.height
        rows[inner.height // 2] = f"({name})".center(inner.width)
        return tuple(rows)

    def _paint_earnings(self, region: Region, space: int, style: Style) -> None:
        """Draw small signs at the right: above if the pad's own goal pays, below if the pattern does."""
        side = space // SPACES
        if self.pads.pays[side] >> space & 1:
            self.canvas.draw_text(region.right - 1, region.y, self.signs[side], style)
        if self.pads.pays[2] >> space & 1:
            self.canvas.draw_text(region.right - 1, region.bottom - 1, "■", style)

    def _paint_figurine(self, target: Target, figurine: int) -> None:
        pads, region = self.pads, self.areas[target]
        here = self.cursor == target
        shines = pads.lit_figurine == figurine or pads.named == figurine
        ink, ground = ("cursor_ink", "cursor") if here else ("accent_ink", "accent") if shines else ("figurine", "pad")
        style = self.palette.style(ink, ground, "bold" if here or shines else "")
        name = FIGURINES[figurine]
        if not self.large:
            self.canvas.draw_text(region.x, region.y, name.center(region.width), style)
            return
        self.canvas.fill(region, style)
        if self.plain:
            self.canvas.draw_text(region.x, region.y + 1, name.center(region.width), style)
            return
        x = region.x + (region.width - len(name) - 6) // 2
        self.canvas.draw_lines(x, region.y, art.FIGURINES[figurine], style)
        self.canvas.draw_text(x + 6, region.y + 1, name, style)
