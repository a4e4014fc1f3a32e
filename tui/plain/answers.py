"""What a typed line means: a command, or a move of the decision that is asked."""

from collections.abc import Callable, Iterable, Mapping

from core.errors import GameError
from core.game import Move
from core.match import Match
from saves.sanitize import one_line
from tui.plain.text import HELP_IS_THERE, view_of, with_hint
from tui.sessions.session import MatchSession


def find_command(
    line: str, alone: Mapping[str, Callable[[], None]], with_text: Mapping[str, Callable[[str], None]]
) -> Callable[[], None] | None:
    """Return the command in a line: one that stands alone, of a word or two, or a word that a text follows."""
    word, _, text = line.partition(" ")
    word, text = word.lower(), text.strip()
    if (do_with_text := with_text.get(word)) is not None:
        return lambda: do_with_text(text)
    return alone.get(f"{word} {text.lower()}".strip())


def submit_answer(
    session: MatchSession, seat: int, answer: str, commands: Iterable[str], say: Callable[[str], None]
) -> None:
    """Submit the move that was typed; of any other answer, say what was probably meant."""
    if not answer:
        say(HELP_IS_THERE)
        return
    try:
        move = _find_move(answer, session.match, seat, commands)
    except GameError as error:
        say(str(error))
    else:
        session.submit([move])


def _find_move(answer: str, match: Match, seat: int, commands: Iterable[str]) -> Move:
    """Return the legal move that was typed; refuse any other answer, with what was probably meant."""
    try:
        return match.parse_move(str(_parse_answer(answer, match, seat)))
    except GameError as error:
        raise GameError(with_hint(str(error), answer, match.legal_moves, commands)) from None


def _parse_answer(answer: str, match: Match, seat: int) -> Move | str:
    """Return the move of that number or notation; upper and lower case count as the same."""
    legal = match.legal_moves
    if answer.isascii() and answer.isdigit():
        numbered = view_of(match, seat).numbered_moves()
        if len(answer) < 6 and 1 <= int(answer) <= len(numbered):
            return _unspent(numbered[int(answer) - 1])
        if all(move.notation != answer for move in legal):
            raise GameError(f"The moves are numbered from 1 to {len(numbered)}.")
    folded = [move for move in legal if move.notation.casefold() == answer.casefold()]
    return folded[0] if len(folded) == 1 else one_line(answer, 40)


def _unspent(numbered: Move | str) -> Move:
    """Return a numbered move; refuse one that is spent, which only keeps its number."""
    if isinstance(numbered, str):
        raise GameError(f"Not possible now: {numbered}.")
    return numbered
