"""How far a player has come in learning: lessons begun and done, and which kinds of decisions they have met.

learning = Learning(folders)
learning.reached("mezen", "first-game")           # a Reached: the step, the moves that lead there, whether it is done
trouble = learning.keep("mezen", "first-game", guide.bookmark)  # after every step; a sentence when the disk refused
learning.is_new("mezen", "announce")               # whether this kind of decision comes up for the first time
"""

import threading

import msgspec

from core.lessons.guide import Bookmark
from saves import player_file
from saves.paths import DataPaths

_WHAT = "lessons"
#: Whoever has it may read or write the file.
_write_lock = threading.Lock()


class LessonProgress(msgspec.Struct):
    """One lesson: where it goes on, and whether it was ever finished."""

    step: int = 0
    moves: list[str] = []
    done: bool = False


class _ProgressFile(msgspec.Struct):
    """The whole file; lessons and kinds of decisions by game."""

    lessons: dict[str, dict[str, LessonProgress]] = {}
    met: dict[str, list[str]] = {}


class LessonStore:
    """The file of what was learnt, read when it is first asked."""

    def __init__(self, paths: DataPaths) -> None:
        self._path = paths.lessons
        with _write_lock:
            self._progress, self.status = player_file.load(self._path, _ProgressFile, _WHAT)

    def progress_of(self, game: str, lesson: str) -> LessonProgress:
        return self._progress.lessons.get(game, {}).get(lesson, LessonProgress())

    def has_started(self, game: str) -> bool:
        """Whether any lesson of a game was ever begun."""
        return bool(self._progress.lessons.get(game))

    def save_bookmark(self, game: str, lesson: str, mark: Bookmark) -> str:
        """Remember where a lesson goes on; a sentence when that failed."""
        done = self.progress_of(game, lesson).done
        return self._put(game, lesson, LessonProgress(mark.step, mark.moves, done))

    def mark_done(self, game: str, lesson: str) -> str:
        """A lesson is finished; the next time it begins anew."""
        return self._put(game, lesson, LessonProgress(done=True))

    def _put(self, game: str, lesson: str, reached: LessonProgress) -> str:
        with _write_lock:
            self._read_again()
            self._progress.lessons.setdefault(game, {})[lesson] = reached
            return player_file.save(self._path, self._progress, _WHAT)

    def is_new(self, game: str, kind: str) -> bool:
        return kind not in self._progress.met.get(game, [])

    def mark_seen(self, game: str, kind: str) -> None:
        """A kind of decision has come up. No screen waits until that is written: at worst it is told once more."""
        self._progress.met.setdefault(game, []).append(kind)
        _write_lock.acquire()  # for the thread, so that whoever asks next sees what it has written
        threading.Thread(target=self._write_met, args=(game, kind)).start()

    def _write_met(self, game: str, kind: str) -> None:
        try:
            newest, trouble = player_file.load(self._path, _ProgressFile, _WHAT)
            progress = self._progress if trouble else newest
            met = progress.met.setdefault(game, [])
            if kind not in met:
                met.append(kind)
            self._progress = progress  # only now: who asks meanwhile must not hear that it is new
            player_file.save(self._path, progress, _WHAT)
        finally:
            _write_lock.release()

    def _read_again(self) -> None:
        """Another window may have learnt something meanwhile."""
        newest, trouble = player_file.load(self._path, _ProgressFile, _WHAT)
        if not trouble:
            self._progress = newest
