"""The rules of Novgorod: the legal moves and what a move does, in one file for each phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.game import EventSink, Move
from core.games.novgorod import moves
from core.games.novgorod.components import IN_PROGRESS as IN_PROGRESS
from core.games.novgorod.rules import buy, route, setup, turn, use

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def _nothing(s: NovgorodState) -> list[Move]:
    return []


#: By phase: every legal move.
LEGAL: tuple[Callable[[NovgorodState], list[Move]], ...] = (
    setup.side_moves,
    setup.pick_moves,
    route.route_moves,
    use.use_moves,
    buy.buy_moves,
    turn.closing_moves,
    _nothing,
)

#: By kind of move: what it does.
PLAY: dict[type[Move], Callable[[NovgorodState, Any, EventSink | None], None]] = {
    moves.ChooseSide: setup.choose_side,
    moves.PickOffice: setup.pick_office,
    moves.PickMission: setup.pick_mission,
    moves.LayOffice: route.lay,
    moves.LayArtisan: route.lay_artisan,
    moves.Sail: route.sail,
    moves.MovePirate: turn.move_pirate,
    moves.Make: use.make_luxury,
    moves.Sell: use.sell_luxury,
    moves.FulfilLine: use.fulfil_line,
    moves.ClimbStep: use.climb,
    moves.CompleteSpecial: use.complete_special,
    moves.StoreGood: use.store,
    moves.Collect: use.collect,
    moves.UseExtraIncome: use.extra_income,
    moves.Finish: use.finish,
    moves.BuyOffice: buy.buy_office,
    moves.BuyShip: buy.buy_ship,
    moves.BuyMission: buy.buy_mission,
    moves.BuyNothing: buy.buy_nothing,
    moves.EndTurn: turn.end_turn,
}
