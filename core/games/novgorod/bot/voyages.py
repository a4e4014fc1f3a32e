"""All routes that a ship can sail, computed once for each setup and grouped by the cities they visit.

The artisans never move, so a route and what can be made on it stay the same all game: only offices, missions and
ducats change. Routes with the same cities and the same length are one voyage, which is rated as a whole first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.games.novgorod.components import CITY_COUNT, INGREDIENTS, LINKS, WORTH
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.rules.route import ARTISAN

#: A place for an artisan: the city, his luxury, the units that reach him, the card that he would cover.
Shop = tuple[int, int, int, int]


class SailingOrder(NamedTuple):
    """One order in which to sail a voyage."""

    route: tuple[int, ...]
    shops: tuple[Shop, ...]


class Voyage(NamedTuple):
    """The cities of a route of some length, in any order."""

    cities: int
    length: int
    face_down: int
    """Cards that keep a place for artisans."""
    kinds: int
    """Luxuries that can be made on one course or another, as a mask."""
    sales: int
    """No more seals than these can come from selling luxuries."""
    courses: tuple[SailingOrder, ...]
    """Those that differ by what can be made on them."""
    ways: tuple[SailingOrder, ...]
    """All of them."""


@lru_cache(maxsize=256)
def voyages(artisans: tuple[int, ...], closed: int, limit: int, cargo_kind: int) -> tuple[Voyage, ...]:
    """Return every voyage of at most `limit` cards; face-down cards lie only where the artisan could have work.

    `cargo_kind` is the luxury that the good at the ship goes into, or -1.
    """
    found: dict[tuple[int, int], list[SailingOrder]] = {}

    def sail(route: tuple[int, ...], cities: int) -> None:
        course = SailingOrder(route, course_shops(route, artisans, cargo_kind))
        found.setdefault((cities, len(route)), []).append(course)
        if len(route) == limit:
            return
        if route:
            last = route[-1]
            kind = artisans[last % CITY_COUNT]
            if last < ARTISAN and (INGREDIENTS[kind] & cities or cargo_kind == kind):
                sail((*route, ARTISAN + last), cities)
            onward = LINKS[closed][last % CITY_COUNT]
        else:
            onward = tuple(c for c in range(CITY_COUNT) if c != closed)
        for city in onward:
            if not cities >> city & 1:
                sail((*route, city), cities | 1 << city)

    sail((), 0)
    return tuple(_voyage(cities, length, courses) for (cities, length), courses in found.items())


def _voyage(cities: int, length: int, courses: list[SailingOrder]) -> Voyage:
    kinds = 0
    sales = 0
    for course in courses:
        here = 0
        for _, kind, reach, cover in course.shops:
            kinds |= 1 << kind
            goods = (INGREDIENTS[kind] & reach & ~cover).bit_count() + 1
            here += WORTH[kind][min(goods, len(WORTH[kind]) - 1)]
        sales = max(sales, here)
    different = tuple({course.shops: course for course in reversed(courses)}.values())
    return Voyage(cities, length, length - cities.bit_count(), kinds, sales, different, tuple(courses))


def course_shops(route: tuple[int, ...], artisans: tuple[int, ...], cargo_kind: int) -> tuple[Shop, ...]:
    """Return the places of a route at which an artisan could have work."""
    shops: list[Shop] = []
    before = SHIP_UNIT
    for at, slot in enumerate(route):
        city = slot % CITY_COUNT
        kind = artisans[city]
        cover = 1 << city
        face_down = slot >= ARTISAN
        if (INGREDIENTS[kind] & before or cargo_kind == kind) and route[at + 1 : at + 2] != (ARTISAN + city,):
            shops.append((city, kind, before, 0 if face_down else cover))
        before |= cover
    return tuple(shops)
