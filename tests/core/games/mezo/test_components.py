"""The components of Mezo, and the errors for components that cannot be played with."""

from importlib import resources

import pytest

from core.games.mezo.components import (
    ABILITIES,
    ALTARS,
    CALENDAR,
    CARDS,
    CODEX,
    CONSTANTS,
    DEVOTION_LEVEL,
    DEVOTION_VP,
    GLYPHS_PER_TRIBE,
    GODS,
    IN_MASK,
    PIECES_PER_TRIBE,
    REGION_IDS,
    TOUCHES,
    UNITS_PER_TRIBE,
    VERTICES,
    WRATHFUL,
    WRATHFUL_OF_AGE,
    ComponentsError,
    read,
)

BOX = resources.files("core.games.mezo").joinpath("components.toml").read_text("utf-8")


def test_what_the_box_holds() -> None:
    assert UNITS_PER_TRIBE == (8, 8)
    assert GLYPHS_PER_TRIBE == 6
    assert (sum(PIECES_PER_TRIBE), PIECES_PER_TRIBE[0]) == (11, 2)
    assert (len(ALTARS), len(CALENDAR), len(CODEX), len(WRATHFUL)) == (10, 6, 6, 12)
    assert [len(tiles) for tiles in WRATHFUL_OF_AGE] == [4, 4, 4]
    assert [ability.age for ability in ABILITIES] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert len(GODS) == 8
    assert all(len(god.actions) == len(CARDS) == 5 for god in GODS)
    assert CONSTANTS.blessed_vp == 8


def test_the_map_is_the_rulebooks_where_it_tells() -> None:
    by_id = {vertex.id: {REGION_IDS[region] for region in vertex.regions} for vertex in VERTICES}
    assert by_id["v8"] == {"hochob", "becan", "palenque"}
    assert by_id["v9"] == {"becan", "palenque"}
    assert by_id["v2"] == {"chichen", "coba"}
    assert {vertex.id for vertex in VERTICES if vertex.origin == "rulebook"} == {"v2", "v8", "v9"}
    below = {vertex.id: vertex.y for vertex in VERTICES}
    assert below["v9"] > below["v8"]


def test_vertices_touch_two_or_three_regions_and_neighbours_agree() -> None:
    for number, vertex in enumerate(VERTICES):
        assert len(vertex.regions) in (2, 3)
        assert IN_MASK[TOUCHES[number]] == tuple(sorted(vertex.regions))
        assert all(number in VERTICES[near].near for near in vertex.near)


def test_the_devotion_track_never_falls() -> None:
    assert list(DEVOTION_VP) == sorted(DEVOTION_VP)
    assert list(DEVOTION_LEVEL) == sorted(DEVOTION_LEVEL)
    assert (DEVOTION_VP[0], DEVOTION_LEVEL[0], set(DEVOTION_LEVEL)) == (0, 1, {1, 2, 3})
    assert DEVOTION_LEVEL[DEVOTION_VP.index(13)] == 3


def test_no_text_is_without_an_end() -> None:
    texts = [thing.effect.text for thing in (*ALTARS, *CALENDAR, *CODEX, *WRATHFUL)]
    texts += [ability.text for ability in ABILITIES]
    texts += [effect.text for god in GODS for card in god.actions for effect in card]
    assert all(text.endswith(".") and text[0].isupper() for text in texts)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[constants]", "[constants", "components.toml: "),
        ("blessed_vp = 8", "", "missing required field `blessed_vp`"),
        ("glyphs = 6", 'glyphs = "six"', r"Expected `int`, got `str` - at `\$.tribe.glyphs`"),
        ('name = "Coba"', 'name = "Coba"\ncolour = "red"', "unknown field `colour`"),
        ('id = "coba"', 'id = "becan"', "two regions have the same id"),
        (
            'regions = ["chichen", "coba"]',
            'regions = ["chichen", "atlantis"]',
            "v2 touches an unknown region",
        ),
        ('near = ["v2", "v3", "v7"]', 'near = ["v2", "v33"]', "v1 lies near an unknown vertex"),
        ('mod = "champion_strength"', 'mod = "luck"', "jaguar-champion has an unknown mod 'luck'"),
        ('when = "win_conflict"', 'when = "sometimes"', "victors-tribute needs a time to act"),
        (
            'id = "chosen-people"\nage = 3',
            'id = "chosen-people"\nage = 2',
            "Age 2 needs three tribe abilities",
        ),
    ],
)
def test_a_broken_box_says_what_is_wrong(old: str, new: str, fault: str) -> None:
    assert old in BOX
    with pytest.raises(ComponentsError, match=fault):
        read(BOX.replace(old, new, 1))


def test_the_box_as_it_is_can_be_played_with() -> None:
    assert read(BOX).tribe.names == ["red", "yellow", "green", "blue"]
