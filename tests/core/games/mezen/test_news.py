"""What is new: cells that look otherwise, what it means for a seat, points that arrived; and nothing that is hidden."""

from typing import Any

from core.game import GameEvent
from core.games.mezen import GAME
from core.games.mezen.components import GOALS
from core.games.mezen.scoring import codes_of, goal_points
from core.games.mezen.state import MezenState
from core.games.mezen.view import MezenView
from core.games.mezen.view.changes import CELL, on_painting
from core.rng import Rng
from tests.core.games.mezen.drawn_paintings import PLAIN, finish_round, play, table

NAMES = ("Anna", "Boris", "Vera")


def seen_by(state: MezenState, seat: int | None, board: int | None = None) -> MezenView:
    return MezenView(state, seat, NAMES[: state.players], board=board)


def altered(before: MezenState, now: MezenState, board: int) -> set[int]:
    return {target.number for target in seen_by(now, 0, board).changed_targets(before) if target.kind == "cell"}


# Cells


def test_lifted_and_fallen_tiles_are_altered_and_no_others() -> None:
    """A group of one in the third row: what lies above it falls, the top is empty; then a tile is put there."""
    state = table(PLAIN, PLAIN)
    play(state, "horse keep")
    before = state.copy()
    play(state, "xd3")
    assert altered(before, state, 0) == {3, 8, 13}
    assert altered(before, state, 1) == set()
    assert seen_by(state, 1).changed_targets(before) == {on_painting(0, cell) for cell in (3, 8, 13)}
    fallen = state.copy()
    play(state, "d1")
    assert altered(fallen, state, 0) == {3}
    assert altered(before, state, 0) == {3, 8, 13}


def test_an_amulet_is_seen_where_it_lies() -> None:
    state = table(PLAIN, PLAIN)
    play(state, "horse keep")
    before = state.copy()
    play(state, "+b1")
    assert altered(before, state, 0) == {1}
    assert CELL[1] not in seen_by(state, 1).changed_targets(before), "it lies on the painting of another"


# What has changed for a seat


def test_payments_are_told_to_the_active_player_when_all_are_known() -> None:
    state = table(PLAIN, PLAIN, PLAIN)
    before = state.copy()
    play(state, "horse pay-fox")
    assert seen_by(state, 0).change_texts(before) == []
    play(state, "keep")
    assert seen_by(state, 0).change_texts(before) == ["You were paid 1 amulet."]
    assert seen_by(state, 1).change_texts(before) == []


def test_an_announced_animal_is_told_with_what_one_has_of_it() -> None:
    no_horse = "I(H) B(H) G(H) F(H) S(H) / i b g f i / b g f i b / g f i b g / f i b g f"
    state = table(PLAIN, "h h S . . / . . . . . / . . . h . / . . . . . / . . . . .", no_horse, amulets=[5, 5, 0])
    before = state.copy()
    play(state, "horse")
    assert seen_by(state, 1).change_texts(before) == ["Your horse groups: 3, 1."]
    assert seen_by(state, 2).change_texts(before) == ["You have no horse, so your painting stays as it is."]
    assert seen_by(state, 0).change_texts(before) == [] == seen_by(state, None).change_texts(before)


def test_a_new_round_tells_the_lead_and_what_the_goals_would_pay() -> None:
    state = table(PLAIN, PLAIN, goals=(8, 17, 4))
    before = state.copy()
    finish_round(state)
    state.points[0][0], state.points[1][0] = 5, 2
    first, goals = seen_by(state, 0).change_texts(before)
    assert first == "You take the lead, 5 to 2."
    codes = codes_of(state.paintings[0])
    here, following = goal_points(codes, state.goal), goal_points(codes, GOALS[state.deck[2]])
    assert goals == f"As you stand: {here} for this goal, {following} for the next."
    later = state.copy()
    later.points[1][0] = 9
    assert seen_by(later, 0).change_texts(state) == ["Boris takes the lead, 9 to 5."]
    later.points[1][0] = 5
    assert seen_by(later, 0).change_texts(state) == ["Boris draws level with you at 5."]


# A turn in one line


def line_of(told: list[GameEvent], before: MezenState, now: MezenState, seat: int | None) -> list[str]:
    """What a player reads of a seat, or of the table."""
    return seen_by(now, 1).turn_facts(seat, before, [event for event in told if event.seat == seat])


def test_a_turn_is_one_line_with_its_amulets() -> None:
    state = table("h . h . . / . . . . . / . . . . . / . . . . . / . . . . .", PLAIN, goals=(1, 11))
    before = state.copy()
    told = play(state, "horse pay-fox +b1 xa1 a1 c1")
    assert line_of(told, before, state, 0) == ["calls the horse", "lifts 2 horses with 1 amulet"]
    assert line_of(told, before, state, 1) == ["pays 1 amulet for the fox"]
    assert line_of(told, before, state, None) == []


def test_what_nobody_did_is_told_of_the_table_with_the_animal_of_that_round() -> None:
    """Also when the next round has begun, in which nothing has been called yet."""
    state = table(PLAIN, PLAIN, goals=(5, 11, 8))
    play(state, "horse")
    before = state.copy()
    told = play(state, "keep")
    assert line_of(told, before, state, None) == ["everyone keeps the horse"]
    told += finish_round(state)
    assert line_of(told, before, state, None) == [
        "everyone keeps the horse",
        "next: 2 for each bird in the central 3x3",
    ]


def test_points_of_several_sources_are_told_apart_and_those_of_the_goal_only_if_nothing_else_was_done() -> None:
    state = table(PLAIN, PLAIN, round=5, goals=(29,))
    before = state.copy()
    told = finish_round(state, "points")
    first, *_, last = line_of(told, before, state, 0)
    assert first.startswith("calls the ") and last == "dark tiles 1"
    state = table(PLAIN, PLAIN, goals=(29,))
    while state.prompt.kind != "score":
        play(state, state.legal_moves()[0].notation)
    before = state.copy()
    assert line_of(play(state, "points"), before, state, 0) == ["takes 0 points for the goal"]
    before = state.copy()
    assert line_of(play(state, "amulets"), before, state, 1) == ["takes 2 amulets instead of points"]


# Points that arrive


def scored(state: MezenState, *answers: str) -> tuple[MezenState, list[GameEvent]]:
    """The position before the last of these answers, and what the answer told."""
    play(state, *answers[:-1])
    before = state.copy()
    return before, play(state, answers[-1])


def test_a_goal_of_pairs_is_shown_pair_by_pair_to_its_owner() -> None:
    board = "f f S(F) h g / h g i b i / b i f b h / i h b g b / f i g h g"
    state = table(board, board, goals=(21,))
    before, events = scored(state, "fox keep", *["xc3 c1"] * 2, "points")
    own = seen_by(state, 0).moments(before, events)
    assert sum(int(moment.text[1]) for moment in own) == state.points[0][0] == 6
    assert len(own) == 3 and {moment.board for moment in own} == {0}
    assert [len(moment.targets) for moment in own[:2]] == [2, 2]
    assert own[0].text == "+2: 1 pair of horse and hedgehog"
    (whole,) = seen_by(state, 1).moments(before, events)
    assert whole.text.startswith(f"Anna +{state.points[0][0]}: ")
    assert set(whole.targets) == {target for moment in own for target in moment.targets}


def test_dark_tiles_and_the_end_are_shown_on_ones_own_painting() -> None:
    for round_, numbers in ((5, 1), (10, 2)):
        state = table(PLAIN, PLAIN, round=round_)
        while state.prompt.kind != "score" or state.actor != 1:
            play(state, state.legal_moves()[0].notation)
        before, events = scored(state, "amulets")
        found = seen_by(state, 0).moments(before, events)
        assert len(found) == numbers and {moment.board for moment in found} == {0}
        dark = {cell for cell, code in enumerate(before.paintings[0]) if code % 2}
        lit = {target.number for target in found[0].targets}
        assert lit == (dark if round_ == 5 else set(range(25)) - dark)
        assert f"you +{len(lit)}, Boris +" in found[0].text


def test_nothing_is_shown_where_nothing_was_earned() -> None:
    state = table(PLAIN, PLAIN, goals=(29,))
    before, events = scored(state, "horse keep", "xa1 a1", "xa1 a1", "points")
    assert state.points[0][0] == 0
    assert seen_by(state, 0).moments(before, events) == []


# Nothing hidden


def test_positions_that_look_alike_have_the_same_news() -> None:
    """Through whole games, from each seat and from aside: dealt anew, hidden backs and payments change no word."""
    for seed in range(3):
        state: Any = GAME.start(GAME.setup(3, {}, seed))
        rng, past = Rng(seed), [state.copy()]
        while state.actor is not None:
            before = state.copy()
            events: list[GameEvent] = []
            state.play(rng.choice(list(state.legal_moves())), events.append)
            for seat in (None, 0, 1, 2):
                twins = [each.determinize(seat, Rng(7)) for each in (state, before, past[-1])]
                told = []
                for now, last, earlier in ((state, before, past[-1]), twins):
                    here = seen_by(now, seat, board=1)
                    told.append(
                        (
                            here.changed_targets(last),
                            here.changed_targets(earlier),
                            here.change_texts(earlier),
                            here.turn_facts(0, earlier, [event for event in events if event.seat == 0]),
                            here.moments(last, events),
                        )
                    )
                assert told[0] == told[1]
            if rng.randrange(8) == 0:
                past.append(before)
