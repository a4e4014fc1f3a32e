"""Carry out effects: the controls, the scope in which an effect remembers, and the start of each verb.

Every step of an effect is a frame on the stack of the state, so that an effect that waits for a decision is nothing
but a few tuples of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import IN_MASK
from core.games.mezo.effects import gods, language, stone, units
from core.games.mezo.effects.language import NODES, SAME, Node
from core.games.mezo.phases import Frame, Legal, Reply, Run
from core.games.mezo.scoring import award, devote

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

# Beginning an effect


def begin(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    node = NODES[frame[1]]
    _BEGIN[node.op](state, stack, frame, node, frame[2], emit)
    return False


def _sequence(
    state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None
) -> None:
    stack.pop()
    for kid in reversed(node.kids):
        stack.append((phases.BEGIN, kid, seat))


def _cost(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    """Pay in full, and only then go on; what cannot be paid does nothing."""
    price = NODES[node.kids[0]]
    assert price.n is not None
    n = price.n(state, seat)
    if n > 0 and price.place == SAME and not _same_is_known(state, stack, frame, price, seat):
        return
    if n <= 0 or capacity(state, price, seat) < n:
        stack.pop()
        return
    stack[-1] = (phases.THEN, frame[1], seat, n)
    stack.append((phases.BEGIN, node.kids[0], seat))


def _either(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    stack[-1] = (phases.EITHER, frame[1], seat)


def _may(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    """Ask whether to do it, unless it cannot be done."""
    if _possible(state, NODES[node.kids[0]], seat):
        stack[-1] = (phases.MAY, frame[1], seat)
    else:
        stack.pop()


def _for_each(
    state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None
) -> None:
    assert node.n is not None
    stack[-1] = (phases.FOR_EACH, frame[1], seat, node.n(state, seat))


def _if(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    assert node.test is not None
    if node.test(state, seat):
        stack[-1] = (phases.BEGIN, node.kids[0], seat)
    elif len(node.kids) > 1:
        stack[-1] = (phases.BEGIN, node.kids[1], seat)
    else:
        stack.pop()


def _gain(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    assert node.n is not None
    n = node.n(state, seat)
    stack.pop()
    state.done = n
    if node.op == language.VP:
        award(state, seat, ((n, state.cause),), emit)
    else:
        devote(state, seat, n, emit)


def _call(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    stack[-1] = (phases.CALL, frame[1], seat, 0)


def _appease(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    price = gods.price(state)
    if gods.means(state, seat) < price:
        stack.pop()
    else:
        stack[-1] = (phases.APPEASE, frame[1], seat, price, 0)


def _recover(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    assert node.n is not None
    stack[-1] = (phases.RECOVER, frame[1], seat, node.n(state, seat))
    state.done = 0


#: By verb that happens somewhere: its step.
_STEP = {
    language.DEPLOY: phases.PLACE,
    language.AWAKEN: phases.PLACE,
    language.SMITE: phases.REMOVE,
    language.EXILE: phases.REMOVE,
    language.MOVE: phases.MOVE,
    language.BUILD: phases.BUILD,
    language.DEMOLISH: phases.DEMOLISH,
    language.TRANSFORM: phases.TRANSFORM,
    language.STRENGTH: phases.MARK,
    language.MAJORITY: phases.MARK,
    language.WIN_TIES: phases.MARK,
}


def _placed(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int, emit: EventSink | None) -> None:
    """Start a verb that happens in regions: find out where it may, then let it run."""
    assert node.n is not None
    number = frame[1]
    n = node.n(state, seat)
    if n <= 0:
        state.done = 0
        stack.pop()
        return
    if node.place == language.RESERVE:
        state.done = 0
        stack[-1] = (phases.GIVE, number, seat, n)
        return
    if node.place == SAME:
        if not _same_is_known(state, stack, frame, node, seat):
            return
        mask = 1 << state.same
    else:
        mask = state.place = allowed(state, node, seat)
    state.done = 0
    step = _STEP[node.op]
    if step == phases.REMOVE:
        stack.pop()
        _begin_removal(state, stack, node, number, seat, n, mask)
    elif step == phases.MOVE:
        stack[-1] = (step, number, seat, n, mask, language.owners_of(state, seat, node.who), -1)
    else:
        stack[-1] = (step, number, seat, n, mask)


def _begin_removal(state: MezoState, stack: list[Frame], node: Node, number: int, seat: int, n: int, mask: int) -> None:
    """Remove so many altogether; or so many of each opponent, or in each region: then one frame for each."""
    owners = language.owners_of(state, seat, node.who)
    regions = [1 << region for region in IN_MASK[mask]] if node.per_region else [mask]
    if node.who == language.EACH_ENEMY:
        shares = [1 << enemy for enemy in state.clockwise(seat)[1:]]
    else:
        shares = [owners]
    for part in reversed(regions):
        for share in reversed(shares):
            stack.append((phases.REMOVE, number, seat, n, part, share))


def allowed(state: MezoState, node: Node, seat: int) -> int:
    """Return the regions (a mask) that a verb's place rule allows now."""
    mask = language.regions_of(state, seat, node.place)
    has = node.has
    if has is not None:
        mask = sum(1 << region for region in IN_MASK[mask] if has(state, seat, region))
    return mask


def capacity(state: MezoState, node: Node, seat: int) -> int:
    """Return how much of a verb could be done now."""
    if node.op == language.RECOVER:
        return units.pool(state.xibalba, seat, node.units)
    if node.place == language.RESERVE:
        return units.pool(state.reserves, seat, node.units)
    return _capacity_in(state, node, seat, allowed(state, node, seat))


def _capacity_in(state: MezoState, node: Node, seat: int, mask: int) -> int:
    op = node.op
    if op in (language.DEPLOY, language.AWAKEN):
        counts = state.reserves if op == language.DEPLOY else state.xibalba
        return units.pool(counts, seat, node.units) if mask else 0
    if op in (language.SMITE, language.EXILE):
        owners = language.owners_of(state, seat, node.who)
        return units.count(state, mask, owners, node.units)
    if op == language.MOVE:
        sources = units.with_way_out(state, node, seat, mask)
        return units.count(state, sources, language.owners_of(state, seat, node.who), node.units)
    if op == language.BUILD:
        return len(stone.sites(state, node, seat, mask))
    if op == language.DEMOLISH:
        return len(stone.ruins(state, node, seat, mask))
    if op == language.TRANSFORM:
        return len(stone.claims(state, node, seat, mask))
    return 1 if mask else 0


def _possible(state: MezoState, node: Node, seat: int) -> bool:
    """Whether a choice makes sense: something can be done, or the price be paid."""
    if node.op == language.COST:
        price = NODES[node.kids[0]]
        assert price.n is not None
        return 0 < price.n(state, seat) <= capacity(state, price, seat)
    if node.n is None:
        return True
    if node.op in (language.VP, language.DEVOTION, language.CALL):
        return True
    return node.n(state, seat) > 0 and capacity(state, node, seat) > 0


def _same_is_known(state: MezoState, stack: list[Frame], frame: Frame, node: Node, seat: int) -> bool:
    """Whether "the same region" means one; if not, its player names one, or nothing more happens.

    The first effect found no target, so its player names a region in which it could have looked for one.
    """
    if state.same >= 0:
        return True
    mask = state.place
    if node.upto:
        mask = sum(1 << region for region in IN_MASK[mask] if _capacity_in(state, node, seat, 1 << region))
    regions = IN_MASK[mask]
    if not regions:
        state.done = 0
        stack.pop()
    elif len(regions) == 1:
        state.same = regions[0]
        return True
    else:
        stack.append((phases.NAME, frame[1], seat, mask))
    return False


_BEGIN: dict[int, Callable[[MezoState, list[Frame], Frame, Node, int, EventSink | None], None]] = {
    language.SEQ: _sequence,
    language.COST: _cost,
    language.MAY: _may,
    language.EITHER: _either,
    language.FOR_EACH: _for_each,
    language.IF: _if,
    language.CALL: _call,
    language.APPEASE: _appease,
    language.RECOVER: _recover,
    language.DEVOTION: _gain,
    language.VP: _gain,
    **dict.fromkeys(_STEP, _placed),
}


# The controls


def _restore(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, state.same, state.place, state.done, state.cause = stack.pop()
    return False


def _then(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, number, seat, n = frame
    if state.done >= n:
        stack[-1] = (phases.BEGIN, NODES[number].kids[1], seat)
        return False
    stack.pop()
    # A seat that declines once is not asked again: nothing has changed since.
    if stack and stack[-1][0] == phases.FOR_EACH:
        stack.pop()
    return False


def _repeat(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    _, number, seat, left = frame
    if left <= 0:
        stack.pop()
    else:
        stack[-1] = (phases.FOR_EACH, number, seat, left - 1)
        stack.append((phases.BEGIN, NODES[number].kids[0], seat))
    return False


def wait_for_seat(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    """Always a decision of the seat that resolves the effect."""
    state.actor = frame[2]
    return True


def _legal_branches(state: MezoState, frame: Frame) -> Sequence[Move]:
    return moves.BRANCH[: len(NODES[frame[1]].kids)]


def _branch(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickBranch, emit: EventSink | None) -> None:
    stack[-1] = (phases.BEGIN, NODES[frame[1]].kids[move.index], frame[2])


def _legal_answers(state: MezoState, frame: Frame) -> Sequence[Move]:
    return (moves.YES, moves.NO)


def _answer(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.AnswerYesNo, emit: EventSink | None
) -> None:
    if move.yes:
        stack[-1] = (phases.BEGIN, NODES[frame[1]].kids[0], frame[2])
        return
    stack.pop()
    if emit:
        emit(GameEvent("declines", frame[2]))


def _legal_names(state: MezoState, frame: Frame) -> Sequence[Move]:
    return [moves.REGION[region] for region in IN_MASK[frame[3]]]


def _name(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickRegion, emit: EventSink | None) -> None:
    state.same = move.region
    stack.pop()
    if emit:
        emit(GameEvent("name", frame[2], (move.region,)))


RUN: dict[int, Run] = {
    phases.SCOPE: _restore,
    phases.BEGIN: begin,
    phases.THEN: _then,
    phases.EITHER: wait_for_seat,
    phases.FOR_EACH: _repeat,
    phases.MAY: wait_for_seat,
    phases.NAME: wait_for_seat,
    **units.RUN,
    **stone.RUN,
    **gods.RUN,
}
LEGAL: dict[int, Legal] = {
    phases.EITHER: _legal_branches,
    phases.MAY: _legal_answers,
    phases.NAME: _legal_names,
    **units.LEGAL,
    **stone.LEGAL,
    **gods.LEGAL,
}
REPLY: dict[int, Reply] = {
    phases.EITHER: _branch,
    phases.MAY: _answer,
    phases.NAME: _name,
    **units.REPLY,
    **stone.REPLY,
    **gods.REPLY,
}
