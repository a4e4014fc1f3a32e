"""What a bot thinks: a pebble is a pebble."""

from core.bots.judge import Judge

JUDGE = Judge()
