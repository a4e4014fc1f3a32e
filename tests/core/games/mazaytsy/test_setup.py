"""Setup: sections 1 to 6 of the rulebook's preparation; examples Z01 to Z07 and Z24."""

from collections import Counter

import pytest

from core.errors import InvalidMatchError
from core.games.mazaytsy import GAME, deal
from core.games.mazaytsy.components import CARDS, FLOW, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.hares import ALL, count
from core.games.mazaytsy.phases import LAUNCHED
from core.games.mazaytsy.state import MazaytsyState
from core.games.mazaytsy.water import WATERS
from tests.core.games.mazaytsy.drawn_boards import WIDE, asked, can, cell, do, flood, hares_at, holds, where

SEEDS = range(60)


def start(players: int, seed: int = 0, **options: bool | int) -> MazaytsyState:
    return deal.start(GAME.setup(players, {"starter": 1, **options}, seed))


def test_z01_two_players_have_25_cards_and_mazay_14th_of_27() -> None:
    s = start(2)
    assert len(s.field) == 25
    # Two cards have gone to the row, so eleven are above Mazay and thirteen below.
    assert len(s.stack) + len(s.row) + 1 == 27
    assert len(s.stack) - s.under == 11
    assert s.under == 13
    assert len(CARDS) + 1 == 52


@pytest.mark.parametrize("players", [3, 4])
def test_z02_more_players_have_36_cards_and_a_stack_of_16(players: int) -> None:
    s = start(players)
    assert len(s.field) == 36
    assert len(s.stack) + len(s.row) + 1 == 16


@pytest.mark.parametrize("players", [2, 3, 4])
def test_z03_the_row_has_one_open_card_per_player(players: int) -> None:
    assert len(start(players).row) == players


@pytest.mark.parametrize("players", [2, 3])
def test_z04_no_start_card_is_a_thicket_and_swapped_ones_lie_at_the_bottom(players: int) -> None:
    swapped = 0
    for seed in SEEDS:
        s = start(players, seed)
        assert all(s.field[c] >> 3 != THICKET for c in WATERS[s.side].start)
        assert all(card >> 1 == THICKET for card in s.stack[: s.sunk])
        swapped += s.sunk
    # A tenth or so of all cards are thickets.
    assert swapped > 0


def test_z05_the_bow_points_away_from_the_start_cards() -> None:
    s = start(4)
    assert can(s) == {"c3n", "c3w", "d3n", "d3e", "c4s", "c4w", "d4s", "d4e"}


def test_z06_two_boats_share_the_centre_with_opposite_bows_and_the_second_player_is_first() -> None:
    s = start(2)
    s.hares = [0] * 25
    assert s.actor == 1
    assert can(s) == {"c3n", "c3e", "c3s", "c3w"}
    do(s, "c3e")
    assert s.actor == 0
    assert can(s) == {"c3w"}


def test_z07_boats_are_placed_from_the_last_player_to_the_first() -> None:
    s = start(4)
    s.hares = [0] * 36
    order = []
    while s.turn < 0:
        assert s.actor is not None
        order.append(s.actor + 1)
        s.play(s.legal_moves()[0])
    assert order == [4, 3, 2, 1]
    assert s.actor == 0
    assert len(set(s.boats)) == 4


def test_two_boats_never_start_on_one_card() -> None:
    s = start(3)
    s.hares = [0] * 36
    do(s, "c3n")
    assert can(s) == {"d3n", "d3e", "c4s", "c4w", "d4s", "d4e"}


def test_z24_whirlpools_and_swamps_of_the_setup_do_nothing() -> None:
    """At setup every hare lies on a card with the sign, as dealt; none was moved."""
    laid = 0
    for seed in SEEDS:
        s = start(3, seed)
        laid += {face >> 3 for face in s.field} >= {WHIRLPOOL, SWAMP}
        for bunch, face in zip(s.hares, s.field, strict=True):
            assert count(bunch) == (face >> 2 & 1)
        assert s.mires == [-1] * 3
    assert laid


def test_z24_funnels_of_the_setup_work() -> None:
    s = flood(WIDE.replace(". . . . . .", ". . V . . .", 1).replace(". . . . . .", ". . .//Rn . . .", 1))
    assert where(s) == "c2n"
    do(s, "r stop")
    assert where(s) == "c1e"


def test_hares_lie_on_every_open_card_with_the_sign_but_not_on_the_stack() -> None:
    for seed in SEEDS:
        s = start(4, seed)
        for bunch, card in zip(s.row_hares, s.row, strict=True):
            assert count(bunch) == card & 1
        assert s.pool + sum(s.hares) + sum(s.row_hares) == ALL


def test_ruling_1_mazay_has_none_to_four_cards_below_him() -> None:
    assert Counter(start(3, seed).under for seed in range(200)).keys() == {0, 1, 2, 3, 4}


def test_ruling_9_currents_are_turned_by_luck_and_nothing_else_is() -> None:
    turns: Counter[int] = Counter()
    for seed in SEEDS:
        for face in start(3, seed).field:
            if FLOW[face] >= 0:
                turns[face & 3] += 1
            else:
                assert face & 3 == 0
    assert min(turns.values()) > sum(turns.values()) / 5


def test_ruling_10_a_hare_may_be_picked_up_when_the_boat_is_launched() -> None:
    s = start(3)
    s.hares = [0] * 36
    s.hares[cell("c3")] = 1
    s.pool = ALL - 1 - sum(s.row_hares)
    do(s, "c3n")
    assert s.actor == 2
    assert can(s) == {"+1", "leave"}
    do(s, "+1")
    assert holds(s, 2) == [1]
    assert hares_at(s, "c3") == []
    assert s.actor == 1


def test_who_launches_last_and_moves_first_is_asked_once_about_the_hare_there() -> None:
    s = start(2)
    s.hares = [0] * 25
    s.hares[cell("c3", 5)] = 1
    s.pool = ALL - 1 - sum(s.row_hares)
    do(s, "c3n leave c3s")
    assert (s.actor, s.turn, can(s)) == (0, 0, {"+1", "leave"})
    do(s, "leave")
    assert asked(s) == "first"


def test_a_position_of_the_first_edition_that_asked_twice_goes_on() -> None:
    """It was saved while the first player was asked about the hare under the boat just launched."""
    s = start(2)
    s.hares = [0] * 25
    s.hares[cell("c3", 5)] = 1
    s.pool = ALL - 1 - sum(s.row_hares)
    do(s, "c3n leave c3s")
    s.turn, s.then = -1, LAUNCHED
    assert not s.violations()
    do(s, "+1")
    assert (s.actor, s.turn, asked(s), holds(s)) == (0, 0, "first", [1])


def test_tables_that_cannot_be() -> None:
    with pytest.raises(InvalidMatchError, match="four players"):
        GAME.setup(3, {"teams": True}, 1)
    with pytest.raises(InvalidMatchError, match="rounds"):
        GAME.setup(2, {"rounds": 4}, 1)
