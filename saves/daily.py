"""The attempts at the deals of the days, one JSON line each time one begins or ends, or the master has played a deal.

    journal = Journal(store.folders)
    opened = attempt(store, game, day, "Anna")    # begins the attempt that counts, or goes on with it
    days = journal.days()["mezen"][day]           # what has become of it: begun, ended, the master's result

Nothing is ever taken out of the file, so deleting a match undoes no attempt: the first line of its kind counts.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Literal, Self

import msgspec

from core.daily import PLAYER_SEAT, daily_match, final_rank, has_started, points_by_round
from core.game import Game
from core.match import Match
from saves.files import append_line
from saves.first_release_labels import title_id
from saves.jsonl import read_lines
from saves.match_record import Points, Text
from saves.match_store import MatchStore, OpenedMatch
from saves.paths import DataPaths
from saves.sanitize import one_line


class DailyBegun(msgspec.Struct, frozen=True, tag="begun"):
    """The first move of the attempt that counts has been made."""

    day: date
    game: Text
    match: Text


class DailyResult(msgspec.Struct, frozen=True, tag="ended"):
    """How somebody did: the points by round add up to all of them, the place is one of so many."""

    day: date
    game: Text
    points: Points
    rounds: list[Points]
    place: int
    players: int
    #: By id; in what the first release wrote, in words.
    title: Text = ""
    #: By which edition of the rules; 0 in lines of older versions, which did not say.
    edition: int = 0

    @classmethod
    def of(cls, match: Match) -> Self:
        """How whoever played a day's deal did."""
        assert match.daily is not None
        return cls(
            match.daily.day,
            match.game.name,
            match.state.scores()[PLAYER_SEAT],
            points_by_round(match),
            final_rank(match),
            len(match.seats),
            match.state.solo_title(),
            match.game.edition_on(match.daily.day),
        )

    def with_ids(self) -> Self:
        """The result with an id for the title that the first release wrote."""
        return msgspec.structs.replace(self, title=title_id(self.game, one_line(self.title)))


class MasterDailyResult(DailyResult, frozen=True, tag="master"):
    """How the master did."""


class Attempt(msgspec.Struct):
    """What has become of a day's deal."""

    begun: DailyBegun | None = None
    result: DailyResult | None = None
    master: MasterDailyResult | None = None

    @property
    def status(self) -> Literal["open", "begun", "ended"]:
        """Whether it counts still, is under way, or is over."""
        if self.result is not None:
            return "ended"
        return "begun" if self.begun is not None else "open"


DailyLine = DailyBegun | DailyResult | MasterDailyResult

_decoder = msgspec.json.Decoder(DailyLine)

#: How an attempt stands, in a sign and the role of its colour.
STATUS_SIGNS = {"open": ("·", "dim"), "begun": ("▸", "accent"), "ended": ("✓", "good")}
#: By game and day.
Days = dict[str, dict[date, Attempt]]


def today() -> date:
    """The day whose deal is on the table, everywhere the same."""
    return datetime.now(UTC).date()


def slug(game: Game, day: date) -> str:
    """What the attempt that counts is called on disk."""
    return f"daily-{game.name}-{day.isoformat()}"


def attempt(store: MatchStore, game: Game, day: date, name: str) -> OpenedMatch:
    """The attempt that counts, from its beginning or where it was left."""
    return store.open_or_create(slug(game, day), lambda: daily_match(game, day, name, counts=True))


def has_match(store: MatchStore, game: Game, day: date) -> bool:
    """Whether the match of the attempt that counts is on disk."""
    return (store.paths.matches / f"{slug(game, day)}.json").exists()


def is_open(store: MatchStore, game: Game, day: date, known: Attempt) -> bool:
    """Whether the attempt that counts can be begun, or gone on with. One whose match was deleted is given up."""
    if known.status == "begun":
        return has_match(store, game, day)
    return known.status == "open" and (day == today() or has_match(store, game, day))


class Journal:
    """The attempts of one player."""

    def __init__(self, paths: DataPaths) -> None:
        self._path: Path = paths.daily

    def record(self, match: Match, match_slug: str) -> None:
        """Note that an attempt has begun, and how it ended; each once."""
        assert match.daily is not None
        known = self.attempt(match.game.name, match.daily.day)
        if known.begun is None and has_started(match):
            self._add(DailyBegun(match.daily.day, match.game.name, match_slug))
        if known.result is None and match.is_over:
            self._add(DailyResult.of(match))

    def record_master(self, match: Match) -> None:
        """Note how the master did with a deal, so that it is played once."""
        self._add(MasterDailyResult.of(match))

    def attempt(self, game: str, day: date) -> Attempt:
        """What has become of a deal."""
        return self.days().get(game, {}).get(day, Attempt())

    def days(self) -> Days:
        """All that is known. A line that cannot be read, or is not the first of its kind, says nothing."""
        found: Days = {}
        for line in self._lines():
            if isinstance(line, DailyResult):
                line = line.with_ids()
            kept = found.setdefault(line.game, {}).setdefault(line.day, Attempt())
            if isinstance(line, DailyBegun):
                kept.begun = kept.begun or line
            elif isinstance(line, MasterDailyResult):
                kept.master = kept.master or line
            else:
                kept.result = kept.result or line
        return found

    def _add(self, line: DailyBegun | DailyResult) -> None:
        append_line(self._path, msgspec.json.encode(line))

    def _lines(self) -> Sequence[DailyLine]:
        try:
            return read_lines(self._path, _decoder)[0]
        except OSError:
            return []


def streak(days: Sequence[date], now: date) -> int:
    """How many days in a row, up to today or yesterday."""
    done = set(days)
    last = now if now in done else now - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in done:
        length += 1
    return length
