"""A sample of the faults: whatever call of ours fails, nothing acknowledged is lost, and the next start works.

`python -m tests.soak.faults` tries all of them.
"""

from pathlib import Path

import pytest

from tests.saves.faults.runs import all_faults, count_calls, cut_power, run
from tests.saves.faults.scenarios import SCENARIOS

#: Every so many faults and power cuts are tried. There are six faults a call, so that every call fails in some way.
_FAULTS, _CUTS = 5, 3


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_file_call_fails_nothing_acknowledged_is_lost(name: str, tmp_path: Path) -> None:
    calls = count_calls(name, tmp_path / "whole")
    outcomes = [run(name, tmp_path / f"{fault}", fault) for fault in list(all_faults(calls))[::_FAULTS]]
    kinds = {outcome.partition(" ")[0] for outcome in outcomes}
    assert kinds >= {"open", "write", "fsync", "replace", "lock", "unlink"}, "a kind of call was never tried"


@pytest.mark.parametrize("name", SCENARIOS)
def test_whenever_the_power_is_cut_nothing_acknowledged_is_lost(name: str, tmp_path: Path) -> None:
    calls = count_calls(name, tmp_path / "whole")
    cuts = range(0, calls, _CUTS)
    disks = [cut_power(name, tmp_path / f"{number}", tmp_path / f"{number}-left", number) for number in cuts]
    assert sum(disks) > len(disks), "nothing was ever unsure"
