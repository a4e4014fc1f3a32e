"""A review in plain lines: the figures, the turns that cost most, then every turn in a line."""

import re
import shlex
from collections.abc import Sequence

import msgspec

from core.bots.hints import first_clause
from core.errors import GameError
from core.game import Game, State
from core.match import Match, find_move
from core.review.comparison import CONFIDENCE, Estimate
from core.review.record import ReviewedTurn
from core.review.report import Report
from core.rng import Rng
from core.text import count_text, list_text
from core.turn_reasons import reason_text
from saves.guest import typed_command
from saves.sanitize import one_line

#: The longest description of a turn, in characters.
_LONGEST_TURN = 1000


def review_lines(match: Match, report: Report, called: str = "") -> list[str]:
    """Return the review of a seat, for people; `called` is the name of the match on the command line."""
    head = f"== {match.game.title}, {report.name}"
    if not report.turns:
        return [f"{head}: there was nothing to decide."]
    lines = [f"{head}: {grades(report)}.", f"Average loss per turn: {points_text(report.lost)}."]
    if luck := luck_text(match, report):
        lines.append(luck)
    lines += _worst(match, report, called)
    lines.append(_curve_title(match))
    lines += [_turn_line(match, number, reviewed) for number, reviewed in enumerate(report.turns, 1)]
    if report.result is not None:
        lines.append(f"Final result: {report.result if len(match.seats) == 1 else format(report.result, '+')}.")
    return lines


def luck_text(match: Match, report: Report) -> str:
    """Return what luck and the others' moves were worth over the whole game; empty where there was none."""
    if all(reviewed.came is None for reviewed in report.turns):
        return ""
    others = " and the others' moves together" if len(match.seats) > 1 else ""
    return f"Luck{others} was worth {signed(report.came)} points compared with the average."


def grade_word(grade: str, number: int) -> str:
    """Return the word for so many turns of a grade."""
    return "mistakes" if grade == "mistake" and number != 1 else grade


def grades(report: Report) -> str:
    parts = [f"{number} {grade_word(grade, number)}" for grade, number in report.grades.items()]
    return f"{count_text(len(report.turns), 'turn')}, {list_text(parts)}"


def _worst(match: Match, report: Report, called: str) -> list[str]:
    if not report.worst:
        return ["No turn was clearly worse than the master's."]
    lines = ["Costliest turns:"]
    for number in report.worst:
        reviewed = report.turns[number]
        cost = f"{reviewed.grade}, {points_text(reviewed.cost)} points"
        lines.append(
            f"  Turn {number + 1}, {round_of(match, reviewed)} ({cost}):"
            f" {turn_text(match, reviewed, reviewed.turn.moves)}."
        )
        why = f"; {reason}" if (reason := judged_reason(match.game, reviewed)) else ""
        lines.append(f"    The master: {turn_text(match, reviewed, reviewed.best)}{why}.")
        if called:
            again = typed_command(f"play --from {shlex.quote(f'{called}:{reviewed.turn.at}')}")
            lines.append(f"    {again} plays it differently.")
    return lines


def _curve_title(match: Match) -> str:
    what = "the points" if len(match.seats) == 1 else "the lead"
    return f"Turn by turn, with {what} expected at its start if everyone plays on quickly:"


def _turn_line(match: Match, number: int, reviewed: ReviewedTurn) -> str:
    parts = [
        f"  {number}. {round_of(match, reviewed)}, expected {points_text(reviewed.expected)}:"
        f" {' '.join(reviewed.turn.moves)}"
    ]
    if reviewed.grade == "best":
        parts.append("best")
    elif reviewed.grade == "good":
        parts.append("good")
    else:
        parts.append(f"{reviewed.grade}, cost {points_text(reviewed.cost)}, the master {' '.join(reviewed.best)}")
    if reviewed.came is not None:
        parts.append(f"luck then {signed(reviewed.came)}")
    return "; ".join(parts)


def round_of(match: Match, reviewed: ReviewedTurn) -> str:
    """Return the round of a turn as players count it."""
    return match.state_at(reviewed.turn.at).round_text()


def judged_reason(game: Game, reviewed: ReviewedTurn) -> str:
    """Return in words where the master's turn is better."""
    reason = reviewed.reason
    return reason if isinstance(reason, str) else reason_text(game.labels(), reason)


def with_reasons(match: Match, report: Report) -> Report:
    """Return a report with its reasons in words, for JSON."""
    turns = [msgspec.structs.replace(reviewed, reason=judged_reason(match.game, reviewed)) for reviewed in report.turns]
    return msgspec.structs.replace(report, turns=turns)


def turn_text(match: Match, reviewed: ReviewedTurn, moves: Sequence[str]) -> str:
    return plan_text(match.game, match.state_at(reviewed.turn.at), reviewed.turn.seat, moves)


def plan_text(game: Game, state: State, seat: int, moves: Sequence[str], since: int = 0) -> str:
    """Describe a turn, or its rest after `since` moves, in words; where no move can be described, in notation.

    It is described in a determinized state, so that it contains only what the player knew.
    """
    world = state.determinize(seat, Rng(len(moves)))
    words = []
    for number, notation in enumerate(moves):
        try:
            move = find_move(game, world, notation)
        except GameError:
            break
        if len(world.legal_moves()) > 1 and number >= since:
            words.append(_far_from_the_board(first_clause(world.describe(move)), notation))
        world.play(move)
    return one_line(", ".join(words) or " ".join(moves[since:]), _LONGEST_TURN)


def _far_from_the_board(text: str, notation: str) -> str:
    """Replace "there" by the place: beside the notation of a move the word is clear, alone it is not."""
    return re.sub(r"\bthere\b", f"on {notation}", text)


def points_text(found: Estimate) -> str:
    return f"{found.mean:.1f} ± {CONFIDENCE * found.error:.1f}"


def signed(found: Estimate) -> str:
    return f"{found.mean:+.1f} ± {CONFIDENCE * found.error:.1f}"
