"""Every sentence that a player of Mazaytsy reads.

`names` has the names of things, `prompts` the questions, `moves` and `events` their descriptions, `board` the whole
position and the outcome.
"""

from core.games.mazaytsy.text.board import board_text as board_text
from core.games.mazaytsy.text.board import outcome_text as outcome_text
from core.games.mazaytsy.text.events import describe_event as describe_event
from core.games.mazaytsy.text.moves import describe
from core.games.mazaytsy.text.prompts import progress_text as progress_text
from core.games.mazaytsy.text.prompts import prompt

__all__ = ["board", "describe", "prompt", "sentence", "verdict", "when"]
