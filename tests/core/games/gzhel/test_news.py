"""What is new on the table, what it means to a seat, and what was paid for."""

import re

import pytest

from core.game import GameEvent
from core.games.gzhel import GAME, phases
from core.games.gzhel.components import BOARD, SPACE_NAMES
from core.games.gzhel.deal import start
from core.games.gzhel.rules import goal_points
from core.games.gzhel.state import GzhelState
from core.games.gzhel.view import GzhelView
from core.games.gzhel.view.targets import LAID
from core.match import find_move
from core.rng import Rng
from core.view import Moment, Target
from tests.core.games.gzhel.gzhel_positions import BARE, MATE, Seated, play, random_positions, set_up

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def offers_of(state: GzhelState, seat: int | None = 0) -> GzhelView:
    return GzhelView(state, seat, NAMES[: state.players])


def laid(seat: int, names: str) -> set[Target]:
    return {Target(LAID, BOARD * seat + SPACE_NAMES.index(name)) for name in names.split()}


def space_names(moment: Moment) -> str:
    return " ".join(SPACE_NAMES[target.number] for target in moment.targets)


# Where something lies otherwise than before


def test_what_others_lay_lift_and_turn_is_new() -> None:
    # Pad 3, diamond side: the swan stands between a1 and b2; pad 4, circle side: between g1 and h2.
    other = Seated("o o . . / . P . . / . . . . / . . . .", ". . . . / . . . . / . . . . / . . . .", "b", (3, 4))
    state = set_up(MATE, other, phase=phases.BEFORE, figurine="swan", actor=1)
    before = state.copy()
    play(state, "*bh4", "-")
    assert offers_of(state).changed_targets(before) == laid(1, "a1 b1 b2 h4"), "two lifted, one turned, a stamp laid"
    assert offers_of(state).changed_targets(state) == frozenset()
    assert offers_of(before).changed_targets(state) == laid(1, "a1 b1 b2 h4")


def test_tokens_that_were_strewn_over_bare_pads_are_no_news() -> None:
    state = start(GAME.setup(2, {}, 1))
    before = state.copy()
    while state.phase == phases.TURN_PADS:
        state.play(state.legal_moves()[0])
    assert any(state.flowers)
    assert offers_of(state).changed_targets(before) == frozenset()
    assert offers_of(state).change_texts(before) == []


# What it means to a seat


def test_a_figurine_that_another_names_tells_what_it_lifts() -> None:
    # Pad 1, diamond side: the hedgehog stands between a1 and b2.
    state = set_up(Seated("o o . . / r P . . / . . . . / . . . .", BARE, "b"), MATE, actor=1, active=1)
    before = state.copy()
    play(state, "hedgehog")
    assert offers_of(state).change_texts(before) == [
        "The hedgehog lifts 3 flowers of yours and turns 1 stamp to flowers."
    ]
    assert offers_of(state, None).change_texts(before) == [], "nothing is a bystander's"
    before = state.copy()
    play(state, "lift")
    assert offers_of(state).change_texts(before) == [], "that has been told"


def test_a_new_round_tells_what_the_goals_are_worth() -> None:
    state = set_up(MATE, MATE, goals=(21, 30, 14), phase=phases.PAINT, figurine="fox", actor=1)
    state.points[:] = [5, 0, 0, 0, 7, 0, 0, 0]
    before = state.copy()
    play(state, "done")
    diamond, circle, pattern = goal_points(state, 0)
    told = offers_of(state).change_texts(before)
    assert told[0].startswith("New on the diamond pad: ") and f"pays you {diamond} " in told[0]
    assert f"where it pays {circle}, and the pattern is grid, which pays {pattern}." in told[1]
    assert told[2:] == [], "Boris leads as he did"


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ((3, 3, 0), (3, 9, 0), "Boris leads now, 6 points before you."),
        ((3, 9, 0), (12, 9, 0), "You lead now."),
        ((3, 9, 0), (9, 9, 9), "You share the lead with Boris and Vera."),
        ((9, 3, 0), (8, 9, 9), "Boris and Vera lead now, 1 point before you."),
        ((3, 9, 0), (4, 19, 0), None),
    ],
)
def test_who_leads_is_told_when_it_was_another(was: tuple[int, ...], now: tuple[int, ...], told: str | None) -> None:
    before = set_up(MATE, MATE, MATE)
    after = before.copy()
    before.points[::4], after.points[::4] = list(was), list(now)
    assert offers_of(after).change_texts(before) == ([told] if told else [])


# What was paid


def moments(state: GzhelState, seat: int | None, *notations: str) -> list[Moment]:
    before = state.copy()
    events = play(state, *notations)
    return offers_of(state, seat).moments(before, events)


def test_what_was_paid_lights_up_goal_by_goal() -> None:
    # Diamond card 21: hedgehog a1 b1 a2; circle card 30: e1; pattern grid: poppies on c2, f1 and g2.
    own = Seated("o o . . / o . p . / . . . . / . . . .", ". p . . / t . p . / . . . . / . . . .")
    state = set_up(own, MATE, phase=phases.PAINT, figurine="fox", actor=0, active=1)
    others = sum(goal_points(state, 1))
    found = moments(state.copy(), 0, "done")
    assert [(each.text.split(":")[0], space_names(each), each.board) for each in found] == [
        ("+3", "a1 b1 a2", 0),
        ("+1", "e1", 0),
        ("+2", "c2 f1 g2", 0),
    ]
    assert found[0].text == "+3: diamond pad, hedgehog and fox: a kind each"
    assert found[2].text == f"+2: alike on grid (Boris +{others})"
    assert moments(state.copy(), None, "done") == []
    assert not any(each.waits_for_key for each in found)


def test_at_the_end_stamps_light_up_too_and_there_are_never_more_than_three() -> None:
    own = Seated("o o . . / O . p . / . . . . / . . . .", ". p . . / t . P . / . . . . / . . . .")
    state = set_up(own, MATE, phase=phases.PAINT, figurine="fox", actor=0, active=1, number=8)
    found = moments(state, 0, "done")
    assert [space_names(each) for each in found] == ["a1 b1 a2 e1", "c2 f1 g2", "a2 g2"]
    assert found[0].text.startswith("+3: diamond pad, ") and ", +1: circle pad, " in found[0].text
    assert found[2].text.startswith("+4: the stamps on your pads")


def test_the_flower_that_ended_the_round_counts_among_the_others() -> None:
    """A turn in which everything is laid ends by itself: it is told of together with the last move."""
    # Card 26 on the diamond pad: two points for each flower of the longest chain.
    lone = Seated("r r . . / . . . . / . . . . / . . . .", BARE)
    state = set_up(lone, goals=(26, 16, 14), icon="ring", lifted="r", figurine="fox", phase=phases.PAINT)
    found = moments(state, 0, "rc1", "done")
    assert [(each.text, space_names(each)) for each in found] == [
        ("+6: diamond pad, longest chain of one kind", "a1 b1 c1")
    ]


def test_moments_add_up_to_what_a_seat_was_paid() -> None:
    """In whole games: nothing that was paid is left out, and nothing lights up at another time."""
    for seed in range(3):
        state = start(GAME.setup(2, {}, seed))
        rng = Rng(seed)
        while state.actor is not None:
            before = state.copy()
            events: list[GameEvent] = []
            state.play(find_move(GAME, state, rng.choice(list(state.legal_moves())).notation), events.append)
            for seat in range(2):
                found = offers_of(state, seat).moments(before, events)
                told = sum(int(n) for each in found for n in re.findall(r"\+(\d+):", each.text.split(" (")[0]))
                assert told == state.scores()[seat] - before.scores()[seat]
                assert len(found) <= 3 and all(each.targets and each.board == seat for each in found)


def test_news_are_the_same_whatever_is_hidden() -> None:
    positions = random_positions(2, 3)
    for at in range(5, len(positions), 17):
        before, now = positions[at - 5], positions[at]
        for seat in (None, 0, 1, 2):
            old, new = before.determinize(seat, Rng(9)), now.determinize(seat, Rng(10))
            true, alike = offers_of(now, seat), offers_of(new, seat)
            assert true.changed_targets(before) == alike.changed_targets(old)
            assert true.change_texts(before) == alike.change_texts(old)
