"""What masters have learned is theirs alone; and how they try turns in conflicts whose cards lie open."""

from collections.abc import Iterator

import pytest

from core.bots.evaluator import best_move
from core.bots.hints import find_hints
from core.bots.search import Budget
from core.games.mezo import GAME
from core.games.mezo.bot import CARD_WORTH, EVALUATOR, QUICK_LOOKS, card_fights, cards_left, lies_open
from core.games.mezo.deal import start
from core.games.mezo.state import MezoState
from core.rng import Rng
from tests.core.games.mezo.mezo_positions import BECAN, HOCHOB, UXMAL


def conflicts(players: int, seed: int) -> Iterator[MezoState]:
    """Decisions of a game by the cheap rule in conflicts whose cards lie open."""
    state = start(GAME.setup(players, {}, seed))
    while state.actor is not None:
        moves = state.legal_moves()
        if len(moves) > 1 and lies_open(state):
            yield state.copy()
        state.play(best_move(moves, EVALUATOR.rate_moves(state, moves)) if len(moves) > 1 else moves[0])


def test_an_open_conflict_goes_on_alike_and_every_world_turns_up_its_own_tile() -> None:
    """What is remembered of a conflict is what the first trial found; and no world gets the tile of another."""
    tiles = set()
    for state in list(conflicts(2, 4))[::6]:
        seat = state.actor
        assert seat is not None
        for plan in EVALUATOR.propose_turns(state, Rng(1), 2):
            for luck in range(4):
                world = state.determinize(seat, Rng(luck))
                after = EVALUATOR.repeated_rollout(world.copy(), plan, seat, Rng(luck), 0)
                assert not after.violations()
                if not luck:
                    found = EVALUATOR.value(EVALUATOR.rollout(world.copy(), plan, seat, Rng(luck)), seat)
                    assert EVALUATOR.value(after, seat) == pytest.approx(found)
                if world.tiles:
                    assert (after.conflict, after.tiles) == (world.tiles[-1], world.tiles[:-1])
                    tiles.add((state.round, after.conflict))
    assert len(tiles) > len({round_ for round_, _ in tiles})


@pytest.mark.parametrize("players", [2, 4])
def test_care_is_taken_to_the_end_of_the_conflict(players: int) -> None:
    for state in list(conflicts(players, 6))[::9]:
        seat, before = state.actor, state.board_text()
        assert seat is not None
        plan = EVALUATOR.propose_turns(state, Rng(1), 1)[0]
        after = EVALUATOR.repeated_rollout(state.copy(), plan, seat, Rng(1), QUICK_LOOKS)
        assert state.board_text() == before
        assert after.actor is None or after.round == state.round + 1
        assert not after.violations()


def test_a_good_card_kept_is_worth_more_than_a_bad_one() -> None:
    """As long as there are conflicts in which it can be laid: the gifts in the Blessed region need no card."""
    state = next(conflicts(2, 4))
    state.gods = (0, 1)
    state.conflict, state.blessed, state.tiles = BECAN, UXMAL, (HOCHOB, UXMAL)
    worth = CARD_WORTH[0][0]
    best, worst = worth.index(max(worth)), worth.index(min(worth))

    def left(card: int) -> float:
        state.decks = ((card,), state.decks[1])
        return cards_left(state, 0)

    assert card_fights(state) == 2
    assert left(best) - left(worst) == pytest.approx(2 * (worth[best] - worth[worst]))
    state.conflict, state.tiles = UXMAL, ()
    assert card_fights(state) == left(best) == left(worst) == 0


def test_masters_follow_the_gods_that_brought_most() -> None:
    """By what they learned, not by what novices are told; but not always the same one."""
    state = start(GAME.setup(2, {"gods": "chosen"}, 4))
    moves = state.legal_moves()
    taken = [EVALUATOR.propose_turns(state, Rng(luck), 8)[0][0].notation for luck in range(40)]
    assert max(set(taken), key=taken.count) == best_move(moves, EVALUATOR.rate_for_hint(state, moves)).notation
    assert len(set(taken)) > 1
    assert (
        EVALUATOR.rate_for_hint(state, moves)
        != EVALUATOR.rate_moves(state, moves)
        == EVALUATOR.for_adept().rate_for_hint(state, moves)
    )


def test_a_tip_for_a_god_is_what_masters_know() -> None:
    state = start(GAME.setup(2, {"gods": "chosen"}, 4))
    moves = state.legal_moves()
    told = find_hints(GAME, state, Rng(1), Budget(steps=1), most=len(moves))
    ranked = sorted(zip(EVALUATOR.rate_for_hint(state, moves), moves, strict=True), key=lambda pair: -pair[0])
    assert [hint.plan[0] for hint in told] == [move.notation for _, move in ranked]
