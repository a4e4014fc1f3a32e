"""Drivers between Textual and the terminal: one that withstands any input, one that also sends only what changed."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from asyncio import TimerHandle
from collections.abc import Callable, Iterable, Iterator
from threading import RLock
from typing import Any

from textual.message import Message

from tui.terminal.ansi_writer import Cell, CellPosition
from tui.terminal.input_parser import MOST_COLUMNS, MOST_ROWS, InputParser
from tui.terminal.screen_diff import ScreenDiff
from tui.terminal.textual_compat import TextualDriver

# The number of events that the app gets before it must confirm that it has handled them, and the seconds for which
# that is waited for.
_MAX_PENDING, _ACK_TIMEOUT = 64, 2.0


class SteadyDriver(TextualDriver):
    """Textual's driver for Linux and macOS, made to withstand any input and any window size."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._parser = InputParser()
        #: The number of events since the app last confirmed that it has handled them.
        self._pending = 0
        #: Events that were read and not posted yet.
        self._paused_events: Iterator[Message] | None = None
        #: The call that follows when no more input comes.
        self._timer: TimerHandle | None = None

    # Input is read on the app's own loop, because through another thread a key would wait twice for a processor

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self.is_started:
            self._listen()

    def disable_input(self) -> None:
        self._stop_reading()
        self._paused_events = None
        super().disable_input()

    def _listen(self) -> None:
        self.loop.add_reader(self.fileno, self._read)

    def _stop_reading(self) -> None:
        """Stop reading input, and cancel the timer."""
        self.loop.remove_reader(self.fileno)
        self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _read(self) -> None:
        try:
            data = os.read(self.fileno, 1024)
        except BlockingIOError:  # another process made this terminal non-blocking, and read the input
            return
        except OSError:
            data = b""
        if data:
            self._post_events(self._parser.feed(data))
        else:
            self._stop_reading()
            os.kill(os.getpid(), signal.SIGHUP)  # the terminal is lost, and a wrapper may have swallowed the signal

    def _post_events(self, heard: Iterator[Message]) -> None:
        """Post events to the app until it must confirm them; further input then waits in the terminal."""
        self._stop_timer()
        for event in heard:
            self.process_message(event)
            self._pending += 1
            if self._pending == _MAX_PENDING:
                self._pause_events(heard)
                return
        if (patience := self._parser.timeout) is not None:
            self._timer = self.loop.call_later(patience, lambda: self._post_events(self._parser.flush()))

    def _pause_events(self, heard: Iterator[Message]) -> None:
        """Wait until the app has handled its events, because more would pile up without end.

        A key goes from the app to its screen and back, and so does this confirmation.
        """
        self._stop_reading()
        self._pending, self._paused_events = 0, heard
        self._timer = self.loop.call_later(_ACK_TIMEOUT, self._resume_events)
        app = self.app
        app.call_later(lambda: app.screen.call_later(lambda: app.call_later(self._resume_events)))

    def _resume_events(self) -> None:
        heard, self._paused_events = self._paused_events, None
        if heard is not None:
            self._listen()
            self._post_events(heard)

    def send_message(self, message: Message) -> None:
        self.app.post_message(message)

    # The window

    def window_size(self) -> tuple[int, int]:
        """Return the size the terminal reports, within limits: COLUMNS and LINES may be wrong, or of another window."""
        width = height = 0
        for descriptor in (self.fileno, 2):
            with contextlib.suppress(OSError):
                width, height = os.get_terminal_size(descriptor)
                break
        return min(width or 80, MOST_COLUMNS), min(height or 24, MOST_ROWS)

    def call_on_loop(self, do: Callable[[], None]) -> None:
        """Handle SIGTSTP and SIGCONT (also sent when the terminal is lost) on the loop, between two frames."""
        with contextlib.suppress(RuntimeError):  # the app and its loop have ended
            self.loop.call_soon_threadsafe(do)


class FrugalDriver(SteadyDriver):
    """A SteadyDriver that writes through a ScreenDiff, with a mouse that reports clicks only."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._diff = ScreenDiff(*self.window_size())
        self._needs_full_redraw = False
        # Other threads may write too, and a signal handler may while the main thread is writing.
        self._lock = RLock()

    def write(self, data: str) -> None:
        """Write Textual's output, without what the terminal shows already."""
        with self._lock:
            self._send(self._current_diff().feed(data))

    def draw(self, rows: Iterable[tuple[CellPosition, list[Cell]]], caret: CellPosition, marked: bool) -> None:
        """Write cells at given positions, without what the terminal shows already, and leave the cursor at `caret`."""
        with self._lock:
            self._send(self._current_diff().draw(rows, caret, marked))

    def _send(self, output: str) -> None:
        """Write at once, because Textual's writer thread would have to be woken for every frame.

        Block while the terminal is full; ignore a lost one, because `shutdown` handles that.
        """
        data = memoryview(output.encode(self.output.encoding, "replace"))
        with contextlib.suppress(OSError):
            while data:
                try:
                    data = data[os.write(self.output.fileno(), data) :]
                except BlockingIOError:  # another process made this terminal non-blocking: wait here
                    select.select([], [self.output], [])

    def _current_diff(self) -> ScreenDiff:
        """Return the diff; forget all cells first if the size has changed or another program may have written."""
        size = self.app.size
        if self._needs_full_redraw or size != self._diff.size:
            self._needs_full_redraw = False
            self._diff.invalidate((size.width, size.height))
        return self._diff

    def invalidate(self) -> None:
        """Make the next frame complete, because something else may have written on the terminal."""
        self._needs_full_redraw = True

    def start_application_mode(self) -> None:
        """Start, or come back after a suspension, when nothing is known about the terminal."""
        self.invalidate()
        super().start_application_mode()
        self.stop_writer_thread()
        self._forget_on_resize()

    def _forget_on_resize(self) -> None:
        """Invalidate on every resize, as terminals cut and wrap what they show, even if the old size comes back."""
        inherited = signal.getsignal(signal.SIGWINCH)
        if not callable(inherited):
            return

        def on_resize(number: int, frame: Any) -> None:
            self.invalidate()
            inherited(number, frame)

        signal.signal(signal.SIGWINCH, on_resize)

    def switch_mouse(self, on: bool) -> None:
        """Ask for presses and releases; every motion would be a packet and a repaint."""
        if self.has_mouse:
            self.write("\x1b[?1000h\x1b[?1006h" if on else "\x1b[?1000l\x1b[?1006l")
