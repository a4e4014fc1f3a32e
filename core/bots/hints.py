"""Hints: the turn that a master would make, its reason, and the next best turns with their difference in points."""

import re
from collections.abc import Callable, Sequence

import msgspec

from core.bots import SearchResult, think
from core.bots.evaluator import Evaluator
from core.bots.search import Budget, Candidate
from core.game import Game, State
from core.labels import Labels
from core.match import TIP, Match
from core.rng import Rng
from core.text import count_text
from core.turn_reasons import OTHERS, Difference, Reason, reason_text

#: The level that gives hints.
HINT_LEVEL = "master"
#: Differences below this many points are not mentioned.
_WORTH_TELLING = 0.3
#: How many differences are mentioned at most.
_TOLD = 2


class Hint(msgspec.Struct, frozen=True):
    """A turn that a bot would make, how many points it lies behind the best, and its reason in a few words."""

    plan: tuple[str, ...]
    gap: float
    reason: str


def record_hint(match: Match, seat: int) -> None:
    """Add a note to the log that a seat asked for a hint."""
    match.add_note(TIP, seat)


def hints_used_text(match: Match) -> str:
    """Return how often hints were asked for, as a sentence; empty if never."""
    asked = sum(note.kind == TIP for note in match.notes)
    return f"Tips used: {asked}." if asked else ""


def find_hints(game: Game, state: State, rng: Rng, budget: Budget | None = None, most: int = 3) -> list[Hint]:
    """Return the best turns that a master finds, the best first."""
    result = think(game, state, HINT_LEVEL, rng, budget)
    if any(candidate.trials for candidate in result.candidates):
        return hints_from(game.evaluator(), result, game.labels(), most)
    return _by_rule(game.evaluator(), state, result, rng, most)


def _by_rule(evaluator: Evaluator, state: State, result: SearchResult, rng: Rng, most: int) -> list[Hint]:
    """Compare the choices by move ratings where a master does not search, as when gods are chosen."""
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
            "" if number else "the best start",
        )
        for number, (rating, move) in enumerate(ranked[:most])
    ]


def hints_from(evaluator: Evaluator, result: SearchResult, labels: Labels, most: int = 3) -> list[Hint]:
    """Return the best turns of a search that begin with different moves, the best first."""
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
    """Return the best candidate for each first move, in order."""
    firsts: dict[str, Candidate] = {}
    for candidate in candidates:
        if candidate.trials:
            firsts.setdefault(candidate.plan[0].notation, candidate)
    return list(firsts.values())


def compare_text(best: Hint, others: Sequence[Hint], words: Callable[[str], str]) -> str:
    """Compare a turn with the next best: "About 2 points better than lift 3 tiles, with more amulets."

    `words` returns what a move does as an imperative.
    """
    reason = f"with {best.reason}" if best.reason else ""
    if not others:
        return f"It is the best turn, {reason}." if reason else ""
    better = f"{_better(others[0].gap)} “{first_clause(words(others[0].plan[0]))}”"
    return f"{better}, {reason}." if reason else f"{better}."


def first_clause(text: str) -> str:
    """Return the first clause of a description, which names the action."""
    return re.split(r"[;:(]|\. |\.$", text, maxsplit=1)[0].strip()


def _better(points: float) -> str:
    if points < 0.25:
        return "Slightly better than"
    return "Half a point better than" if points < 0.75 else f"About {count_text(round(points), 'point')} better than"


def reason(evaluator: Evaluator, candidate: Candidate, rivals: list[Candidate]) -> Reason:
    """Return the features in which a turn differs most from its rivals."""
    others = [rival for rival in rivals if rival is not candidate]
    if not others:
        return ()
    ranked = sorted(_differences(evaluator, candidate, others).items(), key=lambda pair: -abs(pair[1]))
    plans = [candidate.plan, *(other.plan for other in others)]
    concerned = [(name, amount) for name, amount in ranked if name == OTHERS or evaluator.is_reason(name, plans)]
    told = [(name, amount > 0) for name, amount in concerned[:_TOLD] if abs(amount) >= _WORTH_TELLING]
    return tuple(Difference(name, ahead == (evaluator.weights.get(name, -1.0) > 0), ahead) for name, ahead in told)


def _differences(evaluator: Evaluator, candidate: Candidate, others: list[Candidate]) -> dict[str, float]:
    """Return by how many points a turn is ahead of the mean of its rivals, by feature; `OTHERS` is what others lose."""
    ahead = {
        name: weight * (_mean(candidate, name) - sum(_mean(other, name) for other in others) / len(others))
        for name, weight in evaluator.weights.items()
    }
    whole = candidate.mean - sum(other.mean for other in others) / len(others)
    return {**ahead, OTHERS: whole - sum(ahead.values())}


def _mean(candidate: Candidate, name: str) -> float:
    return candidate.features.get(name, 0.0) / candidate.trials if candidate.trials else 0.0
