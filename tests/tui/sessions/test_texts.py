"""What each mode means in words: the question, the line below it, and what Enter does."""

from typing import Any

import pytest

from core.lessons.guide import Page
from core.match import Match
from core.view import Moment
from tests.tui.sessions.lanterns import ANNA, BORIS, DARK, VERA, lanterns
from tests.tui.sessions.tables import local
from tui.sessions.mode import (
    Assessed,
    Confirming,
    Deciding,
    Failed,
    Judging,
    LessonDone,
    Mode,
    Over,
    PassKeyboard,
    PlayedMove,
    ReadOnly,
    Replaying,
    Sending,
    Settled,
    Showing,
    Thinking,
    Waiting,
)
from tui.sessions.news import NewsLine
from tui.sessions.session import MatchSession, Policy
from tui.sessions.texts import enter_label, question, turn_text, wait_text


class InMode(MatchSession):
    """A session that is in one mode for ever."""

    assessed_label = "next"

    def __init__(self, mode: Mode, match: Match | None = None) -> None:
        self._only_mode = mode
        played = match if match is not None else lanterns(ANNA, VERA)
        super().__init__(played, played.human_seats, Policy())

    def compute_mode(self) -> Mode:
        return self._only_mode

    @property
    def assessment_text(self) -> str:
        return "A good turn."


def asked(session: MatchSession, viewed_seat: int | None = None) -> str:
    return question(session, session.make_view().question(), viewed_seat)


@pytest.mark.parametrize(
    ("mode", "text", "enter"),
    [
        (Deciding(0), "Which lantern?", "choose"),
        (Thinking(1), "Vera is thinking…", ""),
        (Thinking(1, 3), "Vera is thinking… 3 s", ""),
        (Confirming(0), "Anna's turn is done. Enter confirms it.", "confirm"),
        (PassKeyboard(0), "Pass the keyboard.", ""),
        (ReadOnly("Elsewhere."), "Elsewhere.", ""),
        (
            ReadOnly("Elsewhere.", is_unlocked=True),
            "The match is no longer open elsewhere. Enter continues it here.",
            "take over",
        ),
        (Sending("Waiting for boris…"), "Waiting for boris…", ""),
        (Sending(), "Which lantern?", ""),
        (Waiting("Waiting for boris…"), "Waiting for boris…", ""),
        (Judging(), "The master is judging your turn…", ""),
        (Assessed(Failed("")), "A good turn.", "next"),
        (LessonDone(), "Lesson done. Enter: what to do next.", "continue"),
        (Over(), "The game is over.", "result"),
        (
            Replaying(3, 61),
            "Move 3 of 61: ← → a move, ↑ ↓ a round, Space plays, c plays on from here.",
            "",
        ),
        (Showing(Moment("+3: a group"), False, Deciding(0)), "+3: a group", "continue"),
        (Showing(Page("Welcome."), True, Deciding(0)), "Welcome.", "continue"),
        (Showing(PlayedMove(), True, Thinking(1)), "Anna: lights the dark lantern.", "continue"),
        (Showing(Moment("+3"), False, Confirming(0)), "+3", "continue"),
        (Showing(Moment("+3"), False, Over()), "+3", "continue"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_every_mode_has_its_question_and_its_enter(mode: Mode, text: str, enter: str) -> None:
    match = lanterns(ANNA, VERA)
    match.play(DARK)
    session = InMode(mode, match)
    assert asked(session) == text
    assert enter_label(session, has_choice=True) == enter


def test_every_mode_is_in_the_table_above() -> None:
    """A new mode needs its words."""
    (mark,) = test_every_mode_has_its_question_and_its_enter.pytestmark  # type: ignore[attr-defined]
    tried = {type(mode) for mode, _, _ in mark.args[1]}
    modes: Any = Settled
    assert tried == {*modes.__args__, Showing}


def test_enter_chooses_only_where_there_is_a_choice() -> None:
    assert enter_label(InMode(Deciding(0)), has_choice=False) == ""


def test_at_a_shared_keyboard_the_question_names_whom_it_asks() -> None:
    assert asked(InMode(Deciding(1), lanterns(ANNA, BORIS))) == "Boris: Which lantern?"


def test_a_turn_that_can_be_taken_back_says_so() -> None:
    table = local(lanterns(ANNA, BORIS))
    table.play(DARK, DARK)
    assert asked(table.session) == "Anna's turn is done. Enter confirms it, u undoes it."


@pytest.mark.parametrize(
    ("mode", "text", "enter"),
    [
        (Deciding(0), "Vera's board. o: next player, Esc: back to yours.", "back"),
        (Over(), "Vera's board. o: next player, Esc: back to yours.", "back"),
        (ReadOnly("Elsewhere.", True), "Vera's board. o: next player, Esc: back to yours.", "back"),
        (PassKeyboard(0), "Pass the keyboard.", ""),
        (Showing(Moment("+3"), False, Deciding(0)), "+3", "continue"),
    ],
)
def test_another_board_comes_before_the_settled_mode_and_after_the_rest(mode: Mode, text: str, enter: str) -> None:
    session = InMode(mode)
    assert asked(session, viewed_seat=1) == text
    assert enter_label(session, has_choice=True, viewed_seat=1) == enter


def test_a_club_that_is_away_has_the_first_word_but_no_enter() -> None:
    session = InMode(Showing(Moment("+3"), False, Deciding(0)))
    session.trouble = "The club cannot be reached."
    assert asked(session) == asked(session, viewed_seat=1) == "The club cannot be reached."
    assert enter_label(session, has_choice=True) == "continue"


@pytest.mark.parametrize("mode", [Thinking(1), Waiting("Waiting for boris…")])
def test_whose_seat_a_bot_keeps_sits_down_with_enter(mode: Mode) -> None:
    session = InMode(mode)
    session.can_sit_down = True
    assert enter_label(session, has_choice=False) == "sit down"


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        (Deciding(0), None),
        (Showing(Moment("+3"), False, Over()), ""),
        (Showing(Page("Welcome."), True, Deciding(0)), "Any key continues."),
    ],
)
def test_what_waits_for_a_key_says_so(mode: Mode, text: str | None) -> None:
    assert wait_text(InMode(mode)) == text


def test_of_a_long_turn_the_first_parts_are_told_whole() -> None:
    turn = NewsLine(1, "Vera", ("wins Becan, 7 to 4", "smites two Shamans in Coba", "+1 devotion"))
    assert turn_text(turn, lambda sentence: True) == (
        "Vera: wins Becan, 7 to 4, smites two Shamans in Coba, +1 devotion."
    )
    assert turn_text(turn, lambda sentence: len(sentence) <= 60) == (
        "Vera: wins Becan, 7 to 4, smites two Shamans in Coba."
    )
    assert turn_text(turn, lambda sentence: False) == "Vera: wins Becan, 7 to 4.", "one part is always told"
