"""Signs and small drawings of Novgorod.

A good has the outline of the luxury that it goes into (◇ jewelry, □ clothing, ○ provisions), a luxury the same shape
filled, so that shape and colour show what an artisan needs.
"""

from core.games.novgorod.components import CITY_COUNT, INGREDIENTS, LUXURY_COUNT, Need
from core.games.novgorod.components import GOOD_NAMES as GOODS
from core.games.novgorod.components import LUXURY_NAMES as LUXURIES
from core.games.novgorod.text import DUCATS, GOOD_SIGNS, LUXURY_SIGNS
from tui.widgets.blocks import quarters

#: By family, where shapes are few: goods small and luxuries large.
_GOOD_LETTERS, _LUXURY_LETTERS = "jcp", "JCP"
#: The letters for the signs in texts.
ASCII_SIGNS = {
    ord(sign): letter for sign, letter in zip(GOOD_SIGNS + LUXURY_SIGNS, _GOOD_LETTERS + _LUXURY_LETTERS, strict=True)
}
#: The roles of the three families on the ground; with "_card" appended, on a card.
ROLES = ("jewelry", "clothing", "provisions")

#: By good: the luxury it goes into.
FAMILY = tuple(
    next(kind for kind in range(LUXURY_COUNT) if INGREDIENTS[kind] >> good & 1) for good in range(CITY_COUNT)
)


#: By city: its roofs and towers from west to east.
SKYLINES = (
    "▟▙▂▟█▙▁▐▌▂▄▁▟▙▁▂▃▁",  # Visby: the towers of the wall
    "▗▟▙▖▂█▂▟▙▁▃▗▟▙▖▂▃▁",  # Novgorod: domes
    "▂▐▌▟▙▁▐▌▂▄▁▂▟▙▂▐▌▂",  # Riga: three spires
    "▃▂█▙▂▐▌▁▄▂▟▙▂▃▁▐▌▂",  # Danzig: the crane
    "▐▌▐▌▂▟▙▁▐▌▐▌▂▄▂▐▌▁",  # Lübeck: twin towers
    "▂▟▐▌▙▂▁▄▂▟▙▁▃▂▐▌▂▁",  # Antwerpen: the cathedral
    "▂▟▙▁▐█▌▂▃▁▟▙▂▄▁▂▃▁",  # London: the Tower
    "▟▙▟▙▟▙▟▙▁▂▟▙▟▙▟▙▁▂",  # Bergen: gables on the quay
)
assert len(SKYLINES) == CITY_COUNT


def good_sign(family: int, plain: bool) -> str:
    """Return the outline of a family; `plain`: a letter."""
    return (_GOOD_LETTERS if plain else GOOD_SIGNS)[family]


def luxury_sign(kind: int, plain: bool) -> str:
    """Return the filled shape of a family; `plain`: a letter."""
    return (_LUXURY_LETTERS if plain else LUXURY_SIGNS)[kind]


def good(family: int, name: str, plain: bool) -> str:
    """Return a good with its sign before it."""
    return f"{good_sign(family, plain)}{':' if plain else ''}{name}"


def luxury(kind: int, name: str, boxes: int, plain: bool) -> str:
    """Return a luxury from so many goods at least, with a sign for each of them; without a name its sign alone."""
    colon = ":" if plain and name else ""
    return luxury_sign(kind, plain) * boxes + colon + name


def parts(need: Need, width: int, plain: bool) -> list[tuple[str, int]]:
    """Return what a line asks for: each name with its family, or -1 for any; luxuries by sign if room is short."""
    found = _parts(need, LUXURIES, plain)
    if _width(found) > width:
        found = _parts(need, ("",) * LUXURY_COUNT, plain)
    if plain and _width(found) > width:
        return [(name.partition(":")[2] or name, family) for name, family in found]
    return found


def _width(found: list[tuple[str, int]]) -> int:
    return sum(len(name) + 1 for name, _ in found) - 1


def _parts(need: Need, names: tuple[str, ...], plain: bool) -> list[tuple[str, int]]:
    found = [(luxury(kind, names[kind], boxes, plain), kind) for kind, boxes in need.luxuries]
    goods = [number for number in range(CITY_COUNT) if need.goods >> number & 1]
    found += [(good(FAMILY[number], GOODS[number], plain).strip(), FAMILY[number]) for number in goods]
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

#: The same twice as wide and as high.
GOOD_DRAWINGS_LARGE = [
    [row.replace("#", "█").replace(".", " ") for row in art] for art in _columns(_GOODS) + _columns(_GOODS_2)
]

#: A cog, two rows of dots a row of cells: S sail, M mast, H hull.
SHIP = ["..M..", ".SSS.", ".SSS.", "H.M.H", "HHHHH", ".HHH."]
SHIP_LARGE = [
    "...SS.....",
    "...SSSS...",
    "...SSSSSS.",
    "...SSSSSSS",
    "...SSSSSS.",
    "...SSSS...",
    "....M.....",
    "HH..M...HH",
    "HHHHHHHHHH",
    ".HHHHHHHH.",
    "..HHHHHH..",
    "..........",
]
SHIP_ASCII = ["  |> ", " _|_ ", "\\___/"]
