"""A review in plain lines: the figures, the turns that cost most, then every turn in a line."""

import re
import shlex
from collections.abc import Sequence

import msgspec

from core.bots.hints import first_clause
from core.errors import TableError
from core.game import Game, State
from core.match import Match, find_move
from core.review.comparison import SURE, Estimate
from core.review.record import Judged
from core.review.report import Report
from core.rng import Chance
from core.text import count, listed
from core.turn_reasons import reason_text
from saves.sanitize import one_line

#: No turn needs more letters.
_LONGEST_TURN = 1000


def review_lines(match: Match, told: Report, called: str = "") -> list[str]:
    """The review of a seat, for people; `called` is what the match is called on the command line."""
    head = f"== {match.game.title}, {told.name}"
    if not told.turns:
        return [f"{head}: there was nothing to decide."]
    lines = [f"{head}: {grades(told)}.", f"Points lost a turn: {points_in_words(told.lost)}."]
    if luck := luck_words(match, told):
        lines.append(luck)
    lines += _worst(match, told, called)
    lines.append(_curve_title(match))
    lines += [_turn_line(number, judged) for number, judged in enumerate(told.turns, 1)]
    if told.result is not None:
        lines.append(f"The end: {told.result if len(match.seats) == 1 else format(told.result, '+')}.")
    return lines


def luck_words(match: Match, told: Report) -> str:
    """What came over the whole game, apart from what was made of it; nothing where nothing came."""
    if all(judged.came is None for judged in told.turns):
        return ""
    others = " and what the others did" if len(match.seats) > 1 else ""
    return f"What came{others} was worth {signed(told.came)} points against the average."


def grade_word(grade: str, number: int) -> str:
    """What so many turns of a grade are called."""
    return "mistakes" if grade == "mistake" and number != 1 else grade


def grades(told: Report) -> str:
    parts = [f"{number} {grade_word(grade, number)}" for grade, number in told.grades.items()]
    return f"{count(len(told.turns), 'turn')}, {listed(parts)}"


def _worst(match: Match, told: Report, called: str) -> list[str]:
    if not told.worst:
        return ["No turn was clearly worse than the master's."]
    lines = ["What cost most:" if len(told.worst) == 1 else "The turns that cost most:"]
    for number in told.worst:
        judged = told.turns[number]
        cost = f"{judged.grade}, {points_in_words(judged.cost)} points"
        lines.append(
            f"  Turn {number + 1}, round {judged.round} ({cost}): {in_words(match, judged, judged.turn.moves)}."
        )
        why = f"; {reason}" if (reason := judged_reason(match.game, judged)) else ""
        lines.append(f"    The master: {in_words(match, judged, judged.best)}{why}.")
        if called:
            lines.append(f"    samovar play --from {shlex.quote(f'{called}:{judged.turn.at}')} tries it otherwise.")
    return lines


def _curve_title(match: Match) -> str:
    what = "the points" if len(match.seats) == 1 else "the lead"
    return f"Turn by turn, with {what} to expect at its start if all played on at first sight:"


def _turn_line(number: int, judged: Judged) -> str:
    parts = [
        f"  {number}. Round {judged.round}, expected {points_in_words(judged.expected)}: {' '.join(judged.turn.moves)}"
    ]
    if judged.grade == "best":
        parts.append("best")
    elif judged.grade == "good":
        parts.append("good")
    else:
        parts.append(f"{judged.grade}, cost {points_in_words(judged.cost)}, the master {' '.join(judged.best)}")
    if judged.came is not None:
        parts.append(f"then came {signed(judged.came)}")
    return "; ".join(parts)


def judged_reason(game: Game, judged: Judged) -> str:
    """Where the master's turn is better, in words."""
    reason = judged.reason
    return reason if isinstance(reason, str) else reason_text(game.labels(), reason)


def with_reasons(match: Match, told: Report) -> Report:
    """A report with its reasons in words, as programs read them."""
    turns = [msgspec.structs.replace(judged, reason=judged_reason(match.game, judged)) for judged in told.turns]
    return msgspec.structs.replace(told, turns=turns)


def in_words(match: Match, judged: Judged, moves: Sequence[str]) -> str:
    return turn_in_words(match.game, match.state_at(judged.turn.at), judged.turn.seat, moves)


def turn_in_words(game: Game, state: State, seat: int, moves: Sequence[str], since: int = 0) -> str:
    """A turn, or what is left of it after some moves, as its player would tell it; the notation, where words end.

    It is told from what the player knew.
    """
    world = state.imagine(seat, Chance(len(moves)))
    words = []
    for number, notation in enumerate(moves):
        try:
            move = find_move(game, world, notation)
        except TableError:
            break
        if len(world.moves()) > 1 and number >= since:
            words.append(_far_from_the_board(first_clause(world.describe(move)), notation))
        world.play(move)
    return one_line(", ".join(words) or " ".join(moves[since:]), _LONGEST_TURN)


def _far_from_the_board(words: str, notation: str) -> str:
    """Beside its notation a move may speak of what is "there"; alone it has to say where."""
    return re.sub(r"\bthere\b", f"on {notation}", words)


def points_in_words(found: Estimate) -> str:
    return f"{found.mean:.1f} ± {SURE * found.error:.1f}"


def signed(found: Estimate) -> str:
    return f"{found.mean:+.1f} ± {SURE * found.error:.1f}"
