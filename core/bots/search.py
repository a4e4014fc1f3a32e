"""The search that all games share: whole turns, tried in imagined worlds, the better half tried again.

The judge proposes turns. Each is played in worlds in which everything hidden is dealt anew, the same worlds for
every turn (common random numbers), and the game goes on by the judge's cheap policy to the next natural boundary,
where it is valued. Sequential halving spreads the time: after each round of trials the worse half of the turns is
dropped. There is a best-so-far answer at any moment.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.game import State
from core.rng import Rng

#: No more turns are looked at than can be tried so many times each.
_FEW_TRIALS = 3
#: The last few turns are compared until one stands out, in so many worlds at least and at most.
_RIVALS = 3
_ENOUGH_TRIALS = 32
_MOST_TRIALS = 1024


class Budget(msgspec.Struct, frozen=True):
    """How long to think: in seconds, or in trials, which give the same thoughts on every machine."""

    seconds: float = 0.0
    steps: int = 0


class Clock:
    """A budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self._left = budget.steps
        self._counted = budget.steps > 0
        self._end = time.monotonic() + budget.seconds

    def has_time(self) -> bool:
        """Whether there is still time; asked once before each trial."""
        if self._counted:
            self._left -= 1
            return self._left >= 0
        return time.monotonic() < self._end

    def affordable_trials(self, seconds_each: float) -> int:
        """For about how many more trials there is time."""
        if self._counted:
            return self._left
        return int((self._end - time.monotonic()) / seconds_each) if seconds_each else _MOST_TRIALS


class Candidate(msgspec.Struct):
    """A turn under consideration, and how its trials came out."""

    plan: Plan
    trials: int = 0
    total: float = 0.0
    sum_of_squares: float = 0.0
    #: What it brought on average, feature by feature, for hints.
    features: dict[str, float] = {}

    @property
    def mean(self) -> float:
        return self.total / self.trials if self.trials else float("-inf")

    @property
    def error(self) -> float:
        """How far the mean may be off: its standard error, squared."""
        return (self.sum_of_squares / self.trials - self.mean**2) / self.trials

    def is_clearly_better_than(self, other: "Candidate") -> bool:
        """Whether more trials would hardly change which of the two is better."""
        return self.mean - other.mean > 3 * math.sqrt(max(0.0, self.error + other.error))


def search(evaluator: Evaluator, state: State, rng: Rng, plans: int, budget: Budget) -> list[Candidate]:
    """The turns that were considered, the best first. `state` is the true position; only imagined ones are used."""
    seat = state.actor
    assert seat is not None
    clock = Clock(budget)
    luck = rng.next_uint64()
    candidates = [Candidate(plan) for plan in evaluator.propose_turns(state.determinize(seat, Rng(luck)), rng, plans)]
    worlds: list[State] = []

    def world(number: int) -> State:
        while len(worlds) <= number:
            worlds.append(state.determinize(seat, Rng(luck + len(worlds))))
        return worlds[number]

    def attempt(candidate: Candidate, number: int) -> None:
        try_candidate(evaluator, candidate, world(number).copy(), seat, Rng(luck ^ number))

    field = _within_budget(candidates, clock, attempt)
    number, batch = 0, 2
    while len(field) > 1 and number < _MOST_TRIALS:
        for trial in range(number, number + batch):
            for candidate in field:
                if candidate.trials > trial:
                    continue  # the first has been tried already, to see how long it takes
                if not clock.has_time():
                    return _ranked(candidates)
                attempt(candidate, trial)
        number += batch
        batch *= 2
        field = _ranked(field)[: (len(field) + 1) // 2]
        if len(field) == 1:
            # One is left and there is time: compare it with its closest rivals until it stands out.
            field = _ranked(candidates)[:_RIVALS]
            batch = 8
            if number >= _ENOUGH_TRIALS and field[0].is_clearly_better_than(field[1]):
                break
    return _ranked(candidates)


def _within_budget(
    candidates: list[Candidate], clock: Clock, attempt: Callable[[Candidate, int], None]
) -> list[Candidate]:
    """As many of the turns, the likeliest first, as there is time to try a few times each; tries the first of them."""
    if len(candidates) < 2 or not clock.has_time():
        return candidates
    began = time.monotonic()
    attempt(candidates[0], 0)
    trials = 1 + clock.affordable_trials(time.monotonic() - began)
    return candidates[: max(_RIVALS, trials // _FEW_TRIALS)]


def try_candidate(evaluator: Evaluator, candidate: Candidate, world: State, seat: int, rng: Rng) -> None:
    """Play a turn and what follows it in a world, and note how it came out."""
    _note(evaluator, candidate, evaluator.repeated_rollout(world, candidate.plan, seat, rng, candidate.trials), seat)


def _note(evaluator: Evaluator, candidate: Candidate, world: Any, seat: int) -> None:
    """Count a trial: one's own value, less a part of the others' mean (all of the other's, of two)."""
    players = len(world.scores())
    features = evaluator.features(world, seat)
    own = sum(evaluator.weights[name] * amount for name, amount in features.items())
    others = [evaluator.value(world, other) for other in range(players) if other != seat]
    rivalry = sum(others) * (1.0 if players == 2 else evaluator.opponent_weight / len(others)) if others else 0.0
    candidate.trials += 1
    candidate.total += own - rivalry
    candidate.sum_of_squares += (own - rivalry) ** 2
    for name, amount in features.items():
        candidate.features[name] = candidate.features.get(name, 0.0) + amount


def _ranked(candidates: list[Candidate]) -> list[Candidate]:
    """The best first: those tried most before those dropped early, then by their mean."""
    most = max((candidate.trials for candidate in candidates), default=0)
    return sorted(candidates, key=lambda candidate: (candidate.trials * 2 >= most, candidate.mean), reverse=True)
