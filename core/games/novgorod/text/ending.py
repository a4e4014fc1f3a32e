"""Sentences on how the game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.novgorod import scoring
from core.games.novgorod.components import END_SEALS, TOP_LEVEL
from core.games.novgorod.phases import OVER
from core.text import count_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


#: What was level and what decided, by how far the tie went.
_TIES = (
    "seals: more ducats decide",
    "seals and ducats: the higher career row decides",
    "seals, ducats and career row: more offices decide",
    "seals, ducats, career row and offices: the later seat in the round decides",
)


def outcome_text(s: NovgorodState) -> str:
    """Return why it ended and what decided it; the name of the winner is shown beside it."""
    if s.phase != OVER:
        return ""
    best = scoring.ranking(s)[0]
    if len(best) > 1:
        return f"{_why(s)}, but every career card still shows an X: nobody wins."
    text = f"{_why(s)}.{_tie_break(s, best[0])}"
    out = sum(scoring.is_out(s, seat) for seat in range(s.players))
    return f"{text} {count_text(out, 'player')} still showed an X and could not win." if out else text


def _why(s: NovgorodState) -> str:
    """What ended the game. Where both have come about, the last round may have brought one of them."""
    career, by_seals = max(s.level) == TOP_LEVEL, max(s.seals) >= END_SEALS
    if career and by_seals:
        return f"{END_SEALS} seals or a career on the top row ended the game"
    return "A career on the top row ended the game" if career else f"{END_SEALS} seals ended the game"


def _tie_break(s: NovgorodState, best: int) -> str:
    """What decided between the winner and the next, if it was not the seals."""
    mine = scoring.standing(s, best)
    rivals = [
        scoring.standing(s, seat)
        for seat in range(s.players)
        if seat != best and not scoring.is_out(s, seat) and s.seals[seat] == s.seals[best]
    ]
    if not rivals:
        return ""
    by = next(i for i in range(1, 5) if mine[i] != max(rivals)[i])
    return f" A tie in {_TIES[by - 1]}."
