"""Learns what positions, gods and cards are worth: `python -m core.games.mezo.bot.tune --players 2 --games 3000`.

The policy of the rollouts plays, with some straying; gods are dealt, tribe abilities of the first two Ages are taken by
chance and cards by the cheap rule, so that everything is seen with everything. After each conflict every seat is
compared with the others, and the points by which they are apart when the game is over are laid to the features in which
they differ, to their gods, to the cards that are left in their decks and to their abilities, by least squares, Age by
Age. Prints weights to round for `weights.toml`, and gods and cards for `learned_weights.toml`; writes nothing.

With `--gods` only gods are compared, in fewer and better games: in conflicts whose cards lie open everybody plays out
every choice before making it. With two at the table that matters: by the policy alone Ah Puch looks far stronger than
Chaac, which needs better play. Gods change sides there, and every deal is played twice.

In `learned_weights.toml` are the cards of the seeds 1 to 3000 with two at the table; gods and cards of the seeds 1 to
1000 with four; and the gods of 120 deals of two with `--gods`. That takes some ten minutes, ten, and three of one core.
The weights were left as they were: fits of more and finer facts (leads, the course of an Age) foretold results better,
and chose no better turns.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from core.bots.evaluator import best_move, softmax_choice
from core.bots.training.least_squares import fit
from core.games.mezo import GAME, phases
from core.games.mezo.bot import EVALUATOR, MezoEvaluator, card_fights, lies_open, weights_of
from core.games.mezo.bot.shortlist import GLANCE
from core.games.mezo.bot.value import ByAge
from core.games.mezo.components import ABILITIES, AGES, CARDS, GODS
from core.games.mezo.state import MezoState
from core.rng import Rng

#: How often a move deviates from the best, and how far, in points.
_STRAYING = 0.1
_STRAY = 0.7
#: The shrinkage of the fitted values of gods and cards.
_CAUTION = 0.75
#: The first seeds of the deals of gods, and of the games with them.
_DEALS, _GAMES = 123456, 60000
_POLICY = MezoEvaluator(weights_of("weights"), weights_of("weights-with-more"))
FEATURES = list(weights_of("weights"))
#: Every feature in plain numbers.
_ONES: ByAge = dict.fromkeys(FEATURES, (1.0,) * AGES)
_PLAIN = MezoEvaluator(_ONES, _ONES)


class MezoSample(NamedTuple):
    """How a seat differed from the others after a conflict, and by how many points it was ahead in the end."""

    age: int
    differences: list[float]
    ahead: float


def rows_of(players: int, seed: int) -> list[MezoSample]:
    """Return the samples of the game with this seed."""
    state = GAME.start(GAME.setup(players, {"gods": "dealt"}, seed))
    assert isinstance(state, MezoState)
    rng = Rng(seed).spawn()
    seen: list[tuple[int, list[list[float]]]] = []
    round_ = state.round
    while state.actor is not None:
        state = _on(state, rng)
        if state.actor is not None and state.round != round_:
            round_ = state.round
            seen.append((state.age, [_facts(state, seat) for seat in range(players)]))
    points = [float(score) for score in state.scores()]
    return [
        MezoSample(age, [_ahead(column, seat) for column in zip(*facts, strict=True)], _ahead(points, seat))
        for age, facts in seen
        for seat in range(players)
    ]


def _on(state: MezoState, rng: Rng) -> MezoState:
    """Play one decision of the game."""
    moves, phase = state.legal_moves(), state.stack[-1][0]
    if len(moves) > 1 and phase == phases.ABILITIES and state.age < AGES:
        state.play(moves[rng.randrange(len(moves))])
    elif len(moves) > 1 and (phase == phases.CARDS or rng.random() < _STRAYING):
        state.play(softmax_choice(moves, EVALUATOR.rate_moves(state, moves), rng, _STRAY))
    else:
        state = _POLICY.step(state, rng)[1]
    return state


def _facts(state: MezoState, seat: int) -> list[float]:
    """Return the features of a seat, a one at its god, how often it will lay each card, and its abilities."""
    features = _PLAIN.features(state, seat)
    cards = [0.0] * (len(GODS) * len(CARDS))
    for card in state.decks[seat]:
        cards[state.gods[seat] * len(CARDS) + card] = card_fights(state) / len(state.decks[seat])
    abilities = [float(ability in state.abilities[seat]) for ability in range(len(ABILITIES))]
    return [*(features.get(name, 0.0) for name in FEATURES), *_god(state, seat), *cards, *abilities]


def _god(state: MezoState, seat: int) -> list[float]:
    return [float(state.gods[seat] == god) for god in range(len(GODS))]


def _ahead(amounts: Sequence[float], seat: int) -> float:
    """Return by how much a seat is ahead of the mean of the others."""
    return amounts[seat] - (sum(amounts) - amounts[seat]) / (len(amounts) - 1)


# Gods


def gods_of(players: int, number: int) -> list[MezoSample]:
    """Return the samples of a deal of gods; with two players, both ways round."""
    gods = list(range(len(GODS)))
    Rng(_DEALS + number).shuffle(gods)
    followed = tuple(gods[:players])
    sides = (followed, followed[::-1]) if players == 2 else (followed,)
    return [row for side in sides for row in _followed(side, number)]


def _followed(gods: tuple[int, ...], number: int) -> list[MezoSample]:
    """Play a game of these gods."""
    seed = _GAMES + number
    state = GAME.start(GAME.setup(len(gods), {"gods": "dealt"}, seed))
    assert isinstance(state, MezoState)
    state.gods, rng = gods, Rng(seed).spawn()
    while state.actor is not None:
        moves = state.legal_moves()
        if len(moves) > 1 and lies_open(state):
            state = _played_out(state, rng)
        elif len(moves) > 1 and state.stack[-1][0] == phases.CARDS:
            state.play(best_move(moves, EVALUATOR.rate_moves(state, moves)))
        else:
            state = _POLICY.step(state, rng)[1]
    points = [float(score) for score in state.scores()]
    columns = list(zip(*(_god(state, seat) for seat in range(len(gods))), strict=True))
    return [
        MezoSample(0, [_ahead(column, seat) for column in columns], _ahead(points, seat)) for seat in range(len(gods))
    ]


def _played_out(state: MezoState, rng: Rng) -> MezoState:
    """Play the choice of an open conflict's actor that is best when every choice is played out."""
    seat, began = state.actor, state.round
    assert seat is not None
    after = [EVALUATOR.outcome(state, seat, move, GLANCE)[1] for move in EVALUATOR.quick_value(state, rng)]
    return max(after, key=lambda world: EVALUATOR.standing(EVALUATOR.ended(world, began, rng), seat))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.games.mezo.bot.tune", description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gods", action="store_true", help="compare gods, in better games")
    asked = parser.parse_args(arguments)
    if asked.gods:
        _tell_gods([row for deal in range(asked.games) for row in gods_of(asked.players, deal)])
        return
    rows = [row for game in range(asked.games) for row in rows_of(asked.players, asked.seed + game)]
    _tell_weights(rows)
    first = len(FEATURES)
    _tell_gods([row._replace(differences=row.differences[first : first + len(GODS)]) for row in rows])


def _tell_gods(rows: Sequence[MezoSample]) -> None:
    brought = fit([row.differences for row in rows], [row.ahead for row in rows])
    for god, worth in zip(GODS, brought, strict=True):
        print(f"{god.id} = {_CAUTION * worth:.1f}")


def _tell_weights(rows: Sequence[MezoSample]) -> None:
    ages = []
    for age in range(1, AGES + 1):
        known = [row for row in rows if row.age == age]
        ages.append(fit([row.differences for row in known], [row.ahead for row in known]))
    for number, name in enumerate(FEATURES):
        print(f'"{name}" = [{", ".join(f"{age[number]:.2f}" for age in ages)}]')
    for number, god in enumerate(GODS):
        first = len(FEATURES) + len(GODS) + number * len(CARDS)
        worths = [sum(age[first + card] for age in ages) / AGES for card in range(len(CARDS))]
        mean = sum(worths) / len(CARDS)
        print(f"{god.id} = [{', '.join(f'{_CAUTION * (worth - mean):.2f}' for worth in worths)}]")


if __name__ == "__main__":
    main()
