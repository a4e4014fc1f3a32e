"""The flood of Mazaytsy on the board: shore, cards, hares, boats, and what a choice would do to them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region, Size

import themes
from core.games.mazaytsy.components import FISH, FLOW, FUNNEL, LOG, PLAIN, SIDE, STRAIGHT, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.hares import worths
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.names import ARROWS
from core.games.mazaytsy.view import CELLS
from core.games.mazaytsy.view.highlights import NOTHING, GhostBoat, GhostCard, Highlights
from core.view import Target
from tui.games.mazaytsy.art import (
    BOWS,
    BOXES,
    CHEEKS,
    HOLLOW_BOWS,
    HULL,
    DrawingPart,
    DrawingSize,
    boat,
    card_rows,
    card_strip,
    hare,
    plain,
    scale_of,
    tiny_boat,
)
from tui.widgets.canvas import Canvas

#: The roles of each kind's background and of its drawing.
GROUNDS = {
    FISH: ("water", "fish_ink"),
    PLAIN: ("water", "water_ink"),
    LOG: ("water", "water_ink"),
    THICKET: ("thicket", "thicket_ink"),
    WHIRLPOOL: ("deep", "deep_ink"),
    SWAMP: ("swamp", "swamp_ink"),
    FUNNEL: ("deep", "deep_ink"),
    STRAIGHT: ("stream", "stream_ink"),
    SIDE: ("stream", "stream_ink"),
}

SOUTH = 4

#: More hares than this on one card are counted instead of shown.
_DIGITS = 6
#: So many boats and hares on one card are drawn in full.
_SIDE_BY_SIDE = 2


class WaterLayout(NamedTuple):
    """The number of cards in a row, their size, and where the first of them begins."""

    side: int
    left: int
    top: int
    width: int
    height: int

    @property
    def columns(self) -> int:
        """The width of the water with its shores."""
        return 2 * self.left + self.side * self.width


#: The columns of shore on either side of the water, by its width.
_SHORES = {5: 3, 6: 2}

#: The largest height of a card.
_HIGHEST = 9


def water_layout(side: int, room: Size) -> WaterLayout:
    """Return the largest cards for this room, about as high as they are wide to the eye, and never less than 7x3."""
    left = _SHORES[side]
    widest = max(7, (room.width - 2 * left) // side)
    height = max(3, min(_HIGHEST, (room.height - 1) // side, widest * 4 // 7))
    top = 2 if room.height - side * height > 2 else 1
    return WaterLayout(side, left, top, min(widest, (12 * height + 4) // 5), height)


@cache
def card_areas(lay: WaterLayout) -> Mapping[Target, Region]:
    """Return the regions of the cards on the canvas."""
    found = {}
    for target in CELLS[lay.side]:
        row, column = divmod(target.number, lay.side)
        found[target] = Region(lay.left + column * lay.width, lay.top + row * lay.height, lay.width, lay.height)
    return found


class WaterChanges(NamedTuple):
    """Marks on cards that others changed, the highlighted cards, and wakes: the boat that has passed a card."""

    marks: Mapping[Target, str] = {}
    highlighted: Sequence[Target] = ()
    wakes: Mapping[int, int] = {}


class CardContents(NamedTuple):
    """The contents of a card: boats (seat, bow, whether it is a ghost) and the worths of hares."""

    boats: list[tuple[int, int, bool]]
    hares: list[int]


class WaterPainter:
    """Painter of the flood on a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: themes.Palette,
        ascii: bool,
        state: MazaytsyState,
        letters: Sequence[str],
        areas: Mapping[Target, Region],
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.state = state
        #: The letters of the players on their boats.
        self.letters = letters
        self.cards = [areas[target] for target in CELLS[state.side]]
        self.scale = scale_of(self.cards[0].height)

    def paint(self, cursor: Target | None, shown: Highlights, reach: frozenset[int], effect: WaterChanges) -> None:
        """Draw the flood, with what the cursor points at and what the choice there would bring."""
        self.paint_still(reach, effect)
        self.paint_touched(cursor, shown, reach, effect)

    def paint_still(self, reach: frozenset[int], effect: WaterChanges) -> None:
        """Draw the flood as it is."""
        self._paint_shore()
        for cell in range(len(self.cards)):
            self._paint_whole_card(cell, None, NOTHING, reach, effect)

    def paint_touched(
        self, cursor: Target | None, shown: Highlights, reach: frozenset[int], effect: WaterChanges
    ) -> None:
        """Draw the cards anew that the cursor or the choice there changes."""
        for cell, target in enumerate(CELLS[self.state.side]):
            if target == cursor or self._is_touched(cell, shown):
                self._paint_whole_card(cell, cursor, shown, reach, effect)
        for cell, way in shown.arrows:
            self._paint_pointer(cell, way, ARROWS[way], self._things(cell, shown))
        if (turn := self._turn(shown)) is not None:
            self._paint_pointer(turn.cell, 2 * turn.bow, HOLLOW_BOWS[turn.bow], self._things(turn.cell, shown))
        for cell in shown.lost:
            region = self.cards[cell]
            self._write(region.right - 1, region.bottom - 1, "×", self.solid("accent_ink", "bad"))

    def paint_jump(self, cell: int, seat: int, worths: Sequence[int], frame: int) -> None:
        """Draw a card on which hares jump aboard a boat: first they sit beside it, then above it."""
        there, region = self._things(cell, NOTHING), self.cards[cell]
        self._paint_cell(cell, "mark", NOTHING, calm=True)
        if not frame:
            self._paint_things(cell, "mark", CardContents(there.boats, [*worths, *there.hares]))
            return
        self._paint_things(cell, "mark", CardContents(there.boats, []))
        scale = self._scale_for(region, len(there.boats))
        x = self._places(region, scale, 1)[0]  # the boat may be alone, or have gone on
        seats = [boat_seat for boat_seat, _, _ in there.boats]
        if seat in seats and len(seats) == _SIDE_BY_SIDE:
            x = self._places(region, scale, _SIDE_BY_SIDE)[seats.index(seat)]
        for worth in worths:
            for stroke in hare(worth, scale, self.ascii):
                self._paint_stroke(x, region.y, stroke, "hare", "hare_ink", "mark")

    def _is_touched(self, cell: int, shown: Highlights) -> bool:
        """Whether a card looks otherwise with what is highlighted."""
        would_lie = shown.laid is not None and shown.laid.cell == cell
        would_sail = shown.ghost is not None and shown.ghost.cell == cell  # to it, or turn on it
        return cell in shown.highlighted or cell in shown.named or would_lie or would_sail

    def _paint_whole_card(
        self, cell: int, cursor: Target | None, shown: Highlights, reach: frozenset[int], effect: WaterChanges
    ) -> None:
        target = CELLS[self.state.side][cell]
        ground = "mark" if cell in shown.highlighted or target in effect.highlighted else ""
        is_cursor = target == cursor and target not in effect.highlighted
        # What the choice brings here lights the card; a cursor that only points at it frames it.
        is_meant = bool(ground) or (shown.laid is not None and shown.laid.cell == cell)
        ground = "cursor" if is_cursor and is_meant else ground
        there = self._things(cell, shown)
        self._paint_cell(cell, ground, shown, bool(there.boats or there.hares))
        if is_cursor and not is_meant:
            self._paint_frame(cell)
        self._paint_signs(cell, ground, cell in reach and not is_cursor)
        self._paint_news(cell, target, ground, effect)
        self._paint_things(cell, ground, there)

    def solid(self, ink: str, on: str) -> Style:
        """Return the style of a piece: without colours it is reversed, so that it stands out from its card."""
        return self.palette.style(ink, on, "bold reverse" if self.palette.mode == themes.MONO else "bold")

    def _piece(self, ink: str, colour: str, on: str) -> Style:
        """Return the style of a piece on a ground: without colours a lit one is reversed, and the piece is not."""
        if self.palette.mode == themes.MONO and on in ("cursor", "mark"):
            return self.palette.style(ink, colour, "bold")
        return self.solid(ink, colour)

    def _write(self, x: int, y: int, text: str, style: Style) -> None:
        self.canvas.draw_text(x, y, plain(text) if self.ascii else text, style)

    # Shore and cards

    def _paint_shore(self) -> None:
        canvas, side = self.canvas, self.state.side
        style = self.palette.style("shore_ink", "shore")
        tuft = "," if self.ascii else "╵"
        grass = (tuft + " " * 10) * (canvas.width // 11 + 2)
        for y in range(canvas.height):
            canvas.draw_text(0, y, grass[-4 * y % 11 :][: canvas.width], style)  # shifted: the tufts form no column
        names = self.palette.style("shore_name", "shore", "bold")
        for step in range(side):
            region = self.cards[step * (side + 1)]
            canvas.draw_text(region.x, self.cards[0].y - 1, f"{'abcdef'[step]:^{region.width}}", names)
            canvas.draw_text(0, region.y + region.height // 2, f"{step + 1:>{self.cards[0].x - 1}} ", names)

    def _paint_cell(self, cell: int, ground: str, shown: Highlights, calm: bool) -> None:
        """Draw a card as it is, or as it would be, with its strip highlighted if its kind is named."""
        laid = shown.laid if shown.laid and shown.laid.cell == cell else None
        self._paint_card(cell, ground, laid, calm)
        if cell in shown.named and not ground:
            region = self.cards[cell]
            self.canvas.restyle(Region(region.x, region.y, region.width, 1), self.palette.style("mark_ink", "mark"))

    def _paint_card(self, cell: int, ground: str, laid: GhostCard | None, calm: bool) -> None:
        """Draw a card, or the one that would be placed here; only its strip beneath boats and hares."""
        face = self.state.field[cell]
        kind, way = face >> 3, FLOW[face]
        if laid:
            kind = laid.card >> 1
            way = FLOW[laid.card * 4 + laid.turn] if laid.turn >= 0 else -1
        row, column = divmod(cell, self.state.side)
        own_ground, ink = GROUNDS[kind]
        on = ground or f"{own_ground}_{'ab'[(row + column) % 2]}"
        ink = f"{ground}_ink" if ground else ink
        region = self.cards[cell]
        canvas = self.canvas
        style = self.palette.style(ink, on)
        canvas.fill(region, style)
        if calm:
            canvas.draw_text(region.x, region.y, card_strip(kind, way, region.width, self.ascii), style)
        else:
            canvas.draw_lines(region.x, region.y, card_rows(kind, way, region.width, region.height, self.ascii), style)
        if kind == LOG:
            bark = card_rows(kind, way, region.width, region.height, self.ascii)[: 1 if region.height < 5 else 2]
            canvas.draw_lines(region.x, region.y, bark, self.palette.style("log_ink", "log"))

    def _paint_signs(self, cell: int, ground: str, reached: bool) -> None:
        """Draw small signs in the corners: which cards can be reached, which hares will sink."""
        region = self.cards[cell]
        s = self.state
        on = self._on(cell, ground)
        if reached and not ground:
            style = self.palette.style("ink", on, "bold")
            corners = ("┏", "┓", "┗", "┛") if not self.ascii else ("+", "+", "+", "+")
            self._write(region.x, region.y, corners[0], style)
            self._write(region.right - 1, region.y, corners[1], style)
            self._write(region.x, region.bottom - 1, corners[2], style)
            self._write(region.right - 1, region.bottom - 1, corners[3], style)
        for seat, mire in enumerate(s.mires):
            if mire == cell and s.hares[cell]:
                self._write(region.x, region.y, f"{self.letters[seat]}↓", self.solid("boat_ink", f"boat{seat + 1}"))

    def _paint_frame(self, cell: int) -> None:
        """Draw thick sides around the card under the cursor, which keep what is on it."""
        region, style = self.cards[cell], self.palette.style("ink", self._on(cell, ""), "bold")
        middle = region.height - 2
        left, right = f"▛{'▌' * middle}▙", f"▜{'▐' * middle}▟"
        if self.ascii:
            left, right = "[" * region.height, "]" * region.height
        self.canvas.draw_lines(region.x, region.y, left, style)
        self.canvas.draw_lines(region.right - 1, region.y, right, style)

    def _paint_news(self, cell: int, target: Target, ground: str, effect: WaterChanges) -> None:
        """Draw the mark of a change in the upper corner; in the lower one, which boat has passed."""
        region, on = self.cards[cell], self._on(cell, ground)
        if target in effect.marks:
            bark = self.state.field[cell] >> 3 == LOG
            ink, upper = ("log_ink", "log") if bark else (f"{ground}_ink" if ground else "new", on)
            self._write(region.right - 1, region.y, effect.marks[target], self.palette.style(ink, upper, "bold"))
        if cell in effect.wakes and cell not in self.state.boats:
            style = self.palette.style(f"{ground}_ink" if ground else f"boat{effect.wakes[cell] + 1}", on, "bold")
            self._write(region.right - 1, region.bottom - 1, "○", style)

    def _turn(self, shown: Highlights) -> GhostBoat | None:
        """Return the boat that would stay on its card with another bow."""
        ghost = shown.ghost
        if ghost is None or self.state.boats[ghost.seat] != ghost.cell or self.state.bows[ghost.seat] == ghost.bow:
            return None
        return ghost

    def _paint_pointer(self, cell: int, way: int, sign: str, there: CardContents) -> None:
        """Draw a sign at the edge of a card: an arrow where something goes that way, a bow that would point there."""
        region = self.cards[cell]
        dx = (0, 1, 1, 1, 0, -1, -1, -1)[way]
        dy = (-1, -1, 0, 1, 1, 1, 0, -1)[way]
        if way == SOUTH and len(there.boats) + len(there.hares) not in (0, 2):
            # A boat or hare in the middle must stay readable.
            dx = 1
        x = region.x + (region.width // 2 if not dx else 0 if dx < 0 else region.width - 1)
        y = region.y + (region.height // 2 if not dy else 0 if dy < 0 else region.height - 1)
        self._write(x, y, sign, self.solid("accent_ink", "accent"))

    # Boats and hares

    def _things(self, cell: int, shown: Highlights) -> CardContents:
        """Return the contents of a card, with what the choice under the cursor would bring there.

        A boat that would stay is drawn as it is.
        """
        s, ghost = self.state, shown.ghost
        boats = [(seat, s.bows[seat], False) for seat in range(s.players) if s.boats[seat] == cell]
        if ghost and ghost.cell == cell != s.boats[ghost.seat]:
            boats.append((ghost.seat, ghost.bow, True))
        bunch = s.hares[cell]
        if shown.laid and shown.laid.cell == cell:
            bunch += shown.laid.hares
        return CardContents(boats, worths(bunch))

    def _on(self, cell: int, ground: str) -> str:
        row, column = divmod(cell, self.state.side)
        return ground or f"{GROUNDS[self.state.field[cell] >> 3][0]}_{'ab'[(row + column) % 2]}"

    def _paint_things(self, cell: int, ground: str, there: CardContents) -> None:
        if len(there.boats) + len(there.hares) <= _SIDE_BY_SIDE:
            self._paint_large(cell, ground, there)
        elif not self._paint_herd(cell, ground, there) and not self._paint_crowd(cell, ground, there):
            self._paint_compact(cell, ground, there)

    def _paint_large(self, cell: int, ground: str, there: CardContents) -> None:
        """Draw one or two boats and hares in full."""
        region = self.cards[cell]
        number = len(there.boats) + len(there.hares)
        scale = self._scale_for(region, number)
        y = region.bottom - BOXES[scale][1]
        places = self._places(region, scale, number)
        alone = number == 1
        for x, (colour, ink, strokes) in zip(
            places, self._drawings(there, scale, self._on(cell, ground), alone), strict=False
        ):
            if alone:  # a long boat is wider than its box
                x = region.x + (region.width - max(stroke.x + len(stroke.text) for stroke in strokes)) // 2
            for stroke in strokes:
                self._paint_stroke(x, y, stroke, colour, ink, self._on(cell, ground))

    def _scale_for(self, region: Region, number: int) -> DrawingSize:
        """Return how large so many boats and hares are drawn on a card."""
        return DrawingSize.SMALL if number > 1 and 2 * BOXES[self.scale][0] > region.width else self.scale

    def _places(self, region: Region, scale: DrawingSize, number: int) -> list[int]:
        """Return the columns in which one or two boats and hares begin."""
        width = BOXES[scale][0]
        if number == 1:
            return [region.x + (region.width - width) // 2]
        gap = max(0, (region.width - 2 * width) // 3)
        return [region.x + gap, region.right - gap - width]

    def _paint_herd(self, cell: int, ground: str, there: CardContents) -> bool:
        """Draw many boats and hares small, in rows from below; return whether there is room for them."""
        region, (width, height) = self.cards[cell], BOXES[DrawingSize.SMALL]
        things = self._drawings(there, DrawingSize.SMALL, self._on(cell, ground))
        across = region.width // width
        rows = -(-len(things) // across)
        if rows * height >= region.height:
            return False
        for row in range(rows):
            line = things[row * across : (row + 1) * across]
            step = width + (len(line) * (width + 1) <= region.width)
            left = region.x + (region.width - len(line) * step + step - width) // 2
            for place, (colour, ink, strokes) in enumerate(line):
                for stroke in strokes:
                    x, y = left + place * step, region.bottom - (rows - row) * height
                    self._paint_stroke(x, y, stroke, colour, ink, self._on(cell, ground))
        return True

    def _paint_crowd(self, cell: int, ground: str, there: CardContents) -> bool:
        """Draw small boats, and right of them an ear and a number for each hare; return whether there is room."""
        region, on = self.cards[cell], self._on(cell, ground)
        boats, hares = there.boats, there.hares
        length = 3 if len(boats) == 1 else 2
        pitch = 1 if boats else 2
        gap = 1 if boats and hares else 0
        width = len(boats) * length + gap + pitch * len(hares)
        has_ghost = any(ghost for _, _, ghost in boats)
        if self.ascii or width > region.width or (has_ghost and self.palette.mode == themes.MONO):
            return False
        x, y = region.x + (region.width - width + 1) // 2, region.bottom - 2
        for seat, bow, ghost in boats:
            colour, ink = _boat_roles(seat, ghost, on)
            letter = self.letters[seat]
            drawn = boat(letter, bow, DrawingSize.SMALL, False) if length > 2 else tiny_boat(letter, bow)
            for stroke in drawn:
                self._paint_stroke(x, y, stroke, colour, ink, on)
            x += length
        ears = self.palette.style(f"{on}_ink" if on in ("cursor", "mark") else "hare", on, "bold")
        for number, worth in enumerate(hares):
            at = x + gap + pitch * number
            self.canvas.draw_text(at, y, "▌", ears)
            self.canvas.draw_text(at, y + 1, str(worth), self._piece("hare_ink", "hare", on))
        return True

    def _drawings(
        self, there: CardContents, scale: DrawingSize, on: str, alone: bool = False
    ) -> list[tuple[str, str, Sequence[DrawingPart]]]:
        """Return boats and hares with the roles of their colours; without colours a ghost is an outline."""
        boats = []
        for seat, bow, ghost in there.boats:
            in_letters = self.ascii or (ghost and self.palette.mode == themes.MONO)
            drawn = boat(self.letters[seat], bow, scale, in_letters, ghost, alone)
            boats.append((*_boat_roles(seat, ghost, on), drawn))
        return boats + [("hare", "hare_ink", hare(worth, scale, self.ascii)) for worth in there.hares]

    def _paint_stroke(self, x: int, y: int, stroke: DrawingPart, colour: str, ink: str, on: str) -> None:
        if stroke.solid:
            style = self._piece(ink, colour, on)
        else:
            # Ears and outlines are hard to see on a bright ground: there they get its text colour. Cheeks belong to a
            # head, and a hull shows whose boat it is.
            is_body = stroke.text in CHEEKS if colour == "hare" else stroke.text[0] in HULL
            lit = on in ("cursor", "mark") and not is_body
            style = self.palette.style(f"{on}_ink" if lit else colour, on, "bold")
        self.canvas.draw_text(x + stroke.x, y + stroke.y, stroke.text, style)

    def _paint_compact(self, cell: int, ground: str, there: CardContents) -> None:
        """Draw many boats and hares: boats as a letter with its bow, hares as their worths under a pair of ears."""
        region = self.cards[cell]
        x = region.x + (region.width - 2 * min(3, len(there.boats))) // 2
        y = region.bottom - (2 if there.hares or len(there.boats) > 3 else 1)
        for number, (seat, bow, ghost) in enumerate(there.boats):
            style = self.palette.style("mark_ink", "mark") if ghost else self.solid("boat_ink", f"boat{seat + 1}")
            self._write(x + 2 * (number % 3), y + number // 3, f"{self.letters[seat]}{BOWS[bow]}", style)
        if there.hares:
            shown = there.hares if len(there.hares) <= _DIGITS else there.hares[: _DIGITS - 1]
            text = "".join(map(str, shown)) + ("+" if len(shown) < len(there.hares) else "")
            middle = region.right - len(text) if len(there.boats) > 3 else region.x + (region.width - len(text)) // 2
            if not there.boats:  # the ears of the one in front
                x = region.x + (region.width - 3) // 2
                ears = hare(shown[0], DrawingSize.SMALL, self.ascii)[0]
                self._paint_stroke(x, region.bottom - 2, ears, "hare", "hare_ink", self._on(cell, ground))
            self._write(middle, region.bottom - 1, text, self.solid("hare_ink", "hare"))


def _boat_roles(seat: int, ghost: bool, on: str) -> tuple[str, str]:
    """Return the roles of a boat's hull and letter; where it would be, it has a colour that no boat has."""
    if not ghost:
        return f"boat{seat + 1}", "boat_ink"
    return ("cursor", "cursor_ink") if on == "mark" else ("mark", "mark_ink")
