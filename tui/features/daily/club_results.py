"""The deals of the days in the club that one goes to: one's own results are told there, and everybody's are seen."""

import getpass
import os
from datetime import date, timedelta

import msgspec

from saves import settings
from saves.club import daily_results as dailies
from saves.club.daily_results import Standing
from saves.club.errors import ClubError
from saves.club.member_names import member_name
from saves.club.store import Club
from saves.daily import Journal, Result
from saves.paths import Folders

#: Results of so many days are told, for whoever had no line to the club when they played.
_DAYS = 14


class Compared(msgspec.Struct, frozen=True):
    """How everybody did, by game; or why nobody knows. Without a club, nothing at all."""

    me: str = ""
    tables: dict[str, list[Standing]] = {}
    trouble: str = ""


def address(folders: Folders) -> str:
    """The club that one goes to; empty when there is none."""
    return os.environ.get("SAMOVAR_CLUB", "") or settings.load(folders.settings)[0].club


def compared(folders: Folders, day: date) -> Compared:
    """Tell the club one's results, and see everybody's. May take as long as the line to the club does."""
    where = address(folders)
    if not where:
        return Compared()
    try:
        with Club.open(where) as club:
            me = club.enter(member_name(getpass.getuser()))
            dailies.publish(club, me, _latest(folders, day))
            return Compared(me, dailies.table(club, day))
    except ClubError as error:
        return Compared(trouble=str(error))
    except (OSError, KeyError):
        return Compared(trouble="Nobody knows here who you are: the club was not asked.")


def _latest(folders: Folders, day: date) -> list[Result]:
    """One's results of the days up to this one."""
    days = range(_DAYS)
    found = Journal(folders).days().values()
    known = [of_game[each] for of_game in found for back in days if (each := day - timedelta(days=back)) in of_game]
    return [attempt.result for attempt in known if attempt.result is not None]
