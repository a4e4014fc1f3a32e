"""Texts about the daily deals, for plain mode and the screen."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

import msgspec

from core import registry
from core.game import Game
from core.text import count_text
from saves.daily import Attempt, DailyResult, Days, streak
from tui.widgets import ascii_fallback
from tui.widgets.sparkline import bar_char

_R = TypeVar("_R", bound=DailyResult)

if TYPE_CHECKING:
    from saves.club.daily_results import DailyStanding

#: How many of the latest results are listed.
LAST = 20
#: The terms of the attempt that counts, shown before it.
TERMS = "One attempt counts. No tips, and no undo once something has been revealed."

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def share_text(game: Game, result: DailyResult, row: int, ascii: bool) -> tuple[str, str]:
    """Return a result in two lines to share: the points, and a bar for each round."""
    first = f"Samovar daily · {game.title} · {result.day.isoformat()} · {result_text(result)}"
    most = max(1, *result.rounds)
    bars = "".join(bar_char(gain, most, ascii, none="_") for gain in result.rounds)
    second = f"{bars} {count_text(row, 'day')} in a row" if row > 1 else bars
    return (ascii_fallback.ascii_text(first), ascii_fallback.ascii_text(second)) if ascii else (first, second)


def result_text(result: DailyResult) -> str:
    """Return a result in words: "118 points, Artisan", "34 points, 1st of 3"."""
    rank = (
        f"{result.place}{_ENDINGS.get(result.place, 'th')} of {result.players}" if result.players > 1 else title(result)
    )
    return f"{count_text(result.points, 'point')}, {rank}" if rank else count_text(result.points, "point")


def title(result: DailyResult) -> str:
    """Return the title that a result reached, in words."""
    return (
        registry.get_game(result.game).labels().title(result.title)
        if result.game in registry.GAME_NAMES
        else result.title
    )


def with_title(result: _R) -> _R:
    """Return a result with its title in words, for JSON."""
    return msgspec.structs.replace(result, title=title(result))


def attempt_text(attempt: Attempt, is_there: bool, today: bool) -> str:
    """Return the state of an attempt; `is_there`: whether its match is on disk."""
    if attempt.result is not None:
        return result_text(attempt.result)
    if attempt.begun is not None:
        return "begun" if is_there else "given up (match deleted)"
    return "not played yet" if today else "not played"


def opponents_text(game: Game) -> str:
    return "alone" if 1 in game.player_counts else "against two adepts"


def until_next(now: datetime) -> str:
    """Return how long the deals of today last."""
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    minutes = int((midnight - now).total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60:02} min"


def done(days: dict[date, Attempt]) -> list[DailyResult]:
    """Return the results of a game's deals, the oldest first."""
    return [days[day].result for day in sorted(days) if days[day].result is not None]  # type: ignore[misc]


def all_done(days: Days) -> list[date]:
    """Return the days on which a deal of any game was played to its end."""
    return [result.day for of_game in days.values() for result in done(of_game)]


def curve_text(results: Sequence[DailyResult]) -> str:
    """Return count, mean and best of a game's results."""
    points = [result.points for result in results]
    return f"{count_text(len(points), 'deal')}, mean {sum(points) / len(points):.1f}, best {max(points)}"


def game_lines(game: Game, days: dict[date, Attempt], day: date, now: date, ascii: bool) -> list[str]:
    """Return the result of a deal, the master's, and the figures of all days."""
    attempt = days.get(day, Attempt())
    lines: list[str] = []
    results = done(days)
    if attempt.result is not None:
        lines += share_text(game, attempt.result, streak([result.day for result in results], now), ascii)
    if attempt.master is not None:
        lines.append(f"The master on the same deal: {result_text(attempt.master)}.")
    if results:
        last = " ".join(str(result.points) for result in results[-LAST:])
        lines.append(f"Your deals of {game.title}: {curve_text(results)}; latest {last}.")
    return lines


def club_rows(standings: Sequence["DailyStanding"], me: str, width: int) -> list[tuple[int, str, str, bool]]:
    """Return rank, name, result and "is it me" of members: as many as there is room for, the player's own always."""
    rows = [(rank, each.member, result_text(each.result), each.member == me) for rank, each in enumerate(standings, 1)]
    if len(rows) <= width or any(mine for _, _, _, mine in rows[:width]):
        return rows[:width]
    return [*rows[: width - 1], *(row for row in rows if row[3])][:width]
