"""The link from home to the club: opened in a thread when it is first needed, and watched while home is in front.

A player without a club loads nothing of this; the database's modules are imported in the thread as well.
"""

import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING

from saves.club.errors import ClubError, ClubRefusedError
from saves.club.member_names import member_name
from tui.club.tasks import TaskThread
from tui.club.turns import ClubTurn, load_turns
from tui.sessions.scheduler import AsyncioScheduler

if TYPE_CHECKING:
    from saves.club.store import Club
    from tui.app import SamovarApp
    from tui.club.navigation import ClubNavigation
    from tui.club.watcher import ClubWatcher
    from tui.services import Services

_WHICH_CLUB = (
    "Which club? Name it with --club sqlite:///FILE or --club postgresql://…, in SAMOVAR_CLUB, "
    "or as club in the settings file (samovar where shows it); or set SAMOVAR_HOME to that of your server."
)


def open_club(services: "Services", address: str) -> "Club":
    """Open the club at this address; refuse when there is none."""
    if not address:
        raise ClubRefusedError(_WHICH_CLUB)
    return services.open_club(address)


def my_name(name: str | None = None) -> str:
    """Return the member's name: the given one, because the account is trusted; else the name of the account."""
    if name is not None:
        return member_name(name)
    try:
        return member_name(getpass.getuser())
    except (OSError, KeyError, ClubError):
        raise ClubRefusedError("Who are you? Name yourself with --as NAME.") from None


class ClubLink:
    """The player's club, as home needs it."""

    def __init__(self, app: "SamovarApp") -> None:
        self._app = app
        self._tasks = TaskThread(AsyncioScheduler(), self._failed)
        self._club: Club | None = None
        self._me = ""
        self._watcher: ClubWatcher[list[ClubTurn]] | None = None
        self._waits: list[Callable[[], None]] = []
        self._is_quiet = True
        self._looks = False

    # Opening

    def open(self, table: str = "") -> None:
        """Open a table, or the lobby."""
        self._is_quiet = False
        self._when_open(lambda: self.navigation().join(table) if table else self.navigation().show_lobby())

    def open_next(self) -> None:
        """Open the next table where it is the player's turn."""
        self._is_quiet = False
        self._when_open(lambda: self.navigation().join_next())

    def navigation(self) -> "ClubNavigation":
        # The screens of the club, which home does not need.
        from tui.club.navigation import ClubNavigation

        if self._app.club_navigation is None:
            assert self._club is not None
            self._app.club_navigation = ClubNavigation(self._app, self._club, self._me)
        return self._app.club_navigation

    def _when_open(self, then: Callable[[], None]) -> None:
        """Do something in the club, as soon as it is open."""
        if self._app.club_navigation is not None:
            self._club, self._me = self._app.club_navigation.club, self._app.club_navigation.member
        if self._club is not None:
            then()
            return
        self._waits.append(then)
        if len(self._waits) == 1:
            services, address = self._app.services, self._app.club_address
            self._tasks.submit(lambda: _opened(services, address), self._on_opened)

    def _on_opened(self, opened: "tuple[Club, str]") -> None:
        self._club, self._me = opened
        waits, self._waits = self._waits, []
        for then in waits:
            then()

    def _failed(self, error: ClubError) -> None:
        """Show the error only if the player wanted to go to the club, not if home only watches it."""
        self._waits = []
        if not self._is_quiet:
            self._is_quiet = True
            self._app.show_message("The club", str(error))

    # Watching from home

    def watch(self, on: bool) -> None:
        """While home is in front, watch for the player's turn."""
        self._looks = on
        if on:
            self._when_open(self._watch)
        elif self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _watch(self) -> None:
        if not self._looks or self._watcher is not None:
            return
        # Only when the club has been opened.
        from tui.club.watcher import ClubWatcher

        club, me = self._club, self._me
        assert club is not None
        self._watcher = ClubWatcher(club, lambda: load_turns(club, me), self._app.set_club_turns, lambda sentence: None)


def _opened(services: "Services", address: str) -> "tuple[Club, str]":
    club = open_club(services, address)
    return club, club.enter(my_name())
