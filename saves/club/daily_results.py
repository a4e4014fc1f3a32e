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
    owner = club.id_of(member)
    with club.transaction() as transaction:
        for result in results:
            transaction.run(
                "INSERT INTO club_dailies (day, game, member, body) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (day, game, member) DO NOTHING",
                result.day.isoformat(),
                result.game,
                owner,
                msgspec.json.encode(result).decode(),
            )


def daily_standings(club: Club, day: date) -> dict[str, list[DailyStanding]]:
    """Return the results on a day's deals by game, the best first. Dismissed members are left out."""
    rows = club.query(
        "SELECT id, body FROM club_dailies JOIN club_members ON member = id WHERE day = ? AND dismissed = 0",
        day.isoformat(),
    )
    found: dict[str, list[DailyStanding]] = {}
    names = club.directory
    for name, body in sorted(
        ((names.name_of(str(one)), body) for one, body in rows), key=lambda row: casefolded(row[0])
    ):
        with contextlib.suppress(msgspec.DecodeError):
            standing = DailyStanding(str(name), _decoder.decode(str(body)).with_ids())
            found.setdefault(standing.result.game, []).append(standing)
    return {game: sorted(all_, key=lambda one: (one.result.place, -one.result.points)) for game, all_ in found.items()}
