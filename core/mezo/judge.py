"""What looks good in Mezo: a value for positions, and the cheap rule that plays one step ahead with it.

A decision inside an effect (which unit, which region) shows its worth only when the effect is through; so the
rule resolves what is left of an effect, always taking what looks best, before it looks at the position.
"""

from collections.abc import Sequence
from math import exp

from core.bots.judge import Judge
from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    ABILITIES,
    AGES,
    DEVOTION_VP,
    GLYPHS_PER_TRIBE,
    GODS,
    IN_MASK,
    REGIONS,
    SHAMAN,
    TOUCHES,
    WARRIOR,
)
from core.mezo.effects.language import ROOTS
from core.mezo.effects.scope import perform
from core.mezo.rules import MezoState
from core.mezo.scoring import champion_strength, legacy, majority
from core.mezo.state import FROM_ACTIONS

# What things are worth, in points

ALTAR = 2.6
BLESSED = 8.0
#: The best of a track: its space, and the point at the end of the Age.
TRACK = 3.0
#: How surely the stronger wins: in the conflict at hand, and in those to come.
SHARP, SOFT = 0.9, 0.45
SHARPLY = tuple(exp(SHARP * strength) for strength in range(200))
SOFTLY = tuple(exp(SOFT * strength) for strength in range(200))
#: By Age, from 0: a unit in the Reserves, and one in Xibalba.
IN_RESERVES = (0.9, 0.8, 0.25)
IN_XIBALBA = (0.5, 0.45, 0.0)
#: A unit that waits in a region for the next Age.
WAITING = (0.9, 0.8, 0.0)
DEVOTION = 0.25
GLYPH = (1.3, 1.0, 0.3)
#: What stone is worth in later Ages, when others may have thrown it down.
LASTING = 0.8
#: By Age, from 0: a region that holds an own pyramid piece.
CITY = tuple(age + LASTING * sum(range(age + 1, AGES + 1)) for age in range(1, AGES + 1))
PRESENCE = 0.25
#: How much the others' gains count.
ENVY = 0.5
#: Of the moves inside an effect, how many are looked at.
WIDTH = 10
#: What tribe abilities promise, those apart that the position itself can value.
PROMISE = {
    "ancestors-return": 1.6,
    "jaguar-champion": 2.4,
    "honour-guard": 1.8,
    "stone-carvers": 2.6,
    "victors-tribute": 2.4,
    "pilgrims": 2.4,
}


def _standing(state: MezoState, seat: int) -> float:
    """What a seat has for sure, or nearly so."""
    age = state.age - 1
    at = seat * 2
    devotion = state.devotion[seat]
    codex, calendar = state.tracks
    value = (
        state.vp[seat]
        + DEVOTION_VP[devotion]
        + DEVOTION * devotion
        + IN_RESERVES[age] * (state.reserves[at] + state.reserves[at + 1])
        + IN_XIBALBA[age] * (state.xibalba[at] + state.xibalba[at + 1])
        + GLYPH[age] * (GLYPHS_PER_TRIBE - state.stelae[seat])
        + codex.count(seat)
        + calendar.count(seat)
    )
    for pyramid in state.pyramids:
        for piece in pyramid:
            if piece >> 2 == seat:
                value += CITY[age]
                break
    vertex = state.vertices[seat]
    if vertex >= 0:
        value += PRESENCE * len(IN_MASK[TOUCHES[vertex] & state.live])
    return value + legacy(state, seat) if state.age == AGES else value


def _at_stake(state: MezoState, pending: int, values: list[float]) -> None:
    """Adds what each seat can hope for in the conflicts yet to be decided."""
    players = range(state.players)
    units, glyphs, tokens, champions = state.units, state.glyphs, state.tokens, state.champions
    waiting, home = WAITING[state.age - 1], IN_RESERVES[state.age - 1]
    for region in IN_MASK[state.live]:
        at = region * 2
        if not pending >> region & 1:
            if region != state.conflict:
                for seat in players:
                    values[seat] += waiting * (units[at] + units[at + 1])
                    at += REGIONS * 2
            continue
        hope = SHARPLY if region == state.conflict else SOFTLY
        hopes, total, warriors, shamans = [], 0.0, 0, 0
        for seat in players:
            fighters, priests = units[at], units[at + 1]
            warriors += fighters * fighters
            shamans += priests * priests
            strength = fighters + priests
            values[seat] += home * strength
            strength += glyphs[at >> 1] + tokens[at >> 1]
            if champions[region] == seat:
                strength += champion_strength(state, seat)
            elif region == state.blessed:
                strength += state.given[seat * 2] + state.given[seat * 2 + 1]
            hoped = hope[strength]
            hopes.append(hoped)
            total += hoped
            at += REGIONS * 2
        if region == state.blessed:
            prize = BLESSED / total
            for seat in players:
                values[seat] += prize * hopes[seat]
            continue
        prize = ALTAR / total
        for kind, squares in ((WARRIOR, warriors), (SHAMAN, shamans)):
            if squares and state.most[region * 2 + kind]:
                values[majority(state, region, kind)[0]] += TRACK
                if kind == WARRIOR:
                    warriors = 0
                else:
                    shamans = 0
        codex = TRACK / warriors if warriors else 0.0
        calendar = TRACK / shamans if shamans else 0.0
        at = region * 2
        for seat in players:
            fighters, priests = units[at], units[at + 1]
            values[seat] += prize * hopes[seat] + codex * fighters * fighters + calendar * priests * priests
            at += REGIONS * 2


def value(state: MezoState, seat: int) -> float:
    """How well this seat stands, in points, the others' luck held against it."""
    values = [_standing(state, each) for each in range(state.players)]
    if state.actor is not None:
        pending = sum(1 << tile for tile in state.tiles)
        if state.conflict >= 0 and any(frame[0] == steps.WINNER for frame in state.stack):
            pending |= 1 << state.conflict
        _at_stake(state, pending, values)
    others = sum(values) - values[seat]
    return values[seat] - (ENVY if state.players > 2 else 1.0) * others / (state.players - 1)


def _within_effect(state: MezoState) -> bool:
    return state.actor is not None and state.stack[-1][0] >= steps.SCOPE


def settle(state: MezoState, seat: int) -> None:
    """Resolve the rest of this seat's effect, taking at each step what looks best at once."""
    while state.actor == seat and _within_effect(state):
        options = state.moves()
        if len(options) > WIDTH:
            options = options[:: -(-len(options) // WIDTH)]
        best, chosen = -1e9, options[0]
        if len(options) > 1:
            for move in options:
                world = state.copy()
                world.play(move)
                found = value(world, seat)
                if found > best:
                    best, chosen = found, move
        state.play(chosen)


def _after(state: MezoState, seat: int, move: Move) -> float:
    world = state.copy()
    world.play(move)
    settle(world, seat)
    return value(world, seat)


def _action(state: MezoState, seat: int, effect: int) -> float:
    """How the position looks when this effect has been resolved."""
    world = state.copy()
    perform(world, effect, seat, FROM_ACTIONS)
    world.advance()
    settle(world, seat)
    return value(world, seat)


def _cards(state: MezoState, seat: int, moves: Sequence[Move]) -> list[float]:
    """What the two best actions of each card would gain now; actions that are alike are tried once."""
    now = value(state, seat)
    gains: dict[int, float] = {}
    ratings = []
    for move in moves:
        assert isinstance(move, m.PlayCard)
        effects = [effect.number for effect in GODS[state.gods[seat]].actions[move.card]]
        for effect in effects:
            if ROOTS[effect] not in gains:
                gains[ROOTS[effect]] = _action(state, seat, effect) - now
        ratings.append(sum(sorted(gains[ROOTS[effect]] for effect in effects)[1:]))
    return ratings


def rate(state: MezoState, moves: Sequence[Move]) -> list[float]:
    """How good each move looks, in points."""
    seat = state.actor
    assert seat is not None
    first = moves[0]
    if isinstance(first, m.TakeGod):
        return [0.0] * len(moves)
    if isinstance(first, m.PlayCard):
        return _cards(state, seat, moves)
    if isinstance(first, m.TakeAbility):
        return [_ability(state, seat, move) for move in moves]
    return [_after(state, seat, move) for move in moves]


def _ability(state: MezoState, seat: int, move: Move) -> float:
    assert isinstance(move, m.TakeAbility)
    ability = ABILITIES[move.ability]
    if ability.when != "end_game":
        return PROMISE.get(ability.id, 2.0)
    world = state.copy()
    world.abilities = (*world.abilities[:seat], (move.ability,), *world.abilities[seat + 1 :])
    return float(legacy(world, seat))


class MezoJudge(Judge):
    """How Mezo looks to its bots."""

    def rate(self, state: MezoState, moves: Sequence[Move]) -> list[float]:
        return rate(state, moves)


JUDGE = MezoJudge()
