"""List the moves of a decision in plain lines, one a line; of many, group those that differ only in their place."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.game import Move
from core.text import count_text
from core.view import SeatView
from saves.sanitize import one_line

#: A longer list pushes the board off the screen, and is too much to remember when it is read aloud.
MANY = 12
#: A smaller group saves no lines.
_TOGETHER = 3
_COLUMNS = 78
#: The mark for the notation of a spent move.
_SPENT = "-"


def grouped_lines(view: SeatView[Any]) -> list[str]:
    """Return all moves with number and notation; where they are many, those that are alike together."""
    numbered = view.numbered_moves()
    if len(numbered) <= MANY:
        return full_lines(view)
    if kinds := view.move_groups():
        return _kind_lines(view, kinds)
    groups = _groups(view, numbered)
    alone = [number for numbers in groups.values() if len(numbers) < _TOGETHER for number in numbers]
    rows = dict(zip(alone, _rows(view, alone), strict=True))
    told: list[str] = []
    for text, numbers in groups.items():
        told += [rows[n] for n in numbers] if len(numbers) < _TOGETHER else _together(text, numbers, numbered)
    return told


def full_lines(view: SeatView[Any]) -> list[str]:
    """Return all moves, one a line: number, notation and preview."""
    return _rows(view, range(1, len(view.numbered_moves()) + 1))


def kind_lines(view: SeatView[Any], word: str) -> list[str]:
    """Return the moves of the kind that was typed, one a line; none if the word is no kind."""
    moves = next((moves for name, moves in view.move_groups().items() if name.casefold() == word.casefold()), ())
    numbered = view.numbered_moves()
    return _rows(view, [number for number, move in enumerate(numbered, 1) if move in moves])


def _kind_lines(view: SeatView[Any], kinds: Mapping[str, Sequence[Move]]) -> list[str]:
    """Return the moves of no kind, one a line, and then the kinds."""
    grouped = {move for moves in kinds.values() for move in moves}
    alone = [number for number, move in enumerate(view.numbered_moves(), 1) if move not in grouped]
    width = max(map(len, kinds))
    rows = [
        f"  {name:<{width}}  {count_text(len(moves), 'place')}, such as {moves[0]}" for name, moves in kinds.items()
    ]
    return [*_rows(view, alone), *rows, f"  Type a name ({next(iter(kinds))}) to see what each place would score."]


def _groups(view: SeatView[Any], numbered: Sequence[Move | str]) -> dict[str, list[int]]:
    """Return the numbers of the moves by what they have in common."""
    groups: dict[str, list[int]] = {}
    for number, move in enumerate(numbered, 1):
        text = move if isinstance(move, str) else one_line(view.group_key(move))
        groups.setdefault(text, []).append(number)
    return groups


def _together(text: str, numbers: list[int], numbered: Sequence[Move | str]) -> Iterator[str]:
    """Yield the lines of a group: what its moves have in common, and below it each with its number."""
    yield f"  {text}:"
    # No line is broken between a number and its move.
    each = ", ".join(f"{number}\N{NO-BREAK SPACE}{numbered[number - 1]}" for number in numbers)
    for line in textwrap.wrap(each, _COLUMNS - 4, break_on_hyphens=False):
        yield "    " + line.replace("\N{NO-BREAK SPACE}", " ")


def _rows(view: SeatView[Any], numbers: Sequence[int]) -> list[str]:
    numbered = view.numbered_moves()
    moves = [numbered[number - 1] for number in numbers]
    notations = [_SPENT if isinstance(move, str) else move.notation for move in moves]
    told = [move if isinstance(move, str) else one_line(view.describe_move(move)) for move in moves]
    digits, width = len(str(len(numbered))), max(map(len, notations), default=0)
    rows = zip(numbers, notations, told, strict=True)
    return [f"  {number:<{digits}}  {notation:<{width}}  {text}" for number, notation, text in rows]
