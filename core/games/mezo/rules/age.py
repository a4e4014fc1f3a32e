"""The choice of gods, and the first three steps of an Age: tribe abilities, the Deploy Step, the Call Step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import ABILITIES, AGES, CONSTANTS, IN_MASK, REGIONS, SHAMAN, WARRIOR
from core.games.mezo.effects.scope import perform
from core.games.mezo.phases import Frame, Legal, Reply, Run
from core.games.mezo.scoring import FROM_ACTIONS, FROM_TRIBE

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

AT_DEPLOY = tuple(a.when == "start_deploy" for a in ABILITIES)


# Gods, from the fewest VP up


def _run_gods(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()[::-1]
    if who == state.players:
        stack.pop()
        return False
    state.actor = state.order[who]
    return True


def _legal_gods(state: MezoState, frame: Frame) -> Sequence[Move]:
    return [move for move in moves.GOD if move.god not in state.gods]


def _take_god(state: MezoState, stack: list[Frame], frame: Frame, move: moves.TakeGod, emit: EventSink | None) -> None:
    seat = state.order[frame[1]]
    state.gods = (*state.gods[:seat], move.god, *state.gods[seat + 1 :])
    stack[-1] = (phases.GODS, frame[1] + 1)
    if emit:
        emit(GameEvent("follow", seat, (move.god,)))


# Start of Age


def _run_start(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    state.age += 1
    if emit:
        emit(GameEvent("age", None, (state.age, state.wrathful[state.age - 1]), reveals=True))
    stack[-1] = (phases.CALLS, 0)
    stack.append((phases.DEPLOY, 0))
    stack.append((phases.ABILITIES, 0))
    return False


def _run_abilities(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()
    if who == state.players:
        stack.pop()
        return False
    state.actor = state.order[who]
    return True


#: By Age, from 0: the moves that take its abilities.
_OFFERED = tuple(
    tuple(moves.ABILITY[n] for n, ability in enumerate(ABILITIES) if ability.age == age) for age in range(1, AGES + 1)
)


def _legal_abilities(state: MezoState, frame: Frame) -> Sequence[Move]:
    return _OFFERED[state.age - 1]


def _take_ability(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.TakeAbility, emit: EventSink | None
) -> None:
    seat = state.order[frame[1]]
    taken = state.abilities
    state.abilities = (*taken[:seat], (*taken[seat], move.ability), *taken[seat + 1 :])
    stack[-1] = (phases.ABILITIES, frame[1] + 1)
    if emit:
        emit(GameEvent("ability", seat, (move.ability,)))


# Deploy Step: each seat does all of it before the next begins


def _run_deploy(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()
    if who == state.players:
        stack.pop()
        bare = [region for region in IN_MASK[state.live] if state.champions[region] < 0]
        state.blessed = bare[0]
        if emit:
            emit(GameEvent("blessed", None, (bare[0],)))
        return False
    seat = state.order[who]
    stack[-1] = (phases.DEPLOY, who + 1)
    stack.append((phases.STATION, seat, state.live))
    stack.append((phases.CHAMPION, seat, CONSTANTS.champions[state.players]))
    acting = sum(1 << at for at, ability in enumerate(state.abilities[seat]) if AT_DEPLOY[ability])
    stack.append((phases.REMINDERS, seat, acting))
    return False


def _run_reminders(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    """Run the abilities that act now, in their owner's order."""
    _, seat, acting = frame
    if not acting:
        stack.pop()
        return False
    if not acting & (acting - 1):
        ability = state.abilities[seat][acting.bit_length() - 1]
        _let_act(state, stack, frame, moves.ABILITY[ability], emit)
        return False
    state.actor = seat
    return True


def _legal_reminders(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, seat, acting = frame
    return [moves.ABILITY[ability] for at, ability in enumerate(state.abilities[seat]) if acting >> at & 1]


def _let_act(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.TakeAbility, emit: EventSink | None
) -> None:
    _, seat, acting = frame
    acting &= ~(1 << state.abilities[seat].index(move.ability))
    stack[-1] = (phases.REMINDERS, seat, acting)
    if emit:
        emit(GameEvent("acts", seat, (move.ability,)))
    effect = ABILITIES[move.ability].effect
    assert effect is not None
    perform(state, effect.number, seat, FROM_TRIBE)


def _run_champion(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    if not frame[2]:
        stack.pop()
        return False
    state.actor = frame[1]
    return True


def _legal_champion(state: MezoState, frame: Frame) -> Sequence[Move]:
    champions = state.champions
    return [moves.REGION[region] for region in IN_MASK[state.live] if champions[region] < 0]


def _set_champion(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickRegion, emit: EventSink | None
) -> None:
    step, seat, left = frame
    state.champions[move.region] = seat
    stack[-1] = (step, seat, left - 1)
    if emit:
        emit(GameEvent("champion", seat, (move.region,)))


def _run_station(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    step, seat, regions = frame
    if not regions or not (state.reserves[seat * 2] or state.reserves[seat * 2 + 1]):
        stack.pop()
        return False
    region = IN_MASK[regions][0]
    if not state.station_limit(seat, region):
        stack[-1] = (step, seat, regions & (regions - 1))
        return False
    state.actor = seat
    return True


def _legal_station(state: MezoState, frame: Frame) -> Sequence[Move]:
    _, seat, regions = frame
    region = IN_MASK[regions][0]
    reserves = state.reserves
    return moves.stations(region, state.station_limit(seat, region), reserves[seat * 2], reserves[seat * 2 + 1])


def _station(state: MezoState, stack: list[Frame], frame: Frame, move: moves.Station, emit: EventSink | None) -> None:
    step, seat, regions = frame
    at = (seat * REGIONS + move.region) * 2
    state.units[at] += move.warriors
    state.units[at + 1] += move.shamans
    state.reserves[seat * 2] -= move.warriors
    state.reserves[seat * 2 + 1] -= move.shamans
    stack[-1] = (step, seat, regions & (regions - 1))
    if emit:
        if move.warriors:
            emit(GameEvent("deploy", seat, (move.region, WARRIOR, move.warriors)))
        if move.shamans:
            emit(GameEvent("deploy", seat, (move.region, SHAMAN, move.shamans)))


# Call Step


def _run_calls(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()
    if who == state.players:
        stack[-1] = (phases.TILE,)
        return False
    stack[-1] = (phases.CALLS, who + 1)
    state.cause = FROM_ACTIONS
    stack.append((phases.CALL, -1, state.order[who], 0))
    return False


RUN: dict[int, Run] = {
    phases.GODS: _run_gods,
    phases.START: _run_start,
    phases.ABILITIES: _run_abilities,
    phases.DEPLOY: _run_deploy,
    phases.REMINDERS: _run_reminders,
    phases.CHAMPION: _run_champion,
    phases.STATION: _run_station,
    phases.CALLS: _run_calls,
}
LEGAL: dict[int, Legal] = {
    phases.GODS: _legal_gods,
    phases.ABILITIES: _legal_abilities,
    phases.REMINDERS: _legal_reminders,
    phases.CHAMPION: _legal_champion,
    phases.STATION: _legal_station,
}
REPLY: dict[int, Reply] = {
    phases.GODS: _take_god,
    phases.ABILITIES: _take_ability,
    phases.REMINDERS: _let_act,
    phases.CHAMPION: _set_champion,
    phases.STATION: _station,
}
