"""What the first release wrote in English is read, shown as it showed it, and written by id.

`first_release/` holds files that the commit b611613 wrote, and in `shown.json` what it showed of them.
"""

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import registry
from core.match import TEXT, Match, Note
from core.review.comparison import Depth
from core.review.record import Review, fingerprint
from core.turn_reasons import OTHERS, Difference
from saves import first_release_labels, match_record
from saves.club.daily_results import daily_standings, publish
from saves.club.store import Club
from saves.daily import DailyResult, Journal, MasterDailyResult
from saves.history.statistics import load_statistics
from saves.match_record import InvalidRecordError
from saves.migrations import migrated
from saves.paths import DataPaths
from saves.reviews import ReviewStore
from tests.game_facts import FIVE
from tui.features.daily.text import share_text
from tui.features.review.text import judged_reason
from tui.plain.text import log_sentences, result_lines

STORED = Path(__file__).parent / "first_release"
SHOWN: dict[str, Any] = msgspec.json.decode((STORED / "shown.json").read_bytes())
DAY = date(2026, 11, 2)

#: The games of that release; one that came later has no file of it.
every_game = pytest.mark.parametrize("name", FIVE)


def stored_match(name: str) -> Match:
    return match_record.restore(match_record.decode((STORED / f"{name}.json").read_bytes())).match


@every_game
def test_a_match_is_shown_with_its_notes_and_its_result(name: str) -> None:
    match = stored_match(name)
    assert [line for line in log_sentences(match, 0) if line.startswith("(")] == SHOWN[name]["notes"]
    assert result_lines(match) == SHOWN[name]["result"]


@every_game
def test_a_match_is_written_with_ids(name: str) -> None:
    saved = match_record.decode((STORED / f"{name}.json").read_bytes())
    match = stored_match(name)
    assert saved.result is not None
    assert saved.result.breakdown == match.state.breakdown()
    again = match_record.decode(match_record.encode(match_record.make_record(match, saved.started)))
    assert (again.result, again.notes) == (saved.result, match.notes)


def test_only_a_note_that_nobody_knows_stays_a_text() -> None:
    notes = {name: [note.kind for note in stored_match(name).notes] for name in FIVE}
    with_a_bot = ["took-back", "tip", "could-not-think", "could-not-think"]
    assert notes == {
        "mezen": ["took-back", "tip", "text"],
        "gzhel": ["took-back", "tip"],
        "mazaytsy": [*with_a_bot, "went-on"],
        "novgorod": [*with_a_bot, "went-on"],
        "mezo": with_a_bot,
    }


@pytest.fixture
def paths(home: Path) -> DataPaths:
    """Those of a player who has the old files."""
    home.mkdir(parents=True, exist_ok=True)
    for name in ("finished.jsonl", "daily.jsonl"):
        shutil.copy(STORED / name, home / name)
    return DataPaths.for_player()


@every_game
def test_finished_games_are_shown_with_their_titles_and_sources(name: str, paths: DataPaths) -> None:
    told = load_statistics(paths, DAY)
    assert told.trouble == ""
    figures = told.games[name]
    assert figures.titles == SHOWN[name]["titles"]
    assert figures.sources is not None
    assert [part.source for part in figures.sources.parts] == SHOWN[name]["sources"]


def test_the_sources_of_finished_games_are_compared_with_the_masters(paths: DataPaths) -> None:
    parts = load_statistics(paths, DAY).games["mezen"].sources
    assert parts is not None
    known = {part.source: part.master for part in parts.parts}
    assert known.pop("goals") is None, "what it had when it went on belongs to no card"
    assert all(known.values())


@every_game
def test_results_of_a_day_are_shown_with_their_titles(name: str, paths: DataPaths) -> None:
    attempt = Journal(paths).attempt(name, DAY)
    assert attempt.result is not None and attempt.master is not None
    for result in (attempt.result, attempt.master):
        assert list(share_text(registry.get_game(name), result, 1, False)) == SHOWN[name]["daily"]
        assert result.title in ("", *registry.get_game(name).labels().titles)


def test_results_that_a_club_has_are_shown_with_their_titles(tmp_path: Path) -> None:
    old = [
        msgspec.json.decode(line, type=DailyResult | MasterDailyResult)
        for line in (STORED / "daily.jsonl").read_bytes().splitlines()
    ]
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club:
        club.enter("anna")
        publish(club, "anna", [result for result in old if not isinstance(result, MasterDailyResult)])
        told = daily_standings(club, DAY)
    assert sorted(told) == sorted(FIVE)
    for name, (standing,) in told.items():
        assert list(share_text(registry.get_game(name), standing.result, 1, False)) == SHOWN[name]["daily"]
    assert told["mezen"][0].result.title == "pupil"


@every_game
def test_a_review_is_kept_and_shown_with_its_reasons(name: str, home: Path) -> None:
    paths, match = DataPaths.for_player(), stored_match(name)
    kept = msgspec.json.decode((STORED / f"{name}-review.json").read_bytes())
    paths.reviews.mkdir(parents=True)
    (paths.reviews / "old.json").write_bytes(msgspec.json.encode({**kept, "match": fingerprint(match)}))
    review = ReviewStore(paths).load("old", match, Depth(steps=6, worlds=4))
    assert len(review.turns) == len(kept["turns"]) > 0
    assert [judged_reason(match.game, reviewed) for reviewed in review.turns] == SHOWN[name]["reasons"]
    known = {*match.game.labels().features, OTHERS}
    assert {each.feature for reviewed in review.turns for each in reviewed.reason} <= known  # type: ignore[union-attr]
    assert ReviewStore(paths).save("old", review) == ""
    assert msgspec.json.decode((paths.reviews / "old.json").read_bytes(), type=Review) == review


# The tables of then


@every_game
def test_the_ids_of_old_words_are_ids_of_today_and_stay_as_they_are(name: str) -> None:
    labels = registry.get_game(name).labels()
    for then, now, read in (
        (first_release_labels._SOURCES, labels.sources, first_release_labels.source_id),
        (first_release_labels._TITLES, labels.titles, first_release_labels.title_id),
    ):
        assert set(then.get(name, {}).values()) <= set(now)
        assert {each: read(name, each) for each in now} == {each: each for each in now}
    assert set(first_release_labels._FEATURES[name].values()) <= set(labels.features)


def test_a_label_that_was_soon_changed_is_known_too() -> None:
    assert first_release_labels.source_id("mezen", "pairs of light and dark") == "light-dark-pairs"
    assert first_release_labels.source_id("mezen", "light and dark pairs") == "light-dark-pairs"


@pytest.mark.parametrize(
    ("game", "sentence", "facts"),
    [
        ("mezo", "", ()),
        ("mezo", "more Calendar and Codex", (Difference("calendar-and-codex", True, True),)),
        (
            "mezo",
            "more Calendar and Codex and more units that wait",
            (Difference("calendar-and-codex", True, True), Difference("units-that-wait", True, True)),
        ),
        (
            "mezo",
            "less for the others, but fewer units",
            (Difference(OTHERS, False, True), Difference("units", False, False)),
        ),
        (
            "novgorod",
            "fewer steps still below an X, but fewer seals of the career row",
            (Difference("steps-below-x", False, True), Difference("career-row-seals", False, False)),
        ),
        ("novgorod", "more steps still below an X", (Difference("steps-below-x", True, False),)),
        ("mezen", "fewer amulets", (Difference("amulets", False, False),)),
        ("mezen", "more seals", None),
        ("mezen", "more amulets, but", None),
        ("chess", "more pawns", None),
    ],
)
def test_reasons_of_then_as_facts(game: str, sentence: str, facts: tuple[Difference, ...] | None) -> None:
    assert first_release_labels.reason_of(game, sentence) == facts


@pytest.mark.parametrize("reason", ["more \x1b[2J sides of tiles", [["\x1b[2J sides of tiles", True, True]]])
def test_a_reason_that_speaks_of_something_else_is_shown_as_it_is(reason: object, home: Path) -> None:
    paths, match = DataPaths.for_player(), stored_match("mezen")
    kept = msgspec.json.decode((STORED / "mezen-review.json").read_bytes())
    kept["turns"][0]["reason"] = reason
    paths.reviews.mkdir(parents=True)
    (paths.reviews / "old.json").write_bytes(msgspec.json.encode({**kept, "match": fingerprint(match)}))
    first = ReviewStore(paths).load("old", match, Depth(steps=6, worlds=4)).turns[0]
    assert judged_reason(match.game, first) == "more ?[2J sides of tiles"


# The step to the second format


def first_format(**fields: Any) -> dict[str, Any]:
    """A match file of the first format with other fields, in the second one."""
    content = msgspec.json.decode((STORED / "gzhel.json").read_bytes())
    data = msgspec.json.encode({**content, **fields})
    found: dict[str, Any] = msgspec.json.decode(migrated(data, 1, 2))
    return found


def test_the_step_leaves_all_else_alone() -> None:
    before = msgspec.json.decode((STORED / "gzhel.json").read_bytes())
    after = first_format()
    changed = {"format", "notes", "result"}
    assert {key: after[key] for key in after if key not in changed} == {
        key: before[key] for key in before if key not in changed
    }
    assert after["format"] == 2
    assert after["result"] == {
        "ranking": before["result"]["ranking"],
        "scores": before["result"]["scores"],
        "breakdown": {source.replace(" ", "-"): points for source, points in before["result"]["breakdown"].items()},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Boris asked for a tip.",
        "Anna asked for a tip. Really.",
        "Anna could not think (it took too long) and plays on as Novice the Great.",
        "The rules of Chess have changed since it was saved: the match goes on from its stored position,"
        " and the moves before can be read but not taken back.",
        "\x1b[2J",
    ],
)
def test_a_note_that_nobody_knows_is_kept(text: str) -> None:
    assert first_format(notes=[{"at": 3, "text": text}])["notes"] == [{"at": 3, "kind": TEXT, "facts": [text]}]


def test_a_source_that_nobody_knows_is_kept() -> None:
    result = {"ranking": [[0]], "scores": [1], "breakdown": {"luck": [1], "stamps": [0]}, "verdict": "You win."}
    assert first_format(result=result)["result"]["breakdown"] == {"luck": [1], "stamps": [0]}


@pytest.mark.parametrize(
    "field",
    [
        {"notes": 7},
        {"notes": [{"at": 1}]},
        {"notes": [{"at": "1", "text": "x"}]},
        {"seats": {}},
        {"result": []},
        {"result": {"ranking": [], "scores": []}},
        {"result": {"ranking": 1, "scores": [], "breakdown": {}}},
        {"result": {"ranking": [], "scores": [], "breakdown": {"goals": "x"}}},
        {"game": None},
    ],
)
def test_a_damaged_file_of_the_first_format_is_no_match(field: dict[str, Any]) -> None:
    content = msgspec.json.decode((STORED / "gzhel.json").read_bytes())
    with pytest.raises(InvalidRecordError, match=rf"it is not a match of Samovar \({next(iter(field))}"):
        match_record.decode(msgspec.json.encode({**content, **field}))


def test_numbers_too_large_for_anybody_are_no_trouble_on_the_way() -> None:
    data = (STORED / "gzhel.json").read_bytes()
    huge = data[:-1] + b',"extra":' + b"9" * 5000 + b"}"
    assert match_record.restore(match_record.decode(huge)).match.notes[0] == Note(*_first_note())


def _first_note() -> tuple[int, str, tuple[int]]:
    note = msgspec.json.decode((STORED / "gzhel.json").read_bytes())["notes"][0]
    return note["at"], "took-back", (0,)
