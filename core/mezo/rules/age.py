"""Setting out, and the first three steps of an Age: tribe abilities, the Deploy Step, the Call Step."""

from collections.abc import Sequence

from core.chance import Chance
from core.game import Event, Move, Setup, Tell
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CARDS,
    CONSTANTS,
    GLYPHS_PER_TRIBE,
    GODS,
    IN_MASK,
    NEUTRAL,
    PIECES_PER_TRIBE,
    REGIONS,
    SHAMAN,
    TRACKS,
    UNITS_PER_TRIBE,
    WARRIOR,
    WRATHFUL_OF_AGE,
    XIBALBA_AT_START,
)
from core.mezo.effects.scope import perform
from core.mezo.scoring import WIDTH
from core.mezo.state import FROM_ACTIONS, FROM_START, FROM_TRIBE, Frame, Offer, Reply, Run, T, Table

AT_DEPLOY = tuple(a.when == "start_deploy" for a in ABILITIES)


def set_out(kind: type[T], setup: Setup) -> T:
    """The table before the first decision."""
    players = setup.players
    luck = Chance(setup.seed)
    tiles = list(range(REGIONS))
    luck.shuffle(tiles)
    desolate, tiles = tiles[: CONSTANTS.desolate[players]], tiles[CONSTANTS.desolate[players] :]
    live = sum(1 << region for region in tiles)
    pyramids: list[tuple[int, ...]] = [()] * REGIONS
    if players == 2:
        for region in tiles[: CONSTANTS.neutral_pyramids]:
            pyramids[region] = (NEUTRAL * 4,)
        luck.shuffle(tiles)
    tokens = list(range(len(ALTARS)))
    luck.shuffle(tokens)
    altars = tuple(-1 if region in desolate else tokens.pop() for region in range(REGIONS))
    wrathful = tuple(luck.pick(tiles_of_age) for tiles_of_age in WRATHFUL_OF_AGE)
    first = luck.below(players)
    vp = [0] * players
    sources = [0] * (players * WIDTH)
    for step in range(players):
        seat = (first + step) % players
        vp[seat] = sources[seat * WIDTH + FROM_START] = CONSTANTS.first_vp - step
    decks = []
    for _ in range(players):
        deck = list(range(len(CARDS)))
        luck.shuffle(deck)
        decks.append(tuple(deck))
    gods = [-1] * players
    dealt = setup.options.get("gods") == "dealt"
    if dealt:
        pantheon = list(range(len(GODS)))
        luck.shuffle(pantheon)
        gods = pantheon[:players]
    reserves = [n - asleep for n, asleep in zip(UNITS_PER_TRIBE, XIBALBA_AT_START, strict=True)]
    return kind(
        actor=None,
        players=players,
        blessed_cards=bool(setup.options.get("blessed_cards", False)),
        age=0,
        live=live,
        blessed=-1,
        conflict=-1,
        fought=0,
        chance=luck,
        stack=[(steps.START,)] if dealt else [(steps.START,), (steps.GODS, 0)],
        order=(),
        altars=altars,
        wrathful=wrathful,
        tiles=tuple(tiles),
        gods=tuple(gods),
        abilities=((),) * players,
        decks=tuple(decks),
        known=(0,) * players,
        cards=(-1,) * players,
        revealed=False,
        covered=(0,) * players,
        given=(0,) * (players * 2),
        most=(0,) * (REGIONS * 2),
        ties=(0,) * REGIONS,
        tracks=((-1,) * len(TRACKS[0]), (-1,) * len(TRACKS[1])),
        units=[0] * (players * REGIONS * 2),
        reserves=reserves * players,
        xibalba=list(XIBALBA_AT_START) * players,
        wrath=[0] * (players * 2),
        glyphs=[0] * (players * REGIONS),
        stelae=[GLYPHS_PER_TRIBE] * players,
        pyramids=pyramids,
        pieces=list(PIECES_PER_TRIBE) * players,
        champions=[-1] * REGIONS,
        tokens=[0] * (players * REGIONS),
        vertices=[-1] * players,
        devotion=[0] * players,
        vp=vp,
        sources=sources,
        same=-1,
        place=0,
        done=0,
        cause=FROM_ACTIONS,
    )


# Gods, from the fewest VP up


def _run_gods(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()[::-1]
    if who == state.players:
        stack.pop()
        return False
    state.actor = state.order[who]
    return True


def _offer_gods(state: Table, frame: Frame) -> Sequence[Move]:
    return [move for move in m.GOD if move.god not in state.gods]


def _take_god(state: Table, stack: list[Frame], frame: Frame, move: m.TakeGod, tell: Tell | None) -> None:
    seat = state.order[frame[1]]
    state.gods = (*state.gods[:seat], move.god, *state.gods[seat + 1 :])
    stack[-1] = (steps.GODS, frame[1] + 1)
    if tell:
        tell(Event("follow", seat, (move.god,)))


# Start of Age


def _run_start(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    state.age += 1
    if tell:
        tell(Event("age", None, (state.age, state.wrathful[state.age - 1]), reveals=True))
    stack[-1] = (steps.CALLS, 0)
    stack.append((steps.DEPLOY, 0))
    stack.append((steps.ABILITIES, 0))
    return False


def _run_abilities(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
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
    tuple(m.ABILITY[n] for n, ability in enumerate(ABILITIES) if ability.age == age) for age in range(1, AGES + 1)
)


def _offer_abilities(state: Table, frame: Frame) -> Sequence[Move]:
    return _OFFERED[state.age - 1]


def _take_ability(state: Table, stack: list[Frame], frame: Frame, move: m.TakeAbility, tell: Tell | None) -> None:
    seat = state.order[frame[1]]
    taken = state.abilities
    state.abilities = (*taken[:seat], (*taken[seat], move.ability), *taken[seat + 1 :])
    stack[-1] = (steps.ABILITIES, frame[1] + 1)
    if tell:
        tell(Event("ability", seat, (move.ability,)))


# Deploy Step: each seat does all of it before the next begins


def _run_deploy(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()
    if who == state.players:
        stack.pop()
        bare = [region for region in IN_MASK[state.live] if state.champions[region] < 0]
        state.blessed = bare[0]
        if tell:
            tell(Event("blessed", None, (bare[0],)))
        return False
    seat = state.order[who]
    stack[-1] = (steps.DEPLOY, who + 1)
    stack.append((steps.STATION, seat, state.live))
    stack.append((steps.CHAMPION, seat, CONSTANTS.champions[state.players]))
    acting = sum(1 << at for at, ability in enumerate(state.abilities[seat]) if AT_DEPLOY[ability])
    stack.append((steps.REMINDERS, seat, acting))
    return False


def _run_reminders(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    """Abilities that act now, in their owner's order."""
    _, seat, acting = frame
    if not acting:
        stack.pop()
        return False
    if not acting & (acting - 1):
        ability = state.abilities[seat][acting.bit_length() - 1]
        _let_act(state, stack, frame, m.ABILITY[ability], tell)
        return False
    state.actor = seat
    return True


def _offer_reminders(state: Table, frame: Frame) -> Sequence[Move]:
    _, seat, acting = frame
    return [m.ABILITY[ability] for at, ability in enumerate(state.abilities[seat]) if acting >> at & 1]


def _let_act(state: Table, stack: list[Frame], frame: Frame, move: m.TakeAbility, tell: Tell | None) -> None:
    _, seat, acting = frame
    acting &= ~(1 << state.abilities[seat].index(move.ability))
    stack[-1] = (steps.REMINDERS, seat, acting)
    if tell:
        tell(Event("acts", seat, (move.ability,)))
    effect = ABILITIES[move.ability].effect
    assert effect is not None
    perform(state, effect.number, seat, FROM_TRIBE)


def _run_champion(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    if not frame[2]:
        stack.pop()
        return False
    state.actor = frame[1]
    return True


def _offer_champion(state: Table, frame: Frame) -> Sequence[Move]:
    champions = state.champions
    return [m.REGION[region] for region in IN_MASK[state.live] if champions[region] < 0]


def _set_champion(state: Table, stack: list[Frame], frame: Frame, move: m.ToRegion, tell: Tell | None) -> None:
    step, seat, left = frame
    state.champions[move.region] = seat
    stack[-1] = (step, seat, left - 1)
    if tell:
        tell(Event("champion", seat, (move.region,)))


def _run_station(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
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


def _offer_station(state: Table, frame: Frame) -> Sequence[Move]:
    _, seat, regions = frame
    region = IN_MASK[regions][0]
    reserves = state.reserves
    return m.stations(region, state.station_limit(seat, region), reserves[seat * 2], reserves[seat * 2 + 1])


def _station(state: Table, stack: list[Frame], frame: Frame, move: m.Station, tell: Tell | None) -> None:
    step, seat, regions = frame
    at = (seat * REGIONS + move.region) * 2
    state.units[at] += move.warriors
    state.units[at + 1] += move.shamans
    state.reserves[seat * 2] -= move.warriors
    state.reserves[seat * 2 + 1] -= move.shamans
    stack[-1] = (step, seat, regions & (regions - 1))
    if tell:
        if move.warriors:
            tell(Event("deploy", seat, (move.region, WARRIOR, move.warriors)))
        if move.shamans:
            tell(Event("deploy", seat, (move.region, SHAMAN, move.shamans)))


# Call Step


def _run_calls(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    who = frame[1]
    if who == 0:
        state.order = state.vp_order()
    if who == state.players:
        stack[-1] = (steps.TILE,)
        return False
    stack[-1] = (steps.CALLS, who + 1)
    state.cause = FROM_ACTIONS
    stack.append((steps.CALL, -1, state.order[who], 0))
    return False


RUN: dict[int, Run] = {
    steps.GODS: _run_gods,
    steps.START: _run_start,
    steps.ABILITIES: _run_abilities,
    steps.DEPLOY: _run_deploy,
    steps.REMINDERS: _run_reminders,
    steps.CHAMPION: _run_champion,
    steps.STATION: _run_station,
    steps.CALLS: _run_calls,
}
OFFER: dict[int, Offer] = {
    steps.GODS: _offer_gods,
    steps.ABILITIES: _offer_abilities,
    steps.REMINDERS: _offer_reminders,
    steps.CHAMPION: _offer_champion,
    steps.STATION: _offer_station,
}
REPLY: dict[int, Reply] = {
    steps.GODS: _take_god,
    steps.ABILITIES: _take_ability,
    steps.REMINDERS: _let_act,
    steps.CHAMPION: _set_champion,
    steps.STATION: _station,
}
