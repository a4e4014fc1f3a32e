"""What a process uses from its surroundings: made once by its entry point, and handed down.

The command line makes the player's own (`Services.for_player`); the process of a server's guest makes those that the
server allows it, after the fork (`tui.server.guest_services`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.bots.analysis import Analysis, LocalAnalysis
from saves.paths import DataPaths
from tui.sessions.bot_client import Process, start_own_process

if TYPE_CHECKING:
    from saves.club.store import Club


@dataclass(frozen=True)
class Services:
    """The player's files, the bots and the club, as this process reaches them."""

    paths: DataPaths
    #: Who thinks where a reply is waited for, as in plain mode: this process, or the server's workers.
    analysis: Analysis
    #: Start the process that thinks for a screen, or connect to one.
    start_bots: Callable[[], Process]
    #: Open the club at an address.
    open_club: "Callable[[str], Club]"
    #: The descriptor on which a server writes lines for its guest; -1: there is none.
    notices: int = -1
    #: How many notices an hour the server can send to the player at once; 0: none at all.
    notices_an_hour: int = 0
    #: How a friend comes to a seat of this server, with `{code}` for the code: in a browser, by SSH; none without one.
    friend_forms: tuple[str, ...] = ()
    #: What the player is called, where that is known: the member's name of a server's guest.
    player_name: str = ""

    @classmethod
    def for_player(cls) -> "Services":
        """Return the services of the user who runs the program, who shares nothing with others."""
        return cls(DataPaths.for_player(), LocalAnalysis(), start_own_process, _open_club)


def _open_club(address: str) -> "Club":
    from saves.club.store import Club  # a player without a club loads nothing of it

    return Club.open(address)
