"""Descriptions of legal moves in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import Move
from core.games.mezo import moves, phases
from core.games.mezo.components import ABILITIES, CARDS, GODS, IN_MASK, PASSES, TOUCHES, TRACKS, WRATHFUL
from core.games.mezo.effects import stone
from core.games.mezo.effects.language import NODES
from core.games.mezo.phases import Frame
from core.games.mezo.text import names

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState


def describe(state: MezoState, move: Move, players: Sequence[str] = names.TRIBE_NAMES) -> str:
    """Return what the actor does with this move, from what it knows; without players' names, tribes are named."""
    frame = state.stack[-1]
    seat = state.actor
    assert seat is not None
    match move:
        case moves.TakeGod(god=god):
            chosen = GODS[god]
            return f"{chosen.name}, {chosen.title}. Call: {chosen.call.text}"
        case moves.TakeAbility(ability=ability):
            return f"{ABILITIES[ability].name}: {ABILITIES[ability].text}"
        case moves.PickRegion():
            return _to_region(state, frame, move)
        case moves.Station():
            units = names.units(move.warriors, move.shamans)
            return f"{units} to {names.region(move.region)}"
        case moves.PickVertex(vertex=vertex):
            return f"to {names.vertex(vertex, IN_MASK[TOUCHES[vertex] & state.live])}"
        case moves.AbilityFirst():
            return f"use the Call first: {GODS[state.gods[seat]].call.text}"
        case moves.PlayCard(card=card):
            texts = (action.text for action in GODS[state.gods[seat]].actions[card])
            return f"{CARDS[card].capitalize()}: {' / '.join(texts)}"
        case moves.ResolveAction(action=action):
            return _action(state, seat, action)
        case moves.PassAction():
            return f"give up action {move.action + 1}: {PASSES[move.option].effect.text}"
        case moves.AnswerYesNo():
            return _answer(state, frame, seat, move)
        case moves.PickBranch(index=index):
            return NODES[frame[1]].texts[index]
        case moves.PickUnit():
            return _unit(frame, seat, move, players)
        case moves.PickPiece():
            return _piece(state, frame, seat, move, players)
        case moves.PickUnits():
            return names.units(move.warriors, move.shamans)
        case moves.PickSeat():
            return players[move.seat]
        case moves.PickSpace():
            space = TRACKS[move.kind][move.space]
            return f"{space.name}: {space.effect.text}"
        case moves.TakeTile(tile=tile):
            return f"{WRATHFUL[tile].name}: {WRATHFUL[tile].effect.text}"
        case _:
            if frame[0] == phases.APPEASE:
                return "do not appease"
            return "no more" if state.done else "no, leave it"


def _action(state: MezoState, seat: int, action: int) -> str:
    return GODS[state.gods[seat]].actions[state.cards[seat]][action].text


def _to_region(state: MezoState, frame: Frame, move: moves.PickRegion) -> str:
    name = names.region(move.region)
    if frame[0] == phases.CHAMPION:
        return f"Champion to {name}"
    return f"to {name}" if frame[0] == phases.MOVE else f"in {name}"


def _answer(state: MezoState, frame: Frame, seat: int, move: moves.AnswerYesNo) -> str:
    if frame[0] != phases.THIRD:
        return "yes" if move.yes else "no"
    if not move.yes:
        return "no, keep the glyph"
    left = next(action for action in range(3) if not state.covered[seat] >> action & 1)
    return f"yes: {_action(state, seat, left)}"


def _unit(frame: Frame, seat: int, move: moves.PickUnit, players: Sequence[str]) -> str:
    kind = names.KIND[move.kind]
    if move.region == moves.RESERVES:
        return f"a {kind} of your Reserves"
    place = names.region(move.region)
    if frame[0] == phases.PLACE:
        return f"a {kind} to {place}"
    whose = "your" if move.owner == seat else f"{players[move.owner]}'s"
    return f"{whose} {kind} in {place}"


def _piece(state: MezoState, frame: Frame, seat: int, move: moves.PickPiece, players: Sequence[str]) -> str:
    place = names.region(move.region)
    building = frame[0] == phases.BUILD
    if not move.pyramid:
        if building:
            return f"a glyph in {place}"
        whose = "your" if move.owner == seat else f"{players[move.owner]}'s"
        return f"{whose} glyph in {place}"
    pyramid = state.pyramids[move.region]
    if building:
        level = stone.next_level(state, seat, move.region) + 1
        return f"a pyramid of level {level} in {place}, for {len(pyramid) + 1} VP"
    owner, level = divmod(pyramid[-1], 4)
    worth = f", for {len(pyramid)} VP" if frame[0] == phases.TRANSFORM else ""
    whose = "your own" if owner == seat else names.player(owner, players)
    return f"the top of the pyramid in {place} ({whose}, level {level + 1}){worth}"
