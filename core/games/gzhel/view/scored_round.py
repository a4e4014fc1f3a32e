"""A round that has just been scored: the pads and cards as they were then, and what each player got for which goal."""

from typing import NamedTuple

from core.games.gzhel import phases
from core.games.gzhel.state import GzhelState


class ScoredRound(NamedTuple):
    """What a round has brought: for each seat the points of the diamond, circle and pattern goal, and of stamps."""

    #: The seat that is told of it, and the position before the cards move on, with everything placed.
    seat: int
    position: GzhelState
    paid: tuple[tuple[int, ...], ...]
    #: Whether it was the last round, after which stamps pay, too.
    is_last: bool

    @property
    def own(self) -> tuple[int, ...]:
        return self.paid[self.seat]

    @property
    def seats(self) -> list[int]:
        """The seats from this one on."""
        count = len(self.paid)
        return [(self.seat + step) % count for step in range(count)]

    def total(self, seat: int) -> int:
        return sum(self.paid[seat])

    def sum_text(self, seat: int) -> str:
        """ "10 + 6 + 2 = 18"; after the last round with the points for stamps."""
        parts = self.paid[seat] if self.is_last else self.paid[seat][:-1]
        return f"{' + '.join(map(str, parts))} = {self.total(seat)}"


def scored_round(before: GzhelState, now: GzhelState, seat: int) -> ScoredRound | None:
    """Return what a move has brought that ended a round; `before` is the position in which it was made.

    None if it ended none. The goals are those of `before`; the tokens are those of `now`, because the move may have
    placed the last of them.
    """
    is_last = now.phase == phases.OVER and before.phase != phases.OVER
    if before.phase == phases.TURN_PADS or (now.round == before.round and not is_last):
        return None
    position = before.copy()
    position.flowers, position.stamps, position.hand = now.flowers[:], now.stamps[:], now.hand[:]
    position.lifted = [0] * len(before.lifted)
    position.held = -1
    gained = [new - old for new, old in zip(now.points, before.points, strict=True)]
    paid = tuple(tuple(gained[4 * each : 4 * each + 4]) for each in range(now.players))
    return ScoredRound(seat, position, paid, is_last)
