"""Every sentence that a player of Mazaytsy reads.

`names` is how things are called; `prompts` asks, `moves` describes, `events` tells, and `table` shows it all.
"""

from core.games.mazaytsy.text.board import board, verdict
from core.games.mazaytsy.text.events import sentence
from core.games.mazaytsy.text.moves import describe
from core.games.mazaytsy.text.prompts import prompt, when

__all__ = ["board", "describe", "prompt", "sentence", "verdict", "when"]
