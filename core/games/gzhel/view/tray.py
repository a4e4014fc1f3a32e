"""The tray: the lifted flowers and stamps that a seat can lay."""

from typing import NamedTuple

from core.games.gzhel.components import FLOWERS, KINDS
from core.games.gzhel.state import GzhelState


class TrayItem(NamedTuple):
    """Tokens of one kind on the tray: lifted flowers, or stamps."""

    kind: int
    stamp: bool
    many: int

    @property
    def name(self) -> str:
        return f"{FLOWERS[self.kind]}{' stamp' if self.stamp else ''}"

    @property
    def counted_name(self) -> str:
        """ "rose ×2"; the name alone of a single token or of none."""
        return f"{self.name} ×{self.many}" if self.many > 1 else self.name


def items_of(state: GzhelState, seat: int) -> list[TrayItem]:
    """Return the tray of a seat: lifted flowers first, then stamps."""
    lifted = state.lifted if seat == state.actor else [0] * len(FLOWERS)
    stamps = state.hand[5 * seat : 5 * seat + 5]
    return [TrayItem(kind, False, lifted[kind]) for kind in KINDS if lifted[kind]] + [
        TrayItem(kind, True, stamps[kind]) for kind in KINDS if stamps[kind]
    ]
