"""The map of Mezo: the land, its regions with pyramids and the ranks of the tribes, and the vertices with the gods."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from textual.geometry import Offset, Region

from core.games.mezo.components import ALTARS, CONSTANTS, GODS, REGIONS
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.text.board import fought
from core.view import Target
from themes import Palette
from tui.games.mezo.art import (
    PLAIN,
    PYRAMIDS,
    WRITTEN_PYRAMID,
    PyramidSize,
    Signs,
    Stone,
    draw_halves,
    draw_pyramid,
    told_signs,
    written_pyramid,
)
from tui.games.mezo.land import COAST, GROUNDS, ROAD, Land
from tui.games.mezo.ranks import FIGURES_RANK, RankPainter, figures
from tui.games.mezo.scenery import draw_ground, draw_scenery
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

Areas = dict[Target, Region]

#: The least columns of a rank beside a pyramid, in one row and in several.
_RANK, _TALL_RANK = 12, 19
#: The rows above the pyramid of a scene, at most.
_SKY = 2


def map_areas(land: Land, targets: Iterable[Target]) -> Areas:
    """Return the regions of the targets on the map; of a Desolate region its name."""
    found: Areas = {}
    for target in targets:
        match target:
            case Target("vertex", vertex) if (plate := land.vertices[vertex]) is not None:
                found[target] = plate
            case Target("region", region):
                field = land.fields[region]
                if field is not None:
                    found[target] = field
                else:
                    at = land.names[region]
                    found[target] = Region(at.x - 1, at.y, len(names.region(region)) + 2, 1)
    return found


class MapContents(NamedTuple):
    """What the map shows: the state, how a choice would change it, and what is marked."""

    state: MezoState
    #: With the pieces of the choice under the cursor in their new places.
    after: MezoState
    cursor: Target | None
    #: Where something can be done.
    targets: frozenset[Target]
    #: The regions in which a god has presence.
    seen: frozenset[int]
    #: The marks of what is new, and the highlighted targets.
    marks: Mapping[Target, str]
    counted: frozenset[Target]
    players: Sequence[str]
    letters: Sequence[str]
    #: The regions in which a pyramid is rising, and how far it has come.
    rising: Sequence[int] = ()
    frame: int = 0


class RegionPlan(NamedTuple):
    """How the rows of a region are used."""

    name_row: int
    #: Where what the altar gives is written: a line, or several.
    altar_at: Offset
    altar: Sequence[str]
    #: The row of the first rank, rows of a rank with what is free below it, and its columns.
    first_rank: int
    rank_step: int
    rank_rows: int
    rank_width: int
    pyramid: Region
    size: PyramidSize | None


def brief_lines(text: str, width: int) -> list[str]:
    """Return what a space gives, broken behind its comma or colon where it has no room in one line."""
    if len(text) <= width:
        return [text]
    mark = next((mark for mark in ",:" if mark in text), "")
    return (
        [f"{part}{mark}" for part in text.split(f"{mark} ")[:-1]] + text.split(f"{mark} ")[-1:]
        if mark
        else wrap(text, width)
    )


class MapPainter:
    """Painter of the map on a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        shown: MapContents,
        land: Land,
        signs: Signs,
        in_lines: bool,
        is_flat: bool,
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.shown = shown
        self.land = land
        self.signs = signs
        #: Whether borders are lines and pyramids letters, because colours or block characters are missing.
        self.in_lines = in_lines
        #: Whether all regions have the same ground, because sixteen colours have no dark ones to tell them apart.
        self.is_flat = is_flat

    def paint_land(self) -> None:
        """Draw what no choice and no cursor changes: coasts, roads, the sea and the landscapes."""
        self._paint_ground()
        self._paint_sea()
        for region, field in enumerate(self.land.fields):
            if field is not None:
                self._paint_field(region, field, "ground" if self.is_flat else GROUNDS[region])
        if self._key is not None:
            area, text = self._key
            style = self.palette.style("stone_dim", "ground" if self.is_flat else "plate")
            self.canvas.draw_text(area.x, area.y, text, style)

    def paint(self) -> None:
        """Draw what lies on the land."""
        self._paint_cursor()
        for region, field in enumerate(self.land.fields):
            if field is not None:
                self._paint_region(region, field)
            else:
                self._paint_desolate(region)
        for vertex, plate in enumerate(self.land.vertices):
            if plate is not None:
                self._paint_vertex(Target("vertex", vertex), plate)

    # The land

    def _paint_ground(self) -> None:
        """Draw sea, coasts and roads."""
        for y, row in enumerate(self.land.ground):
            for x, halves in enumerate(row):
                if halves is None:
                    continue
                if self.in_lines:
                    self._paint_line(x, y, halves)
                else:
                    draw_halves(self.canvas, self.palette, x, y, halves[:1], halves[1:])

    def _paint_cursor(self) -> None:
        """Draw the edge above the region under the cursor; a whole frame would be too much to send."""
        cursor = self.shown.cursor
        if cursor is None or cursor.kind != "region" or self.land.fields[cursor.number] is None:
            return
        edge = self.land.edge_above(cursor.number)
        halves = self.land.ground[edge.y][edge.x + 1]
        sign, on = ("━", "ground") if self.in_lines or halves is None else ("▄", halves[0])
        style = self.palette.style("cursor", on, "bold" if self.in_lines else "")
        self.canvas.draw_text(edge.x, edge.y, sign * edge.width, style)

    def _paint_line(self, x: int, y: int, halves: tuple[str, str]) -> None:
        if not {COAST, ROAD} & {*halves}:
            self.canvas.draw_text(x, y, " ", self.palette.style("ink", "water"))
            return
        fields = [field for field in self.land.fields if field is not None]
        beside = any(field.contains(x - 1, y) or field.contains(x + 1, y) for field in fields)
        below = any(field.contains(x, y - 1) or field.contains(x, y + 1) for field in fields)
        sign = "┼" if beside == below else "│" if beside else "─"
        self.canvas.draw_text(x, y, sign, self.palette.style("line"))

    def _paint_sea(self) -> None:
        """Draw waves, and where the sea is wide what the signs of the pieces mean."""
        sea = self.land.sea
        for y, row in enumerate(self.land.ground):
            for x in range(2, len(row) - 3):
                spot = (x * 31 + y * 57) % 89
                if spot < 2 and all(row[x + step] == ("water", "water") for step in (-1, 0, 1)):
                    self.canvas.draw_text(x, y, "~", self.palette.style("wave", "water"))
        told = told_signs(self.signs)
        if sea.width >= 14 and sea.height >= len(told):
            x = sea.x + (sea.width - 10) // 2
            y = sea.y + (sea.height - len(told)) // 2
            self.canvas.draw_lines(x, y, told, self.palette.style("stone_dim", "water"))

    @cached_property
    def _key(self) -> tuple[Region, str] | None:
        """Where on the coast in the south it is told what the vertices are, and the words; None without room."""
        y, sign = len(self.land.ground) - 1, self.signs.vertex
        for text in (f" {sign} vertex for a god ", f" {sign} vertex "):
            for x in range(self.canvas.width - len(text) - 1, 0, -1):
                area = Region(x, y, len(text), 1)
                if not self._is_covered(area.grow((0, 1, 0, 1))):
                    return area, text
        return None

    def _paint_desolate(self, region: int) -> None:
        at, target = self.land.names[region], Target("region", region)
        style = self.palette.style("waste_ink", "waste")
        if target == self.shown.cursor:
            style = self.palette.style("cursor_ink", "cursor")
        self.canvas.draw_text(at.x - 1, at.y, f" {names.region(region)} ", style)

    # Regions

    def _plan(self, region: int, field: Region) -> RegionPlan:
        """Return how the rows of a region are used: its name, its altar, a rank a tribe, and the pyramid."""
        players = self.shown.state.players
        above = field.height < 2 + players
        if above and (short := self._short_plan(region, field)) is not None:
            return short
        name_row = field.y - above
        altar = self._altar_lines(region, field)
        first = name_row + 1 + len(altar)
        rows = self._rank_rows
        size, pyramid = self._pyramid_place(field, first, rows * players, _TALL_RANK if self._is_tall else _RANK)
        is_beside = pyramid.y < first + rows * players and size is not None
        width = pyramid.x - field.x - 1 if is_beside else field.width - 1
        bottom = pyramid.y if size is not None and not is_beside else field.bottom
        step = min(rows + 1, max(rows, (bottom - first) // players)) if self._is_tall else rows
        altar_at = Offset(field.x + 1, name_row + 1)
        return RegionPlan(name_row, altar_at, altar, first + (step > rows), step, rows, width, pyramid, size)

    def _short_plan(self, region: int, field: Region) -> RegionPlan | None:
        """Return the plan for a field without a row for its altar: beside the name or the ranks; None if too narrow."""
        size, right = PYRAMIDS[-1], field.x + _RANK
        brief = self._brief_altar(region)
        name = len(names.region(region)) + 2 * fought(self.shown.state, region)
        beside_name = Region(field.x + name + 2, field.y, len(brief), 1)
        altar = brief_lines(brief, field.right - right)
        if beside_name.right <= field.right and not self._is_covered(beside_name):
            at, altar = beside_name.offset, [brief]
            size = next(each for each in PYRAMIDS if each.rows < field.height and each.base <= 9)
        elif max(map(len, altar)) <= field.right - right and "…" not in "".join(altar):
            at = Offset(right, field.y + 1)
        else:
            return None
        pyramid = Region(field.right - size.base, field.bottom - size.rows, size.base, size.rows)
        if pyramid.x < right:
            written = Region(field.right - WRITTEN_PYRAMID, field.bottom - 1, WRITTEN_PYRAMID, 1)
            return RegionPlan(field.y, at, altar, field.y + 1, 1, 1, _RANK, written, None)
        return RegionPlan(field.y, at, altar, field.y + 1, 1, 1, _RANK, pyramid, size)

    def _brief_altar(self, region: int) -> str:
        state = self.shown.state
        return f"Blessed: {CONSTANTS.blessed_vp} VP" if region == state.blessed else ALTARS[state.altars[region]].brief

    @cached_property
    def _is_tall(self) -> bool:
        """Whether there is room for ranks of two rows, with the names of the players, in every region."""
        rows = 2 * self.shown.state.players + 3
        fields = [field for field in self.land.fields if field is not None]
        return all(field.height >= rows and field.width >= _TALL_RANK + 5 for field in fields)

    @cached_property
    def _rank_rows(self) -> int:
        """The rows of a rank: one, with the name of the player two, and with figures of two rows three."""
        if not self._is_tall:
            return 1
        fields = [field for field in self.land.fields if field is not None]
        has_room = all(field.height >= FIGURES_RANK * self.shown.state.players + 4 for field in fields)
        return FIGURES_RANK if has_room and self.signs is not PLAIN else 2

    def _altar_lines(self, region: int, field: Region) -> list[str]:
        """Return what a region gives: in a few words, where there is room in full."""
        state = self.shown.state
        if region != state.blessed and self._tells_altar(region, field):
            return wrap(ALTARS[state.altars[region]].effect.text, field.width - 1)
        return brief_lines(self._brief_altar(region), field.width - 1)

    def _tells_altar(self, region: int, field: Region) -> bool:
        """Whether there is room for the altar's name and its whole text."""
        lines = wrap(ALTARS[self.shown.state.altars[region]].effect.text, field.width - 1)
        return self._is_tall and len(lines) < 3

    def _pyramid_place(
        self, field: Region, first: int, ranks: int, rank_width: int
    ) -> tuple[PyramidSize | None, Region]:
        """Return the largest size of a pyramid for which there is room below the ranks or beside them, and where."""
        for size in PYRAMIDS:
            is_below = field.bottom - first - ranks >= size.rows and field.width > size.base
            is_beside = field.width - size.base - 1 >= rank_width and field.bottom - first >= size.rows
            if is_below or is_beside:
                return size, Region(field.right - size.base - 1, field.bottom - size.rows, size.base, size.rows)
        return None, Region(field.right - WRITTEN_PYRAMID, field.bottom - 1, WRITTEN_PYRAMID, 1)

    def _paint_region(self, region: int, field: Region) -> None:
        """Draw a region: its altar, the tribes in ranks, and its pyramid."""
        ground = self._ground(region)
        plan = self._plan(region, field)
        if Target("region", region) in self.shown.counted:
            self._paint_field(region, field, ground)
        self._paint_pyramid(region, plan, ground)
        self._paint_name(region, field, plan)
        over = fought(self.shown.state, region)
        ink = "stone_dim" if over else "good" if region == self.shown.state.blessed else "accent"
        style = self.palette.style(ink, ground)
        altar = [clip(line, field.right - plan.altar_at.x) for line in plan.altar]
        self.canvas.draw_lines(*plan.altar_at, altar, style)
        found = standings(self.shown.after, region)
        seats = self._ranks(region)
        for number, seat in enumerate(seats):
            y = plan.first_rank + number * plan.rank_step
            area = Region(field.x, y, plan.rank_width, plan.rank_rows)
            RankPainter(self, region, seat, area, found, ground).paint()
        if not seats:
            style = self.palette.style("stone_dim", ground)
            self.canvas.draw_text(field.x + 1, plan.first_rank, "nobody here", style)

    def _ranks(self, region: int) -> list[int]:
        """Return the seats that have a rank here; those that only a choice would bring come last."""
        here = [seat for seat in range(self.shown.state.players) if self._has_rank(self.shown.state, seat, region)]
        after = [seat for seat in range(self.shown.state.players) if self._has_rank(self.shown.after, seat, region)]
        return [*here, *(seat for seat in after if seat not in here)]

    def _has_rank(self, state: MezoState, seat: int, region: int) -> bool:
        """Whether a tribe has pieces or presence here, or had them until lately."""
        if state.presence(seat) >> region & 1 or Target("rank", seat * REGIONS + region) in self.shown.marks:
            return True
        return any(number for _, number in figures(state, seat, region, self.signs))

    def paint_scene(self, region: int, area: Region) -> None:
        """Draw a region as a landscape in the last rows of an area, its pyramid as large as there is room for."""
        ground = self._ground(region)
        size = next((size for size in PYRAMIDS if size.rows <= area.height), None)
        if size is not None:
            height = min(area.height, size.rows + _SKY)
            area = Region(area.x, area.bottom - height, area.width, height)
        self.canvas.fill(area, self.palette.style("stone_ink", ground))
        if self.in_lines or size is None:
            return
        draw_scenery(self.canvas, self.palette, region, area, ground, area.height)
        stones = self._stones(region)
        if not stones:
            return
        place = Region(area.x + (area.width - size.base) // 2, area.bottom - size.rows, size.base, size.rows)
        self._paint_stones(stones, size, place, ground)

    def _ground(self, region: int) -> str:
        """Return the ground of a region, or that of a highlight."""
        if Target("region", region) in self.shown.counted:
            return "lit"
        return "ground" if self.is_flat else GROUNDS[region]

    def _paint_name(self, region: int, field: Region, plan: RegionPlan) -> None:
        """Draw the name, and whether the conflict of this Age is over."""
        state, palette, target = self.shown.state, self.palette, Target("region", region)
        above = plan.name_row < field.y
        over = fought(state, region)
        text = names.region(region)
        if over:
            text += " ✓ done" if len(text) + 9 <= field.width and field.y <= plan.name_row < plan.altar_at.y else " ✓"
        if target == self.shown.cursor:
            style = palette.style("cursor_ink", "cursor", "bold")
        elif region == state.conflict:
            style = palette.style("blood_ink", "blood", "bold")
        elif region in self.shown.seen:
            style = palette.style("lit_ink", "lit", "bold")
        else:
            ink = "accent" if target in self.shown.targets else "stone_dim" if over else "stone_ink"
            style = palette.style(ink, "plate" if above and not self.is_flat else self._ground(region), "bold")
        framed = style.bgcolor != palette.style("ink", self._ground(region)).bgcolor
        x = field.x + 1 - (framed and not above)
        if above:
            width = len(text) + 2
            x = next((x for x in range(field.x, field.right - width) if self._is_free(x, plan.name_row, width)), x)
        x = self.canvas.draw_text(x, plan.name_row, f" {text} " if framed else text, style)
        if region != state.blessed and self._tells_altar(region, field):
            name = ALTARS[state.altars[region]].name
            self.canvas.draw_text(x + 1, plan.name_row, name, palette.style("accent", self._ground(region), "bold"))

    def _paint_field(self, region: int, field: Region, ground: str) -> None:
        """Draw the ground with the landscape along the bottom; ranks and pyramids stand before it."""
        if self.in_lines:
            self.canvas.fill(field, self.palette.style("stone_ink", ground))
        else:
            draw_ground(self.canvas, self.palette, region, field, ground)
            plan, players = self._plan(region, field), self.shown.state.players
            here = sum(self._has_rank(self.shown.state, seat, region) for seat in range(players))
            free = field.bottom - plan.first_rank - min(players, here + 1) * plan.rank_step
            draw_scenery(self.canvas, self.palette, region, field, ground, free)

    # Pyramids

    def _stones(self, region: int) -> list[Stone]:
        """Return the levels from the ground up, those that a choice adds or takes, or that are rising, marked."""
        before, after = self.shown.state.pyramids[region], self.shown.after.pyramids[region]
        pieces = max(before, after, key=len) if len(before) != len(after) else after
        stones = [Stone(piece, before[at : at + 1] != after[at : at + 1]) for at, piece in enumerate(pieces)]
        if stones and region in self.shown.rising:
            *stones, top = stones
            return [*stones, top._replace(is_changed=True)] if self.shown.frame else stones
        return stones

    def _paint_pyramid(self, region: int, plan: RegionPlan, ground: str) -> None:
        stones, size, area = self._stones(region), plan.size, plan.pyramid
        if self.in_lines or size is None:
            style = self.palette.style("stone_ink", ground, "bold")
            text = written_pyramid(stones, self.shown.letters)
            self.canvas.draw_text_right(area.right, area.bottom - 1, text, style)
        elif stones:
            self._paint_stones(stones, size, area, ground)

    def _paint_stones(self, stones: Sequence[Stone], size: PyramidSize, area: Region, ground: str) -> None:
        """Draw a pyramid, with the letters of its owners on the stair where there is room."""
        draw_pyramid(self.canvas, self.palette, area, size, stones, ground)
        for at, stone in enumerate(stones):
            if size.halves[at] < 2:
                continue
            y = area.bottom - size.start(at) // 2 - 1
            colours = ("mark_ink", "mark") if stone.is_changed else ("stair_ink", "stair")
            style = self.palette.style(*colours, "bold")
            self.canvas.draw_text(area.x + size.base // 2, y, self.shown.letters[stone.owner], style)

    # Crossings

    def _paint_vertex(self, target: Target, plate: Region) -> None:
        """Draw a vertex with its number, which is its key for the whole game, or the god that stands there."""
        after, palette, signs = self.shown.after, self.palette, self.signs
        here = target == self.shown.cursor
        seat = next((seat for seat in range(after.players) if after.vertices[seat] == target.number), None)
        key = f"{target.number + 1}"
        if seat is not None:
            text, style = f"{signs.god}{self.shown.letters[seat]}", palette.style("badge", f"dark_{seat + 1}", "bold")
        else:
            text = f"{signs.vertex}{key}"
            lit = target in self.shown.targets
            on = "ground" if self.is_flat else "plate"
            style = palette.style("accent" if lit else "plate_ink", on, "bold" if lit else "")
        if here:
            style = palette.style("cursor_ink", "cursor", "bold")
        if plate.width > 2 and len(text) < 3:
            text = f"{text} "
        self.canvas.draw_text(plate.x, plate.y, text, style)
        mark = self.shown.marks.get(target)
        if seat is not None and mark and self._is_free(plate.right, plate.y, 1):
            self.canvas.draw_text(
                plate.right - (plate.right == self.canvas.width),
                plate.y,
                mark,
                palette.style("new", "ground" if self.is_flat else "line"),
            )
        if seat is not None and self._is_tall:
            god = f"{GODS[after.gods[seat]].name} "
            if plate.right + len(god) < self.canvas.width and self._is_free(plate.right, plate.y, len(god) + 1):
                self.canvas.draw_text(plate.right, plate.y, god, style)

    def _is_free(self, x: int, y: int, width: int) -> bool:
        """Whether no vertex or name is drawn in so many cells of a border."""
        area = Region(x, y, width, 1)
        inside = any(field is not None and field.overlaps(area) for field in self.land.fields)
        is_south = y == len(self.land.ground) - 1
        is_key = is_south and self._key is not None and self._key[0].overlaps(area)
        return not inside and not is_key and not self._is_covered(area)

    def _is_covered(self, area: Region) -> bool:
        """Whether a vertex or the name of a Desolate region is drawn there."""
        plates = [plate for plate in self.land.vertices if plate is not None]
        plates += [Region(at.x - 1, at.y, len(names.region(region)) + 2, 1) for region, at in self.land.names.items()]
        return any(area.overlaps(plate) for plate in plates)
