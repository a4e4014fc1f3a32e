"""The agreed pace: whose time runs, when it is up, what happens then, and who may be away."""

import pytest

from core.games.gzhel import phases
from saves.club.events import MemberGotUp, MemberSatDown, MemberWentAway, SeatHandedOver, TimeRanOut, new_id
from saves.club.pace import DAY
from tests.saves.club.tables import Log, play_until, terms

HOUR = 3600.0


def paced(game: str, *names: str, when_over: str = "bot", limit: float = HOUR, away_days: int = 14) -> Log:
    log = Log(terms(game, *names, limit=limit, when_over=when_over, away_days=away_days))
    for seat, name in enumerate(names):
        if seat:
            assert log.add(name, MemberSatDown(new_id(), seat))
    assert log.table.state == "running"
    return log


def runs_out(log: Log, seat: int, after: float, author: str = "") -> bool:
    return log.add(author or log.name(seat), TimeRanOut(new_id(), seat, "novice"), after)


def test_a_turn_is_timed_until_somebody_else_is_awaited_however_many_decisions_it_takes() -> None:
    log = paced("novgorod", "anna", "boris")
    went_on = 0
    for _ in range(40):
        before, since = log.actor, dict(log.table.pace.since)
        log.time += 60.0
        log.choose()
        if log.actor == before:
            assert log.table.pace.since[before] == since[before]
            went_on += 1
        else:
            assert log.table.pace.since[log.actor] in (log.time, since.get(log.actor))
    assert went_on > 5, "no turn takes several decisions"
    first = log.table.head().awaited[0]
    assert first.until == first.since + HOUR == log.table.head().due


def test_a_time_is_up_when_it_is_and_not_before() -> None:
    log = paced("mezen", "anna", "boris", "vera")
    seat, other = log.actor, (log.actor + 1) % 3
    assert not runs_out(log, seat, HOUR - 1.0)
    assert not runs_out(log, other, HOUR), "nobody waits for this seat"
    assert log.table.overdue_seat(log.time) == seat
    assert not runs_out(log, seat, 1.0, "gleb"), "he does not play here"
    assert runs_out(log, seat, 1.0, log.name(other))
    club_seat = log.table.seats[seat]
    assert club_seat.level == "novice" and log.table.stood_in == {club_seat.member}
    member = club_seat.member
    assert log.add(member, MemberSatDown(new_id(), seat)) and log.table.pace.since[seat] == log.time


def test_those_who_decide_at_the_same_time_have_their_own_clocks() -> None:
    log = paced("gzhel", "anna", "boris", "vera")
    play_until(log, phases.CHOOSE)
    log.choose()
    first, *others = log.table.turn
    assert others, "others can decide early"
    since = dict(log.table.pace.since)
    late = others[-1]
    log.time += 600.0
    while log.table.early_match(others[0]) is not None:
        log.prepare(others[0])
    assert log.table.pace.since == {seat: since[seat] for seat in (first, late)}
    assert runs_out(log, late, HOUR - 600.0)


def test_where_nothing_was_agreed_to_happen_nothing_does() -> None:
    log = paced("mezen", "anna", "boris", when_over="nothing")
    seat = log.actor
    assert not runs_out(log, seat, 10 * HOUR) and log.table.overdue_seat(log.time) is None
    assert not log.add(log.name(1 - seat), SeatHandedOver(new_id(), seat, "novice"))
    assert log.table.head().awaited[0].until, "what is left is shown all the same"


def test_a_table_from_before_keeps_its_limit() -> None:
    log = paced("mezen", "anna", "boris", when_over="")
    seat = log.actor
    assert not runs_out(log, seat, HOUR) and log.table.head().due == 0.0
    assert log.add(log.name(1 - seat), SeatHandedOver(new_id(), seat, "novice"))


def test_no_time_passes_for_a_member_who_is_away() -> None:
    log = paced("mezen", "anna", "boris", limit=DAY)
    seat = log.actor
    assert log.add(log.name(seat), MemberWentAway(new_id(), seat, 3), DAY / 2)
    assert not log.add(log.name(seat), MemberWentAway(new_id(), seat, 1)), "away already"
    assert not runs_out(log, seat, 3 * DAY)
    assert runs_out(log, seat, DAY / 2)


def test_who_comes_back_early_has_the_rest_of_the_time_and_of_the_days() -> None:
    log = paced("mezen", "anna", "boris", limit=DAY, away_days=4)
    seat = log.actor
    assert log.add(log.name(seat), MemberWentAway(new_id(), seat, 4), 0.0)
    assert log.add(log.name(seat), MemberWentAway(new_id(), seat, 0), DAY)
    assert log.table.pace.days_left(seat) == 3
    assert not log.add(log.name(seat), MemberWentAway(new_id(), seat, 4))
    assert not log.add(log.name(1 - seat), MemberWentAway(new_id(), seat, 1)), "for somebody else"
    assert runs_out(log, seat, DAY)


@pytest.mark.parametrize("leaves", [True, False])
def test_a_seat_that_is_left_is_awaited_no_more(leaves: bool) -> None:
    log = paced("mezen", "anna", "boris", "vera")
    seat = log.actor
    if leaves:
        assert log.add(log.name(seat), MemberGotUp(new_id(), seat, "novice"))
    assert runs_out(log, seat, HOUR, log.name((seat + 1) % 3)) != leaves
