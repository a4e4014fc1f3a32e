"""Puzzles in plain lines, with the same words as on the screen."""

from datetime import date

from core import registry as shelf
from core.errors import TableError
from core.lessons.diagrams import rules_in_words
from core.match import Match
from core.puzzles.attempt import Tried, Verdict, turn_made, weighed
from core.puzzles.book import Puzzle
from core.text import count
from tui.features.puzzles import practice as puzzling
from tui.features.puzzles.practice import Pool, Practice
from tui.plain.match import Console, EndOfInput, board_text, meant, move_lines, question_lines, with_hint
from tui.sessions.glossary import what

INTERRUPTED = 130

#: What can be said while a turn goes on, and after it.
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


def tell_all(practice: Practice, console: Console) -> None:
    """Every game and grade, with what is solved."""
    for line in puzzling.summary_lines(practice, shelf.games()):
        console.say(line)
    console.say("samovar puzzles GAME --plain shows the next puzzle of a game.")


def try_all(practice: Practice, pool: Pool, console: Console) -> int:
    """Puzzle after puzzle, until somebody leaves or the input ends; returns the exit code."""
    try:
        puzzle = practice.following(pool)
        if puzzle is None:
            console.say(puzzling.none_left(pool))
        while puzzle is not None:
            wish = _try(practice, pool, puzzle, console)
            if wish == "quit":
                break
            if wish == "next":
                puzzle = practice.following(pool, puzzle.id)
    except EndOfInput:
        pass
    except KeyboardInterrupt:
        console.say()
        return INTERRUPTED
    console.flush()
    return 0


def _try(practice: Practice, pool: Pool, puzzle: Puzzle, console: Console) -> str:
    """One try of a puzzle; what is wished after it: next, again or quit."""
    game, match = pool.game, puzzling.laid_out(pool.game, puzzle)
    console.say(f"== {game.title}, {puzzling.title(game, puzzle)}")
    console.say(board_text(match, match.state.actor))
    console.say(puzzling.INVITATION)
    wish = _play_turn(match, console)
    if wish in ("next", "quit"):
        return wish
    turn, found = turn_made(match), None
    if turn is not None:
        console.say(puzzling.JUDGING)
        console.flush()
        found = weighed(game, match.state_at(0), Tried(tuple(puzzle.answer.split()), turn))
    trouble = practice.keep(game, puzzle, found)
    _tell(match, puzzle, found, console)
    console.say(puzzling.again_in_words(practice.progress(game), puzzle, date.today()))
    if trouble:
        console.say(trouble)
    return _ask_wish(console)


def _play_turn(match: Match, console: Console) -> str:
    """The decisions of a turn, one by one until it is made; or what was wished instead."""
    seat = match.state.actor
    assert seat is not None
    while turn_made(match) is None:
        for line in question_lines(match, seat):
            console.say(line)
        answer = console.ask("> ")
        word = answer.lower()
        if word in ("answer", "next", "quit", "exit"):
            return "quit" if word == "exit" else word
        if not _obey(word, match, seat, console):
            try:
                match.play(meant(answer, match, seat))
            except TableError as error:
                console.say(with_hint(str(error), answer, match.legal, DURING))
    return ""


def _obey(word: str, match: Match, seat: int, console: Console) -> bool:
    """Carry out a command that changes nothing but this turn; False when the word is none."""
    if word == "board":
        console.say(board_text(match, seat))
    elif word == "moves":
        console.say("\n".join(move_lines(match, seat)))
    elif word.partition(" ")[0] == "what":
        told = what(match.game, word.partition(" ")[2].strip(), " ".join(question_lines(match, seat)))
        console.say("\n".join(told))
    elif word == "undo":
        before = len(match.log)
        try:
            match.undo(seat)
            console.say(f"Taken back: {count(before - len(match.log), 'move')}.")
        except TableError as error:
            console.say(str(error))
    elif word == "tip":
        console.say(puzzling.NO_TIPS)
    elif word == "rules":
        console.say(rules_in_words(match.game).rstrip())
    elif word in ("help", "?", ""):
        console.say("Answer with the number or the notation of a move, or with one of these:")
        _list(DURING, console)
    else:
        return False
    return True


def _tell(match: Match, puzzle: Puzzle, found: Verdict | None, console: Console) -> None:
    """What the turn was worth, what the best one is, and why."""
    console.say(puzzling.headline(found))
    if found is None or not found.same:
        console.say(f"The best turn: {puzzling.told(match, puzzle.answer.split())} ({puzzle.answer}).")
    if why := puzzling.why(match.game, puzzle, found):
        console.say(why)
    if found is None or found.same:
        console.say(f"The next best turn: {puzzling.told(match, puzzle.rival.split())} ({puzzle.rival}).")


def _ask_wish(console: Console) -> str:
    while True:
        console.say("What now?")
        _list(AFTER, console)
        wish = console.ask("> ").lower()
        if wish in AFTER:
            return wish
        console.say(with_hint(f"{wish!r} is none of them." if wish else "One of these words:", wish, [], AFTER))


def _list(words: dict[str, str], console: Console) -> None:
    width = max(map(len, words))
    for word, help_ in words.items():
        console.say(f"  {word:<{width}}  {help_}")
