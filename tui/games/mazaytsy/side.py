"""What stands beside the water: the row and the stack, the boats with their holds, and the card under the cursor."""

from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

import themes
from core.mazaytsy.components import BOX, LOG
from core.mazaytsy.hares import count, points, worths
from core.mazaytsy.moves import LETTERS, TOP
from core.mazaytsy.rules.stages import CELL, SPIN, TURN, WEIGHT
from core.mazaytsy.scoring import own_hares, own_points
from core.mazaytsy.state import Flood
from core.mazaytsy.words import DEEDS, KIND_NAMES, card
from tui.games.mazaytsy.art import BOWS, card_rows, card_strip, hare, plain
from tui.games.mazaytsy.water import GROUNDS
from tui.widgets.picture import Picture, clip, wrap

#: Stands in the row where Mazay lies.
MAZAY = -2

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


class Open(NamedTuple):
    """An open card beside the water: its place as in `Pick.index` (or MAZAY), and where it is drawn."""

    place: int
    region: Region


def open_cards(s: Flood, width: int, large: bool) -> list[Open]:
    """The row, the far card first, and the stack's top at the right."""
    across, high = (7, 3) if large else (5, 2)
    indices = list(range(len(s.row)))
    if s.due >= 0:
        indices.insert(0 if s.due == s.actor else min(1, len(indices)), MAZAY)
    gap = 1 if len(indices) < 5 else 0
    cards = [Open(index, Region(place * (across + gap), 1, across, high)) for place, index in enumerate(indices)]
    if s.stack:
        cards.append(Open(TOP, Region(width - across - 1, 1, across, high)))
    return cards


def first_boat_row(large: bool) -> int:
    """Where the list of boats begins."""
    return 7 if large else 5


def open_card_words(s: Flood, index: int) -> str:
    """An open card in words."""
    if index == MAZAY:
        return "Mazay: calls new hares"
    if index == TOP:
        return f"top of the stack: {card(s.stack[-1], s.advanced)}"
    values = worths(s.row_hares[index])
    return card(s.row[index], s.advanced) + (f", hare {values[0]}" if values else "")


class Side:
    """One painting of the side."""

    def __init__(
        self, picture: Picture, look: themes.Look, ascii: bool, large: bool, state: Flood, names: list[str]
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.large = large
        self.state = state
        self.names = names

    def solid(self, ink: str, on: str) -> Style:
        return self.look.style(ink, on, "bold reverse" if self.look.mode == themes.MONO else "bold")

    def paint(self, picked: int | None, under_cursor: list[str]) -> int:
        """Everything but the log; returns the row where that may begin."""
        self._paint_row(picked)
        y = self._paint_boats(first_boat_row(self.large) - 1)
        y = self._paint_words(y + self.large, under_cursor)
        if self.large:
            y = self._paint_legend(y + 1)
        self.picture.text(0, y, "─" * (self.picture.width - 1), self.look.style("faint"))
        return y + 1

    # Cards beside the water

    def _paint_row(self, picked: int | None) -> None:
        s, look, picture = self.state, self.look, self.picture
        cards = open_cards(s, picture.width, self.large)
        picture.text(0, 0, "ROW", look.style("accent", attributes="bold"))
        picture.text(4, 0, "the first goes next", look.style("dim"))
        stack = f"stack {len(s.stack) + (s.under >= 0)}"
        picture.right(picture.width - 1, 0, stack, look.style("dim"))
        for index, region in cards:
            self._paint_open_card(index, region)
        pointed = picked
        if pointed is None and s.phase in (CELL, TURN, SPIN):
            pointed = s.hand
        if pointed is None and cards:
            pointed = cards[0].place
        y = 4 if self.large else 3
        for index, region in cards:
            if index == pointed:
                words = open_card_words(s, index)
                x = min(region.x + region.width // 2, picture.width - 4 - len(words))
                picture.text(region.x + region.width // 2, y, "▴", look.style("accent", attributes="bold"))
                picture.text(max(x, 0) + 2, y, clip(words, picture.width - 3), look.style("ink"))

    def _paint_open_card(self, index: int, region: Region) -> None:
        s, look, picture = self.state, self.look, self.picture
        if index == MAZAY:
            style = self.solid("accent_ink", "accent")
            picture.fill(region, style)
            picture.text(region.x, region.y + region.height // 2, f"{'MAZAY':^{region.width}}", style)
            return
        code = s.stack[-1] if index == TOP else s.row[index]
        kind = code >> 1
        ground, ink = GROUNDS[kind]
        style = look.style(ink, f"{ground}_{'ab'[index % 2]}")
        picture.fill(region, style)
        values = [] if index == TOP else worths(s.row_hares[index])
        if self.large and not values:
            picture.lines(region.x, region.y, card_rows(kind, -1, region.width, region.height, self.ascii), style)
        bark = look.style("log_ink", "log")
        strip = card_strip(kind, -1, region.width, self.ascii)
        if values or kind == LOG or not self.large:
            picture.text(region.x, region.y, strip, bark if kind == LOG else style)
        for stroke in hare(values[0], False, self.ascii) if values else ():
            if stroke.y or self.large:
                x, y = region.x + (region.width - 3) // 2 + stroke.x, region.bottom - 2 + stroke.y
                on = self.solid("hare_ink", "hare") if stroke.y else look.style("hare", f"{ground}_{'ab'[index % 2]}")
                picture.text(x, y, stroke.text, on)

    # Boats

    def _paint_boats(self, y: int) -> int:
        s, look, picture = self.state, self.look, self.picture
        picture.text(0, y, "BOATS", look.style("accent", attributes="bold"))
        picture.text(15, y, "aboard", look.style("dim"))
        picture.right(picture.width - 1, y, "ashore", look.style("dim"))
        for seat in range(s.players):
            self._paint_boat(y + 1 + seat, seat)
        return y + 1 + s.players

    def _paint_boat(self, y: int, seat: int) -> None:
        s, look, picture = self.state, self.look, self.picture
        bow = BOWS[s.bows[seat]] if s.boats[seat] >= 0 else " "
        letter = f"{LETTERS[seat]}{plain(bow) if self.ascii else bow}"
        picture.text(0, y, letter, self.solid("boat_ink", f"boat{seat + 1}"))
        partner = f"&{LETTERS[(seat + 2) % 4]}" if s.teams else ""
        name = clip(self.names[seat], 11 - len(partner)) + partner
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
        first, *rest = lines
        shown = [(text, "ink") for text in wrap(first, picture.width - 1)]
        shown += [(text, "dim") for line in rest for text in wrap(line, picture.width - 1)]
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


def deed(kind: int) -> str:
    """What a kind of card does, as a sentence."""
    return f"{DEEDS[kind][0].upper()}{DEEDS[kind][1:]}."
