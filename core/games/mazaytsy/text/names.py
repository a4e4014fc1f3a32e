"""The names of cards, hares and places."""

from typing import Final

from core.games.mazaytsy.components import BARREN, FLOW
from core.games.mazaytsy.hares import worths
from core.games.mazaytsy.rules.advanced import BARE
from core.games.mazaytsy.water import WATERS
from core.text import list_text

#: The boats by seat.
COLOURS: Final = ("red", "blue", "green", "yellow")

KIND_NAMES: Final = (
    "fish water",
    "plain water",
    "log",
    "thicket",
    "whirlpool",
    "swamp",
    "funnel",
    "straight current",
    "side current",
)
#: What each kind of card does, in a line.
ORDER_NAMES: Final = (
    "does nothing",
    "does nothing",
    "ends the move of a boat that enters it",
    "no boat or hare can be on it",
    "when placed, moves the hares around it one step round",
    "when placed, draws in the hares around it; they sink after that player's next move",
    "pulls in a boat that ends its move next to it",
    "carries a boat one card along its arrow",
    "carries a boat one card diagonally",
)

COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
#: The same eight ways as signs.
ARROWS: Final = "↑↗→↘↓↙←↖"
BOW_NAMES: Final = ("north", "east", "south", "west")


def hares(bunch: int) -> str:
    """A bunch in words: "a hare worth 3", "hares worth 4, 2 and 2"."""
    values = worths(bunch)
    if not values:
        return "no hares"
    return f"{'a hare' if len(values) == 1 else 'hares'} worth {list_text([str(v) for v in values])}"


def in_short(bunch: int) -> str:
    """A bunch in as few words as can be: "hares 4+3"."""
    return f"{'hare' if len(worths(bunch)) == 1 else 'hares'} {worths_text(bunch)}"


def worths_text(bunch: int) -> str:
    """The worths of a bunch: "4+3"; of none, "nothing"."""
    return "+".join(map(str, worths(bunch))) or "nothing"


def points_of(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def card(code: int, advanced: int = 0) -> str:
    """A card that lies open, in words."""
    name = KIND_NAMES[code >> 1]
    return f"barren {name}" if advanced & BARE and BARREN[code] else name


def face(code: int) -> str:
    """A card on the water, in words."""
    name = KIND_NAMES[code >> 3]
    return f"{name} flowing {COMPASS[FLOW[code]]}" if FLOW[code] >= 0 else name


def order_name(kind: int) -> str:
    """Return what a kind of card does, as a sentence."""
    return f"{ORDER_NAMES[kind][0].upper()}{ORDER_NAMES[kind][1:]}."


def with_article(name: str) -> str:
    return name if "water" in name else f"a {name}"


def cell_name(side: int, cell: int) -> str:
    return WATERS[side].names[cell]
