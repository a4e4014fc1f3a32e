"""The list beside the map: abilities, cards, tribes, spaces, tiles, or sides of an "or" to choose from."""

from collections.abc import Sequence
from typing import NamedTuple

from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo.components import ABILITIES, CARDS, GODS, REGIONS, TRACKS, WRATHFUL
from core.games.mezo.effects.language import NODES
from core.games.mezo.state import MezoState
from core.games.mezo.text import names


class SideListItem(NamedTuple):
    """One item of the list: its move, a title, and its text."""

    move: Move
    title: str
    texts: Sequence[str]
    #: The same in one short paragraph, for where rows are scarce.
    brief: str = ""

    @property
    def label(self) -> str:
        """The label for the row of choices: the title, or the text when the title is but a letter."""
        return self.title if len(self.title) > 1 else self.texts[0]


def items(state: MezoState, moves: Sequence[Move], players: Sequence[str]) -> list[SideListItem]:
    """Return the list of the current decision; empty when it is made elsewhere."""
    return [item for move in moves if (item := _item(state, move, players)) is not None]


def _item(state: MezoState, move: Move, players: Sequence[str]) -> SideListItem | None:
    match move:
        case m.TakeAbility(ability=ability):
            return SideListItem(move, ABILITIES[ability].name, [ABILITIES[ability].text])
        case m.PlayCard(card=card):
            assert state.actor is not None
            actions = GODS[state.gods[state.actor]].actions[card]
            texts = [f"{number} {action.text}" for number, action in enumerate(actions, 1)]
            brief = " ".join(f"{number} {action.brief}" for number, action in enumerate(actions, 1))
            return SideListItem(move, CARDS[card].capitalize(), texts, brief)
        case m.PickBranch(index=index):
            return SideListItem(move, move.notation, [NODES[state.stack[-1][1]].texts[index]])
        case m.PickSeat(seat=seat):
            return SideListItem(move, players[seat], [_standing(state, seat)])
        case m.PickSpace(kind=kind, space=space):
            return SideListItem(move, TRACKS[kind][space].name, [TRACKS[kind][space].effect.text])
        case m.TakeTile(tile=tile):
            return SideListItem(move, WRATHFUL[tile].name, [WRATHFUL[tile].effect.text])
    return None


def _standing(state: MezoState, seat: int) -> str:
    """A tribe of which one has to be picked."""
    if state.conflict < 0:
        return f"{state.vp[seat]} VP"
    at = (seat * REGIONS + state.conflict) * 2
    return f"{names.units(state.units[at], state.units[at + 1])} here, {state.vp[seat]} VP"
