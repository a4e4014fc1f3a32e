"""A match is cut into turns: chains of one seat that end where something comes to light."""

from itertools import pairwise

import pytest

from core import registry
from core.bots import choose
from core.game import Game, OptionValue
from core.match import Match, Seat
from core.review.turns import Turn, legal_prefix, plan_of, split_turns
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES


def smallest_table(game: Game) -> int:
    """Two, so that there is another who plays; else as few as can be."""
    return 2 if 2 in game.player_counts else min(game.player_counts)


def novices(game: Game, players: int, seed: int, **options: OptionValue) -> Match:
    """A game of novices, who stray everywhere."""
    match = Match.new(game, [Seat(f"P{number}") for number in range(players)], dict(options), seed)
    while not match.is_over:
        match.play(choose(game, match.state, "novice", Rng(len(match.log)).spawn()))
    return match


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_every_choice_is_in_one_turn(game: Game) -> None:
    match = novices(game, smallest_table(game), 11)
    evaluator, log = match.game.evaluator(), match.log
    found = split_turns(match, range(len(match.seats)))
    covered = [at for turn in found for at in range(turn.at, turn.until)]
    assert len(covered) == len(set(covered))
    left_out = [at for at, entry in enumerate(log) if entry.origin == "chosen" and at not in set(covered)]
    assert not [at for at in left_out if evaluator.can_search(match.state_at(at))]
    for turn in found:
        entries = log[turn.at : turn.until]
        assert entries[0].origin == "chosen"
        assert {(entry.seat, entry.round) for entry in entries} == {(turn.seat, entries[0].round)}
        assert not any(entry.reveals for entry in entries[:-1])
        assert tuple(move.notation for move in plan_of(match, turn)) == turn.moves


def test_only_the_seats_that_are_asked_for() -> None:
    match = novices(registry.get_game("novgorod"), 2, 3)
    both = split_turns(match, {0, 1})
    assert split_turns(match, {1}) == [turn for turn in both if turn.seat == 1] != []


@pytest.mark.parametrize("open_backs", [True, False])
def test_arranging_is_one_turn_and_lifting_another(open_backs: bool) -> None:
    """Even where all backs are known, so that nothing comes to light between the two."""
    match = novices(registry.get_game("mezen"), 1, 3, open_backs=open_backs)
    found = split_turns(match, {0})
    arranged = 0
    for lifting, arranging in pairwise(found):
        tiles = match.state_at(arranging.at).hand  # type: ignore[attr-defined]
        if lifting.moves[-1].startswith("x") and len(tiles) > 1:
            assert arranging.at == lifting.until
            assert len(arranging.moves) == len(tiles) + 1  # and what it scores
            arranged += 1
    assert arranged >= 5


def test_each_action_of_a_conflict_is_a_turn() -> None:
    match = novices(registry.get_game("mezo"), 2, 3)
    found = split_turns(match, {0, 1})
    actions = [[move for move in turn.moves if move.startswith(("act", "pass"))] for turn in found]
    assert max(map(len, actions)) == 1
    assert any(len(turn.moves) > 1 for turn, acted in zip(found, actions, strict=True) if acted)


def test_a_turn_begins_with_its_first_choice_and_ends_where_something_is_shown() -> None:
    match = Match.new(PEBBLES, [Seat("A"), Seat("B")])
    for move in ("one", "one", "peek", "two", "pass", "one"):
        match.play(move)
    assert split_turns(match, {0, 1}) == [
        Turn(0, 0, 2, ("one", "end")),
        Turn(1, 2, 4, ("one", "peek")),
        Turn(0, 4, 6, ("two", "pass")),
        Turn(1, 6, 8, ("one", "end")),
    ]


def test_a_turn_is_cut_short_where_a_world_turns_out_otherwise() -> None:
    match = Match.new(PEBBLES, [Seat("A"), Seat("B")])
    match.play("one")
    match.play("one")
    match.play("peek")
    plan = plan_of(match, split_turns(match, {1})[0])
    world = match.state_at(0)
    assert legal_prefix(world, plan, 1) == ()
    assert legal_prefix(world, plan, 0) == plan[:1]
    assert world == match.state_at(0)
