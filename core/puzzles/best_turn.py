"""Whether one turn stands out in a position, by how much, and which level finds it."""

from collections.abc import Sequence

import msgspec

from core.bots.evaluator import Judge, Plan
from core.bots.hints import reason
from core.bots.search import Budget, Line, think
from core.game import State
from core.puzzles.book import Look
from core.review.comparison import Estimate, estimate, outcome
from core.review.record import CLEAR
from core.review.turns import as_far_as_legal
from core.rng import Chance
from core.turn_reasons import Reason

#: Keeps the worlds in which turns are compared apart from those of the search before.
_APART = 0x0DD5_EED5
#: Where fewer turns are possible there is little to find.
_FEWEST = 3
#: New worlds are not worth their time where the search itself sees less than this part of what is wanted.
_PROMISING = 0.4


class Standing(msgspec.Struct, frozen=True):
    """The turn that comes out best, and how far the next best lies behind."""

    best: Plan
    rival: Plan
    lead: Estimate
    reason: Reason

    def stands_out(self, ahead: float) -> bool:
        """Whether everything else is worth so many points less, and plainly so."""
        return self.lead.mean >= max(ahead, CLEAR * self.lead.error)


def standing(judge: Judge, state: State, look: Look, ahead: float, luck: Chance) -> tuple[Standing | None, list[Line]]:
    """What stands out in a position, if the search promises anything; and all that was considered, the best first."""
    lines = think(judge, state, luck.fork(), look.breadth * judge.master_plans, Budget(steps=look.steps))
    best = _different(state, lines)[: 1 + look.rivals]
    if len(best) < _FEWEST or best[0].mean - best[1].mean < _PROMISING * ahead:
        return None, lines
    field = [Line(line.plan) for line in best]
    behind = leads(judge, state, field, look.worlds, luck)
    nearest = min(range(len(behind)), key=lambda number: behind[number].mean)
    rival = field[1 + nearest]
    return Standing(field[0].plan, rival.plan, behind[nearest], reason(judge, field[0], [rival])), lines


def _different(state: State, lines: Sequence[Line]) -> list[Line]:
    """The lines that lead to different positions, as far as the seat can foresee."""
    assert state.actor is not None
    world = state.imagine(state.actor, Chance(0))
    found: dict[str, Line] = {}
    for line in lines:
        if line.trials:
            found.setdefault(leads_to(world, line.plan, state.actor), line)
    return list(found.values())


def leads_to(world: State, plan: Plan, seat: int) -> str:
    """What tells where a turn leads in this world: two that lead to the same position are one."""
    after = world.copy()
    for move in as_far_as_legal(world, plan, seat):
        after.play(move)
    return after.digest()


def leads(judge: Judge, state: State, lines: Sequence[Line], worlds: int, luck: Chance) -> list[Estimate]:
    """By how many points the first line comes out better than each of the others, in the same worlds for all."""
    seat = state.actor
    assert seat is not None
    views, seed = judge.views(), luck.bits() ^ _APART
    behind: list[list[list[float]]] = [[[] for _ in views] for _ in lines[1:]]
    for number in range(worlds):
        world, view = state.imagine(seat, Chance(seed + number)), number % len(views)
        came = [outcome(views[view], line, world, seat, Chance(seed ^ number)) for line in lines]
        for rival, points in enumerate(came[1:]):
            behind[rival][view].append(came[0] - points)
    return [estimate(by_view) for by_view in behind]
