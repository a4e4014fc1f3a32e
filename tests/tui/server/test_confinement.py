"""What keeps one guest's process from harming the host: limits of the system, and a watch on the processor."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.tui.server.ssh_clients import Caller, Door
from tui.server.cpu_watch import CpuWatch, cpu_seconds

#: More screens than use up a second of processor time.
_MANY_SCREENS = 60
GREEDY = """
import resource, sys
from tui.server.confinement import confine
from tui.server.prefork.protocol import ProcessTask
confine(ProcessTask("guest", club="postgresql://x/y", disk_megabytes=1, memory_megabytes=700))
try:
    bytearray(2 << 30)
    print("memory")
except MemoryError:
    pass
try:
    with open(sys.argv[1], "wb") as file:
        file.write(b"x" * (3 << 20))
    print("file")
except OSError:
    pass
try:
    files = [open("/dev/null") for _ in range(400)]
    print("files")
except OSError:
    pass
print("confined")
"""


def test_a_greedy_process_gets_no_more_than_its_limits(tmp_path: Path) -> None:
    command = [sys.executable, "-c", GREEDY, str(tmp_path / "large")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert ran.stdout == "confined\n", ran.stderr


def test_the_processes_of_guests_are_confined_and_have_room(door: Door) -> None:
    door.member("confined")
    caller = door.call("confined", "play mezo", terminal=(80, 24))
    caller.sees("Enter")
    found = [_status(pid) for pid in door.processes()[1:]]
    guests = [(limits, status) for limits, status in found if re.search(r"Max open files +256 ", limits)]
    assert guests, "no guest is confined"
    for limits, status in guests:
        assert re.search(r"Max core file size +0 ", limits) and re.search(r"Max address space +1572864000 ", limits)
        assert not re.search(r"Max file size +unlimited", limits)
        assert re.search(r"NoNewPrivs:\t1", status)
        used = re.search(r"VmPeak:\s+(\d+) kB", status)
        assert used and int(used[1]) * 1024 < 0.7 * 1_572_864_000, "a usual guest comes near the limit"
    caller.send(b"\x03")
    assert caller.ends() == 0


def _status(pid: int) -> tuple[str, str]:
    return Path(f"/proc/{pid}/limits").read_text(), Path(f"/proc/{pid}/status").read_text()


class Session:
    """A session whose process is this one, or any number."""

    def __init__(self, member: str, pid: int) -> None:
        self.member, self.pid = member, pid
        self.told = ""

    def end(self, sentence: str) -> None:
        self.told = sentence


def test_the_processor_is_counted_over_all_processes_of_a_member_and_restored() -> None:
    used, clock = {1: 0.0, 2: 0.0, 3: 0.0}, [0.0]
    watch = CpuWatch(100.0, used.__getitem__, lambda: clock[0])
    anna, also_anna, boris = Session("anna", 1), Session("anna", 2), Session("boris", 3)
    assert watch.look([anna, also_anna, boris]) == []
    used.update({1: 60.0, 2: 30.0, 3: 60.0})
    assert watch.look([anna, also_anna, boris]) == []
    used.update({1: 65.0, 2: 36.0})
    assert watch.look([anna, also_anna, boris]) == ["anna"]
    assert also_anna.told and not boris.told
    clock[0] += 1800.0  # half an hour restores half of it
    assert watch.look([boris, Session("anna", 1)]) == []


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    yield process
    process.communicate(timeout=LIMIT)


def test_whoever_has_used_half_comes_last(child: "subprocess.Popen[bytes]") -> None:
    used = [0.0]
    watch = CpuWatch(100.0, lambda pid: used[0], lambda: 0.0)
    session = Session("anna", child.pid)
    used[0] = 51.0
    assert watch.look([session]) == [] and os.getpriority(os.PRIO_PROCESS, child.pid) == 19


def test_processor_time_is_read_from_the_system() -> None:
    begin = cpu_seconds(os.getpid())
    while cpu_seconds(os.getpid()) == begin:
        sum(range(100_000))
    assert cpu_seconds(1 << 30) == 0.0


def test_a_guest_who_keeps_the_processor_busy_has_to_go(tmp_path: Path) -> None:
    """Screens that are opened and get keys without end: with a second of processor time for all, that is soon over.

    One screen alone would come last after half a second, and on a busy machine need minutes for the rest.
    """
    with Door(tmp_path, "--limit", "cpu-seconds=1", "--limit", f"guests-a-key={_MANY_SCREENS}") as door:
        door.member("busy")
        screens: list[Caller] = []
        while "busy has used too much of the processor" not in door.log:
            assert len(screens) < _MANY_SCREENS, "nobody counts the processor's time"
            screens.append(screen := door.call("busy", "play mezo", terminal=(80, 24)))
            screen.until(lambda screen=screen: screen.code is not None or "Enter" in screen.screen(), "a screen")  # type: ignore[misc]
            screen.send(b"\x1b[A\x1b[B" * 10_000)
        for screen in screens:
            screen.ends()
        assert any("all the processor time" in screen.text for screen in screens)
