"""What a screen may show before a move is made: pure functions of what lies open on the table.

Nothing here touches the cards that are not seen, so a preview on the true position gives nothing away.
"""

from collections.abc import Sequence

from core.game import Move
from core.gzhel.components import CARDS, PADS, SEATS, SPACES, Card, Face, spaces_of
from core.gzhel.moves import Name, Place, Point, Stamp
from core.gzhel.rules import SHIFT, around, goal_points, kind_at
from core.gzhel.scoring import (
    among_others,
    best_kinds,
    enclosed,
    framed,
    halves,
    longest_chain,
    on_circle,
    on_diamond,
    paired_between,
    paired_within,
    pattern_points,
    varied_lines,
)
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
    assert state.actor is not None
    return goal_points(state, state.actor, flowers_after(state, move))


def paying_spaces(card: Card, face: Face, pad: Sequence[int]) -> int:
    """The spaces of a pad that earn the points of a flower goal, to light them up; of equal ways, one."""
    match card.kind:
        case "flower_pairs":
            one, other = card.flowers
            return paired_between(pad[one], pad[other])
        case "varied_neighbours":
            return among_others(card.flowers[0], pad)[0]
        case "flower_on_patterns":
            return pad[card.flowers[0]]
        case "diagonal_pair":
            return framed(card.flowers[0], pad)
        case "two_figurines":
            one, other = (face.around[figurine] for figurine in card.figurines)
            _, first, second = best_kinds(one, other, pad)
            return (pad[first] & one) | (pad[second] & other)
        case "chain":
            return max(map(longest_chain, pad), key=int.bit_count)
        case "same_pairs":
            return sum(map(paired_within, pad))
        case "halves":
            shift, half = halves(card.axis)
            return sum((mask & mask >> shift & half) * (1 | 1 << shift) for mask in pad)
        case "enclosed_empty":
            return enclosed(pad)
        case "pattern_variety":
            return sum(pad) & face.patterns[card.pattern]
        case _:
            return sum(varied_lines(card.axis, pad))


def paying(state: Position, seat: int) -> tuple[int, int, int]:
    """The spaces of both pads that earn a seat's points now, by goal: diamond, circle, pattern."""
    return paying_with(state, seat, state.flowers[5 * seat : 5 * seat + 5])


def paying_with(state: Position, seat: int, flowers: Sequence[int]) -> tuple[int, int, int]:
    """The same if the seat's flowers lay like this."""
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    one, two = PADS[diamond][0], PADS[circle][1]
    pattern = CARDS[state.pile[-1]].back
    spaces = one.patterns[pattern] | two.patterns[pattern] << SPACES
    best = max((mask & spaces for mask in flowers), key=int.bit_count)
    return (
        paying_spaces(CARDS[state.deck[-1]], one, on_diamond(flowers)),
        paying_spaces(CARDS[state.middle], two, on_circle(flowers)) << SPACES,
        best if pattern_points(pattern, one, two, flowers) else 0,
    )


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
