"""The faces of Mezo's gods, drawn below the list from which one is chosen."""

from functools import cache

from rich.style import Style

from core.games.mezo.components import GODS
from tui.widgets.canvas import Canvas

#: The columns and rows of a face.
WIDTH, HEIGHT = 20, 9

_NIGHT = "#132622"
_COLOURS = {
    ".": _NIGHT,
    "k": "#0b0f0e",
    "w": "#f0e8d2",
    "s": "#a79f8a",
    "S": "#8b7f6c",
    "d": "#5c5446",
    "y": "#ffd45e",
    "g": "#e0a83a",
    "o": "#d8742a",
    "r": "#c0392b",
    "p": "#e3a08c",
    "G": "#4fa866",
    "D": "#27643c",
    "b": "#4f9fd0",
    "n": "#2b6796",
    "M": "#8a5a78",
    "m": "#4d3048",
    "t": "#c58a58",
    "T": "#8f5d38",
}
#: The left halves, which are mirrored; a dot is half a cell high.
_FACES = {
    "kukulkan": """
......r..r
...r..g..g
...g..GG.G
.r.GG.GGGG
.gG.GGGGGG
..GGGGGGGG
r.GGDDDDGG
gGGDwwwwDG
.GGDwrkwDG
..GGwwwwGG
..GGGGGGGG
..GGGGGDGG
...GGGGGkG
..GGgggggg
..GwkwkkkG
...w.w.krr
........rr
.......rr.""",
    "ixchel": """
.w......ss
......ssww
....sswwww
...swwwwww
..swwwwwww
.swwwwwwww
.swwnwwwnw
swwwwnnnww
swwwwwwwww
swppwwwwww
swppwwwwww
.swwwwwwww
.swwwwrwww
..swwwwrrr
...swwwwww
.b..sswwww
bnb...ssww
.nbn....ss""",
    "ah-puch": """
.....sssww
...sswwwww
..swwwwwww
.swwwwwwww
.swwwwwwww
swwwwwwwww
swwkkkkwww
swkkkkkkww
swkkrrkkww
swkkrrkkww
swwkkkkwwk
.swwwwwwwk
.sswwwwwkk
..sswwwwww
...swkwwkw
...swkwwkw
....sswwss
.....ssssw""",
    "cabrakan": """
.........g
........gr
........rr
.......ddr
......dddr
.....ddSSd
.....dSSSS
....ddSSSS
....dSkkSS
...ddSkgkS
...dSSSkkS
..ddSSSSSS
..dSSSSSSS
.ddSkkkkkk
.dSSkwkwkw
ddSSSkkkkk
dSSrSSSSSS
dSrSSrSSrS""",
    "zotz": """
..........
......M...
......MM..
......MMM.
......MMMM
m.....MMMM
mm....MrrM
mmm..MMrgM
mmmm.MMMMM
mmmmmMMMkk
mmmmmMMMMM
mmmmmmMwMw
mmmmmmmMMM
mmmmmmMMMM
mm.mm.mMMM
m..m...mMM
........mM
........M.""",
    "chaac": """
n..b..n..b
..b..n....
....bbbbbb
..bbbbbbbb
.bbbgggbbb
.bbgwwwgbb
.bbgwkkgbb
.bbgwwwgbb
.bbbgggbbb
..bbbbbbnn
..bbbbbbnn
...bbbbbnn
..bbwwwwnn
..bwkwkwnn
...b.b.bnn
n.......nn
..b..n..nb
b..n..b.nb""",
    "itzamna": """
....gggggg
...grrrrrg
..gggggbbg
..gbbbgbwb
.ggbnbggbb
.ggggggggg
..tttttttt
.gtTTTTttt
.gtwkkwttt
.gttttttTt
..tttttTTt
..ttTtttTT
..ttTttttt
..ttTkkkkk
...tttkwkw
...ttttttt
....wwwwww
......wwww""",
    "kinich-ahau": """
.....g...g
.g...g...g
..g...oooo
...gooyyyy
....oyyyyy
gg.oyyyyyy
...oyyyyyy
..oyyrrryy
..oyrwkryy
ggoyyrrryy
..oyyyyyyo
..oyoyyyyo
...oyyyyyy
gg.oyyrrrr
....oyyrww
...gooyyyy
..g...oooo
.g...g...g""",
}
assert set(_FACES) == {god.id for god in GODS}


def draw_face(canvas: Canvas, x: int, y: int, god: int, scale: int = 1) -> None:
    """Draw the face of a god with its upper left cell here, so many times as large."""
    small = [f"{line}{line[::-1]}" for line in _FACES[GODS[god].id].strip("\n").split("\n")]
    dots = ["".join(dot * scale for dot in line) for line in small for _ in range(scale)]
    for row, (upper, lower) in enumerate(zip(dots[::2], dots[1::2], strict=True)):
        for column, (above, below) in enumerate(zip(upper, lower, strict=True)):
            canvas.draw_text(x + column, y + row, "▀", _style(above, below))


@cache
def _style(above: str, below: str) -> Style:
    return Style(color=_COLOURS[above], bgcolor=_COLOURS[below])
