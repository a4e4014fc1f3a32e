"""Propose whole turns: where the boat can go and what it picks up, then the best places for the card."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from core.bots.evaluator import Plan, best_move
from core.game import Move
from core.games.mazaytsy.bot.move_rating import rate
from core.games.mazaytsy.hares import VALUES, count
from core.games.mazaytsy.moves import SHARE, TOP, GiveOrder, PickUpHare, Steal
from core.games.mazaytsy.phases import ACT, ADD, CARD, CELL, HERE, LAID, LANDING, LAUNCH, PULL, SHARING, SPIN, TURN
from core.games.mazaytsy.rules import carry_out, legal
from core.games.mazaytsy.rules.advanced import WEIGHT

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: Values a state for a seat, for the shortlist.
Assess = Callable[["MazaytsyState", int], float]

#: The decisions about the boat, and those about the cards.
_BOAT = (LAUNCH, HERE, ACT, LANDING, SHARING, PULL)
_CARDS = (CARD, CELL, TURN, SPIN, ADD)


class PartialTurn(NamedTuple):
    """The first moves of a turn, and the state that they lead to."""

    plan: Plan
    world: "MazaytsyState"


def greedy_turn(world: "MazaytsyState") -> Plan:
    """Return the turn of the move ratings, as far as it can be foreseen."""
    s = world.copy()
    seat, turn = s.actor, s.turn
    plan: list[Move] = []
    while s.actor == seat and s.turn == turn:
        moves = legal(s)
        move = best_move(moves, rate(s, moves)) if len(moves) > 1 else moves[0]
        blind = _blind(s, move)
        plan.append(move)
        carry_out(s, move, None)
        if blind:
            break
    return tuple(plan)


def _blind(s: "MazaytsyState", move: Any) -> bool:
    """Whether chance decides what this move leads to, though the turn may go on after it."""
    if s.phase == ADD:
        return True
    return s.hand == TOP and s.phase in (CELL, TURN, SPIN)


def voyages(world: "MazaytsyState") -> list[PartialTurn]:
    """Return every way to go on with the boat until the cards come, with sensible pick-ups; each result only once."""
    seat, turn = world.actor, world.turn
    ends: dict[tuple[Any, ...], PartialTurn] = {}
    seen: set[tuple[Any, ...]] = set()
    open_ = [PartialTurn((), world.copy())]
    while open_:
        plan, s = open_.pop()
        if s.actor != seat or s.turn != turn or s.phase not in _BOAT:
            ends.setdefault(_mark(s), PartialTurn(plan, s))
            continue
        moves = _sensible(s)
        for move in reversed(moves):
            other = s.copy() if move is not moves[0] else s
            carry_out(other, move, None)
            mark = _mark(other)
            if mark not in seen:
                seen.add(mark)
                open_.append(PartialTurn((*plan, move), other))
    return list(ends.values())


def _mark(s: "MazaytsyState") -> tuple[Any, ...]:
    """Return a key that distinguishes the states of one turn."""
    return (
        s.actor,
        s.phase,
        s.then,
        s.acts,
        s.spent,
        s.stolen,
        s.shared,
        s.kept,
        s.sort,
        tuple(s.boats),
        tuple(s.bows),
        tuple(s.holds),
        tuple(s.hares),
    )


def _sensible(s: "MazaytsyState") -> Sequence[Any]:
    """Return the legal moves of the boat, without those that hardly ever make sense."""
    moves: Sequence[Any] = legal(s)
    if s.phase == LANDING:
        return moves[:1]
    if s.phase == SHARING:
        return moves if len(moves) <= 2 else (moves[0], moves[-1])
    if s.phase != HERE:
        return moves
    seat = s.actor
    assert seat is not None
    takes = [move for move in moves if type(move) is PickUpHare]
    steals = [move for move in moves if type(move) is Steal]
    shares = [move for move in moves if type(move) is GiveOrder and move.code == SHARE]
    leave = moves[-1]
    picked = [*steals[-2:], *shares]
    if s.advanced & WEIGHT:
        return [*picked, *reversed(takes), leave]
    if not takes:
        return [*picked, leave]
    best = takes[-1]
    picked.append(best)
    # A berth may be worth more than a poor hare, once there are few of them.
    if count(s.holds[seat]) >= 2 and VALUES[best.sort] <= 2:
        picked.append(leave)
    return picked


def layings(part: PartialTurn) -> list[PartialTurn]:
    """Return every way to end a turn whose boat has moved: all cards that may be laid, everywhere, every way round."""
    seat, turn = part.world.actor, part.world.turn
    done: list[PartialTurn] = []
    open_ = [part]
    while open_:
        plan, s = open_.pop()
        if s.actor != seat or s.turn != turn or s.phase not in _CARDS:
            done.append(PartialTurn(plan, s))
            continue
        for move in legal(s):
            other = s.copy()
            blind = _blind(other, move)
            carry_out(other, move, None)
            part = PartialTurn((*plan, move), other)
            if blind and other.phase not in (CELL, TURN, SPIN):
                done.append(part)
            else:
                open_.append(part)
    return done


def finished(part: PartialTurn) -> PartialTurn:
    """Return the same with those hares taken aboard that the cards foreseeably brought to the boat."""
    plan, s = part
    seat = s.actor
    while s.actor == seat and s.phase == HERE and s.then == LAID:
        moves = legal(s)
        move = best_move(moves, rate(s, moves))
        plan = (*plan, move)
        carry_out(s, move, None)
    return PartialTurn(plan, s)


class _Sifting:
    """Turns with a first estimate of their value."""

    def __init__(self, seat: int, assess: Assess) -> None:
        self.seat = seat
        self.assess = assess
        self.rated: dict[tuple[str, ...], tuple[float, Plan]] = {}

    def consider(self, part: PartialTurn) -> float:
        done = finished(part)
        guess = self.assess(done.world, self.seat)
        self.rated.setdefault(tuple(move.notation for move in done.plan), (guess, done.plan))
        return guess

    def consider_layings(self, starts: Sequence[PartialTurn], most: int) -> None:
        """Add the ways to lay a card after the best voyages.

        How to lay it hardly depends on the voyage: only the best one tries everything, and the others what did well
        there. (A boat that moved once may have the choice of cards, so the best voyage of that sort tries everything
        too.)
        """
        order = sorted(starts, key=lambda part: -self.assess(part.world.copy(), self.seat))
        favourites: dict[int, set[Plan]] = {}
        for part in order[: max(3, most // 3)]:
            ends = layings(part)
            head = len(part.plan)
            known = favourites.get(part.world.phase)
            if known is not None:
                ends = [end for end in ends if end.plan[head:] in known]
            guesses = sorted(((self.consider(end), -n) for n, end in enumerate(ends)), reverse=True)
            if known is None:
                favourites[part.world.phase] = {ends[-n].plan[head:] for _, n in guesses[: max(4, most // 4)]}

    def best(self, most: int) -> list[Plan]:
        return [plan for _, plan in sorted(self.rated.values(), key=lambda pair: -pair[0])][:most]


def propose(world: "MazaytsyState", most: int, assess: Assess) -> list[Plan]:
    """Return the turns with the best estimates, and the greedy one."""
    seat = world.actor
    assert seat is not None
    sifting = _Sifting(seat, assess)
    starts = voyages(world) if world.phase in _BOAT else [PartialTurn((), world)]
    if starts[0].world.actor == seat and starts[0].world.phase in _CARDS:
        sifting.consider_layings(starts, most)
    else:
        for part in starts:
            sifting.consider(part)
    chosen = sifting.best(most)
    greedy = greedy_turn(world)
    if greedy not in chosen:
        chosen[most - 1 :] = [greedy]
    return chosen
