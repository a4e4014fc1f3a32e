"""Fork processes of `samovar` from one that has loaded everything, because the tests need dozens.

    process = prefork.start(["club", "list"], {"SAMOVAR_CLUB": address})

Each is a process of its own, with its own pipes, environment and end; only what Python does before our first line of
code is shared. The program itself, from its very start, is tested elsewhere (`tests/tui/test_program.py`).
"""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache

from tests.conftest import ROOT
from tests.limits import LIMIT

#: What a guest in plain mode needs.
LOADED = (
    "tui.cli.main",
    "tui.club.command",
    "tui.club.plain",
    "saves.club.database.sqlite",
    "saves.club.database.postgres",
)


class Process:
    """A forked process, as `subprocess.Popen` would show it."""

    def __init__(self, pid: int, stdin: int, stdout: int, status: int) -> None:
        self.pid = pid
        self.stdin = open(stdin, "wb")  # noqa: SIM115
        self.stdout = open(stdout, "rb", buffering=0)  # noqa: SIM115
        self.returncode: int | None = None
        self._status = status

    def wait(self) -> int:
        """Return the exit code, also of a process that was killed."""
        code = self.poll(LIMIT)
        assert code is not None, "it is still running"
        return code

    def poll(self, seconds: float = 0.0) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], seconds)[0]:
            told = os.read(self._status, 16)
            os.close(self._status)
            self.returncode = int(told) if told else -signal.SIGKILL
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(words: Sequence[str], environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """`samovar WORDS`, with nobody at its keyboard, to its end."""
    with tempfile.TemporaryFile() as complaints:
        process = start(words, environment, complaints.fileno())
        process.stdin.close()
        told = process.stdout.read().decode()
        process.stdout.close()
        code = process.wait()
        complaints.seek(0)
        return subprocess.CompletedProcess(words, code, told, complaints.read().decode())


def start(words: Sequence[str], environment: dict[str, str], stderr: int | None = None) -> Process:
    """Begin `samovar WORDS` with nothing but this added to our own environment; errors go where lines go, or here."""
    line = _parent()
    (stdin, typing), (reading, stdout), (status, telling) = os.pipe(), os.pipe(), os.pipe()
    question = json.dumps([list(words), {**os.environ, **environment}]).encode()
    socket.send_fds(line, [len(question).to_bytes(4, "big")], [stdin, stdout, stderr or stdout, telling])
    line.sendall(question)
    for given in (stdin, stdout, telling):
        os.close(given)
    return Process(int.from_bytes(line.recv(4), "big"), typing, reading, status)


@cache
def _parent() -> socket.socket:
    """The process that all others come from; it ends when this one does."""
    ours, theirs = socket.socketpair()
    subprocess.Popen(
        [sys.executable, "-m", "tests.tui.club.prefork", str(theirs.fileno())], cwd=ROOT, pass_fds=[theirs.fileno()]
    )
    theirs.close()
    return ours


def _serve(line: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    while True:
        size, descriptors, _, _ = socket.recv_fds(line, 4, 4)
        if not size:
            return
        question = b""
        while len(question) < int.from_bytes(size, "big"):
            question += line.recv(65536)
        pid = os.fork()
        if not pid:
            line.close()
            _become(*json.loads(question), *descriptors)
        line.sendall(pid.to_bytes(4, "big"))
        for descriptor in descriptors:
            os.close(descriptor)


def _become(words: list[str], environment: dict[str, str], stdin: int, stdout: int, stderr: int, telling: int) -> None:
    """Run `samovar` in the child, and report how it ended."""
    from tui.cli.main import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for ours, theirs in ((0, stdin), (1, stdout), (2, stderr)):
        os.dup2(theirs, ours)
        os.close(theirs)
    os.environ.clear()
    os.environ.update(environment)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    code: object = 1
    try:
        main(words)
    except SystemExit as end:
        code = end.code
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os.write(telling, str(code or 0).encode())
    os._exit(0)


if __name__ == "__main__":
    from importlib import import_module

    for name in LOADED:
        import_module(name)
    _serve(socket.socket(fileno=int(sys.argv[1])))
