"""The file of a player's progress in the lessons, and of the kinds of decisions that the player has met.

lessons = LessonStore(paths)
lessons.progress_of("mezen", "first-game")    # a LessonProgress: the step, the moves up to it, whether it is done
trouble = lessons.save_bookmark("mezen", "first-game", guide.bookmark)    # after every step; a sentence on failure
lessons.is_new("mezen", "announce")           # whether this kind of decision comes up for the first time
"""

import threading

import msgspec

from core.lessons.guide import Bookmark
from saves import player_file
from saves.paths import DataPaths

_WHAT = "lessons"
#: Held while the file is read or written.
_write_lock = threading.Lock()


class LessonProgress(msgspec.Struct):
    """The progress in one lesson: the step and moves to go on from, and whether it was ever finished."""

    step: int = 0
    moves: list[str] = []
    done: bool = False


class _ProgressFile(msgspec.Struct):
    """The content of the file: lessons and kinds of decisions, by game."""

    lessons: dict[str, dict[str, LessonProgress]] = {}
    met: dict[str, list[str]] = {}


class LessonStore:
    """The file of a player's progress, read when the store is made."""

    def __init__(self, paths: DataPaths) -> None:
        self._path = paths.lessons
        self._quota = paths.quota
        with _write_lock:
            self._progress, self.status = player_file.load(self._path, _ProgressFile, _WHAT)

    def progress_of(self, game: str, lesson: str) -> LessonProgress:
        return self._progress.lessons.get(game, {}).get(lesson, LessonProgress())

    def has_started(self, game: str) -> bool:
        """Whether any lesson of a game was ever begun."""
        return bool(self._progress.lessons.get(game))

    def save_bookmark(self, game: str, lesson: str, mark: Bookmark) -> str:
        """Store where a lesson goes on; return a sentence when that failed."""
        done = self.progress_of(game, lesson).done
        return self._put(game, lesson, LessonProgress(mark.step, mark.moves, done))

    def mark_done(self, game: str, lesson: str) -> str:
        """Mark a lesson as finished; the next time it begins anew."""
        return self._put(game, lesson, LessonProgress(done=True))

    def _put(self, game: str, lesson: str, reached: LessonProgress) -> str:
        with _write_lock:
            self._read_again()
            self._progress.lessons.setdefault(game, {})[lesson] = reached
            return player_file.save(self._path, self._progress, _WHAT, self._quota)

    def is_new(self, game: str, kind: str) -> bool:
        return kind not in self._progress.met.get(game, [])

    def mark_seen(self, game: str, kind: str) -> None:
        """Mark a kind of decision as met. A thread writes it, so that no screen waits for the disk.

        At worst the kind is explained once more.
        """
        self._progress.met.setdefault(game, []).append(kind)
        _write_lock.acquire()  # the thread releases it, so that the next reader sees what it has written
        threading.Thread(target=self._write_met, args=(game, kind)).start()

    def _write_met(self, game: str, kind: str) -> None:
        try:
            newest, trouble = player_file.load(self._path, _ProgressFile, _WHAT)
            progress = self._progress if trouble else newest
            met = progress.met.setdefault(game, [])
            if kind not in met:
                met.append(kind)
            self._progress = progress  # only now, because `is_new` may be called meanwhile and must stay false
            player_file.save(self._path, progress, _WHAT, self._quota)
        finally:
            _write_lock.release()

    def _read_again(self) -> None:
        """Reload the file, because another process may have written it."""
        newest, trouble = player_file.load(self._path, _ProgressFile, _WHAT)
        if not trouble:
            self._progress = newest
