"""The app: looks, settings, saves, bots, and the way from one screen to another."""

import asyncio
import contextlib
import gc
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, SystemCommand
from textual.screen import Screen

import themes
from core import registry
from core.game import Game
from core.match import Match
from core.rng import Rng
from core.starting_player import seed_of_rematch
from core.text import count_text
from saves import settings as settings_file
from saves.errors import SaveError
from saves.match_store import MatchEntry, MatchFile, MatchStore
from tui import commands
from tui.games import load_part
from tui.screens.base import BaseScreen
from tui.sessions.bot_client import BotClient
from tui.startup import StartupRequest, login_name
from tui.terminal import crash_report
from tui.terminal.shutdown import handle_signals
from tui.terminal.textual_compat import patch_styles_cache_leak
from tui.widgets import ascii_fallback

if TYPE_CHECKING:
    from textual.await_complete import AwaitComplete

    from core.lessons.course import Lesson
    from core.review.comparison import Depth
    from saves.lessons import LessonStore
    from tui.club.home_link import ClubLink
    from tui.club.navigation import ClubNavigation
    from tui.match.screen import MatchScreen

#: What a room opens the app with, above the shelf.
OpenScreen = Callable[["SamovarApp"], None]

#: What comes from the terminal.
_FROM_OUTSIDE = (events.InputEvent, events.Paste, events.AppFocus, events.AppBlur, events.Resize)


class SamovarApp(App[None]):
    """Samovar on a screen. What home does not need is imported when it is first used."""

    TITLE = "Samovar"
    # Ours is filled at once, and not by a search in the background: keys and clicks never meet a list that is changing.
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
    ) -> None:
        patch_styles_cache_leak()
        # Asked for at every cell that is drawn, and decided when the process began.
        self._is_colourless = bool(os.environ.get("NO_COLOR"))
        self._speaks_utf8 = speaks_utf8()
        super().__init__(driver_class=driver_class, ansi_color=self._is_colourless)
        self.animation_level = "none"
        self.start = start
        self.store = store or MatchStore()
        self.settings, self.status = settings_file.load(self.store.paths.settings)
        self._ascii_wanted = ascii
        self.bot_client = bot_client or BotClient()
        self.palette = themes.load_palette(
            start.match.game.name if isinstance(start, StartupRequest) else "samovar", self.mode
        )
        self._init_theme()
        #: What to tell the player after an error that nobody foresaw.
        self.crash_sentence = ""
        #: What to say when they leave: how the last match goes on.
        self.exit_message = ""
        #: The player in the club, once they have gone there.
        self.club_navigation: ClubNavigation | None = None
        self._doorway: ClubLink | None = None
        self._awaited_at = 0
        #: The shelf, once somebody has been there.
        self._home: Screen[None] | None = None

    def on_mount(self) -> None:
        if self.start is not None:
            self._open(self.start)
        if not self._is_anything_open:
            self._open_home()

    def on_ready(self) -> None:
        """The first frame is shown: only now the bots' process, which wants the same processors, begins to load."""
        if not self.is_headless:
            self.call_after_refresh(self.bot_client.start)

    def _open(self, start: StartupRequest | OpenScreen) -> None:
        if not isinstance(start, StartupRequest):
            start(self)
        elif start.mode == "replay":
            self.show_replay(start.match, start.slug)
        else:
            self.show_match(start.match, start.match_file, start.messages)

    # Looks and settings

    @property
    def mode(self) -> str:
        """The colours that are wanted: of the settings, or none at all."""
        if self._is_colourless:
            return themes.MONO
        return self.settings.theme if self.settings.theme in themes.MODES else "dark"

    @property
    def pace(self) -> str:
        """How fast the moves of bots follow each other."""
        return self.settings.pace if self.settings.pace in settings_file.PACES else settings_file.BRISK

    @property
    def ascii(self) -> bool:
        """Whether to draw with plain letters: as asked for, as set, or as the locale demands."""
        if self._ascii_wanted is not None:
            return self._ascii_wanted
        if self.settings.ascii is not None:
            return self.settings.ascii
        return not self._speaks_utf8

    @property
    def few_colours(self) -> bool:
        """Whether the terminal has only sixteen."""
        return self.console.color_system == "standard"

    def _init_theme(self) -> None:
        """Be born in the first look: Textual would read all its styles again for every other."""
        self.set_reactive(SamovarApp.theme, self._theme_of(self.palette))
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self._refresh_truecolor_filter(self.ansi_theme)

    def _theme_of(self, palette: themes.Palette) -> str:
        """The name by which Textual knows a look."""
        name = "ansi-dark" if palette.mode == themes.MONO else palette.name
        if name not in self.available_themes:
            self.register_theme(palette.theme())
        return name

    def apply_palette(self, palette: themes.Palette) -> None:
        """Dress Textual's own widgets in this look."""
        self.palette = palette
        name = self._theme_of(palette)
        if self.theme != name:
            self.theme = name

    def change_settings(self, change: Callable[[settings_file.Settings], None]) -> None:
        """Change a setting and remember it; every screen is painted anew."""
        before = self.settings.ascii
        change(self.settings)
        if self.settings.ascii != before:  # a choice made here counts more than the command line's
            self._ascii_wanted = None
        if trouble := settings_file.save(self.store.paths.settings, self.settings):
            self.status = trouble
        self.apply_palette(themes.load_palette(self.palette.scope, self.mode))
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_current:
                screen.repaint()

    # From one screen to another

    def show_match(self, match: Match, match_file: MatchFile | None, remarks: Iterable[str] = ()) -> None:
        """Play a match on its game's screen."""
        from tui.match.play_screen import PlayScreen, combine_screens

        kind: type[PlayScreen] = PlayScreen
        if match.daily is not None:
            from tui.features.daily.match_screen import DailyMatchScreen

            kind = DailyMatchScreen
        self.push_screen(combine_screens(kind, game_screen(match))(match, match_file, list(remarks)))

    def show_replay(self, match: Match, slug: str = "") -> None:
        """Look back on a match; `slug` is what it is called on disk."""
        from tui.match.replay_screen import replay_screen

        self.push_screen(replay_screen(game_screen(match))(match, slug=slug))

    def show_review(self, match: Match, slug: str = "", seat: int | None = None, depth: "Depth | None" = None) -> None:
        """What a master thinks of a match."""
        from tui.features.review.screen import ReviewScreen

        self.push_screen(ReviewScreen(match, slug, seat, depth))

    def show_result(self, match: Match, undo: Callable[[], None] | None = None, slug: str = "") -> None:
        """How a match ended, and what next."""
        from tui.screens.result import ResultScreen

        after = partial(self.after_result, match, undo, slug)
        self.push_screen(ResultScreen(match, undo is not None), after)

    def after_result(self, match: Match, undo: Callable[[], None] | None, slug: str, wish: str | None) -> None:
        """Do what was wished for on the result of a match."""
        if wish == "undo" and undo is not None:
            undo()
        elif wish == "replay":
            self.show_replay(match, slug)
        elif wish == "review":
            self.show_review(match, slug)
        elif wish == "again":
            self.play_again(match)
        elif wish == "same":
            self.play_from(match, 0)
        elif wish == "home":
            self.go_home()

    def show_lessons(self, *games: Game) -> None:
        from tui.features.lessons.screen import LessonsScreen

        self.push_screen(LessonsScreen(list(games)))

    def start_lesson(self, game: Game, lesson: "Lesson", anew: bool = False) -> None:
        """Begin a lesson, or go on with it where it was left; the list of lessons lies below it."""
        from core.lessons.guide import Bookmark, Guide
        from tui.features.lessons.lesson_screen import LessonScreen
        from tui.match.play_screen import combine_screens

        reached = self.lesson_store.progress_of(game.name, lesson.name)
        mark = Bookmark(0, []) if anew else Bookmark(reached.step, reached.moves)
        guide = Guide.resume(game, lesson, login_name(), mark)
        self.close_to_home()
        self.show_lessons(game)
        self.push_screen(combine_screens(LessonScreen, game_screen(guide.match))(guide))

    @cached_property
    def lesson_store(self) -> "LessonStore":
        """What the player has learnt, read when it is first asked for."""
        from saves.lessons import LessonStore

        return LessonStore(self.store.paths)

    def new_match(self, match: Match) -> None:
        """Begin a match; the screens above home make way for it."""
        self.close_to_home()
        self.show_match(match, self.store.new_file())

    def resume(self, entry: MatchEntry) -> None:
        """Go on with a saved match, or say why that can't be."""
        try:
            opened = self.store.open_entry(entry)
        except SaveError as error:
            self.show_message("This match", str(error))
            return
        self.close_to_home()
        self.show_match(opened.match, opened.file, opened.messages)

    def play_again(self, match: Match) -> None:
        """The same table with other luck; where no starter was named, the next seat begins."""
        rng = Rng(match.setup.seed)
        seed = seed_of_rematch(match.game, match.setup, lambda: rng.randrange(10**9))
        self.new_match(Match.new(match.game, match.seats, dict(match.setup.options), seed))

    def play_from(self, match: Match, at: int) -> None:
        """A new match that begins with the first moves of another: with none, the same deal."""
        if match.is_counted_daily and not match.is_over:
            self.show_message("Go on from here", "This attempt counts: its deal can be tried again when it is over.")
            return
        from tui.screens.play_again import play_from

        play_from(self, match, at)

    # The club

    @property
    def club_address(self) -> str:
        """Where the player's club lies; empty when there is none."""
        return os.environ.get("SAMOVAR_CLUB", "") or self.settings.club

    def go_to_club(self) -> None:
        """Open the lobby, or say why not."""
        self.club_link.open_lobby()

    @property
    def club_link(self) -> "ClubLink":
        """The way to the club, made when it is first needed."""
        if self._doorway is None:
            from tui.club.home_link import ClubLink

            self._doorway = ClubLink(self)
        return self._doorway

    def watch_turns(self, on: bool) -> None:
        """While home is in front: notice when it is the player's turn in the club, if they go to one."""
        if self.club_address:
            self.club_link.watch(on)

    def set_waiting_tables(self, tables: int) -> None:
        """It is the player's turn at so many tables: the bell rings once, and home says so."""
        if tables and not self._awaited_at and self.settings.bell:
            self.bell()
        self._awaited_at = tables
        if isinstance(self.screen, BaseScreen):
            self.screen.repaint()

    @property
    def waiting_text(self) -> str:
        """Where it is the player's turn in the club, in a sentence."""
        if not self._awaited_at:
            return ""
        return f"It is your turn at {count_text(self._awaited_at, 'table')} of the club: c goes there."

    def show_message(self, title: str, text: str) -> None:
        """Show a text above the screen."""
        from tui.screens.dialogs import MessageDialog

        self.push_screen(MessageDialog(title, text))

    @property
    def _is_anything_open(self) -> bool:
        """Whether there is more than the empty screen at the very bottom."""
        return len(self.screen_stack) > 1

    def _open_home(self) -> None:
        from tui.screens.home import HomeScreen

        self._home = HomeScreen()
        self.push_screen(self._home)

    def close_to_home(self) -> None:
        """Close everything above home, for a screen that is opened there next."""
        while self._is_anything_open and self.screen is not self._home:
            super().pop_screen()

    def go_home(self) -> None:
        """Close everything above the home screen."""
        self.close_to_home()
        if not self._is_anything_open:
            self._open_home()

    def pop_screen(self) -> "AwaitComplete":
        """Where the app was opened elsewhere, home is opened when somebody comes there."""
        popped = super().pop_screen()
        if not self._is_anything_open:
            self._open_home()
        return popped

    def leave_screen(self) -> None:
        """Back to the screen below."""
        if self.screen is not self._home:
            self.pop_screen()

    async def on_event(self, event: events.Event) -> None:
        """Whoever has left presses no more keys, and a window that is being left need not be told of."""
        if not isinstance(event, _FROM_OUTSIDE) or (self.screen_stack and not self._exit):
            await super().on_event(event)

    # Errors

    def on_load(self) -> None:
        """Hear also of errors in tasks that nobody waits for."""
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self.exit_with_error(context.get("exception"))
        )

    def exit_with_error(self, error: BaseException | None) -> None:
        """End because of an error that was met elsewhere: in another thread, or in a task of its own."""
        if isinstance(error, Exception):
            self.call_later(self._handle_exception, error)

    def _handle_exception(self, error: Exception) -> None:
        """Textual's last word after an unforeseen error: a sentence for the player, the traceback in a file."""
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            self._exit = True
            self.crash_sentence = crash_report.write_crash_report(error, self.store.paths.logs)
            self._close_messages_no_wait()
        self._return_code = 1

    # Commands

    def action_home(self) -> None:
        self.go_home()

    def action_leave(self) -> None:
        self.exit()

    def action_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_keys(self) -> None:
        own = self.screen.own_commands if isinstance(self.screen, BaseScreen) else ()
        listed = (*own, *commands.APP)
        shown = {c: ascii_fallback.ascii_key(c.shown) if self.ascii else c.shown for c in listed}
        self.show_message("Keys", "\n".join(f"{shown[c]}\t{c.help}" for c in listed))

    def action_command_palette(self) -> None:
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
        for command in commands.APP:
            if command.name != "command_palette":
                yield SystemCommand(command.label.capitalize(), command.help, _runner(self, command.name))
        for game in registry.all_games():
            yield SystemCommand(
                f"Learn {game.title}", "A guided first game and short lessons", self._lesson_starter(game)
            )
        yield SystemCommand("Home", "Go to the shelf; the match is kept", self.go_home)
        for mode, title in themes.MODES.items():
            yield SystemCommand(f"Theme: {title}", "Change the colours", self._theme_setter(mode))

    def _lesson_starter(self, game: Game) -> Callable[[], None]:
        return lambda: self.show_lessons(game)

    def _theme_setter(self, mode: str) -> Callable[[], None]:
        return lambda: self.change_settings(lambda settings: setattr(settings, "theme", mode))


def _runner(target: Any, action: str) -> Callable[[], Any]:
    return lambda: target.run_action(action)


def game_screen(match: Match) -> "type[MatchScreen[Any, Any]]":
    """The screen of a match's game, loaded when it is first needed; a game without one is shown in words."""
    from tui.match.screen import MatchScreen

    part = load_part(match.game.name, "screen")
    found: type[MatchScreen[Any, Any]] = MatchScreen if part is None else part.SCREEN
    return found


def speaks_utf8() -> bool:
    """Whether the locale can show more than ASCII.

    Its name decides: Python speaks UTF-8 even in a plain C locale, and a locale that is not installed here may be what
    the terminal at the other end of the line has. Where none is named, nobody has said that it cannot.
    """
    text = locale_name()
    return not text or "utf8" in text.lower().replace("-", "")


def locale_name() -> str:
    """The locale for characters, as the environment had it before Python put a better one there (PEP 538).

    A guest of a door is forked: its environment is the one that the door put there, not the one it was started with.
    """
    try:
        lines = Path("/proc/self/environ").read_bytes().decode("utf-8", "replace").split("\0")
        given = dict(line.split("=", 1) for line in lines if "=" in line)
    except OSError:
        given = dict(os.environ)
    if "SAMOVAR_GUEST" in os.environ:
        given = dict(os.environ)
    return next((given[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if given.get(name)), "")


def run(start: StartupRequest | OpenScreen | None = None, ascii: bool | None = None, driver: str = "frugal") -> int:
    """Open the app and stay until the player leaves, the line is lost or somebody asks us to end.

    Returns the exit code.
    """
    from tui.terminal.driver import FrugalDriver, SteadyDriver

    bot_client = BotClient()
    app = SamovarApp(start, ascii, FrugalDriver if driver == "frugal" else SteadyDriver, bot_client)
    gc.freeze()  # what is loaded stays: looking through it again and again would delay a key by 50 ms now and then
    warnings.simplefilter("ignore")  # Textual may leave some when it ends, and nobody here can do anything about them
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


@contextlib.contextmanager
def thread_excepthook(app: SamovarApp) -> Iterator[None]:
    """An error in any thread ends the app as one of its own would: Python would write it across the screen."""
    usual = threading.excepthook
    threading.excepthook = lambda details: app.exit_with_error(details.exc_value)
    try:
        yield
    finally:
        threading.excepthook = usual
