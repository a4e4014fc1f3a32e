"""A puzzle as a match session: one turn is played, then the master says what it was worth.

No bot moves after the turn, only the attempt is saved, and there are no hints.
"""

from collections.abc import Callable
from typing import Any

from core.bots.failures import trouble_text
from core.bots.worker import BotReply
from core.game import Game
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission, Verdict, finished_turn, turn_from_moves
from core.puzzles.book import Puzzle
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.sessions.changes import MatchReplaced, Saved
from tui.sessions.local import LocalSession
from tui.sessions.mode import Assessed, Failed, Judging, Revealed, Settled
from tui.sessions.session import Policy, SessionServices

_POLICY = Policy(no_hint_reason=puzzles_practice.NO_HINTS, paces=False, shows_moments=False, confirms_turns=False)


class PuzzleSession(LocalSession):
    """A puzzle that is being tried, and after it the next one of the same pool."""

    assessed_label = "next"

    def __init__(self, practice: PuzzlePractice, pool: PuzzlePool, puzzle: Puzzle, services: SessionServices) -> None:
        self.practice, self.pool = practice, pool
        self._forget_turn(puzzle)
        super().__init__(puzzles_practice.puzzle_lines(pool.game, puzzle, practice.player), None, services, _POLICY)

    def _forget_turn(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        #: The turn that was made, and the match after it; None while it goes on.
        self.turn: tuple[str, ...] | None = None
        self.own_match: Match | None = None
        #: What the master said of it, or that the answer was revealed before.
        self._result: Verdict | Revealed | Failed | None = None
        #: Whether the best turn is on the board now.
        self.shows_answer = False

    @property
    def game(self) -> Game:
        return self.pool.game

    @property
    def viewer(self) -> int:
        """The seat of whoever tries the puzzle; each puzzle has one."""
        return min(self.seats)

    @property
    def verdict(self) -> Verdict | None:
        return self._result if isinstance(self._result, Verdict) else None

    @property
    def is_answered(self) -> bool:
        """Whether the best turn is known, by a verdict or because it was revealed."""
        return isinstance(self._result, Verdict | Revealed)

    def compute_settled(self) -> Settled:
        if self._result is not None:
            return Assessed(self._result)
        return Judging() if self.turn is not None else super().compute_settled()

    @property
    def assessment_text(self) -> str:
        if isinstance(self._result, Failed):
            return "Your turn is complete."
        return puzzles_practice.headline(self.verdict)

    # The turn, and what it was worth

    def advance(self) -> None:
        """Go on with the turn or, once it is complete, ask the master what it is worth."""
        turn = finished_turn(self.match) if self.turn is None and self._result is None else None
        if turn is not None:
            self.turn, self.own_match = turn, self.match
            self.update_mode()  # first, because bots of this process think while they are asked
            self._ask_worth(turn)
        if isinstance(self.compute_settled(), Judging | Assessed):
            self.update_mode()
        else:
            super().advance()

    def _ask_worth(self, turn: tuple[str, ...]) -> None:
        tried = PuzzleSubmission(tuple(self.puzzle.answer.split()), turn)
        first = self.match.state_at(0)
        self.query.ask(lambda reply: self.services.bots.ask_verdict(self.game, first, tried, reply), self._on_verdict)

    def _on_verdict(self, reply: BotReply) -> None:
        self._result = reply.verdict or Failed(reply.error)
        self.update_mode()
        if reply.verdict is None:
            self.say(f"The master could not judge this turn ({trouble_text(reply.error)}). Press a to try again.")
        else:
            self.tell(Saved(self.practice.record_attempt(self.game, self.puzzle, reply.verdict)))

    # What comes after it

    def again(self) -> None:
        """Try the puzzle from the beginning; the attempt that was saved stays saved."""
        self._open(self.puzzle)

    def next_puzzle(self) -> None:
        """Go to the next puzzle of the same pool, or say that there is none."""
        puzzle = self.practice.next_puzzle(self.pool, self.puzzle.id)
        if puzzle is None:
            self.say(puzzles_practice.none_left(self.pool))
        else:
            self._open(puzzle)

    def _open(self, puzzle: Puzzle) -> None:
        self._forget_turn(puzzle)
        self._show(puzzles_practice.puzzle_lines(self.game, puzzle, self.practice.player))
        self.say(puzzles_practice.INVITATION)

    def toggle_answer(self) -> None:
        """Show the best turn on the board; the next time, the player's own again."""
        if isinstance(self.mode, Judging):
            return
        if not self.is_answered:
            self._result = Revealed()
            self.tell(Saved(self.practice.record_attempt(self.game, self.puzzle, None)))
        self.shows_answer = not self.shows_answer or self.own_match is None
        if self.shows_answer:
            answer = puzzles_practice.puzzle_lines(self.game, self.puzzle, self.practice.player)
            turn_from_moves(answer, self.puzzle.answer.split())
            self._show(answer)
        else:
            assert self.own_match is not None
            self._show(self.own_match)

    def _show(self, match: Match) -> None:
        """Show another match, or the same one after other moves."""
        self.match = match
        self.seats = frozenset(match.human_seats)
        self.version += 1
        self.tell(MatchReplaced())
        self.advance()

    def change(self, change: Callable[[], Any]) -> None:
        if self.turn is not None or self._result is not None:
            self.say("The turn is complete. Press a to try the puzzle again.")
        else:
            super().change(change)

    def can_undo(self) -> bool:
        return self.turn is None and super().can_undo()
