"""Deciding before one's turn: the match as one seat may see it while others still decide in the same step."""

from collections.abc import Sequence

import msgspec

from core.errors import GameError
from core.game import Prompt, State
from core.match import Match


class EarlyMove(msgspec.Struct, frozen=True):
    """A prepared move, its author and the id of its line; whether its author has seen something hidden by it."""

    id: str
    author: str
    move: str
    reveals: bool


def early_match(match: Match, position: State, seat: int, queue: Sequence[EarlyMove] = ()) -> Match | None:
    """A match of its own that goes on from where this seat can decide, through what it has prepared already.

    None when it can decide nothing (more) before its turn, or when what it prepared does not go together any more.
    """
    aside = position.early_state(seat)
    if aside is None:
        return None
    ahead = Match.resume_from(match.game, match.setup, match.seats, aside, ())
    for queued in queue:
        if not can_decide_early(ahead, seat) or not plays(ahead, queued.move):
            return None
    return ahead


def can_decide_early(ahead: Match, seat: int) -> bool:
    """Whether the turn is still this seat's, in the step in which it began: what comes after is not to be foreseen."""
    begun = ahead.state_at(0).round
    return (
        ahead.state.actor == seat
        and ahead.state.round == begun
        and all(entry.seat == seat and entry.round == begun for entry in ahead.log)
    )


def plays(match: Match, move: str) -> bool:
    """Play a move if it is legal."""
    try:
        match.play(move)
    except GameError:
        return False
    return True


Question = tuple[int, Prompt, list[str]]


def questions(match: Match, position: State, seat: int, queue: Sequence[EarlyMove]) -> list[Question] | None:
    """What the seat was asked at each move that it prepared, if it were asked in this position."""
    asked: list[Question] = []
    for number, queued in enumerate(queue):
        ahead = early_match(match, position, seat, queue[:number])
        if ahead is None or not can_decide_early(ahead, seat) or queued.move not in map(str, ahead.legal_moves):
            return None
        asked.append((ahead.state.round, ahead.state.prompt, [move.notation for move in ahead.legal_moves]))
    return asked
