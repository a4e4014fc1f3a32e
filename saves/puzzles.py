"""The puzzles that a player has tried, one JSON line a try: whatever is known of them follows from these.

tries = read(folders.puzzles)             # every try, oldest first; a line that cannot be read spoils no other
trouble = add(folders.puzzles, each)      # a sentence when the disk refused, or ""
"""

from pathlib import Path

import msgspec

from core.puzzles.progress import PuzzleAttempt
from saves.files import append_line
from saves.jsonl import read_lines
from saves.sanitize import one_line

#: No try was made before or after these years; days are counted from it, and a calendar has an end.
_YEARS = range(2000, 3000)

_decoder = msgspec.json.Decoder(PuzzleAttempt)


def read(path: Path) -> list[PuzzleAttempt]:
    """Every try that is kept."""
    try:
        tries, _ = read_lines(path, _decoder)
    except OSError:
        return []
    return [each for each in tries if each.when.year in _YEARS]


def add(path: Path, each: PuzzleAttempt) -> str:
    """Keep a try at once; a sentence when that failed."""
    try:
        append_line(path, msgspec.json.encode(each))
    except OSError as error:
        return f"This try could not be kept ({one_line(error.strerror or str(error))})."
    return ""
