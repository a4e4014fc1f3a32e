"""A puzzle being tried: the turn from its first choice to where it ends, and what that is worth against the answer."""

from collections.abc import Sequence

import msgspec

from core.bots.hints import reason
from core.bots.search import Line
from core.chance import Chance
from core.errors import TableError
from core.match import Match, Seat
from core.puzzles.weighing import leads, leads_to
from core.review.judging import Estimate
from core.review.record import SMALL
from core.review.turns import Turn, end_of_turn, plan_of

#: What a turn is worth against the answer is seen in so many worlds.
WORLDS = 48


class Verdict(msgspec.Struct, frozen=True):
    """What a turn was worth against the answer."""

    solved: bool
    #: By how many points the answer is better.
    cost: Estimate
    #: Where it is better, in a few words; empty when it is not.
    reason: str = ""


def opened(match: Match, names: Sequence[str] | None = None) -> Match:
    """The position at the end of a match as one to try: the seat to move is a person, and nothing is taken back."""
    state = match.state
    assert state.actor is not None
    seats = [Seat(name, "bot", seat.level) for name, seat in zip(names or match.names, match.seats, strict=True)]
    seats[state.actor] = Seat(seats[state.actor].name)
    past = [*match.past, *(line.notation for line in match.log)]
    return Match.go_on_from(match.game, match.setup, seats, state, past)


def turn_made(match: Match) -> tuple[str, ...] | None:
    """The turn with which a position was tried; None while it goes on."""
    until = end_of_turn(match, 0)
    return None if until is None else tuple(line.notation for line in match.log[:until])


def made(match: Match, moves: Sequence[str]) -> tuple[str, ...] | None:
    """Try a position with these moves; the turn that they made, None when they make none."""
    for notation in moves:
        if turn_made(match) is not None:
            break
        try:
            match.play(notation)
        except TableError:
            return None
    while turn_made(match) is None and len(match.legal) == 1:
        match.play(match.legal[0])
    return turn_made(match)


def judged(match: Match, answer: Sequence[str], played: Sequence[str], worlds: int = WORLDS) -> Verdict:
    """What a turn is worth against the answer. `match` is as it was opened; only imagined positions are used."""
    state, judge = match.state_at(0), match.game.judge()
    assert state.actor is not None
    ours, theirs = (plan_of(match, Turn(state.actor, 0, len(moves), tuple(moves))) for moves in (answer, played))
    if leads_to(state, ours, state.actor) == leads_to(state, theirs, state.actor):
        return Verdict(True, Estimate())
    best, other = Line(ours), Line(theirs)
    [cost] = leads(judge, state, [best, other], worlds, Chance(len(match.past)).fork())
    return Verdict(cost.mean < SMALL * judge.mistake, cost, "" if cost.mean <= 0 else reason(judge, best, [other]))
