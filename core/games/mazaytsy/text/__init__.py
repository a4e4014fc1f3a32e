"""Every sentence that a player of Mazaytsy reads.

`names` is how things are called; `prompts` asks, `moves` describes, `events` tells, and `table` shows it all.
"""

from core.mazaytsy.words.events import sentence
from core.mazaytsy.words.moves import describe
from core.mazaytsy.words.prompts import prompt, when
from core.mazaytsy.words.table import board, verdict

__all__ = ["board", "describe", "prompt", "sentence", "verdict", "when"]
