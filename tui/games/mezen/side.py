"""What stands beside a painting: the goals, and the other paintings small."""

from collections.abc import Sequence

from textual.geometry import Region

from core.grammar import count
from core.mezen.components import ALL, EMPTY, SIZE, Goal
from core.mezen.offers import MezenOffers
from core.mezen.scoring import codes_of, goal_points
from core.mezen.words import goal_title, goal_words, letter
from themes import Look
from tui.widgets.picture import Picture, clip, wrap

#: The goals come first; below them the other paintings, with their names above them.
_GOALS_HEIGHT = 10
_OTHER_WIDTH, _OTHER_HEIGHT = 13, SIZE + 1


def other_areas(seats: Sequence[int], width: int) -> dict[int, Region]:
    """Where the small paintings of these seats stand on a side of this width."""
    step = min(_OTHER_WIDTH, (width - 1) // max(1, len(seats)))
    return {seat: Region(at * step, _GOALS_HEIGHT, step, _OTHER_HEIGHT) for at, seat in enumerate(seats)}


class SidePainter:
    """Draws the side from above to below."""

    def __init__(self, picture: Picture, look: Look, ascii: bool, large: bool, offers: MezenOffers) -> None:
        self.picture = picture
        self.look = look
        self.ascii = ascii
        self.large = large
        self.offers = offers
        self._y = 0

    def goals(self) -> None:
        state, half = self.offers.state, self.picture.width // 2
        self._paint_goal(Region(0, 0, half - 1, _GOALS_HEIGHT), state.goal, "NOW")
        if state.next_goal:
            self._paint_goal(Region(half, 0, self.picture.width - half - 1, _GOALS_HEIGHT), state.next_goal, "NEXT")
        self._y = _GOALS_HEIGHT

    def _paint_goal(self, area: Region, goal: Goal, title: str) -> None:
        """A goal card: its positions as a picture of five by five, what it pays, and what it would pay now."""
        picture, look, (x, y) = self.picture, self.look, area.offset
        points = goal_points(codes_of(self.offers.painting), goal)
        after = picture.text(x, y, f"{title} ", look.style("accent", attributes="bold"))
        picture.text(after, y, count(points, "point"), look.style("ink", attributes="bold"))
        for row, signs in enumerate(goal_pattern(goal)):
            for column, sign in enumerate(signs):
                style = look.style("ink" if sign == "·" else "accent", "panel", "" if sign == "·" else "bold")
                picture.text(x + 2 * column, y + 1 + row, f"{sign} ", style)
        picture.right(area.right, y + 1, f"card {goal.number}", look.style("faint"))
        picture.right(area.right, y + 3, f"{goal.points} each", look.style("dim"))
        below = y + 1 + SIZE
        if self.large:
            picture.text(x, below, clip(goal_title(goal), area.width), look.style("ink", attributes="bold"))
            below += 1
        picture.lines(x, below, wrap(goal_words(goal), area.width)[:4], look.style("ink"))

    def others(self, areas: dict[int, Region], names: Sequence[str]) -> None:
        """The other paintings, small: a letter a tile, capital and reversed when dark."""
        for seat, area in areas.items():
            self._paint_other(seat, area, names[seat])
            self._y = area.bottom

    def _paint_other(self, seat: int, area: Region, name: str) -> None:
        state, look, picture = self.offers.state, self.look, self.picture
        title = clip(name, area.width - 1)
        picture.text(area.x, area.y, title, look.style(f"seat{seat + 1}", attributes="bold"))
        for cell, code in enumerate(state.paintings[seat]):
            side = "hole" if code == EMPTY else "dark_a" if code & 1 else "light_a"
            ink = "dim" if code == EMPTY else "dark_ink" if code & 1 else "light_ink"
            sign = " " if code == EMPTY else letter(code)
            picture.text(area.x + cell % SIZE, area.y + 1 + cell // SIZE, sign, look.style(ink, side))
        amulets = f"{state.amulets[seat]}{'◈' if not self.ascii else '*'}"
        facts = area.x + SIZE + 1
        picture.text(facts, area.y + 1, clip(amulets, area.width - SIZE - 1), look.style("dim"))
        picture.text(facts, area.y + 2, str(sum(state.points[seat])), look.style("ink"))

    def rest(self) -> Region:
        """A line across, and the area below it."""
        self.picture.text(0, self._y, "─" * (self.picture.width - 1), self.look.style("faint"))
        return Region(0, self._y + 1, self.picture.width - 1, self.picture.height - self._y - 1)


def goal_pattern(goal: Goal) -> list[str]:
    """A goal as a picture of five by five signs: where it looks, or an example of what it looks for."""
    examples = {
        "isolated": ["·····", "·○○○·", "·○■○·", "·○○○·", "·····"],
        "pairs": ["·····", "·■□··", "·····", "···□·", "···■·"],
        "dark_lines": ["·■···", "·■···", "■■■■·", "·■···", "·····"],
        "light_next_to_spruce": ["·····", "··□··", "·□▲□·", "··□··", "·····"],
        "chosen_next_to_spruce": ["·····", "··■··", "·■▲■·", "··■··", "·····"],
        "biggest_spruce_group": ["·····", "··▲··", "·▲▲··", "··▲··", "·····"],
        "light_dark_pairs": ["·····", "·□■··", "·····", "···■·", "···□·"],
        "biggest_group_with_spruce": ["·····", "·■■··", "··■▲·", "··■··", "·····"],
    }
    if goal.kind in examples:
        return examples[goal.kind]
    sign = "▲" if goal.kind == "spruce_at" else "■"
    cells = goal.cells & ALL
    return ["".join(sign if cells >> (SIZE * r + c) & 1 else "·" for c in range(SIZE)) for r in range(SIZE)]
