"""`python -m core.bots.training.calibrate [GAME]…` makes the yardstick anew: what the levels come to in every game.

A master with adepts at tables of two to four, and each level alone where a game can be played so. With the usual
numbers it takes ten minutes of one core.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from core import registry
from core.bots.baseline import Baseline, BaselineTable, baseline
from core.bots.player import BotPlayer
from core.bots.search import Budget
from core.match import Match, Seat
from core.score_sources import score_sources

#: How often an adept should beat a novice, and a master an adept; used until `make ladder` has measured a game.
AIMS = (0.8, 0.7)
#: The rating of a novice.
NOVICE = 1000.0


def ratings(adept: float, master: float) -> dict[str, float]:
    """Return the ratings of the levels when an adept beats a novice, and a master an adept, so often.

    The two levels between novice and adept are tuned to be evenly apart: they have a third of that gap each.
    """
    gap = _ahead(adept)
    return {
        "novice": NOVICE,
        "apprentice": round(NOVICE + gap / 3),
        "journeyman": round(NOVICE + gap * 2 / 3),
        "adept": round(NOVICE + gap),
        "master": round(NOVICE + gap + _ahead(master)),
    }


def _ahead(share: float) -> float:
    """Return the lead in points of Elo of a player who wins this share of games."""
    return 400 * math.log10(share / (1 - share))


def self_play_games(name: str, levels: Sequence[str], number: int, steps: int) -> Iterator[Match]:
    """Play games of these levels to the end, with each level at each seat in turn."""
    for seed in range(1, number + 1):
        order = [levels[(seat + seed) % len(levels)] for seat in range(len(levels))]
        match = Match.new(registry.get_game(name), [Seat(level, "bot", level) for level in order], {}, seed)
        players = [BotPlayer(Budget(steps=steps) if level == "master" else None) for level in order]
        while match.state.actor is not None:
            match.play(players[match.state.actor].decide(match).notation)
        yield match


def table_baseline(matches: Sequence[Match], steps: int) -> BaselineTable:
    """Return the average result of the master in these games."""
    points, by_source, by_card, cards = 0, dict[str, int](), dict[str, int](), dict[str, int]()
    for match in matches:
        seat = next(at for at, seat in enumerate(match.seats) if seat.level == "master")
        points += match.state.scores()[seat]
        for source, found in score_sources(match).items():
            into = by_card if found.cards else by_source
            into[source] = into.get(source, 0) + found.points[seat]
            cards[source] = cards.get(source, 0) + found.cards
    return BaselineTable(
        len(matches),
        steps,
        round(points / len(matches), 1),
        {source: round(total / len(matches), 1) for source, total in by_source.items()},
        {kind: round(total / cards[kind], 1) for kind, total in by_card.items()},
    )


def calibrate(name: str, told: argparse.Namespace) -> Baseline:
    """Measure all figures of a game."""
    alone: dict[str, list[int]] = {}
    tables: dict[str, BaselineTable] = {}
    if 1 in registry.get_game(name).player_counts:
        for level in ("novice", "adept", "master"):
            matches = list(self_play_games(name, [level], told.alone, told.solo_steps))
            alone[level] = sorted(match.state.scores()[0] for match in matches)
        tables["1"] = table_baseline(matches, told.solo_steps)
    for seats in sorted({2, 3, 4} & set(registry.get_game(name).player_counts)):
        levels = ["master"] + ["adept"] * (seats - 1)
        tables[str(seats)] = table_baseline(list(self_play_games(name, levels, told.games, told.steps)), told.steps)
    return Baseline(rated(name, told.ladder), alone, tables)


def rated(name: str, found: Sequence[float] | None) -> dict[str, float]:
    """Return the ratings by what `make ladder` has found; the old ones if nothing new is given."""
    return ratings(*found) if found else baseline(name).ratings or ratings(*AIMS)


def to_toml(figures: dict[str, Baseline]) -> str:
    """Return the figures as TOML."""
    lines = [
        "# What the levels of the bots come to: made by python -m core.bots.training.calibrate, do not edit.",
        "# Ratings follow from what make ladder found.",
    ]
    for name, found in figures.items():
        lines += ["", f"[{name}]", f"ratings = {_inline(found.ratings)}"]
        lines += [f"alone.{level} = {points}" for level, points in found.alone.items()]
        for seats, at in found.tables.items():
            lines += [
                "",
                f"[{name}.tables.{seats}]",
                f"games = {at.games}",
                f"trials = {at.trials}",
                f"points = {at.points}",
            ]
            lines += [f"sources.{source} = {points}" for source, points in at.sources.items()]
            lines += [f"cards.{kind} = {points}" for kind, points in at.cards.items()]
    return "\n".join(lines) + "\n"


def _inline(table: dict[str, float]) -> str:
    return "{ " + ", ".join(f"{name} = {value:.0f}" for name, value in table.items()) + " }"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m core.bots.training.calibrate", description=__doc__)
    parser.add_argument("game", nargs="*", help="all of them unless named")
    parser.add_argument("--games", type=int, default=4, help="at each table of several")
    parser.add_argument("--alone", type=int, default=16, help="games of each level alone")
    parser.add_argument("--steps", type=int, default=50, help="a master's trials for a turn, the same on every machine")
    parser.add_argument("--solo-steps", type=int, default=150, help="the same for a master alone")
    parser.add_argument(
        "--ladder",
        type=float,
        nargs=2,
        metavar=("ADEPT", "MASTER"),
        help="for one game: how often an adept beats a novice there, and a master an adept, as make ladder found",
    )
    told = parser.parse_args(arguments)
    if told.ladder and len(told.game) != 1:
        parser.error("--ladder is what was found for one game: name it")
    if told.ladder and not all(0 < share < 1 for share in told.ladder):
        parser.error("--ladder takes shares between 0 and 1: 0.9 for nine games of ten")
    figures = {name: baseline(name) for name in registry.GAME_NAMES}
    for name in told.game or registry.GAME_NAMES:
        figures[name] = calibrate(name, told)
        (Path(__file__).parents[1] / "baseline.toml").write_text(to_toml(figures), "utf-8")


if __name__ == "__main__":
    main()
