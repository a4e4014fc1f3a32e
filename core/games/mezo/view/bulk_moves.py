"""Bulk moves: send, smite or share out several units with one choice, though the rules ask about them one by one."""

from collections.abc import Sequence
from typing import NamedTuple

from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.components import IN_MASK, REGIONS, SHAMAN, WARRIOR
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES
from core.games.mezo.state import MezoState

Moves = tuple[Move, ...]


class BulkMove(NamedTuple):
    """Moves of one choice at a target, and how many units of each kind they are about."""

    moves: Moves
    warriors: int = 0
    shamans: int = 0


def bulk_moves(state: MezoState, moves: Sequence[Move]) -> list[BulkMove]:
    """Return the choices at a target of which these moves are the next step, the whole of it first."""
    units = [move for move in moves if isinstance(move, m.PickUnit) and move.region >= 0]
    if units and state.stack[-1][0] == phases.PLACE:
        return _placed(state, units)
    if units and state.stack[-1][0] == phases.REMOVE:
        return [way for unit in units for way in _removed(state, unit)]
    return [_one(move) for move in moves]


def _one(move: Move) -> BulkMove:
    kind = move.kind if isinstance(move, m.PickUnit) else -1
    return BulkMove((move,), kind == WARRIOR, kind == SHAMAN)


def _placed(state: MezoState, units: list[m.PickUnit]) -> list[BulkMove]:
    """All units that are to come, in every mixture; or only the next one, where the others may go elsewhere."""
    _, number, seat, left, regions = state.stack[-1]
    node = NODES[number]
    counts = state.reserves if node.op == language.DEPLOY else state.xibalba
    by_kind = {unit.kind: unit for unit in units}
    most = [counts[seat * 2 + kind] if kind in by_kind else 0 for kind in (WARRIOR, SHAMAN)]
    total = 1 if node.distinct_regions else min(left, sum(most))
    found = []
    for warriors in range(min(total, most[WARRIOR]), max(0, total - most[SHAMAN]) - 1, -1):
        sent = [by_kind[WARRIOR] for _ in range(warriors)] + [by_kind[SHAMAN] for _ in range(total - warriors)]
        found.append(BulkMove(still_asked(state, sent), warriors, total - warriors))
    if total > 1 and regions & (regions - 1):
        found += [_one(unit) for unit in units]
    return found


def _removed(state: MezoState, unit: m.PickUnit) -> list[BulkMove]:
    """As many as must go of one tribe and kind at once, or only the next."""
    _, number, _, left, _, _ = state.stack[-1]
    node = NODES[number]
    here = state.units[(unit.owner * REGIONS + unit.region) * 2 + unit.kind]
    total = 1 if node.distinct_regions or node.distinct_owners else min(left, here)
    if total == 1:
        return [_one(unit)]
    of_kind = [total if unit.kind == kind else 0 for kind in (WARRIOR, SHAMAN)]
    return [BulkMove(still_asked(state, [unit] * total), *of_kind), _one(unit)]


def still_asked(state: MezoState, moves: Sequence[Move]) -> Moves:
    """Return those of the moves that will be asked for; forced ones are played by themselves."""
    world, asked = state.copy(), []
    for move in moves:
        if _question(world) != _question(state):
            break
        asked.append(move)
        world.play(move)
    return tuple(asked)


def _question(state: MezoState) -> tuple[object, ...]:
    """What is asked, however often: who decides, how deep in an effect, and about which part of it."""
    return state.actor, len(state.stack), state.stack[-1][:2] if state.stack else ()


# The Deploy Step


def fair_station(state: MezoState, moves: Sequence[m.Station]) -> m.Station:
    """Return the way to Deploy to a region that leaves the other regions their share of the Reserves."""
    _, seat, regions = state.stack[-1]
    places = len(IN_MASK[regions])
    warriors, shamans = (-(-n // places) for n in state.reserves[seat * 2 : seat * 2 + 2])
    while warriors + shamans > state.station_limit(seat, moves[0].region):
        warriors, shamans = (warriors - 1, shamans) if warriors >= shamans else (warriors, shamans - 1)
    return next((move for move in moves if (move.warriors, move.shamans) == (warriors, shamans)), moves[0])


def fair_stations(state: MezoState) -> Moves:
    """Return the rest of the Deploy Step, every region with its share."""
    seat, world = state.actor, state.copy()
    sent: list[Move] = []
    while world.actor == seat and world.stack[-1][0] == phases.STATION:
        moves = [move for move in world.legal_moves() if isinstance(move, m.Station)]
        fair = fair_station(world, moves)
        if len(moves) > 1:
            sent.append(fair)
        if len(IN_MASK[world.stack[-1][2]]) == 1:
            break
        world.play(fair)
    return tuple(sent)
