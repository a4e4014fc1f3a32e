"""What home shows of the finished games, and that it is remembered when there are very many."""

from pathlib import Path

import msgspec
import pytest

from saves.history.summary import load_summaries
from saves.match_store import MatchStore
from saves.paths import DataPaths
from saves.quota import Quota
from tests.saves.test_match_record import match_after


def best() -> int:
    return load_summaries(MatchStore().paths)["mezen"].best


def many_games(home: Path) -> list[int]:
    """So many finished games that their best result is remembered; returns Anna's points."""
    with MatchStore().new_file() as match_file:
        match_file.save(match_after(1000))
    line = (home / "finished.jsonl").read_bytes()
    lines = [line.replace(match_file.slug.encode(), b"m%d" % number) for number in range(1000)]
    (home / "finished.jsonl").write_bytes(b"".join(lines))
    return MatchStore().finished()[0].scores


def test_nothing_is_remembered_beyond_a_quota(home: Path) -> None:
    scores = many_games(home)
    found = load_summaries(DataPaths.under(home, Quota(home, 1)))
    assert found["mezen"].best == scores[0]
    assert not (home / ".finished.jsonl.glance").exists()


def test_the_best_of_very_many_games_is_remembered_until_there_are_more(home: Path) -> None:
    scores = many_games(home)
    remembered = home / ".finished.jsonl.glance"
    assert best() == scores[0]
    assert remembered.stat().st_mode & 0o777 == 0o600
    written = remembered.read_bytes()
    assert best() == scores[0]
    better = MatchStore().finished()[-1]
    line = msgspec.json.encode(msgspec.structs.replace(better, match="new", scores=[scores[0] + 5, scores[1]]))
    with (home / "finished.jsonl").open("ab") as file:
        file.write(line + b"\n")
    assert best() == scores[0] + 5
    assert remembered.read_bytes() != written


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"stamp":[1,2,3],"glances":{}}', b"[" * 100_000])
def test_what_is_remembered_wrongly_changes_nothing(content: bytes, home: Path, tmp_path: Path) -> None:
    scores = many_games(home)
    (home / ".finished.jsonl.glance").write_bytes(content)
    assert best() == scores[0]
    (home / ".finished.jsonl.glance").unlink()
    (tmp_path / "letter").write_text("Dear Anna")
    (home / ".finished.jsonl.glance").symlink_to(tmp_path / "letter")
    assert best() == scores[0]
    assert (tmp_path / "letter").read_text() == "Dear Anna"
