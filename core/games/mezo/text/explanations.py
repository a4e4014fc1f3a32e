"""Explanations of the things that the cursor can point at."""

from collections.abc import Sequence

from core.games.mezo.components import (
    ABILITIES,
    ALTARS,
    CARDS,
    DEVOTION_END,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GODS,
    IN_MASK,
    TOUCHES,
    TRACKS,
    WRATHFUL,
)
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.text.board import region_line
from core.text import list_text


def named(text: str, players: Sequence[str]) -> str:
    """Return a text of the plain board with the players' names instead of their numbers."""
    for seat, name in enumerate(players):
        text = text.replace(names.seat(seat), name)
    return text


def region(state: MezoState, number: int, players: Sequence[str]) -> str:
    """A region: what it promises, who is there, and how a conflict would end now."""
    line = named(region_line(state, number), players) + "."
    if not state.live >> number & 1:
        return line
    found = standings(state, number)
    if max(found.strengths):
        verb = "leads" if len(found.winner) == 1 else "are tied"
        line += f" {list_text(players[seat] for seat in found.winner)} {verb}."
    for track, seats in (("Calendar", found.calendar), ("Codex", found.codex)):
        if seats:
            line += f" {track}: {list_text(players[seat] for seat in seats)}."
    return line


def vertex(state: MezoState, number: int, players: Sequence[str]) -> str:
    """A vertex: what can be seen from it, and whose god stands there."""
    text = f"V{names.vertex(number, IN_MASK[TOUCHES[number] & state.live])[1:]}."
    if number in state.vertices:
        seat = state.vertices.index(number)
        text += f" {GODS[state.gods[seat]].name} of {players[seat]} stands here."
    return text


def god(number: int) -> str:
    found = GODS[number]
    return f"{found.name}, {found.title}. {found.theme} Call: {found.call.text}"


def card(god_number: int, number: int) -> str:
    """A card, an action a line."""
    lines = [f"{at}. {action.text}" for at, action in enumerate(GODS[god_number].actions[number], 1)]
    return "\n".join([f"{CARDS[number].capitalize()} of {GODS[god_number].name}", *lines])


def things() -> dict[str, str]:
    """Gods with their cards, abilities, altars, tiles of the wrathful god, and the spaces of both tracks."""
    gods = {each.name: "\n".join([god(n), *(card(n, c) for c in range(len(CARDS)))]) for n, each in enumerate(GODS)}
    abilities = {each.name: f"Ability of Age {each.age}, {each.name}: {each.text}" for each in ABILITIES}
    altars = {each.name: f"Altar {each.name}: {each.effect.text}" for each in ALTARS}
    tiles = {each.name: tile(n) for n, each in enumerate(WRATHFUL)}
    spaces = {
        each.name: f"{names.TRACK[kind]}, {each.name}: {each.effect.text}"
        for kind, track in enumerate(TRACKS)
        for each in track
    }
    return gods | abilities | altars | tiles | spaces


def space(state: MezoState, kind: int, number: int, players: Sequence[str]) -> str:
    """A space of the Codex (Warriors) or the Calendar (Shamans), and who is on it."""
    found = TRACKS[kind][number]
    owner = state.tracks[kind][number]
    taken = f" {players[owner]} is there." if owner >= 0 else ""
    return f"{names.TRACK[kind]}, {found.name}: {found.effect.text}{taken}"


def tile(number: int) -> str:
    return f"Wrathful tile {WRATHFUL[number].name}: {WRATHFUL[number].effect.text}"


def devotion(state: MezoState, seat: int, players: Sequence[str]) -> str:
    """Where a seat stands on its ladder, and what the next level asks."""
    at = state.devotion[seat]
    text = f"{players[seat]}: devotion {at} of {DEVOTION_END} · level {DEVOTION_LEVEL[at]} = {DEVOTION_VP[at]} VP."
    if DEVOTION_LEVEL[at] < DEVOTION_LEVEL[-1]:
        ahead = DEVOTION_LEVEL.index(DEVOTION_LEVEL[at] + 1) - at
        text += f" {ahead} more for the next level."
    return text
