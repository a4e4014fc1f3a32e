"""The view of Mezen: what a seat sees and can choose.

Targets are the cells of the painting that is shown; while an animal is called or paid for, the five animals. Nothing
here reads a back that has not been seen, a closed goal or what others will pay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from core.game import GameEvent, Move
from core.games.mezen import phases, rules
from core.games.mezen.components import (
    CELL_NAMES,
    CELLS,
    COLUMNS,
    EMPTY,
    FACE,
    FACES,
    REFUSAL,
    SPRUCE,
    SYMBOLS,
    cells_of,
    flood,
)
from core.games.mezen.groups import takeable
from core.games.mezen.moves import (
    ANNOUNCE,
    BRIDGE,
    EXCLUDE,
    KEEP,
    PAY,
    PLACE,
    REFUSE,
    SCORE,
    BridgeTile,
    Exclude,
    LiftGroup,
    Pay,
    PlaceTile,
)
from core.games.mezen.scoring import animal_groups, codes_of, goal_points, shows
from core.games.mezen.state import MezenState
from core.games.mezen.text import face_text, goal_text, letter, plural, question, stock
from core.games.mezen.view.changes import CELL as CELL
from core.games.mezen.view.changes import change_texts, changed_cells, on_painting, score_moments, turn_facts
from core.text import count_text
from core.view import Choice, ChoiceLocation, Draft, Moment, PromptItem, SeatView, Target

#: The open goals, this round's and the next: only to point at.
GOAL = (Target("goal", 0), Target("goal", 1))
#: The animals, while one of them is called or paid for.
ANIMAL = tuple(Target("animal", animal) for animal in range(SPRUCE))
_CENTRE = CELL[CELLS // 2]
#: How many columns the row of choices has on the smallest screen; a choice takes four besides its label and name.
_ROW_WIDTH, _CHOICE_FRAME = 78, 5
#: The keys of the tiles in hand, and of the groups that can be lifted.
_DIGITS = "1234567890"
#: The headings of the rules, by phase.
_CHAPTERS = ("A round", "A round", "Groups", "A round", "The goal cards", "The end")


class PlacementDraft(Draft, frozen=True):
    """Flipped tiles that are placed but not confirmed, by cell, and the one that is held for the next cell."""

    tiles: Mapping[int, int] = {}
    held: int | None = None


class AmuletDraft(Draft, frozen=True):
    """An amulet that is held over the painting: as a bridge, or to exclude a tile. Enter places it.

    A bridge over a tile of the group itself links nothing, so it is only explained there until the player is sure.
    """

    is_bridge: bool
    is_sure: bool = False


class TouchedCells(NamedTuple):
    """What the choice at a target would touch: two masks, and how many rows the tiles above would fall.

    The cell of the cursor, or the biggest group of an animal, is bright; the rest of the group, or of the animal's
    groups, is pale.
    """

    bright: int = 0
    pale: int = 0
    falls: Mapping[int, int] = {}


class MezenView(SeatView[MezenState]):
    """What a seat sees of Mezen: a painting with animals to announce, groups to lift, tiles to place."""

    # Targets

    def targets(self) -> Sequence[Target]:
        return ANIMAL if self.is_naming else CELL

    def tab_stops(self) -> list[Target]:
        """Return the animals that can be named; the first cell of each group that can be lifted, the largest first.

        While an amulet is held these are the cells where it can be placed; while tiles are placed, the gaps.
        """
        if self.is_naming:
            return [target for target in ANIMAL if self.choices_at(target)]
        if self.amulet is not None:
            return [target for target in CELL if self.choices_at(target)]
        if self.is_lifting:
            return [CELL[move.cell] for move in self.lifts]
        if self.is_placing:
            return [CELL[cell] for cell in self.free]
        return [] if self.is_deciding else list(CELL)

    def initial_target(self, target: Target | None) -> Target | None:
        """Return where a decision begins: at the target of the cursor, if something can be done there.

        Naming an animal begins with the one that costs nothing, lifting with the largest group, placing with the next
        gap. After an amulet is placed, the cursor stays there.
        """
        if self.is_naming:
            kept = self.state.announced
            free = ANIMAL[kept] if kept >= 0 else target
            stops = self.tab_stops()
            return free if free in stops else next(iter(stops), None)
        here = target if target in CELL else _CENTRE
        assert here is not None
        if self.amulet is not None:
            return here
        if self.is_lifting:
            begun = self.state.bridges | self.state.excluded
            return here if begun and here.number in rules.take_moves(self.state) else self.tab_stops()[0]
        if self.is_placing:
            gaps = [cell for cell in self.free if cell not in self.placement.tiles]
            if here.number in gaps or (not gaps and here.number in self.free):
                return here
            return CELL[(gaps or self.free)[0]]
        return here

    @property
    def is_announcing(self) -> bool:
        return self.is_deciding and self.state.phase == phases.ANNOUNCING

    @property
    def is_naming(self) -> bool:
        """Whether an animal is named: called for everybody, or kept or paid for."""
        return self.is_deciding and self.state.phase in (phases.ANNOUNCING, phases.PAYING)

    @property
    def is_lifting(self) -> bool:
        return self.is_deciding and self.state.phase == phases.LIFTING

    @property
    def is_placing(self) -> bool:
        return self.is_deciding and self.state.phase == phases.PLACING

    @property
    def amulet(self) -> AmuletDraft | None:
        """The amulet that is held over the painting."""
        return self.draft if isinstance(self.draft, AmuletDraft) and self.is_lifting else None

    @cached_property
    def lifts(self) -> list[LiftGroup]:
        """The groups that can be lifted now, the largest first."""
        moves = {move for move in rules.take_moves(self.state).values() if isinstance(move, LiftGroup)}
        return sorted(moves, key=lambda move: (-self._lifted_by(move).bit_count(), move.cell))

    def _lifted_by(self, move: LiftGroup) -> int:
        return self.group(move.cell) & ~self.state.bridges

    # What can be done

    def choices_at(self, target: Target) -> list[Choice]:
        if target.kind == "animal":
            return self._namings(target.number)
        match self.state.phase:
            case phases.LIFTING:
                return self._lifts(target.number)
            case phases.PLACING:
                return self._placements(target.number)
        return []

    def global_choices(self) -> list[Choice]:
        if self.state.phase != phases.SCORING:
            return []
        points = f"take {count_text(self._goal_pays, 'point')}"
        amulets = f"take {count_text(min(REFUSAL, self.state.pool), 'amulet')}"
        return [self.choice_for(points if move == SCORE else amulets, move) for move in self.legal_moves]

    def default_index(self, target: Target | None) -> int:
        """Return what Enter takes: the points, but amulets where the goal pays nothing; the tile that is held."""
        if self.is_deciding and self.state.phase == phases.SCORING:
            return len(self.legal_moves) - 1 if not self._goal_pays else 0
        if self.is_placing and self.placement.held in self.hand:
            return self.hand.index(self.placement.held)
        return 0

    @property
    def _goal_pays(self) -> int:
        return goal_points(codes_of(self.painting), self.state.goal)

    def prompt_items(self, target: Target | None) -> list[PromptItem]:
        """Return the row of choices: animals, groups and tiles keep their digits for as long as they are there."""
        if self.is_naming:
            return self._animal_items()
        if self.is_lifting:
            return self._lift_items(target)
        if self.is_placing and self.hand:
            return self._hand_items(target)
        return super().prompt_items(target)

    def shortcuts(self) -> dict[str, str]:
        if self.is_placing:
            return {"f": "fill in"}
        return {"b": "bridge", "x": "exclude"} if self.is_lifting and self.state.amulets[self.board_seat] else {}

    def choice_for_key(self, key: str, target: Target | None) -> Choice | None:
        if self.is_placing and key == "f":
            filled = self.autofill
            return Choice("fill in", lambda: f"fill in a good arrangement: {self._points(filled)}", next_draft=filled)
        if self.is_placing and key == "backspace" and target is not None and target.number in self.placement.tiles:
            return Choice("pick up", lambda: "pick this tile up", next_draft=self._without(target.number))
        if self.is_lifting and key in "bx" and self.state.amulets[self.board_seat]:
            is_sure = key == "b" and target is not None and self._only_keeps(target.number)
            return self._hold_amulet(key == "b", is_sure)
        return super().choice_for_key(key, target)

    def key_refusal(self, key: str, target: Target | None) -> str:
        if self.is_lifting and key in "bx":
            return "You have no amulet left."
        return super().key_refusal(key, target)

    def step_back(self) -> Draft | None:
        """Return no draft: Escape puts the amulet back, or picks all tiles up."""
        return None

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return a whole arrangement as a draft; the first tile of one, or an amulet that is held, at its cell."""
        if self.is_lifting and isinstance(plan[0], (BridgeTile, Exclude)):
            held = AmuletDraft(isinstance(plan[0], BridgeTile), is_sure=True)
            return ChoiceLocation(held, CELL[plan[0].cell], 0)
        tiles = [move.cell for move in plan if isinstance(move, PlaceTile)] if self.is_placing else []
        if not tiles:
            return super().locate(plan)
        if len(tiles) < len(self.state.hand):
            return ChoiceLocation(None, CELL[tiles[0]], 0)
        draft = PlacementDraft(dict(zip(tiles, self.state.hand, strict=False)))
        return ChoiceLocation(draft, CELL[tiles[0]], 0)

    # In words

    def question(self) -> str:
        state = self.state
        if self.is_placing:
            if left := len(self.hand):
                return f"Place {count_text(left, 'tile')}: go to a gap and press a tile's digit, or f fills them in."
            return "All tiles placed. Enter confirms, f rearranges them, Backspace picks one up."
        if self.amulet is not None:
            held = "as a bridge" if self.amulet.is_bridge else "to exclude a tile"
            return f"Place an amulet {held}: where? Esc: back."
        if self.is_lifting and self.seat is not None:
            more = ", or place an amulet first" if state.amulets[self.seat] else ""
            return f"Lift a group of {plural(state.animals[self.seat])}{more}."
        return question(state)

    def caption(self, target: Target) -> str:
        cell = target.number
        if target.kind == "animal":
            return f"{SYMBOLS[cell]}: {stock(self.painting, cell)}"
        if target.kind == "goal":
            return "next round's goal" if cell else "this round's goal"
        code = self.painting[cell]
        if code == EMPTY:
            return f"{CELL_NAMES[cell]}: an empty place"
        side = "dark" if code & 1 else "light"
        back = FACES[FACE[code ^ 1]] if self.state.knows_back(self.board_seat, code) else "not known"
        return f"{CELL_NAMES[cell]}: {side} {FACES[FACE[code]]}; back: {back}"

    def target_named(self, word: str) -> Target | None:
        """Return a cell by its notation ("c3"), or an open goal: "goal 0" of this round, "goal 1" of the next."""
        if word in CELL_NAMES:
            return CELL[CELL_NAMES.index(word)]
        return GOAL[int(word[-1])] if word in ("goal 0", "goal 1") else super().target_named(word)

    def unavailable_reason(self, target: Target) -> str:
        match self.state.phase:
            case phases.ANNOUNCING | phases.PAYING:
                return f"you have no {SYMBOLS[target.number]}" if target.kind == "animal" else ""
            case phases.LIFTING:
                return self._why_no_lift(target.number) if self.amulet is None else self._why_no_amulet(target.number)
            case phases.PLACING:
                return "this tile stays" if self.hand else "this tile stays; only the flipped tiles can be moved"
        return ""

    def _why_no_lift(self, cell: int) -> str:
        """Return why the group of a tile cannot be lifted, and what an amulet would do there."""
        state, animal = self.state, self.state.animals[self.board_seat]
        if state.excluded >> cell & 1:
            return "excluded by an amulet"
        if FACE[self.painting[cell]] == animal:
            return "not with these amulets: the group must contain every bridge and touch every excluded tile"
        if BRIDGE[cell] in self.legal_moves:
            return f"b: a bridge here, {self._bridged(cell)}"
        return f"you lift {plural(animal)} this round"

    def _why_no_amulet(self, cell: int) -> str:
        """Return why the amulet that is held cannot be placed on a tile."""
        state, animal = self.state, self.state.animals[self.board_seat]
        if (state.bridges | state.excluded) >> cell & 1:
            return "there is an amulet already"
        if self._only_keeps(cell):
            return self._bridged(cell)
        if self.amulet is not None and not self.amulet.is_bridge:
            return "only a tile of a group can be excluded, and some of the group must be left"
        return f"a bridge must touch the {plural(animal)} that you lift"

    def rules_heading(self) -> str:
        return _CHAPTERS[self.state.phase]

    def explain(self, target: Target | None) -> str:
        state = self.state
        lines = [self.caption(target), ""] if target else []
        lines.append(f"Goal now: {goal_text(state.goal)}.")
        if state.next_goal:
            lines.append(f"Next goal: {goal_text(state.next_goal)}.")
        return "\n".join(
            [*lines, "", "The small letter in a tile's corner is its back, once you know it; ▲ is a spruce."]
        )

    def describe_move(self, move: Move) -> str:
        state, told = self.state, self.state.describe(move)
        match move:
            case LiftGroup(cell=cell):
                return f"{told}; {self._backs(self.group(cell) & ~state.bridges)}"
            case BridgeTile(cell=cell):
                return f"{told}: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"{told}: {self._excluded(cell)}"
            case PlaceTile(cell=cell):
                return f"{told}: {self._points(PlacementDraft({cell: state.hand[0]}))}"
        if move == SCORE:
            return f"take {told}" if state.pool else f"take {told}; no amulets are left in the pool"
        if move == REFUSE and self.seat is not None:
            return f"take {told} instead of {count_text(self._goal_pays, 'point')}; you have {state.amulets[self.seat]}"
        return told

    def group_key(self, move: Move) -> str:
        match move:
            case BridgeTile(cell=cell):
                return f"amulet as a bridge: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"amulet to exclude a tile: {self._excluded(cell)}"
        return self.describe_move(move)

    # What is new

    def changed_targets(self, before: MezenState) -> frozenset[Target]:
        """Return changed cells of the painting that is shown, and those of all paintings as `on_painting`."""
        cells = {seat: changed_cells(before, self.state, seat) for seat in range(self.state.players)}
        shown = [CELL[cell] for cell in cells[self.board_seat]]
        return frozenset(shown + [on_painting(seat, cell) for seat, found in cells.items() for cell in found])

    def change_texts(self, before: MezenState) -> list[str]:
        return change_texts(before, self.state, self.seat, self.names) if self.seat is not None else []

    def turn_facts(self, seat: int | None, before: MezenState, events: Sequence[GameEvent]) -> list[str]:
        return turn_facts(before, self.state, events)

    def moments(self, before: MezenState, events: Sequence[GameEvent]) -> list[Moment]:
        return score_moments(before, events, self.seat, self.board_seat, self.names)

    # The painting

    @property
    def placement(self) -> PlacementDraft:
        return self.draft if isinstance(self.draft, PlacementDraft) and self.is_placing else PlacementDraft()

    @cached_property
    def painting(self) -> list[int]:
        """The painting that is shown, with the draft in it."""
        return self._with(self.placement)

    def _with(self, draft: PlacementDraft) -> list[int]:
        painting = self.state.paintings[self.board_seat][:]
        for cell, code in draft.tiles.items():
            painting[cell] = code
        return painting

    @cached_property
    def free(self) -> list[int]:
        """The cells that the flipped tiles go to."""
        return [cell for cell, code in enumerate(self.state.paintings[self.board_seat]) if code == EMPTY]

    @cached_property
    def hand(self) -> list[int]:
        """The flipped tiles that have not been placed."""
        used = self.placement.tiles.values()
        return [code for code in self.state.hand if code not in used] if self.is_placing else []

    @property
    def next_tile(self) -> int | None:
        """The tile that Enter would place in a gap: the one that was just picked up, or the first in hand."""
        return self.hand[self.default_index(None)] if self.hand else None

    def touched(self, target: Target | None) -> TouchedCells:
        """Return the cells that the choice at a target would touch, to highlight them."""
        if target is None or (target.kind != "animal") == self.is_naming:
            return TouchedCells()
        if target.kind == "animal":
            found = self._groups_of(target.number)
            biggest = sum(group for group in found if group.bit_count() == found[0].bit_count())
            return TouchedCells(biggest, sum(found) & ~biggest)
        here = 1 << target.number
        if not self.is_lifting:
            return TouchedCells(here)
        if self.amulet is not None:
            return TouchedCells(here, self._with_amulet(target.number) & ~here)
        group = self.group(target.number)
        can_lift = target.number in rules.take_moves(self.state)
        return TouchedCells(here, group & ~here, _falls(group & ~self.state.bridges) if can_lift else {})

    def amulets_after(self, target: Target | None) -> int:
        """Return how many amulets are left after Enter."""
        choice, held = self.choice_at(target, 0), self.state.amulets[self.board_seat]
        spends = choice is not None and isinstance(choice.first_move, (Pay, BridgeTile, Exclude))
        return held - spends

    # Naming an animal

    def _groups_of(self, animal: int) -> list[int]:
        """Return the groups of an animal with the spruce in them, the biggest first."""
        return animal_groups(codes_of(self.painting), animal)

    def _namings(self, animal: int) -> list[Choice]:
        """Return the move that names an animal: called for everybody, kept for nothing, or paid for."""
        if self.is_announcing:
            moves: tuple[Move, ...] = (ANNOUNCE[animal],)
        else:
            moves = (KEEP,) if animal == self.state.announced else (PAY[animal],)
        return [self.choice_for(SYMBOLS[animal], move) for move in moves if move in self.legal_moves]

    def _animal_items(self) -> list[PromptItem]:
        """Return the animals by their digits with the sizes of their groups, as many as there is room for."""
        for most in (3, 2, 1):
            labels = [self._animal_label(animal, most) for animal in range(SPRUCE)]
            if sum(len(label) + _CHOICE_FRAME for label in labels) - 1 <= _ROW_WIDTH:
                break
        return [self._animal_item(animal, label) for animal, label in enumerate(labels)]

    def _animal_label(self, animal: int, most: int) -> str:
        sizes = [str(group.bit_count()) for group in self._groups_of(animal)]
        return " ".join([SYMBOLS[animal], *(sizes[:most] or ["0"])])

    def _animal_item(self, animal: int, label: str) -> PromptItem:
        key = _DIGITS[animal]
        if self.choices(ANIMAL[animal]):
            return PromptItem(key, label, target=ANIMAL[animal])
        if rules.animals_on(self.painting).count(animal):
            return PromptItem(key, label, Choice(label, lambda: "you have no amulet to pay with"))
        return PromptItem(key, label, Choice(label, lambda: f"you have no {SYMBOLS[animal]}"))

    # Lifting

    def _lifts(self, cell: int) -> list[Choice]:
        if self.amulet is not None:
            return [] if self._only_keeps(cell) else self._amulet_choices(cell)
        take = rules.take_moves(self.state).get(cell)
        if take is None:
            return []
        lifted = self.group(cell) & ~self.state.bridges
        return [Choice(f"lift {lifted.bit_count()}", partial(self._lifted, lifted), (take,))]

    def _lift_items(self, target: Target | None) -> list[PromptItem]:
        """Return the groups by digits that point at them, and the two uses of an amulet."""
        if self.amulet is not None:
            if target is not None and self._only_keeps(target.number):
                return [PromptItem("b", "bridge it anyway", self.choice_for_key("b", target))]
            return [PromptItem("", choice.label, choice) for choice in self.choices(target)]
        digits = [*_DIGITS, *([""] * len(self.lifts))]
        groups = [
            PromptItem(key, f"lift {self._lifted_by(move).bit_count()}", target=CELL[move.cell])
            for key, move in zip(digits, self.lifts, strict=False)
        ]
        amulets = [PromptItem(key, label, self.choice_for_key(key, target)) for key, label in self.shortcuts().items()]
        return groups + amulets

    def _amulet_choices(self, cell: int) -> list[Choice]:
        """Return the choice to place the held amulet on a cell, where that is possible."""
        assert self.amulet is not None
        move = (BRIDGE if self.amulet.is_bridge else EXCLUDE)[cell]
        told = self._bridged if self.amulet.is_bridge else self._excluded
        verb = "bridge on" if self.amulet.is_bridge else "exclude"
        placed = Choice("place it", lambda: f"{verb} {CELL_NAMES[cell]}: {told(cell)}", (move,))
        return [placed] if move in self.legal_moves else []

    def _only_keeps(self, cell: int) -> bool:
        """Whether the held amulet is a bridge over a tile of the group: it links nothing, the tile only stays."""
        held = self.amulet
        return held is not None and held.is_bridge and not held.is_sure and bool(self.group(cell))

    def is_same_group(self, one: Target, other: Target | None) -> bool:
        """Whether both cells are of one group that can be lifted."""
        return other is not None and other.kind == "cell" and bool(self.group(one.number) >> other.number & 1)

    def _hold_amulet(self, is_bridge: bool, is_sure: bool) -> Choice:
        held = "as a bridge" if is_bridge else "to exclude a tile"
        label = "bridge" if is_bridge else "exclude"
        return Choice(label, lambda: f"hold an amulet {held}", next_draft=AmuletDraft(is_bridge, is_sure))

    def _with_amulet(self, cell: int) -> int:
        """Return the tiles that could be lifted with the held amulet on a cell, for an excluded one of all groups."""
        assert self.amulet is not None
        bit = 1 << cell
        if self.amulet.is_bridge:
            return self.group(cell, bridges=bit)
        return sum(self._left_without(cell))

    def group(self, cell: int, bridges: int = 0, excluded: int = 0) -> int:
        """Return the combined group of the actor that holds a cell, with these amulets added to those placed."""
        state = self.state
        codes = codes_of(state.paintings[self.board_seat])
        tiles = shows(codes, state.animals[self.board_seat]) | shows(codes, SPRUCE) | state.bridges | bridges
        allowed = tiles & ~(state.excluded | excluded)
        return flood(1 << cell, allowed) if allowed >> cell & 1 else 0

    def _lifted(self, lifted: int) -> str:
        faces = [FACE[self.painting[cell]] for cell in cells_of(lifted)]
        return f"lift {face_text(faces)}; {self._backs(lifted)}"

    def _backs(self, lifted: int) -> str:
        """Return the backs of lifted tiles, as far as they are known: "backs: 2 birds and a spruce, 1 unknown"."""
        painting = self.state.paintings[self.board_seat]
        tiles = [painting[cell] for cell in cells_of(lifted)]
        known = [FACE[tile ^ 1] for tile in tiles if self.state.knows_back(self.board_seat, tile)]
        unknown = len(tiles) - len(known)
        if not known:
            return "the back is unknown" if unknown == 1 else "the backs are unknown"
        return f"backs: {face_text(known)}" + (f", {unknown} unknown" if unknown else "")

    def _bridged(self, cell: int) -> str:
        """Return what a bridge on a cell would do: it links groups, or keeps a tile of the group on the painting."""
        bit = 1 << cell
        size = (self.group(cell, bridges=bit) & ~(self.state.bridges | bit)).bit_count()
        if (now := self.group(cell)) and not self.state.bridges >> cell & 1:
            before = (now & ~self.state.bridges).bit_count()
            return f"in the group already; as a bridge it is not lifted: lift {size}, not {before}"
        return f"lift {size} tiles in all" if size > 1 else "lift 1 tile"

    def _excluded(self, cell: int) -> str:
        sizes = sorted(((group & ~self.state.bridges).bit_count() for group in self._left_without(cell)), reverse=True)
        return f"then lift {' or '.join(map(str, sizes))}"

    def _left_without(self, cell: int) -> list[int]:
        """Return the groups that could be lifted once a cell is excluded."""
        state = self.state
        codes = codes_of(state.paintings[self.board_seat])
        animal, spruce = shows(codes, state.animals[self.board_seat]), shows(codes, SPRUCE)
        return takeable(animal, spruce, state.bridges, state.excluded | 1 << cell)

    # Placing: a draft that can be changed until it is confirmed

    def _placements(self, cell: int) -> list[Choice]:
        """Return the choices at a gap: place the held tile, or another; when all are placed, confirm."""
        if cell not in self.free:
            return []
        if not self.hand:
            where = {code: PLACE[at] for at, code in self.placement.tiles.items()}
            kept = tuple(where[code] for code in self.state.hand)
            return [Choice("confirm", lambda: f"confirm this arrangement: {self._points(self.placement)}", kept)]
        return [
            Choice(self._tile_label(code), partial(self._put_text, code, cell), next_draft=self._put(code, cell))
            for code in self.hand
        ]

    def _tile_label(self, code: int) -> str:
        """Return a flipped tile in a word, or in letters for face and back where not all words fit into the row."""
        words = {tile: _word_label(tile, self.state.hand) for tile in self.state.hand}
        fits = sum(len(word) + _CHOICE_FRAME for word in words.values()) - 1 <= _ROW_WIDTH
        return words[code] if fits else f"{letter(code)}/{letter(code ^ 1)}"

    def _hand_items(self, target: Target | None) -> list[PromptItem]:
        """Return the flipped tiles by their digits, which stay when others have been placed."""
        here = dict(zip(self.hand, self.choices(target), strict=False))
        keys = [*_DIGITS, *([""] * len(self.state.hand))]
        return [self._hand_item(key, code, here.get(code)) for key, code in zip(keys, self.state.hand, strict=False)]

    def _hand_item(self, key: str, code: int, choice: Choice | None) -> PromptItem:
        label = self._tile_label(code)
        why = "go to a gap first" if code in self.hand else "it is placed; Backspace on it picks it up"
        return PromptItem(key, label, choice or Choice(label, lambda: why))

    def _put(self, code: int, cell: int) -> PlacementDraft:
        """Return the draft with a tile on a cell; the last tile goes to the last gap automatically."""
        tiles = {**self._without(cell).tiles, cell: code}
        left = [tile for tile in self.state.hand if tile not in tiles.values()]
        if len(left) == 1:
            tiles[next(gap for gap in self.free if gap not in tiles)] = left[0]
        return PlacementDraft(tiles)

    def _without(self, cell: int) -> PlacementDraft:
        """Return the draft after a tile has been picked up again."""
        tiles = {at: code for at, code in self.placement.tiles.items() if at != cell}
        return PlacementDraft(tiles, self.placement.tiles.get(cell))

    def _put_text(self, code: int, cell: int) -> str:
        draft = self._put(code, cell)
        put = f"place the {FACES[FACE[code]]} on {CELL_NAMES[cell]}"
        if len(draft.tiles) == len(self.state.hand):
            rest = {at: tile for at, tile in draft.tiles.items() if at != cell and self.placement.tiles.get(at) != tile}
            put += "".join(f" and the {FACES[FACE[tile]]} on {CELL_NAMES[at]}" for at, tile in rest.items())
        return f"{put}: {self._points(draft)}"

    def _points(self, draft: PlacementDraft) -> str:
        """Return the points of this goal and the next for a draft, and what a good arrangement would reach."""
        here = self._goals_text(draft)
        if len(draft.tiles) == len(self.state.hand):
            return here
        return f"{here}; then f reaches {self._goals_text(self._completed(draft))}"

    def _goals_text(self, draft: PlacementDraft) -> str:
        """ "now 6, next 4": what this round's goal and the next would pay for a draft."""
        codes, following = codes_of(self._with(draft)), self.state.next_goal
        now = f"now {goal_points(codes, self.state.goal)}"
        return f"{now}, next {goal_points(codes, following)}" if following else now

    @cached_property
    def autofill(self) -> PlacementDraft:
        """Return a good arrangement of the tiles that are not placed yet (of all, if all are)."""
        return self._completed(self.placement if self.hand else PlacementDraft())

    def _completed(self, draft: PlacementDraft) -> PlacementDraft:
        """Return a good arrangement that keeps the tiles of the draft."""
        # What the bots use is loaded only where a good arrangement is asked for.
        from core.games.mezen.bot.arrangement import arrange

        left = [code for code in self.state.hand if code not in draft.tiles.values()]
        if not left:
            return draft
        best = arrange(self.state, self._with(draft), left)
        return PlacementDraft({cell: best[cell] for cell in self.free})


def _word_label(code: int, hand: Sequence[int]) -> str:
    """Return a flipped tile as a word: with a circle when its light side is up, with its back if others look alike."""
    alike = [tile for tile in hand if (FACE[tile], tile & 1) == (FACE[code], code & 1)]
    back = f"/{letter(code ^ 1)}" if len(alike) > 1 else ""
    return f"{FACES[FACE[code]]}{'' if code & 1 else '○'}{back}"


def _falls(lifted: int) -> dict[int, int]:
    """Return how many rows each tile above lifted ones will fall."""
    distances = {}
    for column in COLUMNS:
        below = 0
        for cell in reversed(cells_of(column)):
            if lifted >> cell & 1:
                below += 1
            elif below:
                distances[cell] = below
    return distances


VIEW = MezenView
