"""Two porcelain pads as a picture: where everything lies, and how it is drawn."""

from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.gzhel.components import FIGURINES, FLOWER_LETTERS, FLOWERS, SEATS, SIDES, SIZE, SPACES, Face
from themes import Look
from tui.games import gzhel_art as art
from tui.widgets.picture import Picture

#: The places between the spaces, as column and row of the space at their upper left: corners, then middle.
PLACES = ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1))


def signs(plain: bool) -> str:
    """The signs of the diamond pad, the circle pad and the pattern."""
    return "DC#" if plain else "◆●▦"


class Figurine(NamedTuple):
    """A place of the cursor: the figurine that stands on a place of a pad."""

    side: int
    place: int


class Layout(NamedTuple):
    """The measures of the pads: spaces, the glaze between them, and where the first pad begins."""

    width: int
    height: int
    gap_x: int
    gap_y: int
    left: int = 1

    @property
    def pad_width(self) -> int:
        return SIZE * self.width + (SIZE - 1) * self.gap_x + 2

    @property
    def pad_height(self) -> int:
        return SIZE * self.height + (SIZE - 1) * self.gap_y + 2

    def pad(self, side: int) -> Region:
        """A pad with its frame."""
        return Region(self.left + side * (self.pad_width + 1), 0, self.pad_width, self.pad_height)

    def space(self, space: int) -> Region:
        pad = self.pad(space // SPACES)
        row, column = divmod(space % SPACES, SIZE)
        x = pad.x + 1 + column * (self.width + self.gap_x)
        return Region(x, 1 + row * (self.height + self.gap_y), self.width, self.height)

    def block(self, side: int, place: int) -> Region:
        """The four spaces around a figurine with the glaze between them."""
        column, row = PLACES[place]
        first = self.space(side * SPACES + row * SIZE + column)
        return Region(first.x, first.y, 2 * self.width + self.gap_x, 2 * self.height + self.gap_y)

    def figurine(self, side: int, place: int) -> Region:
        block = self.block(side, place)
        aside = 1 if self.gap_y == 1 else 2
        return Region(block.x + aside, block.y + self.height, block.width - 2 * aside, self.gap_y)


SMALL = Layout(5, 3, 1, 1)
LARGE = Layout(9, 5, 1, 3)


class Pads(NamedTuple):
    """What is to be seen: what lies there, and what the choice under the cursor would change."""

    numbers: tuple[int, int]
    faces: tuple[Face, Face]
    flowers: list[int]
    stamps: int
    #: What the three goals pay: now, and with the choice under the cursor.
    now: tuple[int, int, int]
    then: tuple[int, int, int]
    #: The spaces that earn points, by goal.
    pays: tuple[int, int, int]
    #: The pattern that is asked for in this round; the figurine that was named, or -1.
    pattern: int
    named: int
    #: The figurine whose spaces are lit, or -1; other spaces that are lit; those that are out of the question.
    lit_figurine: int
    lit: int
    dim: int
    cursor: object
    #: A token that would lie under the cursor: its kind, and whether it is a stamp.
    ghost: tuple[int, bool] | None


def points_text(now: int, then: int) -> str:
    """ "4", or "4▸6" when a choice would change it."""
    return str(now) if now == then else f"{now}▸{then}"


class PadPainter:
    """Paints pads onto one picture."""

    def __init__(self, picture: Picture, look: Look, layout: Layout, plain: bool, pads: Pads) -> None:
        self.picture = picture
        self.look = look
        self.layout = layout
        self.plain = plain
        self.pads = pads
        self.large = layout.gap_y > 1
        self.signs = signs(plain)

    def paint(self) -> None:
        for side in range(2):
            self._paint_frame(side)
            self._paint_light(side)
        for space in range(2 * SPACES):
            self._paint_space(space)
        for side in range(2):
            for place in range(len(PLACES)):
                self._paint_figurine(side, place)

    def _paint_frame(self, side: int) -> None:
        """A rounded frame: the goal's points above, letters of columns below, numbers of rows at the left."""
        picture, look, region = self.picture, self.look, self.layout.pad(side)
        frame = look.style("frame")
        picture.frame(region, frame, round_=True)
        picture.fill(region.shrink((1, 1, 1, 1)), look.style("faint", "pad"))
        number = f"· pad {self.pads.numbers[side]} " if self.large or not any(self.pads.flowers) else ""
        title = f" {self.signs[side]} {SIDES[side]} {number}"
        picture.text(region.x + 2, 0, title, look.style("accent", attributes="bold"))
        now, then = self.pads.now[side], self.pads.then[side]
        changed = "good" if then > now else "bad" if then < now else "ink"
        text = f" {points_text(now, then)} "
        picture.right(region.right - 2, 0, text, look.style(changed, attributes="bold"))
        for step in range(SIZE):
            space = self.layout.space(side * SPACES + step * (SIZE + 1))
            letter = "abcdefgh"[SIZE * side + step]
            picture.text(space.x + space.width // 2, region.bottom - 1, letter, look.style("dim"))
            picture.text(region.x, space.y + space.height // 2, str(step + 1), look.style("dim"))

    def _paint_light(self, side: int) -> None:
        """The four spaces of a figurine become one bright plaque."""
        if self.pads.lit_figurine >= 0:
            place = self.pads.faces[side].seats.index(self.pads.lit_figurine)
            self.picture.fill(self.layout.block(side, place), self.look.style("mark_ink", "mark"))

    def _lit(self, space: int) -> bool:
        pads = self.pads
        if pads.lit_figurine >= 0:
            face = pads.faces[space // SPACES]
            return bool(SEATS[face.seats.index(pads.lit_figurine)] >> space % SPACES & 1)
        return bool(pads.lit >> space & 1)

    def _paint_space(self, space: int) -> None:
        """The texture of its pattern, the token upon it, and the signs of what it earns."""
        pads, look, region = self.pads, self.look, self.layout.space(space)
        here = pads.cursor == space
        ground = "cursor" if here else "mark" if self._lit(space) else "cell"
        pattern = pads.faces[space // SPACES].grid[space % SPACES]
        texture = "cursor_ink" if here else "wanted" if pattern == pads.pattern else "texture"
        weave = art.weave(pattern, region.width, region.height, self.plain)
        self.picture.lines(region.x, region.y, weave, look.style(texture, ground))
        kind, stamp = self._token(space)
        if kind >= 0:
            faded = not here and pads.dim >> space & 1
            ink = "cursor_ink" if here else "texture" if faded else FLOWERS[kind]
            if stamp and not here and not faded:
                self._paint_token(region, kind, stamp, look.style("stamp_ink", f"dark_{FLOWERS[kind]}", "bold"))
            else:
                self._paint_token(region, kind, stamp, look.style(ink, ground, "bold" if here else ""))
        self._paint_earnings(region, space, look.style("cursor_ink" if here else "pays", ground, "bold"))

    def _token(self, space: int) -> tuple[int, bool]:
        """What lies on a space, or would lie there."""
        pads = self.pads
        if pads.ghost is not None and pads.cursor == space:
            return pads.ghost
        kinds = [kind for kind, mask in enumerate(pads.flowers) if mask >> space & 1]
        return (kinds[0] if kinds else -1), bool(pads.stamps >> space & 1)

    def _paint_token(self, region: Region, kind: int, stamp: bool, style: Style) -> None:
        """A drawing with its letter in the heart; small for a flower, capital on a stamp."""
        inner = Region(region.x + 1, region.y, region.width - 2, region.height)
        letter = FLOWER_LETTERS[kind]
        heart = (inner.x + inner.width // 2, inner.y + inner.height // 2)
        if stamp:
            self.picture.lines(inner.x, inner.y, art.stamp(inner.width, inner.height), style)
            self.picture.text(*heart, letter.upper(), style)
            return
        drawing = (art.LARGE_FLOWERS if self.large else art.SMALL_FLOWERS)[kind]
        if self.plain:
            drawing = self._plain_flower(inner, kind)
        self.picture.lines(inner.x, inner.y, drawing, style)
        if not self.plain:
            self.picture.text(*heart, letter, style)

    def _plain_flower(self, inner: Region, kind: int) -> tuple[str, ...]:
        """The first letters of its name between brackets."""
        blank = " " * inner.width
        name = FLOWERS[kind][: 5 if self.large else 1]
        rows = [blank] * inner.height
        rows[inner.height // 2] = f"({name})".center(inner.width)
        return tuple(rows)

    def _paint_earnings(self, region: Region, space: int, style: Style) -> None:
        """Small signs at the right: the pad's own goal pays above, the pattern below."""
        side = space // SPACES
        if self.pads.pays[side] >> space & 1:
            self.picture.text(region.right - 1, region.y, self.signs[side], style)
        if self.pads.pays[2] >> space & 1:
            self.picture.text(region.right - 1, region.bottom - 1, "■", style)

    def _paint_figurine(self, side: int, place: int) -> None:
        pads = self.pads
        figurine = pads.faces[side].seats[place]
        region = self.layout.figurine(side, place)
        here = pads.cursor == Figurine(side, place)
        lit = pads.lit_figurine == figurine
        ink, ground = ("cursor_ink", "cursor") if here else ("mark_ink", "mark") if lit else ("figurine", "pad")
        style = self.look.style(ink, ground, "bold" if here or lit else "")
        if figurine == pads.named and not here:
            style = self.look.style("accent_ink", "accent", "bold")
        name = FIGURINES[figurine]
        if not self.large:
            self.picture.text(region.x, region.y, name.center(region.width), style)
            return
        self.picture.fill(region, style)
        if self.plain:
            self.picture.text(region.x, region.y + 1, name.center(region.width), style)
            return
        x = region.x + (region.width - len(name) - 6) // 2
        self.picture.lines(x, region.y, art.FIGURINES[figurine], style)
        self.picture.text(x + 6, region.y + 1, name, style)
