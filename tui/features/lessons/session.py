"""A lesson as a match session: a guide explains, points at targets, and asks for a move."""

from collections.abc import Sequence

from core.game import Move
from core.lessons.course import Lesson
from core.lessons.guide import ASK, DONE, Guide, GuideRequest, Page, ScriptedMove
from core.view import Target
from saves.lessons import LessonStore
from tui.sessions.changes import HintFound, PageRead, Saved, TakenBack
from tui.sessions.hints import chosen_at
from tui.sessions.local import LocalSession
from tui.sessions.mode import LessonDone, Settled, Thinking
from tui.sessions.session import Policy, SessionServices

#: Said where no step can be taken back; everything else that is said is the guide's.
LESSON_BEGAN = "This is the start of the lesson."


class LessonSession(LocalSession):
    """A match that follows the script of a lesson and accepts only its answers."""

    def __init__(
        self, guide: Guide, lesson_store: LessonStore, services: SessionServices, policy: Policy | None = None
    ) -> None:
        self.guide = guide
        self._lesson_store = lesson_store
        #: What the guide asks for after all its pages.
        self._request: ScriptedMove | GuideRequest = ASK
        self._saved_step = guide.step_index
        super().__init__(guide.match, None, services, policy)

    @property
    def lesson(self) -> Lesson:
        return self.guide.lesson

    # What comes next

    def compute_settled(self) -> Settled:
        actor = self.match.state.actor
        if self._request is DONE:
            return LessonDone()
        if isinstance(self._request, ScriptedMove) and actor is not None:
            return Thinking(actor)
        return super().compute_settled()

    def advance(self) -> None:
        """Ask the guide first: its pages are shown before the next move."""
        while isinstance(request := self.guide.next(), Page):
            self.tell(PageRead(request))
            if self.policy.shows_moments:
                self.pacing.add([request])
        self._request = request
        self.save()  # only now does the guide know that a step has begun
        super().advance()

    def ask_bot(self, seat: int) -> None:
        """Play the scripted move at once, without asking any bot."""
        assert isinstance(self._request, ScriptedMove)
        self.reply_soon(self._request.notation)

    def save(self) -> None:
        """Save the step that was reached."""
        mark = self.guide.bookmark
        if mark is not None and mark.step and mark.step != self._saved_step:
            self._saved_step = mark.step
            self.tell(Saved(self._lesson_store.save_bookmark(self.match.game.name, self.lesson.name, mark)))

    # Answers

    def submit(self, moves: Sequence[Move]) -> None:
        """Play only a right answer; to any other, reply with the guide's explanation and change nothing."""
        if not self.is_deciding:
            return
        notations = [move.notation for move in moves]
        if taken := self.guide.matching_answer(notations):
            super().submit(moves[:taken])
        else:
            self.say(self.guide.wrong_answer_text(self.guide.mismatch_text(notations)))

    def play(self, move: Move | str) -> None:
        self.guide.accept(str(move))
        super().play(move)

    def ask_hint(self) -> None:
        """Tell where the answer is given."""
        plan = self.guide.plan() if self.is_deciding else []
        if plan and self.viewer is not None:
            location = self.make_view().locate(plan)
            choice = chosen_at(self.match, self.viewer, location)
            self.tell(HintFound(location, f"Here: {choice.preview() if choice is not None else self.guide.question}"))

    def undo(self) -> None:
        """Go back to where this step began, or to the previous step."""
        before = len(self.match.log)
        if not self.guide.back():
            self.say(LESSON_BEGAN)
            return
        self.version += 1
        self.has_ended = False
        self.pacing.clear()
        self.tell(TakenBack(before - len(self.match.log)))
        self.follow()

    def redo(self) -> None:
        """Do nothing: a lesson goes only one way."""

    def restart_turn(self) -> None:
        """Do nothing: a step of the lesson is taken back as a whole."""

    def undo_to(self, at: int) -> None:
        """Do nothing: moves of a lesson are not undone through its log."""

    def can(self, command: str) -> bool:
        match command:
            case "tip":
                return self.is_deciding
            case "undo":
                return True
            case "free":
                return not self.match.is_over
        return super().can(command)

    # What is shown

    def decision_text(self, asked: str) -> str:
        step = self.guide.step
        assert step is not None
        return f"{step.ask} ({step.keys})" if step.keys else step.ask

    @property
    def pointed_targets(self) -> tuple[Target, ...]:
        """The targets that the guide points at."""
        if self.page is not None:
            return self.page.targets
        return self.guide.targets if self.is_deciding and not self.is_showing else ()

    def mark_done(self) -> str:
        """Remember that the lesson is done; return why that cannot be saved, if so."""
        return self._lesson_store.mark_done(self.match.game.name, self.lesson.name)
