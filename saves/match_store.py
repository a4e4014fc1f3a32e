"""The matches on disk. The app and plain mode use it like this:

store = Store()                          # the folders of the player; Store(Folders.under(path)) elsewhere
for entry in store.entries(): ...           # newest first; entry.reason says why a broken one is broken

keeper = store.begin()                   # a new match; takes its place on disk with the first save
opened = store.open("mezen-2026-11-16-1")    # or the name a player gave it; SaveError says why not
opened.match, opened.remarks, opened.keeper
keeper.read_only                         # why nothing may be written ("" when it may): open elsewhere

trouble = keeper.save(match)             # after every move; a sentence when the disk refused, else ""
keeper.rename(match, "Sunday")           # SaveError when another match is called so
keeper.close()                           # lets other processes write; also a context manager

store.last()                             # the entry that `resume` means: the newest unfinished match
store.finished()                         # all finished games
"""

import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec

from core.match import Deal, Match
from saves import match_record as records
from saves.errors import NoSuchSave, SaveError
from saves.files import (
    LARGEST,
    Lock,
    NotAFile,
    TooLarge,
    copies_of,
    copy_beside,
    read_whole,
    remove,
    sweep,
    write_new,
    write_whole,
)
from saves.history import finished
from saves.history.finished import Finished
from saves.locks import claim_new, lock_path, open_elsewhere, stamp
from saves.match_index import Fact, File, Head, Index, files, newest_first
from saves.match_record import BadRecord, MatchRecord
from saves.paths import Folders
from saves.sanitize import nearest, one_line, save_name

#: How much later than its file a match may say it was saved: clocks of file systems are coarse.
_COARSE = 2.0
#: Whoever does nothing for so many seconds does not play meanwhile.
_AWAY = 300.0
#: A date further ahead than this is none: somebody's clock was wrong.
_AHEAD = 24 * 60 * 60.0


class Entry(msgspec.Struct, frozen=True):
    """One file in the list of matches: what it holds, or the sentence that says why it cannot be opened.

    `moment` orders the list, in seconds of the epoch: when it was saved, as far as that can be believed.
    """

    slug: str
    folder: Path
    moment: float
    head: Head | None = None
    reason: str = ""

    @property
    def path(self) -> Path:
        return self.folder / f"{self.slug}.json"

    @property
    def record(self) -> MatchRecord | None:
        """All that the file holds, read now; None when it cannot be."""
        try:
            return read_record(self.path)
        except SaveError:
            return None

    @property
    def saved(self) -> datetime:
        """When it was saved, on the clock of this place."""
        return datetime.fromtimestamp(self.head.saved if self.head else self.moment, UTC).astimezone()

    @property
    def name(self) -> str:
        """What the player calls it."""
        return (self.head.name if self.head else "") or self.label

    @property
    def label(self) -> str:
        """What its file is called, safe to show."""
        return one_line(self.slug, 80)

    @property
    def unfinished(self) -> bool:
        return self.head is not None and not self.head.finished


class Opened(msgspec.Struct):
    """A match from a file, ready to go on."""

    match: Match
    keeper: "Keeper"
    remarks: list[str]


class Keeper:
    """Saves one match after every move, and keeps other processes from writing it."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._path: Path | None = None
        self._lock: Lock | None = None
        self._counted = False
        self._clock = time.monotonic()
        self._seen = (0, 0, 0)
        self.name = ""
        self.started = records.now()
        #: For how many seconds it has been played.
        self.played = 0.0
        #: Why this match may only be looked at; empty when it may be played.
        self.read_only = ""
        #: Whether the file holds this match, as it was at the last save that worked.
        self.is_written = False
        #: Whether the last save failed, so that the file lacks the last moves.
        self.is_behind = False
        #: Whether the file holds more than was read of it, so that it is copied before it is written over.
        self._copies_first = False

    @property
    def slug(self) -> str:
        """What the match is called on disk; empty before the first save."""
        return self._path.stem if self._path else ""

    @property
    def called(self) -> str:
        """What to write after `samovar resume`."""
        return self.name or one_line(self.slug)

    def save(self, match: Match) -> str:
        """Write the match; a sentence when that failed, and then the next save tries again."""
        if self.read_only:
            return self.read_only
        try:
            path = self._claim(match)
            if self.read_only:
                return self.read_only
            # The result first: a crash in between then leaves a game that ends once more, and counts
            # once, instead of one that is over and was never counted.
            self._pass_time()
            trouble = self._note_attempt(match, path) or self._count(match, path)
            kept = records.record(match, self.started, self.name, round(self.played, 1))
            if self._copies_first:
                copy_beside(path)
                self._copies_first = False
            write_whole(path, records.encode(kept), alone=True)
            self.is_written, self.is_behind = True, False
        except OSError as error:
            self.is_behind = True
            return f"The match could not be saved ({_why(error)}); play on, it is tried again at the next move."
        return trouble

    def _pass_time(self) -> None:
        """Time goes by; whoever was away did not play."""
        before, self._clock = self._clock, time.monotonic()
        self.played += min(self._clock - before, _AWAY)

    def _note_attempt(self, match: Match, path: Path) -> str:
        """Note that an attempt at a day's deal has begun or ended, whatever becomes of its file."""
        if not match.counts or self._counted:
            return ""
        from saves.daily import Journal  # only those who play the deals of the days need it

        try:
            Journal(self._folders).note(match, path.stem)
        except OSError as error:
            return f"The attempt could not be noted ({_why(error)}); it is tried again at the next move."
        return ""

    def _count(self, match: Match, path: Path) -> str:
        """Keep the result of a match that has just ended; a sentence when that failed."""
        if not match.over or self._counted:
            self._counted = match.over
            return ""
        try:
            finished.add(self._folders.finished, match, path.stem, self.started, self.played)
        except OSError as error:
            return f"The match is saved, but its result could not be counted ({_why(error)})."
        self._counted = True
        return ""

    def rename(self, match: Match, name: str) -> str:
        """Give the match a name of the player's own; returns what `save` does."""
        wanted = save_name(name)
        if not wanted:
            raise SaveError("A name needs at least one letter or digit.")
        taken = _named(Store(self._folders).entries(), wanted)
        if taken is not None and taken.path != self._path:
            raise SaveError(f"Another match is called {wanted!r} already.")
        self.name = wanted
        return self.save(match)

    def close(self) -> None:
        """Let go of the match, so that others may write it."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> "Keeper":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # A match that is played elsewhere

    @property
    def is_free(self) -> bool:
        """Whether nobody holds this match, though it may only be read here."""
        return self._path is not None and not Lock.is_held(lock_path(self._path))

    def newer(self) -> Match | None:
        """The match as somebody else has saved it since it was last read; None when it is the same, or unreadable."""
        assert self._path is not None
        seen = stamp(self._path)
        if seen == self._seen:
            return None
        self._seen = seen
        try:
            return read_match(self._path).match
        except SaveError:
            return None

    def take_over(self) -> Match | None:
        """The match as it is now, to be played here; None when somebody else plays it. A SaveError says why not."""
        assert self._path is not None
        try:
            self._hold(self._path)
        except OSError as error:
            raise _cannot_open(self._path, _why(error)) from error
        if self._lock is None:
            return None
        saved = read_record(self._path)
        restored = _restore(saved, self._path)
        self._adopt(saved, restored)
        self.read_only = ""
        return restored.match

    def _claim(self, match: Match) -> Path:
        """The file of this match, locked. A disk that refused before may let us now."""
        if self._path is None:
            self._path, self._lock = claim_new(self._folders.matches, match.game.name)
        elif self._lock is None:
            self._hold(self._path)
        return self._path

    def _hold(self, path: Path) -> None:
        """Take the lock of an existing match, or say who has it."""
        self._path = path
        self._lock = Lock.take(lock_path(path))
        if self._lock is None:
            self.read_only = open_elsewhere(path)
        else:
            sweep(path)

    @classmethod
    def _of(cls, folders: Folders, path: Path) -> "Keeper":
        """The keeper of an existing match."""
        keeper = cls(folders)
        keeper._path = path
        with contextlib.suppress(OSError):  # a disk that cannot be written can still be read
            keeper._hold(path)
        return keeper

    def _adopt(self, saved: MatchRecord, restored: records.Restored) -> None:
        self.is_written = True
        self._copies_first = bool(restored.remarks)
        self.name = saved.name
        self.started = saved.started
        self.played = saved.played
        self._clock = time.monotonic()
        self._counted = saved.result is not None


class Store:
    """All matches of a player."""

    def __init__(self, folders: Folders | None = None) -> None:
        self.folders = folders or Folders.of_player()

    # Looking

    def entries(self) -> list[Entry]:
        """Every file, the newest first; a broken one hinders no other."""
        now, folder = time.time(), self.folders.matches
        index = Index(folder, _head)
        entries = [_entry(folder, file, index.fact(file), now) for file in files(folder)]
        index.keep()
        return sorted(entries, key=_by_moment, reverse=True)

    def last(self) -> Entry | None:
        """The match to go on with: the newest that is not over.

        No match counts as newer than its file, so that files need only be looked at from the last changed on, until
        those that are left must be older than what was found.
        """
        now, folder = time.time(), self.folders.matches
        index = Index(folder, _head)
        best: tuple[float, File] | None = None
        for file in newest_first(folder):
            if best is not None and file[0] / 1e9 + _COARSE < best[0]:
                break
            if (saved := index.saved(file)) >= 0:
                found = _moment(file, saved, now), file
                best = found if best is None or found > best else best
        last = _entry(folder, best[1], index.fact(best[1]), now) if best else None
        index.keep()
        return last if last is not None and last.unfinished else None

    def find(self, name: str) -> Entry:
        """The match that is called so, by its file or by its player."""
        entries = self.entries()
        if found := _named(entries, name):
            return found
        names = [word for entry in entries for word in (entry.slug, entry.name)]
        near = nearest(name, names)
        hint = f"did you mean {one_line(near)}?" if near else "samovar saves list shows those there are."
        raise NoSuchSave(f"There is no match called {one_line(name, 60)!r}; {hint}")

    def finished(self) -> list[Finished]:
        """Every finished game, those included whose matches were deleted."""
        return finished.read(self.folders.finished).games

    # Playing

    def begin(self) -> Keeper:
        """The keeper of a new match."""
        return Keeper(self.folders)

    def begin_or_open(self, slug: str, make: Callable[[], Match]) -> Opened:
        """The match that is called so on disk, made if there is none: two who ask at once play the same."""
        path = self.folders.matches / f"{slug}.json"
        keeper = Keeper._of(self.folders, path)
        if path.exists():
            keeper.close()
            return self.open_entry(Entry(slug, path.parent, 0.0))
        return Opened(make(), keeper, [keeper.read_only] if keeper.read_only else [])

    def open(self, name: str) -> Opened:
        """The match of that name, to go on with."""
        return self.open_entry(self.find(name))

    def open_entry(self, entry: Entry) -> Opened:
        """The match of that entry; a SaveError says why it cannot be opened."""
        keeper = Keeper._of(self.folders, entry.path)
        keeper._seen = stamp(entry.path)
        try:
            saved = read_record(entry.path)  # again, now that nobody else writes it
            restored = _restore(saved, entry.path)
        except BaseException:
            keeper.close()
            raise
        keeper._adopt(saved, restored)
        remarks = [keeper.read_only] if keeper.read_only else []
        return Opened(restored.match, keeper, remarks + restored.remarks)

    # Housekeeping

    def delete(self, name: str) -> Entry:
        """Remove a match for good, with its review; its result stays among the finished games."""
        from saves.reviews import Reviews  # which knows the bots: nothing else here does

        entry = self.find(name)
        try:
            lock = Lock.take(lock_path(entry.path))
            if lock is None:
                raise SaveError(open_elsewhere(entry.path, "it cannot be deleted"))
            try:
                remove(entry.path)
                for copy in copies_of(entry.path):
                    remove(copy)
                Reviews(self.folders).forget(entry.slug)
            finally:
                lock.release()
        except OSError as error:
            raise SaveError(f"{one_line(entry.path.name)} cannot be deleted: {_why(error)}.") from error
        return entry

    def export(self, name: str, target: Path) -> Entry:
        """Copy a match to a file of its own, broken or not; an existing file is never written over."""
        entry = self.find(name)
        try:
            data = read_whole(entry.path)
        except OSError as error:
            raise _cannot_open(entry.path, _why(error)) from error
        try:
            write_new(target, data)
        except FileExistsError as error:
            raise SaveError(f"{one_line(target.name)} is there already; choose another name.") from error
        except OSError as error:
            raise SaveError(f"{one_line(target.name)} cannot be written: {_why(error)}.") from error
        return entry

    def bring_in(self, source: Path) -> Entry:
        """Import: copy a match from a file that somebody sent, under a new name, if it can be played."""
        saved = read_record(source)
        match = _restore(saved, source).match
        # Written anew, so that nothing of a file that somebody made by hand stays in it.
        if match.deal is not None:
            match.deal = Deal(match.deal.day, counts=False)
        brought = records.record(match, saved.started, self._free_name(saved.name), saved.played)
        brought.saved = saved.saved
        try:
            path, lock = claim_new(self.folders.matches, saved.game)
            try:
                write_whole(path, records.encode(brought))
            finally:
                lock.release()
        except OSError as error:
            raise SaveError(f"{one_line(source.name)} cannot be brought in: {_why(error)}.") from error
        return Entry(path.stem, path.parent, brought.saved.timestamp(), records.head(brought))

    def _free_name(self, name: str) -> str:
        """The name, with a number behind it if another match has it."""
        if not name:
            return ""
        entries = self.entries()
        free, number = name, 1
        while _named(entries, free) is not None:
            number += 1
            free = f"{name} {number}"
        return free


def read_match(path: Path) -> records.Restored:
    """The match in any file, to look at; a SaveError says why not."""
    return _restore(read_record(path), path)


def read_record(path: Path) -> MatchRecord:
    """The record in a file; a SaveError names the file and the reason."""
    try:
        return records.decode(read_whole(path))
    except BadRecord as error:
        raise _cannot_open(path, str(error)) from error
    except OSError as error:
        raise _cannot_open(path, _why(error)) from error


def _restore(saved: MatchRecord, path: Path) -> records.Restored:
    try:
        restored = records.restore(saved)
    except BadRecord as error:
        raise _cannot_open(path, str(error)) from error
    restored.remarks = [f"{one_line(path.name)}: {remark}" for remark in restored.remarks]
    return restored


def _cannot_open(path: Path, reason: str) -> SaveError:
    return SaveError(f"{one_line(path.name, 80)} cannot be opened: {reason}.")


def _why(error: OSError) -> str:
    """The reason of the system, in words."""
    if isinstance(error, TooLarge):
        return f"it has {error.size / 1e6:.0f} MB, and a match never has more than {LARGEST / 1e6:.0f}"
    if isinstance(error, NotAFile):
        return "it is not a regular file"
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return one_line(error.strerror or str(error))


def _head(path: Path) -> Head | str:
    """What a list tells of a file, or why it cannot be opened."""
    try:
        return records.head(read_record(path))
    except SaveError as error:
        return str(error)


def _entry(folder: Path, file: File, fact: Fact, now: float) -> Entry:
    slug = file[1].removesuffix(".json")
    moment = _moment(file, fact.head.saved if fact.head else None, now)
    return Entry(slug, folder, moment, fact.head, fact.reason)


def _moment(file: File, saved: float | None, now: float) -> float:
    """When a match was saved, for the order of the list.

    What it says itself counts, for copying changes the times of files; but no match was saved after its file was
    changed. A moment that lies ahead even so says nothing, and the match comes last: `resume` would mean it for ever.
    """
    changed = file[0] / 1e9
    moment = changed if saved is None or saved > changed + _COARSE else saved
    return moment if 0 < moment <= now + _AHEAD else 0.0


def _by_moment(entry: Entry) -> tuple[float, str]:
    return entry.moment, entry.slug


def _named(entries: list[Entry], name: str) -> Entry | None:
    """The entry that is called so: its file first, then the name its player gave it."""
    folded = name.casefold()
    by_slug = (entry for entry in entries if entry.slug.casefold() == folded)
    by_name = (entry for entry in entries if entry.name.casefold() == folded)
    return next(by_slug, None) or next(by_name, None)
