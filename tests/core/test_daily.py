"""The deal of a day is the same for everybody, and the attempt at it that counts is played by stricter rules."""

from collections import Counter
from datetime import date, timedelta

import pytest

from core import daily
from core import registry as shelf
from core.bots.search import Budget
from core.daily import deal, gains, is_begun, masters_table, place, play_master, seed
from core.errors import TableError
from core.game import Game
from core.match import Match, Seat
from core.rng import Chance

DAY = date(2026, 11, 17)


def play_on(match: Match, luck: int = 1) -> Match:
    chance = Chance(luck)
    while not match.over:
        match.play(chance.pick(list(match.state.moves())))
    return match


def test_the_seeds_of_a_year_are_known_and_all_different() -> None:
    days = [DAY + timedelta(days=number) for number in range(366)]
    seeds = {seed(game, day) for game in shelf.games() for day in days}
    assert len(seeds) == len(shelf.NAMES) * 366
    # Whatever changes these changes the deals of people who have played them already.
    assert seed(shelf.game("mezen"), DAY) == 420_242_539_062_916
    assert seed(shelf.game("mezo"), DAY) == 675_797_191_073_188


@pytest.mark.parametrize("name", ["mazaytsy", "novgorod", "mezo"])
def test_in_a_year_of_deals_each_seat_starts_as_often_as_the_others(name: str) -> None:
    game = shelf.game(name)
    first = max(game.edition_days.values(), default=DAY)
    setups = [deal(game, first + timedelta(days=number), "Anna", counts=True).setup for number in range(366)]
    starts = Counter(map(game.starter, setups))
    assert sorted(starts, key=str) == [0, 1, 2]
    assert all(abs(number - 122) <= 25 for number in starts.values()), starts


def test_mazaytsys_deals_of_the_days_before_the_draw_begin_with_whoever_plays() -> None:
    game = shelf.game("mazaytsy")
    days = [game.edition_days[3] - timedelta(days=number) for number in range(1, 30)]
    assert {game.starter(deal(game, day, "Anna", counts=True).setup) for day in days} == {0}


@pytest.mark.parametrize("game", shelf.games(), ids=lambda game: game.name)
def test_a_deal_is_the_same_whoever_plays_it_and_another_every_day(game: Game) -> None:
    mine, yours = deal(game, DAY, "Anna", counts=True), deal(game, DAY, "Boris", counts=False)
    assert mine.state.digest() == yours.state.digest() == masters_table(game, DAY).state.digest()
    assert mine.state.digest() != deal(game, DAY + timedelta(days=1), "Anna", counts=True).state.digest()
    others = [seat.level for seat in mine.seats if not seat.is_person]
    assert others == ([] if min(game.seats) == 1 else ["adept", "adept"])
    assert mine.persons == [0]


def test_what_was_shown_cannot_be_taken_back_in_the_attempt_that_counts() -> None:
    counted, practice = (deal(shelf.game("mezen"), DAY, "Anna", counts) for counts in (True, False))
    luck = Chance(3)
    while counted.state.round == 1:
        notation = luck.pick(list(counted.state.moves())).notation
        free = len(counted.log)
        counted.play(notation)
        practice.play(notation)
        if counted.state.round == 1 and not any(line.reveals for line in counted.log[free:]):
            assert counted.can_undo()
    assert counted.log[-1].reveals  # the next goal card
    assert not counted.can_undo()
    assert practice.can_undo()
    for take_back in (counted.undo, counted.restart_turn, lambda: counted.undo_to(0)):
        with pytest.raises(TableError):
            take_back()
    with pytest.raises(TableError, match="this attempt counts"):
        counted.undo()


def test_nothing_is_taken_back_over_what_others_did() -> None:
    match = deal(shelf.game("mezo"), DAY, "Anna", counts=True)
    chance, unseen = Chance(1), 0
    while not match.over:
        mine = [at for at, line in enumerate(match.log) if line.seat == 0 and line.how == "chosen"]
        if match.waits_for_person and mine and any(line.seat != 0 for line in match.log[mine[-1] :]):
            assert not match.can_undo()
            unseen += not any(line.reveals for line in match.log[mine[-1] :])
        match.play(chance.pick(list(match.state.moves())))
    assert unseen  # now and then nothing but what others chose stood in the way


def test_nothing_is_taken_back_after_the_end() -> None:
    match = play_on(deal(shelf.game("gzhel"), DAY, "Anna", counts=True))
    assert not match.can_undo()
    match.deal = None
    assert match.can_undo()


def test_an_attempt_begins_with_the_first_choice_of_whoever_plays() -> None:
    match = deal(shelf.game("mezo"), DAY, "Anna", counts=True)
    chance = Chance(2)
    while not match.waits_for_person:
        match.play(chance.pick(list(match.state.moves())))
        assert not is_begun(match)
    match.play(match.legal[0])
    assert is_begun(match)


@pytest.mark.parametrize("game", shelf.games(), ids=lambda game: game.name)
def test_what_the_rounds_brought_adds_up_to_the_points(game: Game) -> None:
    match = play_on(deal(game, DAY, "Anna", counts=True))
    assert sum(gains(match)) == match.state.scores()[0]


def test_a_place_counts_those_before_it() -> None:
    seats = [Seat(name) for name in ("Anna", "Boris", "Vera")]
    match = play_on(Match.new(shelf.game("mazaytsy"), seats, {}, 4))
    before = [seat for seats in match.state.ranking() for seat in seats].index(0)
    ties = next(seats for seats in match.state.ranking() if 0 in seats)
    assert place(match) == 1 + before - ties.index(0)


def test_the_master_plays_a_deal_the_same_way_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "MASTER", Budget(steps=8))
    first, second = (play_master(shelf.game("gzhel"), DAY) for _ in range(2))
    assert first.over
    assert [line.notation for line in first.log] == [line.notation for line in second.log]
