"""What the bots' process is sent: nothing that the deciding seat cannot know, and enough to play as if it were."""

import msgspec
import pytest

from core import bots, registry
from core.bots.player import bot_rng
from core.bots.search import Budget
from core.bots.worker import answer, turn_request
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng

BUDGET = Budget(steps=8)


def middle(game: Game) -> Match:
    """A match for three of which some moves were played by lot, at a decision with several choices."""
    match, rng = Match.new(game, [Seat("A"), Seat("B"), Seat("C")], seed=4), Rng(6)
    for _ in range(40):
        match.play(rng.choice(list(match.legal_moves)))
    assert len(match.legal_moves) > 1
    return match


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_a_request_is_the_same_whatever_is_hidden(game: Game) -> None:
    match = middle(game)
    actor = match.state.actor
    assert actor is not None
    alike = match.state.determinize(actor, Rng(99))
    request = turn_request(game, match.state, "master", bot_rng(match), BUDGET)
    assert request == turn_request(game, alike, "master", bot_rng(match), BUDGET)
    assert bytes(request.position) != msgspec.json.encode(match.state)


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_a_bot_plans_what_it_would_plan_from_the_true_position(game: Game, level: str) -> None:
    match = middle(game)
    reply = answer(turn_request(game, match.state, level, bot_rng(match), BUDGET))
    assert reply.error == ""
    assert reply.plan == bots.plan_turn(game, match.state, level, bot_rng(match), BUDGET)
