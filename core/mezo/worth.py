"""What a position of Mezo is worth to each tribe, in points: what it has, and what it may hope for in conflicts.

`Worth.values` is the quick sum for all seats that the cheap rule and the rollouts ask thousands of times a second;
`Worth.features` tells the same apart by name, for the search's last word and for hints.
"""

from collections.abc import Sequence
from functools import cache
from math import exp

from core.mezo import steps
from core.mezo.components import (
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
from core.mezo.scoring import CHAMPION_BONUS, legacy, majority
from core.mezo.state import Table

#: How surely the stronger wins: in the conflict at hand, and in those to come.
SHARP, SOFT = 0.75, 0.33
SHARPLY = tuple(exp(SHARP * strength) for strength in range(200))
SOFTLY = tuple(exp(SOFT * strength) for strength in range(200))
#: How much of its Reserves a seat gives for the Blessed region, more or less.
GIVING = 0.5
#: By Age, from 0: how much of their worth units and glyphs keep; after the last Age they are only stone and bone.
UNIT_LASTS = (1.0, 0.9, 0.28)
SLEEPER_LASTS = (1.0, 0.9, 0.0)
WAITER_LASTS = (1.0, 0.9, 0.0)
GLYPH_LASTS = (1.0, 0.77, 0.23)
#: What stone is worth in later Ages, when others may have thrown it down.
LASTING = 0.8
#: By Age, from 0: what a region with an own pyramid piece will bring.
CITY = tuple(age + LASTING * sum(range(age + 1, AGES + 1)) for age in range(1, AGES + 1))
#: A majority: the best space of the track, and the point at the end of the Age.
TRACK = 3.0
#: What altars are worth; those not named here do 2 points' worth of good.
_ALTAR = {"gold": 2.0, "incense": 1.6, "cenote": 2.4, "stela": 1.6, "quarry": 3.4, "conch": 2.4, "bone": 2.2}
#: By Age, from 0, then altar.
ALTAR = tuple(
    tuple(age + 1.0 if altar.id == "long-count" else _ALTAR.get(altar.id, 2.0) for altar in ALTARS)
    for age in range(1, AGES + 1)
)
_AT_END = tuple(ability.when == "end_game" for ability in ABILITIES)


@cache
def _champion(abilities: tuple[int, ...]) -> int:
    """The strength of a Champion whose tribe has these abilities."""
    return CONSTANTS.champion_strength + sum(CHAMPION_BONUS[ability] for ability in abilities)


@cache
def _builders(pyramid: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with a piece in this pyramid."""
    return tuple(sorted({piece >> 2 for piece in pyramid} - {NEUTRAL}))


def pending(state: Table) -> int:
    """The regions (a mask) whose conflicts have yet to be decided."""
    regions = 0
    for tile in state.tiles:
        regions |= 1 << tile
    if state.conflict >= 0:
        for frame in state.stack:
            if frame[0] == steps.WINNER:
                return regions | 1 << state.conflict
    return regions


def _gifts(state: Table, region: int, sharpness: float) -> list[float]:
    """How much more each seat may hope for in the Blessed region, by what it has given or may yet give."""
    reserves, given = state.reserves, state.given
    yet: Sequence[int] = range(state.players) if region != state.conflict else ()
    for frame in state.stack:
        if frame[0] == steps.SACRIFICE:
            yet = state.order[frame[1] :]
    hopes = []
    for seat in range(state.players):
        at = seat * 2
        gift = float(given[at] + given[at + 1])
        if seat in yet:
            gift += GIVING * (reserves[at] + reserves[at + 1])
        hopes.append(exp(sharpness * gift))
    return hopes


def _claims(state: Table, values: list[float], worth: float) -> None:
    """Adds the majorities of a conflict that has been won already: who has them is known, or nearly so."""
    for frame in state.stack:
        if frame[0] == steps.SPACE:
            values[frame[2]] += worth
        elif frame[0] == steps.TRACK and -1 in state.tracks[frame[1]]:
            claim = majority(state, state.conflict, frame[1])
            champion = state.champions[state.conflict]
            if champion in claim:
                claim = [champion]
            for seat in claim:
                values[seat] += worth / len(claim)


def stakes(state: Table, values: list[float], altars: float, majorities: float, blessed: float, units: float) -> None:
    """Adds what each seat can hope for in conflicts yet to be decided, and its units that are out in regions."""
    open_regions = pending(state)
    players = range(state.players)
    counts, glyphs, tokens, champions = state.units, state.glyphs, state.tokens, state.champions
    age = state.age - 1
    waiting, home = units * WAITER_LASTS[age], units * UNIT_LASTS[age]
    conflict = state.conflict
    guard = [_champion(abilities) for abilities in state.abilities]
    for region in IN_MASK[state.live]:
        at = region * 2
        if not open_regions >> region & 1:
            out = home if region == conflict else waiting
            for seat in players:
                if here := counts[at] + counts[at + 1]:
                    values[seat] += out * here
                at += REGIONS * 2
            if region == conflict:
                _claims(state, values, majorities * TRACK)
            continue
        hope = SHARPLY if region == conflict else SOFTLY
        hopes, total, warriors, shamans = [], 0.0, 0, 0
        champion = champions[region]
        for seat in players:
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
            gifts = _gifts(state, region, SHARP if region == conflict else SOFT)
            hopes = [hoped * gift for hoped, gift in zip(hopes, gifts, strict=True)]
            prize = blessed * CONSTANTS.blessed_vp / sum(hopes)
            for seat in players:
                values[seat] += prize * hopes[seat]
            continue
        prize = altars * ALTAR[age][state.altars[region]] / total
        worth = majorities * TRACK
        most = state.most
        if warriors and most[region * 2]:
            values[majority(state, region, WARRIOR)[0]] += worth
            warriors = 0
        if shamans and most[region * 2 + 1]:
            values[majority(state, region, SHAMAN)[0]] += worth
            shamans = 0
        codex = worth / warriors if warriors else 0.0
        calendar = worth / shamans if shamans else 0.0
        at = region * 2
        for seat in players:
            fighters, priests = counts[at], counts[at + 1]
            values[seat] += prize * hopes[seat] + codex * fighters * fighters + calendar * priests * priests
            at += REGIONS * 2


class Worth:
    """Weights made ready for quick sums."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.points = weights["points"]
        self.devotion = tuple(
            weights["devotion"] * vp + weights["devotion to come"] * space for space, vp in enumerate(DEVOTION_VP)
        )
        self.units = weights["units"]
        self.unit = tuple(self.units * lasts for lasts in UNIT_LASTS)
        self.sleeper = tuple(weights["units in Xibalba"] * lasts for lasts in SLEEPER_LASTS)
        self.glyph = tuple(weights["glyphs"] * lasts for lasts in GLYPH_LASTS)
        self.city = tuple(weights["cities"] * city for city in CITY)
        self.presence = weights["presence"]
        self.track = weights["Calendar and Codex"]
        self.legacy = weights["tribe abilities"]
        self.altars = weights["altars in sight"]
        self.majorities = weights["majorities in sight"]
        self.blessed = weights["the Blessed region in sight"]

    def values(self, state: Table) -> list[float]:
        """What the position is worth to each seat."""
        if state.actor is None:
            return [self.points * vp for vp in state.vp]
        age = max(state.age - 1, 0)
        unit, sleeper, glyph = self.unit[age], self.sleeper[age], self.glyph[age]
        reserves, xibalba, live = state.reserves, state.xibalba, state.live
        values = []
        for seat in range(state.players):
            at = seat * 2
            value = (
                self.points * state.vp[seat]
                + self.devotion[state.devotion[seat]]
                + unit * (reserves[at] + reserves[at + 1])
                + sleeper * (xibalba[at] + xibalba[at + 1])
                + glyph * (GLYPHS_PER_TRIBE - state.stelae[seat])
            )
            vertex = state.vertices[seat]
            if vertex >= 0:
                value += self.presence * len(IN_MASK[TOUCHES[vertex] & live])
            if age == AGES - 1:
                for ability in state.abilities[seat]:
                    if _AT_END[ability]:
                        value += self.legacy * legacy(state, seat)
                        break
            values.append(value)
        # A unit on a track is a point at the end of the Age, and comes home.
        on_track = self.track + self.units * WAITER_LASTS[age]
        for track in state.tracks:
            for owner in track:
                if owner >= 0:
                    values[owner] += on_track
        city = self.city[age]
        for pyramid in state.pyramids:
            for owner in _builders(pyramid):
                values[owner] += city
        if state.age:
            stakes(state, values, self.altars, self.majorities, self.blessed, self.units)
        return values

    @staticmethod
    def features(state: Table, seat: int) -> dict[str, float]:
        """The same told apart, by the names of the weights."""
        features = {"points": float(state.vp[seat])}
        if state.actor is None:
            return features
        age = max(state.age - 1, 0)
        at = seat * 2
        vertex = state.vertices[seat]

        def hoped(altars: float, majorities: float, blessed: float, units: float) -> float:
            values = [0.0] * state.players
            if state.age:
                stakes(state, values, altars, majorities, blessed, units)
            return values[seat]

        standing = sum(track.count(seat) for track in state.tracks)
        home = UNIT_LASTS[age] * (state.reserves[at] + state.reserves[at + 1]) + WAITER_LASTS[age] * standing
        asleep = SLEEPER_LASTS[age] * (state.xibalba[at] + state.xibalba[at + 1])
        cities = sum(any(piece >> 2 == seat for piece in pyramid) for pyramid in state.pyramids)
        return features | {
            "devotion": float(DEVOTION_VP[state.devotion[seat]]),
            "devotion to come": float(state.devotion[seat]),
            "units": home + hoped(0.0, 0.0, 0.0, 1.0),
            "units in Xibalba": asleep,
            "glyphs": GLYPH_LASTS[age] * (GLYPHS_PER_TRIBE - state.stelae[seat]),
            "cities": CITY[age] * cities,
            "presence": float(len(IN_MASK[TOUCHES[vertex] & state.live])) if vertex >= 0 else 0.0,
            "Calendar and Codex": float(standing),
            "tribe abilities": float(legacy(state, seat)) if age == AGES - 1 else 0.0,
            "altars in sight": hoped(1.0, 0.0, 0.0, 0.0),
            "majorities in sight": hoped(0.0, 1.0, 0.0, 0.0),
            "the Blessed region in sight": hoped(0.0, 0.0, 1.0, 0.0),
        }
