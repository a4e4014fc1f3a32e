"""The review of a match, turn by turn, as it is made and stored."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from core.game import Game, State
from core.match import Match
from core.review.comparison import Depth, Estimate, compare_turn
from core.review.expectation import estimate_score
from core.review.luck import estimate_luck
from core.review.turns import Turn, read_plan, split_turns
from core.rng import Rng
from core.turn_reasons import Reason

#: Raised when a change makes reviews come out otherwise.
VERSION = 4
#: Reviews of this version and later ones are shown as they were made; a deeper one is made anew.
OLDEST_SHOWN = 3

Grade = Literal["best", "good", "inaccurate", "mistake"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccurate", "mistake")

#: The cost of a turn is significant when it is so many times its standard error.
CLEAR = 2.5
#: The part of a mistake's cost that is not mentioned.
SMALL = 0.25


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A turn with what the master thinks of it. Points are those of the seat, less what the turn gives to others."""

    turn: Turn
    round: int
    #: The turn that the master would have made.
    best: tuple[str, ...]
    #: By how many points that is better than the turn that was made.
    cost: Estimate
    grade: Grade
    #: Why it is better; a text where it came from a file of the first release and names features that are gone.
    reason: Reason | str
    #: The final points to expect when the turn began; in a game of several, the lead over the best of the others.
    expected: Estimate
    #: The luck after it against the average; None when nothing came.
    came: Estimate | None = None


class ReviewCase(msgspec.Struct, frozen=True):
    """A turn to review with the states that this needs, as JSON, because it may be reviewed in another process."""

    turn: Turn
    depth: Depth
    #: The state in which the turn began.
    position: msgspec.Raw
    #: The one in which the same seat's next turn began, if anything came in between; else null.
    following: msgspec.Raw


class Review(msgspec.Struct):
    """A review of a match, as far as it is done. `key` is the fingerprint of the match."""

    version: int
    depth: Depth
    turns: list[ReviewedTurn] = []
    #: Empty in reviews of older versions, which had a digest of the first state: there the turns identify the match.
    key: str = ""

    @classmethod
    def of(cls, match: Match, depth: Depth) -> "Review":
        """Return an empty review of a match."""
        return cls(VERSION, depth, key=fingerprint(match))

    def fits(self, match: Match, depth: Depth) -> bool:
        """Whether it is of this match as it is now, of a version that is shown, and at least as deep as `depth`."""
        deep_enough = depth in (self.depth, Depth()) or 0 < depth.seconds <= self.depth.seconds
        return OLDEST_SHOWN <= self.version <= VERSION and self.key in (fingerprint(match), "") and deep_enough


def fingerprint(match: Match) -> str:
    """Return a digest that differs for every match, and for the same match after another move.

    It does not change with the fields of a state, the edition of the rules or a new option, so that a review that was
    made once is not made again because Samovar is newer.
    """
    moves = [*match.archived_moves, *(entry.notation for entry in match.log)]
    told = msgspec.json.encode((match.game.name, match.setup.seed, moves))
    return hashlib.blake2b(told, digest_size=16).hexdigest()


def missing(match: Match, review: Review, seats: Sequence[int]) -> list[Turn]:
    """Return the turns of these seats that are not reviewed yet."""
    done = {reviewed.turn.at for reviewed in review.turns}
    return [turn for turn in split_turns(match, seats) if turn.at not in done]


def store_turn(review: Review, reviewed: ReviewedTurn) -> None:
    """Put a turn into a review, in the order of the match; it replaces an earlier review of the same turn."""
    others = [other for other in review.turns if other.turn.at != reviewed.turn.at]
    review.turns = sorted([*others, reviewed], key=lambda other: other.turn.at)


def case_of(match: Match, turn: Turn, found: Sequence[Turn], depth: Depth) -> ReviewCase:
    """Return everything that is needed to review a turn; `found` are the turns of the match."""
    following = next((later for later in found if later.seat == turn.seat and later.at > turn.at), None)
    position = _as_json(match.state_at(turn.at))
    if following is None or not _something_came(match, turn, following):
        return ReviewCase(turn, depth, position, _as_json(None))
    return ReviewCase(turn, depth, position, _as_json(match.state_at(following.at)))


def _as_json(state: State | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))


def review_turn(game: Game, case: ReviewCase) -> ReviewedTurn:
    """Review a turn as a master. Its random numbers depend only on the turn's place in the log, on nothing secret."""
    kind = game.state_type()
    evaluator, turn, state = game.evaluator(), case.turn, msgspec.json.decode(case.position, type=kind)
    following: State | None = msgspec.json.decode(case.following, type=kind | None)
    plan = read_plan(game, state, turn.moves)
    rng = Rng(turn.at).spawn()
    found = compare_turn(evaluator, state, plan, case.depth, rng.spawn())
    came = None if following is None else estimate_luck(evaluator, state, plan, following, rng.spawn())
    return ReviewedTurn(
        turn=turn,
        round=state.round,
        best=found.best,
        cost=found.cost,
        grade=grade_for(found.cost, evaluator.mistake_threshold),
        reason=found.reason,
        expected=estimate_score(evaluator, state, rng.spawn()),
        came=came,
    )


def review_missing(
    match: Match,
    review: Review,
    seats: Sequence[int],
    review_turn: Callable[[Game, ReviewCase], ReviewedTurn] = review_turn,
) -> Iterator[ReviewedTurn]:
    """Review the missing turns one by one; each is in the review when it is yielded."""
    found = split_turns(match, seats)
    for turn in missing(match, review, seats):
        reviewed = review_turn(match.game, case_of(match, turn, found, review.depth))
        store_turn(review, reviewed)
        yield reviewed


def _something_came(match: Match, turn: Turn, following: Turn) -> bool:
    """Whether anything was shown, or anybody else moved, before the seat's next turn."""
    return any(entry.reveals or entry.seat != turn.seat for entry in match.log[turn.at : following.at])


def grade_for(cost: Estimate, mistake: float) -> Grade:
    """Return the grade of a turn, where a mistake costs so much. One that is not clearly worse is good."""
    if cost.mean <= 0:
        return "best"
    if cost.mean < SMALL * mistake or cost.mean < CLEAR * cost.error:
        return "good"
    return "inaccurate" if cost.mean < mistake else "mistake"
