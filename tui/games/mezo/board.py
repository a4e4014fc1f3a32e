"""The board of Mezo: the gods to choose from, then the map with its regions and vertices."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.mezo.components import ALTARS, GODS, NEUTRAL, REGIONS, SHAMAN, WARRIOR
from core.mezo.offers import LETTERS
from core.mezo.offers.says import fought
from core.mezo.scoring import Standings, standings
from core.mezo.state import MezoState
from core.mezo.words import names
from core.offers import Place
from themes import MONO, Look
from tui.games.mezo.art import Plan, Signs, border_lines
from tui.games.mezo.sea import sea_area
from tui.widgets.picture import Picture, clip, wrap

Areas = dict[Place, Region]


def map_areas(plan: Plan, places: Iterable[Place]) -> Areas:
    """Where the places on the map lie; a region with the border above it, in which its name stands."""
    found: Areas = {}
    for place in places:
        match place:
            case Place("vertex", vertex):
                x, y = plan.points[vertex]
                found[place] = Region(x - 1, y, 3, 1)
            case Place("region", region):
                slab = plan.slabs[region]
                found[place] = Region(slab.x, slab.y - 1, slab.width, slab.height + 1)
            case Place("seat" | "wrath"):
                found[place] = sea_area(plan, place)
    return found


def god_areas(places: Iterable[Place], width: int, large: bool) -> Areas:
    """Before the first Age: the gods below each other."""
    step, height = (4, 3) if large else (2, 2)
    return {place: Region(1, 1 + place.number * step, width - 2, height) for place in places}


def paint_gods(picture: Picture, look: Look, state: MezoState, areas: Areas, cursor: Place | None, large: bool) -> None:
    """The gods to choose from, and who follows them already."""
    picture.text(1, 0, "The gods, and what their Call does", look.style("accent", attributes="bold"))
    for place, area in areas.items():
        god = GODS[place.number]
        here = place == cursor
        ink, on = ("cursor_ink", "cursor") if here else ("stone_ink", "stone")
        small = "cursor_ink" if here else "stone_dim"
        picture.fill(area, look.style(ink, on))
        x = picture.text(area.x + 1, area.y, god.name, look.style(ink, on, "bold"))
        picture.text(x, area.y, f" · {god.title}", look.style(small, on))
        for seat in range(state.players):
            if state.gods[seat] == place.number:
                badge = look.style("badge", f"dark_{seat + 1}", "bold")
                picture.right(area.right, area.y, f" {names.tribe(seat)} ", badge)
        call = wrap(god.call.text, area.width - 2) if large else [clip(god.call.text, area.width - 2)]
        picture.lines(area.x + 1, area.y + 1, call, look.style(small, on))


class Shown(NamedTuple):
    """What is to be painted: the position, how a choice would change it, and what is marked."""

    state: MezoState
    #: With the pieces of the choice under the cursor in their new places.
    after: MezoState
    areas: Areas
    cursor: Place | None
    targets: frozenset[Place]
    #: Regions whose first row is lit.
    lit: frozenset[int]


class MapPainter:
    """Paints the map into a picture."""

    def __init__(self, picture: Picture, look: Look, shown: Shown, plan: Plan, signs: Signs, large: bool) -> None:
        self.picture = picture
        self.look = look
        self.shown = shown
        self.plan = plan
        self.signs = signs
        self.large = large

    def paint(self) -> None:
        line = self.look.style("line")
        for (x, y), char in border_lines(self.plan).items():
            self.picture.text(x, y, char, line)
        areas = self.shown.areas
        regions = [(place, area) for place, area in areas.items() if place.kind == "region"]
        for place, area in regions:
            # Below the border with its name lies the region itself.
            self._slab(place.number, Region(area.x, area.y + 1, area.width, area.height - 1))
        for place, area in regions:
            self._name(place, area)
        for place, area in areas.items():
            if place.kind == "vertex":
                self._vertex(place, area)

    # Regions

    def _slab(self, region: int, area: Region) -> None:
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
        found = standings(self.shown.after, region)
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

    def _tribe(self, region: int, seat: int, area: Region, y: int, found: Standings) -> None:
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

    def _parts(self, region: int, seat: int, found: Standings) -> list[tuple[str, Style]]:
        """The pieces of a tribe in a region; those that a choice would change are marked."""
        before, after, look, signs = self.shown.state, self.shown.after, self.look, self.signs
        at = seat * REGIONS + region
        parts: list[tuple[str, Style]] = []
        if after.champions[region] == seat:
            new = before.champions[region] != seat
            style = look.style("mark_ink", "mark", "bold") if new else look.style(f"seat{seat + 1}", "stone", "bold")
            parts.append((signs.champion, style))
        most = "bold underline"
        warriors, shamans = at * 2 + WARRIOR, at * 2 + SHAMAN
        counts = [
            (signs.warrior, before.units[warriors], after.units[warriors], most if seat in found.codex else ""),
            (signs.shaman, before.units[shamans], after.units[shamans], most if seat in found.calendar else ""),
            (signs.glyph, before.glyphs[at], after.glyphs[at], ""),
            ("+", before.tokens[at], after.tokens[at], ""),
        ]
        if region == after.blessed:
            own = slice(seat * 2, seat * 2 + 2)
            counts.append(("†", sum(before.given[own]), sum(after.given[own]), ""))
        return parts + [self._part(seat, *count) for count in counts if count[1] or count[2]]

    def _part(self, seat: int, sign: str, old: int, new: int, attributes: str) -> tuple[str, Style]:
        """So many pieces of a kind: a few as so many signs where there is room, else as a number."""
        text = sign * new if self.large and 0 < new < 5 and sign != "+" else f"{sign}{new}"
        if old != new:
            return text, self.look.style("mark_ink", "mark", "bold")
        return text, self.look.style(f"seat{seat + 1}", "stone", attributes)

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

    def _name(self, place: Place, area: Region) -> None:
        """The name of a region stands in the border above it, clear of the vertices.

        Under the cursor that border shines; more of a frame would be too much to send.
        """
        state, look, region = self.shown.state, self.look, place.number
        here = place == self.shown.cursor
        if here:
            self.picture.text(area.x, area.y, "━" * area.width, look.style("cursor", attributes="bold"))
            style = look.style("cursor_ink", "cursor", "bold")
        elif region == state.conflict:
            style = look.style("blood_ink", "blood", "bold")
        elif not state.live >> region & 1:
            style = look.style("faint")
        else:
            style = look.style("ink", attributes="bold")
        on_the_coast = area.x == 1 and area.y > 0
        x = self.picture.text(area.x + (2 if on_the_coast else 1), area.y, " ", style)
        if place in self.shown.targets and not here:
            self.picture.text(x - 1, area.y, "▸", look.style("accent", attributes="bold"))
            style = look.style("accent", attributes="bold") if region != state.conflict else style
        self.picture.text(x, area.y, f"{names.region(region)} ", style)

    def _vertex(self, place: Place, area: Region) -> None:
        x, y = area.x, area.y
        after, look, signs = self.shown.after, self.look, self.signs
        here = place == self.shown.cursor
        seats = [seat for seat in range(after.players) if after.vertices[seat] == place.number]
        if seats:
            edge, badge = look.style(f"seat{seats[0] + 1}"), look.style("badge", f"dark_{seats[0] + 1}", "bold")
            if here:
                edge = badge = look.style("cursor_ink", "cursor", "bold")
            self.picture.text(x, y, signs.god_left, edge)
            self.picture.text(x + 1, y, LETTERS[seats[0]], badge)
            self.picture.text(x + 2, y, signs.god_right, edge)
        elif here:
            self.picture.text(x, y, f" {signs.vertex} ", look.style("cursor_ink", "cursor", "bold"))
        elif place in self.shown.targets:
            self.picture.text(x, y, f" {signs.vertex} ", look.style("accent", attributes="bold"))
        else:
            self.picture.text(x + 1, y, signs.vertex, look.style("dim"))


def promise(state: MezoState, region: int) -> tuple[str, str, str]:
    """What a region promises to its winner, in a word, with its ink and its attributes."""
    if region == state.blessed:
        return ("Blessed +8", "accent", "bold")
    name = ALTARS[state.altars[region]].name
    if fought(state, region):
        return (f"✓ {name}", "stone_dim", "")
    return (name, "stone_dim", "")
