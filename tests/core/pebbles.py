"""Pebbles: a tiny game with everything a match must cope with, to test it by.

In turn, take `one` or `two` pebbles from the heap; then comes a plain `end` of the turn, which is no choice.
When an even number has been taken, the turn goes on with `peek` at the next omen, which is hidden, or `pass`.
When seven are gone the table must see the `bell`, though it is the only move. The last pebble ends the game.
"""

from collections.abc import Sequence
from typing import ClassVar

from core.bots.judge import Judge
from core.chance import Chance
from core.game import Event, Game, Move, Option, OptionValue, Prompt, Setup, State, Tell

MOVES = {word: Move(word) for word in ("one", "two", "end", "peek", "pass", "bell")}
TAKING, AFTER, BELL = range(3)


class Pebbles(State):
    players: int
    heap: int
    size: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int

    @property
    def prompt(self) -> Prompt:
        kinds = ("take", "after", "bell")
        return Prompt(kinds[self.phase], "What now?", pause=self.phase == BELL)

    @property
    def round(self) -> int:
        return self.turns // self.players + 1

    def when(self) -> str:
        return f"round {self.round}"

    def moves(self) -> Sequence[Move]:
        if self.actor is None:
            return []
        if self.phase == TAKING:
            return [MOVES["one"], MOVES["two"]] if self.heap > 1 else [MOVES["one"]]
        if self.phase == BELL:
            return [MOVES["bell"]]
        return [MOVES["peek"], MOVES["pass"]] if (self.size - self.heap) % 2 == 0 else [MOVES["end"]]

    def play(self, move: Move, tell: Tell | None = None) -> None:
        assert self.actor is not None
        seat = self.actor
        if self.phase == TAKING:
            number = 1 if move.notation == "one" else 2
            self.heap -= number
            self.taken[seat] += number
            self.phase = AFTER
            if tell:
                tell(Event("take", seat, (number,)))
            return
        if move.notation == "peek":
            self.peeked += 1
            if tell:
                tell(Event("omen", seat, (self.omens[self.peeked % len(self.omens)],), reveals=True))
        if self.phase == AFTER and self.size - self.heap == 7:
            self.phase = BELL
            return
        self.phase = TAKING
        self.turns += 1
        self.actor = (seat + 1) % self.players if self.heap else None

    def describe(self, move: Move) -> str:
        return move.notation

    def copy(self) -> "Pebbles":
        return Pebbles(
            self.actor,
            self.players,
            self.heap,
            self.size,
            self.taken[:],
            self.omens[:],
            self.peeked,
            self.phase,
            self.turns,
        )

    def scores(self) -> list[int]:
        return self.taken[:]

    def breakdown(self) -> dict[str, list[int]]:
        return {"pebbles": self.taken[:]}

    def ranking(self) -> list[list[int]]:
        order = sorted(set(self.taken), reverse=True)
        return [[seat for seat, taken in enumerate(self.taken) if taken == place] for place in order]

    def verdict(self) -> str:
        return "The heap is gone."

    def imagine(self, seat: int, rng: Chance) -> "Pebbles":
        world = self.copy()
        world.omens.sort()
        rng.shuffle(world.omens)
        return world

    def board(self, seat: int | None = None) -> str:
        return f"{self.heap} pebbles"

    def check(self) -> list[str]:
        return [] if self.heap + sum(self.taken) == self.size else ["a pebble is lost"]


class PebblesGame(Game):
    name = "pebbles"
    title = "Pebbles"
    tagline = "Take them all"
    credits = "nobody"
    seats = range(1, 5)
    minutes = 1
    edition = 1
    options: ClassVar[tuple[Option, ...]] = (Option("heap", "How many pebbles", 12, (12, 200)),)
    habits: ClassVar[tuple[Option, ...]] = (Option("incurious", "Never peek"),)
    notation = "one|two|end|peek|pass|bell"

    def start(self, setup: Setup) -> Pebbles:
        omens = list(range(10))
        Chance(setup.seed).shuffle(omens)
        size = int(setup.options["heap"])
        return Pebbles(0, setup.players, size, size, [0] * setup.players, omens, 0, TAKING, 0)

    def state_type(self) -> type[State]:
        return Pebbles

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        return f"{event.kind} {event.facts[0]}."

    def judge(self) -> Judge:
        return Judge()

    def habit(self, state: State, habits: dict[str, OptionValue]) -> Move | None:
        return MOVES["pass"] if habits.get("incurious") and MOVES["pass"] in state.moves() else None


GAME = PebblesGame()
