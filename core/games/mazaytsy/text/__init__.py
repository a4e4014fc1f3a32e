"""Every sentence that a player of Mazaytsy reads.

`names` has the names of things, `prompts` the questions, `moves` and `events` their descriptions, `board` the whole
position and the outcome.
"""

from core.games.mazaytsy.text.board import board_text, outcome_text
from core.games.mazaytsy.text.events import describe_event
from core.games.mazaytsy.text.moves import describe
from core.games.mazaytsy.text.prompts import progress_text, prompt

__all__ = ["board_text", "describe", "describe_event", "outcome_text", "progress_text", "prompt"]
