"""The news: what another player did in a turn, and what happened at the table, as the parts of one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.game import GameEvent
from core.games.novgorod.components import BONUS_NAMES, CITY_NAMES, GOOD_NAMES, LUXURY_NAMES
from core.games.novgorod.rules.route import ARTISAN
from core.games.novgorod.text import SEALS, SIDE_NAMES
from core.text import count_text


def turn_facts(events: Sequence[GameEvent]) -> list[str]:
    """Return what a player did: the route first, then what brought seals, then what was bought."""
    by_kind: dict[str, list[GameEvent]] = {}
    for event in events:
        by_kind.setdefault(event.kind, []).append(event)
    found = [_TELLERS[kind](event) for kind in _TELLERS for event in by_kind.get(kind, [])]
    return [*found, *_missions(by_kind)]


def _route(event: GameEvent) -> str:
    slots = event.facts[0]
    return "→".join("artisan" if slot >= ARTISAN else CITY_NAMES[slot] for slot in slots) or "stays in harbour"


def _line(event: GameEvent) -> str:
    _, bottom, _, gained = event.facts
    return f"mission {'bottom' if bottom else 'top'} line +{gained}{SEALS}"


#: By kind of event, in the order of the line.
_TELLERS: dict[str, Callable[[GameEvent], str]] = {
    "side": lambda event: f"plays the {SIDE_NAMES[event.facts[0] & 1]} side",
    "sails": _route,
    "line": _line,
    "special": lambda event: f"special mission +{event.facts[2]}{SEALS}",
    "climbs": lambda event: f"career row {event.facts[0]}",
    "bonus": lambda event: f"{BONUS_NAMES[event.facts[0]]} +{event.facts[1]}{SEALS}",
    "sells": lambda event: f"sells {LUXURY_NAMES[event.facts[0]]} +{event.facts[2]}{SEALS}",
    "pick_office": lambda event: f"takes {CITY_NAMES[event.facts[0]]}",
    "buys_office": lambda event: f"buys {CITY_NAMES[event.facts[0]]}",
    "buys_ship": lambda event: f"buys speed {event.facts[0]}",
    "pirate": lambda event: f"pirate to {CITY_NAMES[event.facts[0]]}",
    "stores": lambda event: f"stores {GOOD_NAMES[event.facts[0]]}",
    "out": lambda event: "still shows an X",
    "variety": lambda event: f"{event.facts[0]} kinds of goods +{event.facts[1]}{SEALS}",
}


def _missions(by_kind: dict[str, list[GameEvent]]) -> list[str]:
    """Return the missions that a player got, taken face up or drawn unseen."""
    number = len(by_kind.get("takes", [])) + len(by_kind.get("draws", []))
    verb = "buys" if "buys_mission" in by_kind else "takes"
    return [f"{verb} {'a mission' if number == 1 else count_text(number, 'mission')}"] if number else []


def table_facts(events: Sequence[GameEvent]) -> list[str]:
    """Return what happened at the table, the most important first."""
    told = {kind: [event.facts for event in events if event.kind == kind] for kind in {event.kind for event in events}}
    found = [f"round {facts[0]} is the last" for facts in told.get("final", [])]
    found += [f"{BONUS_NAMES[facts[0]]} is out of the game" for facts in told.get("bonus_gone", [])]
    found += [f"{BONUS_NAMES[facts[0]]} now pays {facts[1]}{SEALS}" for facts in told.get("shrinks", [])]
    found += [f"merchant in {CITY_NAMES[facts[0]]}" for facts in told.get("merchant", [])[-1:]]
    found += [f"round {facts[0]} begins" for facts in told.get("round", [])[-1:]]
    opened = len(told.get("opens", []))
    return [*found, *([count_text(opened, "new open mission")] if opened else [])]
