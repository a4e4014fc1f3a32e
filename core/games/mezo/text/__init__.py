"""Every sentence that a player of Mezo reads: prompts, moves, events and the plain board."""

from core.games.mezo.text.board import (
    board_text,
    outcome_text,
    progress_text,
)
from core.games.mezo.text.events import describe_event
from core.games.mezo.text.moves import describe
from core.games.mezo.text.prompts import prompt

__all__ = ["board_text", "describe", "describe_event", "outcome_text", "progress_text", "prompt"]
