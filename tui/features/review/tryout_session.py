"""Another turn in a finished match as a session: it is played, and the master says what it is worth."""

from core.bots.failures import trouble_text
from core.bots.worker import BotReply
from core.match import Match, Seat
from core.review.comparison import Depth
from core.review.record import ReviewedTurn, case_of
from core.review.turns import Turn, end_of_turn
from tui.features.review.text import points_text
from tui.sessions.local import LocalSession
from tui.sessions.mode import Assessed, Failed, Judging, Settled
from tui.sessions.session import SessionServices


class TryoutSession(LocalSession):
    """A position of a finished match. When the turn is complete no bot moves: the master reviews it."""

    assessed_label = "try again"

    def __init__(self, match: Match, turn: Turn, services: SessionServices) -> None:
        self.seat = turn.seat
        #: The index of the log at which the turn begins.
        self.began = turn.at
        self._result: ReviewedTurn | Failed | None = None
        self._is_judging = False
        seats = [Seat(seat.name, "bot", "novice") for seat in match.seats]
        seats[turn.seat] = Seat(match.seats[turn.seat].name)
        super().__init__(match.branch(turn.at, seats), None, services, seats=[turn.seat])

    @property
    def reviewed_turn(self) -> ReviewedTurn | None:
        """What the master says of the turn; None while it goes on."""
        return self._result if isinstance(self._result, ReviewedTurn) else None

    def _played_turn(self) -> Turn | None:
        """Return the turn as it was played; None while it goes on."""
        until = end_of_turn(self.match, self.began)
        if until is None:
            return None
        return Turn(self.seat, self.began, until, tuple(entry.notation for entry in self.match.log[self.began : until]))

    def compute_settled(self) -> Settled:
        if self._result is not None:
            return Assessed(self._result)
        return Judging() if self._is_judging else super().compute_settled()

    def advance(self) -> None:
        """Go on with the turn or, once it is complete, have it reviewed."""
        turn = self._played_turn()
        self._result, self._is_judging = None, turn is not None
        if turn is None:
            super().advance()
            return
        self.pacing.clear()
        self.drop_request()
        case = case_of(self.match, turn, [], Depth())
        self.query.ask(lambda reply: self.services.bots.ask_review(self.match.game, case, reply), self._on_review)
        self.update_mode()

    def _on_review(self, reply: BotReply) -> None:
        self._is_judging = False
        self._result = reply.reviewed_turn or Failed(reply.error)
        self.update_mode()
        if reply.reviewed_turn is None:
            self.say(f"The master could not judge this turn ({trouble_text(reply.error)}). u undoes it.")

    @property
    def assessment_text(self) -> str:
        reviewed = self.reviewed_turn
        if reviewed is None:
            return "Your turn is complete."
        grade = reviewed.grade.capitalize()
        if reviewed.grade in ("best", "good"):
            return f"{grade}: the master sees no clearly better turn."
        return f"{grade}: {points_text(reviewed.cost)} points behind the master's turn."

    def undo(self) -> None:
        """Take back only what was tried here."""
        if len(self.match.log) > self.began:
            super().undo()
        else:
            self.say("The turn begins here; earlier moves cannot be changed.")

    def restart_turn(self) -> None:
        self.undo_to(self.began)

    def undo_to(self, at: int) -> None:
        super().undo_to(max(at, self.began))

    def can_undo(self) -> bool:
        return len(self.match.log) > self.began and super().can_undo()
