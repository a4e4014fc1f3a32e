"""What a screen shows before a move is made, and how the judge lays flowers."""

import pytest

from core.chance import Chance
from core.gzhel import GAME
from core.gzhel.components import ALL, CARDS, FIGURINES, PADS, PATTERNS, SPACE_NAMES
from core.gzhel.judge import Eye, arrange, lifting
from core.gzhel.previews import (
    coming,
    figurine_between,
    flowers_after,
    moves_by_space,
    paying,
    paying_spaces,
    points_after,
)
from core.gzhel.rules import PAINT, PICK, SHIFT, TURN_PADS, around, goal_points
from core.gzhel.scoring import card_points, on_circle, on_diamond
from core.gzhel.state import Position
from tests.core.gzhel.table import MATE, Seated, painting, play, read_pad, set_up

BARE = ". . . . / . . . . / . . . . / . . . ."


def random_positions(seed: int, players: int = 2) -> list[Position]:
    state = GAME.start(GAME.setup(players, {}, seed))
    luck = Chance(seed)
    found = []
    while state.actor is not None:
        found.append(state.copy())
        state.play(luck.pick(list(state.moves())))
    return found


def test_a_preview_tells_what_playing_would_do() -> None:
    seen = set()
    for state in random_positions(3):
        if state.phase not in (PAINT, PICK, SHIFT):
            continue
        seat = state.actor
        assert seat is not None
        for move in state.moves()[:12]:
            if move.notation == "done":
                continue
            told, points = flowers_after(state, move), points_after(state, move)
            after = state.copy()
            after.play(move)
            assert told == after.flowers[5 * seat : 5 * seat + 5]
            assert points == goal_points(after, seat)
            seen.add(state.phase)
    assert seen == {PAINT, PICK, SHIFT}


def test_a_preview_changes_nothing() -> None:
    state = painting(Seated(BARE, BARE, "r"), lifted="o")
    before = state.digest()
    for move in state.moves():
        flowers_after(state, move)
        points_after(state, move)
    assert state.digest() == before


def test_a_click_on_a_space_means_the_moves_there() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"), lifted="pt")
    found = {
        SPACE_NAMES[space]: [m.notation for m in moves] for space, moves in moves_by_space(state).items()
    }
    assert "a1" not in found
    assert found["h4"] == ["ph4", "th4", "*rh4"]
    play(state, "*rb1")
    found = {
        SPACE_NAMES[space]: [m.notation for m in moves] for space, moves in moves_by_space(state).items()
    }
    assert found == {"a1": ["a1"]}


def test_a_click_while_choosing_means_the_figurines_around_the_space() -> None:
    # Pad 1, diamond side: hedgehog top left, swan in the middle.
    state = set_up(Seated(BARE, BARE))
    found = {
        SPACE_NAMES[space]: {m.notation for m in moves} for space, moves in moves_by_space(state).items()
    }
    assert len(found) == 32
    assert found["a1"] == {"hedgehog"}
    assert found["b2"] == {"hedgehog", "swan"}


def test_nobody_clicks_when_all_is_over() -> None:
    state = set_up(MATE, number=8)
    play(state, "fox", "lift", "done")
    assert moves_by_space(state) == {}


def test_figurines_stand_where_the_spaces_around_them_say() -> None:
    state = set_up(MATE)
    for side in (0, 1):
        pad = state.pads[side]
        for place in range(5):
            figurine, spaces = figurine_between(pad, side, place)
            assert around(state, 0, figurine) & (0xFFFF << 16 * side) == spaces


def test_what_the_open_cards_become() -> None:
    state = set_up(MATE, goals=(21, 8, 14), number=6)
    assert coming(state) == {
        "circle": 20,
        "pattern": PATTERNS.index("leaf"),
        "pattern after": PATTERNS.index("floral"),
    }
    play(state, "fox", "lift", "done")
    assert state.middle == 20
    assert CARDS[state.pile[-1]].back == PATTERNS.index("leaf")
    assert set(coming(state)) == {"circle", "pattern"}
    assert coming(state)["pattern"] == PATTERNS.index("floral")
    play(state, "fox", "lift", "done")
    assert coming(state) == {}


def spaces(text: str) -> int:
    return sum(1 << SPACE_NAMES.index(name) for name in text.split())


@pytest.mark.parametrize(
    ("number", "pad", "paying_now"),
    [
        (1, "p o p o / . . . . / . . . . / o . . .", "a1 b1 c1 d1"),
        (6, ". p . . / r o t . / . . . . / o . . .", "b2"),
        (11, "o p . . / . . . . / . . . o / . . . .", "a1 d3"),
        (20, "t . t . / . b . . / . . . . / . . . b", "b2"),
        (21, "o o p . / o p . . / . . t r / . . t .", "a1 b1 a2 c3 c4"),
        (26, "o o . p / o . . p / . . . . / t . . .", "a1 b1 a2"),
        (28, "o p . . / . . t . / o r . . / . . t .", "a1 a3 c2 c4"),
        (29, "o p o . / . . t . / o r . r / . . t .", "a1 c1 b3 d3"),
        (30, ". o . . / o . . . / . . . . / . . . .", "a1"),
        (31, "o . . . / . . . p / p . . . / . . . .", "a1 d2"),
        (35, "o . . . / p . . . / r . . . / t . . .", "a1 a2 a3 a4"),
        (36, "o p r r / o p r t / . . . . / . . . .", "a2 b2 c2 d2"),
    ],
)
def test_the_spaces_that_pay(number: int, pad: str, paying_now: str) -> None:
    assert paying_spaces(CARDS[number - 1], PADS[0][0], read_pad(pad)[0]) == spaces(paying_now)


#: Points for each paying space, where a card pays by the space.
_EACH = {"flower_pairs": 1, "diagonal_pair": 2, "two_figurines": 1, "chain": 2, "same_pairs": 1, "halves": 1}
_EACH |= {"enclosed_empty": 1, "varied_lines": 0.75}


def test_paying_spaces_are_as_many_as_the_points_ask_for() -> None:
    for seed in range(2):
        for state in random_positions(seed)[2::4]:
            flowers = state.flowers[:5]
            for side, pad in enumerate((on_diamond(flowers), on_circle(flowers))):
                face = PADS[state.pads[side]][side]
                filled = sum(pad)
                for card in CARDS:
                    lit, points = paying_spaces(card, face, pad), card_points(card, face, pad)
                    assert bool(lit) == bool(points)
                    assert (lit & filled == 0) if card.kind == "enclosed_empty" else (lit & ~filled == 0)
                    if card.kind in _EACH:
                        assert lit.bit_count() * _EACH[card.kind] == points


def test_paying_spaces_of_the_whole_table() -> None:
    # Diamond card 21: hedgehog a1 b1 a2; circle card 30: e1; pattern grid: poppies on c2, f1 and g2.
    state = set_up(Seated("o o . . / o . p . / . . . . / . . . .", ". p . . / t . p . / . . . . / . . . ."))
    assert paying(state, 0) == (spaces("a1 b1 a2"), spaces("e1"), spaces("c2 f1 g2"))
    assert goal_points(state, 0) == (3, 1, 2)
    state.flowers[1] ^= spaces("g2")
    assert paying(state, 0)[2] == 0


# How the judge lays flowers


def test_a_plan_is_legal_and_worth_what_it_promises() -> None:
    plans = 0
    for seed in range(3):
        for state in random_positions(seed)[::5]:
            if state.phase != PAINT or not any(state.lifted):
                continue
            seat = state.actor
            assert seat is not None
            eye = Eye(state, seat)
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
        eye = Eye(state, seat)
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
    ratings = GAME.judge().rate(state, state.moves())
    assert state.moves()[0].notation == "done"
    assert max(ratings) > ratings[0]


def test_the_judge_names_the_figurine_that_promises_most() -> None:
    state = set_up(MATE)
    ratings = GAME.judge().rate(state, state.moves())
    eye = Eye(state, 0)
    assert ratings == [lifting(state, 0, eye, figurine) for figurine in range(len(FIGURINES))]
