"""From home to the club: it is opened when it is first needed, in a thread, and looked at while home is in front.

Whoever goes to no club loads nothing of this; what asks the database is loaded in the thread as well.
"""

import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING

from saves.club.errors import ClubError, Refused
from tui.club.tasks import Errands

if TYPE_CHECKING:
    from saves.club.store import Club
    from tui.app import SamovarApp
    from tui.club.navigation import Visit
    from tui.club.watcher import Lookout

_WHICH_CLUB = (
    "Which club? Name it with --club sqlite:///FILE or --club postgresql://…, in SAMOVAR_CLUB, "
    "or as club in the file of settings (samovar where names it)."
)


def open_club(address: str) -> "Club":
    """The club at this address."""
    if not address:
        raise Refused(_WHICH_CLUB)
    from saves.club.store import Club

    return Club.open(address)


def my_name(name: str | None = None) -> str:
    """Who we are: where one account is trusted, whoever it says; else the account."""
    from saves.club.member_names import member_name

    if name is not None:
        return member_name(name)
    try:
        return member_name(getpass.getuser())
    except (OSError, KeyError, ClubError):
        raise Refused("Who are you? Say so with --as NAME.") from None


class Doorway:
    """The player's club, from where they are at home."""

    def __init__(self, house: "SamovarApp") -> None:
        self._house = house
        self._errands = Errands(self._failed)
        self._club: Club | None = None
        self._me = ""
        self._lookout: Lookout[int] | None = None
        self._waits: list[Callable[[], None]] = []
        self._is_quiet = True
        self._looks = False

    # Coming in

    def go_in(self) -> None:
        """Open the lobby."""
        self._is_quiet = False
        self._when_open(self._show_lobby)

    def _show_lobby(self) -> None:
        self.visit().show_lobby()

    def visit(self) -> "Visit":
        from tui.club.navigation import Visit

        if self._house.visit is None:
            assert self._club is not None
            self._house.visit = Visit(self._house, self._club, self._me)
        return self._house.visit

    def _when_open(self, then: Callable[[], None]) -> None:
        """Do something in the club, as soon as it is open."""
        if self._house.visit is not None:
            self._club, self._me = self._house.visit.club, self._house.visit.me
        if self._club is not None:
            then()
            return
        self._waits.append(then)
        if len(self._waits) == 1:
            address = self._house.club_address
            self._errands.do(lambda: _opened(address), self._came_in)

    def _came_in(self, opened: "tuple[Club, str]") -> None:
        self._club, self._me = opened
        waits, self._waits = self._waits, []
        for then in waits:
            then()

    def _failed(self, error: ClubError) -> None:
        """Who only looks from home is not told: whoever goes in is."""
        self._waits = []
        if not self._is_quiet:
            self._is_quiet = True
            self._house.tell("The club", str(error))

    # Looking from home

    def look_out(self, on: bool) -> None:
        """While home is in front: notice when it becomes the player's turn somewhere."""
        self._looks = on
        if on:
            self._when_open(self._watch)
        elif self._lookout is not None:
            self._lookout.close()
            self._lookout = None

    def _watch(self) -> None:
        if not self._looks or self._lookout is not None:
            return
        from tui.club.watcher import Lookout

        club, me = self._club, self._me
        assert club is not None
        self._lookout = Lookout(club, lambda: club.awaited(me), self._house.is_awaited_at, lambda sentence: None)


def _opened(address: str) -> "tuple[Club, str]":
    club = open_club(address)
    return club, club.enter(my_name())
