"""Finds the adept's weights by games alone: `python -m core.games.gzhel.bot.tune --games 80 --sweeps 2`.

One weight at a time is raised and lowered, and games with the same seeds are played without looking ahead, by the
painter's first choice. What earns more by more than luck is kept. The weights found are printed for `weights.toml`.
"""

import argparse
import copy
import math
import statistics

from core.games.gzhel import GAME
from core.games.gzhel.bot.proposals import propose
from core.games.gzhel.bot.value import ADEPT, forget
from core.games.gzhel.deal import start
from core.rng import Rng

#: Weights that are changed together: a name, or a name and indices of its list.
_KNOBS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("hand", (1,)),
    ("hand", (2, 3)),
    ("hand", (4, 5, 6, 7)),
    ("shift", ()),
    ("next", ()),
    ("after", ()),
    ("corner", (1, 2)),
    ("corner", (3, 4, 5, 6, 7)),
    ("centre", (1, 2)),
    ("centre", (3, 4, 5, 6, 7)),
    ("slope", ()),
    ("pattern", (1,)),
    ("pattern", (2,)),
    ("pattern", (3,)),
    ("pattern", (4,)),
)


def points_alone(seed: int) -> int:
    """Play a solo game by the first turn proposed; return its points."""
    forget()
    state = start(GAME.setup(1, {}, seed))
    state.play(state.legal_moves()[0])
    while state.actor is not None:
        for move in propose(state, Rng(seed), 1, ADEPT)[0]:
            state.play(move)
    return state.scores()[0]


def turned(name: str, places: tuple[int, ...], factor: float) -> object:
    """Return a weight times a factor, or with some items of its list so."""
    value = copy.copy(getattr(ADEPT, name))
    if not places:
        return value * factor
    for place in places:
        value[place] *= factor
    return value


def sweep(seeds: range, step: float) -> None:
    """Raise and lower every weight once, and keep what earns more."""
    best = [points_alone(seed) for seed in seeds]
    print(f"{statistics.mean(best):.1f} points to begin with", flush=True)
    for name, places in _KNOBS:
        for factor in (step, 1 / step):
            before = getattr(ADEPT, name)
            setattr(ADEPT, name, turned(name, places, factor))
            tried = [points_alone(seed) for seed in seeds]
            gains = [new - old for new, old in zip(tried, best, strict=True)]
            gain, doubt = statistics.mean(gains), statistics.stdev(gains) / math.sqrt(len(gains))
            kept = gain > 0.7 * doubt
            print(f"{name} {places or ''} x {factor:.2f}: {gain:+.2f} ± {1.96 * doubt:.2f}{' kept' * kept}", flush=True)
            if kept:
                best = tried
                break
            setattr(ADEPT, name, before)
    print(f"{statistics.mean(best):.1f} points in the end", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--sweeps", type=int, default=2)
    parser.add_argument("--step", type=float, default=1.4)
    parser.add_argument("--seed", type=int, default=2000)
    options = parser.parse_args()
    step = options.step
    for number in range(options.sweeps):
        first = options.seed + number * options.games
        sweep(range(first, first + options.games), step)
        for name in dict.fromkeys(name for name, _ in _KNOBS):
            value = getattr(ADEPT, name)
            told = [round(x, 2) for x in value] if isinstance(value, list) else round(value, 3)
            print(f"{name} = {told}")
        step = math.sqrt(step)


if __name__ == "__main__":
    main()
