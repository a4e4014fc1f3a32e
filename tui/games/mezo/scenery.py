"""The landscapes of Mezo: what grows or flows in each region, along the bottom of its field and faintly all over it."""

from textual.geometry import Region

from core.games.mezo.components import REGION_IDS
from themes import Palette
from tui.games.mezo.art import draw_halves
from tui.games.mezo.land import GROUNDS
from tui.widgets.canvas import Canvas

#: The roles of the dots; a dot is half a cell high.
_ROLES = {
    "L": "leaf_lit",
    "l": "leaf",
    "R": "rock_lit",
    "r": "rock",
    "C": "crop",
    "w": "lake",
    "W": "wave",
    "t": "trunk",
}
_LANDSCAPES = {
    "uxmal": (  # the hills of the Puuc
        ".....LLL..............LL...........",
        "...LLlllLL...LLL....LLllLL...LLLL..",
        "..LlllllllLLLlllLL.LllllllLLLllllL.",
        ".LllllllllllllllllLlllllllllllllllL",
    ),
    "chichen": (  # a cenote between agaves
        ".L.L.L..............L.L.L..........",
        "..LLL....rRRRRRRr....LLL...........",
        "L.LlL.L.RwwwwwwwwR.L.LlL.L...L.L.L.",
        ".LlllL.rwwWWwwWwwwr.LlllL.....LlL..",
    ),
    "coba": (  # the lagoons
        "...L.......................L.......",
        "...l..L...WWWWW....L..L....l..L....",
        ".wwlwwlwwwwwwwwwwwwlwwlwwwwlwwlwww.",
        "wwwwwwwwWWWwwwwwwWWWWwwwwwwwwwwWWww",
    ),
    "hochob": (  # the jungle
        "...LLL.......LLLL.........LLL......",
        ".LLlllLL...LLllllLL.....LLlllLL....",
        "..lltll..LLlltllll..LLL...ltlll.LL.",
        "...ttt....lltt.tt..lltll..ttt..ltll",
    ),
    "becan": (  # fields of maize
        "C...C...C...C...C...C...C...C...C..",
        "LC..LC..LC..LC..LC..LC..LC..LC..LC.",
        "lL.lLl.LlL.lLl.LlL.lLl.LlL.lLl.LlL.",
        ".l..l..l..l..l..l..l..l..l..l..l..l",
    ),
    "palenque": (  # mountains with a waterfall
        "....RR...........RR............RR..",
        "...RRrr....RR...RRrr..........RRrr.",
        "..RRWrrr..RRrr.RRrrrr..LL.LL.RRrrrr",
        ".RRrWrrrrRRrrrRRrrWrrrLllLllLrrrrrr",
    ),
}
#: What is far away in each region, in dots a little lighter than its ground; it is repeated over the whole field.
_FAR = {
    "uxmal": (  # hills
        "....####..........",
        "..###..###........",
        ".##......##..###..",
        "..........####.###",
        "..................",
        "..................",
    ),
    "chichen": (  # agaves
        "..................",
        "..#.#.#......##...",
        "...###............",
        ".............#.#.#",
        ".....##.......###.",
        "..................",
    ),
    "coba": (  # ripples
        ".#####............",
        "..................",
        "........###...####",
        "..................",
        "...###.....####...",
        "..................",
    ),
    "hochob": (  # crowns of trees
        "..###.............",
        ".#####.....###....",
        ".#####....#####...",
        "..###.....#####..#",
        "......##...###....",
        ".....####.........",
    ),
    "becan": (  # rows of maize
        "#.#......#.#......",
        ".#........#.......",
        ".#........#.......",
        "....#.#......#.#..",
        ".....#........#...",
        ".....#........#...",
    ),
    "palenque": (  # mountains
        "....#.............",
        "...###.......#....",
        "..#####.....###...",
        ".##...##...#####..",
        "..........##...##.",
        "..................",
    ),
}
#: By how many columns a landscape is moved behind the one before it.
_SHIFT = 17
#: The most landscapes behind one another.
_DEPTHS = 3
assert set(_LANDSCAPES) == set(_FAR) == set(REGION_IDS)


def draw_ground(canvas: Canvas, palette: Palette, region: int, area: Region, ground: str) -> None:
    """Draw the ground of a region with what is far away; the ground of a highlight stays plain."""
    canvas.fill(area, palette.style("stone_ink", ground))
    if ground not in GROUNDS:
        return
    dots = [[f"{ground}_far" if dot == "#" else ground for dot in line] for line in _FAR[REGION_IDS[region]]]
    for row in range(area.height):
        upper, lower = (dots[(2 * row + half) % len(dots)] for half in (0, 1))
        columns = [x % len(upper) for x in range(area.width)]
        draw_halves(canvas, palette, area.x, area.y + row, [upper[x] for x in columns], [lower[x] for x in columns])


def draw_scenery(canvas: Canvas, palette: Palette, region: int, area: Region, ground: str, free: int) -> None:
    """Draw the landscape of a region along the bottom of an area; where many rows are free, one behind another."""
    dots = _LANDSCAPES[REGION_IDS[region]]
    for depth in range(max(1, min(_DEPTHS, free // 2))):
        rows = [
            [_ROLES.get(line[(x + _SHIFT * depth) % len(line)], ground) for x in range(area.width)] for line in dots
        ]
        for row in range(2):
            y = area.bottom - 1 - 2 * depth - row
            if y >= area.y:
                draw_halves(canvas, palette, area.x, y, rows[2 - 2 * row], rows[3 - 2 * row])
