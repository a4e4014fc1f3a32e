"""The words for the stored ids."""

from core.labels import Labels

LABELS = Labels(sources={"pebbles": "pebbles"}, features={"points": "points"})
