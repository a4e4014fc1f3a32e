"""The rules of Mezen: which seat decides, what is legal, and what a move does.

A round: the active player announces an animal; the others may pay for another one; then each in turn puts
down amulets, lifts a group and places the flipped tiles; then each takes points or amulets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.game import EventSink, GameEvent, Move
from core.games.mezen.components import (
    AMULET_CARDS,
    ANIMALS,
    DARK_ROUND,
    EMPTY,
    FACE,
    REFUSAL,
    ROUNDS,
    SPRUCE,
    cells_of,
    flood,
)
from core.games.mezen.groups import bridge_cells, exclude_cells, fall, takeable
from core.games.mezen.moves import (
    ANNOUNCE,
    BRIDGE,
    EXCLUDE,
    KEEP,
    PAY,
    PLACE,
    REFUSE,
    SCORE,
    TAKE,
    Announce,
    BridgeTile,
    Exclude,
    Pay,
    PlaceTile,
    TakePoints,
)
from core.games.mezen.phases import ANNOUNCING, LIFTING, OVER, PAYING, PLACING, SCORING
from core.games.mezen.scoring import biggest_group, codes_of, dark, goal_points, light, shows
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.mezen.state import MezenState


#: The sources of points, as columns of `MezenState.points`.
GOAL, DARK, LIGHT, AMULET, GROUP = range(5)


def animals_on(painting: list[int]) -> list[int]:
    """Return the animals that show somewhere on a painting."""
    faces = {FACE[code] for code in painting}
    return [animal for animal in ANIMALS if animal in faces]


# What is legal


def _can_announce(state: MezenState) -> list[Announce]:
    assert state.actor is not None
    return [ANNOUNCE[animal] for animal in animals_on(state.paintings[state.actor])]


def _can_pay(state: MezenState) -> Sequence[Move]:
    """Return the payments: keep the announced animal or pay for another; a painting without the animal must pay."""
    seat = state.actor
    assert seat is not None
    here = animals_on(state.paintings[seat])
    others: list[Move] = [PAY[animal] for animal in here if animal != state.announced]
    if not state.amulets[seat] or not others:
        return [KEEP]
    return [KEEP, *others] if state.announced in here else others


def _can_lift(state: MezenState) -> Sequence[Move]:
    seat = state.actor
    assert seat is not None
    codes = codes_of(state.paintings[seat])
    animal = shows(codes, state.animals[seat])
    spruce = shows(codes, SPRUCE)
    bridges, excluded = state.bridges, state.excluded
    groups = takeable(animal, spruce, bridges, excluded)
    moves: list[Move] = []
    for group in groups:
        lifted = group & ~bridges
        moves.append(TAKE[(lifted & -lifted).bit_length() - 1])
    if state.amulets[seat]:
        out = exclude_cells(animal, spruce, bridges, excluded, groups)
        link = bridge_cells(animal, spruce, bridges, excluded, groups)
        moves += [EXCLUDE[cell] for cell in cells_of(out)]
        moves += [BRIDGE[cell] for cell in cells_of(link)]
    return moves


def _can_place(state: MezenState) -> Sequence[Move]:
    assert state.actor is not None
    return [PLACE[cell] for cell, code in enumerate(state.paintings[state.actor]) if code == EMPTY]


def _can_score(state: MezenState) -> Sequence[Move]:
    return [SCORE, REFUSE] if state.pool else [SCORE]


LEGAL: tuple[Callable[[MezenState], Sequence[Move]], ...] = (
    _can_announce,
    _can_pay,
    _can_lift,
    _can_place,
    _can_score,
    lambda state: [],
)


# What a move does


def _announce(state: MezenState, move: Announce, emit: EventSink | None) -> None:
    state.announced = move.symbol
    state.animals[state.active] = move.symbol
    if emit:
        emit(GameEvent("announce", state.active, (move.symbol,)))
    if state.players == 1:
        _start_lifting(state)
    else:
        state.phase = PAYING
        state.actor = (state.active + 1) % state.players


def _pay(state: MezenState, move: Move, emit: EventSink | None) -> None:
    """Store the choice; it stays secret until all have chosen."""
    seat = state.actor
    assert seat is not None
    state.animals[seat] = move.symbol if isinstance(move, Pay) else kept_animal(state, seat)
    state.actor = (seat + 1) % state.players
    if state.actor == state.active:
        _settle_payments(state, emit)
        _start_lifting(state)


def kept_animal(state: MezenState, seat: int) -> int:
    """Return what a seat lifts that pays nothing: the announced animal, or none (-1) where it is missing."""
    return state.announced if state.announced in animals_on(state.paintings[seat]) else -1


def _settle_payments(state: MezenState, emit: EventSink | None) -> None:
    """Pay the amulets and reveal the choices; a single choice was not hidden."""
    reveals = state.players > 2
    payers = 0
    for seat in _others(state):
        animal = state.animals[seat]
        if animal not in (state.announced, -1):
            payers += 1
            state.amulets[seat] -= 1
            state.amulets[state.active] += 1
            if emit:
                emit(GameEvent("pay", seat, (state.active, animal), reveals))
        elif animal == -1 and emit:
            emit(GameEvent("stay", seat, (state.announced,)))
    if emit and not payers:
        emit(GameEvent("unpaid", None, (), reveals))


def _others(state: MezenState) -> list[int]:
    """Return the other seats, clockwise from the active player."""
    return [(state.active + step) % state.players for step in range(1, state.players)]


def have_chosen(state: MezenState) -> list[int]:
    """Return the seats that have chosen their payments, while payments are chosen."""
    others = _others(state)
    assert state.actor is not None
    return others[: others.index(state.actor)]


def likely_animal(state: MezenState, seat: int, rng: Rng) -> int:
    """Return a guess of the others at a seat's hidden choice: the announced animal, if the seat could keep it."""
    animal = kept_animal(state, seat)
    if animal < 0 and state.amulets[seat]:
        return rng.choice(animals_on(state.paintings[seat]))
    return animal


def _start_lifting(state: MezenState) -> None:
    state.phase = LIFTING
    state.actor = state.active


def _lift(state: MezenState, move: Any, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    if isinstance(move, (BridgeTile, Exclude)):
        state.amulets[seat] -= 1
        if isinstance(move, BridgeTile):
            state.bridges |= 1 << move.cell
        else:
            state.excluded |= 1 << move.cell
        if emit:
            emit(GameEvent("bridge" if isinstance(move, BridgeTile) else "exclude", seat, (move.cell,)))
        return
    painting = state.paintings[seat]
    group = group_at(state, move.cell)
    lifted = group & ~state.bridges
    cells = cells_of(lifted)
    hand = [painting[cell] ^ 1 for cell in cells]
    if emit:
        faces, found = tuple(FACE[painting[cell]] for cell in cells), tuple(FACE[code] for code in hand)
        shown = any(not state.knows_back(seat, code) for code in hand)
        facts = (state.animals[seat], group.bit_count(), tuple(cells), faces, found)
        emit(GameEvent("lift", seat, facts, reveals=shown))
    for code in hand:
        state.seen[seat] |= 1 << (code >> 1)
    state.pool += (state.bridges | state.excluded).bit_count()
    state.bridges = state.excluded = 0
    state.paintings[seat] = fall(painting, lifted)
    state.hand = hand
    state.phase = PLACING


def group_at(state: MezenState, cell: int) -> int:
    """Return the actor's combined group that holds this cell, with its bridges, by the amulets placed so far."""
    assert state.actor is not None
    codes = codes_of(state.paintings[state.actor])
    tiles = shows(codes, state.animals[state.actor]) | shows(codes, SPRUCE) | state.bridges
    return flood(1 << cell, tiles & ~state.excluded)


def _place(state: MezenState, move: PlaceTile, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    code = state.hand.pop(0)
    state.paintings[seat][move.cell] = code
    if emit:
        emit(GameEvent("place", seat, (FACE[code], move.cell)))
    if not state.hand:
        _next_painter(state)


def _next_painter(state: MezenState) -> None:
    """Go on to the next seat that lifts a group, or to scoring when all have."""
    seat = state.actor
    assert seat is not None
    while True:
        seat = (seat + 1) % state.players
        if seat == state.active:
            state.phase = SCORING
            state.actor = seat
            return
        if state.animals[seat] >= 0:
            state.phase = LIFTING
            state.actor = seat
            return


def _score(state: MezenState, move: Move, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    if isinstance(move, TakePoints):
        points = goal_points(codes_of(state.paintings[seat]), state.goal)
        _earn(state, seat, GOAL, points, emit)
    else:
        taken = min(REFUSAL, state.pool)
        state.pool -= taken
        state.amulets[seat] += taken
        if emit:
            emit(GameEvent("refuse", seat, (taken,)))
    state.actor = (seat + 1) % state.players
    if state.actor == state.active:
        _end_round(state, emit)


def _earn(state: MezenState, seat: int, source: int, points: int, emit: EventSink | None) -> None:
    state.points[seat][source] += points
    if emit:
        emit(GameEvent("earn", seat, (source, points)))


def _end_round(state: MezenState, emit: EventSink | None) -> None:
    if state.round == DARK_ROUND:
        for seat, painting in enumerate(state.paintings):
            _earn(state, seat, DARK, dark(codes_of(painting)).bit_count(), emit)
    if state.round == ROUNDS:
        _end_game(state, emit)
        return
    before = state.opened
    state.round += 1
    if state.opened > before:
        _open_goal(state, emit)
    state.active = (state.active + 1) % state.players
    state.actor = state.active
    state.announced = -1
    state.animals = [-1] * state.players
    state.phase = ANNOUNCING


def _open_goal(state: MezenState, emit: EventSink | None) -> None:
    """Open the next goal card; in a solo game, take the amulet on it."""
    if emit:
        emit(GameEvent("goal", None, (state.deck[state.opened - 1],), reveals=True))
    if state.players == 1 and state.opened in AMULET_CARDS:
        state.amulets[0] += 1
        if emit:
            emit(GameEvent("find", 0))


def _end_game(state: MezenState, emit: EventSink | None) -> None:
    for seat, painting in enumerate(state.paintings):
        codes = codes_of(painting)
        _earn(state, seat, LIGHT, light(codes).bit_count(), emit)
        _earn(state, seat, AMULET, state.amulets[seat], emit)
        _earn(state, seat, GROUP, biggest_group(codes).bit_count(), emit)
    state.phase = OVER
    state.actor = None


PLAY: tuple[Callable[[MezenState, Any, EventSink | None], None], ...] = (_announce, _pay, _lift, _place, _score)

# Cells and moves, for a screen on which any cell of a group may be clicked


def take_moves(state: MezenState) -> dict[int, Move]:
    """Return every cell of a group that can be lifted now, with the move that lifts it."""
    seat = state.actor
    assert seat is not None and state.phase == LIFTING
    codes = codes_of(state.paintings[seat])
    animal, spruce = shows(codes, state.animals[seat]), shows(codes, SPRUCE)
    moves: dict[int, Move] = {}
    for group in takeable(animal, spruce, state.bridges, state.excluded):
        lifted = group & ~state.bridges
        for cell in cells_of(group):
            moves[cell] = TAKE[(lifted & -lifted).bit_length() - 1]
    return moves
