"""The kinds of targets on the table."""

from core.games.novgorod.components import CITY_IDS
from core.view import Target

#: The kinds of targets, and what their number is: the city, the mission (-1: the deck), the special mission, the bonus
#: card, one of the ways to do something.
CITY, MISSION, OPEN, SPECIAL, BONUS, WAY = "city", "mission", "open", "special", "bonus", "way"

SHIP = Target("ship")
CAREER = Target("career")

#: Targets with several ways; the number of a way holds that of its target, so that `origin_of` finds it.
_LISTING = (CITY, MISSION, SPECIAL, CAREER.kind)
_PLACES_A_KIND = 32
_WAYS_A_PLACE = 4096


def city(number: int) -> Target:
    return Target(CITY, number)


def called(word: str) -> list[Target]:
    """Return what a word of the notation may mean: "luebeck", "deck", "s1", or "m19" (in hand or open)."""
    if word in CITY_IDS:
        return [city(CITY_IDS.index(word))]
    if word == "deck":
        return [Target(OPEN, -1)]
    if not word[1:].isdecimal():
        return []
    card = int(word[1:]) - 1
    return {"m": [Target(MISSION, card), Target(OPEN, card)], "s": [Target(SPECIAL, card)]}.get(word[0], [])


def way(origin: Target, number: int) -> Target:
    """Return the target of one of the ways to do something at a target."""
    return Target(WAY, (_LISTING.index(origin.kind) * _PLACES_A_KIND + origin.number) * _WAYS_A_PLACE + number)


def origin_of(target: Target) -> Target:
    """Return the target at which something would be done in this way."""
    kind, number = divmod(target.number // _WAYS_A_PLACE, _PLACES_A_KIND)
    return Target(_LISTING[kind], number)


def number_of(target: Target) -> int:
    """Return the index of the way, from 0."""
    return target.number % _WAYS_A_PLACE
