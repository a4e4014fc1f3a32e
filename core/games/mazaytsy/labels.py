"""The labels for the ids of Mazaytsy."""

from core.labels import Labels

LABELS = Labels(
    sources={
        "earlier-rounds": "earlier rounds",
        "ashore": "ashore",
        "aboard": "aboard",
        "partner": "partner",
    },
    features={
        "points-saved": "points",
        "hares-in-reach": "hares within reach",
        "room-aboard": "room aboard",
        "nearness-to-shore": ("a shorter way to the shore", "a longer way to the shore"),
    },
)
