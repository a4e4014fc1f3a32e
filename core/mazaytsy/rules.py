"""Whose decision it is, what is legal, and what a move does.

A turn is a row of stages. The boat moves (ACT), and on every card it comes to it may pick up hares
(HERE) before the water does anything with it; funnels pull at the end. Then a card is replaced
(CARD, CELL, and TURN or SPIN), or hares are strewn for Mazay (ADD). Then a new card is opened.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.game import Event, Move, Tell
from core.mazaytsy.components import (
    ADDABLE,
    BARREN,
    BOX,
    FLOW,
    FUNNEL,
    LOG,
    STRAIGHT,
    SWAMP,
    THICKET,
    WHIRLPOOL,
)
from core.mazaytsy.field import WATERS
from core.mazaytsy.hares import ONE, SORTS, count, draw, parts, points, room, splits
from core.mazaytsy.moves import (
    ACTS,
    ADDS,
    FORWARD,
    LEAVE,
    LEFT,
    PICKS,
    PLACES,
    RIGHT,
    SHARE,
    SLIP_LEFT,
    SLIP_RIGHT,
    SPINS,
    SPOTS,
    STEALS,
    STOP,
    TAKES,
    TOP,
    TURNS_SIDE,
    TURNS_STRAIGHT,
    UNLOAD,
    Act,
    Add,
    Keep,
    Land,
    Pick,
    Place,
    Spin,
    Spot,
    Steal,
    Take,
    Turn,
    keep,
    land,
)

if TYPE_CHECKING:
    from core.mazaytsy.state import Flood

#: The decisions.
PLACE, HERE, ACT, LANDING, SHARING, PULL, CARD, CELL, TURN, SPIN, ADD, OVER = range(12)

#: The advanced rules as bits of `Flood.advanced`, in the order of the rulebook.
BARE, CHOICE, WEIGHT, STEALING = 1, 2, 4, 8

#: What a boat has just done when it is asked about the card it lies on; the four in the middle belong
#: to the movement stage, in which partners share and thieves steal.
PLACED, BEGUN, ENTERED, LANDED, PULLED, LAID, ADDED = range(7)


# What is legal


def legal(s: "Flood") -> Sequence[Move]:
    """Every legal move of the decision at hand."""
    return _LEGAL[s.phase](s)


def _places(s: "Flood") -> Sequence[Move]:
    water = WATERS[s.side]
    places = PLACES[s.side]
    if s.players == 2:
        middle = water.start[0]
        other = s.boats[1]
        bows = range(4) if other < 0 else ((s.bows[1] + 2) % 4,)
        return [places[middle, bow] for bow in bows]
    free = [cell for cell in water.start if cell not in s.boats]
    return [places[cell, bow] for cell in free for bow in water.bows[cell]]


def _here(s: "Flood") -> Sequence[Move]:
    return [*takes(s), *steals(s), *([ACTS[SHARE]] if may_share(s) else ()), ACTS[LEAVE]]


def takes(s: "Flood") -> list[Move]:
    """The hares under the active boat that fit into it."""
    a = s.actor
    assert a is not None
    bunch = s.hares[s.boats[a]]
    if not bunch:
        return []
    return [TAKES[sort] for sort in room(s.holds[a], s.advanced & WEIGHT > 0) if bunch >> 8 * sort & 255]


def steals(s: "Flood") -> list[Move]:
    """The hares that the active boat may pull over from boats it has come upon."""
    if not s.advanced & STEALING or s.stolen or not BEGUN <= s.then <= PULLED:
        return []
    a = s.actor
    assert a is not None
    boats = s.boats
    cell = boats[a]
    if boats.count(cell) == 1:
        return []
    fitting = room(s.holds[a], s.advanced & WEIGHT > 0)
    mate = (a + 2) % 4 if s.teams else a
    return [
        STEALS[seat][sort]
        for seat in range(s.players)
        if boats[seat] == cell and seat not in (a, mate) and not s.shy >> seat & 1
        for sort in fitting
        if s.holds[seat] >> 8 * sort & 255
    ]


def may_share(s: "Flood") -> bool:
    """Whether the partners lie side by side with hares to share out in more ways than one."""
    if not s.teams or s.shared or not BEGUN <= s.then <= PULLED:
        return False
    a = s.actor
    assert a is not None
    mate = (a + 2) % 4
    together = s.holds[a] + s.holds[mate]
    if s.boats[a] != s.boats[mate] or not together:
        return False
    return len(splits(together, s.advanced & WEIGHT > 0)) > 1


def _keeps(s: "Flood") -> Sequence[Move]:
    return [keep(number) for number in keepable(s)]


def keepable(s: "Flood") -> list[int]:
    """How many hares of the sort at hand this boat may keep, so that the rest can still be shared out."""
    a = s.actor
    assert a is not None
    together = s.holds[a] + s.holds[(a + 2) % 4]
    shift = 8 * s.sort
    settled = s.kept >> shift + 8
    whole = splits(together, s.advanced & WEIGHT > 0)
    return sorted({part >> shift & 255 for part in whole if part >> shift + 8 == settled})


def _acts(s: "Flood") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    cell = s.boats[a]
    water = WATERS[s.side]
    ring = water.step[cell]
    ahead = s.bows[a] * 2
    field = s.field
    legal: list[Move] = []
    target = ring[ahead]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[FORWARD])
    legal += _BOTH_TURNS
    if s.acts:
        legal.append(ACTS[STOP])
        return legal
    target = ring[ahead - 1]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[SLIP_LEFT])
    target = ring[ahead + 1]
    if target >= 0 and field[target] >> 3 != THICKET:
        legal.append(ACTS[SLIP_RIGHT])
    if water.edge[cell] and s.holds[a]:
        legal.append(ACTS[UNLOAD])
    return legal


_BOTH_TURNS = (ACTS[LEFT], ACTS[RIGHT])


def _landings(s: "Flood") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    return [land(part) for part in reversed(parts(s.holds[a])) if part]


def _pulls(s: "Flood") -> Sequence[Move]:
    a = s.actor
    assert a is not None
    return [SPOTS[s.side][cell] for cell in funnels_around(s, s.boats[a])]


def funnels_around(s: "Flood", cell: int) -> list[int]:
    """The funnels that would pull a boat which ends its movement here: none if it lies on one."""
    field = s.field
    if field[cell] >> 3 == FUNNEL:
        return []
    return [near for near in WATERS[s.side].around[cell] if field[near] >> 3 == FUNNEL]


def _cards(s: "Flood") -> Sequence[Move]:
    return [*PICKS[: len(s.row)], *(PICKS[TOP:] if s.stack else ())]


def _cells(s: "Flood") -> Sequence[Move]:
    boats = s.boats
    return [
        spot
        for spot, bunch in zip(SPOTS[s.side], s.hares, strict=True)
        if not bunch and spot.cell not in boats
    ]


def _turns(s: "Flood") -> Sequence[Move]:
    return TURNS_STRAIGHT if card_in_hand(s) >> 1 == STRAIGHT else TURNS_SIDE


def card_in_hand(s: "Flood") -> int:
    """The card that is being laid."""
    return s.stack[-1] if s.hand == TOP else s.row[s.hand]


def _adds(s: "Flood") -> Sequence[Move]:
    kinds = {face >> 3 for face in s.field}
    return [ADDS[kind] for kind in ADDABLE if kind in kinds]


_LEGAL: tuple[Callable[["Flood"], Sequence[Move]], ...] = (
    _places,
    _here,
    _acts,
    _landings,
    _keeps,
    _pulls,
    _cards,
    _cells,
    _turns,
    lambda s: SPINS,
    _adds,
    lambda s: (),
)


# Carrying out


def carry_out(s: "Flood", move: Any, tell: Tell | None) -> None:
    """Carry out a legal move, and all that follows from it without anybody's choice."""
    _CARRY[s.phase](s, move, tell)


def _place(s: "Flood", move: Place, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    s.bows[a] = move.bow
    if tell:
        tell(Event("placed", a, (s.side, move.cell, move.bow)))
    _stop(s, PLACED, tell)


def _stop(s: "Flood", then: int, tell: Tell | None) -> None:
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


def _do_here(s: "Flood", move: Any, tell: Tell | None) -> None:
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


def _keep(s: "Flood", move: Keep, tell: Tell | None) -> None:
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
        _refill(s, tell)
    elif then == ADDED:
        _gather(s, tell)
    elif then == PLACED:
        a = s.actor
        assert a is not None
        if a:
            s.actor = a - 1
            s.phase = PLACE
        else:
            _begin(s, 0)
            _stop(s, BEGUN, tell)
    else:
        _sink(s, tell)


# Movement


def _begin(s: "Flood", seat: int) -> None:
    """A turn begins: nothing has moved, and boats side by side are safe from each other."""
    s.actor = seat
    s.turn += 1
    s.acts = 0
    s.spent = 0
    s.stolen = False
    boats = s.boats
    cell = boats[seat]
    s.shy = sum(1 << other for other in range(s.players) if boats[other] == cell)


def _act(s: "Flood", move: Act, tell: Tell | None) -> None:
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
            _land(s, land(s.holds[a]), tell)
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
        _stop(s, ENTERED, tell)


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


def _land(s: "Flood", move: Land, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.holds[a] -= move.bunch
    s.ashore[a] += move.bunch
    if tell:
        tell(Event("landed", a, (move.bunch,)))
    _stop(s, LANDED, tell)


def _end_movement(s: "Flood", tell: Tell | None) -> None:
    """The boat has stopped; a funnel beside it pulls it in."""
    a = s.actor
    assert a is not None
    near = funnels_around(s, s.boats[a])
    if not near:
        _sink(s, tell)
    elif len(near) == 1:
        _pull(s, SPOTS[s.side][near[0]], tell)
    else:
        s.phase = PULL


def _pull(s: "Flood", move: Spot, tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    s.boats[a] = move.cell
    if tell:
        tell(Event("pulled", a, (s.side, move.cell)))
    _stop(s, PULLED, tell)


def _sink(s: "Flood", tell: Tell | None) -> None:
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
    _replace(s, tell)


# Replacing a card


def _replace(s: "Flood", tell: Tell | None) -> None:
    if s.due == s.actor:
        if s.visits > BOX.visits:
            _book(s, tell)
        s.phase = ADD
    elif not s.row:
        _refill(s, tell)
    elif s.advanced & CHOICE and s.acts == 1 and len(s.row) + len(s.stack) > 1:
        s.phase = CARD
    else:
        _hold(s, 0, tell)


def _pick(s: "Flood", move: Pick, tell: Tell | None) -> None:
    _hold(s, move.index, tell)


def _hold(s: "Flood", index: int, tell: Tell | None) -> None:
    """This card is going to be laid; if nothing on the water can make way for it, it is lost."""
    s.hand = index
    if s.hares.count(0) > s.players or _cells(s):
        s.phase = CELL
        return
    if tell:
        tell(Event("no place", s.actor, (card_in_hand(s),)))
    card, bunch = _from_hand(s)
    s.discard.append(card)
    s.pool += bunch
    _refill(s, tell)


def _from_hand(s: "Flood") -> tuple[int, int]:
    """Pick the card up from row or stack, with the hare that lies on it."""
    index = s.hand
    s.hand = -1
    if index == TOP:
        card = s.stack.pop()
        s.sunk = min(s.sunk, len(s.stack))
        return card, 0
    return s.row.pop(index), s.row_hares.pop(index)


def _choose_cell(s: "Flood", move: Spot, tell: Tell | None) -> None:
    cell = move.cell
    card = card_in_hand(s)
    kind = card >> 1
    if kind >= STRAIGHT:
        s.spot = cell
        s.phase = TURN
    elif kind == WHIRLPOOL and any(s.hares[near] for near in WATERS[s.side].around[cell]):
        s.spot = cell
        s.phase = SPIN
    else:
        _lay(s, cell, 0, True, tell)


def _choose_turn(s: "Flood", move: Turn, tell: Tell | None) -> None:
    _lay(s, s.spot, move.turn, True, tell)


def _choose_spin(s: "Flood", move: Spin, tell: Tell | None) -> None:
    _lay(s, s.spot, 0, move.clockwise, tell)


def _lay(s: "Flood", cell: int, turn: int, clockwise: bool, tell: Tell | None) -> None:
    """The new card takes the place of an old one, and does at once what it does once."""
    a = s.actor
    assert a is not None
    s.spot = -1
    from_top = s.hand == TOP
    card, bunch = _from_hand(s)
    old = s.field[cell]
    s.discard.append(old >> 2)
    face = card * 4 + turn
    s.field[cell] = face
    if tell:
        tell(Event("laid", a, (s.side, cell, face, old, bunch), reveals=from_top))
    if from_top and card & 1 and s.pool:
        bunch = drawn(s)
        if tell:
            tell(Event("hare came", a, (s.side, cell, bunch), reveals=True))
    s.hares[cell] = bunch
    mires = s.mires
    if cell in mires:
        for seat in range(s.players):
            if mires[seat] == cell:
                mires[seat] = -1
    kind = card >> 1
    arrived = 0
    if s.advanced & BARE and BARREN[card]:
        _clear(s, kind, tell)
    if kind == SWAMP:
        _suck(s, cell, tell)
    elif kind == WHIRLPOOL:
        arrived = _whirl(s, cell, clockwise, tell)
    if arrived:
        _stop(s, LAID, tell)
    else:
        _refill(s, tell)


def swept(s: "Flood", cell: int, clockwise: bool) -> list[tuple[int, int, int]]:
    """What a whirlpool here would move: from where, to where (-1: lost to shore or thicket), which hares."""
    ring = WATERS[s.side].step[cell]
    field = s.field
    moved = []
    for way in range(8):
        start = ring[way]
        if start >= 0 and s.hares[start]:
            end = ring[(way + (1 if clockwise else -1)) % 8]
            if end >= 0 and field[end] >> 3 == THICKET:
                end = -1
            moved.append((start, end, s.hares[start]))
    return moved


def _whirl(s: "Flood", cell: int, clockwise: bool, tell: Tell | None) -> int:
    """All hares around go one place on; returns those that came to the active boat."""
    moved = swept(s, cell, clockwise)
    if not moved:
        return 0
    a = s.actor
    assert a is not None
    boat = s.boats[a]
    hares = s.hares
    for start, _, _ in moved:
        hares[start] = 0
    arrived = lost = 0
    for _, end, bunch in moved:
        if end < 0:
            s.pool += bunch
            lost += bunch
        else:
            hares[end] = bunch
            if end == boat:
                arrived = bunch
    if tell:
        tell(Event("whirled", a, (clockwise, sum(bunch for _, _, bunch in moved) - lost, lost)))
    return arrived


def _suck(s: "Flood", cell: int, tell: Tell | None) -> None:
    """All hares around are drawn into the swamp, and will be lost after the layer's next movement."""
    a = s.actor
    assert a is not None
    hares = s.hares
    bunch = 0
    for near in WATERS[s.side].around[cell]:
        bunch += hares[near]
        hares[near] = 0
    hares[cell] += bunch
    s.mires[a] = cell
    if tell and bunch:
        tell(Event("sucked", a, (s.side, cell, bunch)))


def _clear(s: "Flood", kind: int, tell: Tell | None) -> None:
    """Advanced rule 1: the card without the sign scares the hares off all cards of its kind."""
    bunch = 0
    for cell, face in enumerate(s.field):
        if face >> 3 == kind and s.hares[cell]:
            bunch += s.hares[cell]
            s.hares[cell] = 0
    s.pool += bunch
    if tell and bunch:
        tell(Event("cleared", s.actor, (kind, bunch)))


# Opening a card, and the end of the turn


def drawn(s: "Flood") -> int:
    """A hare drawn from the pool."""
    one = draw(s.pool, s.chance)
    s.pool -= one
    return one


def open_card(s: "Flood") -> None:
    """The stack's top goes into the row, with a hare on it if it shows the sign."""
    card = s.stack.pop()
    s.sunk = min(s.sunk, len(s.stack))
    s.row.append(card)
    s.row_hares.append(drawn(s) if card & 1 and s.pool else 0)


def _refill(s: "Flood", tell: Tell | None) -> None:
    while len(s.row) < s.players and s.stack and s.under != len(s.stack):
        open_card(s)
        if tell:
            tell(Event("opened", s.actor, (s.row[-1], s.row_hares[-1]), reveals=True))
    _end_turn(s, tell)


def _end_turn(s: "Flood", tell: Tell | None) -> None:
    a = s.actor
    assert a is not None
    players = s.players
    if s.under == len(s.stack):
        _mazay_comes(s, tell)
    if s.ending and a == players - 1:
        s.actor = None
        s.phase = OVER
        if tell:
            tell(Event("over"))
        return
    _begin(s, (a + 1) % players)
    _stop(s, BEGUN, tell)


def _mazay_comes(s: "Flood", tell: Tell | None) -> None:
    """Mazay lies open on the stack: he goes into the row, or ends the game with this lap."""
    a = s.actor
    assert a is not None
    s.under = -1
    s.seen += 1
    if s.seen == s.visits:
        s.ending = True
        if tell:
            tell(Event("last lap", a, (a == s.players - 1,), reveals=True))
        return
    due = (a + 1) % s.players
    if s.teams and s.seen == 2 and (due - s.first_adder) % 2 == 0:
        due = (a + 2) % s.players
    s.due = due
    if tell:
        tell(Event("mazay", due, (s.seen, s.visits), reveals=True))


def _book(s: "Flood", tell: Tell | None) -> None:
    """In games longer than the standard the landed hares are written down and go back into the pool."""
    for seat in range(s.players):
        bunch = s.ashore[seat]
        if bunch:
            s.booked_points[seat] += points(bunch)
            s.booked_hares[seat] += count(bunch)
            s.ashore[seat] = 0
            s.pool += bunch
            if tell:
                tell(Event("booked", seat, (bunch,)))


def _add(s: "Flood", move: Add, tell: Tell | None) -> None:
    """A hare onto every card of the kind; if they do not suffice, luck decides which cards go without."""
    a = s.actor
    assert a is not None
    cells = [cell for cell, face in enumerate(s.field) if face >> 3 == move.kind]
    if count(s.pool) < len(cells):
        s.chance.shuffle(cells)
        cells = sorted(cells[: count(s.pool)])
    strewn = []
    for cell in cells:
        one = drawn(s)
        s.hares[cell] += one
        strewn.append((cell, one))
    if tell:
        tell(Event("added", a, (s.side, move.kind, tuple(strewn)), reveals=True))
    s.due = -1
    if s.first_adder < 0:
        s.first_adder = a
    # Mazay must lie somewhere while the adder picks up: at the bottom, where two players leave him.
    s.under = 0
    if s.boats[a] in cells:
        _stop(s, ADDED, tell)
    else:
        _gather(s, tell)


def _gather(s: "Flood", tell: Tell | None) -> None:
    """After Mazay's visit all cards beside the water are shuffled anew; two players just go on."""
    if s.players > 2:
        s.stack += s.discard
        s.stack += s.row
        s.pool += sum(s.row_hares)
        s.discard.clear()
        s.row.clear()
        s.row_hares.clear()
        # The order in which cards came here must not matter, or luck could be foreseen from it.
        s.stack.sort()
        s.chance.shuffle(s.stack)
        s.sunk = 0
        s.under = s.chance.below(BOX.lowest + 1)
        for _ in range(s.players):
            open_card(s)
        if tell:
            tell(Event("shuffled", s.actor, (tuple(s.row), tuple(s.row_hares)), reveals=True))
    _refill(s, tell)


_CARRY: tuple[Callable[["Flood", Any, Tell | None], None], ...] = (
    _place,
    _do_here,
    _act,
    _land,
    _keep,
    _pull,
    _pick,
    _choose_cell,
    _choose_turn,
    _choose_spin,
    _add,
)
