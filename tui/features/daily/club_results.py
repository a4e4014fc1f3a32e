"""Publish a player's results of daily deals to the club, and read everybody's."""

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
from saves.daily import DailyResult, Journal, MasterDailyResult
from saves.paths import DataPaths
from tui.services import Services

#: The results of so many days are published, because the club may have been unreachable when they were played.
_DAYS = 14


class ClubComparison(msgspec.Struct, frozen=True):
    """The standings of the club by game, or the error that kept them away; all empty without a club."""

    me: str = ""
    tables: dict[str, list[DailyStanding]] = {}
    #: The master's results, where another member's process has let the master play: by game, where the player is done.
    masters: dict[str, MasterDailyResult] = {}
    error: str = ""


def address(paths: DataPaths) -> str:
    """Return the address of the player's club; empty when there is none."""
    return os.environ.get("SAMOVAR_CLUB", "") or settings.load(paths.settings)[0].club


def compare_with_club(services: Services, day: date) -> ClubComparison:
    """Publish the player's results to the club and read everybody's. Blocks as long as the database takes."""
    where = address(services.paths)
    if not where:
        return ClubComparison()
    try:
        with services.open_club(where) as club:
            me = club.enter(member_name(getpass.getuser()))
            daily_results.publish(club, me, _latest(services.paths, day))
            masters = _share_masters(club, services.paths, day)
            return ClubComparison(me, daily_results.daily_standings(club, day), masters)
    except ClubError as error:
        return ClubComparison(error=str(error))
    except (OSError, KeyError):
        return ClubComparison(error="You are not a member of the club under this name, so its results are not shown.")


def _share_masters(club: Club, paths: DataPaths, day: date) -> dict[str, MasterDailyResult]:
    """Publish the master's results that the player knows; keep and return those that only the club knew."""
    journal = Journal(paths)
    attempts = {game: days[day] for game, days in journal.days().items() if day in days}
    daily_results.publish_masters(club, [known.master for known in attempts.values() if known.master is not None])
    found = daily_results.master_results(club, day)
    wanted = [game for game, known in attempts.items() if known.result is not None and known.master is None]
    new = {game: found[game] for game in wanted if game in found}
    for result in new.values():
        journal.keep_master(result)
    return new


def _latest(paths: DataPaths, day: date) -> list[DailyResult]:
    """Return the player's results of the latest days up to this one."""
    days = range(_DAYS)
    found = Journal(paths).days().values()
    known = [of_game[each] for of_game in found for back in days if (each := day - timedelta(days=back)) in of_game]
    return [attempt.result for attempt in known if attempt.result is not None]
