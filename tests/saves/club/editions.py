"""Pebbles of several editions, as Samovars of several versions have them."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from core.game import GameOption, Move, Setup, State
from tests.core.games.pebbles import PebblesGame, rules
from tests.core.games.pebbles.moves import END, PEEK
from tests.core.games.pebbles.state import PebblesState


class Copied(PebblesState):
    """A position of which any change of the fields is copied, too."""

    def copy(self) -> Any:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return type(self)(**fields | {"taken": self.taken[:], "omens": self.omens[:]})


def as_fields_of(kind: type[State], state: State, **more: object) -> State:
    """A position with the fields of another class."""
    known = {name: getattr(state, name) for name in state.__struct_fields__ if name in kind.__struct_fields__}
    return kind(**known | more)


class WithoutPeeking(Copied):
    """Nobody peeks any more."""

    def legal_moves(self) -> Sequence[Move]:
        legal = super().legal_moves()
        return [END] if PEEK in legal else legal


class MaybePeeking(WithoutPeeking):
    """Nobody peeks any more, unless the table plays as it was played before."""

    peeks: bool = True

    def legal_moves(self) -> Sequence[Move]:
        return rules.moves(self) if self.peeks else super().legal_moves()


class _Newer(PebblesGame):
    __module__ = "tests.core.games.pebbles"
    edition = 2
    kind: ClassVar[type[State]] = Copied

    def start(self, setup: Setup) -> State:
        return as_fields_of(self.kind, super().start(setup))

    def state_type(self) -> type[State]:
        return self.kind


class SameRules(_Newer):
    """A new edition in which nothing has changed for the tables that there are."""

    __module__ = "tests.core.games.pebbles"


class OptionWithPast(_Newer):
    """Peeking has become an option: who does not choose it has none, and before this edition all had it."""

    __module__ = "tests.core.games.pebbles"
    kind: ClassVar[type[State]] = MaybePeeking
    options = (*PebblesGame.options, GameOption("peeks", "Peek at omens", False, before={2: True}))

    def start(self, setup: Setup) -> State:
        return as_fields_of(self.kind, super().start(setup), peeks=setup.options["peeks"])


class OtherRules(_Newer):
    """Peeking is gone, for everybody and every log."""

    __module__ = "tests.core.games.pebbles"
    kind: ClassVar[type[State]] = WithoutPeeking


class OtherLuck(_Newer):
    """The omens are shuffled otherwise: every log can be followed, and leads elsewhere."""

    __module__ = "tests.core.games.pebbles"

    def start(self, setup: Setup) -> State:
        return super().start(msgspec.structs.replace(setup, seed=setup.seed + 1))


class StillNewer(OptionWithPast):
    """One edition more."""

    __module__ = "tests.core.games.pebbles"
    edition = 3


# The edition without peeking once more, with other fields in its position


class _Added(WithoutPeeking):
    weather: str = "fine"


class _Reordered(WithoutPeeking):
    heap: int


class _Renamed(WithoutPeeking):
    """What is stored as "pebbles" had this name in the code, too."""

    heap: int = msgspec.field(name="pebbles")


class _Needed(WithoutPeeking):
    weather: str


class AddedField(OtherRules):
    __module__ = "tests.core.games.pebbles"
    kind = _Added


class ReorderedFields(OtherRules):
    __module__ = "tests.core.games.pebbles"
    kind = _Reordered


class RenamedField(OtherRules):
    __module__ = "tests.core.games.pebbles"
    kind = _Renamed


class NeededField(OtherRules):
    """No position that was stored before can be read."""

    __module__ = "tests.core.games.pebbles"
    kind = _Needed

    def start(self, setup: Setup) -> State:
        return as_fields_of(self.kind, PebblesGame.start(self, setup), weather="fine")
