"""Two pads as they are and as a choice would leave them, for the board and for texts."""

from typing import NamedTuple

from core.game import Move
from core.games.gzhel.components import CARDS, CIRCLE, DIAMOND, PADS, PILE_AT_START, ROUNDS, Face
from core.games.gzhel.moves import PlaceStamp, PointAtSpace, Put, TurnPad
from core.games.gzhel.phases import SHIFT
from core.games.gzhel.rules import goal_points, kind_at, next_points
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view.scored_spaces import scored_spaces


class PadsWorth(NamedTuple):
    """The points of pads by the three goals now, and by the two of the next round that can be foreseen."""

    now: tuple[int, int, int]
    coming: tuple[int, int]


class UpcomingGoals(NamedTuple):
    """The goals that the open cards become: the circle card and the pattern of the next round, the pattern after that.

    None where no round follows; the diamond goal of the next round is unknown.
    """

    circle: int | None = None
    pattern: int | None = None
    pattern_after: int | None = None


class GhostToken(NamedTuple):
    """A token that a choice would put on a space."""

    space: int
    kind: int
    stamp: bool


class Pads(NamedTuple):
    """What is shown of two pads: their tokens, and what a choice would change."""

    numbers: tuple[int, int]
    faces: tuple[Face, Face]
    flowers: list[int]
    stamps: int
    #: Their points, now and with the choice.
    before: PadsWorth
    after: PadsWorth
    #: The spaces that would earn points, by goal.
    pays: tuple[int, int, int]
    #: The pattern of this round's goal; the figurine that was named, or -1.
    pattern: int
    named: int
    #: The figurine whose spaces are lit, or -1; other spaces that are lit; those that cannot be chosen.
    lit_figurine: int
    highlighted: int
    dim: int
    ghost: GhostToken | None


def flowers_of(state: GzhelState, seat: int) -> list[int]:
    """Return a seat's five masks."""
    return state.flowers[5 * seat : 5 * seat + 5]


def flowers_after(state: GzhelState, move: Move) -> list[int]:
    """Return the actor's five masks after a move that lays or shifts; after any other move, as they are."""
    seat = state.actor
    assert seat is not None
    flowers = flowers_of(state, seat)
    if isinstance(move, Put | PlaceStamp):
        flowers[move.flower] |= 1 << move.space
    elif isinstance(move, PointAtSpace) and state.phase == SHIFT:
        both = 1 << state.held | 1 << move.space
        flowers[kind_at(state, seat, state.held)] ^= both
        other = kind_at(state, seat, move.space)
        if other >= 0:
            flowers[other] ^= both
    return flowers


def pads_worth(state: GzhelState, seat: int, flowers: list[int]) -> PadsWorth:
    """Return the points of a seat's pads with these flowers."""
    return PadsWorth(goal_points(state, seat, flowers), next_points(state, seat, flowers))


def coming_cards(state: GzhelState) -> UpcomingGoals:
    """Return what the open cards become in the rounds that are left."""
    left = ROUNDS - state.round
    top, middle = state.deck[-1], state.middle
    if not left:
        return UpcomingGoals()
    return UpcomingGoals(top, CARDS[middle].back, CARDS[top].back if left > 1 else None)


def unseen_cards(state: GzhelState) -> list[int]:
    """Return the cards of the set that nobody has seen, by number: those of the deck, and those of the first pile."""
    return sorted(state.deck[:-1] + state.pile[:PILE_AT_START])


def ghost_of(state: GzhelState, seat: int, move: Move | None) -> GhostToken | None:
    """Return the token that a move would put on a space, if any."""
    if isinstance(move, Put | PlaceStamp):
        return GhostToken(move.space, move.flower, isinstance(move, PlaceStamp))
    if isinstance(move, PointAtSpace) and state.phase == SHIFT:
        return GhostToken(move.space, kind_at(state, seat, state.held), False)
    return None


def pads_picture(state: GzhelState, seat: int, move: Move | None, lit_figurine: int, dim: int) -> Pads:
    """Return a seat's pads, and what this move of the actor would change of them."""
    flowers = flowers_of(state, seat)
    then = flowers_after(state, move) if move is not None and seat == state.actor else flowers
    first, second = state.pads[2 * seat : 2 * seat + 2]
    if isinstance(move, TurnPad) and move.pad != first:
        first, second = second, first
    held = state.held if seat == state.actor else -1
    return Pads(
        numbers=(first + 1, second + 1),
        faces=(PADS[first][DIAMOND], PADS[second][CIRCLE]),
        flowers=flowers,
        stamps=state.stamps[seat],
        before=pads_worth(state, seat, flowers),
        after=pads_worth(state, seat, then),
        pays=scored_spaces(state, seat, then) if any(then) else (0, 0, 0),
        pattern=CARDS[state.pile[-1]].back,
        named=state.own if seat == state.actor else state.figurine,
        lit_figurine=lit_figurine,
        highlighted=1 << held if held >= 0 else 0,
        dim=dim,
        ghost=ghost_of(state, seat, move),
    )
