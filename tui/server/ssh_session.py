"""One session of a guest: from the request for a terminal to the exit code."""

import asyncio
import contextlib
import signal
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

import asyncssh

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import take_seat
from tui.server.auth import LINK, SshConnection
from tui.server.guest_processes import REFUSED, GuestProcesses, make_task
from tui.server.guest_session import AdmissionError, stay_text
from tui.server.idle_timer import IdleTimer
from tui.server.prefork.protocol import Kind, ProcessTask
from tui.server.registration import YES

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

TermSize = tuple[int, int, int, int]
#: How often somebody new may choose a name that cannot be theirs.
_TRIES = 5


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
        self._processes = GuestProcesses(door)
        self._exit_message = ""
        self._is_ending = False
        self._is_gone = False
        self._loop = asyncio.get_running_loop()
        self._idle = IdleTimer(door.limits.idle_minutes, self.end)
        self._task: asyncio.Task[None] | None = None

    @property
    def key(self) -> str:
        return self.connection.key

    @property
    def is_member(self) -> bool:
        return self.connection.is_member

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: TermSize, term_modes: Mapping[int, int]) -> bool:
        self._is_terminal = True
        self._term = term_type
        self._size = (term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._processes.resize(width, height)

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._words = command
        return True

    def session_started(self) -> None:
        self._server.on_session_started(self)
        self.connection.on_session_started()
        with contextlib.suppress(OSError):  # the host has no terminal to spare: `_serve` says so
            if self._is_terminal:
                self._processes.open_terminal(self._channel, *self._size)
            else:
                self._processes.open_pipes(self._channel, asyncssh.EXTENDED_DATA_STDERR)
        self._task = asyncio.create_task(self._serve())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._idle.touch()
        self._processes.feed(data)

    def eof_received(self) -> bool:
        self._processes.end_input()
        return True  # the output of the guest's process is still sent

    def break_received(self, msec: int) -> bool:
        self._processes.send(signal.SIGINT)
        return True

    def signal_received(self, signal: str) -> None:
        if signal in ("INT", "TERM", "HUP"):
            self._processes.send(_SIGNALS[signal])

    def pause_writing(self) -> None:
        self._processes.pause()

    def resume_writing(self) -> None:
        self._processes.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the processes as a terminal that is hung up does."""
        self._is_gone = True
        self.connection.on_channel_closed()
        self._processes.close()
        self._processes.stop(signal.SIGHUP)

    # Serving the request

    async def _serve(self) -> None:
        code = REFUSED
        try:
            if not self._processes.is_open:
                raise AdmissionError("The server is full; try again later.")
            code = await self._receive()
        except (AdmissionError, ClubRefusedError) as refusal:
            self._server.log.write(f"{self._label} was turned away: {refusal}")
            self._exit_message = str(refusal)
        except ClubError as error:
            self._server.log.write(f"the club is away: {error}")
            self._exit_message = "The club cannot be reached right now; try again later."
        finally:
            self._idle.stop()
            self._leave(code)
            self._server.on_session_ended(self)
            self.connection.on_session_ended()

    async def _receive(self) -> int:
        """Run what the guest came for; return its exit code."""
        connection, door = self.connection, self._server
        door.check_capacity(self)
        if not connection.is_member and connection.sessions > 1:  # it has one of the strangers' places
            raise AdmissionError("Your name comes first: answer the question in the other session.")
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
        self._idle.start()
        code = await self._run("guest", str(home))
        door.log.write(f"{self.member} left after {stay_text(time.monotonic() - began)}, code {code}")
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
        name = await door.newcomers.register(wanted, connection.newcomer)
        connection.become_member()
        return name

    async def _choose_name(self) -> str:
        """Ask whether the name is right; who comes by a friend's line chooses one. Empty when there is none."""
        if not self.connection.join_code:
            return self.connection.user_name if await self._run("usher") == YES else ""
        for _ in range(_TRIES):
            if await self._run("usher") != YES:
                return ""
            name = self._processes.answer
            if not (refusal := await self._server.call_club(self._server.authenticator.new_name_refusal, name)):
                return name
            self._say(refusal)
        return ""

    def _end_question(self) -> None:
        self.end(f"The question waits for {self._server.limits.question_seconds:g} seconds; come again when you like.")

    # Processes

    async def _run(self, kind: Kind, home: str = "") -> int:
        """Run a process of this kind until it has ended."""
        return REFUSED if self._is_gone else await self._processes.run(self._task_for(kind, home))

    def _task_for(self, kind: Kind, home: str) -> ProcessTask:
        given = {name: value for name, value in self._channel.get_environment().items() if name != "TERM"}
        return make_task(
            self._server,
            kind,
            self.member or ("" if self.connection.join_code else self.connection.user_name),
            home,
            self.connection.key,
            self._words,
            self._is_terminal,
            {**given, "TERM": self._term or "dumb"},
        )

    @property
    def pid(self) -> int:
        return self._processes.pid

    # Leaving

    def notify(self, sentence: str) -> None:
        """Tell the guest something: on a screen by its own process, which alone knows what is on it; else as a line."""
        if not self._is_terminal:
            self._say(sentence)
        else:
            self._processes.notify(sentence)

    def end(self, sentence: str) -> None:
        """End this session from outside, with the reason; a guest who does not read it has to go as well."""
        if self._is_ending:
            return
        self._is_ending = True
        self._exit_message = sentence
        self._processes.stop(signal.SIGTERM)
        self._loop.call_later(2 * self._server.timeouts.ending, self._abort)

    def _abort(self) -> None:
        """Drop whatever the guest has not read, and the channel."""
        if not self._is_gone:
            self._processes.close()
            self._channel.abort()

    def _leave(self, code: int) -> None:
        if self._exit_message:
            self._say(self._exit_message)
        if not self._is_gone:
            self._processes.close()
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


_SIGNALS = {"INT": signal.SIGINT, "TERM": signal.SIGTERM, "HUP": signal.SIGHUP}
