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
    SPECIALS,
    VARIETY,
    cities_of,
)
from core.games.novgorod.moves import SHIP_UNIT
from core.games.novgorod.phases import FRONT, INTRO, SIDES, USE
from core.games.novgorod.rules.setup import office_price
from core.games.novgorod.view import targets
from core.games.novgorod.view.targets import CAREER, SHIP
from core.text import list_text
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
        *_end_is_near(s, before),
        *_lead(s, before, seat, here.names),
        *_bonus_cards(s, before, seat),
        *_figures(s, before, seat),
        *_offices(s, before, seat),
    ]
    return told[:4]


def _end_is_near(s: NovgorodState, before: NovgorodState) -> Iterator[str]:
    if s.final and not before.final:
        yield "This is the last round: whoever still shows an X at its end cannot win."


def _lead(s: NovgorodState, before: NovgorodState, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Who has more seals than you now, and had not; or nobody any more."""
    passed = [other for other in range(s.players) if _is_ahead(s, other, seat) and not _is_ahead(before, other, seat)]
    if passed:
        most = max(passed, key=lambda other: s.seals[other])
        up_to = novgorod_text.seals(s.seals[most])
        yield f"{list_text(names[other] for other in passed)} passed you, with up to {up_to}."
    caught = [other for other in range(s.players) if _is_ahead(before, other, seat) and not _is_ahead(s, other, seat)]
    if caught and not any(_is_ahead(s, other, seat) for other in range(s.players)):
        yield f"Nobody has more seals than you any more: you have {s.seals[seat]}."


def _is_ahead(s: NovgorodState, other: int, seat: int) -> bool:
    return s.seals[other] > s.seals[seat]


def _bonus_cards(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    """Bonus cards that the seat can still win and that give less, or are gone."""
    for card in range(VARIETY):
        if s.bonus[card] != before.bonus[card] and not s.taken[seat] >> card & 1:
            if s.bonus[card]:
                yield f"{BONUS_NAMES[card]} would now give you only {novgorod_text.seals(s.bonus[card])}."
            else:
                yield f"{BONUS_NAMES[card]} is gone: you cannot win it any more."


def _figures(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    """Merchant and pirate, where you have an office."""
    if s.pirate != before.pirate and s.offices[seat] >> s.pirate & 1:
        harm = "a route through it is one card shorter" if s.pirate_side == FRONT else "it cannot be used"
        yield f"The pirate is in {CITY_NAMES[s.pirate]}, where you have an office: {harm}."
    if s.merchant != before.merchant and s.offices[seat] >> s.merchant & 1:
        gift = "3 ducats more" if s.merchant_side == FRONT else "1 seal more for a luxury"
        yield f"The merchant is in {CITY_NAMES[s.merchant]}, where you have an office: {gift}."


def _offices(s: NovgorodState, before: NovgorodState, seat: int) -> Iterator[str]:
    """Offices that you have not got: gone, or dearer."""
    fewer = [c for c in range(CITY_COUNT) if s.stacks[c] < before.stacks[c] and not s.offices[seat] >> c & 1]
    if gone := [CITY_NAMES[city] for city in fewer if not s.stacks[city]]:
        yield f"No office is left for you in {list_text(gone)}."
    dearer = [c for c in fewer if s.stacks[c] and office_price(s, c) > office_price(before, c)]
    if dearer:
        prices = [f"{CITY_NAMES[c]} now costs {office_price(s, c)}" for c in dearer]
        yield f"The office in {list_text(prices)}."


# Moments


def moments(here: NovgorodView, before: NovgorodState, events: Sequence[GameEvent]) -> list[Moment]:
    """Return the seals that a move brought, by their source."""
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
        case "line":
            card, bottom, _, seals = facts
            yield Moment(f"{name} +{seals}: {novgorod_text.need(MISSIONS[card][bottom])}, a mission", _spent(s, before))
        case "special":
            code, _, seals = facts
            need = novgorod_text.need(SPECIALS[code >> 2][code & 3].need)
            yield Moment(f"{name} +{seals}: {need}, a special mission", _spent(s, before))
        case "sells":
            kind, city, seals, _ = facts
            if seals:
                text = f"{name} +{seals}: {LUXURY_NAMES[kind]} made in {CITY_NAMES[city]}"
                yield Moment(text, (targets.city(city),))
        case "row":
            yield Moment(f"{name} +{facts[0]}: the career row", (CAREER,), seat)
        case "extra_seal":
            yield Moment(f"{name} +1: the privilege +1 seal", (CAREER,), seat)
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
