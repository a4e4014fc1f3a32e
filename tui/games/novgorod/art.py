"""Signs and small drawings of Novgorod.

A good bears the outline of the luxury that it goes into (◇ jewelry, □ clothing, ○ provisions), a luxury the same
shape filled: what an artisan wants is seen at a glance, by shape and by colour.
"""

import unicodedata

from core.novgorod.components import (
    CITY_COUNT,
    INCOME,
    INGREDIENTS,
    LUXURY_COUNT,
    MISSION,
    QUESTION,
    SEAL,
    SPEED,
    Need,
)
from core.novgorod.components import GOOD_NAMES as GOODS
from core.novgorod.components import LUXURY_NAMES as LUXURIES
from tui.widgets.blocks import quarters
from tui.widgets.picture import Picture

SEALS, DUCATS, OFFICE = "◉", "◎", "⌂"
GOOD_SIGNS, LUXURY_SIGNS = "◇□○", "◆■●"
#: Roles of the three families, on the ground; with "_card" behind, on parchment.
ROLES = ("jewelry", "clothing", "provisions")

#: By good: the luxury it goes into.
FAMILY = tuple(
    next(kind for kind in range(LUXURY_COUNT) if INGREDIENTS[kind] >> good & 1) for good in range(CITY_COUNT)
)

PRIVILEGE_SIGNS = {
    SPEED: "»+1",
    INCOME: f"{DUCATS}+2",
    MISSION: "m-3",
    SEAL: f"{SEALS}+1",
    QUESTION: "?",
}

#: The signs of this game in the ASCII set: families by letter, goods small and luxuries large.
_ASCII = str.maketrans("◇□○◆■●◉◎⌂»✕✓", "jcpJCPsdO>x*")


def plain(picture: Picture) -> None:
    """Write the signs of this game, and letters with accents, in ASCII."""
    for row in picture.chars:
        following = [*row[1:], " "]
        row[:] = [char if char.isascii() else _plain(char, after) for char, after in zip(row, following, strict=True)]


def _plain(char: str, after: str) -> str:
    """A sign right before a name would read as part of it, so it makes way; twice the sign becomes a 2."""
    if char in GOOD_SIGNS + LUXURY_SIGNS:
        if after.isalpha():
            return " "
        if after == char:
            return "2"
    return _letter(char.translate(_ASCII))


def _letter(char: str) -> str:
    bare = unicodedata.normalize("NFKD", char)[:1]
    return bare if bare.isalpha() and bare.isascii() else char


def parts(need: Need, room: int = 99) -> list[tuple[str, int]]:
    """What a line asks for: each name with its family, or -1 when any will do; luxuries by sign if room is short."""
    found = _parts(need, LUXURIES)
    if sum(len(name) + 1 for name, _ in found) - 1 > room:
        return _parts(need, ("",) * LUXURY_COUNT)
    return found


def _parts(need: Need, luxuries: tuple[str, ...]) -> list[tuple[str, int]]:
    found = [(LUXURY_SIGNS[kind] * boxes + luxuries[kind], kind) for kind, boxes in need.luxuries]
    found += [(GOODS[good], FAMILY[good]) for good in range(CITY_COUNT) if need.goods >> good & 1]
    if need.any_goods:
        found.append((f"{need.any_goods} goods", -1))
    if need.any_luxuries:
        found.append((f"{need.any_luxuries} luxuries", -1))
    if need.ducats:
        found.append((f"{need.ducats}{DUCATS}", -1))
    return found


_GOODS = """
################ ..##......##.... .......#........ ....########....
#..............# ###.######.###.. .....#.#.#...... ..############..
##............## ..##########.... ...#.#####.#.... ..##.#########..
.##..........##. ..##########.... ....#.###.#..... ..#.##########..
..############.. ..##########.... ...#.#####.#.... ..############..
.......##....... .############... ....#.###.#..... ...##########...
.......##....... ###..####..###.. ......###....... .....######.....
....########.... ......##........ .......#........ .......##.......
"""
_GOODS_2 = """
......####...... .#############.. ................ ................
.....##..##..... ###.#.#.#.#.###. ....########.... ....######....##
......####...... ###############. ...#.######.#... ..##########.###
....########.... ###.#.#.#.#.###. ..############.. .##.############
...##########... ###############. .##.########.##. .############.##
..############.. ###.#.#.#.#.###. .#.##########.#. ...#########..##
..############.. ###############. ################ .....#####......
...##########... .#############.. ................ ................
"""


def _columns(sheet: str) -> list[list[str]]:
    rows = [line.split() for line in sheet.strip().split("\n")]
    return [[row[i] for row in rows] for i in range(4)]


#: By city, its good drawn eight columns wide and four rows high: goblet, pelt, ear of grain, amber drop; sack of
#: salt, bolt of cloth, bars of tin, fish.
GOOD_DRAWINGS = [quarters(art) for art in _columns(_GOODS) + _columns(_GOODS_2)]

#: A cog under sail.
SHIP = quarters(
    [
        ".....####...",
        ".....######.",
        "##...####...",
        "##...#....##",
        "############",
        "..########..",
    ]
)
SHIP_LARGE = quarters(
    [
        "........##..........",
        "........######......",
        ".......########.....",
        ".......##########...",
        ".......##########...",
        ".......########.....",
        "........##..........",
        "##......##........##",
        "####################",
        ".##################.",
        "..################..",
        "...##############...",
    ]
)
