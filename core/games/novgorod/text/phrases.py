"""Names, numbers and needs as parts of sentences."""

from collections.abc import Sequence

from core.games.novgorod.components import (
    CITY_NAMES,
    GOOD_NAMES,
    INCOME,
    LUXURY_NAMES,
    MISSION,
    MISSIONS,
    QUESTION,
    ROW_SEALS,
    ROW_X,
    SEAL,
    SPECIALS,
    SPEED,
    TOP_LEVEL,
    Need,
    cities_of,
)
from core.games.novgorod.rules.route import ARTISAN
from core.text import count_text, list_text

PRIVILEGE_NAMES = {
    SPEED: "Speed +1",
    INCOME: "Income +2",
    MISSION: "Mission -3",
    SEAL: "+1 seal",
    QUESTION: "?",
}
SIDE_NAMES = ("light", "silver")
HALF_NAMES = "ABCD"
#: By bonus card: what it is for.
BONUS_AIMS = (
    "an office in every city",
    "five different cities on one route",
    "a luxury made from two or more goods",
    "three missions under the ship",
    "the career row of 3 seals",
    "at the end, for different goods and luxuries on the missions under the ship",
)
#: Seals and ducats where a label has no room for words.
SEALS, DUCATS = "◉", "d"
#: By family, the shapes of its goods, and the same filled for its luxury.
GOOD_SIGNS, LUXURY_SIGNS = "◇□○", "◆■●"


def ducats(number: int) -> str:
    return count_text(number, "ducat")


def seals(number: int) -> str:
    return count_text(number, "seal")


def goods(mask: int, cargo: int = -1) -> list[str]:
    """Goods by name; one from the ship is said to be."""
    names = [GOOD_NAMES[g] for g in cities_of(mask)]
    if cargo >= 0:
        names.append(f"{GOOD_NAMES[cargo]} from the ship")
    return names


def career_row(row: int) -> str:
    """A row of the career with what it gives: "career row 2 (1 seal a turn, no X)"."""
    gives = [f"{seals(ROW_SEALS[row])} a turn"] if ROW_SEALS[row] else []
    if ROW_X[row]:
        gives.append("still an X")
    elif ROW_X[row - 1]:
        gives.append("no X")
    if row == TOP_LEVEL:
        gives.append("the game ends soon")
    return f"career row {row} ({', '.join(gives)})"


def need(what: Need) -> str:
    """What a line or step asks for: "amber and salt", "2 different luxuries"."""
    names = [LUXURY_NAMES[kind] + (" of 2 goods" if boxes > 1 else "") for kind, boxes in what.luxuries]
    names += goods(what.goods)
    if what.any_goods:
        names.append(f"{what.any_goods} different goods")
    if what.any_luxuries:
        names.append(f"{what.any_luxuries} different luxuries")
    if what.ducats:
        names.append(ducats(what.ducats))
    return list_text(names)


def mission(card: int) -> str:
    """A mission in words: its top line, then its bottom line."""
    top, bottom = MISSIONS[card]
    return f"{need(top)} / {need(bottom)}"


def special(code: int) -> str:
    half = SPECIALS[code >> 2][code & 3]
    return f"{need(half.need)} ({ducats(half.price)}, {seals(half.seals)})"


def route(slots: Sequence[int]) -> str:
    """A route in words; a face-down card is named by its artisan."""
    words = ["artisan" if slot >= ARTISAN else CITY_NAMES[slot] for slot in slots]
    return " → ".join(words) or "no route"


def mission_cards(mask: int) -> list[int]:
    return [card for card in range(len(MISSIONS)) if mask >> card & 1]
