"""The screen on which a match is played: what happens in every game when something is chosen.

It plays moves, asks bots, hides secrets at a shared keyboard, undoes moves and runs all other commands of a player.
What is shown, and what a game's own screen provides, is in `tui.match.screen`; pauses after the moves of others are in
`tui.match.pacing`.
"""

import shlex
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, TypeVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from core.bots.failures import trouble_text
from core.bots.hints import HINT_LEVEL, record_hint
from core.bots.player import PlannedTurn, fallback_move, thinking_time
from core.bots.search import Budget
from core.bots.worker import BotReply
from core.errors import GameError
from core.game import Move
from core.match import Match
from core.view import Choice, Target
from saves.match_store import MatchFile
from tui import commands
from tui.features.lessons.text import first_decision_text
from tui.match.saving import SavingScreen
from tui.match.screen import MatchScreen
from tui.screens.base import KeyLabel
from tui.screens.dialogs import ChoiceDialog, ChoiceOption

#: The keys of the bar after Enter, Tab and those of the game; the last one leaves and is always shown.
_BAR = ("undo", "redo", "tip", "rules", "news", "others", "inspect", "log", "back")
#: The seconds between two looks at the file of a match that another process plays.
_LOOK = 1.0


class PlayScreen(SavingScreen):
    """The screen of a match that is being played."""

    own_commands = commands.MATCH

    class BotReplied(Message):
        """A bot has replied."""

        def __init__(self, reply: BotReply) -> None:
            super().__init__()
            self.answer = reply

    def __init__(
        self,
        match: Match,
        match_file: MatchFile | None,
        remarks: Sequence[str] = (),
        seats: Collection[int] | None = None,
    ) -> None:
        super().__init__(match, match_file, seats)
        self.status = " ".join(said for said in remarks if match_file is None or said != match_file.read_only)
        #: The seat whose secrets were shown last at a shared keyboard.
        self.keyboard_seat: int | None = None
        #: The seat whose finished turn waits for confirmation.
        self.confirming_seat: int | None = None
        self.is_bot_thinking = False
        #: For how many seconds the bot to move has been thinking.
        self.thinking_seconds = 0
        self.is_hint_pending = False
        #: The rest of the turn that the bot to move has planned.
        self.planned_turn = PlannedTurn()
        #: A bot's reply that came while something was shown.
        self.held_reply: BotReply | None = None
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        self._clock = self.set_interval(1, self._count_seconds, pause=True)
        self.resume_match()
        self.showing_news = False  # a player who comes back sees the board first
        self.repaint()
        if self.read_only_reason:
            self.set_interval(_LOOK, self.poll_file)

    def on_unmount(self) -> None:
        # Cancel only this screen's request: the next match may have made one already.
        if self.samovar_app.bot_client.listener == self._on_reply:
            self.samovar_app.bot_client.cancel()
        if self.match_file is not None:
            self.match_file.close()
            self.samovar_app.exit_message = self.exit_message(self.match_file)

    def exit_message(self, match_file: MatchFile) -> str:
        """Return what is printed when the player leaves now."""
        return exit_message(self.match, match_file)

    # Who is asked

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown; at a shared keyboard the seat that decides, or decided last."""
        if self.confirming_seat is not None:
            return self.confirming_seat
        if self.match.state.actor in self.seats:
            return self.match.state.actor
        return self.keyboard_seat if self.keyboard_seat is not None else super().viewer

    @property
    def is_deciding(self) -> bool:
        return (
            self.match.state.actor in self.seats
            and self.confirming_seat is None
            and self.viewed_seat is None
            and not self.needs_pass_keyboard
            and not self.read_only_reason
        )

    @property
    def shared_keyboard(self) -> bool:
        return len(self.seats) > 1

    @property
    def needs_pass_keyboard(self) -> bool:
        """Whether the next decision is secret and its player has not confirmed to sit at the keyboard."""
        state = self.match.state
        return self.shared_keyboard and state.prompt.secret and state.actor != self.keyboard_seat

    @property
    def is_hidden(self) -> bool:
        return self.needs_pass_keyboard and self.confirming_seat is None and self.match.state.actor in self.seats

    # Playing

    def play(self, *moves: Move) -> None:
        """Play moves of the deciding player, one after the other as long as they are legal."""
        actor = self.match.state.actor
        before = len(self.match.log)
        try:
            for move in moves:
                if self.match.state.actor == actor and (move in self.match.legal_moves or move == moves[0]):
                    self._carry_out(move)
        except GameError as error:
            self.status = str(error)
        self.seen_log_index = before
        self._after_move(actor)

    def _carry_out(self, move: Move | str) -> None:
        """Play a move and queue its moments."""
        before, viewer, at = self.match.state.copy(), self.viewer, len(self.match.log)
        self.match.play(move)
        self.queue_moments(before, viewer, at)

    def _after_move(self, actor: int | None) -> None:
        """Ask for confirmation at a shared keyboard if another seat is next, then resume the match."""
        changed = self.match.state.actor not in (actor, None)
        if changed and self.shared_keyboard and self.samovar_app.settings.confirm_turn:
            self.confirming_seat = actor
        self.resume_match()

    def resume_match(self) -> None:
        """Save, then ask the next actor: a human or a bot; or show the result."""
        self.is_bot_thinking = self.is_hint_pending = False
        self.hint = self.held_reply = None
        self.samovar_app.bot_client.cancel()
        self.save()
        if self.moments and self.moment is None:
            self.show_moment()
        if self.match.is_over:
            self.repaint()
            if not self.is_showing:
                self._end()
            return
        if self.confirming_seat is None:
            if not self.match.waits_for_human:
                self._ask_bot()
            elif self.needs_pass_keyboard:
                self._show_pass_keyboard()
            elif self.match.state.actor in self.seats:
                self._begin_decision()
        if self._clock is not None:
            self._clock.resume() if self.is_bot_thinking else self._clock.pause()
        self.repaint()

    def _begin_decision(self) -> None:
        self.keyboard_seat = self.match.state.actor
        draft = self.draft
        self.set_draft(None)
        self.showing_news = self.turn_begins and self.several_moved
        if draft is not None and (carried := self.view.carry_over(draft)) is not None:
            self.draft = carried
            self.move_cursor_to(self.cursor)
        self.status = self.status or self.first_decision_text()

    def first_decision_text(self) -> str:
        """Return what a kind of decision is about, the first time that it comes up; a setting turns this off."""
        if not self.samovar_app.settings.explain:
            return ""
        return first_decision_text(self.match, self.samovar_app.lesson_store)

    def _end(self) -> None:
        undo = self.action_undo if self.match.can_undo() and not self.read_only_reason else None
        self.samovar_app.show_result(self.match, undo, self.match_file.slug if self.match_file is not None else "")

    # Bots

    def _ask_bot(self) -> None:
        if self.read_only_reason:
            return
        actor = self.match.state.actor
        assert actor is not None
        self.is_bot_thinking = True
        self.thinking_seconds = 0
        if planned := self.planned_turn.next_move(self.match):
            self.post_message(self.BotReplied(BotReply(self.samovar_app.bot_client.ticket, (planned,))))
        else:
            self._ask(self.match, self.match.seats[actor].level)

    def _ask(self, match: Match, level: str) -> None:
        bot_client = self.samovar_app.bot_client
        bot_client.listener = self._on_reply
        seconds = self.samovar_app.settings.bot_seconds
        budget = Budget(seconds if self.is_hint_pending else thinking_time(match, seconds))
        bot_client.ask(match, level, budget, hint=self.is_hint_pending)

    def _count_seconds(self) -> None:
        """Count the seconds while a bot thinks, and show them."""
        if self.is_bot_thinking:
            self.thinking_seconds += 1
            self.repaint_prompt()

    def _on_reply(self, reply: BotReply) -> None:
        """Post the reply as a message: this runs in the thread of the bot client, and the screen owns the match."""
        self.post_message(self.BotReplied(reply))

    def on_play_screen_bot_replied(self, message: BotReplied) -> None:
        if message.answer.ticket != self.samovar_app.bot_client.ticket:
            return  # it was on its way when the request was cancelled
        if self.is_hint_pending:
            self._show_tip(message.answer)
        elif self.is_bot_thinking and self.is_showing:
            self.held_reply = message.answer
        elif self.is_bot_thinking:
            self._play_bot(message.answer)

    def _play_bot(self, reply: BotReply) -> None:
        mover = self.match.state.actor
        self._carry_out(self._decided(self.match, reply))
        self.resume_match()
        if self.is_bot_thinking:
            self.pause_after_move(mover)

    def _decided(self, match: Match, reply: BotReply) -> str:
        """Return a bot's move; if the bot failed, that of the level below, with a note in the log and a status."""
        if reply.error:
            decision = fallback_move(match, reply.error)
            assert decision.note is not None
            match.notes.append(decision.note)
            self.status = decision.error
            return decision.notation
        if len(reply.plan) > 1:
            self.planned_turn.remember(match, reply.plan)
        return reply.plan[0]

    def on_all_shown(self) -> None:
        """Go on with what waited: the result, or a bot's reply that came while something was shown."""
        held, self.held_reply = self.held_reply, None
        if self.match.is_over:
            self._end()
        elif held is not None:
            self._play_bot(held)

    # Secrets at a shared keyboard

    def _show_pass_keyboard(self) -> None:
        from tui.screens.pass_keyboard import PassKeyboardDialog

        actor = self.match.state.actor
        assert actor is not None
        self.samovar_app.push_screen(
            PassKeyboardDialog(self.match.seats[actor].name), lambda _: self._keyboard_passed()
        )

    def _keyboard_passed(self) -> None:
        self._begin_decision()
        self.repaint()

    # Choosing

    def action_choose(self) -> None:
        if self.confirming_seat is not None:
            self.confirming_seat = None
            self.resume_match()
            return
        self.status = ""
        if self.viewed_seat is not None:
            self.viewed_seat = None
            self.repaint()
        elif self.match.is_over:
            self._end()
        elif self.can_take_over:
            self.take_over()
        elif (chosen := self.current_choice) is not None:
            self.make_choice(chosen)
        elif self.is_deciding:
            self.status = f"{self.preview() or 'Nothing can be done here'}; Tab jumps to where something can."
            self.repaint()

    def make_choice(self, choice: Choice) -> None:
        """Play the moves of a choice, or go to the draft that it leads to."""
        self.status = ""
        if choice.moves:
            self.play(*choice.moves)
            return
        if choice.is_disabled:
            self.status = f"Nothing happens: {choice.preview()}."
        else:
            self.set_draft(choice.next_draft)
        self.repaint()

    def on_key(self, event: events.Key) -> None:
        if self.is_showing:
            self.skip_short_moments()
            if event.key in ("enter", "space") or (event.character or "").isdigit():
                event.stop().prevent_default()  # it was meant for what was shown, not for the decision now
                return
        if self.showing_news and event.key != "n":
            self.showing_news = False
            self.repaint()
        if self.is_deciding and event.character and event.character in "1234567890":
            event.stop().prevent_default()
            choices = self.choices
            number = int(event.character) or 10
            if number <= len(choices):
                self.make_choice(choices[number - 1])
            else:
                self.status = f"There is no choice {number} here."
                self.repaint()

    def action_shortcut(self, key: str) -> None:
        """Run a key that only this game has."""
        if not self.is_deciding:
            return
        self.status = ""
        if self.no_hint_reason and self._is_hint(key):
            self.status = self.no_hint_reason
            self.repaint()
        elif (offer := self.view.choice_for_key(key, self.cursor)) is not None:
            self.make_choice(offer)
        else:
            self.status = self.view.key_refusal(key, self.cursor)
            self.repaint()

    def _is_hint(self, key: str) -> bool:
        """Whether this key of the game is as good as a tip."""
        return any(
            command.is_hint and command.name == f"shortcut({key!r})"
            for command in commands.load_game_commands(self.palette_scope)
        )

    def click_target(self, target: Target) -> None:
        """Move the cursor to a target at the first click; at the second, do what Enter does."""
        if target == self.cursor:
            self.action_choose()
        else:
            super().click_target(target)

    def click_prompt(self, x: int, y: int) -> None:
        if self.confirming_seat is not None:
            self.action_choose()
            return
        for choice, area in zip(self.choices, self.choice_areas, strict=False):
            if area.contains(x, y):
                self.make_choice(choice)
                return

    # Commands

    def action_undo(self) -> None:
        self._change(lambda: self.match.undo(self.confirming_seat))

    def action_restart(self) -> None:
        self._change(lambda: self.match.restart_turn(self.confirming_seat))

    def action_redo(self) -> None:
        self._change(self.match.redo)

    def _change(self, change: Callable[[], None]) -> None:
        if self.read_only_reason:
            self.status = self.read_only_reason
            self.repaint()
            return
        try:
            change()
        except GameError as error:
            self.status = str(error)
            self.repaint()
            return
        self.clear_moments()
        self.confirming_seat = self.viewed_seat = None
        self.status = ""
        self.seen_log_index = len(self.match.log)
        self.resume_match()

    @property
    def no_hint_reason(self) -> str:
        """Why there are no hints in this match; empty where there are."""
        return ""

    def action_tip(self) -> None:
        """Ask the master for a hint; asked again, show one more decision of it."""
        if self.no_hint_reason or not self.is_deciding:
            self.status = self.no_hint_reason or "A tip can be had when it is your turn."
        elif self.hint is not None and self.hint_steps < len(self.hint.plan):
            self.show_next_step(self.hint)
        else:
            self.is_hint_pending = True
            self.status = "Asking for a tip…"
            self._ask(self.match, HINT_LEVEL)
        self.repaint()

    def _show_tip(self, reply: BotReply) -> None:
        self.is_hint_pending = False
        if reply.error or not reply.hints:
            self.status = f"There is no tip this time ({trouble_text(reply.error) or 'nothing to tell'})."
        else:
            self.hint, *others = reply.hints
            assert self.viewer is not None
            record_hint(self.match, self.viewer)
            self.show_hint(self.hint, others)
        self.repaint()

    def log_help(self, at: int) -> str:
        return f"Enter takes back everything from move {at + 1} on."

    def log_picked(self, at: int | None) -> None:
        if at is not None:
            self._change(lambda: self.match.undo_to(at))

    def action_back(self) -> None:
        """Undo a step of the draft; without one, open the menu."""
        self.status = ""
        if self.viewed_seat is not None:
            self.viewed_seat = None
        elif self.draft is not None:
            self.set_draft(self.view.step_back())
        elif self.is_deciding and self.view.escape_undoes:
            self.action_undo()
        else:
            self._open_menu()
        self.repaint()

    def _open_menu(self) -> None:
        entries = [ChoiceOption("Go on playing", "")]
        wanted = ("undo", "redo", "restart", "tip", "inspect", "others", "log", "rules", "name_match")
        entries += [ChoiceOption(c.help, c.name) for c in commands.PLAY if c.name in wanted]
        entries += [ChoiceOption(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            ChoiceOption("Go home; the match is kept", "app.home"),
            ChoiceOption("Quit; the match is kept", "app.leave"),
        ]
        self.samovar_app.push_screen(ChoiceDialog("Menu", entries), self._from_menu)

    async def _from_menu(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    # The prompt and the bar

    def question(self) -> str:
        if self.read_only_reason:
            if self.can_take_over:
                return "Nobody plays this match elsewhere any more: Enter goes on with it here."
            return f"{self.read_only_reason} You see every move as it is made."
        if self.confirming_seat is not None:
            takes_back = ", u takes it back" if self.match.can_undo(self.confirming_seat) else ""
            return (
                f"The turn of {self.match.seats[self.confirming_seat].name} is done: Enter lets it stand{takes_back}."
            )
        if self.is_hidden:
            return "Pass the keyboard on."
        if self.moment is not None:
            return self.moment.text
        if self.viewed_seat is not None or self.match.is_over:
            return super().question()
        if self.pause_running and self.match.log:
            return next((text for _, text in self._newest_rows(self.log_end)), "")
        actor = self.match.state.actor
        assert actor is not None
        name = self.match.seats[actor].name
        if self.is_bot_thinking:
            waited = f" {self.thinking_seconds} s" if self.thinking_seconds else ""
            return f"{name} is thinking…{waited}"
        return f"{name}: {super().question()}" if self.shared_keyboard else super().question()

    def keys(self) -> list[KeyLabel]:
        # Keys for which there is no room are left out from the end; the menu has all of them.
        known = {command.name: command for command in commands.PLAY}
        keys = [KeyLabel(known[name].shown, known[name].label, name) for name in known if self._is_enabled(name)]
        first = [KeyLabel("⏎", self._enter_label, "choose")] if self._enter_label else []
        tab = [key for key in keys if key.action == "target(1)"]
        rest = sorted((key for key in keys if key.action in _BAR), key=lambda key: _BAR.index(key.action))
        return first + tab + self._own_keys() + rest

    @property
    def _enter_label(self) -> str:
        """What Enter does now, in a word; empty when it does nothing."""
        if self.is_showing:
            return "go on"
        if self.confirming_seat is not None:
            return "let it stand"
        if self.viewed_seat is not None:
            return "back"
        if self.match.is_over:
            return "result"
        if self.can_take_over:
            return "take over"
        return "choose" if self.current_choice is not None else ""

    def _is_enabled(self, name: str) -> bool:
        """Return whether a command would do something now."""
        if name == "target(1)":
            return self.is_deciding
        if name == "tip":
            return self.is_deciding and not self.no_hint_reason
        if name == "undo":
            return not self.read_only_reason and self.match.can_undo(self.confirming_seat)
        if name == "redo":
            return not self.read_only_reason and self.match.can_redo
        if name == "others":
            return len(self.match.seats) > 1
        if name == "news":
            return self.showing_news or any(
                entry.seat not in self.seats for entry in self.log_match.log[self.news_from :]
            )
        return True

    def _own_keys(self) -> list[KeyLabel]:
        """Return the keys that only this game has and that do something now."""
        now = self.view.shortcuts()
        found = []
        for command in commands.load_game_commands(self.palette_scope):
            if not command.is_shortcut and self.check_action(command.name, ()):
                found.append(KeyLabel(command.shown, command.label, command.name))
            elif command.keys in now and not (self.no_hint_reason and command.is_hint):
                found.append(KeyLabel(command.shown, now[command.keys], command.name))
        return found


def exit_message(match: Match, match_file: MatchFile) -> str:
    """Return what is printed when the player leaves: whether the match is saved, and how to resume it."""
    if match.is_over or match_file.read_only:
        return ""
    if not match_file.is_written:
        return f"{match.game.title} was not saved: nothing of it is on the disk." if match_file.is_behind else ""
    resume = f"samovar resume {shlex.quote(match_file.title)}"
    if match_file.is_behind:
        return f"The last moves of {match.game.title} are not saved; {resume} goes on from before them."
    return f"{match.game.title} is saved: {resume} goes on with it."


Played = TypeVar("Played", bound=PlayScreen)


def play_screen_class(kind: type[MatchScreen[Any, Any]]) -> type[PlayScreen]:
    """Return the class that plays a match on a game's screen."""
    return combine_screens(PlayScreen, kind)


@cache
def combine_screens(table: type[Played], kind: type[MatchScreen[Any, Any]]) -> type[Played]:
    """Return the class that joins a kind of match screen with a game's screen."""
    own = (*commands.CHOOSE, *commands.load_game_commands(kind.palette_scope), *table.own_commands)
    return type(f"{table.__name__.removesuffix('Screen')}{kind.__name__}", (table, kind), {"own_commands": own})
