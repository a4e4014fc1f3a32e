"""The deals of the days in a club: everybody's first result, the best first."""

from datetime import date, timedelta

from saves.club.daily_results import daily_standings, publish
from saves.club.store import Club
from saves.daily import DailyResult

DAY = date(2026, 11, 17)


def result(points: int, place: int = 1, game: str = "mezen", day: date = DAY) -> DailyResult:
    return DailyResult(day, game, points, [points], place, 1 if game == "mezen" else 3, "Artisan")


def told(club: Club, game: str = "mezen", day: date = DAY) -> list[tuple[str, int]]:
    return [(each.member, each.result.points) for each in daily_standings(club, day).get(game, [])]


def test_everybody_is_there_with_their_first_result_the_best_first(club: Club) -> None:
    for name in ("Anna", "boris", "vera"):
        club.enter(name)
    publish(club, "anna", [result(90), result(30, 2, "mezo"), result(70, day=DAY - timedelta(days=1))])
    publish(club, "boris", [result(120), result(40, 3, "mezo")])
    publish(club, "boris", [result(999)])
    publish(club, "vera", [result(90)])
    assert told(club) == [("boris", 120), ("Anna", 90), ("vera", 90)]
    assert told(club, "mezo") == [("Anna", 30), ("boris", 40)]
    assert told(club, day=DAY - timedelta(days=1)) == [("Anna", 70)]
    assert told(club, "gzhel") == []


def test_whoever_was_dismissed_is_left_out_and_no_stranger_gets_in(club: Club) -> None:
    club.enter("anna")
    publish(club, "anna", [result(90)])
    club.dismiss("anna")
    assert told(club) == []
