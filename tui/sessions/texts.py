"""What a mode means in words: the question, what Enter does, and which line goes below.

Precedence is the same for all of them: a club that is away, a keyboard to be passed on, what is being shown, another
player's board, and last the settled mode.
"""

from collections.abc import Callable

from core.lessons.guide import Page
from core.view import Moment
from tui.sessions.mode import (
    Assessed,
    Confirming,
    Deciding,
    Judging,
    LessonDone,
    Over,
    PassKeyboard,
    ReadOnly,
    Replaying,
    Sending,
    Showing,
    Thinking,
    Waiting,
    settled,
)
from tui.sessions.news import NewsLine
from tui.sessions.session import MatchSession

JUDGING = "The master is judging your turn…"


#: Whether there is room for a sentence.
Fits = Callable[[str], bool]


def question(
    session: MatchSession, asked: str, viewed_seat: int | None = None, fits: Fits = lambda sentence: True
) -> str:
    """Return what is asked, or what is going on; `asked` is what the view that is shown asks."""
    mode, match = session.mode, session.match
    if session.trouble:
        return session.trouble
    if isinstance(mode, Showing):
        return _shown_text(session, mode, fits)
    if viewed_seat is not None and not isinstance(mode, PassKeyboard):
        return f"{match.seats[viewed_seat].name}'s board. o: next player, Esc: back to yours."
    match mode:
        case Deciding(seat):
            text = session.decision_text(asked)
            return f"{match.seats[seat].name}: {text}" if session.shares_keyboard else text
        case Thinking(seat, seconds):
            return f"{session.thinker_text(seat)} is thinking…{f' {seconds} s' if seconds else ''}"
        case Confirming(seat):
            takes_back = ", u undoes it" if session.can_undo() else ""
            return f"{match.seats[seat].name}'s turn is done. Enter confirms it{takes_back}."
        case PassKeyboard():
            return "Pass the keyboard."
        case ReadOnly(reason, is_unlocked):
            return "The match is no longer open elsewhere. Enter continues it here." if is_unlocked else reason
        case Sending() | Waiting():
            return mode.text or asked
        case Judging():
            return JUDGING
        case Assessed():
            return session.assessment_text
        case LessonDone():
            return "Lesson done. Enter: what to do next."
        case Over():
            return session.over_text
        case Replaying(log_index, total, is_playing):
            space = "Space stops" if is_playing else "Space plays"
            return f"Move {log_index} of {total}: ← → a move, ↑ ↓ a round, {space}, c plays on from here."


def _shown_text(session: MatchSession, mode: Showing, fits: Fits) -> str:
    """Return the text of what is shown; of another player's move, what that player has done in this turn."""
    if isinstance(mode.what, Moment | Page):
        return mode.what.text
    turn = session.last_turn()
    return turn_text(turn, fits) if turn is not None and turn.facts else ""


def turn_text(turn: NewsLine, fits: Fits) -> str:
    """Return what a player did, as much as there is room for: the most important comes first, the log has the rest."""
    kept = len(turn.facts)
    while kept > 1 and not fits(_turn_sentence(turn, kept)):
        kept -= 1
    return _turn_sentence(turn, kept)


def _turn_sentence(turn: NewsLine, kept: int) -> str:
    return f"{turn.name}: {', '.join(turn.facts[:kept])}."


def wait_text(session: MatchSession) -> str | None:
    """Return the line below the question while something is shown; None while nothing is."""
    if not isinstance(session.mode, Showing):
        return None
    return "Any key continues." if session.mode.waits else ""


def enter_label(session: MatchSession, has_choice: bool, viewed_seat: int | None = None) -> str:
    """Return what Enter does now, in a word; empty when it does nothing."""
    if isinstance(session.mode, PassKeyboard):
        return ""
    if isinstance(session.mode, Showing):
        return "continue"
    if session.can_sit_down:
        return "sit down"
    if viewed_seat is not None:
        return "back"
    match settled(session.mode):
        case Deciding():
            return "choose" if has_choice else ""
        case Confirming():
            return "confirm"
        case ReadOnly(is_unlocked=True):
            return "take over"
        case Assessed():
            return session.assessed_label
        case LessonDone():
            return "continue"
        case Over():
            return "result"
    return ""
