"""The whole position as text, and how the game ended."""

from typing import TYPE_CHECKING, Final

from core.games.mazaytsy.components import FLOW
from core.games.mazaytsy.hares import count, points, worths
from core.games.mazaytsy.moves import LETTERS
from core.games.mazaytsy.scoring import own_hares, own_points, ranking, scores, standing
from core.games.mazaytsy.text.names import BOW_NAMES, COLOURS, card, cell_name, hares, points_of
from core.games.mazaytsy.text.stack import cards_in_stack, mazay_text, visit_text
from core.games.mazaytsy.water import BOWS, DIRECTIONS
from core.text import count_text, list_text

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: How the plain board marks a kind; a current adds where it flows.
_MARKS: Final = ("f", ".", "=", "#", "@", "%", "V", "~", "~")


def mark(code: int) -> str:
    """Return a card on the water in one to three letters."""
    way = FLOW[code]
    return _MARKS[code >> 3] + (DIRECTIONS[way] if way >= 0 else "")


_LEGEND: Final = (
    "f fish water, . plain water, = log, # thicket, @ whirlpool, % swamp, V funnel, ~n current"
    " flowing north; digits are hares; R, B, G, Y are boats with their bow (Rn: red, bow north);"
    " points count hares aboard and ashore"
)


def board_text(s: "MazaytsyState") -> str:
    """Return the whole position; every seat sees the same of it."""
    side = s.side
    cells = []
    for cell, code in enumerate(s.field):
        parts = [mark(code)]
        if s.hares[cell]:
            parts.append("+".join(map(str, worths(s.hares[cell]))))
        parts += [f"{LETTERS[seat]}{BOWS[s.bows[seat]]}" for seat in range(s.players) if s.boats[seat] == cell]
        cells.append(" ".join(parts))
    width = max(7, *map(len, cells)) + 1
    lines = ["   " + "".join(f"{'abcdef'[c]:<{width}}" for c in range(side)).rstrip()]
    for r in range(side):
        row = "".join(f"{text:<{width}}" for text in cells[r * side : (r + 1) * side])
        lines.append(f"{r + 1}  {row}".rstrip())
    lines += ["", _row_line(s), _stack_line(s), ""]
    lines += [_boat_line(s, seat) for seat in range(s.players)]
    lines.append(f"First turn of every lap: player {s.first + 1}")
    swamps = [
        f"{cell_name(side, cell)} ({COLOURS[seat]})" for seat, cell in enumerate(s.mires) if cell >= 0 and s.hares[cell]
    ]
    if swamps:
        lines.append(f"Hares sink after the next move of the player who placed the swamp: {list_text(swamps)}")
    return "\n".join([*lines, "", _LEGEND])


def _row_line(s: "MazaytsyState") -> str:
    """The row with the numbers that moves call its cards by; Mazay lies among them without one."""
    cards = [
        f"{number} {card(code, s.advanced)}" + (f" ({worths(bunch)[0]})" if bunch else "")
        for number, (code, bunch) in enumerate(zip(s.row, s.row_hares, strict=True), 1)
    ]
    if s.due >= 0:
        turn_of = s.actor if s.actor is not None else 0
        cards.insert(0 if s.due == turn_of else min(1, len(cards)), "Mazay")
    return f"Row, next card first: {', '.join(cards) or 'empty'}"


def _stack_line(s: "MazaytsyState") -> str:
    top = card(s.stack[-1], s.advanced) if s.stack else "none"
    return (
        f"Stack: {cards_in_stack(s)} cards, top: {top}; {mazay_text(s)}, {visit_text(s)};"
        f" discard: {len(s.discard)}; hares in the pool: {count(s.pool)}"
    )


def _boat_line(s: "MazaytsyState", seat: int) -> str:
    cell = s.boats[seat]
    where = f"on {cell_name(s.side, cell)}, bow {BOW_NAMES[s.bows[seat]]}" if cell >= 0 else "not launched yet"
    team = f", team {'red-green' if seat % 2 == 0 else 'blue-yellow'}" if s.teams else ""
    return (
        f"Player {seat + 1}, {COLOURS[seat]} boat {LETTERS[seat]}{team}: {where}; aboard {hares(s.holds[seat])};"
        f" {_saved(s, seat)}"
    )


def _saved(s: "MazaytsyState", seat: int) -> str:
    """What somebody has landed, and with the hares aboard: what can be read of it."""
    return _ashore(s, seat) if s.covers else f"{_ashore(s, seat)}; {points_of(own_points(s, seat))} in all"


def _ashore(s: "MazaytsyState", seat: int) -> str:
    """What somebody has landed, this round and before."""
    landed = own_hares(s, seat) - count(s.holds[seat])
    if not landed:
        return "none ashore"
    if s.covers:
        return covered_ashore(s, seat)
    worth = own_points(s, seat) - points(s.holds[seat])
    return f"{landed} ashore, worth {worth}"


def covered_ashore(s: "MazaytsyState", seat: int) -> str:
    """Return landed hares that lie face down, and what was written down of those before."""
    face_down = f"{count_text(count(s.ashore[seat]), 'hare')} ashore, face down"
    return f"{face_down}; {points_of(s.booked_points[seat])} written down" if s.booked_hares[seat] else face_down


def boat(s: "MazaytsyState", seat: int, name: str) -> str:
    """Return where a seat's boat is, and what it has saved."""
    cell = s.boats[seat]
    if cell < 0:
        return f"{name} has not launched the {COLOURS[seat]} boat yet."
    where = f"{COLOURS[seat]} boat on {cell_name(s.side, cell)}, bow {BOW_NAMES[s.bows[seat]]}"
    return f"{name}, {where}; aboard {hares(s.holds[seat])}; {_saved(s, seat)}."


# The result

_TIMES: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
)


def outcome_text(s: "MazaytsyState") -> str:
    """Return why the game ended, and what decided between the first."""
    why = f"Mazay's {_TIMES[s.visits - 1]} visit ended the game."
    places = ranking(s)
    total = scores(s)
    first = places[0]
    best = standing(s, first[0])
    tied = [seat for seat in range(s.players) if total[seat] == total[first[0]]]
    crews = 2 if s.teams else 1
    if len(first) > crews:
        return f"{why} A tie in points, hares and hares aboard: the win is shared."
    if len(tied) == len(first):
        return why
    if any(standing(s, seat)[1] == best[1] for seat in tied if seat not in first):
        won = "A tie in points and hares: fewer hares still aboard decide"
    else:
        won = "A tie in points: more hares decide"
    return f"{why} {won}."
