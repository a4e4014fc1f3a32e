"""Print a session in lines: what it tells, and what can be asked about it."""

from collections.abc import Iterable, Mapping, Sequence

from core.lessons.diagrams import rules_text
from core.match import LogEntry, Match
from core.text import count_text
from tui.plain.console import PlainConsole
from tui.plain.text import (
    board_printing_text,
    board_text,
    help_lines,
    log_lines,
    move_lines,
    spoken_board_lines,
    target_text,
)
from tui.sessions.glossary import explain_word
from tui.sessions.session import MatchSession


class SessionPrinter:
    """The output of a session in lines, as the person at the keyboard may know it."""

    def __init__(self, session: MatchSession, console: PlainConsole) -> None:
        self._session = session
        self._console = console
        #: Why the last save failed; empty when it did not.
        self.save_trouble = ""
        #: Whether the position is printed at the start of each turn.
        self.is_board_always_printed = False
        #: Sentences for one seat only, kept until it is asked: the index in the log, the seat, the text.
        self._private: list[tuple[int, int, str]] = []

    @property
    def _match(self) -> Match:
        return self._session.match

    def print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.print(line)

    # What the session tells

    def print_entries(self, entries: Sequence[LogEntry]) -> None:
        """Print what happened; keep what only one of several persons may know until that person is asked."""
        match, seats = self._match, self._session.seats
        for at, entry in enumerate(entries, len(match.log) - len(entries)):
            for event in entry.events:
                sentence = match.game.describe_event(event, match.names)
                if event.visible_to is None or seats == {event.visible_to}:
                    self._console.print(sentence)
                elif event.visible_to in seats:
                    self._private.append((at, event.visible_to, sentence))
        self._console.flush()

    def print_private(self, seat: int) -> None:
        """Print what has been kept for a seat."""
        self.print_lines(sentence for _, to, sentence in self._private if to == seat)
        self._private = [kept for kept in self._private if kept[1] != seat]

    def print_taken_back(self, moves: int) -> None:
        """Say how many moves were taken back, and forget what was kept of them."""
        self._private = [kept for kept in self._private if kept[0] < len(self._match.log)]
        self._console.print(f"Undone: {count_text(moves, 'move')}.")

    def print_saved(self, trouble: str) -> None:
        """Say that saving fails, and when it works again."""
        if trouble and trouble != self.save_trouble:
            self._console.print(trouble)
        elif self.save_trouble and not trouble:
            self._console.print("The match is saved again.")
        self.save_trouble = trouble

    # What can be asked

    def print_board(self) -> None:
        self._console.print(board_text(self._match, self._session.viewer))

    def print_spoken_board(self) -> None:
        self.print_lines(spoken_board_lines(self._match, self._session.viewer))

    def print_board_at_turns(self, always: bool) -> None:
        """From now on, print the position at the start of each turn, or only when asked."""
        self.is_board_always_printed = always
        self._console.print(board_printing_text(always))

    def print_board_if_turn_begins(self) -> None:
        log, state = self._match.log, self._match.state
        begins = not log or log[-1].seat != state.actor or log[-1].round != state.round
        if self.is_board_always_printed and begins:
            self.print_board()

    def print_moves(self) -> None:
        assert self._session.viewer is not None
        self.print_lines(move_lines(self._match, self._session.viewer))

    def print_log(self) -> None:
        self.print_lines(log_lines(self._match, self._session.viewer))

    def print_rules(self) -> None:
        self._console.print(rules_text(self._match.game).rstrip())

    def print_help(self, commands: Mapping[str, str]) -> None:
        self.print_lines(help_lines(commands))

    def print_meaning(self, word: str, question: str) -> None:
        """Explain a space or a term; without one, all the game's terms in the question."""
        here = target_text(self._match, self._session.viewer, word)
        self.print_lines([here] if here else explain_word(self._match.game, word, question))
