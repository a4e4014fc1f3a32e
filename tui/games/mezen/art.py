"""The animals of Mezen, told apart by their outline alone: a small drawing and a large one each."""

from tui.widgets.blocks import halves, quarters

_SMALL = """
.##....... .......... .##....... ..#.#.#.#. #........# ....##....
####...... ..####...# ##.#....## .#.#.#.#.# ##......## ..######..
...######. ##.####.## ...#..###. .######### ########## ...####...
...#####.# ########.# ...######. ##.####### ##.####.## .########.
...#..#..# ..####...# ....####.. ########## .########. ##########
..##.##.## .......... ....#.#... .##....##. ...####... ....##....
"""

_LARGE = """
.#........ .......... .###...... ....#.#... #........# ....##....
###....... .......... ##.##..... .#.#.#.#.. ##......## ...####...
####...... ...####... ...##..... ..#.#.#.## ###....### ..######..
..##...... ..######.# ...##..### .#.#.#.#.. ########## ....##....
..##...... .#.####### ...#.####. ..######## ########## ...####...
..#######. ########## ...####### .######### #..####..# ..######..
..######## ########## ...######. .##.###### ########## .########.
..######.# .######### ....####.. ########## .########. ....##....
..#....#.# ..######.# .....##... .########. ..######.. ..######..
..#.#..#.# ...####... .....#.#.. ..#.#..#.# ...####... .########.
..#.#..#.. .......... ....##.##. ..#.#..#.# ....##.... ##########
.##.#.##.# .......... .......... .......... .......... ....##....
"""


def _columns(sheet: str) -> list[list[str]]:
    """The six drawings of a sheet: horse, fish, bird, hedgehog, fox, spruce."""
    rows = [line.split() for line in sheet.strip().split("\n")]
    return [[row[i] for row in rows] for i in range(6)]


#: Five columns by three rows, for a screen of 80x24.
SMALL = [quarters(art) for art in _columns(_SMALL)]
#: Ten columns by six rows, for a larger one.
LARGE = [halves(art) for art in _columns(_LARGE)]
#: Painted in the second tone: clay beside soot.
SECOND_TONE = frozenset({1, 4})
#: Four letters each, for the ASCII set.
LETTERS = ("hors", "fish", "bird", "hedg", "fox ", "tree")
