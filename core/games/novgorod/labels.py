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
        "career-row-seals": "seals from your career every turn",
        "career-steps": "career steps",
        "steps-below-x": "steps to leave the X",
        "missions-in-hand": "missions in hand",
        "ship-speed": "ship speed",
        "offices": "offices",
        "stored-good": "goods stored in the ship",
    },
)
