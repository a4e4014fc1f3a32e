"""Every palette is readable: enough contrast in all modes, text apart from ground in 16 colours, shapes in mono."""

from importlib import resources

import pytest
from rich.color import Color, ColorSystem

import themes
from core.games.mezen.components import FACES

#: What is written upon what, on every screen: roles of ink by role of ground.
EVERYWHERE = {
    "ground": "ink dim accent warn good bad seat1 seat2 seat3 seat4 seat5",
    "panel": "ink dim accent warn",
    "bar": "ink dim accent seat1 seat2 seat3 seat4 seat5",
    "choice": "ink",
    "cursor": "cursor_ink",
    "mark": "mark_ink",
    "accent": "accent_ink",
    "shelf": "shelf_ink",
    "ribbon": "ribbon_ink",
}
#: What only hints.
FAINT = {"ground": "faint frame"}
#: The pieces of each game.
PIECES = {
    "mezen": {
        "light_tile": "light_horse light_fish light_bird light_hedgehog light_spruce",
        "light_cursor": "cursor_ink",
        "light_mark": "cursor_ink",
        "dark_tile": "dark_horse dark_fish dark_bird dark_hedgehog dark_fox dark_spruce",
        "hole": "ink",
        "new": "new_ink",
    },
}
FAINT_PIECES = {
    "mezen": {
        "light_tile": "light_sign light_fox",
        "light_cursor": "light_horse light_fish light_bird light_hedgehog",
        "light_mark": "light_horse light_fish light_bird light_hedgehog light_fox",
        "dark_tile": "dark_sign",
        "dark_cursor": "dark_lit dark_horse dark_fish dark_bird dark_hedgehog dark_fox dark_spruce",
        "dark_mark": "dark_lit dark_horse dark_fish dark_bird dark_hedgehog dark_fox dark_spruce",
        "hole": "dim",
    },
}
#: Lines, textures and dim words may be weaker; in 16 colours they may even vanish.
LESSER = ("dim", "faint", "frame")

PLACES = sorted(
    path.name.removesuffix(".toml") for path in resources.files("themes").iterdir() if path.name.endswith(".toml")
)
LOOKS = [(place, mode) for place in PLACES for mode in themes.MODES]

#: The sixteen colours as xterm shows them.
XTERM = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)


def pairs(place: str, *tables: dict[str, str]) -> list[tuple[str, str]]:
    return [(ink, ground) for table in tables for ground, inks in table.items() for ink in inks.split()]


def brightness(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    high, low = sorted((brightness(ink), brightness(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def sixteen(colour: str) -> str:
    """What is left of a colour on a terminal with sixteen."""
    number = Color.parse(colour).downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return XTERM[number]


def test_the_ruler_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("place", "mode"), LOOKS)
def test_text_has_contrast(place: str, mode: str) -> None:
    colours = themes.load_palette(place, mode).colours
    weak = {}
    for ink, ground in pairs(place, EVERYWHERE, PIECES.get(place, {})):
        least = 3 if ink in LESSER else 4.5
        if (found := contrast(colours[ink], colours[ground])) < least:
            weak[ink, ground] = (round(found, 2), colours[ink], colours[ground])
    for ink, ground in pairs(place, FAINT_PIECES.get(place, {}), {"ground": "faint"}):
        if (found := contrast(colours[ink], colours[ground])) < 3:
            weak[ink, ground] = (round(found, 2), colours[ink], colours[ground])
    assert weak == {}


@pytest.mark.parametrize(("place", "mode"), LOOKS)
def test_sixteen_colours_are_enough(place: str, mode: str) -> None:
    colours = themes.load_palette(place, mode).colours
    lost = {}
    for ink, ground in pairs(place, EVERYWHERE, PIECES.get(place, {})):
        written, upon = sixteen(colours[ink]), sixteen(colours[ground])
        if contrast(written, upon) < 2.5:
            lost[ink, ground] = (written, upon, colours[ink], colours[ground])
    for ink, ground in pairs(place, FAINT_PIECES.get(place, {}), FAINT):
        if sixteen(colours[ink]) == sixteen(colours[ground]):
            lost[ink, ground] = ("the same", sixteen(colours[ground]), colours[ink], colours[ground])
    assert lost == {}


@pytest.mark.parametrize("mode", themes.MODES)
def test_the_two_sides_of_a_tile_differ_in_sixteen_colours(mode: str) -> None:
    colours = themes.load_palette("mezen", mode).colours
    tiles = {sixteen(colours[role]) for role in ("light_tile", "dark_tile")}
    assert len(tiles) == 2
    for side in ("light", "dark"):
        assert sixteen(colours[f"{side}_cursor"]) not in tiles


@pytest.mark.parametrize("mode", themes.MODES)
def test_every_animal_has_a_colour_of_its_own_in_sixteen_colours(mode: str) -> None:
    colours = themes.load_palette("mezen", mode).colours
    for side, animals in (("light", FACES[:-1]), ("dark", FACES)):
        inks = [sixteen(colours[f"few_{side}_{animal}"]) for animal in animals]
        assert len(set(inks)) == len(animals)
        for ink in inks:
            assert contrast(ink, sixteen(colours[f"{side}_tile"])) > 2, (side, ink)


def test_a_look_has_every_role_in_every_mode() -> None:
    house = themes._tables("samovar")
    assert set(house) == set(themes.MODES)
    for place in PLACES:
        roles = {mode: set(themes._tables(place).get(mode, {})) - set(house[mode]) for mode in themes.MODES}
        assert len(set(map(frozenset, roles.values()))) == 1, (place, roles)


@pytest.mark.parametrize("place", PLACES)
def test_without_colour_there_is_no_colour(place: str) -> None:
    palette = themes.load_palette(place, themes.MONO)
    for ink, ground in pairs(place, EVERYWHERE, FAINT, PIECES.get(place, {}), FAINT_PIECES.get(place, {})):
        style = palette.style(ink, ground)
        assert style.color is None
        assert style.bgcolor is None
    assert palette.style("cursor_ink", "cursor") != palette.style("ink", "choice")
    assert palette.style("cursor_ink", "cursor") != palette.style("ink", "panel")
    assert palette.style("ink", "bar") != palette.style("ink", "ground")
