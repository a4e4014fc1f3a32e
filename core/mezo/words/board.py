"""The position in words and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.grammar import count
from core.mezo import phases
from core.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CARDS,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GODS,
    IN_MASK,
    REGIONS,
    TRACKS,
    WRATHFUL,
)
from core.mezo.scoring import champion_strength, strength
from core.mezo.words import names

if TYPE_CHECKING:
    from core.mezo.state import MezoState

_STEP = {phases.ABILITIES: "tribe abilities", phases.DEPLOY: "Deploy Step", phases.CALLS: "Call Step"}


def when(state: MezoState) -> str:
    """ "Age 2, conflict 3/5: Becan": short, for the top line has to hold the scores too."""
    if state.actor is None:
        return f"after {AGES} Ages"
    if not state.age:
        return "before the first Age"
    age = f"Age {state.age}"
    if state.conflict >= 0:
        what = "Blessed" if state.conflict == state.blessed else "conflict"
        return f"{age}, {what} {state.fought}/{len(IN_MASK[state.live])}: {names.region(state.conflict)}"
    for frame in reversed(state.stack):
        if frame[0] in _STEP:
            return f"{age}, {_STEP[frame[0]]}"
    return age


def verdict(state: MezoState) -> str:
    """Who won, and by how much."""
    first, second = state.vp_order()[:2]
    god = GODS[state.gods[first]].name
    ahead = state.vp[first] - state.vp[second]
    return f"The third Age is over: {names.tribe(first)} and {god} endure, {ahead} VP ahead."


def _short(warriors: int, shamans: int) -> str:
    return " ".join(part for part in (f"{warriors}w" * bool(warriors), f"{shamans}s" * bool(shamans)) if part)


def region_line(state: MezoState, region: int) -> str:
    """One region: what it promises, and who is there."""
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name}: Desolate"
    if region == state.blessed:
        parts = ["Blessed"]
    else:
        altar = ALTARS[state.altars[region]]
        parts = [f"altar {altar.name} ({altar.effect.text.rstrip('.')})"]
    for seat in range(state.players):
        at = seat * REGIONS + region
        here = [_short(state.units[at * 2], state.units[at * 2 + 1])]
        if state.champions[region] == seat:
            here.insert(0, f"Champion {champion_strength(state, seat)}")
        if state.glyphs[at]:
            here.append(count(state.glyphs[at], "glyph"))
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
            parts.append(f"{names.tribe(seat)} {said} = {strength(state, seat, region)}")
    if state.pyramids[region]:
        pieces = ", ".join(f"{piece % 4 + 1} {names.tribe(piece // 4)}" for piece in state.pyramids[region])
        parts.append(f"pyramid of {pieces}")
    return f"{name}: " + "; ".join(parts)


def _tribe_lines(state: MezoState, seat: int, mine: bool) -> list[str]:
    god = state.gods[seat]
    head = f"{names.tribe(seat)}: {state.vp[seat]} VP"
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
    if state.abilities[seat]:
        lines.append("  abilities: " + "; ".join(ABILITIES[number].name for number in state.abilities[seat]))
    cards = _cards(state, seat, mine)
    if cards:
        lines.append("  " + cards)
    return lines


def _cards(state: MezoState, seat: int, mine: bool) -> str:
    parts = []
    card = state.cards[seat]
    if card >= 0:
        if state.revealed:
            covered = ", ".join(str(action + 1) for action in range(3) if state.covered[seat] >> action & 1)
            parts.append(f"card {CARDS[card].capitalize()}" + (f" (covered {covered})" if covered else ""))
        else:
            parts.append(f"face down: {CARDS[card].capitalize()}" if mine else "a card face down")
    held = {*state.decks[seat], card}
    if spent := [number for number in range(len(CARDS)) if number not in held]:
        parts.append("played " + ", ".join(CARDS[number].capitalize() for number in spent))
    if mine and state.known[seat]:
        top = state.decks[seat][: state.known[seat]]
        parts.append("on top of the deck " + ", ".join(CARDS[number].capitalize() for number in top))
    return "; ".join(parts)


def board(state: MezoState, seat: int | None = None) -> str:
    """Everything that this seat may see."""
    lines = [when(state), ""]
    lines += [region_line(state, region) for region in range(REGIONS)]
    lines.append("")
    for number in range(state.players):
        lines += _tribe_lines(state, number, number == seat)
    lines.append("")
    tiles = "; ".join(f"{WRATHFUL[tile].name} ({WRATHFUL[tile].effect.text})" for tile in state.face_up())
    given = "; ".join(
        f"{names.tribe(number)} {_short(*state.wrath[number * 2 : number * 2 + 2])}"
        for number in range(state.players)
        if any(state.wrath[number * 2 : number * 2 + 2])
    )
    lines.append(f"Wrathful god: {tiles or 'silent'}" + (f"; on it: {given}" if given else ""))
    for kind in (1, 0):
        spaces = "; ".join(
            f"{space.name}{': ' + names.tribe(owner) if owner >= 0 else ''}"
            for space, owner in zip(TRACKS[kind], state.tracks[kind], strict=True)
        )
        lines.append(f"{names.TRACK[kind]}: {spaces}")
    return "\n".join(lines)
