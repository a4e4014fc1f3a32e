"""The rules of the boat: launching, what it may do on a card, and the movement stage."""

from typing import TYPE_CHECKING, Any

from core.game import EventSink, GameEvent
from core.games.mazaytsy.components import FLOW, LOG, THICKET
from core.games.mazaytsy.hares import ONE, SORTS, count
from core.games.mazaytsy.moves import (
    FORWARD,
    LEFT,
    RIGHT,
    SHARE,
    SLIP_RIGHT,
    SPOTS,
    STOP,
    UNLOAD,
    ChooseCell,
    GiveOrder,
    KeepHares,
    LandHares,
    Launch,
    PickUpHare,
    Steal,
    land,
)
from core.games.mazaytsy.phases import (
    ACT,
    ADDED,
    BEGUN,
    ENTERED,
    HERE,
    LAID,
    LANDED,
    LANDING,
    LAUNCH,
    LAUNCHED,
    PULL,
    PULLED,
    SHARING,
)
from core.games.mazaytsy.rules import cards
from core.games.mazaytsy.rules.advanced import STEALING
from core.games.mazaytsy.rules.legal import funnels_around, keepable, may_share, steals, takes
from core.games.mazaytsy.water import WATERS

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def launch(s: "MazaytsyState", move: Launch, emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    s.bows[a] = move.bow
    if emit:
        emit(GameEvent("placed", a, (s.side, move.cell, move.bow)))
    if a != s.first:
        stop(s, LAUNCHED, emit)
    else:
        # The first turn begins where the last boat has just been launched: its hare is asked for then.
        _launch_next(s, emit)


def _launch_next(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Ask the seat before to launch its boat; begin the turns after the seat that begins has launched."""
    a = s.actor
    assert a is not None
    if a != s.first:
        s.actor = (a - 1) % s.players
        s.phase = LAUNCH
    else:
        if emit:
            emit(GameEvent("begins", a))
        begin(s, a)
        stop(s, BEGUN, emit)


def stop(s: "MazaytsyState", then: int, emit: EventSink | None) -> None:
    """Let the boat lie on a card: ask what it does there, if it can do anything."""
    s.then = then
    s.shared = False
    if _busy(s):
        s.phase = HERE
    else:
        _go_on(s, emit)


def _busy(s: "MazaytsyState") -> bool:
    """Whether there is anything to do on the card under the active boat."""
    a = s.actor
    assert a is not None
    if s.hares[s.boats[a]] and takes(s):
        return True
    return (s.advanced & STEALING > 0 and bool(steals(s))) or (s.teams and may_share(s))


def do_here(s: "MazaytsyState", move: Any, emit: EventSink | None) -> None:
    """Take a hare, steal one, share out, or go on."""
    if type(move) is PickUpHare:
        _take(s, move, emit)
    elif type(move) is Steal:
        _steal(s, move, emit)
    elif move.code == SHARE:
        s.kept = 0
        s.sort = SORTS[-1]
        s.phase = SHARING
        _share_on(s, emit)
        return
    else:
        _go_on(s, emit)
        return
    s.shared = False
    if not _busy(s):
        _go_on(s, emit)


def _take(s: "MazaytsyState", move: PickUpHare, emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    one = ONE[move.sort]
    s.hares[s.boats[a]] -= one
    s.holds[a] += one
    if emit:
        emit(GameEvent("took", a, (s.side, s.boats[a], one)))


def _steal(s: "MazaytsyState", move: Steal, emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    one = ONE[move.sort]
    s.holds[move.seat] -= one
    s.holds[a] += one
    s.stolen = True
    if emit:
        emit(GameEvent("stole", a, (move.seat, one)))


def share_next(s: "MazaytsyState", move: KeepHares, emit: EventSink | None) -> None:
    s.kept += ONE[s.sort] * move.number
    s.sort -= 1
    _share_on(s, emit)


def _share_on(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Settle the sorts that leave no choice; when all are settled, pass the hares over."""
    while s.sort >= 0:
        numbers = keepable(s)
        if len(numbers) > 1:
            return
        s.kept += ONE[s.sort] * numbers[0]
        s.sort -= 1
    _pass_over(s, emit)
    s.phase = HERE
    if not _busy(s):
        _go_on(s, emit)


def _pass_over(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Carry out the agreed sharing: each partner has a part of the hares."""
    a = s.actor
    assert a is not None
    mate = (a + 2) % 4
    together = s.holds[a] + s.holds[mate]
    if emit:
        emit(GameEvent("shared", a, (mate, s.kept, together - s.kept)))
    s.holds[a] = s.kept
    s.holds[mate] = together - s.kept
    s.kept = s.sort = 0
    s.shared = True


def _go_on(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Leave the card; what comes next depends on how the boat got there."""
    then = s.then
    if then == ENTERED:
        _flow(s, emit)
    elif then == BEGUN:
        s.phase = ACT
    elif then == LAID:
        cards.refill(s, emit)
    elif then == ADDED:
        cards.gather(s, emit)
    elif then == LAUNCHED:
        _launch_next(s, emit)
    else:
        sink(s, emit)


# Movement


def begin(s: "MazaytsyState", seat: int) -> None:
    """Begin a turn: nothing has moved, and boats side by side are safe from each other."""
    s.actor = seat
    s.turn += 1
    s.acts = 0
    s.spent = 0
    s.stolen = False
    boats = s.boats
    cell = boats[seat]
    s.shy = sum(1 << other for other in range(s.players) if boats[other] == cell)


def act(s: "MazaytsyState", move: GiveOrder, emit: EventSink | None) -> None:
    """Carry out an order of the movement stage."""
    if move.code in (LEFT, RIGHT):
        _turn(s, move.code, emit)
    elif move.code == STOP:
        _halt(s, emit)
    elif move.code == UNLOAD:
        _go_ashore(s, emit)
    else:
        _row(s, move.code, emit)


def _turn(s: "MazaytsyState", code: int, emit: EventSink | None) -> None:
    """Turn the bow; a current takes hold of a boat that turns on it."""
    a = s.actor
    assert a is not None
    s.acts += 1
    s.bows[a] = (s.bows[a] + (1 if code == RIGHT else 3)) % 4
    if emit:
        emit(GameEvent("turned", a, (s.bows[a],)))
    if FLOW[s.field[s.boats[a]]] >= 0:
        _flow(s, emit)
    elif s.acts == 2:
        _end_movement(s, emit)


def _halt(s: "MazaytsyState", emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    if emit:
        emit(GameEvent("stopped", a, (s.side, s.boats[a])))
    _end_movement(s, emit)


def _go_ashore(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Land, which is the whole movement; with a single hare aboard there is nothing to ask."""
    a = s.actor
    assert a is not None
    s.acts = 3
    if count(s.holds[a]) == 1:
        put_ashore(s, land(s.holds[a]), emit)
    else:
        s.phase = LANDING


def _row(s: "MazaytsyState", code: int, emit: EventSink | None) -> None:
    """Row one card forward; or diagonally ahead, which is the whole movement."""
    a = s.actor
    assert a is not None
    way = s.bows[a] * 2
    if code == FORWARD:
        s.acts += 1
    else:
        s.acts = 3
        way += 1 if code == SLIP_RIGHT else -1
    target = WATERS[s.side].step[s.boats[a]][way]
    s.boats[a] = target
    if emit:
        emit(GameEvent("rowed" if code == FORWARD else "slipped", a, (s.side, target)))
    stop(s, ENTERED, emit)


def _flow(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Apply the card under the boat to a boat that comes onto it."""
    a = s.actor
    assert a is not None
    s.then = ENTERED
    while FLOW[s.field[s.boats[a]]] >= 0 and not s.spent >> s.boats[a] & 1:
        if not _drift(s, a, emit):
            _end_movement(s, emit)
            return
        if _busy(s):
            s.phase = HERE
            return
    if s.field[s.boats[a]] >> 3 == LOG:
        if emit and s.acts == 1:
            emit(GameEvent("log", a, (s.side, s.boats[a])))
        _end_movement(s, emit)
    elif s.acts == 1:
        s.phase = ACT
    else:
        _end_movement(s, emit)


def _drift(s: "MazaytsyState", a: int, emit: EventSink | None) -> bool:
    """Carry the boat one card on by a current, once in a turn; False if shore or thicket is in the way."""
    cell = s.boats[a]
    s.spent |= 1 << cell
    target = WATERS[s.side].step[cell][FLOW[s.field[cell]]]
    if target < 0 or s.field[target] >> 3 == THICKET:
        if emit:
            emit(GameEvent("blocked", a, (s.side, cell, target < 0)))
        return False
    s.boats[a] = target
    s.shared = False
    if emit:
        emit(GameEvent("drifted", a, (s.side, cell, target)))
    return True


def put_ashore(s: "MazaytsyState", move: LandHares, emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    s.holds[a] -= move.bunch
    s.ashore[a] += move.bunch
    if emit:
        emit(GameEvent("landed", a, (move.bunch, s.face_down)))
    stop(s, LANDED, emit)


def _end_movement(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Stop the boat; a funnel beside it pulls it in."""
    a = s.actor
    assert a is not None
    near = funnels_around(s, s.boats[a])
    if not near:
        sink(s, emit)
    elif len(near) == 1:
        pull(s, SPOTS[s.side][near[0]], emit)
    else:
        s.phase = PULL


def pull(s: "MazaytsyState", move: ChooseCell, emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    if emit:
        emit(GameEvent("pulled", a, (s.side, move.cell)))
    stop(s, PULLED, emit)


def sink(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Remove the hares that are still in the swamp that this seat laid a turn ago."""
    a = s.actor
    assert a is not None
    cell = s.mires[a]
    if cell >= 0:
        s.mires[a] = -1
        bunch = s.hares[cell]
        if bunch:
            s.hares[cell] = 0
            s.pool += bunch
            if emit:
                emit(GameEvent("sank", a, (s.side, cell, bunch)))
    cards.replace(s, emit)
