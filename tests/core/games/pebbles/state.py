"""The position."""

from collections.abc import Sequence

from core.game import Move, Prompt, State, Tell
from core.rng import Chance
from tests.core.games.pebbles import rules, scoring
from tests.core.games.pebbles import text as words
from tests.core.games.pebbles.phases import BELL


class Pebbles(State):
    """A heap, what everybody has taken from it, and omens that nobody has seen."""

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
        return Prompt(kinds[self.phase], words.QUESTIONS[self.phase], pause=self.phase == BELL)

    @property
    def round(self) -> int:
        return self.turns // self.players + 1

    def when(self) -> str:
        return f"round {self.round}"

    def moves(self) -> Sequence[Move]:
        return rules.moves(self)

    def play(self, move: Move, tell: Tell | None = None) -> None:
        rules.play(self, move, tell)

    def describe(self, move: Move) -> str:
        return words.describe(move)

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
        return scoring.ranking(self.taken)

    def verdict(self) -> str:
        return "The heap is gone."

    def imagine(self, seat: int | None, rng: Chance) -> "Pebbles":
        """Omens that were peeked at are known to all; the others are dealt anew."""
        world = self.copy()
        unseen = sorted(world.omens[self.peeked :])
        rng.shuffle(unseen)
        world.omens[self.peeked :] = unseen
        return world

    def board(self, seat: int | None = None) -> str:
        return words.board(self)

    def check(self) -> list[str]:
        if len(self.taken) != self.players or min([self.heap, *self.taken]) < 0:
            return ["there are not as many players as piles"]
        return [] if self.heap + sum(self.taken) == self.size else ["a pebble is lost"]
