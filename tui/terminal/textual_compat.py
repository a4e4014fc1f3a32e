"""Everything that Samovar uses of Textual and Textual does not document, each behind a name of ours.

Textual may rename any of it in any version. `missing_names` looks whether all of it is there; if something is not,
`is_supported` is false and the app goes on with Textual's own driver and painting, which send more and answer later.
No other module uses such a name, which `tests/tui/terminal/test_textual_compat.py` looks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, TextIO

from textual.app import App
from textual.driver import Driver
from textual.geometry import Region
from textual.keys import Keys
from textual.screen import Screen
from textual.widget import Widget

try:
    from textual.drivers.linux_driver import LinuxDriver
except ImportError:  # then `is_supported` is false, and the class below is never used
    LinuxDriver = Driver  # type: ignore[assignment,misc]

#: The names that must be there, by where they belong: attributes and methods of a class, or names in a module.
NEEDED = {
    "textual.app:App": (
        *("_batch_count", "_check_bindings", "_close_messages_no_wait", "_closed", "_driver", "_exception"),
        *("_exception_event", "_exit", "_handle_exception", "_refresh_truecolor_filter", "_return_code"),
        "_sync_available",
    ),
    "textual.screen:Screen": ("_compositor", "_dirty_widgets", "_layout_required", "_repaint_required"),
    "textual._compositor:Compositor": ("size", "visible_widgets"),
    "textual.drivers.linux_driver:LinuxDriver": (
        *("_app", "_disable_mouse_support", "_enable_mouse_support", "_file", "_get_terminal_size", "_key_thread"),
        *("_loop", "_mouse", "_query_in_band_window_resize", "_run_input_thread", "_sigcont_application"),
        *("_sigtstp_application", "_size", "_writer_thread", "fileno", "process_message", "send_message"),
    ),
    "textual._ansi_sequences": ("ANSI_SEQUENCES_KEYS",),
}


@cache
def missing_names() -> tuple[str, ...]:
    """Return the names that this version of Textual does not have."""
    return tuple(f"{place}.{name}" for place, names in NEEDED.items() for name in names if not _has(place, name))


def is_supported() -> bool:
    """Whether this version of Textual has every name that our driver and our painting need."""
    return not missing_names()


def _has(place: str, name: str) -> bool:
    module, _, owner = place.partition(":")
    try:
        found = import_module(module)
        return _has_attribute(getattr(found, owner), name) if owner else hasattr(found, name)
    except (ImportError, AttributeError):
        return False


def _has_attribute(owner: type, name: str) -> bool:
    """Whether a class has an attribute, or its objects get it when they are made."""
    makers = (vars(base).get("__init__") for base in owner.__mro__)
    codes = (getattr(maker, "__code__", None) for maker in makers)
    return hasattr(owner, name) or any(name in code.co_names for code in codes if code is not None)


# --- The app -----------------------------------------------------------------------------------------------


def is_exiting(app: App[Any]) -> bool:
    """Whether an app has been told to end; a version of Textual that does not tell ends it by itself."""
    return bool(getattr(app, "_exit", False))


class TextualApp(App[None]):
    """Textual's app, with names of ours for what it does not document."""

    def report_error(self, error: Exception) -> None:
        """Report an error that nothing has handled; called once, before the app ends because of it."""

    def end_with_error(self, error: Exception) -> None:
        """Report an error that nothing has handled, and end the app."""
        if not is_supported():
            if not is_exiting(self):
                self.report_error(error)
                self.exit(return_code=1)
            return
        if self._exception is None:
            self._exception = error  # tests raise it again
            self._exception_event.set()
            self._exit = True
            self.report_error(error)
            self._close_messages_no_wait()
        self._return_code = 1

    def _handle_exception(self, error: Exception) -> None:
        """Take an error that no handler of Textual's has caught."""
        self.end_with_error(error)

    def set_first_theme(self, name: str) -> None:
        """Set a theme before Textual starts, because it would parse all its styles again for a later one."""
        if not is_supported():
            self.theme = name
            return
        self.set_reactive(App.theme, name)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self._refresh_truecolor_filter(self.ansi_theme)

    @property
    def native_colours_theme(self) -> str:
        """The name of Textual's theme that leaves every colour to the terminal: it was renamed once."""
        return "ansi-dark" if "ansi-dark" in self.available_themes else "textual-ansi"

    async def run_bound_key(self, key: str) -> bool:
        """Run at once what a key is bound to; return False when Textual must do so."""
        if is_supported():
            await self._check_bindings(key)
        return is_supported()


# --- Painting ----------------------------------------------------------------------------------------------


def driver_of(screen: Screen[Any]) -> Driver | None:
    """Return the driver, if a screen's rows can be drawn without Textual now: it has nothing of its own to draw."""
    app = screen.app
    if not is_supported() or screen is not app.screen or not app.is_running or app._closed or app._batch_count:
        return None
    if screen._layout_required or screen._repaint_required or screen._dirty_widgets:
        return None
    if screen._compositor.size != app.size:  # the window was resized, and Textual has not laid it out yet
        return None
    return app._driver


def shown_regions(screen: Screen[Any]) -> Mapping[Widget, tuple[Region, Region]]:
    """Return where each widget is in the window, and which part of it is seen."""
    return screen._compositor.visible_widgets


def has_frame_marks(app: App[Any]) -> bool:
    """Whether the terminal draws what is between two marks at once."""
    return app._sync_available


@cache
def mend_styles_cache() -> None:
    """Mend, once a process, a cache that makes Textual keep the rows that its last thousand widgets drew.

    It caches the colours behind a widget not only by the colours asked for, but also by the widget's rows, on which
    they do not depend (the method calls that argument `cls`). That was half a megabyte a match. A version of Textual
    without that cache needs no mending.
    """
    try:
        styles_cache = import_module("textual._styles_cache").StylesCache
        colours = partial(styles_cache.get_inner_outer.__wrapped__, styles_cache)
    except (ImportError, AttributeError):
        return
    styles_cache.get_inner_outer = staticmethod(lru_cache(maxsize=1024)(colours))


# --- The terminal ------------------------------------------------------------------------------------------


@cache
def odd_keys() -> Mapping[str, tuple[str, ...] | str]:
    """Return what sequences of older terminals mean: names of keys, or a typed character."""
    try:
        table = import_module("textual._ansi_sequences").ANSI_SEQUENCES_KEYS
    except (ImportError, AttributeError):
        return {}
    return {
        sequence: keys if isinstance(keys, str) else tuple(key.value for key in keys if key is not Keys.Ignore)
        for sequence, keys in table.items()
        if isinstance(keys, str | tuple)
    }


class TextualDriver(LinuxDriver):
    """Textual's driver for Linux and macOS, with names of ours for what it does not document."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._size = self._size or self.window_size()  # Textual would use COLUMNS and LINES

    @property
    def app(self) -> App[Any]:
        return self._app

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    @property
    def output(self) -> TextIO:
        """The file that is written to."""
        assert self._file is not None
        return self._file

    @property
    def has_mouse(self) -> bool:
        """Whether the app listens to a mouse."""
        return self._mouse

    @property
    def is_started(self) -> bool:
        """Whether the terminal is ours: a program in the background is stopped before it gets so far."""
        return self._key_thread is not None

    def window_size(self) -> tuple[int, int]:
        """Return the columns and rows of the window."""
        return super()._get_terminal_size()

    def switch_mouse(self, on: bool) -> None:
        """Have the terminal report the mouse, or no longer."""
        if on:
            super()._enable_mouse_support()
        else:
            super()._disable_mouse_support()

    def call_on_loop(self, do: Callable[[], None]) -> None:
        """Run a handler of signals, which may have come while a frame is drawn."""
        do()

    def stop_writer_thread(self) -> None:
        """End the thread through which Textual writes, where nothing is written through it."""
        if self._writer_thread is not None:
            self._writer_thread.stop()

    # What Textual calls

    def _get_terminal_size(self) -> tuple[int, int]:
        return self.window_size()

    def _enable_mouse_support(self) -> None:
        self.switch_mouse(True)

    def _disable_mouse_support(self) -> None:
        self.switch_mouse(False)

    def _run_input_thread(self) -> None:
        """Do nothing, so that Textual's input thread ends as soon as it begins: input is read on the app's loop."""

    def _sigtstp_application(self, *_: Any) -> None:
        self.call_on_loop(super()._sigtstp_application)

    def _sigcont_application(self, *_: Any) -> None:
        self.call_on_loop(super()._sigcont_application)

    def _query_in_band_window_resize(self) -> None:
        """Leave resizes to SIGWINCH, which SSH carries: in-band ones bring a mouse that counts pixels."""
