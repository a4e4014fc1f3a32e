"""Every sentence of Gzhel: goals, events, moves, prompts, and the board in letters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import GameEvent, Move, Prompt
from core.games.gzhel.components import (
    BOARD,
    CARDS,
    CIRCLE,
    DIAMOND,
    FIGURINES,
    FLOWER_LETTERS,
    FLOWERS,
    PADS,
    PATTERN_LETTERS,
    PATTERN_POINTS,
    PATTERNS,
    ROUNDS,
    SEATS,
    SIDES,
    SIZE,
    SPACE_NAMES,
    SPACES,
    TITLES,
    Card,
    spaces_of,
)
from core.games.gzhel.labels import LABELS
from core.games.gzhel.moves import (
    FinishPainting,
    LiftFlowers,
    NameFigurine,
    PlaceStamp,
    PointAtSpace,
    Put,
    SkipStamp,
    TurnPad,
)
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import goal_points, kind_at, last_word, liftable
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.gzhel.state import GzhelState

PLURALS = tuple("poppies" if name == "poppy" else f"{name}s" for name in FLOWERS)


def points_of(number: int) -> str:
    return count_text(number, "point")


def tokens(counts: Sequence[int]) -> str:
    """ "2 roses and 1 tulip"; "none" for nothing."""
    parts = [count_text(number, FLOWERS[kind], PLURALS[kind]) for kind, number in enumerate(counts) if number]
    return list_text(parts) if parts else "none"


def a_or_an(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiouAEIOU" else f"a {noun}"


# Goals


def _flower(card: Card) -> str:
    return FLOWERS[card.flowers[0]]


def goal_title(card: Card) -> str:
    """Return a flower goal in a few words, for a narrow space."""
    match card.kind:
        case "flower_pairs":
            return f"{_flower(card)} beside {FLOWERS[card.flowers[1]]}"
        case "varied_neighbours":
            return f"{_flower(card)} beside 3-4 other kinds"
        case "flower_on_patterns":
            return f"{PLURALS[card.flowers[0]]} on different patterns"
        case "diagonal_pair":
            return f"{_flower(card)}: 2 alike at corners"
        case "two_figurines":
            one, other = (FIGURINES[f] for f in card.figurines)
            return f"one kind at {one}, another at {other}"
        case "chain":
            return "longest chain of one kind"
        case "same_pairs":
            return "pairs of the same flower"
        case "halves":
            return "top half like bottom half" if card.axis == "top_bottom" else "left half like right half"
        case "enclosed_empty":
            return "empty spaces with all sides filled"
        case "pattern_variety":
            return f"different kinds on {PATTERNS[card.pattern]}"
        case _:
            return f"{card.axis}s of 4 different kinds"


def goal_brief(card: Card) -> str:
    """Return a flower goal in two short lines: what pays, and how much."""
    each, steps = f"{card.points[0]} for each", "/".join(map(str, card.points))
    match card.kind:
        case "flower_pairs":
            return f"{each} {_flower(card)} beside {a_or_an(FLOWERS[card.flowers[1]])}"
        case "varied_neighbours":
            three, four = card.points
            return f"{_flower(card)} beside 3 other kinds: {three}, beside all 4: {four}"
        case "flower_on_patterns":
            return f"{steps} for {PLURALS[card.flowers[0]]} on 1/2/3/4 patterns"
        case "diagonal_pair":
            return f"{each} {_flower(card)} with 2 alike at its corners"
        case "two_figurines":
            one, other = (FIGURINES[f] for f in card.figurines)
            return f"{card.points[0]} per flower: one kind at {one}, another at {other}"
        case "chain":
            return f"{each} flower in the longest chain of one kind"
        case "same_pairs":
            return f"{each} pair of the same flower side by side"
        case "halves":
            halves = "top and bottom" if card.axis == "top_bottom" else "left and right"
            return f"{each} place alike in the {halves} half"
        case "enclosed_empty":
            return f"{each} empty space with all sides filled"
        case "pattern_variety":
            return f"{steps} for 1/2/3/4 kinds on {PATTERNS[card.pattern]} spaces"
        case _:
            return f"{each} {card.axis} of 4 different kinds"


def pattern_brief(pattern: int) -> str:
    """Return the pattern goal in two short lines."""
    counts, steps = _pattern_steps()
    return f"{steps} for {counts} of the same flower on {PATTERNS[pattern]}"


def _pattern_steps() -> tuple[str, str]:
    """Return how many flowers the pattern goal asks for, and what it pays for them."""
    paid = [(count, points) for count, points in enumerate(PATTERN_POINTS) if points]
    return "/".join(str(count) for count, _ in paid), "/".join(str(points) for _, points in paid)


def goal_text(card: Card) -> str:
    """Return a flower goal in full: what it requires and what it pays."""
    each = points_of(card.points[0])
    steps = "/".join(map(str, card.points))
    match card.kind:
        case "flower_pairs":
            return (
                f"{each} for each {_flower(card)} side by side with {a_or_an(FLOWERS[card.flowers[1]])};"
                " a token is part of one pair only."
            )
        case "varied_neighbours":
            three, four = card.points
            return (
                f"{three} points for each {_flower(card)} with exactly three other kinds at its sides,"
                f" {four} points with all four."
            )
        case "flower_on_patterns":
            return f"{steps} points for {PLURALS[card.flowers[0]]} on 1/2/3/4 different patterns."
        case "diagonal_pair":
            return (
                f"{each} for each {_flower(card)} that touches two flowers of one other kind by its corners;"
                " each counts once."
            )
        case "two_figurines":
            one, other = (FIGURINES[f] for f in card.figurines)
            return (
                f"{each} for each flower of one kind around the {one}"
                f" and for each of a different kind around the {other}."
            )
        case "chain":
            return f"{each} for each flower in the longest chain of one kind, linked by sides."
        case "same_pairs":
            return f"{each} for each pair of the same flower side by side; a token is part of one pair only."
        case "halves":
            halves = "top and bottom" if card.axis == "top_bottom" else "left and right"
            return f"{each} for each pair of one kind on the same place in the {halves} halves of the pad."
        case "enclosed_empty":
            return f"{each} for each empty space whose neighbours at the sides are all filled."
        case "pattern_variety":
            return f"{steps} points for 1/2/3/4 different kinds on the {PATTERNS[card.pattern]} spaces."
        case _:
            return f"{each} for each {card.axis} with four different kinds."


def pattern_text(pattern: int) -> str:
    """Return the pattern goal in full."""
    counts, steps = _pattern_steps()
    return f"{steps} points for {counts} flowers of one kind on the {PATTERNS[pattern]} spaces of both pads."


# Events


def describe_event(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence."""
    who = names[event.seat] if event.seat is not None else ""
    facts = event.facts
    match event.kind:
        case "pads":
            return f"{who} uses pad {facts[0] + 1} as the diamond pad and pad {facts[1] + 1} as the circle pad."
        case "dealt":
            return f"{who}'s tokens are dealt to both pads at random; {tokens(facts[0])} starts as a stamp."
        case "round":
            number, diamond, circle, pattern = facts
            return (
                f"Round {number}. Diamond pad: {goal_title(CARDS[diamond])}. Circle pad: {goal_title(CARDS[circle])}."
                f" Pattern: {PATTERNS[pattern]}. {who} chooses the figurine."
            )
        case "named":
            return f"{who} chooses the {FIGURINES[facts[0]]}."
        case "stamp":
            return f"{who} places {a_or_an(FLOWERS[facts[0]])} stamp on {SPACE_NAMES[facts[1]]}."
        case "changed":
            return f"{who} uses the {FIGURINES[facts[0]]} instead."
        case "lifted":
            figurine, counts, turned = facts
            text = f"{who} lifts {tokens(counts)} around the {FIGURINES[figurine]}"
            if not any(counts):
                text = f"{who} has no flower to lift around the {FIGURINES[figurine]}"
            return text + (f" and flips {count_text(turned, 'stamp')}." if turned else ".")
        case "stayed":
            return f"{who} keeps the {FIGURINES[facts[0]]}."
        case "picked":
            return f"{who} picks the {FLOWERS[facts[0]]} on {SPACE_NAMES[facts[1]]}."
        case "rested":
            return f"{who} moves nothing."
        case "placed":
            return f"{who} places {a_or_an(FLOWERS[facts[0]])} on {SPACE_NAMES[facts[1]]}."
        case "moved":
            kind, start, end = facts
            return f"{who} moves the {FLOWERS[kind]} from {SPACE_NAMES[start]} to {SPACE_NAMES[end]}."
        case "swapped":
            kind, start, other, end = facts
            return (
                f"{who} swaps the {FLOWERS[kind]} on {SPACE_NAMES[start]}"
                f" with the {FLOWERS[other]} on {SPACE_NAMES[end]}."
            )
        case "done":
            kept = f" and keeps {tokens(facts[0])} as {_stamps(facts[0])}" if any(facts[0]) else ""
            return f"{who} ends the turn{kept}."
        case "scored":
            diamond, circle, pattern, total = facts
            return (
                f"{who} scores {diamond} + {circle} + {pattern} = {points_of(diamond + circle + pattern)}"
                f" (diamond, circle, pattern), {total} in total."
            )
        case "stamps":
            stamps, points = facts
            return f"{who} has {count_text(stamps, 'stamp')} on the pads, worth {points_of(points)}."
        case _:
            return "Eight rounds are played; the game is over."


def _stamps(counts: Sequence[int]) -> str:
    return "a stamp" if sum(counts) == 1 else "stamps"


# Prompts and moves


def prompt(state: "GzhelState") -> Prompt:
    """Return the question to the actor."""
    phase = state.phase
    if phase == TURN_PADS:
        return Prompt("pads", "Which of your two pads is the diamond pad?")
    if phase == CHOOSE:
        if state.players == 1:
            return Prompt("choose", "Choose a figurine; you lift the flowers around it.")
        return Prompt("choose", "Choose a figurine; everyone lifts the flowers around it.")
    if phase == BEFORE:
        purpose = "" if state.beginners else " to use another figurine"
        return Prompt("before", f"Lift around the {FIGURINES[state.own]}, or place a stamp first{purpose}.")
    if phase == CHANGE:
        return Prompt("change", f"Stamp placed: which figurine instead of the {FIGURINES[state.own]}?")
    if phase == PAINT:
        return _paint_prompt(state)
    if phase == PICK:
        return Prompt("pick", "Stamp placed: choose a flower to move or swap, or move nothing.")
    if phase == SHIFT:
        assert state.actor is not None
        flower = FLOWERS[kind_at(state, state.actor, state.held)]
        where = SPACE_NAMES[state.held]
        return Prompt("shift", f"The {flower} on {where}: choose an empty space, or a flower to swap it with.")
    return Prompt("over", "The game is over.")


def _paint_prompt(state: "GzhelState") -> Prompt:
    assert state.actor is not None
    stamps = sum(state.hand[5 * state.actor : 5 * state.actor + 5])
    lifted = sum(state.lifted)
    flowers, laid = count_text(lifted, "flower"), count_text(stamps, "stamp")
    if lifted and stamps:
        sentence = f"{flowers} and {laid} left: place one, or end the turn; flowers you keep become stamps."
    elif lifted:
        sentence = f"{flowers} left: place one, or end the turn; flowers you keep become stamps."
    elif stamps:
        sentence = f"{laid} left: place one, or end the turn."
    else:
        sentence = "Everything is placed: end the turn."
    return Prompt("paint", sentence, pause=last_word(state))


def describe(state: "GzhelState", move: Move) -> str:
    """Return a legal move in a few words."""
    seat = state.actor
    assert seat is not None
    match move:
        case TurnPad(pad=pad):
            first, second = state.pads[2 * seat : 2 * seat + 2]
            other = second if pad == first else first
            return f"use pad {pad + 1} as the diamond pad, pad {other + 1} as the circle pad"
        case NameFigurine(figurine=figurine):
            lifted, turned = liftable(state, seat, figurine)
            text = f"{named(state, figurine)}: lift {count_text(lifted.bit_count(), 'flower')}"
            return text + (f", flip {count_text(turned.bit_count(), 'stamp')}" if turned else "")
        case LiftFlowers():
            lifted, turned = liftable(state, seat, state.own)
            text = f"lift {count_text(lifted.bit_count(), 'flower')} around the {FIGURINES[state.own]}"
            return text + (f", flip {count_text(turned.bit_count(), 'stamp')}" if turned else "")
        case Put(flower=flower, space=space):
            return f"place {a_or_an(FLOWERS[flower])} on {space_text(state, seat, space)}"
        case PlaceStamp(flower=flower, space=space):
            return f"place {a_or_an(FLOWERS[flower])} stamp on {space_text(state, seat, space)}"
        case PointAtSpace(space=space):
            return _describe_point(state, seat, space)
        case SkipStamp():
            if state.phase == CHANGE:
                return f"keep the {FIGURINES[state.own]}"
            return "move nothing"
        case FinishPainting():
            kept = f", keep {tokens(state.lifted)} as {_stamps(state.lifted)}" if any(state.lifted) else ""
            return f"end the turn{kept}"
        case _:
            return str(move)


def named(state: "GzhelState", figurine: int) -> str:
    """ "choose the fox"; "use the fox" with a stamp that was placed."""
    return f"{'use' if state.phase == CHANGE else 'choose'} the {FIGURINES[figurine]}"


def _describe_point(state: "GzhelState", seat: int, space: int) -> str:
    there = kind_at(state, seat, space)
    if state.phase == PICK:
        return f"pick the {FLOWERS[there]} on {space_text(state, seat, space)} to move or swap it"
    if there < 0:
        return f"move it to {space_text(state, seat, space)}"
    return f"swap it with the {FLOWERS[there]} on {space_text(state, seat, space)}"


def space_text(state: "GzhelState", seat: int, space: int) -> str:
    """ "f2 (lace)"."""
    side = space // SPACES
    pattern = PADS[state.pads[2 * seat + side]][side].grid[space % SPACES]
    return f"{SPACE_NAMES[space]} ({PATTERNS[pattern]})"


# The end


def title(points: int) -> str:
    """Return the id of the title that so many points earn in the solo game."""
    return [name for least, name in TITLES if points >= least][-1]


def outcome_text(state: "GzhelState") -> str:
    """Return why the game ended and what that means."""
    scores = state.scores()
    if state.players == 1:
        return f"Eight rounds, {points_of(scores[0])}: you are {a_or_an(LABELS.title(title(scores[0])))}."
    if len(state.ranking()[0]) > 1:
        return "Points and stamps are tied, so the victory is shared."
    if scores.count(max(scores)) > 1:
        return "Points are tied, so the player with fewer stamps on the pads wins."
    return "After eight rounds, the highest score wins."


# The board

_FLOWERS_BY_LETTER = ", ".join(f"{letter} {name}" for letter, name in zip(FLOWER_LETTERS, FLOWERS, strict=True))
_PATTERNS_BY_LETTER = ", ".join(f"{letter} {name}" for letter, name in zip(PATTERN_LETTERS, PATTERNS, strict=True))
#: How to read the board in letters.
LEGEND = (
    f"On a space, first the token: {_FLOWERS_BY_LETTER}; a capital is a stamp, a dot no token;",
    f"then the pattern: {_PATTERNS_BY_LETTER}.",
    "A figurine at a1-b2 has the spaces a1, b1, a2 and b2 around it.",
)


def board_text(state: "GzhelState", seat: int | None = None) -> str:
    """Return the state in letters: the goals, then every seat's pads, its own first."""
    lines = [f"{state.progress_text().capitalize()}."]
    lines += [*goals(state, seat), "", *LEGEND]
    own = state.active if seat is None else seat
    for turn in range(state.players):
        lines += ["", *seat_lines(state, (own + turn) % state.players, seat)]
    return "\n".join(lines)


def goals(state: "GzhelState", seat: int | None = None) -> list[str]:
    """Return the three goals, what they pay this seat now, and what they become."""
    diamond, circle = CARDS[state.deck[-1]], CARDS[state.middle]
    pattern = CARDS[state.pile[-1]].back
    now = goal_points(state, seat) if seat is not None and state.phase != TURN_PADS else None
    worth = [f" [now {points}]" for points in now] if now else ["", "", ""]
    lines = [
        f"Diamond goal, card {diamond.number}: {goal_text(diamond)}{worth[0]}",
        f"Circle goal, card {circle.number}: {goal_text(circle)}{worth[1]}",
        f"Pattern goal: {pattern_text(pattern)}{worth[2]}",
    ]
    if state.round < ROUNDS:
        later = f"; in the round after that, {PATTERNS[diamond.back]}" if state.round + 1 < ROUNDS else ""
        lines.append(
            f"Next round: card {diamond.number} is the circle goal, and the pattern is {PATTERNS[circle.back]}{later}."
        )
    return lines


def seat_lines(state: "GzhelState", seat: int, viewer: int | None) -> list[str]:
    """Return a seat's pads side by side: small letter flower, capital stamp; the second letter is the pattern."""
    label = "You" if seat == viewer else f"Player {seat + 1}"
    notes = [points_of(state.scores()[seat])]
    if seat == state.active and state.players > 1:
        notes.append("active player")
    if any(state.hand[5 * seat : 5 * seat + 5]):
        notes.append(f"stamps beside the pads: {tokens(state.hand[5 * seat : 5 * seat + 5])}")
    if seat == state.actor and any(state.lifted):
        notes.append(f"lifted: {tokens(state.lifted)}")
    lines = [f"{label}: {'; '.join(notes)}"]
    if state.phase == TURN_PADS:
        first, second = state.pads[2 * seat : 2 * seat + 2]
        for pad in sorted((first, second)):
            for side in (DIAMOND, CIRCLE):
                lines.append(f"  pad {pad + 1}, {SIDES[side]} side: {face_text(pad, side)}")
        return lines
    lines.append("      a  b  c  d     e  f  g  h")
    for row in range(SIZE):
        halves = []
        for side in (DIAMOND, CIRCLE):
            start = side * SPACES + row * SIZE
            halves.append(" ".join(cell(state, seat, space) for space in range(start, start + SIZE)))
        lines.append(f"   {row + 1}  {'    '.join(halves)}")
    for side in (DIAMOND, CIRCLE):
        pad = state.pads[2 * seat + side]
        lines.append(f"   {SIDES[side]} pad {pad + 1}: {figurines_text(pad, side)}")
    return lines


def cell(state: "GzhelState", seat: int, space: int) -> str:
    """Return a space in two letters: the token and the pattern under it."""
    assert 0 <= space < BOARD
    side = space // SPACES
    pattern = PATTERN_LETTERS[PADS[state.pads[2 * seat + side]][side].grid[space % SPACES]]
    kind = kind_at(state, seat, space)
    if kind < 0:
        return f".{pattern}"
    letter = FLOWER_LETTERS[kind]
    return (letter.upper() if state.stamps[seat] >> space & 1 else letter) + pattern


def figurines_text(pad: int, side: int) -> str:
    """Return where the figurines of a side stand: between the first and the last of the four spaces around each."""
    stands = []
    for stand, figurine in enumerate(PADS[pad][side].seats):
        near = [SPACE_NAMES[side * SPACES + space] for space in spaces_of(SEATS[stand])]
        stands.append(f"{FIGURINES[figurine]} {near[0]}-{near[-1]}")
    return ", ".join(stands)


def face_text(pad: int, side: int) -> str:
    """Return a side of a pad before tokens lie on it: its rows of patterns, then its figurines."""
    grid = PADS[pad][side].grid
    rows = ["".join(PATTERN_LETTERS[p] for p in grid[r : r + SIZE]) for r in range(0, SPACES, SIZE)]
    return f"{' '.join(rows)}; {figurines_text(pad, side)}"
