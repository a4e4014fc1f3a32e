"""How the master of Gzhel learns: what it notes is what its weights speak of, and what they missed is taken in."""

import pytest

from core import bots
from core.bots.search import Budget
from core.games.gzhel import GAME
from core.games.gzhel.bot.forecast import evaluate_turn
from core.games.gzhel.bot.learn import GzhelSample, facts_of, learned, present
from core.games.gzhel.bot.value import MASTER, view_of
from core.games.gzhel.components import CARDS, ROUNDS
from core.games.gzhel.deal import start
from core.games.gzhel.phases import CHOOSE
from core.rng import Rng
from tests.core.games.gzhel.gzhel_positions import play


def test_facts_come_to_what_the_pads_were_said_to_promise() -> None:
    """By their weights, they are what the master saw in the pads when it ended the round before."""
    state = start(GAME.setup(1, {}, 5))
    rng, weights, checked = Rng(5), present(), 0
    while state.actor is not None:
        if state.phase == CHOOSE and state.round > 1:
            before = state.middle, state.pile[-1], CARDS[state.pile[-2]].back
            view = view_of((state.pads[0], state.pads[1]), before, ROUNDS - state.round + 1, MASTER)
            seen = evaluate_turn(view, view.pack(state.flowers), state.stamps[0], sum(state.hand))
            told = sum(weights[fact] * amount for fact, amount in facts_of(state).items())
            assert told == pytest.approx(seen.estimate + seen.hand + seen.on_pads)
            checked += 1
        play(state, *bots.think(GAME, state, "adept", rng, Budget(steps=6)).plan)
    assert checked == ROUNDS - 1


def games(a_stamp_is_worth: float) -> list[tuple[list[GzhelSample], int]]:
    """Games in which nothing but the stamps in hand mattered, three rounds before the end."""
    return [
        ([GzhelSample({("left", 3): 1.0, ("hand", 3): float(stamps)}, 100)], round(100 + stamps * a_stamp_is_worth))
        for stamps in range(0, 80, 8)
        for _ in range(20)
    ]


def test_a_part_of_what_was_missed_is_learned() -> None:
    before, foretold = present(), MASTER.hand[3]
    after = learned(games(foretold + 1.0), part=0.5)
    assert after["hand", 3] == pytest.approx(foretold + 0.5, abs=0.02)
    assert all(after[fact] == before[fact] for fact in before if fact not in {("hand", 3), ("left", 3)})


def test_who_missed_nothing_learns_nothing() -> None:
    after = learned(games(MASTER.hand[3]), part=1.0)
    assert after["hand", 3] == pytest.approx(MASTER.hand[3], abs=0.02)
