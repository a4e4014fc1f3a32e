"""Whatever the rules allow is offered somewhere, and nothing else; what it would bring is told rightly."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from core import shelf
from core.chance import Chance
from core.match import Match, Seat
from core.mezen import phases, rules
from core.mezen.components import CELLS, EMPTY
from core.mezen.moves import PLACE
from core.mezen.offers import CELL, Draft, MezenOffers
from core.mezen.scoring import codes_of, goal_points

PEOPLE = tuple(Seat(name) for name in ("Anna", "Boris", "Vera", "Gleb", "Darya"))


def new_match(players: int, seed: int) -> Match:
    return Match.new(shelf.game("mezen"), PEOPLE[:players], {}, seed)


def somewhere(players: int, seed: int, steps: int, phase: int | None = None) -> Match:
    """A match after some random moves, or the first of that phase after them; never one that is over."""
    luck = Chance(seed)
    match = new_match(players, seed)
    while steps > 0 or (phase is not None and match.state.phase != phase):
        if match.over:
            match = new_match(players, luck.below(10**6))
        match.play(luck.pick(list(match.state.moves())))
        steps -= 1
    return match if not match.over else new_match(players, seed)


def matches(phase: int | None = None) -> st.SearchStrategy[Match]:
    return st.builds(somewhere, st.integers(1, 5), st.integers(0, 10**6), st.integers(0, 300), st.just(phase))


def offers_of(match: Match, begun: Draft | None = None) -> MezenOffers:
    return MezenOffers(match.state, match.state.actor, match.names, begun)


@settings(max_examples=100, deadline=None)
@given(matches())
def test_every_legal_move_is_a_choice_somewhere(match: Match) -> None:
    here = offers_of(match)
    if match.state.phase == phases.PLACING:
        return
    offered = set()
    for place in CELL:
        choices = here.choices(place)
        offered |= {offer.move for offer in choices}
        assert all(offer.brings() and offer.label for offer in choices)
        assert 0 <= here.natural(place) < max(1, len(choices))
    assert offered == set(match.state.moves())
    if match.state.phase in (phases.ANNOUNCING, phases.LIFTING):
        assert all(here.at(place) for place in here.targets())


@settings(max_examples=40, deadline=None)
@given(matches(phases.PLACING), st.integers(0, 10**6))
def test_every_arrangement_can_be_put_together(match: Match, seed: int) -> None:
    """Tile by tile, in any order, through the choices; then one choice keeps it."""
    free = [cell for cell in range(CELLS) if match.state.paintings[match.state.actor][cell] == EMPTY]
    hand = list(match.state.hand)
    assert offers_of(match).free == free and len(free) == len(hand)
    wanted = dict(zip(Random(seed).sample(free, len(free)), hand, strict=True))
    draft = Draft()
    for cell, tile in wanted.items():
        begun = [offer.begins for offer in offers_of(match, draft).choices(CELL[cell])]
        (draft,) = [after for after in begun if isinstance(after, Draft) and after.tiles[cell] == tile]
    assert dict(draft.tiles) == wanted
    (keep,) = offers_of(match, draft).choices(CELL[free[0]])
    assert keep.label == "keep this"
    state, seat = match.state.copy(), match.state.actor
    for move in keep.moves:
        assert move in state.moves()
        state.play(move)
    assert all(state.paintings[seat][cell] == tile for cell, tile in wanted.items())


@settings(max_examples=30, deadline=None)
@given(matches(phases.LIFTING))
def test_any_cell_of_a_group_lifts_it(match: Match) -> None:
    here = offers_of(match)
    for cell, move in rules.take_moves(match.state).items():
        first = here.choices(CELL[cell])[0]
        assert first.move == move
        assert first.label == f"lift {(rules.group_at(match.state, cell) & ~match.state.bridges).bit_count()}"
        assert here.touched(CELL[cell]).cells == rules.group_at(match.state, cell)


@settings(max_examples=30, deadline=None)
@given(matches(phases.LIFTING))
def test_tiles_fall_as_far_as_it_is_shown(match: Match) -> None:
    """The arrows above lifted tiles tell where the tiles come to lie."""
    seat = match.state.actor
    for cell, move in rules.take_moves(match.state).items():
        falls = offers_of(match).touched(CELL[cell]).falls
        after = match.state.copy()
        before = after.paintings[seat][:]
        after.play(move)
        for above, rows in falls.items():
            assert after.paintings[seat][above + 5 * rows] == before[above]


@settings(max_examples=20, deadline=None)
@given(matches(phases.PLACING))
def test_what_a_draft_is_worth_is_what_the_goal_pays(match: Match) -> None:
    state, seat = match.state, match.state.actor
    full = offers_of(match).filled
    assert sorted(full.tiles.values()) == sorted(state.hand)
    played = state.copy()
    for code in state.hand:
        played.play(PLACE[next(cell for cell, tile in full.tiles.items() if tile == code)])
    points = goal_points(codes_of(played.paintings[seat]), state.goal)
    (keep,) = offers_of(match, full).choices(CELL[min(full.tiles)])
    assert f"now {points}" in keep.brings()


def test_a_draft_is_changed_until_it_is_kept() -> None:
    match = somewhere(1, 3, 0, phases.PLACING)
    here = offers_of(match)
    cell = here.free[0]
    put = here.choices(CELL[cell])[0].begins
    assert isinstance(put, Draft)
    after = offers_of(match, put)
    assert after.painting[cell] == match.state.hand[0]
    back = after.shortcut("backspace", CELL[cell])
    assert back is not None and isinstance(back.begins, Draft)
    assert (dict(back.begins.tiles), back.begins.held) == ({}, match.state.hand[0])
    assert offers_of(match, put).shortcut("backspace", CELL[here.free[-1]]) is None
    assert offers_of(match, put).back() is None


def test_amulets_have_keys_where_they_can_be_put() -> None:
    match = somewhere(1, 3, 0, phases.LIFTING)
    while not match.state.amulets[0] or match.state.phase != phases.LIFTING:
        match = somewhere(1, match.setup.seed + 1, 40, phases.LIFTING)
    here = offers_of(match)
    for place in CELL:
        for key, sign in (("b", "+"), ("x", "-")):
            offer = here.shortcut(key, place)
            legal = [move for move in match.state.moves() if move.notation == f"{sign}{_name(place.number)}"]
            assert (offer.moves if offer else ()) == tuple(legal)
    assert here.refusal("b", CELL[0]) == "An amulet does nothing here."


def _name(cell: int) -> str:
    return f"{'abcde'[cell % 5]}{cell // 5 + 1}"
