"""What a choice would bring: points for a pyramid, strength in a region, devotion for a sacrifice."""

from collections.abc import Sequence

from core.game import Move
from core.mezo import moves as m
from core.mezo import phases
from core.mezo.components import CONSTANTS, NEUTRAL
from core.mezo.effects.stone import next_level
from core.mezo.offers.table_after import table_after
from core.mezo.scoring import landing, standings
from core.mezo.state import MezoState
from core.mezo.words import names


def who(seat: int, viewer: int | None) -> str:
    return "you" if seat == viewer else names.tribe(seat)


def leader_words(winner: Sequence[int], viewer: int | None) -> str:
    """Who is ahead."""
    if len(winner) > 1:
        return "you are tied" if viewer in winner else "a tie of others"
    return "you lead" if viewer in winner else f"{names.tribe(winner[0])} leads"


def outcome(state: MezoState, seat: int, move: Move) -> str:
    """What a choice in a region brings this seat: points for a pyramid, else how strong everybody would be there."""
    if not isinstance(move, m.ToRegion | m.Station | m.PickUnit | m.PickPiece) or move.region < 0:
        return ""
    if isinstance(move, m.PickPiece) and move.pyramid and state.stack[-1][0] == phases.BUILD:
        _, gains = building(state, seat, move.region)
        return ", ".join(f"{who(each, seat)} +{n}, then {vp} VP" for each, n, vp in gains)
    was, will = standings(state, move.region), standings(table_after(state, move), move.region)
    changed = [each for each in range(state.players) if was.strengths[each] != will.strengths[each]]
    if not changed:
        return ""
    words = ", ".join(f"{who(each, seat)} {was.strengths[each]}→{will.strengths[each]}" for each in changed)
    return f"strength: {words} · {leader_words(will.winner, seat)}"


def sacrifice(state: MezoState, seat: int, move: m.PickUnits) -> str:
    """What a gift in the Blessed conflict would bring, with how it is given."""
    view = table_after(state, move)
    found = standings(view, state.conflict)
    given = names.units(move.warriors, move.shamans)
    gain = f" devotion {state.devotion[seat]}→{view.devotion[seat]}," if view.devotion != state.devotion else ""
    strength = f"strength {found.strengths[seat]} of {max(found.strengths)}"
    return f"sacrifice {given}:{gain} {strength}, {leader_words(found.winner, seat)}"


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
