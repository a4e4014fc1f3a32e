"""Setting up, turns, stamps, the way of the cards and the end: each ruling by its number in rules.md."""

import pytest

from core.errors import IllegalMoveError, InvalidMatchError
from core.game import OptionValue
from core.games.gzhel import GAME
from core.games.gzhel.components import CARDS, FIGURINES, PADS, SEATS, SETS, SPACES, read_card, read_face
from core.games.gzhel.deal import start
from core.games.gzhel.phases import BEFORE, CHANGE, CHOOSE, OVER, PAINT, PICK, SHIFT, TURN_PADS
from core.games.gzhel.rules import (
    deal_spaces,
    empty_spaces,
    ends_turn,
    goal_points,
    liftable,
    movable_spaces,
    next_points,
)
from core.games.gzhel.state import GzhelState
from core.match import Seat
from core.rng import Rng
from tests.core.games.gzhel.gzhel_positions import (
    BARE,
    MATE,
    Seated,
    counts,
    offered,
    painting,
    play,
    set_up,
    write_pad,
)
from tests.matches import Match


def started(players: int, seed: int = 3, **options: bool | str) -> GzhelState:
    """A game whose pads have been laid out."""
    state = start(GAME.setup(players, dict(options), seed))
    while state.phase == TURN_PADS:
        state.play(state.legal_moves()[0])
    return state


def figurines(state: GzhelState) -> set[str]:
    return offered(state) & set(FIGURINES)


# Setting up


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ruling_1_twelve_tokens_on_each_pad_and_one_stamp(players: int) -> None:
    for seed in range(20):
        state = started(players, seed)
        assert state.violations() == []
        for seat in range(players):
            filled = ~empty_spaces(state, seat) & 0xFFFFFFFF
            assert (filled & 0xFFFF).bit_count() == (filled >> 16).bit_count() == 12
            assert sum(state.hand[5 * seat : 5 * seat + 5]) == 1
            assert state.stamps[seat] == 0
            for figurine in range(5):
                diamond, circle = state.pads[2 * seat : 2 * seat + 2]
                assert filled & PADS[diamond][0].around[figurine]
                assert filled >> 16 & PADS[circle][1].around[figurine]


class RiggedChance(Rng):
    """Shuffles into given orders."""

    orders: list[list[int]] = []

    def shuffle(self, things: list[int]) -> None:  # type: ignore[override]
        things[:] = self.orders.pop(0)


@pytest.mark.parametrize("seat", SEATS)
def test_ruling_1_a_pad_with_a_lonely_figurine_is_strewn_anew(seat: int) -> None:
    lonely = [s for s in range(SPACES) if not seat >> s & 1] + [s for s in range(SPACES) if seat >> s & 1]
    fine = [3, 0, *(s for s in range(SPACES) if s not in (0, 3))]
    rigged = RiggedChance(0, 0, [lonely, lonely, fine])
    assert deal_spaces(rigged) == fine[:12]
    assert rigged.orders == []


def test_the_cards_are_one_set_of_twelve_dealt_3_1_8() -> None:
    for icon in SETS:
        state = start(GAME.setup(2, {"icon": icon}, 4))
        assert (len(state.pile), len(state.deck)) == (3, 8)
        assert sorted([*state.pile, state.middle, *state.deck]) == sorted(SETS[icon])
    found = {frozenset(SETS[icon]) for icon in SETS}
    assert len(found) == 6
    drawn = set()
    for seed in range(60):
        state = start(GAME.setup(1, {}, seed))
        drawn.add(frozenset([*state.pile, state.middle, *state.deck]))
    assert drawn == found


def test_pads_are_dealt_once_each_and_each_player_turns_one() -> None:
    state = start(GAME.setup(4, {}, 9))
    assert sorted(state.pads) == list(range(8))
    first = state.active
    for turn in range(4):
        seat = (first + turn) % 4
        assert (state.actor, state.phase) == (seat, TURN_PADS)
        dealt = state.pads[2 * seat : 2 * seat + 2]
        assert offered(state) == {f"pad{pad + 1}" for pad in dealt}
        wanted = max(dealt) if turn % 2 else min(dealt)
        play(state, f"pad{wanted + 1}")
        assert state.pads[2 * seat] == wanted
        assert sorted(state.pads[2 * seat : 2 * seat + 2]) == sorted(dealt)
    assert (state.actor, state.phase) == (first, CHOOSE)


def test_no_token_lies_before_the_last_pad_is_turned() -> None:
    state = start(GAME.setup(2, {}, 9))
    state.play(state.legal_moves()[0])
    assert not any(state.flowers) and not any(state.hand)
    state.play(state.legal_moves()[0])
    assert all(state.flowers)


def test_every_seat_can_be_the_first_active_player() -> None:
    assert {start(GAME.setup(3, {}, seed)).active for seed in range(40)} == {0, 1, 2}


def test_five_players_are_too_many() -> None:
    with pytest.raises(InvalidMatchError, match="1 to 4"):
        GAME.setup(5, {}, 1)


# Slots


def test_ruling_2_and_3_the_way_of_the_cards() -> None:
    state = set_up(MATE, goals=(21, 30, 14))
    deck, middle, pile = state.deck[:], state.middle, state.pile[:]
    play(state, "fox", "lift", "done")
    assert state.round == 2
    assert state.middle == deck[-1] == 20
    assert state.deck == deck[:-1]
    assert state.pile == [*pile, middle]


def test_ruling_2_the_deck_is_for_the_diamond_pad_and_the_middle_for_the_circle_pad() -> None:
    # Card 27 pays for two of a kind side by side; only the diamond pad has some.
    lone = Seated("o o . . / . . . . / p p . . / . . . .", BARE)
    assert goal_points(set_up(lone, goals=(27, 30, 14)), 0)[0] == 4
    other = Seated(BARE, "o o . . / . . . . / p p . . / . . . .")
    assert goal_points(set_up(other, goals=(30, 27, 14)), 0)[1] == 4
    assert goal_points(set_up(other, goals=(27, 30, 14)), 0)[0] == 0


def test_ruling_3_only_the_top_pattern_counts() -> None:
    # Orchids on three leaf spaces of pad 1: a1, d2, c3. Card 8 has leaf on its back, card 14 grid.
    seat = Seated("o . . . / . . . o / . . o . / . . . .", BARE)
    state = set_up(seat, goals=(21, 30, 8))
    assert goal_points(state, 0)[2] == 2
    state.pile.append(13)
    assert goal_points(state, 0)[2] == 0


def test_next_points_foresee_what_travelling_cards_will_pay() -> None:
    # Card 27 goes from the diamond to the circle pad; card 8 in the middle turns to leaf.
    seat = Seated("o . . . / . . . o / . . o . / . . . .", "p p . . / . . . . / . . . . / . . . .")
    state = set_up(seat, goals=(27, 8, 14))
    assert next_points(state, 0) == (2, 2)


# Choosing and lifting


def test_the_active_player_names_any_of_five_figurines() -> None:
    state = started(2)
    assert state.actor == state.active
    assert offered(state) == set(FIGURINES)


def test_turns_go_round_from_the_active_player_and_the_piece_is_passed_on() -> None:
    state = started(3)
    first = state.active
    for number in range(3):
        assert state.active == (first + number) % 3
        play(state, "fox")
        for turn in range(3):
            assert state.actor == (first + number + turn) % 3
            if state.phase == BEFORE:
                play(state, "lift")
            while state.phase == PAINT and any(state.lifted):
                state.play(next(m for m in state.legal_moves() if m.notation[0] in "oprtb"))
            play(state, "done")


def test_ruling_5_a_stamp_by_the_figurine_turns_to_a_flower_and_stays() -> None:
    # Swan: the middle of pad 1, diamond side, and of pad 2, circle side.
    state = set_up(Seated(". . . . / . O p . / . r T . / . . . B", BARE))
    flowers, stamps = liftable(state, 0, FIGURINES.index("swan"))
    assert (flowers, stamps) == (1 << 6 | 1 << 9, 1 << 5 | 1 << 10)
    play(state, "swan")
    assert write_pad(state, 0, 0) == ". . . . / . o . . / . . t . / . . . B"
    assert state.lifted == counts("pr")


def test_ruling_14_nothing_to_lift_is_no_hindrance() -> None:
    state = set_up(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"))
    play(state, "fox", "lift")
    assert state.phase == PAINT
    assert not any(state.lifted)
    assert "done" in offered(state) and "*rb1" in offered(state)


def test_without_a_stamp_nobody_is_asked_before_lifting() -> None:
    state = set_up(Seated("o . . . / . . . . / . . . . / . . . .", BARE))
    play(state, "hedgehog")
    assert state.phase == PAINT
    assert state.lifted == counts("o")


# Stamps before lifting


def test_a_stamp_changes_the_figurine_for_oneself_only() -> None:
    state = set_up(MATE, MATE)
    play(state, "fox", "*ra4", "swan", "done")
    assert state.own == FIGURINES.index("fox")
    assert state.actor == 1


def test_a_change_is_to_a_different_figurine_or_none() -> None:
    state = set_up(MATE)
    play(state, "fox", "*ra4")
    assert state.phase == CHANGE
    assert offered(state) == {"-", *FIGURINES} - {"fox"}
    play(state, "-")
    assert state.phase == PAINT
    assert state.own == FIGURINES.index("fox")


def test_every_further_stamp_can_change_it_again() -> None:
    state = set_up(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "rr"))
    play(state, "fox", "*ra4", "swan")
    assert state.phase == BEFORE
    play(state, "*rb4", "hedgehog")
    assert state.phase == PAINT
    assert state.lifted == counts("o")


def test_ruling_6_the_stamp_may_lie_by_the_new_figurine_and_turns() -> None:
    # The fox stands bottom right on pad 1, diamond side.
    state = set_up(Seated(BARE, BARE, "r"))
    play(state, "hedgehog", "*rd4", "fox")
    assert write_pad(state, 0, 0) == ". . . . / . . . . / . . . . / . . . r"
    assert state.stamps == [0]
    assert not any(state.lifted)


def test_ruling_7_before_lifting_nothing_is_moved_and_after_it_no_figurine_changed() -> None:
    state = set_up(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "rr"))
    play(state, "fox")
    assert all(notation == "lift" or notation[0] == "*" for notation in offered(state))
    play(state, "lift")
    assert not figurines(state)
    play(state, "*ra4")
    assert state.phase == PICK
    assert offered(state) == {"-", "a1"}


def test_ruling_12_the_active_player_may_change_too() -> None:
    state = set_up(MATE, MATE)
    assert state.actor == state.active
    play(state, "fox")
    assert (state.actor, state.phase) == (0, BEFORE)
    play(state, "*ra4", "fish")
    assert state.own == FIGURINES.index("fish")
    assert state.figurine == FIGURINES.index("fox")


def test_ruling_28_beginners_lay_stamps_but_change_nothing() -> None:
    state = set_up(Seated(BARE, BARE, "rr"), beginners=True)
    play(state, "fox")
    assert offered(state) == {"lift"} | {f"*r{column}{row}" for column in "abcdefgh" for row in "1234"}
    play(state, "*ra1")
    assert state.phase == BEFORE
    play(state, "*rb1")
    assert state.phase == PAINT
    assert state.own == FIGURINES.index("fox")


# Painting


def test_ruling_7_placing_and_stamps_mix_freely() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "rb"), lifted="pt")
    play(state, "*rh4", "-", "pa2", "*bh3", "a1", "b1", "td1")
    assert write_pad(state, 0, 0) == ". o . t / p . . . / . . . . / . . . ."
    assert offered(state) == {"done"}


def test_ruling_8_what_was_lifted_this_round_is_no_stamp_yet() -> None:
    state = set_up(Seated("o . . . / . . . . / . . . . / . . . .", BARE))
    play(state, "hedgehog")
    assert not any(notation[0] == "*" for notation in offered(state))
    play(state, "done")
    assert state.hand == counts("o")
    play(state, "fox")
    assert "*oa1" in offered(state)


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_ruling_9_any_number_may_be_kept(kept: int) -> None:
    state = painting(Seated(BARE, BARE), lifted="ooo")
    play(state, *["oa1", "ob1", "oc1"][: 3 - kept], "done")
    assert state.hand == [kept, 0, 0, 0, 0]
    assert state.flowers[0].bit_count() == 3 - kept
    assert not any(state.lifted)


def test_ruling_10_a_flower_just_placed_or_just_turned_can_be_moved_a_stamp_never() -> None:
    # The fox turns the tulip on d4; the bellflower stamp on a1 stays a stamp.
    state = set_up(Seated("B . . . / . . . . / . . . o / . . . T", BARE, "r"))
    play(state, "fox", "lift", "oc1", "*rb1")
    assert offered(state) == {"-", "c1", "d4"}
    play(state, "d4")
    assert state.phase == SHIFT
    assert not offered(state) & {"a1", "b1", "d4"}
    play(state, "e1")
    assert write_pad(state, 0, 0) == "B R o . / . . . . / . . . . / . . . ."
    assert write_pad(state, 0, 1) == "t . . . / . . . . / . . . . / . . . ."


def test_the_stamp_is_laid_first_and_its_space_is_taken() -> None:
    state = painting(Seated("o . . . / . . . . / . . . . / . . . .", BARE, "r"))
    play(state, "*rb1", "a1")
    assert "b1" not in offered(state)
    assert len(offered(state)) == 30


def test_a_stamp_goes_only_on_an_empty_space() -> None:
    state = painting(Seated("o . . . / . P . . / . . . . / . . . .", BARE, "r"), lifted="t")
    assert not offered(state) & {"*ra1", "*rb2", "ta1", "tb2"}
    assert {"*rc1", "tc1"} <= offered(state)


def test_two_of_a_kind_are_not_swapped() -> None:
    state = painting(Seated("o o p . / . . . . / . . . . / . . . .", BARE, "r"))
    play(state, "*rd4", "a1")
    assert "b1" not in offered(state)
    assert "c1" in offered(state)


def test_a_swap_may_be_begun_with_either_flower() -> None:
    seat = Seated("o p . . / . . . . / . . . . / . . . .", BARE, "r")
    one, other = painting(seat), painting(seat)
    play(one, "*rd4", "a1", "b1")
    play(other, "*rd4", "b1", "a1")
    assert one == other
    assert write_pad(one, 0, 0) == "p o . . / . . . . / . . . . / . . . R"


def test_ruling_13_seven_spaces_are_always_free() -> None:
    state = painting(Seated("o o o o / o p p p / p p r r / . . . .", "r r t t / t t t b / b b b b / . . . .", "r"))
    play(state, "*ra4")
    assert empty_spaces(state, 0).bit_count() == 7
    assert movable_spaces(state, 0).bit_count() == 24


def test_stamps_count_as_flowers_for_goals() -> None:
    for text in ("O p . . / . . . . / . . . . / . . . .", "O P . . / . . . . / . . . . / . . . ."):
        assert goal_points(set_up(Seated(text, BARE), goals=(1, 2, 19), icon="wave"), 0)[0] == 2


# The end


def test_the_last_round_begins_with_one_card_and_ends_the_game() -> None:
    state = set_up(MATE, number=8, goals=(21, 30, 14))
    assert len(state.deck) == 1
    play(state, "fox", "lift", "done")
    assert (state.phase, state.actor) == (OVER, None)
    assert state.legal_moves() == []
    assert state.progress_text() == "over"
    assert state.round == 8


def test_ruling_26_two_points_for_each_stamp_on_the_pads_none_for_those_beside() -> None:
    # The fox stands bottom right on pad 1 and bottom left on pad 2's circle side: these stamps stay.
    state = set_up(
        Seated("O O . . / . . . . / . . . . / . . . .", ". . . B / . . . . / . . . . / . . . .", "rr"),
        number=8,
    )
    play(state, "fox", "lift", "done")
    assert state.breakdown()["stamps"] == [6]


def finished(*rows: tuple[int, str]) -> GzhelState:
    """A finished game: for each seat its points from goals and its diamond pad."""
    state = set_up(*(Seated(text, BARE) for _, text in rows), phase=OVER, number=8)
    state.actor = None
    for seat, (points, _) in enumerate(rows):
        state.points[4 * seat] = points
        state.points[4 * seat + 3] = 2 * state.stamps[seat].bit_count()
    return state


ONE_STAMP = "O . . . / . . . . / . . . . / . . . ."
TWO_STAMPS = "O O . . / . . . . / . . . . / . . . ."


def test_ruling_26_most_points_win() -> None:
    state = finished((50, BARE), (70, BARE), (60, BARE))
    assert state.ranking() == [[1], [2], [0]]
    assert state.outcome_text() == "After eight rounds, the highest score wins."


def test_ruling_26_a_tie_goes_to_fewer_stamps() -> None:
    state = finished((50, TWO_STAMPS), (52, ONE_STAMP), (40, BARE))
    assert state.scores() == [54, 54, 40]
    assert state.ranking() == [[1], [0], [2]]
    assert "fewer stamps on the pads wins" in state.outcome_text()


def test_ruling_26_then_the_victory_is_shared() -> None:
    state = finished((50, ONE_STAMP), (30, BARE), (50, ONE_STAMP))
    assert state.ranking() == [[0, 2], [1]]
    assert "the victory is shared" in state.outcome_text()


def test_a_solo_game_ends_with_a_title() -> None:
    assert finished((111, BARE)).outcome_text() == "Eight rounds, 111 points: you are a Craftsman."
    assert "an Artisan" in finished((140, BARE)).outcome_text()


# At the table


def lay_everything(match: Match) -> None:
    """The actor lifts, then lays flowers and stamps as they come, until it is asked something else."""
    seat = match.state.actor
    while match.state.actor == seat and match.state.phase == BEFORE:
        match.play("lift")
    round_ = match.state.round
    while match.state.actor == seat and match.state.round == round_ and len(match.state.legal_moves()) > 1:
        match.play("-" if match.state.phase == PICK else match.state.legal_moves()[1])


def test_a_turn_with_nothing_left_to_lay_ends_by_itself() -> None:
    match = Match.new(GAME, [Seat("You")], {}, 5)
    match.play(match.state.legal_moves()[0])
    match.play("fox")
    lay_everything(match)
    assert match.state.round == 2
    assert (match.log[-1].notation, match.log[-1].origin) == ("done", "forced")
    match.undo()
    assert match.state.round == 1 and len(match.state.legal_moves()) > 1, "the last token is taken back with it"


def test_where_it_brings_the_next_card_to_light_for_all_a_person_ends_the_turn() -> None:
    match = Match.new(GAME, [Seat("You"), Seat("Ann")], {}, 5)
    while match.state.phase != CHOOSE:
        match.play(match.state.legal_moves()[0])
    first = match.state.active
    match.play("fox")
    lay_everything(match)
    assert match.state.actor == 1 - first, "the turn of the first ends by itself"
    lay_everything(match)
    assert (match.state.actor, match.state.round) == (1 - first, 1)
    assert [move.notation for move in match.state.legal_moves()] == ["done"]
    match.play("done")
    assert match.state.round == 2


def test_in_the_last_round_no_card_comes_to_light() -> None:
    state = set_up(MATE, Seated(BARE, BARE, pads=(5, 6)), number=8, phase=PAINT, figurine="fox", actor=1)
    assert not state.prompt.pause
    assert set_up(MATE, MATE, number=7, phase=PAINT, figurine="fox", actor=1).prompt.pause


def test_the_last_move_of_a_turn_is_known() -> None:
    """`ends_turn` says beforehand what a match then does."""
    seen = set()
    for seed, players in ((1, 1), (2, 2), (3, 3)):
        match = Match.new(GAME, [Seat(f"P{seat}") for seat in range(players)], {}, seed)
        rng = Rng(seed)
        while not match.is_over:
            moves = match.state.legal_moves()
            # All stamps are laid after lifting; now and then one is let lie, or the turn is ended before all is laid.
            move = moves[0] if match.state.phase == BEFORE or rng.randrange(6) == 0 else rng.choice(list(moves))
            expected, phase = ends_turn(match.state, move), match.state.phase
            entries = match.play(move)
            assert expected == (len(entries) > 1 and entries[1].notation == "done"), (phase, move)
            seen.add((phase, expected))
    assert {(phase, True) for phase in (PAINT, PICK, SHIFT)} <= seen


def test_habits_lift_and_finish_by_themselves() -> None:
    lazy: dict[str, OptionValue] = {"lift": True, "finish": True}
    match = Match.new(GAME, [Seat("You", habits=lazy), Seat("Ann", habits=lazy)], {}, 5)
    while match.state.phase != CHOOSE:
        match.play(match.state.legal_moves()[0])
    match.play("fox")
    for _ in range(2):
        assert match.state.phase == PAINT
        lay_everything(match)
    assert match.state.round == 2
    assert [entry.origin for entry in match.log if entry.notation == "lift"] == ["habit", "habit"]
    assert [entry.origin for entry in match.log if entry.notation == "done"] == ["forced", "habit"]


def test_a_stamp_in_progress_can_be_taken_back() -> None:
    match = Match.new(GAME, [Seat("You"), Seat("Ann")], {}, 5)
    while match.state.phase != BEFORE:
        match.play(match.state.legal_moves()[0])
    before = match.state.digest()
    match.play(match.state.legal_moves()[1])
    assert match.state.phase == CHANGE
    match.undo()
    assert match.state.digest() == before


def test_a_wrong_move_is_refused_with_what_is_possible() -> None:
    match = Match.new(GAME, [Seat("You")], {}, 5)
    with pytest.raises(IllegalMoveError, match="possible: pad"):
        match.play("fox")


# The box


def test_a_box_with_an_error_is_refused_by_name() -> None:
    rows, five = ["LGFA", "AFGL", "GALF", "FLAG"], list(FIGURINES)
    assert read_face(rows, five, "pad 9").grid[:4] == (0, 3, 2, 1)
    for bad, message in (
        ((["LGFA", "AFGL", "GALF", "FLA"], five), "pad 9 needs four rows"),
        ((["LGFA", "AFGL", "GALF", "FLAX"], five), "pad 9 needs four rows"),
        ((["LLLL", "LFGL", "GALF", "FLAG"], five), "pad 9 must have four spaces"),
        ((rows, ["fox"] * 5), "pad 9 must show each"),
        ((rows, ["cat", *five[1:]]), "pad 9 names 'cat'"),
    ):
        with pytest.raises(InvalidMatchError, match=message):
            read_face(*bad, "pad 9")
    card = {"number": 4, "kind": "chain", "points": 2, "back": "leaf", "icons": ["fan", "ring"]}
    assert read_card(card).points == (2,)
    for change, message in (
        ({"kind": "braid"}, "card 4 is of kind 'braid'"),
        ({"back": "lame"}, "card 4 names 'lame'"),
        ({"icons": ["fan", "fan"]}, "card 4 needs two different icons"),
        ({"flowers": ["rose"]}, "card 4 must name 0 flowers"),
        ({"points": [1, 2]}, "card 4 must have 1 numbers"),
        ({"halves": "top_bottom"}, "card 4 must run along"),
        ({"pattern": "leaf"}, "card 4 must name a pattern, or must not"),
        ({"figurines": ["fox"]}, "card 4 must name 0 figurines"),
    ):
        with pytest.raises(InvalidMatchError, match=message):
            read_card(card | change)
    with pytest.raises(InvalidMatchError, match="card 4 lacks 'back'"):
        read_card({key: value for key, value in card.items() if key != "back"})


def test_the_box_is_balanced() -> None:
    for icon, cards in SETS.items():
        assert len(cards) == 12, icon
        assert sorted(CARDS[card].back for card in cards) == [p for p in range(4) for _ in range(3)], icon
    assert len({(face.grid, face.seats) for pad in PADS for face in pad}) == 16
    for pad in PADS:
        for face in pad:
            for block in SEATS:
                assert {face.grid[s] for s in range(SPACES) if block >> s & 1} == {0, 1, 2, 3}
