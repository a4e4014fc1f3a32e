"""What stands beside the water: the row and the stack, the boats with their holds, and the card under the cursor."""

from collections.abc import Mapping

from rich.style import Style
from textual.geometry import Region

import themes
from core.mazaytsy.components import BOX, LOG
from core.mazaytsy.hares import count, points, worths
from core.mazaytsy.moves import LETTERS
from core.mazaytsy.offers import MAZAY, STACK, MazaytsyOffers
from core.mazaytsy.rules.advanced import WEIGHT
from core.mazaytsy.scoring import own_hares, own_points
from core.mazaytsy.words.names import KIND_NAMES
from core.offers import Offer, Place
from tui.frame import SEAT
from tui.games.mazaytsy.art import BOWS, card_rows, card_strip, hare, plain
from tui.games.mazaytsy.board import GROUNDS
from tui.widgets.picture import Picture, clip, wrap

#: The order in which the legend names the kinds, with fewer words than the rules.
_LEGEND = (
    "fish water",
    "plain water",
    "log: stops a boat",
    "thicket: no way through",
    "whirlpool: stirs hares",
    "swamp: draws in hares",
    "funnel: pulls boats in",
    "current: carries a boat",
    "side current: diagonally",
)


def side_areas(offers: MazaytsyOffers, width: int, large: bool) -> dict[Place, Region]:
    """Where the open cards and the boats stand: the row from the left, the stack's top at the right."""
    across, high = (7, 3) if large else (5, 2)
    row = [place for place in offers.open_cards if place != STACK]
    gap = 1 if len(row) < 5 else 0
    areas = {place: Region(number * (across + gap), 1, across, high) for number, place in enumerate(row)}
    if STACK in offers.open_cards:
        areas[STACK] = Region(width - across - 1, 1, across, high)
    first = 7 if large else 5
    return areas | {Place(SEAT, seat): Region(0, first + seat, width, 1) for seat in range(offers.state.players)}


class Side:
    """One painting of the side."""

    def __init__(
        self,
        picture: Picture,
        look: themes.Look,
        ascii: bool,
        large: bool,
        offers: MazaytsyOffers,
        areas: Mapping[Place, Region],
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.large = large
        self.offers = offers
        self.state = offers.state
        self.areas = areas

    def solid(self, ink: str, on: str) -> Style:
        return self.look.style(ink, on, "bold reverse" if self.look.mode == themes.MONO else "bold")

    def paint(self, cursor: Place | None, chosen: Offer | None) -> int:
        """Everything but the log; returns the row where that may begin."""
        self._paint_row(cursor, chosen)
        y = self._paint_boats()
        y = self._paint_words(y + self.large, self.offers.notes(cursor) if cursor is not None else [])
        if self.large:
            y = self._paint_legend(y + 1)
        self.picture.text(0, y, "─" * (self.picture.width - 1), self.look.style("faint"))
        return y + 1

    # Cards beside the water

    def _paint_row(self, cursor: Place | None, chosen: Offer | None) -> None:
        s, look, picture = self.state, self.look, self.picture
        picture.text(0, 0, "ROW", look.style("accent", attributes="bold"))
        picture.text(4, 0, "the first goes next", look.style("dim"))
        stack = f"stack {len(s.stack) + (s.under >= 0)}"
        picture.right(picture.width - 1, 0, stack, look.style("dim"))
        for place in self.offers.open_cards:
            self._paint_open_card(place, place == cursor and cursor in self.offers.places())
        if (pointed := self.offers.pointed_card(chosen)) is not None:
            region = self.areas[pointed]
            words = self.offers.says(pointed)
            middle = region.x + region.width // 2
            x = min(middle, picture.width - 4 - len(words))
            picture.text(middle, region.bottom, "▴", look.style("accent", attributes="bold"))
            picture.text(max(x, 0) + 2, region.bottom, clip(words, picture.width - 3), look.style("ink"))

    def _paint_open_card(self, place: Place, under_cursor: bool) -> None:
        look, picture, region = self.look, self.picture, self.areas[place]
        if place == MAZAY:
            style = self.solid("accent_ink", "accent")
            picture.fill(region, style)
            picture.text(region.x, region.y + region.height // 2, f"{'MAZAY':^{region.width}}", style)
            return
        kind = self.offers.open_card(place) >> 1
        ground, ink = GROUNDS[kind]
        on, ink = ("cursor", "cursor_ink") if under_cursor else (f"{ground}_{'ab'[place.number % 2]}", ink)
        style = look.style(ink, on)
        picture.fill(region, style)
        values = [] if place == STACK else worths(self.state.row_hares[place.number])
        if self.large and not values:
            picture.lines(region.x, region.y, card_rows(kind, -1, region.width, region.height, self.ascii), style)
        if values or kind == LOG or not self.large:
            strip = card_strip(kind, -1, region.width, self.ascii)
            picture.text(region.x, region.y, strip, look.style("log_ink", "log") if kind == LOG else style)
        if values:
            # Ears are lost on a bright ground: there they are drawn in its ink.
            self._paint_rider(region, values[0], look.style(ink if under_cursor else "hare", on))

    def _paint_rider(self, region: Region, worth: int, ears: Style) -> None:
        """The hare on an open card; where there is little room, only its face."""
        for stroke in hare(worth, False, self.ascii):
            if stroke.y or self.large:
                x, y = region.x + (region.width - 3) // 2 + stroke.x, region.bottom - 2 + stroke.y
                self.picture.text(x, y, stroke.text, self.solid("hare_ink", "hare") if stroke.y else ears)

    # Boats

    def _paint_boats(self) -> int:
        look, picture = self.look, self.picture
        rows = [self.areas[Place(SEAT, seat)].y for seat in range(self.state.players)]
        y = rows[0] - 1
        picture.text(0, y, "BOATS", look.style("accent", attributes="bold"))
        picture.text(15, y, "aboard", look.style("dim"))
        picture.right(picture.width - 1, y, "ashore", look.style("dim"))
        for seat, row in enumerate(rows):
            self._paint_boat(row, seat)
        return rows[-1] + 1

    def _paint_boat(self, y: int, seat: int) -> None:
        s, look, picture = self.state, self.look, self.picture
        bow = BOWS[s.bows[seat]] if s.boats[seat] >= 0 else " "
        letter = f"{LETTERS[seat]}{plain(bow) if self.ascii else bow}"
        picture.text(0, y, letter, self.solid("boat_ink", f"boat{seat + 1}"))
        partner = f"&{LETTERS[(seat + 2) % 4]}" if s.teams else ""
        name = clip(self.offers.names[seat], 11 - len(partner)) + partner
        turn = "bold underline" if s.actor == seat else ""
        picture.text(3, y, name, look.style(f"seat{seat + 1}", attributes=turn))
        x = 15
        for worth in worths(s.holds[seat]):
            x = picture.text(x, y, str(worth), self.solid("hare_ink", "hare"))
        if s.advanced & WEIGHT:
            x = picture.text(x + 1, y, f"{points(s.holds[seat])}/{BOX.points}", look.style("dim"))
        else:
            free = BOX.tokens - count(s.holds[seat])
            x = picture.text(x, y, "·" * free, look.style("dim"))
        saved = own_points(s, seat) - points(s.holds[seat])
        number = own_hares(s, seat) - count(s.holds[seat])
        words = f"{saved}" if not number else f"{saved} ({number} {'hare' if number == 1 else 'hares'})"
        if x + len(words) >= picture.width - 1:
            words = f"{saved}"
        picture.right(picture.width - 1, y, words, look.style("ink"))

    # Words

    def _paint_words(self, y: int, lines: list[str]) -> int:
        """What lies under the cursor, and what such a card does."""
        picture = self.picture
        picture.text(0, y, "─" * (picture.width - 1), self.look.style("faint"))
        rows = 5 if self.large else 3 if self.state.players == 4 else 4
        inks = zip(lines, ("ink", "dim"), strict=False)
        shown = [(text, ink) for line, ink in inks for text in wrap(line, picture.width - 1)]
        if len(shown) > rows:
            shown[rows - 1] = (clip(f"{shown[rows - 1][0]} …", picture.width - 1), shown[rows - 1][1])
        for step, (text, ink) in enumerate(shown[:rows]):
            picture.text(0, y + 1 + step, text, self.look.style(ink))
        return y + 1 + rows

    def _paint_legend(self, y: int) -> int:
        picture = self.picture
        for kind in range(len(KIND_NAMES)):
            ground, ink = GROUNDS[kind]
            sign = card_strip(kind, -1, 7, self.ascii)
            style = self.look.style("log_ink", "log") if kind == LOG else self.look.style(ink, f"{ground}_a")
            picture.text(0, y + kind, sign, style)
            picture.text(9, y + kind, _LEGEND[kind], self.look.style("dim"))
        return y + len(KIND_NAMES) + 1
