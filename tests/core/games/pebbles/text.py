"""All texts of Pebbles: questions, moves, events and the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import GameEvent, Move
from tests.core.games.pebbles.moves import BELL, END, ONE, PASS, PEEK, TWO

if TYPE_CHECKING:
    from tests.core.games.pebbles.state import PebblesState

QUESTIONS = ("How many pebbles?", "What now?", "Do you hear the bell?")

_MOVES = {
    ONE: "take one",
    TWO: "take two",
    END: "end the turn",
    PEEK: "peek at an omen",
    PASS: "pass",
    BELL: "hear the bell",
}


def describe(move: Move) -> str:
    return _MOVES[move]


def describe_event(event: GameEvent, names: Sequence[str]) -> str:
    assert event.seat is not None
    name = names[event.seat]
    return f"{name} takes {event.facts[0]}." if event.kind == "take" else f"{name} sees omen {event.facts[0]}."


def board(s: PebblesState) -> str:
    piles = ", ".join(f"Player {seat + 1} has {pebbles}" for seat, pebbles in enumerate(s.taken))
    return f"{s.heap} pebbles lie there; {piles}."
