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
from core.games.gzhel.view.targets import GOAL, LAID, SPACE
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
    return " ".join(SPACE_NAMES[target.number] for target in moment.targets if target.kind == SPACE)


def goals_of(moment: Moment) -> list[int]:
    return [target.number for target in moment.targets if target.kind == GOAL]


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
    assert offers_of(state).change_texts(before) == ["The hedgehog lifts 3 flowers of yours and flips 1 stamp."]
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
    total = diamond + circle + pattern
    told = offers_of(state).change_texts(before)
    assert told == [f"As you stand, round 2 scores {diamond} + {circle} + {pattern} = {total}."], (
        "Boris leads as he did"
    )


def test_what_a_figurine_lifts_is_told_until_it_has_lifted() -> None:
    """Numbers are those of the moment that they speak of: after lifting there are others around the figurine."""
    state = set_up(Seated("o o . . / r . . . / . . . . / . . . .", BARE, "b"), MATE, actor=1, active=1)
    before = state.copy()
    play(state, "hedgehog", "lift", "done")
    assert state.actor == 0 and offers_of(state).change_texts(before) == ["The hedgehog lifts 3 flowers of yours."]
    play(state, "lift")
    assert offers_of(state).change_texts(before) == []


def test_a_turn_is_one_line() -> None:
    state = set_up(Seated("o o . . / r . . . / . . . . / . . . .", BARE, "b"), MATE, active=0)
    before = state.copy()
    events = play(state, "fox", "*bd4", "hedgehog", "oa1", "rh4", "done")
    told = offers_of(state, 1).turn_facts(0, before, [event for event in events if event.seat == 0])
    assert told == [
        "chooses the fox",
        "uses the hedgehog instead",
        "lifts 3",
        "places 2",
        "keeps 1 as a stamp",
        "places a bellflower stamp on d4",
    ]


def test_every_turn_of_a_game_is_told_in_one_line_and_never_by_sentences() -> None:
    positions = 0
    for seed in range(2):
        state = start(GAME.setup(4, {}, seed))
        rng = Rng(seed)
        events: list[GameEvent] = []
        before, actor = state.copy(), state.actor
        while state.actor is not None:
            state.play(rng.choice(list(state.legal_moves())), events.append)
            own = [event for event in events if event.seat == actor]
            assert offers_of(state, 0).turn_facts(actor, before, own), own
            if state.actor != actor:
                told = " · ".join(offers_of(state, 0).turn_facts(actor, before, own)[:2])
                assert len(told) <= 60 and "scores  " not in told
                before, actor, events = state.copy(), state.actor, []
                positions += 1
    assert positions > 60


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ((3, 3, 0), (3, 9, 0), "Boris takes the lead, 9 to 3."),
        ((3, 9, 0), (12, 9, 0), "You take the lead, 12 to 9."),
        ((3, 9, 0), (9, 9, 9), "You share the lead with Boris and Vera."),
        ((9, 3, 0), (8, 9, 9), "Boris and Vera take the lead, 9 to 8."),
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
    found = moments(state.copy(), 0, "done")
    assert [(goals_of(each), space_names(each), each.board) for each in found] == [
        ([0], "a1 b1 a2", 0),
        ([1], "e1", 0),
        ([2], "c2 f1 g2", 0),
        ([0, 1, 2], "a1 b1 a2 e1 c2 f1 g2", 0),
    ]
    assert found[0].text == "Diamond pad, one kind at hedgehog, another at fox: +3."
    assert found[2].text == "Same flower on grid: +2."
    assert found[3].text.startswith("Round 1: you score 3 + 1 + 2 = 6")
    assert moments(state.copy(), None, "done") == []
    assert [each.waits_for_key for each in found] == [False, False, False, True], "the sum is read at leisure"


def test_at_the_end_stamps_count_in_the_sum() -> None:
    own = Seated("o o . . / O . p . / . . . . / . . . .", ". p . . / t . P . / . . . . / . . . .")
    state = set_up(own, MATE, phase=phases.PAINT, figurine="fox", actor=0, active=1, number=8)
    found = moments(state, 0, "done")
    assert [space_names(each) for each in found] == ["a1 b1 a2", "e1", "c2 f1 g2", "a1 b1 a2 e1 c2 f1 g2 a2 g2"]
    assert found[3].text.startswith("Round 8: you score 3 + 1 + 2 + 4 = 10")


def test_the_flower_that_ended_the_round_counts_among_the_others() -> None:
    """A turn in which everything is placed ends by itself: it is told of together with the last move."""
    # Card 26 on the diamond pad: two points for each flower of the longest chain.
    lone = Seated("r r . . / . . . . / . . . . / . . . .", BARE)
    state = set_up(lone, goals=(26, 16, 14), icon="ring", lifted="r", figurine="fox", phase=phases.PAINT)
    found = moments(state, 0, "rc1", "done")
    assert [space_names(each) for each in found] == ["a1 b1 c1", "a1 b1 c1"]
    assert found[0].text == "Diamond pad, longest chain of one kind: +6."
    assert found[1].text.startswith("Round 1: you score 6 + 0 + 0 = 6, 6 points so far.")


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
                gained = state.scores()[seat] - before.scores()[seat]
                assert bool(found) == any(event.kind == "scored" for event in events)
                if found:
                    assert f" = {gained}" in found[-1].text and found[-1].waits_for_key
                    goals = [int(n) for each in found[:-1] for n in re.findall(r"\+(\d+)", each.text)]
                    stamps = state.points[4 * seat + 3] - before.points[4 * seat + 3]
                    assert sum(goals) + stamps == gained
                assert all(each.targets for each in found[:-1]) and all(each.board == seat for each in found)


def test_news_are_the_same_whatever_is_hidden() -> None:
    positions = random_positions(2, 3)
    for at in range(5, len(positions), 17):
        before, now = positions[at - 5], positions[at]
        for seat in (None, 0, 1, 2):
            old, new = before.determinize(seat, Rng(9)), now.determinize(seat, Rng(10))
            true, alike = offers_of(now, seat), offers_of(new, seat)
            assert true.changed_targets(before) == alike.changed_targets(old)
            assert true.change_texts(before) == alike.change_texts(old)
