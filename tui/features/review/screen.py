"""The screen of a master's review: the figures, the curve, the turns that cost most, then every turn.

The turns are reviewed one by one in the bots' process while the screen can be used. Each is saved as soon as it is
done, so that the review goes on from there the next time.
"""

from functools import cached_property
from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region, Size

from core.bots.failures import trouble_text
from core.bots.worker import BotReply
from core.match import Match
from core.review.comparison import Depth
from core.review.record import GRADES, Review, ReviewedTurn, case_of, store_turn
from core.review.report import Report, build_report
from core.review.turns import Turn, split_turns
from core.text import count_text
from saves.reviews import ReviewStore
from tui import commands
from tui.features.review.chart import MARKS, Curve
from tui.features.review.text import grade_word, judged_reason, points_text, round_of, signed, turn_text
from tui.features.review.turn_screen import TurnScreen
from tui.screens.base import BaseScreen
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.screens.play_again import play_from
from tui.sessions.bots import BotQuery
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import clip, wrap_within

#: The rows of the figures above the curve.
_FIGURES = 2
#: The seconds that a master can be asked to think about each turn.
_DEEPER = (2, 5, 15, 60)


class ReviewRow(NamedTuple):
    """A row of the list: a heading, or the turn of that number."""

    heading: str = ""
    number: int = -1


class ReviewScreen(BaseScreen):
    """The review of a match, seat by seat. `slug` names the file of the match; without one nothing is saved."""

    DEFAULT_CSS = "ReviewScreen #top, ReviewScreen #keys { height: 1; }"
    own_commands = commands.REVIEW

    def __init__(self, match: Match, slug: str = "", seat: int | None = None, depth: Depth | None = None) -> None:
        super().__init__()
        self.match = match
        self.slug = slug
        self.seat = seat if seat is not None else min(match.human_seats, default=0)
        self.turns: list[Turn] = split_turns(match, range(len(match.seats)))
        self.review = Review.of(match, depth or Depth())
        self.paused = False
        self.status = ""
        #: The row of the list that is under the cursor.
        self.cursor = 1
        self._top = 0
        self._asked: Turn | None = None
        self._curve: Curve | None = None
        self._words: dict[tuple[int, tuple[str, ...]], str] = {}
        self._rounds: dict[int, str] = {}

    @property
    def palette_scope(self) -> str:  # type: ignore[override]
        return self.match.game.name

    def compose(self) -> ComposeResult:
        for panel in ("top", "curve", "list", "words", "keys", "too-small"):
            yield CanvasView(id=panel)

    def on_mount(self) -> None:
        self._open(self.review.depth)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.review_next()

    def on_unmount(self) -> None:
        self._query.cancel()

    @cached_property
    def _query(self) -> BotQuery:
        """The turn that the master is asked about."""
        services = self.samovar_app.session_services
        return BotQuery(services.bots, services.scheduler)

    # The review as it is made

    def _open(self, depth: Depth) -> None:
        """Start a review, or resume the saved one."""
        self.review = ReviewStore(self.samovar_app.store.paths).load(self.slug, self.match, depth)
        self.review_next()

    @property
    def left(self) -> list[Turn]:
        """The turns that are not reviewed yet, those of the seat shown first."""
        done = {reviewed.turn.at for reviewed in self.review.turns}
        seats = [self.seat, *(seat for seat in self.match.human_seats if seat != self.seat)]
        return [turn for seat in seats for turn in self.turns if turn.seat == seat and turn.at not in done]

    @property
    def done(self) -> bool:
        return not self.left

    def review_next(self) -> None:
        """Ask for the next turn, unless one is being reviewed."""
        if self.paused or self._query.is_pending or self.done:
            return
        self.ask(self.left[0], self.review.depth)

    def ask(self, turn: Turn, depth: Depth) -> None:
        """Have the master review a turn now; any other turn that it was reviewing waits."""
        self._asked = turn
        case, bots = case_of(self.match, turn, self.turns, depth), self.samovar_app.bot_client
        self._query.ask(lambda reply: bots.ask_review(self.match.game, case, reply), self._on_reply)

    @property
    def pending_turn(self) -> Turn | None:
        """The turn that the master is reviewing now."""
        return self._asked if self._query.is_pending else None

    def _on_reply(self, reply: BotReply) -> None:
        if reply.reviewed_turn is None:
            self.paused = True
            self.status = f"The master could not judge this turn ({trouble_text(reply.error)}); p tries again."
        else:
            store_turn(self.review, reply.reviewed_turn)
            if self.slug:
                self.status = ReviewStore(self.samovar_app.store.paths).save(self.slug, self.review)
            self.review_next()
        self._repaint_front()

    def _repaint_front(self) -> None:
        """Repaint this screen, or the one that is open above it."""
        front = self.samovar_app.screen
        if isinstance(front, BaseScreen):
            front.repaint()

    # What is shown

    @property
    def report(self) -> Report:
        return build_report(self.match, self.review, self.seat)

    def words(self, reviewed: ReviewedTurn, moves: tuple[str, ...]) -> str:
        """Return a turn in words, computed once."""
        key = (reviewed.turn.at, moves)
        if key not in self._words:
            self._words[key] = turn_text(self.match, reviewed, moves)
        return self._words[key]

    def round_of(self, reviewed: ReviewedTurn) -> str:
        """Return the round of a turn, computed once."""
        at = reviewed.turn.at
        if at not in self._rounds:
            self._rounds[at] = round_of(self.match, reviewed)
        return self._rounds[at]

    def lines(self, report: Report) -> list[ReviewRow]:
        """Return the rows of the list: the turns that cost most, then all of them."""
        worst = [ReviewRow("Costliest turns")]
        worst += [ReviewRow(number=number) for number in report.worst]
        every = [ReviewRow("All turns"), *(ReviewRow(number=number) for number in range(len(report.turns)))]
        return (worst if report.worst else []) + (every if report.turns else [])

    def paint(self) -> None:
        report = self.report
        lines = self.lines(report)
        self.cursor = self._nearest(lines, self.cursor, 1)
        self.query_one("#curve", CanvasView).styles.height = self._curve_rows
        self.query_one("#words", CanvasView).styles.height = self._words_rows
        self._paint_top(report)
        self._paint_curve(report, lines)
        self._paint_list(report, lines)
        self._paint_text(report, lines)
        self.paint_keys("keys", self.keys())

    @property
    def _curve_rows(self) -> int:
        return _FIGURES + max(6, self.size.height // 4) + 1

    @property
    def _words_rows(self) -> int:
        """The rows of the text panel: two or more for each of the two turns, one for the figures."""
        return 9 if self.size.height >= 40 else 5

    def size_of(self, panel: str) -> Size:
        """Return the size that a panel has, or will have when Textual has laid it out."""
        width, height = self.size
        curve, words = self._curve_rows, self._words_rows
        rows = {"curve": curve, "words": words, "list": height - curve - words - 2}
        return Size(width, rows.get(panel, 1))

    def _paint_top(self, report: Report) -> None:
        palette, canvas = self.palette, self.new_canvas("top", "bar")
        x = canvas.draw_text(1, 0, f"{self.match.game.title}: review of ", palette.style("accent", "bar", "bold"))
        canvas.draw_text(x, 0, report.name, palette.style(f"seat{self.seat + 1}", "bar", "bold"))
        canvas.draw_text_right(canvas.width - 1, 0, self._progress(report), palette.style("ink", "bar"))
        self.show("top", canvas)

    def _progress(self, report: Report) -> str:
        whole = sum(turn.seat == self.seat for turn in self.turns)
        if len(report.turns) < whole:
            return f"{len(report.turns)} of {count_text(whole, 'turn')}{' · paused' if self.paused else '…'}"
        depth = self.review.depth.seconds
        return count_text(whole, "turn") + (f" · {depth:g} s each" if depth else "")

    def _paint_curve(self, report: Report, lines: list[ReviewRow]) -> None:
        palette, canvas = self.palette, self.new_canvas("curve")
        x = 2
        for grade in GRADES:
            sign, role = MARKS[grade]
            ink = palette.style("ink" if role == "dim" else role)
            number = report.grades[grade]
            x = canvas.draw_text(x, 0, f"{number} ", palette.style("ink", attributes="bold"))
            x = canvas.draw_text(x, 0, f"{grade_word(grade, number)} {'' if role == 'dim' else sign + ' '} ", ink)
        if report.turns:
            canvas.draw_text_right(
                canvas.width - 2, 0, f"average loss per turn {points_text(report.lost)}", palette.style("accent")
            )
            if any(reviewed.came is not None for reviewed in report.turns):
                canvas.draw_text(2, 1, f"luck {signed(report.came)} points against average", palette.style("dim"))
            what = "points" if len(self.match.seats) == 1 else "lead"
            canvas.draw_text_right(canvas.width - 2, 1, f"below: expected {what} at the end", palette.style("dim"))
        self._curve = None
        if report.turns:
            self._curve = self.curve(Region(1, _FIGURES, canvas.width - 3, canvas.height - _FIGURES))
            self._curve.paint(canvas, palette, lines[self.cursor].number)
        else:
            self._paint_nothing(canvas)
        self.show("curve", canvas)

    def curve(self, area: Region) -> Curve:
        """Return the curve of this seat in a region, with room for the turns that are not reviewed yet."""
        return Curve(self.report.turns, sum(turn.seat == self.seat for turn in self.turns), area)

    def _paint_nothing(self, canvas: Canvas) -> None:
        mine = any(turn.seat == self.seat for turn in self.turns)
        text = "The master is judging the first turn…" if mine else "There was nothing to decide."
        canvas.draw_text(2, 3, text, self.palette.style("accent"))

    def _paint_list(self, report: Report, lines: list[ReviewRow]) -> None:
        canvas = self.new_canvas("list")
        width = canvas.height
        above = (
            self.cursor - 1 if self.cursor and lines and not lines[self.cursor - 1].number + 1 else self.cursor
        )  # its heading
        self._top = min(max(self._top, self.cursor - width + 1), above, max(0, len(lines) - width))
        for y, line in enumerate(lines[self._top : self._top + width]):
            if line.heading:
                canvas.draw_text(2, y, line.heading, self.palette.style("accent", attributes="bold"))
            else:
                self._paint_turn(canvas, y, report.turns[line.number], line.number, self._top + y == self.cursor)
        self.show("list", canvas)

    def _paint_turn(self, canvas: Canvas, y: int, reviewed: ReviewedTurn, number: int, here: bool) -> None:
        palette, on = self.palette, "cursor" if here else "ground"
        if here:
            canvas.fill(Region(1, y, canvas.width - 2, 1), palette.style("cursor_ink", "cursor"))
        ink = palette.style("cursor_ink" if here else "ink", on, "bold" if here else "")
        role = "cursor_ink" if here else MARKS[reviewed.grade][1]
        canvas.draw_text_right(7, y, f"{number + 1}", ink)
        canvas.draw_text(8, y, self.round_of(reviewed), palette.style("cursor_ink" if here else "dim", on))
        canvas.draw_text(18, y, reviewed.grade, palette.style(role, on, "bold" if reviewed.grade == "mistake" else ""))
        if reviewed.grade in ("inaccurate", "mistake"):
            canvas.draw_text_right(41, y, points_text(reviewed.cost), ink)
        text = self.words(reviewed, reviewed.turn.moves)
        canvas.draw_text(43, y, clip(text, canvas.width - 45), ink)

    def _paint_text(self, report: Report, lines: list[ReviewRow]) -> None:
        palette, canvas = self.palette, self.new_canvas("words", "panel")
        rows = [(self.status, "warn")] if self.status else []
        if lines:
            rows += self.about(report.turns[lines[self.cursor].number])
        y = 0
        for text, role in rows:
            for line in wrap_within(text, canvas.width - 4, canvas.height // 2):
                canvas.draw_text(2, y, line, palette.style(role, "panel"))
                y += 1
        self.show("words", canvas)

    def about(self, reviewed: ReviewedTurn) -> list[tuple[str, str]]:
        """Return the sentences about a turn, each with its role."""
        name = self.match.seats[reviewed.turn.seat].name
        told = [(f"{name}: {self.words(reviewed, reviewed.turn.moves)}.", "ink")]
        if reviewed.best == reviewed.turn.moves:
            told.append(("The master would have done the same.", "good"))
        elif reviewed.grade in ("best", "good"):
            told.append((f"As good as the master's turn: {self.words(reviewed, reviewed.best)}.", "good"))
        else:
            why = f"; {reason}" if (reason := judged_reason(self.match.game, reviewed)) else ""
            told.append((f"The master: {self.words(reviewed, reviewed.best)}{why}.", "accent"))
        return [*told, (self._figures(reviewed), "dim")]

    def _figures(self, reviewed: ReviewedTurn) -> str:
        what = "expected points" if len(self.match.seats) == 1 else "expected lead"
        figures = [f"cost {points_text(reviewed.cost)}", f"{what} {points_text(reviewed.expected)}"]
        if reviewed.came is not None:
            figures.append(f"luck then {signed(reviewed.came)}")
        return " · ".join(figures)

    def keys(self) -> list[KeyLabel]:
        several = ["others"] if len(self.match.seats) > 1 else []
        pause = [] if self.done else ["pause"]
        names = ["choose", "turn(1)", "play_on", *pause, "deeper", *several, "leave"]
        known = {command.name: KeyLabel(command.shown, command.label, command.name) for command in commands.REVIEW}
        known["turn(1)"] = KeyLabel("←→", "turn", "turn(1)")
        if self.paused:
            known["pause"] = known["pause"]._replace(label="continue")
        return [known[name] for name in names if self.report.turns or name not in ("choose", "turn(1)", "play_on")]

    # The cursor

    def _nearest(self, lines: list[ReviewRow], at: int, by: int) -> int:
        """Return the row at this index or, where that is a heading, the next one in that direction."""
        at = min(max(0, at), max(0, len(lines) - 1))
        if lines and lines[at].heading:
            at = at + by if 0 <= at + by < len(lines) else at + 1
        return at

    def action_step(self, by: int) -> None:
        self.status = ""
        self.cursor = self._nearest(self.lines(self.report), self.cursor + by, 1 if by > 0 else -1)
        self.repaint()

    @property
    def number(self) -> int | None:
        """The turn under the cursor."""
        lines = self.lines(self.report)
        return lines[self.cursor].number if lines else None

    def go_to(self, number: int) -> None:
        """Move the cursor to a turn in the list of all."""
        lines = self.lines(self.report)
        turns_ = len(self.report.turns)
        self.cursor = len(lines) - turns_ + min(max(0, number), turns_ - 1)

    def action_turn(self, by: int) -> None:
        if self.number is not None:
            self.go_to(self.number + by)
            self.repaint()

    async def on_canvas_view_clicked(self, message: CanvasView.Clicked) -> None:
        panel, lines = message.panel.id, self.lines(self.report)
        if panel == "keys":
            await self.click_key("keys", message.x)
        elif panel == "list" and 0 <= (at := self._top + message.y) < len(lines) and not lines[at].heading:
            self._clicked(at)
        elif panel == "curve" and self._curve is not None:
            if (number := self._curve.turn_at(message.x, message.y)) is not None:
                self._clicked(len(lines) - len(self.report.turns) + number)
        elif panel == "words" and lines:
            self.action_choose()

    def _clicked(self, at: int) -> None:
        """Move the cursor to a turn at the first click; at the second, show it."""
        if at == self.cursor:
            self.action_choose()
        else:
            self.cursor = at
            self.repaint()

    # What can be done

    def action_choose(self) -> None:
        if self.number is not None:
            self.samovar_app.push_screen(TurnScreen(self, self.number))

    def action_play_on(self) -> None:
        if self.number is not None:
            turn = self.report.turns[self.number].turn
            play_from(self.samovar_app, self.match, turn.at, turn.seat)

    def action_others(self) -> None:
        """Show the next seat; a bot's turns can be reviewed, too."""
        if len(self.match.seats) > 1:
            self.seat = (self.seat + 1) % len(self.match.seats)
            self.cursor, self._top = 1, 0
            if not self.paused and self.done is False:
                self.ask(self.left[0], self.review.depth)
            self.repaint()

    def action_pause(self) -> None:
        self.status = ""
        if self.done:
            return
        self.paused = not self.paused
        if self.paused:
            self._query.cancel()
        self.review_next()
        self.repaint()

    def action_deeper(self) -> None:
        whole = sum(turn.seat == self.seat for turn in self.turns)
        told = count_text(whole, "turn")
        entries = [
            ChoiceOption(f"{seconds} seconds per turn", seconds, f"About {_minutes(seconds * whole)} for {told}.")
            for seconds in _DEEPER
        ]
        self.samovar_app.push_screen(ChoiceDialog("Think longer", entries), self._deepen)

    def _deepen(self, seconds: int | None) -> None:
        if seconds is not None:
            self._query.cancel()
            self.paused = False
            self._open(Depth(seconds=seconds))
            self.repaint()

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()


def _minutes(seconds: int) -> str:
    return "half a minute" if seconds < 45 else count_text(round(seconds / 60), "minute")
