"""What lies where on the screen of Mezo, in a few words and in full."""

from collections.abc import Sequence

from core.game import Move
from core.mezo import moves as m
from core.mezo import steps
from core.mezo.components import ALTARS, CARDS, GODS, TRACKS, WRATHFUL
from core.mezo.effects.gods import price
from core.mezo.glimpse import glimpse
from core.mezo.previews import building, laid, outlook
from core.mezo.rules import MezoState
from core.mezo.words import explain, names
from tui.frame import Spot
from tui.games.mezo_map import fought
from tui.games.mezo_side import tribe_rows


def who(seat: int, viewer: int) -> str:
    return "you" if seat == viewer else names.tribe(seat)


def leader_words(winner: Sequence[int], viewer: int) -> str:
    """Who is ahead."""
    if len(winner) > 1:
        return "you are tied" if viewer in winner else "a tie of others"
    return "you lead" if viewer in winner else f"{names.tribe(winner[0])} leads"


def outcome(state: MezoState, viewer: int, move: Move, region: int) -> str:
    """What a choice in a region brings: points for a pyramid, else how strong everybody would be there."""
    if isinstance(move, m.PickPiece) and move.pyramid and state.stack[-1][0] == steps.BUILD:
        _, gains = building(state, viewer, region)
        return " · " + ", ".join(f"{who(seat, viewer)} +{n}, then {vp} VP" for seat, n, vp in gains)
    was, will = outlook(state, region), outlook(glimpse(state, move), region)
    changed = [seat for seat in range(state.players) if was.strengths[seat] != will.strengths[seat]]
    if not changed:
        return ""
    words = ", ".join(f"{who(seat, viewer)} {was.strengths[seat]}→{will.strengths[seat]}" for seat in changed)
    return f" · strength: {words} · {leader_words(will.winner, viewer)}"


def gift_words(state: MezoState, viewer: int, move: m.PickUnits) -> str:
    """What a sacrifice would bring."""
    view = glimpse(state, move)
    found = outlook(view, state.conflict)
    given = move.warriors + move.shamans
    gain = f" devotion {state.devotion[viewer]}→{view.devotion[viewer]}," if given else ""
    return (
        f"sacrifices {names.several(given, 'unit') if given else 'nobody'}:{gain}"
        f" strength {found.strengths[viewer]} of {max(found.strengths)}, {leader_words(found.winner, viewer)}"
    )


def says(state: MezoState, viewer: int, spot: Spot) -> str:
    """What lies at a place, in a few words."""
    match spot:
        case ("region", int(region)):
            return _region(state, viewer, region)
        case ("vertex", int(vertex)):
            return explain.vertex(state, vertex)
        case ("god", int(god)):
            taken = [seat for seat in range(state.players) if state.gods[seat] == god]
            return f"{GODS[god].name} is followed by {names.tribe(taken[0])}." if taken else GODS[god].theme
        case ("tribe", int(seat)):
            return explain.devotion(state, seat)
        case ("strength", int(seat)):
            return _strength(state, viewer, seat)
        case ("action", int(action)) if state.cards[viewer] >= 0:
            spent = "Spent: " if state.covered[viewer] >> action & 1 else ""
            return spent + GODS[state.gods[viewer]].actions[state.cards[viewer]][action].text
        case ("track", int(kind)):
            spaces = zip(TRACKS[kind], state.tracks[kind], strict=True)
            free = [space.effect.text.rstrip(".") for space, owner in spaces if owner < 0]
            return f"{names.TRACK[kind]}, free: {'; '.join(free) or 'nothing'}"
        case ("wrath", _):
            tiles = "; ".join(f"{WRATHFUL[tile].name}: {WRATHFUL[tile].effect.text}" for tile in state.face_up())
            return f"The wrathful god asks for {names.several(price(state), 'unit')}. {tiles}"
    return ""


def _region(state: MezoState, viewer: int, region: int) -> str:
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name} is Desolate: out of the game."
    if region == state.blessed:
        what = "Blessed, 8 VP for the strongest"
    else:
        altar = ALTARS[state.altars[region]]
        what = f"altar {altar.name}: {altar.effect.text.rstrip('.')}"
    found = outlook(state, region)
    leads = f" · {leader_words(found.winner, viewer)}" if max(found.strengths) else ""
    over = " · fought" if fought(state, region) else ""
    return f"{name} · {what}{leads}{over}"


def _strength(state: MezoState, viewer: int, seat: int) -> str:
    """How a tribe stands in the conflict: what it would win, and its card."""
    found = outlook(state, state.conflict)
    prizes = (("the conflict", found.winner), ("the Calendar", found.calendar), ("the Codex", found.codex))
    ahead = [word for word, seats in prizes if seat in seats]
    card = laid(state, seat, viewer)
    shown = "no card yet" if card is None else "a card face down" if card < 0 else CARDS[card].capitalize()
    leads = f", ahead for {names.listed(ahead)}" if ahead else ""
    return f"{names.tribe(seat)}: strength {found.strengths[seat]}{leads}; {shown}"


def in_full(state: MezoState, viewer: int, players: Sequence[str], spot: Spot) -> str:
    """What lies at a place, with every keyword that it uses."""
    text = _in_full(state, viewer, players, spot)
    words = explain.keywords_in(text)
    return "\n".join([text, "", *words]) if words else text


def _in_full(state: MezoState, viewer: int, players: Sequence[str], spot: Spot) -> str:
    match spot:
        case ("region", int(region)):
            return _region_in_full(state, region)
        case ("vertex", int(vertex)):
            return f"{explain.vertex(state, vertex)}\n\nA god on a vertex has presence in the regions that it touches."
        case ("god", int(god)):
            cards = [card_in_full(god, card) for card in range(len(CARDS))]
            return "\n\n".join([explain.god(god), *cards])
        case ("tribe", int(seat)):
            rows = tribe_rows(state, seat, viewer, players[seat], 76)
            return "\n".join([rows[0].text, explain.devotion(state, seat), *(row.text for row in rows[1:])])
        case ("strength", int(seat)):
            card = laid(state, seat, viewer)
            if card is None or card < 0:
                return explain.region(state, state.conflict)
            return card_in_full(state.gods[seat], card)
        case ("action", _) if state.cards[viewer] >= 0:
            return card_in_full(state.gods[viewer], state.cards[viewer])
        case ("track", int(kind)):
            return "\n".join(explain.space(state, kind, number) for number in range(len(TRACKS[kind])))
        case ("wrath", _):
            return "\n".join([says(state, viewer, spot), *(explain.tile(tile) for tile in state.face_up())])
    return state.board(viewer)


def _region_in_full(state: MezoState, region: int) -> str:
    return (
        explain.region(state, region).replace("; ", ";\n")
        + "\n\nA letter on its own colour leads; an underlined count is the most of its kind."
    )


def card_in_full(god: int, card: int) -> str:
    """A card, an action a line."""
    lines = [f"{number}. {action.text}" for number, action in enumerate(GODS[god].actions[card], 1)]
    return "\n".join([f"{CARDS[card].capitalize()} of {GODS[god].name}", *lines])
