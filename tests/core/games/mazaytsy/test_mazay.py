"""Mazay's visits, the rounds and the end: examples Z25 to Z28 and Z32."""

from collections import Counter
from typing import Any

import pytest

from core.game import GameEvent
from core.games.mazaytsy import GAME
from core.games.mazaytsy.components import FISH, LOG, PLAIN, THICKET
from core.games.mazaytsy.deal import start
from core.games.mazaytsy.hares import ALL, count
from core.games.mazaytsy.state import MazaytsyState
from core.rng import Rng
from tests.core.games.mazaytsy.drawn_boards import asked, bunch_of, can, card, cell, do, drawn, flood, hares_at, holds

W = card(PLAIN)

ADDING = drawn({"c3": ".//Rn", "d5": ".//Bn", "e2": "=", "e3": "=/2", "e4": "=//Gn", "b5": "f", "b6": "%"})


def visited(players: int = 3, **options: Any) -> MazaytsyState:
    """Red's turn has just opened Mazay, and Blue's begins."""
    s = flood(ADDING, players, stack=[W, card(THICKET)], under=1, **options)
    do(s, "l stop a1")
    return s


def random_game(players: int, seed: int, **options: Any) -> list[tuple[GameEvent, int]]:
    """Every event of a random game with the number of the turn (from 1) in which it happened."""
    s = start(GAME.setup(players, {"starter": 1, **options}, seed))
    rng = Rng(seed)
    told: list[tuple[GameEvent, int]] = []
    while s.actor is not None:
        events: list[GameEvent] = []
        turn = s.turn
        s.play(rng.choice(list(s.legal_moves())), events.append)
        told += [(event, turn + 1) for event in events]
    return told


def turns_of(told: list[tuple[GameEvent, int]], kind: str) -> list[int]:
    return [turn for event, turn in told if event.kind == kind]


def test_z25_mazay_goes_to_the_far_end_and_is_due_for_the_next_player() -> None:
    s = visited()
    assert s.due == s.actor == 1
    assert len(s.row) == 3, "he lies there besides the three cards"
    assert "Row, next card first: Mazay," in s.board_text()


def test_z25_the_next_player_moves_and_adds_hares_and_replaces_no_card() -> None:
    s = visited()
    field = s.field[:]
    do(s, "l stop")
    assert asked(s) == "add"
    do(s, "log")
    assert s.field == field
    assert s.actor == 2


def test_ruling_5_and_6_every_card_of_the_kind_gets_one_also_with_boat_or_hare() -> None:
    s = visited()
    do(s, "l stop log")
    assert [count(s.hares[cell(name)]) for name in ("e2", "e3", "e4")] == [1, 2, 1]
    assert sum(count(bunch) for bunch in s.hares) == 4


def test_the_kind_must_lie_on_the_water_and_is_never_thicket_or_swamp() -> None:
    s = visited()
    do(s, "l stop")
    assert can(s) == {"plain", "log", "fish"}


def test_ruling_7_too_few_hares_are_strewn_by_luck() -> None:
    short: Counter[str] = Counter()
    for seed in range(40):
        s = visited()
        s.chance = Rng(seed)
        do(s, "l stop")
        s.ashore[0] = s.pool - bunch_of(1, 1)
        s.pool = bunch_of(1, 1)
        s.row_hares = [0, 0, 0]
        before = s.hares[:]
        do(s, "log")
        got = [name for name in ("e2", "e3", "e4") if s.hares[cell(name)] != before[cell(name)]]
        assert len(got) == 2
        short.update(got)
    assert set(short) == {"e2", "e3", "e4"}


def test_ruling_12_the_adder_may_pick_up_at_once_what_comes_to_the_boat() -> None:
    s = visited()
    s.boats[1] = cell("e2")
    do(s, "l stop log")
    assert s.actor == 1
    assert len(can(s)) == 2
    taken = next(notation for notation in can(s) if notation != "leave")
    do(s, taken)
    assert holds(s, 1) == [int(taken)]
    assert s.actor == 2


def test_other_boats_wait_for_their_turn_after_an_addition() -> None:
    s = visited()
    do(s, "l stop log")
    assert s.actor == 2
    assert asked(s) == "here", "Green lies on e4, and it is Green's turn now"


def test_ruling_3_row_stack_and_discard_are_shuffled_with_three_or_four_players() -> None:
    s = visited()
    s.row = [card(FISH, True), card(LOG, True), card(LOG)]
    s.row_hares = [bunch_of(4), bunch_of(3), 0]
    s.stack = [card(THICKET)] * 6
    s.discard = [card(LOG)] * 6
    s.pool = ALL - sum(s.hares) - sum(s.row_hares)
    do(s, "l stop fish")
    assert s.discard == []
    assert len(s.row) == 3
    expected = sorted([card(FISH, True), card(LOG, True)] + [card(LOG)] * 7 + [card(THICKET)] * 6)
    assert sorted(s.row + s.stack) == expected
    assert 0 <= s.under <= 4
    assert s.pool == ALL - sum(s.hares) - sum(s.row_hares), "the hares of the old row are back in the pool"
    for laid, bunch in zip(s.row, s.row_hares, strict=True):
        assert count(bunch) == laid & 1


def test_ruling_3_two_players_do_not_shuffle() -> None:
    grid = ". . . . .\n. f . . .\n. . .//Rn . .\n. . . .//Bn .\n. . . . ."
    s = flood(grid, 2, row=[card(LOG), card(FISH)], stack=[W, card(THICKET), W, card(LOG)], under=3)
    do(s, "l stop a1")
    row, stack, discard = s.row[:], s.stack[:], s.discard[:]
    assert s.due == 1
    do(s, "l stop fish")
    assert (s.row, s.stack, s.discard) == (row, stack, discard), "ruling 4: the adder opens no card"
    assert s.under == 0
    assert hares_at(s, "b2") != []


def test_the_player_after_the_adder_plays_as_usual() -> None:
    s = visited()
    do(s, "l stop fish")
    do(s, "l stop a1")
    assert s.actor == 0


@pytest.mark.parametrize("players", [3, 4])
def test_z26_three_visits_and_two_additions_with_three_or_four(players: int) -> None:
    for seed in range(5):
        told = random_game(players, seed)
        assert len(turns_of(told, "mazay")) == 2
        assert len(turns_of(told, "added")) == 2
        assert len(turns_of(told, "last lap")) == 1


def test_what_comes_to_light_in_a_game_is_told_as_shown() -> None:
    """Cards that are opened, Mazay himself, and the hares that luck draws: nothing else was hidden."""
    told = [event for event, _ in random_game(3, 2)]
    shown = {"opened", "mazay", "last lap", "added", "shuffled"}
    assert {event.kind for event in told if event.reveals} == shown
    assert all(event.reveals for event in told if event.kind in shown)
    assert {"laid", "took", "rowed"} <= {event.kind for event in told}


def test_z26_and_z27_two_visits_and_one_addition_with_two_who_have_13_turns_each() -> None:
    for seed in range(10):
        told = random_game(2, seed, choice=seed % 2 == 1)
        assert turns_of(told, "mazay") == [11]
        assert turns_of(told, "added") == [12]
        assert turns_of(told, "last lap") == [25]
        assert turns_of(told, "over") == [26]


def test_turns_per_player_with_three_and_four() -> None:
    """Derived in our notes: 9 to 13 turns each with three, 6 to 9 with four."""
    for players, low, high in ((3, 9, 13), (4, 6, 9)):
        for seed in range(12):
            (turns,) = turns_of(random_game(players, seed), "over")
            assert turns % players == 0
            assert low <= turns // players <= high


def test_random_games_end_both_ways() -> None:
    at_once = {event.facts[0] for seed in range(20) for event, _ in random_game(3, seed) if event.kind == "last lap"}
    assert at_once == {True, False}


def last_visit(seat: int) -> MazaytsyState:
    grid = drawn({"c3": ".//Rn", "d5": ".//Bn", "e4": ".//Gn"})
    s = flood(grid, 3, seat=seat, stack=[W, W, card(THICKET)], under=2)
    s.seen = 2
    return s


def test_z28_the_last_visit_in_the_last_players_turn_ends_the_game_at_once() -> None:
    s = last_visit(2)
    do(s, "l stop a1")
    assert s.actor is None
    assert s.legal_moves() == ()
    assert s.ending


def test_z28_otherwise_the_lap_is_finished() -> None:
    s = last_visit(0)
    do(s, "l stop a1")
    assert s.ending
    assert s.actor == 1
    assert "last lap" in s.progress_text()
    do(s, "l stop a2")
    assert s.row == [W, card(THICKET), W], "ruling 33: cards are still laid and opened"
    do(s, "l stop a3")
    assert s.actor is None


def test_ruling_33_nothing_is_added_at_the_last_visit() -> None:
    s = last_visit(0)
    do(s, "l stop a1 l stop")
    assert asked(s) == "cell"


@pytest.mark.parametrize("rounds", [4, 5, 9])
def test_ruling_34_longer_games(rounds: int) -> None:
    told = random_game(4, 3, rounds=rounds)
    assert len(turns_of(told, "added")) == rounds - 1


def test_longer_games_write_landed_hares_down_and_return_them() -> None:
    s = visited(rounds=5)
    s.ashore[0] = bunch_of(4, 3)
    s.ashore[2] = bunch_of(1)
    s.holds[1] = bunch_of(2)
    s.pool = ALL - sum(s.hares) - sum(s.row_hares) - sum(s.ashore) - sum(s.holds)
    before = s.pool
    do(s, "l stop")
    assert s.booked_points == [7, 0, 1]
    assert s.booked_hares == [2, 0, 1]
    assert s.ashore == [0, 0, 0]
    assert s.pool == before + bunch_of(4, 3, 1)
    assert s.scores() == [7, 2, 1]
    assert s.breakdown() == {"earlier-rounds": [7, 0, 1], "ashore": [0, 0, 0], "aboard": [0, 2, 0]}


def test_standard_games_write_nothing_down() -> None:
    s = visited()
    s.ashore[0] = bunch_of(4)
    do(s, "l stop")
    assert s.ashore[0] == bunch_of(4)
    assert s.booked_points == [0, 0, 0]


def test_after_the_shuffle_nobody_knows_what_lies_at_the_bottom() -> None:
    s = visited()
    s.stack = [card(THICKET)] * 12
    s.sunk = 2
    do(s, "l stop fish")
    assert s.sunk == 0


# Two against two

TEAMS = drawn({"c3": ".//Rn", "d5": ".//Bn", "e3": ".//Gn", "b5": ".//Yn", "e1": "="})


def second_visit(first_adder: int, seat: int, **options: Any) -> MazaytsyState:
    """This seat's turn opens Mazay for the second time."""
    s = flood(TEAMS, 4, seat=seat, stack=[W, card(THICKET)], under=1, teams=True, **options)
    s.seen = 1
    s.first_adder = first_adder
    do(s, "l stop a1")
    return s


def test_z32_the_team_that_added_first_does_not_add_again() -> None:
    s = second_visit(first_adder=1, seat=2)
    # Yellow is next, of the team of Blue, who added first: Mazay waits one more turn.
    assert s.actor == 3
    assert s.due == 0
    assert "next card first: 1 plain water, Mazay, 2 " in s.board_text()
    do(s, "l stop a2")
    assert s.actor == 0
    do(s, "l stop")
    assert asked(s) == "add"


@pytest.mark.parametrize("seat", [0, 1])
def test_z32_at_the_first_visit_nobody_waits(seat: int) -> None:
    s = flood(TEAMS, 4, seat=seat, stack=[W, card(THICKET)], under=1, teams=True)
    do(s, "l stop a1")
    assert s.due == s.actor == seat + 1


def test_z32_the_other_team_adds_as_usual() -> None:
    s = second_visit(first_adder=0, seat=2)
    assert s.due == s.actor == 3


def test_z32_holds_whatever_card_is_taken_in_between() -> None:
    s = second_visit(first_adder=1, seat=2, choice=False)
    assert s.due == 0
    s.advanced |= 2
    do(s, "l stop row2 a2")
    assert s.due == s.actor == 0


def test_without_teams_mazay_does_not_wait() -> None:
    s = flood(TEAMS, 4, seat=2, stack=[W, card(THICKET)], under=1)
    s.seen = 1
    s.first_adder = 1
    do(s, "l stop a1")
    assert s.due == s.actor == 3


def test_both_teams_add_once_in_every_standard_game() -> None:
    for seed in range(15):
        told = random_game(4, seed, teams=True)
        adders = [event.seat for event, _ in told if event.kind == "added"]
        assert sorted(seat % 2 for seat in adders if seat is not None) == [0, 1]
