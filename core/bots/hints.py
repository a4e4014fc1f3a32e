"""What a bot tells a person: its turn, why, and the next best turns with their difference."""

from collections.abc import Sequence

import msgspec

from core.bots import Thought, consider
from core.bots.judge import Judge
from core.bots.search import Budget, Line
from core.chance import Chance
from core.game import Game, State
from core.match import Match

#: Who gives tips.
TIP_LEVEL = "master"
#: How the log remarks that somebody was helped.
_ASKED = " asked for a tip."
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
    match.note(match.seats[seat].name + _ASKED)


def tips_asked(match: Match) -> str:
    """How often somebody was helped, as a sentence; nothing if nobody was."""
    asked = sum(note.text.endswith(_ASKED) for note in match.notes)
    return f"Tips asked for: {asked}." if asked else ""


def tips(game: Game, state: State, rng: Chance, budget: Budget | None = None, most: int = 3) -> list[Hint]:
    """What a master would do, and what it would rather do than anything else, the best first."""
    thought = consider(game, state, TIP_LEVEL, rng, budget)
    if any(line.trials for line in thought.lines):
        return hints(game.judge(), thought, most)
    return _by_rule(game.judge(), state, thought, rng, most)


def _by_rule(judge: Judge, state: State, thought: Thought, rng: Chance, most: int) -> list[Hint]:
    """Where a master has nothing to try, as when gods are chosen, the cheap rule compares the choices."""
    assert state.actor is not None
    view = state.imagine(state.actor, rng)
    ranked = sorted(zip(judge.rate(view, view.moves()), view.moves(), strict=True), key=lambda pair: -pair[0])
    best = ranked[0][0]
    return [
        Hint(
            thought.plan if move.notation == thought.plan[0] else (move.notation,),
            best - rating,
            "" if number else "the best at first sight",
        )
        for number, (rating, move) in enumerate(ranked[:most])
    ]


def hints(judge: Judge, thought: Thought, most: int = 3) -> list[Hint]:
    """The best turns that begin differently, the best first."""
    lines = _by_first_move(thought.lines)[:most]
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
    """Where a turn differs most from its rivals, in points: "gains 3.1 in points, costs 1.2 in amulets"."""
    others = [rival for rival in rivals if rival is not line]
    if not others:
        return ""
    ranked = sorted(_differences(judge, line, others).items(), key=lambda pair: -abs(pair[1]))
    told = [(name, amount) for name, amount in ranked[:_TOLD] if abs(amount) >= _WORTH_TELLING]
    gains = " and ".join(f"{amount:.1f} in {name}" for name, amount in told if amount > 0 and name)
    costs = " and ".join(f"{-amount:.1f} in {name}" for name, amount in told if amount < 0 and name)
    phrases = [f"gains {gains}"] if gains else []
    phrases += [f"costs {costs}"] if costs else []
    for name, amount in told:
        if not name:
            phrases.append(f"keeps {amount:.1f} from the others" if amount > 0 else f"gives the others {-amount:.1f}")
    return ", ".join(phrases)


def _differences(judge: Judge, line: Line, others: list[Line]) -> dict[str, float]:
    """How many points a turn is ahead of the mean of its rivals, by feature; without a name, what others lose by it."""
    ahead = {
        name: weight * (_mean(line, name) - sum(_mean(other, name) for other in others) / len(others))
        for name, weight in judge.weights.items()
    }
    whole = line.mean - sum(other.mean for other in others) / len(others)
    return {**ahead, "": whole - sum(ahead.values())}


def _mean(line: Line, name: str) -> float:
    return line.features.get(name, 0.0) / line.trials if line.trials else 0.0
