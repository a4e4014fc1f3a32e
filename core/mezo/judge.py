"""What looks good in Mezo: a value for positions, and the cheap rule that plays one step ahead with it.

A decision inside an effect (which unit, which region) shows its worth only when the effect is through; so the
rule resolves what is left of an effect, always taking what looks best, before it looks at the position.
"""

from collections.abc import Sequence
from math import exp

from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    ABILITIES,
    AGES,
    DEVOTION_VP,
    GODS,
    IN_MASK,
    REGIONS,
    SHAMAN,
    WARRIOR,
)
from core.mezo.effects.scope import perform
from core.mezo.rules import MezoState
from core.mezo.scoring import CHAMPION_BONUS, legacy
from core.mezo.state import FROM_ACTIONS

# What things are worth, in points

ALTAR = 2.6
BLESSED = 8.0
#: The best of a track: its space, and the point at the end of the Age.
TRACK = 3.0
#: How surely the stronger wins: in the conflict at hand, and in those to come.
SHARP, SOFT = 0.9, 0.45
#: By Age, from 0: a unit in the Reserves, and one in Xibalba.
IN_RESERVES = (0.9, 0.8, 0.25)
IN_XIBALBA = (0.5, 0.45, 0.0)
#: A unit that waits in a region for the next Age.
WAITING = (0.9, 0.8, 0.0)
DEVOTION = 0.25
GLYPH = (1.3, 1.0, 0.3)
#: What stone is worth in later Ages, when others may have thrown it down.
LASTING = 0.8
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
    value = state.vp[seat] + DEVOTION_VP[state.devotion[seat]] + DEVOTION * state.devotion[seat]
    value += IN_RESERVES[age] * (state.reserves[at] + state.reserves[at + 1])
    value += IN_XIBALBA[age] * (state.xibalba[at] + state.xibalba[at + 1])
    value += GLYPH[age] * sum(state.glyphs[seat * REGIONS : (seat + 1) * REGIONS])
    held = 0
    for pyramid in state.pyramids:
        for piece in pyramid:
            if piece >> 2 == seat:
                held += 1
                break
    if held:
        value += held * (state.age + LASTING * sum(range(state.age + 1, AGES + 1)))
    value += state.tracks[0].count(seat) + state.tracks[1].count(seat)
    if state.vertices[seat] >= 0:
        value += PRESENCE * len(IN_MASK[state.presence(seat)])
    return value + (legacy(state, seat) if state.age == AGES else 0)


def _at_stake(state: MezoState, pending: int, values: list[float]) -> None:
    """Adds what each seat can hope for in the conflicts yet to be decided."""
    players = range(state.players)
    units, glyphs, tokens = state.units, state.glyphs, state.tokens
    waiting = WAITING[state.age - 1]
    for region in IN_MASK[state.live]:
        warriors = [units[(seat * REGIONS + region) * 2] for seat in players]
        shamans = [units[(seat * REGIONS + region) * 2 + 1] for seat in players]
        if not pending >> region & 1:
            if region != state.conflict:
                for seat in players:
                    values[seat] += waiting * (warriors[seat] + shamans[seat])
            continue
        home = IN_RESERVES[state.age - 1]
        blessed = region == state.blessed
        champion = state.champions[region]
        sharp = SHARP if region == state.conflict else SOFT
        hopes = []
        for seat in players:
            at = seat * REGIONS + region
            strength = warriors[seat] + shamans[seat]
            values[seat] += home * strength
            strength += glyphs[at] + tokens[at]
            if champion == seat:
                strength += 2 + sum(CHAMPION_BONUS[ability] for ability in state.abilities[seat])
            if blessed:
                strength += state.given[seat * 2] + state.given[seat * 2 + 1]
            hopes.append(exp(sharp * strength))
        prize = (BLESSED if blessed else ALTAR) / sum(hopes)
        for seat in players:
            values[seat] += prize * hopes[seat]
        if blessed:
            continue
        for kind, counts in ((WARRIOR, warriors), (SHAMAN, shamans)):
            total = sum(count * count for count in counts)
            if not total:
                continue
            claims = state.most[region * 2 + kind]
            claimed = [seat for seat in players if claims >> seat & 1 and counts[seat]]
            if claimed:
                values[claimed[0]] += TRACK
                continue
            for seat in players:
                if counts[seat]:
                    values[seat] += TRACK * counts[seat] * counts[seat] / total


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


def _card(state: MezoState, seat: int, card: int, now: float) -> float:
    """What the two best actions of a card would gain now."""
    gains = []
    for effect in GODS[state.gods[seat]].actions[card]:
        world = state.copy()
        perform(world, effect.number, seat, FROM_ACTIONS)
        world.advance()
        settle(world, seat)
        gains.append(value(world, seat) - now)
    return sum(sorted(gains)[1:])


def rate(state: MezoState, moves: Sequence[Move]) -> list[float]:
    """How good each move looks, in points."""
    seat = state.actor
    assert seat is not None
    first = moves[0]
    if isinstance(first, m.TakeGod):
        return [0.0] * len(moves)
    if isinstance(first, m.PlayCard):
        now = value(state, seat)
        return [_card(state, seat, move.card, now) for move in moves if isinstance(move, m.PlayCard)]
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
