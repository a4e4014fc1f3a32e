"""A match at this terminal: people at one keyboard and bots, saved after every move."""

from collections.abc import Callable, Collection, Sequence

from core.bots.failures import no_hint_text
from core.bots.hints import HINT_LEVEL, record_hint
from core.bots.player import PlannedTurn, thinking_time
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.errors import GameError
from core.game import Move
from core.match import Match
from core.view import Moment
from saves.errors import SaveError
from saves.match_store import MatchFile
from tui.sessions.bots import BotQuery, decision_of
from tui.sessions.changes import DecisionBegan, Ended, HintFound, MatchReplaced, Played, Saved, TakenBack
from tui.sessions.hints import NO_HINT_NOW, NO_HINTS, HintState
from tui.sessions.mode import (
    Confirming,
    Deciding,
    LessonDone,
    Mode,
    Over,
    PassKeyboard,
    ReadOnly,
    Settled,
    Thinking,
    Waiting,
    settled,
)
from tui.sessions.pacing import Pacing
from tui.sessions.scheduler import Timers
from tui.sessions.session import MatchSession, Policy, SessionServices

#: The seconds between two looks at the file of a match that another process plays.
_LOOK = 1.0
#: The names of the timers.
_POLL, _SECOND, _PLANNED = "poll", "second", "planned"


class LocalSession(MatchSession):
    """A match with the people at this keyboard, bots in their own process, and a file."""

    def __init__(
        self,
        match: Match,
        match_file: MatchFile | None,
        services: SessionServices,
        policy: Policy | None = None,
        seats: Collection[int] | None = None,
    ) -> None:
        self.match_file = match_file
        self.services = services
        self.timers = Timers(services.scheduler)
        self.pacing = Pacing(self.timers, services.settings, self.update_mode, self._on_all_shown)
        self.hints = HintState()
        #: The seat whose finished turn waits for confirmation, and the one that was last at a shared keyboard.
        self._confirming_seat: int | None = None
        self._keyboard_seat: int | None = None
        self._is_unlocked = False
        self._thinking_seconds = 0
        self.query = BotQuery(services.bots, services.scheduler)
        self.is_hint_pending = False
        #: The rest of the turn that the bot to move has planned, and its reply that came while something was shown.
        self._planned_turn = PlannedTurn()
        self._held_reply: BotReply | None = None
        #: The moments that everybody at a shared keyboard may see.
        self._public_moments: list[Moment] = []
        self.has_ended = False
        super().__init__(match, match.human_seats if seats is None else seats, policy or Policy())

    # The mode

    def compute_mode(self) -> Mode:
        return self.pacing.over(self.compute_settled())

    def compute_settled(self) -> Settled:
        """Return what the match is doing, whatever is shown over it."""
        actor = self.match.state.actor
        if actor is None:
            return Over()
        if self.read_only_reason:
            return ReadOnly(f"{self.read_only_reason} You see every move as it is made.", self._is_unlocked)
        if self._confirming_seat is not None:
            return Confirming(self._confirming_seat)
        if actor not in self.seats:
            return Waiting() if self.match.waits_for_human else Thinking(actor, self._thinking_seconds)
        return PassKeyboard(actor) if self._needs_pass_keyboard else Deciding(actor)

    @property
    def _needs_pass_keyboard(self) -> bool:
        """Whether the next decision is secret and its player has not confirmed to sit at the keyboard."""
        state = self.match.state
        shared = self.shares_keyboard and self.policy.passes_keyboard
        return shared and state.prompt.secret and state.actor != self._keyboard_seat

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown; at a shared keyboard the seat that decides, or decided last."""
        match settled(self.mode):
            case Confirming(seat) | Deciding(seat) | PassKeyboard(seat):
                return seat
            case ReadOnly() if self.shares_keyboard:
                return None
        return self._keyboard_seat if self._keyboard_seat is not None else super().viewer

    @property
    def read_only_reason(self) -> str:
        """Why this match can only be watched; empty when it can be played."""
        return self.match_file.read_only if self.match_file is not None else ""

    @property
    def no_hint_reason(self) -> str:
        return NO_HINTS if self.match.is_counted_daily else super().no_hint_reason

    # Playing

    def start(self) -> None:
        self.follow()
        if self.read_only_reason:
            self.timers.start(_POLL, _LOOK, self._poll_file)

    def submit(self, moves: Sequence[Move]) -> None:
        if not self.is_deciding:
            return
        actor, before = self.match.state.actor, len(self.match.log)
        try:
            for move in moves:
                if self.match.state.actor == actor and (move in self.match.legal_moves or move == moves[0]):
                    self.play(move)
        except GameError as error:
            self.say(str(error))
        self.seen_log_index = before
        self._ask_to_confirm(actor)
        self.follow()

    def play(self, move: Move | str) -> None:
        """Play a move and queue its moments."""
        before, viewer = self.match.state.copy(), self.viewer
        entries = self.match.play(move)
        self.version += 1
        if self.policy.shows_moments:
            self.pacing.add(self.mover_moments(before, viewer, entries))
            if self.shares_keyboard:
                self._public_moments += self.mover_moments(before, None, entries)
        self.tell(Played(entries))

    def _ask_to_confirm(self, actor: int | None) -> None:
        """At a shared keyboard, let a turn stand only when the players say so, if another seat is next."""
        changed = self.match.state.actor not in (actor, None)
        wished = self.policy.confirms_turns and self.services.settings.confirm_turn
        if changed and self.shares_keyboard and wished:
            self._confirming_seat = actor

    def confirm(self) -> None:
        if self._confirming_seat is not None:
            self._confirming_seat = None
            self.advance()

    def keyboard_passed(self) -> None:
        if isinstance(self.mode, PassKeyboard):
            self.pacing.begin()
            self.begin_decision(self.mode.seat)

    def follow(self) -> None:
        """Save, then go on with whoever is next."""
        self.save()
        self.advance()

    def advance(self) -> None:
        """Ask whoever is next: a person or a bot; or come to the end."""
        self.drop_request()
        self.is_hint_pending = False
        self.hints.clear()
        now = self.compute_settled()
        if isinstance(now, PassKeyboard):
            self.pacing.postpone(self._public_moments)
        else:
            self.pacing.begin()
        if not self.pacing.is_showing:
            self._public_moments = []
        match now:
            case Thinking(seat):
                self.ask_bot(seat)
                self.update_mode()
            case Deciding(seat):
                self.begin_decision(seat)
            case Over() | LessonDone():
                self.update_mode()
                self._end()
            case _:
                self.update_mode()

    def begin_decision(self, seat: int) -> None:
        same_seat = seat == self._keyboard_seat
        self._keyboard_seat = seat
        self.update_mode()
        log = self.match.log
        self.tell(DecisionBegan(seat, bool(log) and log[-1].seat != seat, same_seat))

    def _end(self) -> None:
        """Tell the end once, after everything has been shown."""
        if not self.has_ended and not self.pacing.is_showing:
            self.has_ended = True
            self.tell(Ended())

    # Bots

    def ask_bot(self, seat: int) -> None:
        """Ask the bot to move, or take the next move of its plan."""
        self._thinking_seconds = 0
        self.timers.start(_SECOND, 1.0, self._count_second)
        if planned := self._planned_turn.next_move(self.match):
            self.reply_soon(planned)
            return
        budget = Budget(thinking_time(self.match, self.services.settings.bot_seconds))
        level = self.match.seats[seat].level
        self.query.ask(lambda reply: self.services.bots.ask(self.match, level, budget, reply), self._on_bot_reply)

    def reply_soon(self, notation: str) -> None:
        """Reply for a bot whose move is known; later, so that an undo can come between."""
        self.timers.start(_PLANNED, 0.0, lambda: self._on_bot_reply(BotReply(0, (notation,))))

    def _count_second(self) -> None:
        """Count the seconds while a bot thinks."""
        self._thinking_seconds += 1
        self.timers.start(_SECOND, 1.0, self._count_second)
        self.update_mode()

    def drop_request(self) -> None:
        """Await no bot any more, and play nothing that it has replied."""
        self.query.cancel()
        self.timers.cancel(_PLANNED)
        self.timers.cancel(_SECOND)
        self._held_reply = None

    def _on_bot_reply(self, reply: BotReply) -> None:
        self.timers.cancel(_SECOND)
        if self.pacing.is_showing:
            self._held_reply = reply
        else:
            self._play_bot(reply)

    def _play_bot(self, reply: BotReply) -> None:
        mover = self.match.state.actor
        self.play(self._decided(reply))
        if isinstance(self.compute_settled(), Thinking) and self.policy.paces:
            self.pacing.pause(is_same_turn=self.match.state.actor == mover)
        self.follow()

    def _decided(self, reply: BotReply) -> str:
        """Return a bot's move; if the bot failed, that of the level below, with a note in the log and a sentence."""
        decision = decision_of(reply, self.match, self._planned_turn)
        if decision.note is not None:
            self.match.notes.append(decision.note)
            self.say(decision.error)
        return decision.notation

    # What is shown

    def skip(self) -> None:
        if self.pacing.is_showing:
            self.pacing.skip()

    def _on_all_shown(self) -> None:
        """Go on with what waited: the result, or a bot's reply that came while something was shown."""
        held, self._held_reply = self._held_reply, None
        self.update_mode()
        if isinstance(self.mode, Over | LessonDone):
            self._end()
        elif held is not None:
            self._play_bot(held)

    # Taking back

    def undo(self) -> None:
        self.change(lambda: self.match.undo(self._confirming_seat))

    def restart_turn(self) -> None:
        self.change(lambda: self.match.restart_turn(self._confirming_seat))

    def undo_to(self, at: int) -> None:
        self.change(lambda: self.match.undo_to(at))

    def redo(self) -> None:
        self.change(self.match.redo)

    def can_undo(self) -> bool:
        return not self.read_only_reason and self.match.can_undo(self._confirming_seat)

    def can_redo(self) -> bool:
        return not self.read_only_reason and self.match.can_redo

    def change(self, change: Callable[[], None]) -> None:
        """Go back or forth in the log, and on from there; or say why not."""
        before = len(self.match.log)
        try:
            if self.read_only_reason:
                raise GameError(self.read_only_reason)
            change()
        except GameError as error:
            self.say(str(error))
            return
        self.version += 1
        self.pacing.clear()
        self._confirming_seat = None
        self.has_ended = False
        self.seen_log_index = len(self.match.log)
        taken = before - len(self.match.log)
        self.tell(TakenBack(taken) if taken > 0 else Played(self.match.log[before:]))
        self.follow()

    # Hints

    def ask_hint(self) -> None:
        """Ask the master for a hint; asked again, tell one more decision of it."""
        viewer = self.viewer
        if self.no_hint_reason or not self.is_deciding or viewer is None:
            self.say(self.no_hint_reason or NO_HINT_NOW)
        elif self.hints.has_more:
            self.say(self.hints.tell_next_step(self.match, viewer))
        else:
            self.is_hint_pending = True
            self.say("Asking for a tip…")
            budget = Budget(self.services.settings.bot_seconds)
            self.query.ask(
                lambda reply: self.services.bots.ask(self.match, HINT_LEVEL, budget, reply, hint=True), self._on_hint
            )

    def _on_hint(self, reply: BotReply) -> None:
        self.is_hint_pending = False
        if reply.error or not reply.hints:
            self.say(no_hint_text(reply.error))
            return
        assert self.viewer is not None
        self.note_hint()
        self.tell(HintFound(*self.hints.tell(self.match, self.viewer, reply.hints)))

    def note_hint(self) -> None:
        """Note in the log that the viewer was given a hint, and save that."""
        assert self.viewer is not None
        record_hint(self.match, self.viewer)
        self.save()

    # The file

    def save(self) -> None:
        """Save the match, if it has a file that is ours to write."""
        if self.match_file is not None and not self.read_only_reason:
            self.tell(Saved(self.match_file.save(self.match)))

    def rename(self, name: str) -> None:
        """Give the match a name."""
        if self.match_file is None:
            return
        try:
            trouble = self.match_file.rename(self.match, name)
        except SaveError as error:
            self.say(str(error))
        else:
            self.tell(Saved(trouble))
            self.say(trouble or f"Saved as {self.match_file.title}.")

    def _poll_file(self) -> None:
        """Reload a match that another process plays, and notice when that process releases it."""
        assert self.match_file is not None
        if not self.read_only_reason:
            return
        if (newer := self.match_file.reload_if_changed()) is not None:
            self._replace_match(newer)
        self._is_unlocked = self.match_file.is_unlocked
        self.update_mode()
        self.timers.start(_POLL, _LOOK, self._poll_file)

    def _replace_match(self, match: Match) -> None:
        self.match = match
        self.version += 1
        self.tell(MatchReplaced())

    def take_over(self) -> None:
        """Lock a match that was played elsewhere, and play on here."""
        if self.match_file is None or not self.read_only_reason:
            return
        try:
            taken = self.match_file.take_over()
        except SaveError as error:
            self.say(str(error))
            return
        if taken is not None:
            self._replace_match(taken)
            self.timers.cancel(_POLL)
            self.say("You play this match here now.")
            self.follow()

    def close(self) -> None:
        super().close()
        self.drop_request()
        self.timers.close()
        if self.match_file is not None:
            self.match_file.close()
