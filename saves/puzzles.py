"""The file of a player's puzzle attempts, one JSON line each; all else about puzzles is computed from these.

attempts = read(paths.puzzles)            # every attempt, oldest first; unreadable lines are skipped
trouble = add(paths.puzzles, attempt)     # a sentence when the disk refused, or ""
"""

from pathlib import Path

import msgspec

from core.puzzles.progress import PuzzleAttempt
from saves.files import append_line
from saves.jsonl import read_lines
from saves.quota import Quota
from saves.sanitize import one_line

#: The years of possible attempts: days are computed from the time, and a calendar has an end.
_YEARS = range(2000, 3000)

_decoder = msgspec.json.Decoder(PuzzleAttempt)


def read(path: Path) -> list[PuzzleAttempt]:
    """Return every stored attempt."""
    try:
        tries, _ = read_lines(path, _decoder)
    except OSError:
        return []
    return [each for each in tries if each.when.year in _YEARS]


def add(path: Path, each: PuzzleAttempt, quota: Quota | None = None) -> str:
    """Append an attempt; return a sentence when that failed."""
    try:
        append_line(path, msgspec.json.encode(each), quota)
    except OSError as error:
        return f"This attempt could not be saved ({one_line(error.strerror or str(error))})."
    return ""
