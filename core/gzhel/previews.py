"""What a screen may show before a move is made: pure functions of what lies open on the table.

Nothing here touches the cards that are not seen, so a preview on the true position gives nothing away.
"""

from core.game import Move
from core.gzhel.components import CARDS, PADS, SEATS, SPACES, spaces_of
from core.gzhel.moves import Name, Place, Point, Stamp
from core.gzhel.rules import SHIFT, around, kind_at
from core.gzhel.scoring import worth_of_goals
from core.gzhel.state import Position


def flowers_after(state: Position, move: Move) -> list[int]:
    """The actor's five masks as they would be after laying or shifting; after any other move, as they are."""
    seat = state.actor
    assert seat is not None
    flowers = state.flowers[5 * seat : 5 * seat + 5]
    if isinstance(move, Place | Stamp):
        flowers[move.flower] |= 1 << move.space
    elif isinstance(move, Point) and state.phase == SHIFT:
        both = 1 << state.held | 1 << move.space
        flowers[kind_at(state, seat, state.held)] ^= both
        other = kind_at(state, seat, move.space)
        if other >= 0:
            flowers[other] ^= both
    return flowers


def points_after(state: Position, move: Move) -> tuple[int, int, int]:
    """What the three goals would pay the actor if the round ended with this move."""
    seat = state.actor
    assert seat is not None
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    goals = (CARDS[state.deck[-1]], CARDS[state.middle], CARDS[state.pile[-1]].back)
    return worth_of_goals(goals, PADS[diamond][0], PADS[circle][1], flowers_after(state, move))


def moves_by_space(state: Position) -> dict[int, list[Move]]:
    """The legal moves that a click on a space of the actor's pads can mean, in the order of `moves()`.

    For a figurine these are the spaces around it; where two figurines share a space there are two moves.
    """
    seat = state.actor
    found: dict[int, list[Move]] = {}
    if seat is None:
        return found
    for move in state.moves():
        if isinstance(move, Place | Stamp | Point):
            found.setdefault(move.space, []).append(move)
        elif isinstance(move, Name):
            for space in spaces_of(around(state, seat, move.figurine)):
                found.setdefault(space, []).append(move)
    return found


def figurine_between(pad: int, side: int, place: int) -> tuple[int, int]:
    """The figurine on one of the five places of a face, and the mask of its four spaces on the board."""
    return PADS[pad][side].seats[place], SEATS[place] << side * SPACES


def coming(state: Position) -> dict[str, int]:
    """What the open cards become: the circle card and the pattern of the next round, the pattern after that.

    Empty in the last round; the diamond goal of the next round nobody knows.
    """
    left = len(state.deck) - 1
    told: dict[str, int] = {}
    if left >= 1:
        told["circle"] = state.deck[-1]
        told["pattern"] = CARDS[state.middle].back
    if left >= 2:
        told["pattern after"] = CARDS[state.deck[-1]].back
    return told
