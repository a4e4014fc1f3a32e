"""One run of a scenario with one fault, and how many faults there are to try."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.saves.faults.failing_calls import ERRORS, LASTING, FailingCalls, PowerCut
from tests.saves.faults.scenarios import SCENARIOS, Acknowledged, check

#: A fault: the number of the call, the error, and whether the next calls fail, too.
Fault = tuple[int, str, bool]


def count_calls(name: str, home: Path) -> int:
    """Return how many file calls a scenario makes when nothing fails."""
    acknowledged = Acknowledged()
    with FailingCalls(home) as calls:
        SCENARIOS[name](home, acknowledged)
    assert not acknowledged.sentences
    check(name, home, acknowledged)
    return calls.made


def all_faults(calls: int) -> Iterator[Fault]:
    for number in range(calls):
        yield from ((number, error, False) for error in ERRORS)
        yield from ((number, error, True) for error in LASTING)


def run(name: str, home: Path, fault: Fault) -> str:
    """Run a scenario with a fault, then start again; return which call failed and what was said."""
    number, error, lasts = fault
    acknowledged = Acknowledged()
    with FailingCalls(home, number, error, lasts) as calls:
        SCENARIOS[name](home, acknowledged)
    check(name, home, acknowledged)
    return f"{calls.failed} {error}: {'told' if acknowledged.sentences else 'harmless'}"


def cut_power(name: str, home: Path, left: Path, number: int) -> int:
    """Cut the power before a call, and start again on all that may be left; return how many disks that were."""
    acknowledged = Acknowledged()
    cut = _CutHere(home, number, acknowledged)
    with cut:
        SCENARIOS[name](home, acknowledged)
    for image_number, image in enumerate(cut.images):
        folder = left / str(image_number)
        for path, data in image.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        check(name, folder, cut.acknowledged)
    return len(cut.images)


class _CutHere(PowerCut):
    """What had been acknowledged when the power was cut."""

    def __init__(self, folder: Path, number: int, so_far: Acknowledged) -> None:
        super().__init__(folder, number)
        self._so_far = so_far
        self.acknowledged = Acknowledged()

    def before(self, name: str, *arguments: object) -> None:
        if self.made == self._number:
            self.acknowledged = msgspec.structs.replace(self._so_far, tried=list(self._so_far.tried), sentences=[])
        super().before(name, *arguments)
