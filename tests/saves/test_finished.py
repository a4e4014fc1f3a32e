"""Finished games are counted once each, and outlive their matches."""

from pathlib import Path

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


def test_a_line_cut_short_spoils_no_other(home: Path) -> None:
    with Store().begin() as keeper:
        keeper.save(match_after(1000))
    path = home / "finished.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"[1]\n\xff\xfe\n" + whole + whole[:50])
    with Store().begin() as keeper:
        keeper.save(match_after(1000, seed=9))
    assert len(Store().finished()) == 2
