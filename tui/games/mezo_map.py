"""The map of Mezo: where its regions and vertices lie on the screen, and how they are painted."""

from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.mezo.components import ALTARS, NEUTRAL, REGIONS, SHAMAN, TOUCHES, TRIBES, WARRIOR
from core.mezo.previews import Outlook, outlook
from core.mezo.rules import MezoState
from core.mezo.words import names
from themes import MONO, Look
from tui.widgets.picture import Picture, clip, wrap

#: Which tribe, in one letter.
LETTERS = (*(tribe[0].upper() for tribe in TRIBES), "n")
ROMAN = ("", "I", "II", "III")


class Signs(NamedTuple):
    """The shapes of the pieces."""

    warrior: str
    shaman: str
    champion: str
    glyph: str
    vertex: str
    god_left: str
    god_right: str
    corners: str

    def units(self, warriors: int, shamans: int, nobody: str = "-") -> str:
        """A few units as so many signs."""
        return self.warrior * warriors + self.shaman * shamans or nobody

    def counted(self, warriors: int, shamans: int, nobody: str = "-") -> str:
        """Many units as numbers with signs."""
        found = [f"{n}{sign}" for n, sign in ((warriors, self.warrior), (shamans, self.shaman)) if n]
        return " ".join(found) or nobody


SHAPES = Signs("▲", "●", "★", "■", "◇", "◢", "◣", "▟▙▜▛")
PLAIN = Signs("w", "s", "C", "g", "o", "<", ">", "    ")


class Plan(NamedTuple):
    """Where everything lies on the board's picture."""

    slabs: tuple[Region, ...]
    points: tuple[tuple[int, int], ...]
    sea: Region
    #: Borders: from column, row to column, row.
    borders: tuple[tuple[int, int, int, int], ...]


def _plan(x: tuple[int, int, int, int], y: tuple[int, int, int, int], middle: int, foot: int) -> Plan:
    """Three regions above, two below them, Palenque at the foot; the sea lies beside it."""
    x0, x1, x2, x3 = x
    y0, y1, y2, y3 = y

    def slab(left: int, top: int, right: int, bottom: int) -> Region:
        return Region(left + 1, top + 1, right - left - 1, bottom - top - 1)

    return Plan(
        slabs=(
            slab(x0, y0, x1, y1),
            slab(x1, y0, x2, y1),
            slab(x2, y0, x3, y1),
            slab(x0, y1, middle, y2),
            slab(middle, y1, x3, y2),
            slab(x0, y2, foot, y3),
        ),
        # A god is three columns wide, so on the coast it stands a step inland.
        points=(
            (x1, y0),
            (x2, y0),
            (x1, y1),
            (middle, y1),
            (x2, y1),
            (x3 - 1, y1),
            (x0 + 1, y1),
            (middle, y2),
            (foot, y2),
            (x0 + 1, y2),
        ),
        sea=Region(foot + 1, y2 + 1, x3 - foot, y3 - y2),
        borders=(
            (x0, y0, x3, y0),
            (x0, y1, x3, y1),
            (x0, y2, x3, y2),
            (x0, y3, foot, y3),
            (x0, y0, x0, y3),
            (x1, y0, x1, y1),
            (x2, y0, x2, y1),
            (x3, y0, x3, y2),
            (middle, y1, middle, y2),
            (foot, y2, foot, y3),
        ),
    )


SMALL = _plan((0, 16, 33, 49), (0, 6, 12, 18), 22, 27)
LARGE = _plan((0, 25, 50, 75), (0, 11, 22, 34), 34, 42)

_CROSSINGS = " ───│┘└┴│┐┌┬│┤├┼"


@cache
def _lines(plan: Plan) -> dict[tuple[int, int], str]:
    """The borders as box characters: by cell the four ways a line leaves it (left 1, right 2, up 4, down 8)."""
    ways: dict[tuple[int, int], int] = {}
    for x0, y0, x1, y1 in plan.borders:
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                if y0 == y1:
                    way = (1 if x > x0 else 0) | (2 if x < x1 else 0)
                else:
                    way = (4 if y > y0 else 0) | (8 if y < y1 else 0)
                ways[x, y] = ways.get((x, y), 0) | way
    return {cell: _CROSSINGS[way] for cell, way in ways.items()}


class Shown(NamedTuple):
    """What is to be painted: the position, how a choice would change it, and what is marked."""

    state: MezoState
    #: With the pieces of the choice under the cursor in their new places.
    after: MezoState
    viewer: int
    cursor: object
    targets: frozenset[object]
    #: Regions whose first row is lit.
    lit: frozenset[int]


class MapPainter:
    """Paints the map into a picture."""

    def __init__(self, picture: Picture, look: Look, shown: Shown, large: bool, ascii_: bool) -> None:
        self.picture = picture
        self.look = look
        self.shown = shown
        self.large = large
        self.signs = PLAIN if ascii_ else SHAPES
        self.plan = LARGE if large else SMALL

    def paint(self) -> None:
        line = self.look.style("line")
        for (x, y), char in _lines(self.plan).items():
            self.picture.text(x, y, char, line)
        for region in range(REGIONS):
            self._slab(region)
        self._cursor_line()
        for region in range(REGIONS):
            self._name(region)
        for vertex in range(len(self.plan.points)):
            self._vertex(vertex)

    # Regions

    def _slab(self, region: int) -> None:
        area = self.plan.slabs[region]
        state = self.shown.state
        if not state.live >> region & 1:
            style = self.look.style("faint", "waste")
            self.picture.fill(area, style, "░")
            self.picture.text(area.x + (area.width - 10) // 2, area.y + area.height // 2, " Desolate ", style)
            return
        self.picture.fill(area, self.look.style("stone_ink", "stone"))
        self._corners(area)
        self._promise(region, area)
        first = 2 + (len(self._altar_lines(region, area.width)) if self.large else -1)
        self._pyramid(region, area)
        found = outlook(self.shown.after, region)
        seats = [seat for seat in range(state.players) if self._anything(seat, region)]
        for row, seat in enumerate(seats):
            self._tribe(region, seat, area, area.y + first + row, found)

    def _corners(self, area: Region) -> None:
        """The corners of a slab are stepped, where it has a colour to step in."""
        if self.look.mode == MONO:
            return
        style = self.look.style("stone", "ground")
        corners = iter(self.signs.corners)
        for y in (area.y, area.bottom - 1):
            for x in (area.x, area.right - 1):
                self.picture.text(x, y, next(corners), style)

    def _anything(self, seat: int, region: int) -> bool:
        """Whether a tribe has anything here, before or after the choice."""
        at = seat * REGIONS + region
        return any(
            state.champions[region] == seat
            or state.units[at * 2]
            or state.units[at * 2 + 1]
            or state.glyphs[at]
            or state.tokens[at]
            or (region == state.blessed and any(state.given[seat * 2 : seat * 2 + 2]))
            for state in (self.shown.state, self.shown.after)
        )

    def _promise(self, region: int, area: Region) -> None:
        """The first row: what the region promises, and the gods that look upon it."""
        state, look = self.shown.state, self.look
        lit = region in self.shown.lit
        on = "lit" if lit else "stone"
        if lit:
            self.picture.paint(Region(area.x + 1, area.y, area.width - 2, 1), look.style("lit_ink", "lit"))
        gods = [seat for seat in range(state.players) if self.shown.after.presence(seat) >> region & 1]
        word, ink, bold = promise(state, region)
        room = area.width - 3 - len(gods)
        style = look.style("lit_ink" if lit and ink == "stone_dim" else ink, on, bold)
        self.picture.text(area.x + 1, area.y, clip(word, room), style)
        for step, seat in enumerate(gods):
            x = area.right - 1 - len(gods) + step
            self.picture.text(x, area.y, LETTERS[seat], look.style(f"seat{seat + 1}", on, "bold"))
        if self.large:
            for row, text in enumerate(self._altar_lines(region, area.width)):
                self.picture.text(area.x + 1, area.y + 1 + row, text, look.style("stone_dim", "stone"))

    def _altar_lines(self, region: int, width: int) -> list[str]:
        state = self.shown.state
        if region == state.blessed:
            return wrap("The strongest gains 8 VP.", width - 2)
        return wrap(ALTARS[state.altars[region]].effect.text, width - 2)

    def _tribe(self, region: int, seat: int, area: Region, y: int, found: Outlook) -> None:
        """Who is here: letter and strength, then Champion, Warriors, Shamans, glyphs and tokens."""
        look = self.look
        strength = found.strengths[seat]
        leads = seat in found.winner and strength > 0
        ink, on = ("badge", f"dark_{seat + 1}") if leads else (f"seat{seat + 1}", "stone")
        x = self.picture.text(area.x + self.large, y, f"{LETTERS[seat]}{strength:>2}", look.style(ink, on, "bold"))
        parts = self._parts(region, seat, found)
        room = area.right - self._pyramid_width(region, area, y) - x
        gap = " " if sum(len(text) + 1 for text, _ in parts) <= room else ""
        for step, (text, style) in enumerate(parts):
            x = self.picture.text(x, y, " " if not step else gap, look.style("stone_ink", "stone"))
            x = self.picture.text(x, y, text, style)

    def _parts(self, region: int, seat: int, found: Outlook) -> list[tuple[str, Style]]:
        """The pieces of a tribe in a region; those that a choice would change are marked."""
        before, after, look, signs = self.shown.state, self.shown.after, self.look, self.signs
        at = seat * REGIONS + region
        ink = f"seat{seat + 1}"
        changed = look.style("mark_ink", "mark", "bold")
        parts: list[tuple[str, Style]] = []

        def add(sign: str, old: int, new: int, attributes: str = "") -> None:
            if not old and not new:
                return
            text = sign * new if self.large and 0 < new < 5 and sign != "+" else f"{sign}{new}"
            marked = old != new
            parts.append(
                (text, look.style("mark_ink", "mark", "bold") if marked else look.style(ink, "stone", attributes))
            )

        had, has = before.champions[region] == seat, after.champions[region] == seat
        if has:
            parts.append((signs.champion, look.style(ink, "stone", "bold") if had else changed))
        most = "bold underline"
        codex = most if seat in found.codex else ""
        calendar = most if seat in found.calendar else ""
        add(signs.warrior, before.units[at * 2 + WARRIOR], after.units[at * 2 + WARRIOR], codex)
        add(signs.shaman, before.units[at * 2 + SHAMAN], after.units[at * 2 + SHAMAN], calendar)
        add(signs.glyph, before.glyphs[at], after.glyphs[at])
        add("+", before.tokens[at], after.tokens[at])
        if region == after.blessed:
            add("†", sum(before.given[seat * 2 : seat * 2 + 2]), sum(after.given[seat * 2 : seat * 2 + 2]))
        return parts

    # Pyramids

    def _pyramid_width(self, region: int, area: Region, y: int) -> int:
        """How much of a row the pyramid takes."""
        for piece, row in self._pieces(region, area):
            if row == y:
                return self._bar_width(piece) + (4 - self._bar_width(piece) // 2 if self.large else 0)
        return 0

    def _bar_width(self, piece: int) -> int:
        return 9 - 2 * (piece % 4) if self.large else 4 - piece % 4

    def _pieces(self, region: int, area: Region) -> list[tuple[int, int]]:
        """The pieces of a pyramid, before or after the choice, with their rows; the lowest first."""
        before, after = self.shown.state.pyramids[region], self.shown.after.pyramids[region]
        taller = max(before, after, key=len) if len(before) != len(after) else after
        return [(piece, area.bottom - 1 - step) for step, piece in enumerate(taller)]

    def _pyramid(self, region: int, area: Region) -> None:
        """Stacked bars, each narrower than the one below, with the letter of its owner."""
        before, after = self.shown.state.pyramids[region], self.shown.after.pyramids[region]
        for step, (piece, y) in enumerate(self._pieces(region, area)):
            owner = piece // 4
            changed = before[step : step + 1] != after[step : step + 1]
            on = "mark" if changed else "dark_n" if owner == NEUTRAL else f"dark_{owner + 1}"
            width = self._bar_width(piece)
            x = area.right - 5 - width // 2 if self.large else area.right - width
            style = self.look.style("mark_ink" if changed else "badge", on, "bold")
            label = LETTERS[owner].center(width) if self.large else LETTERS[owner].ljust(width)
            self.picture.text(x, y, label, style)

    # Names, vertices, the cursor

    def _name(self, region: int) -> None:
        """The name of a region stands in the border above it."""
        x, y = name_place(self.plan, region)
        spot = ("region", region)
        state = self.shown.state
        if spot == self.shown.cursor:
            style = self.look.style("cursor_ink", "cursor", "bold")
        elif region == state.conflict:
            style = self.look.style("blood_ink", "blood", "bold")
        elif not state.live >> region & 1:
            style = self.look.style("faint")
        else:
            style = self.look.style("ink", attributes="bold")
        x = self.picture.text(x, y, " ", style)
        if spot in self.shown.targets and spot != self.shown.cursor:
            self.picture.text(x - 1, y, "▸", self.look.style("accent", attributes="bold"))
            style = self.look.style("accent", attributes="bold") if region != state.conflict else style
        self.picture.text(x, y, f"{names.region(region)} ", style)

    def _cursor_line(self) -> None:
        """The border above the region under the cursor shines; more of a frame would be too much to send."""
        match self.shown.cursor:
            case ("region", int(region)):
                area = self.plan.slabs[region]
                self.picture.text(area.x, area.y - 1, "━" * area.width, self.look.style("cursor", attributes="bold"))

    def _vertex(self, vertex: int) -> None:
        x, y = self.plan.points[vertex]
        after, look = self.shown.after, self.look
        here = self.shown.cursor == ("vertex", vertex)
        seats = [seat for seat in range(after.players) if after.vertices[seat] == vertex]
        left, right = self.signs.god_left, self.signs.god_right
        if seats:
            edge, badge = look.style(f"seat{seats[0] + 1}"), look.style("badge", f"dark_{seats[0] + 1}", "bold")
            if here:
                edge = badge = look.style("cursor_ink", "cursor", "bold")
            self.picture.text(x - 1, y, left, edge)
            self.picture.text(x, y, LETTERS[seats[0]], badge)
            self.picture.text(x + 1, y, right, edge)
        elif here:
            self.picture.text(x - 1, y, f" {self.signs.vertex} ", look.style("cursor_ink", "cursor", "bold"))
        elif ("vertex", vertex) in self.shown.targets:
            self.picture.text(x - 1, y, f" {self.signs.vertex} ", look.style("accent", attributes="bold"))
        elif TOUCHES[vertex] & self.shown.state.live:
            self.picture.text(x, y, self.signs.vertex, look.style("dim"))


def name_place(plan: Plan, region: int) -> tuple[int, int]:
    """Where the name of a region begins: in the border above it, clear of the vertices."""
    area = plan.slabs[region]
    coast = area.x == 1 and area.y > 1
    return area.x + (2 if coast else 1), area.y - 1


def fought(state: MezoState, region: int) -> bool:
    """Whether the conflict of this Age here is over."""
    return bool(state.fought) and region != state.conflict and region not in state.tiles


def promise(state: MezoState, region: int) -> tuple[str, str, str]:
    """What a region promises to its winner, in a word, with its ink and its attributes."""
    if region == state.blessed:
        return ("Blessed +8", "accent", "bold")
    name = ALTARS[state.altars[region]].name
    if fought(state, region):
        return (f"✓ {name}", "stone_dim", "")
    return (name, "stone_dim", "")
