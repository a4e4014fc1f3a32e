"""The scope of an effect: what "the same region", "done" and the source of VP mean while it runs."""

from core.mezo import steps
from core.mezo.effects.language import ROOTS
from core.mezo.state import Table


def perform(state: Table, effect: int, seat: int, cause: int) -> None:
    """Put an effect on the stack, in a scope of its own; what was in force before comes back after it."""
    stack = state.stack
    stack.append((steps.SCOPE, state.same, state.place, state.done, state.cause))
    stack.append((steps.BEGIN, ROOTS[effect], seat))
    state.same, state.place, state.done, state.cause = -1, 0, 0, cause
