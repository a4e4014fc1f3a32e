"""A guest writes no more than the operator allows; what is deleted makes room."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from core import registry
from core.daily import daily_match
from core.lessons.guide import Bookmark
from core.puzzles.progress import PuzzleAttempt
from core.review.comparison import Depth
from core.review.record import Review
from saves import files, puzzles, settings
from saves.daily import Journal
from saves.errors import SaveError
from saves.lessons import LessonStore
from saves.match_store import MatchStore
from saves.paths import DataPaths
from saves.quota import Quota
from saves.reviews import ReviewStore
from tests.saves.test_match_record import match_after

FULL = "your 1 MB are full"


@pytest.fixture
def full(tmp_path: Path) -> DataPaths:
    """The paths of a guest who has used everything up."""
    home = tmp_path / "guest"
    home.mkdir()
    (home / "before").write_bytes(b"x" * (1 << 20))
    return DataPaths.under(home, Quota(home, 1 << 20))


def test_what_would_be_too_much_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "before").write_bytes(b"x" * 600_000)
    quota = Quota(tmp_path, 1 << 20)
    files.write_new(tmp_path / "one", b"x" * 400_000, quota)
    for write in (files.write_new, files.write_atomic, files.write_cache, files.append_line):
        with pytest.raises(OSError, match=FULL):
            write(tmp_path / "two", b"x" * 100_000, quota)
    with pytest.raises(OSError, match=FULL):
        files.copy_beside(tmp_path / "one", quota)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before", "one"]
    (tmp_path / "before").unlink()
    files.write_new(tmp_path / "two", b"x" * 600_000, quota)


def test_a_file_that_is_written_again_counts_once(tmp_path: Path) -> None:
    quota = Quota(tmp_path, 1 << 20)
    for _ in range(30):
        files.write_atomic(tmp_path / "match", b"x" * 100_000, quota)
    assert (tmp_path / "match").stat().st_size == 100_000


def test_all_processes_of_a_member_share_the_quota(tmp_path: Path) -> None:
    """However their writes are mixed, the folder never holds more."""
    quotas = [Quota(tmp_path, 1 << 20) for _ in range(8)]
    refused = 0
    for number in range(400):
        try:
            files.write_new(tmp_path / f"{number}", b"x" * 10_000, quotas[number % 8])
        except OSError:
            refused += 1
    used = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert refused and (1 << 20) - 20_000 < used <= 1 << 20


def test_matches_and_results_stay_within_the_quota(full: DataPaths, tmp_path: Path) -> None:
    over = match_after(1000)
    with MatchStore(full).new_file() as match_file:
        assert FULL in match_file.save(over)
    assert not full.finished.exists()
    with MatchStore(DataPaths.under(tmp_path / "elsewhere")).new_file() as match_file:
        assert match_file.save(over) == ""
    stored = tmp_path / "elsewhere" / "matches" / f"{match_file.slug}.json"
    with pytest.raises(SaveError, match=FULL):
        MatchStore(full).import_file(stored)
    (full.matches / "sent.json").write_bytes(stored.read_bytes())
    with pytest.raises(SaveError, match=FULL):
        MatchStore(full).export("sent", tmp_path / "out.json")


def test_all_else_of_a_player_stays_within_the_quota(full: DataPaths) -> None:
    lessons = LessonStore(full)
    attempt = PuzzleAttempt(datetime(2026, 3, 1, tzinfo=UTC), "mezen", "0123abcd", "easy", True, 0.0)
    for trouble in (
        settings.save(full.settings, settings.Settings(), full.quota),
        lessons.mark_done("mezen", "first"),
        lessons.save_bookmark("mezen", "first", Bookmark(1, [])),
        ReviewStore(full).save("sunday", Review.of(match_after(5), Depth())),
        puzzles.add(full.puzzles, attempt, full.quota),
    ):
        assert FULL in trouble
    match = daily_match(registry.get_game("mezen"), date(2026, 11, 17), "Anna", counts=True)
    match.play(match.legal_moves[0])
    with pytest.raises(OSError, match=FULL):
        Journal(full).record(match, "daily")
    assert not any(path.exists() for path in (full.settings, full.lessons, full.puzzles, full.daily))
    assert not list(full.reviews.glob("*.json"))
