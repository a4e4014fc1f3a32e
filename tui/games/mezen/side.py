"""The side of Mezen: the goals, the other paintings, the legend, and the goals to come."""

from collections.abc import Collection, Mapping, Sequence

from textual.geometry import Region

from core.games.mezen.components import ALL, EMPTY, FACE, FACES, GOALS, ROUNDS, SETS, SIZE, TITLES, Goal
from core.games.mezen.labels import LABELS
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.text import goal_text, letter
from core.games.mezen.view import MezenView
from core.games.mezen.view.changes import on_painting
from core.text import count_text
from core.view import Moment, Target
from themes import Palette
from tui.games.mezen.art import BESIDE, BESIDE_LOW, BESIDE_WIDE, LETTERS, SMALL, TileScale
from tui.games.mezen.board import SmallPainter, tile_colours
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, wrap

#: The goals come first; on a narrow side their words take a row more.
_GOALS_HEIGHT, _GOALS_HEIGHT_NARROW = 7, 8
#: Other paintings in letters: how wide with what their owners have, how high with the names.
_LETTERS_WIDTH, _LETTERS_HEIGHT = 13, SIZE + 1
#: Two paintings with a little air around their tiles have room side by side.
_PAIR_WIDTH = 2 * SIZE * BESIDE_WIDE.width + 2
#: A drawing of the legend, with its name below.
_SAMPLE_WIDTH, _SAMPLE_HEIGHT = 9, 4
#: A tile that shows each face, light if it can be.
_SAMPLES = [
    min((code for code in range(EMPTY) if FACE[code] == face), key=lambda code: code % 2) for face in range(len(FACES))
]
#: How many rows the legend has where all drawings stand in a row.
LEGEND_HEIGHT = _SAMPLE_HEIGHT + 2
_SIGNS = (
    "corner: letter, capital if dark; its back, · unknown",
    "+ bridge - kept out ↓ falls ▍ last move ▎ earlier",
)


def goals_height(large: bool) -> int:
    return _GOALS_HEIGHT if large else _GOALS_HEIGHT_NARROW


def others_scale(seats: int, width: int, large: bool, wide: bool) -> TileScale | None:
    """Return the size of the other paintings on a side of this width; None: there is only room for letters."""
    if not large:
        return None
    if not wide and seats > 2:
        return BESIDE_LOW
    return BESIDE_WIDE if width >= _PAIR_WIDTH else BESIDE


def other_areas(seats: Sequence[int], width: int, large: bool, wide: bool) -> dict[int, Region]:
    """Return the regions of these seats' small paintings on a side of this width, with the names above them."""
    scale, top = others_scale(len(seats), width, large, wide), goals_height(large)
    if scale is None:
        step = min(_LETTERS_WIDTH, (width - 1) // max(1, len(seats)))
        return {seat: Region(at * step, top, step, _LETTERS_HEIGHT) for at, seat in enumerate(seats)}
    across, high = SIZE * scale.width, SIZE * scale.height + 1
    columns = max(1, min(len(seats), (width + 1) // (across + 2))) if len(seats) != 4 else 2
    step = min(width // columns, across + 6)
    return {
        seat: Region(at % columns * step, top + at // columns * high, across, high) for at, seat in enumerate(seats)
    }


class MezenSidePainter:
    """Painter of the side, from the top down."""

    def __init__(self, canvas: Canvas, palette: Palette, ascii: bool, view: MezenView) -> None:
        self.canvas = canvas
        self.palette = palette
        self.ascii = ascii
        self.view = view

    # Goals

    def goals(self, height: int, spaced: bool) -> None:
        """Draw the goal of this round and the next, side by side."""
        state, half = self.view.state, self.canvas.width // 2
        self._paint_goal(Region(0, 0, half - 1, height), state.goal, "NOW", spaced)
        if state.next_goal:
            width = self.canvas.width - half - 1
            self._paint_goal(Region(half, 0, width, height), state.next_goal, "NEXT", spaced)

    def _paint_goal(self, area: Region, goal: Goal, title: str, spaced: bool) -> None:
        """Draw a goal card: what it would pay now, its pattern, and its text around that."""
        canvas, palette, (x, y) = self.canvas, self.palette, area.offset
        points = goal_points(codes_of(self.view.painting), goal)
        after = canvas.draw_text(x, y, f"{title} ", palette.style("accent", attributes="bold"))
        canvas.draw_text(after, y, count_text(points, "point"), palette.style("ink", attributes="bold"))
        canvas.draw_text_right(area.right, y, f"#{goal.number}", palette.style("faint"))
        step = 2 if spaced else 1
        for row, signs in enumerate(goal_pattern(goal)):
            for column, sign in enumerate(signs):
                style = palette.style("ink" if sign == "·" else "accent", "panel", "" if sign == "·" else "bold")
                canvas.draw_text(x + step * column, y + 1 + row, sign.ljust(step), style)
        beside = step * SIZE + 1
        words, below = wrap_items(goal_text(goal), area.width - beside, SIZE, area.width)
        canvas.draw_lines(x + beside, y + 1, words, palette.style("ink"))
        canvas.draw_lines(x, y + 1 + SIZE, below[: area.height - 1 - SIZE], palette.style("ink"))

    # The other paintings

    def others(
        self,
        areas: Mapping[int, Region],
        scale: TileScale | None,
        names: Sequence[str],
        marks: Mapping[Target, str],
        moment: Moment | None,
    ) -> None:
        for seat, area in areas.items():
            if scale is None:
                self._paint_letters(seat, area, names[seat], marks)
                continue
            self._paint_header(seat, area, names[seat])
            lit: Collection[Target] = moment.targets if moment is not None and moment.board == seat else ()
            painter = SmallPainter(self.canvas, self.palette, self.ascii, scale, self.view, marks)
            painter.paint(area.x, area.y + 1, seat, lit)

    def _paint_header(self, seat: int, area: Region, name: str) -> None:
        """Draw whose painting it is, what they have, and what the goal would pay them."""
        state, palette = self.view.state, self.palette
        pays = goal_points(codes_of(state.paintings[seat]), state.goal)
        facts = f"{state.amulets[seat]}{self._amulet} {sum(state.points[seat])} now {pays}"
        title = clip(name, area.width - len(facts) - 1)
        self.canvas.draw_text(area.x, area.y, title, palette.style(f"seat{seat + 1}", attributes="bold"))
        self.canvas.draw_text_right(area.right, area.y, facts, palette.style("dim"))

    def _paint_letters(self, seat: int, area: Region, name: str, marks: Mapping[Target, str]) -> None:
        """Draw a letter for each tile: capital and reversed when dark, underlined when it is new."""
        state, palette, canvas = self.view.state, self.palette, self.canvas
        title = clip(name, area.width - 1)
        canvas.draw_text(area.x, area.y, title, palette.style(f"seat{seat + 1}", attributes="bold"))
        for cell, code in enumerate(state.paintings[seat]):
            side = "hole" if code == EMPTY else "dark_a" if code & 1 else "light_a"
            ink = "dim" if code == EMPTY else "dark_ink" if code & 1 else "light_ink"
            sign = " " if code == EMPTY else letter(code)
            news = "bold underline" if on_painting(seat, cell) in marks else ""
            canvas.draw_text(area.x + cell % SIZE, area.y + 1 + cell // SIZE, sign, palette.style(ink, side, news))
        facts, width = area.x + SIZE + 1, area.width - SIZE - 1
        canvas.draw_text(facts, area.y + 1, clip(f"{state.amulets[seat]}{self._amulet}", width), palette.style("dim"))
        canvas.draw_text(facts, area.y + 2, str(sum(state.points[seat])), palette.style("ink"))

    @property
    def _amulet(self) -> str:
        return "◈" if not self.ascii else "*"

    # Legend, titles and cards

    def legend(self, area: Region) -> int:
        """Draw the animals with their names, and what the small signs mean; return the row behind it."""
        canvas, palette = self.canvas, self.palette
        columns = max(1, min(len(FACES), area.width // _SAMPLE_WIDTH))
        for face, name in enumerate(FACES):
            x = area.x + face % columns * (area.width // columns)
            y = area.y + face // columns * _SAMPLE_HEIGHT
            code = _SAMPLES[face]
            ground, ink, _ = tile_colours(face, code)
            drawing = [LETTERS[face].center(5)] * 3 if self.ascii else SMALL[face]
            canvas.draw_lines(x, y, drawing, palette.style(ink, ground))
            canvas.draw_text(x + 6, y, letter(code), palette.style("dim"))
            canvas.draw_text(x, y + _SAMPLE_HEIGHT - 1, name, palette.style("dim"))
        y = area.y + -(-len(FACES) // columns) * _SAMPLE_HEIGHT
        for text in _SIGNS:
            lines = wrap(text, area.width)
            if y + len(lines) <= area.bottom:
                canvas.draw_lines(area.x, y, lines, palette.style("dim"))
                y += len(lines)
        return y

    def titles(self, y: int) -> int:
        """Draw the titles of a solo game by the total that earns them; return the row behind them."""
        total, palette = sum(self.view.state.points[0]), self.palette
        self.canvas.draw_text(0, y, "TITLES", palette.style("accent", attributes="bold"))
        for row, (least, title) in enumerate(TITLES, y + 1):
            reached = total >= least
            self.canvas.draw_text_right(4, row, str(least), palette.style("ink" if reached else "dim"))
            self.canvas.draw_text(5, row, LABELS.title(title), palette.style("ink" if reached else "dim"))
        return y + 1 + len(TITLES)

    def cards(self, area: Region) -> None:
        """Draw the goals of the set that are not open yet, from which the rest of the game comes; then those past."""
        state = self.view.state
        closed = sorted(set(SETS[state.icon]) - set(state.deck[: state.opened]))
        left = ROUNDS - state.opened
        if left:
            area = self._cards(area, f"STILL TO COME: {left} of these {len(closed)}", closed)
        if past := state.deck[: state.round - 1]:
            self._cards(area, "GONE BY", past)

    def _cards(self, area: Region, title: str, cards: Sequence[int]) -> Region:
        """Draw a list of goal cards, as many as there is room for; return the region that is left."""
        palette, y = self.palette, area.y + 1
        if area.height < 3:
            return area
        self.canvas.draw_text(area.x, area.y, title, palette.style("accent", attributes="bold"))
        for at, card in enumerate(cards):
            lines = wrap(goal_text(GOALS[card]), area.width - 4)
            last = card == cards[-1]
            if y + len(lines) + (not last) > area.bottom:  # a row is kept to say that there are more
                self.canvas.draw_text(area.x + 4, y, f"… and {len(cards) - at} more", palette.style("dim"))
                return Region(area.x, area.bottom, area.width, 0)
            self.canvas.draw_text(area.x, y, f"#{GOALS[card].number}", palette.style("faint"))
            self.canvas.draw_lines(area.x + 4, y, lines, palette.style("dim"))
            y += len(lines)
        return Region(area.x, y + 1, area.width, max(0, area.bottom - y - 1))

    def line(self, y: int) -> None:
        """Draw a line across the side."""
        self.canvas.draw_text(0, y, "─" * (self.canvas.width - 1), self.palette.style("faint"))


def wrap_items(text: str, beside: int, rows: int, below: int) -> tuple[list[str], list[str]]:
    """Wrap a text around a drawing: so many rows of one width beside it, the rest of another width below."""
    first = wrap(text, beside)[:rows]
    return first, wrap(text.removeprefix(" ".join(first)), below)


def goal_pattern(goal: Goal) -> list[str]:
    """Return a goal as five by five signs: the cells where it looks, or an example of what it looks for."""
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
