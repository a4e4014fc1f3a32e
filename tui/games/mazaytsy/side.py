"""What stands beside the water: the row and the stack, the boats with their holds, and the card under the cursor."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

import themes
from core.games.mazaytsy.components import BOX, LOG
from core.games.mazaytsy.hares import count, points, worths
from core.games.mazaytsy.moves import LETTERS
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.scoring import own_hares, own_points
from core.games.mazaytsy.text.names import DEEDS, KIND_NAMES, points_of
from core.games.mazaytsy.view import MAZAY, STACK, MazaytsyOffers
from core.text import count as number_of
from core.view import Offer, Place
from tui.games.mazaytsy.art import BOWS, Scale, card_rows, card_strip, hare, plain
from tui.games.mazaytsy.board import GROUNDS
from tui.match.screen import SEAT
from tui.widgets.canvas import Picture, clip, wrap

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


#: The small signs in the corners of cards.
_MARKS = "★ just changed  • since your turn  ○ a wake"

_MARK_WORDS = {"★": "changed by the last move", "•": "changed since your turn"}

#: What a boat can be told to do.
_ORDERS = (
    "row: one card forward; then row or turn once more",
    "turn: the bow a quarter; then row or turn once more",
    "slip: one card diagonally ahead, and no more",
    "land: hares ashore from the edge, and no more",
    "pick up: hares on any card that you come to",
)

#: Open cards are drawn as large as the side is wide, and so many rows are there before the boats.
_OPEN_CARDS = ((72, (11, 5)), (58, (9, 4)), (36, (7, 3)), (0, (5, 2)))


class Columns(NamedTuple):
    """A boat's line: where the hares aboard begin, and the words for the points at its end."""

    hold: int
    total: str


_NARROW, _ROOMY = Columns(12, " = all"), Columns(15, " = points")

#: How many rows a boat takes that is drawn as a picture.
_BOAT_ROWS = 4


def side_areas(offers: MazaytsyOffers, width: int, large: bool, wide: bool) -> dict[Place, Region]:
    """Where the open cards and the boats stand: the row from the left, the stack's top at the right."""
    across, high = next(size for least, size in _OPEN_CARDS if width >= least) if large else (5, 2)
    row = [place for place in offers.open_cards if place != STACK]
    gap = 1 if len(row) < 5 else 0
    areas = {place: Region(number * (across + gap), 1, across, high) for number, place in enumerate(row)}
    if STACK in offers.open_cards:
        areas[STACK] = Region(width - across - 1, 1, across, high)
    first, rows = high + 3 + large, _BOAT_ROWS if wide else 1
    seats = range(offers.state.players)
    return areas | {Place(SEAT, seat): Region(0, first + rows * seat, width, rows) for seat in seats}


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
        marks: Mapping[Place, str],
    ) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.large = large
        self.offers = offers
        self.state = offers.state
        self.areas = areas
        self.marks = marks
        self.columns = _ROOMY if large else _NARROW

    def solid(self, ink: str, on: str) -> Style:
        return self.look.style(ink, on, "bold reverse" if self.look.mode == themes.MONO else "bold")

    def paint(self, cursor: Place | None, chosen: Offer | None) -> int:
        """Everything but the log; returns the row where that may begin."""
        self._paint_row(cursor, chosen)
        y = self._paint_boats()
        y = self._paint_words(y + self.large, self._notes(cursor))
        if self.large:
            y = self._paint_legend(y + 1)
        self.picture.text(0, y, "─" * (self.picture.width - 1), self.look.style("faint"))
        return y + 1

    def paint_wide(self, cursor: Place | None, chosen: Offer | None) -> None:
        """All of it, with boats as pictures and cards explained; the log has a place of its own."""
        self._paint_row(cursor, chosen)
        y = self._paint_fleet()
        y = self._paint_words(y, self._notes(cursor))
        self.picture.text(0, y, "─" * (self.picture.width - 1), self.look.style("faint"))
        self._paint_cards(y + 1)

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
        if place in self.marks:
            mark = look.style("cursor_ink" if under_cursor else "new", on, "bold")
            picture.text(
                region.right - 1, region.y, plain(self.marks[place]) if self.ascii else self.marks[place], mark
            )

    def _paint_rider(self, region: Region, worth: int, ears: Style) -> None:
        """The hare on an open card; where there is little room, only its face."""
        for stroke in hare(worth, Scale.SMALL, self.ascii):
            if stroke.y or self.large:
                x, y = region.x + (region.width - 3) // 2 + stroke.x, region.bottom - 2 + stroke.y
                self.picture.text(x, y, stroke.text, self.solid("hare_ink", "hare") if stroke.y else ears)

    # Boats

    def _paint_boats(self) -> int:
        """A line for each boat; what is aboard and what is ashore add up to the points in the top line."""
        look, picture = self.look, self.picture
        rows = [self.areas[Place(SEAT, seat)].y for seat in range(self.state.players)]
        y = rows[0] - 1
        picture.text(0, y, "BOATS", look.style("accent", attributes="bold"))
        picture.text(self.columns.hold, y, "aboard", look.style("dim"))
        header = "+ hares ashore" if self.state.covers else f"+ ashore{self.columns.total}"
        picture.right(picture.width - 1, y, header, look.style("dim"))
        for seat, row in enumerate(rows):
            self._paint_boat(row, seat)
        return rows[-1] + 1

    def _paint_boat(self, y: int, seat: int) -> None:
        s, look, picture = self.state, self.look, self.picture
        self._paint_name(y, seat, self.columns.hold - 4)
        x = self.columns.hold
        for worth in worths(s.holds[seat]):
            x = picture.text(x, y, str(worth), self.solid("hare_ink", "hare"))
        ashore = picture.width - 1 - len(self.columns.total)
        if not s.advanced & WEIGHT:
            picture.text(x, y, "·" * (BOX.tokens - count(s.holds[seat])), look.style("dim"))
        elif x + 6 < ashore:
            picture.text(x + 1, y, f"{points(s.holds[seat])}/{BOX.points}", look.style("dim"))
        if s.covers:
            picture.right(picture.width - 1, y, self._covered(seat), look.style("ink"))
            return
        picture.right(ashore, y, str(self._points_ashore(seat)), look.style("ink"))
        picture.right(picture.width - 1, y, str(own_points(s, seat)), look.style("ink", attributes="bold"))

    def _paint_name(self, y: int, seat: int, room: int) -> None:
        """A boat's letter with its bow, and whose it is."""
        s, look, picture = self.state, self.look, self.picture
        bow = BOWS[s.bows[seat]] if s.boats[seat] >= 0 else " "
        letter = f"{LETTERS[seat]}{plain(bow) if self.ascii else bow}"
        picture.text(0, y, letter, self.solid("boat_ink", f"boat{seat + 1}"))
        partner = f"&{LETTERS[(seat + 2) % 4]}" if s.teams else ""
        name = clip(self.offers.names[seat], room - len(partner)) + partner
        turn = "bold underline" if s.actor == seat else ""
        picture.text(3, y, name, look.style(f"seat{seat + 1}", attributes=turn))

    def _points_ashore(self, seat: int) -> int:
        return own_points(self.state, seat) - points(self.state.holds[seat])

    def _covered(self, seat: int) -> str:
        """How many landed hares lie face down, behind the points that were written down before."""
        s = self.state
        booked = f"{s.booked_points[seat]}p + " if s.booked_hares[seat] else ""
        return f"{booked}{number_of(count(s.ashore[seat]), 'hare')}"

    # Boats as pictures

    def _paint_fleet(self) -> int:
        """Every boat with the hares that sit in it, and what it has brought ashore."""
        look, picture = self.look, self.picture
        areas = [self.areas[Place(SEAT, seat)] for seat in range(self.state.players)]
        y = areas[0].y - 1
        x = picture.text(0, y, "BOATS", look.style("accent", attributes="bold"))
        picture.text(x + 1, y, "with the hares aboard", look.style("dim"))
        picture.right(picture.width - 1, y, "ashore", look.style("dim"))
        for seat, area in enumerate(areas):
            self._paint_loaded(area.y, seat)
        return areas[-1].bottom

    def _paint_loaded(self, y: int, seat: int) -> None:
        s, look, picture = self.state, self.look, self.picture
        self._paint_name(y, seat, 20)
        if not s.covers:
            picture.right(picture.width - 1, y, points_of(own_points(s, seat)), look.style("ink", attributes="bold"))
        end = self._paint_hull(y + 1, seat)
        ashore = ["?"] * count(s.ashore[seat]) if s.covers else [*map(str, worths(s.ashore[seat]))]
        landed = own_hares(s, seat) - count(s.holds[seat])
        room = picture.width - 1 - end - 2
        worth = points_of(self._points_ashore(seat))
        words = self._covered(seat) if s.covers else f"{number_of(landed, 'hare')}, {worth}"
        words = words if landed else "none yet"
        picture.right(picture.width - 1, y + 2, clip(words, room), look.style("ink" if landed else "dim"))
        shown = ashore[: room // 2]
        for number, sign in enumerate(reversed(shown)):
            picture.text(picture.width - 2 - 2 * number, y + 1, sign, self.solid("hare_ink", "hare"))

    def _paint_hull(self, y: int, seat: int) -> int:
        """A boat from the side, a place for each hare; returns the column behind it."""
        s, look, picture = self.state, self.look, self.picture
        aboard = worths(s.holds[seat])
        by_points = s.advanced & WEIGHT > 0
        places = max(BOX.tokens, len(aboard))
        pitch = 4 if places <= 6 else 3
        colour = f"boat{seat + 1}"
        stern, bow = ("\\", "/") if self.ascii else ("◥", "◤")
        wood = self.solid("boat_ink", colour)
        x = picture.text(1, y + 1, stern, look.style(colour))
        end = picture.text(x, y + 1, ("_" if self.ascii else " ") * (places * pitch), wood)
        picture.text(end, y + 1, bow, look.style(colour))
        for place in range(places):
            at = x + place * pitch + (pitch - 3) // 2
            if place < len(aboard):
                for stroke in hare(aboard[place], Scale.SMALL, self.ascii):
                    style = self.solid("hare_ink", "hare") if stroke.y else look.style("hare")
                    picture.text(at + stroke.x, y + stroke.y, stroke.text, style)
            elif not by_points:
                picture.text(at + 1, y + 1, "." if self.ascii else "·", wood)
        if by_points:
            picture.text(end + 2, y + 1, f"{points(s.holds[seat])}/{BOX.points}", look.style("dim"))
            return end + 6
        return end + 1

    # Words

    def _notes(self, cursor: Place | None) -> list[str]:
        """What is to be said about the place under the cursor; its mark, if it has one, is explained."""
        if cursor is None:
            return []
        mark = self.marks.get(cursor)
        first, *rest = self.offers.notes(cursor)
        return [first, *([f"{mark} {_MARK_WORDS[mark]}"] if mark else []), *rest]

    def _paint_words(self, y: int, lines: list[str]) -> int:
        """What lies under the cursor, and what such a card does."""
        picture = self.picture
        picture.text(0, y, "─" * (picture.width - 1), self.look.style("faint"))
        rows = 5 if self.large else 3 if self.state.players == 4 else 4
        inks = zip(lines, ("ink", "dim", "dim"), strict=False)
        shown = [(text, ink) for line, ink in inks for text in wrap(line, picture.width - 1)]
        if len(shown) > rows:
            shown[rows - 1] = (clip(f"{shown[rows - 1][0]} …", picture.width - 1), shown[rows - 1][1])
        for step, (text, ink) in enumerate(shown[:rows]):
            picture.text(0, y + 1 + step, text, self.look.style(ink))
        return y + 1 + rows

    def _paint_legend(self, y: int) -> int:
        for kind, words in enumerate(_LEGEND):
            self._paint_sign(y + kind, kind)
            self.picture.text(9, y + kind, words, self.look.style("dim"))
        return self._paint_block(y + len(_LEGEND), [_MARKS])

    def _paint_sign(self, y: int, kind: int) -> None:
        """The strip by which a kind of card is known."""
        ground, ink = GROUNDS[kind]
        style = self.look.style("log_ink", "log") if kind == LOG else self.look.style(ink, f"{ground}_a")
        self.picture.text(0, y, card_strip(kind, -1, 7, self.ascii), style)

    def _paint_cards(self, y: int) -> None:
        """What every card does, in full where there is room; then what fits of marks, orders and supplies."""
        look, picture = self.look, self.picture
        full = [wrap(f"{name}: {DEEDS[kind]}", picture.width - 10) for kind, name in enumerate(KIND_NAMES)]
        fits = y + sum(map(len, full)) + 1 <= picture.height
        for kind, lines in enumerate(full if fits else [[words] for words in _LEGEND]):
            self._paint_sign(y, kind)
            picture.lines(9, y, lines, look.style("dim"))
            y += len(lines)
        y = self._paint_block(y, [_MARKS])
        y = self._paint_block(y + 1, _ORDERS)
        self._paint_block(max(y + 1, picture.height - 2), self._supplies())

    def _paint_block(self, y: int, lines: Sequence[str]) -> int:
        """Some lines of words if there is room for all of them; returns the row behind them."""
        if y + len(lines) > self.picture.height:
            return y
        for step, line in enumerate(lines):
            self.picture.text(0, y + step, clip(line, self.picture.width - 1), self.look.style("dim"))
        return y + len(lines)

    def _supplies(self) -> list[str]:
        s = self.state
        return [
            f"Mazay came {s.seen} of {number_of(s.visits, 'time')}",
            f"{number_of(count(s.pool), 'hare')} in the pool, {number_of(len(s.discard), 'card')} discarded",
        ]
