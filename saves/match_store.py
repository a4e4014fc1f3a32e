"""The matches of a player on disk.

store = MatchStore()                          # the player's files; MatchStore(DataPaths.under(path)) elsewhere
for entry in store.entries(): ...             # newest first; entry.reason says why a broken one is broken

file = store.new_file()                       # a new match; gets its name on disk with the first save
opened = store.open("mezen-2026-11-16-1")     # or the name that a player gave it; SaveError says why not
opened.match, opened.messages, opened.file
file.read_only                                # why it must not be written ("" when it may): open elsewhere

trouble = file.save(match)                    # after every move; a sentence when the disk refused, else ""
file.rename(match, "Sunday")                  # SaveError when another match has this name
file.close()                                  # lets other processes write; also a context manager

store.last()                                  # the entry that `resume` means: the newest unfinished match
store.finished()                              # all finished games
"""

import contextlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec

from core.match import DailyDeal, Match
from saves import match_record
from saves.errors import SaveError, SaveNotFoundError
from saves.files import (
    LARGEST,
    FileLock,
    FileTooLargeError,
    NotAFileError,
    copies_of,
    copy_beside,
    read_bytes,
    remove,
    remove_leftovers,
    write_atomic,
    write_new,
)
from saves.guest import typed_command
from saves.history import finished
from saves.history.finished import FinishedGame
from saves.locks import create_locked, file_stamp, lock_path, locked_elsewhere_text
from saves.match_index import File, Index, IndexEntry, MatchHead, files, newest_first
from saves.match_record import InvalidRecordError, MatchRecord
from saves.paths import DataPaths
from saves.sanitize import closest_word, one_line, save_name

#: The seconds by which a match may claim to be newer than its file: clocks of file systems are coarse.
_COARSE = 2.0
#: The most seconds between two saves that count as played.
_AWAY = 300.0
#: A time further ahead than this many seconds is ignored: the clock was wrong.
_AHEAD = 24 * 60 * 60.0


class MatchEntry(msgspec.Struct, frozen=True):
    """One file in the list of matches: what it holds, or a sentence that says why it cannot be opened.

    `sort_time` orders the list, in seconds of the epoch: when the match was saved, as far as that can be believed.
    """

    slug: str
    folder: Path
    sort_time: float
    head: MatchHead | None = None
    reason: str = ""

    @property
    def path(self) -> Path:
        return self.folder / f"{self.slug}.json"

    @property
    def record(self) -> MatchRecord | None:
        """The whole record, read from the file now; None when it cannot be read."""
        try:
            return read_record(self.path)
        except SaveError:
            return None

    @property
    def saved(self) -> datetime:
        """When the match was saved, in local time."""
        return datetime.fromtimestamp(self.head.saved if self.head else self.sort_time, UTC).astimezone()

    @property
    def name(self) -> str:
        """The name that the player gave the match, or its label."""
        return (self.head.name if self.head else "") or self.label

    @property
    def label(self) -> str:
        """The name of the file, safe to show."""
        return one_line(self.slug, 80)

    @property
    def is_unfinished(self) -> bool:
        return self.head is not None and not self.head.finished


class OpenedMatch(msgspec.Struct):
    """A match from a file, ready to go on, with its file and messages for the player."""

    match: Match
    file: "MatchFile"
    messages: list[str]


class MatchFile:
    """One match on disk: write it after every move and hold its lock, so that no other process writes it."""

    def __init__(self, paths: DataPaths) -> None:
        self._paths = paths
        self._path: Path | None = None
        self._lock: FileLock | None = None
        self._counted = False
        self._clock = time.monotonic()
        self._seen = (0, 0, 0)
        self.name = ""
        self.started = match_record.now()
        #: The seconds for which it has been played.
        self.played = 0.0
        #: Why this match is read-only; empty when it may be played.
        self.read_only = ""
        #: Whether the file holds this match, as it was at the last save that worked.
        self.is_written = False
        #: Whether the last save failed, so that the file lacks the last moves.
        self.is_behind = False
        #: Whether the file holds more than was read of it, so that it is copied before it is written over.
        self._copies_first = False

    @property
    def slug(self) -> str:
        """The name of the file without its suffix; empty before the first save."""
        return self._path.stem if self._path else ""

    @property
    def title(self) -> str:
        """The argument for `samovar resume`."""
        return self.name or one_line(self.slug)

    def save(self, match: Match) -> str:
        """Write the match; return a sentence when that failed, and then the next save tries again."""
        if self.read_only:
            return self.read_only
        try:
            path = self._create_file(match)
            if self.read_only:
                return self.read_only
            # The result first: a crash in between then leaves a game that ends once more, and counts
            # once, instead of one that is over and was never counted.
            self._count_playing_time()
            trouble = self._note_attempt(match, path) or self._count(match, path)
            kept = match_record.make_record(match, self.started, self.name, round(self.played, 1))
            if self._copies_first:
                copy_beside(path, self._paths.quota)
                self._copies_first = False
            write_atomic(path, match_record.encode(kept), self._paths.quota, alone=True)
            self.is_written, self.is_behind = True, False
        except OSError as error:
            self.is_behind = True
            return f"The match could not be saved ({_why(error)}). Play on: Samovar tries again at the next move."
        return trouble

    def _count_playing_time(self) -> None:
        """Add the time since the last save, but not more than a player who is there would take."""
        before, self._clock = self._clock, time.monotonic()
        self.played += min(self._clock - before, _AWAY)

    def _note_attempt(self, match: Match, path: Path) -> str:
        """Record in the journal that an attempt at a daily deal has begun or ended, because its file may be deleted."""
        if not match.is_counted_daily or self._counted:
            return ""
        from saves.daily import Journal  # only those who play the deals of the days need it

        try:
            Journal(self._paths).record(match, path.stem)
        except OSError as error:
            return f"The attempt could not be noted ({_why(error)}). Samovar tries again at the next move."
        return ""

    def _count(self, match: Match, path: Path) -> str:
        """Append the result of a match that has just ended; return a sentence when that failed."""
        if not match.is_over or self._counted:
            self._counted = match.is_over
            return ""
        try:
            finished.add(self._paths.finished, match, path.stem, self.started, self.played, self._paths.quota)
        except OSError as error:
            return f"The match is saved, but its result could not be counted ({_why(error)})."
        self._counted = True
        return ""

    def rename(self, match: Match, name: str) -> str:
        """Give the match a name of the player's; return what `save` does."""
        wanted = save_name(name)
        if not wanted:
            raise SaveError("A name needs at least one letter or digit.")
        taken = _named(MatchStore(self._paths).entries(), wanted)
        if taken is not None and taken.path != self._path:
            raise SaveError(f"Another match is already called {wanted!r}.")
        self.name = wanted
        return self.save(match)

    def close(self) -> None:
        """Release the lock, so that other processes may write the match."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> "MatchFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # A match that is played elsewhere

    @property
    def is_unlocked(self) -> bool:
        """Whether no process holds the lock of this match, though it is read-only here."""
        return self._path is not None and not FileLock.is_locked(lock_path(self._path))

    def reload_if_changed(self) -> Match | None:
        """Return the match as another process has saved it since the last read; None if unchanged or unreadable."""
        assert self._path is not None
        seen = file_stamp(self._path)
        if seen == self._seen:
            return None
        self._seen = seen
        try:
            return read_match(self._path).match
        except SaveError:
            return None

    def take_over(self) -> Match | None:
        """Lock and return the match as it is now; None when another process has it. Raise SaveError if it is broken."""
        assert self._path is not None
        try:
            self._lock_path(self._path)
        except OSError as error:
            raise _cannot_open(self._path, _why(error)) from error
        if self._lock is None:
            return None
        saved = read_record(self._path)
        restored = _restore(saved, self._path)
        self._load_record(saved, restored)
        self.read_only = ""
        return restored.match

    def _create_file(self, match: Match) -> Path:
        """Return the path of this match, locked. A disk that refused before is tried again."""
        if self._path is None:
            self._path, self._lock = create_locked(self._paths.matches, match.game.name)
        elif self._lock is None:
            self._lock_path(self._path)
        return self._path

    def _lock_path(self, path: Path) -> None:
        """Lock an existing match, or set `read_only` to who has it."""
        self._path = path
        self._lock = FileLock.acquire(lock_path(path))
        if self._lock is None:
            self.read_only = locked_elsewhere_text(path)
        else:
            remove_leftovers(path)

    @classmethod
    def _of(cls, paths: DataPaths, path: Path) -> "MatchFile":
        """Return the file of an existing match."""
        match_file = cls(paths)
        match_file._path = path
        with contextlib.suppress(OSError):  # a disk that cannot be written can still be read
            match_file._lock_path(path)
        return match_file

    def _load_record(self, saved: MatchRecord, restored: match_record.RestoredMatch) -> None:
        self.is_written = True
        self._copies_first = bool(restored.messages)
        self.name = saved.name
        self.started = saved.started
        self.played = saved.played
        self._clock = time.monotonic()
        self._counted = saved.result is not None


class MatchStore:
    """All saved matches of a player."""

    def __init__(self, paths: DataPaths | None = None) -> None:
        self.paths = paths or DataPaths.for_player()

    # Looking

    def entries(self) -> list[MatchEntry]:
        """Return an entry for every file, the newest first; a broken file does not hide the others."""
        now, folder = time.time(), self.paths.matches
        index = Index(folder, _head, self.paths.quota)
        entries = [_entry(folder, file, index.entry(file), now) for file in files(folder)]
        index.save()
        return sorted(entries, key=_by_moment, reverse=True)

    def last(self) -> MatchEntry | None:
        """Return the newest match that is not over.

        No match counts as newer than its file, so the files are read from the last changed one on, until those that
        are left must be older than the one found.
        """
        now, folder = time.time(), self.paths.matches
        index = Index(folder, _head, self.paths.quota)
        best: tuple[float, File] | None = None
        for file in newest_first(folder):
            if best is not None and file[0] / 1e9 + _COARSE < best[0]:
                break
            if (saved := index.saved(file)) >= 0:
                found = _moment(file, saved, now), file
                best = found if best is None or found > best else best
        last = _entry(folder, best[1], index.entry(best[1]), now) if best else None
        index.save()
        return last if last is not None and last.is_unfinished else None

    def find(self, name: str) -> MatchEntry:
        """Return the match of this name, of its file or given by its player."""
        entries = self.entries()
        if found := _named(entries, name):
            return found
        names = [word for entry in entries for word in (entry.slug, entry.name)]
        near = closest_word(name, names)
        hint = f"did you mean {one_line(near)}?" if near else f"{typed_command('saves list')} shows your matches."
        raise SaveNotFoundError(f"There is no match called {one_line(name, 60)!r}; {hint}")

    def finished(self) -> list[FinishedGame]:
        """Return every finished game, including those whose matches were deleted."""
        return finished.read(self.paths.finished).games

    # Playing

    def new_file(self) -> MatchFile:
        """Return the file of a new match."""
        return MatchFile(self.paths)

    def open_or_create(self, slug: str, make: Callable[[], Match]) -> OpenedMatch:
        """Open the match of this slug, or make it; two processes that ask at the same time get the same match."""
        path = self.paths.matches / f"{slug}.json"
        match_file = MatchFile._of(self.paths, path)
        if path.exists():
            match_file.close()
            return self.open_entry(MatchEntry(slug, path.parent, 0.0))
        return OpenedMatch(make(), match_file, [match_file.read_only] if match_file.read_only else [])

    def open(self, name: str) -> OpenedMatch:
        """Open the match of this name."""
        return self.open_entry(self.find(name))

    def open_entry(self, entry: MatchEntry) -> OpenedMatch:
        """Open the match of this entry; raise SaveError when it cannot be opened."""
        match_file = MatchFile._of(self.paths, entry.path)
        match_file._seen = file_stamp(entry.path)
        try:
            saved = read_record(entry.path)  # again, now that it is locked
            restored = _restore(saved, entry.path)
        except BaseException:
            match_file.close()
            raise
        match_file._load_record(saved, restored)
        remarks = [match_file.read_only] if match_file.read_only else []
        return OpenedMatch(restored.match, match_file, remarks + restored.messages)

    # Housekeeping

    def delete(self, name: str) -> MatchEntry:
        """Delete a match and its review; its result stays among the finished games."""
        from saves.reviews import ReviewStore  # it imports the bots

        entry = self.find(name)
        try:
            lock = FileLock.acquire(lock_path(entry.path))
            if lock is None:
                raise SaveError(locked_elsewhere_text(entry.path, "it cannot be deleted"))
            try:
                remove(entry.path)
                for copy in copies_of(entry.path):
                    remove(copy)
                ReviewStore(self.paths).delete(entry.slug)
            finally:
                lock.release()
        except OSError as error:
            raise SaveError(f"{one_line(entry.path.name)} cannot be deleted: {_why(error)}.") from error
        return entry

    def export(self, name: str, target: Path) -> MatchEntry:
        """Copy a match to a file, even a broken one; never overwrite an existing file."""
        entry = self.find(name)
        try:
            data = read_bytes(entry.path)
        except OSError as error:
            raise _cannot_open(entry.path, _why(error)) from error
        try:
            write_new(target, data, self.paths.quota)
        except FileExistsError as error:
            raise SaveError(f"{one_line(target.name)} already exists; choose another name.") from error
        except OSError as error:
            raise SaveError(f"{one_line(target.name)} cannot be written: {_why(error)}.") from error
        return entry

    def import_file(self, source: Path) -> MatchEntry:
        """Copy a playable match from any file into the store under a new name."""
        saved = read_record(source)
        match = _restore(saved, source).match
        # Encoded again, so that nothing of a file made by hand stays in it.
        if match.daily is not None:
            match.daily = DailyDeal(match.daily.day, counts=False)
        brought = match_record.make_record(match, saved.started, self._free_name(saved.name), saved.played)
        brought.saved = saved.saved
        try:
            path, lock = create_locked(self.paths.matches, saved.game)
            try:
                write_atomic(path, match_record.encode(brought), self.paths.quota)
            finally:
                lock.release()
        except OSError as error:
            raise SaveError(f"{one_line(source.name)} cannot be added: {_why(error)}.") from error
        return MatchEntry(path.stem, path.parent, brought.saved.timestamp(), match_record.head(brought))

    def _free_name(self, name: str) -> str:
        """Return the name, with a number appended if another match has it."""
        if not name:
            return ""
        entries = self.entries()
        free, number = name, 1
        while _named(entries, free) is not None:
            number += 1
            free = f"{name} {number}"
        return free


def read_match(path: Path) -> match_record.RestoredMatch:
    """Return the match in any file, to be viewed; raise SaveError when it cannot be read."""
    return _restore(read_record(path), path)


def read_record(path: Path) -> MatchRecord:
    """Return the record in a file; raise SaveError, which names the file and the reason."""
    try:
        return match_record.decode(read_bytes(path))
    except InvalidRecordError as error:
        raise _cannot_open(path, str(error)) from error
    except OSError as error:
        raise _cannot_open(path, _why(error)) from error


def _restore(saved: MatchRecord, path: Path) -> match_record.RestoredMatch:
    try:
        restored = match_record.restore(saved)
    except InvalidRecordError as error:
        raise _cannot_open(path, str(error)) from error
    restored.messages = [f"{one_line(path.name)}: {remark}" for remark in restored.messages]
    return restored


def _cannot_open(path: Path, reason: str) -> SaveError:
    return SaveError(f"{one_line(path.name, 80)} cannot be opened: {reason}.")


def _why(error: OSError) -> str:
    """Return the system's reason in words."""
    if isinstance(error, FileTooLargeError):
        return f"it has {error.size / 1e6:.0f} MB, and a match never has more than {LARGEST / 1e6:.0f}"
    if isinstance(error, NotAFileError):
        return "it is not a regular file"
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return one_line(error.strerror or str(error))


def _head(path: Path) -> MatchHead | str:
    """Return what a list shows of a file, or why it cannot be opened."""
    try:
        return match_record.head(read_record(path))
    except SaveError as error:
        return str(error)


def _entry(folder: Path, file: File, fact: IndexEntry, now: float) -> MatchEntry:
    slug = file[1].removesuffix(".json")
    moment = _moment(file, fact.head.saved if fact.head else None, now)
    return MatchEntry(slug, folder, moment, fact.head, fact.reason)


def _moment(file: File, saved: float | None, now: float) -> float:
    """Return when a match was saved, for the order of the list.

    The time in the record counts, because copying changes the times of files; but no match was saved after its file
    was changed. A time in the future even so is ignored, and the match comes last: otherwise `resume` would always
    mean it.
    """
    changed = file[0] / 1e9
    moment = changed if saved is None or saved > changed + _COARSE else saved
    return moment if 0 < moment <= now + _AHEAD else 0.0


def _by_moment(entry: MatchEntry) -> tuple[float, str]:
    return entry.sort_time, entry.slug


def _named(entries: list[MatchEntry], name: str) -> MatchEntry | None:
    """Return the entry of this name: by its file first, then by the name that its player gave it."""
    folded = name.casefold()
    by_slug = (entry for entry in entries if entry.slug.casefold() == folded)
    by_name = (entry for entry in entries if entry.name.casefold() == folded)
    return next(by_slug, None) or next(by_name, None)
