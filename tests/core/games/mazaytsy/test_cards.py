"""Replacing a card, what it does, and opening a new one."""

import pytest

from core.games.mazaytsy.components import FISH, FUNNEL, LOG, PLAIN, SIDE, STRAIGHT, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.hares import ALL, count
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.text.board import mark
from tests.core.games.mazaytsy.drawn_boards import asked, bunch_of, can, card, cell, do, drawn, flood, hares_at, holds

W = card(PLAIN)


def test_the_far_card_is_laid_and_the_row_slides() -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=[card(LOG), card(FUNNEL), card(FISH)], stack=[W, card(THICKET)])
    do(s, "l stop a1")
    assert mark(s.field[cell("a1")]) == "="
    assert s.row == [card(FUNNEL), card(FISH), card(THICKET)]
    assert s.stack == [W]
    assert s.discard == [W]
    assert s.actor == 1


def test_no_card_with_a_boat_or_a_hare_is_replaced_but_any_other_is() -> None:
    s = flood(drawn({"c3": ".//Rn", "d3": ".//Bn", "a1": "./1", "b1": "#", "c1": "V"}))
    do(s, "l stop")
    assert len(can(s)) == 36 - 4, "two boats here, one in the corner, one hare"
    assert not can(s) & {"c3", "d3", "f6", "a1"}
    assert can(s) >= {"b1", "c1"}


def test_ruling_26_start_cards_may_be_replaced_by_thickets() -> None:
    s = flood(drawn({"a3": ".//Rn"}), row=[card(THICKET), W, W])
    do(s, "r stop c3")
    assert mark(s.field[cell("c3")]) == "#"


@pytest.mark.parametrize(("kind", "ways"), [(STRAIGHT, {"n", "e", "s", "w"}), (SIDE, {"ne", "se", "sw", "nw"})])
def test_currents_are_laid_in_any_direction(kind: int, ways: set[str]) -> None:
    for way in ways:
        s = flood(drawn({"a3": ".//Rn"}), row=[card(kind), W, W])
        do(s, "r stop c3")
        assert can(s) == ways
        do(s, way)
        assert mark(s.field[cell("c3")]) == f"~{way}"


def test_ruling_27_the_hare_on_a_row_card_goes_to_the_water_with_it() -> None:
    s = flood(drawn({"a3": ".//Rn"}), row=[card(LOG, True), W, W], row_hares=[(3,), (), ()])
    do(s, "r stop c3")
    assert hares_at(s, "c3") == [3]


def test_a_new_card_with_the_sign_gets_a_hare_if_one_is_left() -> None:
    s = flood(drawn({"a3": ".//Rn"}), stack=[W, card(FISH, True)])
    do(s, "r stop c3")
    assert count(s.row_hares[-1]) == 1
    s = flood(drawn({"a3": ".//Rn"}), stack=[W, card(FISH, True)])
    s.ashore[2] = s.pool
    s.pool = 0
    do(s, "r stop c3")
    assert s.row[-1] == card(FISH, True)
    assert s.row_hares[-1] == 0


def test_ruling_25_when_nothing_can_make_way_the_card_is_lost() -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=[card(LOG, True), W, W], row_hares=[(4,), (), ()])
    s.hares = [0 if place in s.boats else 1 for place in range(36)]
    s.pool = 0
    do(s, "l stop")
    assert s.actor == 1
    assert s.discard == [card(LOG, True)]
    assert s.pool == bunch_of(4)


# Whirlpools


def whirlpool(grid: str, moves: str) -> MazaytsyState:
    s = flood(grid, row=[card(WHIRLPOOL), W, W])
    do(s, moves)
    return s


RING = {"b2": "./1", "c2": "./2", "d3": "./3", "c4": "./4", "b4": "./1+2", "f1": ".//Rn"}


def test_a_whirlpool_turns_all_hares_around_it_one_place() -> None:
    s = whirlpool(drawn(RING), "l stop c3 cw")
    found = {name: hares_at(s, name) for name in ("b2", "c2", "d2", "d3", "d4", "c4", "b4", "b3")}
    expected = {"c2": [1], "d2": [2], "d4": [3], "b4": [4], "b3": [2, 1]}
    assert {name: values for name, values in found.items() if values} == expected


def test_ruling_29_and_the_other_way_hares_on_one_card_move_together() -> None:
    s = whirlpool(drawn(RING), "l stop c3 ccw")
    found = {name: hares_at(s, name) for name in ("b2", "c2", "d2", "d3", "d4", "c4", "b4", "b3")}
    expected = {"b3": [1], "b2": [2], "d2": [3], "d4": [4], "c4": [2, 1]}
    assert {name: values for name, values in found.items() if values} == expected


def test_whirled_hares_that_meet_a_thicket_are_lost() -> None:
    s = whirlpool(drawn({"b2": "./3", "c2": "#", "f1": ".//Rn"}), "l stop c3 cw")
    assert hares_at(s, "c2") == []
    assert s.pool == ALL


def test_ruling_28_at_the_edge_hares_are_turned_onto_the_shore_and_lost() -> None:
    grid = drawn({"a2": "./1", "b2": "./2", "b3": "./3", "b4": "./4", "a4": "./1", "f1": ".//Rn"})
    s = whirlpool(grid, "l stop a3 cw")
    # Clockwise: a2 to b2, b2 to b3, b3 to b4, b4 to a4, a4 to the shore.
    assert [hares_at(s, name) for name in ("a2", "b2", "b3", "b4", "a4")] == [[], [1], [2], [3], [4]]
    assert s.pool == ALL - bunch_of(1, 2, 3, 4)


def test_ruling_28_in_the_corner() -> None:
    s = whirlpool(drawn({"b1": "./1", "b2": "./2", "a2": "./3", "f1": ".//Rs"}), "r stop a1 ccw")
    # Counter-clockwise: a2 to b2, b2 to b1, b1 to the shore.
    assert [hares_at(s, name) for name in ("b1", "b2", "a2")] == [[2], [3], []]


def test_hares_beside_boats_are_whirled_and_loads_are_not() -> None:
    s = flood(drawn({"b2": "./1/Bn", "f1": ".//Rn"}), row=[card(WHIRLPOOL), W, W], holds={1: (4,)})
    do(s, "l stop c3 cw")
    assert hares_at(s, "b2") == []
    assert hares_at(s, "c2") == [1]
    assert holds(s, 1) == [4]


def test_a_whirlpool_with_nothing_around_asks_no_direction() -> None:
    s = whirlpool(drawn({"f1": ".//Rn"}), "l stop c3")
    assert s.actor == 1


# Swamps


def test_a_swamp_draws_in_the_hares_of_all_eight_cards_around() -> None:
    around = dict.fromkeys(["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"], "./1")
    s = flood(drawn({**around, "f1": ".//Rn", "e5": "./4"}), row=[card(SWAMP), W, W])
    do(s, "l stop c3")
    assert hares_at(s, "c3") == [1] * 8
    assert all(not hares_at(s, name) for name in around)
    assert hares_at(s, "e5") == [4]


def swamp_laid() -> MazaytsyState:
    grid = drawn({"b2": "./3", "f1": ".//Rn", "c6": ".//Bn", "f3": ".//Gw"})
    s = flood(grid, row=[card(SWAMP), W, W])
    do(s, "l stop c3")
    return s


def test_ruling_31_the_hares_sink_after_the_layers_next_movement() -> None:
    s = swamp_laid()
    do(s, "l stop a1 l stop a1")
    assert s.actor == 0
    assert hares_at(s, "c3") == [3]
    do(s, "l")
    assert hares_at(s, "c3") == [3]
    do(s, "stop")
    assert hares_at(s, "c3") == []
    assert s.pool == ALL


def test_ruling_31_anyone_may_save_them_before() -> None:
    s = swamp_laid()
    do(s, "f f a1")
    do(s, "f f a1")
    assert hares_at(s, "c3") == [3]
    s.boats[0] = cell("c4")
    s.bows[0] = 0
    do(s, "f +3 stop")
    assert holds(s, 0) == [3]
    s = swamp_laid()
    s.boats[1] = cell("c5")
    do(s, "f f +3")
    assert holds(s, 1) == [3]


def test_a_swamp_swallows_once() -> None:
    s = swamp_laid()
    do(s, "l stop a1 l stop a1 l stop a1")
    s.hares[cell("c3")] = bunch_of(2)
    do(s, "l stop a1 l stop a1 l stop")
    assert hares_at(s, "c3") == [2]


def test_ruling_31_unloading_counts_as_the_movement_stage() -> None:
    s = swamp_laid()
    s.holds[0] = bunch_of(1)
    do(s, "l stop a1 l stop a1 land")
    assert hares_at(s, "c3") == []


def test_ruling_30_hares_that_come_later_sink_with_the_others() -> None:
    s = swamp_laid()
    s.hares[cell("d4")] += bunch_of(2)
    s.row[0] = card(WHIRLPOOL)
    do(s, "l stop d3 cw")
    # Around d3, clockwise: d4 to c4; c3 to c2, so Green turns another one back.
    assert hares_at(s, "c4") == [2]
    assert hares_at(s, "c2") == [3]
    s.row[0] = card(WHIRLPOOL)
    do(s, "l stop b3 ccw")
    # Around b3, counter-clockwise: c4 to c3, c2 to b2.
    assert hares_at(s, "c3") == [2]
    do(s, "l stop")
    assert hares_at(s, "c3") == []
    assert hares_at(s, "b2") == [3]


def test_a_swamp_that_was_replaced_takes_nothing_with_it() -> None:
    s = swamp_laid()
    s.hares[cell("c3")] = 0
    do(s, "l stop c3 l stop a1")
    s.hares[cell("c3")] = bunch_of(3)
    do(s, "l stop")
    assert hares_at(s, "c3") == [3]


def test_a_swamp_on_anothers_swamp_keeps_its_own_time() -> None:
    s = swamp_laid()
    s.hares[cell("c3")] = 0
    s.hares[cell("b4")] = bunch_of(2)
    s.row[0] = card(SWAMP)
    do(s, "l stop c3")
    assert s.mires == [-1, cell("c3"), -1]
    do(s, "l stop a1 l stop")
    assert hares_at(s, "c3") == [2]
    do(s, "a1 l stop")
    assert hares_at(s, "c3") == []


# Advanced 1


def test_advanced_1_the_card_without_the_sign_clears_its_kind() -> None:
    grid = drawn({"a3": ".//Rn", "c1": "=/3", "c2": "f/2", "c3": "=/1", "c4": "./4"})
    s = flood(grid, row=[card(LOG), W, W], barren=True)
    do(s, "r stop f1")
    assert [hares_at(s, name) for name in ("c1", "c2", "c3", "c4")] == [[], [2], [], [4]]


def test_ruling_35_fish_and_plain_straight_and_side_are_kinds_of_their_own() -> None:
    for barren, kept, gone in [
        (FISH, "c4", "c2"),
        (PLAIN, "c2", "c4"),
        (STRAIGHT, "d2", "d1"),
        (SIDE, "d1", "d2"),
    ]:
        grid = drawn({"a3": ".//Rn", "c2": "f/2", "c4": "./2", "d1": "~n/2", "d2": "~ne/2"})
        s = flood(grid, row=[card(barren), W, W], row_hares=[(), (1,), ()], barren=True)
        do(s, "r stop f1")
        if asked(s) == "turn":
            do(s, "n" if barren == STRAIGHT else "ne")
        assert hares_at(s, kept) == [2]
        assert hares_at(s, gone) == []
        assert s.row_hares[0] == bunch_of(1), "the row is not touched"


def test_without_advanced_1_nothing_is_cleared() -> None:
    s = flood(drawn({"a3": ".//Rn", "c1": "=/3"}), row=[card(LOG), W, W])
    do(s, "r stop f1")
    assert hares_at(s, "c1") == [3]


@pytest.mark.parametrize("kind", [LOG, FUNNEL])
def test_advanced_1_cards_with_the_sign_and_kinds_without_it_clear_nothing(kind: int) -> None:
    s = flood(drawn({"a3": ".//Rn", "c1": "=/3", "c5": "V/1"}), row=[card(kind, kind == LOG), W, W], barren=True)
    do(s, "l stop f1")
    assert hares_at(s, "c1") == [3]
    assert hares_at(s, "c5") == [1]


# Advanced 2

OPEN = [card(LOG), card(FUNNEL), card(THICKET)]


@pytest.mark.parametrize("moves", ["f stop", "l stop"])
def test_advanced_2_one_action_allows_any_open_card(moves: str) -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=OPEN[:], stack=[W, card(FISH)], choice=True)
    do(s, moves)
    assert can(s) == {"row1", "row2", "row3", "top"}
    do(s, "row2 a1")
    assert mark(s.field[0]) == "V"
    assert s.row == [card(LOG), card(THICKET), card(FISH)]


@pytest.mark.parametrize("moves", ["f f", "l r", "fl"])
def test_advanced_2_two_actions_or_a_slip_do_not(moves: str) -> None:
    s = flood(drawn({"c3": ".//Rn"}), choice=True)
    do(s, moves)
    assert asked(s) == "cell"


def test_advanced_2_unloading_does_not() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (2,)}, choice=True)
    do(s, "land")
    assert asked(s) == "cell"


def test_advanced_2_an_action_that_a_log_cut_short_does() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "="}), choice=True)
    do(s, "f")
    assert asked(s) == "card"


def test_ruling_36_the_top_card_leaves_the_row_full_and_gets_its_hare_when_laid() -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=OPEN[:], stack=[W, card(FISH, True)], choice=True)
    do(s, "f stop top")
    assert s.stack == [W, card(FISH, True)], "nothing comes to light before it is laid"
    do(s, "a1")
    assert mark(s.field[0]) == "f"
    assert count(s.hares[0]) == 1
    assert s.row == OPEN
    assert s.stack == [W]


@pytest.mark.parametrize(("choice", "shown"), [("top", {"laid", "hare came"}), ("row2", {"opened"})])
def test_what_lay_face_down_is_told_as_shown(choice: str, shown: set[str]) -> None:
    """So nobody takes it back after a look: the top card when it is laid, else the one that is opened for it."""
    s = flood(drawn({"c3": ".//Rn"}), row=OPEN[:], stack=[W, card(FISH, True)], choice=True)
    told = do(s, f"f stop {choice} a1")
    assert {event.kind for event in told if event.reveals} == shown


def test_advanced_2_the_top_card_may_uncover_mazay() -> None:
    s = flood(drawn({"c3": ".//Rn"}), row=OPEN[:], stack=[W, card(FISH)], under=1, choice=True)
    do(s, "f stop top a1")
    assert s.due == 1
    assert s.under == -1


def test_advanced_2_the_top_card_stays_bare_when_the_pool_is_empty() -> None:
    s = flood(drawn({"c3": ".//Rn"}), stack=[W, card(FISH, True)], choice=True)
    s.ashore[2] = s.pool
    s.pool = 0
    do(s, "f stop top a1")
    assert mark(s.field[0]) == "f"
    assert s.hares[0] == 0
