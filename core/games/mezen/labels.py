"""The labels of Mezen's ids."""

from core.labels import Labels

LABELS = Labels(
    sources={
        "goals": "goals",
        "dark-tiles": "dark tiles",
        "light-tiles": "light tiles",
        "amulets": "amulets",
        "best-group": "best group",
        # Kinds of goal cards: those of `components.toml`, with hyphens.
        "symbol-at": "an animal in places",
        "isolated": "lone animals",
        "pairs": "pairs of animals",
        "chosen-at": "best animal in places",
        "dark-lines": "dark rows and columns",
        "dark-at": "dark tiles in places",
        "spruce-at": "spruce in places",
        "light-next-to-spruce": "light tiles by spruce",
        "biggest-spruce-group": "biggest spruce group",
        "light-dark-pairs": "light and dark pairs",
        "chosen-next-to-spruce": "best animal by spruce",
        "biggest-group-with-spruce": "biggest group",
    },
    titles={
        "pupil": "Pupil",
        "apprentice": "Apprentice",
        "artisan": "Artisan",
        "skilled-craftsman": "Skilled craftsman",
        "master-craftsman": "Master craftsman",
    },
    features={
        "points-this-round": "points this round",
        "points-next-round": "points next round",
        "points-after-that": "points in later rounds",
        "amulets": "amulets",
        "held-back-from-others": ("a call that helps the others less", "a call that helps the others more"),
    },
)
