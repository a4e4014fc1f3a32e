"""Moves chosen before one's turn: the match as one seat may see it while others still decide in the same step."""

from collections.abc import Sequence

import msgspec

from core.errors import GameError
from core.game import Prompt, State
from core.match import Match


class EarlyMove(msgspec.Struct, frozen=True):
    """A prepared move, its author and the id of its event; `reveals`: whether it showed its author something hidden."""

    id: str
    author: str
    move: str
    reveals: bool


def early_match(match: Match, position: State, seat: int, queue: Sequence[EarlyMove] = ()) -> Match | None:
    """Return a separate match that goes on from the seat's early state, through the moves that it has prepared.

    None when the seat can decide nothing (more) before its turn, or when its prepared moves are no longer legal
    together.
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
    """Whether it is still this seat's turn, in the step in which it began: later steps must not be foreseen."""
    begun = ahead.state_at(0).round
    return (
        ahead.state.actor == seat
        and ahead.state.round == begun
        and all(entry.seat == seat and entry.round == begun for entry in ahead.log)
    )


def plays(match: Match, move: str) -> bool:
    """Play a move if it is legal; return whether it was."""
    try:
        match.play(move)
    except GameError:
        return False
    return True


Question = tuple[int, Prompt, list[str]]


def questions(match: Match, position: State, seat: int, queue: Sequence[EarlyMove]) -> list[Question] | None:
    """Return what the seat would be asked at each of its prepared moves in this position; None when they do not fit."""
    asked: list[Question] = []
    for number, queued in enumerate(queue):
        ahead = early_match(match, position, seat, queue[:number])
        if ahead is None or not can_decide_early(ahead, seat) or queued.move not in map(str, ahead.legal_moves):
            return None
        asked.append((ahead.state.round, ahead.state.prompt, [move.notation for move in ahead.legal_moves]))
    return asked
