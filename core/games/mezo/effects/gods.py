"""The verbs of the gods: CALL, APPEASE, and the tokens they leave in a region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import CONSTANTS, GODS, IN_MASK, REGIONS, SHAMAN, TOUCHES, VERTICES, WARRIOR, WRATHFUL
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES
from core.games.mezo.effects.scope import perform
from core.games.mezo.phases import Frame, Legal, Reply, Run
from core.games.mezo.scoring import FROM_WRATH

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

# CALL: move the god and use its ability, in either order


def free_vertices(state: MezoState) -> list[int]:
    """Return where a god can go: no god stands there, and it touches a live region."""
    live, taken = state.live, state.vertices
    return [v for v in range(len(VERTICES)) if TOUCHES[v] & live and v not in taken]


def _run_call(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    state.actor = frame[2]
    return True


def _legal_call(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, _, seat, used = frame
    found: list[Move] = [moves.VERTEX[vertex] for vertex in free_vertices(state)]
    if not used and state.vertices[seat] >= 0:
        found.append(moves.ABILITY_FIRST)
    return found


def _call(state: MezoState, stack: list[Frame], frame: Frame, move: Move, emit: EventSink | None) -> None:
    step, number, seat, used = frame
    if isinstance(move, moves.PickVertex):
        state.vertices[seat] = move.vertex
        stack.pop()
        if emit:
            emit(GameEvent("god", seat, (state.gods[seat], move.vertex, IN_MASK[state.presence(seat)])))
    else:
        stack[-1] = (step, number, seat, 1)
    if not used:
        perform(state, GODS[state.gods[seat]].call.number, seat, state.cause)


# APPEASE: units for the wrathful god, then one of its tiles


def price(state: MezoState) -> int:
    """Return how many units the wrathful god asks for now."""
    return CONSTANTS.appease_next if any(state.wrath) else CONSTANTS.appease_first


def means(state: MezoState, seat: int) -> int:
    """Return with how many units this seat could pay."""
    total = state.reserves[seat * 2] + state.reserves[seat * 2 + 1]
    for region in IN_MASK[state.presence(seat)]:
        at = (seat * REGIONS + region) * 2
        total += state.units[at] + state.units[at + 1]
    return total


def _payments(state: MezoState, seat: int) -> list[Move]:
    found: list[Move] = []
    for kind in (WARRIOR, SHAMAN):
        if state.reserves[seat * 2 + kind]:
            found.append(moves.RESERVE_UNIT[seat * 2 + kind])
    for region in IN_MASK[state.presence(seat)]:
        at = (seat * REGIONS + region) * 2
        if state.units[at]:
            found.append(moves.UNIT[at])
        if state.units[at + 1]:
            found.append(moves.UNIT[at + 1])
    return found


def _run_appease(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, number, seat, left, paid = frame
    if left:
        options = _payments(state, seat)
        if len(options) == 1 and (paid or not NODES[number].upto):
            _appease(state, stack, frame, options[0], emit)
            return False
    elif state.age == 1:
        _appease(state, stack, frame, moves.TILE[state.wrathful[0]], emit)
        return False
    state.actor = seat
    return True


def _legal_appease(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, number, seat, left, paid = frame
    if not left:
        return [moves.TILE[tile] for tile in state.face_up()]
    found = _payments(state, seat)
    if not paid and NODES[number].upto:
        found.append(moves.ENOUGH)
    return found


def _appease(state: MezoState, stack: list[Frame], frame: Frame, move: Move, emit: EventSink | None) -> None:
    step, number, seat, left, paid = frame
    if isinstance(move, moves.PickUnit):
        if move.region == moves.RESERVES:
            state.reserves[seat * 2 + move.kind] -= 1
        else:
            state.units[(seat * REGIONS + move.region) * 2 + move.kind] -= 1
        state.wrath[seat * 2 + move.kind] += 1
        stack[-1] = (step, number, seat, left - 1, paid + 1)
        if emit:
            emit(GameEvent("pay", seat, (move.region, move.kind)))
        return
    stack.pop()
    if isinstance(move, moves.TakeTile):
        if emit:
            emit(GameEvent("appease", seat, (move.tile,)))
        perform(state, WRATHFUL[move.tile].effect.number, seat, FROM_WRATH)


# Tokens: strength, the most of a kind of unit, winning ties


def _run_mark(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    regions = frame[4]
    if not regions:
        stack.pop()
        return False
    if not regions & (regions - 1):
        _mark(state, stack, frame, moves.REGION[regions.bit_length() - 1], emit)
        return False
    state.actor = frame[2]
    return True


def _legal_mark(state: MezoState, frame: Frame) -> Sequence[Move]:
    return [moves.REGION[region] for region in IN_MASK[frame[4]]]


def _mark(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickRegion, emit: EventSink | None) -> None:
    _, number, seat, n, _ = frame
    node = NODES[number]
    region = move.region
    stack.pop()
    state.same = region
    state.done = n
    if node.op == language.STRENGTH:
        state.tokens[seat * REGIONS + region] += n
        if emit:
            emit(GameEvent("strength", seat, (region, n)))
    elif node.op == language.MAJORITY:
        for kind in (WARRIOR, SHAMAN):
            if node.units >> kind & 1:
                at = region * 2 + kind
                most = state.most
                state.most = (*most[:at], most[at] | 1 << seat, *most[at + 1 :])
                if emit:
                    emit(GameEvent("majority", seat, (region, kind)))
    else:
        ties = state.ties
        state.ties = (*ties[:region], ties[region] | 1 << seat, *ties[region + 1 :])
        if emit:
            emit(GameEvent("ties", seat, (region,)))


RUN: dict[int, Run] = {phases.CALL: _run_call, phases.APPEASE: _run_appease, phases.MARK: _run_mark}
LEGAL: dict[int, Legal] = {phases.CALL: _legal_call, phases.APPEASE: _legal_appease, phases.MARK: _legal_mark}
REPLY: dict[int, Reply] = {phases.CALL: _call, phases.APPEASE: _appease, phases.MARK: _mark}
