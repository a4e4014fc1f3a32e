"""The drivers, which stand between Textual and the terminal: one that nothing can bring down, and a frugal one."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from asyncio import TimerHandle
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import Any

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tui.terminal.ansi_writer import Cell, CellPosition
from tui.terminal.input_parser import MOST_COLUMNS, MOST_ROWS, InputParser
from tui.terminal.screen_diff import ScreenDiff

# So many events are handed to the app before it is asked whether it has dealt with them, and for so many seconds the
# answer is waited for.
_MAX_PENDING, _ACK_TIMEOUT = 64, 2.0


class SteadyDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, which no input and no size can bring down."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._size = self._size or self._get_terminal_size()  # Textual would ask COLUMNS and LINES
        self._parser = InputParser()
        #: How many events the app has got since it was last asked whether it has dealt with them.
        self._pending = 0
        #: What was heard and not handed over yet.
        self._paused_events: Iterator[Message] | None = None
        #: What is to be done after a while of silence.
        self._timer: TimerHandle | None = None

    # Input: the app's own loop listens, since a key would have to wait twice for a processor behind another thread

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is not None:
            self._listen()

    def disable_input(self) -> None:
        self._stop_reading()
        self._paused_events = None
        super().disable_input()

    def _run_input_thread(self) -> None:
        """Nothing: Textual's thread for this ends as soon as it begins."""

    def _listen(self) -> None:
        self._loop.add_reader(self.fileno, self._read)

    def _stop_reading(self) -> None:
        """Hear nothing, and let silence mean nothing."""
        self._loop.remove_reader(self.fileno)
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _read(self) -> None:
        try:
            data = os.read(self.fileno, 1024)
        except BlockingIOError:  # somebody else who has this terminal does not want to wait, and was faster
            return
        except OSError:
            data = b""
        if data:
            self._post_events(self._parser.feed(data))
        else:
            self._stop_reading()
            os.kill(os.getpid(), signal.SIGHUP)  # the line is lost, and a wrapper may have kept that from us

    def _post_events(self, heard: Iterator[Message]) -> None:
        """Give the app what was heard, never more than it can digest; then the rest waits in the terminal."""
        self._stop_timer()
        for event in heard:
            self.process_message(event)
            self._pending += 1
            if self._pending == _MAX_PENDING:
                self._pause_events(heard)
                return
        if (patience := self._parser.timeout) is not None:
            self._timer = self._loop.call_later(patience, lambda: self._post_events(self._parser.flush()))

    def _pause_events(self, heard: Iterator[Message]) -> None:
        """Wait until the app has dealt with what it got: more would pile up without end.

        A key goes from the app to its screen and back; so does the question whether all is done.
        """
        self._stop_reading()
        self._pending, self._paused_events = 0, heard
        self._timer = self._loop.call_later(_ACK_TIMEOUT, self._resume_events)
        app = self._app
        app.call_later(lambda: app.screen.call_later(lambda: app.call_later(self._resume_events)))

    def _resume_events(self) -> None:
        heard, self._paused_events = self._paused_events, None
        if heard is not None:
            self._listen()
            self._post_events(heard)

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    # The window

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal itself says, within reason: COLUMNS and LINES may be anything, or of another window."""
        width = height = 0
        for descriptor in (self.fileno, 2):
            with contextlib.suppress(OSError):
                width, height = os.get_terminal_size(descriptor)
                break
        return min(width or 80, MOST_COLUMNS), min(height or 24, MOST_ROWS)

    # Stopped and continued (a lost line tells us to continue, too): a signal may come in the middle of a painting

    def _sigtstp_application(self, *_: Any) -> None:
        self._call_on_loop(super()._sigtstp_application)

    def _sigcont_application(self, *_: Any) -> None:
        self._call_on_loop(super()._sigcont_application)

    def _call_on_loop(self, do: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the app has ended, and its loop with it
            self._loop.call_soon_threadsafe(do)

    def _query_in_band_window_resize(self) -> None:
        """Leave resizes to SIGWINCH, which SSH carries: in-band ones bring a mouse that counts pixels."""


class FrugalDriver(SteadyDriver):
    """The same behind a `Thrift`, with a mouse that reports clicks only."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._diff = ScreenDiff(*self._get_terminal_size())
        self._needs_full_redraw = False
        # Other threads may write too, and so may a signal handler while the main thread is writing.
        self._lock = RLock()

    def write(self, data: str) -> None:
        """Write what Textual wants, less what the terminal shows already."""
        with self._lock:
            self._send(self._current_diff().feed(data))

    def draw(self, rows: Iterable[tuple[CellPosition, list[Cell]]], caret: CellPosition, marked: bool) -> None:
        """Write cells from some places on, less what the terminal shows already, and leave the cursor there."""
        with self._lock:
            self._send(self._current_diff().draw(rows, caret, marked))

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

    def _current_diff(self) -> ScreenDiff:
        """What is known about the terminal: nothing, when it has another size or somebody else wrote on it."""
        size = self._app.size
        if self._needs_full_redraw or size != self._diff.size:
            self._needs_full_redraw = False
            self._diff.invalidate((size.width, size.height))
        return self._diff

    def invalidate(self) -> None:
        """Make the next painting complete: something else may have written on the terminal."""
        self._needs_full_redraw = True

    def start_application_mode(self) -> None:
        """Start, or come back after a suspension: nothing is known about the terminal."""
        self.invalidate()
        super().start_application_mode()
        if self._writer_thread is not None:
            self._writer_thread.stop()  # nobody writes through it
        self._forget_on_resize()

    def _forget_on_resize(self) -> None:
        """Terminals cut and wrap what they show when their size changes, even if it soon changes back."""
        inherited = signal.getsignal(signal.SIGWINCH)
        if not callable(inherited):
            return

        def on_resize(number: int, frame: Any) -> None:
            self.invalidate()
            inherited(number, frame)

        signal.signal(signal.SIGWINCH, on_resize)

    def _enable_mouse_support(self) -> None:
        """Ask for presses and releases; every motion would be a packet and a repaint."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1006l")
