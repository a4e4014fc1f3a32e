"""What can be typed at a table besides moves, in plain mode."""

import secrets
from collections.abc import Callable
from typing import Protocol

from core.lessons.diagrams import rules_in_words
from core.rng import Chance
from core.text import listed
from saves.club.errors import Refused
from saves.club.events import Line
from saves.club.member_names import folded
from saves.sanitize import one_line
from tui.club import requests as wishes
from tui.club import text as words
from tui.club.client import Guest
from tui.plain.match import EndOfInput, board_text, log_sentences, move_lines, question_lines, tip_lines
from tui.sessions.glossary import what

COMMANDS = {
    "board": "the position in words and letters",
    "moves": "all moves and what each would bring, a line each",
    "board always": "the same before every turn of yours; board asked stops that",
    "undo": "take back your last move, as long as nobody else has moved",
    "what WORD": "what a word of the game means; what alone tells all that stand in the question",
    "tip": "what a master would do, where the table allows tips",
    "log": "what has happened so far",
    "rules": "the rules of this game",
    "who": "who sits where, and who is here now",
    "/WORDS": "say something to the table",
    "mute NAME": "do not hear what somebody says; unmute NAME does again",
    "fill LEVEL": "before the match begins, the host gives a free seat to a bot",
    "clear": "before the match begins, the host clears the table",
    "handover LEVEL": "give the seat of whoever lets you wait for too long to a bot",
    "end": "end the match as it stands, if all agree; go on takes that back",
    "leave LEVEL": "get up; a bot sits in until you come back",
    "quit": "go away; your seat stays yours",
    "help": "this list",
}


class Heard(Protocol):
    """The table that carries out what is typed."""

    guest: Guest
    board_always: bool

    def say(self, text: str = "") -> None: ...

    def want(self, line: Line) -> None:
        """Write a line to the log."""

    def speak(self, words: str) -> None:
        """Say something to everybody."""


class Orders:
    """Finds what a typed line asks for, and does it."""

    def __init__(self, table: Heard) -> None:
        self._table = table
        self._guest = table.guest

    def has(self, line: str) -> bool:
        """Whether a line is an order; what is written like a legal move is that move."""
        view = self._guest.view
        if view is not None and any(move.notation.casefold() == line.casefold() for move in view.legal):
            return False
        return self._found(line) is not None

    def obey(self, line: str) -> None:
        """Do what a line asks for; what cannot be is told in a sentence."""
        order = self._found(line)
        assert order is not None
        try:
            order()
        except Refused as error:
            self._table.say(str(error))

    def _found(self, line: str) -> Callable[[], None] | None:
        if line.startswith("/"):
            return lambda: self._talk(line[1:].strip())
        word, _, rest = line.lower().partition(" ")
        rest = rest.strip()
        if line.lower() == "go on":
            return lambda: self._want(wishes.agree(self._guest, False))
        if word == "what":
            return lambda: self._explain(rest)
        if not rest and word in self._alone:
            return self._alone[word]
        if word in self._with_a_word and " " not in rest:
            return lambda: self._with_a_word[word](line.partition(" ")[2].strip())
        return None

    @property
    def _alone(self) -> dict[str, Callable[[], None]]:
        guest = self._guest
        return {
            "undo": lambda: self._want(wishes.take_back(guest)),
            "moves": self._moves,
            "tip": self._tip,
            "log": self._log,
            "rules": lambda: self._table.say(rules_in_words(guest.table.game).rstrip()),
            "who": self._who,
            "clear": lambda: self._want(wishes.clear(guest)),
            "end": lambda: self._want(wishes.agree(guest, True)),
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    @property
    def _with_a_word(self) -> dict[str, Callable[[str], None]]:
        guest = self._guest
        return {
            "board": self._board,
            "mute": lambda name: self._mute(name, True),
            "unmute": lambda name: self._mute(name, False),
            "fill": lambda level: self._want(wishes.fill(guest, level)),
            "handover": lambda level: self._want(wishes.hand_over(guest, level, guest.club.now())),
            "leave": self._leave,
        }

    def _want(self, line: Line) -> None:
        self._table.want(line)

    def _quit(self) -> None:
        raise EndOfInput

    def _help(self) -> None:
        self._table.say("Answer with the number or the notation of a move, or with one of these:")
        width = max(map(len, COMMANDS))
        for command, meaning in COMMANDS.items():
            self._table.say(f"  {command:<{width}}  {meaning}")

    def _board(self, how: str) -> None:
        if how.lower() in ("always", "asked"):
            self._table.board_always = how.lower() == "always"
            always, asked = "The board is told before every turn of yours.", "The board is told when asked."
            self._table.say(always if self._table.board_always else asked)
            return
        match = self._guest.view or self._guest.match
        if match is None:
            self._who()
        else:
            self._table.say(board_text(match, self._guest.seat))

    def _moves(self) -> None:
        view, seat = self._guest.view, self._guest.seat
        if view is None or seat is None:
            raise Refused("It is not your turn.")
        self._table.say("\n".join(move_lines(view, seat)))

    def _explain(self, word: str) -> None:
        view, seat = self._guest.view, self._guest.seat
        asked = " ".join(question_lines(view, seat)) if view is not None and seat is not None else ""
        self._table.say("\n".join(what(self._guest.table.game, word, asked)))

    def _tip(self) -> None:
        view = self._guest.view
        if not self._guest.table.terms.tips:
            raise Refused(words.NO_TIPS)
        if view is None:
            raise Refused("It is not your turn.")
        try:
            told = tip_lines(view, Chance(secrets.randbits(63)))
        except Exception as error:
            told = [f"There is no tip this time ({type(error).__name__})."]
        for line in told:
            self._table.say(line)

    def _log(self) -> None:
        guest, match = self._guest, self._guest.match
        told = [] if match is None else log_sentences(match, guest.seat)
        if match is not None and match.past:
            self._table.say(f"Before this, under other rules: {' '.join(one_line(move, 40) for move in match.past)}")
        muted = guest.club.muted(guest.member)
        talk = [remark for remark in guest.club.talk(guest.name) if folded(remark.author) not in muted]
        for line in [*told, *map(words.spoken, talk)]:
            self._table.say(line)
        if not told:
            self._table.say("Nothing has happened yet.")

    def _who(self) -> None:
        for line in words.seat_lines(self._guest.table):
            self._table.say(line)
        self._table.say(f"Here now: {listed(self._guest.club.here(self._guest.name), 'nobody')}.")

    def _talk(self, said: str) -> None:
        wishes.must_play(self._guest)
        if said:
            self._table.speak(said)

    def _mute(self, name: str, on: bool) -> None:
        member = self._guest.club.member(name)
        if member is None:
            raise Refused(f"There is no member called {one_line(name, 40)!r}.")
        self._guest.club.mute(self._guest.member, member.name, on)
        self._table.say(words.muted(member.name, on))

    def _leave(self, level: str) -> None:
        wishes.level_named(level)
        if self._guest.seat is None:
            raise EndOfInput
        self._want(wishes.get_up(self._guest, level))
