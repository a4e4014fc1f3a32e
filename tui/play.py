"""The screen on which a match is played: what the five games do alike when something is chosen.

Moves, bots, secrets at a shared keyboard, the cursor, undo and all other commands. What is shown, and what a game's
own screen provides, is in `tui.frame`.
"""

from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Region
from textual.message import Message

from core.bots.hints import TIP_LEVEL, Hint, note_tip
from core.bots.search import Budget
from core.bots.table import Planned, rescue
from core.bots.worker import Answer
from core.chance import Chance
from core.errors import TableError
from core.game import Move
from core.match import Match, find_move
from saves.errors import SaveError
from saves.store import Keeper
from tui import commands
from tui.frame import Choice, Frame
from tui.screens.dialogs import Ask, Entry, Pick, Tell
from tui.widgets.picture import Panel, clip

#: How much of a tip may go to what is to be done: the reason must have room, too.
_TIP_ROOM = 60


class PlayScreen(Frame):
    """A match that is being played."""

    BINDINGS = [*commands.bindings(commands.PLAY)]

    class Answered(Message):
        """A bot has answered."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, match: Match, keeper: Keeper | None, remarks: Sequence[str] = ()) -> None:
        super().__init__(match, keeper, remarks)
        self.tipping = False
        #: The rest of the turn that the bot to move has thought out.
        self.planned = Planned()
        #: What the last tip said, and how many of its moves have been shown.
        self.tip: Hint | None = None
        self.tip_steps = 0

    def on_mount(self) -> None:
        self.set_interval(1, self._count_seconds)
        self.follow()

    def on_unmount(self) -> None:
        # Only what this screen asked: the next match may be asking already.
        if self.house.thinker.listener == self._heard:
            self.house.thinker.cancel()
        if self.keeper is not None:
            self.keeper.close()

    # Playing

    def play(self, move: Move) -> None:
        """Play a move for the person who decides, and see what follows."""
        actor = self.match.state.actor
        before = len(self.match.log)
        try:
            self.match.play(move)
        except TableError as error:
            self.remark = str(error)
            self.repaint()
            return
        self.read_until = before
        self._pass_on(actor)

    def play_all(self, moves: Sequence[Move]) -> None:
        """Play several moves of one person at once, such as a whole arrangement."""
        actor = self.match.state.actor
        before = len(self.match.log)
        for move in moves:
            if self.match.state.actor != actor or move not in self.match.state.moves():
                break
            self.match.play(move)
        self.read_until = before
        self._pass_on(actor)

    def _pass_on(self, actor: int | None) -> None:
        """After a move: ask for confirmation if another person would be next, then follow."""
        changed = self.match.state.actor not in (actor, None)
        if changed and self.shared_keyboard and self.house.settings.confirm_turn:
            self.unconfirmed = actor
        self.follow()

    def follow(self) -> None:
        """Save, then find out who is next: a person, a bot, or nobody."""
        self.thinking = self.tipping = False
        self.tip = None
        self.house.thinker.cancel()
        self.save()
        if self.match.over:
            self.repaint()
            self._end()
            return
        if self.unconfirmed is None:
            if not self.match.waits_for_person:
                self._ask_bot()
            elif self.needs_curtain:
                self._draw_curtain()
            else:
                self.shown_to = self.match.state.actor
                self._begin_decision()
        self.repaint()

    def save(self) -> None:
        if self.keeper is not None and (trouble := self.keeper.save(self.match)):
            self.remark = trouble

    def _begin_decision(self) -> None:
        self.decision_begins()
        targets = self.targets()
        if targets and not self.choices(self.cursor):
            self.cursor = targets[0]
        self.picked = self.natural_pick()

    def _end(self) -> None:
        from tui.screens.result import ResultScreen

        self.house.push_screen(ResultScreen(self.match, self.keeper), self._after_result)

    def _after_result(self, wish: str | None) -> None:
        if wish == "undo":
            self.action_undo()
        elif wish == "review":
            self.house.show_replay(self.match)
        elif wish == "again":
            self.house.play_again(self.match)
        elif wish == "home":
            self.house.go_home()

    # Bots

    def _ask_bot(self) -> None:
        if self.keeper is not None and self.keeper.read_only:
            return
        actor = self.match.state.actor
        assert actor is not None
        self.thinking = True
        self.thought_for = 0
        if planned := self.planned.next_move(self.match):
            self.post_message(self.Answered(Answer(self.house.thinker.ticket, (planned,))))
        else:
            self._ask(self.match.seats[actor].level)

    def _ask(self, level: str) -> None:
        thinker = self.house.thinker
        thinker.listener = self._heard
        thinker.ask(self.match, level, Budget(self.house.settings.bot_seconds), hint=self.tipping)

    def _count_seconds(self) -> None:
        """Once a second, and only while somebody thinks: say for how long."""
        if self.thinking:
            self.thought_for += 1
            self.repaint()

    def _heard(self, answer: Answer) -> None:
        """Called from the thinker's thread: only posts a message, the screen owns the match."""
        self.post_message(self.Answered(answer))

    def on_play_screen_answered(self, message: Answered) -> None:
        if message.answer.ticket != self.house.thinker.ticket:
            return  # it was on its way when the question was taken back
        if self.tipping:
            self._show_tip(message.answer)
        elif self.thinking:
            self._play_bot(message.answer)

    def _play_bot(self, answer: Answer) -> None:
        """A bot has decided; for one that failed the level below plays on, and everybody is told."""
        if answer.trouble:
            decision = rescue(self.match, answer.trouble)
            self.match.note(decision.trouble)
            self.remark = decision.trouble
            self.match.play(decision.notation)
        else:
            if len(answer.plan) > 1:
                self.planned.remember(self.match, answer.plan)
            self.match.play(answer.plan[0])
        self.follow()

    # Secrets at a shared keyboard

    def _draw_curtain(self) -> None:
        from tui.screens.curtain import Curtain

        actor = self.match.state.actor
        assert actor is not None
        self.house.push_screen(Curtain(self.match.seats[actor].name), lambda _: self._lift_curtain())

    def _lift_curtain(self) -> None:
        self.shown_to = self.match.state.actor
        self._begin_decision()
        self.repaint()

    # The cursor

    def action_move(self, dx: int, dy: int) -> None:
        self.remark = ""
        if self.deciding and not self.targets():
            count = len(self.all_choices())
            self.picked = (self.picked + dx + dy) % count if count else 0
        else:
            self._move_cursor(dx, dy)
        self.repaint()

    def _move_cursor(self, dx: int, dy: int) -> None:
        """To the nearest place in that direction; straight ahead counts more than near."""
        spots = self.spots()
        here = spots.get(self.cursor)
        if here is None:
            self.cursor = next(iter(spots), None)
            return
        best, nearest = self.cursor, None
        for spot, region in spots.items():
            ahead, aside = _offset(here, region, dx, dy)
            if ahead > 0 and (nearest is None or ahead + 3 * aside < nearest):
                best, nearest = spot, ahead + 3 * aside
        self.cursor = best
        self.picked = self.natural_pick()

    def action_target(self, step: int) -> None:
        self.remark = ""
        targets = self.targets()
        if targets:
            at = targets.index(self.cursor) if self.cursor in targets else -1 if step > 0 else 0
            self.cursor = targets[(at + step) % len(targets)]
            self.picked = self.natural_pick()
        elif choices := self.all_choices():
            self.picked = (self.picked + step) % len(choices)
        self.repaint()

    def action_choose(self) -> None:
        if self.unconfirmed is not None:
            self.unconfirmed = None
            self.follow()
            return
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
            self.repaint()
            return
        choices = self.all_choices()
        if choices:
            self.do(choices[min(self.picked, len(choices) - 1)])
        elif self.deciding:
            self.remark = "Nothing can be done here; Tab jumps to where something can."
            self.repaint()

    def do(self, choice: Choice) -> None:
        """Carry out a choice."""
        self.remark = ""
        if isinstance(choice.do, Move):
            self.play(choice.do)
        else:
            choice.do()
            self.repaint()

    def on_key(self, event: events.Key) -> None:
        if self.deciding and event.character and event.character in "1234567890":
            event.stop().prevent_default()
            choices = self.all_choices()
            number = int(event.character) or 10
            if number <= len(choices):
                self.do(choices[number - 1])
            else:
                self.remark = f"There is no choice {number} here."
                self.repaint()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        panel = message.panel.id
        if panel == "keys":
            await self.click_key("keys", message.x)
        elif panel == "board":
            self.click_board(message.x, message.y)
        elif panel == "prompt":
            self._click_prompt(message.x, message.y)
        elif panel == "side":
            self.click_side(message.x, message.y)

    def click_board(self, x: int, y: int) -> None:
        """The first click on a place looks at it, the second does what Enter would."""
        for spot, region in self.spots().items():
            if region.contains(x, y):
                if spot == self.cursor:
                    self.action_choose()
                else:
                    self.remark = ""
                    self.cursor = spot
                    self.picked = self.natural_pick()
                    self.repaint()
                return

    def click_side(self, x: int, y: int) -> None:
        """A click beside the board; a game's screen may know what lies there."""

    def _click_prompt(self, x: int, y: int) -> None:
        if self.unconfirmed is not None:
            self.action_choose()
            return
        for number, region in enumerate(self.choice_places):
            if region.contains(x, y):
                self.do(self.all_choices()[number])
                return

    # Commands

    def action_undo(self) -> None:
        self._change(lambda: self.match.undo(self.unconfirmed))

    def action_restart(self) -> None:
        self._change(lambda: self.match.restart_turn(self.unconfirmed))

    def action_redo(self) -> None:
        self._change(self.match.redo)

    def _change(self, change: Callable[[], None]) -> None:
        if self.keeper is not None and self.keeper.read_only:
            self.remark = self.keeper.read_only
            self.repaint()
            return
        try:
            change()
        except TableError as error:
            self.remark = str(error)
            self.repaint()
            return
        self.unconfirmed = self.looked_at = None
        self.remark = ""
        self.read_until = len(self.match.log)
        self.follow()

    def action_tip(self) -> None:
        """Ask the master; asked again, the tip goes one decision further."""
        if not self.deciding:
            self.remark = "A tip can be had when it is your turn."
        elif self.tip is not None and self.tip_steps < len(self.tip.plan):
            self._tell_next_step(self.tip)
        else:
            self.tipping = True
            self.remark = "Asking for a tip…"
            self._ask(TIP_LEVEL)
        self.repaint()

    def _show_tip(self, answer: Answer) -> None:
        self.tipping = False
        if answer.trouble or not answer.hints:
            self.remark = f"There is no tip this time ({answer.trouble or 'nothing to tell'})."
        else:
            self.tip, *others = answer.hints
            self.tip_steps = 1
            note_tip(self.match, self.viewer)
            self.show_tip(self.tip, others)
        self.repaint()

    def show_tip(self, tip: Hint, others: Sequence[Hint]) -> None:
        """Say the tip with its reason and its rivals, and put the cursor where it is carried out."""
        move = self.match.read(tip.plan[0])
        for spot in self.spots():
            if any(choice.do == move for choice in self.choices(spot)):
                self.cursor = spot
                break
        picks = [number for number, choice in enumerate(self.all_choices()) if choice.do == move]
        self.picked = picks[0] if picks else 0
        self.remark = self.tip_words(self.state.describe(move), tip, others)

    def tip_words(self, turn: str, tip: Hint, others: Sequence[Hint]) -> str:
        """A tip in two lines: what to do, why, and what comes next to it."""
        words = f"Tip: {clip(turn.rstrip('.'), _TIP_ROOM)}"
        if reason := tip.reason or (others and "hardly better than the rest"):
            words += f"; {reason}"
        if others:
            labels = {str(choice.do): choice.label for choice in self.all_choices()}
            rivals = [f"{labels.get(hint.plan[0], hint.plan[0])} ({_behind(hint)})" for hint in others]
            words += f"; or {', '.join(rivals)}"
        return words + "."

    def _tell_next_step(self, tip: Hint) -> None:
        """The next move of the tip's turn, described in an imagined position: nothing hidden is told."""
        world = self.match.state.imagine(self.viewer, Chance(len(self.match.log)))
        for notation in tip.plan[: self.tip_steps]:
            world.play(find_move(self.match.game, world, notation))
        notation = tip.plan[self.tip_steps]
        self.tip_steps += 1
        legal = {move.notation: move for move in world.moves()}
        if world.actor == self.viewer and notation in legal:
            self.remark = f"Then: {world.describe(legal[notation])} ({notation})."
        else:
            self.remark = "What comes then depends on what is turned up."

    def action_inspect(self) -> None:
        self.house.push_screen(Tell(self.match.game.title, self.explain(self.cursor)))

    def action_others(self) -> None:
        players = len(self.match.seats)
        if players > 1:
            seat = (self.board_seat + 1) % players
            self.looked_at = None if seat == self.viewer else seat
        self.repaint()

    def action_log(self) -> None:
        rows = self.log_rows()
        if not rows:
            self.remark = "Nothing has happened yet."
            self.repaint()
            return
        entries = [Entry(text, at, self._log_help(at)) for at, text in rows]
        self.house.push_screen(Pick("What has happened", entries, len(entries) - 1), self._undo_to)

    def _log_help(self, at: int) -> str:
        return f"Enter takes back everything from move {at + 1} on."

    def _undo_to(self, at: int | None) -> None:
        if at is not None:
            self._change(lambda: self.match.undo_to(at))

    def action_rules(self) -> None:
        from tui.screens.rules import RulesScreen

        self.house.push_screen(RulesScreen(self.match.game))

    def action_name_match(self) -> None:
        if self.keeper is not None:
            self.house.push_screen(Ask("A name for this match:", self.keeper.name), self._named)

    def _named(self, name: str | None) -> None:
        if name is None or self.keeper is None:
            return
        try:
            self.remark = self.keeper.rename(self.match, name) or f"Saved as {self.keeper.called}."
        except SaveError as error:
            self.remark = str(error)
        self.repaint()

    def action_back(self) -> None:
        self.remark = ""
        if self.looked_at is not None:
            self.looked_at = None
        elif not self.step_back():
            self.open_menu()
            return
        self.repaint()

    def open_menu(self) -> None:
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


def _offset(here: Region, there: Region, dx: int, dy: int) -> tuple[float, float]:
    """How far ahead and how far aside an area lies; a row counts as two columns."""
    x = (there.x + there.width / 2) - (here.x + here.width / 2)
    y = 2 * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return (x * dx, abs(y)) if dx else (y * dy, abs(x))


def _behind(hint: Hint) -> str:
    """How far a turn is behind the best, in points."""
    return f"-{hint.behind:.1f}" if hint.behind >= 0.05 else "even"
