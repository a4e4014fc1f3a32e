"""A lesson on the match screen: pages of a guide in the prompt, a spotlight on the board, and what comes after it."""

from collections.abc import Mapping

from textual.geometry import Size

from core.lessons.course import Lesson, load
from core.lessons.guide import Page
from tui import commands
from tui.features.lessons.session import LessonSession
from tui.match.board_view import Spotlight
from tui.match.feature import Action, MatchFeature
from tui.match.layout import PROMPT_ROWS
from tui.match.panels import GuidePrompt
from tui.match.spotlight import TO_DO, TO_SEE
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.sessions.glossary import explain_terms
from tui.widgets.key_bar import KeyLabel

#: Keys that ask or open something: they do not turn the page.
_ASKING = frozenset(
    key for command in (*commands.LESSON, *commands.APP) if command.name != "tip" for key in command.keys.split(",")
)


class LessonFeature(MatchFeature):
    """A match that follows the script of a lesson."""

    commands = commands.LESSON
    bar = ("tip", "undo", "free", "rules", "inspect", "others", "back")
    menu = ("tip", "undo", "anew", "free", "inspect", "others", "log", "rules", "lessons")
    go_on_label = "Continue the lesson"
    click_goes_on = True
    tells_news = False  # the guide itself explains what the others did

    @property
    def lesson(self) -> LessonSession:
        assert isinstance(self.session, LessonSession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        return {
            "undo": self._step_back,
            "free": self._play_freely,
            "anew": self._begin_anew,
            "lessons": self.app.leave_screen,
        }

    def _step_back(self) -> None:
        """Begin a step anew, also with nothing in hand."""
        self.screen.board.draft = None
        self.screen.action_undo()

    def _play_freely(self) -> None:
        """Play on without the guide, as an ordinary match; the lesson can be resumed later."""
        if not self.session.match.is_over:
            self.app.new_match(self.session.match)

    def _begin_anew(self) -> None:
        self.app.navigation.start_lesson(self.session.match.game, self.lesson.lesson, anew=True)

    # The end

    def enter(self) -> None:
        self.on_ended()

    def on_ended(self) -> None:
        """Mark the lesson as done, and ask what to do next."""
        game, lesson = self.session.match.game, self.lesson.lesson
        trouble = self.lesson.mark_done()
        lessons = load(game).lessons
        after = lessons[(lessons.index(lesson) + 1) % len(lessons)]
        entries = [
            ChoiceOption(f"Next: {after.title}", "next", after.about),
            *self._way_on(),
            ChoiceOption(f"All lessons of {game.title}", "lessons", "Back to the list."),
            ChoiceOption("Stay at the board", "", ""),
        ]
        title = trouble or f"Done: {lesson.title}"
        self.app.push_screen(ChoiceDialog(title, entries), lambda wish: self._go_on(wish, after))

    def _way_on(self) -> list[ChoiceOption[str]]:
        if self.session.match.is_over:
            return []
        return [ChoiceOption("Play on from here without a guide", "free", "As an ordinary match, which is saved.")]

    def _go_on(self, wish: str | None, lesson: Lesson) -> None:
        if wish == "next":
            self.app.navigation.start_lesson(self.session.match.game, lesson)
        elif wish == "free":
            self._play_freely()
        elif wish == "lessons":
            self.app.leave_screen()

    # What is shown

    @property
    def menu_title(self) -> str:  # type: ignore[override]
        return self.lesson.lesson.title

    def ways_out(self) -> list[ChoiceOption[str]]:
        return [
            ChoiceOption("Go home; the lesson is kept", "app.home"),
            ChoiceOption("Quit; the lesson is kept", "app.leave"),
        ]

    def spotlight(self) -> Spotlight | None:
        """Fade what the guide does not point at: less where a move is asked, and never the cursor there.

        On the first page, which is the first sight of a game, nothing fades.
        """
        targets, page = self.lesson.pointed_targets, self.lesson.page
        if not targets or self.screen.board.viewed_seat is not None:
            return None
        if page is None:
            return Spotlight(targets, TO_DO, spares_cursor=True)
        return Spotlight(targets, TO_SEE if page.number > 1 else 0.0, spares_cursor=False)

    def page_prompt(self) -> GuidePrompt | None:
        page = self.lesson.page
        if page is None:
            return None
        text = self.screen.in_own_keys(self.screen.board.in_signs(page.text))
        return GuidePrompt(text, Size(self.screen.size.width, PROMPT_ROWS), self.screen.palette)

    def keeps_page(self, key: str) -> bool:
        return self.lesson.page is not None and key in _ASKING

    def keys(self) -> list[KeyLabel]:
        if not self.session.is_showing:
            return super().keys()
        page = self.lesson.page  # there is nothing to choose yet
        words = [KeyLabel("i", "words", "inspect")] if page is not None and self._has_terms(page) else []
        return [*self.enter_key(), self.key("undo"), *words, *map(self.key, ("free", "rules", "back"))]

    def _has_terms(self, page: Page) -> bool:
        return bool(explain_terms(self.session.match.game, page.text))

    def bar_right(self) -> str:
        page = self.lesson.page
        number = page.number if page is not None else self.lesson.guide.task_number
        return f"{number} of {self.lesson.lesson.stops}"
