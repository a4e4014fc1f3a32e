"""The journal of daily deals: one JSON line when an attempt begins or ends, or the master has played a deal.

    journal = Journal(store.paths)
    opened = attempt(store, game, day, "Anna")    # begin the attempt that counts, or go on with it
    known = journal.days()["mezen"][day]          # an Attempt: begun, ended, the master's result

The first line of its kind counts. Lines are never removed, so that deleting a match does not undo its attempt.
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
    """The line that says that the first move of the attempt that counts has been made."""

    day: date
    game: Text
    match: Text


class DailyResult(msgspec.Struct, frozen=True, tag="ended"):
    """A player's result on a daily deal. The points by round add up to `points`; `place` is one of `players`."""

    day: date
    game: Text
    points: Points
    rounds: list[Points]
    place: int
    players: int
    #: The id of the title; its words in files of the first release.
    title: Text = ""
    #: The edition of the rules; 0 in lines of older versions, which did not store it.
    edition: int = 0

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the result of the player of a finished daily match."""
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
        """Return the result with an id for the title that the first release wrote in words."""
        return msgspec.structs.replace(self, title=title_id(self.game, one_line(self.title)))


class MasterDailyResult(DailyResult, frozen=True, tag="master"):
    """The master's result on a daily deal."""


class Attempt(msgspec.Struct):
    """Everything that the journal says of one day's deal."""

    begun: DailyBegun | None = None
    result: DailyResult | None = None
    master: MasterDailyResult | None = None

    @property
    def status(self) -> Literal["open", "begun", "ended"]:
        """Whether the attempt has not begun yet, is under way, or is over."""
        if self.result is not None:
            return "ended"
        return "begun" if self.begun is not None else "open"


DailyLine = DailyBegun | DailyResult | MasterDailyResult

_decoder = msgspec.json.Decoder(DailyLine)

#: The sign of each status, and the role of its colour.
STATUS_SIGNS = {"open": ("·", "dim"), "begun": ("▸", "accent"), "ended": ("✓", "good")}
#: By game and day.
Days = dict[str, dict[date, Attempt]]


def today() -> date:
    """Return the day of today's deal: the day in UTC, so that it is the same everywhere."""
    return datetime.now(UTC).date()


def slug(game: Game, day: date) -> str:
    """Return the slug of the match of the attempt that counts."""
    return f"daily-{game.name}-{day.isoformat()}"


def attempt(store: MatchStore, game: Game, day: date, name: str) -> OpenedMatch:
    """Open the match of the attempt that counts, or create it."""
    return store.open_or_create(slug(game, day), lambda: daily_match(game, day, name, counts=True))


def has_match(store: MatchStore, game: Game, day: date) -> bool:
    """Whether the match of the attempt that counts is on disk."""
    return (store.paths.matches / f"{slug(game, day)}.json").exists()


def is_open(store: MatchStore, game: Game, day: date, known: Attempt) -> bool:
    """Whether the attempt that counts can be begun or continued. An attempt whose match was deleted is given up."""
    if known.status == "begun":
        return has_match(store, game, day)
    return known.status == "open" and (day == today() or has_match(store, game, day))


class Journal:
    """The journal of one player's attempts."""

    def __init__(self, paths: DataPaths) -> None:
        self._path: Path = paths.daily
        self._quota = paths.quota

    def record(self, match: Match, match_slug: str) -> None:
        """Record that an attempt has begun and how it ended, each once."""
        assert match.daily is not None
        known = self.attempt(match.game.name, match.daily.day)
        if known.begun is None and has_started(match):
            self._add(DailyBegun(match.daily.day, match.game.name, match_slug))
        if known.result is None and match.is_over:
            self._add(DailyResult.of(match))

    def record_master(self, match: Match) -> None:
        """Record the master's result on a deal, so that the master plays it only once."""
        self.keep_master(MasterDailyResult.of(match))

    def keep_master(self, result: MasterDailyResult) -> None:
        """Keep a result of the master, whoever let the master play."""
        self._add(result)

    def attempt(self, game: str, day: date) -> Attempt:
        """Return what the journal says of one deal."""
        return self.days().get(game, {}).get(day, Attempt())

    def days(self) -> Days:
        """Read the whole journal. Skip lines that cannot be read or are not the first of their kind."""
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
        append_line(self._path, msgspec.json.encode(line), self._quota)

    def _lines(self) -> Sequence[DailyLine]:
        try:
            return read_lines(self._path, _decoder)[0]
        except OSError:
            return []


def streak(days: Sequence[date], now: date) -> int:
    """Return the number of consecutive days up to today or yesterday."""
    done = set(days)
    last = now if now in done else now - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in done:
        length += 1
    return length
