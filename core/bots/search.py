"""The search that all games share: sequential halving over whole turns, with rollouts in determinized worlds.

The evaluator proposes turns. Each is played in worlds in which everything hidden is dealt anew, the same worlds for
every turn (common random numbers), and the game goes on by the evaluator's cheap policy to the next natural boundary,
where it is valued. Sequential halving spreads the time: after each round of rollouts the worse half of the turns is
dropped. There is a best-so-far answer at any moment.
"""

import contextlib
import math
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec

from core.bots.evaluator import Evaluator, Plan
from core.game import State
from core.rng import Rng

#: No more turns are compared than there is time to try so many times each.
_FEW_TRIALS = 3
#: The last few turns are compared until one stands out, in so many worlds at least and at most.
_RIVALS = 3
_ENOUGH_TRIALS = 32
_MOST_TRIALS = 1024

#: However short the time, so many rollouts are made.
LEAST_TRIALS = 12
#: By the clock on the wall a bot may take so many times its seconds, and on a busy host so many times as much again as
#: processes wait for a core: bots come after everything else there.
_WALL_CLOCK = 12.0
#: But never longer than so many seconds, unless its own time is longer.
_LONGEST_WAIT = 180.0


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think: in seconds of the processor, or in rollouts, which give the same result everywhere."""

    seconds: float = 0.0
    steps: int = 0
    #: Whether nobody may shorten it, because the match is rated.
    is_fixed: bool = False


def wall_clock_limit(seconds: float) -> float:
    """Return how long so many seconds of the processor may take by the clock on the wall of a host as busy as now."""
    load = 1.0
    with contextlib.suppress(OSError):  # not every system tells it
        load = max(load, os.getloadavg()[0] / (os.cpu_count() or 1))
    return min(_WALL_CLOCK * load * seconds, max(_LONGEST_WAIT, seconds))


class Clock:
    """Count down a budget. Seconds are those of the processor, so that a busy host makes no bot weaker.

    By the clock on the wall it lasts longer there, but not without end.
    """

    def __init__(self, budget: Budget) -> None:
        self._counted = budget.steps > 0
        self._left = budget.steps if self._counted else LEAST_TRIALS
        self._seconds = budget.seconds
        self._end = time.thread_time() + budget.seconds
        self._began = time.monotonic()
        self._latest = self._began + budget.seconds

    def has_time(self) -> bool:
        """Whether there is still time; call it once before each rollout, because it counts them."""
        self._left -= 1
        if self._left >= 0 or self._counted:
            return self._left >= 0
        return time.thread_time() < self._end and not self._is_too_late()

    def _is_too_late(self) -> bool:
        now = time.monotonic()
        if now >= self._latest:  # the host may have become busy only now
            self._latest = self._began + wall_clock_limit(self._seconds)
        return now >= self._latest

    def affordable_trials(self, seconds_each: float) -> int:
        """Return for about how many more rollouts there is time."""
        if self._counted:
            return self._left
        return int((self._end - time.thread_time()) / seconds_each) if seconds_each else _MOST_TRIALS


class Candidate(msgspec.Struct):
    """A plan in the search, with the results of its rollouts."""

    plan: Plan
    trials: int = 0
    total: float = 0.0
    sum_of_squares: float = 0.0
    #: The sum of each feature over all rollouts, for hints.
    features: dict[str, float] = {}

    @property
    def mean(self) -> float:
        return self.total / self.trials if self.trials else float("-inf")

    @property
    def error(self) -> float:
        """The square of the standard error of the mean."""
        return (self.sum_of_squares / self.trials - self.mean**2) / self.trials

    def is_clearly_better_than(self, other: "Candidate") -> bool:
        """Whether more rollouts would hardly change which of the two is better."""
        return self.mean - other.mean > 3 * math.sqrt(max(0.0, self.error + other.error))


def search(evaluator: Evaluator, state: State, rng: Rng, plans: int, budget: Budget) -> list[Candidate]:
    """Return the turns that were compared, the best first. `state` is the true state; only worlds from it are used."""
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
    """Return as many turns, the likeliest first, as there is time to try a few times each; the first is tried here."""
    if len(candidates) < 2 or not clock.has_time():
        return candidates
    began = time.thread_time()
    attempt(candidates[0], 0)
    trials = 1 + clock.affordable_trials(time.thread_time() - began)
    return candidates[: max(_RIVALS, trials // _FEW_TRIALS)]


def try_candidate(evaluator: Evaluator, candidate: Candidate, world: State, seat: int, rng: Rng) -> None:
    """Roll out a turn in a world and add the result to its candidate."""
    _note(evaluator, candidate, evaluator.repeated_rollout(world, candidate.plan, seat, rng, candidate.trials), seat)


def _note(evaluator: Evaluator, candidate: Candidate, world: Any, seat: int) -> None:
    """Add a rollout: the seat's own value, less a part of the others' mean (of two players, all of the other's)."""
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
    """Sort the best first: those tried most before those dropped early, then by their mean."""
    most = max((candidate.trials for candidate in candidates), default=0)
    return sorted(candidates, key=lambda candidate: (candidate.trials * 2 >= most, candidate.mean), reverse=True)
