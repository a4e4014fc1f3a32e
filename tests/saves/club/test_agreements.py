"""What a table agreed on: the time for a decision, and an end before the end."""

from saves.club.events import (
    EndingDeclined,
    EndingProposed,
    InvitationDeclined,
    MemberGotUp,
    MemberRemoved,
    MemberSatDown,
    SeatHandedOver,
    new_id,
)
from tests.saves.club.tables import Log, running, terms


def test_who_has_left_is_not_asked_whether_the_match_ends_and_comes_back_undecided() -> None:
    log = running("mezen", "anna", "boris", "vera")
    log.add("anna", EndingProposed(new_id(), True))
    log.add("anna", MemberGotUp(new_id(), 0, "novice"))
    assert log.table.agreed_to_end == set()
    log.add("boris", EndingProposed(new_id(), True))
    log.add("anna", MemberSatDown(new_id(), 0))
    assert log.table.agreed_to_end == {1}, "only boris still wishes to end it"
    log.add("anna", MemberGotUp(new_id(), 0, "novice"))
    log.add("vera", EndingProposed(new_id(), True))
    assert log.table.ended == "agreed"


def test_the_time_begins_anew_when_a_move_is_taken_back() -> None:
    log = Log(terms("mezen", "anna", "boris", "vera", limit=3600.0))
    for seat, name in ((1, "boris"), (2, "vera")):
        log.add(name, MemberSatDown(new_id(), seat))
    actor = log.actor
    waiting = next(name for name in ("anna", "boris", "vera") if name != log.name(actor))
    line = log.choose()
    log.time += 3000.0
    assert log.take_back(actor, line) and log.actor == actor
    assert not log.add(waiting, SeatHandedOver(new_id(), actor, "novice"), after=3599.0)
    assert log.add(waiting, SeatHandedOver(new_id(), actor, "novice"), after=1.0)


def test_a_request_to_end_stays_until_it_is_answered_or_a_move_overtakes_it() -> None:
    log = running("mezen", "anna", "boris", "vera")
    log.add("anna", EndingProposed(new_id(), True))
    assert log.table.head().ending == ("anna",) and log.table.head().answers == ("boris", "vera")
    log.add("boris", EndingProposed(new_id(), True))
    assert log.table.head().answers == ("vera",)
    assert not log.add("boris", EndingDeclined(new_id())), "he has agreed"
    assert not log.add("gleb", EndingDeclined(new_id())), "he does not play here"
    assert log.add("vera", EndingDeclined(new_id()))
    assert log.table.agreed_to_end == set() and log.table.head().answers == ()
    log.add("anna", EndingProposed(new_id(), True))
    log.choose()
    assert log.table.asked_to_end == [], "a move has been made since"


def test_an_invitation_can_be_declined_and_its_seat_is_open_then() -> None:
    log = Log(terms("mezen", "anna", "boris"))
    assert not log.add("vera", InvitationDeclined(new_id(), 1)), "she was not invited"
    assert not log.add("anna", InvitationDeclined(new_id(), 0)), "she is the host"
    assert log.add("boris", InvitationDeclined(new_id(), 1))
    assert log.table.head().members == ("anna",)
    assert log.add("vera", MemberSatDown(new_id(), 1)) and log.table.state == "running"


def test_the_host_removes_somebody_who_does_not_sit_down_again() -> None:
    log = Log(terms("mezen", "anna", "open", "open"))
    assert log.add("boris", MemberSatDown(new_id(), 1))
    assert not log.add("boris", MemberRemoved(new_id(), 0)), "he is not the host"
    assert not log.add("anna", MemberRemoved(new_id(), 0)), "she does not remove herself"
    assert log.add("anna", MemberRemoved(new_id(), 1))
    assert not log.add("boris", MemberSatDown(new_id(), 2))
    assert log.add("vera", MemberSatDown(new_id(), 1)) and log.table.seats[1].member == "vera"
