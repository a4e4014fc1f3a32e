"""The sentences for the events of Mezo."""

from collections.abc import Callable, Sequence
from typing import Any

from core.game import GameEvent
from core.games.mezo.components import ABILITIES, AGES, ALTARS, CARDS, DEVOTION_LEVEL, GODS, TRACKS, WRATHFUL
from core.games.mezo.labels import LABELS
from core.games.mezo.scoring import FROM_ACTIONS, SOURCES
from core.games.mezo.text import names
from core.text import count_text, list_text

_Words = Callable[[str, tuple[Any, ...], Sequence[str]], str]


def describe_event(event: GameEvent, players: Sequence[str]) -> str:
    """An event in words."""
    who = players[event.seat] if event.seat is not None else ""
    return _SAID[event.kind](who, event.facts, players)


def _age(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    age, tile = facts
    found = WRATHFUL[tile]
    return f"Age {age} of {AGES} begins. Wrathful tile {found.name}: {found.effect.text}"


def _conflict(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    region, blessed, owner = facts
    if blessed:
        return f"The Blessed conflict, in {names.region(region)}."
    return f"Conflict in {names.region(region)}; {players[owner]}'s Champion stands there."


def _god(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    god, vertex, regions = facts
    return f"{GODS[god].name} of {who} goes to {names.vertex(vertex, regions)}."


def _put(verb: str) -> _Words:
    def words(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
        region, kind, n = facts
        return f"{who} {verb} {count_text(n, names.KIND[kind])} to {names.region(region)}."

    return words


def _strike(verb: str) -> _Words:
    def words(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
        owner, region, kind, n = facts
        whose = "their own" if players[owner] == who else f"{players[owner]}'s"
        return f"{who} {verb} {n} of {whose} {names.KIND[kind]}s in {names.region(region)}."

    return words


def _move(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    owner, start, end, kind = facts
    whose = "a" if players[owner] == who else f"{players[owner]}'s"
    return f"{who} moves {whose} {names.KIND[kind]} from {names.region(start)} to {names.region(end)}."


def _vp(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    n, jump, total, parts = facts
    if len(parts) > 1:
        why = f" ({list_text(f'{part} for {LABELS.source(SOURCES[source])}' for part, source in parts)})"
    else:
        why = "" if parts[0][1] == FROM_ACTIONS else f" ({LABELS.source(SOURCES[parts[0][1]])})"
    more = f" and jumps {jump} further" if jump else ""
    return f"{who} gains {n} VP{why}{more}, now {total}."


def _devotion(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    n, space = facts
    return f"{who} gains {n} devotion (space {space}, level {DEVOTION_LEVEL[space]})."


def _act(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    god, card, action = facts
    return f"{who}, {CARDS[card].capitalize()} {action + 1}: {GODS[god].actions[card][action].text}"


def _pass(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    _, card, action = facts
    return f"{who} passes, giving up action {action + 1} of {CARDS[card].capitalize()}."


def _wins(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    region, counts = facts
    told = list_text(f"{players[seat]} {count}" for seat, count in enumerate(counts))
    return f"{who} wins in {names.region(region)}. Strength: {told}."


def _altar(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    found = ALTARS[facts[0]]
    return f"{who} gets the altar {found.name}: {found.effect.text}"


def _grants(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    seat, kind = facts
    if players[seat] == who:
        return f"{who} takes the {names.TRACK[kind]}."
    return f"{who} gives the {names.TRACK[kind]} to {players[seat]}."


def _space(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    kind, space = facts
    found = TRACKS[kind][space]
    return f"{who}'s {names.KIND[kind]} goes to {found.name} of the {names.TRACK[kind]}: {found.effect.text}"


def _sacrifice(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    return f"{who} sacrifices {names.units(*facts)}."


def _end_gain(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    devotion, ability = facts
    return f"{who}'s devotion is worth {devotion} VP, the tribe abilities {ability}."


def _pay(who: str, facts: tuple[Any, ...], players: Sequence[str]) -> str:
    region, kind = facts
    place = "the Reserves" if region < 0 else names.region(region)
    return f"{who} gives a {names.KIND[kind]} from {place} to the wrathful god."


_SAID: dict[str, _Words] = {
    "declines": lambda who, facts, _: f"{who} stops there.",
    "nothing": lambda who, facts, _: f"{who} finds no target.",
    "follow": lambda who, facts, _: f"{who} follows {GODS[facts[0]].name}, {GODS[facts[0]].title}.",
    "age": _age,
    "ability": lambda who, facts, _: f"{who} takes {ABILITIES[facts[0]].name}: {ABILITIES[facts[0]].text}",
    "acts": lambda who, facts, _: f"{who} uses {ABILITIES[facts[0]].name}.",
    "champion": lambda who, facts, _: f"{who}'s Champion goes to {names.region(facts[0])}.",
    "blessed": lambda who, facts, _: f"{names.region(facts[0])} is the Blessed region of this Age.",
    "deploy": _put("deploys"),
    "awaken": _put("awakens"),
    "recover": lambda who, facts, _: f"{who} recovers {names.units(*facts)} from Xibalba.",
    "give": lambda who, facts, _: f"{who} smites {names.units(*facts)} of their own Reserves.",
    "smite": _strike("smites"),
    "exile": _strike("exiles"),
    "move": _move,
    "carve": lambda who, facts, _: f"{who} builds a glyph in {names.region(facts[0])}.",
    "raise": lambda who, facts, _: f"{who} builds level {facts[1]} of a pyramid in {names.region(facts[0])}.",
    "deface": lambda who, facts, p: f"{who} demolishes {names.owner(facts[0], p)} glyph in {names.region(facts[1])}.",
    "topple": lambda who, facts, p: (
        f"{who} demolishes {names.owner(facts[0], p)} level {facts[2]} in {names.region(facts[1])}."
    ),
    "recarve": lambda who, facts, p: f"{who} transforms {names.owner(facts[0], p)} glyph in {names.region(facts[1])}.",
    "rebuild": lambda who, facts, p: (
        f"{who} transforms {names.owner(facts[0], p)} level {facts[2]} in {names.region(facts[1])}."
    ),
    "god": _god,
    "pay": _pay,
    "appease": lambda who, facts, _: (
        f"{who} resolves the wrathful tile {WRATHFUL[facts[0]].name}: {WRATHFUL[facts[0]].effect.text}"
    ),
    "strength": lambda who, facts, _: f"{who} gains {facts[1]} strength in {names.region(facts[0])}.",
    "majority": lambda who, facts, _: (
        f"{who} counts as having the most {names.KIND[facts[1]]}s in {names.region(facts[0])}."
    ),
    "ties": lambda who, facts, _: f"{who} wins every tie of strength in {names.region(facts[0])}.",
    "name": lambda who, facts, _: f"{who} continues in {names.region(facts[0])}.",
    "devotion": _devotion,
    "vp": _vp,
    "conflict": _conflict,
    "lays": lambda who, facts, _: f"{who} plays a card face down.",
    "card": lambda who, facts, _: f"{who} shows {CARDS[facts[1]].capitalize()} of {GODS[facts[0]].name}.",
    "act": _act,
    "pass": _pass,
    "third": lambda who, facts, _: f"{who} gives up a glyph in {names.region(facts[0])} for a third action.",
    "sacrifice": _sacrifice,
    "wins": _wins,
    "altar": _altar,
    "grants": _grants,
    "space": _space,
    "age_end": lambda who, facts, _: f"Age {facts[0]} ends.",
    "last_age": lambda who, facts, _: "The last Age is over.",
    "end_gain": _end_gain,
}
