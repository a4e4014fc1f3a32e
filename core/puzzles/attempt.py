"""A puzzle being tried: the turn from its first choice to where it ends, and what that is worth against the answer."""

from collections.abc import Sequence

import msgspec

from core import bots
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

#: What a turn is worth against the answer is seen in so many worlds.
WORLDS = 48


class PuzzleSubmission(msgspec.Struct, frozen=True):
    """A turn with which a puzzle was tried, and the one that is the answer."""

    answer: tuple[str, ...]
    played: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What a turn was worth against the answer."""

    #: Whether it is the answer, or leads to the same position.
    same: bool
    #: Whether it is as good as the answer.
    solved: bool
    #: By how many points the answer is better.
    cost: Estimate = Estimate()
    #: Where it is better; empty when it is not.
    reason: Reason = ()


def start_attempt(match: Match, names: Sequence[str] | None = None) -> Match:
    """The position of a match as one to try: the seat to move is a person's, and nothing before it is taken back."""
    state = match.state
    assert state.actor is not None
    seats = [Seat(name, "bot", seat.level) for name, seat in zip(names or match.names, match.seats, strict=True)]
    seats[state.actor] = Seat(seats[state.actor].name)
    past = [*match.archived_moves, *(entry.notation for entry in match.log)]
    return Match.resume_from(match.game, match.setup, seats, state, past)


def finished_turn(match: Match) -> tuple[str, ...] | None:
    """The turn with which a position was tried; None while it goes on."""
    until = end_of_turn(match, 0)
    return None if until is None else tuple(entry.notation for entry in match.log[:until])


def turn_from_moves(match: Match, moves: Sequence[str]) -> tuple[str, ...] | None:
    """Try a position that was only opened with these moves; the turn that they made, None when they make none."""
    for number, notation in enumerate(moves):
        if finished_turn(match) is not None:
            break
        try:
            if number == len(match.log):
                match.play(notation)
        except GameError:
            return None
        if match.log[number].notation != notation:
            return None  # a forced step, which is made by itself, is another one
    while finished_turn(match) is None and len(match.legal_moves) == 1:
        match.play(match.legal_moves[0])
    return finished_turn(match)


def judge_submission(game: Game, state: State, tried: PuzzleSubmission) -> Verdict:
    """What a turn is worth against the answer, found out here or by others who think for this process."""
    weigh = verdict if bots.remote is None else bots.remote.judge_submission
    return weigh(game, state, tried)


def verdict(game: Game, state: State, tried: PuzzleSubmission, worlds: int = WORLDS) -> Verdict:
    """What a turn is worth against the answer. `state` is the true position; only imagined ones are compared."""
    seat, evaluator = state.actor, game.evaluator()
    assert seat is not None
    answer, played = read_plan(game, state, tried.answer), read_plan(game, state, tried.played)
    if position_after(state, answer, seat) == position_after(state, played, seat):
        return Verdict(same=True, solved=True)
    best, other = Candidate(answer), Candidate(played)
    # The same luck for the same position: who tries the same again hears the same again.
    [cost] = estimate_leads(evaluator, state, [best, other], worlds, Rng(len(tried.answer)).spawn())
    why = reason(evaluator, best, [other]) if cost.mean > 0 else ()
    return Verdict(same=False, solved=cost.mean < SMALL * evaluator.mistake_threshold, cost=cost, reason=why)
