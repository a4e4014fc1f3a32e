"""Two pads as they are and as a choice would leave them, for whoever paints them or puts them into words."""

from typing import NamedTuple

from core.game import Move
from core.games.gzhel.components import CARDS, CIRCLE, DIAMOND, PADS, PILE_AT_START, ROUNDS, Face
from core.games.gzhel.moves import Point, Put, Stamp, Turn
from core.games.gzhel.phases import SHIFT
from core.games.gzhel.rules import goal_points, kind_at, next_points
from core.games.gzhel.state import Position
from core.games.gzhel.view.scored_spaces import paying


class Worth(NamedTuple):
    """What pads are worth: to the three goals now, and to the two of the next round that can be foreseen."""

    now: tuple[int, int, int]
    coming: tuple[int, int]


class Coming(NamedTuple):
    """What the open cards become: the circle card and the pattern of the next round, the pattern after that.

    None where no round follows; the diamond goal of the next round nobody knows.
    """

    circle: int | None = None
    pattern: int | None = None
    pattern_after: int | None = None


class Ghost(NamedTuple):
    """A token that the choice would put on a space."""

    space: int
    kind: int
    stamp: bool


class Pads(NamedTuple):
    """What is to be seen of two pads: what lies there, and what a choice would change."""

    numbers: tuple[int, int]
    faces: tuple[Face, Face]
    flowers: list[int]
    stamps: int
    #: What they are worth, now and with the choice.
    before: Worth
    after: Worth
    #: The spaces that would earn points, by goal.
    pays: tuple[int, int, int]
    #: The pattern that is asked for in this round; the figurine that was named, or -1.
    pattern: int
    named: int
    #: The figurine whose spaces are lit, or -1; other spaces that are lit; those that are out of the question.
    lit_figurine: int
    lit: int
    dim: int
    ghost: Ghost | None


def flowers_of(state: Position, seat: int) -> list[int]:
    """A seat's five masks."""
    return state.flowers[5 * seat : 5 * seat + 5]


def flowers_after(state: Position, move: Move) -> list[int]:
    """The actor's five masks as they would be after laying or shifting; after any other move, as they are."""
    seat = state.actor
    assert seat is not None
    flowers = flowers_of(state, seat)
    if isinstance(move, Put | Stamp):
        flowers[move.flower] |= 1 << move.space
    elif isinstance(move, Point) and state.phase == SHIFT:
        both = 1 << state.held | 1 << move.space
        flowers[kind_at(state, seat, state.held)] ^= both
        other = kind_at(state, seat, move.space)
        if other >= 0:
            flowers[other] ^= both
    return flowers


def worth_of(state: Position, seat: int, flowers: list[int]) -> Worth:
    """What a seat's pads would be worth if its flowers lay like this."""
    return Worth(goal_points(state, seat, flowers), next_points(state, seat, flowers))


def coming_cards(state: Position) -> Coming:
    """What the open cards become in the rounds that are left."""
    left = ROUNDS - state.round
    top, middle = state.deck[-1], state.middle
    if not left:
        return Coming()
    return Coming(top, CARDS[middle].back, CARDS[top].back if left > 1 else None)


def unseen_cards(state: Position) -> list[int]:
    """The cards of the set that nobody has seen, by number: those of the deck, and those of the first pile."""
    return sorted(state.deck[:-1] + state.pile[:PILE_AT_START])


def ghost_of(state: Position, seat: int, move: Move | None) -> Ghost | None:
    """The token that a move would put somewhere."""
    if isinstance(move, Put | Stamp):
        return Ghost(move.space, move.flower, isinstance(move, Stamp))
    if isinstance(move, Point) and state.phase == SHIFT:
        return Ghost(move.space, kind_at(state, seat, state.held), False)
    return None


def look(state: Position, seat: int, move: Move | None, lit_figurine: int, dim: int) -> Pads:
    """A seat's pads, and what this move of the actor would change of them."""
    flowers = flowers_of(state, seat)
    then = flowers_after(state, move) if move is not None and seat == state.actor else flowers
    first, second = state.pads[2 * seat : 2 * seat + 2]
    if isinstance(move, Turn) and move.pad != first:
        first, second = second, first
    held = state.held if seat == state.actor else -1
    return Pads(
        numbers=(first + 1, second + 1),
        faces=(PADS[first][DIAMOND], PADS[second][CIRCLE]),
        flowers=flowers,
        stamps=state.stamps[seat],
        before=worth_of(state, seat, flowers),
        after=worth_of(state, seat, then),
        pays=paying(state, seat, then) if any(then) else (0, 0, 0),
        pattern=CARDS[state.pile[-1]].back,
        named=state.own if seat == state.actor else state.figurine,
        lit_figurine=lit_figurine,
        lit=1 << held if held >= 0 else 0,
        dim=dim,
        ghost=ghost_of(state, seat, move),
    )
