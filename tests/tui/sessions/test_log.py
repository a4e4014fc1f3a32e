"""What the log tells, and whom."""

from collections.abc import Collection

import pytest

from core.match import TEXT, Match, Seat
from saves.settings import Settings
from tests.tui.plain.test_match import Coins
from tests.tui.sessions.fake_time import FakeScheduler
from tui.sessions.bots import InProcessBots
from tui.sessions.local import LocalSession
from tui.sessions.session import SessionServices

OPEN = ["Anna has hidden.", "Boris has hidden."]


def session(match: Match, seats: Collection[int] | None) -> LocalSession:
    """A session in which nobody moves."""
    return LocalSession(match, None, SessionServices(InProcessBots(), FakeScheduler(), Settings()), seats=seats)


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ([0], [OPEN[0], "You hid (1,).", OPEN[1], "A spy saw Boris."]),
        ([1], [OPEN[0], "A spy saw Anna.", OPEN[1], "You hid (2,)."]),
        ([], OPEN),
    ],
)
def test_the_log_tells_a_seat_what_it_may_hear(seats: Collection[int], told: list[str]) -> None:
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")])
    match.play("one")
    match.play("two")
    assert [text for _, text in session(match, seats).log_rows()] == told


def test_at_a_shared_keyboard_the_log_is_that_of_whoever_is_asked() -> None:
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")])
    match.play("one")
    assert [text for _, text in session(match, None).log_rows()] == [OPEN[0], "A spy saw Anna."]


def test_the_log_tells_notes_in_their_order_where_they_were_made() -> None:
    match = Match.new(Coins(), [Seat("Anna"), Seat("Boris")])
    for note in ("First.", "Second."):
        match.add_note(TEXT, note)
    match.play("one")
    for note in ("Third.", "Fourth."):
        match.add_note(TEXT, note)
    rows = [(0, "First."), (0, "Second."), (0, OPEN[0]), (0, "Third."), (0, "Fourth.")]
    assert session(match, []).log_rows() == rows
    match.play("two")
    assert session(match, []).log_rows() == [*rows[:3], (1, "Third."), (1, "Fourth."), (1, OPEN[1])]
