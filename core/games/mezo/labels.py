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
        "points": ("more VP", "fewer VP"),
        "devotion": "devotion",
        "devotion-to-come": ("a higher space on the devotion track", "a lower space on the devotion track"),
        "units": ("more units ready to use", "fewer units ready to use"),
        "units-to-give": "units to sacrifice",
        "units-that-wait": "units in regions for the next Age",
        "units-in-xibalba": "units in Xibalba",
        "glyphs": "glyphs",
        "cities": ("pyramid pieces in more regions", "pyramid pieces in fewer regions"),
        "presence": ("presence in more regions", "presence in fewer regions"),
        "presence-to-come": ("presence in more conflicts to come", "presence in fewer conflicts to come"),
        "calendar-and-codex": "units on the Calendar and the Codex",
        "tribe-abilities": "VP from your abilities at the end",
        "champions": ("your Champion in a conflict to come", "no Champion in a conflict to come"),
        "altars-in-sight": ("better chances of altars", "worse chances of altars"),
        "majorities-in-sight": (
            "a better chance of the Calendar or Codex here",
            "a worse chance of the Calendar or Codex here",
        ),
        "majorities-to-come": (
            "better chances of the Calendar or Codex later",
            "worse chances of the Calendar or Codex later",
        ),
        "blessed-in-sight": ("a better chance in the Blessed region", "a worse chance in the Blessed region"),
        "cards-left": ("better cards left for this Age", "weaker cards left for this Age"),
    },
)
