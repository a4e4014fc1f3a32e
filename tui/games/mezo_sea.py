"""The sea beside Palenque on the map of Mezo: the ledger of the tribes and the wrathful god."""

from textual.geometry import Region

from core.mezo.components import DEVOTION_END, DEVOTION_LEVEL, DEVOTION_VP, GODS
from core.mezo.rules import MezoState
from themes import Look
from tui.frame import Spot
from tui.games.mezo_map import LETTERS, ROMAN, Plan, Signs
from tui.games.mezo_side import wrath_words
from tui.widgets.picture import Picture, clip


def _row_height(plan: Plan) -> int:
    return 2 if plan.sea.height > 8 else 1


def sea_spots(plan: Plan, players: int) -> dict[Spot, Region]:
    """A row for each tribe, and one for the wrathful god."""
    sea, tall = plan.sea, _row_height(plan)
    found: dict[Spot, Region] = {
        ("tribe", seat): Region(sea.x, sea.y + 1 + seat * tall, sea.width, tall) for seat in range(players)
    }
    found["wrath", 0] = Region(sea.x, sea.bottom - 1, sea.width, 1)
    return found


class SeaPainter:
    """Paints the ledger into the sea."""

    def __init__(self, picture: Picture, look: Look, plan: Plan, signs: Signs, large: bool) -> None:
        self.picture = picture
        self.look = look
        self.plan = plan
        self.signs = signs
        self.large = large

    def paint(self, state: MezoState, after: MezoState, cursor: Spot, viewer: int) -> None:
        sea = self.plan.sea
        self.picture.text(sea.x, sea.y, "   VP dev Reserve Xib", self.look.style("dim"))
        for seat in range(state.players):
            self._tribe(state, after, seat, cursor)
        self._wrath(state, cursor)

    def _tribe(self, state: MezoState, after: MezoState, seat: int, cursor: Spot) -> None:
        area = sea_spots(self.plan, state.players)["tribe", seat]
        look, y = self.look, area.y
        here = cursor == ("tribe", seat)
        ink = look.style("cursor_ink", "cursor") if here else look.style(f"seat{seat + 1}", attributes="bold")
        self.picture.text(area.x, y, f"{LETTERS[seat]} ", ink)

        def value(x: int, width: int, old: str, new: str) -> None:
            style = look.style("mark_ink", "mark") if old != new else look.style("ink")
            self.picture.text(area.x + x, y, new.rjust(width), style)

        value(2, 3, str(state.vp[seat]), str(after.vp[seat]))
        value(6, 3, *(f"{view.devotion[seat]}" for view in (state, after)))
        value(10, 2, *(f"{view.reserves[seat * 2]}{self.signs.warrior}" for view in (state, after)))
        value(13, 2, *(f"{view.reserves[seat * 2 + 1]}{self.signs.shaman}" for view in (state, after)))
        value(17, 2, *(f"{view.xibalba[seat * 2]}{self.signs.warrior}" for view in (state, after)))
        value(20, 2, *(f"{view.xibalba[seat * 2 + 1]}{self.signs.shaman}" for view in (state, after)))
        if self.large:
            self._ladder(after, seat, area)

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
        self.picture.text(area.x + 23, area.y, f"{ROMAN[DEVOTION_LEVEL[at]]:>3} {DEVOTION_VP[at]:>2} VP", self.look.style("dim"))

    def _wrath(self, state: MezoState, cursor: Spot) -> None:
        area = sea_spots(self.plan, state.players)["wrath", 0]
        given = "".join(
            f" {LETTERS[seat]}{state.wrath[seat * 2] + state.wrath[seat * 2 + 1]}"
            for seat in range(state.players)
            if any(state.wrath[seat * 2 : seat * 2 + 2])
        )
        here = cursor == ("wrath", 0)
        style = self.look.style("cursor_ink", "cursor") if here else self.look.style("bad")
        text = clip(f"Wrath: {wrath_words(state, self.signs)}", area.width - len(given))
        self.picture.text(area.x, area.y, text + given, style)


assert len(GODS) >= 4
