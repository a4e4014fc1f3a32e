"""The Conflict Step, conflict by conflict, and the end of an Age."""

from collections.abc import Sequence

from core.game import Event, Move, Tell
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import (
    ABILITIES,
    AGES,
    ALTARS,
    CARDS,
    CONSTANTS,
    GODS,
    IN_MASK,
    PASSES,
    REGIONS,
    SHAMAN,
    TRACKS,
    WARRIOR,
)
from core.mezo.effects.scope import perform
from core.mezo.scoring import (
    award,
    devote,
    leaders,
    majority,
    score_cities,
    score_end,
    score_tracks,
    strengths,
)
from core.mezo.state import (
    FROM_ACTIONS,
    FROM_ALTARS,
    FROM_BLESSED,
    FROM_TRACKS,
    FROM_TRIBE,
    Frame,
    Offer,
    Reply,
    Run,
    Table,
)

AT_WIN = tuple(a.when == "win_conflict" for a in ABILITIES)


def _set(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


# The next conflict


def _run_tile(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    if not state.tiles:
        stack[-1] = (steps.AGE_END,)
        return False
    region = state.tiles[-1]
    state.tiles = state.tiles[:-1]
    state.conflict = region
    state.fought += 1
    blessed = region == state.blessed
    if tell:
        tell(Event("conflict", None, (region, blessed, state.champions[region]), reveals=True))
    stack.append((steps.CLEAN_UP,))
    if blessed:
        # No Champion stands here, so nobody sits to the left of its owner: the VP order rules.
        state.order = state.vp_order()
        stack.append((steps.WINNER,))
        stack.append((steps.SACRIFICE, 0))
    else:
        state.order = tuple(state.clockwise(state.champions[region] + 1))
        stack.append((steps.TRACK, WARRIOR))
        stack.append((steps.TRACK, SHAMAN))
        stack.append((steps.WINNER,))
    if not blessed or state.blessed_cards:
        stack.append((steps.THIRD, 0))
        stack.append((steps.ACT, 0))
        stack.append((steps.CARDS, 0))
        state.known = tuple(min(CONSTANTS.draw, len(deck)) for deck in state.decks)
    return False


# Cards, in secret


def _run_cards(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    who = frame[1]
    if who < state.players:
        state.actor = state.order[who]
        return True
    stack.pop()
    state.revealed = True
    if tell:
        for seat in state.order:
            tell(Event("card", seat, (state.gods[seat], state.cards[seat]), reveals=True))
    return False


def _offer_cards(state: Table, frame: Frame) -> Sequence[Move]:
    deck = state.decks[state.order[frame[1]]]
    return [m.CARD[card] for card in deck[: CONSTANTS.draw]]


def _lay(state: Table, stack: list[Frame], frame: Frame, move: m.PlayCard, tell: Tell | None) -> None:
    """The others go back on top; all of them are drawn again next time, so their order is no choice."""
    seat = state.order[frame[1]]
    state.cards = _set(state.cards, seat, move.card)
    rest = tuple(card for card in state.decks[seat] if card != move.card)
    state.decks = (*state.decks[:seat], rest, *state.decks[seat + 1 :])
    state.known = _set(state.known, seat, state.known[seat] - 1)
    stack[-1] = (steps.CARDS, frame[1] + 1)
    if tell:
        tell(Event("lays", seat))


# Actions


def _acting(state: Table, number: int) -> int:
    return state.order[number % state.players]


def _run_act(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    number = frame[1]
    if number == state.players * CONSTANTS.actions_per_conflict:
        stack.pop()
        return False
    state.actor = _acting(state, number)
    return True


#: By mask of covered actions: what can be done with the others.
_OFFERED = tuple(
    (
        *(m.ACT[action] for action in range(3) if not covered >> action & 1),
        *(way for action in range(3) if not covered >> action & 1 for way in m.PASS[action]),
    )
    for covered in range(8)
)


def _offer_act(state: Table, frame: Frame) -> Sequence[Move]:
    return _OFFERED[state.covered[_acting(state, frame[1])]]


def _act(state: Table, stack: list[Frame], frame: Frame, move: m.Act | m.PassOver, tell: Tell | None) -> None:
    seat = _acting(state, frame[1])
    stack[-1] = (steps.ACT, frame[1] + 1)
    state.covered = _set(state.covered, seat, state.covered[seat] | 1 << move.action)
    if isinstance(move, m.Act):
        _resolve(state, seat, move.action, tell)
        return
    if tell:
        tell(Event("pass", seat, (state.gods[seat], state.cards[seat], move.action)))
    perform(state, PASSES[move.option].effect.number, seat, FROM_ACTIONS)


def _resolve(state: Table, seat: int, action: int, tell: Tell | None) -> None:
    god, card = state.gods[seat], state.cards[seat]
    if tell:
        tell(Event("act", seat, (god, card, action)))
    perform(state, GODS[god].actions[card][action].number, seat, FROM_ACTIONS)


def _run_third(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    """The third action costs a glyph here, if its player likes."""
    who = frame[1]
    while who < state.players:
        seat = state.order[who]
        if state.glyphs[seat * REGIONS + state.conflict]:
            stack[-1] = (steps.THIRD, who)
            state.actor = seat
            return True
        who += 1
    stack.pop()
    return False


def _offer_third(state: Table, frame: Frame) -> Sequence[Move]:
    return (m.YES, m.NO)


def last_action(covered: int) -> int:
    """The action that is still uncovered after two."""
    return next(action for action in range(3) if not covered >> action & 1)


def _third(state: Table, stack: list[Frame], frame: Frame, move: m.Answer, tell: Tell | None) -> None:
    seat = state.order[frame[1]]
    stack[-1] = (steps.THIRD, frame[1] + 1)
    if not move.yes:
        return
    state.glyphs[seat * REGIONS + state.conflict] -= 1
    state.stelae[seat] += 1
    action = last_action(state.covered[seat])
    state.covered = _set(state.covered, seat, 7)
    if tell:
        tell(Event("third", seat, (state.conflict,)))
    _resolve(state, seat, action, tell)


# The Blessed region: gifts of units


def _run_sacrifice(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    if frame[1] == state.players:
        stack.pop()
        return False
    state.actor = state.order[frame[1]]
    return True


def _offer_sacrifice(state: Table, frame: Frame) -> Sequence[Move]:
    seat = state.order[frame[1]]
    return m.offerings(state.reserves[seat * 2], state.reserves[seat * 2 + 1])


def _sacrifice(state: Table, stack: list[Frame], frame: Frame, move: m.PickUnits, tell: Tell | None) -> None:
    seat = state.order[frame[1]]
    stack[-1] = (steps.SACRIFICE, frame[1] + 1)
    state.reserves[seat * 2] -= move.warriors
    state.reserves[seat * 2 + 1] -= move.shamans
    at = seat * 2
    state.given = (*state.given[:at], move.warriors, move.shamans, *state.given[at + 2 :])
    if tell:
        tell(Event("sacrifice", seat, (move.warriors, move.shamans)))
    devote(state, seat, move.warriors + move.shamans, tell)


# Who wins


def tie_breaker(state: Table, tied: list[int]) -> int:
    """Who picks among the tied: the owner of the Champion here, or in the Blessed region the last of them."""
    if state.conflict == state.blessed:
        return min(tied, key=lambda seat: state.vp[seat])
    return state.champions[state.conflict]


def _run_winner(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    tied = leaders(state, state.conflict)
    if len(tied) > 1:
        state.actor = tie_breaker(state, tied)
        return True
    _win(state, stack, frame, m.SEAT[tied[0]], tell)
    return False


def _offer_winner(state: Table, frame: Frame) -> Sequence[Move]:
    return [m.SEAT[seat] for seat in leaders(state, state.conflict)]


def _win(state: Table, stack: list[Frame], frame: Frame, move: m.PickSeat, tell: Tell | None) -> None:
    seat, region = move.seat, state.conflict
    stack.pop()
    if tell:
        tell(Event("wins", seat, (region, tuple(strengths(state, region)))))
    if region == state.blessed:
        award(state, seat, ((CONSTANTS.blessed_vp, FROM_BLESSED),), tell)
    # The altar goes on top: it comes first, then what a victory means to the tribe.
    for ability in reversed(state.abilities[seat]):
        effect = ABILITIES[ability].effect
        if AT_WIN[ability] and effect is not None:
            perform(state, effect.number, seat, FROM_TRIBE)
    if region != state.blessed:
        altar = ALTARS[state.altars[region]]
        if tell:
            tell(Event("altar", seat, (state.altars[region],)))
        perform(state, altar.effect.number, seat, FROM_ALTARS)


# Calendar and Codex


def _run_track(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    kind = frame[1]
    claim = majority(state, state.conflict, kind)
    if not claim or -1 not in state.tracks[kind]:
        stack.pop()
        return False
    if len(claim) == 1:
        stack[-1] = (steps.SPACE, kind, claim[0])
        return False
    state.actor = state.champions[state.conflict]
    return True


def _offer_track(state: Table, frame: Frame) -> Sequence[Move]:
    return [m.SEAT[seat] for seat in majority(state, state.conflict, frame[1])]


def _grant(state: Table, stack: list[Frame], frame: Frame, move: m.PickSeat, tell: Tell | None) -> None:
    stack[-1] = (steps.SPACE, frame[1], move.seat)
    if tell:
        tell(Event("grants", state.champions[state.conflict], (move.seat, frame[1])))


def _run_space(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    state.actor = frame[2]
    return True


def _offer_space(state: Table, frame: Frame) -> Sequence[Move]:
    kind = frame[1]
    return [m.SPACE[kind][space] for space, owner in enumerate(state.tracks[kind]) if owner < 0]


def _take_space(state: Table, stack: list[Frame], frame: Frame, move: m.ToSpace, tell: Tell | None) -> None:
    _, kind, seat = frame
    stack.pop()
    state.units[(seat * REGIONS + state.conflict) * 2 + kind] -= 1
    codex, calendar = state.tracks
    if kind == WARRIOR:
        codex = _set(codex, move.space, seat)
    else:
        calendar = _set(calendar, move.space, seat)
    state.tracks = (codex, calendar)
    if tell:
        tell(Event("space", seat, (kind, move.space)))
    perform(state, TRACKS[kind][move.space].effect.number, seat, FROM_TRACKS)


# Afterwards


def _run_clean_up(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
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


def _run_age_end(state: Table, stack: list[Frame], frame: Frame, tell: Tell | None) -> bool:
    if tell:
        tell(Event("age_end", None, (state.age,)))
    score_tracks(state, tell)
    for kind, track in enumerate(state.tracks):
        for owner in track:
            if owner >= 0:
                state.reserves[owner * 2 + kind] += 1
    state.tracks = ((-1,) * len(state.tracks[0]), (-1,) * len(state.tracks[1]))
    score_cities(state, tell)
    state.blessed = -1
    state.tokens = [0] * len(state.tokens)
    state.most = (0,) * len(state.most)
    state.ties = (0,) * len(state.ties)
    stack.pop()
    if state.age == AGES:
        if tell:
            tell(Event("last_age", None))
        score_end(state, tell)
        return False
    decks = []
    for _ in range(state.players):
        deck = list(range(len(CARDS)))
        state.chance.shuffle(deck)
        decks.append(tuple(deck))
    state.decks = tuple(decks)
    state.known = (0,) * state.players
    tiles = list(IN_MASK[state.live])
    state.chance.shuffle(tiles)
    state.tiles = tuple(tiles)
    state.fought = 0
    stack.append((steps.START,))
    return False


RUN: dict[int, Run] = {
    steps.TILE: _run_tile,
    steps.CARDS: _run_cards,
    steps.ACT: _run_act,
    steps.THIRD: _run_third,
    steps.SACRIFICE: _run_sacrifice,
    steps.WINNER: _run_winner,
    steps.TRACK: _run_track,
    steps.SPACE: _run_space,
    steps.CLEAN_UP: _run_clean_up,
    steps.AGE_END: _run_age_end,
}
OFFER: dict[int, Offer] = {
    steps.CARDS: _offer_cards,
    steps.ACT: _offer_act,
    steps.THIRD: _offer_third,
    steps.SACRIFICE: _offer_sacrifice,
    steps.WINNER: _offer_winner,
    steps.TRACK: _offer_track,
    steps.SPACE: _offer_space,
}
REPLY: dict[int, Reply] = {
    steps.CARDS: _lay,
    steps.ACT: _act,
    steps.THIRD: _third,
    steps.SACRIFICE: _sacrifice,
    steps.WINNER: _win,
    steps.TRACK: _grant,
    steps.SPACE: _take_space,
}
