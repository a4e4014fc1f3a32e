"""List a game's `components.toml` line by line, with the origin of each value, to compare it with a printed copy.

The table `[origins]` of that file gives the origin of its values. A key is a path to them: `city` stands for everything
about cities, `city.prices` for their prices, `city.danzig.prices` for those of Danzig. The longest key that fits a
value holds, of equally long ones the last. A component may also give its own origin, as `from`.
"""

import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any, NamedTuple

from core.game import Game

#: Where a component can come from, and what that means.
ORIGINS = {
    "rulebook": "the printed rules say so, or leave no other way",
    "source": "a public description of the game says so",
    "house": "made by us, because neither says",
}

#: Keys that name a component in a list; the first that it has is used.
_NAMES = ("id", "number", "name")
#: Keys that only the rules read; they are not printed on a component.
_UNPRINTED = {"id", "effect", "brief", "when", "mod", "n"}

Way = tuple[str, ...]


class Line(NamedTuple):
    """A component, or those of its values that share one origin."""

    origin: str
    component: str
    shows: str

    def __str__(self) -> str:
        return f"{self.origin:<8}  {self.component}: {self.shows}"


class Part(NamedTuple):
    """One value of the file: its path, its text, and its origin if its component gives that as `from`."""

    way: Way
    shows: str
    origin: str = ""


def lines(game: Game) -> list[Line]:
    """Return the components of a game in the order of its file."""
    data = read(game)
    origins = {tuple(key.split(".")): origin for key, origin in data.pop("origins", {}).items()}
    found: dict[tuple[str, str], list[str]] = {}
    for way, shows, said in parts(data):
        origin = said or _origin(way, origins)
        component = " ".join(way[:-1] or way)
        value = f"{way[-1]} {shows}" if len(way) > 1 else shows
        found.setdefault((component, origin), []).append(value)
    return [Line(origin, _plain(component), _plain("; ".join(shows))) for (component, origin), shows in found.items()]


def read(game: Game) -> dict[str, Any]:
    """Return the whole `components.toml` of a game."""
    return tomllib.loads(resources.files(game.package).joinpath("components.toml").read_text("utf-8"))


def parts(data: Any, way: Way = (), origin: str = "") -> Iterator[Part]:
    """Yield every value that is printed on a component."""
    if isinstance(data, dict):
        said = data.get("from")
        if isinstance(said, str):
            origin = said if said in ORIGINS else ""
            data = {key: value for key, value in data.items() if key != "from"}
        # Fractions are coordinates on a drawn map.
        printed = {k: v for k, v in data.items() if k not in _UNPRINTED and not isinstance(v, float)}
        if way and list(printed) == ["text"]:
            yield Part(way, printed["text"], origin)
            return
        for key, value in printed.items():
            yield from parts(value, (*way, key), origin)
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for number, thing in enumerate(data, 1):
            called = next((str(thing[key]) for key in _NAMES if key in thing), str(number))
            yield from parts({k: v for k, v in thing.items() if k != "number"}, (*way, called), origin)
    else:
        yield Part(way, _written(data), origin)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_written, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _origin(way: Way, origins: dict[Way, str]) -> str:
    """Return the origin that the file gives for a value; empty where it gives none."""
    best: Way = ()
    for key in origins:
        if len(key) >= len(best) and _leads(key, way):
            best = key
    return origins.get(best, "")


def _leads(key: Way, way: Way) -> bool:
    """Whether a key fits a path: it begins with the same word, and its words come in the same order."""
    rest = iter(way)
    return key[0] == way[0] and all(word in rest for word in key)


def _plain(name: str) -> str:
    return name.replace("_", " ")
