"""How it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.grammar import listed
from core.novgorod import scoring
from core.novgorod.components import END_SEALS, TOP_LEVEL
from core.novgorod.phases import OVER
from core.novgorod.words.phrases import seals

if TYPE_CHECKING:
    from core.novgorod.state import Novgorod


def verdict(s: Novgorod) -> str:
    if s.phase != OVER:
        return ""
    why = "A career reached the top" if max(s.level) == TOP_LEVEL else f"The seals reached {END_SEALS}"
    places = scoring.ranking(s)
    if len(places[0]) > 1:
        return f"{why}, but everybody still shows an X: nobody wins."
    best = places[0][0]
    text = f"{why}; player {best + 1} wins with {seals(s.seals[best])}{_tie_break(s, best)}."
    out = [seat for seat in range(s.players) if scoring.is_out(s, seat)]
    if out:
        who = listed([f"player {seat + 1}" for seat in out])
        text += f" Out, with an X to be seen: {who}."
    return text


def _tie_break(s: Novgorod, best: int) -> str:
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
