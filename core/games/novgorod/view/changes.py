"""What has changed on the table between two positions, what it means to one seat, and what has just counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.game import Event
from core.games.novgorod import text as words
from core.games.novgorod.components import (
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    LUXURY_NAMES,
    MISSIONS,
    SPECIALS,
    VARIETY,
    cities_of,
)
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import FRONT, INTRO, SIDES, USE
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.view import targets as places
from core.games.novgorod.view.targets import CAREER, SHIP
from core.text import listed
from core.view import Moment, Place

if TYPE_CHECKING:
    from core.games.novgorod.state import Novgorod
    from core.games.novgorod.view import NovgorodOffers

# What has changed


def altered(here: NovgorodOffers, before: Novgorod) -> frozenset[Place]:
    """The places that are not as they were; a card that only its owner knows is no news to others."""
    return frozenset([*_altered_cities(here.state, before), *_altered_cards(here, before)])


def _altered_cities(s: Novgorod, before: Novgorod) -> Iterator[Place]:
    sailed = set(s.route) - set(before.route) if s.actor == before.actor else set(s.route)
    for city in range(CITY_COUNT):
        figures = (s.merchant == city, s.pirate == city) != (before.merchant == city, before.pirate == city)
        if figures or s.stacks[city] != before.stacks[city] or city in sailed:
            yield places.city(city)


def _altered_cards(here: NovgorodOffers, before: Novgorod) -> Iterator[Place]:
    s, board, ship = here.state, here.board, here.ship_seat
    for card in {*s.display} - {*before.display}:
        yield Place(places.OPEN, card)
    for code in {*s.row} - {*before.row}:
        yield Place(places.SPECIAL, code >> 2)
    for card, value in enumerate(s.bonus):
        if value and value != before.bonus[card]:
            yield Place(places.BONUS, card)
    secret = 0 if board == here.seat else before.hidden[board]
    had = before.hand[board] & ~secret | before.left[board]
    for card in here.missions:
        if card >= 0 and (not had >> card & 1 or (s.left[board] & ~before.left[board]) >> card & 1):
            yield Place(places.MISSION, card)
    if s.level[board] != before.level[board]:
        yield CAREER
    if (s.speed[ship], s.ship[ship]) != (before.speed[ship], before.ship[ship]):
        yield SHIP


# What it means


def changed(here: NovgorodOffers, before: Novgorod) -> list[str]:
    """What has become different for the seat, the most important first."""
    s, seat = here.state, here.seat
    if seat is None:
        return []
    told = [
        *_end_is_near(s, before),
        *_lead(s, before, seat, here.names),
        *_bonus_cards(s, before, seat),
        *_figures(s, before, seat),
        *_offices(s, before, seat),
    ]
    return told[:4]


def _end_is_near(s: Novgorod, before: Novgorod) -> Iterator[str]:
    if s.final and not before.final:
        yield "This is the last round: whoever still shows an X at its end cannot win."


def _lead(s: Novgorod, before: Novgorod, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Who has more seals than you now, and had not; or nobody any more."""
    passed = [other for other in range(s.players) if _is_ahead(s, other, seat) and not _is_ahead(before, other, seat)]
    if passed:
        most = max(passed, key=lambda other: s.seals[other])
        yield f"{listed(names[other] for other in passed)} passed you, with up to {words.seals(s.seals[most])}."
    caught = [other for other in range(s.players) if _is_ahead(before, other, seat) and not _is_ahead(s, other, seat)]
    if caught and not any(_is_ahead(s, other, seat) for other in range(s.players)):
        yield f"Nobody has more seals than you any more: you have {s.seals[seat]}."


def _is_ahead(s: Novgorod, other: int, seat: int) -> bool:
    return s.seals[other] > s.seals[seat]


def _bonus_cards(s: Novgorod, before: Novgorod, seat: int) -> Iterator[str]:
    """Bonus cards that the seat can still win and that give less, or are gone."""
    for card in range(VARIETY):
        if s.bonus[card] != before.bonus[card] and not s.taken[seat] >> card & 1:
            if s.bonus[card]:
                yield f"{BONUS_NAMES[card]} would now give you only {words.seals(s.bonus[card])}."
            else:
                yield f"{BONUS_NAMES[card]} is gone: you cannot win it any more."


def _figures(s: Novgorod, before: Novgorod, seat: int) -> Iterator[str]:
    """Merchant and pirate, where you have an office."""
    if s.pirate != before.pirate and s.offices[seat] >> s.pirate & 1:
        harm = "a route through it is one card shorter" if s.pirate_side == FRONT else "it cannot be used"
        yield f"The pirate is in {CITY_NAMES[s.pirate]}, where you have an office: {harm}."
    if s.merchant != before.merchant and s.offices[seat] >> s.merchant & 1:
        gift = "3 ducats more" if s.merchant_side == FRONT else "1 seal more for a luxury"
        yield f"The merchant is in {CITY_NAMES[s.merchant]}, where you have an office: {gift}."


def _offices(s: Novgorod, before: Novgorod, seat: int) -> Iterator[str]:
    """Offices that you have not got: gone, or dearer."""
    fewer = [c for c in range(CITY_COUNT) if s.stacks[c] < before.stacks[c] and not s.offices[seat] >> c & 1]
    if gone := [CITY_NAMES[city] for city in fewer if not s.stacks[city]]:
        yield f"No office is left for you in {listed(gone)}."
    dearer = [c for c in fewer if s.stacks[c] and office_price(s, c) > office_price(before, c)]
    if dearer:
        prices = [f"{CITY_NAMES[c]} now costs {office_price(s, c)}" for c in dearer]
        yield f"The office in {listed(prices)}."


# What has just counted


def moments(here: NovgorodOffers, before: Novgorod, events: Sequence[Event]) -> list[Moment]:
    """Seals that arrived with a move, by what they came from."""
    found = [moment for event in events for moment in _moments_of(here, before, event)]
    if len(found) <= 3:
        return found
    rest = found[2:]
    joined = [place for moment in rest for place in moment.places]
    return [*found[:2], Moment(" · ".join(moment.words for moment in rest), tuple(dict.fromkeys(joined)))]


def _moments_of(here: NovgorodOffers, before: Novgorod, event: Event) -> Iterator[Moment]:
    s, seat = here.state, event.seat
    if seat is None or before.phase in (SIDES, INTRO):
        return
    name, facts = here.names[seat], event.facts
    match event.kind:
        case "line":
            card, bottom, _, seals = facts
            yield Moment(f"{name} +{seals}: {words.need(MISSIONS[card][bottom])}, a mission", _spent(s, before))
        case "special":
            code, _, seals = facts
            need = words.need(SPECIALS[code >> 2][code & 3].need)
            yield Moment(f"{name} +{seals}: {need}, a special mission", _spent(s, before))
        case "sells":
            kind, city, seals, _ = facts
            if seals:
                text = f"{name} +{seals}: {LUXURY_NAMES[kind]} made in {CITY_NAMES[city]}"
                yield Moment(text, (places.city(city),))
        case "row":
            yield Moment(f"{name} +{facts[0]}: the career row", (CAREER,), seat)
        case "extra_seal":
            yield Moment(f"{name} +1: the privilege +1 seal", (CAREER,), seat)
        case "bonus":
            card, seals = facts
            yield Moment(f"{name} +{seals}: {BONUS_NAMES[card]}", (Place(places.BONUS, card),))
        case "variety":
            if facts[1]:
                yield Moment(f"{name} +{facts[1]}: {facts[0]} kinds of goods on missions", (CAREER,), seat)


def _spent(s: Novgorod, before: Novgorod) -> tuple[Place, ...]:
    """The cities whose goods or luxuries a move has used up."""
    if before.phase != USE:
        return ()
    used = (before.units & ~s.units) & 255
    luxuries = sum(1 << c for c in range(CITY_COUNT) if before.stock >> 2 * c & 3 and not s.stock >> 2 * c & 3)
    aboard = (SHIP,) if before.units & ~s.units & SHIP_UNIT else ()
    return (*(places.city(city) for city in cities_of(used | luxuries)), *aboard)
