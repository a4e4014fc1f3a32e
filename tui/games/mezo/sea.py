"""The sea beside Palenque on the map of Mezo: the ledger of the tribes and the wrathful god."""

from textual.geometry import Region

from core.mezo.components import DEVOTION_END, DEVOTION_LEVEL, DEVOTION_VP, WRATHFUL
from core.mezo.offers import LETTERS, WRATH
from core.mezo.state import MezoState
from core.offers import Place
from themes import Look
from tui.games.mezo.art import ROMAN, Plan, Signs
from tui.widgets.picture import Picture, clip


def sea_area(plan: Plan, place: Place) -> Region:
    """A row (two, where there is room) for a tribe, and the last one for the wrathful god."""
    sea = plan.sea
    if place == WRATH:
        return Region(sea.x, sea.bottom - 1, sea.width, 1)
    tall = 2 if sea.height > 8 else 1
    return Region(sea.x, sea.y + 1 + place.number * tall, sea.width, tall)


class SeaPainter:
    """Paints the ledger into the sea."""

    def __init__(
        self, picture: Picture, look: Look, areas: dict[Place, Region], plan: Plan, signs: Signs, large: bool
    ) -> None:
        self.picture = picture
        self.look = look
        self.areas = areas
        self.plan = plan
        self.signs = signs
        self.large = large

    def paint(self, state: MezoState, after: MezoState, cursor: Place | None) -> None:
        sea = self.plan.sea
        worth = "   lvl worth" if self.large else ""
        self.picture.text(sea.x, sea.y, f"   VP dev Reserve Xib{worth}", self.look.style("dim"))
        for seat in range(state.players):
            self._tribe(state, after, seat, cursor)
        if self.large:
            self._track(after)
        self._wrath(state, cursor)

    def _tribe(self, state: MezoState, after: MezoState, seat: int, cursor: Place | None) -> None:
        """Points, devotion, Reserves and Xibalba; what a choice would change is marked."""
        place = Place("seat", seat)
        area, here = self.areas[place], cursor == place
        style = self.look.style("cursor_ink" if here else "badge", "cursor" if here else f"dark_{seat + 1}", "bold")
        self.picture.text(area.x, area.y, LETTERS[seat], style)
        at = seat * 2
        warrior, shaman = self.signs.warrior, self.signs.shaman
        for x, width, old, new, sign in (
            (2, 3, state.vp[seat], after.vp[seat], ""),
            (6, 2, state.devotion[seat], after.devotion[seat], ""),
            (10, 1, state.reserves[at], after.reserves[at], warrior),
            (13, 1, state.reserves[at + 1], after.reserves[at + 1], shaman),
            (16, 1, state.xibalba[at], after.xibalba[at], warrior),
            (19, 1, state.xibalba[at + 1], after.xibalba[at + 1], shaman),
        ):
            ink, on = ("mark_ink", "mark") if old != new else ("ink", "ground")
            self.picture.text(area.x + x, area.y, f"{new:>{width}}{sign}", self.look.style(ink, on))
        if self.large:
            self._ladder(after, seat, area)

    def _track(self, state: MezoState) -> None:
        """The VP track between the last marker and the first; no two share a space."""
        last, first = min(state.vp), max(state.vp)
        sea = self.plan.sea
        width = sea.width - 8
        y = sea.bottom - 3
        x = self.picture.text(sea.x, y, f"{last:>3} ", self.look.style("dim"))
        spaces = min(width, first - last + 1)
        self.picture.text(x, y, "·" * spaces, self.look.style("faint"))
        for seat, vp in enumerate(state.vp):
            step = vp - last if first - last < width else round((vp - last) * (width - 1) / (first - last))
            self.picture.text(x + step, y, LETTERS[seat], self.look.style("badge", f"dark_{seat + 1}", "bold"))
        self.picture.text(x + spaces + 1, y, f"{first} VP", self.look.style("dim"))

    def _ladder(self, state: MezoState, seat: int, area: Region) -> None:
        """The devotion track: three levels, filled as far as the tribe has come, and what it is worth."""
        at = state.devotion[seat]
        x = area.x + 2
        for space in range(1, DEVOTION_END + 1):
            if DEVOTION_LEVEL[space] != DEVOTION_LEVEL[space - 1]:
                x = self.picture.text(x, area.y + 1, "│", self.look.style("dim"))
            reached = space <= at
            style = self.look.style(f"seat{seat + 1}" if reached else "faint")
            x = self.picture.text(x, area.y + 1, "▪" if reached else "·", style)
        worth = f"{ROMAN[DEVOTION_LEVEL[at]]:>4} {DEVOTION_VP[at]:>4}"
        self.picture.text(area.x + 23, area.y, worth, self.look.style("dim"))

    def _wrath(self, state: MezoState, cursor: Place | None) -> None:
        area, here = self.areas[WRATH], cursor == WRATH
        given = "".join(
            f" {LETTERS[seat]}{state.wrath[seat * 2] + state.wrath[seat * 2 + 1]}"
            for seat in range(state.players)
            if any(state.wrath[seat * 2 : seat * 2 + 2])
        )
        tiles = ", ".join(WRATHFUL[tile].name for tile in state.face_up()) or "silent"
        style = self.look.style("cursor_ink", "cursor") if here else self.look.style("bad")
        text = clip(f"Wrath: {tiles}", area.width - len(given))
        self.picture.text(area.x, area.y, text + given, style)
