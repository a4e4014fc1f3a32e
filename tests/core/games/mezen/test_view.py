"""The view of Mezen: every legal move can be chosen somewhere, nothing else can, and previews are true."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from core.games.mezen import GAME, phases, rules
from core.games.mezen.components import CELLS, EMPTY
from core.games.mezen.moves import PLACE, TAKE, BridgeTile, Exclude, LiftGroup
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.state import MezenState
from core.games.mezen.view import CELL, MezenView, PlacementDraft
from core.match import Seat
from core.rng import Rng
from core.view import Choice
from tests.core.games.mezen.drawn_paintings import HORSE, PLAIN, lifting, play
from tests.matches import Match

PEOPLE = tuple(Seat(name) for name in ("Anna", "Boris", "Vera", "Gleb", "Darya"))


def new_match(players: int, seed: int) -> Match:
    return Match.new(registry.get_game("mezen"), PEOPLE[:players], {}, seed)


def somewhere(players: int, seed: int, steps: int, phase: int | None = None) -> Match:
    """A match after some random moves, or the first of that phase after them; never one that is over."""
    rng = Rng(seed)
    match = new_match(players, seed)
    while steps > 0 or (phase is not None and match.state.phase != phase):
        if match.is_over:
            match = new_match(players, rng.randrange(10**6))
        match.play(rng.choice(list(match.state.legal_moves())))
        steps -= 1
    return match if not match.is_over else new_match(players, seed)


def matches(phase: int | None = None) -> st.SearchStrategy[Match]:
    return st.builds(somewhere, st.integers(1, 5), st.integers(0, 10**6), st.integers(0, 300), st.just(phase))


def laid(choice: Choice) -> dict[int, int]:
    """The tiles that would lie on the cells once this choice has been begun."""
    assert isinstance(choice.next_draft, PlacementDraft)
    return dict(choice.next_draft.tiles)


def offers_of(match: Match, draft: PlacementDraft | None = None) -> MezenView:
    return MezenView(match.state, match.state.actor, match.names, draft)


@settings(max_examples=100, deadline=None)
@given(matches())
def test_every_legal_move_is_a_choice_somewhere(match: Match) -> None:
    here = offers_of(match)
    if match.state.phase == phases.PLACING:
        return
    offered = set()
    for target in CELL:
        choices = here.choices(target)
        offered |= {choice.first_move for choice in choices}
        assert all(choice.preview() and choice.label for choice in choices)
        chosen = here.choice_at(target, here.default_index(target))
        assert chosen in choices or (chosen is None and match.state.phase == phases.LIFTING)
    assert offered == set(match.state.legal_moves())
    if match.state.phase in (phases.ANNOUNCING, phases.LIFTING):
        assert all(here.choices_at(target) for target in here.tab_stops())


@settings(max_examples=40, deadline=None)
@given(matches(phases.PLACING), st.integers(0, 10**6))
def test_every_arrangement_can_be_put_together(match: Match, seed: int) -> None:
    """Tile by tile, in any order, through the choices; then one choice keeps it."""
    free = [cell for cell in range(CELLS) if match.state.paintings[match.state.actor][cell] == EMPTY]
    hand = list(match.state.hand)
    assert offers_of(match).free == free and len(free) == len(hand)
    wanted = dict(zip(Random(seed).sample(free, len(free)), hand, strict=True))
    draft = PlacementDraft()
    for cell, tile in list(wanted.items())[:-1]:  # the last tile goes to the last gap by itself
        begun = [choice.next_draft for choice in offers_of(match, draft).choices(CELL[cell])]
        (draft,) = [after for after in begun if isinstance(after, PlacementDraft) and after.tiles[cell] == tile]
    assert dict(draft.tiles) == wanted
    (keep,) = offers_of(match, draft).choices(CELL[free[0]])
    assert keep.label == "keep this"
    state, seat = match.state.copy(), match.state.actor
    for move in keep.moves:
        assert move in state.legal_moves()
        state.play(move)
    assert all(state.paintings[seat][cell] == tile for cell, tile in wanted.items())


@settings(max_examples=30, deadline=None)
@given(matches(phases.LIFTING))
def test_any_cell_of_a_group_lifts_it(match: Match) -> None:
    here = offers_of(match)
    for cell, move in rules.take_moves(match.state).items():
        first = here.choices(CELL[cell])[0]
        assert first.first_move == move
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
    full = offers_of(match).autofill
    assert sorted(full.tiles.values()) == sorted(state.hand)
    played = state.copy()
    for code in state.hand:
        played.play(PLACE[next(cell for cell, tile in full.tiles.items() if tile == code)])
    points = goal_points(codes_of(played.paintings[seat]), state.goal)
    (keep,) = offers_of(match, full).choices(CELL[min(full.tiles)])
    assert f"now {points}" in keep.preview()


@settings(max_examples=20, deadline=None)
@given(matches(phases.PLACING))
def test_what_a_draft_is_good_for_is_what_filling_in_reaches(match: Match) -> None:
    """It is a good arrangement and not always the best, so it is not called that."""
    here = offers_of(match)
    put = next(choice for choice in here.choices(CELL[here.free[0]]) if choice.next_draft is not None)
    assert isinstance(put.next_draft, PlacementDraft)
    filled = offers_of(match, put.next_draft).autofill
    (keep,) = offers_of(match, filled).choices(CELL[min(filled.tiles)])
    reached = re.findall(r"\d+", keep.preview())
    if len(put.next_draft.tiles) < len(match.state.hand):
        assert f"(good for {' + '.join(reached)})" in put.preview()


def test_a_draft_is_changed_until_it_is_kept() -> None:
    match = next(
        each for each in (somewhere(1, seed, 0, phases.PLACING) for seed in range(99)) if len(each.state.hand) > 2
    )
    here = offers_of(match)
    cell = here.free[0]
    put = here.choices(CELL[cell])[0].next_draft
    assert isinstance(put, PlacementDraft)
    after = offers_of(match, put)
    assert after.painting[cell] == match.state.hand[0]
    back = after.choice_for_key("backspace", CELL[cell])
    assert back is not None and isinstance(back.next_draft, PlacementDraft)
    assert (dict(back.next_draft.tiles), back.next_draft.held) == ({}, match.state.hand[0])
    assert offers_of(match, put).choice_for_key("backspace", CELL[here.free[-1]]) is None
    assert offers_of(match, put).step_back() is None


def test_amulets_have_keys_where_they_can_be_put() -> None:
    match = somewhere(1, 3, 0, phases.LIFTING)
    while not match.state.amulets[0] or match.state.phase != phases.LIFTING:
        match = somewhere(1, match.setup.seed + 1, 40, phases.LIFTING)
    here = offers_of(match)
    for target in CELL:
        for key, sign in (("b", "+"), ("x", "-")):
            choice = here.choice_for_key(key, target)
            legal = [move for move in match.state.legal_moves() if move.notation == f"{sign}{_name(target.number)}"]
            assert (choice.moves if choice else ()) == tuple(legal)
    assert here.key_refusal("b", CELL[0]) == "An amulet does nothing here."


# Nothing costly by the way


@settings(max_examples=60, deadline=None)
@given(matches(phases.LIFTING))
def test_enter_never_spends_an_amulet_that_was_not_asked_for(match: Match) -> None:
    """Wherever the cursor is brought, by keys or by a click, what Enter means there lifts a group or does nothing."""
    here = offers_of(match)
    for target in CELL:
        chosen = here.choice_at(target, here.default_index(target))
        assert chosen is None or isinstance(chosen.first_move, LiftGroup)
        if chosen is None and here.choices_at(target):
            assert "amulet" in here.caption(target) and "left" in here.caption(target), (
                "it is told what could be put here"
            )


@settings(max_examples=60, deadline=None)
@given(matches(phases.LIFTING), st.integers(0, CELLS - 1))
def test_lifting_begins_on_the_largest_group(match: Match, cursor: int) -> None:
    state, here = match.state, offers_of(match)
    sizes = [rules.group_at(state, move.cell).bit_count() for move in here.lifts]
    assert sizes == sorted(sizes, reverse=True)
    start = here.initial_target(CELL[cursor])
    assert start is not None
    if not state.bridges | state.excluded:
        assert rules.group_at(state, start.number).bit_count() == max(sizes)
    assert start.number in rules.take_moves(state)


def test_with_a_bridge_lifting_goes_on_where_it_lies() -> None:
    state = lifting("h . h . . / . . . . . / . . . . . / . . . h h / . . . . .", HORSE)
    play(state, "+b1")
    here = MezenView(state, 0, ["Anna"])
    assert here.initial_target(CELL[1]) == CELL[1]
    picked = here.choice_at(CELL[1], here.default_index(CELL[1]))
    assert picked is not None and picked.first_move == TAKE[0]


# Placing many


def test_two_tiles_are_placed_by_one_choice() -> None:
    state = lifting("h h . . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    play(state, "xa1")
    first, second = state.hand
    choices = MezenView(state, 0, ["Anna"]).choices(CELL[0])
    assert [laid(choice) for choice in choices] == [{0: first, 1: second}, {0: second, 1: first}]
    assert " on a1 and the " in choices[0].preview() and " on b1: now " in choices[0].preview()


def test_a_tile_taken_back_changes_places_with_another() -> None:
    state = lifting("h h h . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    play(state, "xa1")
    a, b, c = state.hand
    lies = MezenView(state, 0, ["Anna"], PlacementDraft({0: a, 1: b, 2: c}))
    taken = lies.choice_for_key("backspace", CELL[0])
    assert taken is not None
    (choice,) = MezenView(state, 0, ["Anna"], taken.next_draft).choices(CELL[2])
    assert laid(choice) == {0: c, 1: b, 2: a}


@pytest.mark.parametrize("size", [2, 6, 7, 9, 12])
def test_tiles_in_hand_are_told_apart_and_nine_of_them_fit_into_the_bar(size: int) -> None:
    codes = list(range(25))
    Random(size).shuffle(codes)
    state = lifting(PLAIN, HORSE)
    state.phase = phases.PLACING
    state.hand = [2 * tile + tile % 2 for tile in codes[:size]]
    state.paintings[0] = [EMPTY if code >> 1 in codes[:size] else code for code in state.paintings[0]]
    here = MezenView(state, 0, ["Anna"])
    labels = [choice.label for choice in here.choices(CELL[here.free[0]])]
    assert len(set(labels)) == size
    if size <= 9:
        assert sum(len(label) + 5 for label in labels) <= 79


# Why not, and where it is explained


@settings(max_examples=60, deadline=None)
@given(matches())
def test_where_nothing_can_be_done_it_is_told_why(match: Match) -> None:
    here = offers_of(match)
    assert all(here.choices_at(target) or here.unavailable_reason(target) for target in CELL)


def test_why_nothing_can_be_lifted_here() -> None:
    board = "h . . . h / . . . . . / . . . . S / . . . . . / . . . . h"
    state = lifting(board, HORSE, amulets=1)
    here = MezenView(state, 0, ["Anna"])
    assert here.unavailable_reason(CELL[12]) == "it touches no group of horses: an amulet does nothing here"
    play(state, "+b1")
    here = MezenView(state, 0, ["Anna"])
    assert here.unavailable_reason(CELL[4]) == "this group must hold every bridge and touch each tile that is kept out"
    assert here.unavailable_reason(CELL[12]) == "only horses are lifted now, and no amulet is left"
    assert here.unavailable_reason(CELL[14]) == "no horse touches this spruce, and no amulet is left"
    state = lifting("h h . . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE, amulets=1)
    play(state, "-b1")
    assert MezenView(state, 0, ["Anna"]).unavailable_reason(CELL[1]) == "an amulet keeps this tile out"
    play(state, "xa1")
    here = MezenView(state, 0, ["Anna"])
    assert here.unavailable_reason(CELL[24]) == "e5 stays as it is: only the gaps at the top can be chosen"


@settings(max_examples=60, deadline=None)
@given(matches())
def test_every_decision_has_its_chapter(match: Match) -> None:
    assert re.search(f"^###? {re.escape(offers_of(match).rules_heading())}$", GAME.rules(), flags=re.MULTILINE)


def _name(cell: int) -> str:
    return f"{'abcde'[cell % 5]}{cell // 5 + 1}"


def test_what_could_be_lifted_beside_a_tile_that_is_kept_out_counts_no_bridge() -> None:
    """Each number told is what some lift brings after it; a bridge holds a group together and stays where it is."""
    told = 0
    for seed in range(40):
        state = somewhere(1, seed, 20, phases.LIFTING).state
        state.amulets[0] = 5
        bridges = [move for move in state.legal_moves() if isinstance(move, BridgeTile)]
        if not bridges:
            continue
        state.play(bridges[seed % len(bridges)], lambda event: None)
        for move in state.legal_moves():
            if isinstance(move, Exclude):
                text = next(
                    o for o in offers_of_state(state).choices(CELL[move.cell]) if o.first_move == move
                ).preview()
                (left,) = re.findall(r"groups of ([\d, ]+) remain", text)
                sizes = {int(size) for size in left.split(", ")}
                assert sizes <= lifts_after(state, move), (seed, move, text)
                told += 1
    assert told > 50


def offers_of_state(state: MezenState) -> MezenView:
    return MezenView(state, state.actor, ("Anna",))


def lifts_after(state: MezenState, move: Exclude) -> set[int]:
    """How many tiles each lift would turn over after a move, by trying them all."""
    after = state.copy()
    after.play(move, lambda event: None)
    found = set()
    for lift in after.legal_moves():
        if isinstance(lift, LiftGroup):
            lifted = after.copy()
            lifted.play(lift, lambda event: None)
            found.add(len(lifted.hand))
    return found
