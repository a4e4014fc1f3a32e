"""Every sentence of Mezen: events, prompts, moves and the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.game import GameEvent, Move, Prompt
from core.games.mezen import phases, rules
from core.games.mezen.components import (
    CELL_NAMES,
    DARK_ROUND,
    EMPTY,
    FACE,
    FACES,
    GOALS,
    LAYOUTS,
    REFUSAL,
    ROUNDS,
    SIZE,
    SPRUCE,
    SYMBOLS,
    TITLES,
    Goal,
    cells_of,
)
from core.games.mezen.labels import LABELS
from core.games.mezen.moves import Announce, BridgeTile, Exclude, KeepAnimal, LiftGroup, Pay, PlaceTile, TakePoints
from core.games.mezen.scoring import Codes, animal_groups, codes_of, goal_points, shows, track
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.mezen.state import MezenState

#: A letter for each symbol: small for the light side, capital for the dark one.
LETTERS = "hibgfs"

_PLURALS = {"fish": "fish", "fox": "foxes"}
_PLACES = {
    "corners_centre": "in the corners and the centre",
    "centre_3x3": "in the central 3x3",
    "cross": "in the middle row or column",
    "middle_row": "in the middle row",
    "middle_column": "in the middle column",
    "diagonal": "on the diagonal from a1 to e5",
    "border": "on the border",
}


def cell_names(cells: Iterable[int]) -> str:
    """ "b2 c2 c3"."""
    return " ".join(CELL_NAMES[cell] for cell in cells)


def plural(symbol: int) -> str:
    """ "foxes"."""
    return _PLURALS.get(FACES[symbol], f"{FACES[symbol]}s")


def animals(symbol: int, number: int) -> str:
    """ "2 foxes"."""
    return count_text(number, FACES[symbol], plural(symbol))


def face_text(symbols: Sequence[int]) -> str:
    """Return several faces in words: "2 foxes and 1 spruce"."""
    return list_text([animals(s, symbols.count(s)) for s in range(SPRUCE + 1) if s in symbols])


# Goal cards


def goal_text(goal: Goal) -> str:
    """Return what a goal card pays for: "2 points for each fox in the central 3x3"."""
    return f"{count_text(goal.points, 'point')} for each {_pays_for(goal)}"


def goal_card_text(goal: Goal) -> str:
    """Return the text of a goal card, which is narrow: "2 for each fox in the central 3x3"."""
    return f"{goal.points} for each {_pays_for(goal)}"


def _pays_for(goal: Goal) -> str:
    where = _where(goal)
    names = [SYMBOLS[s] for s in goal.symbols]
    match goal.kind:
        case "symbol_at":
            return f"{names[0]} {where}"
        case "isolated":
            return f"{names[0]} with no other in the 8 cells around it"
        case "pairs":
            return f"{names[0]} beside a {names[1]} (each tile once)"
        case "chosen_at":
            return f"tile of one animal {where}"
        case "dark_lines":
            return f"row or column with {goal.at_least} or more dark tiles"
        case "dark_at":
            return f"dark tile {where}"
        case "spruce_at":
            return f"spruce {where}"
        case "light_next_to_spruce":
            return "light tile beside a spruce"
        case "biggest_spruce_group":
            return "spruce in your biggest all-spruce group"
        case "light_dark_pairs":
            return "light tile beside a dark one (each tile once)"
        case "chosen_next_to_spruce":
            return "tile of one animal beside a spruce"
    return "tile of your biggest group, spruces included"


def counted_text(painting: Sequence[int], goal: Goal, parts: Sequence[int]) -> str:
    """Return what a goal card pays for some of the cells that count: "+6: 3 foxes in the central 3x3"."""
    by_part = goal.kind in ("pairs", "light_dark_pairs", "dark_lines")
    number = len(parts) if by_part else sum(part.bit_count() for part in parts)
    return f"+{number * goal.points}: {_counted(painting, goal, parts, number)}"


def _counted(painting: Sequence[int], goal: Goal, parts: Sequence[int], number: int) -> str:
    where = _where(goal)
    names = [SYMBOLS[s] for s in goal.symbols]
    faces = [FACE[painting[cell]] for part in parts for cell in cells_of(part)]
    match goal.kind:
        case "symbol_at" | "chosen_at" | "spruce_at":
            return f"{animals(faces[0], number)} {where}"
        case "isolated":
            return f"{animals(faces[0], number)} with no other around"
        case "pairs":
            return f"{count_text(number, 'pair')} of {names[0]} and {names[1]}"
        case "dark_lines":
            return f"{count_text(number, 'row or column', 'rows or columns')} with {goal.at_least} or more dark tiles"
        case "dark_at":
            return f"{count_text(number, 'dark tile')} {where}"
        case "light_next_to_spruce":
            return f"{count_text(number, 'light tile')} beside a spruce"
        case "biggest_spruce_group":
            return f"a group of {count_text(number, 'spruce')}"
        case "light_dark_pairs":
            return f"{count_text(number, 'pair')} of light and dark"
        case "chosen_next_to_spruce":
            return f"{animals(faces[0], number)} beside a spruce"
    return f"a group of {count_text(number, 'tile')}: {face_text(faces)}"


def goal_title(goal: Goal) -> str:
    """Return a goal card in two or three words, for its drawing."""
    names = [SYMBOLS[s] for s in goal.symbols]
    titles = {
        "symbol_at": names[0] if names else "",
        "isolated": f"lone {names[0]}" if names else "",
        "pairs": "+".join(names),
        "chosen_at": "one animal",
        "dark_lines": "dark lines",
        "dark_at": "dark",
        "spruce_at": "spruce",
        "light_next_to_spruce": "light by spruce",
        "biggest_spruce_group": "spruce group",
        "light_dark_pairs": "light+dark",
        "chosen_next_to_spruce": "one by spruce",
        "biggest_group_with_spruce": "biggest group",
    }
    return titles[goal.kind]


def _where(goal: Goal) -> str:
    return _WHERE.get(goal.cells, "")


_WHERE = {mask: _PLACES.get(name, "on the marked places") for name, mask in LAYOUTS.items()}


# What happened


def describe_event(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence."""
    who = names[event.seat] if event.seat is not None else ""
    facts = event.facts
    match event.kind:
        case "announce":
            return f"{who} calls the {FACES[facts[0]]}."
        case "pay":
            return f"{who} pays 1 amulet to {names[facts[0]]} and lifts {plural(facts[1])} instead."
        case "unpaid":
            return "Everyone keeps the animal that was called."
        case "stay":
            return f"{who} has no {FACES[facts[0]]} and no amulet, so the painting stays as it is."
        case "bridge":
            return f"{who} places an amulet on {CELL_NAMES[facts[0]]} as a bridge."
        case "exclude":
            return f"{who} places an amulet on {CELL_NAMES[facts[0]]} to exclude it."
        case "lift":
            _, _, cells, lifted, found = facts
            return f"{who} lifts {face_text(lifted)} ({cell_names(cells)}); the backs show {face_text(found)}."
        case "place":
            return f"{who} places the {FACES[facts[0]]} on {CELL_NAMES[facts[1]]}."
        case "refuse":
            return f"{who} takes {count_text(facts[0], 'amulet')} instead of points."
        case "earn":
            return f"{who} scores {count_text(facts[1], 'point')} {_EARNED[facts[0]]}."
        case "goal":
            return f"New goal: {goal_text(GOALS[facts[0]])}."
    return f"{who} takes the amulet from the goal card."


_EARNED = ("for the goal", "for dark tiles", "for light tiles", "for amulets", "for the biggest group")


# What is asked


#: The kinds of prompts, by phase.
_KINDS = ("announce", "pay", "lift", "place", "score", "over")


def prompt(state: MezenState) -> Prompt:
    """Return the prompt; in the first round, before anybody has lifted, it names the goals of two rounds."""
    sentence = question(state)
    if state.round == 1 and state.phase in (phases.ANNOUNCING, phases.PAYING):
        assert state.next_goal is not None
        goals = f"Round 1's goal: {goal_text(state.goal)}. Round 2's: {goal_text(state.next_goal)}."
        sentence = f"{goals} {sentence}"
    return Prompt(_KINDS[state.phase], sentence, secret=state.phase == phases.PAYING and state.players > 2)


def question(state: MezenState) -> str:
    """Return only the question to the actor."""
    seat = state.actor
    if seat is None:
        return "The game is over."
    if state.phase == phases.ANNOUNCING:
        return "Which animal do you lift this round?" if state.players == 1 else "Call an animal: everyone must use it."
    if state.phase == phases.PAYING:
        name = SYMBOLS[state.announced]
        if rules.kept_animal(state, seat) < 0:
            asked = "Pay 1 amulet: for which animal?" if state.amulets[seat] else "Your painting stays as it is."
            return f"{name.capitalize()} was called, and you have none. {asked}"
        return f"{name.capitalize()} was called. Keep it, or pay 1 amulet for another animal?"
    if state.phase == phases.LIFTING:
        first = ", or place an amulet first" if state.amulets[seat] else ""
        return f"Lift a group of {plural(state.animals[seat])}{first}."
    if state.phase == phases.PLACING:
        left = len(state.hand)
        more = f" ({left} tiles to place)" if left > 1 else ""
        return f"Where does the {_told_apart(state.hand[0])} go?{more}"
    points = goal_points(codes_of(state.paintings[seat]), state.goal)
    if not state.pool:
        return f"The goal pays {count_text(points, 'point')}."
    return f"The goal pays {count_text(points, 'point')}. Take points, or amulets instead?"


def _told_apart(tile: int) -> str:
    """Return a tile in hand with its side, because two of one animal may differ. A spruce is always dark."""
    side = "" if FACE[tile] == SPRUCE else "dark " if tile & 1 else "light "
    return f"{side}{FACES[FACE[tile]]}"


def describe(state: MezenState, move: Move) -> str:
    """Return a legal move in a few words."""
    seat = state.actor
    assert seat is not None
    painting = state.paintings[seat]
    codes = codes_of(painting)
    match move:
        case Announce(symbol=symbol):
            verb = "call" if state.players > 1 else "lift"
            return f"{verb} the {SYMBOLS[symbol]}: {stock(painting, symbol)}"
        case Pay(symbol=symbol):
            return f"pay 1 amulet for the {SYMBOLS[symbol]}: {stock(painting, symbol)}"
        case KeepAnimal():
            if rules.kept_animal(state, seat) < 0:
                return "leave the painting as it is: you have no such animal and no amulet"
            return f"keep the {SYMBOLS[state.announced]} (free): {stock(painting, state.announced)}"
        case BridgeTile(cell=cell):
            return f"place an amulet on the {_tile(painting[cell])} as a bridge"
        case Exclude(cell=cell):
            return f"place an amulet to exclude the {_tile(painting[cell])}"
        case LiftGroup(cell=cell):
            return _lift_text(state, seat, cell)
        case PlaceTile(cell=cell):
            return f"place the {FACES[FACE[state.hand[0]]]} on {CELL_NAMES[cell]}"
        case TakePoints():
            return count_text(goal_points(codes, state.goal), "point")
    return count_text(min(REFUSAL, state.pool), "amulet")


def _tile(code: int) -> str:
    return f"{'dark' if code & 1 else 'light'} {FACES[FACE[code]]}"


def stock(painting: list[int], symbol: int) -> str:
    """Return the groups that a painting has of an animal: "groups of 3 (1 spruce), 1 and 1"."""
    codes = codes_of(painting)
    found = animal_groups(codes, symbol)
    if not found:
        return f"no {SYMBOLS[symbol]}"
    grouped = "one group of" if len(found) == 1 else "groups of"
    return f"{grouped} {list_text(group_size(codes, group) for group in found)}"


def group_size(codes: Codes, group: int) -> str:
    """Return how many tiles a group has, and how many of them are spruces: "4 (1 spruce)"."""
    spruce = (group & shows(codes, SPRUCE)).bit_count()
    return f"{group.bit_count()} ({count_text(spruce, 'spruce')})" if spruce else str(group.bit_count())


def _lift_text(state: MezenState, seat: int, cell: int) -> str:
    painting = state.paintings[seat]
    lifted = cells_of(rules.group_at(state, cell) & ~state.bridges)
    return f"lift {face_text([FACE[painting[c]] for c in lifted])}: {cell_names(lifted)}"


def outcome_text(state: MezenState) -> str:
    """Return how the game ended: solo the title of mastery, otherwise who won and by what."""
    scores = state.scores()
    if state.players == 1:
        return f"{scores[0]} points: {LABELS.title(title(scores[0]))}."
    first = state.ranking()[0]
    if len(first) > 1:
        return "After ten rounds, points and amulets are equal: the victory is shared."
    if scores.count(max(scores)) > 1:
        return "After ten rounds, the points are equal: more amulets win."
    return "After ten rounds, the highest score wins."


def title(points: int) -> str:
    """Return the id of the title of mastery that a solo score earns."""
    return [name for least, name in TITLES if points >= least][-1]


# What lies there


def board_text(state: MezenState, viewer: int | None) -> str:
    """Return goals and paintings in letters: small light, capital dark, a known back in brackets."""
    lines = [f"Goal: {goal_text(state.goal)}."]
    if state.next_goal:
        lines.append(f"Next goal: {goal_text(state.next_goal)}.")
    lines.append(_besides_goals(state))
    lines += _round_lines(state)
    lines.append(f"Amulets in the pool: {state.pool}.")
    if waiting := state.waiting:
        lines.append(f"Amulets on goal cards to come: {len(waiting)}, on {_card_text(waiting)}.")
    for seat in range(state.players):
        lines.append("")
        lines.append(f"Player {seat + 1}: {', '.join(_belongings(state, seat))}.")
        lines += painting_lines(state, seat)
    if state.hand:
        faces = ", ".join(map(_told_apart, state.hand))
        lines.append(f"To place: {faces}.")
    lines.append("")
    lines.append("h horse, i fish, b bird, g hedgehog, f fox, s spruce; capital: dark side up;")
    lines.append("in brackets the back, ? if unknown; + bridge, - excluded.")
    lines.append("A spruce belongs to every group that it touches, and is lifted with it.")
    return "\n".join(lines)


def _besides_goals(state: MezenState) -> str:
    """Return what pays besides the goals, and when, because playing for the goals alone turns tiles the wrong way."""
    at_the_end = f"after round {ROUNDS} for each light tile, each amulet and each tile of your biggest group"
    if state.round <= DARK_ROUND:
        return f"Also 1 point after round {DARK_ROUND} for each dark tile, and {at_the_end}."
    return f"Also 1 point {at_the_end}."


def _round_lines(state: MezenState) -> list[str]:
    """Return the active player and the announced animal; nothing in a solo game."""
    if state.actor is None or state.players == 1:
        return []
    said = f"called the {SYMBOLS[state.announced]}" if state.announced >= 0 else "is about to call an animal"
    return [f"The active player, Player {state.active + 1}, {said}."]


def _card_text(cards: Sequence[int]) -> str:
    return f"card{'s' if len(cards) > 1 else ''} {list_text(map(str, cards))}"


def _belongings(state: MezenState, seat: int) -> list[str]:
    """Return points, amulets, and the animal that a seat is known to take instead of the announced one."""
    owned = [points_text(sum(state.points[seat])), count_text(state.amulets[seat], "amulet")]
    animal = state.animals[seat]
    if state.phase != phases.PAYING and animal not in (-1, state.announced):
        owned.append(f"has paid for the {SYMBOLS[animal]}")
    return owned


def points_text(points: int) -> str:
    """Return points, and beyond a lap of the track the token: "57 points (50 token, marker on 7)"."""
    token, marker = track(points)
    return count_text(points, "point") + (f" ({token} token, marker on {marker})" if token else "")


def painting_lines(state: MezenState, seat: int) -> list[str]:
    """Return a painting as a header of columns and five rows."""
    lines = ["     " + "     ".join("abcde")]
    mine = seat == state.actor
    for row in range(SIZE):
        cells = []
        for cell in range(SIZE * row, SIZE * row + SIZE):
            mark = "+" if mine and state.bridges >> cell & 1 else " "
            mark = "-" if mine and state.excluded >> cell & 1 else mark
            cells.append(mark + _letters(state, seat, state.paintings[seat][cell]))
        lines.append(f"{row + 1}  " + " ".join(cells))
    return lines


def _letters(state: MezenState, seat: int, code: int) -> str:
    if code == EMPTY:
        return ".   "
    return f"{letter(code)}({letter(code ^ 1) if state.knows_back(seat, code) else '?'})"


def letter(code: int) -> str:
    """Return a face as a letter: small when light, capital when dark."""
    small = LETTERS[FACE[code]]
    return small.upper() if code & 1 else small
