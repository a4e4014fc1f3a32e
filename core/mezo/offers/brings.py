"""What a choice would bring: points for a pyramid, strength in a region, devotion for a sacrifice."""

from collections.abc import Sequence

from core.game import Move
from core.grammar import listed
from core.mezo import moves as m
from core.mezo import phases
from core.mezo.components import CONSTANTS, NEUTRAL
from core.mezo.effects.stone import next_level
from core.mezo.offers.table_after import table_after
from core.mezo.scoring import landing, standings
from core.mezo.state import MezoState
from core.mezo.words import names


def who(seat: int, viewer: int | None, players: Sequence[str]) -> str:
    return "you" if seat == viewer else players[seat]


def leader_words(winner: Sequence[int], viewer: int | None, players: Sequence[str]) -> str:
    """Who is ahead."""
    if len(winner) == 1:
        return "you lead" if viewer in winner else f"{players[winner[0]]} leads"
    if viewer in winner:
        return f"tied with {listed(players[seat] for seat in winner if seat != viewer)}"
    return f"{listed(players[seat] for seat in winner)} are tied"


def outcome(state: MezoState, seat: int, moves: Sequence[Move], players: Sequence[str]) -> str:
    """What a choice in a region brings this seat: points for a pyramid, else how strong everybody would be there."""
    move = moves[0]
    if not isinstance(move, m.ToRegion | m.Station | m.PickUnit | m.PickPiece) or move.region < 0:
        return ""
    if isinstance(move, m.PickPiece) and move.pyramid and state.stack[-1][0] == phases.BUILD:
        _, gains = building(state, seat, move.region)
        return ", ".join(f"{who(each, seat, players)} +{n}, then {vp} VP" for each, n, vp in gains)
    was, will = standings(state, move.region), standings(table_after(state, moves), move.region)
    changed = [each for each in range(state.players) if was.strengths[each] != will.strengths[each]]
    if not changed:
        return ""
    words = ", ".join(
        f"{'' if each == seat else players[each] + ' '}{was.strengths[each]}→{will.strengths[each]}" for each in changed
    )
    return f"strength {words} · {leader_words(will.winner, seat, players)}"


def sacrifice(state: MezoState, seat: int, move: m.PickUnits, players: Sequence[str]) -> str:
    """What a gift in the Blessed conflict would bring, with how it is given."""
    view = table_after(state, (move,))
    found = standings(view, state.conflict)
    given = names.units(move.warriors, move.shamans)
    gain = f" devotion {state.devotion[seat]}→{view.devotion[seat]}," if view.devotion != state.devotion else ""
    strength = f"strength {found.strengths[seat]} of {max(found.strengths)}"
    return f"sacrifice {given}:{gain} {strength}, {leader_words(found.winner, seat, players)}"


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
    for each in sorted(gains, key=lambda seat: -state.vp[seat]):
        vp[each] = landing(vp, each, gains[each])
        told.append((each, gains[each], vp[each]))
    return level, told
