"""The ways that a boat can go in one turn. They depend on nothing but the cards on the water."""

from core.games.mazaytsy.components import FLOW, FUNNEL, LOG, THICKET
from core.games.mazaytsy.water import WATERS

#: A way that a boat can go in one turn: the cells it touches, and where it ends (`cell * 4 + bow`).
BoatPath = tuple[tuple[int, ...], int]

#: A cache of ways: boats meet the same water in rollout after rollout of one search, but hardly in the next one.
_known: dict[tuple[bytes, int], list[BoatPath]] = {}
_MOST_KNOWN = 8000


def boat_paths(field: list[int], side: int, place: int) -> list[BoatPath]:
    """Return every way that a boat can go in one turn, without landing."""
    key = (bytes(field), place)
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        found = _known[key] = _Exploration(field, side).from_place(place)
    return found


class _Exploration:
    """All ways of one turn, order by order, each found once."""

    def __init__(self, field: list[int], side: int) -> None:
        self.field = field
        self.step = WATERS[side].step
        self.around = WATERS[side].around
        self.found: dict[BoatPath, None] = {}

    def from_place(self, place: int) -> list[BoatPath]:
        """A boat rows, turns either way, or slips."""
        cell, bow = divmod(place, 4)
        ring = self.step[cell]
        if self._open(ring[bow * 2]):
            path, spent, can = self._drift((cell, ring[bow * 2]), 0, True)
            self._second_order(path, bow, spent, can)
        path, spent, can = self._turned((cell,), 0)
        self._second_order(path, (bow + 1) % 4, spent, can)
        self._second_order(path, (bow + 3) % 4, spent, can)
        for target in (ring[bow * 2 - 1], ring[bow * 2 + 1]):
            if self._open(target):
                self._end(self._drift((cell, target), 0, True)[0], bow)
        return list(self.found)

    def _second_order(self, path: tuple[int, ...], bow: int, spent: int, can: bool) -> None:
        """The boat stops after the first order, or rows or turns once more if it can."""
        self._end(path, bow)
        if not can:
            return
        target = self.step[path[-1]][bow * 2]
        if self._open(target):
            self._end(self._drift((*path, target), spent, True)[0], bow)
        turned = self._turned(path, spent)[0]
        self._end(turned, (bow + 1) % 4)
        self._end(turned, (bow + 3) % 4)

    def _open(self, target: int) -> bool:
        return target >= 0 and self.field[target] >> 3 != THICKET

    def _turned(self, path: tuple[int, ...], spent: int) -> tuple[tuple[int, ...], int, bool]:
        """A boat that turns on a current is carried off by it."""
        return self._drift(path, spent, False) if FLOW[self.field[path[-1]]] >= 0 else (path, spent, True)

    def _drift(self, path: tuple[int, ...], spent: int, came: bool) -> tuple[tuple[int, ...], int, bool]:
        """Let currents carry the boat; return its path, the currents that acted, and whether it can go on."""
        field = self.field
        cell = path[-1]
        while True:
            face = field[cell]
            way = FLOW[face]
            if way < 0:
                return path, spent, not (came and face >> 3 == LOG)
            if spent >> cell & 1:
                return path, spent, True
            spent |= 1 << cell
            target = self.step[cell][way]
            if target < 0 or field[target] >> 3 == THICKET:
                return path, spent, False
            cell = target
            path = (*path, cell)
            came = True

    def _end(self, path: tuple[int, ...], bow: int) -> None:
        """The boat stops; a funnel beside it pulls it in, and of several any may."""
        cell, field = path[-1], self.field
        funnels = []
        if field[cell] >> 3 != FUNNEL:
            funnels = [near for near in self.around[cell] if field[near] >> 3 == FUNNEL]
        for near in funnels:
            self.found[(*path, near), near * 4 + bow] = None
        if not funnels:
            self.found[path, cell * 4 + bow] = None
