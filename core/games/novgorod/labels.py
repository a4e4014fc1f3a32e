"""The labels for the ids of Novgorod."""

from core.labels import Labels

LABELS = Labels(
    sources={
        "missions": "missions",
        "special-missions": "special missions",
        "artisans": "artisans",
        "career": "career",
        "privileges": "privileges",
        "bonus-cards": "bonus cards",
    },
    features={
        "seals": "seals",
        "ducats": "ducats",
        "career-row-seals": "seals of the career row",
        "career-steps": "career steps",
        "steps-below-x": "steps still below an X",
        "missions-in-hand": "missions in hand",
        "ship-speed": "ship speed",
        "offices": "offices",
        "stored-good": "stored good",
    },
)
