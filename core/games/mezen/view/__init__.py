"""What can be done in Mezen, where, and what it would bring; places are the cells of the painting that is shown.

Nothing here asks for a back that has not been seen, a closed goal or what others will pay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from core.game import Event, Move
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
    Bridge,
    Exclude,
    Take,
)
from core.games.mezen.moves import Place as PlaceTile
from core.games.mezen.scoring import codes_of, goal_points, groups, shows
from core.games.mezen.state import Mezen
from core.games.mezen.text import face_words, goal_words, group_size, letter, plural, question
from core.games.mezen.view.changes import CELL as CELL
from core.games.mezen.view.changes import altered_cells, arrivals, consequences, on_painting
from core.text import count
from core.view import Begun, Moment, Offer, Offers, Place, Shown

#: The open goals, this round's and the next: only to point at.
GOAL = (Place("goal", 0), Place("goal", 1))
_CENTRE = CELL[CELLS // 2]
#: Enter means nothing before something is picked: what can be done here costs an amulet.
_NOTHING = -1
#: With more tiles than this in hand, letters stand for them in the bar of choices.
_NAMED = 6
#: The headings of the rules, by phase.
_CHAPTERS = ("A round", "A round", "Groups", "A round", "The goal cards", "The end")


class Draft(Begun, frozen=True):
    """Flipped tiles that have been put down but not kept, by cell, and the one that is held for the next cell."""

    tiles: Mapping[int, int] = {}
    held: int | None = None


class Touched(NamedTuple):
    """What the choice at a cell would touch: a mask of cells, and how many rows the tiles above them would fall."""

    cells: int = 0
    falls: Mapping[int, int] = {}


class MezenOffers(Offers[Mezen]):
    """A painting: animals to announce, groups to lift, tiles to place."""

    # Places

    def places(self) -> Sequence[Place]:
        return CELL

    def targets(self) -> list[Place]:
        """Tab jumps from group to group; those that can be lifted, the largest first."""
        if self.lifting:
            return [CELL[move.cell] for move in self.lifts]
        if self.announcing:
            codes = codes_of(self.painting)
            found = [group for animal in range(SPRUCE) for group in groups(shows(codes, animal))]
            return [CELL[cells_of(group)[0]] for group in found]
        return [CELL[cell] for cell in self.free] if self.placing else list(CELL)

    def start(self, place: Place | None) -> Place | None:
        """Where the cursor is, if something can be done there; while tiles are put down, the next gap.

        Lifting begins on the largest group. With an amulet put, it goes on where that lies.
        """
        here = place or _CENTRE
        if self.lifting:
            begun = self.state.bridges | self.state.excluded
            return here if begun and here.number in rules.take_moves(self.state) else self.targets()[0]
        if self.placing:
            gaps = [cell for cell in self.free if cell not in self.draft.tiles]
            if here.number in gaps or (not gaps and here.number in self.free):
                return here
            return CELL[(gaps or self.free)[0]]
        return here if self.choices(here) or not self.targets() or not self.deciding else self.targets()[0]

    @property
    def announcing(self) -> bool:
        return self.deciding and self.state.phase == phases.ANNOUNCING

    @property
    def lifting(self) -> bool:
        return self.deciding and self.state.phase == phases.LIFTING

    @property
    def placing(self) -> bool:
        return self.deciding and self.state.phase == phases.PLACING

    @cached_property
    def lifts(self) -> list[Take]:
        """The groups that can be lifted now, the largest first."""
        moves = {move for move in rules.take_moves(self.state).values() if isinstance(move, Take)}
        return sorted(moves, key=lambda move: (-self._lifted_by(move).bit_count(), move.cell))

    def _lifted_by(self, move: Take) -> int:
        return self.group(move.cell) & ~self.state.bridges

    # What can be done

    def at(self, place: Place) -> list[Offer]:
        match self.state.phase:
            case phases.ANNOUNCING:
                return [self._announcement(move, place.number) for move in self.legal]
            case phases.LIFTING:
                return self._lifts(place.number)
            case phases.PLACING:
                return self._placements(place.number)
        return []

    def anywhere(self) -> list[Offer]:
        match self.state.phase:
            case phases.PAYING:
                return [self.offer("keep" if move == KEEP else SYMBOLS[PAY.index(move)], move) for move in self.legal]
            case phases.SCORING:
                return [self.offer("points" if move == SCORE else "amulets", move) for move in self.legal]
        return []

    def natural(self, place: Place | None) -> int:
        """Announcing, the animal under the cursor is meant; where only an amulet can be put, nothing is."""
        if self.announcing and place is not None:
            face = FACE[self.painting[place.number]]
            named = [ANNOUNCE.index(move) for move in self.legal]
            return named.index(face) if face in named else 0
        if self.lifting and place is not None and place.number not in rules.take_moves(self.state):
            return _NOTHING
        return 0

    def picked(self, place: Place | None, pick: int) -> Offer | None:
        return super().picked(place, pick) if pick != _NOTHING else None

    def shortcuts(self) -> dict[str, str]:
        if self.placing:
            return {"f": "fill in"}
        return {"b": "bridge", "x": "keep out"} if self.lifting and self.state.amulets[self.board] else {}

    def shortcut(self, key: str, place: Place | None) -> Offer | None:
        if self.placing and key == "f":
            filled = self.filled
            return Offer("fill in", lambda: f"fill in a good arrangement: {self._points(filled)}", begins=filled)
        if self.placing and key == "backspace" and place is not None and place.number in self.draft.tiles:
            return Offer("take back", lambda: "take this tile back", begins=self._without(place.number))
        return super().shortcut(key, place)

    def refusal(self, key: str, place: Place | None) -> str:
        if self.lifting and key in "bx":
            have = self.seat is not None and self.state.amulets[self.seat]
            return "An amulet does nothing here." if have else "No amulet left."
        return ""

    def shown(self, plan: Sequence[Move]) -> Shown:
        """A whole arrangement is shown as a draft; the first tile of one, where it goes."""
        tiles = [move.cell for move in plan if isinstance(move, PlaceTile)] if self.placing else []
        if not tiles:
            return super().shown(plan)
        if len(tiles) < len(self.state.hand):
            return Shown(None, CELL[tiles[0]], 0)
        draft = Draft(dict(zip(tiles, self.state.hand, strict=False)))
        return Shown(draft, CELL[tiles[0]], 0)

    # In words

    def question(self) -> str:
        state = self.state
        if self.placing:
            if left := len(self.hand):
                return f"Place {count(left, 'tile')}: choose a cell, then a tile. f fills in a good arrangement."
            return "All tiles lie. Enter keeps them; f tries again, Backspace takes one back."
        if self.lifting and self.seat is not None:
            animal = plural(state.animals[self.seat])
            more = ", or put an amulet (b bridge, x keep out)" if state.amulets[self.seat] else ""
            return f"Lift a group of {animal}{more}."
        return question(state)

    def says(self, place: Place) -> str:
        cell = place.number
        code = self.painting[cell]
        if code == EMPTY:
            return f"{CELL_NAMES[cell]}: an empty place"
        side = "dark" if code & 1 else "light"
        back = FACES[FACE[code ^ 1]] if self.state.knows_back(self.board, code) else "not known"
        said = f"{CELL_NAMES[cell]}: {side} {FACES[FACE[code]]}, behind it: {back}"
        if self.natural(place) != _NOTHING:
            return said
        amulets = [f"{offer.key} {offer.brings()}" for offer in self.at(place)]
        return " · ".join([said, *amulets])

    def named(self, word: str) -> Place | None:
        """A cell as in the notation ("c3"), or an open goal: "goal 0" of this round, "goal 1" of the next."""
        if word in CELL_NAMES:
            return CELL[CELL_NAMES.index(word)]
        return GOAL[int(word[-1])] if word in ("goal 0", "goal 1") else super().named(word)

    def why_not(self, place: Place) -> str:
        match self.state.phase:
            case phases.LIFTING:
                return self._why_no_lift(place.number)
            case phases.PLACING:
                gaps = "the turned tiles" if not self.hand else "the gaps at the top"
                return f"{CELL_NAMES[place.number]} stays as it is: only {gaps} can be chosen"
        return "no tile is chosen now"

    def _why_no_lift(self, cell: int) -> str:
        """Why the group of a tile cannot be lifted, nor an amulet put there."""
        state, animal = self.state, self.state.animals[self.board]
        face = FACE[self.painting[cell]]
        if state.excluded >> cell & 1:
            return "an amulet keeps this tile out"
        if face == animal:
            return "this group must hold every bridge and touch each tile that is kept out"
        if face == SPRUCE and not state.amulets[self.board]:
            return f"no {SYMBOLS[animal]} touches this spruce, and no amulet is left"
        if not state.amulets[self.board]:
            return f"only {plural(animal)} are lifted now, and no amulet is left"
        return f"it touches no group of {plural(animal)}: an amulet does nothing here"

    def chapter(self) -> str:
        return _CHAPTERS[self.state.phase]

    def explain(self, place: Place | None) -> str:
        state = self.state
        lines = [self.says(place), ""] if place else []
        lines.append(f"Goal now: {goal_words(state.goal)}.")
        if state.next_goal:
            lines.append(f"Next goal: {goal_words(state.next_goal)}.")
        return "\n".join(
            [*lines, "", "A small sign in a tile's lower corner tells its back: a letter, ▲ spruce, · not known."]
        )

    def words(self, move: Move) -> str:
        state, told = self.state, self.state.describe(move)
        match move:
            case Announce(symbol=symbol):
                return f"announce the {SYMBOLS[symbol]}: {told}"
            case Take(cell=cell):
                return f"{told}; {self._behind(self.group(cell) & ~state.bridges)}"
            case Bridge(cell=cell):
                return f"{told}: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"{told}: {self._kept_out(cell)}"
            case PlaceTile(cell=cell):
                return f"{told}: {self._points(Draft({cell: state.hand[0]}))}"
        if move == SCORE:
            return f"take {told}"
        if move == REFUSE and self.seat is not None:
            return f"take {told}; you have {state.amulets[self.seat]}"
        return told

    def alike(self, move: Move) -> str:
        match move:
            case Bridge(cell=cell):
                return f"amulet as a bridge: {self._bridged(cell)}"
            case Exclude(cell=cell):
                return f"amulet to keep a tile out: {self._kept_out(cell)}"
        return self.words(move)

    # What is new

    def altered(self, before: Mezen) -> frozenset[Place]:
        """Cells of the painting that is shown, and those of all paintings as `on_painting`."""
        cells = {seat: altered_cells(before, self.state, seat) for seat in range(self.state.players)}
        shown = [CELL[cell] for cell in cells[self.board]]
        return frozenset(shown + [on_painting(seat, cell) for seat, found in cells.items() for cell in found])

    def changed(self, before: Mezen) -> list[str]:
        return consequences(before, self.state, self.seat, self.names) if self.seat is not None else []

    def moments(self, before: Mezen, events: Sequence[Event]) -> list[Moment]:
        return arrivals(before, events, self.seat, self.board, self.names)

    # The painting

    @property
    def draft(self) -> Draft:
        return self.begun if isinstance(self.begun, Draft) and self.placing else Draft()

    @cached_property
    def painting(self) -> list[int]:
        """The painting that is shown, with the draft in it."""
        return self._with(self.draft)

    def _with(self, draft: Draft) -> list[int]:
        painting = self.state.paintings[self.board][:]
        for cell, code in draft.tiles.items():
            painting[cell] = code
        return painting

    @cached_property
    def free(self) -> list[int]:
        """The cells that the flipped tiles go to."""
        return [cell for cell, code in enumerate(self.state.paintings[self.board]) if code == EMPTY]

    @cached_property
    def hand(self) -> list[int]:
        """The flipped tiles that have not been put down, the one that is held first."""
        used = self.draft.tiles.values()
        left = [code for code in self.state.hand if code not in used] if self.placing else []
        return sorted(left, key=lambda code: code != self.draft.held)

    def touched(self, place: Place | None) -> Touched:
        """What the choice at a cell would touch, to light it up."""
        if place is None or not self.deciding:
            return Touched()
        if self.lifting:
            group = self.group(place.number)
            can_lift = place.number in rules.take_moves(self.state)
            return Touched(group, _falls(group & ~self.state.bridges) if can_lift else {})
        if self.announcing:
            animal = FACE[self.painting[place.number]]
            codes = codes_of(self.painting)
            tiles = shows(codes, animal) | shows(codes, SPRUCE)
            return Touched(flood(1 << place.number, tiles) if animal < SPRUCE else 0)
        return Touched(sum(1 << cell for cell in self.free)) if self.placing else Touched()

    # Announcing

    def _announcement(self, move: Move, cell: int) -> Offer:
        return Offer(str(move), partial(self._announced, ANNOUNCE.index(move), cell), (move,))

    def _announced(self, animal: int, cell: int) -> str:
        codes = codes_of(self.painting)
        mine = shows(codes, animal)
        with_spruce = mine | shows(codes, SPRUCE)
        biggest = max((group for group in groups(with_spruce) if group & mine), key=int.bit_count)
        here = f"this group has {group_size(codes, flood(1 << cell, with_spruce))}, " if mine >> cell & 1 else ""
        verb = "announce" if self.state.players > 1 else "take"
        return f"{verb} the {SYMBOLS[animal]}: {here}the biggest {group_size(codes, biggest)}"

    # Lifting

    def _lifts(self, cell: int) -> list[Offer]:
        found = []
        if take := rules.take_moves(self.state).get(cell):
            lifted = self.group(cell) & ~self.state.bridges
            found.append(Offer(f"lift {lifted.bit_count()}", partial(self._lifted, lifted), (take,)))
        if EXCLUDE[cell] in self.legal:
            found.append(Offer("keep out", lambda: f"keep it out: {self._kept_out(cell)}", (EXCLUDE[cell],), key="x"))
        if BRIDGE[cell] in self.legal:
            found.append(Offer("bridge", lambda: f"bridge here: {self._bridged(cell)}", (BRIDGE[cell],), key="b"))
        return found

    def group(self, cell: int, bridges: int = 0, excluded: int = 0) -> int:
        """The combined group of the actor that holds a cell, with these amulets besides those that lie."""
        state = self.state
        codes = codes_of(state.paintings[self.board])
        tiles = shows(codes, state.animals[self.board]) | shows(codes, SPRUCE) | state.bridges | bridges
        allowed = tiles & ~(state.excluded | excluded)
        return flood(1 << cell, allowed) if allowed >> cell & 1 else 0

    def _lifted(self, lifted: int) -> str:
        faces = [FACE[self.painting[cell]] for cell in cells_of(lifted)]
        return f"lift {face_words(faces)}; {self._behind(lifted)}"

    def _behind(self, lifted: int) -> str:
        """The backs of lifted tiles as letters, as far as they are known."""
        painting = self.state.paintings[self.board]
        backs = [painting[c] ^ 1 for c in cells_of(lifted) if self.state.knows_back(self.board, painting[c])]
        unknown = lifted.bit_count() - len(backs)
        parts = [" ".join(map(letter, backs))] if backs else []
        if unknown:
            parts.append(f"{unknown} unknown")
        return f"behind: {', '.join(parts)}"

    def _bridged(self, cell: int) -> str:
        bit = 1 << cell
        size = (self.group(cell, bridges=bit) & ~(self.state.bridges | bit)).bit_count()
        return f"{count(size, 'tile')} could then be lifted; {self._amulets_left()}"

    def _kept_out(self, cell: int) -> str:
        state = self.state
        codes = codes_of(state.paintings[self.board])
        animal, spruce = shows(codes, state.animals[self.board]), shows(codes, SPRUCE)
        groups = takeable(animal, spruce, state.bridges, state.excluded | 1 << cell)
        sizes = sorted(((group & ~state.bridges).bit_count() for group in groups), reverse=True)
        return f"groups of {', '.join(map(str, sizes))} remain beside it; {self._amulets_left()}"

    def _amulets_left(self) -> str:
        return f"{count(self.state.amulets[self.board] - 1, 'amulet')} left"

    # Placing: a draft that can be changed until it is kept

    def _placements(self, cell: int) -> list[Offer]:
        """Put the held tile here, or another; when all lie, keep the arrangement."""
        if cell not in self.free:
            return []
        if not self.hand:
            where = {code: PLACE[at] for at, code in self.draft.tiles.items()}
            kept = tuple(where[code] for code in self.state.hand)
            return [Offer("keep this", lambda: f"keep this arrangement: {self._points(self.draft)}", kept)]
        label = _word_label if len(self.hand) <= _NAMED else _letter_label
        return [
            Offer(label(code, self.hand), partial(self._put_words, code, cell), begins=self._put(code, cell))
            for code in self.hand
        ]

    def _put(self, code: int, cell: int) -> Draft:
        """The draft with a tile on a cell; the last tile goes to the last gap by itself."""
        tiles = {**self._without(cell).tiles, cell: code}
        left = [tile for tile in self.state.hand if tile not in tiles.values()]
        if len(left) == 1:
            tiles[next(gap for gap in self.free if gap not in tiles)] = left[0]
        return Draft(tiles)

    def _without(self, cell: int) -> Draft:
        """The draft after a tile has been taken in hand again."""
        tiles = {at: code for at, code in self.draft.tiles.items() if at != cell}
        return Draft(tiles, self.draft.tiles.get(cell))

    def _put_words(self, code: int, cell: int) -> str:
        draft = self._put(code, cell)
        put = f"put the {FACES[FACE[code]]} on {CELL_NAMES[cell]}"
        if len(draft.tiles) == len(self.state.hand):
            rest = {at: tile for at, tile in draft.tiles.items() if at != cell and self.draft.tiles.get(at) != tile}
            put += "".join(f" and the {FACES[FACE[tile]]} on {CELL_NAMES[at]}" for at, tile in rest.items())
        return f"{put}: {self._points(draft)} · f fills in"

    def _points(self, draft: Draft) -> str:
        """Points of this goal and the next for a draft, and what a good arrangement would reach."""
        here, full = codes_of(self._with(draft)), codes_of(self._with(self._completed(draft)))
        words, reach = f"now {goal_points(here, self.state.goal)}", f"good for {goal_points(full, self.state.goal)}"
        if self.state.next_goal:
            words += f", next {goal_points(here, self.state.next_goal)}"
            reach += f" + {goal_points(full, self.state.next_goal)}"
        return words if len(draft.tiles) == len(self.state.hand) else f"{words} ({reach})"

    @cached_property
    def filled(self) -> Draft:
        """A good arrangement of what is not placed yet (of everything, if all is)."""
        return self._completed(self.draft if self.hand else Draft())

    def _completed(self, draft: Draft) -> Draft:
        """A good arrangement that keeps what the draft has."""
        from core.games.mezen.bot.arrangement import (
            arrange,  # a judge is loaded only where a good arrangement is asked for
        )

        left = [code for code in self.state.hand if code not in draft.tiles.values()]
        if not left:
            return draft
        best = arrange(self.state, self._with(draft), left)
        return Draft({cell: best[cell] for cell in self.free})


def _word_label(code: int, hand: Sequence[int]) -> str:
    """A turned tile in a word: a circle behind it when its light side is up; its back, if that tells it from others."""
    alike = [tile for tile in hand if (FACE[tile], tile & 1) == (FACE[code], code & 1)]
    back = f"/{letter(code ^ 1)}" if len(alike) > 1 else ""
    return f"{FACES[FACE[code]]}{'' if code & 1 else '○'}{back}"


def _letter_label(code: int, hand: Sequence[int]) -> str:
    """A turned tile in letters, when there are so many that words have no room: face and back."""
    return f"{letter(code)}/{letter(code ^ 1)}"


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


OFFERS = MezenOffers
