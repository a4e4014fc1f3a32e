"""The rules: whose decision it is, what is legal, what a move does; one file a phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.game import Move, Tell
from core.games.novgorod import moves as m
from core.games.novgorod.components import IN_PROGRESS as IN_PROGRESS
from core.games.novgorod.rules import buy, route, turn, use
from core.games.novgorod.rules import setup as intro
from core.games.novgorod.rules.setup import deal as deal

if TYPE_CHECKING:
    from core.games.novgorod.state import Novgorod


def _nothing(s: Novgorod) -> list[Move]:
    return []


#: By phase: every legal move.
LEGAL: tuple[Callable[[Novgorod], list[Move]], ...] = (
    intro.side_moves,
    intro.pick_moves,
    route.route_moves,
    use.use_moves,
    buy.buy_moves,
    turn.closing_moves,
    _nothing,
)

#: By kind of move: what it does.
PLAY: dict[type[Move], Callable[[Novgorod, Any, Tell | None], None]] = {
    m.Side: intro.choose_side,
    m.PickOffice: intro.pick_office,
    m.PickMission: intro.pick_mission,
    m.Lay: route.lay,
    m.LayArtisan: route.lay_artisan,
    m.Sail: route.sail,
    m.Pirate: turn.move_pirate,
    m.Make: use.make_luxury,
    m.Sell: use.sell_luxury,
    m.Line: use.fulfil_line,
    m.Step: use.climb,
    m.Special: use.complete_special,
    m.Store: use.store,
    m.Collect: use.collect,
    m.ExtraIncome: use.extra_income,
    m.Finish: use.finish,
    m.BuyOffice: buy.buy_office,
    m.BuyShip: buy.buy_ship,
    m.BuyMission: buy.buy_mission,
    m.Pass: buy.buy_nothing,
    m.End: turn.end_turn,
}
