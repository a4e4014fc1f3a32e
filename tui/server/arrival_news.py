"""What a member is told on arrival: the operator's message, and keys that were added since the last visit.

Each key is told of the others once, so that whoever adds one does not hide it by coming first.
"""

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec

from saves import files
from saves.club.errors import ClubError
from saves.club.public_keys import fingerprint
from saves.club.store import Club
from saves.quota import Quota
from saves.sanitize import one_line
from tui.server.prefork.protocol import ProcessTask
from tui.server.unbuffered_input import LineTooLongError, read_line

#: The most bytes of the file of known keys.
_LARGEST = 64 * 1024


def tell_news(task: ProcessTask, waits: bool, quota: Quota | None, open_club: Callable[[str], Club]) -> None:
    """Print what is new, and wait until it was read if a screen follows; note that it was told."""
    message, keys = _OperatorMessage(task), _Keys(task, open_club)
    lines = [*message.lines, *keys.lines]
    for line in lines:
        print(one_line(line))
    if lines and waits:
        print("Press Enter.", end="", flush=True)
        with contextlib.suppress(LineTooLongError, OSError):
            read_line(task.line_letters)  # not sys.stdin, which would read ahead and could not be configured again
    with contextlib.suppress(OSError):
        message.note(quota)
        keys.note(quota)


class _OperatorMessage:
    """The message, told once, and again when it has changed."""

    def __init__(self, task: ProcessTask) -> None:
        self._path = Path(task.home) / "motd-seen"
        self._digest = hashlib.sha256(task.motd.encode()).hexdigest().encode() if task.motd else b""
        seen = b""
        with contextlib.suppress(OSError):
            seen = files.read_bytes(self._path)
        self._is_new = seen != self._digest and bool(task.motd)
        self.lines = task.motd.splitlines() if self._is_new else []

    def note(self, quota: Quota | None) -> None:
        if self._is_new:
            files.write_atomic(self._path, self._digest, quota)


class _Keys:
    """The member's keys that this key has not been told of."""

    def __init__(self, task: ProcessTask, open_club: Callable[[str], Club]) -> None:
        self._path = Path(task.home) / "known-keys"
        #: The fingerprints that each key knows, by its own.
        self._known: dict[str, list[str]] = {}
        with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError):
            self._known = msgspec.json.decode(files.read_bytes(self._path, _LARGEST), type=dict[str, list[str]])
        self._own = fingerprint(task.key) if task.key else ""
        keys: tuple[str, ...] = ()
        with contextlib.suppress(ClubError), open_club(task.club) as club:  # whoever comes finds out that it is away
            found = club.member(task.member)
            keys = found.keys if found is not None else ()
        self._all = [fingerprint(key) for key in keys]
        told = self._known.get(self._own, self._all)
        self.lines = [
            f"A new key logs you in: {key.split()[0]}, {fingerprint(key)}. Not yours? Remove it: keys remove {number}"
            for number, key in enumerate(keys, 1)
            if fingerprint(key) not in told
        ]

    def note(self, quota: Quota | None) -> None:
        if self._all and self._known.get(self._own) != self._all:
            known = {own: told for own, told in self._known.items() if own in self._all or not own}
            files.write_atomic(self._path, msgspec.json.encode({**known, self._own: self._all}), quota)
