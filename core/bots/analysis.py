"""The thinking that takes long, behind one interface: this process does it, or workers that many processes share."""

from typing import Protocol

from core.bots import plan_turn
from core.bots.hints import Hint, find_hints
from core.bots.search import Budget
from core.game import Game, State
from core.puzzles.attempt import PuzzleSubmission, Verdict, verdict
from core.review.record import ReviewCase, ReviewedTurn, review_turn
from core.rng import Rng


class Analysis(Protocol):
    """What bots, hints, reviews and puzzles ask for. Each call blocks until the answer is there."""

    def plan_turn(
        self, game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None
    ) -> tuple[str, ...]: ...

    def find_hints(self, game: Game, state: State, rng: Rng, budget: Budget | None = None) -> list[Hint]: ...

    def review_turn(self, game: Game, case: ReviewCase) -> ReviewedTurn: ...

    def judge_submission(self, game: Game, state: State, tried: PuzzleSubmission) -> Verdict: ...


class LocalAnalysis:
    """The analysis of a process that thinks itself."""

    def plan_turn(
        self, game: Game, state: State, level: str, rng: Rng, budget: Budget | None = None
    ) -> tuple[str, ...]:
        return plan_turn(game, state, level, rng, budget)

    def find_hints(self, game: Game, state: State, rng: Rng, budget: Budget | None = None) -> list[Hint]:
        return find_hints(game, state, rng, budget)

    def review_turn(self, game: Game, case: ReviewCase) -> ReviewedTurn:
        return review_turn(game, case)

    def judge_submission(self, game: Game, state: State, tried: PuzzleSubmission) -> Verdict:
        return verdict(game, state, tried)
