"""Captions and explanations of targets. A viewer of None is a spectator."""

from collections.abc import Sequence

from core.games.mezo import phases
from core.games.mezo.components import (
    ABILITIES,
    ALTARS,
    CARDS,
    CONSTANTS,
    GODS,
    REGIONS,
    SHAMAN,
    TRACKS,
    WARRIOR,
    WRATHFUL,
)
from core.games.mezo.effects.gods import price
from core.games.mezo.moves import PlayCard
from core.games.mezo.scoring import standings
from core.games.mezo.state import MezoState
from core.games.mezo.text import explanations, names
from core.games.mezo.text.board import fought
from core.games.mezo.view.previews import leader_text
from core.games.mezo.view.side_list import SideListItem
from core.games.mezo.view.turn_story import CHAMPION, GLYPH, unit_signs
from core.games.mezo.view.visible_cards import hand, laid, played
from core.text import count_text, list_text
from core.view import Target

# Captions


def caption(
    state: MezoState, viewer: int | None, players: Sequence[str], items: Sequence[SideListItem], target: Target
) -> str:
    match target:
        case Target("region", region):
            return _region(state, viewer, players, region)
        case Target("vertex", vertex):
            return explanations.vertex(state, vertex, players)
        case Target("god", god):
            return f"{GODS[god].name} · {GODS[god].theme}"
        case Target("seat", seat):
            return explanations.devotion(state, seat, players)
        case Target("strength", seat) if state.conflict >= 0:
            return _strength(state, viewer, players, seat)
        case Target("action", action) if viewer is not None and state.cards[viewer] >= 0:
            card = state.cards[viewer]
            used = "used, " if state.covered[viewer] >> action & 1 else ""
            return (
                f"{CARDS[card].capitalize()} {action + 1}: {used}{GODS[state.gods[viewer]].actions[card][action].text}"
            )
        case Target("track", kind):
            spaces = zip(TRACKS[kind], state.tracks[kind], strict=True)
            free = [space.effect.text.rstrip(".") for space, owner in spaces if owner < 0]
            return f"{names.TRACK[kind]}: free are {'; '.join(free) or 'none'}"
        case Target("wrath"):
            tiles = "; ".join(f"{WRATHFUL[tile].name}: {WRATHFUL[tile].effect.text}" for tile in state.face_up())
            return f"Wrathful god: {count_text(price(state), 'unit')} to APPEASE it. {tiles}"
        case Target("item", number) if number < len(items):
            return f"{items[number].title}: {items[number].texts[0]}"
    return ""


def _region(state: MezoState, viewer: int | None, players: Sequence[str], region: int) -> str:
    name = names.region(region)
    if not state.live >> region & 1:
        return f"{name} is Desolate: out of the game."
    if region == state.blessed:
        what = "Blessed, 8 VP for the strongest"
    else:
        altar = ALTARS[state.altars[region]]
        what = f"altar {altar.name}: {altar.effect.text.rstrip('.')}"
    found = standings(state, region)
    leads = f" · {leader_text(found.winner, viewer, players)}" if max(found.strengths) else ""
    over = " · done for this Age" if fought(state, region) else ""
    return f"{name} · {what}{leads}{over}"


def _strength(state: MezoState, viewer: int | None, players: Sequence[str], seat: int) -> str:
    """How a tribe stands in the conflict: what it would win, and its card."""
    found = standings(state, state.conflict)
    prizes = (("the conflict", found.winner), ("the Calendar", found.calendar), ("the Codex", found.codex))
    ahead = [word for word, seats in prizes if seat in seats]
    card = laid(state, seat, viewer)
    shown = "no card yet" if card is None else "a card face down" if card < 0 else CARDS[card].capitalize()
    leads = f", ahead for {list_text(ahead)}" if ahead else ""
    return f"{players[seat]}: strength {found.strengths[seat]}{leads}; {shown}"


def prizes(state: MezoState, winner: int | None = None) -> list[tuple[str, Sequence[int]]]:
    """Return who would get what if the current conflict ended now, or gets it if there is a winner.

    What has been given already is left out; several seats are a tie.
    """
    found = standings(state, state.conflict)
    waiting = {frame[:2] if frame[0] == phases.TRACK else frame[:1] for frame in state.stack}
    parts: list[tuple[str, Sequence[int]]] = []
    if (phases.WINNER,) in waiting:
        prize = f"{CONSTANTS.blessed_vp} VP" if state.conflict == state.blessed else "altar"
        parts.append((prize, found.winner if winner is None else (winner,)))
    taking = {frame[1]: (frame[2],) for frame in state.stack if frame[0] == phases.SPACE}
    for kind, word, seats in ((SHAMAN, "Calendar", found.calendar), (WARRIOR, "Codex", found.codex)):
        if seats and (phases.TRACK, kind) in waiting:
            parts.append((word, seats))
        elif kind in taking:
            parts.append((word, taking[kind]))
    return parts


def forecast_lead(state: MezoState, winner: int | None = None) -> str:
    """Return the words before the prizes."""
    if winner is not None:
        return "The prizes"
    return "If it ended now" if any(frame[0] == phases.WINNER for frame in state.stack) else "Still to come"


# Explanations


def explain(
    state: MezoState, viewer: int | None, players: Sequence[str], items: Sequence[SideListItem], target: Target | None
) -> str:
    """Return what lies at a target, in full."""
    match target:
        case Target("region", region):
            return _region_in_signs(state, region, players)
        case Target("vertex", vertex):
            presence = "A god on a vertex has presence in the regions that it touches: most effects work only there."
            return f"{explanations.vertex(state, vertex, players)}\n\n{presence}"
        case Target("god", god):
            return "\n\n".join([explanations.god(god), *(explanations.card(god, card) for card in range(len(CARDS)))])
        case Target("seat", seat):
            about = tribe(state, seat, viewer)
            head = f"{players[seat]} · {names.tribe(seat)}"
            return "\n".join([head, explanations.devotion(state, seat, players), *(text for text, _ in about)])
        case Target("strength", seat) if state.conflict >= 0:
            card = laid(state, seat, viewer)
            if card is None or card < 0:
                return explanations.region(state, state.conflict, players)
            return explanations.card(state.gods[seat], card)
        case Target("action") if viewer is not None and state.cards[viewer] >= 0:
            return explanations.card(state.gods[viewer], state.cards[viewer])
        case Target("track", kind):
            return "\n".join(explanations.space(state, kind, number, players) for number in range(len(TRACKS[kind])))
        case Target("wrath"):
            tiles = [explanations.tile(tile) for tile in state.face_up()]
            return "\n".join([caption(state, viewer, players, items, target), *tiles])
        case Target("item", number) if number < len(items):
            return _item_in_full(state, items[number])
    return explanations.named(state.board_text(viewer), players)


def _region_in_signs(state: MezoState, region: int, players: Sequence[str]) -> str:
    """Return a region as the map shows it: a line for each tribe, with its signs, and what they would win."""
    if not state.live >> region & 1:
        return f"{names.region(region)} is Desolate: out of the game."
    found, letters = standings(state, region), names.initials(players)
    lines = [explanations.region(state, region, players).split(";")[0].rstrip(".") + ".", ""]
    for seat, name in enumerate(players):
        at = seat * REGIONS + region
        signs = CHAMPION * (state.champions[region] == seat) + unit_signs(*state.units[at * 2 : at * 2 + 2])
        signs += GLYPH * state.glyphs[at] + (f" +{state.tokens[at]}" if state.tokens[at] else "")
        here = " ◆ god present" if state.presence(seat) >> region & 1 else ""
        lines.append(f"{letters[seat]} {name}: {signs or 'nobody'}, strength {found.strengths[seat]}{here}")
    if state.pyramids[region]:
        owners = ", ".join(names.player(piece // 4, players) for piece in state.pyramids[region])
        lines.append(f"Pyramid from the bottom up: {owners}")
    prizes_told = (("Strongest", found.winner), ("Calendar (most ●)", found.calendar), ("Codex (most ▲)", found.codex))
    told = [f"{word}: {list_text(players[seat] for seat in seats)}" for word, seats in prizes_told if seats]
    return "\n".join([*lines, "", *(told if max(found.strengths) else [])])


def _item_in_full(state: MezoState, item: SideListItem) -> str:
    if isinstance(item.move, PlayCard):
        assert state.actor is not None
        return explanations.card(state.gods[state.actor], item.move.card)
    return "\n".join([item.title, *item.texts])


def tribe(state: MezoState, seat: int, viewer: int | None, brief: bool = False) -> list[tuple[str, bool]]:
    """Return a tribe in sentences, each with whether it matters most.

    They are its god and its Call, its abilities (briefly: their names), its stone and its cards.
    """
    told = []
    if state.gods[seat] >= 0:
        god = GODS[state.gods[seat]]
        told.append((f"{god.name}: {god.call.text}", True))
    abilities = [ABILITIES[number] for number in state.abilities[seat]]
    if brief:
        told.append(("; ".join(ability.name for ability in abilities), False))
    else:
        told += [(f"{ability.name}: {ability.text}", False) for ability in abilities]
    left = ", ".join(f"{state.pieces[seat * 4 + level]} of level {level + 1}" for level in range(4))
    told.append((f"Pyramid pieces left: {left}. Glyphs left: {state.stelae[seat]}", True))
    cards = [("played", played(state, seat))]
    if seat == viewer:
        cards.insert(0, ("next cards", hand(state, seat)))
    for word, numbers in cards:
        if numbers and state.age:
            told.append((f"{word}: {', '.join(CARDS[number].capitalize() for number in numbers)}", False))
    return told
