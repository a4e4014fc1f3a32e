"""The scope of an effect: what "the same region", "done" and the source of VP mean while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.mezo import phases
from core.games.mezo.effects.language import ROOTS

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState


def perform(state: MezoState, effect: int, seat: int, cause: int) -> None:
    """Put an effect on the stack, in a scope of its own; the scope before is restored after it."""
    stack = state.stack
    stack.append((phases.SCOPE, state.same, state.place, state.done, state.cause))
    stack.append((phases.BEGIN, ROOTS[effect], seat))
    state.same, state.place, state.done, state.cause = -1, 0, 0, cause
