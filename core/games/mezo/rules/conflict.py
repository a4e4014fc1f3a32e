"""The Conflict Step, conflict by conflict, and the end of an Age."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from core.game import EventSink, GameEvent, Move
from core.games.mezo import moves, phases
from core.games.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CONSTANTS,
    GODS,
    IN_MASK,
    PASSES,
    REGIONS,
    SHAMAN,
    TRACKS,
    WARRIOR,
)
from core.games.mezo.effects.scope import perform
from core.games.mezo.phases import Frame, Legal, Reply, Run
from core.games.mezo.rules.decks import shuffled_decks
from core.games.mezo.scoring import (
    FROM_ACTIONS,
    FROM_ALTARS,
    FROM_BLESSED,
    FROM_TRACKS,
    FROM_TRIBE,
    award,
    devote,
    leaders,
    majority,
    score_cities,
    score_end,
    score_tracks,
    strengths,
    tie_breaker,
)

if TYPE_CHECKING:
    from core.games.mezo.state import MezoState

AT_WIN = tuple(a.when == "win_conflict" for a in ABILITIES)


def _set(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


# The next conflict


def _run_tile(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    if not state.tiles:
        stack[-1] = (phases.AGE_END,)
        return False
    region = state.tiles[-1]
    state.tiles = state.tiles[:-1]
    state.conflict = region
    state.fought += 1
    blessed = region == state.blessed
    if emit:
        emit(GameEvent("conflict", None, (region, blessed, state.champions[region]), reveals=True))
    stack.append((phases.CLEAN_UP,))
    if blessed:
        # No Champion stands here, so no seat is to the left of its owner: the VP order decides.
        state.order = state.vp_order()
        stack.append((phases.WINNER,))
        stack.append((phases.SACRIFICE, 0))
    else:
        state.order = tuple(state.clockwise(state.champions[region] + 1))
        stack.append((phases.TRACK, WARRIOR))
        stack.append((phases.TRACK, SHAMAN))
        stack.append((phases.WINNER,))
    if not blessed or state.blessed_cards:
        stack.append((phases.THIRD, 0))
        stack.append((phases.ACT, 0))
        stack.append((phases.CARDS, 0))
        state.known = tuple(min(CONSTANTS.draw, len(deck)) for deck in state.decks)
    return False


# Cards, in secret


def _run_cards(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    who = frame[1]
    if who < state.players:
        state.actor = state.order[who]
        return True
    stack.pop()
    state.revealed = True
    if emit:
        for seat in state.order:
            emit(GameEvent("card", seat, (state.gods[seat], state.cards[seat]), reveals=True))
    return False


def _legal_cards(state: MezoState, frame: Frame) -> Sequence[Move]:
    deck = state.decks[state.order[frame[1]]]
    return [moves.CARD[card] for card in deck[: CONSTANTS.draw]]


def _lay(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PlayCard, emit: EventSink | None) -> None:
    """Lay the card; the others go back on top, where all are drawn again next time, so their order is no choice."""
    seat = state.order[frame[1]]
    state.cards = _set(state.cards, seat, move.card)
    rest = tuple(card for card in state.decks[seat] if card != move.card)
    state.decks = (*state.decks[:seat], rest, *state.decks[seat + 1 :])
    state.known = _set(state.known, seat, state.known[seat] - 1)
    stack[-1] = (phases.CARDS, frame[1] + 1)
    if emit:
        emit(GameEvent("lays", seat))


# Actions


def _acting(state: MezoState, number: int) -> int:
    return state.order[number % state.players]


def _run_act(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    number = frame[1]
    if number == state.players * CONSTANTS.actions_per_conflict:
        stack.pop()
        return False
    state.actor = _acting(state, number)
    return True


#: By mask of covered actions: what can be done with the others.
_OFFERED = tuple(
    (
        *(moves.ACT[action] for action in range(3) if not covered >> action & 1),
        *(way for action in range(3) if not covered >> action & 1 for way in moves.PASS[action]),
    )
    for covered in range(8)
)


def _legal_act(state: MezoState, frame: Frame) -> Sequence[Move]:
    return _OFFERED[state.covered[_acting(state, frame[1])]]


def _act(
    state: MezoState,
    stack: list[Frame],
    frame: Frame,
    move: moves.ResolveAction | moves.PassAction,
    emit: EventSink | None,
) -> None:
    seat = _acting(state, frame[1])
    stack[-1] = (phases.ACT, frame[1] + 1)
    state.covered = _set(state.covered, seat, state.covered[seat] | 1 << move.action)
    if isinstance(move, moves.ResolveAction):
        _resolve(state, seat, move.action, emit)
        return
    if emit:
        emit(GameEvent("pass", seat, (state.gods[seat], state.cards[seat], move.action)))
    perform(state, PASSES[move.option].effect.number, seat, FROM_ACTIONS)


def _resolve(state: MezoState, seat: int, action: int, emit: EventSink | None) -> None:
    god, card = state.gods[seat], state.cards[seat]
    if emit:
        emit(GameEvent("act", seat, (god, card, action)))
    perform(state, GODS[god].actions[card][action].number, seat, FROM_ACTIONS)


def _run_third(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    """The third action costs a glyph here, if its player likes."""
    who = frame[1]
    while who < state.players:
        seat = state.order[who]
        if state.glyphs[seat * REGIONS + state.conflict]:
            stack[-1] = (phases.THIRD, who)
            state.actor = seat
            return True
        who += 1
    stack.pop()
    return False


def _legal_third(state: MezoState, frame: Frame) -> Sequence[Move]:
    return (moves.YES, moves.NO)


def last_action(covered: int) -> int:
    """Return the action that is still uncovered after two."""
    return next(action for action in range(3) if not covered >> action & 1)


def _third(state: MezoState, stack: list[Frame], frame: Frame, move: moves.AnswerYesNo, emit: EventSink | None) -> None:
    seat = state.order[frame[1]]
    stack[-1] = (phases.THIRD, frame[1] + 1)
    if not move.yes:
        return
    state.glyphs[seat * REGIONS + state.conflict] -= 1
    state.stelae[seat] += 1
    action = last_action(state.covered[seat])
    state.covered = _set(state.covered, seat, 7)
    if emit:
        emit(GameEvent("third", seat, (state.conflict,)))
    _resolve(state, seat, action, emit)


#: The events of the course of a conflict, not of what an action does.
_COURSE = frozenset({"act", "pass", "third", "wins"})


def with_vain_actions(told: list[GameEvent], state: MezoState) -> Iterator[GameEvent]:
    """Add an event after every action that did nothing at all, which says so."""
    at_rest = not any(frame[0] == phases.SCOPE for frame in state.stack)
    for event, then in zip_longest(told, told[1:]):
        yield event
        if event.kind == "act" and (then.kind in _COURSE if then is not None else at_rest):
            yield GameEvent("nothing", event.seat)


# The Blessed region: gifts of units


def _run_sacrifice(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    if frame[1] == state.players:
        stack.pop()
        return False
    state.actor = state.order[frame[1]]
    return True


def _legal_sacrifice(state: MezoState, frame: Frame) -> Sequence[Move]:
    seat = state.order[frame[1]]
    return moves.offerings(state.reserves[seat * 2], state.reserves[seat * 2 + 1])


def _sacrifice(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickUnits, emit: EventSink | None
) -> None:
    seat = state.order[frame[1]]
    stack[-1] = (phases.SACRIFICE, frame[1] + 1)
    state.reserves[seat * 2] -= move.warriors
    state.reserves[seat * 2 + 1] -= move.shamans
    at = seat * 2
    state.given = (*state.given[:at], move.warriors, move.shamans, *state.given[at + 2 :])
    if emit:
        emit(GameEvent("sacrifice", seat, (move.warriors, move.shamans)))
    devote(state, seat, move.warriors + move.shamans, emit)


# Who wins


def _run_winner(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    tied = leaders(state, state.conflict)
    if len(tied) > 1:
        state.actor = tie_breaker(state, state.conflict, tied)
        return True
    _win(state, stack, frame, moves.SEAT[tied[0]], emit)
    return False


def _legal_winner(state: MezoState, frame: Frame) -> Sequence[Move]:
    return [moves.SEAT[seat] for seat in leaders(state, state.conflict)]


def _win(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickSeat, emit: EventSink | None) -> None:
    seat, region = move.seat, state.conflict
    stack.pop()
    if emit:
        emit(GameEvent("wins", seat, (region, tuple(strengths(state, region)))))
    if region == state.blessed:
        award(state, seat, ((CONSTANTS.blessed_vp, FROM_BLESSED),), emit)
    # The altar goes on top: it comes first, then what a victory means to the tribe.
    for ability in reversed(state.abilities[seat]):
        effect = ABILITIES[ability].effect
        if AT_WIN[ability] and effect is not None:
            perform(state, effect.number, seat, FROM_TRIBE)
    if region != state.blessed:
        altar = ALTARS[state.altars[region]]
        if emit:
            emit(GameEvent("altar", seat, (state.altars[region],)))
        perform(state, altar.effect.number, seat, FROM_ALTARS)


# Calendar and Codex


def _run_track(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    kind = frame[1]
    claim = majority(state, state.conflict, kind)
    if not claim or -1 not in state.tracks[kind]:
        stack.pop()
        return False
    if len(claim) == 1:
        stack[-1] = (phases.SPACE, kind, claim[0])
        return False
    state.actor = state.champions[state.conflict]
    return True


def _legal_track(state: MezoState, frame: Frame) -> Sequence[Move]:
    return [moves.SEAT[seat] for seat in majority(state, state.conflict, frame[1])]


def _grant(state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickSeat, emit: EventSink | None) -> None:
    stack[-1] = (phases.SPACE, frame[1], move.seat)
    if emit:
        emit(GameEvent("grants", state.champions[state.conflict], (move.seat, frame[1])))


def _run_space(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    state.actor = frame[2]
    return True


def _legal_space(state: MezoState, frame: Frame) -> Sequence[Move]:
    kind = frame[1]
    return [moves.SPACE[kind][space] for space, owner in enumerate(state.tracks[kind]) if owner < 0]


def _take_space(
    state: MezoState, stack: list[Frame], frame: Frame, move: moves.PickSpace, emit: EventSink | None
) -> None:
    _, kind, seat = frame
    stack.pop()
    state.units[(seat * REGIONS + state.conflict) * 2 + kind] -= 1
    codex, calendar = state.tracks
    if kind == WARRIOR:
        codex = _set(codex, move.space, seat)
    else:
        calendar = _set(calendar, move.space, seat)
    state.tracks = (codex, calendar)
    if emit:
        emit(GameEvent("space", seat, (kind, move.space)))
    perform(state, TRACKS[kind][move.space].effect.number, seat, FROM_TRACKS)


# Afterwards


def _run_clean_up(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    region = state.conflict
    units, reserves, xibalba, wrath = state.units, state.reserves, state.xibalba, state.wrath
    for seat in range(state.players):
        at = seat * REGIONS + region
        state.tokens[at] = 0
        for kind in (WARRIOR, SHAMAN):
            mine = seat * 2 + kind
            reserves[mine] += units[at * 2 + kind]
            units[at * 2 + kind] = 0
            xibalba[mine] += wrath[mine] + state.given[mine]
            wrath[mine] = 0
    state.champions[region] = -1
    state.given = (0,) * len(state.given)
    state.most = (*state.most[: region * 2], 0, 0, *state.most[region * 2 + 2 :])
    state.ties = _set(state.ties, region, 0)
    state.cards = (-1,) * state.players
    state.revealed = False
    state.covered = (0,) * state.players
    state.conflict = -1
    stack.pop()
    return False


def _run_age_end(state: MezoState, stack: list[Frame], frame: Frame, emit: EventSink | None) -> bool:
    if emit:
        emit(GameEvent("age_end", None, (state.age,)))
    score_tracks(state, emit)
    _clear_tracks(state)
    score_cities(state, emit)
    _clear_marks(state)
    stack.pop()
    if state.age < AGES:
        _prepare_next_age(state)
        stack.append((phases.START,))
    else:
        if emit:
            emit(GameEvent("last_age", None))
        score_end(state, emit)
    return False


def _clear_tracks(state: MezoState) -> None:
    """Return the units on the Calendar and the Codex home."""
    for kind, track in enumerate(state.tracks):
        for owner in track:
            if owner >= 0:
                state.reserves[owner * 2 + kind] += 1
    state.tracks = ((-1,) * len(state.tracks[0]), (-1,) * len(state.tracks[1]))


def _clear_marks(state: MezoState) -> None:
    """Remove the Blessed mark and all tokens from the regions."""
    state.blessed = -1
    state.tokens = [0] * len(state.tokens)
    state.most = (0,) * len(state.most)
    state.ties = (0,) * len(state.ties)


def _prepare_next_age(state: MezoState) -> None:
    """Make fresh decks, and shuffle the conflict tiles."""
    state.decks = shuffled_decks(state.players, state.chance)
    state.known = (0,) * state.players
    tiles = list(IN_MASK[state.live])
    state.chance.shuffle(tiles)
    state.tiles = tuple(tiles)
    state.fought = 0


RUN: dict[int, Run] = {
    phases.TILE: _run_tile,
    phases.CARDS: _run_cards,
    phases.ACT: _run_act,
    phases.THIRD: _run_third,
    phases.SACRIFICE: _run_sacrifice,
    phases.WINNER: _run_winner,
    phases.TRACK: _run_track,
    phases.SPACE: _run_space,
    phases.CLEAN_UP: _run_clean_up,
    phases.AGE_END: _run_age_end,
}
LEGAL: dict[int, Legal] = {
    phases.CARDS: _legal_cards,
    phases.ACT: _legal_act,
    phases.THIRD: _legal_third,
    phases.SACRIFICE: _legal_sacrifice,
    phases.WINNER: _legal_winner,
    phases.TRACK: _legal_track,
    phases.SPACE: _legal_space,
}
REPLY: dict[int, Reply] = {
    phases.CARDS: _lay,
    phases.ACT: _act,
    phases.THIRD: _third,
    phases.SACRIFICE: _sacrifice,
    phases.WINNER: _win,
    phases.TRACK: _grant,
    phases.SPACE: _take_space,
}
