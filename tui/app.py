"""The app: palette, settings, saves, bots, home and matches; `tui.navigation` opens the other screens."""

import asyncio
import contextlib
import gc
import os
import sys
import threading
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import textual
from textual import events
from textual.app import SystemCommand
from textual.screen import Screen

import themes
from core import registry
from core.game import Game
from core.match import Match
from saves import settings as settings_file
from saves.errors import SaveError
from saves.files import write_atomic
from saves.guest import is_guest
from saves.match_store import MatchEntry, MatchFile, MatchStore
from saves.paths import DataPaths
from tui import commands
from tui.own_keys import read_own_keys
from tui.screens.base import BaseScreen
from tui.services import Services
from tui.sessions.bot_client import BotClient
from tui.startup import StartupRequest
from tui.terminal import crash_report
from tui.terminal.driver import FrugalDriver, SteadyDriver
from tui.terminal.shutdown import handle_signals
from tui.terminal.textual_compat import TextualApp, is_exiting, mend_styles_cache, missing_names
from tui.widgets import ascii_fallback

if TYPE_CHECKING:
    from textual.await_complete import AwaitComplete

    from saves.lessons import LessonStore
    from tui.club.home_link import ClubLink
    from tui.club.navigation import ClubNavigation
    from tui.club.turns import ClubTurn
    from tui.navigation import Navigation
    from tui.sessions.session import SessionServices

#: What a feature opens the app with: it puts its own screen above home.
OpenScreen = Callable[["SamovarApp"], None]

#: The events that come from the terminal.
_FROM_OUTSIDE = (events.InputEvent, events.Paste, events.AppFocus, events.AppBlur, events.Resize)


class SamovarApp(TextualApp):
    """The Textual app. Modules that home does not need are imported on first use, so that it starts quickly."""

    TITLE = "Samovar"
    # Our palette is filled at once, not by a search in the background, so that no list changes under keys and clicks.
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = [*commands.bindings(commands.APP)]

    def __init__(
        self,
        start: StartupRequest | OpenScreen | None = None,
        ascii: bool | None = None,
        driver_class: Any = None,
        bot_client: BotClient | None = None,
        store: MatchStore | None = None,
        *,
        services: Services | None = None,
    ) -> None:
        mend_styles_cache()
        # Read for every cell that is drawn, so it is decided once, when the process begins.
        self._is_colourless = bool(os.environ.get("NO_COLOR"))
        self._speaks_utf8 = speaks_utf8()
        super().__init__(driver_class=driver_class, ansi_color=self._is_colourless)
        self.animation_level = "none"
        self.start = start
        self.services = services or Services.for_player()
        self.store = store or MatchStore(self.services.paths)
        self.settings, self.status = settings_file.load(self.store.paths.settings)
        self.own_keys, wrong_key = read_own_keys(self.settings.keys)
        self.status = self.status or wrong_key
        self._ascii_wanted = ascii
        self.bot_client = bot_client or BotClient(self.services.start_bots)
        self.palette = themes.load_palette(
            start.match.game.name if isinstance(start, StartupRequest) else "samovar", self.mode
        )
        self.set_first_theme(self._theme_of(self.palette))
        #: The sentence for the player after an unforeseen error.
        self.crash_sentence = ""
        #: The line that is printed after the app has ended: how the last match goes on.
        self.exit_message = ""
        #: The screens of the club, once the player has gone there.
        self.club_navigation: ClubNavigation | None = None
        self._club_link: ClubLink | None = None
        #: The tables of the club where it is the player's turn, as far as home has seen.
        self.club_turns: list[ClubTurn] = []
        #: The home screen, once it has been opened.
        self._home: Screen[None] | None = None

    def on_mount(self) -> None:
        if self.start is not None:
            self._open(self.start)
        if not self._is_anything_open:
            self._open_home()

    def on_ready(self) -> None:
        """Start the bots' process only after the first frame, because it needs the same processors to load."""
        if not self.is_headless:
            self.call_after_refresh(self.bot_client.start)
        if self.services.notices >= 0:
            asyncio.get_running_loop().add_reader(self.services.notices, self._show_notice)

    def _show_notice(self) -> None:
        """Show what the server has to tell its guest."""
        try:
            told = os.read(self.services.notices, 4096).decode("utf-8", "replace").strip()
        except OSError:
            told = ""
        if told:
            self.show_message("The server", told)
        else:
            asyncio.get_running_loop().remove_reader(self.services.notices)

    def _open(self, start: StartupRequest | OpenScreen) -> None:
        if not isinstance(start, StartupRequest):
            start(self)
        elif start.mode == "replay":
            self.navigation.show_replay(start.match, start.slug)
        else:
            self.show_match(start.match, start.match_file, start.messages)

    # Looks and settings

    @property
    def mode(self) -> str:
        """The palette's mode: mono without colours, else that of the settings."""
        if self._is_colourless:
            return themes.MONO
        return self.settings.theme if self.settings.theme in themes.MODES else "dark"

    @property
    def ascii(self) -> bool:
        """Whether to draw with ASCII only: from the command line, else the settings, else the locale."""
        if self._ascii_wanted is not None:
            return self._ascii_wanted
        if self.settings.ascii is not None:
            return self.settings.ascii
        return not self._speaks_utf8

    @property
    def few_colours(self) -> bool:
        """Whether the terminal has only sixteen colours."""
        return self.console.color_system == "standard"

    def _theme_of(self, palette: themes.Palette) -> str:
        """Return the name of a palette's Textual theme, and register the theme if it is new."""
        name = self.native_colours_theme if palette.mode == themes.MONO else palette.name
        if name not in self.available_themes:
            self.register_theme(palette.theme())
        return name

    def apply_palette(self, palette: themes.Palette) -> None:
        """Use this palette, also for Textual's own widgets."""
        self.palette = palette
        name = self._theme_of(palette)
        if self.theme != name:
            self.theme = name

    def change_settings(self, change: Callable[[settings_file.Settings], None]) -> None:
        """Change a setting, save it, and repaint every screen."""
        before = self.settings.ascii
        change(self.settings)
        if self.settings.ascii != before:  # a choice in the settings overrides the command line
            self._ascii_wanted = None
        if trouble := settings_file.save(self.store.paths.settings, self.settings, self.store.paths.quota):
            self.status = trouble
        self.apply_palette(themes.load_palette(self.palette.scope, self.mode))
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_current:
                screen.repaint()

    # From one screen to another

    def show_match(self, match: Match, match_file: MatchFile | None, remarks: Iterable[str] = ()) -> None:
        """Push the screen on which a match is played."""
        # The match screen and its session, which home does not need.
        from tui.match.play import PlayFeature
        from tui.match.screen import MatchScreen
        from tui.sessions.local import LocalSession

        feature = PlayFeature()
        if match.daily is not None:
            # The screen of the daily deals comes with it.
            from tui.features.daily.match_feature import DailyFeature

            feature = DailyFeature()
        # That it is open elsewhere is the question already.
        told = [remark for remark in remarks if match_file is None or remark != match_file.read_only]
        session = LocalSession(match, match_file, self.session_services)
        self.push_screen(MatchScreen(session, feature, " ".join(told)))

    @cached_property
    def navigation(self) -> "Navigation":
        """The way to the other screens."""
        # All screens that neither home nor a match needs are loaded here, with the first of them.
        from tui.navigation import Navigation

        return Navigation(self)

    @cached_property
    def session_services(self) -> "SessionServices":
        """What match sessions use of the app, made when the first one begins."""
        # What sessions need, and home does not.
        from tui.sessions.scheduler import AsyncioScheduler
        from tui.sessions.session import SessionServices

        return SessionServices(self.bot_client, AsyncioScheduler(), self.settings)

    @cached_property
    def lesson_store(self) -> "LessonStore":
        """The player's progress in lessons, read when it is first asked for."""
        # The course of a game, which home does not need.
        from saves.lessons import LessonStore

        return LessonStore(self.store.paths)

    def new_match(self, match: Match, remarks: Iterable[str] = ()) -> None:
        """Begin a match, and close the screens above home for it."""
        self.close_to_home()
        self.show_match(match, self.store.new_file(), remarks)

    def resume(self, entry: MatchEntry) -> None:
        """Go on with a saved match, or say why it cannot be opened."""
        try:
            opened = self.store.open_entry(entry)
        except SaveError as error:
            self.show_message("This match", str(error))
            return
        self.close_to_home()
        self.show_match(opened.match, opened.file, opened.messages)

    # The club

    @property
    def club_address(self) -> str:
        """The address of the player's club; empty when there is none."""
        return os.environ.get("SAMOVAR_CLUB", "") or self.settings.club

    def go_to_club(self, table: str = "") -> None:
        """Open the lobby or a table, or say why it cannot be opened."""
        self.club_link.open(table)

    @property
    def club_link(self) -> "ClubLink":
        """The link to the club, made when it is first needed."""
        if self._club_link is None:
            # A player without a club loads nothing of it.
            from tui.club.home_link import ClubLink

            self._club_link = ClubLink(self)
        return self._club_link

    def watch_turns(self, on: bool) -> None:
        """While home is in front, watch the player's tables in the club, if there is a club."""
        if self.club_address:
            self.club_link.watch(on)

    def set_club_turns(self, turns: "list[ClubTurn]") -> None:
        """Take the tables where it is the player's turn: ring the bell once, and repaint home."""
        if turns and not self.club_turns and self.settings.bell:
            self.bell()
        self.club_turns = turns
        if isinstance(self.screen, BaseScreen):
            self.screen.repaint()

    def show_message(self, title: str, text: str) -> None:
        """Show a text above the screen."""
        # Dialogs, which home does not need.
        from tui.screens.dialogs import MessageDialog

        self.push_screen(MessageDialog(title, text))

    @property
    def _is_anything_open(self) -> bool:
        """Whether there is more than Textual's empty screen at the bottom of the stack."""
        return len(self.screen_stack) > 1

    def _open_home(self) -> None:
        # A match that is opened at once does not need home.
        from tui.screens.home import HomeScreen

        self._home = HomeScreen()
        self.push_screen(self._home)

    def close_to_home(self) -> None:
        """Close everything above home, for a screen that is opened next."""
        while self._is_anything_open and self.screen is not self._home:
            super().pop_screen()

    def go_home(self) -> None:
        """Close everything above the home screen."""
        self.close_to_home()
        if not self._is_anything_open:
            self._open_home()

    def pop_screen(self) -> "AwaitComplete":
        """Close the top screen. If the app was opened elsewhere and nothing is left, open home."""
        popped = super().pop_screen()
        if not self._is_anything_open:
            self._open_home()
        return popped

    def leave_screen(self) -> None:
        """Go back to the screen below; home stays open."""
        if self.screen is not self._home:
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """Drop events of the terminal while the app is exiting or has no screen."""
        if not isinstance(event, _FROM_OUTSIDE) or (self.screen_stack and not is_exiting(self)):
            await super().on_event(event)

    # Errors

    def on_load(self) -> None:
        """Handle errors of tasks that nobody awaits, too."""
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self.exit_with_error(context.get("exception"))
        )

    def exit_with_error(self, error: BaseException | None) -> None:
        """End the app because of an error in another thread or task."""
        if isinstance(error, Exception):
            self.call_later(self.end_with_error, error)

    def report_error(self, error: Exception) -> None:
        """Write the traceback of an unforeseen error to a file, and keep the sentence to print."""
        self.crash_sentence = crash_report.write_crash_report(error, self.store.paths.logs)

    # Commands

    def action_home(self) -> None:
        self.go_home()

    def action_leave(self) -> None:
        self.exit()

    def action_next_table(self) -> None:
        self.club_link.open_next()

    def action_settings(self) -> None:
        self.navigation.show_settings()

    def action_keys(self) -> None:
        own = self.screen.own_commands if isinstance(self.screen, BaseScreen) else ()
        listed = (*own, *commands.APP)
        shown = {c: self.own_keys.shown(c) for c in listed}
        told = {c: self.own_keys.in_text(c.help, own) for c in listed}
        rows = [f"{ascii_fallback.ascii_key(shown[c]) if self.ascii else shown[c]}\t{told[c]}" for c in listed]
        self.show_message("Keys", "\n".join(rows))

    def action_command_palette(self) -> None:
        # Dialogs, which home does not need.
        from tui.screens.dialogs import ChoiceOption, SearchDialog

        offered = self.get_system_commands(self.screen)
        entries = [ChoiceOption(command.title, command.callback, command.help) for command in offered]
        self.push_screen(SearchDialog("Find:", entries), self._run_found)

    def _run_found(self, command: Callable[[], Any] | None) -> None:
        if command is not None:
            self.call_later(command)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        if isinstance(screen, BaseScreen):
            for command in screen.own_commands:
                if command.is_step:
                    continue
                yield SystemCommand(command.label.capitalize(), command.help, _runner(screen, command.name))
        own = {c.name.removeprefix("app.") for c in screen.own_commands} if isinstance(screen, BaseScreen) else set()
        for command in commands.APP:
            if command.name != "command_palette" and command.name not in own:
                yield SystemCommand(command.label.capitalize(), command.help, _runner(self, command.name))
        yield from self._places(own)
        for game in registry.all_games():
            yield from self._places_of(game)
        yield SystemCommand("Home", "Go home; the match is kept", self.go_home)
        for mode, title in themes.MODES.items():
            yield SystemCommand(f"Theme: {title}", "Change the colours", self._theme_setter(mode))

    def _places(self, own: Collection[str]) -> Iterable[SystemCommand]:
        """Yield the way to every place that has a key at home, unless the screen has the command itself."""
        navigation = self.navigation
        ways: dict[str, Callable[[], None]] = {
            "daily": navigation.show_daily,
            "matches": navigation.show_matches,
            "club": self.go_to_club,
            "puzzles": navigation.show_puzzles,
            "statistics": navigation.show_statistics,
        }
        for command in commands.HOME:
            if command.name in ways and command.name not in own:
                yield SystemCommand(command.label.capitalize(), command.help, ways[command.name])

    def _places_of(self, game: Game) -> Iterable[SystemCommand]:
        """Yield what can be opened of a game."""
        # Where positions are set up, which home does not need.
        from core.position_editor import has_editor

        show = self.navigation
        yield SystemCommand(f"Play {game.title}", "Set up a new match", lambda: show.show_setup(game))
        yield SystemCommand(
            f"Learn {game.title}", "A guided first game and short lessons", lambda: show.show_lessons(game)
        )
        yield SystemCommand(f"Rules of {game.title}", "Read the rules", lambda: show.show_rules(game))
        if has_editor(game):
            yield SystemCommand(
                f"Set up a position of {game.title}",
                "Play on from your own table, or ask the master",
                lambda: show.show_position(game),
            )

    def _theme_setter(self, mode: str) -> Callable[[], None]:
        return lambda: self.change_settings(lambda settings: setattr(settings, "theme", mode))


def _runner(target: Any, action: str) -> Callable[[], Any]:
    return lambda: target.run_action(action)


def speaks_utf8() -> bool:
    """Whether the locale can show more than ASCII.

    The name of the locale decides, because Python uses UTF-8 even in a plain C locale, and because a locale that is not
    installed here may be what the terminal at the other end of an SSH connection has. Where no locale is named, UTF-8
    is assumed.
    """
    text = locale_name()
    return not text or "utf8" in text.lower().replace("-", "")


def locale_name() -> str:
    """Return the locale for characters, as the environment had it before Python changed it (PEP 538).

    The process of a guest is forked: its environment is the one that the server set, not the one it was started with.
    """
    try:
        lines = Path("/proc/self/environ").read_bytes().decode("utf-8", "replace").split("\0")
        given = dict(line.split("=", 1) for line in lines if "=" in line)
    except OSError:
        given = dict(os.environ)
    if is_guest():
        given = dict(os.environ)
    return next((given[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if given.get(name)), "")


def run(
    services: Services,
    start: StartupRequest | OpenScreen | None = None,
    ascii: bool | None = None,
    driver: str = "frugal",
) -> int:
    """Run the app until the player leaves, the terminal is lost or a signal ends it; return the exit code."""
    bot_client = BotClient(services.start_bots)
    app = SamovarApp(start, ascii, driver_named(driver, services.paths), bot_client, services=services)
    gc.freeze()  # what is loaded stays: to search it for garbage would delay a key by 50 ms now and then
    warnings.simplefilter("ignore")  # Textual may cause some when it ends, and a player can do nothing about them
    with handle_signals(app, bot_client.stop), thread_excepthook(app):
        try:
            app.run()
        finally:
            bot_client.stop()
            if app.club_navigation is not None:
                app.club_navigation.close()
    if app.crash_sentence:
        print(app.crash_sentence, file=sys.stderr)
        return app.return_code or 1
    if app.exit_message:
        print(app.exit_message)
    return app.return_code or 0


def driver_named(name: str, paths: DataPaths) -> type[SteadyDriver] | None:
    """Return the driver of this name; None, which is Textual's own, where Textual lacks something that ours needs."""
    missing = missing_names()
    if not missing:
        return FrugalDriver if name == "frugal" else SteadyDriver
    sentence = (
        f"Textual {textual.__version__} lacks what Samovar's driver and painting need, so Textual's own are used:"
        f" {', '.join(missing)}\n"
    )
    with contextlib.suppress(OSError):  # the log is for whoever wonders why it is slow; the game goes on without
        write_atomic(paths.logs / "textual.log", sentence.encode(), paths.quota)
    return None


@contextlib.contextmanager
def thread_excepthook(app: SamovarApp) -> Iterator[None]:
    """End the app on an error in any thread, because Python would write the traceback across the screen."""
    usual = threading.excepthook
    threading.excepthook = lambda details: app.exit_with_error(details.exc_value)
    try:
        yield
    finally:
        threading.excepthook = usual
