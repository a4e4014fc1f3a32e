"""How far a player has come in learning, on disk."""

from pathlib import Path

from core.lessons.guide import Bookmark
from saves.lessons import LessonStore
from saves.paths import DataPaths

MARK = Bookmark(3, ["horse", "keep"])


def learning(home: Path) -> LessonStore:
    return LessonStore(DataPaths.under(home))


def test_the_step_that_was_reached_is_kept(tmp_path: Path) -> None:
    assert learning(tmp_path).save_bookmark("mezen", "first-game", MARK) == ""
    reached = learning(tmp_path).progress_of("mezen", "first-game")
    assert (reached.step, reached.moves, reached.done) == (3, ["horse", "keep"], False)
    assert learning(tmp_path).progress_of("mezen", "alone").step == 0


def test_a_lesson_that_is_done_begins_anew_and_stays_done(tmp_path: Path) -> None:
    learning(tmp_path).save_bookmark("mezen", "first-game", MARK)
    learning(tmp_path).mark_done("mezen", "first-game")
    reached = learning(tmp_path).progress_of("mezen", "first-game")
    assert (reached.step, reached.moves, reached.done) == (0, [], True)
    learning(tmp_path).save_bookmark("mezen", "first-game", MARK)
    assert learning(tmp_path).progress_of("mezen", "first-game").done


def test_a_kind_of_decision_is_new_once(tmp_path: Path) -> None:
    here = learning(tmp_path)
    assert here.is_new("mezen", "lift")
    here.mark_seen("mezen", "lift")
    assert not here.is_new("mezen", "lift") and not learning(tmp_path).is_new("mezen", "lift")
    assert here.is_new("gzhel", "lift")


def test_two_windows_forget_nothing_of_each_other(tmp_path: Path) -> None:
    one, other = learning(tmp_path), learning(tmp_path)
    one.mark_done("mezen", "alone")
    other.save_bookmark("mezen", "first-game", MARK)
    both = learning(tmp_path)
    assert both.progress_of("mezen", "alone").done and both.progress_of("mezen", "first-game").step == 3


def test_a_broken_file_is_put_aside_and_never_lost(tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    file.write_text('{"lessons": 7}')
    here = learning(tmp_path)
    assert "lessons.json" in here.status and here.progress_of("mezen", "first-game").step == 0
    assert here.save_bookmark("mezen", "first-game", MARK) == ""
    assert (tmp_path / "lessons-broken-1.json").read_text() == '{"lessons": 7}'
    assert learning(tmp_path).progress_of("mezen", "first-game").step == 3


def test_a_disk_that_refuses_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    assert "could not be saved" in learning(tmp_path / "home").save_bookmark("mezen", "first-game", MARK)


def test_what_many_have_met_at_the_same_time_is_all_remembered(tmp_path: Path) -> None:
    kinds = [f"kind-{number}" for number in range(20)]
    for number, kind in enumerate(kinds):
        learning(tmp_path).mark_seen("mezen", kind)
        assert learning(tmp_path).save_bookmark("mezen", f"lesson-{number}", MARK) == ""
    after = learning(tmp_path)
    assert not any(after.is_new("mezen", kind) for kind in kinds)
    assert all(after.progress_of("mezen", f"lesson-{number}").step == 3 for number in range(20))
