"""Games of bots against each other, to show by repeatable figures that each level is better than the one below.

Every seed is played once with each rotation of the seats, so that no entrant gains from the seat that it has.
"""

import math
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from core import registry
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.game import OptionValue
from core.match import Match, Seat
from core.text import count_text


class ArenaGame(msgspec.Struct, frozen=True):
    """One game to play: the entrants by seat, as numbers into the arena's list."""

    game: str
    levels: tuple[str, ...]
    order: tuple[int, ...]
    seed: int
    options: dict[str, OptionValue]
    budget: Budget


class Outcome(msgspec.Struct, frozen=True):
    """The result of one arena game, by entrant."""

    points: list[int]
    places: list[float]
    wins: list[float]
    seconds: list[float]
    turns: list[int]
    title: str


class Entrant(msgspec.Struct, frozen=True):
    """The results of an entrant over all games. Intervals are of 95 %."""

    level: str
    wins: float
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    points: float
    points_within: float
    place: float
    seconds_a_turn: float


class ArenaReport(msgspec.Struct, frozen=True):
    """The results of all entrants."""

    game: str
    games: int
    entrants: list[Entrant]
    #: How many solo games reached each title.
    titles: dict[str, int]


def schedule(
    game: str, levels: Sequence[str], games: int, seed: int, options: dict[str, OptionValue], budget: Budget
) -> list[ArenaGame]:
    """Return the games to play: seed after seed, each with every rotation of the seats."""
    players = len(levels)
    registry.get_game(game).setup(players, options, seed)
    return [
        ArenaGame(
            game,
            tuple(levels),
            tuple((seat + number) % players for seat in range(players)),
            seed + number // players,
            options,
            budget,
        )
        for number in range(games)
    ]


def play_game(bout: ArenaGame) -> Outcome:
    """Play one game to its end."""
    game = registry.get_game(bout.game)
    seats = [Seat(f"{bout.levels[i]} {i + 1}", "bot", bout.levels[i]) for i in bout.order]
    match = Match.new(game, seats, bout.options, bout.seed)
    players = [BotPlayer(bout.budget) for _ in seats]
    seconds = [0.0] * len(seats)
    turns = [0] * len(seats)
    last: tuple[int, int] | None = None
    while not match.is_over:
        actor = match.state.actor
        assert actor is not None
        turn = (actor, match.state.round)
        turns[actor] += turn != last
        last = turn
        began = time.thread_time()
        decision = players[actor].decide(match)
        seconds[actor] += time.thread_time() - began
        if decision.error:
            raise RuntimeError(f"{bout.game}, seed {bout.seed}, move {len(match.log) + 1}: {decision.error}")
        match.play(decision.notation)
    return _outcome(match, bout, seconds, turns)


def _outcome(match: Match, bout: ArenaGame, seconds: list[float], turns: list[int]) -> Outcome:
    count = len(bout.levels)
    points, places, wins = [0] * count, [0.0] * count, [0.0] * count
    took, turned = [0.0] * count, [0] * count
    before = 0
    for rank, seats in enumerate(match.state.ranking()):
        for seat in seats:
            entrant = bout.order[seat]
            points[entrant] = match.state.scores()[seat]
            places[entrant] = before + (len(seats) + 1) / 2
            wins[entrant] = 1 / len(seats) if rank == 0 else 0.0
            took[entrant], turned[entrant] = seconds[seat], turns[seat]
        before += len(seats)
    return Outcome(points, places, wins, took, turned, match.game.labels().title(match.state.solo_title()))


def play_all(all_bouts: Sequence[ArenaGame], jobs: int) -> Iterator[Outcome]:
    """Play the games in several processes; yield the outcomes in the order of the games."""
    if jobs <= 1:
        yield from map(play_game, all_bouts)
        return
    # Without this, a process that Python starts anew looks for its modules in the current folder first.
    os.environ["PYTHONSAFEPATH"] = "1"
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_game, all_bouts)


def summarize(game: str, levels: Sequence[str], results: Sequence[Outcome]) -> ArenaReport:
    """Return the figures of all outcomes."""
    entrants = [_entrant(level, number, results) for number, level in enumerate(levels)]
    titles = Counter(outcome.title for outcome in results if outcome.title)
    return ArenaReport(game, len(results), entrants, dict(titles))


def _entrant(level: str, number: int, results: Sequence[Outcome]) -> Entrant:
    games = len(results)
    wins = sum(outcome.wins[number] for outcome in results)
    low, high = wilson(wins, games)
    points = [outcome.points[number] for outcome in results]
    mean = sum(points) / games
    spread = math.sqrt(sum((p - mean) ** 2 for p in points) / max(1, games - 1))
    turns = sum(outcome.turns[number] for outcome in results)
    return Entrant(
        level=level,
        wins=wins,
        win_rate=wins / games,
        win_rate_low=low,
        win_rate_high=high,
        points=mean,
        points_within=1.96 * spread / math.sqrt(games),
        place=sum(outcome.places[number] for outcome in results) / games,
        seconds_a_turn=sum(outcome.seconds[number] for outcome in results) / max(1, turns),
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's)."""
    z = 1.96
    rate = wins / games
    centre = rate + z * z / (2 * games)
    width = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    bottom = 1 + z * z / games
    # Rounding may step over the ends, which would show as -0.0 %.
    return max(0.0, (centre - width) / bottom), min(1.0, (centre + width) / bottom)


def format_table(report: ArenaReport) -> str:
    """Return a report as lines for people."""
    lines = [f"{registry.get_game(report.game).title}, {count_text(report.games, 'game')}"]
    alone = len(report.entrants) == 1
    for e in report.entrants:
        rate = f"wins {e.win_rate:6.1%} ({e.win_rate_low:.1%} to {e.win_rate_high:.1%}), place {e.place:.2f}, "
        lines.append(
            f"{e.level:<8} {'' if alone else rate}points {e.points:.1f} ± {e.points_within:.1f}, "
            f"{e.seconds_a_turn:.3f} s a turn"
        )
    lines += [f"{count:>6} {title}" for title, count in sorted(report.titles.items(), key=lambda row: -row[1])]
    return "\n".join(lines)
