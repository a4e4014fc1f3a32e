"""What a bot tells a person: its turn, why, and the next best turns with their difference."""

import re
from collections.abc import Callable, Sequence

import msgspec

from core import bots
from core.bots import SearchResult, think
from core.bots.evaluator import Evaluator
from core.bots.search import Budget, Candidate
from core.game import Game, State
from core.labels import Labels
from core.match import TIP, Match
from core.rng import Rng
from core.text import count_text
from core.turn_reasons import OTHERS, Difference, Reason, reason_text

#: Who gives tips.
HINT_LEVEL = "master"
#: Differences below this many points are not worth a word.
_WORTH_TELLING = 0.3
#: So many differences are told.
_TOLD = 2


class Hint(msgspec.Struct, frozen=True):
    """A turn, how far it lies behind the best in points, and the reason in a few words."""

    plan: tuple[str, ...]
    gap: float
    reason: str


def record_hint(match: Match, seat: int) -> None:
    """Let the log remark that a seat was helped."""
    match.add_note(TIP, seat)


def hints_used_text(match: Match) -> str:
    """How often somebody was helped, as a sentence; nothing if nobody was."""
    asked = sum(note.kind == TIP for note in match.notes)
    return f"Tips asked for: {asked}." if asked else ""


def find_hints(game: Game, state: State, rng: Rng, budget: Budget | None = None, most: int = 3) -> list[Hint]:
    """What a master would do, and what it would rather do than anything else, the best first."""
    if bots.remote is not None:
        return bots.remote.hints(game, state, rng, budget)[:most]
    result = think(game, state, HINT_LEVEL, rng, budget)
    if any(candidate.trials for candidate in result.candidates):
        return hints_from(game.evaluator(), result, game.labels(), most)
    return _by_rule(game.evaluator(), state, result, rng, most)


def _by_rule(evaluator: Evaluator, state: State, result: SearchResult, rng: Rng, most: int) -> list[Hint]:
    """Where a master has nothing to try, as when gods are chosen, the cheap rule compares the choices."""
    assert state.actor is not None
    view = state.determinize(state.actor, rng)
    ranked = sorted(
        zip(evaluator.rate_for_hint(view, view.legal_moves()), view.legal_moves(), strict=True),
        key=lambda pair: -pair[0],
    )
    best = ranked[0][0]
    return [
        Hint(
            result.plan if move.notation == result.plan[0] else (move.notation,),
            best - rating,
            "" if number else "the best at first sight",
        )
        for number, (rating, move) in enumerate(ranked[:most])
    ]


def hints_from(evaluator: Evaluator, result: SearchResult, labels: Labels, most: int = 3) -> list[Hint]:
    """The best turns that begin differently, the best first."""
    candidates = _by_first_move(result.candidates)[:most]
    best = candidates[0]
    rivals = candidates[1:] or [best]
    return [
        Hint(
            tuple(move.notation for move in candidate.plan),
            max(0.0, best.mean - candidate.mean),
            reason_text(labels, reason(evaluator, candidate, rivals)),
        )
        for candidate in candidates
    ]


def _by_first_move(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best line for each first move, in order."""
    firsts: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate.trials:
            firsts.setdefault(candidate.plan[0].notation, candidate)
    return list(firsts.values())


def compare_text(best: Hint, others: Sequence[Hint], words: Callable[[str], str]) -> str:
    """How much better a turn is than the next best, and why: "about 2 points more than to lift 3 tiles: ..."

    `words` tells what a move does, as one would tell somebody to do it.
    """
    if not others:
        return best.reason
    better = f"{_more(others[0].gap)} than to {first_clause(words(others[0].plan[0]))}"
    return f"{better}: {best.reason}" if best.reason else better


def first_clause(text: str) -> str:
    """As much of a description as names the deed."""
    return re.split(r"[;:(]|\. |\.$", text, maxsplit=1)[0].strip()


def _more(points: float) -> str:
    if points < 0.25:
        return "hardly more"
    return "half a point more" if points < 0.75 else f"about {count_text(round(points), 'point')} more"


def reason(evaluator: Evaluator, candidate: Candidate, rivals: list[Candidate]) -> Reason:
    """Where a turn differs most from its rivals."""
    others = [rival for rival in rivals if rival is not candidate]
    if not others:
        return ()
    ranked = sorted(_differences(evaluator, candidate, others).items(), key=lambda pair: -abs(pair[1]))
    told = [(name, amount > 0) for name, amount in ranked[:_TOLD] if abs(amount) >= _WORTH_TELLING]
    return tuple(Difference(name, ahead == (evaluator.weights.get(name, -1.0) > 0), ahead) for name, ahead in told)


def _differences(evaluator: Evaluator, candidate: Candidate, others: list[Candidate]) -> dict[str, float]:
    """How many points a turn is ahead of the mean of its rivals, by feature; that of the others is what they lose."""
    ahead = {
        name: weight * (_mean(candidate, name) - sum(_mean(other, name) for other in others) / len(others))
        for name, weight in evaluator.weights.items()
    }
    whole = candidate.mean - sum(other.mean for other in others) / len(others)
    return {**ahead, OTHERS: whole - sum(ahead.values())}


def _mean(candidate: Candidate, name: str) -> float:
    return candidate.features.get(name, 0.0) / candidate.trials if candidate.trials else 0.0
