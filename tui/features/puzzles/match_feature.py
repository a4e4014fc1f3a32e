"""A puzzle on the match screen: the turn is played as in a match, then the side tells what it was worth."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

import themes
from tui import commands
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.session import PuzzleSession
from tui.match.board_view import SidePage
from tui.match.feature import Action, MatchFeature
from tui.screens.dialogs import ChoiceOption
from tui.sessions.mode import Judging, settled
from tui.widgets.canvas import Canvas
from tui.widgets.key_bar import KeyLabel
from tui.widgets.text_layout import wrap

_WHY = "Why"


class VerdictPage(NamedTuple):
    """What a turn was worth and why, in the place of the side: texts with their headings."""

    parts: tuple[tuple[str, str], ...]

    def paint(self, canvas: Canvas, palette: themes.Palette) -> None:
        width, y = canvas.width - 2, 1
        parts = [(head, wrap(text, width)) for head, text in self.parts]
        _shorten(parts, canvas.height - 2 * len(parts))
        for head, lines in parts:
            canvas.draw_text(1, y, head, palette.style("accent", "ground", "bold"))
            canvas.draw_lines(1, y + 1, lines, palette.style())
            y += len(lines) + 2


def _shorten(parts: list[tuple[str, list[str]]], rows: int) -> None:
    """Cut the longest turns until everything fits, with an ellipsis; the reason is never cut."""
    turns = [lines for head, lines in parts if head != _WHY]
    while sum(len(lines) for _, lines in parts) > rows and (longest := max(turns, key=len))[1:]:
        longest.pop()
        longest[-1] = longest[-1].rstrip("…,. ") + "…"


class PuzzleFeature(MatchFeature):
    """A puzzle that is being tried."""

    commands = commands.PUZZLE
    bar = ("undo", "redo", "rules", "others", "inspect", "log")
    menu = ("undo", "restart", "inspect", "others", "rules", "again", "answer", "following")
    go_on_label = "Continue this puzzle"
    tells_news = False

    @property
    def puzzle(self) -> PuzzleSession:
        assert isinstance(self.session, PuzzleSession)
        return self.session

    @property
    def actions(self) -> Mapping[str, Action]:
        return {
            "again": self._try_again,
            "answer": self._toggle_answer,
            "following": self.enter,
            "leave": self.app.leave_screen,
        }

    def _try_again(self) -> None:
        self.screen.board.reset()
        self.puzzle.again()

    def _toggle_answer(self) -> None:
        self.screen.board.viewed_seat = None
        self.screen.status = ""
        self.puzzle.toggle_answer()

    def enter(self) -> None:
        """Go to the next puzzle of the same pool."""
        self.screen.board.reset()
        self.puzzle.next_puzzle()

    def ways_out(self) -> list[ChoiceOption[str]]:
        return [
            ChoiceOption("Back to all puzzles", "leave"),
            ChoiceOption("Go home", "app.home"),
            ChoiceOption("Quit", "app.leave"),
        ]

    # What is shown

    def progress_text(self, progress: str) -> str:
        return f"{puzzles_practice.title(self.puzzle.game, self.puzzle.puzzle)} · {progress}"

    def preview(self) -> str | None:
        if not self.puzzle.is_answered:
            return None
        known = self.puzzle.practice.progress(self.puzzle.game)
        return puzzles_practice.again_text(known, self.puzzle.puzzle, date.today())

    def keys(self) -> list[KeyLabel]:
        puzzle = self.puzzle
        looking = [self.key(name) for name in ("rules", "inspect", "back")]
        if isinstance(settled(puzzle.mode), Judging):
            return looking
        if puzzle.turn is None and not puzzle.is_answered:
            return [*super().keys(), KeyLabel("v", "answer", "answer"), self.key("back")]
        toggle = "your turn" if puzzle.shows_answer else "the best turn"
        after = [*self.enter_key(), KeyLabel("a", "try again", "again")]
        after += [KeyLabel("v", toggle, "answer")] if puzzle.own_match is not None else []
        return [*after, *looking]

    def side_page(self) -> SidePage | None:
        if not self.puzzle.is_answered or self.screen.board.viewed_seat is not None:
            return None
        return VerdictPage(tuple(self._parts()))

    def _parts(self) -> list[tuple[str, str]]:
        """Return the texts beside the board, with their headings."""
        puzzle, verdict = self.puzzle, self.puzzle.verdict
        match = puzzle.own_match or puzzle.match
        answer, rival = puzzle.puzzle.answer.split(), puzzle.puzzle.rival.split()
        reason = (_WHY, puzzles_practice.why(puzzle.game, puzzle.puzzle, verdict))
        if puzzle.turn is None or verdict is None or verdict.same:
            shown = ("The best turn (shown)", puzzles_practice.verdict_text(match, answer))
            return [shown, reason, ("The next best turn", puzzles_practice.verdict_text(match, rival, answer))]
        mine, best = "Your turn", "The best turn (shown)"
        if not puzzle.shows_answer:
            mine, best = "Your turn (shown)", "The best turn"
        return [
            (mine, puzzles_practice.verdict_text(match, puzzle.turn, answer)),
            (best, puzzles_practice.verdict_text(match, answer, puzzle.turn)),
            reason,
        ]
