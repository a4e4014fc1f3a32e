"""What can be known in Mezen, and what is determinized: unseen backs, closed cards, secret payments."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.mezen import GAME
from core.games.mezen.components import FACE, MARKED, SETS, TILES
from core.games.mezen.phases import PAYING
from core.games.mezen.state import MezenState
from core.rng import Rng
from tests.core.games.mezen.drawn_paintings import HORSE, PLAIN, SPRUCE, finish_round, play, table

NO_HORSE = "I(H) B(H) G(H) F(H) S(H) / i b g f i / b g f i b / g f i b g / f i b g f"


def known(state: MezenState, seat: int = 0) -> list[str]:
    """The cells of a painting by what is known of their backs, as the board prints it."""
    lines = state.board_text(seat).splitlines()
    starts = [i for i, line in enumerate(lines) if line.split() == list("abcde")]
    rows = lines[starts[seat] + 1 : starts[seat] + 6]
    return [cell for row in rows for cell in row.split()[1:]]


def middle(players: int, moves: int, seed: int, **options: bool) -> MezenState:
    """A position some moves into a random game."""
    state = GAME.start(GAME.setup(players, dict(options), seed))
    rng = Rng(seed)
    for _ in range(moves):
        if state.actor is None:
            break
        state.play(rng.choice(list(state.legal_moves())))
    assert isinstance(state, MezenState)
    return state


def test_at_the_start_only_the_spruce_marks_are_known() -> None:
    state = table(PLAIN)
    for code in state.paintings[0]:
        assert state.knows_back(0, code) == (FACE[code ^ 1] == SPRUCE)
    assert sum("(S)" in cell for cell in known(state)) == 5
    assert sum("(?)" in cell for cell in known(state)) == 20


def test_a_back_that_was_seen_stays_known() -> None:
    """Lifted twice, the tile lies as at the start, and its back is no secret any more."""
    state = table("h(I) i b g f / i b g f h / b g f h i / g f h i b / f h i b g", amulets=[0])
    assert known(state)[0] == "h(?)"
    play(state, "horse xa1 a1 points")
    assert known(state)[0] == "I(h)"
    play(state, "fish xa1 a1")
    assert known(state)[0] == "h(I)"
    tile = TILES.index((0, 1))
    assert state.knows_back(0, 2 * tile) and state.knows_back(0, 2 * tile + 1)


def test_the_last_unseen_back_of_an_animal_is_worked_out() -> None:
    """Fish, Bird and Hedgehog have been seen behind Horses, Spruce is marked: the last one hides a Fox."""
    board = "I(H) B(H) G(H) h(F) h(S) / i b g f i / b g f i b / g f i b g / f i b g f"
    state = table(board)
    assert known(state)[:5] == ["I(h)", "B(h)", "G(h)", "h(F)", "h(S)"]
    assert known(state)[5:].count("i(?)") + known(state)[5:].count("i(S)") == 5
    two_left = "I(H) B(H) h(G) h(F) h(S) / i b g f i / b g f i b / g f i b g / f i b g f"
    assert known(table(two_left))[2:4] == ["h(?)", "h(?)"]


def test_open_backs_shows_all() -> None:
    state = table(PLAIN, open_backs=True)
    assert all(state.knows_back(0, code) for code in state.paintings[0])
    assert not any("?" in cell for cell in known(state))


def test_a_lift_reveals_only_what_was_not_known() -> None:
    """Nobody takes back a look at a hidden back; behind a Spruce mark nothing is hidden."""
    hidden = table("h(I) i b g f / i b g f h / b g f h i / g f h i b / f h i b g")
    assert next(event for event in play(hidden, "horse xa1") if event.kind == "lift").reveals
    marked = table("h(S) i b g f / i b g f h / b g f h i / g f h i b / f h i b g")
    assert not next(event for event in play(marked, "horse xa1") if event.kind == "lift").reveals
    opened = table("h(I) i b g f / i b g f h / b g f h i / g f h i b / f h i b g", open_backs=True)
    assert not next(event for event in play(opened, "horse xa1") if event.kind == "lift").reveals


def test_one_hidden_back_among_known_ones_is_enough_to_reveal() -> None:
    state = table("h(S) h(I) b g f / i b g f i / b g f h i / g f h i b / f h i b g")
    lift = next(event for event in play(state, "horse xa1") if event.kind == "lift")
    assert lift.facts[1] == 2 and lift.reveals


def test_opening_a_goal_card_reveals() -> None:
    told = finish_round(table(PLAIN, PLAIN))
    assert [event.reveals for event in told if event.kind == "goal"] == [True]


# Imagining


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.integers(0, 200), st.integers(0, 50), st.integers(0, 1000))
def test_an_imagined_world_keeps_what_can_be_known(players: int, moves: int, seed: int, luck: int) -> None:
    state = middle(players, moves, seed)
    for seat in range(players):
        world = state.determinize(seat, Rng(luck))
        assert world.violations() == []
        for mine, theirs in zip(state.paintings, world.paintings, strict=True):
            owner = state.paintings.index(mine)
            for code, imagined in zip(mine, theirs, strict=True):
                if code == 50 or state.knows_back(owner, code):
                    assert imagined == code
                else:
                    assert FACE[imagined] == FACE[code] and imagined % 2 == code % 2 == 0
                    assert imagined >> 1 not in MARKED
                    assert not state.seen[owner] >> (imagined >> 1) & 1
        assert world.deck[: state.opened] == state.deck[: state.opened]
        assert sorted(world.deck) == sorted(state.deck)
        kept = ("actor", "phase", "round", "active", "announced", "seen", "hand", "bridges", "excluded")
        for field in (*kept, "amulets", "pool", "points", "icon", "open_backs"):
            assert getattr(world, field) == getattr(state, field), field
        if state.phase != PAYING:
            assert world.animals == state.animals


def test_all_deals_of_the_unseen_backs_come_up_alike() -> None:
    """Four unmarked Horses have 24 orders; chi-square, 23 degrees of freedom, at one in a thousand."""
    state = table(PLAIN)
    rng = Rng(42)
    lying = enumerate(state.paintings[0])
    horses = [cell for cell, code in lying if FACE[code] == HORSE and code >> 1 not in MARKED]
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        world = state.determinize(0, rng)
        orders[tuple(world.paintings[0][cell] for cell in horses)] += 1
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7


def test_every_card_of_the_set_may_be_the_next_to_open() -> None:
    state = table(PLAIN, goals=(7, 21))
    rng = Rng(4)
    third = {state.determinize(0, rng).deck[2] + 1 for _ in range(300)}
    assert third == {card + 1 for card in SETS[state.icon]} - {7, 21}


def test_open_backs_leaves_paintings_as_they_are() -> None:
    state = middle(2, 40, 3, open_backs=True)
    for luck in range(10):
        assert state.determinize(0, Rng(luck)).paintings == state.paintings


def test_unrevealed_payments_are_not_seen_and_those_to_come_stay_open() -> None:
    state = table(*[PLAIN] * 4)
    play(state, "horse pay-fox pay-bird")
    assert state.actor == 3
    world = state.determinize(3, Rng(1))
    assert world.animals == [0, 0, 0, -1], "whoever can keep is thought to have kept"
    assert state.determinize(1, Rng(1)).animals == [0, 4, 0, -1], "one's own choice is known"
    play(state, "keep")
    assert state.determinize(3, Rng(1)).animals == [0, 4, 2, 0], "now everybody knows"


def test_who_must_pay_is_imagined_to_have_paid() -> None:
    state = table(PLAIN, NO_HORSE, PLAIN)
    play(state, "horse pay-fox")
    guesses = {state.determinize(2, Rng(luck)).animals[1] for luck in range(40)}
    assert guesses == {1, 2, 3, 4}
    poor = table(PLAIN, NO_HORSE, PLAIN, amulets=[5, 0, 5])
    play(poor, "horse keep")
    assert {poor.determinize(2, Rng(luck)).animals[1] for luck in range(5)} == {-1}


@pytest.mark.parametrize("swap", ["backs", "cards"])
def test_a_world_does_not_depend_on_what_is_hidden(swap: str) -> None:
    state = table("h(I) i b g f / i b g f h(B) / b g f h i / g f h i b / f h i b g", goals=(7, 21))
    other = state.copy()
    if swap == "backs":
        one, two = other.paintings[0][0], other.paintings[0][9]
        other.paintings[0][0], other.paintings[0][9] = two, one
    else:
        other.deck[5], other.deck[11] = other.deck[11], other.deck[5]
    assert other != state
    assert other.determinize(0, Rng(9)) == state.determinize(0, Rng(9))
