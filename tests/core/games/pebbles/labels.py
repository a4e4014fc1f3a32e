"""The words for the ids."""

from core.labels import Labels

LABELS = Labels(sources={"pebbles": "pebbles"}, features={"points": "points"})
