"""The side of Gzhel: the three goals with their points, what becomes of them, and the other players."""

import operator
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.gzhel.components import CARDS, PATTERNS, STAMP_POINTS
from core.games.gzhel.rules import FROM_STAMPS
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import goal_brief, goal_text, pattern_brief, pattern_text
from core.games.gzhel.view.pads import Pads, coming_cards
from core.games.gzhel.view.scored_round import ScoredRound
from core.games.gzhel.view.targets import GOAL_TARGETS
from core.view import Target
from themes import Palette
from tui.games.gzhel.board import points_text, signs
from tui.games.gzhel.legend import key_lines
from tui.games.gzhel.other_pads import OtherPadsPainter
from tui.match.legend import LegendRow
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import cell_width, wrap

LAST_ROUND = "last round"
#: The log is shown below all this if more rows than this are left for it.
LEAST_LOG = 3
#: So many other players have room between them.
_FEW_OTHERS = 2


class GoalRow(NamedTuple):
    """A row of the goals: a heading with points at the right, or text."""

    heading: str = ""
    words: str = ""
    role: str = "ink"
    points: str = ""
    #: The role of the points, and of the ground behind them.
    points_role: str = "ink"
    points_on: str = "ground"


class GzhelSidePainter:
    """Layout and painter of the side, from the top down; with `scored`, of a round that has just been scored.

    With a key, if there is room for one, that says how the pads are read.
    """

    def __init__(
        self,
        state: GzhelState,
        pads: Pads,
        others: Sequence[int],
        room: Region,
        large: bool,
        plain: bool,
        scored: ScoredRound | None,
        lit: Collection[Target],
        owner: str,
        has_key: bool,
    ) -> None:
        self.state = state
        self.pads = pads
        self.left = room.x
        self.width = room.width
        self.large = large
        self.plain = plain
        self.signs = signs(plain)
        self.scored = scored
        self.lit = lit
        #: Whose pads are shown, if they are not the viewer's own.
        self.owner = owner
        self.rows = self._goal_rows()
        self.key: list[list[LegendRow]] = []
        #: The first row of the key to the pads.
        self.key_row = 0
        self.other_pads = self._arrange(room, others, key_lines(room.width, plain) if has_key else [])
        #: The three goals, each from its heading to the next.
        self.goals = self._goal_areas()

    def _arrange(self, room: Region, others: Sequence[int], key: list[list[LegendRow]]) -> OtherPadsPainter:
        """Lay out the goals, the key to the pads, and the pads of others; return the painter of those.

        Free rows are given up for the key, and the key for the size of the others' pads and for the log.
        """
        sums = self.state.players if self.scored is not None else 0
        close = [row for row in self.rows if row != GoalRow()]

        def arranged(rows: list[GoalRow], lines: list[list[LegendRow]], gaps: int) -> tuple[int, OtherPadsPainter]:
            top = len(rows) + gaps + len(lines) + sums
            pads = self._pads_below(top, room, others)
            return max(len(rows) + min(1, gaps) + len(lines) if lines else top - 1, pads.bottom), pads

        def worth(bottom: int, pads: OtherPadsPainter) -> tuple[int, int, bool]:
            return len(pads.areas), pads.space.area, room.height - bottom > LEAST_LOG

        wishes = [(rows, key, gaps) for rows in (self.rows, close) for gaps in (2, 1)] + [(close, key, 0)]
        bare = self.rows if arranged(self.rows, [], 1)[1].areas or not others else close
        least = worth(*arranged(bare, [], 1))
        rows, lines, gaps = next(
            (wish for wish in wishes if key and not sums and all(map(operator.ge, worth(*arranged(*wish)), least))),
            (bare, [], 1),
        )
        self.rows, self.key, self.key_row = rows, lines, len(rows) + min(1, gaps)
        self.bottom, pads = arranged(rows, lines, gaps)
        return pads

    def _pads_below(self, top: int, room: Region, others: Sequence[int]) -> OtherPadsPainter:
        """Return the painter of the others' pads from a row on.

        They may take the free columns beside the words: the last, and many of them the first, too.
        """
        first = 0 if len(others) > _FEW_OTHERS else room.x
        region = Region(first, top, room.right + room.x - first, max(0, room.height - top))
        return OtherPadsPainter(self.state, others, region, self.plain)

    def rest(self, height: int) -> Region:
        """Return the region that is left below."""
        return Region(self.left, self.bottom, self.width, max(0, height - self.bottom))

    def _goal_areas(self) -> list[Region]:
        tops = [y for y, row in enumerate(self.rows) if row.heading][: len(GOAL_TARGETS)]
        ends = [*tops[1:], len(self.rows)]
        return [Region(0, top, self.width, end - top) for top, end in zip(tops, ends, strict=True)]

    # The goals in words

    def _goal_rows(self) -> list[GoalRow]:
        """Return the three goals with their points, and what each card means in the following rounds."""
        state = self.state
        top, middle, pattern = CARDS[state.deck[-1]], CARDS[state.middle], self.pads.pattern
        words, pattern_words = (goal_text, pattern_text) if self.large else (goal_brief, pattern_brief)
        worth = [points_text(*pair) for pair in zip(self.pads.before.coming, self.pads.after.coming, strict=True)]
        return [
            self._heading(0, self._pad_name("diamond")),
            *self._words(words(top)),
            *self._next(self._fate_of_top(worth[0])),
            GoalRow(),
            self._heading(1, self._pad_name("circle")),
            *self._words(words(middle)),
            *self._next(self._fate_of_middle(worth[1])),
            GoalRow(),
            self._heading(2, f"{PATTERNS[pattern]}, both pads"),
            *self._words(pattern_words(pattern)),
            *self._stamps(),
        ]

    def _pad_name(self, name: str) -> str:
        return f"{name}, {self.owner}" if self.owner else f"{name} pad"

    def _fate_of_top(self, worth: str) -> str:
        """Return what the diamond card becomes: the circle card, and a round later its pattern."""
        coming = coming_cards(self.state)
        if coming.circle is None:
            return LAST_ROUND
        after = coming.pattern_after
        if self.large and after is not None:
            return f"next round on {self.signs[1]} (now {worth}), then {self.signs[2]} {PATTERNS[after]}"
        return f"next round on {self.signs[1]}: {worth}"

    def _fate_of_middle(self, worth: str) -> str:
        """Return what the circle card becomes: its pattern."""
        coming = coming_cards(self.state)
        if coming.pattern is None:
            return LAST_ROUND
        return f"next round {self.signs[2]} {PATTERNS[coming.pattern]}: {worth}"

    def _heading(self, goal: int, name: str) -> GoalRow:
        heading = f"{self.signs[goal]} {name} "
        if self.scored is not None:
            return self._scored_heading(heading, self.scored.own[goal], GOAL_TARGETS[goal] in self.lit)
        now, then = self.pads.before.now[goal], self.pads.after.now[goal]
        points = f" {points_text(now, then)} "
        if now == then:
            return GoalRow(heading, points=points)
        return GoalRow(heading, points=points, points_role="cursor_ink", points_on="cursor" if then > now else "bad")

    def _scored_heading(self, heading: str, points: int, is_lit: bool) -> GoalRow:
        if is_lit:
            return GoalRow(heading, points=f" +{points} ", points_role="cursor_ink", points_on="cursor")
        return GoalRow(heading, points=f" +{points} ")

    def _stamps(self) -> list[GoalRow]:
        """Return what the stamps have brought, after the last round."""
        if self.scored is None or not self.scored.is_last:
            return []
        return [self._scored_heading(f"stamps, {STAMP_POINTS} each ", self.scored.own[FROM_STAMPS], True)]

    def _words(self, text: str) -> list[GoalRow]:
        return [GoalRow(words=line) for line in wrap(text, self.width)]

    def _next(self, text: str) -> list[GoalRow]:
        if self.scored is not None:
            return []
        return [GoalRow(words=line, role="dim") for line in wrap(text, self.width)]

    # Drawing

    def paint(self, canvas: Canvas, palette: Palette, names: Sequence[str], marks: Mapping[Target, str]) -> None:
        for y, row in enumerate(self.rows):
            x = canvas.draw_text(self.left, y, row.heading, palette.style("accent", attributes="bold"))
            canvas.draw_text(x, y, row.words, palette.style(row.role))
            style = palette.style(row.points_role, row.points_on, "bold")
            canvas.draw_text_right(self.left + self.width, y, row.points, style)
        self._paint_key(canvas, palette)
        if self.scored is not None:
            self._paint_sums(canvas, palette, names, self.scored)
        self.other_pads.paint(canvas, palette, names, marks)

    def _paint_key(self, canvas: Canvas, palette: Palette) -> None:
        """Write how the pads are read: each sign as it is drawn there, with its meaning."""
        dim = palette.style("dim")
        for y, line in enumerate(self.key, self.key_row):
            x = self.left
            for row in line:
                x = canvas.draw_text(x, y, row.sign, palette.style(row.ink, row.on, row.attributes))
                x = canvas.draw_text(x, y, f"{row.text} ", dim)

    def _paint_sums(self, canvas: Canvas, palette: Palette, names: Sequence[str], scored: ScoredRound) -> None:
        """Write what each player has scored, as a sum: "10 + 6 + 2 = 18"."""
        y = len(self.rows)
        canvas.draw_text(self.left, y, "─" * self.width, palette.style("frame"))
        sums = [scored.sum_text(seat) for seat in range(len(names))]
        if any(cell_width(name) + 1 + len(text) > self.width for name, text in zip(names, sums, strict=True)):
            sums = [text.replace(" + ", "+") for text in sums]
        for step, seat in enumerate(scored.seats, 1):
            canvas.draw_text(self.left, y + step, names[seat], palette.style(f"seat{seat + 1}", attributes="bold"))
            role = ("ink", "bold") if seat == scored.seat else ("ink", "")
            canvas.draw_text_right(
                self.left + self.width - 1, y + step, sums[seat], palette.style(role[0], attributes=role[1])
            )
