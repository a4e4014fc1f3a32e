"""Learns what masters sail by: `python -m core.games.novgorod.bot.tune`.

Evolution, by games of the rule alone. In every generation pairs of rules stray from the present one in opposite
directions, by chance, and play each other from both sides of a table, without looking ahead. What one gains over the
other is laid to their differences by least squares, and every number goes a step that way, a smaller one each time.
Half of the tables are those of a first game; the others have bonus cards at random, either side of the careers, and
some of them parts of the expert game. One in four has four players.

What comes of it are things to strive for, not what a position comes to: with these numbers as a worth, three seals
were left lying because they would have brought the end nearer. Where a trial ends, `weights.toml` counts.

It starts from what novices and adepts have. `master_weights.toml` is what it prints with its own defaults, 12
generations of 250 pairs and seed 3, after about six minutes of one core.
"""

import argparse
import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

import msgspec

from core.bots.training.least_squares import fit
from core.game import OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.bot.rollout_policy import quick_moves, take_turn
from core.games.novgorod.bot.value import ADEPT_PARAMETERS, BotParameters
from core.games.novgorod.components import START_SPEED
from core.games.novgorod.phases import CLOSE, INTRO, SIDES
from core.games.novgorod.scoring import is_out
from core.games.novgorod.state import NovgorodState
from core.rng import Rng

#: What is learned; a seal is a seal, and the sizes behind the other weights are learned instead.
_WEIGHTS = ("ducats", "career-steps", "steps-below-x", "stored-good")
_SIZES = (
    "rich",
    "rich_share",
    "poor",
    "poor_share",
    "late_ducat",
    "last_ducat",
    "mission_left",
    "fit",
    "office_base",
    "office_income",
    "office_neighbour",
    "office_wanted",
    "collector",
    "late_x",
    "x_at_the_end",
    "hurry",
    "seals_a_round",
    "rounds",
)
#: The start values of parameters that novices and adepts do not have.
_FIRST_GUESS = {"collector": 0.7}
#: How far parameters are varied, and the size of a step at first and at most: powers of e.
_STRAY = 0.35
_STRIDE = 1.0
_FURTHEST = 0.5
#: A lead of so many seals is as good as won.
_CLEAR = 8.0


def numbers_of(mind: BotParameters) -> list[float]:
    """Return the learned parameters in one row; of ships, the value of each step of speed."""
    rule = mind.rule
    steps = [faster - slower for slower, faster in pairwise(rule.ship[START_SPEED:])]
    return [*(mind.weights[name] for name in _WEIGHTS), *(getattr(rule, n) for n in _SIZES), *rule.missions, *steps]


def mind_of(numbers: Sequence[float]) -> BotParameters:
    """Return the parameters of such a row."""
    row = iter(numbers)
    weights = {**ADEPT_PARAMETERS.weights, **{name: next(row) for name in _WEIGHTS}}
    sizes = {name: next(row) for name in _SIZES}
    missions = [next(row) for _ in ADEPT_PARAMETERS.rule.missions]
    ship = [*ADEPT_PARAMETERS.rule.ship[:START_SPEED], *accumulate(row, initial=0.0)]
    return BotParameters(weights, msgspec.structs.replace(ADEPT_PARAMETERS.rule, missions=missions, ship=ship, **sizes))


def table(rng: Rng) -> tuple[int, dict[str, OptionValue]]:
    """Return how many play, and with which options."""
    players = 2 if rng.randrange(4) else 4
    if rng.randrange(2):
        return players, {}
    options: dict[str, OptionValue] = {"bonus": "random", "careers": rng.choice(["light", "silver", "choose"])}
    if not rng.randrange(3):
        sides = ["off", "front", "back"]
        options |= {"merchant": rng.choice(sides), "pirate": rng.choice(sides), "special": bool(rng.randrange(2))}
    return players, options


def played(minds: Sequence[BotParameters], options: dict[str, OptionValue], seed: int) -> list[float]:
    """Play a game by the policy alone; return the seals by seat, less what an X costs."""
    s = GAME.start(GAME.setup(len(minds), options, seed))
    assert isinstance(s, NovgorodState)
    while s.actor is not None:
        mind = minds[s.actor]
        if s.phase in (SIDES, INTRO, CLOSE):
            s.play(quick_moves(s, mind)[0])
        else:
            take_turn(s, mind)
    return [seals - ADEPT_PARAMETERS.rule.x_lost * is_out(s, seat) for seat, seals in enumerate(s.seals)]


def gained(one: BotParameters, other: BotParameters, rng: Rng, seed: int) -> float:
    """Return how much better one does than the other, from both sides of a table: 1 is a clear win, -1 a clear loss."""
    players, options = table(rng)
    sides = []
    for side in (0, 1):
        points = played([one if seat % 2 == side else other for seat in range(players)], options, seed)
        lead = 2 * (sum(points[side::2]) - sum(points[1 - side :: 2])) / players
        sides.append(math.tanh(lead / _CLEAR))
    return sum(sides) / 2


def generation(powers: Sequence[float], start: Sequence[float], pairs: int, rng: Rng) -> list[float]:
    """Return the gradient of each number's power, from pairs of parameters that vary from here."""
    strays, results = [], []
    for _ in range(pairs):
        stray = [_STRAY * (2 * rng.random() - 1) for _ in powers]
        one, other = (
            mind_of([s * math.exp(p + way * d) for s, p, d in zip(start, powers, stray, strict=True)])
            for way in (1, -1)
        )
        strays.append(stray)
        results.append(gained(one, other, rng, rng.randrange(1 << 32)))
    return fit(strays, results)


def report_text(mind: BotParameters) -> str:
    """Return the parameters as they are written in a file."""
    lines = ["[weights]", *(f'"{name}" = {weight:.3g}' for name, weight in mind.weights.items()), "", "[rule]"]
    for name, size in msgspec.structs.asdict(mind.rule).items():
        text = f"[{', '.join(f'{one:.3g}' for one in size)}]" if isinstance(size, list) else f"{size:.3g}"
        lines.append(f"{name} = {text}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.games.novgorod.bot.tune", description=__doc__)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--pairs", type=int, default=250)
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args(arguments)
    rng = Rng(asked.seed)
    start = numbers_of(ADEPT_PARAMETERS._replace(rule=msgspec.structs.replace(ADEPT_PARAMETERS.rule, **_FIRST_GUESS)))
    powers = [0.0] * len(start)
    for number in range(asked.generations):
        stride = _STRIDE * (1 - number / asked.generations)
        slopes = generation(powers, start, asked.pairs, rng)
        powers = [p + stride * max(-_FURTHEST, min(_FURTHEST, s)) for p, s in zip(powers, slopes, strict=True)]
        print(f"# {number + 1}: steepest {max(slopes, key=abs):+.2f}", flush=True)
    print(report_text(mind_of([s * math.exp(p) for s, p in zip(start, powers, strict=True)])))


if __name__ == "__main__":
    main()
