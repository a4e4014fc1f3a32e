"""Finished games are counted once each, and outlive their matches."""

from pathlib import Path

import msgspec
import pytest

from core import registry
from core.match import Match, Seat
from saves.history import finished
from saves.history.summary import load_summaries
from saves.match_store import MatchStore
from tests.saves.test_match_record import match_after, play_on


def test_each_finished_game_counts_once_with_its_best_result() -> None:
    scores = []
    for seed in (1, 2, 3):
        with MatchStore().new_file() as match_file:
            match = match_after(1000, seed)
            match_file.save(match)
            match_file.save(match)
            scores.append(match.state.scores()[0])
    games = MatchStore().finished()
    assert len(games) == 3
    assert [game.scores[0] for game in games] == scores
    assert load_summaries(MatchStore().paths)["mezen"].best == max(scores)


def test_a_game_saved_after_every_move_counts_when_it_ends_and_once(home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match = match_after(0)
        while not match.is_over:
            assert match_file.save(match) == ""
            assert MatchStore().finished() == []
            play_on(match, 1, seed=len(match.log))
        assert match_file.save(match) == match_file.save(match) == ""
    assert (home / "finished.jsonl").read_bytes().count(b"\n") == 1
    assert [game.scores for game in MatchStore().finished()] == [match.state.scores()]


def test_a_game_that_ends_again_after_undo_counts_as_it_ended_last() -> None:
    with MatchStore().new_file() as match_file:
        match = match_after(1000)
        match_file.save(match)
        before = match.state.scores()
        match.undo_to(0)
        match_file.save(match)
        play_on(match, 1000, seed=5)
        match_file.save(match)
    (game,) = MatchStore().finished()
    assert game.scores == match.state.scores() != before


def test_opening_a_finished_match_counts_nothing(home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    before = (home / "finished.jsonl").read_bytes()
    opened = MatchStore().open(match_file.slug)
    opened.file.save(opened.match)
    assert (home / "finished.jsonl").read_bytes() == before


def test_a_result_that_cannot_be_counted_is_still_saved(home: Path) -> None:
    (home / "finished.jsonl").mkdir(parents=True)
    with MatchStore().new_file() as match_file:
        match = match_after(1000)
        said = "The match is saved, but its result could not be counted (Is a directory)."
        assert match_file.save(match) == said
        (home / "finished.jsonl").rmdir()
        assert match_file.save(match) == ""
    assert len(MatchStore().finished()) == 1
    assert MatchStore().open(match_file.slug).match.is_over


def test_a_game_that_went_on_counts_all_its_moves() -> None:
    old = match_after(12)
    match = Match.resume_from(old.game, old.setup, old.seats, old.state, [entry.notation for entry in old.log])
    with MatchStore().new_file() as match_file:
        match_file.save(play_on(match, 1000))
    (game,) = MatchStore().finished()
    assert game.moves == len(old.log) + len(match.log)


def test_a_bot_has_no_best_result(home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    (game,) = MatchStore().finished()
    better = msgspec.structs.replace(game, scores=[30, 99], match="other")
    (home / "finished.jsonl").write_bytes(msgspec.json.encode(better) + b"\n")
    assert load_summaries(MatchStore().paths)["mezen"].best == 30


@pytest.mark.parametrize(
    "field",
    [
        {"scores": [1, 2, 3]},
        {"scores": [1]},
        {"ranking": [[0]]},
        {"ranking": [[0], [7]]},
        {"sources": {"goals": [[1], 0]}},
        {"sources": {"\x1b[2J": [[1, 2], 0]}},
        {"title": "\x1b]0;Pupil"},
    ],
)
def test_a_line_whose_numbers_do_not_fit_counts_for_nothing(field: dict[str, object], home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    (game,) = MatchStore().finished()
    odd = {**msgspec.to_builtins(game), **field, "match": "odd"}
    with (home / "finished.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(odd) + b"\n")
    assert MatchStore().finished() == [game]


def test_a_line_cut_short_spoils_no_other(home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    path = home / "finished.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"[1]\n\xff\xfe\n" + whole + whole[:50])
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000, seed=9))
    assert len(MatchStore().finished()) == 2


def test_a_finished_game_tells_its_time_its_title_and_where_its_points_came_from() -> None:
    with MatchStore().new_file() as match_file:
        match = Match.new(registry.get_game("mezen"), [Seat("Anna")], {}, 7)
        match_file.save(match)
        match_file.played = 75.0
        match_file.save(play_on(match, 1000))
    (game,) = MatchStore().finished()
    assert 75 <= game.seconds < 80
    assert game.title == match.state.solo_title() != ""
    assert sum(source.points[0] for source in game.sources.values()) == game.scores[0]


def test_time_goes_on_where_it_was_left_and_not_while_nobody_is_there() -> None:
    with MatchStore().new_file() as match_file:
        match_file.played = 50.0
        match_file.save(match_after(3))
    opened = MatchStore().open(match_file.slug)
    with opened.file:
        assert 50 <= opened.file.played < 55
        opened.file._clock -= 1e6  # as if somebody had slept over it
        opened.file.save(opened.match)
        assert 350 <= opened.file.played < 360


def test_lines_of_older_versions_are_read_and_damaged_ones_are_told_of(home: Path) -> None:
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    path = home / "finished.jsonl"
    whole = msgspec.json.decode(path.read_bytes())
    old = {name: value for name, value in whole.items() if name not in ("seconds", "title", "sources")}
    path.write_bytes(msgspec.json.encode(old) + b"\n{}\n" + path.read_bytes()[:40] + b"\n")
    games, trouble = finished.read(path)
    assert [game.scores for game in games] == [whole["scores"]]
    assert trouble == "2 lines of finished.jsonl cannot be read and is not counted."
    path.unlink()
    path.mkdir()
    assert finished.read(path) == ([], "finished.jsonl cannot be read (not a regular file).")


def test_a_game_whose_end_was_counted_but_not_saved_ends_once_more_and_counts_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever dies between the two has a result without an end, and never an end without a result."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    match = match_after(1000)
    last = match.log[-1].notation
    match.undo()
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        match.play(last)
        assert match.is_over
        with monkeypatch.context() as patch:
            patch.setattr("os.replace", die)
            with pytest.raises(KeyboardInterrupt):
                match_file.save(match)
    assert len(MatchStore().finished()) == 1
    with (opened := MatchStore().open(match_file.slug)).file:
        assert not opened.match.is_over
        opened.match.play(last)
        opened.file.save(opened.match)
    assert [game.scores for game in MatchStore().finished()] == [match.state.scores()]
