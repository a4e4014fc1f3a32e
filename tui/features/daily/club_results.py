"""The deals of the days in the club that one goes to: one's own results are told there, and everybody's are seen."""

import getpass
import os
from datetime import date, timedelta

import msgspec

from saves import settings
from saves.club import daily_results
from saves.club.daily_results import DailyStanding
from saves.club.errors import ClubError
from saves.club.member_names import member_name
from saves.club.store import Club
from saves.daily import DailyResult, Journal
from saves.paths import DataPaths

#: Results of so many days are told, for whoever had no line to the club when they played.
_DAYS = 14


class ClubComparison(msgspec.Struct, frozen=True):
    """How everybody did, by game; or why nobody knows. Without a club, nothing at all."""

    me: str = ""
    tables: dict[str, list[DailyStanding]] = {}
    error: str = ""


def address(paths: DataPaths) -> str:
    """The club that one goes to; empty when there is none."""
    return os.environ.get("SAMOVAR_CLUB", "") or settings.load(paths.settings)[0].club


def compare_with_club(paths: DataPaths, day: date) -> ClubComparison:
    """Tell the club one's results, and see everybody's. May take as long as the line to the club does."""
    where = address(paths)
    if not where:
        return ClubComparison()
    try:
        with Club.open(where) as club:
            me = club.enter(member_name(getpass.getuser()))
            daily_results.publish(club, me, _latest(paths, day))
            return ClubComparison(me, daily_results.daily_standings(club, day))
    except ClubError as error:
        return ClubComparison(error=str(error))
    except (OSError, KeyError):
        return ClubComparison(error="Nobody knows here who you are: the club was not asked.")


def _latest(paths: DataPaths, day: date) -> list[DailyResult]:
    """One's results of the days up to this one."""
    days = range(_DAYS)
    found = Journal(paths).days().values()
    known = [of_game[each] for of_game in found for back in days if (each := day - timedelta(days=back)) in of_game]
    return [attempt.result for attempt in known if attempt.result is not None]
