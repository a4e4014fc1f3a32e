"""Paints a conflict of Mezo: the land that is fought over, the tribes' figures on it, and bars of their strength."""

from collections.abc import Mapping, Sequence

from textual.geometry import Region

from core.games.mezo.scoring import standings
from core.games.mezo.view import captions
from core.view import Target
from themes import MONO, Palette
from tui.games.mezo.art import PLAIN, Signs
from tui.games.mezo.conflict import APART, FIGURE_ROWS, FIGURES, PYRAMID, ConflictContents, ConflictRow
from tui.games.mezo.figures import draw_figures
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, distinct_names

#: The columns for the strength of a tribe in words: "leads with 6→8".
_STRENGTH = 16
#: Between those who are tied for a prize.
_OR = " or "
#: The strength for which a bar has its whole length, unless a tribe has more.
_FULL = 6


class ConflictPainter:
    """Painter of the rows of a conflict in a region of a canvas."""

    def __init__(
        self,
        canvas: Canvas,
        palette: Palette,
        signs: Signs,
        area: Region,
        conflict: ConflictContents,
        ground: str,
        text_at: int,
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.signs = signs
        self.area = area
        self.fight = conflict
        #: What the figures stand on: the region's ground; that of the screen where sixteen colours have no dark ones.
        self.ground = ground
        #: The column in which the words beside the figures begin.
        self.text_at = text_at
        self.now = standings(conflict.state, conflict.state.conflict)
        self.then = standings(conflict.after, conflict.state.conflict)
        #: Whether bars are grounds, which have no seams between their cells, and not characters.
        self.has_solid_bars = signs is not PLAIN and palette.mode != MONO

    def paint(self, rows: Sequence[ConflictRow], cursor: Target | None, marks: Mapping[Target, str]) -> None:
        for y, row in enumerate(rows, self.area.y):
            here = row.target is not None and row.target == cursor
            match row.kind:
                case "head":
                    self._paint_head(y, row, here, has_land=rows[1].kind == "land")
                case "tribe":
                    self._paint_tribe(y, row.seat, here, marks.get(Target("strength", row.seat), " "))
                case "ground":
                    self._paint_ground(y, row)
                case "forecast":
                    self._paint_forecast(y)
                case "action":
                    self._paint_action(y, row, here and row.target != Target("strength", row.seat))

    def _paint_head(self, y: int, row: ConflictRow, here: bool, has_land: bool) -> None:
        """Draw the heading; the owners of the pyramid's levels too, where the land with the pyramid has no room."""
        on = "cursor" if here else "good" if self.fight.winner is not None else "blood"
        ink = {"cursor": "cursor_ink", "good": "ground", "blood": "blood_ink"}[on]
        style = self.palette.style(ink, on, "bold")
        self.canvas.draw_text(self.area.x, y, f" {row.text}".ljust(self.area.width), style)
        pyramid = self.fight.state.pyramids[self.fight.state.conflict]
        if pyramid and not has_land and len(row.text) + 3 + len(PYRAMID) + len(pyramid) <= self.area.width:
            x = self.area.right - len(pyramid) - 1
            self.canvas.draw_text_right(x, y, PYRAMID, style)
            for at, piece in enumerate(pyramid):
                role = f"dark_{piece // 4 + 1}" if piece // 4 < self.fight.state.players else "dark_n"
                letter = self.fight.letters[piece // 4]
                self.canvas.draw_text(x + at, y, letter, self.palette.style("badge", role, "bold"))

    def _paint_forecast(self, y: int) -> None:
        """Draw who would get what: the players on their colours, those of a tie joined by "or"."""
        fight, palette = self.fight, self.palette
        prizes = captions.prizes(fight.after, fight.winner)
        lead = captions.forecast_lead(fight.after, fight.winner)
        needed = sum(
            len(f"  {prize} ") + sum(len(f" {fight.players[seat]} ") for seat in seats) + len(_OR) * (len(seats) - 1)
            for prize, seats in prizes
        )
        has_room = 1 + len(lead) + needed <= self.area.width
        x = self.canvas.draw_text(self.area.x + 1, y, lead, palette.style("ink", attributes="bold"))
        for prize, seats in prizes:
            x = self.canvas.draw_text(x + 2, y, f"{prize} ", palette.style("accent"))
            for number, seat in enumerate(seats):
                if number:
                    x = self.canvas.draw_text(x, y, _OR if has_room else "=", palette.style("ink"))
                badge = palette.style("badge", f"dark_{seat + 1}", "bold")
                letter = f" {fight.players[seat]} " if has_room else fight.letters[seat]
                x = self.canvas.draw_text(x, y, letter, badge)

    def _paint_action(self, y: int, row: ConflictRow, here: bool) -> None:
        ink = "faint" if row.is_spent else "dim" if row.is_vain else "ink"
        style = self.palette.style("cursor_ink", "cursor") if here else self.palette.style(ink)
        text = clip(row.text, self.area.width)
        self.canvas.draw_text(self.area.x, y, text.ljust(self.area.width) if here else text, style)

    # Tribes

    def _paint_tribe(self, y: int, seat: int, here: bool, mark: str) -> None:
        """Draw whose tribe it is, with a sign for the one whose turn it is, and its strength as a bar and in words."""
        fight, palette, area = self.fight, self.palette, self.area
        badge = ("cursor_ink", "cursor", "bold") if here else ("badge", f"dark_{seat + 1}", "bold")
        x = self.canvas.draw_text(area.x, y, f" {fight.letters[seat]} ", palette.style(*badge))
        if seat == fight.state.actor and fight.winner is None and not mark.strip():
            x = self.canvas.draw_text(x, y, self.signs.turn, palette.style("accent", attributes="bold"))
        else:
            x = self.canvas.draw_text(x, y, mark, palette.style("new", attributes="bold"))
        longest = max(map(len, fight.players))
        room = min(longest, max(4, area.width // 4))
        name = distinct_names(fight.players, room * len(fight.players))[seat].ljust(room)
        x = self.canvas.draw_text(x, y, name, palette.style(f"seat{seat + 1}", attributes="bold"))
        self._paint_bar(Region(x + 1, y, area.right - _STRENGTH - x - 1, 1), seat)
        self._paint_strength(y, seat)

    def _paint_bar(self, area: Region, seat: int) -> None:
        """Draw the strength before anybody acted, what cards have added, and what the choice would add."""
        first, now, then = (each[seat] for each in (self.fight.at_first, self.now.strengths, self.then.strengths))
        full = max(*self.fight.at_first, *self.now.strengths, *self.then.strengths, _FULL)
        width = {n: round(area.width * n / full) for n in (first, now, then)}
        ink = self.palette.style(f"seat{seat + 1}")
        if then > now:
            self.canvas.draw_text(area.x, area.y, self.signs.choice * width[then], self.palette.style("accent"))
        self.canvas.draw_text(area.x, area.y, self.signs.cards * width[min(now, then)], ink)
        pieces = width[min(first, now, then)]
        if self.has_solid_bars:
            self.canvas.draw_text(area.x, area.y, " " * pieces, self.palette.style("badge", f"seat{seat + 1}"))
        else:
            self.canvas.draw_text(area.x, area.y, self.signs.pieces * pieces, ink)

    def _paint_strength(self, y: int, seat: int) -> None:
        """Draw the strength in words, with what the choice would make of it; the leader's on its own colour."""
        now, then, palette = self.now.strengths[seat], self.then.strengths[seat], self.palette
        at_the_top = seat in self.then.winner and then > 0
        leads = at_the_top and len(self.then.winner) == 1
        word = "leads with" if leads else "tied at" if at_the_top else "strength"
        if now != then:
            style, number = palette.style("mark_ink", "mark", "bold"), f"{now}→{then}"
        elif leads:
            style, number = palette.style("badge", f"dark_{seat + 1}", "bold"), str(then)
        else:
            style, number = palette.style(attributes="bold" if at_the_top else ""), str(then)
        self.canvas.draw_text_right(self.area.right, y, f" {word} {number} ", style)

    def _paint_ground(self, y: int, row: ConflictRow) -> None:
        """Draw a row of the land with the figures of a tribe on it, and words beside them."""
        area, seat, palette = self.area, row.seat, self.palette
        self.canvas.fill(Region(area.x, y, area.width, 1), palette.style("stone_ink", self.ground))
        room = self.text_at - FIGURES - APART
        if row.number < FIGURE_ROWS and room > 0:
            ink = palette.style(f"seat{seat + 1}", self.ground, "bold")
            draw_figures(self.canvas, area.x + FIGURES, y, self.fight.after, seat, room, row.number, ink)
        style = palette.style("stone_ink", self.ground)
        self.canvas.draw_text(area.x + self.text_at, y, clip(row.text, area.width - self.text_at), style)
