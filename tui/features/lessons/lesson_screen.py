"""A lesson on the game's own screen: a guide explains in the prompt, points at targets, and asks for a move."""

from rich.style import Style
from textual import events
from textual.geometry import Region

from core.bots.worker import BotReply
from core.game import Move
from core.lessons.course import Lesson, load
from core.lessons.guide import ASK, DONE, Guide, GuideRequest, Page, ScriptedMove
from core.view import Choice, Moment, Target
from themes import MONO
from tui import commands
from tui.features.lessons.spotlight import TO_DO, TO_SEE, spotlight
from tui.match.play_screen import PlayScreen
from tui.screens.base import KeyLabel
from tui.screens.dialogs import ChoiceDialog, ChoiceOption, MessageDialog
from tui.sessions.glossary import explain_terms
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import wrap

#: The keys of the bar after Enter, Tab and those of the game.
_BAR = ("tip", "undo", "free", "rules", "inspect", "others", "back")
#: Keys that ask or open something: they do not turn the page.
_ASKING = frozenset(
    key for command in (*commands.LESSON, *commands.APP) if command.name != "tip" for key in command.keys.split(",")
)


class LessonMoment(Moment):
    """A page of the guide: it waits for a key and has the prompt to itself."""


class LessonScreen(PlayScreen):
    """A match that follows the script of a lesson and accepts only its answers."""

    own_commands = commands.LESSON

    def __init__(self, guide: Guide) -> None:
        super().__init__(guide.match, None)
        self.guide = guide
        #: What the guide asks for after all its pages.
        self.pending_request: ScriptedMove | GuideRequest = ASK
        self._kept_step = guide.step_index

    @property
    def lesson(self) -> Lesson:
        return self.guide.lesson

    # What comes next

    def resume_match(self) -> None:
        """Ask the guide first: its pages are shown before the next move."""
        request = self.guide.next()
        while isinstance(request, Page):
            self.moments.append(LessonMoment(request.text, request.targets, None, True))
            request = self.guide.next()
        self.pending_request = request
        super().resume_match()
        if self.pending_request is DONE and not self.is_showing and not self.match.is_over:
            self._end()

    def _ask_bot(self) -> None:
        """Post the scripted move as the bot's reply at once, without asking the bots' process."""
        if isinstance(self.pending_request, ScriptedMove):
            self.is_bot_thinking = True
            self.post_message(
                self.BotReplied(BotReply(self.samovar_app.bot_client.ticket, (self.pending_request.notation,)))
            )

    def _begin_decision(self) -> None:
        if isinstance(self.pending_request, ScriptedMove):
            self._ask_bot()
        elif self.pending_request is ASK:
            super()._begin_decision()
            self.showing_news = False  # the guide itself explains what the others did

    def first_decision_text(self) -> str:
        return ""  # the guide explains

    def on_all_shown(self) -> None:
        if self.pending_request is DONE and not self.match.is_over:
            self._end()
        else:
            super().on_all_shown()

    def save(self) -> None:
        """Save the step that was reached."""
        mark = self.guide.bookmark
        if mark is not None and mark.step != self._kept_step:
            self._kept_step = mark.step
            self.status = self.samovar_app.lesson_store.save_bookmark(self.match.game.name, self.lesson.name, mark)

    # Answers

    @property
    def is_deciding(self) -> bool:
        return super().is_deciding and self.pending_request is ASK

    def play(self, *moves: Move) -> None:
        """Play only a right answer; for any other, set the status to the guide's explanation and change nothing."""
        notations = [move.notation for move in moves]
        taken = self.guide.matching_answer(notations)
        if taken:
            super().play(*moves[:taken])
        else:
            self.status = self.guide.wrong_answer_text(self.guide.mismatch_text(notations))
            self.repaint()

    def _carry_out(self, move: Move | str) -> None:
        self.guide.accept(str(move))
        super()._carry_out(move)

    def action_tip(self) -> None:
        """Move the cursor to where the answer is given."""
        if self.is_deciding and (plan := self.guide.plan()):
            self.go_to(plan)
            self.status = (
                f"Here: {self.current_choice.preview() if self.current_choice is not None else self.guide.question}"
            )
        self.repaint()

    def action_undo(self) -> None:
        """Go back to where this step began, or to the previous step."""
        if self.guide.back():
            self.clear_moments()
            self.draft = self.viewed_seat = None
            self.status = ""
            self.resume_match()
        else:
            self.status = "Here the lesson began."
            self.repaint()

    def log_help(self, at: int) -> str:
        return ""

    def log_picked(self, at: int | None) -> None:
        """Do nothing: moves of a lesson are not undone through its log."""

    # Leaving

    def action_free(self) -> None:
        """Play on without the guide, as an ordinary match; the lesson can be resumed later."""
        if not self.match.is_over:
            self.samovar_app.new_match(self.match)

    def action_anew(self) -> None:
        self.samovar_app.start_lesson(self.match.game, self.lesson, anew=True)

    def action_lessons(self) -> None:
        self.samovar_app.leave_screen()

    def _end(self) -> None:
        """Mark the lesson as done, and ask what to do next."""
        game = self.match.game
        trouble = self.samovar_app.lesson_store.mark_done(game.name, self.lesson.name)
        lessons = load(game).lessons
        after = lessons[(lessons.index(self.lesson) + 1) % len(lessons)]
        entries = [
            ChoiceOption(f"Next: {after.title}", "next", after.about),
            *(
                []
                if self.match.is_over
                else [ChoiceOption("Play on from here, freely", "free", "An ordinary match, saved.")]
            ),
            ChoiceOption(f"All lessons of {game.title}", "lessons", "Back to the list."),
            ChoiceOption("Look at the table once more", "", ""),
        ]
        title = trouble or f"Done: {self.lesson.title}"
        self.samovar_app.push_screen(ChoiceDialog(title, entries), lambda wish: self._after(wish, after))

    def _after(self, wish: str | None, lesson: Lesson) -> None:
        if wish == "next":
            self.samovar_app.start_lesson(self.match.game, lesson)
        elif wish == "free":
            self.action_free()
        elif wish == "lessons":
            self.action_lessons()

    def action_choose(self) -> None:
        if self.pending_request is DONE and self.viewed_seat is None:
            self._end()
        else:
            super().action_choose()

    def _open_menu(self) -> None:
        wanted = ("tip", "undo", "anew", "free", "inspect", "others", "log", "rules", "lessons")
        known = {command.name: command for command in commands.LESSON}
        entries = [
            ChoiceOption("Go on with the lesson", ""),
            *(ChoiceOption(known[name].help, name) for name in wanted),
        ]
        entries += [ChoiceOption(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            ChoiceOption("Go home; the lesson is kept", "app.home"),
            ChoiceOption("Quit; the lesson is kept", "app.leave"),
        ]
        self.samovar_app.push_screen(ChoiceDialog(self.lesson.title, entries), self._from_menu)

    # What is shown

    @property
    def is_reading(self) -> bool:
        return isinstance(self.moment, LessonMoment)

    @property
    def current_choice(self) -> Choice | None:
        """The choice that Enter would make; None while a page is shown."""
        return None if self.is_reading else super().current_choice

    @property
    def guide_targets(self) -> tuple[Target, ...]:
        """The targets that the guide points at; none while another player's board is shown."""
        if self.viewed_seat is not None:
            return ()
        if self.is_reading:
            assert self.moment is not None
            return self.moment.targets
        return self.guide.targets if self.is_deciding and self.moment is None else ()

    @property
    def highlighted_targets(self) -> tuple[Target, ...]:
        """The highlighted targets; none while a page is shown in colours, because the rest fades instead."""
        return () if self.is_reading and self.palette.mode != MONO else super().highlighted_targets

    def paint_board(self, canvas: Canvas) -> None:
        super().paint_board(canvas)
        self._paint_spotlight(canvas, 0)

    def paint_side(self, canvas: Canvas) -> None:
        super().paint_side(canvas)
        self._paint_spotlight(canvas, self.board_columns)

    def _paint_spotlight(self, canvas: Canvas, left: int) -> None:
        """Fade what the guide does not point at: less where a move is asked, and never the cursor there."""
        areas = self.target_regions()
        bright = [areas[target].translate((-left, 0)) for target in self.guide_targets if target in areas]
        if not bright:
            return
        if not self.is_reading and self.cursor in areas and self.cursor in self.view.tab_stops():
            bright.append(areas[self.cursor].translate((-left, 0)))
        spotlight(canvas, bright, self.palette, TO_SEE if self.is_reading else TO_DO, self.samovar_app.few_colours)

    def on_key(self, event: events.Key) -> None:
        """Turn the page with any key except those that ask or open something."""
        if self.is_reading and event.key in _ASKING:
            event.prevent_default()

    def action_inspect(self) -> None:
        """Explain the terms of the page that is shown; without a page, what is under the cursor."""
        if not self.is_reading:
            super().action_inspect()
        elif words := self._words_read():
            self.samovar_app.push_screen(MessageDialog(self.match.game.title, "\n\n".join(words)))

    def _words_read(self) -> list[str]:
        assert self.moment is not None
        return explain_terms(self.match.game, self.moment.text)

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        """Turn the page with a click anywhere but on a key."""
        if self.is_showing and message.panel.id != "keys":
            self.skip_short_moments()
        else:
            await super().on_canvas_view_clicked(message)

    def _paint_prompt(self) -> None:
        if not self.is_reading:
            super()._paint_prompt()
            return
        assert self.moment is not None
        canvas = self.new_canvas("prompt", "panel")
        style: Style = self.palette.style("ink", "panel", "bold")
        for y, line in enumerate(wrap(self._in_signs(self.moment.text), canvas.width - 2)):
            canvas.draw_text(1, y, line, style)
        self.choice_areas: list[Region] = []
        self.show("prompt", canvas)

    def question(self) -> str:
        if self.pending_request is DONE and not self.is_showing:
            return "This lesson is done: Enter tells how to go on."
        if self.is_deciding and not self.is_showing and self.viewed_seat is None:
            step = self.guide.step
            assert step is not None
            return f"{step.ask} ({step.keys})" if step.keys else step.ask
        return super().question()

    def keys(self) -> list[KeyLabel]:
        known = {command.name: command for command in (*commands.CHOOSE, *commands.LESSON)}
        first = [KeyLabel("⏎", self._enter_label, "choose")] if self._enter_label else []
        if self.is_showing:  # there is nothing to choose yet
            words = [KeyLabel("i", "words", "inspect")] if self.is_reading and self._words_read() else []
            return first + [_key(known["undo"]), *words] + [_key(known[name]) for name in ("free", "rules", "back")]
        tab = [_key(known["target(1)"])] if self.is_deciding else []
        return first + tab + self._own_keys() + [_key(known[name]) for name in _BAR if self._is_enabled(name)]

    @property
    def _enter_label(self) -> str:
        return "go on" if self.pending_request is DONE else super()._enter_label

    def _is_enabled(self, name: str) -> bool:
        if name in ("tip", "free"):
            return self.is_deciding if name == "tip" else not self.match.is_over
        return name == "undo" or super()._is_enabled(name)

    def paint_keys(self, panel: str, keys: list[KeyLabel], right: str = "") -> None:
        super().paint_keys(panel, keys, right or f"{self.lesson.task(self.guide.step_index)}/{self.lesson.tasks}")


def _key(command: commands.KeyCommand) -> KeyLabel:
    return KeyLabel(command.shown, command.label, command.name)
