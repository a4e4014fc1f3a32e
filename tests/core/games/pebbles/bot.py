"""The evaluator of Pebbles: the default one, which counts points."""

from core.bots.evaluator import Evaluator

EVALUATOR = Evaluator()
