"""The places of the table that can be pointed at."""

from core.games.novgorod.components import CITY_IDS
from core.view import Target

#: Kinds of places, and what their number is: the city, the card of the route, the mission (-1: the deck), the
#: special mission, the bonus card, one of the ways to do something.
CITY, SLOT, MISSION, OPEN, SPECIAL, BONUS, WAY = "city", "slot", "mission", "open", "special", "bonus", "way"

SHIP = Target("ship")
CAREER = Target("career")

#: Where something may be done in several ways; a way bears the number of its place, so that one finds back to it.
_LISTING = (SLOT, MISSION, SPECIAL, CAREER.kind)
_PLACES_A_KIND = 32
_WAYS_A_PLACE = 4096


def city(number: int) -> Target:
    return Target(CITY, number)


def called(word: str) -> list[Target]:
    """What a word of the notation may mean: "luebeck", "deck", "s1", or "m19", which is one's own or lies open."""
    if word in CITY_IDS:
        return [city(CITY_IDS.index(word))]
    if word == "deck":
        return [Target(OPEN, -1)]
    if not word[1:].isdecimal():
        return []
    card = int(word[1:]) - 1
    return {"m": [Target(MISSION, card), Target(OPEN, card)], "s": [Target(SPECIAL, card)]}.get(word[0], [])


def way(origin: Target, number: int) -> Target:
    """One of the ways to do something at a place."""
    return Target(WAY, (_LISTING.index(origin.kind) * _PLACES_A_KIND + origin.number) * _WAYS_A_PLACE + number)


def origin_of(target: Target) -> Target:
    """The place where something would be done in this way."""
    kind, number = divmod(target.number // _WAYS_A_PLACE, _PLACES_A_KIND)
    return Target(_LISTING[kind], number)


def number_of(target: Target) -> int:
    """Which of the ways it is, from 0."""
    return target.number % _WAYS_A_PLACE
