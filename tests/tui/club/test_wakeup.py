"""What ends the wait of a table in plain mode: news of the club, a typed line, a call that is due, a signal."""

import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from saves.club.store import Club
from tests.limits import LIMIT
from tests.saves.club.tables import terms
from tui.club.select_scheduler import SelectScheduler
from tui.club.wakeup import WakeupPipe
from tui.plain.typed_input import TypedInput


@pytest.fixture
def scheduler() -> Iterator[SelectScheduler]:
    scheduler = SelectScheduler()
    yield scheduler
    scheduler.close()


@pytest.fixture
def keyboard() -> Iterator[tuple[TypedInput, int]]:
    """What is typed, and where to type it."""
    typing, keyboard = os.pipe()
    with open(typing, encoding="utf-8") as stream:
        yield TypedInput(stream), keyboard
    os.close(keyboard)


def test_a_signal_that_comes_before_the_wait_ends_it(
    scheduler: SelectScheduler, keyboard: tuple[TypedInput, int]
) -> None:
    """Otherwise an interrupt between two looks would go unnoticed for as long as nothing happens at the table."""
    before = signal.signal(signal.SIGUSR1, lambda number, frame: None)
    try:
        with scheduler.woken_by_signals():
            os.kill(os.getpid(), signal.SIGUSR1)
            scheduler.wait(keyboard[0])
        assert signal.set_wakeup_fd(-1) == -1, "signals write nowhere any more"
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_calls_are_made_in_the_order_in_which_they_are_due_and_never_within_another(
    scheduler: SelectScheduler, keyboard: tuple[TypedInput, int]
) -> None:
    made: list[str] = []

    def first() -> None:
        scheduler.call_later(0.0, lambda: made.append("later"))
        made.append("first")

    scheduler.call_later(0.01, lambda: made.append("last"))
    scheduler.call_later(0.0, first)
    scheduler.call_later(0.0, lambda: made.append("cancelled")).cancel()
    scheduler.call_from_thread(lambda: made.append("second"))
    while len(made) < 4:
        if not scheduler.run_due():
            scheduler.wait(keyboard[0])
    assert made[0] == "first" and made.index("later") > made.index("second") and "cancelled" not in made


def test_a_line_is_read_only_when_the_one_before_it_was_taken(
    scheduler: SelectScheduler, keyboard: tuple[TypedInput, int]
) -> None:
    typed, end = keyboard
    os.write(end, b"one\ntwo\n")
    scheduler.wait(typed)
    assert list(typed.lines) == ["one"]
    scheduler.call_later(0.0, lambda: None)
    scheduler.wait(typed)
    assert list(typed.lines) == ["one"]
    typed.lines.clear()
    scheduler.wait(typed)
    assert list(typed.lines) == ["two"]


def test_news_of_the_club_end_the_wait(
    tmp_path: Path, scheduler: SelectScheduler, keyboard: tuple[TypedInput, int]
) -> None:
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club:
        pipe = WakeupPipe(club.watch())
        club.new_table(terms("mezen", "anna"))
        rung: list[bool] = []
        scheduler.add_reader(pipe.descriptor, lambda: rung.append(True))
        scheduler.call_later(LIMIT, lambda: None)
        scheduler.wait(keyboard[0])
        assert rung
        scheduler.remove_reader(pipe.descriptor)
        assert select.select([pipe.descriptor], [], [], 0)[0]
        pipe.clear()
        pipe.close()
