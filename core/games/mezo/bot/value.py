"""The value of a state of Mezo for each tribe, in points: what it has, and what it may expect from conflicts.

`MezoValue.values` is the quick sum for all seats that the move ratings and the rollouts need thousands of times a
second; `MezoValue.features` gives the same by feature, for the end of the search and for hints.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from core.games.mezo import phases
from core.games.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CONSTANTS,
    DEVOTION_VP,
    GLYPHS_PER_TRIBE,
    IN_MASK,
    NEUTRAL,
    REGIONS,
    SHAMAN,
    TOUCHES,
    WARRIOR,
)
from core.games.mezo.scoring import CHAMPION_BONUS, legacy, majority
from core.games.mezo.state import MezoState

#: How surely the stronger wins: in the current conflict, and in later ones.
SHARP, SOFT = 0.75, 0.33
SHARPLY = tuple(exp(SHARP * strength) for strength in range(200))
SOFTLY = tuple(exp(SOFT * strength) for strength in range(200))
#: The approximate share of its Reserves that a seat gives for the Blessed region.
GIVING = 0.5
#: The value of a majority: the best space of the track, and the point at the end of the Age.
TRACK = 3.0
#: The values of altars; those not named here are worth 2 points.
_ALTAR = {"gold": 2.0, "incense": 1.6, "cenote": 2.4, "stela": 1.6, "quarry": 3.4, "conch": 2.4, "bone": 2.2}
#: By Age, from 0, then altar.
ALTAR = tuple(
    tuple(age + 1.0 if altar.id == "long-count" else _ALTAR.get(altar.id, 2.0) for altar in ALTARS)
    for age in range(1, AGES + 1)
)
#: The features that are expectations from conflicts, not counts.
HOPES = (
    "champions",
    "altars-in-sight",
    "majorities-in-sight",
    "majorities-to-come",
    "blessed-in-sight",
)
#: Weights in points, by name and then by Age.
ByAge = dict[str, tuple[float, ...]]
_AT_END = tuple(ability.when == "end_game" for ability in ABILITIES)


@lru_cache(maxsize=1 << 10)
def _champion(abilities: tuple[int, ...]) -> int:
    """The strength of a Champion whose tribe has these abilities."""
    return CONSTANTS.champion_strength + sum(CHAMPION_BONUS[ability] for ability in abilities)


@lru_cache(maxsize=1 << 12)
def _builders(pyramid: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with a piece in this pyramid."""
    return tuple(sorted({piece >> 2 for piece in pyramid} - {NEUTRAL}))


def pending(state: MezoState) -> int:
    """Return the regions (a mask) whose conflicts have yet to be decided."""
    regions = 0
    for tile in state.tiles:
        regions |= 1 << tile
    if state.conflict >= 0:
        for frame in state.stack:
            if frame[0] == phases.WINNER:
                return regions | 1 << state.conflict
    return regions


def _gifts(state: MezoState, region: int, sharpness: float) -> list[float]:
    """Return the added expectation of each seat in the Blessed region, by what it has given or may yet give."""
    reserves, given = state.reserves, state.given
    yet: Sequence[int] = range(state.players) if region != state.conflict else ()
    for frame in state.stack:
        if frame[0] == phases.SACRIFICE:
            yet = state.order[frame[1] :]
    hopes = []
    for seat in range(state.players):
        at = seat * 2
        gift = float(given[at] + given[at + 1])
        if seat in yet:
            gift += GIVING * (reserves[at] + reserves[at + 1])
        hopes.append(exp(sharpness * gift))
    return hopes


def _claims(state: MezoState, values: list[float], worth: float) -> None:
    """Add the majorities of a conflict that has been won already: who has them is known, or nearly so."""
    for frame in state.stack:
        if frame[0] == phases.SPACE:
            values[frame[2]] += worth
        elif frame[0] == phases.TRACK and -1 in state.tracks[frame[1]]:
            claim = majority(state, state.conflict, frame[1])
            champion = state.champions[state.conflict]
            if champion in claim:
                claim = [champion]
            for seat in claim:
                values[seat] += worth / len(claim)


class Weights:
    """The weights of one Age, in points, prepared for quick sums."""

    def __init__(self, weights: ByAge, age: int) -> None:
        def of(name: str) -> float:
            return weights[name][age]

        self.points = of("points")
        self.devotion = tuple(
            of("devotion") * vp + of("devotion-to-come") * space for space, vp in enumerate(DEVOTION_VP)
        )
        #: A unit at home or where it will fight: when the Blessed conflict is over, and as long as it is to come.
        self.unit = (of("units"), of("units") + of("units-to-give"))
        self.waiter = of("units-that-wait")
        self.sleeper = of("units-in-xibalba")
        self.glyph = of("glyphs")
        self.city = of("cities")
        self.presence = of("presence")
        self.sway = of("presence-to-come")
        self.track = of("calendar-and-codex")
        self.legacy = of("tribe-abilities") if age == AGES - 1 else 0.0
        self.champion = of("champions")
        self.altars = tuple(of("altars-in-sight") * altar for altar in ALTAR[age])
        self.majority = of("majorities-in-sight") * TRACK
        self.later = of("majorities-to-come") * TRACK
        self.blessed = of("blessed-in-sight") * CONSTANTS.blessed_vp


def giving(state: MezoState, regions: int) -> bool:
    """Whether the Blessed conflict of this Age is still to come, given the regions yet to be decided."""
    return state.blessed < 0 or bool(regions >> state.blessed & 1)


def stakes(state: MezoState, values: list[float], weights: Weights, open_regions: int, home: float) -> None:
    """Add what each seat can expect from undecided conflicts, and its units that are out in regions."""
    guard = [_champion(abilities) for abilities in state.abilities]
    for region in IN_MASK[state.live]:
        if open_regions >> region & 1:
            _contested(state, values, weights, region, home, guard)
        else:
            _decided(state, values, weights, region, home)


def _decided(state: MezoState, values: list[float], weights: Weights, region: int, home: float) -> None:
    """Add a region whose conflict is won or over: units there go home now, or wait for the next Age."""
    counts = state.units
    fighting = region == state.conflict
    worth = home if fighting else weights.waiter
    at = region * 2
    for seat in range(state.players):
        if here := counts[at] + counts[at + 1]:
            values[seat] += worth * here
        at += REGIONS * 2
    if fighting:
        _claims(state, values, weights.majority)


def _contested(
    state: MezoState, values: list[float], weights: Weights, region: int, home: float, guard: list[int]
) -> None:
    """Add a region whose conflict is to come or under way: each seat expects a share of its prizes by strength."""
    counts, glyphs, tokens = state.units, state.glyphs, state.tokens
    hope = SHARPLY if region == state.conflict else SOFTLY
    hopes, total, warriors, shamans = [], 0.0, 0, 0
    champion = state.champions[region]
    if champion >= 0:
        values[champion] += weights.champion
    at = region * 2
    for seat in range(state.players):
        fighters, priests = counts[at], counts[at + 1]
        warriors += fighters * fighters
        shamans += priests * priests
        strength = fighters + priests
        values[seat] += home * strength
        strength += glyphs[at >> 1] + tokens[at >> 1]
        if champion == seat:
            strength += guard[seat]
        hoped = hope[strength]
        hopes.append(hoped)
        total += hoped
        at += REGIONS * 2
    if region == state.blessed:
        _hope_for_blessing(state, values, weights, region, hopes)
    else:
        prize = weights.altars[state.altars[region]] / total
        worth = weights.majority if region == state.conflict else weights.later
        _hope_for_altar_and_tracks(state, values, region, hopes, prize, worth, warriors, shamans)


def _hope_for_blessing(
    state: MezoState, values: list[float], weights: Weights, region: int, hopes: list[float]
) -> None:
    gifts = _gifts(state, region, SHARP if region == state.conflict else SOFT)
    hopes = [hoped * gift for hoped, gift in zip(hopes, gifts, strict=True)]
    prize = weights.blessed / sum(hopes)
    for seat in range(state.players):
        values[seat] += prize * hopes[seat]


def _hope_for_altar_and_tracks(
    state: MezoState,
    values: list[float],
    region: int,
    hopes: list[float],
    prize: float,
    worth: float,
    warriors: int,
    shamans: int,
) -> None:
    """Add the altar by strength; Codex and Calendar by the square of how many of its kind a seat has there.

    `warriors` and `shamans` are the sums of these squares.
    """
    counts, most = state.units, state.most
    if warriors and most[region * 2]:
        values[majority(state, region, WARRIOR)[0]] += worth
        warriors = 0
    if shamans and most[region * 2 + 1]:
        values[majority(state, region, SHAMAN)[0]] += worth
        shamans = 0
    codex = worth / warriors if warriors else 0.0
    calendar = worth / shamans if shamans else 0.0
    at = region * 2
    for seat in range(state.players):
        fighters, priests = counts[at], counts[at + 1]
        values[seat] += prize * hopes[seat] + codex * fighters * fighters + calendar * priests * priests
        at += REGIONS * 2


class MezoValue:
    """The values of states by two sets of weights: for two players, and for more."""

    def __init__(self, two: ByAge, more: ByAge) -> None:
        self.weights = (two, more)
        self.ages = tuple(tuple(Weights(weights, age) for age in range(AGES)) for weights in self.weights)
        #: The weights of each kind of expectation from conflicts by itself.
        self.hopes = tuple(
            tuple({name: _only(name, weights, age) for name in HOPES} for age in range(AGES))
            for weights in self.weights
        )

    def at(self, state: MezoState) -> Weights:
        """Return the weights that count in this state."""
        return self.ages[state.players > 2][max(state.age - 1, 0)]

    def values(self, state: MezoState) -> list[float]:
        """Return the value of the state for each seat."""
        return valued(state, self.at(state))

    def features(self, state: MezoState, seat: int) -> dict[str, float]:
        """Return the parts of the value for a seat, in points, by the names of the weights."""
        table, age = state.players > 2, max(state.age - 1, 0)
        amounts = {"points": float(state.vp[seat])} if state.actor is None else counted(state, seat)
        features = {name: self.weights[table][name][age] * amount for name, amount in amounts.items()}
        if state.age and state.actor is not None:
            open_regions = pending(state)
            for name, weights in self.hopes[table][age].items():
                values = [0.0] * state.players
                stakes(state, values, weights, open_regions, 0.0)
                features[name] = values[seat]
        return features


def valued(state: MezoState, weights: Weights) -> list[float]:
    """Return the value of the state for each seat; when the game is over, only points count."""
    if state.actor is None:
        return [weights.points * vp for vp in state.vp]
    open_regions = pending(state)
    unit = weights.unit[giving(state, open_regions)]
    reserves, xibalba, live = state.reserves, state.xibalba, state.live
    values = []
    for seat in range(state.players):
        at = seat * 2
        value = (
            weights.points * state.vp[seat]
            + weights.devotion[state.devotion[seat]]
            + unit * (reserves[at] + reserves[at + 1])
            + weights.sleeper * (xibalba[at] + xibalba[at + 1])
            + weights.glyph * (GLYPHS_PER_TRIBE - state.stelae[seat])
        )
        vertex = state.vertices[seat]
        if vertex >= 0:
            seen = TOUCHES[vertex] & live
            value += weights.presence * len(IN_MASK[seen]) + weights.sway * len(IN_MASK[seen & open_regions])
        if weights.legacy:
            for ability in state.abilities[seat]:
                if _AT_END[ability]:
                    value += weights.legacy * legacy(state, seat)
                    break
        values.append(value)
    for track in state.tracks:
        for owner in track:
            if owner >= 0:
                values[owner] += weights.track
    for pyramid in state.pyramids:
        for owner in _builders(pyramid):
            values[owner] += weights.city
    if state.age:
        stakes(state, values, weights, open_regions, unit)
    return values


def counted(state: MezoState, seat: int) -> dict[str, float]:
    """Return what a seat has, by the names of the weights: all but its expectations from conflicts."""
    open_regions = pending(state)
    fighting = open_regions | (1 << state.conflict if state.conflict >= 0 else 0)
    out = waiting = 0
    for region in IN_MASK[state.live] if state.age else ():
        at = (seat * REGIONS + region) * 2
        here = state.units[at] + state.units[at + 1]
        if fighting >> region & 1:
            out += here
        else:
            waiting += here
    units = float(state.reserves[seat * 2] + state.reserves[seat * 2 + 1] + out)
    seen = state.presence(seat)
    return {
        "points": float(state.vp[seat]),
        "devotion": float(DEVOTION_VP[state.devotion[seat]]),
        "devotion-to-come": float(state.devotion[seat]),
        "units": units,
        "units-to-give": units * giving(state, open_regions),
        "units-that-wait": float(waiting),
        "units-in-xibalba": float(state.xibalba[seat * 2] + state.xibalba[seat * 2 + 1]),
        "glyphs": float(GLYPHS_PER_TRIBE - state.stelae[seat]),
        "cities": float(sum(seat in _builders(pyramid) for pyramid in state.pyramids)),
        "presence": float(len(IN_MASK[seen])),
        "presence-to-come": float(len(IN_MASK[seen & open_regions])),
        "calendar-and-codex": float(sum(track.count(seat) for track in state.tracks)),
        "tribe-abilities": float(legacy(state, seat)) if state.age == AGES else 0.0,
    }


def _only(name: str, weights: ByAge, age: int) -> Weights:
    """Return weights of which only this one counts."""
    return Weights({other: by_age if other == name else (0.0,) * AGES for other, by_age in weights.items()}, age)
