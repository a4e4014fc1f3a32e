"""One window of a browser, and the guest's process behind it, which waits for a while when the line is lost."""

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.public_keys import fingerprint
from saves.sanitize import one_line
from tui.club.friend_line import take_seat
from tui.server.guest_processes import REFUSED, GuestProcesses, make_task
from tui.server.guest_session import AdmissionError, stay_text
from tui.server.idle_timer import IdleTimer
from tui.server.web.line_channel import LineChannel

if TYPE_CHECKING:
    from tui.server.ssh_server import SshServer

#: The seconds for which the process of a lost line waits for its window.
RETURN_SECONDS = 30.0
_ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}


class WebSession:
    """One terminal in a browser. It is counted as a connection as long as its process runs."""

    #: How far it has come with signing in: it has shown its key.
    progress = 1
    is_member = True

    def __init__(self, door: "SshServer", key: str, address: str, block: str, on_end: Callable[[], None]) -> None:
        self._server = door
        self.key, self.address, self.block = key, address, block
        self.member = ""
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._processes = GuestProcesses(door)
        self._channel = LineChannel(self, self._wait_for_return)
        self._idle = IdleTimer(door.limits.idle_minutes, self.end)
        self._waiting: asyncio.TimerHandle | None = None
        self._exit_message = ""
        self._is_ending = False
        self._task: asyncio.Task[None] | None = None

    # The window

    def start(self, member: str, words: str | None, has_screen: bool, width: int, height: int) -> socket.socket:
        """Begin with the guest's process; return the window's end of its terminal. An OSError: there is none."""
        self.member = member
        self._processes.open_terminal(self._channel, width, height)
        end = self._channel.attach(is_back=False)
        self._task = asyncio.create_task(self._serve(words, has_screen))
        return end

    def go_on(self, width: int, height: int) -> socket.socket:
        """Return another end of the terminal, for the window that has come back; everything is painted again."""
        self._stop_waiting()
        end = self._channel.attach(is_back=True)
        self.resize(width, height)
        self._processes.send(signal.SIGWINCH)
        return end

    def resize(self, width: int, height: int) -> None:
        self._processes.resize(width, height)

    @property
    def is_waiting(self) -> bool:
        """Whether the line is lost, and the process waits for its window."""
        return self._waiting is not None

    async def end_waiting(self) -> None:
        """Wait no longer."""
        self._stop_waiting()
        self._hang_up()
        if self._task is not None:
            await self._task

    def _wait_for_return(self) -> None:
        self._waiting = self._loop.call_later(RETURN_SECONDS, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _hang_up(self) -> None:
        """End the process as a terminal that is hung up does."""
        self._waiting = None
        self._processes.close()
        self._processes.stop(signal.SIGHUP)

    # Bytes of the window

    def feed(self, data: bytes) -> None:
        self._idle.touch()
        self._processes.feed(data)

    def pause(self) -> None:
        self._processes.pause()

    def resume(self) -> None:
        self._processes.resume()

    # The process

    async def _serve(self, words: str | None, has_screen: bool) -> None:
        door, began = self._server, time.monotonic()
        code = REFUSED
        try:
            home = door.paths.home(await door.call_club(door.authenticator.folder, self.member))
            door.log.write(f"{self.member} came in a browser from {self.address} ({fingerprint(self.key)})")
            self._idle.start()
            environment = _ENVIRONMENT if has_screen else {**_ENVIRONMENT, "TERM": "dumb"}
            task = make_task(door, "guest", self.member, str(home), self.key, words, True, environment)
            code = await self._processes.run(task)
            door.log.write(f"{self.member} left after {stay_text(time.monotonic() - began)}, code {code}")
        except ClubError as error:
            door.log.write(f"the club is away: {error}")
            self._exit_message = "The club cannot be reached right now; try again later."
        finally:
            self._leave()

    def _leave(self) -> None:
        self._idle.stop()
        self._stop_waiting()
        if self._exit_message:
            self._channel.write(f"{one_line(self._exit_message)}\r\n".encode())
        self._processes.close()
        self._channel.finish()
        self._loop.call_later(self._server.timeouts.ending, self._channel.close)
        self._on_end()

    @property
    def pid(self) -> int:
        return self._processes.pid

    def notify(self, sentence: str) -> None:
        self._processes.notify(sentence)

    def end(self, sentence: str) -> None:
        if self._is_ending:
            return
        self._is_ending = True
        self._exit_message = sentence
        self._processes.stop(signal.SIGTERM)
        self._loop.call_later(2 * self._server.timeouts.ending, self.disconnect)

    def disconnect(self) -> None:
        """Drop the line, whatever has not been read."""
        self._channel.close()
        self._hang_up()


async def find_words(door: "SshServer", code: str, member: str) -> str | None:
    """Let a member who comes by a friend's line sit down; return the command that leads there."""
    if not code:
        return None
    with contextlib.suppress(ClubRefusedError):
        return f"club join {await door.call_club(take_seat, door.club, code, member)}"
    raise AdmissionError("This link leads to no seat any more. Ask your friend for another one.")
