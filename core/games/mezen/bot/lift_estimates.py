"""Estimate what a lift brings for a goal once its tiles are placed well, without placing all of them.

For goals that count symbols in certain cells an estimate is exact; for the others it comes from placing the tiles
that matter one by one, which is quick and seldom far off.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.mezen.bot.bitboards import Masks, Slides, across, most_pairs, slide
from core.games.mezen.components import ALL, BESIDE, COLUMNS, GOALS, ROWS, SPRUCE, Goal, around, beside, flood

#: Estimates how often a goal will pay, from the symbols shown, those on the backs, the dark cells, the lifted cells,
#: the slides of the rest and the gaps that are left.
Guess = Callable[[Masks, Masks, int, int, Slides, int], int]

_EVEN = sum(1 << cell for cell in range(0, 25, 2))
_LINES = (*ROWS, *COLUMNS)


def _lone(animal: int, gaps: int, more: int) -> int:
    """Return how many of an animal stand alone when so many more are put into the gaps."""
    while more:
        near = around(animal)
        width = gaps & ~animal
        spots = width & ~near
        if not spots:
            lone = animal & ~near
            spots = width & ~around(lone) or width
        animal |= spots & -spots
        more -= 1
    return (animal & ~around(animal)).bit_count()


def _grown(tiles: int, animal: int, gaps: int, more: int) -> int:
    """Return the size of the biggest group when so many more tiles may be added to it in the gaps."""
    best, size = 0, -1
    rest = animal
    while rest:
        group = flood(rest & -rest, tiles)
        rest &= ~group
        width = (beside(group) & gaps).bit_count()
        if group.bit_count() + min(width, more) > size:
            best, size = group, group.bit_count() + min(width, more)
    if not best:
        best, more = (gaps & -gaps, more - 1) if more else (0, 0)
    while more:
        spots = beside(best) & gaps & ~best
        if not spots:
            break
        # First gaps that join another group, then gaps beside further gaps.
        others = tiles & ~best
        spots = (others and spots & beside(others)) or spots & beside(gaps & ~best) or spots
        spot = spots & -spots
        best = flood(best | spot, tiles | best | spot)
        more -= 1
    return best.bit_count()


def _lines(dark: int, gaps: int, more: int, least: int) -> int:
    """Return how many lines have enough dark tiles when so many more are put into the gaps."""
    if more >= gaps.bit_count():
        dark |= gaps
        more = 0
    while more:
        spot, most = 0, -1
        width = gaps & ~dark
        while width:
            bit = width & -width
            width ^= bit
            gain = 0
            for line in _LINES:
                if line & bit:
                    lying = (line & dark).bit_count()
                    gain += (1, 2, 4, 9, 0)[lying] if lying < least else 0
            if gain > most:
                spot, most = bit, gain
        dark |= spot
        more -= 1
    return sum((dark & line).bit_count() >= least for line in _LINES)


def _couples(ones: int, others: int, gaps: int, more_ones: int, more_others: int) -> int:
    """Return the pairs of two animals when so many more of each are put into the gaps."""
    while more_ones:
        spots = gaps & beside(others & ~beside(ones)) or gaps & beside(others) or gaps
        bit = spots & -spots
        ones |= bit
        gaps ^= bit
        more_ones -= 1
    while more_others:
        spots = gaps & beside(ones & ~beside(others)) or gaps & beside(ones) or gaps
        bit = spots & -spots
        others |= bit
        gaps ^= bit
        more_others -= 1
    return most_pairs(ones, others)


def _spread(spruce: int, gaps: int, more: int, wanted: int) -> tuple[int, int]:
    """Return the Spruce after so many more are put where they touch most of `wanted`, and the gaps left."""
    while more:
        new = wanted & ~beside(spruce)
        spot, most = 0, -1
        width = gaps
        while width:
            bit = width & -width
            width ^= bit
            gain = (BESIDE[bit.bit_length() - 1] & new).bit_count()
            if gain > most:
                spot, most = bit, gain
        spruce |= spot
        gaps ^= spot
        more -= 1
    return spruce, gaps


def _guess(goal: Goal) -> Guess:
    cells = across(goal.cells)
    first = goal.symbols[0] if goal.symbols else SPRUCE
    second = goal.symbols[-1] if goal.symbols else SPRUCE
    least = goal.at_least

    def symbol_at(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        lying = (slide(shown[first], slides) & cells).bit_count()
        return lying + min((under[first] & lifted).bit_count(), (gaps & cells).bit_count())

    def isolated(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        return _lone(slide(shown[first], slides), gaps, (under[first] & lifted).bit_count())

    def pairs(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        return _couples(
            slide(shown[first], slides),
            slide(shown[second], slides),
            gaps,
            (under[first] & lifted).bit_count(),
            (under[second] & lifted).bit_count(),
        )

    def chosen_at(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        width = (gaps & cells).bit_count()
        best = 0
        for symbol in range(SPRUCE):
            more = (under[symbol] & lifted).bit_count()
            if more > width:
                more = width
            if more + shown[symbol].bit_count() > best:
                more += (slide(shown[symbol], slides) & cells).bit_count()
                if more > best:
                    best = more
        return best

    def dark_lines(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        return _lines(slide(dark, slides), gaps, (lifted & ~dark).bit_count(), least)

    def dark_at(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        lying = (slide(dark, slides) & cells).bit_count()
        return lying + min((lifted & ~dark).bit_count(), (gaps & cells).bit_count())

    def light_next_to_spruce(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        light = slide(ALL & ~dark, slides)
        spruce = slide(shown[SPRUCE], slides)
        spruce, left = _spread(spruce, gaps, (under[SPRUCE] & lifted).bit_count(), light | gaps)
        near = beside(spruce)
        return (light & near).bit_count() + min((lifted & dark).bit_count(), (left & near).bit_count())

    def biggest_spruce_group(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        spruce = slide(shown[SPRUCE], slides)
        return _grown(spruce, spruce, gaps, (under[SPRUCE] & lifted).bit_count())

    def light_dark_pairs(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        darks = slide(dark, slides)
        more = (lifted & ~dark).bit_count()
        lights = 25 - dark.bit_count() - more + (lifted & dark).bit_count()
        if min(25 - lights, lights) < 4:
            return min(25 - lights, lights)
        while more:
            width = gaps & ~darks
            spots = width & _EVEN & beside(ALL & ~darks) or width & ~_EVEN or width
            darks |= spots & -spots
            more -= 1
        return most_pairs(ALL & ~darks, darks)

    def chosen_next_to_spruce(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        # The most tiles first, so that most of the others can be skipped.
        rows = []
        for symbol in range(SPRUCE):
            hand = (under[symbol] & lifted).bit_count()
            rows.append(((shown[symbol] & ~lifted).bit_count() + hand, hand, symbol))
        rows.sort(reverse=True)
        spruce = slide(shown[SPRUCE], slides)
        more = (under[SPRUCE] & lifted).bit_count()
        best = 0
        for count, hand, symbol in rows:
            if count <= best:
                break
            lying = slide(shown[symbol], slides)
            trees, left = _spread(spruce, gaps, more, lying | gaps if hand else lying) if more else (spruce, gaps)
            near = beside(trees)
            best = max(best, (lying & near).bit_count() + min(hand, (left & near).bit_count()))
        return best

    def biggest_group_with_spruce(shown: Masks, under: Masks, dark: int, lifted: int, slides: Slides, gaps: int) -> int:
        # The most tiles first, so that most of the others can be skipped.
        rows = []
        for symbol in range(SPRUCE):
            more = (under[symbol] & lifted).bit_count()
            rows.append(((shown[symbol] & ~lifted).bit_count() + more, more, symbol))
        rows.sort(reverse=True)
        trees = (under[SPRUCE] & lifted).bit_count()
        spruce = slide(shown[SPRUCE], slides)
        most = spruce.bit_count() + trees
        best = 0
        for count, more, symbol in rows:
            if count + most <= best:
                break
            animal = slide(shown[symbol], slides)
            best = max(best, _grown(animal | spruce, animal, gaps, more + trees))
        return best

    guesses: dict[str, Guess] = {
        guess.__name__: guess
        for guess in (
            symbol_at,
            isolated,
            pairs,
            chosen_at,
            dark_lines,
            dark_at,
            light_next_to_spruce,
            biggest_spruce_group,
            light_dark_pairs,
            chosen_next_to_spruce,
            biggest_group_with_spruce,
        )
    }
    return guesses["symbol_at" if goal.kind == "spruce_at" else goal.kind]


#: The estimate of a lift, by the index of the goal card.
GUESSES: tuple[Guess, ...] = tuple(_guess(goal) for goal in GOALS)
