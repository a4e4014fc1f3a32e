"""The ranks of Mezo's map: a tribe's pieces in a region, as signs or as figures, before a bar of its strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.geometry import Region

from core.games.mezo.components import REGIONS, SHAMAN, WARRIOR
from core.games.mezo.scoring import Standings, standings
from core.games.mezo.state import MezoState
from core.view import Target
from tui.games.mezo.art import BODIES, FIGURE_WIDTH, Signs
from tui.widgets.text_layout import clip

if TYPE_CHECKING:
    from tui.games.mezo.board import MapPainter

#: The rows of a rank with figures.
FIGURES_RANK = 3
#: The strength for which a rank has its whole length, unless a tribe has more.
_FULL = 4


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


def piece_texts(parts: Sequence[tuple[str, int]], width: int, spaced: bool = False) -> list[str]:
    """Return pieces as so many signs; where there is no room for all, as a number and a sign: "4▲"."""
    texts = [f"+{n}" if sign == "+" else sign * n for sign, n in parts]
    if spaced:
        apart = [" ".join(text) if text[:1] != "+" else text for text in texts]
        if sum(map(len, apart)) + 2 * (len(apart) - 1) <= width:
            return apart
    if sum(map(len, texts)) <= width:
        return texts
    return [f"+{n}" if sign == "+" else sign if n == 1 else f"{n}{sign}" for sign, n in parts]


class RankPainter:
    """Painter of the rank of a tribe in a region: its letter, its pieces and its strength."""

    def __init__(
        self, map_painter: MapPainter, region: int, seat: int, area: Region, found: Standings, ground: str
    ) -> None:
        self.canvas, self.palette = map_painter.canvas, map_painter.palette
        self.shown, self.signs = map_painter.shown, map_painter.signs
        self.region, self.seat, self.area, self.found, self.ground = region, seat, area, found, ground
        self.tint = ground if map_painter.is_flat else f"tint_{seat + 1}"

    def paint(self) -> None:
        area, seat, palette = self.area, self.seat, self.palette
        present = self.shown.after.presence(seat) >> self.region & 1
        parts = self._parts()
        ink = f"seat{seat + 1}"
        bar = self._bar()
        if bar.width:
            self.canvas.fill(bar, palette.style(ink, self.tint))
        if mark := self.shown.marks.get(Target("rank", seat * REGIONS + self.region)):
            for y in range(area.y, area.bottom):
                self.canvas.draw_text(area.x, y, mark, palette.style("new", self.ground, "bold"))
        is_tall = area.height > 1
        name = self.shown.players[seat] if is_tall else self.shown.letters[seat]
        x = self._draw(area.x + 1, area.y, clip(name, area.width - 8), ink, "bold" if parts or present else "")
        x = self._draw(x + is_tall, area.y, self.signs.god if present else " ", ink, "bold")
        number = self._number_width()
        step = self._figure_step(parts) if area.height == FIGURES_RANK else 0
        if step:
            self._paint_figures(area.x + 2, area.y + 1, parts, step)
        elif is_tall:
            self._paint_pieces(area.x + 2, area.y + 1, area.width - 3, parts)
        else:
            self._paint_pieces(x, area.y, area.right - x - number, parts)
        self._paint_number()

    def _bar(self) -> Region:
        """Return the bar behind the rank: as long as the tribe is strong."""
        strengths = self.found.strengths
        share = strengths[self.seat] / max(*strengths, _FULL)
        return Region(self.area.x + 1, self.area.y, round((self.area.width - 1) * share), self.area.height)

    def _draw(self, x: int, y: int, text: str, ink: str, attributes: str = "") -> int:
        """Draw a text upon what is behind it: the bar, or the ground."""
        within = max(0, min(len(text), self._bar().right - x))
        for part, on in ((text[:within], self.tint), (text[within:], self.ground)):
            x = self.canvas.draw_text(x, y, part, self.palette.style(ink, on, attributes))
        return x

    def _parts(self) -> list[tuple[str, int, int]]:
        """Return the pieces before and after the choice."""
        now, after = (
            figures(state, self.seat, self.region, self.signs) for state in (self.shown.state, self.shown.after)
        )
        return [(sign, old, new) for (sign, old), (_, new) in zip(now, after, strict=True) if old or new]

    def _paint_pieces(self, x: int, y: int, width: int, parts: Sequence[tuple[str, int, int]]) -> None:
        """Draw the pieces; those of a kind of which the choice changes the number are marked."""
        shown = [(sign, new) for sign, _, new in parts]
        texts = piece_texts(shown, width, spaced=self.area.height > 1)
        gap = 1 if sum(map(len, texts)) + len(texts) - 1 <= width else 0
        for text, (sign, old, new) in zip(texts, parts, strict=True):
            if old != new:
                style = self.palette.style("mark_ink", "mark", "bold")
                x = self.canvas.draw_text(x, y, text or f"0{sign}", style) + gap
            else:
                x = self._draw(x, y, text, f"seat{self.seat + 1}", self._most(sign)) + gap

    def _figure_step(self, parts: Sequence[tuple[str, int, int]]) -> int:
        """Return how many columns a figure takes: with one apart, else without; 0 if not all have room."""
        n = sum(new for sign, _, new in parts if sign in BODIES)
        others = sum(FIGURE_WIDTH for sign, _, _ in parts if sign not in BODIES)
        return next((step for step in (FIGURE_WIDTH, FIGURE_WIDTH - 1) if n * step + others < self.area.width - 1), 0)

    def _paint_figures(self, x: int, y: int, parts: Sequence[tuple[str, int, int]], step: int) -> None:
        """Draw the pieces as figures of two rows; those of a kind of which the choice changes the number are marked."""
        for sign, old, new in parts:
            if sign not in BODIES:
                self._paint_pieces(x, y, FIGURE_WIDTH, [(sign, old, new)])
                x += FIGURE_WIDTH
                continue
            for _ in range(new):
                for row, text in enumerate((f" {sign} ", BODIES[sign])):
                    if old != new:
                        self.canvas.draw_text(x, y + row, text, self.palette.style("mark_ink", "mark", "bold"))
                    else:
                        attributes = "bold" if row else self._most(sign)
                        self._draw(x, y + row, text, f"seat{self.seat + 1}", attributes)
                x += step

    def _most(self, sign: str) -> str:
        """Return the attributes of a piece: underlined for the most of a kind that Calendar or Codex asks for."""
        most = {self.signs.warrior: self.found.codex, self.signs.shaman: self.found.calendar}.get(sign, ())
        return "bold underline" if self.seat in most else "bold"

    def _number_text(self) -> str:
        strength = self.found.strengths[self.seat]
        if not strength:
            return ""
        tied = self.seat in self.found.winner and len(self.found.winner) > 1
        return f"={strength} " if tied else f" {strength} "

    def _number_width(self) -> int:
        return max(2, len(self._number_text()))

    def _paint_number(self) -> None:
        """Draw the strength: who leads has it on the own colour, a tie has a sign of equality."""
        palette, seat = self.palette, self.seat
        text = self._number_text()
        was = standings(self.shown.state, self.region).strengths[seat]
        if was != self.found.strengths[seat]:
            style = palette.style("mark_ink", "mark", "bold")
            text = text or " 0 "
        elif self.found.winner == (seat,):
            style = palette.style("badge", f"dark_{seat + 1}", "bold")
        else:
            on = self.tint if self._bar().right >= self.area.right else self.ground
            style = palette.style(f"seat{seat + 1}", on, "bold" if seat in self.found.winner else "")
        self.canvas.draw_text_right(self.area.right, self.area.y, text, style)
