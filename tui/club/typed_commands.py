"""The commands that can be typed at a table in plain mode, besides moves."""

import secrets
from collections.abc import Callable
from typing import Protocol

from core.bots.analysis import Analysis
from core.bots.failures import no_hint_text
from core.lessons.diagrams import rules_text
from core.rng import Rng
from core.text import list_text
from saves.club.awaited import next_table
from saves.club.blocks import set_block
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent
from saves.club.member_names import casefolded
from saves.sanitize import one_line
from tui.club import requests
from tui.club import text as club_text
from tui.club.client import TableClient
from tui.club.friend_line import friend_lines_text, new_friend_lines
from tui.club.printer import TablePrinter
from tui.plain.answers import find_command
from tui.plain.console import EndOfInputError
from tui.plain.text import (
    board_printing_text,
    board_text,
    decision_lines,
    help_lines,
    hint_lines,
    log_sentences,
    move_lines,
    spoken_board_lines,
    target_text,
)
from tui.sessions.glossary import explain_word

COMMANDS = {
    "board": "the position in words and letters",
    "board words": "the board read aloud, space by space",
    "moves": "all moves with what each gives, one per line",
    "board always": "print the board before each of your turns; board asked stops it",
    "undo": "undo your last move, if nobody else has moved",
    "what WORD": "explain a term or a space, such as c3; what alone explains all terms of the question",
    "tip": "what a master would do, if the table allows tips",
    "log": "everything that has happened",
    "rules": "the rules of this game",
    "who": "who plays, and who is here now",
    "/WORDS": "say something to the table",
    "mute NAME": "hide what somebody says; unmute NAME shows it again",
    "block NAME": "block somebody, who is not told: no talk, no place at your tables; unblock NAME ends it",
    "fill LEVEL": "before the match begins, the host gives a free seat to a bot",
    "invite": "before the match begins, the host gets a line to send to a friend, for an open seat",
    "clear": "before the match begins, the host cancels the table",
    "handover LEVEL": "give the seat of a player who keeps you waiting to a bot",
    "end": "offer to end the match as it stands, or accept that; go on declines or withdraws it",
    "away DAYS": "be away: your time stands still; away 0: you are back",
    "decline": "before the match begins, decline the seat that is kept for you",
    "remove NAME": "before the match begins, the host removes somebody",
    "leave LEVEL": "leave; a bot plays for you until you come back",
    "next": "go to the next table where it is your turn; you keep your seat here",
    "quit": "go away; you keep your seat",
    "help": "this list",
}


class CommandTarget(Protocol):
    """The table that carries out the commands."""

    client: TableClient
    printer: TablePrinter

    def say(self, text: str = "") -> None: ...

    def submit(self, event: ClubEvent) -> None:
        """Write an event to the log."""

    def go_on_at(self, table: str) -> None:
        """Leave for another table."""

    def send_message(self, text: str) -> None:
        """Send a message to the table."""


class TypedCommands:
    """Find the command in a typed line, and run it."""

    def __init__(self, table: CommandTarget, analysis: Analysis, friend_forms: tuple[str, ...] = ()) -> None:
        self._table = table
        self._friend_forms = friend_forms
        self._analysis = analysis
        self._client = table.client

    def is_command(self, line: str) -> bool:
        """Whether a line is a command; a line that is the notation of a legal move is that move."""
        view = self._client.view
        if view is not None and any(move.notation.casefold() == line.casefold() for move in view.legal_moves):
            return False
        return self._found(line) is not None

    def run(self, line: str) -> None:
        """Run the command in a line; a refusal is printed as a sentence."""
        order = self._found(line)
        assert order is not None
        try:
            order()
        except ClubRefusedError as error:
            self._table.say(str(error))

    def _found(self, line: str) -> Callable[[], None] | None:
        if line.startswith("/"):
            return lambda: self._talk(line[1:].strip())
        return find_command(line, self._alone, self._with_text)

    @property
    def _alone(self) -> dict[str, Callable[[], None]]:
        client = self._client
        return {
            "undo": lambda: self._submit(requests.take_back(client)),
            "board": self._board,
            "board words": self._spoken_board,
            "board always": lambda: self._print_board_at_turns(True),
            "board asked": lambda: self._print_board_at_turns(False),
            "moves": self._moves,
            "tip": self._tip,
            "log": self._log,
            "rules": lambda: self._table.say(rules_text(client.table.game).rstrip()),
            "who": self._who,
            "invite": lambda: self._table.say(friend_lines_text(new_friend_lines(client, self._friend_forms))),
            "clear": lambda: self._submit(requests.call_off(client)),
            "end": lambda: self._submit(requests.agree(client, True)),
            "go on": lambda: self._submit(requests.play_on(client)),
            "decline": lambda: self._submit(requests.decline_invitation(client)),
            "next": self._next,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    @property
    def _with_text(self) -> dict[str, Callable[[str], None]]:
        client = self._client
        return {
            "what": self._explain,
            "mute": lambda name: self._mute(name, True),
            "unmute": lambda name: self._mute(name, False),
            "block": lambda name: self._block(name, True),
            "unblock": lambda name: self._block(name, False),
            "fill": lambda level: self._submit(requests.fill(client, level)),
            "handover": lambda level: self._submit(requests.hand_over(client, level, client.club.now())),
            "away": lambda days: self._submit(requests.go_away(client, days, client.club.now())),
            "remove": lambda name: self._submit(requests.remove(client, requests.seat_of_name(client, name))),
            "leave": self._leave,
        }

    def _submit(self, event: ClubEvent) -> None:
        self._table.submit(event)

    def _next(self) -> None:
        table = next_table(self._client.awaited_tables(), self._client.name)
        if not table:
            raise ClubRefusedError(club_text.NO_TABLE_WAITS)
        self._table.go_on_at(table)

    def _quit(self) -> None:
        raise EndOfInputError

    def _help(self) -> None:
        self._table.say("\n".join(help_lines(COMMANDS)))

    def _board(self) -> None:
        match = self._client.view or self._client.match
        if match is None:
            self._who()
        else:
            self._table.say(board_text(match, self._client.seat))

    def _spoken_board(self) -> None:
        match = self._client.view or self._client.match
        if match is None:
            self._who()
        else:
            self._table.say("\n".join(spoken_board_lines(match, self._client.seat)))

    def _print_board_at_turns(self, always: bool) -> None:
        self._table.printer.is_board_always_printed = always
        self._table.say(board_printing_text(always))

    def _moves(self) -> None:
        view, seat = self._client.view, self._client.seat
        if view is None or seat is None:
            raise ClubRefusedError("It is not your turn.")
        self._table.say("\n".join(move_lines(view, seat)))

    def _explain(self, word: str) -> None:
        view, seat = self._client.view, self._client.seat
        asked = " ".join(decision_lines(view, seat)) if view is not None and seat is not None else ""
        match = view or self._client.match
        here = target_text(match, seat, word) if match is not None else ""
        self._table.say(here or "\n".join(explain_word(self._client.table.game, word, asked)))

    def _tip(self) -> None:
        view = self._client.view
        if not self._client.table.terms.tips:
            raise ClubRefusedError(club_text.NO_HINTS)
        if view is None:
            raise ClubRefusedError("It is not your turn.")
        try:
            told = hint_lines(view, Rng(secrets.randbits(63)), self._analysis)
        except Exception as error:
            told = [no_hint_text(type(error).__name__)]
        for line in told:
            self._table.say(line)

    def _log(self) -> None:
        client, match = self._client, self._client.match
        told = [] if match is None else log_sentences(match, client.seat)
        if match is not None and match.archived_moves:
            self._table.say(
                f"Earlier, under older rules: {' '.join(one_line(move, 40) for move in match.archived_moves)}"
            )
        muted = client.club.muted(client.member)
        talk = [remark for remark in client.club.talk.messages(client.name) if casefolded(remark.author) not in muted]
        for line in [*told, *map(club_text.message_text, talk)]:
            self._table.say(line)
        if not told:
            self._table.say("Nothing has happened yet.")

    def _who(self) -> None:
        for line in club_text.seat_lines(self._client.table):
            self._table.say(line)
        self._table.say(f"Here now: {list_text(self._client.club.presence.members(self._client.name), 'nobody')}.")

    def _talk(self, said: str) -> None:
        requests.must_play(self._client)
        if said:
            self._table.send_message(said)

    def _mute(self, name: str, on: bool) -> None:
        member = self._client.club.member(name)
        if member is None:
            raise ClubRefusedError(f"There is no member called {one_line(name, 40)!r}.")
        self._client.club.mute(self._client.member, member.name, on)
        self._table.say(club_text.muted(member.name, on))

    def _block(self, name: str, on: bool) -> None:
        set_block(self._client.club, self._client.member, name, on)
        self._table.say(club_text.blocked(self._client.club.name_now(name), on))

    def _leave(self, level: str) -> None:
        requests.level_named(level)
        if self._client.seat is None:
            raise EndOfInputError
        self._submit(requests.get_up(self._client, level))
