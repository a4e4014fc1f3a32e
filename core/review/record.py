"""The review of a match, turn by turn, as it is made and kept."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from core import bots
from core.game import Game, State
from core.match import Match
from core.review.comparison import Depth, Estimate, compare_turn
from core.review.expectation import estimate_score
from core.review.luck import estimate_luck
from core.review.turns import Turn, read_plan, split_turns
from core.rng import Rng
from core.turn_reasons import Reason

#: Raised when reviews come out otherwise, so that those made before are made anew.
VERSION = 3

Grade = Literal["best", "good", "inaccurate", "mistake"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccurate", "mistake")

#: What a turn cost is clear when it is so many times its standard error.
CLEAR = 2.5
#: What part of a mistake's cost is not worth a word.
SMALL = 0.25


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A turn with what the master thinks of it. Points are those of the seat, less what they give to others."""

    turn: Turn
    round: int
    #: What the master would have done.
    best: tuple[str, ...]
    #: By how many points that is better than what was done.
    cost: Estimate
    grade: Grade
    #: Where it is better; in words where they came from a file of the first release and name what is not counted now.
    reason: Reason | str
    #: The points to expect at the end when the turn began; with others at the table, the lead over the best of them.
    expected: Estimate
    #: What came after it against the average; None when nothing did.
    came: Estimate | None = None


class ReviewCase(msgspec.Struct, frozen=True):
    """A turn that is to be judged, with the positions that this takes, as JSON: it may be judged in another process."""

    turn: Turn
    depth: Depth
    #: The position in which the turn began.
    position: msgspec.Raw
    #: The one in which the same seat's next turn began, if anything came in between; else null.
    following: msgspec.Raw


class Review(msgspec.Struct):
    """As much of a review as is done. `key` says of which match it speaks."""

    version: int
    depth: Depth
    turns: list[ReviewedTurn] = []
    #: Empty in reviews of older versions, which had a digest of the first position: there the turns tell.
    key: str = ""

    @classmethod
    def of(cls, match: Match, depth: Depth) -> "Review":
        """The review of a match, not begun yet."""
        return cls(VERSION, depth, key=fingerprint(match))

    def fits(self, match: Match, depth: Depth) -> bool:
        """Whether it speaks of this match as it is now, as reviews are made now, and is as deep as is wished."""
        deep_enough = depth in (self.depth, Depth()) or 0 < depth.seconds <= self.depth.seconds
        return self.version == VERSION and self.key in (fingerprint(match), "") and deep_enough


def fingerprint(match: Match) -> str:
    """What tells a match apart from every other, and from itself after another move.

    Nothing of it changes with the fields of a position, the edition of the rules or an option that is new: a review
    that was made once is not made again because Samovar is newer.
    """
    moves = [*match.archived_moves, *(entry.notation for entry in match.log)]
    told = msgspec.json.encode((match.game.name, match.setup.seed, moves))
    return hashlib.blake2b(told, digest_size=16).hexdigest()


def missing(match: Match, review: Review, seats: Sequence[int]) -> list[Turn]:
    """The turns of these seats that are not judged yet."""
    done = {reviewed.turn.at for reviewed in review.turns}
    return [turn for turn in split_turns(match, seats) if turn.at not in done]


def review_missing(match: Match, review: Review, seats: Sequence[int]) -> Iterator[ReviewedTurn]:
    """Judge the missing turns one by one; each is in the review when it is told."""
    found = split_turns(match, seats)
    judge = review_turn if bots.remote is None else bots.remote.review_turn
    for turn in missing(match, review, seats):
        reviewed = judge(match.game, case_of(match, turn, found, review.depth))
        store_turn(review, reviewed)
        yield reviewed


def store_turn(review: Review, reviewed: ReviewedTurn) -> None:
    """Put a turn where it belongs; what was thought of it before no longer counts."""
    others = [other for other in review.turns if other.turn.at != reviewed.turn.at]
    review.turns = sorted([*others, reviewed], key=lambda other: other.turn.at)


def case_of(match: Match, turn: Turn, found: Sequence[Turn], depth: Depth) -> ReviewCase:
    """All that is needed to judge a turn of a match in which these were found."""
    following = next((later for later in found if later.seat == turn.seat and later.at > turn.at), None)
    position = _as_json(match.state_at(turn.at))
    if following is None or not _something_came(match, turn, following):
        return ReviewCase(turn, depth, position, _as_json(None))
    return ReviewCase(turn, depth, position, _as_json(match.state_at(following.at)))


def _as_json(state: State | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))


def review_turn(game: Game, case: ReviewCase) -> ReviewedTurn:
    """A turn as the master sees it. Its luck comes from where the turn stands, and from nothing that is secret."""
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


def _something_came(match: Match, turn: Turn, following: Turn) -> bool:
    """Whether anything was shown, or anybody else moved, before the seat's next turn."""
    return any(entry.reveals or entry.seat != turn.seat for entry in match.log[turn.at : following.at])


def grade_for(cost: Estimate, mistake: float) -> Grade:
    """What a turn is called, where a mistake costs so much. What the search cannot tell from the best is good."""
    if cost.mean <= 0:
        return "best"
    if cost.mean < SMALL * mistake or cost.mean < CLEAR * cost.error:
        return "good"
    return "inaccurate" if cost.mean < mistake else "mistake"
