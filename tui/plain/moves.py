"""The moves of a decision in plain lines: a row each; of many, those that differ in their place alone together."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from core.game import Move
from core.view import Offers
from saves.sanitize import one_line

#: More moves than these push the board off a screen, and the question out of a listener's mind.
MANY = 12
#: Fewer than these that are alike take no more room one by one.
_TOGETHER = 3
_COLUMNS = 78
#: What stands in the place of a notation where a move is spent.
_SPENT = "-"


def in_short(offers: Offers[Any]) -> list[str]:
    """All moves with number and notation; of many, those that are alike together."""
    numbered = offers.numbered()
    if len(numbered) <= MANY:
        return in_full(offers)
    groups = _groups(offers, numbered)
    alone = [number for numbers in groups.values() if len(numbers) < _TOGETHER for number in numbers]
    rows = dict(zip(alone, _rows(offers, alone), strict=True))
    told: list[str] = []
    for words, numbers in groups.items():
        told += [rows[n] for n in numbers] if len(numbers) < _TOGETHER else _together(words, numbers, numbered)
    return told


def in_full(offers: Offers[Any]) -> list[str]:
    """All moves, a row each: number, notation, and what it would bring."""
    return _rows(offers, range(1, len(offers.numbered()) + 1))


def _groups(offers: Offers[Any], numbered: Sequence[Move | str]) -> dict[str, list[int]]:
    """The numbers of the moves by what they have in common."""
    groups: dict[str, list[int]] = {}
    for number, move in enumerate(numbered, 1):
        words = move if isinstance(move, str) else one_line(offers.alike(move))
        groups.setdefault(words, []).append(number)
    return groups


def _together(words: str, numbers: list[int], numbered: Sequence[Move | str]) -> Iterator[str]:
    """Moves that are alike: what they have in common, and below it each with its number."""
    yield f"  {words}:"
    # A number stays beside its move where a line ends.
    each = ", ".join(f"{number}\N{NO-BREAK SPACE}{numbered[number - 1]}" for number in numbers)
    for line in textwrap.wrap(each, _COLUMNS - 4, break_on_hyphens=False):
        yield "    " + line.replace("\N{NO-BREAK SPACE}", " ")


def _rows(offers: Offers[Any], numbers: Sequence[int]) -> list[str]:
    numbered = offers.numbered()
    moves = [numbered[number - 1] for number in numbers]
    notations = [_SPENT if isinstance(move, str) else move.notation for move in moves]
    told = [move if isinstance(move, str) else one_line(offers.words(move)) for move in moves]
    digits, width = len(str(len(numbered))), max(map(len, notations), default=0)
    rows = zip(numbers, notations, told, strict=True)
    return [f"  {number:<{digits}}  {notation:<{width}}  {words}" for number, notation, words in rows]
