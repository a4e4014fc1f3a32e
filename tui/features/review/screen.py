"""What a master thinks of a match: the figures, the curve, the turns that cost most, then every turn.

The turns are judged one by one in the bots' process while the screen can be used. Each is kept as soon as it is
done, so that whoever leaves goes on from there the next time.
"""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.message import Message

from core.bots.failures import trouble_text
from core.bots.worker import Answer
from core.match import Match
from core.review.comparison import Depth
from core.review.record import GRADES, Judged, Review, case_of, note
from core.review.report import Report, report
from core.review.turns import Turn, turns
from core.text import count
from saves.reviews import Reviews
from tui import commands
from tui.features.review.chart import MARKS, Curve
from tui.features.review.text import grade_word, in_words, judged_reason, points_in_words, signed
from tui.screens.base import Key, Room
from tui.screens.dialogs import Entry, Pick
from tui.screens.play_again import play_from
from tui.widgets.canvas import Panel, Picture, clip, wrap_within

#: The rows of the figures above the curve.
_FIGURES = 2
#: How long a master can be asked to think about each turn, in seconds.
_DEEPER = (2, 5, 15, 60)


class Line(NamedTuple):
    """A line of the list: a heading, or the turn of that number."""

    heading: str = ""
    number: int = -1


class ReviewScreen(Room):
    """The review of a match, seat by seat. `slug` is the file of the match; without one nothing is kept."""

    DEFAULT_CSS = "ReviewScreen #top, ReviewScreen #keys { height: 1; }"
    own_commands = commands.REVIEW

    class Answered(Message):
        """The master has judged a turn."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, match: Match, slug: str = "", seat: int | None = None, depth: Depth | None = None) -> None:
        super().__init__()
        self.match = match
        self.slug = slug
        self.seat = seat if seat is not None else min(match.persons, default=0)
        self.turns: list[Turn] = turns(match, range(len(match.seats)))
        self.review = Review.of(match, depth or Depth())
        self.paused = False
        self.remark = ""
        #: Which line of the list is under the cursor.
        self.at = 1
        self._top = 0
        self._asked: Turn | None = None
        self._curve: Curve | None = None
        self._words: dict[tuple[int, tuple[str, ...]], str] = {}

    @property
    def place(self) -> str:  # type: ignore[override]
        return self.match.game.name

    def compose(self) -> ComposeResult:
        for panel in ("top", "curve", "list", "words", "keys", "too-small"):
            yield Panel(id=panel)

    def on_mount(self) -> None:
        self._open(self.review.depth)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.go_on()

    def on_unmount(self) -> None:
        if self.house.thinker.listener == self._heard:
            self.house.thinker.cancel()

    # The review as it is made

    def _open(self, depth: Depth) -> None:
        """Begin a review, or take up the one that is kept."""
        self.review = Reviews(self.house.store.folders).of(self.slug, self.match, depth)
        self.go_on()

    @property
    def left(self) -> list[Turn]:
        """What is still to be judged, the turns of the seat that is looked at first."""
        done = {judged.turn.at for judged in self.review.turns}
        seats = [self.seat, *(seat for seat in self.match.persons if seat != self.seat)]
        return [turn for seat in seats for turn in self.turns if turn.seat == seat and turn.at not in done]

    @property
    def done(self) -> bool:
        return not self.left

    def go_on(self) -> None:
        """Ask for the next turn, unless one is being judged."""
        thinker = self.house.thinker
        if self.paused or (self._asked is not None and thinker.listener == self._heard) or self.done:
            return
        self.ask(self.left[0], self.review.depth)

    def ask(self, turn: Turn, depth: Depth) -> None:
        """Let the master judge a turn now; whatever else it was judging waits."""
        self._asked = turn
        self.house.thinker.listener = self._heard
        self.house.thinker.ask_review(self.match.game, case_of(self.match, turn, self.turns, depth))

    @property
    def asked(self) -> Turn | None:
        """The turn that the master looks at now."""
        return self._asked if self.house.thinker.listener == self._heard else None

    def _heard(self, answer: Answer) -> None:
        """Called from the thinker's thread: only posts a message."""
        self.post_message(self.Answered(answer))

    def on_review_screen_answered(self, message: Answered) -> None:
        answer = message.answer
        if answer.ticket != self.house.thinker.ticket:
            return  # it was on its way when the question was taken back
        self._asked = None
        if answer.judged is None:
            self.paused = True
            self.remark = f"The master could not judge this turn ({trouble_text(answer.trouble)}); p tries again."
        else:
            note(self.review, answer.judged)
            if self.slug:
                self.remark = Reviews(self.house.store.folders).keep(self.slug, self.review)
            self.go_on()
        self._repaint_front()

    def _repaint_front(self) -> None:
        """This screen, or the board that is looked at meanwhile."""
        front = self.house.screen
        if isinstance(front, Room):
            front.repaint()

    # What is shown

    @property
    def told(self) -> Report:
        return report(self.match, self.review, self.seat)

    def words(self, judged: Judged, moves: tuple[str, ...]) -> str:
        """A turn in words, made once."""
        key = (judged.turn.at, moves)
        if key not in self._words:
            self._words[key] = in_words(self.match, judged, moves)
        return self._words[key]

    def lines(self, told: Report) -> list[Line]:
        """The turns that cost most, then all of them."""
        worst = [Line("The turns that cost most" if len(told.worst) > 1 else "What cost most")]
        worst += [Line(number=number) for number in told.worst]
        every = [Line("All turns"), *(Line(number=number) for number in range(len(told.turns)))]
        return (worst if told.worst else []) + (every if told.turns else [])

    def paint(self) -> None:
        told = self.told
        lines = self.lines(told)
        self.at = self._nearest(lines, self.at, 1)
        self.query_one("#curve", Panel).styles.height = self._curve_rows
        self.query_one("#words", Panel).styles.height = self._words_rows
        self._paint_top(told)
        self._paint_curve(told, lines)
        self._paint_list(told, lines)
        self._paint_words(told, lines)
        self.paint_keys("keys", self.keys())

    @property
    def _curve_rows(self) -> int:
        return _FIGURES + max(6, self.size.height // 4) + 1

    @property
    def _words_rows(self) -> int:
        """Two lines or more for each of the turns, one for the figures."""
        return 9 if self.size.height >= 40 else 5

    def room_for(self, panel: str) -> Size:
        """How large a panel is, or will be when Textual has laid it out."""
        width, height = self.size
        curve, words = self._curve_rows, self._words_rows
        rows = {"curve": curve, "words": words, "list": height - curve - words - 2}
        return Size(width, rows.get(panel, 1))

    def _paint_top(self, told: Report) -> None:
        look, picture = self.look, self.picture_for("top", "bar")
        x = picture.text(1, 0, f"{self.match.game.title}: review of ", look.style("accent", "bar", "bold"))
        picture.text(x, 0, told.name, look.style(f"seat{self.seat + 1}", "bar", "bold"))
        picture.right(picture.width - 1, 0, self._progress(told), look.style("ink", "bar"))
        self.show("top", picture)

    def _progress(self, told: Report) -> str:
        whole = sum(turn.seat == self.seat for turn in self.turns)
        if len(told.turns) < whole:
            return f"{len(told.turns)} of {count(whole, 'turn')}{' · paused' if self.paused else '…'}"
        depth = self.review.depth.seconds
        return count(whole, "turn") + (f" · {depth:g} s each" if depth else "")

    def _paint_curve(self, told: Report, lines: list[Line]) -> None:
        look, picture = self.look, self.picture_for("curve")
        x = 2
        for grade in GRADES:
            sign, role = MARKS[grade]
            ink = look.style("ink" if role == "dim" else role)
            number = told.grades[grade]
            x = picture.text(x, 0, f"{number} ", look.style("ink", attributes="bold"))
            x = picture.text(x, 0, f"{grade_word(grade, number)} {'' if role == 'dim' else sign + ' '} ", ink)
        if told.turns:
            picture.right(
                picture.width - 2, 0, f"points lost a turn {points_in_words(told.lost)}", look.style("accent")
            )
            if any(judged.came is not None for judged in told.turns):
                picture.text(2, 1, f"luck {signed(told.came)} points against the average", look.style("dim"))
            what = "points" if len(self.match.seats) == 1 else "lead"
            picture.right(picture.width - 2, 1, f"below: expected {what} at the end", look.style("dim"))
        self._curve = None
        if told.turns:
            self._curve = self.curve(Region(1, _FIGURES, picture.width - 3, picture.height - _FIGURES))
            self._curve.paint(picture, look, lines[self.at].number)
        else:
            self._paint_nothing(picture)
        self.show("curve", picture)

    def curve(self, area: Region) -> Curve:
        """The curve of this seat in an area, with room for the turns that are still to be judged."""
        return Curve(self.told.turns, sum(turn.seat == self.seat for turn in self.turns), area)

    def _paint_nothing(self, picture: Picture) -> None:
        mine = any(turn.seat == self.seat for turn in self.turns)
        words = "The master looks at the first turn…" if mine else "There was nothing to decide."
        picture.text(2, 3, words, self.look.style("accent"))

    def _paint_list(self, told: Report, lines: list[Line]) -> None:
        picture = self.picture_for("list")
        room = picture.height
        above = self.at - 1 if self.at and lines and not lines[self.at - 1].number + 1 else self.at  # its heading
        self._top = min(max(self._top, self.at - room + 1), above, max(0, len(lines) - room))
        for y, line in enumerate(lines[self._top : self._top + room]):
            if line.heading:
                picture.text(2, y, line.heading, self.look.style("accent", attributes="bold"))
            else:
                self._paint_turn(picture, y, told.turns[line.number], line.number, self._top + y == self.at)
        self.show("list", picture)

    def _paint_turn(self, picture: Picture, y: int, judged: Judged, number: int, here: bool) -> None:
        look, on = self.look, "cursor" if here else "ground"
        if here:
            picture.fill(Region(1, y, picture.width - 2, 1), look.style("cursor_ink", "cursor"))
        ink = look.style("cursor_ink" if here else "ink", on, "bold" if here else "")
        role = "cursor_ink" if here else MARKS[judged.grade][1]
        picture.right(7, y, f"{number + 1}", ink)
        picture.text(8, y, f"round {judged.round}", look.style("cursor_ink" if here else "dim", on))
        picture.text(18, y, judged.grade, look.style(role, on, "bold" if judged.grade == "mistake" else ""))
        if judged.grade in ("inaccurate", "mistake"):
            picture.right(41, y, points_in_words(judged.cost), ink)
        words = self.words(judged, judged.turn.moves)
        picture.text(43, y, clip(words, picture.width - 45), ink)

    def _paint_words(self, told: Report, lines: list[Line]) -> None:
        look, picture = self.look, self.picture_for("words", "panel")
        rows = [(self.remark, "warn")] if self.remark else []
        if lines:
            rows += self.about(told.turns[lines[self.at].number])
        y = 0
        for words, role in rows:
            for line in wrap_within(words, picture.width - 4, picture.height // 2):
                picture.text(2, y, line, look.style(role, "panel"))
                y += 1
        self.show("words", picture)

    def about(self, judged: Judged) -> list[tuple[str, str]]:
        """What is told of a turn, in sentences, each with its role."""
        name = self.match.seats[judged.turn.seat].name
        told = [(f"{name}: {self.words(judged, judged.turn.moves)}.", "ink")]
        if judged.best == judged.turn.moves:
            told.append(("The master would have done the same.", "good"))
        elif judged.grade in ("best", "good"):
            told.append((f"As good as the master's way: {self.words(judged, judged.best)}.", "good"))
        else:
            why = f"; {reason}" if (reason := judged_reason(self.match.game, judged)) else ""
            told.append((f"The master: {self.words(judged, judged.best)}{why}.", "accent"))
        return [*told, (self._figures(judged), "dim")]

    def _figures(self, judged: Judged) -> str:
        what = "expected points" if len(self.match.seats) == 1 else "expected lead"
        figures = [f"cost {points_in_words(judged.cost)}", f"{what} {points_in_words(judged.expected)}"]
        if judged.came is not None:
            figures.append(f"then came {signed(judged.came)}")
        return " · ".join(figures)

    def keys(self) -> list[Key]:
        several = ["others"] if len(self.match.seats) > 1 else []
        pause = [] if self.done else ["pause"]
        names = ["choose", "turn(1)", "play_on", *pause, "deeper", *several, "leave"]
        known = {command.name: Key(command.shown, command.label, command.name) for command in commands.REVIEW}
        known["turn(1)"] = Key("←→", "turn", "turn(1)")
        if self.paused:
            known["pause"] = known["pause"]._replace(label="go on")
        return [known[name] for name in names if self.told.turns or name not in ("choose", "turn(1)", "play_on")]

    # The cursor

    def _nearest(self, lines: list[Line], at: int, by: int) -> int:
        """The line at this place or, where that is a heading, the next one in that direction."""
        at = min(max(0, at), max(0, len(lines) - 1))
        if lines and lines[at].heading:
            at = at + by if 0 <= at + by < len(lines) else at + 1
        return at

    def action_step(self, by: int) -> None:
        self.remark = ""
        self.at = self._nearest(self.lines(self.told), self.at + by, 1 if by > 0 else -1)
        self.repaint()

    @property
    def number(self) -> int | None:
        """The turn under the cursor."""
        lines = self.lines(self.told)
        return lines[self.at].number if lines else None

    def go_to(self, number: int) -> None:
        """Put the cursor on a turn in the list of all."""
        lines = self.lines(self.told)
        turns_ = len(self.told.turns)
        self.at = len(lines) - turns_ + min(max(0, number), turns_ - 1)

    def action_turn(self, by: int) -> None:
        if self.number is not None:
            self.go_to(self.number + by)
            self.repaint()

    async def on_panel_clicked(self, message: Panel.Clicked) -> None:
        panel, lines = message.panel.id, self.lines(self.told)
        if panel == "keys":
            await self.click_key("keys", message.x)
        elif panel == "list" and 0 <= (at := self._top + message.y) < len(lines) and not lines[at].heading:
            self._clicked(at)
        elif panel == "curve" and self._curve is not None:
            if (number := self._curve.turn_at(message.x, message.y)) is not None:
                self._clicked(len(lines) - len(self.told.turns) + number)
        elif panel == "words" and lines:
            self.action_choose()

    def _clicked(self, at: int) -> None:
        """The first click goes to a turn, the second shows it."""
        if at == self.at:
            self.action_choose()
        else:
            self.at = at
            self.repaint()

    # What can be done

    def action_choose(self) -> None:
        from tui.features.review.turn_screen import TurnScreen

        if self.number is not None:
            self.house.push_screen(TurnScreen(self, self.number))

    def action_play_on(self) -> None:
        if self.number is not None:
            turn = self.told.turns[self.number].turn
            play_from(self.house, self.match, turn.at, turn.seat)

    def action_others(self) -> None:
        """The next player, a bot too: whoever wants to know how it played."""
        if len(self.match.seats) > 1:
            self.seat = (self.seat + 1) % len(self.match.seats)
            self.at, self._top = 1, 0
            if not self.paused and self.done is False:
                self.ask(self.left[0], self.review.depth)
            self.repaint()

    def action_pause(self) -> None:
        self.remark = ""
        if self.done:
            return
        self.paused = not self.paused
        if self.paused:
            self.house.thinker.cancel()
        self.go_on()
        self.repaint()

    def action_deeper(self) -> None:
        whole = sum(turn.seat == self.seat for turn in self.turns)
        told = count(whole, "turn")
        entries = [
            Entry(f"{seconds} seconds a turn", seconds, f"About {_minutes(seconds * whole)} for {told}.")
            for seconds in _DEEPER
        ]
        self.house.push_screen(Pick("Think longer", entries), self._deepen)

    def _deepen(self, seconds: int | None) -> None:
        if seconds is not None:
            self.house.thinker.cancel()
            self.paused = False
            self._open(Depth(seconds=seconds))
            self.repaint()

    def action_leave(self) -> None:
        self.house.leave_screen()


def _minutes(seconds: int) -> str:
    return "half a minute" if seconds < 45 else count(round(seconds / 60), "minute")
