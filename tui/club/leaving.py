"""Leave the club for good: seats go to bots, requests lapse, and what belongs to the member alone is deleted."""

import contextlib
import os
import shutil
from pathlib import Path

from saves.club.departure import forget_member
from saves.club.errors import ClubError, ClubRefusedError
from saves.club.member_names import casefolded
from saves.club.store import Club
from saves.club.terms import StoredState
from saves.guest import is_guest
from tui.club.client import join_table
from tui.club.requests import decline_invitation, leave_table, write_request

_STATES: tuple[StoredState, ...] = ("waiting", "running")
#: More tables than anybody has.
_ALL = 100_000


def leave_for_good(club: Club, member: str, typed: str) -> str:
    """Leave the club, if the member has typed their name; return what their games are listed under from now on."""
    name = club.name_now(member)
    if casefolded(typed.strip()) != casefolded(name):
        raise ClubRefusedError(f"Write your name, {name}, to leave the club for good. Nothing was changed.")
    for state in _STATES:
        for table in club.tables_of(name, state, _ALL):
            with contextlib.suppress(ClubError):  # a table that is damaged, or of a newer Samovar, stays as it is
                _leave(club, table.id, name)
    former = forget_member(club, name)
    _delete_folder()
    return former


def _leave(club: Club, table: str, name: str) -> None:
    client = join_table(club, table, name)
    if client.table.seat_of(name) is not None:
        leave_table(client, "")
    elif client.table.state == "waiting":
        write_request(client, decline_invitation)


def _delete_folder() -> None:
    """Delete the files of a guest of a server; a player's own computer is left alone."""
    if is_guest():
        for path in Path(os.environ["SAMOVAR_HOME"]).iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
