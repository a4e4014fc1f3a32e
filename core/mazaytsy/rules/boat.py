"""The boat: launching, what it may do on a card, and the movement stage."""

from typing import TYPE_CHECKING, Any

from core.game import Event, Tell
from core.mazaytsy.components import FLOW, LOG, THICKET
from core.mazaytsy.field import WATERS
from core.mazaytsy.hares import ONE, SORTS, count
from core.mazaytsy.moves import (
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
from core.mazaytsy.phases import (
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
from core.mazaytsy.rules import cards
from core.mazaytsy.rules.advanced import STEALING
from core.mazaytsy.rules.legal import funnels_around, keepable, may_share, steals, takes

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood


def launch(s: "Flood", move: Launch, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    s.bows[a] = move.bow
    if tell:
        tell(Event("placed", a, (s.side, move.cell, move.bow)))
    stop(s, LAUNCHED, tell)


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
    a = s.actor
    assert a is not None
    if type(move) is Take:
        one = ONE[move.sort]
        s.hares[s.boats[a]] -= one
        s.holds[a] += one
        if tell:
            tell(Event("took", a, (s.side, s.boats[a], one)))
    elif type(move) is Steal:
        one = ONE[move.sort]
        s.holds[move.seat] -= one
        s.holds[a] += one
        s.stolen = True
        if tell:
            tell(Event("stole", a, (move.seat, one)))
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
    s.phase = HERE
    if not _busy(s):
        _go_on(s, tell)


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
        a = s.actor
        assert a is not None
        if a:
            s.actor = a - 1
            s.phase = LAUNCH
        else:
            begin(s, 0)
            stop(s, BEGUN, tell)
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
    a = s.actor
    assert a is not None
    code = move.code
    cell = s.boats[a]
    if code in (LEFT, RIGHT):
        s.acts += 1
        s.bows[a] = (s.bows[a] + (1 if code == RIGHT else 3)) % 4
        if tell:
            tell(Event("turned", a, (s.bows[a],)))
        if FLOW[s.field[cell]] >= 0:
            _flow(s, tell)
        elif s.acts == 2:
            _end_movement(s, tell)
    elif code == STOP:
        if tell:
            tell(Event("stopped", a, (s.side, cell)))
        _end_movement(s, tell)
    elif code == UNLOAD:
        s.acts = 3
        if count(s.holds[a]) == 1:
            put_ashore(s, land(s.holds[a]), tell)
        else:
            s.phase = LANDING
    else:
        way = s.bows[a] * 2
        if code == FORWARD:
            s.acts += 1
        else:
            s.acts = 3
            way += 1 if code == SLIP_RIGHT else -1
        target = WATERS[s.side].step[cell][way]
        s.boats[a] = target
        if tell:
            tell(Event("rowed" if code == FORWARD else "slipped", a, (s.side, target)))
        stop(s, ENTERED, tell)


def _flow(s: "Flood", tell: Tell | None) -> None:
    """The card under the boat does what it does to a boat that comes onto it."""
    a = s.actor
    assert a is not None
    boats = s.boats
    field = s.field
    step = WATERS[s.side].step
    s.then = ENTERED
    while True:
        cell = boats[a]
        face = field[cell]
        way = FLOW[face]
        if way < 0:
            if face >> 3 == LOG:
                if tell and s.acts == 1:
                    tell(Event("log", a, (s.side, cell)))
                _end_movement(s, tell)
                return
            break
        if s.spent >> cell & 1:
            break
        s.spent |= 1 << cell
        target = step[cell][way]
        if target < 0 or field[target] >> 3 == THICKET:
            if tell:
                tell(Event("blocked", a, (s.side, cell, target < 0)))
            _end_movement(s, tell)
            return
        boats[a] = target
        s.shared = False
        if tell:
            tell(Event("drifted", a, (s.side, cell, target)))
        if _busy(s):
            s.phase = HERE
            return
    if s.acts == 1:
        s.phase = ACT
    else:
        _end_movement(s, tell)


def put_ashore(s: "Flood", move: Land, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.holds[a] -= move.bunch
    s.ashore[a] += move.bunch
    if tell:
        tell(Event("landed", a, (move.bunch,)))
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
