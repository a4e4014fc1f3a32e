"""The side of Mezen: the goals, the other paintings, what the end will bring, the animals and the goals to come."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region

from core.games.mezen.components import ALL, EMPTY, FACE, FACES, GOALS, ROUNDS, SIZE, SYMBOLS, TITLES, Goal
from core.games.mezen.labels import LABELS
from core.games.mezen.scoring import Codes, animal_groups, biggest_group, codes_of, dark, goal_points, light
from core.games.mezen.text import LETTERS, goal_card_text, goal_text, letter
from core.games.mezen.view import MezenView
from core.games.mezen.view.changes import on_painting
from core.text import count_text
from core.view import Moment, Target
from tui.games.mezen.art import SCALES, SMALL_SCALES, TileScale
from tui.games.mezen.board import PLAIN, SmallPainter, TilePainter
from tui.games.mezen.legend import goals_to_come
from tui.match.board_view import BoardLook
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import clip, distinct_names, wrap

#: The goals come first: a title, and beside the picture at most six rows of words.
GOALS_HEIGHT = 7
#: A card at least so wide has a picture with two columns for each cell.
_SPACED_CARD = 24
#: What a player has, beside a painting that stands alone in its row.
_FACTS_WIDTH = 14
#: A painting in letters: its name, a row for each row of tiles, and below it what its owner has.
_LETTERS_HEIGHT = SIZE + 4
_LETTERS_STEP = 14
#: A drawing of the animals' names, with the name below.
_SAMPLE = SCALES[-1]
_SAMPLE_WIDTH, _SAMPLE_HEIGHT = 13, _SAMPLE.height + 1
#: A tile that shows each face, light if it can be.
_SAMPLES = [
    min((code for code in range(EMPTY) if FACE[code] == face), key=lambda code: code % 2) for face in range(len(FACES))
]
_SIGNS = (
    "small letter: the back of a tile, if known; ▲ spruce",
    "+ bridge  - excluded  ↓ falls  ▍ new  ▎ earlier",
)


class OthersLayout(NamedTuple):
    """Where the other paintings are, each with its name above it, and how large; without a scale in letters."""

    scale: TileScale | None
    areas: dict[int, Region]
    #: The columns right of each painting that are free for what its owner has.
    facts_width: int


def lay_out_others(seats: Sequence[int], width: int, height: int) -> OthersLayout:
    """Return the largest layout of these seats' paintings below the goals on a side of this size."""
    for scale in SMALL_SCALES:
        across, high = SIZE * scale.width, SIZE * scale.height + 1
        fitting = [columns for columns in range(1, len(seats) + 1) if -(-len(seats) // columns) * high <= height]
        columns = fitting[0] if fitting else 0
        beside = _FACTS_WIDTH if columns == 1 else 0
        if columns and columns * across + columns - 1 + beside <= width:
            step = across + max(1, min(4, (width - columns * across) // max(1, columns - 1)))
            areas = {
                seat: Region(at % columns * step, GOALS_HEIGHT + at // columns * high, across, high)
                for at, seat in enumerate(seats)
            }
            return OthersLayout(scale, areas, width - across - 2 if beside else 0)
    step = min(_LETTERS_STEP, (width + 1) // max(1, len(seats)))
    areas = {seat: Region(at * step, GOALS_HEIGHT, step - 1, _LETTERS_HEIGHT) for at, seat in enumerate(seats)}
    return OthersLayout(None, areas, 0)


class MezenSidePainter:
    """Painter of the side, from the top down."""

    def __init__(self, canvas: Canvas, look: BoardLook, view: MezenView) -> None:
        self.canvas = canvas
        self.look = look
        self.palette = look.palette
        self.view = view

    # Goals

    def goals(self, areas: Sequence[Region]) -> None:
        """Draw the goal of this round and the next, side by side."""
        state = self.view.state
        self._paint_goal(areas[0], state.goal, "NOW", "ink")
        if state.next_goal:
            self._paint_goal(areas[1], state.next_goal, "NEXT", "dim")

    def _paint_goal(self, area: Region, goal: Goal, title: str, role: str) -> None:
        """Draw a goal card: what it would pay now, its picture, and its text beside that."""
        canvas, palette, (x, y) = self.canvas, self.palette, area.offset
        canvas.fill(area, palette.style("ink", "panel"))
        canvas.draw_text(x + 1, y, title, palette.style("accent", "panel", "bold"))
        points = goal_points(codes_of(self.view.painting), goal)
        pays = palette.style(role, "panel", "bold")
        canvas.draw_text_right(area.right - 1, y, count_text(points, "point"), pays)
        step = 2 if area.width >= _SPACED_CARD else 1
        for row, signs in enumerate(goal_pattern(goal)):
            for column, sign in enumerate(signs):
                canvas.draw_text(
                    x + 1 + step * column, y + 1 + row, sign.ljust(step), palette.style(*_pattern_roles(sign))
                )
        beside = 1 + step * SIZE + 1
        words = wrap(goal_card_text(goal), area.width - beside - 1)
        canvas.draw_lines(x + beside, y + 1, words, palette.style("ink", "panel"))

    # The other paintings

    def others(
        self, layout: OthersLayout, names: Sequence[str], marks: Mapping[Target, str], moment: Moment | None
    ) -> None:
        state = self.view.state
        if layout.areas and layout.scale is None and state.announced >= 0:
            self._paint_called(GOALS_HEIGHT + _LETTERS_HEIGHT - 1, names[state.active])
        for seat, area in layout.areas.items():
            if layout.scale is None:
                self._paint_letters(seat, area, self._short(names, layout, seat), marks)
                continue
            if layout.facts_width:
                self._paint_title(seat, area, names[seat], layout.facts_width)
                self._paint_facts(seat, Region(area.right + 1, area.y + 2, layout.facts_width, area.height - 2))
            else:
                self._paint_header(seat, area, self._short(names, layout, seat))
            lit: Collection[Target] = moment.targets if moment is not None and moment.board == seat else ()
            SmallPainter(self.canvas, self.look, layout.scale, self.view, marks).paint(area.x, area.y + 1, seat, lit)

    def _short(self, names: Sequence[str], layout: OthersLayout, seat: int) -> str:
        """Return a name that fits above a painting, and is like no other."""
        seats = list(layout.areas)
        room = layout.areas[seat].width - (0 if layout.scale is None else len(self._belongings(seat)) + 1)
        if len(names[seat]) <= room:
            return names[seat]
        return distinct_names([names[each] for each in seats], room * len(seats))[seats.index(seat)][:room]

    def _belongings(self, seat: int) -> str:
        return f"{self.view.state.amulets[seat]}{self._amulet} +{self._pays(seat)}"

    def _pays(self, seat: int) -> int:
        """Return what the goal would pay a seat now."""
        state = self.view.state
        return goal_points(codes_of(state.paintings[seat]), state.goal)

    def _paint_title(self, seat: int, area: Region, name: str, more: int) -> None:
        """Draw whose painting it is, and whether they have called an animal."""
        state, palette = self.view.state, self.palette
        x = self.canvas.draw_text(area.x, area.y, name, palette.style(f"seat{seat + 1}", attributes="bold"))
        if seat == state.active and state.announced >= 0:
            told = clip(f" called the {SYMBOLS[state.announced]}", area.width + more - len(name))
            self.canvas.draw_text(x, area.y, told, palette.style("ink"))

    def _paint_facts(self, seat: int, area: Region) -> None:
        """Draw what a player has beside their painting: groups, amulets, and dark tiles compared with one's own."""
        state = self.view.state
        codes = codes_of(state.paintings[seat])
        rows = [("amulets", str(state.amulets[seat])), ("goal now", f"+{self._pays(seat)}")]
        if state.announced >= 0:
            called = SYMBOLS[state.announced]
            rows.insert(0, (called, _sizes(codes, state.announced, area.width - len(called) - 1)))
        shown = "you have" if self.view.board_seat == self.view.seat else "the large one"
        rows += [("", ""), ("dark tiles", str(dark(codes).bit_count()))]
        rows.append((shown, str(dark(codes_of(self.view.painting)).bit_count())))
        for y, (name, value) in enumerate(rows, area.y):
            self.canvas.draw_text(area.x, y, name, self.palette.style("dim"))
            self.canvas.draw_text_right(area.right, y, value, self.palette.style("ink", attributes="bold"))

    def _paint_header(self, seat: int, area: Region, name: str) -> None:
        """Draw whose painting it is, their amulets, and what the goal would pay them."""
        x = self.canvas.draw_text(area.x, area.y, name, self.palette.style(f"seat{seat + 1}", attributes="bold"))
        told = self._belongings(seat)
        named = told.replace("+", "goal +")
        has_room = x + 1 + len(named) <= area.right
        self.canvas.draw_text_right(area.right, area.y, named if has_room else told, self.palette.style("dim"))

    def _paint_letters(self, seat: int, area: Region, name: str, marks: Mapping[Target, str]) -> None:
        """Draw a letter for each tile, on the ground of light tiles or of dark ones; underlined when it is new."""
        state, palette, canvas = self.view.state, self.palette, self.canvas
        canvas.draw_text(area.x, area.y, name, palette.style(f"seat{seat + 1}", attributes="bold"))
        tiles = TilePainter(canvas, self.look, SMALL_SCALES[-1])
        for cell, code in enumerate(state.paintings[seat]):
            x, y = area.x + cell % SIZE * 2, area.y + 1 + cell // SIZE
            if code == EMPTY:
                canvas.draw_text(x, y, "  "[: 1 + (cell % SIZE < SIZE - 1)], palette.style("dim", "hole"))
                continue
            news = "bold underline" if on_painting(seat, cell) in marks else "bold"
            ground = tiles.ground(code, PLAIN)
            canvas.draw_text(x, y, letter(code), palette.style(tiles.ink(code, PLAIN), ground, news))
            if cell % SIZE < SIZE - 1:
                canvas.draw_text(x + 1, y, " ", palette.style(tiles.ink(code, PLAIN), ground))
        held, owned = f"{state.amulets[seat]}{self._amulet}", dark(codes_of(state.paintings[seat])).bit_count()
        wide, narrow = f"{held} · dark {owned}", f"{held} dark{owned}"
        facts = [f"goal +{self._pays(seat)}", wide if len(wide) <= area.width else narrow]
        canvas.draw_lines(area.x, area.y + 1 + SIZE, facts, palette.style("dim"))

    def _paint_called(self, y: int, name: str) -> None:
        """Draw which animal has been called for everybody, and by whom."""
        animal = f"Called: {SYMBOLS[self.view.state.announced]}"
        style = self.palette.style("accent")
        self.canvas.draw_text(0, y, clip(f"{animal}, by {name}", self.canvas.width - 1), style)

    def letters(self, y: int, height: int) -> None:
        """Draw what the letters of the other paintings mean, where there are so many rows for it."""
        animals = [f"{sign} {name}" for sign, name in zip(LETTERS, FACES, strict=True)]
        half = len(animals) // 2
        if height > 1:
            lines = ["  ".join(animals[:half]), "  ".join(animals[half:])]
            self.canvas.draw_lines(0, y, lines, self.palette.style("dim"))

    @property
    def _amulet(self) -> str:
        return "*" if self.look.ascii else "◈"

    # What the end will bring

    def outlook(self, y: int) -> None:
        """Draw what the end of the game would bring for the painting that is shown as it is."""
        codes, seat = codes_of(self.view.painting), self.view.board_seat
        parts = {
            "light": light(codes).bit_count(),
            "amulets": self.view.state.amulets[seat],
            "group": biggest_group(codes).bit_count(),
        }
        total = sum(parts.values())
        told = f"The end: {' + '.join(f'{name} {points}' for name, points in parts.items())} = {total}"
        if len(told) >= self.canvas.width:
            told = f"End: {', '.join(f'{name} {points}' for name, points in parts.items())} = {total}"
        self.canvas.draw_text(0, y, told, self.palette.style("dim"))

    # The animals, titles and cards

    def legend(self, area: Region) -> int:
        """Draw the animals with their names, and what the small signs mean; return the row behind it."""
        tiles = TilePainter(self.canvas, self.look, _SAMPLE)
        columns = legend_columns(area.width)
        for face, name in enumerate(FACES):
            x = area.x + face % columns * (area.width // columns)
            y = area.y + face // columns * _SAMPLE_HEIGHT
            tiles.paint(Region(x, y, _SAMPLE.width, _SAMPLE.height), _SAMPLES[face], PLAIN)
            self.canvas.draw_text(x, y + _SAMPLE.height, f"{LETTERS[face]} {name}", self.palette.style("dim"))
        y = area.y + legend_height(area.width) - len(_SIGNS)
        for text in _SIGNS:
            if y < area.bottom and len(text) <= area.width:
                self.canvas.draw_text(area.x, y, text, self.palette.style("dim"))
                y += 1
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
        closed, left = goals_to_come(state), ROUNDS - state.opened
        if left:
            area = self._cards(area, f"STILL TO COME: {left} of these {len(closed)}", closed)
        if past := state.deck[: state.round - 1]:
            self._cards(area, "PAST GOALS", past)

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
                self.canvas.draw_text(area.x + 4, y, f"… and {len(cards) - at} more: F2", palette.style("dim"))
                return Region(area.x, area.bottom, area.width, 0)
            self.canvas.draw_text(area.x, y, f"#{GOALS[card].number}", palette.style("faint"))
            self.canvas.draw_lines(area.x + 4, y, lines, palette.style("dim"))
            y += len(lines)
        return Region(area.x, y + 1, area.width, max(0, area.bottom - y - 1))

    def line(self, y: int) -> None:
        """Draw a line across the side."""
        self.canvas.draw_text(0, y, "─" * (self.canvas.width - 1), self.palette.style("faint"))


def _sizes(codes: Codes, animal: int, width: int) -> str:
    """Return the sizes of an animal's groups: "3 1 1", or "3 1×5" where they are too many to be listed."""
    sizes = [group.bit_count() for group in animal_groups(codes, animal)] or [0]
    listed = " ".join(map(str, sizes))
    if len(listed) <= width:
        return listed
    return " ".join(str(size) if many == 1 else f"{size}×{many}" for size, many in Counter(sizes).items())


def legend_columns(width: int) -> int:
    return next(columns for columns in (6, 3, 2, 1) if columns * _SAMPLE_WIDTH <= width or columns == 1)


def legend_height(width: int) -> int:
    """Return how many rows the legend takes in so many columns."""
    return -(-len(FACES) // legend_columns(width)) * _SAMPLE_HEIGHT + len(_SIGNS)


#: The signs of a goal's picture: no place for it, near to it, any tile of the animal chosen, light, dark, spruce.
_NO_PLACE, _NEAR, _CHOSEN, _LIGHT, _DARK, _SPRUCE = "·×■○●▲"


def _pattern_roles(sign: str) -> tuple[str, str, str]:
    """Return ink, ground and attributes of a sign in a goal's picture; a letter is an animal."""
    roles = {
        _NO_PLACE: ("dim", "hole", ""),
        _NEAR: ("dim", "hole", ""),
        _LIGHT: ("light_horse", "light_tile", ""),
        _DARK: ("dark_horse", "dark_tile", ""),
        _SPRUCE: ("dark_spruce", "dark_tile", ""),
    }
    return roles.get(sign, ("accent_ink", "accent", "bold"))


def goal_pattern(goal: Goal) -> list[str]:
    """Return a goal as five by five signs: the cells where it looks, or an example of what it looks for."""
    one, other = ([LETTERS[symbol] for symbol in goal.symbols] + [_CHOSEN, _CHOSEN])[:2]
    examples = {
        "isolated": ["·····", "·×××·", f"·×{one}×·", "·×××·", "·····"],
        "pairs": ["·····", f"·{one}{other}··", "·····", f"···{other}·", f"···{one}·"],
        "dark_lines": ["·●···", "·●···", "●●●●·", "·●···", "·····"],
        "light_next_to_spruce": ["·····", "··○··", "·○▲○·", "··○··", "·····"],
        "chosen_next_to_spruce": ["·····", "··■··", "·■▲■·", "··■··", "·····"],
        "biggest_spruce_group": ["·····", "··▲··", "·▲▲··", "··▲··", "·····"],
        "light_dark_pairs": ["·····", "·○●··", "·····", "···●·", "···○·"],
        "biggest_group_with_spruce": ["·····", "·■■··", "··■▲·", "··■··", "·····"],
    }
    if goal.kind in examples:
        return examples[goal.kind]
    sign = {"spruce_at": _SPRUCE, "dark_at": _DARK}.get(goal.kind, one)
    cells = goal.cells & ALL
    return ["".join(sign if cells >> (SIZE * r + c) & 1 else _NO_PLACE for c in range(SIZE)) for r in range(SIZE)]
