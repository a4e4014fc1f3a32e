"""A table of the club in lines: what happens there, what is asked, and for whom it waits."""

from collections.abc import Sequence

from core.game import GameEvent
from core.match import LogEntry
from core.text import count_text, list_text
from saves.club.projection import TableProjection
from tui.club import text as club_text
from tui.club.client import TableClient
from tui.club.session import ClubSession
from tui.plain.console import PlainConsole
from tui.plain.text import board_text, decision_lines, position_lines, result_lines


class TablePrinter:
    """Print each thing once, on a line of its own, even while a question is open."""

    def __init__(self, client: TableClient, console: PlainConsole) -> None:
        self.client, self._console = client, console
        self.is_board_always_printed = False
        #: Sentences that were printed for prepared moves, and are not printed again when these are played.
        self._foretold: list[str] = []
        #: For whom the table waits, and why the club cannot be reached, as they were printed last.
        self._waiting = self._trouble = self._request = ""
        #: The other tables where it is the member's turn, as they were printed last.
        self._elsewhere: frozenset[str] = frozenset()
        #: The digest of the last printed position, where the match can only be watched.
        self._position_digest: str | None = None

    def say(self, text: str = "") -> None:
        self._console.print(text)

    # The table

    def print_table(self) -> None:
        """Print the terms of the table, and how far its match is."""
        client, table = self.client, self.client.table
        for line in club_text.terms_lines(table.terms, client.public_seed):
            self.say(line)
        if remark := club_text.rules_words(table):
            self.say(remark)
        if table.is_newer or client.is_watching_only:
            self.say(club_text.other_samovar(table))
            self.print_position()
        elif table.match is not None:
            self._print_progress()
        if missed := club_text.missed_text(client.missed, table):
            self.say(missed)

    @property
    def has_printed_position(self) -> bool:
        return self._position_digest is not None

    def print_position(self) -> None:
        """Print the stored position, unless it has been printed."""
        match = self.client.match
        if match is not None and (digest := match.state.digest()) != self._position_digest:
            self._position_digest = digest
            for line in position_lines(match, None):
                self.say(line)

    def _print_progress(self) -> None:
        match = self.client.table.match
        assert match is not None
        if any(entry.origin == "chosen" for entry in match.log) or match.archived_moves:
            self.say(f"The match continues after {count_text(len(match.archived_moves) + len(match.log), 'move')}.")
        else:
            self.print_beginning()

    def print_beginning(self) -> None:
        match = self.client.table.match
        assert match is not None
        self.say(f"The match begins: {list_text(match.names)}.")
        self._print_events([event for entry in match.log for event in entry.events])

    def print_trouble(self, trouble: str) -> None:
        """Print once why the club cannot be reached."""
        if trouble and trouble != self._trouble:
            self.say(trouble)
        self._trouble = trouble

    def print_elsewhere(self, tables: frozenset[str]) -> None:
        """Print when it has become the member's turn at another table."""
        if tables - self._elsewhere:
            self.say(club_text.elsewhere_text(tables, "next"))
        self._elsewhere = tables

    # Moves

    def print_entries(self, entries: Sequence[LogEntry]) -> None:
        seat = self.client.seat
        if entries[0].seat == seat:  # chosen in their turn, not prepared
            self._foretold = []
        for entry in entries:
            self._print_events(entry.events, foretold=entry.seat == seat)

    def _print_events(self, events: Sequence[GameEvent], foretold: bool = False) -> None:
        match = self.client.table.match
        assert match is not None
        for event in events:
            if event.visible_to is None or event.visible_to == self.client.seat:
                sentence = match.game.describe_event(event, match.names)
                if foretold and sentence in self._foretold:
                    self._foretold.remove(sentence)
                else:
                    self.say(sentence)

    def print_prepared(self) -> None:
        """Print what the prepared move does in the member's part of the step; the rest comes when it is played."""
        table, seat = self.client.table, self.client.seat
        assert seat is not None
        if table.early_match(seat) is None:
            self.say("Noted; it is played when your turn comes.")
            return
        told = len(self._foretold) if len(table.prepared(seat)) > 1 else 0
        self.foresee()
        for sentence in self._foretold[told:]:
            self.say(sentence)

    def foresee(self) -> None:
        """Remember what the prepared moves do, as if it had been printed."""
        table, seat = self.client.table, self.client.seat
        ahead = table.early_match(seat) if seat is not None else None
        if seat is None or ahead is None or not table.prepared(seat):
            self._foretold = []
            return
        events = [event for entry in ahead.log for event in entry.events if event.visible_to in (None, seat)]
        self._foretold = [ahead.game.describe_event(event, ahead.names) for event in events]

    # Questions

    def print_question(self, session: ClubSession) -> None:
        """Print the member's question, and leave the prompt open."""
        match, seat = session.match, session.viewer
        assert seat is not None
        self._waiting = ""
        self.print_request()
        if self.is_board_always_printed and _turn_begins(session, seat):
            self.say(board_text(match, seat))
        for line in decision_lines(match, seat):
            self.say(line)
        self._console.prompt("> ")

    def print_waiting(self, session: ClubSession | None) -> None:
        """Print once who is waited for."""
        table = self.client.table
        waiting = club_text.awaited_text(table) if session is None else list_text(session.awaited_names, "")
        if waiting and waiting != self._waiting and self.client.is_player:
            self.say(f"Waiting for {waiting}.")
        self._waiting = waiting
        self.print_request()

    def print_request(self) -> None:
        """Print once a request that waits for an answer, and what is left of the agreed pace."""
        table, seat = self.client.table, self.client.seat
        asked = club_text.request_text(table, seat, "end", "go on")
        if asked and asked != self._request:
            self.say(asked)
        self._request = asked


def _turn_begins(session: ClubSession, seat: int) -> bool:
    log = session.match.log or session.log_match.log
    return not log or log[-1].seat != seat or log[-1].round != session.match.state.round


def ending_lines(table: TableProjection) -> list[str]:
    """Return how a table ended."""
    if table.ended == "played" and table.match is not None:
        return result_lines(table.match)
    return [*(["== Result"] if table.ended == "agreed" else []), *club_text.ended_lines(table)]
