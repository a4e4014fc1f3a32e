"""Picking up, unloading, stealing, sharing out: examples Z16, Z17, Z30, Z31."""

from typing import Any

import pytest

from core.games.mazaytsy import GAME
from core.games.mazaytsy.hares import points, worths
from core.games.mazaytsy.phases import HERE
from core.games.mazaytsy.state import MazaytsyState
from tests.core.games.mazaytsy.drawn_boards import (
    NARROW,
    asked,
    bunch_of,
    can,
    cell,
    do,
    drawn,
    flood,
    hares_at,
    holds,
    where,
)

# Picking up


def test_z16_a_boat_holds_four_hares() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "./4+1"}), holds={0: (1, 1, 1)})
    do(s, "f")
    assert can(s) == {"+1", "+4", "leave"}
    do(s, "+4")
    assert holds(s) == [4, 1, 1, 1]
    assert hares_at(s, "c2") == [1]
    assert asked(s) == "second", "a full boat is not asked about the hare that is left"


def test_ruling_11_hares_are_taken_on_the_start_card_and_on_cards_passed() -> None:
    s = flood(drawn({"c3": "./2/Rn", "c2": "./3", "c1": "./4"}))
    assert asked(s) == "here"
    do(s, "+2 f +3 f +4")
    assert holds(s) == [4, 3, 2]


def test_a_hare_may_be_left_and_taken_later() -> None:
    s = flood(drawn({"c3": "./2/Rn"}), players=3)
    do(s, "leave l stop a1")
    assert hares_at(s, "c3") == [2]
    assert holds(s) == []


def test_ruling_12_a_hare_that_comes_to_a_boat_waits_for_its_owners_turn() -> None:
    # Blue lays a whirlpool on c2, and the hare of b3 comes to Red on b2.
    s = flood(drawn({"b2": ".//Rn", "b3": "./3", "e4": ".//Bn"}), seat=1, row=[8, 2, 2])
    do(s, "f stop c2 cw")
    assert hares_at(s, "b2") == [3]
    assert holds(s, 0) == []
    assert s.actor == 2
    do(s, "l stop a1")
    assert s.actor == 0
    assert can(s) == {"+3", "leave"}


def test_ruling_12_ones_own_whirlpool_may_bring_a_hare_at_once() -> None:
    s = flood(drawn({"b2": ".//Rs", "b3": "./3"}), row=[8, 2, 2])
    do(s, "l stop c2 cw")
    assert s.actor == 0
    assert can(s) == {"+3", "leave"}
    do(s, "+3")
    assert holds(s) == [3]
    assert s.actor == 1


def test_z30_advanced_3_counts_points_instead_of_hares() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "./1+2"}), holds={0: (1, 1, 1, 1, 1, 1, 2)}, weight=True)
    do(s, "f")
    assert can(s) == {"+1", "leave"}
    do(s, "+1")
    assert points(s.holds[0]) == 9
    assert asked(s) == "second"


def test_without_advanced_3_four_heavy_hares_fit() -> None:
    s = flood(drawn({"c3": "./4/Rn"}), holds={0: (4, 4, 4)})
    do(s, "+4")
    assert holds(s) == [4, 4, 4, 4]


# Unloading


def test_z17_unloading_only_at_the_shore() -> None:
    at_sea = flood(drawn({"b2": ".//Rn"}), holds={0: (2,)})
    assert "land" not in can(at_sea)
    for name in ("a3", "f1", "c6", "d1"):
        assert "land" in can(flood(drawn({name: ".//Rn"}), holds={0: (2,)}))


def test_unloading_needs_a_hare() -> None:
    assert "land" not in can(flood(drawn({"a3": ".//Rn"})))


def test_z17_any_number_may_go_ashore_and_there_is_no_movement() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (4, 2, 2)})
    do(s, "land")
    assert can(s) == {"4+2+2", "4+2", "2+2", "4", "2"}
    do(s, "4+2")
    assert holds(s) == [2]
    assert worths(s.ashore[0]) == [4, 2]
    assert where(s) == "a3n"
    assert asked(s) == "cell"


def test_a_single_hare_is_landed_without_asking_which() -> None:
    s = flood(drawn({"a3": ".//Rn"}), holds={0: (3,)})
    do(s, "land")
    assert worths(s.ashore[0]) == [3]


def test_z17_the_second_action_is_never_unloading() -> None:
    s = flood(drawn({"b3": ".//Rw"}), holds={0: (3,)})
    do(s, "f")
    assert can(s) == {"l", "r", "stop"}


def test_a_full_boat_may_pick_up_after_unloading() -> None:
    s = flood(drawn({"a3": "./3/Rn"}), holds={0: (1, 1, 1, 1)})
    assert asked(s) == "first"
    do(s, "land 1")
    assert can(s) == {"+3", "leave"}
    do(s, "+3")
    assert holds(s) == [3, 1, 1, 1]
    assert asked(s) == "cell"


def test_z31_hares_aboard_count() -> None:
    s = flood(NARROW, 2, holds={0: (4, 3)})
    s.ashore[0] = bunch_of(2)
    assert s.scores() == [9, 0]
    assert s.breakdown() == {"ashore": [2, 0], "aboard": [7, 0]}


# The habit


def test_the_habit_takes_the_best_first_and_asks_when_there_is_more_to_decide() -> None:
    s = flood(drawn({"c3": "./2+4/Rn"}))
    habit = GAME.auto_move(s, {"pickup": True})
    assert str(habit) == "+4"
    assert GAME.auto_move(s, {"pickup": False}) is None
    puzzle = flood(drawn({"c3": "./2+4/Rn"}), holds={0: (4,)}, weight=True)
    assert puzzle.phase == HERE
    assert GAME.auto_move(puzzle, {"pickup": True}) is None
    do(s, "leave")
    assert GAME.auto_move(s, {"pickup": True}) is None


# Advanced 4: stealing


def test_advanced_4_one_hare_from_a_boat_that_one_comes_upon() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs,Gs"}), holds={1: (4, 1), 2: (2,)}, stealing=True)
    do(s, "f")
    assert can(s) == {"B-4", "B-1", "G-2", "leave"}
    do(s, "B-4")
    assert holds(s) == [4]
    assert holds(s, 1) == [1]
    assert asked(s) == "second", "one hare a turn, and no action is lost"


def test_no_stealing_without_advanced_4() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs"}), holds={1: (4,)})
    do(s, "f")
    assert asked(s) == "second"


def test_advanced_4_not_from_a_boat_on_the_card_where_the_turn_began() -> None:
    s = flood(drawn({"c3": ".//Rn,Bn"}), holds={1: (4,)}, stealing=True)
    assert asked(s) == "first"
    # Nor when the water carries one back to it.
    s = flood(drawn({"c3": ".//Rn,Bn", "c2": "~s"}), holds={1: (4,)}, stealing=True)
    do(s, "f")
    assert where(s) == "c3n"
    assert asked(s) == "second"


@pytest.mark.parametrize("cards", [{"c2": "~e", "d2": ".//Bs"}, {"d1": "V//Bs"}], ids=["current", "funnel"])
def test_advanced_4_also_when_the_water_brings_the_boats_together(cards: dict[str, str]) -> None:
    s = flood(drawn({"c3": ".//Rn", **cards}), holds={1: (4,)}, stealing=True)
    do(s, "f")
    if asked(s) == "second":
        do(s, "stop")
    assert can(s) == {"B-4", "leave"}


def test_ruling_38_stealing_needs_room() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs"}), holds={0: (1, 1, 1, 1), 1: (4,)}, stealing=True)
    do(s, "f")
    assert asked(s) == "second"
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs"}), holds={0: (4, 3), 1: (4, 2)}, stealing=True, weight=True)
    do(s, "f")
    assert can(s) == {"B-2", "leave"}


def test_ruling_38_one_theft_a_turn_even_from_two_boats() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": ".//Bs", "c2": ".//Gs"}), holds={1: (4,), 2: (3,)}, stealing=True)
    do(s, "f B-4 f")
    assert asked(s) == "cell"
    assert holds(s, 2) == [3]


def test_a_new_turn_allows_a_new_theft() -> None:
    grid = drawn({"c4": ".//Rn", "c3": ".//Bs", "c2": ".//Gs"})
    s = flood(grid, holds={1: (4,), 2: (3,)}, stealing=True)
    do(s, "f B-4 stop a1")
    do(s, "l stop a1")
    do(s, "l stop a1")
    do(s, "f")
    assert can(s) == {"G-3", "leave"}


def test_no_theft_outside_the_movement_stage() -> None:
    s = flood(drawn({"b1": ".//Rs", "b2": ".//Bs", "b3": "./3"}), holds={1: (4,)}, row=[8, 2, 2], stealing=True)
    do(s, "f leave stop c2 cw")
    assert can(s) == {"+3", "leave"}


def test_a_hare_that_was_left_is_not_asked_about_again_when_a_whirlpool_turns_elsewhere() -> None:
    s = flood(drawn({"b2": "./1/Rs", "e5": "./3"}), row=[8, 2, 2])
    do(s, "leave l stop e4 cw")
    assert s.actor == 1


# Two against two: sharing out


def team_flood(mine: tuple[int, ...], mates: tuple[int, ...], **options: Any) -> MazaytsyState:
    grid = drawn({"c3": ".//Rn", "c2": ".//Gs"})
    return flood(grid, 4, holds={0: mine, 2: mates}, teams=True, **options)


def test_partners_on_one_card_share_out_without_losing_an_action() -> None:
    s = team_flood((4, 1), (2,))
    do(s, "f")
    assert can(s) == {"share", "leave"}
    do(s, "share keep0 keep1 keep1")
    assert holds(s, 0) == [2, 1]
    assert holds(s, 2) == [4]
    assert asked(s) == "second"


def test_partners_share_on_the_card_where_the_turn_begins() -> None:
    s = flood(drawn({"c3": ".//Rn,Gn"}), 4, holds={0: (3,)}, teams=True)
    assert can(s) == {"share", "leave"}
    do(s, "share keep0")
    assert holds(s, 2) == [3]
    assert asked(s) == "first"


def test_shares_that_would_overfill_a_boat_are_not_offered() -> None:
    s = team_flood((1, 1, 1), (2, 2))
    do(s, "f share")
    # Five hares for two boats of four: at least one and at most four stay.
    assert can(s) == {"keep0", "keep1", "keep2"}
    do(s, "keep2")
    assert can(s) == {"keep0", "keep1", "keep2"}
    s = team_flood((1, 1, 1), (2, 2))
    do(s, "f share keep0")
    assert can(s) == {"keep1", "keep2", "keep3"}


def test_full_partners_can_swap() -> None:
    s = team_flood((4, 4, 1, 1), (2, 2, 2, 2))
    do(s, "f share keep0")
    # Four of the six other hares must stay, and two ones are all there are.
    assert can(s) == {"keep2", "keep3", "keep4"}
    do(s, "keep4")
    assert holds(s, 0) == [2, 2, 2, 2]
    assert holds(s, 2) == [4, 4, 1, 1]


def test_sharing_with_advanced_3_keeps_both_boats_under_nine_points() -> None:
    s = team_flood((4, 4, 1), (3, 2, 4), weight=True)
    do(s, "f share")
    # 18 points for two boats of nine: with one four go three and two, with two fours the one.
    assert can(s) == {"keep1", "keep2"}
    do(s, "keep1")
    assert holds(s, 0) == [4, 3, 2]
    assert holds(s, 2) == [4, 4, 1]


def test_partners_share_again_after_one_has_picked_up() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "./4/Gs"}), 4, holds={0: (1, 1, 1, 1)}, teams=True)
    do(s, "f")
    assert can(s) == {"share", "leave"}
    do(s, "share keep2")
    assert can(s) == {"+4", "leave"}
    do(s, "+4")
    assert can(s) == {"share", "leave"}
    do(s, "leave")
    assert asked(s) == "second"


def test_partners_share_again_when_the_water_brings_them_together_again() -> None:
    s = flood(drawn({"c3": "~n//Rn,Gn", "c2": "~s"}), 4, holds={0: (1, 2)}, teams=True)
    do(s, "share keep1 keep0 l")
    assert where(s) == "c3w"
    assert can(s) == {"share", "leave"}


def test_partners_do_not_steal_from_each_other() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Gs,Bs"}), 4, holds={1: (2,), 2: (3,)}, teams=True, stealing=True)
    do(s, "f")
    assert can(s) == {"B-2", "share", "leave"}


def test_opponents_do_not_share() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs"}), 4, holds={0: (1,), 1: (2,)}, teams=True)
    do(s, "f")
    assert asked(s) == "second"


def test_no_sharing_outside_the_movement_stage() -> None:
    """A whirlpool that brings a hare asks for the hare only."""
    grid = drawn({"b2": ".//Rs,Gs", "b3": "./3"})
    s = flood(grid, 4, holds={2: (1,)}, row=[8, 2, 2, 2], teams=True)
    do(s, "leave l stop c2 cw")
    assert can(s) == {"+3", "leave"}
    assert s.hares[cell("b2")] == bunch_of(3)
