"""The tribes of Mezo as drawings: points, god, devotion, units in reserve and below, stone, abilities and cards."""

from collections.abc import Sequence

from textual.geometry import Region

from core.games.mezo.components import ABILITIES, CARDS, DEVOTION_END, DEVOTION_LEVEL, DEVOTION_VP, GODS
from core.games.mezo.state import MezoState
from core.games.mezo.view import LETTERS
from core.games.mezo.view.visible_cards import hand, played
from core.view import Target
from themes import Palette
from tui.games.mezo.art import Signs
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: How many rows a tribe takes: with its abilities, without them, and only the units.
FULL, PLAIN, BRIEF = 8, 6, 4


def tribe_areas(players: int, area: Region) -> dict[Target, Region]:
    """Return the regions of the tribes below each other, as large as there is room for; empty if there is none."""
    height = min(FULL + 1, area.height // players)
    if height < BRIEF:
        return {}
    return {Target("seat", seat): Region(area.x, area.y + seat * height, area.width, height) for seat in range(players)}


def paint_ladder(canvas: Canvas, palette: Palette, at: tuple[int, int], state: MezoState, seat: int, on: str) -> None:
    """Draw the devotion track: three levels, filled as far as the tribe has come, and what it is worth."""
    x, y = at
    reached = state.devotion[seat]
    track = "".join(
        "│" * (DEVOTION_LEVEL[space] != DEVOTION_LEVEL[space - 1]) + ("▪" if space <= reached else "·")
        for space in range(1, DEVOTION_END + 1)
    )
    far = track.rfind("▪") + 1
    x = canvas.draw_text(x, y, track[:far], palette.style(f"seat{seat + 1}", on))
    x = canvas.draw_text(x, y, track[far:], palette.style("faint", on))
    canvas.draw_text(x + 1, y, f"={DEVOTION_VP[reached]}", palette.style("dim", on))


class TribePainter:
    """Painter of the tribes beside the map."""

    def __init__(
        self, canvas: Canvas, palette: Palette, signs: Signs, players: Sequence[str], viewer: int | None
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.signs = signs
        self.players = players
        self.viewer = viewer

    def paint(
        self, seat: int, area: Region, state: MezoState, after: MezoState, here: bool, mark: str, counted: bool
    ) -> None:
        """Draw one tribe; what a choice would change is marked."""
        self._head(seat, area, state, after, here, mark, counted)
        rows = [self._devotion, self._units]
        if area.height >= PLAIN:
            rows = [self._god, self._devotion, self._units, self._below, self._stone]
        if area.height >= FULL:
            rows += [self._abilities, self._cards]
        for step, row in enumerate(rows, 1):
            row(seat, Region(area.x + 1, area.y + step, area.width - 2, 1), state, after)

    def _head(
        self, seat: int, area: Region, state: MezoState, after: MezoState, here: bool, mark: str, counted: bool
    ) -> None:
        palette = self.palette
        ink, on = ("cursor_ink", "cursor") if here else ("badge", f"dark_{seat + 1}")
        if counted:
            ink, on = "lit_ink", "lit"
        points = f"{after.vp[seat]} VP "
        name = clip(f" {LETTERS[seat]} {self.players[seat]}", area.width - len(points) - 2)
        self.canvas.draw_text(area.x, area.y, name.ljust(area.width - 1), palette.style(ink, on, "bold"))
        style = (
            palette.style("mark_ink", "mark", "bold") if state.vp[seat] != after.vp[seat] else palette.style(ink, on)
        )
        self.canvas.draw_text_right(area.right - 1, area.y, points, style)
        if mark.strip():
            self.canvas.draw_text(area.x + len(name) + 1, area.y, mark, palette.style(ink, on, "bold"))

    def _god(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        god = GODS[state.gods[seat]]
        x = self.canvas.draw_text(
            area.x, area.y, f"{god.name} ", self.palette.style(f"seat{seat + 1}", attributes="bold")
        )
        self.canvas.draw_text(x, area.y, clip(god.call.text, area.right - x), self.palette.style("dim"))

    def _devotion(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        paint_ladder(self.canvas, self.palette, (area.x, area.y), after, seat, "ground")

    def _units(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        self._counted("Reserves", seat, area, state.reserves, after.reserves)

    def _below(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        self._counted("Xibalba", seat, area, state.xibalba, after.xibalba)

    def _counted(self, word: str, seat: int, area: Region, old: Sequence[int], new: Sequence[int]) -> None:
        """Draw units as figures."""
        x = self.canvas.draw_text(area.x, area.y, f"{word:<9}", self.palette.style("dim"))
        for kind, sign in enumerate((self.signs.warrior, self.signs.shaman)):
            at = seat * 2 + kind
            changed = old[at] != new[at]
            style = self.palette.style("mark_ink", "mark") if changed else self.palette.style(f"seat{seat + 1}")
            x = self.canvas.draw_text(x, area.y, sign * new[at] or "0" * changed, style) + 1
        if not any(new[seat * 2 : seat * 2 + 2]):
            self.canvas.draw_text(x, area.y, "nobody", self.palette.style("faint"))

    def _stone(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        """Draw the glyphs and pyramid pieces that are left, the lowest level first."""
        x = self.canvas.draw_text(area.x, area.y, f"{'stone':<9}", self.palette.style("dim"))
        ink = self.palette.style(f"seat{seat + 1}")
        x = self.canvas.draw_text(x, area.y, self.signs.glyph * after.stelae[seat], ink) + 1
        for level in range(4):
            x = self.canvas.draw_text(x, area.y, str(level + 1), self.palette.style("dim"))
            x = self.canvas.draw_text(x, area.y, "▄" * after.pieces[seat * 4 + level], ink) + 1

    def _abilities(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        told = ", ".join(ABILITIES[number].name for number in state.abilities[seat]) or "no ability yet"
        self.canvas.draw_text(area.x, area.y, clip(told, area.width), self.palette.style())

    def _cards(self, seat: int, area: Region, state: MezoState, after: MezoState) -> None:
        """Draw the cards played in this Age; for the viewer's own tribe the next ones, too."""
        spent = ", ".join(CARDS[card].capitalize() for card in played(state, seat)) or "none"
        told = f"played: {spent}"
        if seat == self.viewer and (cards := hand(state, seat)):
            told += f"; next: {', '.join(CARDS[card].capitalize() for card in cards)}"
        self.canvas.draw_text(area.x, area.y, clip(told, area.width), self.palette.style("dim"))


def legend(signs: Signs, width: int) -> list[str]:
    """Return what the signs mean."""
    told = (
        f"{signs.champion} Champion 2; 1 each: {signs.warrior} Warrior, {signs.shaman} Shaman,"
        f" {signs.glyph} glyph, + token."
        f" {signs.god_right} behind a letter: its god looks upon the region. Underlined: the most of its kind."
        " The bar behind a rank is its strength; the number on a colour leads."
    )
    return wrap(told, width)
