"""Who has made which move of a table's match, which moves are prepared, and what can be taken back."""

import msgspec

from core.match import LogEntry, Match
from saves.club.early_moves import EarlyMove, can_decide_early, early_match, plays, questions


class Maker(msgspec.Struct, frozen=True):
    """The author of a move of the match and the id of its event; a bot has no name, a derived step has neither."""

    author: str = ""
    id: str = ""


_DERIVED = Maker()


class MadeMoves:
    """The makers of the moves in the log of a match, and by seat the moves that wait for its turn."""

    def __init__(self, seats: int) -> None:
        self.makers: list[Maker] = []
        self.queues: list[list[EarlyMove]] = [[] for _ in range(seats)]
        self._aheads: dict[int, Match | None] = {}

    # Playing

    def play(self, match: Match, move: str, maker: Maker) -> bool:
        """Play a move and what follows from it, if it is legal."""
        if not plays(match, move):
            return False
        self.makers.append(maker)
        self.note_derived(match)
        return True

    def note_derived(self, match: Match) -> None:
        """Mark the moves that the match played by itself as made by nobody."""
        self.makers += [_DERIVED] * (len(match.log) - len(self.makers))
        self._aheads.clear()

    def play_prepared(self, match: Match) -> None:
        """Play the prepared moves of the turns that have come, until a seat has to decide."""
        while (actor := match.state.actor) is not None and (queue := self.queues[actor]):
            queued = queue.pop(0)
            if not self.play(match, queued.move, Maker(queued.author, queued.id)):
                queue.clear()

    # Before one's turn

    def early_match(self, match: Match, seat: int) -> Match | None:
        """Return the match in which this seat can decide before its turn, not to be played; None when it cannot."""
        if seat not in self._aheads:
            self._aheads[seat] = early_match(match, match.state, seat, self.queues[seat])
        ahead = self._aheads[seat]
        return ahead if ahead is not None and can_decide_early(ahead, seat) else None

    def look_anew(self) -> None:
        """Find out again who can decide early: somebody else sits there."""
        self._aheads.clear()

    def prepare(self, ahead: Match, seat: int, prepared: EarlyMove) -> bool:
        """Add a move that waits for the turn of a seat, if it is legal in the match ahead."""
        before = len(ahead.log)
        if not plays(ahead, prepared.move):
            return False
        # The seat sees nothing of what comes after its own part of the step.
        shown = can_decide_early(ahead, seat) and any(added.reveals for added in ahead.log[before:])
        self.queues[seat].append(msgspec.structs.replace(prepared, reveals=shown))
        return True

    # Taking back

    def last_of(self, match: Match, seat: int, member: str) -> str | None:
        """Return the id of the last event that this member could take back now."""
        queue = self.queues[seat]
        made = (maker.id for maker in reversed(self.makers) if maker.id and maker.author == member)
        latest = queue[-1].id if queue else next(made, None)
        return latest if latest is not None and self.can_take_back(match, seat, member, latest) else None

    def first_of_turn(self, match: Match, seat: int, member: str) -> str | None:
        """Return the id of the first event that could be taken back now, of the current turn or the prepared moves."""
        if self.queues[seat]:
            mine = [queued.id for queued in self.queues[seat]]
        else:
            mine = [self.makers[at].id for at in _turn_of(match, seat) if self.makers[at].id]
        return next((line for line in mine if self.can_take_back(match, seat, member, line)), None)

    def can_take_back(self, match: Match, seat: int, member: str, taken: str) -> bool:
        """Whether this event is the seat's own, and no other seat has moved or seen something hidden since."""
        queue = self.queues[seat]
        waiting = [queued.id for queued in queue]
        if taken in waiting:
            return not any(queued.reveals for queued in queue[waiting.index(taken) :])
        if taken not in (maker.id for maker in self.makers):
            return False
        place = self._place_of(taken)
        crossed = zip(self.makers[place:], match.log[place:], strict=True)
        return all(_is_own(seat, member, maker, entry) for maker, entry in crossed) and not any(
            queued.reveals for doomed in self._undone_entries(match, place) for queued in self.queues[doomed]
        )

    def take_back(self, match: Match, seat: int, taken: str) -> bool:
        """Take back the move of this event and what came after it; return whether the match has changed."""
        waiting = [queued.id for queued in self.queues[seat]]
        if taken in waiting:
            del self.queues[seat][waiting.index(taken) :]
            self._aheads.pop(seat, None)
            return False
        place = self._place_of(taken)
        for doomed in self._undone_entries(match, place):
            self.queues[doomed].clear()
        match.undo_to(place, seat)
        del self.makers[place:]
        self.note_derived(match)
        return True

    def _place_of(self, made: str) -> int:
        """Return the index in the match of the move that this event made."""
        return [maker.id for maker in self.makers].index(made)

    def _undone_entries(self, match: Match, place: int) -> list[int]:
        """Return the seats whose prepared moves would mean something else if the match went back to this index."""
        if not any(self.queues):
            return []
        back = match.state_at(place)
        return [
            seat
            for seat, queue in enumerate(self.queues)
            if queue and questions(match, back, seat, queue) != questions(match, match.state, seat, queue)
        ]


def _turn_of(match: Match, seat: int) -> list[int]:
    """Return the indices in the match of the last moves of a seat in one round."""
    log = match.log
    at = len(log)
    while at and log[at - 1].seat == seat and log[at - 1].round == log[-1].round:
        at -= 1
    return list(range(at, len(log)))


def _is_own(seat: int, member: str, maker: Maker, entry: LogEntry) -> bool:
    """Whether this seat may step back over a log entry: it is the seat's own or nobody's, and revealed nothing."""
    mine = entry.seat == seat and maker.author == member
    return (mine or not maker.id) and not entry.reveals
