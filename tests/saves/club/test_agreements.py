"""What a table agreed on: the time for a decision, and an end before the end."""

from saves.club.events import EndingProposed, MemberGotUp, MemberSatDown, SeatHandedOver, new_id
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
