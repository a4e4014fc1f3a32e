"""The row of choices, with keys that stay for the whole game.

Digits 1 to 8 are the harbours round the ring, 9 is the artisan, the career or the ship, 0 goes on; m goes from mission
to mission, x is the second thing that can be done under the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.games.novgorod.components import CITY_COUNT, LUXURY_COUNT
from core.games.novgorod.moves import LAY_ARTISAN, BuyShip, Make, Sell
from core.games.novgorod.phases import BUY, CLOSE, INTRO, ROUTE, USE
from core.games.novgorod.text import LUXURY_SIGNS
from core.games.novgorod.view import targets
from core.games.novgorod.view.actions import TargetAction
from core.games.novgorod.view.targets import CAREER, SHIP
from core.view import PromptItem, Target

if TYPE_CHECKING:
    from core.games.novgorod.view import NovgorodView

MISSION_KEY, SECOND_KEY = "m", "x"
NINE, ON = "9", "0"


def prompt_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    """Return the row of choices of a phase."""
    return {
        INTRO: _draft_items,
        ROUTE: _route_items,
        USE: _use_items,
        BUY: _buy_items,
        CLOSE: _close_items,
    }[here.state.phase](here, cursor)


def _harbours(here: NovgorodView, makes_choice: bool = False) -> list[PromptItem]:
    """Return the harbours where something can be done, by their digits: each makes its choice, or goes there."""
    found = []
    for city in range(CITY_COUNT):
        target = targets.city(city)
        if here.invites(target):
            choice = here.choices(target)[0]
            item = PromptItem(str(city + 1), choice.label)
            found.append(item._replace(choice=choice) if makes_choice else item._replace(target=target))
    return found


def _onward(here: NovgorodView) -> list[PromptItem]:
    """Return what goes on wherever the cursor is: set sail, finish, pass."""
    return [
        PromptItem(ON, choice.label, choice)
        for choice, deed in zip(here.choices(SHIP), here.actions_by_target.get(None, []), strict=True)
        if deed.leads_on
    ]


def _second(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    """Return the second thing that can be done under the cursor: send the pirate, or buy with a privilege."""
    if cursor is None or cursor == SHIP:
        return []
    if pirate := here.pirate_choice(cursor):
        return [PromptItem(SECOND_KEY, pirate.label, pirate)]
    cheaper = here.choices(cursor)[1:2] if cursor.kind == targets.OPEN else []
    return [PromptItem(SECOND_KEY, f"for {choice.label.split()[-1]}", choice) for choice in cheaper]


def _next_mission(here: NovgorodView, kind: str, cursor: Target | None) -> Target | None:
    """Return the mission to which the key goes from the cursor: the next, and from the last one the first."""
    missions = [target for target in here.targets() if target.kind == kind and here.invites(target)]
    if cursor in missions:
        return missions[(missions.index(cursor) + 1) % len(missions)]
    return missions[0] if missions else None


def _draft_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    mission = _next_mission(here, targets.OPEN, cursor)
    return [*_harbours(here), *([PromptItem(MISSION_KEY, "mission", target=mission)] if mission else [])]


def _route_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    """While a route is laid a digit adds its harbour."""
    last = targets.city(here.state.route[-1] % CITY_COUNT) if here.state.route else None
    artisan = [choice for choice in here.choices(last) if choice.first_move == LAY_ARTISAN] if last else []
    harbours = [item for item in _harbours(here, makes_choice=True) if item.choice not in artisan]
    card = [PromptItem(NINE, choice.label, choice) for choice in artisan]
    return [*harbours, *card, *_onward(here), *_second(here, cursor)]


def _use_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    """While a route is used a key only goes to a place; all that can be done is listed beside the chart."""
    found = []
    if mission := _next_mission(here, targets.MISSION, cursor):
        found.append(PromptItem(MISSION_KEY, "mission", target=mission))
    for target in here.tab_stops():
        if target.kind == targets.SPECIAL:
            found.append(PromptItem("", "special", target=target))
    for city in range(CITY_COUNT):
        if here.invites(targets.city(city)):
            label = _harbour_label(here, here.actions_by_target[targets.city(city)])
            found.append(PromptItem(str(city + 1), label, target=targets.city(city)))
    if here.actions_by_target.get(CAREER):
        found.append(PromptItem(NINE, "career", target=CAREER))
    return [*found, *_onward(here), *_second(here, cursor)]


def _harbour_label(here: NovgorodView, there: Sequence[TargetAction]) -> str:
    """Return the luxury that can be made or sold in a harbour, by its sign; else its income alone."""
    luxury = next((deed for deed in there if isinstance(deed.first, (Make, Sell))), None)
    if luxury is None:
        return there[0].worth
    assert isinstance(luxury.first, (Make, Sell))
    kind = here.state.artisans[luxury.first.city]
    assert kind < LUXURY_COUNT
    return f"{LUXURY_SIGNS[kind]} {luxury.worth.split()[0] if luxury.worth else ''}".rstrip()


def _buy_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    found = _harbours(here)
    if mission := _next_mission(here, targets.OPEN, cursor):
        found.append(PromptItem(MISSION_KEY, "mission", target=mission))
    faster = [choice for choice in here.choices(SHIP) if isinstance(choice.first_move, BuyShip)]
    found += [PromptItem(NINE, choice.label, target=SHIP) for choice in faster]
    return [*found, *_onward(here), *_second(here, cursor)]


def _close_items(here: NovgorodView, cursor: Target | None) -> list[PromptItem]:
    """At the end of a turn a digit points at the harbour for the pirate."""
    cities = [target for target in here.targets() if target.kind == targets.CITY and here.choices(target)]
    return [*(PromptItem(str(target.number + 1), "", target=target) for target in cities), *_onward(here)]
