"""A bot in a match: its random numbers, the turn that it has planned, and the fallback when it fails."""

import msgspec

from core.bots import PlanTurn, fallback_level, plan_turn, plays_as_master
from core.bots.search import Budget
from core.log_notes import note_text
from core.match import COULD_NOT_THINK, Match, Note
from core.rng import Rng

#: Separates the random numbers of bots from those of the game, which has the same seed, so that no bot foresees them.
_APART = 0x5A30_7A12_B075_EED5
#: A round of all masters of a match takes so many times as long as the turn of one.
_A_ROUND = 1.4


class Decision(msgspec.Struct, frozen=True):
    """The move of a bot; if its search failed, also a sentence about that and a note for the log."""

    notation: str
    error: str = ""
    note: Note | None = None

    @property
    def reason(self) -> str:
        """Why the bot itself could not think, as an id; empty when it did."""
        return "" if self.note is None else str(self.note.facts[1])


def bot_rng(match: Match) -> Rng:
    """Return the generator for the next bot's move: the same for the same match at the same move."""
    moves = len(match.archived_moves) + len(match.log)
    return Rng(match.setup.seed ^ _APART, moves).spawn()


def thinking_time(match: Match, seconds: float) -> float:
    """Return how long a bot may think about a turn, so that a round of several masters takes little longer than one's.

    A master that has half the time plays as well, and players should not wait three times.
    """
    masters = sum(plays_as_master(seat.level) for seat in match.seats if not seat.is_human)
    return min(seconds, _A_ROUND * seconds / max(1, masters))


class PlannedTurn:
    """The rest of a turn that a bot has planned. It is dropped when the match does not follow the plan."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._rest: list[str] = []
        self._since = 0

    def remember(self, match: Match, plan: tuple[str, ...]) -> None:
        """Keep a plan whose first move is about to be played."""
        self._seat = match.state.actor
        self._rest = list(plan)
        self._since = len(match.log)

    def next_move(self, match: Match) -> str | None:
        """Return the next move of the plan; None when there is no plan, or it no longer fits."""
        if match.state.actor != self._seat or len(match.log) <= self._since:
            self._forget()
            return None
        for entry in match.log[self._since :]:
            if entry.seat != self._seat or entry.reveals or not self._rest or self._rest.pop(0) != entry.notation:
                self._forget()
                return None
        self._since = len(match.log)
        if not self._rest or all(move.notation != self._rest[0] for move in match.state.legal_moves()):
            self._forget()
            return None
        return self._rest[0]

    def _forget(self) -> None:
        self._seat, self._rest = None, []


class BotPlayer:
    """A bot whose move is waited for; it goes on with its planned turn, or plans one."""

    def __init__(self, budget: Budget | None = None, plan_turn: PlanTurn = plan_turn) -> None:
        self._plan = PlannedTurn()
        self._budget = budget
        self._plan_turn = plan_turn

    def decide(self, match: Match) -> Decision:
        """Return the move of the bot to move. If it fails, a lower level moves, and the decision says so."""
        if planned := self._plan.next_move(match):
            return Decision(planned)
        actor = match.state.actor
        assert actor is not None
        seat = match.seats[actor]
        try:
            plan = self._plan_turn(match.game, match.state, seat.level, bot_rng(match), self._budget)
            self._plan.remember(match, plan)
            return Decision(match.parse_move(plan[0]).notation)
        except Exception as error:
            return fallback_move(match, type(error).__name__)


def fallback_move(match: Match, reason: str) -> Decision:
    """Return the move of a bot whose search failed: by the levels below it, in the end a random one.

    `reason` is one of `core.bots.failures`, or the name of an exception.
    """
    actor = match.state.actor
    assert actor is not None
    seat = match.seats[actor]
    level = fallback_level(seat.level)
    note = Note(len(match.log), COULD_NOT_THINK, (actor, reason, level))
    while True:
        try:
            plan = plan_turn(match.game, match.state, level, bot_rng(match))
            return Decision(match.parse_move(plan[0]).notation, note_text(note, match), note)
        except Exception:
            if level == "random":
                raise
            level = fallback_level(level)
