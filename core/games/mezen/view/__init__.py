"""The view of Mezen: what a seat sees and can choose. Targets are the cells of the painting that is shown.

Nothing here reads a back that has not been seen, a closed goal or what others will pay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from core.game import GameEvent, Move
from core.games.mezen import phases, rules
from core.games.mezen.components import CELL_NAMES, CELLS, COLUMNS, EMPTY, FACE, FACES, SPRUCE, SYMBOLS, cells_of, flood
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
    Announce,
    BridgeTile,
    Exclude,
    LiftGroup,
    PlaceTile,
)
from core.games.mezen.scoring import codes_of, goal_points, groups, shows
from core.games.mezen.state import MezenState
from core.games.mezen.text import face_text, goal_text, group_size, letter, plural, question
from core.games.mezen.view.changes import CELL as CELL
from core.games.mezen.view.changes import change_texts, changed_cells, on_painting, score_moments
from core.text import count_text
from core.view import Choice, ChoiceLocation, Draft, Moment, SeatView, Target

#: The open goals, this round's and the next: only to point at.
GOAL = (Target("goal", 0), Target("goal", 1))
_CENTRE = CELL[CELLS // 2]
#: Enter takes no choice before one is picked, because every choice at the target costs an amulet.
_NOTHING = -1
#: With more tiles than this in hand, the bar of choices shows letters instead of words.
_NAMED = 6
#: The headings of the rules, by phase.
_CHAPTERS = ("A round", "A round", "Groups", "A round", "The goal cards", "The end")


class PlacementDraft(Draft, frozen=True):
    """Flipped tiles that are placed but not confirmed, by cell, and the one that is held for the next cell."""

    tiles: Mapping[int, int] = {}
    held: int | None = None


class TouchedCells(NamedTuple):
    """The cells that the choice at a cell would touch, as a mask, and how many rows the tiles above would fall."""

    cells: int = 0
    falls: Mapping[int, int] = {}


class MezenView(SeatView[MezenState]):
    """What a seat sees of Mezen: a painting with animals to announce, groups to lift, tiles to place."""

    # Targets

    def targets(self) -> Sequence[Target]:
        return CELL

    def tab_stops(self) -> list[Target]:
        """Return the first cell of each group; while lifting, of those that can be lifted, the largest first."""
        if self.is_lifting:
            return [CELL[move.cell] for move in self.lifts]
        if self.is_announcing:
            codes = codes_of(self.painting)
            found = [group for animal in range(SPRUCE) for group in groups(shows(codes, animal))]
            return [CELL[cells_of(group)[0]] for group in found]
        return [CELL[cell] for cell in self.free] if self.is_placing else list(CELL)

    def initial_target(self, target: Target | None) -> Target | None:
        """Return the target of the cursor, if something can be done there; while placing, the next gap.

        Lifting begins on the largest group. After an amulet is placed, the cursor stays there.
        """
        here = target or _CENTRE
        if self.is_lifting:
            begun = self.state.bridges | self.state.excluded
            return here if begun and here.number in rules.take_moves(self.state) else self.tab_stops()[0]
        if self.is_placing:
            gaps = [cell for cell in self.free if cell not in self.placement.tiles]
            if here.number in gaps or (not gaps and here.number in self.free):
                return here
            return CELL[(gaps or self.free)[0]]
        return here if self.choices(here) or not self.tab_stops() or not self.is_deciding else self.tab_stops()[0]

    @property
    def is_announcing(self) -> bool:
        return self.is_deciding and self.state.phase == phases.ANNOUNCING

    @property
    def is_lifting(self) -> bool:
        return self.is_deciding and self.state.phase == phases.LIFTING

    @property
    def is_placing(self) -> bool:
        return self.is_deciding and self.state.phase == phases.PLACING

    @cached_property
    def lifts(self) -> list[LiftGroup]:
        """The groups that can be lifted now, the largest first."""
        moves = {move for move in rules.take_moves(self.state).values() if isinstance(move, LiftGroup)}
        return sorted(moves, key=lambda move: (-self._lifted_by(move).bit_count(), move.cell))

    def _lifted_by(self, move: LiftGroup) -> int:
        return self.group(move.cell) & ~self.state.bridges

    # What can be done

    def choices_at(self, target: Target) -> list[Choice]:
        match self.state.phase:
            case phases.ANNOUNCING:
                return [self._announcement(move, target.number) for move in self.legal_moves]
            case phases.LIFTING:
                return self._lifts(target.number)
            case phases.PLACING:
                return self._placements(target.number)
        return []

    def global_choices(self) -> list[Choice]:
        match self.state.phase:
            case phases.PAYING:
                return [
                    self.choice_for("keep" if move == KEEP else SYMBOLS[PAY.index(move)], move)
                    for move in self.legal_moves
                ]
            case phases.SCORING:
                return [self.choice_for("points" if move == SCORE else "amulets", move) for move in self.legal_moves]
        return []

    def default_index(self, target: Target | None) -> int:
        """Return the animal under the cursor while announcing; no choice where only an amulet can be placed."""
        if self.is_announcing and target is not None:
            face = FACE[self.painting[target.number]]
            named = [ANNOUNCE.index(move) for move in self.legal_moves]
            return named.index(face) if face in named else 0
        if self.is_lifting and target is not None and target.number not in rules.take_moves(self.state):
            return _NOTHING
        return 0

    def choice_at(self, target: Target | None, pick: int) -> Choice | None:
        return super().choice_at(target, pick) if pick != _NOTHING else None

    def shortcuts(self) -> dict[str, str]:
        if self.is_placing:
            return {"f": "fill in"}
        return {"b": "bridge", "x": "keep out"} if self.is_lifting and self.state.amulets[self.board_seat] else {}

    def choice_for_key(self, key: str, target: Target | None) -> Choice | None:
        if self.is_placing and key == "f":
            filled = self.autofill
            return Choice("fill in", lambda: f"fill in a good arrangement: {self._points(filled)}", next_draft=filled)
        if self.is_placing and key == "backspace" and target is not None and target.number in self.placement.tiles:
            return Choice("take back", lambda: "take this tile back", next_draft=self._without(target.number))
        return super().choice_for_key(key, target)

    def key_refusal(self, key: str, target: Target | None) -> str:
        if self.is_lifting and key in "bx":
            have = self.seat is not None and self.state.amulets[self.seat]
            return "An amulet does nothing here." if have else "No amulet left."
        return ""

    def locate(self, plan: Sequence[Move]) -> ChoiceLocation:
        """Return a whole arrangement as a draft; the first tile of one, at its cell."""
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
                return f"Place {count_text(left, 'tile')}: choose a cell, then a tile. f fills in a good arrangement."
            return "All tiles lie. Enter keeps them; f tries again, Backspace takes one back."
        if self.is_lifting and self.seat is not None:
            animal = plural(state.animals[self.seat])
            more = ", or put an amulet (b bridge, x keep out)" if state.amulets[self.seat] else ""
            return f"Lift a group of {animal}{more}."
        return question(state)

    def caption(self, target: Target) -> str:
        cell = target.number
        code = self.painting[cell]
        if code == EMPTY:
            return f"{CELL_NAMES[cell]}: an empty place"
        side = "dark" if code & 1 else "light"
        back = FACES[FACE[code ^ 1]] if self.state.knows_back(self.board_seat, code) else "not known"
        said = f"{CELL_NAMES[cell]}: {side} {FACES[FACE[code]]}, behind it: {back}"
        if self.default_index(target) != _NOTHING:
            return said
        amulets = [f"{choice.key} {choice.preview()}" for choice in self.choices_at(target)]
        return " · ".join([said, *amulets])

    def target_named(self, word: str) -> Target | None:
        """Return a cell by its notation ("c3"), or an open goal: "goal 0" of this round, "goal 1" of the next."""
        if word in CELL_NAMES:
            return CELL[CELL_NAMES.index(word)]
        return GOAL[int(word[-1])] if word in ("goal 0", "goal 1") else super().target_named(word)

    def unavailable_reason(self, target: Target) -> str:
        match self.state.phase:
            case phases.LIFTING:
                return self._why_no_lift(target.number)
            case phases.PLACING:
                gaps = "the turned tiles" if not self.hand else "the gaps at the top"
                return f"{CELL_NAMES[target.number]} stays as it is: only {gaps} can be chosen"
        return "no tile is chosen now"

    def _why_no_lift(self, cell: int) -> str:
        """Return why the group of a tile cannot be lifted, nor an amulet placed there."""
        state, animal = self.state, self.state.animals[self.board_seat]
        face = FACE[self.painting[cell]]
        if state.excluded >> cell & 1:
            return "an amulet keeps this tile out"
        if face == animal:
            return "this group must hold every bridge and touch each tile that is kept out"
        if face == SPRUCE and not state.amulets[self.board_seat]:
            return f"no {SYMBOLS[animal]} touches this spruce, and no amulet is left"
        if not state.amulets[self.board_seat]:
            return f"only {plural(animal)} are lifted now, and no amulet is left"
        return f"it touches no group of {plural(animal)}: an amulet does nothing here"

    def rules_heading(self) -> str:
        return _CHAPTERS[self.state.phase]

    def explain(self, target: Target | None) -> str:
        state = self.state
        lines = [self.caption(target), ""] if target else []
        lines.append(f"Goal now: {goal_text(state.goal)}.")
        if state.next_goal:
            lines.append(f"Next goal: {goal_text(state.next_goal)}.")
        return "\n".join(
            [*lines, "", "A small sign in a tile's lower corner tells its back: a letter, ▲ spruce, · not known."]
        )

    def describe_move(self, move: Move) -> str:
        state, told = self.state, self.state.describe(move)
        match move:
            case Announce(symbol=symbol):
                return f"announce the {SYMBOLS[symbol]}: {told}"
            case LiftGroup(cell=cell):
                return f"{told}; {self._behind(self.group(cell) & ~state.bridges)}"
            case BridgeTile(cell=cell):
                return f"{told}: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"{told}: {self._kept_out(cell)}"
            case PlaceTile(cell=cell):
                return f"{told}: {self._points(PlacementDraft({cell: state.hand[0]}))}"
        if move == SCORE:
            return f"take {told}"
        if move == REFUSE and self.seat is not None:
            return f"take {told}; you have {state.amulets[self.seat]}"
        return told

    def group_key(self, move: Move) -> str:
        match move:
            case BridgeTile(cell=cell):
                return f"amulet as a bridge: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"amulet to keep a tile out: {self._kept_out(cell)}"
        return self.describe_move(move)

    # What is new

    def changed_targets(self, before: MezenState) -> frozenset[Target]:
        """Return changed cells of the painting that is shown, and those of all paintings as `on_painting`."""
        cells = {seat: changed_cells(before, self.state, seat) for seat in range(self.state.players)}
        shown = [CELL[cell] for cell in cells[self.board_seat]]
        return frozenset(shown + [on_painting(seat, cell) for seat, found in cells.items() for cell in found])

    def change_texts(self, before: MezenState) -> list[str]:
        return change_texts(before, self.state, self.seat, self.names) if self.seat is not None else []

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
        """The flipped tiles that have not been placed, the one that is held first."""
        used = self.placement.tiles.values()
        left = [code for code in self.state.hand if code not in used] if self.is_placing else []
        return sorted(left, key=lambda code: code != self.placement.held)

    def touched(self, target: Target | None) -> TouchedCells:
        """Return the cells that the choice at a target would touch, to highlight them."""
        if target is None or not self.is_deciding:
            return TouchedCells()
        if self.is_lifting:
            group = self.group(target.number)
            can_lift = target.number in rules.take_moves(self.state)
            return TouchedCells(group, _falls(group & ~self.state.bridges) if can_lift else {})
        if self.is_announcing:
            animal = FACE[self.painting[target.number]]
            codes = codes_of(self.painting)
            tiles = shows(codes, animal) | shows(codes, SPRUCE)
            return TouchedCells(flood(1 << target.number, tiles) if animal < SPRUCE else 0)
        return TouchedCells(sum(1 << cell for cell in self.free)) if self.is_placing else TouchedCells()

    # Announcing

    def _announcement(self, move: Move, cell: int) -> Choice:
        return Choice(str(move), partial(self._announced, ANNOUNCE.index(move), cell), (move,))

    def _announced(self, animal: int, cell: int) -> str:
        codes = codes_of(self.painting)
        mine = shows(codes, animal)
        with_spruce = mine | shows(codes, SPRUCE)
        biggest = max((group for group in groups(with_spruce) if group & mine), key=int.bit_count)
        here = f"this group has {group_size(codes, flood(1 << cell, with_spruce))}, " if mine >> cell & 1 else ""
        verb = "announce" if self.state.players > 1 else "take"
        return f"{verb} the {SYMBOLS[animal]}: {here}the biggest {group_size(codes, biggest)}"

    # Lifting

    def _lifts(self, cell: int) -> list[Choice]:
        found = []
        if take := rules.take_moves(self.state).get(cell):
            lifted = self.group(cell) & ~self.state.bridges
            found.append(Choice(f"lift {lifted.bit_count()}", partial(self._lifted, lifted), (take,)))
        if EXCLUDE[cell] in self.legal_moves:
            found.append(Choice("keep out", lambda: f"keep it out: {self._kept_out(cell)}", (EXCLUDE[cell],), key="x"))
        if BRIDGE[cell] in self.legal_moves:
            found.append(Choice("bridge", lambda: f"bridge here: {self._bridged(cell)}", (BRIDGE[cell],), key="b"))
        return found

    def group(self, cell: int, bridges: int = 0, excluded: int = 0) -> int:
        """Return the combined group of the actor that holds a cell, with these amulets added to those placed."""
        state = self.state
        codes = codes_of(state.paintings[self.board_seat])
        tiles = shows(codes, state.animals[self.board_seat]) | shows(codes, SPRUCE) | state.bridges | bridges
        allowed = tiles & ~(state.excluded | excluded)
        return flood(1 << cell, allowed) if allowed >> cell & 1 else 0

    def _lifted(self, lifted: int) -> str:
        faces = [FACE[self.painting[cell]] for cell in cells_of(lifted)]
        return f"lift {face_text(faces)}; {self._behind(lifted)}"

    def _behind(self, lifted: int) -> str:
        """Return the backs of lifted tiles as letters, as far as they are known."""
        painting = self.state.paintings[self.board_seat]
        backs = [painting[c] ^ 1 for c in cells_of(lifted) if self.state.knows_back(self.board_seat, painting[c])]
        unknown = lifted.bit_count() - len(backs)
        parts = [" ".join(map(letter, backs))] if backs else []
        if unknown:
            parts.append(f"{unknown} unknown")
        return f"behind: {', '.join(parts)}"

    def _bridged(self, cell: int) -> str:
        bit = 1 << cell
        size = (self.group(cell, bridges=bit) & ~(self.state.bridges | bit)).bit_count()
        return f"{count_text(size, 'tile')} could then be lifted; {self._amulets_left()}"

    def _kept_out(self, cell: int) -> str:
        state = self.state
        codes = codes_of(state.paintings[self.board_seat])
        animal, spruce = shows(codes, state.animals[self.board_seat]), shows(codes, SPRUCE)
        groups = takeable(animal, spruce, state.bridges, state.excluded | 1 << cell)
        sizes = sorted(((group & ~state.bridges).bit_count() for group in groups), reverse=True)
        return f"groups of {', '.join(map(str, sizes))} remain beside it; {self._amulets_left()}"

    def _amulets_left(self) -> str:
        return f"{count_text(self.state.amulets[self.board_seat] - 1, 'amulet')} left"

    # Placing: a draft that can be changed until it is confirmed

    def _placements(self, cell: int) -> list[Choice]:
        """Return the choices at a gap: place the held tile, or another; when all are placed, confirm."""
        if cell not in self.free:
            return []
        if not self.hand:
            where = {code: PLACE[at] for at, code in self.placement.tiles.items()}
            kept = tuple(where[code] for code in self.state.hand)
            return [Choice("keep this", lambda: f"keep this arrangement: {self._points(self.placement)}", kept)]
        label = _word_label if len(self.hand) <= _NAMED else _letter_label
        return [
            Choice(label(code, self.hand), partial(self._put_text, code, cell), next_draft=self._put(code, cell))
            for code in self.hand
        ]

    def _put(self, code: int, cell: int) -> PlacementDraft:
        """Return the draft with a tile on a cell; the last tile goes to the last gap automatically."""
        tiles = {**self._without(cell).tiles, cell: code}
        left = [tile for tile in self.state.hand if tile not in tiles.values()]
        if len(left) == 1:
            tiles[next(gap for gap in self.free if gap not in tiles)] = left[0]
        return PlacementDraft(tiles)

    def _without(self, cell: int) -> PlacementDraft:
        """Return the draft after a tile has been taken in hand again."""
        tiles = {at: code for at, code in self.placement.tiles.items() if at != cell}
        return PlacementDraft(tiles, self.placement.tiles.get(cell))

    def _put_text(self, code: int, cell: int) -> str:
        draft = self._put(code, cell)
        put = f"put the {FACES[FACE[code]]} on {CELL_NAMES[cell]}"
        if len(draft.tiles) == len(self.state.hand):
            rest = {at: tile for at, tile in draft.tiles.items() if at != cell and self.placement.tiles.get(at) != tile}
            put += "".join(f" and the {FACES[FACE[tile]]} on {CELL_NAMES[at]}" for at, tile in rest.items())
        return f"{put}: {self._points(draft)} · f fills in"

    def _points(self, draft: PlacementDraft) -> str:
        """Return the points of this goal and the next for a draft, and what a good arrangement would reach."""
        here, full = codes_of(self._with(draft)), codes_of(self._with(self._completed(draft)))
        text, reach = f"now {goal_points(here, self.state.goal)}", f"good for {goal_points(full, self.state.goal)}"
        if self.state.next_goal:
            text += f", next {goal_points(here, self.state.next_goal)}"
            reach += f" + {goal_points(full, self.state.next_goal)}"
        return text if len(draft.tiles) == len(self.state.hand) else f"{text} ({reach})"

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


def _letter_label(code: int, hand: Sequence[int]) -> str:
    """Return a flipped tile as letters for face and back, where there are too many for words."""
    return f"{letter(code)}/{letter(code ^ 1)}"


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
