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
        "points-saved": "points saved",
        "hares-in-reach": "hares in reach",
        "room-aboard": "room aboard",
        "nearness-to-shore": "nearness to the shore",
    },
)
