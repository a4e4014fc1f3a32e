"""One session of a guest: from the request for a terminal to the exit code."""

import asyncio
import contextlib
import fcntl
import os
import pty
import signal
import socket
import struct
import termios
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

import asyncssh

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import line_refusal, take_seat
from tui.server.auth import LINK, SshConnection
from tui.server.environment import filter_environment
from tui.server.prefork.client import Child
from tui.server.prefork.protocol import Kind, ProcessTask
from tui.server.pty_bridge import PtyBridge
from tui.server.registration import YES

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

TermSize = tuple[int, int, int, int]
REFUSED = 1
_MOST_CELLS = 1000
#: How often somebody new may choose a name that cannot be theirs, and the most bytes of one.
_TRIES, _LONGEST_NAME = 5, 200


class AdmissionError(Exception):
    """A guest cannot be admitted now; its text is a sentence."""


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel of an SSH connection, and the processes behind it: perhaps a registration first, then the guest's."""

    def __init__(self, door: "SshServer", connection: SshConnection) -> None:
        self._server = door
        self.connection = connection
        #: The member, once it is known.
        self.member = ""
        self._size = (80, 24)
        self._term = ""
        self._is_terminal = False
        self._words: str | None = None
        self._bridge: PtyBridge | None = None
        self._ends: list[int] = []
        self._master = -1
        self._child: Child | None = None
        self._control: socket.socket | None = None
        self._exit_message = ""
        self._is_ending = False
        self._is_gone = False
        self._loop = asyncio.get_running_loop()
        #: When something was typed last, by the clock of the loop.
        self._heard = self._loop.time()
        self._task: asyncio.Task[None] | None = None
        #: The name that somebody new has chosen.
        self._answer = ""

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: TermSize, term_modes: Mapping[int, int]) -> bool:
        self._is_terminal = True
        self._term = term_type
        self._size = (term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        self._resize()

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._words = command
        return True

    def session_started(self) -> None:
        self._server.on_session_started(self)
        with contextlib.suppress(OSError):  # the host has no terminal to spare: `_serve` says so
            self._open_ends()
        self._task = asyncio.create_task(self._serve())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._heard = self._loop.time()
        if self._bridge is not None:
            self._bridge.feed(data)

    def eof_received(self) -> bool:
        if self._bridge is not None:
            self._bridge.end()
        return True  # the output of the guest's process is still sent

    def break_received(self, msec: int) -> bool:
        self._signal(signal.SIGINT)
        return True

    def signal_received(self, signal: str) -> None:
        if signal in ("INT", "TERM", "HUP"):
            self._signal(_SIGNALS[signal])

    def pause_writing(self) -> None:
        if self._bridge is not None:
            self._bridge.pause()

    def resume_writing(self) -> None:
        if self._bridge is not None:
            self._bridge.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the processes as a terminal that is hung up does."""
        self._is_gone = True
        self.connection.on_channel_closed()
        if self._bridge is not None:
            self._bridge.close()
        self._close_ends()
        self._end_child(signal.SIGHUP)

    # Serving the request

    async def _serve(self) -> None:
        code = REFUSED
        try:
            if self._bridge is None:
                raise AdmissionError("The server is full; try again later.")
            code = await self._receive()
        except (AdmissionError, ClubRefusedError) as refusal:
            self._server.log.write(f"{self._label} was turned away: {refusal}")
            self._exit_message = str(refusal)
        except ClubError as error:
            self._server.log.write(f"the club is away: {error}")
            self._exit_message = "The club cannot be reached right now; try again later."
        finally:
            self._leave(code)
            self._server.on_session_ended(self)

    async def _receive(self) -> int:
        """Run what the guest came for; return its exit code."""
        connection, door = self.connection, self._server
        door.check_capacity(self)
        if self._words is not None and len(self._words) > door.limits.line_letters:
            raise AdmissionError(f"A line has at most {door.limits.line_letters} letters.")
        standing = await door.call_club(door.authenticator.key_status, connection.key, connection.user_name)
        if connection.user_name == LINK:
            return await self._add_key(standing.owner)
        if standing.is_barred or (connection.is_member and not standing.owner):
            raise AdmissionError("You are no longer a member of this club.")
        self.member = standing.owner or await self._become_member()
        if not self.member:
            return REFUSED
        if connection.join_code:
            table = await door.call_club(take_seat, door.club, connection.join_code, self.member)
            self._words = f"club join {table}"
        door.check_capacity(self)
        door.log.write(f"{self.member} came from {connection.address} ({fingerprint(connection.key)})")
        began = time.monotonic()
        home = door.paths.home(await door.call_club(door.authenticator.folder, self.member))
        self._watch_idleness()
        code = await self._run("guest", str(home))
        door.log.write(f"{self.member} left after {_minutes(time.monotonic() - began)}, code {code}")
        return code

    async def _add_key(self, owner: str) -> int:
        if owner:
            raise AdmissionError(f"This key already logs you in as {owner}.")
        if not self._words:
            raise AdmissionError("Add the link code: ssh link@ and this host, then the code from keys link.")
        name = await self._server.call_club(self._server.authenticator.use_link_code, self._words, self.connection.key)
        self._server.log.write(
            f"{name} has one more key from {self.connection.address} ({fingerprint(self.connection.key)})"
        )
        self._say(f"From now on, this key logs you in as {name}.", None)
        return 0

    async def _become_member(self) -> str:
        """Ask a new user whether the name is right, and register it; return an empty name when it is not."""
        connection, door = self.connection, self._server
        asking = self._loop.call_later(door.limits.question_seconds, self._end_question)
        try:
            wanted = await self._choose_name()
        finally:
            asking.cancel()
        if not wanted:
            return ""
        if refusal := door.registration_rate.refusal(connection.block, connection.address):
            raise AdmissionError(refusal)
        if connection.join_code and (refusal := await door.call_club(line_refusal, door.club, connection.join_code)):
            raise AdmissionError(refusal)  # somebody else has come by it meanwhile
        name = await door.call_club(door.authenticator.join, wanted, connection.key)
        door.registration_rate.add(connection.block)
        connection.become_member()
        door.log.write(f"{name} is a new member from {connection.address} ({fingerprint(connection.key)})")
        return name

    async def _choose_name(self) -> str:
        """Ask whether the name is right; who comes by a friend's line chooses one. Empty when there is none."""
        if not self.connection.join_code:
            return self.connection.user_name if await self._run("usher") == YES else ""
        for _ in range(_TRIES):
            if await self._run("usher") != YES:
                return ""
            name = self._answer
            if not (refusal := await self._server.call_club(self._server.authenticator.new_name_refusal, name)):
                return name
            self._say(refusal)
        return ""

    def _end_question(self) -> None:
        self.end(f"The question waits for {self._server.limits.question_seconds:g} seconds; come again when you like.")

    # Processes

    def _open_ends(self) -> None:
        """Open a terminal, or pipes; the processes' ends stay open until the last process has begun."""
        if self._is_terminal:
            self._master, end = pty.openpty()
            self._ends = [end]
            self._resize()
            self._bridge = PtyBridge(self._channel, self._master, {self._master: None}, True)
            return
        their_input, into = os.pipe()
        out, their_output = os.pipe()
        errors, their_errors = os.pipe()
        self._ends = [their_input, their_output, their_errors]
        outputs = {out: None, errors: asyncssh.EXTENDED_DATA_STDERR}
        self._bridge = PtyBridge(self._channel, into, outputs, False)

    def _close_ends(self) -> None:
        for descriptor in self._ends:
            os.close(descriptor)
        self._ends = []

    async def _run(self, kind: Kind, home: str = "") -> int:
        """Run a process of this kind until it has ended."""
        if self._is_gone or self._bridge is None:
            return REFUSED
        ours, theirs = socket.socketpair()
        with theirs:
            ends = (self._ends * 3)[:3]
            self._child = self._server.prefork.fork(self._task_for(kind, home), [*ends, theirs.fileno()])
        if kind == "guest":
            self._server.listen(ours, self.member)
            self._control = ours
            self._close_ends()
        try:
            code = await self._child.ended
            if kind == "guest":
                await self._bridge.idle_since.wait()
            else:
                self._answer = _received(ours)
        finally:
            self._control = None
            self._server.disconnect_all(ours)
        return code

    def _task_for(self, kind: Kind, home: str) -> ProcessTask:
        door, limits = self._server, self._server.limits
        given = {name: value for name, value in self._channel.get_environment().items() if name != "TERM"}
        environment = filter_environment({**given, "TERM": self._term or "dumb"})
        return ProcessTask(
            kind,
            self.member or ("" if self.connection.join_code else self.connection.user_name),
            home,
            door.club_address,
            self._words,
            self._is_terminal,
            environment,
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
            door.ssh_form,
        )

    def _resize(self) -> None:
        if self._ends or self._bridge is not None:
            width, height = (min(max(0, size), _MOST_CELLS) for size in self._size)
            with contextlib.suppress(OSError):
                fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    @property
    def pid(self) -> int:
        """The guest's process; 0 when there is none now."""
        return 0 if self._child is None or self._child.ended.done() else self._child.pid

    def _signal(self, number: int) -> None:
        if self._child is not None:
            self._child.send(number)

    def _end_child(self, number: int) -> None:
        """Ask the process to end, and kill it if it does not."""
        if self._child is not None and not self._child.ended.done():
            self._child.send(number)
            self._loop.call_later(self._server.timeouts.ending, self._child.send, signal.SIGKILL)

    # Leaving

    def notify(self, sentence: str) -> None:
        """Tell the guest something: on a screen by its own process, which alone knows what is on it; else as a line."""
        if not self._is_terminal:
            self._say(sentence)
        elif self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"{sentence}\n".encode())

    def end(self, sentence: str) -> None:
        """End this session from outside, with the reason; a guest who does not read it has to go as well."""
        if self._is_ending:
            return
        self._is_ending = True
        self._exit_message = sentence
        self._end_child(signal.SIGTERM)
        self._loop.call_later(2 * self._server.timeouts.ending, self._abort)

    def _abort(self) -> None:
        """Drop whatever the guest has not read, and the channel."""
        if not self._is_gone:
            if self._bridge is not None:
                self._bridge.close()
            self._channel.abort()

    def _watch_idleness(self) -> None:
        minutes = self._server.limits.idle_minutes
        left = self._heard + minutes * 60 - self._loop.time()
        if self._is_gone or (self._task is not None and self._task.done()):
            return
        if left <= 0:
            self.end(
                f"No key was pressed for {minutes:g} min, so the server ended the connection; every move is saved."
            )
        else:
            self._loop.call_later(left, self._watch_idleness)

    def _leave(self, code: int) -> None:
        if self._exit_message:
            self._say(self._exit_message)
        if self._bridge is not None and not self._is_gone:
            self._bridge.close()
        self._close_ends()
        with contextlib.suppress(OSError):
            self._channel.exit(code & 0xFF if code >= 0 else 128 - code)

    def _say(self, sentence: str, where: int | None = asyncssh.EXTENDED_DATA_STDERR) -> None:
        """Write a line to the guest; on a terminal there is no separate standard error."""
        end = "\r\n" if self._is_terminal else "\n"
        with contextlib.suppress(OSError):
            self._channel.write(f"{one_line(sentence)}{end}".encode(), None if self._is_terminal else where)

    @property
    def _label(self) -> str:
        return f"{self.member or self.connection.name_for_log} from {self.connection.address}"


def _received(line: socket.socket) -> str:
    """Return what a process has sent before it ended."""
    line.setblocking(False)
    with contextlib.suppress(OSError):
        return line.recv(_LONGEST_NAME).decode("utf-8", "replace")
    return ""


_SIGNALS = {"INT": signal.SIGINT, "TERM": signal.SIGTERM, "HUP": signal.SIGHUP}


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"
