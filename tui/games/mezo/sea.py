"""The sea beside Palenque on the map of Mezo: the ledger of the tribes or the two tracks, and the wrathful god."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region, Size

from core.games.mezo.components import SHAMAN, TRACKS, WARRIOR, WRATHFUL
from core.games.mezo.effects.gods import price
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view import LETTERS, WRATH
from core.view import Target
from themes import Palette
from tui.games.mezo.art import Signs
from tui.games.mezo.tribes import paint_ladder
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip

#: The size from which on a tribe has two rows, and the wrathful god as many as it has tiles.
_ROOMY = Size(33, 9)
#: The most tribes, and the most tiles, that lie there.
_TRIBES = _TILES = 4


def sea_areas(sea: Region, with_tracks: bool) -> dict[Target, Region]:
    """Return regions for the tribes, or for the two tracks where the tribes are elsewhere; below, the wrathful god."""
    roomy = _is_roomy(sea)
    wrath = _TILES if roomy and with_tracks else 1
    found = {WRATH: Region(sea.x, sea.bottom - wrath, sea.width, wrath)}
    if with_tracks:
        for step, kind in enumerate((SHAMAN, WARRIOR)):
            found[Target("track", kind)] = Region(sea.x, sea.y + step * 4, sea.width, 4)
        return found
    tall = 2 if roomy else 1
    for seat in range(_TRIBES):
        found[Target("seat", seat)] = Region(sea.x, sea.y + 1 + seat * tall, sea.width, tall)
    return found


def _is_roomy(sea: Region) -> bool:
    return sea.width >= _ROOMY.width and sea.height >= _ROOMY.height


class Ledger(NamedTuple):
    """What the sea shows: the state, how a choice would change it, the players' names, and what is marked."""

    state: MezoState
    after: MezoState
    players: Sequence[str]
    cursor: Target | None
    marks: Mapping[Target, str]
    counted: frozenset[Target]


class SeaPainter:
    """Painter of the sea, and of what is written on it."""

    def __init__(
        self, canvas: Canvas, palette: Palette, areas: dict[Target, Region], sea: Region, signs: Signs
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.areas = areas
        self.sea = sea
        self.signs = signs

    def paint(self, ledger: Ledger) -> None:
        sea, palette = self.sea, self.palette
        self.canvas.fill(sea, palette.style("ink", "water"))
        if Target("track", SHAMAN) in self.areas and self.areas[Target("track", SHAMAN)].x == sea.x:
            for kind in (SHAMAN, WARRIOR):
                self.track(self.areas[Target("track", kind)], kind, ledger, "water")
        else:
            self._ledger(ledger)
        self._wrath(ledger)

    def _ledger(self, ledger: Ledger) -> None:
        sea, roomy = self.sea, _is_roomy(self.sea)
        name = self._name_width
        heads = f"{'':{name + 2}} VP dv Rsrv Xib." if not roomy else f"{'':{name + 2}}  VP dev Reserves Xibalba"
        self.canvas.draw_text(sea.x, sea.y, clip(heads, sea.width), self.palette.style("dim", "water"))
        for seat in range(ledger.state.players):
            self._tribe(ledger, seat)
        if roomy:
            self._points(ledger.after)

    @property
    def _name_width(self) -> int:
        return min(12, self.sea.width - 28) if _is_roomy(self.sea) else 5

    def _tribe(self, ledger: Ledger, seat: int) -> None:
        """Draw points, devotion, Reserves and Xibalba; what a choice would change is marked."""
        state, after, palette = ledger.state, ledger.after, self.palette
        target = Target("seat", seat)
        area, here = self.areas[target], ledger.cursor == target
        ink, on = ("cursor_ink", "cursor") if here else ("badge", f"dark_{seat + 1}")
        if target in ledger.counted:
            ink, on = "lit_ink", "lit"
        self.canvas.draw_text(area.x, area.y, LETTERS[seat], palette.style(ink, on, "bold"))
        name = self._name_width
        mark = ledger.marks.get(target, " ")
        self.canvas.draw_text(area.x + 1, area.y, mark, palette.style("new", "water", "bold"))
        bold = palette.style("cursor_ink", "cursor") if here else palette.style(f"seat{seat + 1}", "water", "bold")
        self.canvas.draw_text(area.x + 2, area.y, ledger.players[seat][:name], bold)
        at, x = seat * 2, area.x + 2 + name
        warrior, shaman = self.signs.warrior, self.signs.shaman
        gap = 1 if _is_roomy(self.sea) else 0
        for step, width, old, new, sign in (
            (0, 3 + gap, state.vp[seat], after.vp[seat], ""),
            (4 + gap, 2 + gap, state.devotion[seat], after.devotion[seat], ""),
            (7 + 3 * gap, 1, state.reserves[at], after.reserves[at], warrior),
            (9 + 5 * gap, 1, state.reserves[at + 1], after.reserves[at + 1], shaman),
            (12 + 7 * gap, 1, state.xibalba[at], after.xibalba[at], warrior),
            (14 + 9 * gap, 1, state.xibalba[at + 1], after.xibalba[at + 1], shaman),
        ):
            ink, on = ("mark_ink", "mark") if old != new else ("ink", "water")
            self.canvas.draw_text(x + step, area.y, f"{new:>{width}}{sign}", palette.style(ink, on))
        if area.height > 1:
            paint_ladder(self.canvas, self.palette, (area.x + 2, area.y + 1), after, seat, "water")

    def _points(self, state: MezoState) -> None:
        """Draw the VP track between the last marker and the first; no two share a space."""
        last, first = min(state.vp), max(state.vp)
        sea = self.sea
        width = sea.width - 12
        y = sea.bottom - 2
        x = self.canvas.draw_text(sea.x, y, f"{last:>3} ", self.palette.style("dim", "water"))
        spaces = min(width, first - last + 1)
        self.canvas.draw_text(x, y, "·" * spaces, self.palette.style("faint", "water"))
        for seat, vp in enumerate(state.vp):
            step = vp - last if first - last < width else round((vp - last) * (width - 1) / (first - last))
            self.canvas.draw_text(x + step, y, LETTERS[seat], self.palette.style("badge", f"dark_{seat + 1}", "bold"))
        self.canvas.draw_text(x + spaces + 1, y, f"{first} VP", self.palette.style("dim", "water"))

    def track(self, area: Region, kind: int, ledger: Ledger, on: str) -> None:
        """Draw a track: a heading, then its six spaces in two columns, each with its effect and who is there."""
        target, palette = Target("track", kind), self.palette
        here = target == ledger.cursor
        style = palette.style("cursor_ink", "cursor", "bold") if here else palette.style("accent", on, "bold")
        if target in ledger.counted:
            style = palette.style("lit_ink", "lit", "bold")
        unit = (self.signs.warrior, self.signs.shaman)[kind]
        x = self.canvas.draw_text(area.x, area.y, f"{names.TRACK[kind]}, most {unit}", style)
        self.canvas.draw_text(x, area.y, ledger.marks.get(target, ""), palette.style("new", on, "bold"))
        width = area.width // 2
        for number, (space, owner) in enumerate(zip(TRACKS[kind], ledger.after.tracks[kind], strict=True)):
            x, y = area.x + (number % 2) * width, area.y + 1 + number // 2
            if owner >= 0:
                self.canvas.draw_text(
                    x, y, f"{LETTERS[owner]}{unit}", palette.style("badge", f"dark_{owner + 1}", "bold")
                )
            else:
                self.canvas.draw_text(x, y, "··", palette.style("faint", on))
            ink = "faint" if owner >= 0 else "ink"
            self.canvas.draw_text(x + 3, y, clip(space.brief, width - 3), palette.style(ink, on))

    def _wrath(self, ledger: Ledger) -> None:
        """Draw the wrathful god: its tiles that lie face up, what it asks for, and what has been given."""
        state, area, here = ledger.state, self.areas[WRATH], ledger.cursor == WRATH
        palette = self.palette
        style = palette.style("cursor_ink", "cursor") if here else palette.style("bad", "water", "bold")
        given = "".join(
            f" {LETTERS[seat]}{sum(state.wrath[seat * 2 : seat * 2 + 2])}"
            for seat in range(state.players)
            if any(state.wrath[seat * 2 : seat * 2 + 2])
        )
        if area.height == 1:
            tiles = ", ".join(WRATHFUL[tile].name for tile in state.face_up()) or "silent"
            self.canvas.draw_text(
                area.x, area.y, clip(f"Wrath {price(state)}: {tiles}", area.width - len(given)), style
            )
            self.canvas.draw_text_right(area.right, area.y, given, palette.style("ink", "water"))
        else:
            self.canvas.draw_text(area.x, area.y, f"Wrathful god, asks for {price(state)}{given}", style)
            for row, tile in enumerate(state.face_up(), 1):
                told = f"{WRATHFUL[tile].name}: {WRATHFUL[tile].brief}"
                self.canvas.draw_text(
                    area.x + 1, area.y + row, clip(told, area.width - 1), palette.style("ink", "water")
                )
        if mark := ledger.marks.get(WRATH):
            self.canvas.draw_text(area.right - 1, area.y, mark, palette.style("new", "water", "bold"))
