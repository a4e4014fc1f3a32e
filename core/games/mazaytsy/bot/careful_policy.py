"""A rollout policy for two players that plays turns with some care: the opponent's reply, and our next turn.

A boat goes the most promising way, unless it gains more at once. Its card is tried in the most useful places, because
a game is won and lost by where cards are laid. A seat's turn depends only on public information, which is the same in
rollout after rollout of one turn, so it is computed once, and once more with more care if many rollouts need it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from core.games.mazaytsy import phases
from core.games.mazaytsy.bot.learned_value import BERTH, HOPE, lead
from core.games.mazaytsy.bot.move_rating import stirred, sucked
from core.games.mazaytsy.bot.reachability import BoatPath
from core.games.mazaytsy.bot.rollout_policy import at_a_guess, best_way, go, placement_bonus
from core.games.mazaytsy.bot.value import worth
from core.games.mazaytsy.components import FISH, STRAIGHT, SWAMP, WHIRLPOOL
from core.games.mazaytsy.moves import SPINS, TURNS_SIDE, TURNS_STRAIGHT, ChooseCell, SetCurrent, Spin
from core.games.mazaytsy.rules import carry_out, legal
from core.games.mazaytsy.rules.boat import sink
from core.games.mazaytsy.rules.legal import card_in_hand, hares_in_hand
from core.games.mazaytsy.rules.prediction import predict_card
from core.rng import Rng

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState

#: The moves that lay the card in hand: the cell, and the way round.
Layout = tuple[ChooseCell | SetCurrent | Spin, ...]

#: In how many ways a card is tried; in how many the second time, and after how many rollouts that is.
_TRIED = 6
_TRIED_AGAIN = 18
_MANY = 8
#: The weight of hares in reach for a boat that takes what it can get now.
_HARDLY_AHEAD = 0.1
#: The bonus of a card laid in another boat's way, and the size of the random tie-break.
_IN_THE_WAY = 1.0
_STIR = 0.3
#: A stand-in for an unknown card.
_BLANK = FISH * 2


class BoatTurn(NamedTuple):
    """A turn: the way of the boat (None: it lands), and how the card is laid if that was considered."""

    way: BoatPath | None
    layout: Layout


#: Turns found in this search and how often each was needed: its rollouts meet the same states again.
_known: dict[tuple[Any, ...], tuple[BoatTurn, int]] = {}
_MOST_KNOWN = 4000


def forget() -> None:
    """Clear the cache, because one search must not depend on those before it."""
    _known.clear()


def careful_turn(s: "MazaytsyState", rng: Rng) -> None:
    """Play one whole turn of the actor. The world must be at the start of a turn."""
    seat = s.actor
    assert seat is not None
    turn = s.turn
    answer = _well_known(s, seat)
    go(s, seat, answer.way)
    sink(s, None)
    for move in answer.layout:
        carry_out(s, move, None)
    while s.actor == seat and s.turn == turn:
        carry_out(s, at_a_guess(s, seat, rng), None)


def _well_known(s: "MazaytsyState", seat: int) -> BoatTurn:
    """Return the turn for this state, computed with more care once it is needed often."""
    mark = _mark(s)
    answer, wanted = _known.get(mark, (None, 0))
    if answer is None or wanted + 1 == _MANY:
        if len(_known) >= _MOST_KNOWN:
            forget()
        answer = _answer(_open_part(s), seat, _TRIED_AGAIN if wanted else _TRIED)
    _known[mark] = answer, wanted + 1
    return answer


def _mark(s: "MazaytsyState") -> tuple[Any, ...]:
    """Return everything that a turn depends on, as a key of the cache."""
    return (
        s.turn,
        s.actor,
        bytes(s.field),
        tuple(s.hares),
        tuple(s.boats),
        tuple(s.bows),
        tuple(s.holds),
        tuple(s.mires),
        s.row[0] if s.row else -1,
        s.row_hares[0] if s.row else 0,
        len(s.row),
        len(s.stack),
        s.seen,
        s.due,
        s.ending,
        s.advanced,
    )


def _open_part(s: "MazaytsyState") -> "MazaytsyState":
    """Return the state without what a turn must not depend on: what no seat knows yet, and what is ashore."""
    plain = s.copy()
    plain.stack = [_BLANK] * len(s.stack)
    plain.row_hares[1:] = [0] * (len(s.row) - 1)
    plain.ashore = [0] * s.players
    plain.chance = Rng(s.turn)
    return plain


def _answer(s: "MazaytsyState", seat: int, most: int) -> BoatTurn:
    """Return the better of two turns: the most promising way of the boat, or the one that gains most at once."""
    _, far = best_way(s, seat, HOPE, BERTH)
    _, near = best_way(s, seat, _HARDLY_AHEAD, 0.0)
    value, answer = _laid(s.copy(), seat, far, most)
    if near != far:
        other, greedy = _laid(s, seat, near, most)
        if other > value:
            return greedy
    return answer


def _laid(s: "MazaytsyState", seat: int, way: BoatPath | None, most: int) -> tuple[float, BoatTurn]:
    """What a turn that goes this way comes to when the card is laid best of so many ways."""
    turn = s.turn
    go(s, seat, way)
    sink(s, None)
    if s.actor != seat or s.turn != turn or s.phase != phases.CELL:
        return lead(s, seat), BoatTurn(way, ())
    best = float("-inf")
    chosen: Layout = ()
    for layout in _likely(s, seat, most):
        other = s.copy()
        for move in layout:
            carry_out(other, move, None)
        while other.actor == seat and other.turn == turn:
            carry_out(other, at_a_guess(other, seat, other.chance), None)
        value = lead(other, seat)
        if value > best:
            best, chosen = value, layout
    return best, BoatTurn(way, chosen)


def _likely(s: "MazaytsyState", seat: int, most: int) -> list[Layout]:
    """The ways to lay the card in hand that promise most at first sight."""
    charm = placement_bonus(s, seat)
    course = _course(s, seat)
    amount = worth(hares_in_hand(s))
    rng = Rng(s.turn)
    promising = []
    for spot in legal(s):
        assert isinstance(spot, ChooseCell)
        here = amount * charm[spot.cell] + (_IN_THE_WAY if spot.cell in course else 0.0)
        for promise, layout in _turned(s, spot, charm):
            promising.append((here + promise + _STIR * rng.random(), layout))
    promising.sort(key=lambda pair: -pair[0])
    return [layout for _, layout in promising[:most]]


def _course(s: "MazaytsyState", seat: int) -> tuple[int, ...]:
    """The cells that the other means to touch in the next turn."""
    _, way = best_way(s, 1 - seat, HOPE, BERTH)
    return way[0] if way else ()


def _turned(s: "MazaytsyState", spot: ChooseCell, charm: list[float]) -> Iterator[tuple[float, Layout]]:
    """Every way round that the card in hand can lie here, and what it does there to the hares around."""
    kind = card_in_hand(s) >> 1
    effect = predict_card(s, spot.cell)
    if kind >= STRAIGHT:
        for turn in TURNS_STRAIGHT if kind == STRAIGHT else TURNS_SIDE:
            yield 0.0, (spot, turn)
    elif kind == WHIRLPOOL and effect.clockwise:
        for spin in SPINS:
            yield stirred(effect.swept(spin.clockwise), charm), (spot, spin)
    elif kind == SWAMP:
        yield sucked(s, spot.cell, effect.drawn_in, charm), (spot,)
    else:
        yield 0.0, (spot,)
