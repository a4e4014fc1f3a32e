"""The script that looks for puzzles: it goes on where it stopped, and finds again what it found."""

from itertools import islice
from pathlib import Path

import msgspec
import pytest

from core.match import Match, Seat
from core.puzzles import find
from core.puzzles.attempt import start_attempt, turn_from_moves
from core.puzzles.best_turn import find_best_turn
from core.puzzles.book import Book, Chapter, SearchSettings, puzzle_match, read, replay_source, to_jsonl
from core.review.turns import end_of_turn, split_turns
from core.rng import Rng
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.puzzles.shipped import PUZZLED, shipped


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the script writes here."""
    monkeypatch.setattr(find, "_path", lambda game: tmp_path / "puzzles.jsonl")
    return tmp_path / "puzzles.jsonl"


def test_a_search_goes_on_where_it_stopped(path: Path) -> None:
    first = list(islice(find.searches(PEBBLES, 1, 1.5), 2))
    again = list(islice(find.searches(PEBBLES, 1, None), 1))
    told = read(path.read_bytes().splitlines())
    assert told is not None and [chapter.heading.ahead for chapter in told.chapters] == [1.5]
    assert told.sources == [*first, *again]
    assert [source.seed - first[0].seed for source in told.sources] == [0, 1, 2]
    assert [source.levels for source in told.sources] == [("master",), ("adept",), ("master",)]


def test_a_search_of_another_kind_begins_a_chapter(path: Path) -> None:
    first = next(find.searches(PEBBLES, 1, 2.0))
    before = path.read_bytes()
    second = next(find.searches(PEBBLES, 1, 1.0))
    third = next(find.searches(PEBBLES, 1, None))
    assert path.read_bytes().startswith(before)
    told = read(path.read_bytes().splitlines())
    assert told is not None
    assert [chapter.heading.ahead for chapter in told.chapters] == [2.0, 1.0]
    assert [chapter.sources for chapter in told.chapters] == [(first,), (second, third)]
    assert len({source.seed for source in told.sources}) == 3


def test_a_search_begins_again_when_asked(path: Path) -> None:
    list(islice(find.searches(PEBBLES, 1, 2.0), 2))
    again = next(find.searches(PEBBLES, 1, 1.0, anew=True))
    told = read(path.read_bytes().splitlines())
    assert told is not None and told.sources == [again] and told.chapters[0].heading.ahead == 1.0


def test_puzzles_of_an_older_edition_stay_and_a_new_chapter_begins(path: Path) -> None:
    list(islice(find.searches(PEBBLES, 1, 2.0), 1))
    before = path.read_bytes().replace(b'"edition":1', b'"edition":0')
    path.write_bytes(before)
    list(islice(find.searches(PEBBLES, 2, None), 1))
    assert path.read_bytes().startswith(before)
    known = read(path.read_bytes().splitlines())
    assert known is not None
    assert [chapter.heading.edition for chapter in known.chapters] == [0, 1]


def test_what_was_found_before_is_forgotten_only_when_asked(path: Path) -> None:
    list(islice(find.searches(PEBBLES, 1, 2.0), 1))
    path.write_bytes(path.read_bytes().replace(b'"edition":1', b'"edition":0'))
    next(find.searches(PEBBLES, 1, None, anew=True))
    assert b'"edition":0' not in path.read_bytes()


def test_what_masters_see_otherwise_is_dropped(path: Path) -> None:
    """A puzzle whose answer is the worse of its two turns is one that stronger masters would contradict."""
    game, known = shipped("mazaytsy")
    source = next(source for source in known.sources if len(source.puzzles) > 1)
    *right, last = source.puzzles
    wrong = msgspec.structs.replace(last, answer=last.rival, rival=last.answer)
    doubtful = msgspec.structs.replace(source, puzzles=(*right, wrong))
    chapters = Chapter(heading := known.chapters[0].heading), Chapter(heading, (doubtful,))
    path.write_bytes(to_jsonl(Book(chapters)))
    (kept,) = find.recheck(game)
    assert kept.puzzles == tuple(right) and len(kept.moves.split()) == right[-1].at
    assert read(path.read_bytes().splitlines()) == Book((chapters[0], Chapter(heading, (kept,))))


@pytest.mark.parametrize("name", PUZZLED)
def test_only_who_looks_inside_of_turns_finds_puzzles_there(name: str) -> None:
    game, found = shipped(name)
    for chapter in found.chapters:
        matches = [puzzle_match(game, puzzle) for puzzle in chapter.puzzles]
        inside = [match for match in matches if end_of_turn(match, len(match.log) - 1) is None]
        assert bool(inside) == chapter.heading.inside


def test_inside_of_a_turn_a_puzzle_is_looked_for_from_its_end() -> None:
    """Of a game with several puzzles inside of turns, the moves after the first of them are known."""
    game, found = shipped("gzhel")
    chapter = next(chapter for chapter in found.chapters if chapter.heading.inside)
    source, puzzle = next((each, each.puzzles[0]) for each in chapter.sources if len(each.puzzles) > 1)
    whole = replay_source(game, chapter.heading, source, source.puzzles[1].at)
    turn = next(turn for turn in split_turns(whole, {0}) if turn.at <= puzzle.at < turn.until)
    chosen = [entry.notation for entry in whole.log[turn.at : turn.until] if entry.origin == "chosen"]
    spots = [
        spot for spot, _ in find._inside(replay_source(game, chapter.heading, source, turn.at), chosen, chapter.heading)
    ]
    digest = puzzle_match(game, puzzle).state.digest()
    assert digest in [spot.state.digest() for spot in spots]
    made_before = [len(spot.log) - turn.at for spot in spots]
    assert made_before == sorted(made_before, reverse=True) and 0 < made_before[-1] < made_before[0] < len(turn.moves)


def test_where_several_turns_are_as_good_nothing_stands_out() -> None:
    """Two pebbles are more than one; whether one peeks or passes then brings the same."""
    match = Match.new(PEBBLES, [Seat("A"), Seat("B")], {}, 1)
    seen, candidates = find_best_turn(PEBBLES.evaluator(), match.state, SearchSettings(64, 1, 3, 12), 0.5, Rng(1))
    assert candidates[0].plan[0].notation == "two"
    assert seen is None or not seen.stands_out(0.5)


def test_what_was_found_is_found_again() -> None:
    game, found = shipped("mazaytsy")
    ahead = found.chapters[0].heading.ahead
    for puzzle in found.puzzles[:3]:
        match = puzzle_match(game, puzzle)
        seen, _ = find_best_turn(game.evaluator(), match.state, find.quick_settings(game.evaluator()), ahead, Rng(99))
        assert seen is not None and seen.stands_out(ahead)
        answer, tried = start_attempt(match), start_attempt(match)
        turn_from_moves(answer, puzzle.answer.split())
        turn_from_moves(tried, [move.notation for move in seen.best])
        assert tried.state.digest() == answer.state.digest()
