"""Yesterday's save opens whatever became of the fields of a position: some added, renamed, in another order, dropped.

The example game is changed here as a new version would change it; the saves are those of the game as it is.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest

from core import registry
from core.game import Game, Setup, State
from core.match import Match, Seat
from core.rng import Rng
from saves import match_record
from saves.match_record import InvalidRecordError, RestoredMatch
from tests.core.games import pebbles
from tests.core.games.pebbles import PebblesGame
from tests.core.games.pebbles.deal import start
from tests.core.games.pebbles.state import PebblesState

SEATS = [Seat("Anna"), Seat("Boris", "bot", "novice")]


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", (*registry.GAME_NAMES, "pebbles"))


# The same rules with other fields


class Rules(State):
    """All that Pebbles does, without the fields that it does it with."""

    prompt, round, progress_text = PebblesState.prompt, PebblesState.round, PebblesState.progress_text
    legal_moves, play, describe = PebblesState.legal_moves, PebblesState.play, PebblesState.describe
    scores, breakdown, ranking, outcome_text = (
        PebblesState.scores,
        PebblesState.breakdown,
        PebblesState.ranking,
        PebblesState.outcome_text,
    )
    determinize, board_text, violations = PebblesState.determinize, PebblesState.board_text, PebblesState.violations  # type: ignore[assignment]

    def copy(self) -> "Rules":
        fields: Any = self
        return msgspec.structs.replace(self, taken=fields.taken[:], omens=fields.omens[:])


class Reordered(Rules):
    omens: list[int]
    turns: int
    phase: int
    peeked: int
    taken: list[int]
    size: int
    heap: int
    players: int


class Added(Rules):
    """A variant that is off by default, and one field that it needs."""

    players: int
    heap: int
    size: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int
    wind: int = 0


class AddedWithoutDefault(Rules):
    players: int
    wind: int
    heap: int
    size: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int


class _Piled(Rules):
    """A heap that is called a pile in its fields; the rules call it as before."""

    @property
    def heap(self) -> int:
        return self.pile

    @heap.setter
    def heap(self, left: int) -> None:
        self.pile = left


class Renamed(_Piled):
    """Keeps its stored name."""

    players: int
    pile: int = msgspec.field(name="heap")
    size: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int


class RenamedInFiles(_Piled):
    """Does not."""

    players: int
    pile: int
    size: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int


class Dropped(Rules):
    """The size follows from the rest."""

    players: int
    heap: int
    taken: list[int]
    omens: list[int]
    peeked: int
    phase: int
    turns: int

    @property
    def size(self) -> int:
        return self.heap + sum(self.taken)


READABLE = [PebblesState, Reordered, Added, Renamed, Dropped]
UNREADABLE = [AddedWithoutDefault, RenamedInFiles]

Deal = Callable[[Setup], PebblesState]


def version(kind: type[State], edition: int = 1, begin: Deal = start) -> Game:
    """Pebbles as a later version has it: positions of this kind, an edition, and how it begins."""

    class Later(PebblesGame):
        __module__ = PebblesGame.__module__  # where its other rooms are

        def start(self, setup: Setup) -> State:
            dealt = begin(setup)
            sources = {field.name: getattr(dealt, _ONCE.get(field.name, field.name)) for field in _fields(kind)}
            return kind(**sources, **({"wind": 0} if "wind" in kind.__struct_fields__ else {}))

        def state_type(self) -> type[State]:
            return kind

    Later.edition = edition
    return Later()


_ONCE = {"pile": "heap"}


def _fields(kind: type[State]) -> list[msgspec.structs.FieldInfo]:
    return [field for field in msgspec.structs.fields(kind) if field.name != "wind"]


def other_omens(setup: Setup) -> PebblesState:
    """Rules by which the same moves lead elsewhere."""
    dealt = start(setup)
    dealt.omens.reverse()
    return dealt


def fewer_pebbles(setup: Setup) -> PebblesState:
    """Rules by which the same moves are not all legal."""
    dealt = start(setup)
    dealt.heap = dealt.size = 3
    return dealt


# Saving yesterday, opening today


def played() -> Match:
    """In the middle of a match; an omen has been seen."""
    return on(Match.new(pebbles.GAME, SEATS, {}, 3), 6)


def on(match: Match, choices: int) -> Match:
    """So many choices further; at the first chance somebody peeks."""
    for number in range(choices):
        match.play("peek" if number < 3 and "peek" in map(str, match.legal_moves) else match.legal_moves[0])
    return match


def save(match: Match) -> bytes:
    """What the game as it is writes."""
    return match_record.encode(match_record.make_record(match, datetime(2026, 11, 17, tzinfo=UTC)))


def opened(data: bytes, game: Game) -> RestoredMatch:
    return match_record.restore(match_record.decode(data), game)


def opens_in_full(data: bytes, before: Match, game: Game) -> None:
    """The same log, with all that happened; it can be taken back and played to the end, saved and opened again."""
    restored = opened(data, game)
    match = restored.match
    assert restored.messages == [] and match.notes == before.notes
    assert match.log == before.log and match.archived_moves == before.archived_moves
    assert isinstance(match.state, game.state_type())
    assert (match.state.scores(), match.state.actor) == (before.state.scores(), before.state.actor)
    match.undo()
    assert len(match.log) < len(before.log) and match.log == before.log[: len(match.log)]
    match.redo()
    rng = Rng(1)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    again = opened(save(match), game)
    assert again.messages == [] and again.match.log == match.log and again.match.state == match.state


def goes_on(data: bytes, before: Match, game: Game) -> None:
    """From its stored position, which says so; the moves before can be read."""
    restored = opened(data, game)
    match = restored.match
    assert restored.messages == [
        "The rules of Pebbles have changed since it was saved: the match continues from its saved position;"
        " earlier moves can be read but not undone."
    ]
    assert match.archived_moves == [entry.notation for entry in before.log] and match.log == []
    assert isinstance(match.state, game.state_type())
    now, then = cast(Any, match.state), cast(Any, before.state)
    assert now.omens == then.omens, "and not those of the new rules"
    assert (match.state.scores(), match.state.actor) == (before.state.scores(), before.state.actor)
    assert not match.can_undo()
    rng = Rng(1)
    while not match.is_over:
        match.play(rng.choice(list(match.legal_moves)))
    again = opened(save(match), game)
    assert again.messages == [] and again.match.log == match.log and again.match.state == match.state


# The edition tells fields from rules


@pytest.mark.parametrize("kind", [*READABLE, *UNREADABLE])
def test_with_the_same_edition_the_log_is_the_match(kind: type[State]) -> None:
    before = played()
    opens_in_full(save(before), before, version(kind))


def test_with_the_same_edition_no_digest_stops_a_log_that_replays() -> None:
    before = played()
    content = msgspec.json.decode(save(before))
    opens_in_full(msgspec.json.encode({**content, "digest": "0" * 16}), before, pebbles.GAME)


@pytest.mark.parametrize("kind", [*READABLE, *UNREADABLE])
def test_with_another_edition_a_log_that_leads_to_the_same_position_is_the_match(kind: type[State]) -> None:
    before = played()
    opens_in_full(save(before), before, version(kind, edition=2))


@pytest.mark.parametrize("kind", READABLE)
@pytest.mark.parametrize("begin", [other_omens, fewer_pebbles])
def test_where_new_rules_lead_elsewhere_the_match_goes_on_from_its_position(kind: type[State], begin: Deal) -> None:
    before = played()
    goes_on(save(before), before, version(kind, edition=2, begin=begin))


@pytest.mark.parametrize("kind", UNREADABLE)
def test_without_a_log_that_replays_and_a_position_that_can_be_read_there_is_no_match(kind: type[State]) -> None:
    with pytest.raises(InvalidRecordError, match="position cannot be read"):
        opened(save(played()), version(kind, edition=2, begin=fewer_pebbles))


# Matches that began in a position of their own


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("kind", READABLE)
def test_a_match_that_began_in_a_position_opens_in_full(kind: type[State], edition: int) -> None:
    first = played()
    before = on(Match.resume_from(first.game, first.setup, first.seats, first.state, ["one", "end"]), 3)
    opens_in_full(save(before), before, version(kind, edition))


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_position_that_cannot_be_read_leaves_nothing_to_begin_from(kind: type[State], edition: int) -> None:
    first = played()
    before = on(Match.resume_from(first.game, first.setup, first.seats, first.state, []), 3)
    with pytest.raises(InvalidRecordError, match="position cannot be read"):
        opened(save(before), version(kind, edition))
