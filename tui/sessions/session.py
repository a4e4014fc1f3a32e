"""A match from the player's side, without a screen: who decides, what is shown, what a command does.

    session = LocalSession(match, match_file, services)
    session.listener = face.on_change      # the screen, plain mode or a test is told what happens
    session.start()
    session.submit(choice.moves)
    session.close()

Every command can be called in every mode: where it means nothing it does nothing, or says why. What a mode means in
words is in `texts.py`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from core.game import Move
from core.lessons.guide import Page
from core.log_notes import note_text
from core.match import LogEntry, Match, Note
from core.view import Draft, Moment, SeatView, Target
from saves.settings import Settings
from tui.sessions.bots import Bots
from tui.sessions.changes import Change, ModeChanged, Said
from tui.sessions.mode import Deciding, Mode, PassKeyboard, Showing, settled
from tui.sessions.news import NewsLine, last_turn_end, news_since, turn_news
from tui.sessions.scheduler import CallScheduler

#: The marks of what others changed: signs that are no piece of any game.
CHANGED_LAST, CHANGED_EARLIER = "▍", "▎"


class SessionServices(NamedTuple):
    """What a session uses from its surroundings."""

    bots: Bots
    scheduler: CallScheduler
    settings: Settings


class Policy(msgspec.Struct, frozen=True):
    """What a kind of session does; plain mode neither paces nor shows moments nor asks for confirmation."""

    #: Why there are no hints; empty where there are.
    no_hint_reason: str = ""
    paces: bool = True
    shows_moments: bool = True
    confirms_turns: bool = True
    passes_keyboard: bool = True


#: In plain mode everything is read in the order in which it happens.
PLAIN = Policy(paces=False, shows_moments=False, confirms_turns=False)


class LogRow(NamedTuple):
    """A sentence of the log, and the index of the move to which it belongs."""

    at: int
    text: str


class MatchSession:
    """What every session has. A subclass says what its mode is, and carries out what it can."""

    def __init__(self, match: Match, seats: Collection[int], policy: Policy) -> None:
        #: The match in which is decided, and whose position is shown.
        self.match = match
        #: The seats of the people at this terminal; empty for a spectator.
        self.seats = frozenset(seats)
        self.policy = policy
        #: How long the log was when somebody here last decided: what came since is marked.
        self.seen_log_index = len(match.log)
        #: Rises with every change of the match.
        self.version = 0
        self.listener: Callable[[Change], None] = _ignore_change
        self.mode: Mode = self.compute_mode()
        self._view: SeatView[Any] | None = None
        self._view_key: tuple[object, ...] = ()
        self._marks: Mapping[Target, str] = {}
        self._marks_key: tuple[object, ...] = ()

    # What a subclass says

    def compute_mode(self) -> Mode:
        """Return what the session is doing, from the match and the session's own facts."""
        raise NotImplementedError

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: one at this terminal, or None."""
        return min(self.seats, default=None)

    @property
    def log_match(self) -> Match:
        """The match whose log is told."""
        return self.match

    @property
    def notes(self) -> Sequence[Note]:
        """The notes of the log: what happened besides moves."""
        return self.log_match.notes

    @property
    def log_end(self) -> int:
        """The number of moves of the log that have been made in the position shown."""
        return len(self.log_match.log)

    @property
    def no_hint_reason(self) -> str:
        """Why there are no hints in this match; empty where there are."""
        return self.policy.no_hint_reason

    def decision_text(self, asked: str) -> str:
        """Return what the deciding person is asked; `asked` is what the view asks."""
        return asked

    def thinker_text(self, seat: int) -> str:
        """Return who is thinking: the bot of this seat."""
        return self.match.seats[seat].name

    @property
    def over_text(self) -> str:
        return "The game is over."

    @property
    def assessment_text(self) -> str:
        """What the master says of the turn, in the mode `Assessed`."""
        return ""

    #: What Enter does after the master has judged a turn, in a word.
    assessed_label = ""
    #: Said instead of the question while the club is away.
    trouble = ""
    #: Whether Enter takes back a seat in which a bot sits in.
    can_sit_down = False
    #: Whether a hint has been asked for.
    is_hint_pending = False

    # Commands

    def start(self) -> None:
        """Begin, once the listener is set."""

    def close(self) -> None:
        """Leave: nothing is called or told any more. Twice is harmless."""
        self.listener = _ignore_change

    def submit(self, moves: Sequence[Move]) -> None:
        """Play the moves of a choice, one after the other as long as they are legal."""

    def skip(self) -> None:
        """End what is being shown."""

    def confirm(self) -> None:
        """Let a finished turn stand, at a shared keyboard."""

    def keyboard_passed(self) -> None:
        """Show the next decision to its player, who sits at the keyboard now."""

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def restart_turn(self) -> None: ...

    def undo_to(self, at: int) -> None:
        """Undo everything from a row of the log on."""

    def take_over(self) -> None:
        """Play on here what was played elsewhere."""

    def sit_down(self) -> None:
        """Take back the seat in which a bot sits in."""

    def ask_hint(self) -> None: ...

    # What commands can do

    def can(self, command: str) -> bool:
        """Return whether a command would do something now."""
        match command:
            case "tip":
                return self.is_deciding and not self.no_hint_reason
            case "undo":
                return self.can_undo()
            case "redo":
                return self.can_redo()
            case "others":
                return len(self.match.seats) > 1
            case "news":
                return self.has_news
        return True

    def can_undo(self) -> bool:
        return False

    def can_redo(self) -> bool:
        return False

    # What is shown

    @property
    def is_deciding(self) -> bool:
        """Whether a person at this terminal has to decide now."""
        return isinstance(settled(self.mode), Deciding)

    @property
    def is_hidden(self) -> bool:
        """Whether nothing may be shown now, because it is the next player's secret."""
        return isinstance(self.mode, PassKeyboard)

    @property
    def is_showing(self) -> bool:
        return isinstance(self.mode, Showing)

    @property
    def shares_keyboard(self) -> bool:
        return len(self.seats) > 1

    @property
    def moment(self) -> Moment | None:
        """The moment that is being shown."""
        return self.mode.what if isinstance(self.mode, Showing) and isinstance(self.mode.what, Moment) else None

    @property
    def frame(self) -> int:
        """How far has come what moves in the moment that is being shown."""
        return self.mode.frame if isinstance(self.mode, Showing) else 0

    @property
    def page(self) -> Page | None:
        """The page of a guide that is being read."""
        return self.mode.what if isinstance(self.mode, Showing) and isinstance(self.mode.what, Page) else None

    def make_view(self, draft: Draft | None = None, board: int | None = None) -> SeatView[Any]:
        """Return what the viewer sees, with a draft or another seat's board; the same object until that changes."""
        deciding = self.is_deciding and board is None
        key = (self.version, self.viewer, deciding, draft, board)
        if self._view is None or self._view_key != key:
            self._view, self._view_key = self._new_view(draft, board, deciding), key
        return self._view

    def _new_view(self, draft: Draft | None, board: int | None, deciding: bool) -> SeatView[Any]:
        match = self.match
        legal = match.legal_moves if deciding else None
        return match.game.view(match.state, self.viewer, match.names, draft, board, deciding, legal)

    # What is new

    @property
    def news_from(self) -> int:
        """The index of the log where the news begins: after the last turn of the viewer."""
        return last_turn_end(self.log_match, self.viewer, self.log_end)

    def news(self) -> list[NewsLine]:
        """Return what the others did since the viewer's last turn, in the order in which it is told."""
        return news_since(self.log_match, self.news_from, self.viewer, self.make_view())

    def last_turn(self) -> NewsLine | None:
        """Return what the player who moved last has done in this turn so far; None before the first move."""
        log = self.log_match.log[: self.log_end]
        if not log:
            return None
        begin = len(log) - 1
        while begin and (log[begin - 1].seat, log[begin - 1].round) == (log[-1].seat, log[-1].round):
            begin -= 1
        return turn_news(self.log_match, begin, self.log_end, self.viewer, self.make_view())

    @property
    def has_news(self) -> bool:
        """Whether anybody else has moved since the viewer's last turn."""
        return any(entry.seat not in self.seats for entry in self.log_match.log[self.news_from :])

    def marks(self) -> Mapping[Target, str]:
        """Return the targets that others changed since the viewer's last turn: by the last move, or before it."""
        key = (self.viewer, self.version, self.log_end)
        if self._marks_key != key:
            self._marks, self._marks_key = self._find_marks(), key
        return self._marks

    def _find_marks(self) -> Mapping[Target, str]:
        match, log = self.log_match, self.log_match.log
        others = [at for at in range(self.news_from, self.log_end) if log[at].seat not in self.seats]
        if not others:
            return {}
        after = match.game.view(match.state_at(others[-1] + 1), self.viewer, match.names)
        chosen = [at for at in others if log[at].origin == "chosen"]
        last = after.changed_targets(match.state_at((chosen or others)[-1]))
        changed = after.changed_targets(match.state_at(others[0]))
        return {target: CHANGED_LAST if target in last else CHANGED_EARLIER for target in changed | last}

    # The log

    def newest_rows(self, end: int | None = None) -> Iterator[LogRow]:
        """Yield the rows of the log from the last to the first, as the viewer may know them."""
        return log_rows_of(self.log_match, self.notes, self.log_end if end is None else end, self.viewer)

    def log_rows(self, end: int | None = None) -> list[LogRow]:
        """Return everything that happened, as the viewer may know it."""
        return list(self.newest_rows(end))[::-1]

    # For subclasses

    def tell(self, change: Change) -> None:
        self.listener(change)

    def say(self, text: str) -> None:
        self.tell(Said(text))

    def update_mode(self) -> None:
        """Compute the mode anew, and tell when it has changed."""
        old, self.mode = self.mode, self.compute_mode()
        if old != self.mode:
            self.tell(ModeChanged(old, self.mode))

    def mover_moments(self, before: Any, viewer: int | None, entries: Sequence[LogEntry]) -> list[Moment]:
        """Return the moments of entries of the log that a viewer may see."""
        events = [event for entry in entries for event in entry.events if event.visible_to in (None, viewer)]
        return self.match.game.view(self.match.state, viewer, self.match.names).moments(before, events)


def log_rows_of(match: Match, notes: Sequence[Note], end: int, viewer: int | None) -> Iterator[LogRow]:
    """Yield what happened in the first `end` moves as a viewer may know it, from the last row to the first."""
    said: dict[int, list[str]] = {}
    for note in notes:
        said.setdefault(note.at, []).append(note_text(note, match))
    for text in reversed(said.get(end, [])):
        yield LogRow(max(0, end - 1), text)
    for at in range(end - 1, -1, -1):
        for event in reversed(match.log[at].events):
            if event.visible_to is None or event.visible_to == viewer:
                yield LogRow(at, match.game.describe_event(event, match.names))
        for text in reversed(said.get(at, [])):
            yield LogRow(at, text)


def _ignore_change(change: Change) -> None:
    """Tell nobody."""
