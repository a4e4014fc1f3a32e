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

from core.daily import SEAT, deal, gains, is_begun, place
from core.game import Game
from core.match import Match
from saves.files import append_line
from saves.first_release_labels import title_id
from saves.jsonl import read_lines
from saves.match_record import Points, Text
from saves.match_store import Opened, Store
from saves.paths import Folders
from saves.sanitize import one_line


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """The first move of the attempt that counts has been made."""

    day: date
    game: Text
    match: Text


class Result(msgspec.Struct, frozen=True, tag="ended"):
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
        assert match.deal is not None
        return cls(
            match.deal.day,
            match.game.name,
            match.state.scores()[SEAT],
            gains(match),
            place(match),
            len(match.seats),
            match.state.title(),
            match.game.edition_on(match.deal.day),
        )

    def with_ids(self) -> Self:
        """The result with an id for the title that the first release wrote."""
        return msgspec.structs.replace(self, title=title_id(self.game, one_line(self.title)))


class Mastered(Result, frozen=True, tag="master"):
    """How the master did."""


class Attempt(msgspec.Struct):
    """What has become of a day's deal."""

    begun: Begun | None = None
    result: Result | None = None
    master: Mastered | None = None

    @property
    def stands(self) -> Literal["open", "begun", "ended"]:
        """Whether it counts still, is under way, or is over."""
        if self.result is not None:
            return "ended"
        return "begun" if self.begun is not None else "open"


DailyLine = Begun | Result | Mastered

_decoder = msgspec.json.Decoder(DailyLine)

#: How an attempt stands, in a sign and the role of its colour.
SIGNS = {"open": ("·", "dim"), "begun": ("▸", "accent"), "ended": ("✓", "good")}
#: By game and day.
Days = dict[str, dict[date, Attempt]]


def today() -> date:
    """The day whose deal is on the table, everywhere the same."""
    return datetime.now(UTC).date()


def slug(game: Game, day: date) -> str:
    """What the attempt that counts is called on disk."""
    return f"daily-{game.name}-{day.isoformat()}"


def attempt(store: Store, game: Game, day: date, name: str) -> Opened:
    """The attempt that counts, from its beginning or where it was left."""
    return store.begin_or_open(slug(game, day), lambda: deal(game, day, name, counts=True))


def is_there(store: Store, game: Game, day: date) -> bool:
    """Whether the match of the attempt that counts is on disk."""
    return (store.folders.matches / f"{slug(game, day)}.json").exists()


def is_open(store: Store, game: Game, day: date, known: Attempt) -> bool:
    """Whether the attempt that counts can be begun, or gone on with. One whose match was deleted is given up."""
    if known.stands == "begun":
        return is_there(store, game, day)
    return known.stands == "open" and (day == today() or is_there(store, game, day))


class Journal:
    """The attempts of one player."""

    def __init__(self, folders: Folders) -> None:
        self._path: Path = folders.daily

    def note(self, match: Match, match_slug: str) -> None:
        """Note that an attempt has begun, and how it ended; each once."""
        assert match.deal is not None
        known = self.attempt(match.game.name, match.deal.day)
        if known.begun is None and is_begun(match):
            self._add(Begun(match.deal.day, match.game.name, match_slug))
        if known.result is None and match.over:
            self._add(Result.of(match))

    def keep_master(self, match: Match) -> None:
        """Note how the master did with a deal, so that it is played once."""
        self._add(Mastered.of(match))

    def attempt(self, game: str, day: date) -> Attempt:
        """What has become of a deal."""
        return self.days().get(game, {}).get(day, Attempt())

    def days(self) -> Days:
        """All that is known. A line that cannot be read, or is not the first of its kind, says nothing."""
        found: Days = {}
        for line in self._lines():
            if isinstance(line, Result):
                line = line.with_ids()
            kept = found.setdefault(line.game, {}).setdefault(line.day, Attempt())
            if isinstance(line, Begun):
                kept.begun = kept.begun or line
            elif isinstance(line, Mastered):
                kept.master = kept.master or line
            else:
                kept.result = kept.result or line
        return found

    def _add(self, line: Begun | Result) -> None:
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
