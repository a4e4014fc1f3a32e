"""The deal of a day is the same for everybody, and the attempt at it that counts is played by stricter rules."""

from collections import Counter
from datetime import date, timedelta

import pytest

from core import daily, registry
from core.bots.search import Budget
from core.daily import daily_match, final_rank, has_started, master_match, play_master, points_by_round, seed
from core.errors import GameError
from core.game import Game
from core.match import Match, Seat
from core.rng import Rng

DAY = date(2026, 11, 17)


def play_on(match: Match, luck: int = 1) -> Match:
    rng = Rng(luck)
    while not match.is_over:
        match.play(rng.choice(list(match.state.legal_moves())))
    return match


def test_the_seeds_of_a_year_are_known_and_all_different() -> None:
    days = [DAY + timedelta(days=number) for number in range(366)]
    seeds = {seed(game, day) for game in registry.all_games() for day in days}
    assert len(seeds) == len(registry.GAME_NAMES) * 366
    # Whatever changes these changes the deals of people who have played them already.
    assert seed(registry.get_game("mezen"), DAY) == 420_242_539_062_916
    assert seed(registry.get_game("mezo"), DAY) == 675_797_191_073_188


@pytest.mark.parametrize("name", ["mazaytsy", "novgorod", "mezo"])
def test_in_a_year_of_deals_each_seat_starts_as_often_as_the_others(name: str) -> None:
    game = registry.get_game(name)
    first = max(game.edition_days.values(), default=DAY)
    setups = [daily_match(game, first + timedelta(days=number), "Anna", counts=True).setup for number in range(366)]
    starts = Counter(map(game.starter, setups))
    assert sorted(starts, key=str) == [0, 1, 2]
    assert all(abs(number - 122) <= 25 for number in starts.values()), starts


def test_mazaytsys_deals_of_the_days_before_the_draw_begin_with_whoever_plays() -> None:
    game = registry.get_game("mazaytsy")
    days = [game.edition_days[3] - timedelta(days=number) for number in range(1, 30)]
    assert {game.starter(daily_match(game, day, "Anna", counts=True).setup) for day in days} == {0}


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_a_deal_is_the_same_whoever_plays_it_and_another_every_day(game: Game) -> None:
    mine, yours = daily_match(game, DAY, "Anna", counts=True), daily_match(game, DAY, "Boris", counts=False)
    assert mine.state.digest() == yours.state.digest() == master_match(game, DAY).state.digest()
    assert mine.state.digest() != daily_match(game, DAY + timedelta(days=1), "Anna", counts=True).state.digest()
    others = [seat.level for seat in mine.seats if not seat.is_human]
    assert others == ([] if min(game.player_counts) == 1 else ["adept", "adept"])
    assert mine.human_seats == [0]


def test_what_was_shown_cannot_be_taken_back_in_the_attempt_that_counts() -> None:
    counted, practice = (daily_match(registry.get_game("mezen"), DAY, "Anna", counts) for counts in (True, False))
    rng = Rng(3)
    while counted.state.round == 1:
        notation = rng.choice(list(counted.state.legal_moves())).notation
        free = len(counted.log)
        counted.play(notation)
        practice.play(notation)
        if counted.state.round == 1 and not any(entry.reveals for entry in counted.log[free:]):
            assert counted.can_undo()
    assert counted.log[-1].reveals  # the next goal card
    assert not counted.can_undo()
    assert practice.can_undo()
    for take_back in (counted.undo, counted.restart_turn, lambda: counted.undo_to(0)):
        with pytest.raises(GameError):
            take_back()
    with pytest.raises(GameError, match="this attempt counts"):
        counted.undo()


def test_nothing_is_taken_back_over_what_others_did() -> None:
    match = daily_match(registry.get_game("mezo"), DAY, "Anna", counts=True)
    rng, unseen = Rng(1), 0
    while not match.is_over:
        mine = [at for at, entry in enumerate(match.log) if entry.seat == 0 and entry.origin == "chosen"]
        if match.waits_for_human and mine and any(entry.seat != 0 for entry in match.log[mine[-1] :]):
            assert not match.can_undo()
            unseen += not any(entry.reveals for entry in match.log[mine[-1] :])
        match.play(rng.choice(list(match.state.legal_moves())))
    assert unseen  # now and then nothing but what others chose stood in the way


def test_nothing_is_taken_back_after_the_end() -> None:
    match = play_on(daily_match(registry.get_game("gzhel"), DAY, "Anna", counts=True))
    assert not match.can_undo()
    match.daily = None
    assert match.can_undo()


def test_an_attempt_begins_with_the_first_choice_of_whoever_plays() -> None:
    match = daily_match(registry.get_game("mezo"), DAY, "Anna", counts=True)
    rng = Rng(2)
    while not match.waits_for_human:
        match.play(rng.choice(list(match.state.legal_moves())))
        assert not has_started(match)
    match.play(match.legal_moves[0])
    assert has_started(match)


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_what_the_rounds_brought_adds_up_to_the_points(game: Game) -> None:
    match = play_on(daily_match(game, DAY, "Anna", counts=True))
    assert sum(points_by_round(match)) == match.state.scores()[0]


def test_a_place_counts_those_before_it() -> None:
    seats = [Seat(name) for name in ("Anna", "Boris", "Vera")]
    match = play_on(Match.new(registry.get_game("mazaytsy"), seats, {}, 4))
    before = [seat for seats in match.state.ranking() for seat in seats].index(0)
    ties = next(seats for seats in match.state.ranking() if 0 in seats)
    assert final_rank(match) == 1 + before - ties.index(0)


def test_the_master_plays_a_deal_the_same_way_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MASTER_LEVEL", Budget(steps=8))
    first, second = (play_master(registry.get_game("gzhel"), DAY) for _ in range(2))
    assert first.is_over
    assert [entry.notation for entry in first.log] == [entry.notation for entry in second.log]
