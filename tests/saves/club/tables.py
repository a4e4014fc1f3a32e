"""Shared tables without a database: a log in a list, and clients that fold it."""

from collections.abc import Iterable

from core import registry
from core.game import Game, OptionValue
from core.match import Match
from core.rng import Rng
from saves.club.events import ClubEvent, MemberSatDown, MoveChosen, MovePrepared, MoveTakenBack, StoredEvent, new_id
from saves.club.projection import TableProjection
from saves.club.terms import SeatTerms, Terms


class Log:
    """A log that grows, and one terminal that follows it."""

    def __init__(self, terms: Terms, seed: int = 7, game: Game | None = None) -> None:
        self.terms, self.seed, self.game = terms, seed, game
        self.entries: list[StoredEvent] = []
        self.table = self.fresh()
        self.time = 1000.0

    def fresh(self, entries: Iterable[StoredEvent] = ()) -> TableProjection:
        """A terminal that comes late."""
        table = TableProjection(self.terms, self.seed, self.game)
        table.fold(entries)
        return table

    def add(self, author: str, event: ClubEvent | None, after: float = 1.0) -> bool:
        """Append an event, so many seconds after the last one; return whether it changed something."""
        self.time += after
        entry = StoredEvent(len(self.entries), author, self.time, event)
        self.entries.append(entry)
        return bool(self.table.fold([entry]))

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def actor(self) -> int:
        assert self.match.state.actor is not None
        return self.match.state.actor

    def name(self, seat: int) -> str:
        return self.table.seats[seat].member or self.terms.host

    def choose(self, pick: int = 0) -> str:
        """Play one of the legal moves of the seat to decide; return the id of the event."""
        event = MoveChosen(new_id(), self.actor, self.match.legal_moves[pick].notation)
        assert self.add(self.name(self.actor), event)
        return event.id

    def prepare(self, seat: int, pick: int = 0) -> str:
        """Prepare one of the moves that a seat may choose early; return the id of the event."""
        ahead = self.table.early_match(seat)
        assert ahead is not None
        event = MovePrepared(new_id(), seat, ahead.legal_moves[pick].notation)
        assert self.add(self.name(seat), event)
        return event.id

    def take_back(self, seat: int, line: str) -> bool:
        return self.add(self.name(seat), MoveTakenBack(new_id(), seat, line))


def terms(game: str, *places: str, host: str = "anna", **more: object) -> Terms:
    """Return the terms of a table with these seats: a name, "open", or a bot's level with a colon before it."""
    laid = tuple(
        SeatTerms(word[1:].capitalize(), word[1:])
        if word.startswith(":")
        else SeatTerms("" if word == "open" else word)
        for word in places
    )
    return Terms(game, registry.get_game(game).edition, host, laid, **more)  # type: ignore[arg-type]


def running(game: str, *names: str, seed: int = 7, options: dict[str, OptionValue] | None = None) -> Log:
    """Return a table at which all of these sit and the match has begun."""
    log = Log(terms(game, *names, host=names[0], options=options or {}), seed)
    for seat, name in enumerate(names):
        if seat and not name.startswith(":"):
            assert log.add(name, MemberSatDown(new_id(), seat))
    assert log.table.state == "running"
    return log


def play_until(log: Log, phase: int, luck: int = 1) -> None:
    """Random moves until the game has come to this phase."""
    rng = Rng(luck)
    while log.match.state.phase != phase:  # type: ignore[attr-defined]
        log.choose(rng.randrange(len(log.match.legal_moves)))
