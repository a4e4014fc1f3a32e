"""Pictures of flat shapes, set in quadrant blocks."""

from itertools import pairwise

import pytest

from tui.widgets.raster import SHEET, Paint, Raster

WHITE, BLACK = Paint("#ffffff", "white"), Paint("#000000", "black", is_ink=True)
GREY, RED = Paint("#303030", "grey"), Paint("#ff0000", "red")

#: The dots of each block, from the upper left to the lower right.
DOTS = dict(zip(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", (f"{number:04b}"[::-1] for number in range(16)), strict=True))


def colour(paint: Paint) -> str:
    return paint.colour


def dots(picture: Raster) -> list[str]:
    """Every dot, as a letter for its colour."""
    letters = {WHITE.colour: ".", BLACK.colour: "#", GREY.colour: "g", RED.colour: "r"}
    rows: list[str] = []
    for row in picture.cells(colour):
        for pair in (slice(0, 2), slice(2, 4)):
            cells = ((DOTS[cell.char][pair], letters[cell.ink], letters[cell.ground]) for cell in row)
            rows.append("".join(ink if bit == "1" else ground for bits, ink, ground in cells for bit in bits))
    return rows


def test_a_box_ends_where_it_is_said_to() -> None:
    picture = Raster(14, 11, WHITE)
    picture.box(1, 0, 4, 2, BLACK)
    assert dots(picture)[:3] == [".###" + "." * 24] * 2 + ["." * 28]
    assert all(len(row) == SHEET[0] for row in dots(picture)) and len(dots(picture)) == SHEET[1]


def test_a_picture_is_scaled_to_its_size() -> None:
    for width, height in ((14, 11), (28, 22), (20, 16), (3, 2)):
        picture = Raster(width, height, WHITE)
        picture.box(0, 0, SHEET[0] / 2, SHEET[1] / 2, BLACK)
        assert dots(picture) == ["#" * width + "." * width] * height + ["." * 2 * width] * height


def test_a_triangle_narrows_to_its_tip() -> None:
    picture = Raster(14, 11, WHITE)
    picture.polygon(((-0.2, 4), (8.2, 4), (4, -0.2)), BLACK)
    assert [row[:10] for row in dots(picture)[:5]] == [
        "...##.....",
        "..####....",
        ".######...",
        "########..",
        "..........",
    ]  # fmt: skip


def test_an_oval_is_round_about_its_centre() -> None:
    picture = Raster(14, 11, WHITE)
    picture.oval(14, 11, 6, 3, BLACK)
    shape = [row.strip(".") for row in dots(picture) if "#" in row]
    assert shape == shape[::-1] and len(shape) == 6
    assert all(row == row[::-1] and "." not in row.strip(".") for row in dots(picture))
    assert [len(row) for row in shape] == [6, 10, 12, 12, 10, 6]


@pytest.mark.parametrize("size", [(14, 11), (34, 27)])
def test_a_thin_line_has_no_gaps(size: tuple[int, int]) -> None:
    picture = Raster(*size, WHITE)
    picture.line(((0, 0), (28, 22)), 0.1, BLACK)
    rows = dots(picture)
    assert all("#" in row for row in rows)
    for above, below in pairwise(rows):
        assert below.index("#") <= above.rindex("#") + 1, "dots touch at least at their corners"


def test_what_is_drawn_later_covers_what_was_there() -> None:
    picture = Raster(14, 11, WHITE)
    picture.box(0, 0, 28, 22, BLACK)
    picture.box(0, 0, 28, 22, WHITE)
    picture.box(-5, -5, 0, 0, BLACK)
    picture.box(28, 22, 90, 90, BLACK)
    assert dots(picture) == ["." * 28] * 22


def test_the_ground_of_a_cell_is_the_colour_of_most_of_it() -> None:
    picture = Raster(14, 11, WHITE)
    picture.box(0, 0, 2, 2, BLACK)
    picture.box(0, 0, 1, 1, WHITE)
    picture.box(2, 0, 3, 1, BLACK)
    picture.box(4, 0, 5, 2, BLACK)
    first, second, third, fourth = picture.cells(colour)[0][:4]
    assert (first.char, first.ink, first.ground) == ("▘", "#ffffff", "#000000")
    assert (second.char, second.ink, second.ground) == ("▘", "#000000", "#ffffff")
    assert (third.char, third.ink, third.ground) == ("▌", "#000000", "#ffffff"), "half and half: the last dot's"
    assert (fourth.char, fourth.ground) == (" ", "#ffffff")


def test_a_third_colour_becomes_the_nearer_of_the_two() -> None:
    picture = Raster(14, 11, WHITE)
    picture.box(0, 0, 1, 2, BLACK)
    picture.box(1, 0, 2, 1, GREY)
    assert dots(picture)[0][:2] == "##" and dots(picture)[1][:2] == "#."


def test_an_edge_between_cells_is_found() -> None:
    assert [Raster(14, 11, WHITE).cell_edge(x) for x in (0, 0.9, 1.1, 11.4, 28)] == [0, 0, 2, 12, 28]
    assert Raster(28, 22, WHITE).cell_edge(11.4) == 11
