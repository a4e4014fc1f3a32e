"""Positions laid out by hand, and moves played by their notation."""

from collections.abc import Iterable, Sequence
from typing import Any

from core.errors import IllegalMoveError
from core.game import GameEvent, OptionValue
from core.games.novgorod import GAME
from core.games.novgorod.components import CITY_IDS, GOOD_NAMES, LUXURY_NAMES, MISSION_COUNT, MISSIONS, STACKS, Need
from core.games.novgorod.rules.turn import begin_turn
from core.games.novgorod.state import NovgorodState
from core.match import find_move

CITY = {name: number for number, name in enumerate(CITY_IDS)}
GOOD = {name: number for number, name in enumerate(GOOD_NAMES)}
LUXURY = {name: number for number, name in enumerate(LUXURY_NAMES)}
JEWELRY, CLOTHING, PROVISIONS = (LUXURY[name] for name in ("jewelry", "clothing", "provisions"))

#: Career cards by what is on them: 2 * (number - 1) + side.
LIGHT_1, SILVER_1, LIGHT_2, SILVER_2, LIGHT_3, SILVER_3, LIGHT_4, SILVER_4 = range(8)


def fresh(players: int = 2, seed: int = 1, **options: OptionValue) -> NovgorodState:
    """A table before the first pick."""
    state = GAME.start(GAME.setup(players, options, seed))
    assert isinstance(state, NovgorodState)
    return state


def card(top: Sequence[str], bottom: Sequence[str]) -> int:
    """The first mission with these lines."""
    return MISSIONS.index((_need(top), _need(bottom)))


def _need(names: Sequence[str]) -> Need:
    goods = sum(1 << GOOD[name] for name in names if name in GOOD)
    return Need(goods, tuple((LUXURY[name], 1) for name in names if name in LUXURY))


def cities(*names: str) -> int:
    return sum(1 << CITY[name] for name in names)


def turn(
    players: int = 2,
    *,
    offices: Iterable[str] = (),
    others: dict[int, Iterable[str]] | None = None,
    hand: Iterable[int] = (),
    left: Iterable[int] = (),
    under: Iterable[int] = (),
    artisans: dict[str, int] | None = None,
    stored: str | None = None,
    options: dict[str, OptionValue] | None = None,
    display: Sequence[int] | None = None,
    **fields: Any,
) -> NovgorodState:
    """The turn of seat 0, who begins each round; `fields` are set for seat 0 or for the table."""
    chosen: dict[str, Any] = dict(options or {})
    s = fresh(players, **chosen)
    s.first = 0
    s.careers = [2 * seat for seat in range(players)]
    s.picks = 3 * players
    s.owed = [0] * players
    for masks in (s.hand, s.hidden, s.left, s.under):
        masks[:] = [0] * players
    s.offices[0] = cities(*offices)
    for seat, names in (others or {}).items():
        s.offices[seat] = cities(*names)
    s.stacks = [len(stack) - sum(mask >> city & 1 for mask in s.offices) for city, stack in enumerate(STACKS[players])]
    for mine, masks in ((hand, s.hand), (left, s.left), (under, s.under)):
        masks[0] = sum(1 << number for number in mine)
    dealt = s.hand[0] | s.left[0] | s.under[0] | (1 << s.cover if s.cover >= 0 else 0)
    if s.cover >= 0 and (s.hand[0] | s.left[0] | s.under[0]) >> s.cover & 1:
        s.cover = next(m for m in range(MISSION_COUNT) if not dealt >> m & 1)
        dealt |= 1 << s.cover
    free = [m for m in range(MISSION_COUNT) if not dealt >> m & 1]
    s.display = list(display) if display is not None else free[:4]
    s.deck = [m for m in free if m not in s.display]
    if artisans is not None:
        s.artisans = tuple(artisans.get(name, PROVISIONS) for name in CITY_IDS)
    if stored:
        s.ship[0] = CITY[stored]
    begin_turn(s, 0)
    for name, value in fields.items():
        column = getattr(s, name)
        if isinstance(column, list) and not isinstance(value, list):
            column[0] = value
        else:
            setattr(s, name, value)
    # Seals given by hand have to come from somewhere.
    s.points = [0] * len(s.points)
    for seat in range(players):
        s.points[seat * 6] = s.seals[seat]
    assert s.violations() == []
    return s


def legal(s: NovgorodState) -> set[str]:
    return {move.notation for move in s.legal_moves()}


def play(s: NovgorodState, *notations: str) -> list[GameEvent]:
    """Play these moves, each of which must be legal; return the events."""
    told: list[GameEvent] = []
    for notation in notations:
        s.play(find_move(GAME, s, notation), told.append)
        assert s.violations() == []
    return told


def possible(s: NovgorodState, *notations: str) -> bool:
    """Whether these moves can be played one after the other; the position stays as it is."""
    copy = s.copy()
    try:
        play(copy, *notations)
    except IllegalMoveError:
        return False
    return True
