"""Every sentence of Mezo: prompts, moves, events and the plain board."""

from core.games.mezo.text.board import board, verdict, when
from core.games.mezo.text.events import sentence
from core.games.mezo.text.moves import describe
from core.games.mezo.text.prompts import prompt

__all__ = ["board", "describe", "prompt", "sentence", "verdict", "when"]
