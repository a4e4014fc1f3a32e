"""How the ledger beside Novgorod's chart divides its rows among its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.games.novgorod.components import TOP_LEVEL
from core.games.novgorod.phases import BUY, INTRO, SIDES, USE

if TYPE_CHECKING:
    from tui.games.novgorod.board_view import NovgorodBoardView

MISSIONS, SPECIALS, OPEN, ACTIONS = "missions", "specials", "open", "actions"
CAREER, BONUS, PLAYERS, LOG = "career", "bonus", "players", "log"

#: The career in one row, or as a ladder under its head.
LADDER = 2 + TOP_LEVEL
#: The rows of the list of actions, with its head, that are always in sight.
_LEAST_ACTIONS = 6
#: A shorter log would begin in the middle of a sentence.
_LEAST_LOG = 4


class Section(NamedTuple):
    """The rows of a part of the ledger."""

    y: int
    height: int


def sections(board: NovgorodBoardView) -> dict[str, Section]:
    """Return the parts that are shown, from the top down: each with its least rows, then more in order of need."""
    sizes = _sizes(board)
    chosen = dict.fromkeys(sizes, 0)
    spare = board.board_rows - sum(heights[0] for heights in sizes.values())
    for name in _needs(board):
        heights, at = sizes.get(name, (0,)), chosen.get(name, 0)
        if at + 1 < len(heights) and heights[at + 1] - heights[at] <= spare:
            spare -= heights[at + 1] - heights[at]
            chosen[name] = at + 1
    shown = {name: sizes[name][at] for name, at in chosen.items() if sizes[name][at]}
    air = 1 if spare >= len(shown) else 0
    found, y = {}, 0
    for name, height in shown.items():
        found[name] = Section(y, height)
        y += height + air
    if board.board_rows - y >= _LEAST_LOG:
        found[LOG] = Section(y, board.board_rows - y)
    return found


def _sizes(board: NovgorodBoardView) -> dict[str, tuple[int, ...]]:
    """Return the heights that each part can have, in the order of the ledger."""
    s, view = board.state, board.view
    own, display, row = max(1, len(view.missions)), 1 + len(s.display), len(s.row)
    is_offered = s.phase in (SIDES, INTRO, BUY)
    is_used = bool(view.action_rows)
    sizes: dict[str, tuple[int, ...]] = {MISSIONS: (1 + own, 1 + 2 * own)}
    if row:
        sizes[SPECIALS] = (row, 1 + row)
    if is_used:
        rows = 1 + len(view.action_rows)
        sizes[ACTIONS] = tuple(range(min(rows, _LEAST_ACTIONS), rows + 1))
    else:
        sizes[OPEN] = (display,) if is_offered else (0, display)
    sizes[CAREER] = (0, LADDER) if is_used else (1, LADDER)
    if board.scale.dots:
        sizes[BONUS] = (0, 1 + len(view.bonus_history))
    players = s.players
    sizes[PLAYERS] = (*((1,) if is_used else ()), players, 1 + players, 1 + 2 * players)
    return sizes


def _needs(board: NovgorodBoardView) -> list[str]:
    """Return which part gets more rows first; a part that is named again gets more still."""
    phase = board.state.phase
    rest = [SPECIALS, PLAYERS, BONUS, OPEN, PLAYERS, PLAYERS]
    if phase == USE:
        return [*[ACTIONS] * 40, MISSIONS, PLAYERS, CAREER, *rest]
    if phase == SIDES:
        return [CAREER, MISSIONS, *rest]
    return [MISSIONS, CAREER, *rest]
