"""The questions to the actor beside a board that shows everything else: shorter than in plain mode."""

from collections.abc import Callable, Sequence

from core.games.mezo import phases
from core.games.mezo.components import GODS, IN_MASK, SHAMAN, WARRIOR
from core.games.mezo.effects.gods import price
from core.games.mezo.phases import Frame
from core.games.mezo.scoring import leaders, majority
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.text.prompts import champion
from core.text import count_text, list_text


def question(state: MezoState, players: Sequence[str]) -> str:
    """Return the question of the current decision, in one sentence."""
    if state.actor is not None:
        frame = state.stack[-1]
        if frame[0] == phases.WINNER:
            return f"Who wins {_here(state)}? {_tied(leaders(state, state.conflict), players)} are tied."
        if frame[0] == phases.TRACK:
            tied = _tied(majority(state, state.conflict, frame[1]), players)
            return f"Who goes to the {names.TRACK[frame[1]]}? {tied} are tied, and you decide."
        if frame[0] in _SHORT and (asked := _SHORT[frame[0]](state, frame, state.actor)):
            return asked
    return state.prompt.sentence


def _tied(seats: Sequence[int], players: Sequence[str]) -> str:
    return list_text(players[seat] for seat in seats)


def _here(state: MezoState) -> str:
    return names.region(state.conflict)


def _sacrifice(state: MezoState, frame: Frame, seat: int) -> str:
    kind = names.KIND[WARRIOR if state.reserves[seat * 2] else SHAMAN]
    return f"Blessed {_here(state)}: sacrifice how many {kind}s?"


def _act(state: MezoState, frame: Frame, seat: int) -> str:
    which = "first" if frame[1] < state.players else "second"
    return f"{_here(state)}: your {which} action, or pass."


def _champion(state: MezoState, frame: Frame, seat: int) -> str:
    return champion(state, frame)


def _call(state: MezoState, frame: Frame, seat: int) -> str:
    """Return the question; only a god that stands on the map can use its Call before it moves."""
    used = frame[3]
    if used or state.vertices[seat] < 0:
        return ""
    return f"Move {GODS[state.gods[seat]].name} to another vertex, or Call first."


def _ability(state: MezoState, frame: Frame, seat: int) -> str:
    """Return the question; in the first Age also which god was dealt."""
    follows = f"you follow {GODS[state.gods[seat]].name}. Choose" if state.age == 1 else "choose"
    return f"Age {state.age}: {follows} an ability."


def _space(state: MezoState, frame: Frame, seat: int) -> str:
    return f"Choose a space of the {names.TRACK[frame[1]]}."


def _third(state: MezoState, frame: Frame, seat: int) -> str:
    return f"Give up a glyph in {_here(state)} for your last action?"


def _card(state: MezoState, frame: Frame, seat: int) -> str:
    return f"Conflict in {_here(state)}: choose a card in secret (i shows all of it)."


def _station(state: MezoState, frame: Frame, seat: int) -> str:
    region = IN_MASK[frame[2]][0]
    limit = count_text(state.station_limit(seat, region), "unit")
    return f"{names.region(region)}: Deploy up to {limit}."


def _appease(state: MezoState, frame: Frame, seat: int) -> str:
    """Return the question; before the first unit is given, also what it is given for."""
    _, _, _, left, paid = frame
    if not left:
        return "Which wrathful tile do you resolve?"
    if paid:
        return ""
    return f"You may APPEASE the wrathful god: give {count_text(price(state), 'unit')}. Which?"


def _gods(state: MezoState, frame: Frame, seat: int) -> str:
    return "Choose your god. Its Call and five cards are yours for the whole game."


_SHORT: dict[int, Callable[[MezoState, Frame, int], str]] = {
    phases.GODS: _gods,
    phases.SACRIFICE: _sacrifice,
    phases.ACT: _act,
    phases.CHAMPION: _champion,
    phases.CALL: _call,
    phases.ABILITIES: _ability,
    phases.CARDS: _card,
    phases.STATION: _station,
    phases.APPEASE: _appease,
    phases.SPACE: _space,
    phases.THIRD: _third,
}
