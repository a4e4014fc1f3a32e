"""The covers of the games on home, in every size and look."""

from typing import get_args

import pytest
from rich.color import Color, ColorSystem
from textual.geometry import Size

import themes
from core import registry
from tests.core.games import pebbles
from tests.game_facts import FIVE
from tui.games import load_part
from tui.games.covers import SIMPLE_COLOURS, CoverLook, paint_cover
from tui.widgets.blocks import QUARTERS
from tui.widgets.canvas import Canvas

DARK, MONO = themes.load_palette(), themes.load_palette(mode=themes.MONO)
SMALLEST = Size(14, 11)
SIZES = [SMALLEST, Size(15, 11), Size(18, 14), Size(21, 16), Size(28, 22), Size(34, 27)]


def cover(name: str, size: Size = SMALLEST, look: CoverLook = "colours") -> Canvas:
    return paint_cover(registry.get_game(name), size, look, MONO if look == "ink" else DARK)


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize("look", get_args(CoverLook))
def test_a_cover_has_every_size(name: str, look: CoverLook) -> None:
    for size in SIZES:
        canvas = cover(name, size, look)
        assert [len(row) for row in canvas.chars] == [len(row) for row in canvas.styles] == [size.width] * size.height
        chars = {char for row in canvas.chars for char in row}
        assert "".join(chars - set("┌─┐│└┘")).isascii() if look == "ascii" else chars <= set(QUARTERS)
        assert chars > {" "}


@pytest.mark.parametrize("look", get_args(CoverLook))
def test_no_two_covers_look_alike(look: CoverLook) -> None:
    assert len({cover(name, look=look).to_text() for name in FIVE}) == 5


@pytest.mark.parametrize("name", FIVE)
def test_an_ascii_cover_fits_into_the_smallest_frame(name: str) -> None:
    part = load_part(name, "cover")
    assert part is not None
    lines = part.ASCII_COVER.strip("\n").split("\n")
    assert max(map(len, lines)) <= SMALLEST.width - 2 and len(lines) <= SMALLEST.height - 2
    inside = [row.strip("│").strip() for row in cover(name, look="ascii").to_text().split("\n")[1:-1]]
    assert [line.strip() for line in lines] == [row for row in inside if row]


@pytest.mark.parametrize("name", FIVE)
def test_without_colours_there_are_only_ink_and_paper(name: str) -> None:
    styles = {style for row in cover(name, look="ink").styles for style in row}
    assert styles == {MONO.style(), MONO.style(on="bar")}
    assert all(style.color is None and style.bgcolor is None for style in styles)


def test_the_simple_colours_are_the_sixteen_of_a_terminal() -> None:
    numbers = [Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in SIMPLE_COLOURS.values()]
    assert numbers == list(range(16))


@pytest.mark.parametrize("name", FIVE)
def test_with_sixteen_colours_ink_is_seen_on_its_ground(name: str) -> None:
    for row in cover(name, look="simple").styles:
        for style in row:
            assert style.color is not None and style.color.name in SIMPLE_COLOURS.values()
            assert style.bgcolor is not None and style.bgcolor.name in SIMPLE_COLOURS.values()


def test_a_game_without_a_cover_gets_a_plain_one_with_its_name() -> None:
    for look in get_args(CoverLook):
        canvas = paint_cover(pebbles.GAME, SMALLEST, look, MONO if look == "ink" else DARK)
        assert canvas.to_text().split("\n")[5].strip("│ ") == "Pebbles"
        assert canvas.chars[0][0] == "┌"
