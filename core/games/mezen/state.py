"""The state of Mezen."""

from collections.abc import Sequence

from core.game import EventSink, Move, Prompt, State
from core.games.mezen import phases, rules, simultaneous, text
from core.games.mezen.components import (
    AMULET_CARDS,
    AMULETS,
    ANIMALS,
    CELLS,
    EMPTY,
    FACE,
    GOALS,
    MARKED,
    ROUNDS,
    SETS,
    TILES,
    Goal,
)
from core.rng import Rng
from core.validation import ANY_COUNT, at_most, exactly, shape_violations

#: The sources of points, in the order of `MezenState.points`.
SOURCES = ("goals", "dark-tiles", "light-tiles", "amulets", "best-group")


class MezenState(State):
    """One position of Mezen: paintings as lists of tile codes, amulets, goal cards, and the phase of the round."""

    phase: int
    round: int
    active: int
    announced: int
    #: The animal each seat takes this round; -1 while unknown, or when its painting stays as it is.
    animals: list[int]
    paintings: list[list[int]]
    #: By seat, a bit for each tile whose two sides have both been seen.
    seen: list[int]
    #: Flipped tiles that the actor has yet to place, the next first.
    hand: list[int]
    bridges: int
    excluded: int
    amulets: list[int]
    pool: int
    points: list[list[int]]
    #: Goal cards as indices into GOALS; one a round, two to spare.
    deck: list[int]
    icon: str
    open_backs: bool
    chance: Rng

    @property
    def players(self) -> int:
        return len(self.paintings)

    @property
    def prompt(self) -> Prompt:
        return text.prompt(self)

    def progress_text(self) -> str:
        return f"round {self.round} of {ROUNDS}"

    def legal_moves(self) -> Sequence[Move]:
        return rules.LEGAL[self.phase](self)

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        rules.PLAY[self.phase](self, move, emit)

    def describe(self, move: Move) -> str:
        return text.describe(self, move)

    def copy(self) -> "MezenState":
        return MezenState(
            self.actor,
            self.phase,
            self.round,
            self.active,
            self.announced,
            self.animals[:],
            [painting[:] for painting in self.paintings],
            self.seen[:],
            self.hand[:],
            self.bridges,
            self.excluded,
            self.amulets[:],
            self.pool,
            [points[:] for points in self.points],
            self.deck[:],
            self.icon,
            self.open_backs,
            Rng(self.chance.seed, self.chance.drawn),
        )

    def scores(self) -> list[int]:
        return [sum(points) for points in self.points]

    def breakdown(self) -> dict[str, list[int]]:
        return {source: [points[i] for points in self.points] for i, source in enumerate(SOURCES)}

    def goal_kinds(self) -> dict[str, str]:
        return {SOURCES[0]: self.goal.kind.replace("_", "-")}

    def ranking(self) -> list[list[int]]:
        places: dict[tuple[int, int], list[int]] = {}
        for seat, score in enumerate(self.scores()):
            places.setdefault((score, self.amulets[seat]), []).append(seat)
        return [places[key] for key in sorted(places, reverse=True)]

    def outcome_text(self) -> str:
        return text.outcome_text(self)

    def solo_title(self) -> str:
        return text.title(self.scores()[0]) if self.players == 1 else ""

    def board_text(self, seat: int | None = None) -> str:
        return text.board_text(self, seat)

    # Goals

    @property
    def opened(self) -> int:
        """The number of goal cards that are open."""
        return min(self.round + 1, ROUNDS)

    @property
    def goal(self) -> Goal:
        """The goal of this round."""
        return GOALS[self.deck[self.round - 1]]

    @property
    def next_goal(self) -> Goal | None:
        """The goal of the next round; none in the last."""
        return GOALS[self.deck[self.round]] if self.round < ROUNDS else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The goal cards of a solo game that still have an amulet."""
        return tuple(card for card in AMULET_CARDS if card > self.opened) if self.players == 1 else ()

    # What can be known

    def knows_back(self, seat: int, code: int) -> bool:
        """Whether the back of a tile in this seat's painting can be known."""
        tile = code >> 1
        if self.open_backs or tile in MARKED or self.seen[seat] >> tile & 1:
            return True
        return sum(not self.seen[seat] >> t & 1 for t in _ALIKE[TILES[tile][0]]) == 1

    def determinize(self, seat: int | None, rng: Rng) -> "MezenState":
        """Return a state with unseen backs, closed cards and the others' hidden payments dealt anew.

        Seats that could keep the announced animal are assumed to have done so.
        """
        world = self.copy()
        world.chance = rng.spawn()
        opened = self.opened
        closed = sorted(world.deck[opened:])
        rng.shuffle(closed)
        world.deck[opened:] = closed
        if not self.open_backs:
            for painting, seen in zip(world.paintings, world.seen, strict=True):
                deal_backs(painting, seen, rng)
        if self.phase == phases.PAYING:
            for other in rules.have_chosen(self):
                if other != seat:
                    world.animals[other] = rules.likely_animal(world, other, rng)
        return world

    def early_state(self, seat: int) -> "MezenState | None":
        return simultaneous.early_state(self, seat)

    def violations(self) -> list[str]:
        return self._shape_violations() or self._rule_violations()

    def _shape_violations(self) -> list[str]:
        seats = self.players
        if not 1 <= seats <= _MOST_SEATS or self.icon not in SETS:
            return ["there is no such table, or no such set of goal cards"]
        animal, cells, amulets = range(-1, len(ANIMALS)), range(1 << CELLS), at_most(AMULETS)
        shape = {
            "phase": (at_most(phases.OVER),),
            "round": (range(1, ROUNDS + 1),),
            "active": (range(seats),),
            "announced": (animal,),
            "animals": (animal, exactly(seats)),
            "paintings": (at_most(EMPTY), exactly(seats), exactly(CELLS)),
            "seen": (cells, exactly(seats)),
            "hand": (range(EMPTY), at_most(CELLS)),
            "bridges": (cells,),
            "excluded": (cells,),
            "amulets": (amulets, exactly(seats)),
            "pool": (amulets,),
            "points": (ANY_COUNT, exactly(seats), exactly(len(SOURCES))),
            "deck": (range(len(GOALS)), exactly(ROUNDS + 2)),
        }
        return shape_violations(self, seats, self.chance, shape)

    def _rule_violations(self) -> list[str]:
        broken = []
        if (self.actor is None) != (self.phase == phases.OVER):
            broken.append("somebody is asked although the game is over, or nobody although it is not")
        if bool(self.hand) != (self.phase == phases.PLACING):
            broken.append("tiles are held although none is placed, or none although one is")
        if self.bridges | self.excluded and self.phase != phases.LIFTING:
            broken.append("amulets lie on a painting that nobody lifts from")
        if self.phase == phases.ANNOUNCING and self.actor != self.active:
            broken.append("another than the active player announces")
        if self.phase == phases.PAYING and self.actor == self.active:
            broken.append("the active player pays")
        if self.phase not in (phases.ANNOUNCING, phases.OVER) and min(self.announced, self.animals[self.active]) < 0:
            broken.append("nothing has been announced")
        for seat, painting in enumerate(self.paintings):
            held = [code for code in painting if code < 2 * CELLS]
            if seat == self.actor:
                held += self.hand
            if sorted(code >> 1 for code in held) != list(range(CELLS)):
                broken.append(f"the painting of seat {seat} does not hold each tile once")
            if any(code & 1 and not self.seen[seat] >> (code >> 1) & 1 for code in held):
                broken.append(f"seat {seat} shows a dark side that nobody has seen")
        lying = (self.bridges | self.excluded).bit_count()
        total = sum(self.amulets) + self.pool + lying + len(self.waiting)
        if total != AMULETS or min(*self.amulets, self.pool) < 0:
            broken.append(f"{total} amulets instead of {AMULETS}")
        if sorted(self.deck) != list(SETS[self.icon]):
            broken.append("the goal cards are not those of the set")
        if min(min(points) for points in self.points) < 0:
            broken.append("a source of points is negative")
        return broken


_MOST_SEATS = 5

#: For each light animal, the tiles that look alike from the front.
_ALIKE = tuple(
    tuple(t for t, sides in enumerate(TILES) if sides[0] == animal and t not in MARKED)
    for animal in sorted({light for light, _ in TILES})
)
#: The light animal by code where the back is hidden, -1 where it is not (or no tile lies).
_ANIMAL_OF = [-1 if code & 1 or code >> 1 in MARKED else FACE[code] for code in range(2 * CELLS)] + [-1]


def deal_backs(painting: list[int], seen: int, rng: Rng) -> None:
    """Deal the unseen tiles of each animal anew to the cells where one of them lies."""
    cells: list[list[int]] = [[] for _ in _ALIKE]
    for cell, code in enumerate(painting):
        animal = _ANIMAL_OF[code]
        if animal >= 0 and not seen >> (code >> 1) & 1:
            cells[animal].append(cell)
    for places in cells:
        if len(places) > 1:
            codes = sorted(painting[cell] for cell in places)
            rng.shuffle(codes)
            for cell, code in zip(places, codes, strict=True):
                painting[cell] = code


STATE = MezenState
