"""The match of a table on its game's screen: other players' moves come in like those of bots, the member's own go out.

A move is shown as played only when it is in the log. While the member's own move is on its way, keys wait for it for a
moment, so that fast players notice no difference from a local match; when the club is away they do not wait, and the
match stays as it is.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from textual import events

from core.bots.worker import BotReply
from core.game import Move
from core.match import TEXT, Match, Note
from core.text import count_text, list_text
from core.view import Choice
from saves.club.errors import ClubRefusedError
from saves.club.events import ClubEvent, MoveTakenBack
from saves.club.projection import TableProjection
from tui import commands
from tui.club import requests
from tui.club import text as club_text
from tui.club.client import EventEffect, EventRequest, TableClient
from tui.club.connection import TableConnection
from tui.club.dialogs import ask_level, ask_message, ask_mute
from tui.match.play_screen import PlayScreen
from tui.match.screen import log_rows_of
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.screens.input_guard import INPUT_EVENTS
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.club.navigation import ClubNavigation

#: The seconds for which a key waits for the move before it.
_TIMEOUT = 0.5
#: The table's commands that the menu shows; the others have keys in the bar.
_MENU = ("undo", "restart", "tip", "log", "rules", "talk", "who", "mute", "agree", "hand_over", "get_up")


class ClubMatchScreen(PlayScreen, inherit_bindings=False):
    """A match that is played at several terminals."""

    own_commands = commands.CLUB_MATCH

    def __init__(self, navigation: "ClubNavigation", connection: TableConnection, remark: str = "") -> None:
        match = connection.client.match
        assert match is not None
        super().__init__(match, None, seats=())
        self.navigation, self.connection = navigation, connection
        self._look_anew()
        self.status = remark or club_text.rules_words(self._table)
        self._has_ended = False
        #: The remaining moves of a choice of several moves.
        self._to_play: list[Move] = []
        #: Messages and events besides moves, each with its place in the log.
        self._said: list[Note] = []
        self._draft_question: object = None
        self._bots_asked_at = -1
        self._is_to_be_painted = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def client(self) -> TableClient:
        return self.connection.client

    @property
    def _table(self) -> TableProjection:
        return self.client.table

    def on_mount(self) -> None:
        self.connection.screen = self
        self.connection.read()

    def on_unmount(self) -> None:
        self.samovar_app.exit_message = (
            "" if self._table.ended else club_text.exit_message(self.client.name, self.client.seat)
        )
        self.connection.close()

    # What comes in

    def table_changed(self) -> None:
        """Take the events that have come, as fast as they can be shown; then write the request."""
        while not self.is_showing and self.connection.is_behind:
            self._take()
        if self.connection.connection_error:
            self._bots_asked_at = -1  # a bot's move may not have reached the club
            self._idle.set()  # no key waits for a club that is away
        if self.client.is_watching_only:
            self._look_anew()
        self.connection.go_on()
        if not self.connection.is_behind:
            self.resume_match()
        self.repaint()

    def _take(self) -> None:
        """Take the next event of the log, and queue its moments."""
        match = self._table.match
        before = None if match is None else (match.state.copy(), len(match.log))
        effect = self.connection.take()
        assert effect is not None
        sat = self.seats
        self._look_anew()
        if effect.changed:
            self._print(effect)
        if effect.taken_back:
            self.clear_moments()
        elif effect.played and before is not None and self._table.match is match and not self.decides_early:
            self.queue_moments(before[0], self.viewer, before[1])
            mover = effect.played[-1].seat
            if mover not in self.seats and not self.is_deciding and self.connection.wanted is None:
                self.pause_after_move(mover)
        if sat and self.may_sit_down:
            self.show_status("A bot sits on your seat now; Enter takes it again.")
        if self.moments and self.moment is None:
            self.show_moment()

    def _look_anew(self) -> None:
        """Show the match in which the member can decide, or the real one."""
        seat = self.client.seat
        self.seats = frozenset(() if seat is None else (seat,))
        shown = self.client.view or self.client.match
        if shown is not None:
            self.match = shown
        self.invalidate_view()

    def _print(self, effect: EventEffect) -> None:
        event = effect.entry.line
        if sentence := club_text.event_text(effect, self._table):
            self.show_status(sentence)
        if effect.taken_back:
            self.show_status(f"{effect.entry.author} takes back {count_text(effect.taken_back, 'move')}.")
        elif isinstance(event, MoveTakenBack) and event.seat in self.seats:
            self.show_status("Taken back.", keep=False)

    def show_status(self, sentence: str, keep: bool = True) -> None:
        """Show a sentence in the prompt until the next key, and keep it in the log."""
        self.status = sentence
        if keep:
            self._said.append(Note(len(self.log_match.log), TEXT, (sentence,)))
        self.repaint()

    def on_settled(self, played: bool) -> None:
        """Go on with a choice of several moves when the member's event is in the log; otherwise drop its rest."""
        rest, self._to_play = self._to_play, []
        if played and rest and self.client.view is not None and rest[0] in self.client.view.legal_moves:
            self.play(*rest)
        elif self.connection.wanted is None:
            self._idle.set()

    # What is shown

    def repaint(self) -> None:
        """Repaint soon and once, because one event changes many things, and each of them asks for this."""
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
    def decides_early(self) -> bool:
        """Whether the member decides before their turn, in an early match."""
        return self.match is not self.log_match

    @property
    def log_match(self) -> Match:
        return self.client.match or self.match

    @property
    def notes(self) -> list[Note]:
        end = len(self.log_match.log)
        return [*self.log_match.notes, *(msgspec.structs.replace(note, at=min(note.at, end)) for note in self._said)]

    def _newest_rows(self, end: int) -> Iterator[tuple[int, str]]:
        if self.decides_early and end == self.log_end:
            for _, text in log_rows_of(self.match, (), len(self.match.log), self.viewer):
                yield end, text
        yield from super()._newest_rows(end)

    @property
    def is_deciding(self) -> bool:
        return super().is_deciding and self.connection.wanted is None and not self._table.ended

    @property
    def no_hint_reason(self) -> str:
        return "" if self._table.terms.tips else club_text.NO_HINTS

    def resume_match(self) -> None:
        """Find out who is next: the member, a bot that may think here, or others to wait for."""
        thought, self.is_bot_thinking = self.is_bot_thinking, self._bot_is_to_move
        if not thought:
            self.thinking_seconds = 0
        if self._clock is not None:
            self._clock.resume() if self.is_bot_thinking else self._clock.pause()
        if self._table.ended:
            if not self.is_showing and not self._has_ended:
                self._has_ended = True
                self._end()
            return
        self._ask_bot()
        if self.client.question != self._draft_question and self.connection.wanted is None:
            self._draft_question = self.client.question
            self.hint = None
            if self._draft_question is not None:
                self._begin_decision()

    @property
    def _bot_is_to_move(self) -> bool:
        return not (self.log_match.is_over or self.log_match.waits_for_human or self._table.ended)

    # What goes out

    def play(self, *moves: Move) -> None:
        """Submit moves one after the other, as long as they are legal."""
        self.seen_log_index = len(self.log_match.log)
        self._to_play = list(moves[1:])
        self._submit(self.client.answer(moves[0].notation))

    def _submit(self, request: EventRequest) -> None:
        self._idle.clear()
        self.connection.submit(request)
        if self.connection.connection_error:
            self._idle.set()
            self.repaint()

    def _request(self, make: Callable[[], ClubEvent]) -> None:
        """Submit an event, or say why it cannot be."""
        if self.connection.wanted is not None:
            self.status = "Your last answer is still on its way."
        else:
            try:
                self._submit(EventRequest.always(make()))
            except ClubRefusedError as error:
                self.status = str(error)
        self.repaint()

    async def on_event(self, event: events.Event) -> None:
        """Let a key wait a moment for the move before it."""
        if isinstance(event, INPUT_EVENTS) and not self._idle.is_set():
            try:
                await asyncio.wait_for(self._idle.wait(), _TIMEOUT)
            except TimeoutError:
                self.status = self.connection.connection_error or "Your move is on its way to the club."
        await super().on_event(event)

    # Bots

    def _ask_bot(self) -> None:
        """Let a bot think here, if this process may play it and it does not think already."""
        length = self._table.length
        if self.client.bot_moves and self._bots_asked_at != length and not self.is_hint_pending:
            self.connection.ask_for_bots(self._let_bot_think)

    def _let_bot_think(self) -> None:
        if not self.client.bot_moves or self.connection.is_behind or self.is_hint_pending:
            self.connection.release_bots()
            return
        self._bots_asked_at = self._table.length
        match = self._table.match
        assert match is not None
        if planned := self.planned_turn.next_move(match):
            self._play_bot(BotReply(0, (planned,)))
        else:
            assert match.state.actor is not None
            self._ask(match, match.seats[match.state.actor].level)

    def on_play_screen_bot_replied(self, message: PlayScreen.BotReplied) -> None:
        message.prevent_default()
        if message.answer.ticket != self.samovar_app.bot_client.ticket:
            return
        if self.is_hint_pending:
            self._show_tip(message.answer)
            self._bots_asked_at = -1
            self.resume_match()
        else:
            self._play_bot(message.answer)

    def _play_bot(self, reply: BotReply) -> None:
        """Write a bot's move at once; it is shown like any event."""
        match, number = self._table.match, self._bots_asked_at
        if match is None or match.state.actor is None or number != self._table.length:
            self.connection.release_bots()
            return
        self.connection.append_for_bot(match.state.actor, self._decided(match, reply), number)

    def on_all_shown(self) -> None:
        """Take the events that came while something was shown."""
        self.table_changed()

    # The end

    def _end(self) -> None:
        """Show the result; a match that was ended by agreement has only points."""
        if self._table.ended == "played":
            self.navigation.show_result(self.client)
        else:
            self.samovar_app.show_message("The match is over", "\n".join(club_text.ended_lines(self._table)))

    # Commands

    def action_choose(self) -> None:
        if self.may_sit_down:
            self._request(lambda: self.client.sitting_down(self.navigation.habits(self.client)))
        elif self._table.ended and not self.is_showing:
            self._end()
        else:
            super().action_choose()

    @property
    def may_sit_down(self) -> bool:
        """Whether a bot sits in for the member, who can take the seat back with Enter."""
        client = self.client
        may_play = client.is_player and not client.is_watching_only and not client.must_take_over
        return may_play and client.seat is None and not self._table.ended

    def make_choice(self, choice: Choice) -> None:
        if self.connection.wanted is None:
            super().make_choice(choice)

    def action_undo(self) -> None:
        self._request(lambda: requests.take_back(self.client))

    def action_restart(self) -> None:
        self._request(lambda: requests.take_back(self.client, whole_turn=True))

    def action_talk(self) -> None:
        """Send a message to the table."""
        ask_message(self.samovar_app, self.client, self._say)

    def _say(self, said: str) -> None:
        self.connection.send_message(said)

    def action_who(self) -> None:
        """Show who sits where, who is present, and the terms of the table."""
        told = [
            *club_text.terms_lines(self._table.terms, self.client.public_seed),
            "",
            *club_text.seat_lines(self._table),
        ]
        here = f"Here now: {list_text(self.connection.present_members, 'nobody')}."
        self.samovar_app.show_message(f"Table {self.client.name}", "\n".join([*told, "", here]))

    def action_agree(self) -> None:
        """Propose to end the match as it is, or withdraw that."""
        wished = self.client.seat in self._table.agreed_to_end
        self._request(lambda: requests.agree(self.client, not wished))

    def action_hand_over(self) -> None:
        """Give the seat of a player who has exceeded the limit to a bot."""
        club = self.client.club

        def chosen(level: str) -> None:
            self.connection.ask(
                club.now, lambda now: self._request(lambda: requests.hand_over(self.client, level, now))
            )

        ask_level(self.samovar_app, chosen)

    def action_get_up(self) -> None:
        """Let a bot sit in for the member."""
        ask_level(self.samovar_app, lambda level: self._request(lambda: requests.get_up(self.client, level)))

    def action_mute(self) -> None:
        """Hide the messages of a member, or show them again."""
        ask_mute(self.samovar_app, self.connection, self.show_status)

    def log_help(self, at: int) -> str:
        return ""

    def log_picked(self, at: int | None) -> None:
        """Do nothing, because moves that others have seen are not undone from the log."""

    def _open_menu(self) -> None:
        entries = [ChoiceOption("Go on playing" if self.seats else "Go on watching", "")]
        entries += [
            ChoiceOption(c.help, c.name) for c in commands.CLUB_MATCH if c.name in _MENU and self._is_enabled(c.name)
        ]
        entries += [ChoiceOption(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            ChoiceOption("Go to the lobby; your seat stays yours", "lobby"),
            ChoiceOption("Go home; your seat stays yours", "app.home"),
            ChoiceOption("Quit; your seat stays yours", "app.leave"),
        ]
        self.samovar_app.push_screen(ChoiceDialog("Menu", entries), self._from_menu)

    def action_lobby(self) -> None:
        self.navigation.show_lobby()

    # The prompt and the bar

    def question(self) -> str:
        if self.connection.connection_error:
            return self.connection.connection_error
        if self.client.is_watching_only and self.viewed_seat is None:
            return club_text.other_samovar(self._table)
        if self._table.ended and self.moment is None:
            return "The match is over." if self._table.ended == "played" else club_text.ended_lines(self._table)[-1]
        if (
            self.moment is not None
            or self.viewed_seat is not None
            or self.pause_running
            or self.is_bot_thinking
            or self.is_deciding
        ):
            return super().question()
        if waiting := club_text.waiting_for_text(self._table, self.seats, self.connection.present_members):
            return waiting
        return super().question()

    def keys(self) -> list[KeyLabel]:
        *keys, out = super().keys()
        return [*keys[:3], KeyLabel("/", "talk", "talk"), *keys[3:], out] if self.seats else [*keys, out]

    @property
    def _enter_label(self) -> str:
        if self.may_sit_down:
            return "sit down"
        return "result" if self._table.ended and not self.is_showing else super()._enter_label

    def _is_enabled(self, name: str) -> bool:
        if name in ("undo", "restart"):
            return self.client.seat is not None and self._table.last_of(self.client.seat) is not None
        return name not in ("redo", "name_match") and super()._is_enabled(name)
