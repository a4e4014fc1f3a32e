"""Legal moves as imperatives: "send 2 Warriors to Uxmal"."""

from collections.abc import Sequence

from core.game import Move
from core.games.mezo import moves, phases
from core.games.mezo.components import GODS, IN_MASK, TOUCHES
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES
from core.games.mezo.phases import Frame
from core.games.mezo.state import MezoState
from core.games.mezo.text import describe, names
from core.games.mezo.view.bulk_moves import BulkMove
from core.text import list_text

#: By phase: what is done with what the move names.
_DONE_WITH = {
    phases.GODS: "follow {}",
    phases.ABILITIES: "take {}",
    phases.REMINDERS: "use {}",
    phases.CHAMPION: "send your {}",
    phases.STATION: "deploy {}",
    phases.CARDS: "play {}",
    phases.WINNER: "let {} win",
    phases.TRACK: "send {} there",
    phases.SPACE: "take {}",
    phases.NAME: "continue {}",
    phases.RECOVER: "RECOVER {}",
    phases.GIVE: "SMITE {} of your Reserves",
    phases.BUILD: "BUILD {}",
    phases.DEMOLISH: "DEMOLISH {}",
    phases.TRANSFORM: "TRANSFORM {}",
}


def imperative(state: MezoState, move: Move, players: Sequence[str]) -> str:
    """Return what the actor is to do."""
    frame = state.stack[-1]
    match move:
        case moves.StopPicking():
            return "do not appease" if frame[0] == phases.APPEASE else "stop here" if state.done else "leave it"
        case moves.AnswerYesNo():
            return _answer(state, frame, move)
        case moves.TakeGod(god=god):
            return f"follow {GODS[god].name} ({GODS[god].theme.partition(':')[0].lower()})"
        case moves.AbilityFirst():
            assert state.actor is not None
            return f"use the Call first: {GODS[state.gods[state.actor]].call.brief}"
        case moves.PickPiece(pyramid=True) if frame[0] == phases.BUILD:
            return f"BUILD {describe(state, move, players).rpartition(', for ')[0]}"
        case moves.PickVertex():
            return _set_down(state, move)
        case moves.PickUnits() if frame[0] == phases.SACRIFICE:
            return f"sacrifice {names.units(move.warriors, move.shamans)}"
        case moves.PickRegion() if frame[0] == phases.MARK:
            return _mark(frame, move)
    return _pattern(frame, move).format(describe(state, move, players))


def _pattern(frame: Frame, move: Move) -> str:
    match frame[0]:
        case phases.PLACE:
            return "DEPLOY {}" if NODES[frame[1]].op == language.DEPLOY else "AWAKEN {}"
        case phases.REMOVE if isinstance(move, moves.PickSeat):
            return "choose {}"
        case phases.REMOVE:
            return "SMITE {}" if NODES[frame[1]].op == language.SMITE else "EXILE {}"
        case phases.MOVE:
            return "move {}" if isinstance(move, moves.PickUnit) else "move it {}"
        case phases.APPEASE:
            return "give {}" if isinstance(move, moves.PickUnit) else "resolve {}"
    return _DONE_WITH.get(frame[0], "{}")


def _answer(state: MezoState, frame: Frame, move: moves.AnswerYesNo) -> str:
    if frame[0] != phases.THIRD:
        return "do it" if move.yes else "leave it"
    if not move.yes:
        return "keep the glyph"
    assert state.actor is not None
    left = next(action for action in range(3) if not state.covered[state.actor] >> action & 1)
    return f"give up the glyph: {GODS[state.gods[state.actor]].actions[state.cards[state.actor]][left].brief}"


def _set_down(state: MezoState, move: moves.PickVertex) -> str:
    assert state.actor is not None
    god = GODS[state.gods[state.actor]].name
    regions = names.regions(IN_MASK[TOUCHES[move.vertex] & state.live])
    verb = f"move {god} to" if state.vertices[state.actor] >= 0 else f"place {god} on"
    return f"{verb} vertex {move.vertex + 1}: it acts in {regions} (presence)"


def _mark(frame: Frame, move: moves.PickRegion) -> str:
    node, place = NODES[frame[1]], names.region(move.region)
    if node.op == language.STRENGTH:
        return f"place {frame[3]} strength in {place}"
    if node.op == language.MAJORITY:
        kinds = list_text(f"{word}s" for kind, word in enumerate(names.KIND) if node.units >> kind & 1)
        return f"count as having the most {kinds} in {place}"
    return f"win every tie of strength in {place}"


def several_units(state: MezoState, way: BulkMove, players: Sequence[str]) -> str:
    """Return a bulk move: "DEPLOY 2 Warriors and 1 Shaman to Coba", "SMITE 2 of Boris's Warriors in Coba"."""
    move, frame = way.moves[0], state.stack[-1]
    assert isinstance(move, moves.PickUnit)
    place = names.region(move.region)
    if frame[0] == phases.PLACE:
        return _pattern(frame, move).format(f"{names.units(way.warriors, way.shamans)} to {place}")
    n = way.warriors + way.shamans
    whose = "your" if move.owner == state.actor else f"{players[move.owner]}'s"
    return _pattern(frame, move).format(f"{n} of {whose} {names.KIND[move.kind]}s in {place}")
