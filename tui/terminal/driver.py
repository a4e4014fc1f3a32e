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

from tui.terminal.ansi_writer import Cell, Place
from tui.terminal.input_parser import MOST_COLUMNS, MOST_ROWS, Hearing
from tui.terminal.screen_diff import Thrift

# So many events are handed to the app before it is asked whether it has dealt with them, and for so many seconds the
# answer is waited for.
_MOUTHFUL, _PATIENCE = 64, 2.0


class SteadyDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, which no input and no size can bring down."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._size = self._size or self._get_terminal_size()  # Textual would ask COLUMNS and LINES
        self._hearing = Hearing()
        #: How many events the app has got since it was last asked whether it has dealt with them.
        self._undigested = 0
        #: What was heard and not handed over yet.
        self._held_back: Iterator[Message] | None = None
        #: What is to be done after a while of silence.
        self._timer: TimerHandle | None = None

    # Input: the app's own loop listens, since a key would have to wait twice for a processor behind another thread

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is not None:
            self._listen()

    def disable_input(self) -> None:
        self._turn_away()
        self._held_back = None
        super().disable_input()

    def _run_input_thread(self) -> None:
        """Nothing: Textual's thread for this ends as soon as it begins."""

    def _listen(self) -> None:
        self._loop.add_reader(self.fileno, self._read)

    def _turn_away(self) -> None:
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
            self._hand_over(self._hearing.feed(data))
        else:
            self._turn_away()
            os.kill(os.getpid(), signal.SIGHUP)  # the line is lost, and a wrapper may have kept that from us

    def _hand_over(self, heard: Iterator[Message]) -> None:
        """Give the app what was heard, never more than it can digest; then the rest waits in the terminal."""
        self._stop_timer()
        for event in heard:
            self.process_message(event)
            self._undigested += 1
            if self._undigested == _MOUTHFUL:
                self._hold_back(heard)
                return
        if (patience := self._hearing.patience) is not None:
            self._timer = self._loop.call_later(patience, lambda: self._hand_over(self._hearing.tick()))

    def _hold_back(self, heard: Iterator[Message]) -> None:
        """Wait until the app has dealt with what it got: more would pile up without end.

        A key goes from the app to its screen and back; so does the question whether all is done.
        """
        self._turn_away()
        self._undigested, self._held_back = 0, heard
        self._timer = self._loop.call_later(_PATIENCE, self._go_on)
        app = self._app
        app.call_later(lambda: app.screen.call_later(lambda: app.call_later(self._go_on)))

    def _go_on(self) -> None:
        heard, self._held_back = self._held_back, None
        if heard is not None:
            self._listen()
            self._hand_over(heard)

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
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: Any) -> None:
        self._soon(super()._sigcont_application)

    def _soon(self, do: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the app has ended, and its loop with it
            self._loop.call_soon_threadsafe(do)

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
