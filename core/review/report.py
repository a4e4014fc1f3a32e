"""The review of one seat in figures: the grades, the turns that cost most, the expectation, and the luck."""

import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from core.match import Match
from core.review.comparison import Estimate
from core.review.expectation import lead
from core.review.record import GRADES, Review, ReviewedTurn

#: How many of the turns that cost most are shown first.
WORST = 3


class Report(msgspec.Struct, frozen=True):
    """The review of one seat. Errors are standard errors, in points."""

    seat: int
    name: str
    turns: list[ReviewedTurn]
    grades: dict[str, int]
    #: The average points lost a turn, which can be compared between games.
    lost: Estimate
    #: The luck over the whole game, against the average.
    came: Estimate
    #: The turns that cost most, as numbers into `turns`.
    worst: list[int]
    #: The final points (solo) or the lead over the best of the others; None while the match goes on.
    result: int | None


def build_report(match: Match, review: Review, seat: int) -> Report:
    """Return the report of a review on this seat."""
    turns = [reviewed for reviewed in review.turns if reviewed.turn.seat == seat]
    grades = Counter(reviewed.grade for reviewed in turns)
    return Report(
        seat=seat,
        name=match.seats[seat].name,
        turns=turns,
        grades={grade: grades[grade] for grade in GRADES},
        lost=mean_loss([reviewed.cost for reviewed in turns]),
        came=add_estimates([reviewed.came for reviewed in turns if reviewed.came is not None]),
        worst=_worst(turns),
        result=lead(match.state.scores(), seat) if match.is_over else None,
    )


def mean_loss(costs: Sequence[Estimate]) -> Estimate:
    """Return the mean cost. A turn better than the master's counts as negative, so that noise does not add up."""
    whole = add_estimates(costs)
    turns = max(1, len(costs))
    return Estimate(max(0.0, whole.mean / turns), whole.error / turns)


def add_estimates(parts: Sequence[Estimate]) -> Estimate:
    """Return the sum of independent estimates."""
    return Estimate(sum(part.mean for part in parts), math.sqrt(sum(part.error**2 for part in parts)))


def _worst(turns: Sequence[ReviewedTurn]) -> list[int]:
    """Return the inaccurate turns and the mistakes that cost most, the worst first."""
    wrong = [number for number, reviewed in enumerate(turns) if reviewed.grade in ("inaccurate", "mistake")]
    return sorted(wrong, key=lambda number: -turns[number].cost.mean)[:WORST]
