"""The strip of Mezo's map that stays while a conflict has the place of the map: who is how strong in every region."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from themes import Palette
from tui.games.mezo.art import Signs
from tui.games.mezo.conflict import ConflictContents
from tui.games.mezo.ranks import figures, piece_texts
from tui.games.mezo.scenery import draw_scenery
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip

#: The rows of a small map's field beside those of its tribes: the name, and its landscape.
_STRIP_REST = 3
#: From so many rows on the strip of the map has air.
_AIRY = 30


def strip_rows(state: MezoState, is_broad: bool = False) -> list[list[int]]:
    """Return the regions that are in play in rows as they lie on the map: two or three a row; broad, three."""
    if is_broad:
        rows = [[r for r in row if state.live >> r & 1] for row in ((0, 1, 2), (3, 4, 5))]
        return [row for row in rows if row]
    rows = [[r for r in row if state.live >> r & 1] for row in ((0, 1, 2), (3, 4), (5,))]
    if len(rows[1]) < 2 and rows[2]:
        rows = [rows[0], [*rows[2], *rows[1]] if rows[1] == [4] else [*rows[1], *rows[2]]]
    return [row for row in rows if row]


def strip_areas(
    state: MezoState, rows: Sequence[Sequence[int]], area: Region, height: int, gap: int = 1
) -> dict[int, Region]:
    """Return fields of this height for rows of regions, from the top of an area down."""
    found = {}
    for number, row in enumerate(rows):
        needed = [max(len(names.region(region)) + 1, 3 * state.players - 1) for region in row]
        if sum(needed) + len(row) > area.width:
            needed = [max(len(names.region(region)) + 1, 2 * state.players) for region in row]
        spare = max(0, area.width - sum(needed) - len(row)) // len(row)
        x = area.x
        for region, width in zip(row, needed, strict=True):
            found[region] = Region(x, area.y + number * (height + gap), width + spare, height)
            x += width + spare + 1
    return found


class Strip(NamedTuple):
    """Where the regions are drawn while a conflict has the map's place: beside it, or in the last rows below it."""

    areas: Mapping[int, Region]
    is_below: bool = False
    #: The rows that the conflict leaves to it.
    rows: int = 0


def strip(state: MezoState, side: Region, listed: int, board: Region) -> Strip:
    """Return the strip of the map; below a list of so many rows there is a small map, if the side has room for it."""
    rows = strip_rows(state)
    if not listed:
        return Strip(strip_areas(state, rows, side, 2))
    room = side.height - listed - 1
    height = min(_STRIP_REST + state.players, (room + 1) // len(rows) - 1)
    if height >= 2:
        height = height if height > _STRIP_REST else 2
        area = Region(side.x, side.y + listed + 1, side.width, room)
        return Strip(strip_areas(state, rows, area, height))
    rows, gap = strip_rows(state, is_broad=True), int(board.height >= _AIRY)
    taken = len(rows) * (2 + gap)
    area = Region(board.x + 1, board.bottom - taken + gap, board.width - 1, taken)
    return Strip(strip_areas(state, rows, area, 2, gap), is_below=True, rows=taken)


class StripPainter:
    """Painter of the regions as small fields: who is how strong where, which gods are present, what is done."""

    def __init__(self, canvas: Canvas, palette: Palette, signs: Signs, fight: ConflictContents, in_lines: bool) -> None:
        self.canvas, self.palette, self.signs, self.fight = canvas, palette, signs, fight
        #: Whether there are no landscapes, because colours or block characters are missing.
        self.in_lines = in_lines

    def paint(self, areas: Mapping[int, Region], grounds: Sequence[str], done: Sequence[bool]) -> None:
        for region, area in areas.items():
            self._paint_field(region, area, grounds[region], done[region])

    def paint_key(self, x: int, y: int) -> None:
        """Draw what the letters and signs in the fields mean."""
        letter, first = self.fight.letters[0], self.fight.players[0]
        text = f"{letter}3 = {first}'s strength 3  {self.signs.god} god"
        width = self.canvas.width - x
        text = text if len(text) <= width else f"{letter}3 = strength 3  {self.signs.god} god present"
        self.canvas.draw_text(x, y, clip(text, width), self.palette.style("dim"))

    def _paint_field(self, region: int, area: Region, ground: str, is_done: bool) -> None:
        state, palette = self.fight.after, self.palette
        here = region == state.conflict
        self.canvas.fill(area, palette.style("stone_ink", ground))
        free = area.height - 1 - len(self._seats_in(region))
        if free > 1 and not self.in_lines:
            draw_scenery(self.canvas, palette, region, area, ground, 1)
        if here:
            self.canvas.fill(Region(area.x, area.y, area.width, 1), palette.style("blood_ink", "blood"))
        ink, on = ("blood_ink", "blood") if here else ("stone_dim" if is_done else "stone_ink", ground)
        name = names.region(region)
        if is_done:
            name += " ✓" if len(name) + 2 <= area.width else "✓"
        self.canvas.draw_text(area.x, area.y, clip(name, area.width), palette.style(ink, on, "bold"))
        gods = [seat for seat in range(state.players) if state.presence(seat) >> region & 1]
        y, on = (area.y, on) if len(name) + len(gods) <= area.width else (area.y + 1, ground)
        x = area.right - len(gods)
        for seat in gods:
            x = self.canvas.draw_text(x, y, self.signs.god, palette.style(f"seat{seat + 1}", on, "bold"))
        if free > 0 and area.height > 2:
            self._paint_ranks(region, area, ground, len(gods) * (y > area.y))
        else:
            self._paint_strengths(region, Region(area.x, area.y + 1, area.width, 1), ground, len(gods) * (y > area.y))

    def _seats_in(self, region: int) -> list[int]:
        """Return the tribes that have pieces in a region."""
        after = self.fight.after
        return [seat for seat in range(after.players) if any(n for _, n in figures(after, seat, region, self.signs))]

    def _paint_ranks(self, region: int, area: Region, ground: str, taken: int) -> None:
        """Draw a row for every tribe there: its letter, its strength and its pieces; not where the first row is taken.

        The leader's letter and strength are on its own colour.
        """
        found = standings(self.fight.after, region)
        for y, seat in enumerate(self._seats_in(region), area.y + 1):
            style = self.palette.style(f"seat{seat + 1}", ground, "bold")
            number = self.palette.style("badge", f"dark_{seat + 1}", "bold") if found.winner == (seat,) else style
            strength = str(found.strengths[seat])
            x = self.canvas.draw_text(area.x, y, f"{self.fight.letters[seat]}{strength}", number) + 1
            parts = [part for part in figures(self.fight.after, seat, region, self.signs) if part[1]]
            room = area.right - x - taken * (y == area.y + 1)
            self.canvas.draw_text(x, y, clip("".join(piece_texts(parts, room)), room), style)

    def _paint_strengths(self, region: int, area: Region, ground: str, taken: int) -> None:
        """Draw the strength of every tribe that has any; the leader's on its own colour; not in the columns taken."""
        found = standings(self.fight.after, region)
        texts = {seat: f"{self.fight.letters[seat]}{n}" for seat, n in enumerate(found.strengths) if n}
        gap = int(sum(map(len, texts.values())) + len(texts) - 1 + bool(taken) <= area.width - taken)
        x = area.x
        for seat, text in texts.items():
            style = (
                ("badge", f"dark_{seat + 1}", "bold") if found.winner == (seat,) else (f"seat{seat + 1}", ground, "")
            )
            x = self.canvas.draw_text(x, area.y, text, self.palette.style(*style)) + gap
