"""The table of the club on the screen of its game: what others do comes in like the moves of bots, one's own goes out.

Nothing is shown as played that is not in the log. While one's own move is on its way, keys wait for it for a moment, so
that quick hands play here as at a table of their own; when the club is away they do not, and the match stays as it is.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from textual import events

from core.bots.worker import Answer
from core.game import Move
from core.match import TEXT, Match, Note
from core.text import count, listed
from core.view import Offer
from saves.club.errors import Refused
from saves.club.events import Line, TakenBack
from saves.club.projection import Table
from tui import commands
from tui.club import requests as wishes
from tui.club import text as words
from tui.club.client import Guest, News, Wanted
from tui.club.connection import Sitting
from tui.club.dialogs import ask_level, ask_mute, ask_words
from tui.match.play_screen import PlayScreen
from tui.match.screen import rows_of
from tui.screens.base import Key
from tui.screens.dialogs import Entry, Pick
from tui.screens.input_guard import FROM_THE_PLAYER

if TYPE_CHECKING:
    from tui.club.navigation import Visit

#: For how many seconds a key waits for the move before it.
_PATIENCE = 0.5
#: What the menu offers of the table's own commands; the rest has keys in the bar.
_MENU = ("undo", "restart", "tip", "log", "rules", "talk", "who", "mute", "agree", "hand_over", "get_up")


class SharedScreen(PlayScreen, inherit_bindings=False):
    """A match that several terminals play."""

    own_commands = commands.SHARED

    def __init__(self, visit: "Visit", sitting: Sitting, remark: str = "") -> None:
        match = sitting.guest.match
        assert match is not None
        super().__init__(match, None, seats=())
        self.visit, self.sitting = visit, sitting
        self._look_anew()
        self.remark = remark or words.rules_words(self._table)
        self._has_ended = False
        #: The rest of a choice that makes several moves.
        self._to_play: list[Move] = []
        #: What was said and done at the table besides moves, each where it came in the log.
        self._said: list[Note] = []
        self._begun_question: object = None
        self._bots_asked_at = -1
        self._is_to_be_painted = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def guest(self) -> Guest:
        return self.sitting.guest

    @property
    def _table(self) -> Table:
        return self.guest.table

    def on_mount(self) -> None:
        self.sitting.screen = self
        self.sitting.read()

    def on_unmount(self) -> None:
        self.house.farewell = "" if self._table.ended else words.farewell(self.guest.name, self.guest.seat)
        self.sitting.close()

    # What comes in

    def table_changed(self) -> None:
        """Take what has come, as fast as it can be followed; then let what is wanted go out."""
        while not self.showing and self.sitting.is_behind:
            self._take()
        if self.sitting.trouble:
            self._bots_asked_at = -1  # what a bot decided may not have come to the club
            self._idle.set()  # no key waits for a club that is away
        if self.guest.only_looks:
            self._look_anew()
        self.sitting.go_on()
        if not self.sitting.is_behind:
            self.follow()
        self.repaint()

    def _take(self) -> None:
        """The next line of the log, and what of it is worth a look."""
        match = self._table.match
        before = None if match is None else (match.state.copy(), len(match.log))
        news = self.sitting.take()
        assert news is not None
        sat = self.seats
        self._look_anew()
        if news.changed:
            self._tell(news)
        if news.taken_back:
            self.hush()
        elif news.played and before is not None and self._table.match is match and not self.is_aside:
            self.notice(before[0], self.viewer, before[1])
            mover = news.played[-1].seat
            if mover not in self.seats and not self.deciding and self.sitting.wanted is None:
                self.rest(mover)
        if sat and self.may_sit_down:
            self.told("A bot sits on your seat now; Enter takes it again.")
        if self.moments and self.moment is None:
            self.show_moment()

    def _look_anew(self) -> None:
        """Show the match in which we can decide, or the true one."""
        seat = self.guest.seat
        self.seats = frozenset(() if seat is None else (seat,))
        shown = self.guest.view or self.guest.match
        if shown is not None:
            self.match = shown
        self.forget_offers()

    def _tell(self, news: News) -> None:
        line = news.entry.line
        if sentence := words.line_sentence(news, self._table):
            self.told(sentence)
        if news.taken_back:
            self.told(f"{news.entry.author} takes back {count(news.taken_back, 'move')}.")
        elif isinstance(line, TakenBack) and line.seat in self.seats:
            self.told("Taken back.", keep=False)

    def told(self, sentence: str, keep: bool = True) -> None:
        """Say something in the prompt until the next key; it stays in the log."""
        self.remark = sentence
        if keep:
            self._said.append(Note(len(self.story.log), TEXT, (sentence,)))
        self.repaint()

    def settled(self, played: bool) -> None:
        """One's own line is in the log, or was not used; a choice of several moves goes on."""
        rest, self._to_play = self._to_play, []
        if played and rest and self.guest.view is not None and rest[0] in self.guest.view.legal:
            self.play(*rest)
        elif self.sitting.wanted is None:
            self._idle.set()

    # Who is asked, and what is shown

    def repaint(self) -> None:
        """Soon, and once: a line of the log changes many things, and each of them asks for this."""
        if not self._is_to_be_painted:
            self._is_to_be_painted = True
            asyncio.get_running_loop().call_soon(self._paint_anew)

    def _paint_anew(self) -> None:
        self._is_to_be_painted = False
        super().repaint()

    @property
    def viewer(self) -> int | None:
        return min(self.seats, default=None)

    @property
    def is_aside(self) -> bool:
        """Whether we decide before our turn, in a match aside from the true one."""
        return self.match is not self.story

    @property
    def story(self) -> Match:
        return self.guest.match or self.match

    @property
    def notes(self) -> list[Note]:
        end = len(self.story.log)
        return [*self.story.notes, *(msgspec.structs.replace(note, at=min(note.at, end)) for note in self._said)]

    def _newest_rows(self, end: int) -> Iterator[tuple[int, str]]:
        if self.is_aside and end == self.log_end:
            for _, text in rows_of(self.match, (), len(self.match.log), self.viewer):
                yield end, text
        yield from super()._newest_rows(end)

    @property
    def deciding(self) -> bool:
        return super().deciding and self.sitting.wanted is None and not self._table.ended

    @property
    def no_tips(self) -> str:
        return "" if self._table.terms.tips else words.NO_TIPS

    def follow(self) -> None:
        """Find out who is next: one of us, a bot that may think here, or others for whom we wait."""
        thought, self.thinking = self.thinking, self._bot_is_to_move
        if not thought:
            self.thought_for = 0
        if self._clock is not None:
            self._clock.resume() if self.thinking else self._clock.pause()
        if self._table.ended:
            if not self.showing and not self._has_ended:
                self._has_ended = True
                self._end()
            return
        self._ask_bot()
        if self.guest.question != self._begun_question and self.sitting.wanted is None:
            self._begun_question = self.guest.question
            self.tip = None
            if self._begun_question is not None:
                self._begin_decision()

    @property
    def _bot_is_to_move(self) -> bool:
        return not (self.story.over or self.story.waits_for_person or self._table.ended)

    # What goes out

    def play(self, *moves: Move) -> None:
        """Offer moves one after the other, as long as they are possible."""
        self.read_until = len(self.story.log)
        self._to_play = list(moves[1:])
        self._want(self.guest.answer(moves[0].notation))

    def _want(self, wanted: Wanted) -> None:
        self._idle.clear()
        self.sitting.want(wanted)
        if self.sitting.trouble:
            self._idle.set()
            self.repaint()

    def _wish(self, make: Callable[[], Line]) -> None:
        """Write what somebody wishes for, or say why it cannot be."""
        if self.sitting.wanted is not None:
            self.remark = "Your last answer is still on its way."
        else:
            try:
                self._want(Wanted.always(make()))
            except Refused as error:
                self.remark = str(error)
        self.repaint()

    async def on_event(self, event: events.Event) -> None:
        """A key waits a moment for the move before it."""
        if isinstance(event, FROM_THE_PLAYER) and not self._idle.is_set():
            try:
                await asyncio.wait_for(self._idle.wait(), _PATIENCE)
            except TimeoutError:
                self.remark = self.sitting.trouble or "Your move is on its way to the club."
        await super().on_event(event)

    # Bots

    def _ask_bot(self) -> None:
        """Let a bot think here, if it is for us to do that and it does not think already."""
        length = self._table.length
        if self.guest.bot_moves and self._bots_asked_at != length and not self.tipping:
            self.sitting.ask_for_bots(self._let_bot_think)

    def _let_bot_think(self) -> None:
        if not self.guest.bot_moves or self.sitting.is_behind or self.tipping:
            self.sitting.let_bots_rest()
            return
        self._bots_asked_at = self._table.length
        match = self._table.match
        assert match is not None
        if planned := self.planned.next_move(match):
            self._play_bot(Answer(0, (planned,)))
        else:
            assert match.state.actor is not None
            self._ask(match, match.seats[match.state.actor].level)

    def on_play_screen_answered(self, message: PlayScreen.Answered) -> None:
        message.prevent_default()
        if message.answer.ticket != self.house.thinker.ticket:
            return
        if self.tipping:
            self._show_tip(message.answer)
            self._bots_asked_at = -1
            self.follow()
        else:
            self._play_bot(message.answer)

    def _play_bot(self, answer: Answer) -> None:
        """A bot has decided: that is written at once, and seen when its time has come."""
        match, number = self._table.match, self._bots_asked_at
        if match is None or match.state.actor is None or number != self._table.length:
            self.sitting.let_bots_rest()
            return
        self.sitting.offer_for_bot(match.state.actor, self._decided(match, answer), number)

    def seen(self) -> None:
        """What came while something was shown is next."""
        self.table_changed()

    # The end

    def _end(self) -> None:
        """The result, and what is wished for then; a match that was ended by agreement has none but its points."""
        if self._table.ended == "played":
            self.visit.show_result(self.guest)
        else:
            self.house.tell("The match is over", "\n".join(words.ended_lines(self._table)))

    # Commands

    def action_choose(self) -> None:
        if self.may_sit_down:
            self._wish(lambda: self.guest.sitting_down(self.visit.habits(self.guest)))
        elif self._table.ended and not self.showing:
            self._end()
        else:
            super().action_choose()

    @property
    def may_sit_down(self) -> bool:
        """Whether a bot sits in for us, whom Enter sends away."""
        guest = self.guest
        may_play = guest.plays and not guest.only_looks and not guest.must_take_over
        return may_play and guest.seat is None and not self._table.ended

    def do(self, offer: Offer) -> None:
        if self.sitting.wanted is None:
            super().do(offer)

    def action_undo(self) -> None:
        self._wish(lambda: wishes.take_back(self.guest))

    def action_restart(self) -> None:
        self._wish(lambda: wishes.take_back(self.guest, whole_turn=True))

    def action_talk(self) -> None:
        """Say something to the table."""
        ask_words(self.house, self.guest, self._say)

    def _say(self, said: str) -> None:
        self.sitting.say(said)

    def action_who(self) -> None:
        """Who sits where, who is here, and what the table agreed on."""
        told = [*words.terms_lines(self._table.terms, self.guest.told_seed), "", *words.seat_lines(self._table)]
        here = f"Here now: {listed(self.sitting.here, 'nobody')}."
        self.house.tell(f"Table {self.guest.name}", "\n".join([*told, "", here]))

    def action_agree(self) -> None:
        """Wish to end the match as it stands, or no longer."""
        wished = self.guest.seat in self._table.agreed
        self._wish(lambda: wishes.agree(self.guest, not wished))

    def action_hand_over(self) -> None:
        """Give the seat of whoever lets us wait for too long to a bot."""
        club = self.guest.club

        def chosen(level: str) -> None:
            self.sitting.ask(club.now, lambda now: self._wish(lambda: wishes.hand_over(self.guest, level, now)))

        ask_level(self.house, chosen)

    def action_get_up(self) -> None:
        """Let a bot sit in, and go back to the lobby."""
        ask_level(self.house, lambda level: self._wish(lambda: wishes.get_up(self.guest, level)))

    def action_mute(self) -> None:
        """Do not hear somebody any more, or again."""
        ask_mute(self.house, self.sitting, self.told)

    def log_help(self, at: int) -> str:
        return ""

    def log_picked(self, at: int | None) -> None:
        """What others have seen is not undone from the log."""

    def _open_menu(self) -> None:
        entries = [Entry("Go on playing" if self.seats else "Go on watching", "")]
        entries += [Entry(c.help, c.name) for c in commands.SHARED if c.name in _MENU and self._means_something(c.name)]
        entries += [Entry(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            Entry("Go to the lobby; your seat stays yours", "lobby"),
            Entry("Go home; your seat stays yours", "app.home"),
            Entry("Quit; your seat stays yours", "app.leave"),
        ]
        self.house.push_screen(Pick("Menu", entries), self._from_menu)

    def action_lobby(self) -> None:
        self.visit.show_lobby()

    # The prompt and the bar

    def question(self) -> str:
        if self.sitting.trouble:
            return self.sitting.trouble
        if self.guest.only_looks and self.looked_at is None:
            return words.other_samovar(self._table)
        if self._table.ended and self.moment is None:
            return "The match is over." if self._table.ended == "played" else words.ended_lines(self._table)[-1]
        if self.moment is not None or self.looked_at is not None or self.resting or self.thinking or self.deciding:
            return super().question()
        if waiting := words.awaited_now(self._table, self.seats, self.sitting.here):
            return waiting
        return super().question()

    def keys(self) -> list[Key]:
        *keys, out = super().keys()
        return [*keys[:3], Key("/", "talk", "talk"), *keys[3:], out] if self.seats else [*keys, out]

    @property
    def _enter_word(self) -> str:
        if self.may_sit_down:
            return "sit down"
        return "result" if self._table.ended and not self.showing else super()._enter_word

    def _means_something(self, name: str) -> bool:
        if name in ("undo", "restart"):
            return self.guest.seat is not None and self._table.last_of(self.guest.seat) is not None
        return name not in ("redo", "name_match") and super()._means_something(name)
