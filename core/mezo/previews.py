"""What a screen asks before a move is made: pure functions of what the seats may see.

A preview never plays a move on the true position: what lies face down must not shine through.
"""

from collections.abc import Sequence

import msgspec

from core.game import Move
from core.mezo import moves as m
from core.mezo.components import CARDS, CONSTANTS, IN_MASK, NEUTRAL, SHAMAN, TOUCHES, WARRIOR
from core.mezo.effects.stone import next_level
from core.mezo.scoring import landing, leaders, majority, strengths
from core.mezo.state import MezoState


class Outlook(msgspec.Struct, frozen=True):
    """How a conflict in a region would end now: a list of several seats is a tie to be broken."""

    strengths: tuple[int, ...]
    winner: tuple[int, ...]
    calendar: tuple[int, ...]
    codex: tuple[int, ...]


def outlook(state: MezoState, region: int) -> Outlook:
    """Who would win in this region, and who would go to the Calendar and the Codex."""
    if region == state.blessed:
        calendar: Sequence[int] = ()
        codex: Sequence[int] = ()
    else:
        calendar = majority(state, region, SHAMAN)
        codex = majority(state, region, WARRIOR)
    winner = leaders(state, region)
    return Outlook(tuple(strengths(state, region)), tuple(winner), tuple(calendar), tuple(codex))


def moves_by_region(state: MezoState) -> dict[int, list[Move]]:
    """The legal moves that concern a region, by region: what a click on it can mean."""
    found: dict[int, list[Move]] = {}
    for move in state.moves():
        if isinstance(move, m.ToRegion | m.Station | m.PickUnit | m.PickPiece) and move.region >= 0:
            found.setdefault(move.region, []).append(move)
    return found


def moves_by_vertex(state: MezoState) -> dict[int, Move]:
    """The legal moves that set a god down, by vertex."""
    return {move.vertex: move for move in state.moves() if isinstance(move, m.ToVertex)}


def presence_at(state: MezoState, vertex: int) -> tuple[int, ...]:
    """The live regions in which a god would have presence from here."""
    return IN_MASK[TOUCHES[vertex] & state.live]


def building(state: MezoState, seat: int, region: int) -> tuple[int, list[tuple[int, int, int]]]:
    """The level (from 1) that this seat would build here, and (seat, gain, VP afterwards) of all who gain.

    Level 0: it cannot build here.
    """
    level = next_level(state, seat, region) + 1
    if not level:
        return 0, []
    pyramid = state.pyramids[region]
    sharers = {piece // 4 for piece in pyramid} - {seat, NEUTRAL}
    gains = {seat: len(pyramid) + 1, **dict.fromkeys(sharers, CONSTANTS.shared_pyramid_vp)}
    vp = state.vp[:]
    told = []
    for each in sorted(gains, key=lambda who: -state.vp[who]):
        vp[each] = landing(vp, each, gains[each])
        told.append((each, gains[each], vp[each]))
    return level, told


def hand(state: MezoState, seat: int) -> tuple[int, ...]:
    """The cards that this seat, and only this seat, has seen: the top of its deck."""
    return state.decks[seat][: state.known[seat]]


def played(state: MezoState, seat: int) -> tuple[int, ...]:
    """The cards of this seat that lie open from earlier conflicts of the Age."""
    held = {*state.decks[seat], state.cards[seat]}
    return tuple(card for card in range(len(CARDS)) if card not in held)


def laid(state: MezoState, seat: int, viewer: int | None) -> int | None:
    """The card of this conflict: its number if `viewer` may see it, -1 if it lies face down, or None."""
    card = state.cards[seat]
    if card < 0:
        return None
    return card if state.revealed or seat == viewer else -1
