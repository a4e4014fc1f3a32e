"""Previews of choices: points for a pyramid, strength in a region, devotion for a sacrifice."""

from collections.abc import Sequence

from core.game import Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.components import CONSTANTS, DEVOTION_VP, GODS, NEUTRAL, WRATHFUL
from core.games.mezo.effects.gods import price
from core.games.mezo.effects.stone import next_level
from core.games.mezo.scoring import landing, standings, tie_breaker
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.view.preview_state import state_after_choice
from core.text import count_text

#: What fits into a line of the prompt, behind "Enter: ".
_ONE_LINE = 71


def leader_text(winner: Sequence[int], viewer: int | None, players: Sequence[str]) -> str:
    """Return who is ahead."""
    if len(winner) == 1:
        return "you lead" if viewer in winner else f"{players[winner[0]]} leads"
    if viewer in winner:
        first, *others = [players[seat] for seat in winner if seat != viewer]
        return f"tied with {first}{f' and {len(others)} more' if others else ''}"
    first, second, *others = [players[seat] for seat in winner]
    return f"{first} and {f'{len(others) + 1} more' if others else second} are tied"


def standing_text(table: MezoState, region: int, viewer: int, players: Sequence[str]) -> str:
    """Return who would be ahead in this state, and who decides if they are tied."""
    winner = standings(table, region).winner
    text, judge = leader_text(winner, viewer, players), tie_breaker(table, region, winner)
    if len(winner) == 1 or judge < 0:
        return text
    if judge == viewer:
        return f"{text}, you decide"
    if viewer not in winner:
        return text
    return f"{text}, who decides" if len(winner) == 2 and judge in winner else f"{text}, {players[judge]} decides"


def outcome_preview(state: MezoState, seat: int, moves: Sequence[Move], players: Sequence[str]) -> str:
    """Return what a choice in a region brings this seat: points for a pyramid, else all strengths there."""
    move = moves[0]
    if not isinstance(move, m.PickRegion | m.Station | m.PickUnit | m.PickPiece) or move.region < 0:
        return ""
    if isinstance(move, m.PickPiece) and move.pyramid and state.stack[-1][0] == phases.BUILD:
        _, gains = building(state, seat, move.region)
        return ", ".join(f"you +{n}, to {vp} VP" if each == seat else f"{players[each]} +{n}" for each, n, vp in gains)
    table = state_after_choice(state, moves)
    was, will = standings(state, move.region), standings(table, move.region)
    changed = [each for each in range(state.players) if was.strengths[each] != will.strengths[each]]
    if not changed:
        return ""
    named = isinstance(move, m.PickUnit | m.PickPiece) and len(changed) == 1
    text = ", ".join(
        f"{'' if each == seat or named else players[each] + ' '}{was.strengths[each]}→{will.strengths[each]}"
        for each in changed
    )
    return f"strength {text} · {standing_text(table, move.region, seat, players)}"


def appeasing(state: MezoState) -> str:
    """Return what the wrathful god would take now, and what could be had for it."""
    tiles = [WRATHFUL[tile] for tile in state.face_up()]
    had = "a tile" if tiles[1:] else tiles[0].name
    return f"{count_text(price(state), 'unit')} for {had}"


def calling(state: MezoState, seat: int) -> str:
    """Return what a CALL is: the god moves and uses its Call; in so few words that the question stays beside it."""
    god = GODS[state.gods[seat]]
    whole = f"CALL: move {god.name} and use its Call: {god.call.brief}"
    return whole if len(whole) <= _ONE_LINE else f"CALL: move {god.name} and use its Call ability."


def sacrifice(state: MezoState, seat: int, move: m.PickUnits, players: Sequence[str]) -> str:
    """Return what a gift in the Blessed conflict would bring, with the units given."""
    given = names.units(move.warriors, move.shamans)
    return f"sacrifice {given}: {_brought_by(state, seat, move, players)}"


def sacrifice_of_so_many(state: MezoState, seat: int, move: m.PickUnits, players: Sequence[str]) -> str:
    """Return the same for all gifts of so many units."""
    given = count_text(move.warriors + move.shamans, "unit")
    return f"sacrifice {given}: {_brought_by(state, seat, move, players)}"


def _brought_by(state: MezoState, seat: int, gift: m.PickUnits, players: Sequence[str]) -> str:
    view = state_after_choice(state, (gift,))
    found = standings(view, state.conflict)
    strength = f"strength {found.strengths[seat]}, {standing_text(view, state.conflict, seat, players)}"
    return strength + _devotion(state.devotion[seat], view.devotion[seat], gift.warriors + gift.shamans)


def _devotion(at: int, then: int, gained: int) -> str:
    """Where devotion would lead, with what the space is worth, and the VP for what does not fit on the track."""
    if not gained:
        return ""
    beyond = gained - (then - at)
    if then == at:
        return f" · {beyond} VP, devotion is full"
    return f" · devotion {at}→{then} = {DEVOTION_VP[then]} VP{f', {beyond} VP now' if beyond else ''}"


def building(state: MezoState, seat: int, region: int) -> tuple[int, list[tuple[int, int, int]]]:
    """Return the level (from 1) that this seat would build here, and (seat, gain, VP afterwards) of all who gain.

    Level 0: it cannot build here.
    """
    level = next_level(state, seat, region) + 1
    if not level:
        return 0, []
    pyramid = state.pyramids[region]
    sharers = {piece // 4 for piece in pyramid} - {seat, NEUTRAL}
    gains = {seat: len(pyramid) + 1, **dict.fromkeys(sharers, CONSTANTS.shared_pyramid_vp)}
    vp = state.vp[:]
    told = []
    for each in sorted(gains, key=lambda seat: -state.vp[seat]):
        vp[each] = landing(vp, each, gains[each])
        told.append((each, gains[each], vp[each]))
    return level, told
