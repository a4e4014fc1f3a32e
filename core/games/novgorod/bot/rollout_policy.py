"""The rollout policy: play on quickly by the move ratings, without a search."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.evaluator import best_move
from core.game import Move
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.bot.purchases import purchases
from core.games.novgorod.bot.routes import RouteSearch
from core.games.novgorod.bot.value import ADEPT_PARAMETERS, BotParameters, Values
from core.games.novgorod.phases import BUY, ROUTE, USE
from core.games.novgorod.state import NovgorodState


def quick_moves(s: NovgorodState, mind: BotParameters = ADEPT_PARAMETERS) -> Sequence[Move]:
    """Return the rest of a phase or two."""
    seat = s.actor
    assert seat is not None
    if s.phase in (ROUTE, USE):
        return RouteSearch(Values(s, seat, mind), s).best().moves
    if s.phase == BUY:
        return (purchases(Values(s, seat, mind), s)[0][1],)
    moves = s.legal_moves()
    return (best_move(moves, rate(s, moves, mind)),)


def take_turn(s: NovgorodState, mind: BotParameters = ADEPT_PARAMETERS) -> None:
    """Play the rest of the actor's turn; moves that depend on what is revealed come last."""
    seat = s.actor
    if s.phase in (ROUTE, USE):
        for move in quick_moves(s, mind):
            s.play(move)
    while s.actor == seat and s.phase == BUY:
        s.play(quick_moves(s, mind)[0])
