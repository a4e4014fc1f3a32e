"""The view of Mezen: every legal move can be chosen somewhere, nothing else can, and previews are true."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import registry
from core.games.mezen import GAME, phases, rules
from core.games.mezen.components import CELLS, EMPTY
from core.games.mezen.moves import KEEP, PLACE, SCORE, TAKE, BridgeTile, Exclude, LiftGroup
from core.games.mezen.scoring import animal_groups, codes_of, goal_points
from core.games.mezen.state import MezenState
from core.games.mezen.view import ANIMAL, CELL, AmuletDraft, MezenView, PlacementDraft
from core.match import Seat
from core.rng import Rng
from core.view import Choice, Draft
from tests.core.games.mezen.drawn_paintings import HORSE, PLAIN, lifting, play, table
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
    fewest = 2 if phase == phases.PAYING else 1  # alone nobody pays
    return st.builds(somewhere, st.integers(fewest, 5), st.integers(0, 10**6), st.integers(0, 300), st.just(phase))


def laid(choice: Choice) -> dict[int, int]:
    """The tiles that would lie on the cells once this choice has been begun."""
    assert isinstance(choice.next_draft, PlacementDraft)
    return dict(choice.next_draft.tiles)


def offers_of(match: Match, draft: Draft | None = None) -> MezenView:
    return MezenView(match.state, match.state.actor, match.names, draft)


@settings(max_examples=100, deadline=None)
@given(matches())
def test_every_legal_move_is_a_choice_somewhere(match: Match) -> None:
    here = offers_of(match)
    if match.state.phase == phases.PLACING:
        return
    offered = set()
    for view in (here, *(offers_of(match, AmuletDraft(is_bridge, is_sure=True)) for is_bridge in (True, False))):
        for target in (None, *view.targets()):
            choices = view.choices(target)
            offered |= {choice.first_move for choice in choices}
            assert all(choice.preview() and choice.label for choice in choices)
            assert not choices or view.choice_at(target, view.default_index(target)) in choices
        assert all(view.choices_at(target) for target in view.tab_stops())
    assert offered == set(match.state.legal_moves())


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
    assert keep.label == "confirm"
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
        touched = here.touched(CELL[cell])
        assert touched.bright == 1 << cell
        assert touched.bright | touched.pale == rules.group_at(match.state, cell)


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
        assert re.findall(r"\d+", put.preview().split("f reaches")[1]) == reached


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


def test_an_amulet_is_held_by_its_key_and_placed_by_enter() -> None:
    """Where Enter places it is where the rules allow it; over a tile of the group a bridge wants its key again."""
    match = somewhere(1, 3, 0, phases.LIFTING)
    while not match.state.amulets[0] or match.state.phase != phases.LIFTING:
        match = somewhere(1, match.setup.seed + 1, 40, phases.LIFTING)
    here, legal = offers_of(match), {move.notation for move in match.state.legal_moves()}
    for key, sign in (("b", "+"), ("x", "-")):
        begun = here.choice_for_key(key, CELL[0])
        assert begun is not None and not begun.moves, "the key alone places nothing"
        held = offers_of(match, begun.next_draft)
        for target in CELL:
            placed = [choice.first_move.notation for choice in held.choices_at(target) if choice.first_move]
            allowed = [f"{sign}{_name(target.number)}"] if f"{sign}{_name(target.number)}" in legal else []
            if key == "b" and here.group(target.number):
                assert placed == [] and "in the group already" in held.unavailable_reason(target)
                again = held.choice_for_key("b", target)
                assert again is not None and not again.moves
                sure = offers_of(match, again.next_draft).choices_at(target)
                placed = [choice.first_move.notation for choice in sure if choice.first_move]
            assert placed == allowed


def test_without_an_amulet_its_keys_say_so() -> None:
    state = lifting("h h . . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE, amulets=0)
    here = MezenView(state, 0, ["Anna"])
    assert here.choice_for_key("b", CELL[0]) is None
    assert here.key_refusal("b", CELL[0]) == "You have no amulet left."


# Naming an animal


@settings(max_examples=60, deadline=None)
@given(matches(phases.PAYING))
def test_digits_point_at_the_five_animals_and_enter_pays(match: Match) -> None:
    """1 to 5 are horse, fish, bird, hedgehog and fox in every position, and none of them plays a move by itself."""
    here = offers_of(match)
    items = here.prompt_items(here.initial_target(None))
    assert [item.key for item in items] == list("12345")
    assert [item.label.split()[0] for item in items] == ["horse", "fish", "bird", "hedgehog", "fox"]
    assert sum(len(item.label) + 5 for item in items) - 1 <= 78
    for animal, item in enumerate(items):
        assert item.choice is None or not item.choice.moves
        choices = here.choices(ANIMAL[animal])
        assert item.is_disabled == (not choices)
        assert [choice.first_move for choice in choices] == [
            move for move in match.state.legal_moves() if move.notation in (f"pay-{item.label.split()[0]}",)
        ] or animal == match.state.announced


@settings(max_examples=60, deadline=None)
@given(matches(phases.PAYING))
def test_paying_begins_with_the_animal_that_is_free(match: Match) -> None:
    here, state = offers_of(match), match.state
    start = here.initial_target(ANIMAL[0])
    if rules.kept_animal(state, state.actor or 0) >= 0:
        assert start == ANIMAL[state.announced]
        chosen = here.choice_at(start, here.default_index(start))
        assert chosen is not None and chosen.first_move == KEEP
        assert here.amulets_after(start) == state.amulets[state.actor or 0]


@settings(max_examples=60, deadline=None)
@given(matches(phases.ANNOUNCING))
def test_an_animal_lights_its_groups_the_biggest_brightest(match: Match) -> None:
    here, codes = offers_of(match), codes_of(match.state.paintings[match.state.actor or 0])
    for target in here.tab_stops():
        lit, found = here.touched(target), animal_groups(codes, target.number)
        assert lit.bright | lit.pale == sum(found) and not lit.bright & lit.pale
        assert all((group & lit.bright == group) == (group.bit_count() == found[0].bit_count()) for group in found)


# Scoring


@pytest.mark.parametrize(("goal", "expected"), [(29, "amulets"), (26, "points")])
def test_enter_takes_amulets_where_the_goal_pays_nothing(goal: int, expected: str) -> None:
    state = table(PLAIN, PLAIN, goals=(goal,))
    while state.prompt.kind != "score":
        play(state, state.legal_moves()[0].notation)
    here = MezenView(state, state.actor, ["Anna", "Boris"])
    pays = goal_points(codes_of(state.paintings[state.actor or 0]), state.goal)
    assert bool(pays) == (expected == "points")
    chosen = here.choice_at(None, here.default_index(None))
    assert chosen is not None and chosen.first_move is not None and chosen.first_move.notation == expected
    assert here.tab_stops() == [], "so the arrows walk the two answers"
    state.pool = 0
    here = MezenView(state, state.actor, ["Anna", "Boris"])
    chosen = here.choice_at(None, here.default_index(None))
    assert chosen is not None and chosen.first_move == SCORE


# Placing keeps its digits


def test_tiles_in_hand_keep_their_digits_while_others_are_placed() -> None:
    state = lifting("h h h h . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE)
    play(state, "xa1")
    first = MezenView(state, 0, ["Anna"]).prompt_items(CELL[0])
    put = first[1].choice
    assert put is not None
    second = MezenView(state, 0, ["Anna"], put.next_draft).prompt_items(CELL[1])
    assert [(item.key, item.label) for item in second] == [(item.key, item.label) for item in first]
    assert [item.is_disabled for item in second] == [False, True, False, False]
    assert second[1].choice is not None and "Backspace" in second[1].choice.preview()
    away = MezenView(state, 0, ["Anna"]).prompt_items(CELL[24])
    assert all(item.is_disabled for item in away)


# Nothing costly by the way


@settings(max_examples=60, deadline=None)
@given(matches(phases.LIFTING))
def test_enter_never_spends_an_amulet_that_was_not_asked_for(match: Match) -> None:
    """Wherever the cursor is brought, by keys or by a click, what Enter means there lifts a group or does nothing."""
    here = offers_of(match)
    for target in CELL:
        chosen = here.choice_at(target, here.default_index(target))
        assert chosen is None or isinstance(chosen.first_move, LiftGroup)
        is_legal = any(move.notation == f"+{_name(target.number)}" for move in match.state.legal_moves())
        if chosen is None and is_legal:
            assert "b: a bridge here" in here.unavailable_reason(target)


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
    targets = here.targets() if here.tab_stops() else ()
    assert all(here.choices_at(target) or here.unavailable_reason(target) for target in targets)


def test_why_nothing_can_be_lifted_here() -> None:
    board = "h . . . h / . . . . . / . . . . S / . . . . . / . . . . h"
    state = lifting(board, HORSE, amulets=1)
    here = MezenView(state, 0, ["Anna"])
    assert here.unavailable_reason(CELL[12]) == "you lift horses this round"
    assert here.unavailable_reason(CELL[1]) == "b: a bridge here, lift 1 tile"
    held = MezenView(state, 0, ["Anna"], AmuletDraft(is_bridge=True))
    assert held.unavailable_reason(CELL[12]) == "a bridge must touch the horses that you lift"
    held = MezenView(state, 0, ["Anna"], AmuletDraft(is_bridge=False))
    assert held.unavailable_reason(CELL[12]).startswith("only a tile of a group can be excluded")
    play(state, "+b1")
    here = MezenView(state, 0, ["Anna"])
    assert here.unavailable_reason(CELL[4]).startswith("not with these amulets: the group must contain every bridge")
    assert here.unavailable_reason(CELL[12]) == "you lift horses this round"
    state = lifting("h h . . . / . . . . . / . . . . . / . . . . . / . . . . .", HORSE, amulets=1)
    play(state, "-b1")
    assert MezenView(state, 0, ["Anna"]).unavailable_reason(CELL[1]) == "excluded by an amulet"
    play(state, "xa1")
    assert MezenView(state, 0, ["Anna"]).unavailable_reason(CELL[24]) == "this tile stays"


@settings(max_examples=60, deadline=None)
@given(matches())
def test_every_decision_has_its_chapter(match: Match) -> None:
    assert re.search(f"^###? {re.escape(offers_of(match).rules_heading())}$", GAME.rules(), flags=re.MULTILINE)


def _name(cell: int) -> str:
    return f"{'abcde'[cell % 5]}{cell // 5 + 1}"


def test_what_could_be_lifted_beside_a_tile_that_is_excluded_counts_no_bridge() -> None:
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
                held = MezenView(state, state.actor, ("Anna",), AmuletDraft(is_bridge=False))
                (choice,) = held.choices(CELL[move.cell])
                text = choice.preview()
                sizes = {int(size) for size in text.split("then lift ")[1].split(" or ")}
                assert sizes <= lifts_after(state, move), (seed, move, text)
                told += 1
    assert told > 50


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
