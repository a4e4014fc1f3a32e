"""The row of choices of Novgorod, with the names of harbours as long as there is room for."""

from collections.abc import Iterator, Sequence

from core.games.novgorod.components import CITY_COUNT, CITY_NAMES
from core.games.novgorod.text import DUCATS
from core.view import PromptItem

#: The letters to which all names of harbours are cut, one length after the other, where the row is too long.
_LETTERS = range(max(map(len, CITY_NAMES)) - 1, 2, -1)


def fitting_row(items: Sequence[PromptItem], width: int) -> list[PromptItem]:
    """Return the items with names of harbours as long as fit: whole, their first letters, a price, a digit alone."""
    rows = list(_rows(items))
    return next((row for row in rows if _row_width(row) <= width), rows[-1])


def _rows(items: Sequence[PromptItem]) -> Iterator[list[PromptItem]]:
    """Yield the row of choices, each time shorter."""
    yield list(items)
    for letters in _LETTERS:
        yield [item._replace(label=_short_name(item, letters)) if _is_harbour(item) else item for item in items]
    yield [item._replace(label=_price(item.label)) if _is_harbour(item) else item for item in items]
    yield [item._replace(label="") if _is_harbour(item) else item for item in items]


def _is_harbour(item: PromptItem) -> bool:
    return "1" <= item.key <= str(CITY_COUNT)


def _short_name(item: PromptItem, letters: int) -> str:
    """Return the label of a harbour, its name cut to its first letters."""
    name = CITY_NAMES[int(item.key) - 1]
    return item.label.replace(name, name[:letters])


def _price(label: str) -> str:
    """Return the ducats at the end of a label, if there are any: "8d"."""
    last = label.split()[-1] if label else ""
    return last if last.removesuffix(DUCATS).isdigit() else ""


def _row_width(items: Sequence[PromptItem]) -> int:
    """Return the columns of a row of choices: each has its key, spaces around it, and one column after it."""
    return sum(len(item.key) + len(item.label) + 4 for item in items) - 1
