"""The spaces that earn the points of a goal, to highlight them."""

from collections.abc import Sequence

from core.games.gzhel.components import CARDS, CIRCLE, DIAMOND, PADS, SPACES, Card, Face
from core.games.gzhel.scoring import (
    among_others,
    best_kinds,
    count_pairs_between,
    enclosed,
    framed,
    halves,
    longest_chain,
    on_circle,
    on_diamond,
    paired_within,
    pattern_points,
    varied_lines,
)
from core.games.gzhel.state import GzhelState


def spaces_that_score(card: Card, face: Face, pad: Sequence[int]) -> int:
    """Return the spaces of a pad that earn the points of a flower goal; of equal sets, one."""
    match card.kind:
        case "flower_pairs":
            one, other = card.flowers
            return count_pairs_between(pad[one], pad[other])
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


def scored_spaces(state: GzhelState, seat: int, flowers: Sequence[int]) -> tuple[int, int, int]:
    """Return the spaces of both pads that earn points with these flowers, by goal: diamond, circle, pattern."""
    diamond, circle = state.pads[2 * seat : 2 * seat + 2]
    one, two = PADS[diamond][DIAMOND], PADS[circle][CIRCLE]
    pattern = CARDS[state.pile[-1]].back
    spaces = one.patterns[pattern] | two.patterns[pattern] << SPACES
    best = max((mask & spaces for mask in flowers), key=int.bit_count)
    return (
        spaces_that_score(CARDS[state.deck[-1]], one, on_diamond(flowers)),
        spaces_that_score(CARDS[state.middle], two, on_circle(flowers)) << SPACES,
        best if pattern_points(pattern, one, two, flowers) else 0,
    )
