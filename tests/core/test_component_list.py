"""What is in each box has an origin, and the lines say what the file says."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from core import registry
from core.component_list import ORIGINS, lines, parts, read
from core.game import Game
from tests.game_facts import FIVE

GAMES = pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)


@GAMES
def test_every_component_has_one_of_the_three_origins(game: Game) -> None:
    found = lines(game)
    assert [line for line in found if line.origin not in ORIGINS] == []
    assert found


@pytest.mark.parametrize("name", FIVE)
def test_the_five_games_say_what_is_printed_and_what_is_ours(name: str) -> None:
    assert {"rulebook", "house"} <= {line.origin for line in lines(registry.get_game(name))}


@GAMES
def test_every_origin_is_that_of_something_in_the_box(game: Game) -> None:
    """A key that leads nowhere would be a slip of the pen."""
    data = read(game)
    origins = data.pop("origins")
    ways = [part.way for part in parts(data)]
    for key in origins:
        first, *rest = key.split(".")
        assert any(way[0] == first and set(rest) <= set(way) for way in ways), key


def printed_values(data: Any, key: str = "") -> Iterator[str]:
    """Every word and number of a file that is no name of a thing and nothing for the rules alone."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name not in ("id", "number", "effect", "brief", "when", "mod", "n", "origins"):
                yield from printed_values(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from printed_values(value, key)
    elif not isinstance(data, float | bool) and not (key == "from" and isinstance(data, str)):
        yield str(data).replace("_", " ")


@GAMES
def test_whatever_is_printed_stands_in_the_lines_as_often_as_in_the_file(game: Game) -> None:
    told = " ".join(line.shows for line in lines(game))
    for value, times in Counter(printed_values(read(game))).items():
        assert told.count(value) >= times, value


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("novgorod", "rulebook  city danzig: name Danzig; good amber; neighbours riga luebeck; prices 7 6 6 5"),
        ("novgorod", "house     city danzig: income 3; fee 2"),
        ("novgorod", "source    city bergen: good fish"),
        ("novgorod", "house     career rows: seals 0 0 1 2 3; x yes yes no no no"),
        ("gzhel", "house     stamps at start: 1"),
        ("gzhel", "rulebook  cards 21: kind two figurines; figurines hedgehog fox; points 1"),
        ("mezo", "rulebook  altars gold: name Gold; text Gain 2 VP."),
        ("mezo", "source    gods zotz: name Zotz"),
        ("mezen", "source    goals 23: symbols fish fox"),
        ("mazaytsy", "rulebook  cards swamp: signs 0"),
    ],
)
def test_lines_as_the_research_has_them(name: str, line: str) -> None:
    assert line in map(str, lines(registry.get_game(name)))


def test_mezo_has_three_gods_of_our_own() -> None:
    ours = [
        line.component
        for line in lines(registry.get_game("mezo"))
        if line.origin == "house" and "; theme" in line.shows
    ]
    named = [component for component in ours if not _has_known_name(component)]
    assert named == ["gods chaac", "gods itzamna", "gods kinich-ahau"]


def _has_known_name(component: str) -> bool:
    return any(line.component == component and line.origin != "house" for line in lines(registry.get_game("mezo")))
