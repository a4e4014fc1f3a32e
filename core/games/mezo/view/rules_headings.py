"""The heading of the rules that explains a decision."""

from core.games.mezo import phases
from core.games.mezo.state import MezoState

_OF_A_DECISION = {
    phases.GODS: "Setup",
    phases.BUILD: "Pyramids",
    phases.DEMOLISH: "Pyramids",
    phases.TRANSFORM: "Pyramids",
}
#: Effects are explained word by word; everything else is a step of the Age.
_EFFECTS = range(phases.SCOPE, phases.COUNT)
_OF_A_STEP = {
    phases.ABILITIES: "1. Start of Age",
    phases.DEPLOY: "2. Deploy",
    phases.CALLS: "3. Call",
}


def chapter(state: MezoState) -> str:
    """Return the heading of the current decision: its own, that of its words, or that of its step."""
    if state.actor is None:
        return "End of the game"
    asked = state.stack[-1][0]
    if asked in _OF_A_DECISION:
        return _OF_A_DECISION[asked]
    if asked in _EFFECTS and asked != phases.CALL:
        return "Keywords"
    if state.conflict >= 0:
        return "The Blessed region" if state.conflict == state.blessed else "4. Conflicts"
    return next(_OF_A_STEP[frame[0]] for frame in reversed(state.stack) if frame[0] in _OF_A_STEP)
