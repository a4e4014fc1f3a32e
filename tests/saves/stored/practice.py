"""What else a player's folder holds: matches from positions and from other matches, deals of the days, reviews, puzzles
that were tried, lessons.
"""

from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

import msgspec

from core import registry as shelf
from core.bots import choose
from core.daily import masters_table
from core.game import Game
from core.lessons.guide import Bookmark
from core.match import Match, Seat
from core.position_editor import teller, written
from core.puzzles.book import book
from core.puzzles.progress import Try
from core.review.comparison import Depth
from core.review.record import Review, go_on
from core.rng import Chance
from saves import puzzles as tried
from saves.daily import Days, Journal, Result, attempt
from saves.lessons import Learning
from saves.position_file import read_position
from saves.reviews import Reviews
from tests.saves.stored.matches import Writer, on, play_to_end

DAYS = (date(2026, 11, 16), date(2026, 11, 17))
#: Shallow, for what a review says is not what is kept here.
DEPTH = Depth(steps=6, worlds=8)
#: So many turns of the longer games; a review may stop anywhere.
_TURNS = 10
_WHEN = datetime(2026, 11, 17, 18, tzinfo=UTC)


def write_practice(writer: Writer) -> dict[str, Any]:
    """Write all of it; what this version says of it."""
    games = [shelf.game(name) for name in shelf.NAMES]
    for game in games:
        _branched(writer, game)
        if game.name in ("mezen", "gzhel"):
            _set_up(writer, game)
    return {
        "daily": _daily(writer, games),
        "reviews": {slug: _reviewed(writer, slug) for slug in _short_games(writer)},
        "puzzles": [each for game in games for each in _tried(writer, game)],
        "lessons": _learnt(writer),
    }


def _branched(writer: Writer, game: Game) -> None:
    """On from the middle of another match, among others."""
    source = writer.written[_short_game(writer, game)]
    seats = [Seat("Zoya"), *(Seat("Novice", "bot", "novice") for _ in source.seats[1:])]
    writer.save(f"{game.name}-branched-{len(seats)}p", on(source.branch(len(source.log) // 2, seats)))


def _set_up(writer: Writer, game: Game) -> None:
    """From a position that somebody told."""
    for players in (1, 3):
        position = teller(game).example(game, players, 4)
        told = written(game, teller(game).tell(position, [f"Player {seat}" for seat in range(1, players + 1)]))
        match = read_position(told.encode(), game)
        assert match.placed and not match.past
        writer.save(f"{game.name}-set-up-{players}p", on(match, 12))
    writer.save(f"{game.name}-set-up-finished", play_to_end(read_position(told.encode(), game)))


def _daily(writer: Writer, games: list[Game]) -> list[Any]:
    """Yesterday's deals were played to the end, today's are begun; the master has played one of them."""
    journal = Journal(writer.folders)
    for game in games:
        for day in DAYS:
            opened = attempt(writer.store, game, day, "Anna")
            with opened.keeper as keeper:
                match = on(opened.match, 8)
                assert not keeper.save(match)
                if day == DAYS[0]:
                    _greedily(match)
                    assert not keeper.save(match)
                writer.written[keeper.slug] = match
        journal.keep_master(_greedily(masters_table(game, DAYS[0])))
    return daily_facts(journal.days())


def daily_facts(days: Days) -> list[Any]:
    """What has become of each deal, but for the titles, which are words."""
    return [
        [name, day.isoformat(), known.stands, *(_result_facts(result) for result in (known.result, known.master))]
        for name, attempts in days.items()
        for day, known in sorted(attempts.items())
    ]


def _result_facts(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"points": result.points, "rounds": result.rounds, "place": result.place, "players": result.players}


def _greedily(match: Match) -> Match:
    luck = Chance(9)
    while not match.over:
        match.play(choose(match.game, match.state, "greedy", luck.fork()))
    return match


def _short_game(writer: Writer, game: Game) -> str:
    return f"{game.name}-finished-{game.seats[0]}p"


def _short_games(writer: Writer) -> list[str]:
    return [_short_game(writer, shelf.game(name)) for name in shelf.NAMES]


def _reviewed(writer: Writer, slug: str) -> list[Any]:
    match = writer.written[slug]
    review = Review.of(match, DEPTH)
    list(islice(go_on(match, review, [0]), _TURNS))
    assert not Reviews(writer.folders).keep(slug, review)
    return review_facts(review)


def review_facts(review: Review) -> list[Any]:
    """The turns that were judged, but for the reasons, which are words."""
    return [
        [judged.turn.at, judged.turn.until, judged.turn.seat, judged.round, judged.grade, " ".join(judged.best)]
        + [round(estimate.mean, 6) for estimate in (judged.cost, judged.expected)]
        for judged in review.turns
    ]


def _tried(writer: Writer, game: Game) -> list[Any]:
    """One puzzle solved, one missed and solved on the next day, one looked at."""
    found = book(game)
    assert found is not None
    first, second, third = found.puzzles[:3]
    tries = [
        Try(_WHEN, game.name, first.id, "easy", True, 0.0),
        Try(_WHEN, game.name, second.id, "medium", False, 2.5),
        Try(_WHEN.replace(day=18), game.name, second.id, "medium", True, 0.0),
        Try(_WHEN, game.name, third.id, "hard", False, None),
    ]
    for each in tries:
        assert not tried.add(writer.folders.puzzles, each)
    return list(msgspec.to_builtins(tries))


def _learnt(writer: Writer) -> dict[str, Any]:
    """A lesson done, one begun, and kinds of decisions that came up."""
    learning = Learning(writer.folders)
    for game in shelf.NAMES:
        assert not learning.tick(game, "first-game")
    assert not learning.keep("mezen", "keep-out", Bookmark(1, ["fox"]))
    learning.meet("mezen", "announce")
    return {"done": list(shelf.NAMES), "begun": ["mezen", "keep-out", 1, ["fox"]], "met": ["mezen", "announce"]}
