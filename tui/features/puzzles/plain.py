"""Puzzles in plain mode, with the same sentences as on the screen."""

from datetime import date

from core import registry
from core.bots.analysis import Analysis
from core.errors import GameError
from core.lessons.diagrams import rules_text
from core.match import Match
from core.puzzles.attempt import PuzzleSubmission, Verdict, finished_turn
from core.puzzles.book import Puzzle
from core.text import count_text
from tui.features.puzzles import practice as puzzles_practice
from tui.features.puzzles.practice import PuzzlePool, PuzzlePractice
from tui.plain.match import (
    EndOfInputError,
    PlainConsole,
    board_text,
    decision_lines,
    move_lines,
    parse_answer,
    with_hint,
)
from tui.sessions.glossary import explain_word

INTERRUPTED = 130

#: The commands during a turn, and after it.
DURING = {
    "board": "the position in words and letters",
    "moves": "all moves and what each would bring, a line each",
    "what WORD": "what a word of the game means; what alone tells all that stand in the question",
    "undo": "take back the last move of this turn",
    "answer": "the best turn; that counts as missed",
    "next": "another puzzle",
    "rules": "the rules of this game",
    "quit": "leave",
    "help": "this list",
}
AFTER = {"next": "another puzzle", "again": "try this one again", "quit": "leave"}


def tell_all(practice: PuzzlePractice, console: PlainConsole) -> None:
    """Print every game and grade, with the number of solved puzzles."""
    for line in puzzles_practice.summary_lines(practice, registry.all_games()):
        console.print(line)
    console.print("samovar puzzles GAME --plain shows the next puzzle of a game.")


def try_all(practice: PuzzlePractice, pool: PuzzlePool, console: PlainConsole, analysis: Analysis) -> int:
    """Present puzzle after puzzle, until the player leaves or the input ends; return the exit code."""
    try:
        puzzle = practice.next_puzzle(pool)
        if puzzle is None:
            console.print(puzzles_practice.none_left(pool))
        while puzzle is not None:
            wish = _try(practice, pool, puzzle, console, analysis)
            if wish == "quit":
                break
            if wish == "next":
                puzzle = practice.next_puzzle(pool, puzzle.id)
    except EndOfInputError:
        pass
    except KeyboardInterrupt:
        console.print()
        return INTERRUPTED
    console.flush()
    return 0


def _try(practice: PuzzlePractice, pool: PuzzlePool, puzzle: Puzzle, console: PlainConsole, analysis: Analysis) -> str:
    """Present one puzzle; return what to do next: next, again or quit."""
    game, match = pool.game, puzzles_practice.puzzle_lines(pool.game, puzzle)
    console.print(f"== {game.title}, {puzzles_practice.title(game, puzzle)}")
    console.print(board_text(match, match.state.actor))
    console.print(puzzles_practice.INVITATION)
    wish = _play_turn(match, console)
    if wish in ("next", "quit"):
        return wish
    turn, found = finished_turn(match), None
    if turn is not None:
        console.print(puzzles_practice.JUDGING)
        console.flush()
        submission = PuzzleSubmission(tuple(puzzle.answer.split()), turn)
        found = analysis.judge_submission(game, match.state_at(0), submission)
    trouble = practice.record_attempt(game, puzzle, found)
    _print(match, puzzle, found, console)
    console.print(puzzles_practice.again_text(practice.progress(game), puzzle, date.today()))
    if trouble:
        console.print(trouble)
    return _ask_wish(console)


def _play_turn(match: Match, console: PlainConsole) -> str:
    """Ask for the decisions of a turn until it is complete; return the command that ended it earlier, if any."""
    seat = match.state.actor
    assert seat is not None
    while finished_turn(match) is None:
        for line in decision_lines(match, seat):
            console.print(line)
        answer = console.input("> ")
        word = answer.lower()
        if word in ("answer", "next", "quit", "exit"):
            return "quit" if word == "exit" else word
        if not _run_command(word, match, seat, console):
            try:
                match.play(parse_answer(answer, match, seat))
            except GameError as error:
                console.print(with_hint(str(error), answer, match.legal_moves, DURING))
    return ""


def _run_command(word: str, match: Match, seat: int, console: PlainConsole) -> bool:
    """Run a command that changes nothing but this turn; return False when the word is none."""
    if word == "board":
        console.print(board_text(match, seat))
    elif word == "moves":
        console.print("\n".join(move_lines(match, seat)))
    elif word.partition(" ")[0] == "what":
        told = explain_word(match.game, word.partition(" ")[2].strip(), " ".join(decision_lines(match, seat)))
        console.print("\n".join(told))
    elif word == "undo":
        before = len(match.log)
        try:
            match.undo(seat)
            console.print(f"Taken back: {count_text(before - len(match.log), 'move')}.")
        except GameError as error:
            console.print(str(error))
    elif word == "tip":
        console.print(puzzles_practice.NO_HINTS)
    elif word == "rules":
        console.print(rules_text(match.game).rstrip())
    elif word in ("help", "?", ""):
        console.print("Answer with the number or the notation of a move, or with one of these:")
        _list(DURING, console)
    else:
        return False
    return True


def _print(match: Match, puzzle: Puzzle, found: Verdict | None, console: PlainConsole) -> None:
    """Print what the turn was worth, what the best one is, and why."""
    console.print(puzzles_practice.headline(found))
    if found is None or not found.same:
        console.print(
            f"The best turn: {puzzles_practice.verdict_text(match, puzzle.answer.split())} ({puzzle.answer})."
        )
    if why := puzzles_practice.why(match.game, puzzle, found):
        console.print(why)
    if found is None or found.same:
        console.print(
            f"The next best turn: {puzzles_practice.verdict_text(match, puzzle.rival.split())} ({puzzle.rival})."
        )


def _ask_wish(console: PlainConsole) -> str:
    while True:
        console.print("What now?")
        _list(AFTER, console)
        wish = console.input("> ").lower()
        if wish in AFTER:
            return wish
        console.print(with_hint(f"{wish!r} is none of them." if wish else "One of these words:", wish, [], AFTER))


def _list(words: dict[str, str], console: PlainConsole) -> None:
    width = max(map(len, words))
    for word, help_ in words.items():
        console.print(f"  {word:<{width}}  {help_}")
