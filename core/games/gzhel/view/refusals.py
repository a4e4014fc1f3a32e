"""Texts that say why nothing can be done at a target."""

from core.games.gzhel import phases
from core.games.gzhel.components import FLOWERS
from core.games.gzhel.rules import kind_at
from core.games.gzhel.state import GzhelState
from core.games.gzhel.text import PLURALS, a_or_an
from core.games.gzhel.view.targets import SPACE, TOKEN
from core.view import Target


def unavailable_reason(state: GzhelState, seat: int, target: Target) -> str:
    """Return why nothing can be done at a target; empty at the button, where the turn goes on."""
    if target.kind == TOKEN:
        return _not_from_tray(state, seat)
    return _not_on_space(state, seat, target.number) if target.kind == SPACE else ""


def _not_from_tray(state: GzhelState, seat: int) -> str:
    if state.phase == phases.SHIFT:
        return f"first choose where the {FLOWERS[kind_at(state, seat, state.held)]} goes"
    return "only flowers on the pads can be moved or swapped"


def _not_on_space(state: GzhelState, seat: int, space: int) -> str:
    kind = kind_at(state, seat, space)
    if state.phase not in (phases.PICK, phases.SHIFT):
        return "nothing is left to place"
    if space == state.held:
        return "this is the flower you are moving"
    if kind < 0:
        return "this space is empty"
    if state.stamps[seat] >> space & 1:
        return f"{a_or_an(FLOWERS[kind])} stamp; stamps never move"
    return f"swapping two {PLURALS[kind]} changes nothing"
