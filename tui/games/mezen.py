"""Mezen on the screen: the painting, its goals, and previews of what a choice would bring."""

from collections.abc import Sequence
from typing import Any

from textual.geometry import Region

from core.bots.hints import Hint
from core.mezen import judge, rules
from core.mezen.components import (
    ALL,
    CELL_NAMES,
    CELLS,
    COLUMNS,
    EMPTY,
    FACE,
    FACES,
    SIZE,
    SPRUCE,
    SYMBOLS,
    Goal,
    beside,
    cells_of,
    flood,
)
from core.mezen.moves import ANNOUNCE, BRIDGE, EXCLUDE, KEEP, PAY, PLACE, REFUSE, SCORE
from core.mezen.scoring import codes_of, goal_points, groups, shows
from core.mezen.state import Mezen
from core.mezen.words import animals, count, goal_title, goal_words, letter
from themes import MONO
from tui.commands import Command, bindings
from tui.frame import Choice, Spot
from tui.games.mezen_art import LARGE, LETTERS, SECOND_TONE, SMALL
from tui.play import PlayScreen
from tui.room import Key
from tui.widgets.picture import Picture, clip, wrap


class MezenScreen(PlayScreen):
    """A painting with a cursor; while tiles are placed, a draft that can be changed until it is kept."""

    place = "mezen"
    board_width = 40
    board_width_large = 66
    game_commands = (
        Command("fill", "f", "f", "fill in", "Fill in a good arrangement"),
        Command("lift_tile", "backspace", "Backspace", "take a tile back", "Take the tile under the cursor back"),
        Command("amulet('+')", "b", "b", "bridge", "Put an amulet as a bridge"),
        Command("amulet('-')", "x", "x", "keep out", "Keep the tile out with an amulet"),
    )
    BINDINGS = [*bindings(game_commands)]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.cursor = 12
        #: Where the flipped tiles are to go, by cell; kept only when it is complete and Enter is pressed.
        self.draft: dict[int, int] = {}
        #: The flipped tile that would be put down next.
        self.held: int | None = None

    # The painting and its cells

    @property
    def mezen(self) -> Mezen:
        state = self.state
        assert isinstance(state, Mezen)
        return state

    @property
    def cell(self) -> int:
        assert isinstance(self.cursor, int)
        return self.cursor

    @property
    def placing(self) -> bool:
        return self.deciding and self.mezen.phase == rules.PLACING

    @property
    def lifting(self) -> bool:
        return self.deciding and self.mezen.phase == rules.LIFTING

    def painting(self) -> list[int]:
        """The painting that is shown large, with the draft in it."""
        codes = self.mezen.paintings[self.board_seat][:]
        if self.placing:
            for cell, code in self.draft.items():
                codes[cell] = code
        return codes

    def _tile_size(self) -> tuple[int, int]:
        return (12, 6) if self.large else (7, 3)

    def spots(self) -> dict[Spot, Region]:
        width, height = self._tile_size()
        return {
            cell: Region(3 + cell % SIZE * width, 1 + cell // SIZE * height, width - 1, height) for cell in range(CELLS)
        }

    # What can be done

    def decision_begins(self) -> None:
        self.draft = {}
        self.held = None

    def choices(self, spot: Spot) -> list[Choice]:
        if not isinstance(spot, int):
            return []
        match self.mezen.phase:
            case rules.ANNOUNCING:
                moves = self.mezen.moves()
                return [Choice(str(m), m, self._announce_words(ANNOUNCE.index(m))) for m in moves]
            case rules.LIFTING:
                return self._lift_choices(spot)
            case rules.PLACING:
                return self._place_choices(spot)
        return []

    def loose_choices(self) -> list[Choice]:
        state = self.mezen
        match state.phase:
            case rules.PAYING:
                legal = state.moves()
                return [Choice("keep" if m == KEEP else SYMBOLS[PAY.index(m)], m, state.describe(m)) for m in legal]
            case rules.SCORING:
                labels = {SCORE: "points", REFUSE: "amulets"}
                return [Choice(labels[m], m, self._score_words(m)) for m in state.moves()]
        return []

    def natural_pick(self) -> int:
        """Announcing, the animal under the cursor is meant."""
        if self.deciding and self.mezen.phase == rules.ANNOUNCING:
            face = FACE[self.painting()[self.cell]]
            named = [ANNOUNCE.index(move) for move in self.mezen.moves()]
            return named.index(face) if face in named else 0
        return 0

    def targets(self) -> list[Spot]:
        """Tab jumps from group to group."""
        if self.lifting:
            groups_of_moves = dict.fromkeys(rules.take_moves(self.mezen).values())
            return [CELL_NAMES.index(str(move)[1:]) for move in groups_of_moves]
        if self.deciding and self.mezen.phase == rules.ANNOUNCING:
            codes = codes_of(self.painting())
            both = [groups(shows(codes, animal)) for animal in range(SPRUCE)]
            first_cells: list[Spot] = [cells_of(group)[0] for found in both for group in found]
            return first_cells
        return super().targets()

    def _score_words(self, move: Any) -> str:
        seat = self.viewer
        have = self.mezen.amulets[seat]
        words = f"takes {self.mezen.describe(move)}"
        return words if move == SCORE else f"{words}; you have {have}"

    def _announce_words(self, animal: int) -> str:
        state, seat = self.mezen, self.viewer
        codes = codes_of(state.paintings[seat])
        mine = shows(codes, animal)
        here = 1 << self.cell
        sizes = [g.bit_count() for g in groups(mine | shows(codes, SPRUCE)) if g & mine]
        group = flood(here, mine | shows(codes, SPRUCE)) if mine & here else 0
        this = f"this group has {group.bit_count()}, " if group else ""
        verb = "announces" if state.players > 1 else "takes"
        return f"{verb} the {SYMBOLS[animal]}: {this}the biggest {max(sizes, default=0)}"

    def _lift_choices(self, cell: int) -> list[Choice]:
        state = self.mezen
        legal = set(state.moves())
        found = []
        if take := rules.take_moves(state).get(cell):
            lifted = self._group(cell) & ~state.bridges
            found.append(Choice(f"lift {lifted.bit_count()}", take, self._lift_words(lifted)))
        if EXCLUDE[cell] in legal:
            found.append(Choice("keep out", EXCLUDE[cell], self._amulet_words(cell, False)))
        if BRIDGE[cell] in legal:
            found.append(Choice("bridge", BRIDGE[cell], self._amulet_words(cell, True)))
        return found

    def _group(self, cell: int, bridges: int = 0, excluded: int = 0) -> int:
        """The combined group that holds a cell, with these amulets besides those that lie."""
        state, seat = self.mezen, self.viewer
        codes = codes_of(state.paintings[seat])
        tiles = shows(codes, state.animals[seat]) | shows(codes, SPRUCE) | state.bridges | bridges
        allowed = tiles & ~(state.excluded | excluded)
        return flood(1 << cell, allowed) if allowed >> cell & 1 else 0

    def _lift_words(self, lifted: int) -> str:
        state, seat = self.mezen, self.viewer
        painting = state.paintings[seat]
        backs = [painting[c] ^ 1 for c in cells_of(lifted) if state.knows_back(seat, painting[c])]
        known = " ".join(letter(code) for code in backs)
        unknown = lifted.bit_count() - len(backs)
        parts = [known] if known else []
        if unknown:
            parts.append(f"{unknown} unknown")
        return f"lifts {count(lifted.bit_count(), 'tile')}; behind: {', '.join(parts)}"

    def _amulet_words(self, cell: int, bridge: bool) -> str:
        state = self.mezen
        left = state.amulets[self.viewer] - 1
        bit = 1 << cell
        if bridge:
            size = (self._group(cell, bridges=bit) & ~(state.bridges | bit)).bit_count()
            what = f"bridges here: {count(size, 'tile')} could then be lifted"
        else:
            parts = {self._group(c, excluded=bit) for c in cells_of(beside(bit))} - {0}
            sizes = sorted((part.bit_count() for part in parts), reverse=True)
            what = f"keeps it out: groups of {', '.join(map(str, sizes))} remain beside it"
        return f"{what}; {count(left, 'amulet')} left"

    # Placing: a draft

    def _hand_left(self) -> list[int]:
        used = set(self.draft.values())
        return [code for code in self.mezen.hand if code not in used]

    def _free(self) -> list[int]:
        """The cells that the flipped tiles go to."""
        painting = self.mezen.paintings[self.viewer]
        return [cell for cell in range(CELLS) if painting[cell] == EMPTY]

    def _place_choices(self, cell: int) -> list[Choice]:
        """Put the held tile here, or another; when all lie, keep the arrangement."""
        if cell not in self._free():
            return []
        if not self._hand_left():
            return [Choice("keep this", self._keep_draft, f"keeps this arrangement: {self._draft_words()}")]
        tiles = [self._next_tile(), *(c for c in self._hand_left() if c != self._next_tile())]
        return [Choice(self._tile_label(code), self._putter(code, cell), self._put_words(code, cell)) for code in tiles]

    def _next_tile(self) -> int:
        left = self._hand_left()
        return self.held if self.held is not None and self.held in left else left[0]

    def _tile_label(self, code: int) -> str:
        return f"{FACES[FACE[code]]}{'' if code & 1 else '○'}"

    def _putter(self, code: int, cell: int) -> Any:
        return lambda: self._put(code, cell)

    def _put(self, code: int, cell: int) -> None:
        self.draft = {c: t for c, t in self.draft.items() if t != code and c != cell}
        self.draft[cell] = code
        self.held = None
        empty = [c for c in self._free() if c not in self.draft]
        if empty:
            self.cursor = empty[0]

    def _put_words(self, code: int, cell: int) -> str:
        draft = {**self.draft, cell: code}
        return f"puts the {FACES[FACE[code]]} on {CELL_NAMES[cell]}: {self._points_words(draft)} · f fills in"

    def _draft_words(self) -> str:
        return self._points_words(self.draft)

    def _points_words(self, draft: dict[int, int]) -> str:
        """Points of this goal and the next for a draft, and what a good arrangement would reach."""
        state = self.mezen
        painting = state.paintings[self.viewer][:]
        for cell, code in draft.items():
            painting[cell] = code
        best = self._best(draft)
        now = goal_points(codes_of(painting), state.goal)
        words = f"now {now}"
        reach = f"best {goal_points(codes_of(best), state.goal)}"
        if state.next_goal:
            words += f", next {goal_points(codes_of(painting), state.next_goal)}"
            reach += f" + {goal_points(codes_of(best), state.next_goal)}"
        return words if len(draft) == len(state.hand) else f"{words} ({reach})"

    def _best(self, draft: dict[int, int]) -> list[int]:
        """A good arrangement that keeps what the draft has."""
        state = self.mezen
        painting = state.paintings[self.viewer][:]
        for cell, code in draft.items():
            painting[cell] = code
        left = [code for code in state.hand if code not in draft.values()]
        return judge.arrange(state, painting, left)

    def action_fill(self) -> None:
        """Fill in a good arrangement of what is not placed yet (of everything, if all is)."""
        if not self.placing:
            return
        kept = self.draft if self._hand_left() else {}
        best = self._best(kept)
        self.draft = {cell: best[cell] for cell in self._free()}
        if self.cursor not in self.draft:
            self.cursor = self._free()[0]
        self.remark = ""
        self.repaint()

    def action_lift_tile(self) -> None:
        if self.placing and self.cell in self.draft:
            self.held = self.draft.pop(self.cell)
            self.repaint()

    def step_back(self) -> bool:
        if self.draft and self.placing:
            self.draft = {}
            return True
        return False

    def _keep_draft(self) -> None:
        where = {code: cell for cell, code in self.draft.items()}
        self.play_all([PLACE[where[code]] for code in self.mezen.hand])

    def action_amulet(self, kind: str) -> None:
        if not self.lifting:
            return
        move = (BRIDGE if kind == "+" else EXCLUDE)[self.cell]
        if move in self.mezen.moves():
            self.play(move)
        else:
            self.remark = "An amulet does nothing here." if self.mezen.amulets[self.viewer] else "No amulet left."
            self.repaint()

    def show_tip(self, tip: Hint, others: Sequence[Hint]) -> None:
        """A tip for an arrangement is shown as a draft."""
        if not self.placing or len(tip.plan) < len(self.mezen.hand):
            super().show_tip(tip, others)
            return
        cells = [CELL_NAMES.index(notation) for notation in tip.plan[: len(self.mezen.hand)]]
        self.draft = dict(zip(cells, self.mezen.hand, strict=False))
        self.cursor = cells[0]
        self.remark = self.tip_words(f"this arrangement, {self._draft_words()}; Enter keeps it", tip, ())

    def prompt_words(self) -> str:
        state = self.mezen
        if state.phase == rules.PLACING:
            left = len(self._hand_left())
            if left:
                return f"Place {count(left, 'tile')}: choose a cell, then a tile. f fills in a good arrangement."
            return "All tiles lie. Enter keeps them; f tries again, Backspace takes one back."
        if state.phase == rules.LIFTING:
            animal = animals(state.animals[self.viewer], 2)[2:]
            more = ", or put an amulet (b bridge, x keep out)" if state.amulets[self.viewer] else ""
            return f"Lift a group of {animal}{more}."
        return super().prompt_words()

    def extra_keys(self) -> list[Key]:
        if self.placing:
            return [Key("f", "fill in", "fill")]
        if self.lifting and self.mezen.amulets[self.viewer]:
            return [Key("b", "bridge", "amulet('+')"), Key("x", "keep out", "amulet('-')")]
        return []

    # In words

    def says(self, spot: Spot) -> str:
        if not isinstance(spot, int):
            return ""
        state, seat = self.mezen, self.board_seat
        code = self.painting()[spot]
        if code == EMPTY:
            return f"{CELL_NAMES[spot]}: an empty place"
        side = "dark" if code & 1 else "light"
        back = FACES[FACE[code ^ 1]] if state.knows_back(seat, code) else "not known"
        return f"{CELL_NAMES[spot]}: {side} {FACES[FACE[code]]}, behind it: {back}"

    def explain(self, spot: Spot) -> str:
        state = self.mezen
        lines = [self.says(spot), "", f"Goal now: {goal_words(state.goal)}."]
        if state.next_goal:
            lines.append(f"Next goal: {goal_words(state.next_goal)}.")
        lines += [
            "",
            "A small sign in a tile's lower corner tells its back: a letter, ▲ spruce, · not known.",
        ]
        return "\n".join(lines)

    # Drawing the painting

    def paint_board(self, picture: Picture) -> None:
        width, height = self._tile_size()
        self._paint_border(picture, width, height)
        painting = self.painting()
        marked, falling = self._marks()
        cells = sorted(self.spots().items(), key=lambda spot: spot[0] == self.cursor)  # the cursor last
        for cell, region in cells:
            assert isinstance(cell, int)
            self._paint_tile(picture, region, cell, painting[cell], bool(marked >> cell & 1), falling.get(cell, 0))

    def _paint_border(self, picture: Picture, width: int, height: int) -> None:
        """An ornament band above and below, letters and numbers for the cells."""
        look = self.look
        across = SIZE * width - 1
        band = ("◆─" * across)[:across] if not self.house.ascii else "-" * across
        picture.text(3, 0, band, look.style("frame"))
        picture.text(3, 1 + SIZE * height, band, look.style("frame"))
        for step in range(SIZE):
            x = 3 + step * width + (width - 1) // 2
            picture.text(x, 0, "abcde"[step], look.style("dim"))
            picture.text(1, 1 + step * height + height // 2, str(step + 1), look.style("dim"))
        state, seat = self.mezen, self.board_seat
        amulets = f"{'◈' if not self.house.ascii else '*'} {count(state.amulets[seat], 'amulet')}"
        y = 2 + SIZE * height
        if y < picture.height:
            picture.text(3, y, amulets, look.style("accent", attributes="bold"))
            score = sum(state.points[seat])
            token = " (100 token)" if score >= 100 else " (50 token)" if score >= 50 else ""
            picture.text(17, y, f"{count(score, 'point')}{token}", look.style("dim"))

    def _marks(self) -> tuple[int, dict[int, int]]:
        """The cells that a choice would touch, and how far each tile above them would fall."""
        if self.lifting and self.looked_at is None:
            group = self._group(self.cell)
            lifted = group & ~self.mezen.bridges
            return group, _falls(lifted) if self.cell in rules.take_moves(self.mezen) else {}
        if self.deciding and self.mezen.phase == rules.ANNOUNCING:
            animal = FACE[self.painting()[self.cell]]
            codes = codes_of(self.painting())
            mine = shows(codes, animal)
            return (flood(1 << self.cell, mine | shows(codes, SPRUCE)) if animal < SPRUCE else 0), {}
        if self.placing:
            return sum(1 << cell for cell in self._free()), {}
        return 0, {}

    def _paint_tile(self, picture: Picture, region: Region, cell: int, code: int, marked: bool, falls: int) -> None:
        look = self.look
        shade = "a" if cell % 2 else "b"
        here = cell == self.cursor and self.looked_at is None
        if code == EMPTY:
            ground, ink, small = "hole", "ink", "dim"
        else:
            side = "dark" if code & 1 else "light"
            tone = "2" if FACE[code] in SECOND_TONE else ""
            ground, ink, small = f"{side}_{shade}", f"{side}_ink{tone}", f"{side}_faint"
        touched = marked and not (self.placing and code == EMPTY)
        if look.mode == MONO:
            pass  # reversed tiles are dark ones: the signs beside the tile must do
        elif here:
            ground, ink, small = "cursor", "cursor_ink", "cursor_ink"
        elif touched:
            ground, ink, small = "mark", "mark_ink", "mark_ink"
        style = look.style(ink, ground)
        picture.fill(region, style)
        self._paint_sides(picture, region, here, touched)
        if code != EMPTY:
            self._paint_animal(picture, region, code, style)
            self._paint_corners(picture, region, cell, code, look.style(small, ground), falls)
        elif here and self.placing and self._hand_left():
            self._paint_animal(picture, region, self._next_tile(), style)

    def _paint_sides(self, picture: Picture, region: Region, here: bool, touched: bool) -> None:
        """Where colour does not do it: brackets around the cursor, a bar beside what it touches."""
        if not self.house.ascii and self.look.mode != MONO:
            return
        for y in range(region.y, region.bottom):
            if here:
                picture.text(region.x - 1, y, "[", self.look.style("accent"))
                picture.text(region.right, y, "]", self.look.style("accent"))
            elif touched:
                picture.text(region.x - 1, y, "│", self.look.style("accent"))

    def _paint_animal(self, picture: Picture, region: Region, code: int, style: Any) -> None:
        face = FACE[code]
        if self.house.ascii:
            word = LETTERS[face].upper() if code & 1 else LETTERS[face]
            edge = "#" if code & 1 else "-"
            middle = region.y + region.height // 2
            picture.text(region.x, region.y, edge * (region.width - 1), style)
            picture.text(region.x + (region.width - 5) // 2, middle, word, style)
            return
        drawing = (LARGE if self.large else SMALL)[face]
        picture.lines(region.x, region.y, drawing, style)

    def _paint_corners(self, picture: Picture, region: Region, cell: int, code: int, style: Any, falls: int) -> None:
        """Small signs in the last column: the letter, an amulet or a fall, and the back if it is known."""
        state, seat = self.mezen, self.board_seat
        x = region.right - 1
        picture.text(x, region.y, letter(code), style)
        own = seat == state.actor
        if own and state.bridges >> cell & 1:
            picture.text(x, region.y + 1, "+", self.look.style("accent_ink", "accent", "bold"))
        elif own and state.excluded >> cell & 1:
            picture.text(x, region.y + 1, "-", self.look.style("accent_ink", "accent", "bold"))
        elif falls:
            picture.text(x, region.y + 1, "↓", style)
        back = "·"
        if state.knows_back(seat, code):
            back = "▲" if FACE[code ^ 1] == SPRUCE else letter(code ^ 1)
        picture.text(x, region.bottom - 1, back, style)

    # Drawing what stands beside it

    def paint_side(self, picture: Picture) -> None:
        state = self.mezen
        half = picture.width // 2
        self._paint_goal(picture, 0, 0, half - 1, state.goal, "NOW")
        if state.next_goal:
            self._paint_goal(picture, half, 0, picture.width - half - 1, state.next_goal, "NEXT")
        y = 10
        if state.players > 1:
            y = self._paint_others(picture, y)
        picture.text(0, y, "─" * (picture.width - 1), self.look.style("faint"))
        self.paint_log(picture, Region(0, y + 1, picture.width - 1, picture.height - y - 1))

    def _paint_goal(self, picture: Picture, x: int, y: int, width: int, goal: Goal, title: str) -> None:
        """A goal card: its positions as a picture of five by five, what it pays, and what it would pay now."""
        look = self.look
        painting = self.painting()
        points = goal_points(codes_of(painting), goal)
        after = picture.text(x, y, f"{title} ", look.style("accent", attributes="bold"))
        picture.text(after, y, count(points, "point"), look.style("ink", attributes="bold"))
        pattern = goal_pattern(goal)
        for row in range(SIZE):
            for column in range(SIZE):
                mark = pattern[row][column]
                style = look.style("ink" if mark in "·" else "accent", "panel", "" if mark == "·" else "bold")
                picture.text(x + 2 * column, y + 1 + row, f"{mark} ", style)
        titled = self.large
        picture.right(x + width, y + 1, f"card {goal.number}", look.style("faint"))
        picture.right(x + width, y + 3, f"{goal.points} each", look.style("dim"))
        if titled:
            picture.text(x, y + 6, clip(goal_title(goal), width), look.style("ink", attributes="bold"))
        for row, line in enumerate(wrap(goal_words(goal), width)[:4]):
            picture.text(x, y + 6 + titled + row, line, look.style("ink"))

    def _paint_others(self, picture: Picture, y: int) -> int:
        """The other paintings, small: a letter a tile, capital and reversed when dark."""
        state, look = self.mezen, self.look
        others = [seat for seat in range(state.players) if seat != self.board_seat]
        step = min(13, (picture.width - 1) // max(1, len(others)))
        for index, seat in enumerate(others):
            x = index * step
            name = clip(self.match.seats[seat].name, step - 1)
            picture.text(x, y, name, look.style(f"seat{seat + 1}", attributes="bold"))
            for cell, code in enumerate(state.paintings[seat]):
                side = "hole" if code == EMPTY else "dark_a" if code & 1 else "light_a"
                ink = "dim" if code == EMPTY else "dark_ink" if code & 1 else "light_ink"
                sign = " " if code == EMPTY else letter(code)
                picture.text(x + cell % SIZE, y + 1 + cell // SIZE, sign, look.style(ink, side))
            facts = f"{state.amulets[seat]}{'◈' if not self.house.ascii else '*'}"
            picture.text(x + 6, y + 1, clip(facts, step - 6), look.style("dim"))
            picture.text(x + 6, y + 2, str(sum(state.points[seat])), look.style("ink"))
        return y + 6

    def click_side(self, x: int, y: int) -> None:
        """A click on a small painting shows it large."""
        state = self.mezen
        others = [seat for seat in range(state.players) if seat != self.board_seat]
        if not others or not 10 <= y <= 16:
            return
        width = self.query_one("#side").size.width
        step = min(13, (width - 1) // len(others))
        if x // step < len(others):
            seat = others[x // step]
            self.looked_at = None if seat == self.viewer else seat
            self.repaint()


def _falls(lifted: int) -> dict[int, int]:
    """How many rows each tile above lifted ones will fall."""
    distances = {}
    for column in COLUMNS:
        below = 0
        for cell in reversed(cells_of(column)):
            if lifted >> cell & 1:
                below += 1
            elif below:
                distances[cell] = below
    return distances


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


SCREEN = MezenScreen
