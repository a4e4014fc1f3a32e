"""What a bot thinks: a pebble is a pebble."""

from core.bots.evaluator import Evaluator

EVALUATOR = Evaluator()
