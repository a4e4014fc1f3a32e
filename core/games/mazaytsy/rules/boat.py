"""The boat: launching, what it may do on a card, and the movement stage."""

from typing import TYPE_CHECKING, Any

from core.game import Event, Tell
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
    Act,
    Keep,
    Land,
    Launch,
    Spot,
    Steal,
    Take,
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
    from core.games.mazaytsy.state import Flood


def launch(s: "Flood", move: Launch, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    s.bows[a] = move.bow
    if tell:
        tell(Event("placed", a, (s.side, move.cell, move.bow)))
    if a != s.first:
        stop(s, LAUNCHED, tell)
    else:
        # The first turn begins where the last boat has just been launched: its hare is asked for then.
        _launch_next(s, tell)


def _launch_next(s: "Flood", tell: Tell | None) -> None:
    """The boat of the seat before is launched; after that of the seat that begins, the turns do."""
    a = s.actor
    assert a is not None
    if a != s.first:
        s.actor = (a - 1) % s.players
        s.phase = LAUNCH
    else:
        if tell:
            tell(Event("begins", a))
        begin(s, a)
        stop(s, BEGUN, tell)


def stop(s: "Flood", then: int, tell: Tell | None) -> None:
    """The boat lies on a card: ask what it does there, if it can do anything."""
    s.then = then
    s.shared = False
    if _busy(s):
        s.phase = HERE
    else:
        _go_on(s, tell)


def _busy(s: "Flood") -> bool:
    """Whether there is anything to do on the card under the active boat."""
    a = s.actor
    assert a is not None
    if s.hares[s.boats[a]] and takes(s):
        return True
    return (s.advanced & STEALING > 0 and bool(steals(s))) or (s.teams and may_share(s))


def do_here(s: "Flood", move: Any, tell: Tell | None) -> None:
    """Take a hare, steal one, share out, or go on."""
    if type(move) is Take:
        _take(s, move, tell)
    elif type(move) is Steal:
        _steal(s, move, tell)
    elif move.code == SHARE:
        s.kept = 0
        s.sort = SORTS[-1]
        s.phase = SHARING
        _share_on(s, tell)
        return
    else:
        _go_on(s, tell)
        return
    s.shared = False
    if not _busy(s):
        _go_on(s, tell)


def _take(s: "Flood", move: Take, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    one = ONE[move.sort]
    s.hares[s.boats[a]] -= one
    s.holds[a] += one
    if tell:
        tell(Event("took", a, (s.side, s.boats[a], one)))


def _steal(s: "Flood", move: Steal, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    one = ONE[move.sort]
    s.holds[move.seat] -= one
    s.holds[a] += one
    s.stolen = True
    if tell:
        tell(Event("stole", a, (move.seat, one)))


def share_next(s: "Flood", move: Keep, tell: Tell | None) -> None:
    s.kept += ONE[s.sort] * move.number
    s.sort -= 1
    _share_on(s, tell)


def _share_on(s: "Flood", tell: Tell | None) -> None:
    """Settle the sorts that leave no choice; when all are settled, pass the hares over."""
    while s.sort >= 0:
        numbers = keepable(s)
        if len(numbers) > 1:
            return
        s.kept += ONE[s.sort] * numbers[0]
        s.sort -= 1
    _pass_over(s, tell)
    s.phase = HERE
    if not _busy(s):
        _go_on(s, tell)


def _pass_over(s: "Flood", tell: Tell | None) -> None:
    """What was settled is carried out: each partner has a part of the hares."""
    a = s.actor
    assert a is not None
    mate = (a + 2) % 4
    together = s.holds[a] + s.holds[mate]
    if tell:
        tell(Event("shared", a, (mate, s.kept, together - s.kept)))
    s.holds[a] = s.kept
    s.holds[mate] = together - s.kept
    s.kept = s.sort = 0
    s.shared = True


def _go_on(s: "Flood", tell: Tell | None) -> None:
    """The boat has done with this card; what comes next depends on how it got there."""
    then = s.then
    if then == ENTERED:
        _flow(s, tell)
    elif then == BEGUN:
        s.phase = ACT
    elif then == LAID:
        cards.refill(s, tell)
    elif then == ADDED:
        cards.gather(s, tell)
    elif then == LAUNCHED:
        _launch_next(s, tell)
    else:
        sink(s, tell)


# Movement


def begin(s: "Flood", seat: int) -> None:
    """A turn begins: nothing has moved, and boats side by side are safe from each other."""
    s.actor = seat
    s.turn += 1
    s.acts = 0
    s.spent = 0
    s.stolen = False
    boats = s.boats
    cell = boats[seat]
    s.shy = sum(1 << other for other in range(s.players) if boats[other] == cell)


def act(s: "Flood", move: Act, tell: Tell | None) -> None:
    """An order of the movement stage."""
    if move.code in (LEFT, RIGHT):
        _turn(s, move.code, tell)
    elif move.code == STOP:
        _halt(s, tell)
    elif move.code == UNLOAD:
        _go_ashore(s, tell)
    else:
        _row(s, move.code, tell)


def _turn(s: "Flood", code: int, tell: Tell | None) -> None:
    """The bow swings round; a current takes hold of a boat that turns on it."""
    a = s.actor
    assert a is not None
    s.acts += 1
    s.bows[a] = (s.bows[a] + (1 if code == RIGHT else 3)) % 4
    if tell:
        tell(Event("turned", a, (s.bows[a],)))
    if FLOW[s.field[s.boats[a]]] >= 0:
        _flow(s, tell)
    elif s.acts == 2:
        _end_movement(s, tell)


def _halt(s: "Flood", tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    if tell:
        tell(Event("stopped", a, (s.side, s.boats[a])))
    _end_movement(s, tell)


def _go_ashore(s: "Flood", tell: Tell | None) -> None:
    """Landing is the whole movement; a hare that is alone aboard leaves nothing to ask."""
    a = s.actor
    assert a is not None
    s.acts = 3
    if count(s.holds[a]) == 1:
        put_ashore(s, land(s.holds[a]), tell)
    else:
        s.phase = LANDING


def _row(s: "Flood", code: int, tell: Tell | None) -> None:
    """One card forward; or diagonally ahead, which is the whole movement."""
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
    if tell:
        tell(Event("rowed" if code == FORWARD else "slipped", a, (s.side, target)))
    stop(s, ENTERED, tell)


def _flow(s: "Flood", tell: Tell | None) -> None:
    """The card under the boat does what it does to a boat that comes onto it."""
    a = s.actor
    assert a is not None
    s.then = ENTERED
    while FLOW[s.field[s.boats[a]]] >= 0 and not s.spent >> s.boats[a] & 1:
        if not _drift(s, a, tell):
            _end_movement(s, tell)
            return
        if _busy(s):
            s.phase = HERE
            return
    if s.field[s.boats[a]] >> 3 == LOG:
        if tell and s.acts == 1:
            tell(Event("log", a, (s.side, s.boats[a])))
        _end_movement(s, tell)
    elif s.acts == 1:
        s.phase = ACT
    else:
        _end_movement(s, tell)


def _drift(s: "Flood", a: int, tell: Tell | None) -> bool:
    """A current carries the boat one card on, once in a turn; False if shore or thicket is in the way."""
    cell = s.boats[a]
    s.spent |= 1 << cell
    target = WATERS[s.side].step[cell][FLOW[s.field[cell]]]
    if target < 0 or s.field[target] >> 3 == THICKET:
        if tell:
            tell(Event("blocked", a, (s.side, cell, target < 0)))
        return False
    s.boats[a] = target
    s.shared = False
    if tell:
        tell(Event("drifted", a, (s.side, cell, target)))
    return True


def put_ashore(s: "Flood", move: Land, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.holds[a] -= move.bunch
    s.ashore[a] += move.bunch
    if tell:
        tell(Event("landed", a, (move.bunch, s.face_down)))
    stop(s, LANDED, tell)


def _end_movement(s: "Flood", tell: Tell | None) -> None:
    """The boat has stopped; a funnel beside it pulls it in."""
    a = s.actor
    assert a is not None
    near = funnels_around(s, s.boats[a])
    if not near:
        sink(s, tell)
    elif len(near) == 1:
        pull(s, SPOTS[s.side][near[0]], tell)
    else:
        s.phase = PULL


def pull(s: "Flood", move: Spot, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    if tell:
        tell(Event("pulled", a, (s.side, move.cell)))
    stop(s, PULLED, tell)


def sink(s: "Flood", tell: Tell | None) -> None:
    """What still sits in the swamp that this seat laid a turn ago is lost."""
    a = s.actor
    assert a is not None
    cell = s.mires[a]
    if cell >= 0:
        s.mires[a] = -1
        bunch = s.hares[cell]
        if bunch:
            s.hares[cell] = 0
            s.pool += bunch
            if tell:
                tell(Event("sank", a, (s.side, cell, bunch)))
    cards.replace(s, tell)
