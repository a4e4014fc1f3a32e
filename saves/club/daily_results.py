"""The results of a club's members on daily deals.

publish(club, "anna", results)               # the first result of a deal counts, however often it is published
daily_standings(club, day)                   # all members' results, by game, the best first
"""

import contextlib
from collections.abc import Iterable
from datetime import date

import msgspec

from saves.club.member_names import casefolded
from saves.club.store import Club
from saves.daily import DailyResult

_decoder = msgspec.json.Decoder(DailyResult)


class DailyStanding(msgspec.Struct, frozen=True):
    """One member's result on a daily deal."""

    member: str
    result: DailyResult


def publish(club: Club, member: str, results: Iterable[DailyResult]) -> None:
    """Store the results of a member in the club."""
    with club.transaction() as transaction:
        for result in results:
            transaction.run(
                "INSERT INTO club_dailies (day, game, member, body) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (day, game, member) DO NOTHING",
                result.day.isoformat(),
                result.game,
                casefolded(member),
                msgspec.json.encode(result).decode(),
            )


def daily_standings(club: Club, day: date) -> dict[str, list[DailyStanding]]:
    """Return the results on a day's deals by game, the best first. Dismissed members are left out."""
    rows = club.query(
        "SELECT name, body FROM club_dailies JOIN club_members ON member = folded"
        " WHERE day = ? AND dismissed = 0 ORDER BY folded",
        day.isoformat(),
    )
    found: dict[str, list[DailyStanding]] = {}
    for name, body in rows:
        with contextlib.suppress(msgspec.DecodeError):
            standing = DailyStanding(str(name), _decoder.decode(str(body)).with_ids())
            found.setdefault(standing.result.game, []).append(standing)
    return {game: sorted(all_, key=lambda one: (one.result.place, -one.result.points)) for game, all_ in found.items()}
