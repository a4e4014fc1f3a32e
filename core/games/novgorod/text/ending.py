"""Sentences on how the game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.novgorod import scoring
from core.games.novgorod.components import END_SEALS, TOP_LEVEL
from core.games.novgorod.phases import OVER
from core.games.novgorod.text.phrases import seals
from core.text import count_text

if TYPE_CHECKING:
    from core.games.novgorod.state import NovgorodState


def outcome_text(s: NovgorodState) -> str:
    """Return why it ended and what decided it; the name of the winner is shown beside it."""
    if s.phase != OVER:
        return ""
    best = scoring.ranking(s)[0]
    if len(best) > 1:
        return f"{_why(s)}, but every career card still shows an X: nobody wins."
    text = f"{_why(s)}. The winner has {seals(s.seals[best[0]])}{_tie_break(s, best[0])}."
    out = sum(scoring.is_out(s, seat) for seat in range(s.players))
    return f"{text} {count_text(out, 'player')} still showed an X and could not win." if out else text


def _why(s: NovgorodState) -> str:
    """What ended the game. Where both have come about, the last round may have brought one of them."""
    career, by_seals = max(s.level) == TOP_LEVEL, max(s.seals) >= END_SEALS
    if career and by_seals:
        return f"{END_SEALS} seals or the top of a career ended the game"
    return "The top of a career ended the game" if career else f"{END_SEALS} seals ended the game"


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
    return (" and more ducats", " and a higher career", " and more offices", " and the later seat")[by - 1]
