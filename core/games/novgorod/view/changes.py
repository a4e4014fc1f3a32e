"""What has changed on the table between two states, what it means for one seat, and what has just scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.game import GameEvent
from core.games.novgorod import text as novgorod_text
from core.games.novgorod.components import (
    BONUS_NAMES,
    CITY_COUNT,
    CITY_NAMES,
    LUXURY_NAMES,
    MISSIONS,
    ROW_X,
    SPECIALS,
    VARIETY,
    cities_of,
)
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import FRONT, INTRO, SIDES, USE
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.view import targets
from core.games.novgorod.view.targets import CAREER, SHIP
from core.view import Moment, Target

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState
    from core.games.novgorod.view import NovgorodView

# Changed targets


def changed_targets(here: NovgorodView, before: NovgorodState) -> frozenset[Target]:
    """Return the targets that have changed; a card that only its owner knows is no change for others."""
    return frozenset([*_altered_cities(here.state, before), *_altered_cards(here, before)])


def _altered_cities(s: NovgorodState, before: NovgorodState) -> Iterator[Target]:
    sailed = set(s.route) - set(before.route) if s.actor == before.actor else set(s.route)
    for city in range(CITY_COUNT):
        figures = (s.merchant == city, s.pirate == city) != (before.merchant == city, before.pirate == city)
        if figures or s.stacks[city] != before.stacks[city] or city in sailed:
            yield targets.city(city)


def _altered_cards(here: NovgorodView, before: NovgorodState) -> Iterator[Target]:
    s, board, ship = here.state, here.board_seat, here.ship_seat
    for card in {*s.display} - {*before.display}:
        yield Target(targets.OPEN, card)
    for code in {*s.row} - {*before.row}:
        yield Target(targets.SPECIAL, code >> 2)
    for card, value in enumerate(s.bonus):
        if value and value != before.bonus[card]:
            yield Target(targets.BONUS, card)
    secret = 0 if board == here.seat else before.hidden[board]
    had = before.hand[board] & ~secret | before.left[board]
    for card in here.missions:
        if card >= 0 and (not had >> card & 1 or (s.left[board] & ~before.left[board]) >> card & 1):
            yield Target(targets.MISSION, card)
    if s.level[board] != before.level[board]:
        yield CAREER
    if (s.speed[ship], s.ship[ship]) != (before.speed[ship], before.ship[ship]):
        yield SHIP


# Their meaning for a seat


def change_texts(here: NovgorodView, before: NovgorodState) -> list[str]:
    """Return what has changed for the seat, the most important first."""
    s, seat = here.state, here.seat
    if seat is None:
        return []
    told = [
        *_end_is_near(s, before, seat),
        *_lead(s, before, seat, here.names),
        *_bonus_cards(s, before, seat),
        *_figures(s, before, seat),
        *_offices(here, before, seat),
    ]
    return told[:_MOST]


#: A player is told so many things at most.
_MOST = 3


def _end_is_near(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    if s.final and not before.final:
        yield "Last round, and you still show an X." if ROW_X[s.level[seat]] else "This is the last round."


def _lead(s: NovgorodState, before: NovgorodState, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Who has overtaken you; or that you lead now."""
    passed = [other for other in range(s.players) if _is_ahead(s, other, seat) and not _is_ahead(before, other, seat)]
    if passed:
        most = max(passed, key=lambda other: s.seals[other])
        yield f"{names[most]} overtakes you, {s.seals[most]} to {s.seals[seat]}."
    caught = any(_is_ahead(before, other, seat) for other in range(s.players))
    if caught and not any(_is_ahead(s, other, seat) for other in range(s.players)):
        yield f"You lead with {novgorod_text.seals(s.seals[seat])}."


def _is_ahead(s: NovgorodState, other: int, seat: int) -> bool:
    return s.seals[other] > s.seals[seat]


def _bonus_cards(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    """Bonus cards that the seat can still win and that give less, or are gone."""
    for card in range(VARIETY):
        if s.bonus[card] != before.bonus[card] and not s.taken[seat] >> card & 1:
            if s.bonus[card]:
                yield f"{BONUS_NAMES[card]} now pays {novgorod_text.seals(s.bonus[card])}, not {before.bonus[card]}."
            else:
                yield f"{BONUS_NAMES[card]} is out of the game."


def _figures(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    """Merchant and pirate, where you have an office."""
    if s.pirate != before.pirate and s.offices[seat] >> s.pirate & 1:
        harm = "routes there are a card shorter" if s.pirate_side == FRONT else "nobody can sail there"
        yield f"Pirate at your office in {CITY_NAMES[s.pirate]}: {harm}."
    if s.merchant != before.merchant and s.offices[seat] >> s.merchant & 1:
        gift = "3 ducats more" if s.merchant_side == FRONT else "1 seal more for a luxury"
        yield f"Merchant at your office in {CITY_NAMES[s.merchant]}: {gift}."


def _offices(here: NovgorodView, before: NovgorodState, seat: int) -> Iterator[str]:
    """Offices that you have not got: the last is sold, or one whose good your missions want is dearer."""
    s, (wanted, _) = here.state, here.wanted
    fewer = [c for c in range(CITY_COUNT) if s.stacks[c] < before.stacks[c] and not s.offices[seat] >> c & 1]
    if gone := [CITY_NAMES[city] for city in fewer if not s.stacks[city]]:
        yield f"Offices sold out: {', '.join(gone)}."
    for city in fewer:
        if s.stacks[city] and wanted >> city & 1 and office_price(s, city) > office_price(before, city):
            yield f"The office in {CITY_NAMES[city]} now costs {office_price(s, city)}."


# Moments


def moments(here: NovgorodView, before: NovgorodState, events: Sequence[GameEvent]) -> list[Moment]:
    """Return the route that is sailed, and the seals that a move brought, by their source."""
    found = [moment for event in events for moment in _moments_of(here, before, event)]
    if len(found) <= 3:
        return found
    rest = found[2:]
    joined = [target for moment in rest for target in moment.targets]
    return [*found[:2], Moment(" · ".join(moment.text for moment in rest), tuple(dict.fromkeys(joined)))]


def _moments_of(here: NovgorodView, before: NovgorodState, event: GameEvent) -> Iterator[Moment]:
    s, seat = here.state, event.seat
    if seat is None or before.phase in (SIDES, INTRO):
        return
    name, facts = here.names[seat], event.facts
    match event.kind:
        case "sails":
            cities = tuple(slot for slot in facts[0] if slot < CITY_COUNT)
            if len(cities) > 1:
                told = " → ".join(CITY_NAMES[city] for city in cities)
                yield Moment(f"{name} sails {told}", moving=cities)
        case "line":
            card, bottom, _, seals = facts
            yield Moment(f"{name} +{seals}: mission ({novgorod_text.need(MISSIONS[card][bottom])})", _spent(s, before))
        case "special":
            code, _, seals = facts
            need = novgorod_text.need(SPECIALS[code >> 2][code & 3].need)
            yield Moment(f"{name} +{seals}: special mission ({need})", _spent(s, before))
        case "sells":
            kind, city, seals, _ = facts
            if seals:
                text = f"{name} +{seals}: {LUXURY_NAMES[kind]} sold in {CITY_NAMES[city]}"
                yield Moment(text, (targets.city(city),))
        case "row":
            yield Moment(f"{name} +{facts[0]}: career row", (CAREER,), seat)
        case "extra_seal":
            yield Moment(f"{name} +1: privilege +1 seal", (CAREER,), seat)
        case "bonus":
            card, seals = facts
            yield Moment(f"{name} +{seals}: {BONUS_NAMES[card]}", (Target(targets.BONUS, card),))
        case "variety":
            if facts[1]:
                yield Moment(f"{name} +{facts[1]}: {facts[0]} kinds of goods on missions", (CAREER,), seat)


def _spent(s: NovgorodState, before: NovgorodState) -> tuple[Target, ...]:
    """The cities whose goods or luxuries a move has used up."""
    if before.phase != USE:
        return ()
    used = (before.units & ~s.units) & 255
    luxuries = sum(1 << c for c in range(CITY_COUNT) if before.stock >> 2 * c & 3 and not s.stock >> 2 * c & 3)
    aboard = (SHIP,) if before.units & ~s.units & SHIP_UNIT else ()
    return (*(targets.city(city) for city in cities_of(used | luxuries)), *aboard)
