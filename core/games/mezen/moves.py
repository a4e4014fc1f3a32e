"""The moves of Mezen; each is created once and shared."""

from core.game import Move
from core.games.mezen.components import CELL_NAMES, SYMBOLS


class Announce(Move, frozen=True, gc=False):
    """Announce an animal for everybody, as the active player: `fox`."""

    symbol: int


class KeepAnimal(Move, frozen=True, gc=False):
    """Stay with the announced animal: `keep`."""


class Pay(Move, frozen=True, gc=False):
    """Give the active player an amulet and take another animal: `pay-fox`."""

    symbol: int


class BridgeTile(Move, frozen=True, gc=False):
    """Put an amulet on a tile as a bridge: the tile links groups and stays: `+c3`."""

    cell: int


class Exclude(Move, frozen=True, gc=False):
    """Put an amulet on a tile of the group to exclude it from all groups: `-c3`."""

    cell: int


class LiftGroup(Move, frozen=True, gc=False):
    """Lift a group, named by the first cell that is lifted: `xb2`."""

    cell: int


class PlaceTile(Move, frozen=True, gc=False):
    """Put the next flipped tile on a cell: `c1`."""

    cell: int


class TakePoints(Move, frozen=True, gc=False):
    """Take the points of the goal: `points`."""


class Refuse(Move, frozen=True, gc=False):
    """Take amulets instead of points: `amulets`."""


ANNOUNCE = tuple(Announce(name, symbol) for symbol, name in enumerate(SYMBOLS))
KEEP = KeepAnimal("keep")
PAY = tuple(Pay(f"pay-{name}", symbol) for symbol, name in enumerate(SYMBOLS))
BRIDGE = tuple(BridgeTile(f"+{name}", cell) for cell, name in enumerate(CELL_NAMES))
EXCLUDE = tuple(Exclude(f"-{name}", cell) for cell, name in enumerate(CELL_NAMES))
TAKE = tuple(LiftGroup(f"x{name}", cell) for cell, name in enumerate(CELL_NAMES))
PLACE = tuple(PlaceTile(name, cell) for cell, name in enumerate(CELL_NAMES))
SCORE = TakePoints("points")
REFUSE = Refuse("amulets")
