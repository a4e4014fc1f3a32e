"""Exit on signals and on a lost terminal.

A thread waits for the signals, because a handler on the event loop cannot run while the loop is blocked: when a
connection stalls in the middle of a repaint, the loop is stuck behind the full queue of the writer. So the signals are
blocked before any thread starts. The thread calls `finish`, asks the app to exit, and if that takes too long it
restores the terminal without waiting for the app and ends the process.

    with handle_signals(app, finish=bot_client.stop):
        app.run()

Ctrl+C is a key while Textual runs (the terminal is raw): the app binds it to quitting. A SIGINT that comes from
outside, or before and after the app, is treated like SIGTERM, and so is SIGQUIT, because a working terminal helps the
player more than a core dump.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tui.terminal.streams import discard

if TYPE_CHECKING:
    from textual.app import App

# Seconds that the app may take to exit in good order.
EXIT_TIMEOUT = 1.5

SIGNALS = frozenset({signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT})

# With an empty handler it interrupts a thread that is stuck in a system call; by default it is ignored.
WAKE_SIGNAL = signal.SIGURG

# Everything Textual switches on, switched off. The first character ends a sequence that was cut in two;
# then come frame, colours, mouse, focus, paste, resize, wrap, kitty's keys, the alternate screen, the cursor.
RESTORE_SEQUENCE = (
    b"\x18\x1b[?2026l\x1b[m\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"
    b"\x1b[?1004l\x1b[?2004l\x1b[?2048l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)


@contextlib.contextmanager
def handle_signals(app: App[Any], finish: Callable[[], object], patience: float = EXIT_TIMEOUT) -> Iterator[None]:
    """End the app in good order on a lost terminal, SIGTERM, SIGINT or SIGQUIT: in the main thread, around `app.run()`.

    `finish` is called in another thread, once, before the app is asked to exit: it ends what would outlive the app.
    After such an end `SystemExit` is raised with 128 and the number of the signal, as shells report it.
    """
    watch = _SignalThread(app, finish, patience)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    nudged = signal.signal(WAKE_SIGNAL, lambda *_: None)
    watch.start()
    try:
        yield
    except BaseException:
        watch.terminal.restore()  # the error has kept the app from doing so
        raise
    finally:
        caught = watch.stop()
        if caught is None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            signal.signal(WAKE_SIGNAL, nudged)
    if caught is not None:
        # The signals stay blocked and the deadline stays set, because leaving the interpreter could hang as well.
        _flush_or_drop()
        raise SystemExit(128 + caught)


def _flush_or_drop() -> None:
    """Drop output that a lost terminal does not take, because Python would fail on it at its end."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                discard(stream.fileno())


class _SignalThread:
    """The thread that waits for the signals and ends the app when one comes."""

    def __init__(self, app: App[Any], finish: Callable[[], object], patience: float) -> None:
        self._app = app
        self._finish = finish
        self._timeout = patience
        self.terminal = _Terminal()
        self._caught: int | None = None
        self._over = threading.Event()  # the app has ended
        self._exit_message = threading.Lock()
        self._thread = threading.Thread(target=self._wait, name="line", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> int | None:
        """Stop waiting, because the app has ended. Return the signal that ended it, if one did."""
        with self._exit_message:
            self._over.set()
        if self._caught is None:
            os.kill(os.getpid(), signal.SIGTERM)  # blocked everywhere, so that only our thread can take it
            self._thread.join()
        return self._caught

    def _wait(self) -> None:
        number = signal.sigwait(SIGNALS)
        if self._over.is_set():  # the signal of stop()
            return
        self._caught = number
        deadline = threading.Timer(self._timeout, self._force_exit)
        deadline.daemon = True
        deadline.start()
        with contextlib.suppress(Exception):  # the app must end whatever goes wrong there
            self._finish()
        self._ask_to_exit(128 + number)

    def _ask_to_exit(self, code: int) -> None:
        """Ask the app to exit, and ask again until it runs and has ended."""
        while not self._over.wait(0.05):
            if self._app.is_running:
                self._app.exit(return_code=code)

    def _force_exit(self) -> None:
        """End the process after the deadline: the loop is stuck behind a stalled connection, or exiting hangs."""
        # Restoring wakes the threads that were stuck; none of them may end the process before the terminal is restored.
        with self._exit_message:
            if not self._over.is_set():
                self.terminal.silence()
                self.terminal.restore()
            os._exit(128 + (self._caught or 0))


class _Terminal:
    """The terminal of the app, with the modes it had before."""

    def __init__(self) -> None:
        self._path: str | None = None
        self._modes: list[Any] | None = None
        # Textual reads standard input and paints on standard error.
        with contextlib.suppress(OSError, termios.error):
            self._modes = termios.tcgetattr(0)
            self._path = os.ttyname(2)

    def silence(self) -> None:
        """Discard what Textual's writer writes from now on."""
        if self._path is not None:
            discard(2)

    def restore(self, limit: float = 0.3) -> None:
        """Make the terminal usable again if it is still there; wait for it at most `limit` seconds."""
        if self._path is None:
            return
        # A background process may set the modes of a terminal only while SIGTTOU is blocked.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        with contextlib.suppress(OSError, termios.error):
            # A descriptor of our own, because making it non-blocking must not change the one that the shell shares.
            terminal = os.open(self._path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
            self._write(terminal, limit)
            if self._modes is not None:
                termios.tcsetattr(terminal, termios.TCSANOW, self._modes)

    def _write(self, terminal: int, limit: float) -> None:
        """Write the whole sequence or nothing; discard unread output of the last frames to make room.

        The writer may be stuck in the middle of a frame, and blocks all others from the terminal until it is woken.
        """
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            with contextlib.suppress(BlockingIOError):
                if os.write(terminal, RESTORE_SEQUENCE) == len(RESTORE_SEQUENCE):
                    return
            _interrupt_threads()
            time.sleep(0.01)
            termios.tcflush(terminal, termios.TCOFLUSH)


def _interrupt_threads() -> None:
    for thread in threading.enumerate():
        if thread.ident is not None:
            signal.pthread_kill(thread.ident, WAKE_SIGNAL)
