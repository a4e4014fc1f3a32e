"""What the screen costs: the first frame, the bytes that travel, and how fast a key is answered.

The real program in a real pseudo-terminal. Times are ratios to something measured in the same run, taken in turns.
"""

import os
import select
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.measure import Row
from tests.tui.programs.pseudo_terminal import Program

BARE = str(Path(__file__).parents[1] / "tui" / "programs" / "small_apps.py")
SAMOVAR = ("-m", "tui.cli.main")
SOLO = (*SAMOVAR, "play", "mezen", "--seats", "you:Anna", "--seed", "7")
DUEL = (*SAMOVAR, "play", "mezen", "--seats", "you:Anna,bot:master:Vera", "--seed")
SMALL, LARGE = (80, 24), (120, 40)
RIGHT, DOWN, LEFT, UP = "\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A"
TOUR = (RIGHT, DOWN, LEFT, DOWN, RIGHT, RIGHT, UP, LEFT)


def figures() -> list[Row]:
    """Every figure of this file."""
    with tempfile.TemporaryDirectory() as home:
        return [*start_up(home), *bytes_sent(home), *idleness(home), *quickness(home)]


def program(home: str, *words: str, size: tuple[int, int] = SMALL) -> Program:
    return Program(*words, size=size, SAMOVAR_HOME=home)


# Starting


def first_frame(home: str, words: tuple[str, ...], mark: bytes) -> float:
    """Seconds until the words of the first frame have arrived."""
    start = time.perf_counter()
    with program(home, *words) as run:
        run.read_until(mark)
        return time.perf_counter() - start


def start_up(home: str) -> list[Row]:
    ours, bare = [], []
    for _ in range(7):
        ours.append(first_frame(home, SAMOVAR, b"quit"))
        bare.append(first_frame(home, (BARE, "bare", "frugal"), b"tea"))
    with program(home, *SAMOVAR) as run:
        sent = len(run.read_until(b"quit")) + len(run.read(quiet=1.0))
        memory = resident(run.pid)
    with program(home, BARE, "bare", "frugal") as run:
        run.read_until(b"tea")
        run.read(quiet=1.0)
        bare_memory = resident(run.pid)
    return [
        Row("first frame", 1000 * min(ours), "ms"),
        Row("first frame / bare Textual app", min(ours) / min(bare), "x", "<= 1.2"),
        Row("bytes of start-up at 80x24", sent, "B", "< 15000"),
        Row("memory at home", memory, "MB"),
        Row("memory at home / bare Textual app", memory / bare_memory, "x"),
    ]


def resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.split("\n") if line.startswith("VmRSS")) / 1024


# Bytes


def answered(run: Program, keys: str, quiet: float = 0.6) -> int:
    """How many bytes come back for these keys."""
    run.send(keys)
    select.select([run.master], [], [], 5.0)
    return len(run.read(quiet=quiet))


def bytes_sent(home: str) -> list[Row]:
    rows = []
    for size, aim in ((SMALL, "< 700"), (LARGE, "< 1400")):
        with program(home, *SOLO, size=size) as run:
            run.read_until(b"Esc")
            run.read(quiet=1.0)
            steps = [answered(run, key) for key in TOUR]
            name = "x".join(map(str, size))
            rows.append(Row(f"bytes a cursor step on Mezen's board at {name}", statistics.mean(steps), "B", aim))
            rows.append(Row(f"bytes of the longest such step at {name}", max(steps), "B"))
            if size == SMALL:
                rows += opened(run)
                moves = [answered(run, key) for key in ("\r", "\r", "f", "\r") * 3]
                rows.append(Row("bytes a move", statistics.mean(moves), "B"))
    return rows


def opened(run: Program) -> list[Row]:
    rows = []
    for name, key in (("rules", "?"), ("menu", "\x1b"), ("palette", "\x10")):
        there = answered(run, key, 1.5)
        back = answered(run, "\x1b", 1.5)
        rows.append(Row(f"bytes to open the {name}", there, "B"))
        rows.append(Row(f"bytes to close the {name}", back, "B", "<= 4500"))
    return rows


# Idleness

IDLE_SECONDS = 10


def idleness(home: str) -> list[Row]:
    """How often the program wakes up while nobody does anything."""
    rows = []
    for name, words, mark in (("at home", SAMOVAR, b"quit"), ("in a match", SOLO, b"Esc")):
        with program(home, *words) as run:
            run.read_until(mark)
            run.read(quiet=1.0)
            before = wakings(run.pid)
            time.sleep(IDLE_SECONDS)
            rows.append(Row(f"wakings a second, {name}", (wakings(run.pid) - before) / IDLE_SECONDS, "", "<= 2"))
    return rows


def wakings(pid: int) -> int:
    """How often the threads of a process have gone to sleep, and so have been woken."""
    states = "".join((thread / "status").read_text() for thread in Path(f"/proc/{pid}/task").iterdir())
    return sum(int(line.split()[1]) for line in states.split("\n") if line.startswith("voluntary"))


# Quickness


def quickness(home: str) -> list[Row]:
    """A cursor step with nobody thinking, and with a bot hard at work, in turns."""
    with program(home, *SOLO) as alone, thinking(home) as busy:
        alone.read_until(b"Esc")
        alone.read(quiet=1.0)
        quiet, loaded = [], []
        for turn in range(60):
            quiet.append(key_to_last_byte(alone, TOUR[turn % len(TOUR)]))
            loaded.append(key_to_last_byte(busy, TOUR[turn % len(TOUR)]))
        memory = resident(busy.pid)
    return [
        Row("key to last byte, nobody thinks", 1000 * statistics.median(quiet), "ms"),
        Row("key to last byte, a bot thinks", 1000 * statistics.median(loaded), "ms"),
        Row("a bot thinks / nobody thinks", statistics.median(loaded) / statistics.median(quiet), "x", "<= 1.5"),
        Row("memory in a match", memory, "MB"),
    ]


def thinking(home: str) -> Program:
    """A match in which a bot thinks for a minute."""
    Path(home, "settings.json").write_text('{"bot_seconds": 60}')
    for seed in range(1, 20):
        run = program(home, *DUEL, str(seed))
        run.read_until(b"Esc")
        run.read(quiet=1.0)
        if "Vera is thinking" in "\n".join(run.screen.display):
            return run
        run.__exit__()
    raise AssertionError("a bot should begin in one of twenty matches")


def key_to_last_byte(run: Program, key: str) -> float:
    """Seconds from a key to the last byte of its answer."""
    start = last = time.perf_counter()
    run.send(key)
    while select.select([run.master], [], [], 0.25 if last == start else 0.04)[0]:
        run.written += os.read(run.master, 65536)
        last = time.perf_counter()
    return last - start


if __name__ == "__main__":
    for row in figures():
        print(f"{row.name:<58} {row.value:12,.2f} {row.unit:<4} {row.aim:<8} {row.verdict}")
