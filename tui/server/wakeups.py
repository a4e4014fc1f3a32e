"""Wake the processes of guests: one thread of the server polls the club for all of them."""

import asyncio
import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable

from saves.club.errors import ClubError
from saves.club.poller import ChangePoller
from saves.club.store import Club

#: Seconds that the thread waits at once, and that it pauses while the club is away.
_STRETCH, _PAUSE = 0.5, 1.0
#: The most bytes of a table's name.
_LONGEST = 64
_RING = b"!"


class WakeupSocket:
    """The guest's side: wait until the server has news of a table."""

    def __init__(self, hand_over: Callable[[socket.socket], object], table: str) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            hand_over(theirs)
        self._line.sendall(f"{table}\n".encode())

    def wait(self, seconds: float) -> bool:
        if not select.select([self._line], [], [], seconds)[0]:
            return False
        if not self._line.recv(4096):
            raise ClubError("The server has stopped.")
        return True

    def close(self) -> None:
        self._line.close()


class WakeupServer:
    """The server's side: poll the club in a thread, and send a byte to all who wait for a changed table."""

    def __init__(self, club: Club, emit: Callable[[str], None]) -> None:
        self._print = emit
        self._loop = asyncio.get_running_loop()
        self._poller = ChangePoller(club)
        self._sockets: dict[str, set[socket.socket]] = {}
        self._is_open = True
        self._thread = threading.Thread(target=self._look, name="wakeups", daemon=True)
        self._thread.start()

    def attach(self, line: socket.socket) -> None:
        """Take the socket of a guest, who will name on it the table to wait for."""
        line.setblocking(False)
        self._loop.add_reader(line, self._name, line)

    def _name(self, line: socket.socket) -> None:
        try:
            said = line.recv(_LONGEST)
        except OSError:
            said = b""
        self._loop.remove_reader(line)
        if not said.endswith(b"\n"):
            line.close()
            return
        table = said.decode("ascii", "replace").strip()
        self._sockets.setdefault(table, set()).add(line)
        self._poller.add(table)
        self._loop.add_reader(line, self._let_go, line, table)

    def _let_go(self, line: socket.socket, table: str) -> None:
        """Forget a guest who has closed the socket; nothing else ever comes on it."""
        self._loop.remove_reader(line)
        line.close()
        self._sockets[table].discard(line)
        if not self._sockets[table]:
            del self._sockets[table]
            self._poller.remove(table)

    def _look(self) -> None:
        """Poll in the thread."""
        away = False
        while self._is_open:
            try:
                news = self._poller.wait(_STRETCH)
                if away:
                    self._loop.call_soon_threadsafe(self._print, "the club is back")
                away = False
            except ClubError as error:
                if not away:
                    self._loop.call_soon_threadsafe(self._print, f"the club is away: {error}")
                away, news = True, list(self._sockets)  # all guests are woken, and find it out themselves
                time.sleep(_PAUSE)
            if news:
                with contextlib.suppress(RuntimeError):  # the server has closed meanwhile
                    self._loop.call_soon_threadsafe(self._wake, news)
        self._poller.close()

    def _wake(self, tables: list[str]) -> None:
        for table in tables:
            for line in self._sockets.get(table, ()):
                with contextlib.suppress(OSError):  # the buffer is full: the guest has not read the last wakeups
                    line.send(_RING)

    def close(self) -> None:
        self._is_open = False
        self._thread.join(2 * _PAUSE)
