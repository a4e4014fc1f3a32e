"""The position as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mezo import phases
from core.games.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CARDS,
    CONSTANTS,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GODS,
    IN_MASK,
    REGIONS,
    TOUCHES,
    TRACKS,
    VERTICES,
    WRATHFUL,
)
from core.games.mezo.scoring import champion_strength, strength
from core.games.mezo.text import names
from core.text import count_text

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

_SIGNS = "w is a Warrior, s a Shaman, and = comes before the strength; 2xL1: 2 pyramid pieces of level 1."
_STEP = {phases.ABILITIES: "tribe abilities", phases.DEPLOY: "Deploy Step", phases.CALLS: "Call Step"}


def progress_text(state: MezoState) -> str:
    """Return "Age 2, conflict 3/5": short, because the top line has to hold the scores too."""
    if state.actor is None:
        return f"after {AGES} Ages"
    if not state.age:
        return "before the first Age"
    age = f"Age {state.age}"
    if state.conflict >= 0:
        what = "Blessed" if state.conflict == state.blessed else "conflict"
        return f"{age}, {what} {state.fought}/{len(IN_MASK[state.live])}"
    for frame in reversed(state.stack):
        if frame[0] in _STEP:
            return f"{age}, {_STEP[frame[0]]}"
    return age


def outcome_text(state: MezoState) -> str:
    """Return who won, and by how much."""
    first, second = state.vp_order()[:2]
    ahead = state.vp[first] - state.vp[second]
    winner, other = (GODS[state.gods[seat]].name for seat in (first, second))
    return f"The third Age is over: the people of {winner} endure, {ahead} VP ahead of those of {other}."


def fought(state: MezoState, region: int) -> bool:
    """Whether the conflict of this Age here is over."""
    return bool(state.fought) and region != state.conflict and region not in state.tiles


def _short(warriors: int, shamans: int) -> str:
    return " ".join(part for part in (f"{warriors}w" * bool(warriors), f"{shamans}s" * bool(shamans)) if part)


def region_line(state: MezoState, region: int) -> str:
    """Return one region: what it promises, and who is there."""
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name}: Desolate"
    if region == state.conflict:
        name += " (being fought over)"
    elif fought(state, region):
        name += " (fought over in this Age)"
    if region == state.blessed:
        parts = [f"Blessed ({CONSTANTS.blessed_vp} VP to the strongest)"]
    else:
        altar = ALTARS[state.altars[region]]
        parts = [f"altar {altar.name} ({altar.effect.text.rstrip('.')})"]
    for seat in range(state.players):
        at = seat * REGIONS + region
        here = [_short(state.units[at * 2], state.units[at * 2 + 1])]
        if state.champions[region] == seat:
            here.insert(0, f"Champion {champion_strength(state, seat)}")
        if state.glyphs[at]:
            here.append(count_text(state.glyphs[at], "glyph"))
        if state.tokens[at]:
            here.append(f"+{state.tokens[at]}")
        if state.most[region * 2] >> seat & 1:
            here.append("most Warriors")
        if state.most[region * 2 + 1] >> seat & 1:
            here.append("most Shamans")
        if state.ties[region] >> seat & 1:
            here.append("wins ties")
        said = " ".join(part for part in here if part)
        if said:
            parts.append(f"{names.seat(seat)} {said} = {strength(state, seat, region)}")
    if state.pyramids[region]:
        pieces = ", ".join(f"{piece % 4 + 1} {names.seat(piece // 4)}" for piece in state.pyramids[region])
        parts.append(f"pyramid of {pieces}")
    return f"{name}: " + "; ".join(parts)


def _tribe_lines(state: MezoState, seat: int, mine: bool) -> list[str]:
    god = state.gods[seat]
    head = f"{names.seat(seat)}: {state.vp[seat]} VP"
    if god >= 0:
        head += f", {GODS[god].name}"
        if state.vertices[seat] >= 0:
            head += " at " + names.vertex(state.vertices[seat], IN_MASK[state.presence(seat)])
    devotion = state.devotion[seat]
    head += f", devotion {devotion} (level {DEVOTION_LEVEL[devotion]}, worth {DEVOTION_VP[devotion]})"
    at = seat * 2
    pieces = " ".join(f"{state.pieces[seat * 4 + level]}xL{level + 1}" for level in range(4))
    stock = (
        f"  Reserves {_short(*state.reserves[at : at + 2]) or 'empty'},"
        f" Xibalba {_short(*state.xibalba[at : at + 2]) or 'empty'},"
        f" glyphs {state.stelae[seat]}, pyramids {pieces}"
    )
    if any(state.given[at : at + 2]):
        stock += f", sacrificed {_short(*state.given[at : at + 2])}"
    lines = [head, stock]
    lines += [f"  {ABILITIES[number].name}: {ABILITIES[number].text}" for number in state.abilities[seat]]
    return lines + _cards(state, seat, mine)


def _cards(state: MezoState, seat: int, mine: bool) -> list[str]:
    """The card of this conflict, in full as soon as the reader may see it; then those played, and the next ones."""
    lines = []
    card = state.cards[seat]
    if card >= 0 and (state.revealed or mine):
        how = "card" if state.revealed else "face down"
        lines.append(f"  {how} {CARDS[card].capitalize()}:")
        for number, action in enumerate(GODS[state.gods[seat]].actions[card]):
            spent = " (spent)" if state.covered[seat] >> number & 1 else ""
            lines.append(f"    {number + 1}{spent} {action.text}")
    elif card >= 0:
        lines.append("  a card face down")
    held = {*state.decks[seat], card}
    if played := [number for number in range(len(CARDS)) if number not in held]:
        lines.append("  played " + ", ".join(CARDS[number].capitalize() for number in played))
    if mine and state.known[seat]:
        top = state.decks[seat][: state.known[seat]]
        lines.append("  on top of the deck " + ", ".join(CARDS[number].capitalize() for number in top))
    return lines


def _god_lines(state: MezoState) -> list[str]:
    """Return how the gods are played that no seat follows yet, for the seat that has to choose one."""
    free = [god for number, god in enumerate(GODS) if number not in state.gods]
    return ["Gods to follow:", *(f"  {god.name}, {god.title}. {god.theme}" for god in free)]


def _vertex_lines(state: MezoState) -> list[str]:
    """Where a god can stand, which live regions meet there, and which god stands there."""
    lines = ["Vertices, where gods stand, and the regions that meet there:"]
    for number, vertex in enumerate(VERTICES):
        if regions := IN_MASK[TOUCHES[number] & state.live]:
            line = f"  {vertex.id} {names.regions(regions)}"
            if number in state.vertices:
                seat = state.vertices.index(number)
                line += f": {GODS[state.gods[seat]].name} of {names.seat(seat)}"
            lines.append(line)
    return lines


def _track_line(state: MezoState, kind: int) -> str:
    """A track, each space with what it does and who is on it."""
    spaces = []
    for space, owner in zip(TRACKS[kind], state.tracks[kind], strict=True):
        taken = f", {names.seat(owner)}" if owner >= 0 else ""
        spaces.append(f"{space.name} ({space.effect.text.rstrip('.')}{taken})")
    return f"{names.TRACK[kind]}: {'; '.join(spaces)}"


def board_text(state: MezoState, seat: int | None = None) -> str:
    """Return everything that this seat may see; while gods are chosen, only what that needs."""
    lines = [progress_text(state), ""]
    lines += [region_line(state, region) for region in range(REGIONS)]
    lines.append("")
    if not state.age:
        return "\n".join([*lines, *_seats_before(state), "", *_god_lines(state)])
    lines += [*_vertex_lines(state), ""]
    for number in range(state.players):
        lines += _tribe_lines(state, number, number == seat)
    return "\n".join([*lines, "", _wrath_line(state), *(_track_line(state, kind) for kind in (1, 0)), "", _SIGNS])


def _seats_before(state: MezoState) -> list[str]:
    """Who has which points to begin with, and who has chosen a god."""
    return [
        f"{names.seat(seat)}: {state.vp[seat]} VP" + (f", {GODS[god].name}" if god >= 0 else "")
        for seat, god in enumerate(state.gods)
    ]


def _wrath_line(state: MezoState) -> str:
    tiles = "; ".join(f"{WRATHFUL[tile].name} ({WRATHFUL[tile].effect.text.rstrip('.')})" for tile in state.face_up())
    given = "; ".join(
        f"{names.seat(number)} {_short(*state.wrath[number * 2 : number * 2 + 2])}"
        for number in range(state.players)
        if any(state.wrath[number * 2 : number * 2 + 2])
    )
    return f"Wrathful god: {tiles or 'silent'}" + (f"; on it: {given}" if given else "")
