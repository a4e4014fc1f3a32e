"""What a player did, or what happened at the table, as the parts of one line: "★ Coba", "Uxmal ▲▲●", "wins Becan"."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.game import GameEvent
from core.games.mezo.components import (
    ABILITIES,
    ALTARS,
    CARDS,
    GODS,
    NEUTRAL,
    SHAMAN,
    TRACKS,
    WARRIOR,
    WRATHFUL,
)
from core.games.mezo.text import names

#: The signs of Warrior and Shaman, of a glyph, a Champion and a vertex, as the map draws them.
UNIT = ("▲", "●")
GLYPH, CHAMPION, VERTEX = "■", "★", "◇"
#: More units of a kind than these are told as a number.
_SIGNS_IN_A_ROW = 3
#: The kinds of events that come first in a line, and those that come last, because they matter most and least.
_FIRST = ("wins",)
_LAST = ("recover", "devotion", "lays", "card", "declines", "name", "acts", "give", "pass")

_Facts = tuple[Any, ...]
_Words = Callable[[_Facts, Sequence[str]], str]


def unit_signs(warriors: int, shamans: int) -> str:
    """Return units as their signs: "▲▲●"; of more than three "4▲"."""
    return "".join(
        sign * n if n <= _SIGNS_IN_A_ROW else f"{n}{sign}" for sign, n in zip(UNIT, (warriors, shamans), strict=True)
    )


def turn_facts(events: Sequence[GameEvent], players: Sequence[str]) -> list[str]:
    """Return the parts of the line, the most important first."""
    ordered = sorted(events, key=lambda event: (event.kind not in _FIRST, event.kind in _LAST))
    if any(event.kind == "champion" for event in events):
        ordered = _deployed(ordered)
    return [fact for fact in _told(_joined(ordered), players) if fact]


def _deployed(events: Sequence[GameEvent]) -> list[GameEvent]:
    """Return the events of a Deploy Step with all that came to one region in one event, those regions first."""
    came: dict[int, list[int]] = {}
    for event in events:
        match event.kind, event.facts:
            case "champion", (region, *_):
                came.setdefault(region, [0, 0, 0])[0] += 1
            case "deploy" | "awaken", (region, kind, n):
                came.setdefault(region, [0, 0, 0])[1 + kind] += n
    others = [event for event in events if event.kind not in ("champion", "deploy", "awaken")]
    return [*(GameEvent("came", events[0].seat, (region, *came[region])) for region in sorted(came)), *others]


def _joined(events: Sequence[GameEvent]) -> list[GameEvent]:
    """Return the events with all units that went to one region in one event, and all devotion in one."""
    found: dict[object, GameEvent] = {}
    for number, event in enumerate(events):
        key: object = number
        facts = event.facts
        match event.kind:
            case "deploy" | "awaken":
                region, kind, n = facts
                key, facts = (event.kind, region), (region, n * (kind == WARRIOR), n * (kind == SHAMAN))
            case "smite" | "exile":
                owner, region, kind, n = facts
                key, facts = (event.kind, owner, region), (owner, region, n * (kind == WARRIOR), n * (kind == SHAMAN))
            case "recover" | "devotion" | "strength":
                key = event.kind if event.kind != "strength" else (event.kind, facts[0])
        earlier = found.get(key)
        if earlier is not None:
            facts = _sum(event.kind, earlier.facts, facts)
        found[key] = GameEvent(event.kind, event.seat, facts)
    return list(found.values())


#: By kind of event: the first of its facts that are added up.
_FIRST_NUMBER = {"deploy": 1, "awaken": 1, "smite": 2, "exile": 2, "recover": 0, "strength": 1}


def _sum(kind: str, one: _Facts, other: _Facts) -> _Facts:
    if kind == "devotion":
        return one[0] + other[0], other[1]
    first = _FIRST_NUMBER[kind]
    return (*one[:first], *(a + b for a, b in zip(one[first:], other[first:], strict=True)))


def _told(events: Sequence[GameEvent], players: Sequence[str]) -> Iterator[str]:
    for event in events:
        words = _FACTS.get(event.kind)
        if words is not None:
            yield words(event.facts, players)


def _owner(seat: int, players: Sequence[str]) -> str:
    return "a neutral" if seat == NEUTRAL else f"{players[seat]}'s"


def _strike(verb: str) -> _Words:
    def words(facts: _Facts, players: Sequence[str]) -> str:
        owner, region, warriors, shamans = facts
        return f"{verb} {players[owner]} {unit_signs(warriors, shamans)} in {names.region(region)}"

    return words


def _god(facts: _Facts, players: Sequence[str]) -> str:
    god, vertex, _ = facts
    return f"{GODS[god].name} to {VERTEX}{vertex + 1}"


def _wins(facts: _Facts, players: Sequence[str]) -> str:
    region, strengths = facts
    first, second = sorted(strengths, reverse=True)[:2]
    return f"wins {names.region(region)}, {first} to {second}"


def _space(facts: _Facts, players: Sequence[str]) -> str:
    kind, space = facts
    return f"{('Codex', 'Calendar')[kind]} {space + 1}: {TRACKS[kind][space].brief}"


def _stone(verb: str) -> _Words:
    return lambda facts, players: f"{verb} {_owner(facts[0], players)} {GLYPH} in {names.region(facts[1])}"


def _level(verb: str) -> _Words:
    return lambda facts, players: (
        f"{verb} {_owner(facts[0], players)} pyramid level {facts[2]} in {names.region(facts[1])}"
    )


def _move(facts: _Facts, players: Sequence[str]) -> str:
    owner, start, end, kind = facts
    return f"moves {_owner(owner, players)} {UNIT[kind]} {names.region(start)} → {names.region(end)}"


_FACTS: dict[str, _Words] = {
    # Of the table
    "age": lambda facts, _: f"Age {facts[0]} begins, wrathful tile {WRATHFUL[facts[1]].name}",
    "conflict": lambda facts, _: f"{'the Blessed conflict' if facts[1] else 'conflict'} in {names.region(facts[0])}",
    "blessed": lambda facts, _: f"{names.region(facts[0])} is Blessed",
    "age_end": lambda facts, _: f"Age {facts[0]} ends",
    "last_age": lambda facts, _: "the last Age is over",
    # Of a player
    "follow": lambda facts, _: f"follows {GODS[facts[0]].name}",
    "ability": lambda facts, _: f"takes {ABILITIES[facts[0]].name}",
    "acts": lambda facts, _: f"uses {ABILITIES[facts[0]].name}",
    "came": lambda facts, _: f"{names.region(facts[0])} {CHAMPION * facts[1]}{unit_signs(*facts[2:])}",
    "deploy": lambda facts, _: f"{names.region(facts[0])} {unit_signs(*facts[1:])}",
    "awaken": lambda facts, _: f"awakens {unit_signs(*facts[1:])} in {names.region(facts[0])}",
    "recover": lambda facts, _: f"recovers {unit_signs(*facts)}",
    "give": lambda facts, _: f"smites {unit_signs(*facts)} of the Reserves",
    "smite": _strike("smites"),
    "exile": _strike("exiles"),
    "move": _move,
    "carve": lambda facts, _: f"{GLYPH} {names.region(facts[0])}",
    "raise": lambda facts, _: f"pyramid level {facts[1]} in {names.region(facts[0])}",
    "deface": _stone("demolishes"),
    "recarve": _stone("transforms"),
    "topple": _level("demolishes"),
    "rebuild": _level("transforms"),
    "god": _god,
    "pay": lambda facts, _: f"{UNIT[facts[1]]} to the wrathful god",
    "appease": lambda facts, _: f"{WRATHFUL[facts[0]].name}: {WRATHFUL[facts[0]].brief}",
    "strength": lambda facts, _: f"+{facts[1]} strength in {names.region(facts[0])}",
    "majority": lambda facts, _: f"has the most {UNIT[facts[1]]} in {names.region(facts[0])}",
    "ties": lambda facts, _: f"wins ties in {names.region(facts[0])}",
    "devotion": lambda facts, _: f"+{facts[0]} devotion",
    "lays": lambda facts, _: "plays a card face down",
    "card": lambda facts, _: f"shows {CARDS[facts[1]].capitalize()}",
    "act": lambda facts, _: f"{CARDS[facts[1]].capitalize()} {facts[2] + 1}",
    "pass": lambda facts, _: "passes",
    "nothing": lambda facts, _: "finds nothing",
    "third": lambda facts, _: f"gives up a {GLYPH} for a third action",
    "sacrifice": lambda facts, _: f"sacrifices {unit_signs(*facts) or 'nobody'}",
    "wins": _wins,
    "altar": lambda facts, _: f"altar: {ALTARS[facts[0]].brief}",
    "grants": lambda facts, players: f"gives the {names.TRACK[facts[1]]} to {players[facts[0]]}",
    "space": _space,
    "end_gain": lambda facts, _: f"{facts[0]} VP for devotion, {facts[1]} for abilities",
}
