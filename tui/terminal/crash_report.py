"""Write the traceback of an unforeseen error to a file, and make the sentence for the player."""

import os
import traceback
from datetime import datetime
from pathlib import Path

from core import __version__
from saves.guest import is_guest
from saves.paths import make_private

_FOR_GUESTS = (
    "Samovar stumbled and had to stop; matches are saved after every move. The operator has a report of what happened."
)


def write_crash_report(error: BaseException | None, logs: Path) -> str:
    """Write the traceback into the folder of logs; return the sentence for the player."""
    path = logs / f"trouble-{datetime.now():%Y-%m-%d-%H%M%S-%f}.log"
    lines = [f"Samovar {__version__}\n", *(traceback.format_exception(error) if error else [])]
    try:
        make_private(logs)
        _write_private(path, "".join(lines))
    except OSError as refusal:
        if is_guest():
            return _FOR_GUESTS
        return (
            "Samovar had to stop because of an internal error; matches are saved after every move."
            f" The report could not be written ({refusal.strerror or refusal})."
        )
    if is_guest():
        return _FOR_GUESTS
    return (
        f"Samovar had to stop because of an internal error; matches are saved after every move. The report is in {path}"
    )


def _write_private(path: Path, text: str) -> None:
    """Write a new file that only the player can read, whatever the umask: a traceback may name people and folders."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", -1, "utf-8", "replace") as file:
        os.chmod(path, 0o600)
        file.write(text)
