"""Statistics against figures counted by hand, from finished games made by hand."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry
from core.bots import PLAYABLE_LEVELS
from core.bots.baseline import Baseline, BaselineTable, baseline
from core.review.comparison import Estimate
from core.score_sources import ScoreSource
from saves.history.finished import FinishedGame
from saves.history.results import by_single_player, rating_of
from saves.history.statistics import GameStatistics, ReviewLosses, Streak, TableStatistics, load_statistics
from saves.history.summary import load_summaries
from saves.match_record import SeatRecord
from saves.match_store import MatchStore
from tests.game_facts import FIVE

NOON = datetime(2026, 11, 10, 12, tzinfo=UTC).astimezone()
YOU = SeatRecord("Anna", "you", "")


def bot(level: str) -> SeatRecord:
    return SeatRecord(level.capitalize(), "bot", level)


class Book:
    """Finished games, one after the other, a day apart unless told otherwise."""

    def __init__(self, home: Path) -> None:
        self.path = home / "finished.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.games: list[FinishedGame] = []

    def add(self, scores: list[int], seats: list[SeatRecord], day: int = 0, **more: Any) -> None:
        number = len(self.games)
        ranking = more.pop("ranking", None) or [
            [seat for seat, score in enumerate(scores) if score == points]
            for points in sorted(set(scores), reverse=True)
        ]
        game = more.pop("game", "mazaytsy" if len(seats) > 1 else "mezen")
        ended = NOON + timedelta(days=day)
        fields: dict[str, Any] = {
            "edition": 1,
            "options": {},
            "seats": seats,
            "moves": 9,
            "scores": scores,
            "ranking": ranking,
        } | more
        self.games.append(FinishedGame(f"m{number}", ended - timedelta(hours=1), ended, game, **fields))
        self.path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in self.games))

    def figures(self, game: str, today: int = 0) -> GameStatistics:
        return load_statistics(MatchStore().paths, (NOON + timedelta(days=today)).date()).games[game]


@pytest.fixture
def book(home: Path) -> Book:
    return Book(home)


def test_wins_means_and_bests_by_level_and_seats(book: Book) -> None:
    book.add([20, 10], [YOU, bot("novice")])
    book.add([10, 30], [bot("novice"), YOU])
    book.add([10, 31], [YOU, bot("novice")])
    book.add([9, 9, 4], [YOU, bot("adept"), bot("adept")])
    book.add([5, 9, 4], [YOU, bot("adept"), bot("novice")])
    told = book.figures("mazaytsy")
    assert told.games == 5
    assert told.tables == [
        TableStatistics(2, ("novice",), 3, 2.0, 20.0, 30),
        TableStatistics(3, ("adept",), 1, 0.5, 9.0, 9),
        TableStatistics(3, ("adept", "novice"), 1, 0.0, 5.0, 5),
    ]
    assert (told.mean, told.best, told.last) == (14.8, 30, [20, 30, 10, 9, 5])
    assert told.wins == Streak(0, 2)


def test_partners_win_together_and_are_no_rivals(book: Book) -> None:
    seats = [YOU, bot("novice"), bot("master"), bot("novice")]
    book.add([8, 3, 8, 3], seats, ranking=[[0, 2], [1, 3]], options={"teams": True})
    told = book.figures("mazaytsy")
    assert told.tables[0].wins == 1.0
    alone = Book(book.path.parent / "other")
    alone.add([8, 3, 2], [YOU, bot("novice"), bot("novice")])
    assert told.rating == rating_of("mazaytsy", by_single_player(alone.games))


def test_games_of_friends_at_one_keyboard_are_counted_and_judge_nobody(book: Book) -> None:
    book.add([50, 10], [YOU, YOU], seconds=60.0)
    book.add([20, 10], [YOU, bot("novice")], seconds=30.0)
    book.add([0, 0], [bot("novice"), bot("adept")], seconds=1000.0)
    told = book.figures("mazaytsy")
    assert (told.games, told.shared, told.best, told.mean) == (1, 1, 20, 20.0)
    assert (told.seconds, told.timed) == (90.0, 2)
    assert load_summaries(MatchStore().paths)["mazaytsy"].games == 2


def test_titles_of_old_and_new_lines(book: Book) -> None:
    for points, title in ((70, ""), (71, ""), (125, "Skilled craftsman"), (131, "")):
        book.add([points], [YOU], title=title)
    told = book.figures("mezen")
    assert told.titles == {"Master craftsman": 1, "Skilled craftsman": 1, "Apprentice": 1, "Pupil": 1}
    assert told.wins == Streak(0, 0)


def test_days_in_a_row_end_when_a_day_is_left_out(book: Book) -> None:
    for day in (0, 1, 2, 2, 4, 5):
        book.add([90], [YOU], day)
    assert book.figures("mezen", today=5).days == Streak(2, 3)
    assert book.figures("mezen", today=6).days == Streak(2, 3)
    assert book.figures("mezen", today=7).days == Streak(0, 3)


def test_sources_are_means_a_game_and_a_card_beside_the_masters(book: Book) -> None:
    book.add([30], [YOU], sources={"amulets": ScoreSource([4]), "biggest-group-with-spruce": ScoreSource([20], 2)})
    book.add([12], [YOU], sources={"amulets": ScoreSource([1]), "biggest group": ScoreSource([4], 1)})
    book.add([99], [YOU])
    told = book.figures("mezen").sources
    assert told is not None
    master: BaselineTable = baseline("mezen").tables["1"]
    assert [(part.source, part.mean, part.master, part.cards) for part in told.parts] == [
        ("amulets", 2.5, master.sources["amulets"], 0),
        ("biggest group", 8.0, master.cards["biggest-group-with-spruce"], 3),
    ]
    assert (told.seats, told.games) == (1, 2)


def test_the_last_twenty_are_the_last_that_ended(book: Book) -> None:
    for day in (3, 1, 2):
        book.add([100 + day], [YOU], day)
    for day in range(10, 31):
        book.add([day], [YOU], day)
    assert book.figures("mezen").last == list(range(11, 31))


def test_reviews_are_joined_with_the_games_that_they_speak_of(book: Book, home: Path) -> None:
    for day in (1, 0):
        book.add([20, 10], [bot("novice"), YOU], day)
    (home / "reviews").mkdir()

    def review(slug: str, *turns: tuple[int, float, float]) -> None:
        judged = [{"turn": {"seat": seat}, "cost": Estimate(cost, error)} for seat, cost, error in turns]
        (home / "reviews" / f"{slug}.json").write_bytes(msgspec.json.encode({"turns": judged}))

    review("m0", (1, 2.0, 0.3), (0, 9.0, 0.0), (1, 4.0, 0.4))
    review("m1", (1, 1.0, 0.2))
    review("gone", (1, 7.0, 0.2))
    (home / "reviews" / "broken.json").write_bytes(b"{")
    ended = [game.ended for game in book.games]
    assert book.figures("mazaytsy").lost == [
        ReviewLosses("m1", ended[1], 1, Estimate(1.0, 0.2)),
        ReviewLosses("m0", ended[0], 2, Estimate(3.0, 0.25)),
    ]


def test_damaged_lines_are_skipped_with_a_word(book: Book) -> None:
    book.add([90], [YOU])
    with book.path.open("ab") as file:
        file.write(b'{"match": "cut sh\n')
    told = load_statistics(MatchStore().paths)
    assert told.games["mezen"].games == 1
    assert told.trouble == "1 line of finished.jsonl cannot be read and is not counted."


def test_whoever_wins_more_is_rated_higher_and_strangers_not_at_all(book: Book) -> None:
    for _ in range(10):
        book.add([20, 10], [YOU, bot("adept")])
        book.add([20, 10], [YOU, bot("novice")], game="novgorod")
        book.add([10, 20], [YOU, bot("adept")], game="mezo")
    ratings = {game: book.figures(game).rating for game in ("mazaytsy", "novgorod", "mezo")}
    levels = {game: baseline(game).ratings for game in ratings}
    assert all(found is not None for found in ratings.values())
    assert ratings["mazaytsy"].points > levels["mazaytsy"]["adept"]  # type: ignore[union-attr]
    assert ratings["mezo"].points < levels["mezo"]["adept"]  # type: ignore[union-attr]
    book.add([20, 10], [YOU, bot("random")], game="gzhel")
    assert book.figures("gzhel").rating is None


def test_alone_the_points_of_each_level_are_the_yardstick(book: Book) -> None:
    alone = baseline("mezen").alone
    book.add([min(alone["novice"])], [YOU])
    low = book.figures("mezen").rating
    book.games.clear()
    book.add([max(alone["master"]) + 1], [YOU])
    high = book.figures("mezen").rating
    assert low is not None and high is not None and low.points < high.points


def test_the_yardstick_measures_every_game_on_the_shelf() -> None:
    for game in registry.all_games():
        found: Baseline = baseline(game.name)
        if found == Baseline() and game.name not in FIVE:
            continue
        assert list(found.ratings) == list(PLAYABLE_LEVELS)
        assert sorted(found.ratings.values()) == list(found.ratings.values())
        assert found.ratings["novice"] < found.ratings["adept"] < found.ratings["master"]
        assert set(found.tables) == {str(seats) for seats in game.player_counts if seats < 5}
        assert set(found.alone) == ({"novice", "adept", "master"} if 1 in game.player_counts else set())
        for reached in found.alone.values():
            assert reached == sorted(reached)
    assert baseline("chess") == Baseline()


def test_no_games_are_no_figures() -> None:
    assert load_statistics(MatchStore().paths, date(2026, 11, 10)).games == {}
    assert load_summaries(MatchStore().paths) == {}


# Very many games


@pytest.fixture
def cache(book: Book) -> Path:
    """Where the figures of more games than are counted anew each time are kept."""
    for day in range(3):
        book.add([12], [YOU], day)
    line = book.path.read_bytes().splitlines(keepends=True)[0]
    book.path.write_bytes(line * (1 + 1024 * 1024 // len(line)) + book.path.read_bytes())
    return book.path.with_name(".finished.jsonl.figures")


def test_the_figures_of_very_many_games_are_kept_until_another_is_finished(book: Book, cache: Path) -> None:
    counted = book.figures("mezen")
    assert cache.exists()
    assert book.figures("mezen") == counted
    assert book.figures("mezen", today=9).days != counted.days, "another day ends the row of days"
    with book.path.open("ab") as file:
        file.write(msgspec.json.encode(msgspec.structs.replace(book.games[0], match="last", scores=[90])) + b"\n")
    assert book.figures("mezen").best == 90


@pytest.mark.parametrize("forge", [lambda data: b"", lambda data: b"[" * 9999, lambda data: data[:-9]])
def test_figures_that_were_not_written_here_are_counted_anew(book: Book, cache: Path, forge: Any) -> None:
    counted = book.figures("mezen")
    cache.write_bytes(forge(cache.read_bytes()))
    assert book.figures("mezen") == counted


def test_no_sign_for_the_terminal_comes_from_kept_figures(book: Book, cache: Path) -> None:
    counted = book.figures("mezen")
    title = next(iter(counted.titles))
    cache.write_bytes(cache.read_bytes().replace(title.encode(), b"\\u001b[2J"))
    assert book.figures("mezen") == counted
