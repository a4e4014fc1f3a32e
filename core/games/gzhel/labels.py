"""The labels of Gzhel's ids."""

from core.labels import Labels

LABELS = Labels(
    sources={
        "diamond-goals": "diamond",
        "circle-goals": "circle",
        "pattern-goals": "pattern",
        "stamps": "stamps",
        # Kinds of goal cards: those of `components.toml`, with hyphens.
        "flower-pairs": "two flowers in pairs",
        "varied-neighbours": "among other kinds",
        "flower-on-patterns": "a flower on patterns",
        "diagonal-pair": "two alike at corners",
        "two-figurines": "around two figurines",
        "chain": "longest chain",
        "same-pairs": "pairs of one kind",
        "halves": "halves alike",
        "enclosed-empty": "enclosed gaps",
        "pattern-variety": "kinds on one pattern",
        "varied-lines": "lines of four kinds",
    },
    titles={
        "pupil": "Pupil",
        "apprentice": "Apprentice",
        "craftsman": "Craftsman",
        "artisan": "Artisan",
        "master": "Master",
    },
    features={
        "points-this-round": "points this round",
        "points-next-round": "points next round",
        "goals-after-that": "points in later rounds",
        "stamps-in-hand": "stamps in hand",
        "stamps-on-pads": "stamps on the pads",
    },
)
