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
        "steps-below-x": ("more steps to go before the X is gone", "fewer steps to go before the X is gone"),
        "missions-in-hand": ("better missions in hand", "weaker missions in hand"),
        "ship-speed": ("a faster ship", "a slower ship"),
        "offices": ("better offices", "weaker offices"),
        "stored-good": ("a good stored in the ship", "no good stored in the ship"),
    },
)
