"""What stands beside the pads of Gzhel: three goals and what becomes of them, the other players, the log."""

from collections.abc import Sequence

from textual.geometry import Region

from core.gzhel.components import CARDS, FLOWER_LETTERS, PATTERN_POINTS, PATTERNS, ROUNDS, SIZE, SPACES, Card
from core.gzhel.rules import kind_at
from core.gzhel.state import Position
from core.gzhel.words import goal_text, goal_title, pattern_text
from themes import Look
from tui.games.gzhel_pads import points_text, signs
from tui.widgets.picture import Picture, clip, wrap

#: A small pad takes four columns, and a seat has two of them side by side.
SEAT_WIDTH = 2 * SIZE

LAST_ROUND = "the last round"


def pays_text(card: Card) -> str:
    """What a card pays, in the fewest words."""
    if card.kind == "varied_neighbours":
        return f"{card.points[0]} or {card.points[1]} each"
    return f"{card.points[0]} each" if len(card.points) == 1 else "/".join(map(str, card.points))


class SidePainter:
    """Paints the side of one picture, from the top down."""

    def __init__(self, picture: Picture, look: Look, state: Position, large: bool, plain: bool) -> None:
        self.picture = picture
        self.look = look
        self.state = state
        self.large = large
        self.signs = signs(plain)
        self.width = picture.width - 1
        self.y = 0

    def goals(self, now: Sequence[int], then: Sequence[int], coming_now: Sequence[int], coming: Sequence[int]) -> None:
        """The three goals with their points, and what each card means in the rounds that follow."""
        state = self.state
        top, middle = CARDS[state.deck[-1]], CARDS[state.middle]
        pattern = CARDS[state.pile[-1]].back
        self._heading(self.signs[0], "diamond", pays_text(top), now[0], then[0])
        self._words(goal_text(top) if self.large else goal_title(top))
        self._next(self._fate_of_top(top, points_text(coming_now[0], coming[0])))
        self._heading(self.signs[1], "circle", pays_text(middle), now[1], then[1])
        self._words(goal_text(middle) if self.large else goal_title(middle))
        self._next(self._fate_of_middle(middle, points_text(coming_now[1], coming[1])))
        steps = "/".join(str(points) for points in PATTERN_POINTS if points)
        self._heading(self.signs[2], PATTERNS[pattern], steps, now[2], then[2])
        self._words(pattern_text(pattern) if self.large else f"3/4/5 alike on {PATTERNS[pattern]}")

    def _fate_of_top(self, card: Card, worth: str) -> str:
        """The diamond card moves to the circle pad, and a round later turns to its pattern."""
        left = ROUNDS - self.state.round
        if not left:
            return LAST_ROUND
        pattern = f"{self.signs[2]} {PATTERNS[card.back]}"
        if self.large:
            after = f"; then it turns to {pattern}" if left > 1 else ""
            return f"next round on the circle pad ({worth} now){after}"
        return f"next {self.signs[1]} {worth}" + (f" · then {pattern}" if left > 1 else "")

    def _fate_of_middle(self, card: Card, worth: str) -> str:
        """The circle card turns to its pattern."""
        if self.state.round == ROUNDS:
            return LAST_ROUND
        pattern = f"{self.signs[2]} {PATTERNS[card.back]}"
        return f"next round it turns to {pattern} ({worth} now)" if self.large else f"next {pattern} {worth}"

    def _heading(self, sign: str, name: str, pays: str, now: int, then: int) -> None:
        look = self.look
        x = self.picture.text(0, self.y, f"{sign} {name} ", look.style("accent", attributes="bold"))
        self.picture.text(x, self.y, pays, look.style("dim"))
        changed = "good" if then > now else "bad" if then < now else "ink"
        self.picture.right(self.width, self.y, points_text(now, then), look.style(changed, attributes="bold"))
        self.y += 1

    def _words(self, text: str) -> None:
        for line in wrap(text, self.width):
            self.picture.text(0, self.y, line, self.look.style("ink"))
            self.y += 1

    def _next(self, text: str) -> None:
        for row, line in enumerate(wrap(text, self.width - 2)):
            self.picture.text(0, self.y, f"{' ' if row else '▸'} {line}", self.look.style("dim"))
            self.y += 1
        self.y += self.large

    def others(self, seats: Sequence[int], names: Sequence[str]) -> dict[int, Region]:
        """The other players' pads, small: a letter a token, a capital on its own ground for a stamp."""
        places = {}
        if self.large:
            self.y += 1
        step = min(SEAT_WIDTH + 4, (self.width + 1) // max(1, len(seats)))
        for index, seat in enumerate(seats):
            region = places[seat] = Region(index * step, self.y, step, SIZE + 1)
            self._seat(seat, names[seat], region)
        self.y += SIZE + 1 if seats else 0
        return places

    def _seat(self, seat: int, name: str, region: Region) -> None:
        state, look = self.state, self.look
        title = clip(name, region.width - 1)
        self.picture.text(region.x, region.y, title, look.style(f"seat{seat + 1}", attributes="bold"))
        gap = 1 if region.width > SEAT_WIDTH + 1 else 0
        for space in range(2 * SPACES):
            side, (row, column) = space // SPACES, divmod(space % SPACES, SIZE)
            kind = kind_at(state, seat, space)
            stamp = bool(state.stamps[seat] >> space & 1)
            sign = "·" if kind < 0 else FLOWER_LETTERS[kind].upper() if stamp else FLOWER_LETTERS[kind]
            style = look.style("stamp_ink", "dark_rose") if stamp else look.style("cell_ink", "cell")
            self.picture.text(region.x + side * (SIZE + gap) + column, region.y + 1 + row, sign, style)

    def rule(self) -> None:
        self.picture.text(0, self.y, "─" * self.width, self.look.style("faint"))
        self.y += 1

    def rest(self) -> Region:
        """What is left below, for the log."""
        return Region(0, self.y, self.width, max(0, self.picture.height - self.y))
