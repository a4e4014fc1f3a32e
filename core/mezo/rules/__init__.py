"""The rules of Mezo: a position that knows whose decision it is, what is legal, and what a move does.

What is yet to be done lies on a stack of frames. The topmost frame runs: it does its work, or waits for
somebody. Its number (core.mezo.steps) says which functions know about it: RUN lets it go on by itself, OFFER
lists the moves of its decision, REPLY carries one out.
"""

from collections.abc import Sequence
from typing import Any

from core.chance import Chance
from core.game import Move, Prompt, Setup, Tell
from core.mezo import frames, steps, words
from core.mezo.components import IN_MASK, WRATHFUL_OF_AGE
from core.mezo.effects import interpreter
from core.mezo.rules import age, conflict
from core.mezo.scoring import WIDTH
from core.mezo.state import SOURCES, Table

_run = {**age.RUN, **conflict.RUN, **interpreter.RUN}
_offer = {**age.OFFER, **conflict.OFFER, **interpreter.OFFER}
_reply = {**age.REPLY, **conflict.REPLY, **interpreter.REPLY}
RUN = tuple(_run[step] for step in range(steps.COUNT))
OFFER = tuple(_offer.get(step) for step in range(steps.COUNT))
REPLY = tuple(_reply.get(step) for step in range(steps.COUNT))


class MezoState(Table):
    """A position of Mezo."""

    @property
    def prompt(self) -> Prompt:
        return words.prompt(self)

    @property
    def round(self) -> int:
        """Each Age has one round of preparation, and one for each conflict."""
        return max(self.age - 1, 0) * (len(IN_MASK[self.live]) + 1) + 1 + self.fought

    def when(self) -> str:
        return words.when(self)

    def moves(self) -> Sequence[Move]:
        if self.actor is None:
            return ()
        frame = self.stack[-1]
        offer = OFFER[frame[0]]
        assert offer is not None
        return offer(self, frame)

    def play(self, move: Any, tell: Tell | None = None) -> None:
        stack = self.stack
        frame = stack[-1]
        reply = REPLY[frame[0]]
        assert reply is not None
        reply(self, stack, frame, move, tell)
        self.advance(tell)

    def advance(self, tell: Tell | None = None) -> None:
        """Do what is no choice, until somebody has one or the game is over."""
        stack = self.stack
        while stack:
            frame = stack[-1]
            if RUN[frame[0]](self, stack, frame, tell):
                return
        self.actor = None

    def describe(self, move: Any) -> str:
        return words.describe(self, move)

    def scores(self) -> list[int]:
        return self.vp[:]

    def breakdown(self) -> dict[str, list[int]]:
        return {
            name: [self.sources[seat * WIDTH + source] for seat in range(self.players)]
            for source, name in enumerate(SOURCES)
        }

    def ranking(self) -> list[list[int]]:
        return [[seat] for seat in self.vp_order()]

    def verdict(self) -> str:
        return words.verdict(self)

    def imagine(self, seat: int, rng: Chance) -> "MezoState":
        """Deals anew what this seat cannot know: tiles face down, and cards that only others have seen.

        What is hidden is sorted before it is shuffled, so that nothing of the truth shines through.
        """
        view = self.copy()
        luck = view.chance = rng.fork()
        tiles = sorted(view.tiles)
        luck.shuffle(tiles)
        view.tiles = tuple(tiles)
        view.wrathful = view.wrathful[: view.age] + tuple(
            luck.pick(tiles_of_age) for tiles_of_age in WRATHFUL_OF_AGE[view.age :]
        )
        decks, cards = list(view.decks), list(view.cards)
        for owner in range(view.players):
            if owner == seat:
                seen = view.known[seat]
                rest = sorted(decks[seat][seen:])
                luck.shuffle(rest)
                decks[seat] = decks[seat][:seen] + tuple(rest)
                continue
            laid = cards[owner] >= 0 and not view.revealed
            hidden = sorted((*decks[owner], cards[owner]) if laid else decks[owner])
            luck.shuffle(hidden)
            if laid:
                cards[owner] = hidden.pop()
            decks[owner] = tuple(hidden)
        view.decks, view.cards = tuple(decks), tuple(cards)
        return view

    def board(self, seat: int | None = None) -> str:
        return words.board(self, seat)

    def check(self) -> list[str]:
        return super().check() or frames.faults(self) or self._restless()

    def _restless(self) -> list[str]:
        """Between two decisions nothing goes on by itself."""
        rest = self.copy()
        rest.advance()
        return [] if rest == self else ["the step at hand does not wait for a decision"]


def start(setup: Setup) -> MezoState:
    """The first position."""
    state = age.set_out(MezoState, setup)
    state.advance()
    return state
