"""A puzzle on its game's screen: the turn is played as in a match, then the master says what it was worth.

No bot moves after the turn, only the attempt is saved, and there are no hints.
"""

from collections.abc import Callable
from datetime import date

from core.bots.failures import trouble_text
from core.game import Game
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission, Verdict, finished_turn, turn_from_moves
from core.puzzles.book import Puzzle
from tui import commands
from tui.app import game_screen
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.match.play_screen import PlayScreen, combine_screens
from tui.screens.base import KeyLabel
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.widgets.canvas import Canvas
from tui.widgets.text_layout import wrap

_WHY = "Why"


class PuzzleScreen(PlayScreen):
    """The screen of a puzzle that is being tried."""

    own_commands = commands.PUZZLE

    def __init__(self, match: Match, practice: PuzzlePractice, pool: PuzzlePool, puzzle: Puzzle) -> None:
        super().__init__(match, None, [puzzles_practice.INVITATION])
        self.practice = practice
        self.pool = pool
        self.puzzle = puzzle
        #: The turn that was made, and the position after it; None while it goes on.
        self.turn: tuple[str, ...] | None = None
        self.own_match: Match | None = None
        self.is_judging = False
        self.verdict: Verdict | None = None
        #: Whether the answer has been revealed, and whether it is on the board now.
        self.revealed = False
        self.shows_answer = False

    @property
    def game(self) -> Game:
        return self.pool.game

    @property
    def is_answered(self) -> bool:
        """Whether the best turn is known, by a verdict or because it was revealed."""
        return self.verdict is not None or self.revealed

    @property
    def no_hint_reason(self) -> str:
        return puzzles_practice.NO_HINTS

    @property
    def is_deciding(self) -> bool:
        return super().is_deciding and self.turn is None and not self.is_answered

    # The turn, and what it was worth

    def resume_match(self) -> None:
        """Go on with the turn or, once it is complete, ask the master what it is worth. No bot moves after it."""
        self.clear_moments()
        self.samovar_app.bot_client.cancel()
        if self.turn is None and not self.is_answered:
            if (turn := finished_turn(self.match)) is not None:
                self.turn, self.own_match = turn, self.match
                self._ask_worth(turn)
            else:
                self.keyboard_seat = self.match.state.actor
                self.set_draft(None)
        self.repaint()

    def _ask_worth(self, turn: tuple[str, ...]) -> None:
        self.is_judging = True
        bot_client = self.samovar_app.bot_client
        bot_client.listener = self._on_reply
        bot_client.ask_verdict(
            self.game, self.match.state_at(0), PuzzleSubmission(tuple(self.puzzle.answer.split()), turn)
        )

    def on_play_screen_bot_replied(self, message: PlayScreen.BotReplied) -> None:
        reply = message.answer
        if reply.ticket != self.samovar_app.bot_client.ticket or not self.is_judging:
            return
        self.is_judging = False
        if reply.verdict is None:
            self.status = f"The master could not judge this turn ({trouble_text(reply.error)}): a tries it again."
        else:
            self.verdict = reply.verdict
            self.status = self.practice.record_attempt(self.game, self.puzzle, self.verdict)
        self.repaint()

    # What comes after it

    def action_again(self) -> None:
        """Try the puzzle from the beginning; the attempt that was saved stays saved."""
        self.match = puzzles_practice.puzzle_lines(self.game, self.puzzle)
        self.turn = self.own_match = self.verdict = None
        self.is_judging = self.revealed = self.shows_answer = False
        self.draft = self.viewed_seat = None
        self.status = puzzles_practice.INVITATION
        self.resume_match()

    def action_answer(self) -> None:
        """Show the best turn on the board; the next time, the player's own again."""
        if self.is_judging:
            return
        if not self.is_answered:
            self.revealed = True
            self.status = self.practice.record_attempt(self.game, self.puzzle, None)
        self.shows_answer = not self.shows_answer
        if self.shows_answer or self.own_match is None:
            self.shows_answer = True
            self.match = puzzles_practice.puzzle_lines(self.game, self.puzzle)
            turn_from_moves(self.match, self.puzzle.answer.split())
        else:
            self.match = self.own_match
        self.draft = self.viewed_seat = None
        self.resume_match()

    def action_following(self) -> None:
        """Go to the next puzzle of the same pool."""
        puzzle = self.practice.next_puzzle(self.pool, self.puzzle.id)
        if puzzle is None:
            self.status = puzzles_practice.none_left(self.pool)
            self.repaint()
        else:
            self.samovar_app.pop_screen()
            self.samovar_app.push_screen(puzzle_screen(self.practice, self.pool, puzzle))

    def action_choose(self) -> None:
        if (self.is_answered or self.turn is not None) and self.viewed_seat is None:
            if not self.is_judging:
                self.action_following()
        else:
            super().action_choose()

    def _change(self, change: Callable[[], None]) -> None:
        if self.turn is not None or self.is_answered:
            self.status = "The turn is made: a tries the puzzle again."
            self.repaint()
        else:
            super()._change(change)

    def _open_menu(self) -> None:
        wanted = ("undo", "restart", "again", "answer", "following", "inspect", "others", "rules")
        entries = [ChoiceOption("Go on with this puzzle", "")]
        entries += [ChoiceOption(c.help, c.name) for c in commands.PUZZLE if c.name in wanted]
        entries += [ChoiceOption(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        entries += [
            ChoiceOption("Back to all puzzles", "leave"),
            ChoiceOption("Go home", "app.home"),
            ChoiceOption("Quit", "app.leave"),
        ]
        self.samovar_app.push_screen(ChoiceDialog("Menu", entries), self._from_menu)

    def action_leave(self) -> None:
        self.samovar_app.leave_screen()

    # What is shown

    def progress_text(self) -> str:
        return f"{puzzles_practice.title(self.game, self.puzzle)} · {super().progress_text()}"

    def question(self) -> str:
        if self.viewed_seat is not None:
            return super().question()
        if self.is_answered:
            return puzzles_practice.headline(self.verdict)
        if self.turn is not None:
            return puzzles_practice.JUDGING if self.is_judging else "Your turn is made."
        return super().question()

    def preview(self) -> str:
        if not self.is_answered or self.viewed_seat is not None:
            return super().preview()
        return puzzles_practice.again_text(self.practice.progress(self.game), self.puzzle, date.today())

    def keys(self) -> list[KeyLabel]:
        if self.turn is None and not self.is_answered:
            *keys, menu = super().keys()
            return [*keys, KeyLabel("v", "answer", "answer"), menu]
        toggle = "your turn" if self.shows_answer else "the best turn"
        after = [KeyLabel("⏎", "next", "choose"), KeyLabel("a", "try again", "again")]
        after += [KeyLabel("v", toggle, "answer")] if self.own_match is not None else []
        looking = [
            KeyLabel("?", "rules", "rules"),
            KeyLabel("i", "inspect", "inspect"),
            KeyLabel("Esc", "menu", "back"),
        ]
        return looking if self.is_judging else [*after, *looking]

    def paint_side(self, canvas: Canvas) -> None:
        """Draw the side as in a match; after the turn, what it was worth and why."""
        if self.is_answered and self.viewed_seat is None:
            self._paint_verdict(canvas)
        else:
            super().paint_side(canvas)

    def _paint_verdict(self, canvas: Canvas) -> None:
        palette, width, y = self.palette, canvas.width - 2, 1
        parts = [(head, wrap(text, width)) for head, text in self._parts()]
        _shorten(parts, canvas.height - 2 * len(parts))
        for head, lines in parts:
            canvas.draw_text(1, y, head, palette.style("accent", "ground", "bold"))
            canvas.draw_lines(1, y + 1, lines, palette.style())
            y += len(lines) + 2

    def _parts(self) -> list[tuple[str, str]]:
        """Return the texts beside the board, with their headings."""
        match, verdict = self.own_match or self.match, self.verdict
        answer, rival = self.puzzle.answer.split(), self.puzzle.rival.split()
        reason = (_WHY, puzzles_practice.why(self.game, self.puzzle, verdict))
        if self.turn is None or verdict is None or verdict.same:
            shown = ("The best turn (shown)", puzzles_practice.verdict_text(match, answer))
            return [shown, reason, ("The next best turn", puzzles_practice.verdict_text(match, rival, answer))]
        mine, best = "Your turn", "The best turn (shown)"
        if not self.shows_answer:
            mine, best = "Your turn (shown)", "The best turn"
        return [
            (mine, puzzles_practice.verdict_text(match, self.turn, answer)),
            (best, puzzles_practice.verdict_text(match, answer, self.turn)),
            reason,
        ]


def _shorten(parts: list[tuple[str, list[str]]], width: int) -> None:
    """Cut the longest turns until everything fits, with an ellipsis; the reason is never cut."""
    turns = [lines for head, lines in parts if head != _WHY]
    while sum(len(lines) for _, lines in parts) > width and (longest := max(turns, key=len))[1:]:
        longest.pop()
        longest[-1] = longest[-1].rstrip("…,. ") + "…"


def puzzle_screen(practice: PuzzlePractice, pool: PuzzlePool, puzzle: Puzzle) -> PuzzleScreen:
    """Return the screen on which a puzzle is tried."""
    match = puzzles_practice.puzzle_lines(pool.game, puzzle)
    kind: type[PuzzleScreen] = combine_screens(PuzzleScreen, game_screen(match))
    return kind(match, practice, pool, puzzle)
