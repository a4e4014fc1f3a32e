"""The state of Pebbles."""

from collections.abc import Sequence

from core.game import EventSink, Move, Prompt, State
from core.rng import Rng
from tests.core.games.pebbles import rules, scoring, text
from tests.core.games.pebbles.phases import BELL


class PebblesState(State):
    """A heap, what each seat has taken from it, and omens that nobody has seen."""

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
        return Prompt(kinds[self.phase], text.QUESTIONS[self.phase], pause=self.phase == BELL)

    @property
    def round(self) -> int:
        return self.turns // self.players + 1

    def progress_text(self) -> str:
        return f"round {self.round}"

    def legal_moves(self) -> Sequence[Move]:
        return rules.moves(self)

    def play(self, move: Move, emit: EventSink | None = None) -> None:
        rules.play(self, move, emit)

    def describe(self, move: Move) -> str:
        return text.describe(move)

    def copy(self) -> "PebblesState":
        return PebblesState(
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

    def outcome_text(self) -> str:
        return "The heap is gone."

    def determinize(self, seat: int | None, rng: Rng) -> "PebblesState":
        """Return a copy with the unseen omens dealt anew; those that were peeked at are known to all."""
        world = self.copy()
        unseen = sorted(world.omens[self.peeked :])
        rng.shuffle(unseen)
        world.omens[self.peeked :] = unseen
        return world

    def board_text(self, seat: int | None = None) -> str:
        return text.board(self)

    def violations(self) -> list[str]:
        if len(self.taken) != self.players or min([self.heap, *self.taken]) < 0:
            return ["there are not as many players as piles"]
        return [] if self.heap + sum(self.taken) == self.size else ["a pebble is lost"]


STATE = PebblesState
