"""Some days of a club by a moved clock, in both databases; `python -m tests.soak.month` lets a whole month pass."""

from collections import Counter

from saves.club.notices import KINDS
from tests.saves.club.test_stored import FOLDERS
from tests.tui.club.month import Month
from tests.tui.club.month_notices import SETTLED


def test_nothing_is_lost_while_days_pass(address: str) -> None:
    month = Month(address, FOLDERS[-1], people=8, seed=3, an_hour=1)
    try:
        month.pass_days(9, visits=1)
        assert month.check() == []
    finally:
        month.close()
    counts, told = month.counts, month.notices.told
    assert counts["restarts"] == 3 and counts["renamed"] == 2 and counts["left for good"] == 2
    assert counts["times run out"] and counts["MoveChosen"] and counts["MemberSatDown"]
    assert counts["killed before the commit"] + counts["killed after the commit"]
    assert counts["host killed before a notice"] and counts["host killed after a notice"]
    ends = Counter({end: sum(told[f"{kind} {end}"] for kind in KINDS) for end in SETTLED})
    assert all(ends.values()), f"no notice came to such an end: {ends}"
    assert month.notices.pushed, "no member was told of more than the limit allows"
    assert all(any(told[f"{kind} {end}"] for end in SETTLED) for kind in KINDS), told
