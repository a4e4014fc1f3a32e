"""The rules of the cards: replacing one on the water, opening new ones, and Mazay's visits."""

from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent
from core.games.mazaytsy.components import BARREN, BOX, STRAIGHT, SWAMP, THICKET, WHIRLPOOL
from core.games.mazaytsy.hares import count, draw, points
from core.games.mazaytsy.moves import TOP, Add, ChooseCard, ChooseCell, SetCurrent, Spin
from core.games.mazaytsy.phases import ADD, ADDED, BEGUN, CARD, CELL, LAID, OVER, SPIN, TURN

# As a module, because the two import each other: the boat leads to the cards, and the cards to the next boat.
from core.games.mazaytsy.rules import boat
from core.games.mazaytsy.rules.advanced import BARE, CHOICE
from core.games.mazaytsy.rules.legal import card_in_hand, cells
from core.games.mazaytsy.water import WATERS

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


# Replacing a card


def replace(s: "MazaytsyState", emit: EventSink | None) -> None:
    if s.due == s.actor:
        if s.visits > BOX.visits:
            _book(s, emit)
        s.phase = ADD
    elif not s.row:
        refill(s, emit)
    elif s.advanced & CHOICE and s.acts == 1 and len(s.row) + len(s.stack) > 1:
        s.phase = CARD
    else:
        _hold(s, 0, emit)


def pick(s: "MazaytsyState", move: ChooseCard, emit: EventSink | None) -> None:
    _hold(s, move.index, emit)


def _hold(s: "MazaytsyState", index: int, emit: EventSink | None) -> None:
    """Take this card in hand to lay it; if no card on the water can make way for it, it is lost."""
    s.hand = index
    if s.hares.count(0) > s.players or cells(s):
        s.phase = CELL
        return
    if emit:
        emit(GameEvent("no place", s.actor, (card_in_hand(s),)))
    card, bunch = _from_hand(s)
    s.discard.append(card)
    s.pool += bunch
    refill(s, emit)


def _from_hand(s: "MazaytsyState") -> tuple[int, int]:
    """Pick the card up from row or stack, with the hare that lies on it."""
    index = s.hand
    s.hand = -1
    if index == TOP:
        card = s.stack.pop()
        s.sunk = min(s.sunk, len(s.stack))
        return card, 0
    return s.row.pop(index), s.row_hares.pop(index)


def choose_cell(s: "MazaytsyState", move: ChooseCell, emit: EventSink | None) -> None:
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
        _lay(s, cell, 0, True, emit)


def choose_turn(s: "MazaytsyState", move: SetCurrent, emit: EventSink | None) -> None:
    _lay(s, s.spot, move.turn, True, emit)


def choose_spin(s: "MazaytsyState", move: Spin, emit: EventSink | None) -> None:
    _lay(s, s.spot, 0, move.clockwise, emit)


def _lay(s: "MazaytsyState", cell: int, turn: int, clockwise: bool, emit: EventSink | None) -> None:
    """Replace a card with the new one, and apply the effect that it has once."""
    card = _swap(s, cell, turn, emit)
    kind = card >> 1
    arrived = 0
    if s.advanced & BARE and BARREN[card]:
        _clear(s, kind, emit)
    if kind == SWAMP:
        _suck(s, cell, emit)
    elif kind == WHIRLPOOL:
        arrived = _whirl(s, cell, clockwise, emit)
    if arrived:
        boat.stop(s, LAID, emit)
    else:
        refill(s, emit)


def _swap(s: "MazaytsyState", cell: int, turn: int, emit: EventSink | None) -> int:
    """Put the card in hand where another lay, with its hare; one from the top of the stack calls its hare now."""
    a = s.actor
    s.spot = -1
    from_top = s.hand == TOP
    card, bunch = _from_hand(s)
    old = s.field[cell]
    s.discard.append(old >> 2)
    s.field[cell] = card * 4 + turn
    if emit:
        emit(GameEvent("laid", a, (s.side, cell, s.field[cell], old, bunch), reveals=from_top))
    if from_top and card & 1 and s.pool:
        bunch = drawn(s)
        if emit:
            emit(GameEvent("hare came", a, (s.side, cell, bunch), reveals=True))
    s.hares[cell] = bunch
    # A swamp that is gone swallows nothing any more.
    s.mires = [-1 if mire == cell else mire for mire in s.mires]
    return card


def swept(s: "MazaytsyState", cell: int, clockwise: bool) -> list[tuple[int, int, int]]:
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


def _whirl(s: "MazaytsyState", cell: int, clockwise: bool, emit: EventSink | None) -> int:
    """Move all hares around one place on; return those that came to the active boat."""
    moved = swept(s, cell, clockwise)
    if not moved:
        return 0
    a = s.actor
    assert a is not None
    for start, _, _ in moved:
        s.hares[start] = 0
    lost = sum(bunch for _, end, bunch in moved if end < 0)
    s.pool += lost
    for _, end, bunch in moved:
        if end >= 0:
            s.hares[end] = bunch
    if emit:
        emit(GameEvent("whirled", a, (clockwise, sum(bunch for _, _, bunch in moved) - lost, lost)))
    return sum(bunch for _, end, bunch in moved if end == s.boats[a])


def _suck(s: "MazaytsyState", cell: int, emit: EventSink | None) -> None:
    """Draw all hares around into the swamp; they will be lost after the layer's next movement."""
    a = s.actor
    assert a is not None
    hares = s.hares
    bunch = 0
    for near in WATERS[s.side].around[cell]:
        bunch += hares[near]
        hares[near] = 0
    hares[cell] += bunch
    s.mires[a] = cell
    if emit and bunch:
        emit(GameEvent("sucked", a, (s.side, cell, bunch)))


def _clear(s: "MazaytsyState", kind: int, emit: EventSink | None) -> None:
    """Advanced rule 1: scare the hares off all cards of the kind whose card without the sign is laid."""
    bunch = 0
    for cell, face in enumerate(s.field):
        if face >> 3 == kind and s.hares[cell]:
            bunch += s.hares[cell]
            s.hares[cell] = 0
    s.pool += bunch
    if emit and bunch:
        emit(GameEvent("cleared", s.actor, (kind, bunch)))


# Opening a card, and the end of the turn


def drawn(s: "MazaytsyState") -> int:
    """Draw a hare from the pool."""
    one = draw(s.pool, s.chance)
    s.pool -= one
    return one


def open_card(s: "MazaytsyState") -> None:
    """Move the stack's top into the row, with a hare on it if it shows the sign."""
    card = s.stack.pop()
    s.sunk = min(s.sunk, len(s.stack))
    s.row.append(card)
    s.row_hares.append(drawn(s) if card & 1 and s.pool else 0)


def refill(s: "MazaytsyState", emit: EventSink | None) -> None:
    while len(s.row) < s.players and s.stack and s.under != len(s.stack):
        open_card(s)
        if emit:
            emit(GameEvent("opened", s.actor, (s.row[-1], s.row_hares[-1], s.advanced), reveals=True))
    _end_turn(s, emit)


def _end_turn(s: "MazaytsyState", emit: EventSink | None) -> None:
    a = s.actor
    assert a is not None
    players = s.players
    if s.under == len(s.stack):
        _mazay_comes(s, emit)
    if s.ending and a == s.last:
        s.actor = None
        s.phase = OVER
        if emit:
            emit(GameEvent("over"))
        return
    boat.begin(s, (a + 1) % players)
    boat.stop(s, BEGUN, emit)


def _mazay_comes(s: "MazaytsyState", emit: EventSink | None) -> None:
    """Move Mazay, who lies open on the stack, into the row, or end the game with this lap."""
    a = s.actor
    assert a is not None
    s.under = -1
    s.seen += 1
    if s.seen == s.visits:
        s.ending = True
        if emit:
            emit(GameEvent("last lap", a, (a == s.last,), reveals=True))
        return
    due = (a + 1) % s.players
    if s.teams and s.seen == 2 and (due - s.first_adder) % 2 == 0:
        due = (a + 2) % s.players
    s.due = due
    if emit:
        emit(GameEvent("mazay", due, (s.seen, s.visits), reveals=True))


def _book(s: "MazaytsyState", emit: EventSink | None) -> None:
    """In games longer than the standard, write down the landed hares and return them to the pool."""
    for seat in range(s.players):
        bunch = s.ashore[seat]
        if bunch:
            s.booked_points[seat] += points(bunch)
            s.booked_hares[seat] += count(bunch)
            s.ashore[seat] = 0
            s.pool += bunch
            if emit:
                emit(GameEvent("booked", seat, (bunch,)))


def add(s: "MazaytsyState", move: Add, emit: EventSink | None) -> None:
    """Put a hare onto every card of the kind for Mazay; then gather all cards beside the water."""
    a = s.actor
    assert a is not None
    strewn = _strew(s, move.kind)
    if emit:
        emit(GameEvent("added", a, (s.side, move.kind, tuple(strewn)), reveals=True))
    s.due = -1
    if s.first_adder < 0:
        s.first_adder = a
    # Mazay must lie somewhere while the adder picks up: at the bottom, where two players leave him.
    s.under = 0
    if any(cell == s.boats[a] for cell, _ in strewn):
        boat.stop(s, ADDED, emit)
    else:
        gather(s, emit)


def _strew(s: "MazaytsyState", kind: int) -> list[tuple[int, int]]:
    """Put a hare onto every card of a kind, by cell; if they do not suffice, chance decides which cards go without."""
    cells = [cell for cell, face in enumerate(s.field) if face >> 3 == kind]
    if count(s.pool) < len(cells):
        s.chance.shuffle(cells)
        cells = sorted(cells[: count(s.pool)])
    strewn = []
    for cell in cells:
        one = drawn(s)
        s.hares[cell] += one
        strewn.append((cell, one))
    return strewn


def gather(s: "MazaytsyState", emit: EventSink | None) -> None:
    """After Mazay's visit shuffle all cards beside the water; two players just go on."""
    if s.players > 2:
        _shuffle(s)
        if emit:
            emit(GameEvent("shuffled", s.actor, (tuple(s.row), tuple(s.row_hares), s.advanced), reveals=True))
    refill(s, emit)


def _shuffle(s: "MazaytsyState") -> None:
    """Make a new stack with Mazay among its lowest cards, and a new row."""
    s.stack += s.discard
    s.stack += s.row
    s.pool += sum(s.row_hares)
    s.discard.clear()
    s.row.clear()
    s.row_hares.clear()
    # The order in which cards came here must not matter, or the result could be foreseen from it.
    s.stack.sort()
    s.chance.shuffle(s.stack)
    s.sunk = 0
    s.under = s.chance.randrange(BOX.lowest + 1)
    for _ in range(s.players):
        open_card(s)
