"""The verbs of glyphs and pyramids: BUILD, DEMOLISH, TRANSFORM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import IN_MASK, NEUTRAL, REGIONS
from core.games.mezo.effects import language
from core.games.mezo.effects.language import GLYPHS, NODES, PYRAMIDS, SELF, Node
from core.games.mezo.phases import Frame, Legal, Reply, Run
from core.games.mezo.scoring import award_all, building_gains

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

TOP_LEVEL = 3


def next_level(state: MezoState, seat: int, region: int) -> int:
    """Return the level (from 0) of the piece that this seat would build here, or -1.

    In an empty region the lowest that it still owns; otherwise exactly one above the top.
    """
    pyramid = state.pyramids[region]
    pieces = state.pieces
    if pyramid:
        level = pyramid[-1] % 4 + 1
        return level if level <= TOP_LEVEL and pieces[seat * 4 + level] else -1
    for level in range(TOP_LEVEL + 1):
        if pieces[seat * 4 + level]:
            return level
    return -1


def sites(state: MezoState, node: Node, seat: int, regions: int) -> list[Move]:
    """Return what can be built, and where."""
    carve = node.stone & GLYPHS and state.stelae[seat]
    found: list[Move] = []
    for region in IN_MASK[regions]:
        if carve:
            found.append(moves.GLYPH[seat * REGIONS + region])
        if node.stone & PYRAMIDS and next_level(state, seat, region) >= 0:
            found.append(moves.PYRAMID[region])
    return found


def _owners(state: MezoState, node: Node, seat: int) -> int:
    """Whose stone is meant: neutral pieces are nobody's own."""
    owners = language.owners_of(state, seat, node.who)
    return owners if node.who == SELF else owners | 1 << NEUTRAL


def ruins(state: MezoState, node: Node, seat: int, regions: int) -> list[Move]:
    """Return what can be demolished."""
    owners = _owners(state, node, seat)
    found: list[Move] = []
    for region in IN_MASK[regions]:
        if node.stone & GLYPHS:
            found += (
                moves.GLYPH[owner * REGIONS + region]
                for owner in range(state.players)
                if owners >> owner & 1 and state.glyphs[owner * REGIONS + region]
            )
        pyramid = state.pyramids[region]
        if node.stone & PYRAMIDS and pyramid and owners >> (pyramid[-1] // 4) & 1:
            found.append(moves.PYRAMID[region])
    return found


def claims(state: MezoState, node: Node, seat: int, regions: int) -> list[Move]:
    """Return what can be transformed: the seat needs a piece of its own to put in its place."""
    found: list[Move] = []
    for move in ruins(state, node, seat, regions):
        assert isinstance(move, moves.PickPiece)
        if not move.pyramid:
            possible = state.stelae[seat] > 0
        else:
            owner, level = divmod(state.pyramids[move.region][-1], 4)
            possible = owner == seat or state.pieces[seat * 4 + level] > 0
        if possible:
            found.append(move)
    return found


_SEARCH = {phases.BUILD: sites, phases.DEMOLISH: ruins, phases.TRANSFORM: claims}


def _options(state: MezoState, frame: Frame) -> list[Move]:
    step, number, seat, _, regions = frame
    return _SEARCH[step](state, NODES[number], seat, regions)


def _run(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    options = _options(state, frame) if frame[3] > 0 else []
    if not options:
        stack.pop()
        return False
    if len(options) == 1 and not NODES[frame[1]].upto:
        _work(state, stack, frame, options[0], emit)
        return False
    state.actor = frame[2]
    return True


def _legal(state: MezoState, frame: Frame) -> Sequence[Move]:
    found = _options(state, frame)
    if NODES[frame[1]].upto:
        found.append(moves.ENOUGH)
    return found


def _work(state: MezoState, stack: list[Frame], frame: Frame, move: Move, emit: EventSink | None) -> None:
    if not isinstance(move, moves.PickPiece):
        stack.pop()
        return
    step, number, seat, left, regions = frame
    node = NODES[number]
    if step == phases.BUILD:
        _build(state, seat, move, emit)
    elif step == phases.DEMOLISH:
        _demolish(state, seat, move, emit)
    else:
        _transform(state, seat, move, emit)
    state.same = move.region
    state.done += 1
    if node.one_region:
        regions = 1 << move.region
    if node.distinct_regions:
        regions &= ~(1 << move.region)
    stack[-1] = (step, number, seat, left - 1, regions)


def _build(state: MezoState, seat: int, move: moves.PickPiece, emit: EventSink | None) -> None:
    region = move.region
    if not move.pyramid:
        state.stelae[seat] -= 1
        state.glyphs[seat * REGIONS + region] += 1
        if emit:
            emit(GameEvent("carve", seat, (region,)))
        return
    level = next_level(state, seat, region)
    state.pieces[seat * 4 + level] -= 1
    state.pyramids[region] += (seat * 4 + level,)
    if emit:
        emit(GameEvent("raise", seat, (region, level + 1)))
    award_all(state, building_gains(state, seat, region), emit)


def _demolish(state: MezoState, seat: int, move: moves.PickPiece, emit: EventSink | None) -> None:
    region = move.region
    if not move.pyramid:
        state.glyphs[move.owner * REGIONS + region] -= 1
        state.stelae[move.owner] += 1
        if emit:
            emit(GameEvent("deface", seat, (move.owner, region)))
        return
    owner, level = divmod(state.pyramids[region][-1], 4)
    state.pyramids[region] = state.pyramids[region][:-1]
    if owner != NEUTRAL:
        state.pieces[owner * 4 + level] += 1
    if emit:
        emit(GameEvent("topple", seat, (owner, region, level + 1)))


def _transform(state: MezoState, seat: int, move: moves.PickPiece, emit: EventSink | None) -> None:
    region = move.region
    if not move.pyramid:
        state.glyphs[move.owner * REGIONS + region] -= 1
        state.stelae[move.owner] += 1
        state.stelae[seat] -= 1
        state.glyphs[seat * REGIONS + region] += 1
        if emit:
            emit(GameEvent("recarve", seat, (move.owner, region)))
        return
    pyramid = state.pyramids[region]
    owner, level = divmod(pyramid[-1], 4)
    if owner != NEUTRAL:
        state.pieces[owner * 4 + level] += 1
    state.pieces[seat * 4 + level] -= 1
    state.pyramids[region] = (*pyramid[:-1], seat * 4 + level)
    if emit:
        emit(GameEvent("rebuild", seat, (owner, region, level + 1)))
    award_all(state, building_gains(state, seat, region), emit)


RUN: dict[int, Run] = dict.fromkeys(_SEARCH, _run)
LEGAL: dict[int, Legal] = dict.fromkeys(_SEARCH, _legal)
REPLY: dict[int, Reply] = dict.fromkeys(_SEARCH, _work)
