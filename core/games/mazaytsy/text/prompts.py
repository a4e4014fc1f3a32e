"""The questions to the actor, and the progress of the game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from core.game import Prompt
from core.games.mazaytsy.hares import VALUES
from core.games.mazaytsy.phases import ACT, ADD, CARD, CELL, HERE, LANDING, LAUNCH, OVER, PULL, SHARING, SPIN, TURN
from core.games.mazaytsy.rules.legal import card_in_hand, hares_in_hand, may_land, may_share, steals, takes
from core.games.mazaytsy.text.names import card, hares
from core.text import list_text

if TYPE_CHECKING:
    from core.games.mazaytsy.state import MazaytsyState


def prompt(s: "MazaytsyState") -> Prompt:
    return _PROMPTS[s.phase](s)


def _ask_launch(s: "MazaytsyState") -> Prompt:
    who = "you have" if s.actor == s.first else f"player {s.first + 1} has"
    return Prompt("place", f"Launch your boat: choose a start card and where the bow points; {who} the first turn.")


def _ask_here(s: "MazaytsyState") -> Prompt:
    can = []
    if takes(s):
        can.append("pick up a hare")
    if steals(s):
        can.append("steal one from another boat")
    if may_share(s):
        can.append("share hares with your partner")
    return Prompt("here", f"On this card you may {list_text(can).replace(' and ', ' or ')}.")


def _ask_act(s: "MazaytsyState") -> Prompt:
    if s.acts:
        return Prompt("second", "Row or turn once more, or stop here.")
    if may_land(s):
        return Prompt("first", "Row, turn, slip diagonally ahead, or land hares.")
    return Prompt("first", "Row, turn, or slip diagonally ahead.")


def _ask_cell(s: "MazaytsyState") -> Prompt:
    return Prompt("cell", f"Where do you place the {in_hand(s)}?")


def in_hand(s: "MazaytsyState") -> str:
    """The card that is being placed, with its hare."""
    bunch = hares_in_hand(s)
    return card(card_in_hand(s), s.advanced) + (f" with {hares(bunch)}" if bunch else "")


_PROMPTS: Final[dict[int, Callable[["MazaytsyState"], Prompt]]] = {
    LAUNCH: _ask_launch,
    HERE: _ask_here,
    ACT: _ask_act,
    LANDING: lambda s: Prompt("land", "Which hares do you land?"),
    SHARING: lambda s: Prompt("share", f"How many hares worth {VALUES[s.sort]} do you keep?"),
    PULL: lambda s: Prompt("funnel", "Which funnel pulls you in?"),
    CARD: lambda s: Prompt("card", "You moved only once: which open card do you place?"),
    CELL: _ask_cell,
    TURN: lambda s: Prompt("turn", f"Which way does the {card(card_in_hand(s))} flow?"),
    SPIN: lambda s: Prompt("spin", "Which way does the whirlpool turn?"),
    ADD: lambda s: Prompt("add", "Mazay is here: which kind of card gets new hares?"),
    OVER: lambda s: Prompt("over", "The game is over."),
}


def progress_text(s: "MazaytsyState") -> str:
    if s.phase == OVER:
        return "the end"
    if s.turn < 0:
        return "launching the boats"
    lap = f"lap {s.turn // s.players + 1}"
    if s.ending:
        return f"last {lap}"
    return f"round {s.seen + 1} of {s.visits}, {lap}"
