"""What else a player's folder holds: matches from positions and from other matches, deals of the days, reviews, puzzles
that were tried, lessons.
"""

from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

import msgspec

from core import registry
from core.bots import choose
from core.daily import master_match
from core.game import Game
from core.lessons.guide import Bookmark
from core.match import Match, Seat
from core.position_editor import editor_of, to_toml
from core.puzzles.book import load_book
from core.puzzles.progress import PuzzleAttempt
from core.review.comparison import Depth
from core.review.record import Review, review_missing
from core.rng import Rng
from saves import puzzles
from saves.daily import DailyResult, Days, Journal, attempt
from saves.lessons import LessonStore
from saves.position_file import read_position
from saves.reviews import ReviewStore
from tests.saves.stored.matches import Writer, on, play_to_end

DAYS = (date(2026, 11, 16), date(2026, 11, 17))
#: Shallow, for what a review says is not what is kept here.
DEPTH = Depth(steps=6, worlds=8)
#: So many turns of the longer games; a review may stop anywhere.
_TURNS = 10
_WHEN = datetime(2026, 11, 17, 18, tzinfo=UTC)


def write_practice(writer: Writer) -> dict[str, Any]:
    """Write all of it; what this version says of it."""
    games = [registry.get_game(name) for name in registry.GAME_NAMES]
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
    """Write a match from a position that was set up by hand."""
    for players in (1, 3):
        position = editor_of(game).example(game, players, 4)
        told = to_toml(game, editor_of(game).to_fields(position, [f"Player {seat}" for seat in range(1, players + 1)]))
        match = read_position(told.encode(), game)
        assert match.has_start_position and not match.archived_moves
        writer.save(f"{game.name}-set-up-{players}p", on(match, 12))
    writer.save(f"{game.name}-set-up-finished", play_to_end(read_position(told.encode(), game)))


def _daily(writer: Writer, games: list[Game]) -> list[Any]:
    """Yesterday's deals were played to the end, today's are begun; the master has played one of them."""
    journal = Journal(writer.folders)
    for game in games:
        for day in DAYS:
            opened = attempt(writer.store, game, day, "Anna")
            with opened.file as match_file:
                match = on(opened.match, 8)
                assert not match_file.save(match)
                if day == DAYS[0]:
                    _greedily(match)
                    assert not match_file.save(match)
                writer.written[match_file.slug] = match
        journal.record_master(_greedily(master_match(game, DAYS[0])))
    return daily_facts(journal.days())


def daily_facts(days: Days) -> list[Any]:
    """What has become of each deal, but for the titles, which are words."""
    return [
        [name, day.isoformat(), known.status, *(_result_facts(result) for result in (known.result, known.master))]
        for name, attempts in days.items()
        for day, known in sorted(attempts.items())
    ]


def _result_facts(result: DailyResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"points": result.points, "rounds": result.rounds, "place": result.place, "players": result.players}


def _greedily(match: Match) -> Match:
    rng = Rng(9)
    while not match.is_over:
        match.play(choose(match.game, match.state, "greedy", rng.spawn()))
    return match


def _short_game(writer: Writer, game: Game) -> str:
    return f"{game.name}-finished-{game.player_counts[0]}p"


def _short_games(writer: Writer) -> list[str]:
    return [_short_game(writer, registry.get_game(name)) for name in registry.GAME_NAMES]


def _reviewed(writer: Writer, slug: str) -> list[Any]:
    match = writer.written[slug]
    review = Review.of(match, DEPTH)
    list(islice(review_missing(match, review, [0]), _TURNS))
    assert not ReviewStore(writer.folders).save(slug, review)
    return review_facts(review)


def review_facts(review: Review) -> list[Any]:
    """The turns that were judged, but for the reasons, which are words."""
    return [
        [
            reviewed.turn.at,
            reviewed.turn.until,
            reviewed.turn.seat,
            reviewed.round,
            reviewed.grade,
            " ".join(reviewed.best),
        ]
        + [round(estimate.mean, 6) for estimate in (reviewed.cost, reviewed.expected)]
        for reviewed in review.turns
    ]


def _tried(writer: Writer, game: Game) -> list[Any]:
    """One puzzle solved, one missed and solved on the next day, one looked at."""
    found = load_book(game)
    assert found is not None
    first, second, third = found.puzzles[:3]
    tries = [
        PuzzleAttempt(_WHEN, game.name, first.id, "easy", True, 0.0),
        PuzzleAttempt(_WHEN, game.name, second.id, "medium", False, 2.5),
        PuzzleAttempt(_WHEN.replace(day=18), game.name, second.id, "medium", True, 0.0),
        PuzzleAttempt(_WHEN, game.name, third.id, "hard", False, None),
    ]
    for each in tries:
        assert not puzzles.add(writer.folders.puzzles, each)
    return list(msgspec.to_builtins(tries))


def _learnt(writer: Writer) -> dict[str, Any]:
    """A lesson done, one begun, and kinds of decisions that came up."""
    learning = LessonStore(writer.folders)
    for game in registry.GAME_NAMES:
        assert not learning.mark_done(game, "first-game")
    assert not learning.save_bookmark("mezen", "keep-out", Bookmark(1, ["fox"]))
    learning.mark_seen("mezen", "announce")
    return {"done": list(registry.GAME_NAMES), "begun": ["mezen", "keep-out", 1, ["fox"]], "met": ["mezen", "announce"]}
