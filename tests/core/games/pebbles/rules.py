"""The rules: legal moves, and what a move does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from tests.core.games.pebbles import phases
from tests.core.games.pebbles.components import BELL_AFTER, OMENS
from tests.core.games.pebbles.moves import BELL, END, ONE, PASS, PEEK, TWO

if TYPE_CHECKING:
    from tests.core.games.pebbles.state import PebblesState


def moves(s: PebblesState) -> Sequence[Move]:
    if s.actor is None:
        return []
    if s.phase == phases.TAKING:
        return [ONE, TWO] if s.heap > 1 else [ONE]
    if s.phase == phases.BELL:
        return [BELL]
    return [PEEK, PASS] if (s.size - s.heap) % 2 == 0 else [END]


def play(s: PebblesState, move: Move, emit: EventSink | None) -> None:
    assert s.actor is not None
    if s.phase == phases.TAKING:
        _take(s, 1 if move == ONE else 2, emit)
        return
    if move == PEEK:
        _peek(s, emit)
    if s.phase == phases.AFTER and s.size - s.heap == BELL_AFTER:
        s.phase = phases.BELL
        return
    s.phase = phases.TAKING
    s.turns += 1
    s.actor = (s.actor + 1) % s.players if s.heap else None


def _take(s: PebblesState, number: int, emit: EventSink | None) -> None:
    assert s.actor is not None
    s.heap -= number
    s.taken[s.actor] += number
    s.phase = phases.AFTER
    if emit:
        emit(GameEvent("take", s.actor, (number,)))


def _peek(s: PebblesState, emit: EventSink | None) -> None:
    """Reveal the next omen; after the last one the first is read again."""
    omen = s.omens[s.peeked % OMENS]
    s.peeked = min(OMENS, s.peeked + 1)
    if emit:
        emit(GameEvent("omen", s.actor, (omen,), reveals=True))
