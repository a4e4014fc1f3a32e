"""Finished games are counted once each, and outlive their matches."""

from pathlib import Path

import msgspec
import pytest

from core.match import Match
from saves.store import Store
from tests.saves.test_records import match_after, play_on


def test_each_finished_game_counts_once_with_its_best_result() -> None:
    scores = []
    for seed in (1, 2, 3):
        with Store().begin() as keeper:
            match = match_after(1000, seed)
            keeper.save(match)
            keeper.save(match)
            scores.append(match.state.scores()[0])
    games = Store().finished()
    assert len(games) == 3
    assert [game.scores[0] for game in games] == scores
    assert Store().best_results() == {"mezen": max(scores)}


def test_a_game_saved_after_every_move_counts_when_it_ends_and_once(home: Path) -> None:
    with Store().begin() as keeper:
        match = match_after(0)
        while not match.over:
            assert keeper.save(match) == ""
            assert Store().finished() == []
            play_on(match, 1, seed=len(match.log))
        assert keeper.save(match) == keeper.save(match) == ""
    assert (home / "finished.jsonl").read_bytes().count(b"\n") == 1
    assert [game.scores for game in Store().finished()] == [match.state.scores()]


def test_a_game_that_ends_again_after_undo_counts_as_it_ended_last() -> None:
    with Store().begin() as keeper:
        match = match_after(1000)
        keeper.save(match)
        match.undo()
        keeper.save(match)
        play_on(match, 1000, seed=5)
        keeper.save(match)
    (game,) = Store().finished()
    assert game.scores == match.state.scores()


def test_opening_a_finished_match_counts_nothing(home: Path) -> None:
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    before = (home / "finished.jsonl").read_bytes()
    opened = Store().open(keeper.slug)
    opened.keeper.save(opened.match)
    assert (home / "finished.jsonl").read_bytes() == before


def test_a_result_that_cannot_be_counted_is_still_saved(home: Path) -> None:
    (home / "finished.jsonl").mkdir(parents=True)
    with Store().begin() as keeper:
        match = match_after(1000)
        said = "The match is saved, but its result could not be counted (Is a directory)."
        assert keeper.save(match) == said
        (home / "finished.jsonl").rmdir()
        assert keeper.save(match) == ""
    assert len(Store().finished()) == 1
    assert Store().open(keeper.slug).match.over


def test_a_game_that_went_on_counts_all_its_moves() -> None:
    old = match_after(12)
    match = Match.go_on_from(old.game, old.setup, old.seats, old.state, [line.notation for line in old.log])
    with Store().begin() as keeper:
        keeper.save(play_on(match, 1000))
    (game,) = Store().finished()
    assert game.moves == len(old.log) + len(match.log)


def test_a_bot_has_no_best_result(home: Path) -> None:
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    (game,) = Store().finished()
    better = msgspec.structs.replace(game, scores=[30, 99], match="other")
    (home / "finished.jsonl").write_bytes(msgspec.json.encode(better) + b"\n")
    assert Store().best_results() == {"mezen": 30}


@pytest.mark.parametrize("field", [{"scores": [1, 2, 3]}, {"scores": [1]}, {"ranking": [[0]]}, {"ranking": [[0], [7]]}])
def test_a_line_whose_numbers_do_not_fit_counts_for_nothing(field: dict[str, object], home: Path) -> None:
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    (game,) = Store().finished()
    odd = {**msgspec.to_builtins(game), **field, "match": "odd"}
    with (home / "finished.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(odd) + b"\n")
    assert Store().finished() == [game]


def test_a_line_cut_short_spoils_no_other(home: Path) -> None:
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    path = home / "finished.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"[1]\n\xff\xfe\n" + whole + whole[:50])
    with Store().begin() as keeper:
        keeper.save(match_after(1000, seed=9))
    assert len(Store().finished()) == 2


def many_games(home: Path) -> list[int]:
    """So many finished games that their best result is remembered; returns Anna's points."""
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    line = (home / "finished.jsonl").read_bytes()
    lines = [line.replace(keeper.slug.encode(), b"m%d" % number) for number in range(1000)]
    (home / "finished.jsonl").write_bytes(b"".join(lines))
    return Store().finished()[0].scores


def test_the_best_of_very_many_games_is_remembered_until_there_are_more(home: Path) -> None:
    scores = many_games(home)
    remembered = home / ".finished.jsonl.best"
    assert Store().best_results() == {"mezen": scores[0]}
    assert remembered.stat().st_mode & 0o777 == 0o600
    written = remembered.read_bytes()
    assert Store().best_results() == {"mezen": scores[0]}
    better = Store().finished()[-1]
    line = msgspec.json.encode(msgspec.structs.replace(better, match="new", scores=[scores[0] + 5, scores[1]]))
    with (home / "finished.jsonl").open("ab") as file:
        file.write(line + b"\n")
    assert Store().best_results() == {"mezen": scores[0] + 5}
    assert remembered.read_bytes() != written


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"stamp":[1,2,3],"best":{"mezen":999}}', b"[" * 100_000])
def test_what_is_remembered_wrongly_changes_nothing(content: bytes, home: Path, tmp_path: Path) -> None:
    scores = many_games(home)
    (home / ".finished.jsonl.best").write_bytes(content)
    assert Store().best_results() == {"mezen": scores[0]}
    (home / ".finished.jsonl.best").unlink()
    (tmp_path / "letter").write_text("Dear Anna")
    (home / ".finished.jsonl.best").symlink_to(tmp_path / "letter")
    assert Store().best_results() == {"mezen": scores[0]}
    assert (tmp_path / "letter").read_text() == "Dear Anna"
