"""What a bot tells a person: its turn, why, and the next best turns with their difference."""

from collections.abc import Sequence

import msgspec

from core.bots import Thought
from core.bots.judge import Judge
from core.bots.search import Line

#: Differences below this many points are not worth a word.
_WORTH_TELLING = 0.3


class Hint(msgspec.Struct, frozen=True):
    """A turn, how far it lies behind the best in points, and the reason in a few words."""

    plan: tuple[str, ...]
    behind: float
    reason: str


def hints(judge: Judge, thought: Thought, most: int = 3) -> list[Hint]:
    """The best turns that begin differently, the best first."""
    lines = _by_first_move(thought.lines)[:most]
    if not lines:
        return [Hint(thought.plan, 0.0, "")]
    best = lines[0]
    rivals = lines[1:] or [best]
    return [
        Hint(tuple(move.notation for move in line.plan), max(0.0, best.mean - line.mean), reason(judge, line, rivals))
        for line in lines
    ]


def _by_first_move(lines: Sequence[Line]) -> list[Line]:
    """The best line for each first move, in order."""
    firsts: dict[str, Line] = {}
    for line in lines:
        if line.trials:
            firsts.setdefault(line.plan[0].notation, line)
    return list(firsts.values())


def reason(judge: Judge, line: Line, rivals: list[Line]) -> str:
    """Where a turn differs most from its rivals, in points: "+3.1 points, +1.2 next goal"."""
    differences = []
    for name, weight in judge.weights.items():
        others = [_mean(rival, name) for rival in rivals if rival is not line]
        if others:
            difference = weight * (_mean(line, name) - sum(others) / len(others))
            differences.append((difference, name))
    told = sorted(differences, key=lambda pair: -abs(pair[0]))[:2]
    return ", ".join(f"{difference:+.1f} {name}" for difference, name in told if abs(difference) >= _WORTH_TELLING)


def _mean(line: Line, name: str) -> float:
    return line.features.get(name, 0.0) / line.trials if line.trials else 0.0
