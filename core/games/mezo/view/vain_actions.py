"""Actions of the cards in a conflict that would find nothing now, each with the reason."""

from core.game import GameEvent
from core.games.mezo.components import GODS
from core.games.mezo.effects import language
from core.games.mezo.effects.language import NODES, ROOTS, Node
from core.games.mezo.effects.scope import perform
from core.games.mezo.rules import RUN
from core.games.mezo.scoring import FROM_ACTIONS
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view.visible_cards import laid

_UNIT = {1: "Warrior", 2: "Shaman", 3: "unit"}
#: By verb: what is missing when it finds nothing.
_MISSING = {
    language.DEPLOY: "nobody in the Reserves to deploy",
    language.AWAKEN: "nobody in Xibalba to awaken",
    language.RECOVER: "nobody in Xibalba to recover",
    language.MOVE: "no unit to move",
    language.BUILD: "nothing fits",
    language.DEMOLISH: "nothing to demolish",
    language.TRANSFORM: "nothing to transform",
    language.MAJORITY: "no such unit",
}


def vain_actions(state: MezoState, viewer: int | None) -> dict[tuple[int, int], str]:
    """Return by seat and action why it would find nothing, of the cards that the viewer may see."""
    if state.conflict < 0:
        return {}
    found = {}
    for seat in range(state.players):
        card = laid(state, seat, viewer)
        if card is None or card < 0:
            continue
        for action in range(3):
            if not state.covered[seat] >> action & 1 and not _does_something(state, seat, card, action):
                found[seat, action] = _reason(state, seat, card, action)
    return found


def _does_something(state: MezoState, seat: int, card: int, action: int) -> bool:
    """Whether an action asks something or changes something, if it is taken now."""
    world, told = state.copy(), list[GameEvent]()
    world.stack = []
    perform(world, GODS[state.gods[seat]].actions[card][action].number, seat, FROM_ACTIONS)
    while world.stack:
        frame = world.stack[-1]
        if RUN[frame[0]](world, world.stack, frame, told.append):
            return True
    return bool(told)


def _reason(state: MezoState, seat: int, card: int, action: int) -> str:
    root = ROOTS[GODS[state.gods[seat]].actions[card][action].number]
    node = _first_verb(NODES[root])
    return f"finds nothing now: {_missing(node)}{_where(state, seat, node)}"


def _first_verb(node: Node) -> Node:
    """Return the first node that does something, of a node with others inside it."""
    return _first_verb(NODES[node.kids[0]]) if node.kids else node


def _missing(node: Node) -> str:
    if node.op in (language.SMITE, language.EXILE):
        whose = "own" if node.who == language.SELF else "enemy"
        return f"no {whose} {_UNIT[node.units]}"
    return _MISSING.get(node.op, "it gains nothing")


def _where(state: MezoState, seat: int, node: Node) -> str:
    """Return where it looks, for a verb that has a place."""
    if node.op in (language.RECOVER, language.VP, language.DEVOTION, language.STRENGTH):
        return ""
    if node.place == language.CONFLICT:
        return f" in {names.region(state.conflict)}"
    if node.place == language.PRESENCE:
        return f" where {GODS[state.gods[seat]].name} has presence"
    return ""
