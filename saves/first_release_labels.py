"""The English labels that the first release stored, and the ids that stand for them now.

These tables record what was written then, so they never change, even when today's labels do.
"""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from core.turn_reasons import OTHERS, Difference, Reason

#: Sources of points and kinds of goal cards, by game.
_SOURCES: Final[dict[str, dict[str, str]]] = {
    "mezen": {
        "goals": "goals",
        "dark tiles": "dark-tiles",
        "light tiles": "light-tiles",
        "amulets": "amulets",
        "best group": "best-group",
        "an animal in places": "symbol-at",
        "lone animals": "isolated",
        "pairs of animals": "pairs",
        "best animal in places": "chosen-at",
        "dark rows and columns": "dark-lines",
        "dark tiles in places": "dark-at",
        "spruce in places": "spruce-at",
        "light tiles by spruce": "light-next-to-spruce",
        "biggest spruce group": "biggest-spruce-group",
        "light and dark pairs": "light-dark-pairs",
        "best animal by spruce": "chosen-next-to-spruce",
        "biggest group": "biggest-group-with-spruce",
        "pairs of light and dark": "light-dark-pairs",
    },
    "gzhel": {
        "diamond goals": "diamond-goals",
        "circle goals": "circle-goals",
        "pattern goals": "pattern-goals",
        "stamps": "stamps",
        "two flowers in pairs": "flower-pairs",
        "among other kinds": "varied-neighbours",
        "a flower on patterns": "flower-on-patterns",
        "two alike at corners": "diagonal-pair",
        "around two figurines": "two-figurines",
        "longest chain": "chain",
        "pairs of one kind": "same-pairs",
        "halves alike": "halves",
        "enclosed gaps": "enclosed-empty",
        "kinds on one pattern": "pattern-variety",
        "lines of four kinds": "varied-lines",
    },
    "mazaytsy": {
        "earlier rounds": "earlier-rounds",
        "ashore": "ashore",
        "aboard": "aboard",
        "partner": "partner",
    },
    "novgorod": {
        "missions": "missions",
        "special missions": "special-missions",
        "artisans": "artisans",
        "career": "career",
        "privileges": "privileges",
        "bonus cards": "bonus-cards",
    },
    "mezo": {
        "start": "start",
        "actions": "actions",
        "altars": "altars",
        "Blessed region": "blessed-region",
        "Calendar and Codex": "calendar-and-codex",
        "wrathful god": "wrathful-god",
        "pyramids built": "pyramids-built",
        "others' building": "others-building",
        "cities at Age's end": "cities",
        "tribe abilities": "tribe-abilities",
        "devotion": "devotion",
        "jumps": "jumps",
    },
}

#: Titles of the solo game, by game.
_TITLES: Final[dict[str, dict[str, str]]] = {
    "mezen": {
        "Pupil": "pupil",
        "Apprentice": "apprentice",
        "Artisan": "artisan",
        "Skilled craftsman": "skilled-craftsman",
        "Master craftsman": "master-craftsman",
    },
    "gzhel": {
        "Pupil": "pupil",
        "Apprentice": "apprentice",
        "Craftsman": "craftsman",
        "Artisan": "artisan",
        "Master": "master",
    },
}

#: The features that reasons named, by game.
_FEATURES: Final[dict[str, dict[str, str]]] = {
    "mezen": {
        "points this round": "points-this-round",
        "points next round": "points-next-round",
        "points after that": "points-after-that",
        "amulets": "amulets",
        "held back from others": "held-back-from-others",
    },
    "gzhel": {
        "points this round": "points-this-round",
        "points next round": "points-next-round",
        "goals after that": "goals-after-that",
        "stamps in hand": "stamps-in-hand",
        "stamps on the pads": "stamps-on-pads",
    },
    "mazaytsy": {
        "points saved": "points-saved",
        "hares in reach": "hares-in-reach",
        "room aboard": "room-aboard",
        "nearness to the shore": "nearness-to-shore",
    },
    "novgorod": {
        "seals": "seals",
        "ducats": "ducats",
        "seals of the career row": "career-row-seals",
        "career steps": "career-steps",
        "steps still below an X": "steps-below-x",
        "missions in hand": "missions-in-hand",
        "ship speed": "ship-speed",
        "offices": "offices",
        "stored good": "stored-good",
    },
    "mezo": {
        "points": "points",
        "devotion": "devotion",
        "devotion to come": "devotion-to-come",
        "units": "units",
        "units to give": "units-to-give",
        "units that wait": "units-that-wait",
        "units in Xibalba": "units-in-xibalba",
        "glyphs": "glyphs",
        "cities": "cities",
        "presence": "presence",
        "presence in conflicts to come": "presence-to-come",
        "Calendar and Codex": "calendar-and-codex",
        "tribe abilities": "tribe-abilities",
        "Champions": "champions",
        "altars in sight": "altars-in-sight",
        "majorities in sight": "majorities-in-sight",
        "majorities to come": "majorities-to-come",
        "the Blessed region in sight": "blessed-in-sight",
        "worth of the cards that are left": "cards-left",
    },
}

#: Why a bot could not think; an error of the code went by its own name, as it does now.
_TROUBLES: Final = {
    "it took too long": "too-long",
    "the bots' process has ended": "ended",
    "no process could be started": "no-process",
    "it needs too much memory": "no-memory",
    "this hour's time for your bots is used up": "time-used-up",
}

#: Features of which less is better.
_BETTER_LESS: Final = ("steps-below-x", OTHERS)
_OTHERS: Final = "for the others"


def _renamed(labels: Mapping[str, Mapping[str, str]]) -> dict[str, frozenset[str]]:
    """Return the labels of each game that are not their own ids."""
    return {game: frozenset(label for label, id in ids.items() if id != label) for game, ids in labels.items()}


_NOTHING: Final = frozenset[str]()
_RENAMED_SOURCES: Final = _renamed(_SOURCES)
_RENAMED_TITLES: Final = _renamed(_TITLES)


def has_labels(game: str, title: str, sources: Collection[str]) -> bool:
    """Whether a title or a source of points is named as in the first release."""
    return title in _RENAMED_TITLES.get(game, ()) or not _RENAMED_SOURCES.get(game, _NOTHING).isdisjoint(sources)


def source_id(game: str, source: str) -> str:
    """Return the id of a source of points or of a kind of goal card; return anything else unchanged."""
    return _SOURCES.get(game, {}).get(source, source)


def title_id(game: str, title: str) -> str:
    """Return the id of a title; return anything else unchanged."""
    return _TITLES.get(game, {}).get(title, title)


def trouble_id(trouble: str) -> str:
    """Return the id of a bot's error; return anything else unchanged."""
    return _TROUBLES.get(trouble, trouble)


def reason_of(game: str, sentence: str) -> Reason | None:
    """Return the facts of a reason that was stored in words; None when it names an unknown feature."""
    found = _grammar(game).fullmatch(sentence)
    if found is None:
        return () if not sentence else None
    features = {**_FEATURES.get(game, {}), _OTHERS: OTHERS}
    return tuple(
        Difference(features[label], more == "more", (more == "more") != (features[label] in _BETTER_LESS))
        for more, label in zip(found.groups()[::2], found.groups()[1::2], strict=True)
        if label is not None
    )


@lru_cache(maxsize=16)
def _grammar(game: str) -> re.Pattern[str]:
    """Match one or two differences: "more points and fewer amulets", "more points, but less for the others"."""
    labels = "|".join(map(re.escape, [*_FEATURES.get(game, {}), _OTHERS]))
    difference = f"(more|fewer|less) ({labels})"
    return re.compile(f"{difference}(?:(?: and |, but ){difference})?")
