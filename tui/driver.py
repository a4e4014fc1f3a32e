"""The drivers, which stand between Textual and the terminal: one that nothing can bring down, and a frugal one."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Iterable
from threading import Event, RLock
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from tui.hearing import MOST_COLUMNS, MOST_ROWS, Hearing
from tui.strokes import Cell, Place
from tui.thrift import Thrift

# So many events are handed to the app before it is asked whether it has dealt with them, and for so many tenths of a
# second the answer is waited for.
_MOUTHFUL, _PATIENCE = 64, 20


class Bell(Event):
    """An event that `select` hears as well."""

    def __init__(self) -> None:
        super().__init__()
        self._ear, self._clapper = os.pipe()

    def fileno(self) -> int:
        return self._ear

    def set(self) -> None:
        if not self.is_set():
            super().set()
            os.write(self._clapper, b"!")

    def clear(self) -> None:
        if self.is_set():
            os.read(self._ear, 1)
            super().clear()

    def __del__(self) -> None:
        os.close(self._ear)
        os.close(self._clapper)


class SteadyDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, which no input and no size can bring down."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._size = self._size or self._get_terminal_size()  # Textual would ask COLUMNS and LINES
        self.exit_event = self._bell = Bell()

    def run_input_thread(self) -> None:
        """Read, understand, hand over; never more than the app can digest. Asleep while nothing comes."""
        hearing = Hearing()
        undigested = 0
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno, self._bell], [], [], hearing.patience)
            if self.fileno in ready:
                try:
                    data = os.read(self.fileno, 1024)
                except OSError:
                    data = b""
                if not data:  # the line is lost: whoever guards it ends the app
                    return
                heard = hearing.feed(data)
            else:
                heard = hearing.tick()
            for event in heard:
                self.process_message(event)
                undigested += 1
                if undigested == _MOUTHFUL:
                    self._wait_until_digested()
                    undigested = 0

    def _wait_until_digested(self) -> None:
        """Hold back what comes next until the app has dealt with this: it would pile up without end.

        A key goes from the app to its screen and back; so does the question whether all is done.
        """
        done = Event()
        app = self._app
        app.call_later(lambda: app.screen.call_later(lambda: app.call_later(done.set)))
        for _ in range(_PATIENCE):
            if done.wait(0.1) or self.exit_event.is_set():
                return

    def _run_input_thread(self) -> None:
        """An error while reading is nobody's but ours: Textual would show its traceback and call it success."""
        self.run_input_thread()

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal itself says, within reason: COLUMNS and LINES may be anything, or of another window."""
        width = height = 0
        for descriptor in (self.fileno, 2):
            with contextlib.suppress(OSError):
                width, height = os.get_terminal_size(descriptor)
                break
        return min(width or 80, MOST_COLUMNS), min(height or 24, MOST_ROWS)

    def _query_in_band_window_resize(self) -> None:
        """Leave resizes to SIGWINCH, which SSH carries: in-band ones bring a mouse that counts pixels."""


class FrugalDriver(SteadyDriver):
    """The same behind a `Thrift`, with a mouse that reports clicks only."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._thrift = Thrift(*self._get_terminal_size())
        self._stale = False
        # Other threads may write too, and so may a signal handler while the main thread is writing.
        self._lock = RLock()

    def write(self, data: str) -> None:
        """Write what Textual wants, less what the terminal shows already."""
        with self._lock:
            self._send(self._known().feed(data))

    def draw(self, rows: Iterable[tuple[Place, list[Cell]]], caret: Place, marked: bool) -> None:
        """Write cells from some places on, less what the terminal shows already, and leave the cursor there."""
        with self._lock:
            self._send(self._known().draw(rows, caret, marked))

    def _send(self, output: str) -> None:
        """At once: a thread of its own, as Textual has for it, would have to be woken for every frame.

        Whoever does not read is waited for; whoever has gone is not missed here: the line is guarded elsewhere.
        """
        assert self._file is not None
        data = memoryview(output.encode(self._file.encoding, "replace"))
        with contextlib.suppress(OSError):
            while data:
                try:
                    data = data[os.write(self._file.fileno(), data) :]
                except BlockingIOError:  # somebody else who has this terminal does not want to wait for it: we do
                    select.select([], [self._file], [])

    def _known(self) -> Thrift:
        """What is known about the terminal: nothing, when it has another size or somebody else wrote on it."""
        size = self._app.size
        if self._stale or size != self._thrift.size:
            self._stale = False
            self._thrift.forget((size.width, size.height))
        return self._thrift

    def forget(self) -> None:
        """Make the next painting complete: something else may have written on the terminal."""
        self._stale = True

    def start_application_mode(self) -> None:
        """Start, or come back after a suspension: nothing is known about the terminal."""
        self.forget()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._forget_on_resize()

    def _forget_on_resize(self) -> None:
        """Terminals cut and wrap what they show when their size changes, even if it soon changes back."""
        inherited = signal.getsignal(signal.SIGWINCH)
        if not callable(inherited):
            return

        def on_resize(number: int, frame: Any) -> None:
            self.forget()
            inherited(number, frame)

        signal.signal(signal.SIGWINCH, on_resize)

    def _enable_mouse_support(self) -> None:
        """Ask for presses and releases; every motion would be a packet and a repaint."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1006l")
