"""What one kind of match changes on the match screen: its commands, key bar, menu, and what comes after the end."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tui import commands
from tui.commands import KeyCommand, KeyCommands
from tui.match.board_view import SidePage, Spotlight
from tui.match.panels import GuidePrompt
from tui.screens.dialogs import ChoiceDialog, ChoiceOption
from tui.sessions import texts
from tui.sessions.session import MatchSession
from tui.widgets.key_bar import KeyLabel

if TYPE_CHECKING:
    from tui.app import SamovarApp
    from tui.match.screen import MatchScreen

#: What an action does; Textual may pass it arguments.
Action = Callable[..., Any]


class MatchFeature:
    """A kind of match on the screen. One object belongs to one screen and its session."""

    #: Its commands besides choosing and the keys of the game.
    commands: ClassVar[KeyCommands] = ()
    #: The keys of the bar after Enter, Tab and those of the game; the last one leaves and is always shown.
    bar: ClassVar[tuple[str, ...]] = ()
    #: The commands that the menu shows, and its title.
    menu: ClassVar[tuple[str, ...]] = ()
    menu_title = "Menu"
    #: Whether the news is shown when a turn begins.
    tells_news = True
    #: Whether a click anywhere ends what is shown.
    click_goes_on = False
    #: Whether the cursor chooses; otherwise the commands have the keys to themselves.
    has_choices = True

    screen: "MatchScreen"

    @property
    def app(self) -> "SamovarApp":
        return self.screen.samovar_app

    @property
    def session(self) -> MatchSession:
        return self.screen.session

    # Commands

    def all_commands(self, game: str) -> KeyCommands:
        """Return all commands of the screen: choosing, those of the game, and the feature's own."""
        of_game = commands.load_game_commands(game)
        if not self.has_choices:
            return (*self.commands, *(command for command in of_game if not command.is_shortcut))
        return (*commands.CHOOSE, *of_game, *self.commands)

    @property
    def actions(self) -> Mapping[str, Action]:
        """The actions of its own commands, by name."""
        return {}

    def enter(self) -> None:
        """Do what Enter does when there is nothing to decide any more."""

    def go_back(self) -> None:
        """Do what Escape does when there is no step to take back: undo what only led here, or open the menu."""
        board = self.screen.board
        if board.is_deciding and board.view.escape_undoes:
            self.screen.action_undo()
        else:
            self.open_menu()

    #: The keys that do something in the log, and whether Enter goes to the row under the cursor, or closes the log.
    log_hint = "Enter close"
    is_log_walked = False

    def pick_log_row(self, at: int) -> None:
        """Handle the choice of a row of the log."""

    def ask_undo_to(self, at: int) -> None:
        """Ask whether to undo from a row of the log on."""
        self.screen.say("Nothing can be undone here.")

    # The end

    def on_ended(self) -> None:
        """Show what comes after the match, once everything has been seen."""

    def exit_text(self) -> str | None:
        """Return what is printed when the player leaves now; None: what was there before stays."""
        return None

    # What is shown

    def progress_text(self, progress: str) -> str:
        """Return how far the match is, for the top line."""
        return progress

    def first_decision_text(self) -> str:
        """Return what a kind of decision is about, the first time that it comes up."""
        return ""

    def notice(self) -> str:
        """Return what the status line says while nothing else is to be said there."""
        return ""

    def preview(self) -> str | None:
        """Return the line below the question; None: what the choice under the cursor would do."""
        return None

    def side_page(self) -> SidePage | None:
        """Return what takes the place of the side."""
        return None

    def spotlight(self) -> Spotlight | None:
        """Return what is pointed at."""
        return None

    def page_prompt(self) -> GuidePrompt | None:
        """Return the page that has the prompt to itself."""
        return None

    def keeps_page(self, key: str) -> bool:
        """Whether a key asks something, and does not end what is shown."""
        return False

    def bar_right(self) -> str:
        """Return the text at the right end of the key bar."""
        return ""

    # The key bar and the menu

    def keys(self) -> list[KeyLabel]:
        """Return the keys that work now; those for which there is no room are left out from the end."""
        if self.screen.news_in_sight:
            reading = [KeyLabel("Enter", "your turn", "news"), KeyLabel("n", "hide", "news")]
            return [*reading, *self.bar_keys(tuple(name for name in self.bar if name != "news"))]
        return [*self.enter_key(), *self.tab_key(), *self.game_keys(), *self.bar_keys(self.bar)]

    def enter_key(self) -> list[KeyLabel]:
        board = self.screen.board
        label = texts.enter_label(self.session, board.current_choice is not None, board.viewed_seat)
        return [KeyLabel("Enter", label, "choose")] if label else []

    def tab_key(self) -> list[KeyLabel]:
        return [self.key("target(1)")] if self.screen.board.is_deciding else []

    def game_keys(self) -> list[KeyLabel]:
        """Return the keys that only this game has and that do something now."""
        now = self.screen.board.view.shortcuts()
        hidden = bool(self.session.no_hint_reason)
        return [
            KeyLabel(command.shown, now[command.keys], command.name)
            for command in commands.load_game_commands(self.session.match.game.name)
            if command.keys in now and not (hidden and command.is_hint)
        ]

    def bar_keys(self, names: tuple[str, ...]) -> list[KeyLabel]:
        return [self.key(name) for name in names if self.is_enabled(name)]

    def key(self, name: str) -> KeyLabel:
        command = self._command(name)
        return KeyLabel(command.shown, command.label, name)

    def _command(self, name: str) -> KeyCommand:
        return next(command for command in (*self.commands, *commands.CHOOSE) if command.name == name)

    def is_enabled(self, name: str) -> bool:
        """Return whether a command would do something now."""
        if name == "tip" and not self.screen.board.is_deciding:
            return False
        return self.session.can(name) or (name == "news" and self.screen.showing_news)

    def open_menu(self) -> None:
        """Show the menu, and run what is chosen there."""
        entries = [ChoiceOption(self.go_on_label, "")]
        entries += [ChoiceOption(self._command(name).help, name) for name in self.menu if self.is_listed(name)]
        entries += [ChoiceOption(c.help, f"app.{c.name}") for c in commands.APP if c.name in ("keys", "settings")]
        self.app.push_screen(ChoiceDialog(self.menu_title, [*entries, *self.ways_out()]), self._run_chosen)

    go_on_label = "Continue playing"

    def is_listed(self, name: str) -> bool:
        """Return whether the menu shows a command; a tip only where tips are allowed."""
        return name != "tip" or not self.session.no_hint_reason

    def ways_out(self) -> list[ChoiceOption[str]]:
        return [
            ChoiceOption("Go home; the match is kept", "app.home"),
            ChoiceOption("Quit; the match is kept", "app.leave"),
        ]

    async def _run_chosen(self, action: str | None) -> None:
        if action:
            await self.screen.run_action(action)
