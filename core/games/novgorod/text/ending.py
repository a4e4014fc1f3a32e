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
        return f"{_why(s)}, but everybody still shows an X: nobody wins."
    text = f"{_why(s)}; {seals(s.seals[best[0]])} win{_tie_break(s, best[0])}."
    out = sum(scoring.is_out(s, seat) for seat in range(s.players))
    return f"{text} {count_text(out, 'player')} with an X to be seen cannot win." if out else text


def _why(s: NovgorodState) -> str:
    """What ended the game. Where both have come about, the last round may have brought one of them."""
    career, by_seals = max(s.level) == TOP_LEVEL, max(s.seals) >= END_SEALS
    if career and by_seals:
        return f"{END_SEALS} seals or the top of a career were reached"
    return "A career reached the top" if career else f"The seals reached {END_SEALS}"


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
    return (" by more ducats", " by a higher career", " by more offices", " by sitting later")[by - 1]
