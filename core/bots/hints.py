"""What a bot tells a person: its turn, why, and the next best turns with their difference."""

import re
from collections.abc import Callable, Sequence

import msgspec

from core import bots
from core.bots import Thought, consider
from core.bots.evaluator import Judge
from core.bots.search import Budget, Line
from core.game import Game, State
from core.labels import Labels
from core.match import TIP, Match
from core.rng import Chance
from core.text import count
from core.turn_reasons import OTHERS, Difference, Reason, reason_text

#: Who gives tips.
TIP_LEVEL = "master"
#: Differences below this many points are not worth a word.
_WORTH_TELLING = 0.3
#: So many differences are told.
_TOLD = 2


class Hint(msgspec.Struct, frozen=True):
    """A turn, how far it lies behind the best in points, and the reason in a few words."""

    plan: tuple[str, ...]
    behind: float
    reason: str


def note_tip(match: Match, seat: int) -> None:
    """Let the log remark that a seat was helped."""
    match.note(TIP, seat)


def tips_asked(match: Match) -> str:
    """How often somebody was helped, as a sentence; nothing if nobody was."""
    asked = sum(note.kind == TIP for note in match.notes)
    return f"Tips asked for: {asked}." if asked else ""


def tips(game: Game, state: State, rng: Chance, budget: Budget | None = None, most: int = 3) -> list[Hint]:
    """What a master would do, and what it would rather do than anything else, the best first."""
    if bots.elsewhere is not None:
        return bots.elsewhere.tips(game, state, rng, budget)[:most]
    thought = consider(game, state, TIP_LEVEL, rng, budget)
    if any(line.trials for line in thought.lines):
        return hints(game.judge(), thought, game.labels(), most)
    return _by_rule(game.judge(), state, thought, rng, most)


def _by_rule(judge: Judge, state: State, thought: Thought, rng: Chance, most: int) -> list[Hint]:
    """Where a master has nothing to try, as when gods are chosen, the cheap rule compares the choices."""
    assert state.actor is not None
    view = state.imagine(state.actor, rng)
    ranked = sorted(zip(judge.advise(view, view.moves()), view.moves(), strict=True), key=lambda pair: -pair[0])
    best = ranked[0][0]
    return [
        Hint(
            thought.plan if move.notation == thought.plan[0] else (move.notation,),
            best - rating,
            "" if number else "the best at first sight",
        )
        for number, (rating, move) in enumerate(ranked[:most])
    ]


def hints(judge: Judge, thought: Thought, labels: Labels, most: int = 3) -> list[Hint]:
    """The best turns that begin differently, the best first."""
    lines = _by_first_move(thought.lines)[:most]
    best = lines[0]
    rivals = lines[1:] or [best]
    return [
        Hint(
            tuple(move.notation for move in line.plan),
            max(0.0, best.mean - line.mean),
            reason_text(labels, reason(judge, line, rivals)),
        )
        for line in lines
    ]


def _by_first_move(lines: Sequence[Line]) -> list[Line]:
    """The best line for each first move, in order."""
    firsts: dict[str, Line] = {}
    for line in lines:
        if line.trials:
            firsts.setdefault(line.plan[0].notation, line)
    return list(firsts.values())


def comparison(best: Hint, others: Sequence[Hint], words: Callable[[str], str]) -> str:
    """How much better a turn is than the next best, and why: "about 2 points more than to lift 3 tiles: ..."

    `words` tells what a move does, as one would tell somebody to do it.
    """
    if not others:
        return best.reason
    better = f"{_more(others[0].behind)} than to {first_clause(words(others[0].plan[0]))}"
    return f"{better}: {best.reason}" if best.reason else better


def first_clause(words: str) -> str:
    """As much of a description as names the deed."""
    return re.split(r"[;:(]|\. |\.$", words, maxsplit=1)[0].strip()


def _more(points: float) -> str:
    if points < 0.25:
        return "hardly more"
    return "half a point more" if points < 0.75 else f"about {count(round(points), 'point')} more"


def reason(judge: Judge, line: Line, rivals: list[Line]) -> Reason:
    """Where a turn differs most from its rivals."""
    others = [rival for rival in rivals if rival is not line]
    if not others:
        return ()
    ranked = sorted(_differences(judge, line, others).items(), key=lambda pair: -abs(pair[1]))
    told = [(name, amount > 0) for name, amount in ranked[:_TOLD] if abs(amount) >= _WORTH_TELLING]
    return tuple(Difference(name, ahead == (judge.weights.get(name, -1.0) > 0), ahead) for name, ahead in told)


def _differences(judge: Judge, line: Line, others: list[Line]) -> dict[str, float]:
    """How many points a turn is ahead of the mean of its rivals, by feature; that of the others is what they lose."""
    ahead = {
        name: weight * (_mean(line, name) - sum(_mean(other, name) for other in others) / len(others))
        for name, weight in judge.weights.items()
    }
    whole = line.mean - sum(other.mean for other in others) / len(others)
    return {**ahead, OTHERS: whole - sum(ahead.values())}


def _mean(line: Line, name: str) -> float:
    return line.features.get(name, 0.0) / line.trials if line.trials else 0.0
