"""The processes behind one terminal of a guest, one after the other: perhaps a registration first, then the guest's."""

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import socket
import struct
import termios
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.server.environment import filter_environment
from tui.server.prefork.client import Child
from tui.server.prefork.protocol import Kind, ProcessTask
from tui.server.pty_bridge import Channel, PtyBridge

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

REFUSED = 1
_MOST_CELLS = 1000
#: The most bytes of a name that a process has asked for.
_LONGEST_NAME = 200


class GuestProcesses:
    """A terminal or three pipes, the process that has them, and the bytes between them and a channel."""

    def __init__(self, door: "SshServer") -> None:
        self._server = door
        self._bridge: PtyBridge | None = None
        self._ends: list[int] = []
        self._master = -1
        self._child: Child | None = None
        self._control: socket.socket | None = None
        self._is_closed = False
        self._loop = asyncio.get_running_loop()
        #: What the last process but the guest's has sent before it ended.
        self.answer = ""

    # The ends, which stay open until the guest's process has begun

    @property
    def is_open(self) -> bool:
        return self._bridge is not None

    def open_terminal(self, channel: Channel, width: int, height: int) -> None:
        self._master, end = pty.openpty()
        self._ends = [end]
        self.resize(width, height)
        self._bridge = PtyBridge(channel, self._master, {self._master: None}, True)

    def open_pipes(self, channel: Channel, errors_number: int) -> None:
        """Open pipes; standard error has a number of its own on the channel."""
        their_input, into = os.pipe()
        out, their_output = os.pipe()
        errors, their_errors = os.pipe()
        self._ends = [their_input, their_output, their_errors]
        self._bridge = PtyBridge(channel, into, {out: None, errors: errors_number}, False)

    def resize(self, width: int, height: int) -> None:
        if self._master < 0 or self._is_closed:
            return
        columns, rows = (min(max(0, size), _MOST_CELLS) for size in (width, height))
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def close(self) -> None:
        """Close all ends, as a terminal that is hung up does."""
        self._is_closed = True
        if self._bridge is not None:
            self._bridge.close()
        self._close_ends()

    def _close_ends(self) -> None:
        for descriptor in self._ends:
            os.close(descriptor)
        self._ends = []

    # Bytes

    def feed(self, data: bytes) -> None:
        if self._bridge is not None:
            self._bridge.feed(data)

    def end_input(self) -> None:
        if self._bridge is not None:
            self._bridge.end()

    def pause(self) -> None:
        """Stop reading from the process, because the guest does not read fast enough."""
        if self._bridge is not None:
            self._bridge.pause()

    def resume(self) -> None:
        if self._bridge is not None:
            self._bridge.resume()

    # The process

    async def run(self, task: ProcessTask) -> int:
        """Run a process for this task until it has ended; return its exit code."""
        if self._is_closed or self._bridge is None:
            return REFUSED
        ours, theirs = socket.socketpair()
        with theirs:
            ends = (self._ends * 3)[:3]
            self._child = self._server.prefork.fork(task, [*ends, theirs.fileno()])
        is_guest = task.kind == "guest"
        if is_guest:
            self._server.listen(ours, task.member)
            self._control = ours
            self._close_ends()
        try:
            code = await self._child.ended
            if is_guest:
                await self._bridge.idle_since.wait()
            else:
                self.answer = _received(ours)
        finally:
            self._control = None
            self._server.disconnect_all(ours)
        return code

    @property
    def pid(self) -> int:
        """The process; 0 when there is none now."""
        return 0 if self._child is None or self._child.ended.done() else self._child.pid

    def send(self, number: int) -> None:
        """Send the process a signal."""
        if self._child is not None:
            self._child.send(number)

    def stop(self, number: int) -> None:
        """Ask the process to end, and kill it if it does not."""
        if self._child is not None and not self._child.ended.done():
            self._child.send(number)
            self._loop.call_later(self._server.timeouts.ending, self._child.send, signal.SIGKILL)

    def notify(self, sentence: str) -> None:
        """Let the guest's process tell something, which alone knows what is on the screen."""
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"{sentence}\n".encode())


def make_task(
    door: "SshServer",
    kind: Kind,
    member: str,
    home: str,
    key: str,
    words: str | None,
    is_terminal: bool,
    environment: Mapping[str, str],
) -> ProcessTask:
    """Return the task of a guest's process, with what the operator allows it."""
    limits = door.limits
    return ProcessTask(
        kind,
        member,
        home,
        door.club_address,
        words,
        is_terminal,
        filter_environment(environment),
        door.motd,
        limits.disk_megabytes,
        limits.tables,
        limits.table_lines,
        limits.line_letters,
        limits.keys_a_member,
        limits.memory_megabytes,
        limits.invitations,
        limits.away_days,
        door.notices_an_hour,
        door.friend_forms,
        key,
    )


def _received(line: socket.socket) -> str:
    """Return what a process has sent before it ended."""
    line.setblocking(False)
    with contextlib.suppress(OSError):
        return line.recv(_LONGEST_NAME).decode("utf-8", "replace")
    return ""
