"""The land of Mezo: where its regions, coasts and vertices lie in a window, for every set of Desolate regions.

The regions lie in two or three bands. A Desolate region shrinks to its name, and its neighbours take its room. Where
Hochob or Becan is Desolate, Palenque moves up beside the other one, so that two bands are enough.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from textual.geometry import Offset, Region

from core.games.mezo.components import REGION_IDS, REGION_NAMES, REGIONS, TOUCHES, VERTICES

UXMAL, CHICHEN, COBA, HOCHOB, BECAN, PALENQUE = range(REGIONS)
assert (REGION_IDS[UXMAL], REGION_IDS[PALENQUE]) == ("uxmal", "palenque")

#: The ground of each region. No two that can share a border are alike.
GROUNDS = ("land_a", "land_b", "land_c", "land_d", "land_a", "land_b")
#: What the two halves of a cell show where there is no region.
WATER, COAST, ROAD = "water", "coast", "line"
#: The extent of the printed map, in the coordinates of its vertices.
_MAP_WIDTH, _MAP_HEIGHT, _TOP = 5.6, 4.0, 0.4

#: A region with the columns that it takes, as shares of the width.
Span = tuple[int, float, float]


class Land(NamedTuple):
    """The land in a window."""

    #: By region: the cells that are its own, inside of coasts and borders; None for a Desolate one.
    fields: tuple[Region | None, ...]
    #: By vertex: where it is drawn; None where no region is alive.
    vertices: tuple[Region | None, ...]
    #: By Desolate region: where its name begins.
    names: dict[int, Offset]
    #: The largest rectangle of open sea; it may be empty.
    sea: Region
    #: By row and column, for coasts, borders and sea: what the upper and the lower half show; None within a region.
    ground: tuple[tuple[tuple[str, str] | None, ...], ...]
    #: By row and column of coasts and borders: the regions there, as a mask.
    beside: dict[Offset, int]

    def edge_above(self, region: int) -> Region:
        """Return the border or coast above a region."""
        field = self.fields[region]
        assert field is not None
        return Region(field.x, field.y - 1, field.width, 1)


@cache
def lay_out(live: int, width: int, height: int) -> Land:
    """Return the land with these regions alive (a mask), as large as there is room for."""
    bands = _bands(live)
    fields = _fields(bands, width, height)
    beside = _beside(fields, width, height)
    names = _names_of_desolate(live, fields, bands, width, height)
    vertices = _vertices(live, beside, names, width, height)
    ground = tuple(tuple(_halves(Offset(x, y), fields, beside) for x in range(width)) for y in range(height))
    return Land(fields, vertices, names, _open_sea(fields, width, height), ground, beside)


# Regions


def _bands(live: int) -> list[list[Span]]:
    """Return the regions from north to south, and in each band from west to east."""
    top = [region for region in (UXMAL, CHICHEN, COBA) if live >> region & 1]
    middle = [region for region in (HOCHOB, BECAN) if live >> region & 1]
    south = [PALENQUE] if live >> PALENQUE & 1 else []
    if len(middle) == 1 and south:
        middle, south = ([PALENQUE, BECAN] if middle == [BECAN] else [HOCHOB, PALENQUE]), []
    # A border of the upper band meets the middle one's where three regions have a vertex in common.
    lean = 0.08 * ((COBA in top) - (UXMAL in top)) if len(top) == 2 else 0
    bands = [_upper_band(top, lean), _middle_band(middle, lean)]
    if south:
        bands.append([(PALENQUE, 0, 0.7 - lean) if middle else (PALENQUE, 0.2, 0.8)])
    return bands


def _upper_band(top: Sequence[int], lean: float) -> list[Span]:
    if len(top) == 3:
        return [(top[0], 0, 1 / 3), (top[1], 1 / 3, 2 / 3), (top[2], 2 / 3, 1)]
    if len(top) == 2:
        return [(top[0], 0, 0.5 + lean), (top[1], 0.5 + lean, 1)]
    alone = {UXMAL: (0, 0.43), CHICHEN: (0.22, 0.78), COBA: (0.57, 1)}
    return [(region, *alone[region]) for region in top]


def _middle_band(middle: Sequence[int], lean: float) -> list[Span]:
    if len(middle) == 2:
        return [(middle[0], 0, 0.5 - lean), (middle[1], 0.5 - lean, 1)]
    alone = {HOCHOB: (0, 0.61), BECAN: (0.39, 1)}
    return [(region, *alone[region]) for region in middle]


def _fields(bands: Sequence[Sequence[Span]], width: int, height: int) -> tuple[Region | None, ...]:
    """Return the cells of each region: a row of coast or border lies above each band, and below the last of two."""
    shown = [band for band in bands if band]
    # Palenque alone in the south has a strait above it.
    straits = int(len(bands) > len(shown))
    rows = height - 1 - len(shown) - straits + (len(shown) == 3)
    fields: list[Region | None] = [None] * REGIONS
    top = 1
    for number, band in enumerate(shown):
        tall = (rows + len(shown) - 1 - number) // len(shown)
        top += straits * number
        for region, start, end in band:
            left, right = round(start * (width - 1)), round(end * (width - 1))
            fields[region] = Region(left + 1, top, right - left - 1, tall)
        top += tall + 1
    return tuple(fields)


def _beside(fields: Sequence[Region | None], width: int, height: int) -> dict[Offset, int]:
    """Return which regions each cell of a coast or border touches, as a mask."""
    found: dict[Offset, int] = {}
    for region, field in enumerate(fields):
        if field is not None:
            for cell in _frame(field):
                if cell.x < width and cell.y < height:
                    found[cell] = found.get(cell, 0) | 1 << region
    return found


def _frame(field: Region) -> Iterable[Offset]:
    """Yield the cells around a field."""
    for x in range(field.x - 1, field.right + 1):
        yield Offset(x, field.y - 1)
        yield Offset(x, field.bottom)
    for y in range(field.y, field.bottom):
        yield Offset(field.x - 1, y)
        yield Offset(field.right, y)


def _halves(cell: Offset, fields: Sequence[Region | None], beside: dict[Offset, int]) -> tuple[str, str] | None:
    """Return what the upper and the lower half of a cell show: roads between regions, sand where the sea begins."""
    if any(field is not None and field.contains_point(cell) for field in fields):
        return None
    touched = beside.get(cell, 0)
    if not touched:
        return WATER, WATER
    above, below = (_region_at(fields, Offset(cell.x, cell.y + step)) for step in (-1, 1))
    if touched & (touched - 1):
        return GROUNDS[above] if above >= 0 else ROAD, ROAD
    if above >= 0:
        return COAST, COAST if _is_wild(cell) else WATER
    if below >= 0:
        return COAST if _is_wild(cell) else WATER, COAST
    return (COAST, COAST) if cell.y % 7 else (COAST, WATER)


def _region_at(fields: Sequence[Region | None], cell: Offset) -> int:
    return next((at for at, field in enumerate(fields) if field is not None and field.contains_point(cell)), -1)


def _is_wild(cell: Offset) -> bool:
    """Whether the coast is broad here: in stretches, always the same ones."""
    return (cell.x // 5 * 7 + cell.y * 3) % 11 < 5


def _open_sea(fields: Sequence[Region | None], width: int, height: int) -> Region:
    """Return the widest rectangle beside a region that is alone in its band."""
    found = [Region()]
    for field in fields:
        if field is not None and not any(
            other is not None and other != field and other.y == field.y for other in fields
        ):
            found.append(Region(0, field.y, field.x - 2, field.height))
            found.append(Region(field.right + 2, field.y, width - field.right - 2, field.height))
    return max(found, key=lambda sea: sea.width)


# Names of Desolate regions, and vertices


def _names_of_desolate(
    live: int, fields: Sequence[Region | None], bands: Sequence[object], width: int, height: int
) -> dict[int, Offset]:
    """Return where the names of Desolate regions begin: near the place of the region, on a coast or a border."""
    inner = fields[HOCHOB] or fields[BECAN] or fields[PALENQUE]
    assert inner is not None
    first = inner.y - 1
    found = {}
    for region in range(REGIONS):
        if live >> region & 1:
            continue
        length = len(REGION_NAMES[region])
        x, y = {
            UXMAL: (2, 0),
            CHICHEN: ((width - length) // 2, first if live >> COBA & 1 and live >> UXMAL & 1 else 0),
            COBA: (width - length - 3, 0),
            HOCHOB: (width // 10, first),
            BECAN: (width - length - width // 10, first),
            PALENQUE: ((width - length) // 2, height - 1),
        }[region]
        found[region] = Offset(x, y)
    return found


def _vertices(
    live: int, beside: dict[Offset, int], names: dict[int, Offset], width: int, height: int
) -> tuple[Region | None, ...]:
    """Return where the vertices lie: where exactly their living regions meet, as near to the printed place as can be.

    Those of three regions come first, because there is only one place for each.
    """
    taken = [Region(at.x - 1, at.y, len(REGION_NAMES[region]) + 2, 1) for region, at in names.items()]
    found: list[Region | None] = [None] * len(VERTICES)
    for vertex in sorted(range(len(VERTICES)), key=lambda vertex: -(TOUCHES[vertex] & live).bit_count()):
        regions = TOUCHES[vertex] & live
        if not regions:
            continue
        x, y = VERTICES[vertex].x / _MAP_WIDTH * width, (VERTICES[vertex].y - _TOP) / _MAP_HEIGHT * height
        spots = [cell for cell, touched in beside.items() if touched == regions]
        spots = [
            cell for cell in spots if not any(area.overlaps(_plate(cell, width).grow((0, 1, 0, 1))) for area in taken)
        ]
        spot = min(spots, key=lambda cell: (_detour(cell, x, y, beside), cell.y, cell.x))
        found[vertex] = _plate(spot, width)
        taken.append(_plate(spot, width))
    return tuple(found)


def _plate(cell: Offset, width: int) -> Region:
    """Return the cells in which a vertex is drawn: on a coast in the west or east only two."""
    if cell.x in (0, width - 1):
        return Region(min(cell.x, width - 2), cell.y, 2, 1)
    return Region(cell.x - 1, cell.y, 3, 1)


def _detour(cell: Offset, x: float, y: float, beside: dict[Offset, int]) -> float:
    """Return how far a cell is from a place: a row counts like two columns, and a border between two fields is worse.

    A vertex there covers the edges of both.
    """
    is_across = any(Offset(cell.x + step, cell.y) not in beside for step in (-1, 1))
    return abs(cell.x - x) + 2 * abs(cell.y - y) + 16 * is_across
