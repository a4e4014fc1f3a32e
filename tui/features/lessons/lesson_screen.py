"""A lesson on the game's own screen: a guide speaks in the prompt, points at places, and asks for one move."""

from rich.style import Style
from textual import events
from textual.geometry import Region

from core.bots.worker import Answer
from core.game import Move
from core.lessons.course import Lesson, load
from core.lessons.guide import ASK, DONE, Guide, Page, Play, Wish
from core.view import Moment, Offer, Place
from themes import MONO
from tui import commands
from tui.features.lessons.spotlight import TO_DO, TO_SEE, spotlight
from tui.match.play_screen import PlayScreen
from tui.screens.base import Key
from tui.screens.dialogs import Entry, Pick, Tell
from tui.sessions.glossary import explained
from tui.widgets.canvas import Panel, Picture, wrap

#: The keys of the bar behind Enter, Tab and those of the game.
_BAR = ("tip", "undo", "free", "rules", "inspect", "others", "back")
#: Keys that ask or open something: the page that is read stays where it is.
_ASKING = frozenset(
    key for command in (*commands.LESSON, *commands.APP) if command.name != "tip" for key in command.keys.split(",")
)


class Spoken(Moment):
    """What the guide says: read in peace, with the prompt all to itself."""


class LessonScreen(PlayScreen):
    """A match in which a guide knows the next move."""

    own_commands = commands.LESSON

    def __init__(self, guide: Guide) -> None:
        super().__init__(guide.match, None)
        self.guide = guide
        #: What the guide wishes behind everything that is to be read.
        self.wish: Play | Wish = ASK
        self._kept_step = guide.at

    @property
    def lesson(self) -> Lesson:
        return self.guide.lesson

    # What comes next

    def follow(self) -> None:
        """Hear the guide first: what is to be read is shown before anybody moves."""
        wish = self.guide.next()
        while isinstance(wish, Page):
            self.moments.append(Spoken(wish.words, wish.places, None, True))
            wish = self.guide.next()
        self.wish = wish
        super().follow()
        if self.wish is DONE and not self.showing and not self.match.over:
            self._end()

    def _ask_bot(self) -> None:
        """The script and the gentle bots answer here and at once; nobody has to think."""
        if isinstance(self.wish, Play):
            self.thinking = True
            self.post_message(self.Answered(Answer(self.house.thinker.ticket, (self.wish.notation,))))

    def _begin_decision(self) -> None:
        if isinstance(self.wish, Play):
            self._ask_bot()
        elif self.wish is ASK:
            super()._begin_decision()
            self.telling = False  # what the others did is what the guide speaks of

    def first_words(self) -> str:
        return ""  # the guide explains

    def seen(self) -> None:
        if self.wish is DONE and not self.match.over:
            self._end()
        else:
            super().seen()

    def save(self) -> None:
        """Remember the step that was reached."""
        mark = self.guide.bookmark
        if mark is not None and mark.step != self._kept_step:
            self._kept_step = mark.step
            self.remark = self.house.learning.keep(self.match.game.name, self.lesson.name, mark)

    # Answers

    @property
    def deciding(self) -> bool:
        return super().deciding and self.wish is ASK

    def play(self, *moves: Move) -> None:
        """Only a right answer is played; about any other there is a kind word, and nothing has changed."""
        notations = [move.notation for move in moves]
        taken = self.guide.takes(notations)
        if taken:
            super().play(*moves[:taken])
        else:
            self.remark = self.guide.objection(self.guide.misfit(notations))
            self.repaint()

    def _carry_out(self, move: Move | str) -> None:
        self.guide.taking(str(move))
        super()._carry_out(move)

    def action_tip(self) -> None:
        """Put the cursor where the answer is given."""
        if self.deciding and (plan := self.guide.plan()):
            self.go_to(plan)
            self.remark = f"Here: {self.chosen.brings() if self.chosen is not None else self.guide.asking}"
        self.repaint()

    def action_undo(self) -> None:
        """Back to where this step began, or to the one before."""
        if self.guide.back():
            self.hush()
            self.begun = self.looked_at = None
            self.remark = ""
            self.follow()
        else:
            self.remark = "Here the lesson began."
            self.repaint()

    def log_help(self, at: int) -> str:
        return ""

    def log_picked(self, at: int | None) -> None:
        """The log of a lesson is only read."""

    # Leaving

    def action_free(self) -> None:
        """Play on without the guide, as an ordinary match; the lesson can be taken up again later."""
        if not self.match.over:
            self.house.new_match(self.match)

    def action_anew(self) -> None:
        self.house.learn(self.match.game, self.lesson, anew=True)

    def action_lessons(self) -> None:
        self.house.leave_screen()

    def _end(self) -> None:
        """The lesson is done: tick it off, and ask what next."""
        game = self.match.game
        trouble = self.house.learning.tick(game.name, self.lesson.name)
        lessons = load(game).lessons
        after = lessons[(lessons.index(self.lesson) + 1) % len(lessons)]
        entries = [
            Entry(f"Next: {after.title}", "next", after.about),
            *([] if self.match.over else [Entry("Play on from here, freely", "free", "An ordinary match, saved.")]),
            Entry(f"All lessons of {game.title}", "lessons", "Back to the list."),
            Entry("Look at the table once more", "", ""),
        ]
        title = trouble or f"Done: {self.lesson.title}"
        self.house.push_screen(Pick(title, entries), lambda wish: self._after(wish, after))

    def _after(self, wish: str | None, lesson: Lesson) -> None:
        if wish == "next":
            self.house.learn(self.match.game, lesson)
        elif wish == "free":
            self.action_free()
        elif wish == "lessons":
            self.action_lessons()

    def action_choose(self) -> None:
        if self.wish is DONE and self.looked_at is None:
            self._end()
        else:
            super().action_choose()

    def _open_menu(self) -> None:
        wanted = ("tip", "undo", "anew", "free", "inspect", "others", "log", "rules", "lessons")
        known = {command.name: command for command in commands.LESSON}
        entries = [Entry("Go on with the lesson", ""), *(Entry(known[name].help, name) for name in wanted)]
        entries += [Entry(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [Entry("Go home; the lesson is kept", "app.home"), Entry("Quit; the lesson is kept", "app.leave")]
        self.house.push_screen(Pick(self.lesson.title, entries), self._from_menu)

    # What is shown

    @property
    def reading(self) -> bool:
        return isinstance(self.moment, Spoken)

    @property
    def chosen(self) -> Offer | None:
        """While something is read, nothing that could be chosen is shown as if it had been."""
        return None if self.reading else super().chosen

    @property
    def pointed(self) -> tuple[Place, ...]:
        """The places that are spoken of; nothing is pointed at on another's board."""
        if self.looked_at is not None:
            return ()
        if self.reading:
            assert self.moment is not None
            return self.moment.places
        return self.guide.places if self.deciding and self.moment is None else ()

    @property
    def lit(self) -> tuple[Place, ...]:
        """What the guide speaks of keeps its colours, as it is to be read: the rest fades, where there are colours."""
        return () if self.reading and self.look.mode != MONO else super().lit

    def paint_board(self, picture: Picture) -> None:
        super().paint_board(picture)
        self._point(picture, 0)

    def paint_side(self, picture: Picture) -> None:
        super().paint_side(picture)
        self._point(picture, self.board_columns)

    def _point(self, picture: Picture, left: int) -> None:
        """Where something is to be done the cursor stays bright, and the rest is still easy to read."""
        areas = self.areas()
        bright = [areas[place].translate((-left, 0)) for place in self.pointed if place in areas]
        if not bright:
            return
        if not self.reading and self.cursor in areas and self.cursor in self.offers.targets():
            bright.append(areas[self.cursor].translate((-left, 0)))
        spotlight(picture, bright, self.look, TO_SEE if self.reading else TO_DO, self.house.few_colours)

    def on_key(self, event: events.Key) -> None:
        """Any other key than those that ask something turns the page."""
        if self.reading and event.key in _ASKING:
            event.prevent_default()

    def action_inspect(self) -> None:
        """While something is read, what its words mean."""
        if not self.reading:
            super().action_inspect()
        elif words := self._words_read():
            self.house.push_screen(Tell(self.match.game.title, "\n\n".join(words)))

    def _words_read(self) -> list[str]:
        assert self.moment is not None
        return explained(self.match.game, self.moment.words)

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        """While something is read, a click anywhere but on a key turns the page."""
        if self.showing and message.panel.id != "keys":
            self.hurry()
        else:
            await super().on_panel_clicked(message)

    def _paint_prompt(self) -> None:
        if not self.reading:
            super()._paint_prompt()
            return
        assert self.moment is not None
        picture = self.picture_for("prompt", "panel")
        style: Style = self.look.style("ink", "panel", "bold")
        for y, line in enumerate(wrap(self._in_signs(self.moment.words), picture.width - 2)):
            picture.text(1, y, line, style)
        self.choice_areas: list[Region] = []
        self.show("prompt", picture)

    def question(self) -> str:
        if self.wish is DONE and not self.showing:
            return "This lesson is done: Enter tells how to go on."
        if self.deciding and not self.showing and self.looked_at is None:
            step = self.guide.step
            assert step is not None
            return f"{step.ask} ({step.keys})" if step.keys else step.ask
        return super().question()

    def keys(self) -> list[Key]:
        known = {command.name: command for command in (*commands.CHOOSE, *commands.LESSON)}
        first = [Key("⏎", self._enter_word, "choose")] if self._enter_word else []
        if self.showing:  # there is nothing to choose yet
            words = [Key("i", "words", "inspect")] if self.reading and self._words_read() else []
            return first + [_key(known["undo"]), *words] + [_key(known[name]) for name in ("free", "rules", "back")]
        tab = [_key(known["target(1)"])] if self.deciding else []
        return first + tab + self._own_keys() + [_key(known[name]) for name in _BAR if self._means_something(name)]

    @property
    def _enter_word(self) -> str:
        return "go on" if self.wish is DONE else super()._enter_word

    def _means_something(self, name: str) -> bool:
        if name in ("tip", "free"):
            return self.deciding if name == "tip" else not self.match.over
        return name == "undo" or super()._means_something(name)

    def paint_keys(self, panel: str, keys: list[Key], right: str = "") -> None:
        super().paint_keys(panel, keys, right or f"{self.lesson.task(self.guide.at)}/{self.lesson.tasks}")


def _key(command: commands.Command) -> Key:
    return Key(command.shown, command.label, command.name)
