"""The verbs that move units: DEPLOY, AWAKEN, RECOVER, SMITE, EXILE, and moves between regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import IN_MASK, REGIONS, SHAMAN, WARRIOR
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES, Node
from core.games.mezo.phases import Frame, Legal, Reply, Run

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

# Counting


def pool(counts: list[int], seat: int, kinds: int) -> int:
    """Return a seat's units of these kinds in its Reserves or in Xibalba."""
    at = seat * 2
    return (counts[at] if kinds & 1 else 0) + (counts[at + 1] if kinds & 2 else 0)


def count(state: MezoState, regions: int, owners: int, kinds: int) -> int:
    """Return the number of units of these kinds and owners in these regions."""
    units = state.units
    total = 0
    for owner in range(state.players):
        if owners >> owner & 1:
            for region in IN_MASK[regions]:
                at = (owner * REGIONS + region) * 2
                if kinds & 1:
                    total += units[at]
                if kinds & 2:
                    total += units[at + 1]
    return total


def choices(state: MezoState, regions: int, owners: int, kinds: int) -> list[moves.PickUnit]:
    """Return one move for each region, owner and kind of which there is a unit."""
    units = state.units
    found: list[moves.PickUnit] = []
    for owner in range(state.players):
        if owners >> owner & 1:
            for region in IN_MASK[regions]:
                at = (owner * REGIONS + region) * 2
                if kinds & 1 and units[at]:
                    found.append(moves.UNIT[at])
                if kinds & 2 and units[at + 1]:
                    found.append(moves.UNIT[at + 1])
    return found


# DEPLOY and AWAKEN: own units, one by one, spread as their player likes


def _source(state: MezoState, node: Node) -> list[int]:
    return state.reserves if node.op == language.DEPLOY else state.xibalba


def _put(state: MezoState, node: Node, seat: int, region: int, kind: int, n: int, emit: EventSink | None) -> None:
    _source(state, node)[seat * 2 + kind] -= n
    state.units[(seat * REGIONS + region) * 2 + kind] += n
    state.same = region
    state.done += n
    if emit:
        emit(GameEvent("deploy" if node.op == language.DEPLOY else "awaken", seat, (region, kind, n)))


def _run_place(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, number, seat, left, regions = frame
    node = NODES[number]
    counts = _source(state, node)
    warriors = counts[seat * 2] if node.units & 1 else 0
    shamans = counts[seat * 2 + 1] if node.units & 2 else 0
    if left <= 0 or not regions or not warriors + shamans:
        stack.pop()
        return False
    if not node.upto and not regions & (regions - 1):
        region = regions.bit_length() - 1
        if node.distinct_regions:
            left = 1
        if not warriors or not shamans or warriors + shamans <= left:
            stack.pop()
            if warriors:
                _put(state, node, seat, region, WARRIOR, min(left, warriors), emit)
            if shamans:
                _put(state, node, seat, region, SHAMAN, min(left, shamans), emit)
            return False
    state.actor = seat
    return True


def _legal_place(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, number, seat, _, regions = frame
    node = NODES[number]
    counts = _source(state, node)
    kinds = [kind for kind in (WARRIOR, SHAMAN) if node.units >> kind & 1 and counts[seat * 2 + kind]]
    found: list[Move] = [
        moves.UNIT[(seat * REGIONS + region) * 2 + kind] for region in IN_MASK[regions] for kind in kinds
    ]
    if node.upto:
        found.append(moves.ENOUGH)
    return found


def _place(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickUnit | moves.StopPicking, emit: EventSink | None
) -> None:
    if isinstance(move, moves.StopPicking):
        stack.pop()
        return
    step, number, seat, left, regions = frame
    node = NODES[number]
    _put(state, node, seat, move.region, move.kind, 1, emit)
    if node.one_region:
        regions = 1 << move.region
    elif node.distinct_regions:
        regions &= ~(1 << move.region)
    stack[-1] = (step, number, seat, left - 1, regions)


# RECOVER, and SMITE out of the own Reserves: so many of each kind


def _share(state: MezoState, frame: Frame) -> Sequence[moves.PickUnits]:
    step, number, seat, n = frame
    kinds = NODES[number].units
    counts = state.xibalba if step == phases.RECOVER else state.reserves
    warriors = counts[seat * 2] if kinds & 1 else 0
    shamans = counts[seat * 2 + 1] if kinds & 2 else 0
    return moves.shares(n, warriors, shamans)


def _run_share(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    options = _share(state, frame) if frame[3] > 0 else ()
    if len(options) > 1:
        state.actor = frame[2]
        return True
    if options:
        _take_share(state, stack, frame, options[0], emit)
    else:
        stack.pop()
    return False


def _take_share(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickUnits, emit: EventSink | None
) -> None:
    step, _, seat, _ = frame
    stack.pop()
    out, into = state.xibalba, state.reserves
    if step == phases.GIVE:
        out, into = into, out
    for kind, n in ((WARRIOR, move.warriors), (SHAMAN, move.shamans)):
        out[seat * 2 + kind] -= n
        into[seat * 2 + kind] += n
    state.done = move.warriors + move.shamans
    if emit and state.done:
        emit(GameEvent("recover" if step == phases.RECOVER else "give", seat, (move.warriors, move.shamans)))


# SMITE and EXILE


def _remove(state: MezoState, node: Node, seat: int, unit: moves.PickUnit, n: int, emit: EventSink | None) -> None:
    """So many units like this one leave its region: to Xibalba when smitten, else to the Reserves."""
    owner, region, kind = unit.owner, unit.region, unit.kind
    state.units[(owner * REGIONS + region) * 2 + kind] -= n
    home = state.xibalba if node.op == language.SMITE else state.reserves
    home[owner * 2 + kind] += n
    state.same = region
    state.done += n
    if emit:
        emit(GameEvent("smite" if node.op == language.SMITE else "exile", seat, (owner, region, kind, n)))


def _owners_with_units(state: MezoState, node: Node, regions: int, owners: int) -> list[int]:
    return [
        owner for owner in range(state.players) if owners >> owner & 1 and count(state, regions, 1 << owner, node.units)
    ]


def _run_remove(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    step, number, seat, left, regions, owners = frame
    node = NODES[number]
    if left <= 0:
        stack.pop()
        return False
    if node.who == language.ONE_ENEMY and owners & (owners - 1):
        meant = _owners_with_units(state, node, regions, owners)
        if len(meant) > 1:
            state.actor = seat
            return True
        if not meant:
            stack.pop()
            return False
        owners = 1 << meant[0]
        stack[-1] = (step, number, seat, left, regions, owners)
    options = choices(state, regions, owners, node.units)
    if not options:
        stack.pop()
        return False
    if not node.upto and _removed_without_choice(state, stack, options, emit):
        return False
    state.actor = owners.bit_length() - 1 if node.by_owner else seat
    return True


def _removed_without_choice(
    state: MezoState, stack: list[Frame], options: list[moves.PickUnit], emit: EventSink | None
) -> bool:
    """Whether it was clear which units had to go, and they are gone: all that there are, or all of one kind."""
    frame = stack[-1]
    _, number, seat, left, regions, owners = frame
    node = NODES[number]
    if node.distinct_regions or node.distinct_owners:
        if len(options) == 1:
            _pick(state, stack, frame, options[0], emit)
        return len(options) == 1
    if node.one_region and len({move.region for move in options}) > 1:
        return False
    if len(options) > 1 and count(state, regions, owners, node.units) > left:
        return False
    stack.pop()
    for move in options:
        here = state.units[(move.owner * REGIONS + move.region) * 2 + move.kind]
        _remove(state, node, seat, move, min(here, left), emit)
    return True


def _legal_remove(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, number, _, _, regions, owners = frame
    node = NODES[number]
    if node.who == language.ONE_ENEMY and owners & (owners - 1):
        return [moves.SEAT[owner] for owner in _owners_with_units(state, node, regions, owners)]
    found = choices(state, regions, owners, node.units)
    return [*found, moves.ENOUGH] if node.upto else found


def _pick(state: MezoState, stack: list[Frame], frame: Frame, move: Move, emit: EventSink | None) -> None:
    step, number, seat, left, regions, owners = frame
    if isinstance(move, moves.PickSeat):
        stack[-1] = (step, number, seat, left, regions, 1 << move.seat)
        return
    if not isinstance(move, moves.PickUnit):
        stack.pop()
        return
    node = NODES[number]
    _remove(state, node, seat, move, 1, emit)
    if node.one_region:
        regions = 1 << move.region
    if node.distinct_regions:
        regions &= ~(1 << move.region)
    if node.distinct_owners:
        owners &= ~(1 << move.owner)
    stack[-1] = (step, number, seat, left - 1, regions, owners)


# Moves from region to region: the unit first, then its way


def with_way_out(state: MezoState, node: Node, seat: int, regions: int) -> int:
    """Return those of the regions (a mask) from which another one can be reached."""
    to = language.regions_of(state, seat, node.to)
    return sum(1 << region for region in IN_MASK[regions] if to & ~(1 << region))


def _ways(state: MezoState, frame: Frame) -> int:
    _, number, seat, _, _, _, picked = frame
    return language.regions_of(state, seat, NODES[number].to) & ~(1 << moves.UNIT[picked].region)


def _movable(state: MezoState, frame: Frame) -> list[moves.PickUnit]:
    _, number, seat, _, regions, owners, _ = frame
    node = NODES[number]
    return choices(state, with_way_out(state, node, seat, regions), owners, node.units)


def _run_move(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, number, seat, left, _, _, picked = frame
    if picked >= 0:
        ways = _ways(state, frame)
        if not ways & (ways - 1):
            _walk(state, stack, frame, moves.REGION[ways.bit_length() - 1], emit)
            return False
    else:
        options = _movable(state, frame) if left > 0 else []
        if not options:
            stack.pop()
            return False
        if len(options) == 1 and not NODES[number].upto:
            _walk(state, stack, frame, options[0], emit)
            return False
    state.actor = seat
    return True


def _legal_move(state: MezoState, frame: Frame) -> Sequence[Move]:
    if frame[6] >= 0:
        return [moves.REGION[region] for region in IN_MASK[_ways(state, frame)]]
    found = _movable(state, frame)
    return [*found, moves.ENOUGH] if NODES[frame[1]].upto else found


def _walk(state: MezoState, stack: list[Frame], frame: Frame, move: Move, emit: EventSink | None) -> None:
    step, number, seat, left, regions, owners, picked = frame
    if isinstance(move, moves.PickUnit):
        picked = (move.owner * REGIONS + move.region) * 2 + move.kind
        stack[-1] = (step, number, seat, left, regions, owners, picked)
    elif isinstance(move, moves.PickRegion):
        unit = moves.UNIT[picked]
        state.units[picked] -= 1
        state.units[(unit.owner * REGIONS + move.region) * 2 + unit.kind] += 1
        state.same = move.region
        state.done += 1
        stack[-1] = (step, number, seat, left - 1, regions, owners, -1)
        if emit:
            emit(GameEvent("move", seat, (unit.owner, unit.region, move.region, unit.kind)))
    else:
        stack.pop()


RUN: dict[int, Run] = {
    phases.PLACE: _run_place,
    phases.RECOVER: _run_share,
    phases.GIVE: _run_share,
    phases.REMOVE: _run_remove,
    phases.MOVE: _run_move,
}
LEGAL: dict[int, Legal] = {
    phases.PLACE: _legal_place,
    phases.RECOVER: _share,
    phases.GIVE: _share,
    phases.REMOVE: _legal_remove,
    phases.MOVE: _legal_move,
}
REPLY: dict[int, Reply] = {
    phases.PLACE: _place,
    phases.RECOVER: _take_share,
    phases.GIVE: _take_share,
    phases.REMOVE: _pick,
    phases.MOVE: _walk,
}
