"""The movement stage: figures 1 to 7, logs, currents, funnels; examples Z08 to Z15 and Z18 to Z23."""

import pytest

from tests.core.games.mazaytsy.drawn_boards import asked, can, do, drawn, flood, hares_at, holds, where


def open_water(boats: str, name: str = "c3") -> str:
    return drawn({name: f".//{boats}"})


FIGURES = {
    "Z08 figure 1, one forward": ("f stop", "c2n"),
    "Z09 figure 2, a quarter turn": ("r stop", "c3e"),
    "Z09 figure 2, the other way": ("l stop", "c3w"),
    "Z10 figure 3, two forward": ("f f", "c1n"),
    "Z11 figure 4, forward and a turn": ("f l", "c2w"),
    "Z12 figure 5, a half turn": ("r r", "c3s"),
    "Z13 figure 6, a turn and forward": ("r f", "d3e"),
    "Z14 figure 7, diagonally ahead": ("fr", "d2n"),
    "Z14 figure 7, on the other side": ("fl", "b2n"),
}


@pytest.mark.parametrize(("moves", "end"), FIGURES.values(), ids=FIGURES)
def test_the_seven_figures(moves: str, end: str) -> None:
    s = flood(open_water("Rn"))
    do(s, moves)
    assert where(s) == end
    assert asked(s) == "cell", "the movement stage is over"


def test_z15_forward_or_turn_allow_one_more_forward_or_turn() -> None:
    for first in ("f", "l", "r"):
        s = flood(open_water("Rn", "d4"))
        do(s, first)
        assert can(s) == {"f", "l", "r", "stop"}


def test_z15_a_slip_allows_no_second_action() -> None:
    s = flood(open_water("Rn"))
    do(s, "fl")
    assert asked(s) == "cell"


def test_ruling_13_there_is_no_passing() -> None:
    assert can(flood(open_water("Rn"))) == {"f", "l", "r", "fl", "fr"}


def test_two_opposite_turns_are_legal() -> None:
    s = flood(open_water("Rn"))
    do(s, "l r")
    assert where(s) == "c3n"


def test_the_shore_and_thickets_cannot_be_entered() -> None:
    assert can(flood(open_water("Rn", "a1"))) == {"l", "r"}
    assert can(flood(drawn({"c3": ".//Rn", "c2": "#", "b2": "#"}))) == {"l", "r", "fr"}


def test_a_boat_ringed_by_thickets_can_only_turn() -> None:
    ring = dict.fromkeys(["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"], "#")
    s = flood(drawn({**ring, "c3": ".//Rn"}))
    assert can(s) == {"l", "r"}
    do(s, "l")
    assert can(s) == {"l", "r", "stop"}


def test_ruling_14_boats_may_share_a_card() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": ".//Bs"}))
    do(s, "f stop")
    assert s.boats[0] == s.boats[1]


def test_ruling_15_a_slip_between_two_thickets() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "#", "d3": "#"}))
    do(s, "fr")
    assert where(s) == "d2n"


# Logs


def test_a_log_ends_the_movement_at_once() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "="}))
    do(s, "f")
    assert where(s) == "c2n"
    assert asked(s) == "cell"


def test_ruling_16_a_log_under_the_boat_at_the_start_does_nothing() -> None:
    s = flood(drawn({"c3": "=//Rn"}))
    do(s, "l f")
    assert where(s) == "b3w"
    s = flood(drawn({"c3": "=//Rn"}))
    do(s, "f f")
    assert where(s) == "c1n"


def test_a_hare_on_a_log_may_be_picked_up() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "=/3"}))
    do(s, "f +3")
    assert holds(s) == [3]
    assert asked(s) == "cell"


def test_a_drift_onto_a_log_ends_the_movement() -> None:
    s = flood(drawn({"c3": ".//Rn", "c2": "~e", "d2": "="}))
    do(s, "f")
    assert where(s) == "d2n"
    assert asked(s) == "cell"


# Currents


def test_z18_a_current_met_first_carries_and_the_second_action_starts_from_there() -> None:
    s = flood(drawn({"c4": ".//Rn", "c3": "~e"}))
    do(s, "f")
    assert where(s) == "d3n"
    assert can(s) == {"f", "l", "r", "stop"}
    do(s, "f")
    assert where(s) == "d2n"


def test_z19_a_current_met_second_carries_and_the_stage_is_over() -> None:
    s = flood(drawn({"c5": ".//Rn", "c3": "~ne"}))
    do(s, "f f")
    assert where(s) == "d2n"
    assert asked(s) == "cell"


@pytest.mark.parametrize("ahead", ["shore", "thicket"])
def test_z20_a_current_into_shore_or_thicket_holds_the_boat_and_ends_the_stage(ahead: str) -> None:
    if ahead == "shore":
        s = flood(drawn({"a4": ".//Rn", "a3": "~w"}))
    else:
        s = flood(drawn({"a4": ".//Rn", "a3": "~e", "b3": "#"}))
    do(s, "f")
    assert where(s) == "a3n"
    assert asked(s) == "cell"


def test_z21_a_current_under_the_boat_at_the_start_acts_only_on_a_turn() -> None:
    grid = drawn({"c3": "~e//Rn"})
    ends = {"f stop": "c2n", "fl": "b2n", "l stop": "d3w", "r stop": "d3e"}
    for moves, end in ends.items():
        s = flood(grid)
        do(s, moves)
        assert where(s) == end, moves


def test_z21_a_current_at_the_shore_does_not_act_on_unloading() -> None:
    s = flood(drawn({"a3": "~e//Rn"}), holds={0: (2,)})
    do(s, "land")
    assert where(s) == "a3n"


def test_ruling_24_turn_first_then_drift_and_the_second_action_goes_along_the_new_bow() -> None:
    s = flood(drawn({"c3": "~n//Rn"}))
    do(s, "r f")
    assert where(s) == "d2e"


def test_a_forced_turn_on_a_current_against_the_shore_ends_the_stage() -> None:
    s = flood(drawn({"a3": "~w//Rn", "a2": "#", "b2": "#"}))
    assert can(s) == {"l", "r"}
    do(s, "r")
    assert where(s) == "a3e"
    assert asked(s) == "cell"


def test_z22_a_current_into_a_current_works_too() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e", "d4": "~ne", "e3": "~n"}))
    do(s, "f")
    assert where(s) == "e2n"
    assert can(s) == {"f", "l", "r", "stop"}


def test_z22_each_current_acts_once_a_turn_so_a_loop_ends_where_it_began() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e", "d4": "~n", "d3": "~w", "c3": "~s"}))
    do(s, "f")
    assert where(s) == "c4n"
    assert asked(s) == "second"


def test_ruling_21_a_turn_on_a_spent_current_does_nothing() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e", "d4": "~w"}))
    do(s, "f l")
    assert where(s) == "c4w"


def test_ruling_21_a_current_that_was_left_without_acting_still_acts() -> None:
    # The boat starts on c4, rows off it, is carried back onto it: only now it acts.
    s = flood(drawn({"c4": "~e//Rn", "c3": "~s"}))
    do(s, "f")
    assert where(s) == "d4n"


def test_a_spent_current_acts_again_in_the_next_turn() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e", "d4": "~w", "e1": ".//Bn", "f3": ".//Gn"}))
    do(s, "f stop a1 l stop a1 l stop a1")
    assert where(s) == "c4n"
    do(s, "l f")
    # The turn sets c4 off, d4 carries back, and from the spent c4 the boat rows west.
    assert where(s) == "b4w"
    s = flood(drawn({"c4": "~e//Rn", "e1": ".//Bn", "f3": ".//Gn"}))
    do(s, "l stop a1 l stop a1 l stop a1")
    assert where(s) == "d4w"
    do(s, "f")
    assert where(s) == "d4w"


def test_ruling_22_a_slip_onto_a_current_drifts_and_ends() -> None:
    s = flood(drawn({"c4": ".//Rn", "d3": "~n"}))
    do(s, "fr")
    assert where(s) == "d2n"
    assert asked(s) == "cell"


def test_hares_are_picked_up_on_every_card_of_a_chain() -> None:
    s = flood(drawn({"c5": ".//Rn", "c4": "~e/1", "d4": "~n/2", "d3": "./3"}))
    do(s, "f +1 +2 +3")
    assert holds(s) == [3, 2, 1]
    assert where(s) == "d3n"
    assert asked(s) == "second"


# Funnels


def test_a_funnel_pulls_from_all_eight_sides_and_keeps_the_bow() -> None:
    for name in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"):
        s = flood(drawn({"c3": "V", name: ".//Re"}))
        do(s, "l r")
        assert where(s) == "c3e", name


def test_a_funnel_does_not_pull_in_the_midst_of_the_movement() -> None:
    s = flood(drawn({"c3": "V", "a4": ".//Re"}))
    do(s, "f")
    assert where(s) == "b4e"
    do(s, "r")
    assert where(s) == "c3s"


def test_z23_of_two_funnels_the_player_chooses() -> None:
    s = flood(drawn({"c3": "V", "e3": "V", "d5": ".//Rn"}))
    do(s, "f stop")
    assert asked(s) == "funnel"
    assert can(s) == {"c3", "e3"}
    do(s, "e3")
    assert where(s) == "e3n"


def test_z23_on_a_funnel_no_other_funnel_pulls() -> None:
    s = flood(drawn({"c3": "V", "d3": "V", "c4": ".//Rn"}))
    do(s, "f stop")
    assert where(s) == "c3n"
    assert asked(s) == "cell"


def test_one_pull_only() -> None:
    s = flood(drawn({"c3": "V", "c2": "V", "c5": ".//Rn"}))
    do(s, "f stop")
    assert where(s) == "c3n"


def test_ruling_18_no_pull_after_unloading() -> None:
    s = flood(drawn({"b2": "V", "a3": ".//Rn"}), holds={0: (2,)})
    do(s, "land")
    assert where(s) == "a3n"


@pytest.mark.parametrize(
    "cards",
    [{"c4": "="}, {"c4": "~n", "c3": "#"}, {"c4": "~n"}],
    ids=["log", "blocked current", "drift"],
)
def test_ruling_19_funnels_pull_after_logs_blocks_and_drifts(cards: dict[str, str]) -> None:
    s = flood(drawn({"d4": "V", "c6": ".//Rn", **cards}))
    do(s, "f f")
    assert where(s) == "d4n"


def test_ruling_20_other_boats_are_not_pulled() -> None:
    s = flood(drawn({"c3": "V", "b2": ".//Bn", "e6": ".//Rn"}))
    do(s, "f stop")
    assert where(s, 1) == "b2n"


def test_a_hare_on_the_funnel_may_be_picked_up() -> None:
    s = flood(drawn({"c3": "V/2", "c5": ".//Rn"}))
    do(s, "f stop +2")
    assert holds(s) == [2]
    assert hares_at(s, "c3") == []
