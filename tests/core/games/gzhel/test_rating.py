"""The move ratings: how the evaluator of Gzhel places flowers, and what it prefers."""

from core.games.gzhel import GAME
from core.games.gzhel.bot.move_rating import PadsRater, arrange, lifting
from core.games.gzhel.components import ALL, FIGURINES
from core.games.gzhel.phases import PAINT, TURN_PADS
from tests.core.games.gzhel.gzhel_positions import BARE, MATE, Seated, painting, random_positions, set_up


def test_a_plan_is_legal_and_worth_what_it_promises() -> None:
    plans = 0
    for seed in range(3):
        for state in random_positions(seed)[::5]:
            if state.phase != PAINT or not any(state.lifted):
                continue
            seat = state.actor
            assert seat is not None
            eye = PadsRater(state, seat)
            flowers = state.flowers[5 * seat : 5 * seat + 5]
            promised, plan = arrange(eye, flowers, state.lifted)
            assert len({space for _, space in plan}) == len(plan)
            used = [sum(kind == k for k, _ in plan) for kind in range(5)]
            assert all(n <= state.lifted[kind] for kind, n in enumerate(used))
            laid = flowers[:]
            for kind, space in plan:
                assert not any(mask >> space & 1 for mask in laid)
                laid[kind] |= 1 << space
            kept = sum(state.lifted) - len(plan)
            assert abs(promised - eye.worth(laid) - kept * eye.in_hand) < 1e-6
            # Keeping everything is always possible, so no plan may be worse.
            assert promised >= eye.worth(flowers) + sum(state.lifted) * eye.in_hand - 1e-6
            plans += 1
    assert plans > 20


def test_a_plan_for_one_flower_is_the_best_there_is() -> None:
    for state in random_positions(5):
        seat = state.actor
        assert seat is not None
        if state.phase == TURN_PADS:
            continue
        eye = PadsRater(state, seat)
        flowers = state.flowers[5 * seat : 5 * seat + 5]
        # One rose in hand, and the pads without one of their roses.
        rose = flowers[2] & -flowers[2]
        flowers[2] ^= rose
        filled = flowers[0] | flowers[1] | flowers[2] | flowers[3] | flowers[4]
        tried = [eye.worth(flowers) + eye.in_hand]
        for space in range(32):
            if ALL & ~filled & 1 << space:
                with_it = flowers[:]
                with_it[2] |= 1 << space
                tried.append(eye.worth(with_it))
        promised, _ = arrange(eye, flowers, [0, 0, 1, 0, 0])
        assert abs(promised - max(tried)) < 1e-6


def test_the_judge_lays_the_last_stamps_in_the_last_round() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "rb"), number=8)
    ratings = GAME.evaluator().rate_moves(state, state.legal_moves())
    assert state.legal_moves()[0].notation == "done"
    assert max(ratings) > ratings[0]


def test_the_judge_names_the_figurine_that_promises_most() -> None:
    state = set_up(MATE)
    ratings = GAME.evaluator().rate_moves(state, state.legal_moves())
    eye = PadsRater(state, 0)
    assert ratings == [lifting(state, 0, eye, figurine) for figurine in range(len(FIGURINES))]
