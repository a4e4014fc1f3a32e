"""Every sentence of Mezo: prompts, moves, events and the plain board."""

from core.mezo.words.board import board, verdict, when
from core.mezo.words.choices import describe
from core.mezo.words.events import sentence
from core.mezo.words.prompts import prompt

__all__ = ["board", "describe", "prompt", "sentence", "verdict", "when"]
