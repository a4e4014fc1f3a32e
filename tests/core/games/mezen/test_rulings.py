"""The doubtful points of Mezen, one by one, by their numbers in rules.md.

Rulings 17 to 24 are about goal cards and stand in test_goals.py, 26 beside them.
"""

import pytest

from core.game import GameEvent
from core.games.mezen.components import FACE, GOALS, SETS
from core.games.mezen.scoring import codes_of, goal_points
from tests.core.games.mezen.drawn_paintings import (
    BIRD,
    HORSE,
    PLAIN,
    at,
    finish_round,
    lay,
    legal,
    lifting,
    play,
    table,
)

#: No horse shows: all five lie on their light side.
NO_HORSE = "I(H) B(H) G(H) F(H) S(H) / i b g f i / b g f i b / g f i b g / f i b g f"


def lift_of(told: list[GameEvent]) -> GameEvent:
    return next(event for event in told if event.kind == "lift")


def puts(board: str, symbol: int, *first: str) -> tuple[str, str]:
    """Where an amulet can keep out, and where it can link, after these moves."""
    state = lifting(board, symbol)
    play(state, *first)
    moves = legal(state)
    return (
        " ".join(move[1:] for move in moves if move[0] == "-"),
        " ".join(move[1:] for move in moves if move[0] == "+"),
    )


def test_ruling_1_a_bridge_counts_but_stays() -> None:
    state = lifting("h . h . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    stays = state.paintings[0][1]
    told = play(state, "+b1 xa1")
    animal, size, cells, faces, found = lift_of(told).facts
    assert (animal, size, cells, faces) == (HORSE, 3, (0, 2), (HORSE, HORSE))
    assert list(found) == [FACE[code] for code in state.hand]
    assert state.paintings[0][1] == stays


def test_ruling_2_one_bridge_joins_every_group_that_touches_it() -> None:
    state = lifting(". . . . . / . . h . . / . h . h . / . . h . . / . . . . .", HORSE)
    play(state, "+c3 xc2")
    assert len(state.hand) == 4


def test_ruling_3_bridges_form_chains_and_may_reach_out_to_nothing() -> None:
    board = "h . . h . / . . . . . / . . . . . / . . . . . / . . . . ."
    state = lifting(board, HORSE)
    play(state, "+b1 +c1 xa1")
    assert len(state.hand) == 2
    state = lifting(board, HORSE)
    play(state, "+a2 +a3 xa1")
    assert len(state.hand) == 1


def test_ruling_3_a_bridge_that_touches_no_group_is_refused() -> None:
    board = "h . . . . / . . . . . / . . . . . / . . . . . / . . . . h"
    assert puts(board, HORSE) == ("", "b1 a2 e4 d5")
    assert puts(board, HORSE, "+b1") == ("", "c1 a2 b2")


def test_ruling_4_on_the_animal_or_spruce_the_player_chooses_on_others_it_links() -> None:
    board = "h h S . . / . . . . . / . . . . . / . . . . . / . . . . ."
    out, link = puts(board, HORSE)
    assert out == "a1 b1 c1"
    assert link == "a1 b1 c1 d1 a2 b2 c2"
    moves = legal(lifting(board, HORSE))
    assert moves.index("-a1") < moves.index("+a1"), "to keep out is offered first"


@pytest.mark.parametrize(("amulet", "lifted", "stays"), [("+b1", 2, True), ("-b1", 1, True), ("", 3, False)])
def test_ruling_4_a_bridge_on_the_animal_stays_and_links(amulet: str, lifted: int, stays: bool) -> None:
    state = lifting("h h h . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    middle = state.paintings[0][1]
    play(state, amulet, "xa1")
    assert len(state.hand) == lifted
    assert (state.paintings[0][1] == middle) is stays


def test_ruling_5_only_tiles_of_the_group_are_kept_out() -> None:
    board = "h h . S . / . . . . . / . . . . . / . . . . . / . . . . ."
    assert puts(board, HORSE)[0] == "a1 b1", "the Spruce apart and other animals belong to no group"
    assert puts(board, HORSE, "+c1")[0] == "a1 d1", "the bridge brings the Spruce in, and needs b1 itself"


def test_ruling_5_what_is_kept_out_must_touch_the_group() -> None:
    """Behind one tile that is kept out a second one changes nothing."""
    board = "h h h h . / . . . . . / . . . . . / . . . . . / . . . . ."
    state = lifting(board, HORSE)
    play(state, "-b1")
    assert legal(state)[:2] == ["xa1", "xc1"]
    assert "-c1" not in legal(state) and "-d1" in legal(state)


def test_ruling_6_spruce_links_groups_and_spruce() -> None:
    state = lifting("h S S h . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    play(state, "xa1")
    assert len(state.hand) == 4


def test_ruling_7_a_group_holds_a_free_tile_of_the_animal() -> None:
    board = "h S . S S / . . . . . / . . . . . / . . . . . / . . . . ."
    state = lifting(board, HORSE)
    assert [move for move in legal(state) if move[0] == "x"] == ["xa1"]
    assert "-a1" not in legal(state) and "+a1" not in legal(state)
    assert "-b1" in legal(state) and "+b1" in legal(state)


def test_ruling_7_what_only_a_bridge_touches_goes_too() -> None:
    state = lifting("h . S S . / . h . . . / . . . . . / . . . . . / . . . . .", HORSE)
    play(state, "+b1 xa1")
    assert len(state.hand) == 4


def test_ruling_8_the_whole_group_goes() -> None:
    board = "h h h . . / h . . . . / H . . . . / . . . . . / . . . . ."
    state = lifting(board, HORSE)
    assert [move for move in legal(state) if move[0] == "x"] == ["xa1"]
    play(state, "xa1")
    assert len(state.hand) == 5


def test_ruling_9_without_the_announced_animal_a_player_has_to_pay() -> None:
    state = table(PLAIN, NO_HORSE)
    play(state, "horse")
    assert legal(state) == ["pay-fish", "pay-bird", "pay-hedgehog", "pay-fox"]


def test_ruling_9_without_animal_and_amulet_the_painting_stays_and_scores() -> None:
    state = table(PLAIN, NO_HORSE, amulets=[5, 0], goals=(7,))
    play(state, "horse")
    assert legal(state) == ["keep"]
    told = play(state, "keep")
    assert [event.kind for event in told] == ["stay", "unpaid"]
    finish_round(state)
    assert state.paintings[1] == lay(NO_HORSE)
    assert state.scores()[1] == 2 * 2, "the Fish on d3 and c4 lie in the centre"
    assert state.amulets == [5, 0]


def test_ruling_10_the_active_player_announces_what_they_have() -> None:
    assert legal(table(NO_HORSE)) == ["fish", "bird", "hedgehog", "fox"]
    assert legal(table(PLAIN)) == ["horse", "fish", "bird", "hedgehog", "fox"]


def test_ruling_11_a_paid_amulet_can_be_used_at_once() -> None:
    state = table(PLAIN, PLAIN, amulets=[0, 3])
    play(state, "horse pay-fox")
    assert state.actor == 0 and state.amulets == [1, 2]
    play(state, "+b1")
    assert state.amulets == [0, 2]
    assert all(move[0] == "x" for move in legal(state))


def test_ruling_12_one_payment_and_never_for_spruce() -> None:
    spruce = "S h i b g / i b g f h / b g f h i / g f h i b / f h i b G"
    state = table(PLAIN, spruce, PLAIN)
    play(state, "horse")
    assert legal(state) == ["keep", "pay-fish", "pay-bird", "pay-hedgehog", "pay-fox"]
    play(state, "pay-bird")
    assert state.actor == 2, "the next player chooses, nobody chooses twice"
    assert "spruce" not in legal(table(spruce))


def test_ruling_13_tiles_under_amulets_fall_too() -> None:
    """Amulets come off first; then a bridge above a lifted tile slides down, and so does one kept out."""
    board = "h h . . . / . h . . . / h . . . . / . . . . . / . . . . ."
    state = lifting(board, HORSE)
    bridge, kept = state.paintings[0][5], state.paintings[0][0]
    play(state, "+a2 -a1 xb1")
    assert (state.bridges, state.excluded) == (0, 0)
    assert state.paintings[0][5] == kept and state.paintings[0][10] == bridge


def test_ruling_14_freed_cells_are_on_top_and_filled_in_any_arrangement() -> None:
    board = ". . . . . / . . . . . / h . . . . / h h . . . / . . . . ."
    seen = set()
    for order in ("a1 a2 b1", "a1 b1 a2", "a2 a1 b1", "a2 b1 a1", "b1 a1 a2", "b1 a2 a1"):
        state = lifting(board, HORSE)
        before = state.paintings[0]
        turned = sorted(before[cell] ^ 1 for cell in (10, 15, 16))
        play(state, "xa3")
        assert sorted(state.hand) == turned
        assert legal(state) == ["a1", "b1", "a2"]
        play(state, order)
        assert sorted(state.paintings[0][cell] for cell in (0, 1, 5)) == turned
        seen.add(tuple(state.paintings[0]))
    assert len(seen) == 6


def test_ruling_15_a_short_pool_serves_clockwise_from_the_active_player() -> None:
    state = table(*[PLAIN] * 4, amulets=[10, 10, 10, 10], pool=3)
    state.active = state.actor = 2
    before = state.amulets[:]
    told = finish_round(state, "amulets")
    gained = [now - then for now, then in zip(state.amulets, before, strict=True)]
    assert gained == [0, 0, 2, 1]
    assert [(event.seat, event.facts) for event in told if event.kind == "refuse"] == [(2, (2,)), (3, (1,))]
    assert state.pool == 0


def test_ruling_15_amulets_come_back_to_the_pool_before_they_are_taken() -> None:
    state = table(PLAIN, PLAIN, amulets=[1, 0], pool=0)
    assert state.pool == 0
    play(state, "horse keep +b1 xa1")
    assert state.pool == 1


def test_ruling_16_points_or_amulets_all_or_nothing() -> None:
    state = table(PLAIN, goals=(1,))
    while "points" not in legal(state):
        play(state, legal(state)[0])
    assert legal(state) == ["points", "amulets"]
    pays = goal_points(codes_of(state.paintings[0]), GOALS[0])
    before = state.amulets[0]
    refused = state.copy()
    play(refused, "amulets")
    assert refused.scores() == [0] and refused.amulets[0] == before + 2
    play(state, "points")
    assert state.scores() == [pays] and state.amulets[0] == before


def test_ruling_16_in_round_ten_two_amulets_are_two_points() -> None:
    state = table(PLAIN, round=10, goals=(33,))
    while "points" not in legal(state):
        play(state, legal(state)[0])
    taken = state.copy()
    play(state, "points")
    play(taken, "amulets")
    assert taken.scores()[0] - state.scores()[0] == 2 - state.breakdown()["goals"][0]


def test_ruling_25_either_icon_puts_a_card_into_the_set() -> None:
    for card, goal in enumerate(GOALS):
        assert {icon for icon, cards in SETS.items() if card in cards} == set(goal.icons)


def test_amulets_count_in_no_order() -> None:
    """All amulets are looked at together: a bridge may bring another group beside a tile that is kept out."""
    board = "b b . b . / . . . . . / . . . . . / . . . . . / . . . . ."
    either = []
    for order in ("-b1 +c1", "+c1 -b1"):
        state = lifting(board, BIRD)
        play(state, order)
        either.append((state.bridges, state.excluded, legal(state)))
    assert either[0] == either[1]
    assert either[0][:2] == (at("c1"), at("b1"))
    assert "xd1" in either[0][2]
