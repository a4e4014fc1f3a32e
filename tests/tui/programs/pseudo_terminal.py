"""Terminals for tests: an emulator that behaves like today's, and a program in a pseudo-terminal."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyte
from pyte.screens import Char

from tests.limits import LIMIT, PACKET, until

ROOT = Path(__file__).parents[3]


class Emulator(pyte.Screen):
    """pyte's screen, deaf to private sequences it does not know; it never shows half of a wide character."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.stream = pyte.Stream(self)
        self.bells = 0

    def feed(self, data: str) -> None:
        # The line discipline of the terminal turns a line feed into a new line.
        self.stream.feed(data.replace("\n", "\r\n"))

    def bell(self, *args: Any) -> None:
        self.bells += 1

    def report_device_status(self, *args: Any, **options: Any) -> None:
        pass

    def report_device_attributes(self, *args: Any, **options: Any) -> None:
        pass

    def restore_cursor(self) -> None:  # pyte mistakes kitty's "CSI < u" for it
        pass

    def save_cursor(self) -> None:
        pass

    def select_graphic_rendition(self, *codes: int, private: bool = False, **options: Any) -> None:
        if not private:
            super().select_graphic_rendition(*codes)

    def looks(self) -> list[list[tuple[Any, ...]]]:
        """Return every cell as a person sees it."""
        return [[look(self._whole(y, x)) for x in range(self.columns)] for y in range(self.lines)]

    def place(self) -> tuple[int, int]:
        """Return where the cursor is; behind the last column it is shown on it."""
        return min(self.cursor.x, self.columns - 1), self.cursor.y

    def _whole(self, y: int, x: int) -> Char:
        """A cell; blank if it is what is left of a wide character that was overwritten by half."""
        line = self.buffer[y]
        cell = line[x]
        if not cell.data:
            is_half = x == 0 or not is_wide(line[x - 1])
        else:
            is_half = is_wide(cell) and (x + 1 == self.columns or line[x + 1].data != "")
        return cell._replace(data=" ") if is_half else cell


def is_wide(cell: Char) -> bool:
    return cell.data > "\u1100" and pyte.screens.wcwidth(cell.data[0]) == 2


def look(cell: Char) -> tuple[Any, ...]:
    """Return what is seen of a cell: on a plain space the colour and the weight of the text are not."""
    decorations = (cell.underscore, cell.strikethrough, cell.reverse)
    if cell.data == " " and not any(decorations):
        return (" ", cell.bg)
    return (cell.data, cell.bg, cell.fg, cell.bold, cell.italics, *decorations)


class Program:
    """A Python program in a pseudo-terminal of its own, as a player's shell would run it."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> None:
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            self._become(arguments, environment)
        self.written = b""
        self.screen = Emulator(*size)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.status: int | None = None
        self.resize(*size)

    def _become(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        """In the child: run the program with a predictable environment."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        # Packages of other versions than those that are installed, if the tests run with some.
        packages = [os.environ["SAMOVAR_PACKAGES"]] if "SAMOVAR_PACKAGES" in os.environ else []
        path = os.pathsep.join((*packages, str(ROOT), str(Path(__file__).parent)))
        fixed = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": path, "LANG": "C.UTF-8"}
        os.execve(sys.executable, [sys.executable, *arguments], kept | fixed | environment)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)

    def send(self, keys: str) -> None:
        self.send_bytes(keys.encode())

    def send_bytes(self, data: bytes) -> None:
        os.write(self.master, data)

    def read(self, quiet: float = 0.3, limit: float = LIMIT) -> bytes:
        """What the program writes until it has been quiet for a while: for figures, and where nothing may come."""
        before = len(self.written)
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline and self._hear(quiet):
            pass
        return self.written[before:]

    def _hear(self, seconds: float) -> bool:
        """Wait so long for the next that the program writes; whether something came."""
        if self.master < 0 or not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, PACKET)
        except OSError:  # the program has closed its side
            return False
        self.written += data
        self.screen.stream.feed(self._decoder.decode(data))
        return bool(data)

    def until(self, done: Callable[[], bool], otherwise: str) -> None:
        """Read what the program writes until something has come of it."""
        deadline = time.monotonic() + LIMIT
        while not done():
            assert time.monotonic() < deadline, f"{otherwise}:\n{self.text}"
            if not self._hear(0.1) and self.has_ended() and not self._hear(0):
                assert done(), f"{otherwise}, but it ended:\n{self.text}"

    def answers(self) -> None:
        """Wait until the program writes something."""
        before = len(self.written)
        self.until(lambda: len(self.written) > before, "it writes nothing")

    def read_until(self, mark: bytes) -> bytes:
        """What the program writes until it wrote this."""
        before = len(self.written)
        self.until(lambda: mark in self.written[before:], f"{mark!r} did not come")
        return self.written[before:]

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.screen.display)

    def shows(self, text: str) -> str:
        """Wait until these words are on the screen; returns all that is there."""
        self.until(lambda: text in self.text, f"{text!r} did not come")
        return self.text

    @contextlib.contextmanager
    def its_end(self) -> Iterator[int]:
        """The program's own end of its terminal, to look at."""
        end = os.open(os.readlink(f"/proc/{self.pid}/fd/0"), os.O_RDWR | os.O_NOCTTY)
        try:
            yield end
        finally:
            os.close(end)

    def processor_time(self) -> float:
        """Seconds of processor time used so far, by a program that runs or has ended."""
        if self.status is not None:
            return self.usage.ru_utime + self.usage.ru_stime
        ticks = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Drop the connection."""
        os.close(self.master)
        self.master = -1

    def has_ended(self) -> bool:
        """Whether the program has ended; then `status` says how."""
        if self.status is None:
            pid, status, self.usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self) -> int:
        """Wait for the end of the program, reading nothing; its status."""
        until(self.has_ended, "it is still running")
        assert self.status is not None
        return self.status

    def ends(self) -> int:
        """Read on until the program has ended; its status."""
        self.until(self.has_ended, "it is still running")
        while self._hear(0):
            pass
        return self.wait()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.master >= 0:
            os.close(self.master)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
