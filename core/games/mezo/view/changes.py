"""What has changed since an earlier state: where, and what that means for a seat."""

from collections.abc import Sequence

from core.games.mezo.components import IN_MASK, REGIONS
from core.games.mezo.scoring import standings, strength
from core.games.mezo.state import MezoState
from core.games.mezo.text import names
from core.games.mezo.text.board import fought
from core.text import count_text
from core.view import Target

#: The most sentences, because more are not read.
_SENTENCES = 3

# Changed targets


def changed_targets(before: MezoState, now: MezoState) -> frozenset[Target]:
    """Return the targets that have changed: all of it is public, so it is the same for all seats."""
    seats = range(now.players)
    found = {Target("region", region) for region in range(REGIONS) if _lies_in(before, region) != _lies_in(now, region)}
    found |= {Target("rank", at) for at in range(now.players * REGIONS) if _rank_of(before, at) != _rank_of(now, at)}
    for seat in seats:
        if before.vertices[seat] != now.vertices[seat]:
            found.add(Target("vertex", now.vertices[seat]))
        if before.gods[seat] != now.gods[seat]:
            found.add(Target("god", now.gods[seat]))
        if _wealth(before, seat) != _wealth(now, seat):
            found.add(Target("seat", seat))
        if now.conflict >= 0 and _fights(before, seat, now.conflict) != _fights(now, seat, now.conflict):
            found.add(Target("strength", seat))
    if (before.wrath, before.age) != (now.wrath, now.age):
        found.add(Target("wrath"))
    found |= {Target("track", kind) for kind in (0, 1) if before.tracks[kind] != now.tracks[kind]}
    return frozenset(found)


def _lies_in(state: MezoState, region: int) -> tuple[object, ...]:
    by_seat = [seat * REGIONS + region for seat in range(state.players)]
    return (
        [state.units[at * 2 : at * 2 + 2] for at in by_seat],
        [(state.glyphs[at], state.tokens[at]) for at in by_seat],
        state.pyramids[region],
        state.champions[region],
        state.most[region * 2 : region * 2 + 2],
        state.ties[region],
    )


def _rank_of(state: MezoState, at: int) -> tuple[object, ...]:
    """What a seat has in a region, by the index of the pair."""
    seat, region = divmod(at, REGIONS)
    is_champion = state.champions[region] == seat
    return state.units[at * 2 : at * 2 + 2], state.glyphs[at], state.tokens[at], is_champion


def _wealth(state: MezoState, seat: int) -> tuple[object, ...]:
    return state.vp[seat], state.devotion[seat], state.abilities[seat], state.xibalba[seat * 2 : seat * 2 + 2]


def _fights(state: MezoState, seat: int, region: int) -> tuple[object, ...]:
    """A tribe's part in a conflict; of a card that lies face down only that it lies there."""
    return strength(state, seat, region), state.covered[seat], state.cards[seat] >= 0, state.revealed


# Their meaning for a seat


def change_texts(before: MezoState, now: MezoState, seat: int, players: Sequence[str]) -> list[str]:
    """Return what has become better or worse for a seat: the conflict at hand first, then the worst."""
    same_age = before.age == now.age and now.age > 0
    regions = sorted(IN_MASK[now.live], key=lambda region: region != now.conflict)
    leads = [_lead(before, now, seat, region, players) for region in regions] if same_age else []
    found = [
        *_lost_stone(before, now, seat),
        *(sentence for worse, sentence in leads if worse),
        *_buried(before, now, seat),
        *_rank(before, now, seat, players),
        *(sentence for worse, sentence in leads if sentence and not worse),
    ]
    return found[:_SENTENCES]


def _lead(before: MezoState, now: MezoState, seat: int, region: int, players: Sequence[str]) -> tuple[bool, str]:
    """Whether it is worse than it was who would win a region, and how; nothing where that is as it was, or decided."""
    was, is_now, name = standings(before, region), standings(now, region), names.region(region)
    if fought(now, region) or not max(is_now.strengths) or was.winner == is_now.winner:
        return False, ""
    mine = is_now.strengths[seat]
    if is_now.winner == (seat,):
        return False, f"You lead in {name} with {mine}."
    if seat in is_now.winner:
        first, *others = [players[other] for other in is_now.winner if other != seat]
        more = f" and {len(others)} more" if others else ""
        return was.winner == (seat,), f"{name}: tied at {mine} with {first}{more}."
    if seat in was.winner and max(was.strengths):
        ahead = is_now.winner[0]
        return True, f"{players[ahead]} takes the lead in {name}, {is_now.strengths[ahead]} to {mine}."
    return False, ""


def _lost_stone(before: MezoState, now: MezoState, seat: int) -> list[str]:
    """Glyphs and pyramid pieces of one's own that were demolished or transformed."""
    found = []
    for region in range(REGIONS):
        name, at = names.region(region), seat * REGIONS + region
        if _pieces(now, region, seat) < _pieces(before, region, seat):
            found.append(f"You lose a pyramid piece in {name}.")
        if now.glyphs[at] < before.glyphs[at]:
            found.append(f"You lose {count_text(before.glyphs[at] - now.glyphs[at], 'glyph')} in {name}.")
    return found


def _pieces(state: MezoState, region: int, seat: int) -> int:
    return sum(piece // 4 == seat for piece in state.pyramids[region])


def _rank(before: MezoState, now: MezoState, seat: int, players: Sequence[str]) -> list[str]:
    """Who has overtaken whom: the VP order is the order of play."""
    found = []
    for other in range(now.players):
        was_behind, is_behind = before.vp[seat] < before.vp[other], now.vp[seat] < now.vp[other]
        if is_behind and not was_behind:
            found.append(f"{players[other]} overtakes you, {now.vp[other]} VP to {now.vp[seat]}.")
        elif was_behind and not is_behind:
            found.append(f"You overtake {players[other]}, {now.vp[seat]} VP to {now.vp[other]}.")
    return found


def _buried(before: MezoState, now: MezoState, seat: int) -> list[str]:
    own = slice(seat * 2, seat * 2 + 2)
    more = sum(now.xibalba[own]) - sum(before.xibalba[own])
    return [f"{count_text(more, 'unit')} of yours went to Xibalba."] if more > 0 else []
