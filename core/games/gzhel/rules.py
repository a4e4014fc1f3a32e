"""The rules of Gzhel: which seat decides, what is legal, and what a move does.

A round: the active player names a figurine. Then each seat, from the active one on, has its turn: it may
lay stamps before lifting (and take another figurine for itself with each), lifts, and paints: lifted flowers
go back and stamps are laid in any order, each stamp with a shift of flowers or without. When all are done,
everybody scores and the cards move on.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from core.game import EventSink, GameEvent, Move
from core.games.gzhel.components import (
    ALL,
    CARDS,
    CIRCLE,
    DEALT,
    DIAMOND,
    KINDS,
    PADS,
    SEATS,
    SPACES,
    STAMP_POINTS,
    STAMPS_AT_START,
    TOKENS_EACH,
    spaces_of,
)
from core.games.gzhel.moves import (
    DONE,
    LIFT,
    NAME,
    NOTHING,
    POINT,
    PUT,
    STAMP,
    TURN,
    FinishPainting,
    LiftFlowers,
    NameFigurine,
    PlaceStamp,
    PointAtSpace,
    Put,
    SkipStamp,
    TurnPad,
)
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, OVER, PAINT, PICK, SHIFT
from core.games.gzhel.scoring import card_points, on_circle, pattern_points, worth_of_goals
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.gzhel.state import GzhelState

#: Columns of `points`: the sources of a seat's points.
FROM_DIAMOND, FROM_CIRCLE, FROM_PATTERN, FROM_STAMPS = range(4)
SOURCES = ("diamond-goals", "circle-goals", "pattern-goals", "stamps")


# Setup


def deal_spaces(rng: Rng) -> list[int]:
    """Return twelve random spaces of a pad, in random order, such that each figurine has one beside it."""
    spaces = list(range(SPACES))
    while True:
        rng.shuffle(spaces)
        chosen = spaces[:DEALT]
        filled = sum(1 << space for space in chosen)
        if all(filled & seat for seat in SEATS):
            return chosen


def _deal_tokens(state: "GzhelState", emit: EventSink | None) -> None:
    """Shuffle each player's tokens: one becomes a stamp, the others are dealt to both pads."""
    rng = state.chance
    for seat in range(state.players):
        base = 5 * seat
        tokens = [kind for kind in KINDS for _ in range(TOKENS_EACH)]
        rng.shuffle(tokens)
        for _ in range(STAMPS_AT_START):
            state.hand[base + tokens.pop()] += 1
        for first in (0, SPACES):
            for space in deal_spaces(rng):
                state.flowers[base + tokens.pop()] |= 1 << (first + space)
        if emit:
            emit(GameEvent("dealt", seat, (tuple(state.hand[base : base + 5]),), reveals=True))
    _begin_round(state, emit)


# What is legal


def _pads_to_turn(state: "GzhelState") -> list[Move]:
    assert state.actor is not None
    return [TURN[pad] for pad in sorted(state.pads[2 * state.actor : 2 * state.actor + 2])]


def _figurines(state: "GzhelState") -> list[Move]:
    return list(NAME)


def _stamps(state: "GzhelState", seat: int, found: list[Move], spaces: list[int]) -> list[Move]:
    """Add every way to lay a stamp to `found`."""
    hand = state.hand
    base = 5 * seat
    for kind in KINDS:
        if hand[base + kind]:
            row = STAMP[kind]
            found += [row[space] for space in spaces]
    return found


def _before(state: "GzhelState") -> list[Move]:
    seat = state.actor
    assert seat is not None
    return _stamps(state, seat, [LIFT], spaces_of(empty_spaces(state, seat)))


def _changes(state: "GzhelState") -> list[Move]:
    found: list[Move] = [NOTHING]
    found += [name for name in NAME if name.figurine != state.own]
    return found


def _paint(state: "GzhelState") -> list[Move]:
    seat = state.actor
    assert seat is not None
    o, p, r, t, b = state.flowers[5 * seat : 5 * seat + 5]
    spaces = spaces_of(ALL & ~(o | p | r | t | b))
    found: list[Move] = [DONE]
    for kind, count in enumerate(state.lifted):
        if count:
            row = PUT[kind]
            found += [row[space] for space in spaces]
    return _stamps(state, seat, found, spaces)


def _picks(state: "GzhelState") -> list[Move]:
    assert state.actor is not None
    found: list[Move] = [NOTHING]
    found += [POINT[space] for space in spaces_of(movable_spaces(state, state.actor))]
    return found


def _targets(state: "GzhelState") -> list[Move]:
    # Two of a kind are not swapped: that is the same as doing nothing.
    seat = state.actor
    assert seat is not None
    same = state.flowers[5 * seat + kind_at(state, seat, state.held)]
    open_to = empty_spaces(state, seat) | (movable_spaces(state, seat) & ~same)
    return [POINT[space] for space in spaces_of(open_to)]


def _nothing_left(state: "GzhelState") -> list[Move]:
    return []


#: The legal moves, by phase.
LEGAL: tuple[Callable[["GzhelState"], list[Move]], ...] = (
    _pads_to_turn, _figurines, _before, _changes, _paint, _picks, _targets, _nothing_left
)  # fmt: skip


# Tokens on the pads


def empty_spaces(state: "GzhelState", seat: int) -> int:
    """Return the spaces of both pads without a token."""
    o, p, r, t, b = state.flowers[5 * seat : 5 * seat + 5]
    return ALL & ~(o | p | r | t | b)


def movable_spaces(state: "GzhelState", seat: int) -> int:
    """Return the spaces with a flower that can be moved; stamps cannot."""
    o, p, r, t, b = state.flowers[5 * seat : 5 * seat + 5]
    return (o | p | r | t | b) & ~state.stamps[seat]


def kind_at(state: "GzhelState", seat: int, space: int) -> int:
    """Return the flower on a space, whichever side is up; -1 where there is none."""
    for kind in KINDS:
        if state.flowers[5 * seat + kind] >> space & 1:
            return kind
    return -1


def around(state: "GzhelState", seat: int, figurine: int) -> int:
    """Return the spaces around a figurine on both of a seat's pads."""
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    return PADS[diamond][DIAMOND].around[figurine] | PADS[circle][CIRCLE].around[figurine] << SPACES


def liftable(state: "GzhelState", seat: int, figurine: int) -> tuple[int, int]:
    """Return the flowers that this figurine would lift for a seat, and the stamps that it would turn to flowers."""
    near = around(state, seat, figurine)
    return near & movable_spaces(state, seat), near & state.stamps[seat]


def goal_points(state: "GzhelState", seat: int, flowers: Sequence[int] | None = None) -> tuple[int, int, int]:
    """Return the points of a seat's pads, as they are or as planned, by goal: diamond, circle, pattern."""
    if flowers is None:
        flowers = state.flowers[5 * seat : 5 * seat + 5]
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    goals = (CARDS[state.deck[-1]], CARDS[state.middle], CARDS[state.pile[-1]].back)
    return worth_of_goals(goals, PADS[diamond][DIAMOND], PADS[circle][CIRCLE], flowers)


def next_points(state: "GzhelState", seat: int, flowers: Sequence[int] | None = None) -> tuple[int, int]:
    """Return the points of the pads by the two goals of the next round that can be foreseen: circle, pattern.

    The open card of the deck moves to the circle pad, and the circle card turns to its pattern.
    """
    if flowers is None:
        flowers = state.flowers[5 * seat : 5 * seat + 5]
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    one, two = PADS[diamond][DIAMOND], PADS[circle][CIRCLE]
    return (
        card_points(CARDS[state.deck[-1]], two, on_circle(flowers)),
        pattern_points(CARDS[state.middle].back, one, two, flowers),
    )


def last_word(state: "GzhelState") -> bool:
    """Whether the actor is asked to end a turn in which everything is laid.

    Only in a game of several where the end of the turn reveals the next card, because it could not be undone then.
    """
    assert state.actor is not None
    opens_card = (state.actor + 1) % state.players == state.active and len(state.deck) > 1
    return opens_card and state.players > 1


def ends_turn(state: "GzhelState", move: Move) -> bool:
    """Whether the turn ends with this move, because nothing is left to lay."""
    seat = state.actor
    assert seat is not None
    put = isinstance(move, Put)
    stamp_done = state.phase == SHIFT or (state.phase == PICK and isinstance(move, SkipStamp))
    left = sum(state.lifted) + sum(state.hand[5 * seat : 5 * seat + 5]) - put
    return (put or stamp_done) and not left and not last_word(state)


# What a move does


def _turn_pads(state: "GzhelState", move: TurnPad, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    pads = state.pads
    if pads[2 * seat] != move.pad:
        pads[2 * seat], pads[2 * seat + 1] = pads[2 * seat + 1], pads[2 * seat]
    if emit:
        emit(GameEvent("pads", seat, (pads[2 * seat], pads[2 * seat + 1])))
    state.actor = (seat + 1) % state.players
    if state.actor == state.active:
        _deal_tokens(state, emit)


def _begin_round(state: "GzhelState", emit: EventSink | None) -> None:
    state.phase = CHOOSE
    state.actor = state.active
    state.figurine = state.own = -1
    if emit:
        goals = (state.deck[-1], state.middle, CARDS[state.pile[-1]].back)
        emit(GameEvent("round", state.active, (state.round, *goals), reveals=True))


def _choose(state: "GzhelState", move: NameFigurine, emit: EventSink | None) -> None:
    assert state.actor is not None
    state.figurine = move.figurine
    if emit:
        emit(GameEvent("named", state.actor, (move.figurine,)))
    begin_turn(state, state.actor, emit)


def begin_turn(state: "GzhelState", seat: int, emit: EventSink | None) -> None:
    state.actor = seat
    state.own = state.figurine
    _before_or_lift(state, seat, emit)


def _before_or_lift(state: "GzhelState", seat: int, emit: EventSink | None) -> None:
    """Go on to the decision before lifting; lift at once if the seat has no stamp, as there is nothing to decide."""
    if any(state.hand[5 * seat : 5 * seat + 5]):
        state.phase = BEFORE
    else:
        _lift(state, seat, emit)


def _lift(state: "GzhelState", seat: int, emit: EventSink | None) -> None:
    """Lift the flowers around the figurine from both pads; turn stamps there to flowers, which stay."""
    near = around(state, seat, state.own)
    stamps = state.stamps[seat]
    flowers, lifted = state.flowers, state.lifted
    free = near & ~stamps
    state.stamps[seat] = stamps & ~near
    for index in range(5 * seat, 5 * seat + 5):
        taken = flowers[index] & free
        if taken:
            flowers[index] ^= taken
            lifted[index - 5 * seat] = taken.bit_count()
    state.phase = PAINT
    if emit:
        emit(GameEvent("lifted", seat, (state.own, tuple(lifted), (near & stamps).bit_count())))


def _play_before(state: "GzhelState", move: LiftFlowers | PlaceStamp, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    if isinstance(move, PlaceStamp):
        _lay(state, seat, move, emit)
        if state.beginners:
            _before_or_lift(state, seat, emit)
        else:
            state.phase = CHANGE
    else:
        _lift(state, seat, emit)


def _lay(state: "GzhelState", seat: int, move: PlaceStamp, emit: EventSink | None) -> None:
    bit = 1 << move.space
    state.hand[5 * seat + move.flower] -= 1
    state.flowers[5 * seat + move.flower] |= bit
    state.stamps[seat] |= bit
    if emit:
        emit(GameEvent("stamp", seat, (move.flower, move.space)))


def _change(state: "GzhelState", move: NameFigurine | SkipStamp, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    if isinstance(move, NameFigurine):
        state.own = move.figurine
        if emit:
            emit(GameEvent("changed", seat, (move.figurine,)))
    elif emit:
        emit(GameEvent("stayed", seat, (state.own,)))
    _before_or_lift(state, seat, emit)


def _play_paint(state: "GzhelState", move: Put | PlaceStamp | FinishPainting, emit: EventSink | None) -> None:
    seat = state.actor
    assert seat is not None
    if isinstance(move, Put):
        state.lifted[move.flower] -= 1
        state.flowers[5 * seat + move.flower] |= 1 << move.space
        if emit:
            emit(GameEvent("placed", seat, (move.flower, move.space)))
    elif isinstance(move, PlaceStamp):
        _lay(state, seat, move, emit)
        state.phase = PICK
    else:
        _finish(state, seat, emit)


def _pick(state: "GzhelState", move: PointAtSpace | SkipStamp, emit: EventSink | None) -> None:
    if isinstance(move, PointAtSpace):
        state.held = move.space
        state.phase = SHIFT
        if emit:
            assert state.actor is not None
            emit(GameEvent("picked", state.actor, (kind_at(state, state.actor, move.space), move.space)))
    else:
        state.phase = PAINT
        if emit:
            emit(GameEvent("rested", state.actor))


def _shift(state: "GzhelState", move: PointAtSpace, emit: EventSink | None) -> None:
    """Move the flower picked before to an empty space, or swap it with another."""
    seat = state.actor
    assert seat is not None
    flowers = state.flowers
    base = 5 * seat
    kind = kind_at(state, seat, state.held)
    other = kind_at(state, seat, move.space)
    both = 1 << state.held | 1 << move.space
    flowers[base + kind] ^= both
    if other >= 0:
        flowers[base + other] ^= both
    if emit and other >= 0:
        emit(GameEvent("swapped", seat, (kind, state.held, other, move.space)))
    elif emit:
        emit(GameEvent("moved", seat, (kind, state.held, move.space)))
    state.held = -1
    state.phase = PAINT


def _finish(state: "GzhelState", seat: int, emit: EventSink | None) -> None:
    """End the turn; flowers that were not put back become stamps in hand."""
    lifted, hand = state.lifted, state.hand
    if emit:
        emit(GameEvent("done", seat, (tuple(lifted),)))
    for kind in KINDS:
        if lifted[kind]:
            hand[5 * seat + kind] += lifted[kind]
            lifted[kind] = 0
    following = (seat + 1) % state.players
    if following == state.active:
        _score_round(state, emit)
    else:
        begin_turn(state, following, emit)


def _score_round(state: "GzhelState", emit: EventSink | None) -> None:
    points = state.points
    for turn in range(state.players):
        seat = (state.active + turn) % state.players
        scored = goal_points(state, seat)
        for source in (FROM_DIAMOND, FROM_CIRCLE, FROM_PATTERN):
            points[4 * seat + source] += scored[source]
        if emit:
            emit(GameEvent("scored", seat, (*scored, sum(points[4 * seat : 4 * seat + 4]))))
    if len(state.deck) == 1:
        _end(state, emit)
        return
    state.pile.append(state.middle)
    state.middle = state.deck.pop()
    state.active = (state.active + 1) % state.players
    _begin_round(state, emit)


def _end(state: "GzhelState", emit: EventSink | None) -> None:
    """End the game after the last card of the deck has been scored; stamps on the pads pay."""
    for turn in range(state.players):
        seat = (state.active + turn) % state.players
        count = state.stamps[seat].bit_count()
        state.points[4 * seat + FROM_STAMPS] = STAMP_POINTS * count
        if emit:
            emit(GameEvent("stamps", seat, (count, STAMP_POINTS * count)))
    state.phase = OVER
    state.actor = None
    state.figurine = state.own = -1
    if emit:
        emit(GameEvent("over"))


#: The functions that carry out moves, by phase. OVER has no moves.
CARRY_OUT: tuple[Callable[["GzhelState", Any, EventSink | None], None], ...] = (
    _turn_pads, _choose, _play_before, _change, _play_paint, _pick, _shift
)  # fmt: skip
