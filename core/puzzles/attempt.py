"""An attempt at a puzzle: the turn from its first choice to its end, and its worth compared with the answer."""

from collections.abc import Sequence

import msgspec

from core.bots.hints import reason
from core.bots.search import Candidate
from core.errors import GameError
from core.game import Game, State
from core.match import Match, Seat
from core.puzzles.best_turn import estimate_leads, position_after
from core.review.comparison import Estimate
from core.review.record import SMALL
from core.review.turns import end_of_turn, read_plan
from core.rng import Rng
from core.turn_reasons import Reason

#: In how many worlds a turn is compared with the answer.
WORLDS = 48


class PuzzleSubmission(msgspec.Struct, frozen=True):
    """The turn that a player made in a puzzle, and the answer to compare it with."""

    answer: tuple[str, ...]
    played: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """The worth of a submitted turn compared with the answer."""

    #: Whether it is the answer, or leads to the same state.
    same: bool
    #: Whether it is as good as the answer.
    solved: bool
    #: By how many points the answer is better.
    cost: Estimate = Estimate()
    #: Why the answer is better; empty when it is not.
    reason: Reason = ()


def start_attempt(match: Match, names: Sequence[str] | None = None) -> Match:
    """Return a match to try the state of another: the seat to move is a human's, and earlier moves cannot be undone."""
    state = match.state
    assert state.actor is not None
    seats = [Seat(name, "bot", seat.level) for name, seat in zip(names or match.names, match.seats, strict=True)]
    seats[state.actor] = Seat(seats[state.actor].name)
    past = [*match.archived_moves, *(entry.notation for entry in match.log)]
    return Match.resume_from(match.game, match.setup, seats, state, past)


def finished_turn(match: Match) -> tuple[str, ...] | None:
    """Return the turn that was made in an attempt; None while it goes on."""
    until = end_of_turn(match, 0)
    return None if until is None else tuple(entry.notation for entry in match.log[:until])


def turn_from_moves(match: Match, moves: Sequence[str]) -> tuple[str, ...] | None:
    """Play these moves in an attempt that has no choice made yet; return the turn they make, None if they make none."""
    for number, notation in enumerate(moves):
        if finished_turn(match) is not None:
            break
        try:
            if number == len(match.log):
                match.play(notation)
        except GameError:
            return None
        if match.log[number].notation != notation:
            return None  # the forced move that was played here is another one
    while finished_turn(match) is None and len(match.legal_moves) == 1:
        match.play(match.legal_moves[0])
    return finished_turn(match)


def verdict(game: Game, state: State, tried: PuzzleSubmission, worlds: int = WORLDS) -> Verdict:
    """Compare a turn with the answer. `state` is the true state; only worlds determinized from it are compared."""
    seat, evaluator = state.actor, game.evaluator()
    assert seat is not None
    answer, played = read_plan(game, state, tried.answer), read_plan(game, state, tried.played)
    if position_after(state, answer, seat) == position_after(state, played, seat):
        return Verdict(same=True, solved=True)
    best, other = Candidate(answer), Candidate(played)
    # The seed depends on the puzzle alone, so that the same attempt gets the same verdict again.
    [cost] = estimate_leads(evaluator, state, [best, other], worlds, Rng(len(tried.answer)).spawn())
    why = reason(evaluator, best, [other]) if cost.mean > 0 else ()
    return Verdict(same=False, solved=cost.mean < SMALL * evaluator.mistake_threshold, cost=cost, reason=why)
