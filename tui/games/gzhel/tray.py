"""The tray as the row of choices: five flowers and five stamps with their keys, as long as there is room for names."""

from collections.abc import Sequence

from core.games.gzhel.components import FLOWER_LETTERS
from core.games.gzhel.view import FLOWER_KEYS, STAMP_KEYS
from core.view import PromptItem


def fitting_tray(items: Sequence[PromptItem], width: int) -> list[PromptItem]:
    """Return the items that are shown, with the longest names that fit: flowers keep theirs longest.

    First stamps are only their flower in capitals, then letters; then flowers that are used up disappear, then the
    button, whose key is in the bar below; and at last flowers are letters, too.
    """
    shown = [item for item in items if not (item.is_disabled and item.key in STAMP_KEYS)]
    if all(item.is_disabled for item in shown if item.key in FLOWER_KEYS):
        shown = [item for item in shown if not item.is_disabled]
    left = [item for item in shown if not item.is_disabled]
    lettered, left_lettered = _lettered(shown, STAMP_KEYS), _lettered(left, STAMP_KEYS)
    wishes = (
        shown,
        [item._replace(label=_capitals(item)) if item.key in STAMP_KEYS else item for item in shown],
        lettered,
        _tight(lettered),
        left_lettered,
        _tight(left_lettered),
        _tight([item for item in left_lettered if item.key.isdigit()]),
        _tight(_lettered(left, STAMP_KEYS + FLOWER_KEYS)),
    )
    return next((wish for wish in wishes if _row_width(wish) <= width), list(wishes[-1]))


def _tight(items: Sequence[PromptItem]) -> list[PromptItem]:
    """Return the items without spaces before their numbers, and the last word of a button left out."""
    return [item._replace(label=item.label.replace(" ×", "×").removesuffix(" turn")) for item in items]


def _lettered(items: Sequence[PromptItem], keys: str) -> list[PromptItem]:
    """Return the items, those of these keys with a letter instead of the name: "O×2" for two orchid stamps."""
    return [item._replace(label=_letter_label(item)) if item.key in keys else item for item in items]


def _capitals(item: PromptItem) -> str:
    """Return "ORCHID ×2" for two orchid stamps."""
    return item.label.replace(" stamp", "").upper()


def _letter_label(item: PromptItem) -> str:
    is_stamp = item.key in STAMP_KEYS
    letter = FLOWER_LETTERS[(STAMP_KEYS if is_stamp else FLOWER_KEYS).index(item.key)]
    _, cross, many = item.label.partition("×")
    return f"{letter.upper() if is_stamp else letter}{cross}{many}"


def _row_width(items: Sequence[PromptItem]) -> int:
    """Return the columns of a row of choices: each has its key, spaces around it, and one column after it."""
    return sum(len(item.key) + len(item.label) + 4 for item in items) - 1
