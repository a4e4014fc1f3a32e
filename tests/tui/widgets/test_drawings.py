"""Drawings in several colours: what their cells show, dot by dot."""

import pytest

from tui.widgets.drawings import GROUND, Drawing, DrawnCell, dot_drawing, picture_drawing, sheet
from tui.widgets.raster import Paint, Raster

#: The blocks by the dots that they have, written as on a sheet.
DOTS = {
    " ": "........",
    "▘": "#.#.....",
    "▝": ".#.#....",
    "▀": "####....",
    "▖": "....#.#.",
    "▌": "#.#.#.#.",
    "▞": ".#.##.#.",
    "▛": "#####.#.",
    "▗": ".....#.#",
    "▚": "#.#..#.#",
    "▐": ".#.#.#.#",
    "▜": "####.#.#",
    "▄": "....####",
    "▙": "#.#.####",
    "▟": ".#.#####",
    "▂": "......##",
    "▆": "..######",
}


def seen(cell: DrawnCell) -> str:
    """The dots of a cell as they are seen: its ink where its character has them, else what is behind."""
    return "".join(cell.ink if dot == "#" else cell.behind for dot in DOTS[cell.char])


def dots(drawing: Drawing) -> list[str]:
    """The rows of dots of a drawing as they are seen."""
    cells = {(cell.x, cell.y): seen(cell) for cell in drawing.cells}
    return [
        "".join(cells.get((x, y), 8 * GROUND)[2 * row : 2 * row + 2] for x in range(drawing.width))
        for y in range(drawing.height)
        for row in range(4)
    ]


def test_a_drawing_shows_its_dots() -> None:
    rows = ["..oo", "..oo", "####", "####", "#.ss", "#.ss", "..ss", "..##"]
    assert dots(dot_drawing(rows)) == rows


@pytest.mark.parametrize("block", DOTS.values())
@pytest.mark.parametrize("others", [".", "o"])
def test_every_block_can_be_ink_or_what_is_behind(block: str, others: str) -> None:
    for one, other in (("#", others), (others, "#")):
        shown = "".join(one if dot == "#" else other for dot in block)
        rows = [shown[at : at + 2] for at in range(0, 8, 2)]
        assert dots(dot_drawing(rows)) == rows


def test_no_block_has_three_parts() -> None:
    with pytest.raises(ValueError, match="no block has the dots"):
        dot_drawing(["##", "##", "oo", "s."])


def test_a_cell_that_no_block_has_is_named() -> None:
    with pytest.raises(ValueError, match="column 1 and row 0"):
        dot_drawing(["####", "####", "##.#", "####"])


def test_a_single_ink_leaves_free_what_it_is_told_to() -> None:
    (cell,) = dot_drawing(["##", "##", "#k", "#k"], free="k").cells
    assert DOTS[cell.shape] == "#####.#."


def test_a_sheet_with_two_rows_in_a_cell_is_one_with_each_row_twice() -> None:
    coarse = sheet("#. oo\n.# #o", rows_in_cell=2)
    assert coarse == sheet("#. oo\n#. oo\n.# #o\n.# #o")
    assert [drawing.width for drawing in coarse] == [1, 1]


def test_a_picture_of_shapes_becomes_a_drawing() -> None:
    ground, body = Paint("#000000", "black"), Paint("#ffffff", "white")
    picture = Raster(2, 1, ground)
    picture.box(0, 0, 14, 11, body)
    drawing = picture_drawing(picture, {"#000000": GROUND, "#ffffff": "#"})
    assert dots(drawing) == ["##..", "##..", "....", "...."]
