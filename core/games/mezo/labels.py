"""The labels for the ids of Mezo."""

from core.labels import Labels

LABELS = Labels(
    sources={
        "start": "start",
        "actions": "actions",
        "altars": "altars",
        "blessed-region": "Blessed region",
        "calendar-and-codex": "Calendar and Codex",
        "wrathful-god": "wrathful god",
        "pyramids-built": "pyramids built",
        "others-building": "others' building",
        "cities": "cities at Age's end",
        "tribe-abilities": "tribe abilities",
        "devotion": "devotion",
        "jumps": "jumps",
    },
    features={
        "points": "points",
        "devotion": "devotion",
        "devotion-to-come": "devotion to come",
        "units": "units",
        "units-to-give": "units to give",
        "units-that-wait": "units that wait",
        "units-in-xibalba": "units in Xibalba",
        "glyphs": "glyphs",
        "cities": "cities",
        "presence": "presence",
        "presence-to-come": "presence in conflicts to come",
        "calendar-and-codex": "Calendar and Codex",
        "tribe-abilities": "tribe abilities",
        "champions": "Champions",
        "altars-in-sight": "altars in sight",
        "majorities-in-sight": "majorities in sight",
        "majorities-to-come": "majorities to come",
        "blessed-in-sight": "the Blessed region in sight",
        "cards-left": "worth of the cards that are left",
    },
)
