"""The automatic moves of Mazaytsy, which a seat's habits give by themselves."""

from core.game import Move, OptionValue
from core.games.mazaytsy.hares import fits
from core.games.mazaytsy.phases import HERE
from core.games.mazaytsy.rules.advanced import WEIGHT
from core.games.mazaytsy.rules.legal import may_share, steals, takes
from core.games.mazaytsy.state import MazaytsyState


def auto_move(state: MazaytsyState, habits: dict[str, OptionValue]) -> Move | None:
    """Return the answer that the actor's habits give to this decision, if any."""
    return _best_pick_up(state) if habits.get("pickup") else None


def _best_pick_up(s: MazaytsyState) -> Move | None:
    """Return the best hare that fits, while picking up is all there is to decide.

    A boat with capacity in points that cannot take everything is a puzzle: that stays with the player.
    """
    if s.phase != HERE or s.actor is None:
        return None
    legal = takes(s)
    if not legal or steals(s) or may_share(s):
        return None
    if s.advanced & WEIGHT and not fits(s.holds[s.actor] + s.hares[s.boats[s.actor]], True):
        return None
    return legal[-1]
