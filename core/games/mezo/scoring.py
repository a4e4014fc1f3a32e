"""The scoring: points, devotion and strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.game import EventSink, GameEvent
from core.games.mezo.components import (
    ABILITIES,
    CONSTANTS,
    DEVOTION_END,
    DEVOTION_VP,
    NEUTRAL,
    REGIONS,
    SHAMAN,
    WARRIOR,
)
from core.games.mezo.effects.language import NODES, ROOTS

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

#: Where points come from, in the order in which the result shows them.
SOURCES = (
    "start",
    "actions",
    "altars",
    "blessed-region",
    "calendar-and-codex",
    "wrathful-god",
    "pyramids-built",
    "others-building",
    "cities",
    "tribe-abilities",
    "devotion",
    "jumps",
)
(
    FROM_START,
    FROM_ACTIONS,
    FROM_ALTARS,
    FROM_BLESSED,
    FROM_TRACKS,
    FROM_WRATH,
    FROM_BUILDING,
    FROM_SHARING,
    FROM_CITIES,
    FROM_TRIBE,
    FROM_DEVOTION,
    FROM_JUMPS,
) = range(len(SOURCES))
WIDTH = len(SOURCES)

#: By tribe ability: what it adds to a Champion's strength.
CHAMPION_BONUS = tuple(a.n if a.mod == "champion_strength" else 0 for a in ABILITIES)


def landing(vp: list[int], seat: int, n: int) -> int:
    """Return where a marker ends that gains n: never on another one, so it goes on to the next free space."""
    target = vp[seat] + n
    while target in vp:
        target += 1
    return target


def award(state: MezoState, seat: int, parts: tuple[tuple[int, int], ...], emit: EventSink | None) -> None:
    """Give one gain of VP, made of (how many, from where); a gain of nothing moves nothing."""
    n = sum(part for part, _ in parts)
    if n <= 0:
        return
    vp = state.vp
    target = landing(vp, seat, n)
    jump = target - vp[seat] - n
    sources = state.sources
    for part, source in parts:
        sources[seat * WIDTH + source] += part
    sources[seat * WIDTH + FROM_JUMPS] += jump
    vp[seat] = target
    if emit:
        emit(GameEvent("vp", seat, (n, jump, target, tuple(part for part in parts if part[0]))))


def award_all(state: MezoState, gains: list[tuple[int, int, int]], emit: EventSink | None) -> None:
    """Give gains (seat, how many, source) at one time: from the most VP to the fewest, as it was before."""
    before = state.vp[:]
    for seat, n, source in sorted(gains, key=lambda gain: -before[gain[0]]):
        award(state, seat, ((n, source),), emit)


def devote(state: MezoState, seat: int, n: int, emit: EventSink | None) -> None:
    """Move devotion up its track; what does not fit is worth VP, as one gain."""
    if n <= 0:
        return
    reached = state.devotion[seat] + n
    over = max(0, reached - DEVOTION_END)
    state.devotion[seat] = reached - over
    if emit:
        emit(GameEvent("devotion", seat, (n, state.devotion[seat])))
    if over:
        award(state, seat, ((over * CONSTANTS.overflow_vp, FROM_DEVOTION),), emit)


def building_gains(state: MezoState, seat: int, region: int) -> list[tuple[int, int, int]]:
    """Return who gains what when this seat has just put the top on the pyramid here."""
    pyramid = state.pyramids[region]
    sharers = {piece // 4 for piece in pyramid} - {seat, NEUTRAL}
    return [
        (seat, len(pyramid), FROM_BUILDING),
        *((sharer, CONSTANTS.shared_pyramid_vp, FROM_SHARING) for sharer in sorted(sharers)),
    ]


def champion_strength(state: MezoState, seat: int) -> int:
    """Return the strength of a Champion of this seat."""
    return CONSTANTS.champion_strength + sum(CHAMPION_BONUS[ability] for ability in state.abilities[seat])


def strength(state: MezoState, seat: int, region: int) -> int:
    """Return a seat's strength in a region now; in the Blessed conflict its gifts count too."""
    at = seat * REGIONS + region
    units = state.units
    total = units[at * 2] + units[at * 2 + 1] + state.glyphs[at] + state.tokens[at]
    if state.champions[region] == seat:
        total += champion_strength(state, seat)
    if region == state.blessed:
        total += state.given[seat * 2] + state.given[seat * 2 + 1]
    return total


def strengths(state: MezoState, region: int) -> list[int]:
    return [strength(state, seat, region) for seat in range(state.players)]


def leaders(state: MezoState, region: int) -> list[int]:
    """Return who would win this conflict now: several when a tie must be broken."""
    counts = strengths(state, region)
    best = max(counts)
    tied = [seat for seat, count in enumerate(counts) if count == best]
    if len(tied) > 1 and state.ties[region]:
        favoured = [seat for seat in tied if state.ties[region] >> seat & 1]
        return favoured or tied
    return tied


def majority(state: MezoState, region: int, kind: int) -> list[int]:
    """Return who has the most units of this kind here: several when tied, no seat without such a unit."""
    units = state.units
    counts = [units[(seat * REGIONS + region) * 2 + kind] for seat in range(state.players)]
    best = max(counts)
    if not best:
        return []
    if claims := state.most[region * 2 + kind]:
        claimed = [seat for seat, count in enumerate(counts) if count and claims >> seat & 1]
        if claimed:
            return claimed
    return [seat for seat, count in enumerate(counts) if count == best]


class Standings(NamedTuple):
    """How a conflict in a region would end now: several seats are a tie to be broken."""

    strengths: tuple[int, ...]
    winner: tuple[int, ...]
    calendar: tuple[int, ...]
    codex: tuple[int, ...]


def tie_breaker(state: MezoState, region: int, tied: Sequence[int]) -> int:
    """Return who picks among the tied: the owner of the Champion there, or in the Blessed region the last of them."""
    if region == state.blessed:
        return min(tied, key=lambda seat: state.vp[seat])
    return state.champions[region]


def standings(state: MezoState, region: int) -> Standings:
    """Return who would win in this region and who would go to the tracks (none from the Blessed one)."""
    counts = tuple(strengths(state, region))
    winner = tuple(leaders(state, region))
    if region == state.blessed:
        return Standings(counts, winner, (), ())
    return Standings(counts, winner, tuple(majority(state, region, SHAMAN)), tuple(majority(state, region, WARRIOR)))


def cities(state: MezoState, seat: int) -> int:
    """Return the number of regions that hold a pyramid piece of this seat."""
    return sum(any(piece // 4 == seat for piece in pyramid) for pyramid in state.pyramids)


def score_tracks(state: MezoState, emit: EventSink | None) -> None:
    """At the end of an Age, first: score a VP for every unit on the Calendar and the Codex."""
    gains = []
    for seat in range(state.players):
        standing = state.tracks[0].count(seat) + state.tracks[1].count(seat)
        gains.append((seat, standing * CONSTANTS.track_unit_vp, FROM_TRACKS))
    award_all(state, gains, emit)


def score_cities(state: MezoState, emit: EventSink | None) -> None:
    """At the end of an Age, second: score the number of the Age for every region with an own pyramid piece."""
    award_all(state, [(seat, state.age * cities(state, seat), FROM_CITIES) for seat in range(state.players)], emit)


def legacy(state: MezoState, seat: int) -> int:
    """Return what this seat's tribe abilities give at the end of the game."""
    total = 0
    for ability in state.abilities[seat]:
        found = ABILITIES[ability]
        if found.when == "end_game" and found.effect is not None:
            node = NODES[ROOTS[found.effect.number]]
            assert node.n is not None
            total += node.n(state, seat)
    return total


def score_end(state: MezoState, emit: EventSink | None) -> None:
    """After the last Age: score devotion and abilities, one gain for each seat."""
    for seat in state.vp_order():
        devotion = DEVOTION_VP[state.devotion[seat]]
        ability = legacy(state, seat)
        if emit:
            emit(GameEvent("end_gain", seat, (devotion, ability)))
        award(state, seat, ((devotion, FROM_DEVOTION), (ability, FROM_TRIBE)), emit)
