"""The components of Mazaytsy from components.toml, read once and checked, as immutable tables of small integers.

A card is a number `kind * 2 + sign`; on the water it lies turned some way, which makes it a face: `card * 4 + turn`.
So the kind of a face is `face >> 3` and its card is `face >> 2`.
"""

import tomllib
from importlib import resources
from typing import Any, Final

FISH, PLAIN, LOG, THICKET, WHIRLPOOL, SWAMP, FUNNEL, STRAIGHT, SIDE = range(9)

#: The kinds by the word that components.toml, notations and logs use.
KINDS: Final = ("fish", "plain", "log", "thicket", "whirlpool", "swamp", "funnel", "straight", "side")

#: Mazay strews hares on cards of any kind but these two.
ADDABLE: Final = tuple(k for k in range(9) if k not in (THICKET, SWAMP))


class ComponentsError(ValueError):
    """components.toml does not describe components that the rules can play with."""


def _need(fact: bool, complaint: str) -> None:
    if not fact:
        raise ComponentsError(f"components.toml of Mazaytsy: {complaint}")


def _number(table: Any, key: str, where: str, low: int = 0, high: int = 200) -> int:
    value = table.get(key) if isinstance(table, dict) else None
    _need(
        type(value) is int and low <= value <= high,
        f"{where} needs {key} as a whole number from {low} to {high}.",
    )
    assert isinstance(value, int)
    return value


class Box:
    """The checked content of components.toml."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.cards = self._read_cards(data)
        self.values, self.counts = self._read_hares(data)
        boat = data.get("boat")
        self.tokens = _number(boat, "tokens", "[boat]", 1, 20)
        self.points = _number(boat, "points", "[boat]", max(self.values), 60)
        two, more = data.get("two_players"), data.get("more_players")
        _need(_number(two, "side", "[two_players]") == 5, "the water of two players is 5 cards wide.")
        _need(_number(more, "side", "[more_players]") == 6, "the water of more players is 6 cards wide.")
        self.visits_of_two = _number(two, "visits", "[two_players]", 1, 9)
        self.visits = _number(more, "visits", "[more_players]", 1, 9)
        self.mazay_from_top = _number(two, "mazay_from_top", "[two_players]", 4, len(self.cards) - 24)
        self.lowest = _number(more, "mazay_among_lowest", "[more_players]", 0, len(self.cards) - 41)

    @staticmethod
    def _read_cards(data: dict[str, Any]) -> tuple[int, ...]:
        tables = data.get("cards")
        _need(isinstance(tables, dict), "the table [cards] is missing.")
        assert isinstance(tables, dict)
        for name in tables:
            _need(name in KINDS, f"there is no kind of card called {name!r}.")
        cards: list[int] = []
        for kind, name in enumerate(KINDS):
            count = _number(tables.get(name), "count", f"cards.{name}", 0, 90)
            signs = _number(tables.get(name), "signs", f"cards.{name}", 0, count)
            if kind in (THICKET, SWAMP):
                _need(signs == 0, f"a {name} never shows the sign of a hare.")
            elif signs:
                _need(signs == count - 1, f"exactly one {name} card lacks the sign of a hare.")
            cards += [kind * 2] * (count - signs) + [kind * 2 + 1] * signs
        total = _number(data, "water_cards", "the file", 42, 90)
        _need(len(cards) == total, f"the cards add up to {len(cards)}, not {total}.")
        return tuple(cards)

    @staticmethod
    def _read_hares(data: dict[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        tables = data.get("hares")
        _need(isinstance(tables, list) and 1 <= len(tables) <= 7, "[[hares]] lists one to seven values.")
        assert isinstance(tables, list)
        values = tuple(_number(table, "worth", "[[hares]]", 1, 9) for table in tables)
        counts = tuple(_number(table, "count", "[[hares]]", 1, 200) for table in tables)
        _need(list(values) == sorted(set(values)), "[[hares]] rise in worth, each value once.")
        # A bunch of hares is one integer with a byte for each value, and is counted modulo 255.
        _need(sum(counts) < 255, "there can be at most 254 hares.")
        return values, counts


def read(text: str) -> Box:
    """Return the components that this text describes; raise ComponentsError, which says what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentsError(f"components.toml of Mazaytsy cannot be read: {error}") from error
    return Box(data)


BOX: Final = read(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))

#: Every card of the box, Mazay left aside.
CARDS: Final = BOX.cards

#: How many there are of each card.
CARD_COUNTS: Final = tuple(CARDS.count(card) for card in range(18))

#: Kinds that show the sign of a hare on some card; their one card without it is the barren one.
SIGNED: Final = tuple(CARD_COUNTS[kind * 2 + 1] > 0 for kind in range(9))
BARREN: Final = tuple(SIGNED[card >> 1] and not card & 1 for card in range(18))

#: Where a face carries a boat: one of the eight directions clockwise from north, or -1.
FLOW: Final = tuple((face & 3) * 2 + (face >> 3 == SIDE) if face >> 3 in (STRAIGHT, SIDE) else -1 for face in range(72))
