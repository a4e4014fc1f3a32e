"""Some days of a club by a moved clock, in both databases; `python -m tests.soak.month` lets a whole month pass."""

from tests.saves.club.test_stored import FOLDERS
from tests.tui.club.month import Month


def test_nothing_is_lost_while_days_pass(address: str) -> None:
    month = Month(address, FOLDERS[-1], people=8, seed=5)
    try:
        month.pass_days(9, visits=1)
        assert month.check() == []
    finally:
        month.close()
    counts = month.counts
    assert counts["restarts"] == 3 and counts["renamed"] == 2 and counts["left for good"] == 2
    assert counts["times run out"] and counts["MoveChosen"] and counts["MemberSatDown"]
