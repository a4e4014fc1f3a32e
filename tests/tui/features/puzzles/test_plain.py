"""Puzzles in plain lines: the same words, and an honest exit code."""

from core import registry
from core.lessons.diagrams import rules_text
from core.puzzles.book import GRADES
from saves.paths import DataPaths
from saves.puzzles import read
from tests.conftest import Samovar
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.plain.text import decision_lines, move_lines
from tui.sessions.glossary import explain_terms

GAME = registry.get_game("mazaytsy")


def first(grade: str) -> tuple[str, str]:
    """The answer of the first puzzle of a grade, and the best of the others."""
    puzzle = next(each for each in PuzzlePool(GAME).puzzles() if each.grade == grade)
    return puzzle.answer, puzzle.rival


def lines(*words: str) -> str:
    return "\n".join(word for line in words for word in line.split()) + "\n"


def test_every_game_and_grade_is_told(samovar: Samovar) -> None:
    told = samovar("puzzles", "--plain")
    assert told.returncode == 0
    for name in registry.GAME_NAMES:
        assert f"== {registry.get_game(name).title}: not tried yet\n" in told.stdout
    assert told.stdout.count(" solved\n") == len(registry.GAME_NAMES) * len(GRADES)


def test_missed_then_solved(samovar: Samovar) -> None:
    answer, rival = first("hard")
    told = samovar("puzzles", "mazaytsy", "--grade", "hard", "--plain", typed=lines(rival, "again", answer, "quit"))
    assert told.returncode == 0
    assert "== Mazaytsy, hard puzzle 1 of " in told.stdout and puzzles_practice.INVITATION in told.stdout
    missed, _, solved = told.stdout.partition("\n> again\n")
    assert "\nNot solved: " in missed and f"({answer}).\n" in missed and "The best turn gives " in missed
    assert "You will see it again tomorrow." in missed
    assert "Solved! That is the best turn.\n" in solved and f"({rival}).\n" in solved
    assert [each.solved for each in read(DataPaths.for_player().puzzles)] == [False, True]
    after = samovar("puzzles", "--plain").stdout
    assert "== Mazaytsy: rating " in after and " solved, 1 missed\n" in after


def test_commands_of_a_turn(samovar: Samovar) -> None:
    answer, _ = first("medium")
    typed = lines("help", "tip", "undo", answer.split()[0], "undo", "board", "nonsense", "answer", "next", "quit")
    told = samovar("puzzles", "mazaytsy", "--grade", "medium", "--plain", typed=typed).stdout
    assert puzzles_practice.NO_HINTS in told
    assert "There is nothing to undo." in told and "Undone: 1 move" in told
    assert "'nonsense' is not a move of Mazaytsy." in told
    assert "You looked at the answer." in told and f"({answer})." in told
    assert "== Mazaytsy, medium puzzle 2 of " in told
    assert [each.cost for each in read(DataPaths.for_player().puzzles)] == [None]


def test_moves_and_words_can_be_asked_about(samovar: Samovar) -> None:
    match = puzzles_practice.puzzle_lines(
        GAME, next(each for each in PuzzlePool(GAME).puzzles() if each.grade == "easy"), "Anna"
    )
    assert match.state.actor is not None
    question = " ".join(decision_lines(match, match.state.actor))
    typed = "moves\nwhat\nwhat funnels\nWhat Funel\nquit\n"
    told = samovar("puzzles", "mazaytsy", "--grade", "easy", "--plain", typed=typed).stdout
    answers = [part.partition("\n")[2].partition("== ")[0] for part in told.split("\n> ")[1:5]]
    assert answers[0].splitlines() == move_lines(match, match.state.actor)
    assert answers[1].splitlines() == explain_terms(GAME, question) != []
    assert answers[2].splitlines() == [f"Funnel: {GAME.glossary()['funnel']}"]
    assert answers[3] == "Mazaytsy has no term 'Funel'. Did you mean funnel?\n"
    assert not read(DataPaths.for_player().puzzles), "whoever asks has not tried yet"


def test_the_rules_are_told_with_their_pictures_in_words(samovar: Samovar) -> None:
    told = samovar("puzzles", "mazaytsy", "--plain", typed="rules\nquit\n").stdout
    assert rules_text(GAME).rstrip() in told and "```" not in told


def test_the_end_of_the_input_is_no_trouble_and_no_try(samovar: Samovar) -> None:
    told = samovar("puzzles", "mazaytsy", "--plain", typed="help\n")
    assert (told.returncode, told.stderr) == (0, "")
    assert not read(DataPaths.for_player().puzzles)


def test_wrong_words_are_told_in_a_sentence(samovar: Samovar) -> None:
    for words, sentence in (
        (("puzzles", "mazaitsy", "--plain"), "There is no game 'mazaitsy' in Samovar; did you mean mazaytsy?\n"),
        (("puzzles", "mezen", "--grade", "harrd", "--plain"), "There is no grade 'harrd'; did you mean hard?\n"),
        (("puzzles",), "Samovar's screen needs a terminal; add --plain to play in plain lines.\n"),
    ):
        told = samovar(*words)
        assert (told.returncode, told.stdout, told.stderr) == (2, "", sentence)


def test_all_of_a_grade_come_before_one_comes_twice() -> None:
    practice = PuzzlePractice(DataPaths.for_player(), "Anna")
    pool, shown = PuzzlePool(GAME, "easy"), list[str]()
    for _ in pool.puzzles():
        puzzle = practice.next_puzzle(pool, shown[-1] if shown else "")
        assert puzzle is not None
        shown.append(puzzle.id)
        practice.record_attempt(GAME, puzzle, None)
    assert sorted(shown) == sorted(puzzle.id for puzzle in pool.puzzles())


def test_beside_another_a_turn_is_told_from_where_it_is_another() -> None:
    puzzle = next(
        each
        for each in PuzzlePool(GAME).puzzles()
        if each.answer.split()[0] == each.rival.split()[0] and len(each.answer.split()) > 1
    )
    match = puzzles_practice.puzzle_lines(GAME, puzzle, "Anna")
    answer, rival = puzzle.answer.split(), puzzle.rival.split()
    whole, rest = puzzles_practice.verdict_text(match, rival), puzzles_practice.verdict_text(match, rival, answer)
    assert rest.startswith("the same at first, then ")
    assert whole.endswith(rest.removeprefix("the same at first, then ")) and len(rest) < len(whole) + 24
    assert puzzles_practice.verdict_text(match, rival, ["nothing"]) == whole
