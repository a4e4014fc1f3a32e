"""Read every file of a player and report which cannot be used (`samovar saves check`). Change nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core.puzzles.progress import PuzzleAttempt
from core.text import count_text
from saves import lessons, settings
from saves.daily import DailyLine
from saves.errors import SaveError
from saves.history import finished
from saves.jsonl import read_lines
from saves.match_store import MatchStore, read_match
from saves.paths import DataPaths
from saves.sanitize import one_line


class Finding(msgspec.Struct, frozen=True):
    """The report on one file: sentences, and whether the file can be used."""

    label: str
    told: list[str]
    is_sound: bool


def check(paths: DataPaths) -> Iterator[Finding]:
    """Read every file as if to use it: the matches first, the newest of them before the others."""
    for entry in MatchStore(paths).entries():
        yield _match(entry.label, entry.path)
    yield from _lines(paths)
    for path, trouble in (
        (paths.lessons, lessons.LessonStore(paths).status),
        (paths.settings, settings.load(paths.settings)[1]),
    ):
        if path.exists():
            yield Finding(one_line(path.name), [trouble or "Readable."], not trouble)


def _match(label: str, path: Path) -> Finding:
    try:
        restored = read_match(path)
    except SaveError as error:
        return Finding(label, [str(error)], is_sound=False)
    how = "Opens from its log." if restored.by_log else "Opens from its saved position."
    return Finding(label, [how, *restored.messages], is_sound=True)


def _lines(paths: DataPaths) -> Iterator[Finding]:
    """Check the files that grow by lines; each line is read by itself."""
    if paths.finished.exists():
        games, trouble = finished.read(paths.finished)
        yield Finding(
            paths.finished.name, [trouble or f"It tells of {count_text(len(games), 'finished game')}."], not trouble
        )
    for path, kind in ((paths.daily, DailyLine), (paths.puzzles, PuzzleAttempt)):
        if path.exists():
            yield _lines_of(path, msgspec.json.Decoder(kind))


def _lines_of(path: Path, decoder: "msgspec.json.Decoder[Any]") -> Finding:
    try:
        lines, damaged = read_lines(path, decoder)
    except OSError as error:
        return Finding(path.name, [f"It cannot be read ({one_line(error.strerror or str(error))})."], is_sound=False)
    if damaged:
        return Finding(path.name, [f"{count_text(damaged, 'line')} of it cannot be read."], is_sound=False)
    return Finding(path.name, [f"It has {count_text(len(lines), 'line')}."], is_sound=True)
