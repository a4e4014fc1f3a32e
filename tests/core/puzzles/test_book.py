"""The puzzles as they are shipped: sound in every game, and their answers can be played."""

from collections import Counter

import pytest

from core.match import find_move
from core.puzzles.attempt import PuzzleSubmission, start_attempt, turn_from_moves, verdict
from core.puzzles.book import GRADES, Book, Chapter, Puzzle, SourceGame, load_book, puzzle_match, replay_source
from tests.core.games.pebbles import GAME as PEBBLES
from tests.core.puzzles.shipped import PUZZLED, shipped

#: So many puzzles at least a game is shipped with: sixty are looked for, and a deeper search drops some of them.
LEAST = 60
#: In so many new worlds the answer of a sample is compared with its rival: fewer than players are shown.
FEW = 30


@pytest.mark.parametrize("name", PUZZLED)
def test_a_game_has_puzzles_of_three_grades(name: str) -> None:
    game, found = shipped(name)
    for chapter in found.chapters:
        assert chapter.heading.game == name and chapter.heading.edition <= game.edition
        first, check = chapter.heading.find, chapter.heading.check
        assert check.steps >= 4 * first.steps and check.breadth > first.breadth
        assert check.rivals > first.rivals and check.worlds >= 4 * first.worlds >= 48
    grades = Counter(puzzle.grade for puzzle in found.puzzles)
    assert len(found.puzzles) >= LEAST
    assert max(grades.values()) - min(grades[grade] for grade in GRADES) <= 1
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)
    assert len({source.seed for source in found.sources}) == len(found.sources)


@pytest.mark.parametrize("name", PUZZLED)
def test_every_answer_stands_out_by_what_the_heading_says(name: str) -> None:
    _, found = shipped(name)
    for ahead, puzzle in [(each.heading.ahead, puzzle) for each in found.chapters for puzzle in each.puzzles]:
        assert puzzle.ahead >= ahead - 0.005 and puzzle.ahead >= 2.45 * puzzle.error
        assert puzzle.answer.split() and puzzle.rival.split() and puzzle.answer != puzzle.rival
        assert 0 <= puzzle.found <= 1


@pytest.mark.parametrize("name", PUZZLED)
def test_the_easier_grade_is_found_more_often(name: str) -> None:
    _, found = shipped(name)
    means = []
    for grade in GRADES:
        shares = [puzzle.found for puzzle in found.puzzles if puzzle.grade == grade]
        means.append(sum(shares) / len(shares))
    assert means == sorted(means, reverse=True)


@pytest.mark.parametrize("name", PUZZLED)
def test_every_position_is_where_its_game_says(name: str) -> None:
    """The moves of every source lead to its last puzzle, and each answer begins with a move that is legal there."""
    game, found = shipped(name)
    for heading, source in [(chapter.heading, source) for chapter in found.chapters for source in chapter.sources]:
        assert source.candidates >= len(source.puzzles)
        if source.puzzles:
            last = source.puzzles[-1]
            assert len(source.moves.split()) == last.at
            match = replay_source(game, heading, source, last.at)
            for puzzle in source.puzzles:
                find_move(game, match.state_at(puzzle.at), puzzle.answer.split()[0])


def sample(found: Book) -> list[Puzzle]:
    """One of each grade."""
    return [next(puzzle for puzzle in found.puzzles if puzzle.grade == grade) for grade in GRADES]


@pytest.mark.parametrize("name", PUZZLED)
def test_answers_and_rivals_are_whole_turns(name: str) -> None:
    game, found = shipped(name)
    for puzzle in found.puzzles[::6]:
        match = puzzle_match(game, puzzle)
        assert len(match.log) == puzzle.at and match.state.actor is not None
        for told in (puzzle.answer, puzzle.rival):
            moves = told.split()
            tried = start_attempt(match)
            assert turn_from_moves(tried, moves) == tuple(moves)


@pytest.mark.parametrize("name", PUZZLED)
def test_the_answer_is_solved_and_its_rival_is_not(name: str) -> None:
    game, found = shipped(name)
    for puzzle in sample(found)[:: 2 if name == "mezo" else 1]:
        state = puzzle_match(game, puzzle).state
        answer, rival = tuple(puzzle.answer.split()), tuple(puzzle.rival.split())
        best = verdict(game, state, PuzzleSubmission(answer, answer), FEW)
        assert best.same and best.solved and best.cost.mean == 0
        worse = verdict(game, state, PuzzleSubmission(answer, rival), FEW)
        assert not worse.same and not worse.solved and worse.cost.mean > 0


def test_a_game_without_puzzles_has_none() -> None:
    assert load_book(PEBBLES) is None


def test_puzzles_are_sorted_into_thirds_by_how_often_they_are_found() -> None:
    _, found = shipped("mazaytsy")
    puzzles = [Puzzle(str(n), 0, share, "a", "b", ahead, 0.0, ()) for n, (share, ahead) in enumerate(_SHARES)]
    sources = [
        SourceGame(1, ("master",), puzzles=tuple(puzzles[:1])),
        SourceGame(2, ("adept",), puzzles=tuple(puzzles[1:])),
    ]
    told = Book(tuple(Chapter(found.chapters[0].heading, (source,)) for source in sources)).puzzles
    assert [(puzzle.id, puzzle.grade) for puzzle in told] == [
        ("1", "easy"),
        ("0", "easy"),
        ("3", "medium"),
        ("2", "hard"),
    ]


#: How often each is found, and by how much it stands out.
_SHARES = ((0.5, 1.0), (0.5, 2.0), (0.0, 2.0), (0.0, 3.0))
