"""Games of bots against each other, to show by repeatable figures that each level is better than the one below.

Every seed is played once with each rotation of the seats, so that no entrant gains from the seat that it has. An
entrant is a level or, on somebody's own command line, a program (`core.bots.outside`).
"""

import contextlib
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Protocol

import msgspec

from core import registry
from core.bots.outside import ANSWER_SECONDS, STAND_IN, OutsideBot, is_outside
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.game import OptionValue, State
from core.match import Match, Seat
from core.text import count_text

#: Whether a Python looks for modules in the current folder.
_SAFE_PATH = "PYTHONSAFEPATH"


class ArenaGame(msgspec.Struct, frozen=True):
    """One game to play: the entrants by seat, as numbers into the arena's list."""

    game: str
    levels: tuple[str, ...]
    order: tuple[int, ...]
    seed: int
    options: dict[str, OptionValue]
    budget: Budget
    #: Seconds that a program may take to answer.
    answer_seconds: float = ANSWER_SECONDS


class Outcome(msgspec.Struct, frozen=True):
    """The result of one arena game, by entrant."""

    points: list[int]
    places: list[float]
    wins: list[float]
    seconds: list[float]
    turns: list[int]
    title: str
    #: What went wrong with programs, in words.
    failures: list[list[str]] = []


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
    #: Of the processor; of a program, by the clock on the wall.
    seconds_a_turn: float
    #: How many games a program failed in, and what went wrong first.
    failed_games: int = 0
    first_failure: str = ""


class ArenaReport(msgspec.Struct, frozen=True):
    """The results of all entrants."""

    game: str
    games: int
    entrants: list[Entrant]
    #: How many solo games reached each title.
    titles: dict[str, int]


def schedule(
    game: str,
    levels: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, OptionValue],
    budget: Budget,
    answer_seconds: float = ANSWER_SECONDS,
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
            answer_seconds,
        )
        for number in range(games)
    ]


class _Player(Protocol):
    """Who moves for an entrant: a bot of ours, or a program."""

    #: What its seconds are counted with.
    clock: Callable[[], float]

    def decide(self, match: Match) -> str: ...

    def close(self, state: State) -> None: ...

    @property
    def failures(self) -> list[str]: ...


class _LevelPlayer:
    """A bot of ours. If it fails, so does the arena."""

    clock = staticmethod(time.thread_time)

    def __init__(self, budget: Budget) -> None:
        self._bot = BotPlayer(budget)
        self.failures: list[str] = []

    def decide(self, match: Match) -> str:
        decision = self._bot.decide(match)
        if decision.error:
            raise RuntimeError(
                f"{match.game.name}, seed {match.setup.seed}, move {len(match.log) + 1}: {decision.error}"
            )
        return decision.notation

    def close(self, state: State) -> None:
        """Do nothing: it thinks in this process."""


def play_game(bout: ArenaGame) -> Outcome:
    """Play one game to its end."""
    game = registry.get_game(bout.game)
    match = Match.new(game, [_seat(bout.levels[i], i) for i in bout.order], bout.options, bout.seed)
    with contextlib.ExitStack() as stack:
        players = [_player(stack, bout, match, seat) for seat in range(len(bout.order))]
        seconds, turns = _play(match, players)
    return _outcome(match, bout, seconds, turns, [player.failures for player in players])


def _seat(entrant: str, number: int) -> Seat:
    """Return the seat of an entrant. A program is no level, so its seat has that of its stand-in."""
    level = STAND_IN if is_outside(entrant) else entrant
    return Seat(f"{level} {number + 1}", "bot", level)


def _player(stack: contextlib.ExitStack, bout: ArenaGame, match: Match, seat: int) -> _Player:
    """Return who moves for a seat; at the end of the stack a program is ended."""
    entrant = bout.levels[bout.order[seat]]
    player: _Player
    if is_outside(entrant):
        player = OutsideBot(entrant, match, seat, bout.answer_seconds)
    else:
        player = _LevelPlayer(bout.budget)
    stack.callback(lambda: player.close(match.state))
    return player


def _play(match: Match, players: Sequence[_Player]) -> tuple[list[float], list[int]]:
    """Play a match to its end; return the seconds and the turns of each seat."""
    seconds = [0.0] * len(players)
    turns = [0] * len(players)
    last: tuple[int, int] | None = None
    while not match.is_over:
        actor = match.state.actor
        assert actor is not None
        turn = (actor, match.state.round)
        turns[actor] += turn != last
        last = turn
        player = players[actor]
        began = player.clock()
        notation = player.decide(match)
        seconds[actor] += player.clock() - began
        match.play(notation)
    return seconds, turns


def _outcome(
    match: Match, bout: ArenaGame, seconds: list[float], turns: list[int], failures: list[list[str]]
) -> Outcome:
    count = len(bout.levels)
    failed: list[list[str]] = [[] for _ in range(count)]
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
            failed[entrant] = [f"with seed {bout.seed} {failure}" for failure in failures[seat]]
        before += len(seats)
    title = match.game.labels().title(match.state.solo_title())
    return Outcome(points, places, wins, took, turned, title, failed)


def play_all(all_bouts: Sequence[ArenaGame], jobs: int) -> Iterator[Outcome]:
    """Play the games in several processes; yield the outcomes in the order of the games."""
    if jobs <= 1:
        yield from map(play_game, all_bouts)
        return
    # Without this, a process that Python starts anew looks for its modules in the current folder first.
    own = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    with ProcessPoolExecutor(jobs, initializer=_restore_safe_path, initargs=(own,)) as pool:
        yield from pool.map(play_game, all_bouts)


def _restore_safe_path(own: str | None) -> None:
    """Give the programs that play the surroundings that they would have without us."""
    if own is None:
        del os.environ[_SAFE_PATH]
    else:
        os.environ[_SAFE_PATH] = own


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
    failures = [outcome.failures[number] for outcome in results if outcome.failures and outcome.failures[number]]
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
        failed_games=len(failures),
        first_failure=failures[0][0] if failures else "",
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
    room = max(8, *(len(e.level) for e in report.entrants))
    for e in report.entrants:
        rate = f"wins {e.win_rate:6.1%} ({e.win_rate_low:.1%} to {e.win_rate_high:.1%}), place {e.place:.2f}, "
        lines.append(
            f"{e.level:<{room}} {'' if alone else rate}points {e.points:.1f} ± {e.points_within:.1f}, "
            f"{e.seconds_a_turn:.3f} s a turn"
        )
    lines += [
        f"{e.level} failed in {count_text(e.failed_games, 'game')}, and chance moved: {e.first_failure}."
        for e in report.entrants
        if e.failed_games
    ]
    lines += [f"{count:>6} {title}" for title, count in sorted(report.titles.items(), key=lambda row: -row[1])]
    return "\n".join(lines)
