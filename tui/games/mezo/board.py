"""The map of Mezo: its regions with their pyramids and tribes, and the vertices with the gods."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from core.games.mezo.components import ALTARS, CONSTANTS, NEUTRAL, REGIONS, SHAMAN, WARRIOR
from core.games.mezo.scoring import Standings, standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.text.board import fought
from core.games.mezo.view import LETTERS
from core.view import Target
from themes import MONO, Palette
from tui.games.mezo.art import GROUNDS, TALL, MapPlan, Signs, border_lines, stones
from tui.games.mezo.sea import sea_areas
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

Areas = dict[Target, Region]


def map_areas(plan: MapPlan, targets: Iterable[Target], tracks_at_sea: bool) -> Areas:
    """Return the regions of the targets on the map; a region includes the border above it, which has its name."""
    found: Areas = {}
    at_sea = sea_areas(plan.sea, tracks_at_sea)
    for target in targets:
        match target:
            case Target("vertex", vertex):
                x, y = plan.points[vertex]
                found[target] = Region(x - 1, y, 3, 1)
            case Target("region", region):
                slab = plan.slabs[region]
                found[target] = Region(slab.x, slab.y - 1, slab.width, slab.height + 1)
            case _ if target in at_sea:
                found[target] = at_sea[target]
    return found


class MapContents(NamedTuple):
    """What the map shows: the state, how a choice would change it, and what is marked."""

    state: MezoState
    #: With the pieces of the choice under the cursor in their new places.
    after: MezoState
    areas: Areas
    cursor: Target | None
    #: Where something can be done, each with its digit if it has one.
    targets: dict[Target, str]
    #: The regions in which a god has presence.
    seen: frozenset[int]
    #: The marks of what is new, and the highlighted targets.
    marks: Mapping[Target, str]
    counted: frozenset[Target]


def figures(state: MezoState, seat: int, region: int, signs: Signs) -> list[tuple[str, int]]:
    """Return the pieces of a tribe in a region: a sign and how many, in the order of their rank."""
    at = seat * REGIONS + region
    found = [
        (signs.champion, int(state.champions[region] == seat)),
        (signs.warrior, state.units[at * 2 + WARRIOR]),
        (signs.shaman, state.units[at * 2 + SHAMAN]),
        (signs.glyph, state.glyphs[at]),
        ("+", state.tokens[at]),
    ]
    if region == state.blessed:
        found.append(("†", sum(state.given[seat * 2 : seat * 2 + 2])))
    return found


class MapPainter:
    """Painter of the map on a canvas."""

    def __init__(self, canvas: Canvas, palette: Palette, shown: MapContents, plan: MapPlan, signs: Signs) -> None:
        self.canvas = canvas
        self.palette = palette
        self.shown = shown
        self.plan = plan
        self.signs = signs

    def paint(self) -> None:
        line = self.palette.style("line")
        for x, y, run in border_lines(self.plan):
            self.canvas.draw_text(x, y, run, line)
        areas = self.shown.areas
        regions = [(target, area) for target, area in areas.items() if target.kind == "region"]
        for target, area in regions:
            # Below the border with its name lies the region itself.
            self.slab(target.number, Region(area.x, area.y + 1, area.width, area.height - 1))
        for target, area in regions:
            self._name(target, area)
        for target, area in areas.items():
            if target.kind == "vertex":
                self._vertex(target, area)

    # Regions

    def slab(self, region: int, area: Region) -> None:
        """Draw a region: its altar, the tribes in ranks, and the pyramid that they fight over."""
        state = self.shown.state
        if not state.live >> region & 1:
            style = self.palette.style("faint", "waste")
            self.canvas.fill(area, style, "░")
            self.canvas.draw_text(area.x + (area.width - 10) // 2, area.y + area.height // 2, " Desolate ", style)
            return
        ground = self._ground(region)
        self.canvas.fill(area, self.palette.style("stone_ink", ground))
        self._plants(region, area, ground)
        self._corners(area, ground)
        first = self._altar(region, area, ground)
        found = standings(self.shown.after, region)
        seats = [seat for seat in range(state.players) if self._anything(seat, region)]
        step = 2 if area.bottom - first >= 2 * len(seats) + 3 else 1
        for row, seat in enumerate(seats):
            self._tribe(region, seat, area, first + row * step, found, ground)
        self._pyramid(region, area, ground)

    def _ground(self, region: int) -> str:
        """Return the background of a region, or that of a highlight."""
        if Target("region", region) in self.shown.counted:
            return "lit"
        return GROUNDS[region]

    def _plants(self, region: int, area: Region, ground: str) -> None:
        """Draw plants where a region is large, always at the same spots."""
        if area.height < TALL or self.palette.mode == MONO:
            return
        style = self.palette.style("leaf", ground)
        for number in range(area.width * area.height // 24):
            spot = (number * 37 + region * 11) * 29
            x, y = area.x + 1 + spot % (area.width - 2), area.y + 3 + spot // 7 % (area.height - 3)
            self.canvas.draw_text(x, y, '\'","'[number % 3], style)

    def _corners(self, area: Region, ground: str) -> None:
        """Draw stepped corners where the region has a colour."""
        if self.palette.mode == MONO:
            return
        style = self.palette.style(ground, "ground")
        corners = iter(self.signs.corners)
        for y in (area.y, area.bottom - 1):
            for x in (area.x, area.right - 1):
                self.canvas.draw_text(x, y, next(corners), style)

    def _anything(self, seat: int, region: int) -> bool:
        """Return whether a tribe has anything here, before or after the choice, or its god has presence."""
        now, after = self.shown.state, self.shown.after
        return bool(after.presence(seat) >> region & 1) or any(
            n for state in (now, after) for _, n in figures(state, seat, region, self.signs)
        )

    def _altar(self, region: int, area: Region, ground: str) -> int:
        """Draw what the region gives: in two or three words, in full where there is room. Return the row below."""
        state, palette = self.shown.state, self.palette
        seen = region in self.shown.seen
        on = "lit" if seen else ground
        blessed = region == state.blessed
        altar = ALTARS[state.altars[region]]
        word = f"{CONSTANTS.blessed_vp} VP, Blessed" if blessed else altar.brief
        over = fought(state, region)
        if area.height >= TALL and not blessed:
            word = altar.name
        if seen:
            self.canvas.restyle(Region(area.x + 1, area.y, area.width - 2, 1), palette.style("lit_ink", "lit"))
        ink = "accent" if not over else "lit_ink" if seen else "stone_dim"
        text = clip(f"{'✓ ' if over else ''}{word}", area.width - 1)
        self.canvas.draw_text(area.x + 1, area.y, text, palette.style(ink, on, "" if over else "bold"))
        if area.height < TALL:
            return area.y + 1
        told = "The strongest gains them." if blessed else altar.effect.text
        lines = wrap(told, area.width - 2)[:2]
        self.canvas.draw_lines(area.x + 1, area.y + 1, lines, palette.style("stone_dim", ground))
        return area.y + 2 + len(lines) - (area.height < TALL + 2)

    def _tribe(self, region: int, seat: int, area: Region, y: int, found: Standings, ground: str) -> None:
        """Draw a rank: letter, figures, and at its end the strength; behind it a bar as long as the strength."""
        palette = self.palette
        strength = found.strengths[seat]
        bar = Region(area.x, y, round((area.width - 1) * strength / max(*found.strengths, 1)), 1)
        self.canvas.fill(Region(area.x, y, area.width, 1), palette.style("stone_ink", ground))
        self.canvas.fill(bar, palette.style("stone_ink", f"tint_{seat + 1}"))
        tall = area.height >= TALL
        x = area.x + tall
        letter = palette.style(f"seat{seat + 1}", f"tint_{seat + 1}" if strength else ground, "bold")
        x = self.canvas.draw_text(x, y, LETTERS[seat], letter)
        present = self.shown.after.presence(seat) >> region & 1
        x = self.canvas.draw_text(x, y, self.signs.god_right if present else " ", letter)
        width = area.right - (3 if tall else 2) - self._pyramid_width(region, area, y) - x - tall
        self._figures(x + tall, width, region, seat, found, bar, ground)
        if strength:
            leads = seat in found.winner
            ink, on = ("badge", f"dark_{seat + 1}") if leads else (f"seat{seat + 1}", ground)
            text = f"{strength:>2} " if tall else f"{strength:>2}"
            self.canvas.draw_text_right(area.right, y, text, palette.style(ink, on, "bold"))

    def _figures(self, x: int, width: int, region: int, seat: int, found: Standings, bar: Region, ground: str) -> None:
        """Draw the pieces as so many figures; where there is no room for all, as a figure and a number."""
        now, after = (figures(state, seat, region, self.signs) for state in (self.shown.state, self.shown.after))
        parts = [(sign, old, new) for (sign, old), (_, new) in zip(now, after, strict=True) if old or new]
        texts = [f"+{new}" if sign == "+" else sign * new or f"{sign}0" for sign, _, new in parts]
        gap = 1 if sum(map(len, texts)) + len(texts) - 1 <= width else 0
        if sum(map(len, texts)) > width:
            texts = [sign if new == 1 else f"{sign}{new}" for sign, _, new in parts]
        for text, (sign, old, new) in zip(texts, parts, strict=True):
            on = f"tint_{seat + 1}" if x + len(text) <= bar.right else ground
            style = self.palette.style(f"seat{seat + 1}", on, self._most(seat, sign, found))
            if old != new:
                style = self.palette.style("mark_ink", "mark", "bold")
            x = self.canvas.draw_text(x, bar.y, text, style) + gap

    def _most(self, seat: int, sign: str, found: Standings) -> str:
        """Return the attributes of a figure: underlined for the most of a kind that the tracks ask for."""
        most = {self.signs.warrior: found.codex, self.signs.shaman: found.calendar}.get(sign, ())
        return "bold underline" if seat in most else ""

    # Pyramids

    def _levels(self, region: int, area: Region) -> list[tuple[int, Region]]:
        """Return the pieces of a pyramid from the ground up, and where each is drawn."""
        before, after = self.shown.state.pyramids[region], self.shown.after.pyramids[region]
        pieces = max(before, after, key=len) if len(before) != len(after) else after
        size = stones(area.height)
        left = area.right - (4 if area.height >= TALL else 2) - size.base
        found = []
        for step, piece in enumerate(pieces):
            width = size.base - size.step * (piece % 4)
            x = left + (size.base - width) // 2
            found.append((piece, Region(x, area.bottom - size.rows * (step + 1), width, size.rows)))
        return found

    def _pyramid_width(self, region: int, area: Region, y: int) -> int:
        """Return how many columns of a row the pyramid takes, with what is behind it."""
        end = area.right - (3 if area.height >= TALL else 2)
        return next((end - level.x for _, level in self._levels(region, area) if level.y <= y < level.bottom), 0)

    def _pyramid(self, region: int, area: Region, ground: str) -> None:
        """Draw the pyramid from the ground up, each level narrower, with the colour and letter of its owner."""
        before, after = self.shown.state.pyramids[region], self.shown.after.pyramids[region]
        for step, (piece, level) in enumerate(self._levels(region, area)):
            owner = piece // 4
            changed = before[step : step + 1] != after[step : step + 1]
            on = "mark" if changed else "dark_n" if owner == NEUTRAL else f"dark_{owner + 1}"
            ink = self.palette.style("mark_ink" if changed else "badge", on, "bold")
            self.canvas.fill(level, ink)
            letter = LETTERS[owner].center(level.width)
            self.canvas.draw_text(level.x, level.y + (level.height - 1) // 2, letter, ink)
            if level.width % 2 == 0:
                self._half_steps(level, ink, self.palette.style(on, ground) if self.palette.mode != MONO else ink)

    def _half_steps(self, level: Region, ink: Style, edge: Style) -> None:
        """Centre a level that is only one column narrower: its edges are half cells."""
        letter = self.canvas.chars[level.y][level.x + (level.width - 1) // 2]
        self.canvas.draw_text(level.x, level.y, self.signs.left_half, edge)
        self.canvas.draw_text(level.x + 1, level.y, letter.center(level.width - 1), ink)
        self.canvas.draw_text(level.right, level.y, self.signs.right_half, edge)

    # Names, vertices, the cursor

    def _name(self, target: Target, area: Region) -> None:
        """Draw the name of a region in the border above it, clear of the vertices.

        Under the cursor only that border is highlighted; a whole frame would be too much to send.
        """
        state, palette, region = self.shown.state, self.palette, target.number
        here = target == self.shown.cursor
        if here:
            self.canvas.draw_text(area.x, area.y, "━" * area.width, palette.style("cursor", attributes="bold"))
            style = palette.style("cursor_ink", "cursor", "bold")
        elif target in self.shown.counted:
            style = palette.style("good", attributes="bold")
        elif region == state.conflict:
            style = palette.style("blood_ink", "blood", "bold")
        elif not state.live >> region & 1:
            style = palette.style("faint")
        else:
            style = palette.style("ink", attributes="bold")
        on_the_coast = area.x == 1 and area.y > 0
        x = self.canvas.draw_text(area.x + (2 if on_the_coast else 1), area.y, " ", style)
        if target in self.shown.targets and not here:
            sign = self.shown.targets[target]
            self.canvas.draw_text(x - 1, area.y, sign or "▸", palette.style("accent", attributes="bold"))
            x += bool(sign)
            style = palette.style("accent", attributes="bold") if region != state.conflict else style
        x = self.canvas.draw_text(x, area.y, f"{names.region(region)} ", style)
        if mark := self.shown.marks.get(target):
            self.canvas.draw_text(x - 1, area.y, mark, palette.style("new", attributes="bold"))

    def _vertex(self, target: Target, area: Region) -> None:
        x, y = area.x, area.y
        after, palette, signs = self.shown.after, self.palette, self.signs
        here = target == self.shown.cursor
        sign = self.shown.targets.get(target) or signs.vertex
        seats = [seat for seat in range(after.players) if after.vertices[seat] == target.number]
        if seats:
            edge, badge = palette.style(f"seat{seats[0] + 1}"), palette.style("badge", f"dark_{seats[0] + 1}", "bold")
            if here:
                edge = badge = palette.style("cursor_ink", "cursor", "bold")
            self.canvas.draw_text(x, y, signs.god_left, edge)
            self.canvas.draw_text(x + 1, y, LETTERS[seats[0]], badge)
            self.canvas.draw_text(x + 2, y, signs.god_right, edge)
            if mark := self.shown.marks.get(target):
                self.canvas.draw_text(x + 3 if x + 3 < self.canvas.width else x - 1, y, mark, palette.style("new"))
        elif here:
            self.canvas.draw_text(x, y, f" {sign} ", palette.style("cursor_ink", "cursor", "bold"))
        elif target in self.shown.targets:
            self.canvas.draw_text(x, y, f" {sign} ", palette.style("accent", attributes="bold"))
        else:
            self.canvas.draw_text(x + 1, y, signs.vertex, palette.style("dim"))
