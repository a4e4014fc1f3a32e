"""The screen on which a match is played: what the five games do alike when something is chosen.

Moves, bots, secrets at a shared keyboard, undo and all other commands of a player. What is shown, and what a game's
own screen provides, is in `tui.match.screen`; how the moves of others are followed is in `tui.match.pacing`.
"""

import shlex
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, TypeVar

from textual import events
from textual.message import Message
from textual.timer import Timer

from core.bots.failures import trouble_text
from core.bots.hints import TIP_LEVEL, note_tip
from core.bots.player import Planned, rescue, thinking_time
from core.bots.search import Budget
from core.bots.worker import Answer
from core.errors import TableError
from core.game import Move
from core.match import Match
from core.view import Offer, Place
from saves.match_store import Keeper
from tui import commands
from tui.features.lessons.text import first_words
from tui.match.saving import Kept
from tui.match.screen import Frame
from tui.screens.base import Key
from tui.screens.dialogs import Entry, Pick

#: The keys of the bar behind Enter, Tab and those of the game; the last leads out and is always shown.
_BAR = ("undo", "redo", "tip", "rules", "news", "others", "inspect", "log", "back")
#: How often a match that is played elsewhere is looked at, in seconds.
_LOOK = 1.0


class PlayScreen(Kept):
    """A match that is being played."""

    own_commands = commands.TABLE

    class Answered(Message):
        """A bot has answered."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(
        self,
        match: Match,
        keeper: Keeper | None,
        remarks: Sequence[str] = (),
        seats: Collection[int] | None = None,
    ) -> None:
        super().__init__(match, keeper, seats)
        self.remark = " ".join(said for said in remarks if keeper is None or said != keeper.read_only)
        #: Who was last let see their secrets at a shared keyboard.
        self.shown_to: int | None = None
        #: Whose finished turn waits to be confirmed.
        self.unconfirmed: int | None = None
        self.thinking = False
        #: For how many seconds the bot to move has been thinking.
        self.thought_for = 0
        self.tipping = False
        #: The rest of the turn that the bot to move has thought out.
        self.planned = Planned()
        #: A bot's answer that came while something was shown.
        self.held: Answer | None = None
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        self._clock = self.set_interval(1, self._count_seconds, pause=True)
        self.follow()
        self.telling = False  # whoever comes back sees the table first
        self.repaint()
        if self.read_only:
            self.set_interval(_LOOK, self.look_again)

    def on_unmount(self) -> None:
        # Only what this screen asked: the next match may be asking already.
        if self.house.thinker.listener == self._heard:
            self.house.thinker.cancel()
        if self.keeper is not None:
            self.keeper.close()
            self.house.farewell = self.farewell(self.keeper)

    def farewell(self, keeper: Keeper) -> str:
        """What to say to whoever leaves now."""
        return farewell(self.match, keeper)

    # Who is asked

    @property
    def viewer(self) -> int | None:
        """At a shared keyboard whoever is asked, or was asked last."""
        if self.unconfirmed is not None:
            return self.unconfirmed
        if self.match.state.actor in self.seats:
            return self.match.state.actor
        return self.shown_to if self.shown_to is not None else super().viewer

    @property
    def deciding(self) -> bool:
        return (
            self.match.state.actor in self.seats
            and self.unconfirmed is None
            and self.looked_at is None
            and not self.needs_curtain
            and not self.read_only
        )

    @property
    def shared_keyboard(self) -> bool:
        return len(self.seats) > 1

    @property
    def needs_curtain(self) -> bool:
        """Whether the next decision is secret and its player has not been let see it."""
        state = self.match.state
        return self.shared_keyboard and state.prompt.secret and state.actor != self.shown_to

    @property
    def curtained(self) -> bool:
        return self.needs_curtain and self.unconfirmed is None and self.match.state.actor in self.seats

    # Playing

    def play(self, *moves: Move) -> None:
        """Play moves of the person who decides, one after the other as long as they are possible."""
        actor = self.match.state.actor
        before = len(self.match.log)
        try:
            for move in moves:
                if self.match.state.actor == actor and (move in self.match.legal or move == moves[0]):
                    self._carry_out(move)
        except TableError as error:
            self.remark = str(error)
        self.read_until = before
        self._pass_on(actor)

    def _carry_out(self, move: Move | str) -> None:
        """Play a move, and remember what of it is worth a look."""
        before, viewer, at = self.match.state.copy(), self.viewer, len(self.match.log)
        self.match.play(move)
        self.notice(before, viewer, at)

    def _pass_on(self, actor: int | None) -> None:
        """After a move: ask for confirmation if another person would be next, then follow."""
        changed = self.match.state.actor not in (actor, None)
        if changed and self.shared_keyboard and self.house.settings.confirm_turn:
            self.unconfirmed = actor
        self.follow()

    def follow(self) -> None:
        """Save, then find out who is next: a person, a bot, or nobody."""
        self.thinking = self.tipping = False
        self.tip = self.held = None
        self.house.thinker.cancel()
        self.save()
        if self.moments and self.moment is None:
            self.show_moment()
        if self.match.over:
            self.repaint()
            if not self.showing:
                self._end()
            return
        if self.unconfirmed is None:
            if not self.match.waits_for_person:
                self._ask_bot()
            elif self.needs_curtain:
                self._draw_curtain()
            elif self.match.state.actor in self.seats:
                self._begin_decision()
        if self._clock is not None:
            self._clock.resume() if self.thinking else self._clock.pause()
        self.repaint()

    def _begin_decision(self) -> None:
        self.shown_to = self.match.state.actor
        begun = self.begun
        self.begin(None)
        self.telling = self.turn_begins and self.several_moved
        if begun is not None and (carried := self.offers.carried(begun)) is not None:
            self.begun = carried
            self.point(self.cursor)
        self.remark = self.remark or self.first_words()

    def first_words(self) -> str:
        """What a kind of decision is about, the first time that it comes up; a setting turns that off."""
        if not self.house.settings.explain:
            return ""
        return first_words(self.match, self.house.learning)

    def _end(self) -> None:
        undo = self.action_undo if self.match.can_undo() and not self.read_only else None
        self.house.show_result(self.match, undo, self.keeper.slug if self.keeper is not None else "")

    # Bots

    def _ask_bot(self) -> None:
        if self.read_only:
            return
        actor = self.match.state.actor
        assert actor is not None
        self.thinking = True
        self.thought_for = 0
        if planned := self.planned.next_move(self.match):
            self.post_message(self.Answered(Answer(self.house.thinker.ticket, (planned,))))
        else:
            self._ask(self.match, self.match.seats[actor].level)

    def _ask(self, match: Match, level: str) -> None:
        thinker = self.house.thinker
        thinker.listener = self._heard
        seconds = self.house.settings.bot_seconds
        budget = Budget(seconds if self.tipping else thinking_time(match, seconds))
        thinker.ask(match, level, budget, hint=self.tipping)

    def _count_seconds(self) -> None:
        """Once a second, and only while somebody thinks: say for how long."""
        if self.thinking:
            self.thought_for += 1
            self.repaint_prompt()

    def _heard(self, answer: Answer) -> None:
        """Called from the thinker's thread: only posts a message, the screen owns the match."""
        self.post_message(self.Answered(answer))

    def on_play_screen_answered(self, message: Answered) -> None:
        if message.answer.ticket != self.house.thinker.ticket:
            return  # it was on its way when the question was taken back
        if self.tipping:
            self._show_tip(message.answer)
        elif self.thinking and self.showing:
            self.held = message.answer
        elif self.thinking:
            self._play_bot(message.answer)

    def _play_bot(self, answer: Answer) -> None:
        mover = self.match.state.actor
        self._carry_out(self._decided(self.match, answer))
        self.follow()
        if self.thinking:
            self.rest(mover)

    def _decided(self, match: Match, answer: Answer) -> str:
        """The move of a bot; for one that failed the level below plays on, and everybody is told."""
        if answer.trouble:
            decision = rescue(match, answer.trouble)
            assert decision.note is not None
            match.notes.append(decision.note)
            self.remark = decision.trouble
            return decision.notation
        if len(answer.plan) > 1:
            self.planned.remember(match, answer.plan)
        return answer.plan[0]

    def seen(self) -> None:
        """Go on with what waited: the result, or the answer that came while something was shown."""
        held, self.held = self.held, None
        if self.match.over:
            self._end()
        elif held is not None:
            self._play_bot(held)

    # Secrets at a shared keyboard

    def _draw_curtain(self) -> None:
        from tui.screens.pass_keyboard import Curtain

        actor = self.match.state.actor
        assert actor is not None
        self.house.push_screen(Curtain(self.match.seats[actor].name), lambda _: self._lift_curtain())

    def _lift_curtain(self) -> None:
        self._begin_decision()
        self.repaint()

    # Choosing

    def action_choose(self) -> None:
        if self.unconfirmed is not None:
            self.unconfirmed = None
            self.follow()
            return
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
            self.repaint()
        elif self.match.over:
            self._end()
        elif self.can_take_over:
            self.take_over()
        elif (chosen := self.chosen) is not None:
            self.do(chosen)
        elif self.deciding:
            self.remark = f"{self.preview() or 'Nothing can be done here'}; Tab jumps to where something can."
            self.repaint()

    def do(self, offer: Offer) -> None:
        """Carry out a choice, or begin it."""
        self.remark = ""
        if offer.moves:
            self.play(*offer.moves)
            return
        if offer.is_spent:
            self.remark = f"Nothing happens: {offer.brings()}."
        else:
            self.begin(offer.begins)
        self.repaint()

    def on_key(self, event: events.Key) -> None:
        if self.showing:
            self.hurry()
            if event.key in ("enter", "space") or (event.character or "").isdigit():
                event.stop().prevent_default()  # it was meant for what was shown, not for what is asked now
                return
        if self.telling and event.key != "n":
            self.telling = False
            self.repaint()
        if self.deciding and event.character and event.character in "1234567890":
            event.stop().prevent_default()
            choices = self.choices
            number = int(event.character) or 10
            if number <= len(choices):
                self.do(choices[number - 1])
            else:
                self.remark = f"There is no choice {number} here."
                self.repaint()

    def action_shortcut(self, key: str) -> None:
        """A key of this game alone."""
        if not self.deciding:
            return
        self.remark = ""
        if self.no_tips and f"shortcut({key!r})" in commands.ADVICE:
            self.remark = self.no_tips
            self.repaint()
        elif (offer := self.offers.shortcut(key, self.cursor)) is not None:
            self.do(offer)
        else:
            self.remark = self.offers.refusal(key, self.cursor)
            self.repaint()

    def click_place(self, place: Place) -> None:
        """The first click on a place looks at it, the second does what Enter would."""
        if place == self.cursor:
            self.action_choose()
        else:
            super().click_place(place)

    def click_prompt(self, x: int, y: int) -> None:
        if self.unconfirmed is not None:
            self.action_choose()
            return
        for offer, area in zip(self.choices, self.choice_areas, strict=False):
            if area.contains(x, y):
                self.do(offer)
                return

    # Commands

    def action_undo(self) -> None:
        self._change(lambda: self.match.undo(self.unconfirmed))

    def action_restart(self) -> None:
        self._change(lambda: self.match.restart_turn(self.unconfirmed))

    def action_redo(self) -> None:
        self._change(self.match.redo)

    def _change(self, change: Callable[[], None]) -> None:
        if self.read_only:
            self.remark = self.read_only
            self.repaint()
            return
        try:
            change()
        except TableError as error:
            self.remark = str(error)
            self.repaint()
            return
        self.hush()
        self.unconfirmed = self.looked_at = None
        self.remark = ""
        self.read_until = len(self.match.log)
        self.follow()

    @property
    def no_tips(self) -> str:
        """Why there are no tips at this table; empty where there are."""
        return ""

    def action_tip(self) -> None:
        """Ask the master; asked again, the tip goes one decision further."""
        if self.no_tips or not self.deciding:
            self.remark = self.no_tips or "A tip can be had when it is your turn."
        elif self.tip is not None and self.tip_steps < len(self.tip.plan):
            self.tell_next_step(self.tip)
        else:
            self.tipping = True
            self.remark = "Asking for a tip…"
            self._ask(self.match, TIP_LEVEL)
        self.repaint()

    def _show_tip(self, answer: Answer) -> None:
        self.tipping = False
        if answer.trouble or not answer.hints:
            self.remark = f"There is no tip this time ({trouble_text(answer.trouble) or 'nothing to tell'})."
        else:
            self.tip, *others = answer.hints
            assert self.viewer is not None
            note_tip(self.match, self.viewer)
            self.show_tip(self.tip, others)
        self.repaint()

    def log_help(self, at: int) -> str:
        return f"Enter takes back everything from move {at + 1} on."

    def log_picked(self, at: int | None) -> None:
        if at is not None:
            self._change(lambda: self.match.undo_to(at))

    def action_back(self) -> None:
        """Take back what is only begun, a step at a time; else open the menu."""
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
        elif self.begun is not None:
            self.begin(self.offers.back())
        elif self.deciding and self.offers.escape_undoes:
            self.action_undo()
        else:
            self._open_menu()
        self.repaint()

    def _open_menu(self) -> None:
        entries = [Entry("Go on playing", "")]
        wanted = ("undo", "redo", "restart", "tip", "inspect", "others", "log", "rules", "name_match")
        entries += [Entry(c.help, c.name) for c in commands.PLAY if c.name in wanted]
        entries += [Entry(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            Entry("Go home; the match is kept", "app.home"),
            Entry("Quit; the match is kept", "app.leave"),
        ]
        self.house.push_screen(Pick("Menu", entries), self._from_menu)

    async def _from_menu(self, action: str | None) -> None:
        if action:
            await self.run_action(action)

    # The prompt and the bar

    def question(self) -> str:
        if self.read_only:
            if self.can_take_over:
                return "Nobody plays this match elsewhere any more: Enter goes on with it here."
            return f"{self.read_only} You see every move as it is made."
        if self.unconfirmed is not None:
            takes_back = ", u takes it back" if self.match.can_undo(self.unconfirmed) else ""
            return f"The turn of {self.match.seats[self.unconfirmed].name} is done: Enter lets it stand{takes_back}."
        if self.curtained:
            return "Pass the keyboard on."
        if self.moment is not None:
            return self.moment.words
        if self.looked_at is not None or self.match.over:
            return super().question()
        if self.resting and self.match.log:
            return next((text for _, text in self._newest_rows(self.log_end)), "")
        actor = self.match.state.actor
        assert actor is not None
        name = self.match.seats[actor].name
        if self.thinking:
            waited = f" {self.thought_for} s" if self.thought_for else ""
            return f"{name} is thinking…{waited}"
        return f"{name}: {super().question()}" if self.shared_keyboard else super().question()

    def keys(self) -> list[Key]:
        # What there is no room for is left out from the end; the menu has it all.
        known = {command.name: command for command in commands.PLAY}
        keys = [Key(known[name].shown, known[name].label, name) for name in known if self._means_something(name)]
        first = [Key("⏎", self._enter_word, "choose")] if self._enter_word else []
        tab = [key for key in keys if key.action == "target(1)"]
        rest = sorted((key for key in keys if key.action in _BAR), key=lambda key: _BAR.index(key.action))
        return first + tab + self._own_keys() + rest

    @property
    def _enter_word(self) -> str:
        """What Enter does now, in a word; nothing when it does nothing."""
        if self.showing:
            return "go on"
        if self.unconfirmed is not None:
            return "let it stand"
        if self.looked_at is not None:
            return "back"
        if self.match.over:
            return "result"
        if self.can_take_over:
            return "take over"
        return "choose" if self.chosen is not None else ""

    def _means_something(self, name: str) -> bool:
        """Whether a command would do something now."""
        if name == "target(1)":
            return self.deciding
        if name == "tip":
            return self.deciding and not self.no_tips
        if name == "undo":
            return not self.read_only and self.match.can_undo(self.unconfirmed)
        if name == "redo":
            return not self.read_only and self.match.can_redo
        if name == "others":
            return len(self.match.seats) > 1
        if name == "news":
            return self.telling or any(line.seat not in self.seats for line in self.story.log[self.news_from :])
        return True

    def _own_keys(self) -> list[Key]:
        """The keys of this game alone that mean something now."""
        now = self.offers.shortcuts()
        found = []
        for command in commands.GAMES.get(self.place, ()):
            if not command.is_shortcut and self.check_action(command.name, ()):
                found.append(Key(command.shown, command.label, command.name))
            elif command.keys in now and not (self.no_tips and command.name in commands.ADVICE):
                found.append(Key(command.shown, now[command.keys], command.name))
        return found


def farewell(match: Match, keeper: Keeper) -> str:
    """What to say to whoever leaves: where the match is, and how it goes on."""
    if match.over or keeper.read_only:
        return ""
    if not keeper.is_written:
        return f"{match.game.title} was not saved: nothing of it is on the disk." if keeper.is_behind else ""
    resume = f"samovar resume {shlex.quote(keeper.called)}"
    if keeper.is_behind:
        return f"The last moves of {match.game.title} are not saved; {resume} goes on from before them."
    return f"{match.game.title} is saved: {resume} goes on with it."


Played = TypeVar("Played", bound=PlayScreen)


def play_screen(kind: type[Frame[Any, Any]]) -> type[PlayScreen]:
    """A game's screen on which a match is played."""
    return screen_of(PlayScreen, kind)


@cache
def screen_of(table: type[Played], kind: type[Frame[Any, Any]]) -> type[Played]:
    """A game's screen at a kind of table."""
    own = (*commands.CHOOSE, *commands.GAMES.get(kind.place, ()), *table.own_commands)
    return type(f"{table.__name__.removesuffix('Screen')}{kind.__name__}", (table, kind), {"own_commands": own})
