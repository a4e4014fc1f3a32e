"""Texts about statistics, for plain mode and the screen."""

from collections.abc import Sequence

from core import registry
from core.bots.baseline import baseline
from core.review.comparison import Estimate
from core.review.report import add_estimates
from core.text import count_text
from saves.history.rating import SURE, Rating
from saves.history.statistics import (
    GameStatistics,
    ReviewLosses,
    SourceShare,
    SourceStatistics,
    Streak,
    TableStatistics,
)

#: The number of latest reviews that are compared with those before them.
_RECENT = 5


def figure_lines(told: GameStatistics) -> list[str]:
    """Return all figures of a game, for people."""
    lines = [f"== {registry.get_game(told.game).title}: {games_text(told)}"]
    lines += [f"{table_text(table)}: {table_figures(table)}." for table in told.tables]
    if told.titles:
        lines.append(f"Solo titles: {titles_text(told.titles)}.")
    if told.last:
        lines.append(f"{'Last game' if len(told.last) == 1 else 'Last games'}: {' '.join(map(str, told.last))}.")
    if told.rating is not None:
        lines.append(f"Rating: {rating_text(told.rating)} ({levels_text(told.game)}).")
    lines += [f"{text}." for text in streak_text(told)]
    if told.sources is not None:
        lines += _source_lines(told.sources)
    if told.lost:
        lines.append(f"Average loss per turn, from {count_text(len(told.lost), 'review')}: {lost_text(told.lost)}.")
    return lines


def games_text(told: GameStatistics) -> str:
    """Return the number of games and the time of play."""
    shared = f" and {told.shared} with friends" if told.shared else ""
    took = f", {time_text(told.seconds)} of play" if told.timed else ""
    untold = told.games + told.shared - told.timed
    return f"{count_text(told.games, 'game')}{shared}{took}" + (
        f" ({count_text(untold, 'game')} untimed)" if took and untold else ""
    )


def time_text(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{max(1, minutes)} min"


def table_text(table: TableStatistics) -> str:
    """Return the seats of a kind of table and the levels of its bots."""
    if table.seats == 1:
        return "Alone"
    return f"{table.seats} seats, {' and '.join(table.levels)}"


def table_label(table: TableStatistics) -> str:
    """Return the same in a few letters."""
    if table.seats == 1:
        return "alone"
    return f"{table.seats}: {'+'.join(table.levels) if len(table.levels) < 3 else 'mixed'}"


def table_figures(table: TableStatistics) -> str:
    won = f"{table.wins:g} won, " if table.seats > 1 else ""
    return f"{count_text(table.games, 'game')}, {won}mean {table.mean:.1f}, best {table.best}"


def titles_text(titles: dict[str, int]) -> str:
    return ", ".join(f"{title} {times}" for title, times in titles.items())


def rating_text(found: Rating) -> str:
    return f"{found.points:.0f} ± {found.within:.0f}"


def levels_text(game: str) -> str:
    """Return the ratings of the levels, to compare with."""
    return ", ".join(f"{level} {points:.0f}" for level, points in baseline(game).ratings.items())


def streak_text(told: GameStatistics) -> list[str]:
    """Return the streaks of days and of wins."""
    days = [f"Days in a row: {_row_text(told.days)}"]
    return [*days, f"Wins in a row: {_row_text(told.wins)}"] if told.wins.best else days


def _row_text(row: Streak) -> str:
    return f"{row.now}, best {row.best}"


def sources_title(found: SourceStatistics) -> str:
    where = "alone" if found.seats == 1 else f"at {found.seats} seats"
    return f"Points by source, {where}, {count_text(found.games, 'game')}"


def part_figures(part: SourceShare) -> tuple[str, str]:
    """Return the points of a source, and the master's."""
    return f"{part.mean:.1f}", "?" if part.master is None else f"{part.master:.1f}"


def _source_lines(found: SourceStatistics) -> list[str]:
    """Return every source with its points and the master's; cards apart, because theirs are points for each card."""
    width = max(len(part.source) for part in found.parts)
    lines = [f"{sources_title(found)}; yours, then the master's:"]
    for at, part in enumerate(found.parts):
        if part.cards and not (at and found.parts[at - 1].cards):
            lines.append("  By goal card:")
        mine, theirs = part_figures(part)
        lines.append(f"  {part.source:<{width}}  {mine:>6}  {theirs:>6}")
    return lines


def lost_text(lost: Sequence[ReviewLosses]) -> str:
    """Return the points lost a turn in the latest reviews, and in those before."""
    recent, before = lost[-_RECENT:], lost[:-_RECENT]
    text = _estimate(recent)
    return f"{text} in the last {len(recent)}, {_estimate(before)} before" if before else text


def lost_now(lost: Sequence[ReviewLosses]) -> str:
    """Return the points lost a turn in the latest reviews."""
    return _estimate(lost[-_RECENT:])


def _estimate(lost: Sequence[ReviewLosses]) -> str:
    """Return the points lost a turn over several reviews, weighted by their turns."""
    turns = sum(each.turns for each in lost)
    whole = add_estimates([Estimate(each.lost.mean * each.turns, each.lost.error * each.turns) for each in lost])
    return f"{whole.mean / turns:.1f} ± {SURE * whole.error / turns:.1f}"
