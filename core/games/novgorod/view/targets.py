"""The places of the table that can be pointed at."""

from core.games.novgorod.components import CITY_IDS
from core.view import Place

#: Kinds of places, and what their number is: the city, the card of the route, the mission (-1: the deck), the
#: special mission, the bonus card, one of the ways to do something.
CITY, SLOT, MISSION, OPEN, SPECIAL, BONUS, WAY = "city", "slot", "mission", "open", "special", "bonus", "way"

SHIP = Place("ship")
CAREER = Place("career")

#: Where something may be done in several ways; a way bears the number of its place, so that one finds back to it.
_LISTING = (SLOT, MISSION, SPECIAL, CAREER.kind)
_PLACES_A_KIND = 32
_WAYS_A_PLACE = 4096


def city(number: int) -> Place:
    return Place(CITY, number)


def called(word: str) -> list[Place]:
    """What a word of the notation may mean: "luebeck", "deck", "s1", or "m19", which is one's own or lies open."""
    if word in CITY_IDS:
        return [city(CITY_IDS.index(word))]
    if word == "deck":
        return [Place(OPEN, -1)]
    if not word[1:].isdecimal():
        return []
    card = int(word[1:]) - 1
    return {"m": [Place(MISSION, card), Place(OPEN, card)], "s": [Place(SPECIAL, card)]}.get(word[0], [])


def way(origin: Place, number: int) -> Place:
    """One of the ways to do something at a place."""
    return Place(WAY, (_LISTING.index(origin.kind) * _PLACES_A_KIND + origin.number) * _WAYS_A_PLACE + number)


def origin_of(place: Place) -> Place:
    """The place where something would be done in this way."""
    kind, number = divmod(place.number // _WAYS_A_PLACE, _PLACES_A_KIND)
    return Place(_LISTING[kind], number)


def number_of(place: Place) -> int:
    """Which of the ways it is, from 0."""
    return place.number % _WAYS_A_PLACE
