"""The drawings of Gzhel: flowers with their letter in the middle, stamps, textures, figurines."""

from functools import cache

from tui.widgets.blocks import quarters

# Flowers in the order orchid, poppy, rose, tulip, bellflower; the middle is left free for the letter.

#: Three columns by three rows, for a screen of 80x24.
SMALL_FLOWERS = (
    ("▜ ▛", "   ", "▟ ▙"),
    ("▗█▖", "█ █", "▝█▘"),
    ("▟▀▙", "▌ ▐", "▜▄▛"),
    ("▙▄▟", "█ █", "▝▀▘"),
    ("▗▄▖", "▟ ▙", "▛▀▜"),
)

#: Three columns by one row and by two, for the pads of others; the letter is part of the drawing.
TINY_FLOWERS = (("▚o▞",), ("█p█",), ("▐r▌",), ("▙t▟",), ("▟b▙",))
LOW_FLOWERS = (("▜ ▛", "▟o▙"), ("▟█▙", "▜p▛"), ("▛▀▜", "▙r▟"), ("▙▄▟", "▜t▛"), ("▗▄▖", "▟b▙"))

_LARGE_FLOWERS = """
##..........## ....######.... ...########... ##....##....## ......##......
####......#### ...########... .###......###. ###..####..### ....######....
.#####..#####. .##.######.##. ###.######.### ####.####.#### ...########...
..##########.. ####.####.#### ##.###..###.## ############## ..##########..
....##..##.... #####....##### ##.##....##.## #####....##### ..####..####..
....##..##.... #####....##### ##.##....##.## #####....##### ..###....###..
..##########.. ####.####.#### ##.###..###.## .############. .############.
.#####..#####. .##.######.##. ###.######.### ..##########.. .############.
####......#### ...########... .###......###. ....######.... ##############
##..........## ....######.... ...########... ......##...... ##.###..###.##
"""

_FIGURINES = """
...#.#.#.. .###...... .###...... #.#....... ...####...
..#.#.#.#. ####....#. ##.#...... ###.....## ..######.#
.########. ..#######. ...#....## ##.#####.# ##.#######
##.####### ..######.# ...#.##### ..######.# #########.
########## ..#.##.#.. ...####### ..#####.## ..######.#
.##....##. ..#.#..#.. ....#####. ..#.#.###. ...####...
"""


def _columns(sheet: str) -> list[list[str]]:
    """Return the five drawings of a sheet."""
    rows = [line.split() for line in sheet.strip().split("\n")]
    return [quarters([row[i] for row in rows]) for i in range(5)]


#: Seven columns by five rows, for a larger screen.
LARGE_FLOWERS = tuple(tuple(art) for art in _columns(_LARGE_FLOWERS))
#: Hedgehog, horse, swan, fox and fish: five columns by three rows, for a larger screen.
FIGURINES = _columns(_FIGURINES)

#: Leaf, lace, floral and grid, as textures that are repeated over a space.
TEXTURES = (("╱ ", " ╱"), ("○ ", " ○"), ("* ", " *"), ("┼─", "┼─"))
PLAIN_TEXTURES = (("/ ", " /"), ("o ", " o"), ("* ", " *"), ("+-", "+-"))


def stamp(width: int, height: int) -> list[str]:
    """Return a stamp with a double rim."""
    middle = "║" + " " * (width - 2) + "║"
    return ["╔" + "═" * (width - 2) + "╗", *[middle] * (height - 2), "╚" + "═" * (width - 2) + "╝"]


@cache
def weave(pattern: int, width: int, height: int, plain: bool) -> tuple[str, ...]:
    """Return the texture of a pattern over so many columns and rows."""
    rows = (PLAIN_TEXTURES if plain else TEXTURES)[pattern]
    return tuple((rows[y % 2] * width)[:width] for y in range(height))
