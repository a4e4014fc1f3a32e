"""The components of Novgorod from `components.toml`, read once and checked, as immutable tables of small ints.

A good has the number of its city (0 to 7, clockwise); luxuries are numbered 0 to 2, missions 0 to 23. Sets of cities
or goods are bit masks. Names are only used in notations, texts and on the screen.
"""

import tomllib
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

CITY_COUNT = 8
LUXURY_COUNT = 3

#: Privileges, as bits of a mask.
SPEED, INCOME, MISSION, SEAL, QUESTION = 1, 2, 4, 8, 16
PRIVILEGES = {"speed": SPEED, "income": INCOME, "mission": MISSION, "seal": SEAL, "question": QUESTION}

#: Bonus cards, by their place in the file.
OFFICES, ROUTE, LUXURY, MISSIONS_DONE, CAREER, VARIETY = range(6)
_BONUS_IDS = ("offices", "route", "luxury", "missions", "career", "variety")

LIGHT, SILVER = 0, 1


class Need(NamedTuple):
    """What a mission line, a career step or a special mission asks for."""

    goods: int = 0
    """These very goods, as a mask."""
    luxuries: tuple[tuple[int, int], ...] = ()
    """These very luxuries: kind, and from how many goods each at least."""
    any_goods: int = 0
    """So many different goods, whichever they are."""
    any_luxuries: int = 0
    """So many different luxuries, whichever they are."""
    ducats: int = 0


class Half(NamedTuple):
    """One half of a special mission."""

    price: int
    seals: int
    need: Need


class ComponentsError(ValueError):
    """An error in `components.toml`; its text says where."""


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise ComponentsError(f"Novgorod, components.toml: {what}.")


def _read() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))


_box = _read()
_cities = _box["city"]
_luxuries = _box["luxury"]
_must(len(_cities) == CITY_COUNT, f"there must be {CITY_COUNT} cities, not {len(_cities)}")
_must(len(_luxuries) == LUXURY_COUNT, f"there must be {LUXURY_COUNT} luxuries, not {len(_luxuries)}")

CITY_IDS: tuple[str, ...] = tuple(c["id"] for c in _cities)
CITY_NAMES: tuple[str, ...] = tuple(c["name"] for c in _cities)
GOOD_NAMES: tuple[str, ...] = tuple(c["good"] for c in _cities)
LUXURY_NAMES: tuple[str, ...] = tuple(x["name"] for x in _luxuries)
_must(len({*CITY_IDS, *GOOD_NAMES, *LUXURY_NAMES}) == 2 * CITY_COUNT + LUXURY_COUNT, "two names are the same")

_city_number = {name: i for i, name in enumerate(CITY_IDS)}
_good_number = {name: i for i, name in enumerate(GOOD_NAMES)}
_luxury_number = {name: i for i, name in enumerate(LUXURY_NAMES)}


def _number(table: dict[str, int], name: str, where: str) -> int:
    _must(name in table, f"{where} names {name!r}, which is none of {', '.join(table)}")
    return table[name]


# Cities

NEIGHBOURS: tuple[int, ...] = tuple(
    sum(1 << _number(_city_number, n, f"neighbours of {c['id']}") for n in c["neighbours"]) for c in _cities
)
INCOME_OF: tuple[int, ...] = tuple(c["income"] for c in _cities)
FEE_OF: tuple[int, ...] = tuple(c["fee"] for c in _cities)


def _sums(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(value for c, value in enumerate(values) if mask >> c & 1) for mask in range(1 << CITY_COUNT))


#: By mask of cities: all their incomes, all their fees.
INCOMES: tuple[int, ...] = _sums(INCOME_OF)
FEES: tuple[int, ...] = _sums(FEE_OF)

for _c in range(CITY_COUNT):
    _must(not NEIGHBOURS[_c] >> _c & 1, f"{CITY_IDS[_c]} is its own neighbour")
    _must(bool(NEIGHBOURS[_c] >> (_c + 1) % CITY_COUNT & 1), f"{CITY_IDS[_c]} is not linked clockwise")
    for _d in range(CITY_COUNT):
        _mutual = NEIGHBOURS[_c] >> _d & 1 == NEIGHBOURS[_d] >> _c & 1
        _must(_mutual, f"{CITY_IDS[_c]} and {CITY_IDS[_d]} disagree about being neighbours")


def _stack(city: dict[str, Any], players: int) -> tuple[int, ...]:
    """The office prices of a city for so many players, dearest first: the top of the stack is the last."""
    prices = city["prices"]
    _must(
        len(prices) == 4 and all(a >= b for a, b in pairwise(prices)) and prices[1] == prices[2],
        f"prices of {city['id']} must be dearest, two equal ones, cheapest",
    )
    return {4: tuple(prices), 3: (prices[0], prices[2], prices[3]), 2: (prices[2], prices[3])}[players]


#: By number of players and city: office prices, the top of the stack last.
STACKS: dict[int, tuple[tuple[int, ...], ...]] = {n: tuple(_stack(c, n) for c in _cities) for n in (2, 3, 4)}


def _around(closed: int) -> tuple[tuple[int, ...], ...]:
    """By city: the cities one can sail to, when one city is closed and its neighbours close ranks."""
    links = list(NEIGHBOURS)
    if closed < CITY_COUNT:
        ring = NEIGHBOURS[closed]
        for c in range(CITY_COUNT):
            if ring >> c & 1:
                links[c] |= ring & ~(1 << c)
            links[c] &= ~(1 << closed)
        links[closed] = 0
    return tuple(tuple(d for d in range(CITY_COUNT) if links[c] >> d & 1) for c in range(CITY_COUNT))


#: By the closed city (8: none is) and city: where one can sail from there.
LINKS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(_around(p) for p in range(CITY_COUNT + 1))

# Luxuries

INGREDIENTS: tuple[int, ...] = tuple(
    sum(1 << _number(_good_number, g, x["name"]) for g in x["goods"]) for x in _luxuries
)
#: By luxury and number of different goods in it: seals, and as many ducats.
WORTH: tuple[tuple[int, ...], ...] = tuple((0, *x["seals"]) for x in _luxuries)
ARTISANS: tuple[int, ...] = tuple(k for k, x in enumerate(_luxuries) for _ in range(x["artisans"]))
_must(len(ARTISANS) == CITY_COUNT, "there must be one artisan a city")
_must(
    all(0 < len(x["goods"]) == len(x["seals"]) <= 3 for x in _luxuries),
    "a luxury needs 1 to 3 goods, and seals for each number of them",
)
_must(sum(INGREDIENTS) == 255, "each good must go into exactly one luxury")

# Missions


def _need(names: list[str], where: str) -> Need:
    goods, luxuries = 0, []
    for name in names:
        plain = name.rstrip("2")
        if plain in _luxury_number:
            luxuries.append((_luxury_number[plain], 2 if name != plain else 1))
        else:
            bit = 1 << _number(_good_number, name, where)
            _must(not goods & bit, f"{where} asks for {name} twice")
            goods |= bit
    _must(len({kind for kind, _ in luxuries}) == len(luxuries), f"{where} asks for a luxury twice")
    _must(bool(names), f"{where} asks for nothing")
    return Need(goods, tuple(luxuries))


#: By mission: its top and its bottom line.
MISSIONS: tuple[tuple[Need, Need], ...] = tuple(
    (_need(m["top"], f"mission {i}, top"), _need(m["bottom"], f"mission {i}, bottom"))
    for i, m in enumerate(_box["mission"], 1)
)
MISSION_COUNT = len(MISSIONS)
_must(MISSION_COUNT == 24, "there must be 24 missions")


def _variety(mission: tuple[Need, Need]) -> int:
    """Goods (bits 0 to 7) and luxuries (bits 8 to 10) on a mission card."""
    mask = 0
    for line in mission:
        mask |= line.goods
        for kind, _ in line.luxuries:
            mask |= 1 << CITY_COUNT + kind
    return mask


VARIETY_OF: tuple[int, ...] = tuple(_variety(m) for m in MISSIONS)

LINE_SEALS: int = _box["rewards"]["line"]
BOTH_SEALS: int = _box["rewards"]["both_lines"]

# Bonus cards

_bonuses = _box["bonus"]
_must(tuple(b["id"] for b in _bonuses) == _BONUS_IDS, f"bonus cards must be {', '.join(_BONUS_IDS)}")
BONUS_NAMES: tuple[str, ...] = tuple(b["name"] for b in _bonuses)
BONUS_HIGH: tuple[int, ...] = tuple(b.get("high", 0) for b in _bonuses)
BONUS_LOW: tuple[int, ...] = tuple(b.get("low", 0) for b in _bonuses)
#: By the number of different goods and luxuries on completed missions.
VARIETY_SEALS: tuple[int, ...] = tuple(_bonuses[VARIETY]["seals"])
_must(len(VARIETY_SEALS) == CITY_COUNT + LUXURY_COUNT + 1, "Variety of Goods needs seals for 0 to 11 kinds")
_must(all(h > low > 0 for h, low in zip(BONUS_HIGH[:5], BONUS_LOW[:5], strict=True)), "a bonus must shrink")

# Careers: card number and side make one career, 2 * (number - 1) + side

ROW_SEALS: tuple[int, ...] = tuple(_box["career_rows"]["seals"])
ROW_X: tuple[bool, ...] = tuple(_box["career_rows"]["x"])
TOP_LEVEL = len(ROW_SEALS) - 1
#: The row that wins the bonus "Career Level".
BONUS_LEVEL = ROW_SEALS.index(3)

_costs = {
    name: Need(any_goods=c.get("goods", 0), any_luxuries=c.get("luxuries", 0), ducats=c.get("ducats", 0))
    for name, c in _box["career_costs"].items()
}
_sides = [c[side] for c in _box["career"] for side in ("light", "silver")]
_must([c["number"] for c in _box["career"]] == [1, 2, 3, 4], "careers must be numbered 1 to 4")
_must(
    all(len(s["privileges"]) == TOP_LEVEL + 1 and len(s["costs"]) == TOP_LEVEL for s in _sides),
    "each career side needs a privilege for every row and a cost for every step",
)

#: By career and row: the privilege on it.
ROW_PRIVILEGE: tuple[tuple[int, ...], ...] = tuple(tuple(PRIVILEGES[p] for p in s["privileges"]) for s in _sides)
#: By career and level: the privileges still uncovered, on that row and above.
UNCOVERED: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(set(rows[level:])) for level in range(len(rows))) for rows in ROW_PRIVILEGE
)
#: By career and level: what the next step costs.
STEP_COST: tuple[tuple[Need, ...], ...] = tuple(tuple(_costs[c] for c in s["costs"]) for s in _sides)
CAREER_COUNT = 4

# Expert game

MERCHANT_START: int = _number(_city_number, _box["merchant"]["start"], "merchant")
MERCHANT_DUCATS: int = _box["merchant"]["ducats"]
MERCHANT_SEALS: int = _box["merchant"]["seals"]
PIRATE_START: int = _number(_city_number, _box["pirate"]["start"], "pirate")
PIRATE_PRICES: tuple[int, ...] = tuple(_box["pirate"]["prices"])

#: By special card and half (A to D).
SPECIALS: tuple[tuple[Half, ...], ...] = tuple(
    tuple(Half(s[h]["price"], s[h]["seals"], _need(s[h]["goods"], f"special mission {i}{h}")) for h in "ABCD")
    for i, s in enumerate(_box["special"], 1)
)
_must(len(SPECIALS) == 4, "there must be 4 special missions")

# Prices and limits

START_DUCATS: int = _box["start"]["ducats"]
START_SPEED: int = _box["start"]["speed"]
DEALT: int = _box["start"]["missions_dealt"]
DISPLAY: int = _box["start"]["display"]
DISPLAY_BEYOND_PLAYERS: int = _box["start"]["display_beyond_players"]
OFFICES_PICKED: int = _box["start"]["offices_picked"]
MISSIONS_PICKED: int = _box["start"]["missions_picked"]
MISSION_PRICE: int = _box["prices"]["mission"]
MISSION_DISCOUNT: int = _box["prices"]["mission_discount"]
#: By speed: the price of one more; nothing at full speed.
SHIP_PRICE: dict[int, int] = {START_SPEED + i: p for i, p in enumerate(_box["prices"]["ship"])}
FULL_SPEED = START_SPEED + len(SHIP_PRICE)
IN_PROGRESS: int = _box["limits"]["missions_in_progress"]
END_SEALS: int = _box["limits"]["end_seals"]
EXTRA_INCOME = 2
EXTRA_SEAL = 1
THREE_MISSIONS = 3
FIVE_CITIES = 5


def cities_of(mask: int) -> list[int]:
    """Return the cities (or goods) of a mask, in clockwise order."""
    return [c for c in range(CITY_COUNT) if mask >> c & 1]
