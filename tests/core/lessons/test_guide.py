"""The guide: what comes next, which answers are right, and how a lesson is left and taken up again."""

from typing import cast

import pytest

from core.games.mezen import GAME
from core.games.mezen.state import MezenState
from core.lessons.course import Lesson, Step, load
from core.lessons.guide import ASK, DONE, Bookmark, Guide, Page, ScriptedMove

FIRST = load(GAME).lessons[0]


def advance(guide: Guide) -> list[str]:
    """Everything up to the next question or the end; returns what was to be read."""
    read = []
    while not isinstance(request := guide.next(), type(ASK)):
        if isinstance(request, Page):
            read.append(request.text)
        elif isinstance(request, ScriptedMove):
            play(guide, request.notation)
    return read


def play(guide: Guide, notation: str) -> None:
    guide.accept(notation)
    guide.match.play(notation)


def lesson(*steps: Step, before: str = "") -> Lesson:
    """A lesson on the deal of the first game."""
    return Lesson("A lesson", "For tests", 1, 3, steps, ("Arina",), options={"cards": "branch"}, before=before)


def begun(*steps: Step, before: str = "") -> Guide:
    guide = Guide.start(GAME, lesson(*steps, before=before), "Anna")
    advance(guide)
    return guide


def test_pages_come_before_the_question() -> None:
    guide = Guide.start(GAME, lesson(Step("One.\n\nTwo\nlines.", ask="Go.", accept=("horse",))), "Anna")
    assert advance(guide) == ["One.", "Two lines."]
    assert guide.next() is ASK and guide.question == "Go."


def test_a_wrong_answer_is_answered_and_changes_nothing() -> None:
    guide = begun(Step(ask="Go.", accept=("horse",), wrong="No.", wrong_for={"f*": "No fox, no fish."}))
    before = guide.match.state.digest()
    assert guide.matching_answer(["bird"]) == 0 and guide.wrong_answer_text("bird") == "No."
    assert guide.wrong_answer_text("fish") == "No fox, no fish."
    assert guide.next() is ASK and guide.match.state.digest() == before


def test_an_answer_without_words_of_its_own_repeats_the_question() -> None:
    assert begun(Step(ask="Take the horse.", accept=("horse",))).wrong_answer_text("fox").endswith("Take the horse.")


def test_an_answer_may_take_several_decisions() -> None:
    guide = begun(Step(ask="Place.", accept=("d1 c2",)), before="horse keep xc3")
    assert guide.matching_answer(["d1", "c2", "c1"]) == 2, "what is no choice belongs to no answer"
    assert guide.matching_answer(["d1", "c1", "c2"]) == 0 and guide.mismatch_text(["d1", "c1", "c2"]) == "c1"
    play(guide, "d1")
    assert guide.next() is ASK and guide.matching_answer(["c1"]) == 0 and guide.matching_answer(["c2"]) == 1
    play(guide, "c2")
    assert advance(guide) == [] and guide.next() is DONE


def test_what_is_begun_one_way_is_not_finished_another() -> None:
    guide = begun(Step(ask="Place.", accept=("c1 d1", "d1 c2")), before="horse keep xc3")
    play(guide, "c1")
    assert guide.matching_answer(["d1"]) == 1 and guide.matching_answer(["c2"]) == 0


def test_any_move_at_a_place_can_be_an_answer() -> None:
    guide = begun(Step(ask="Do something on c4.", accept=("at c4",)), before="horse keep")
    right = {move.notation for move in guide.right_moves()}
    assert right == {"xc3", "-c4", "+c4"}, "lift its group, exclude it, make it a bridge"


def test_a_star_stands_for_anything() -> None:
    guide = begun(Step(ask="Lift.", accept=("x*",)), before="horse keep")
    assert {move.notation for move in guide.right_moves()} == {"xd1", "xa2", "xc3"}


def test_the_script_plays_for_everybody_and_then_bots_decide() -> None:
    guide = begun(
        Step(ask="Announce.", accept=("horse",), brought="Well.", then="keep xc3 d1 c2 xa2"),
        Step(ask="Score.", accept=("points",)),
    )
    play(guide, "horse")
    assert advance(guide) == ["Well."]
    assert [entry.notation for entry in guide.match.log[:5]] == ["horse", "keep", "xc3", "d1", "c2"]
    assert guide.question == "Score." and guide.match.state.prompt.kind == "score" and guide.wrong_answers == []


def test_a_script_that_does_not_fit_is_dropped_and_the_lesson_goes_on() -> None:
    guide = begun(Step(ask="Announce.", accept=("horse",), then="pay-spruce"), Step(ask="Lift.", accept=("x*",)))
    play(guide, "horse")
    advance(guide)
    assert guide.wrong_answers == ["pay-spruce"] and guide.question == "Lift."


def test_a_question_that_cannot_be_answered_is_passed_over() -> None:
    guide = begun(Step(ask="Fly.", accept=("spruce",)), Step("The end."))
    assert guide.next() is DONE


def test_the_same_bots_do_the_same() -> None:
    logs = []
    for _ in range(2):
        guide = begun(Step(ask="Announce.", accept=("fish",)), Step("The end."))
        play(guide, "fish")
        advance(guide)
        logs.append([entry.notation for entry in guide.match.log])
    assert logs[0] == logs[1] and len(logs[0]) > 1


def test_stepping_back_leads_to_the_step_before_and_tells_it_again() -> None:
    guide = begun(
        Step("One.", ask="Announce.", accept=("horse",), then="keep"), Step("Two.", ask="Lift.", accept=("xc3",))
    )
    assert not guide.back(), "here it began"
    play(guide, "horse")
    assert advance(guide) == ["Two."]
    assert guide.back()
    assert advance(guide) == ["One."] and guide.question == "Announce." and guide.match.log == []
    play(guide, "horse")
    advance(guide)
    assert guide.question == "Lift."


def test_stepping_back_within_an_answer_leads_to_its_beginning() -> None:
    guide = begun(Step(ask="Place.", accept=("d1 c2",)), before="horse keep xc3")
    play(guide, "d1")
    assert guide.back()
    assert (
        guide.next() is ASK
        and len(cast(MezenState, guide.match.state).hand) == 3
        and guide.matching_answer(["d1"]) == 1
    )


def test_a_lesson_goes_on_at_its_bookmark() -> None:
    guide = Guide.start(GAME, FIRST, "Anna")
    marks: list[tuple[Bookmark, str]] = []
    while (request := guide.next()) is not DONE:
        if guide.bookmark is not None and guide.bookmark not in [mark for mark, _ in marks]:
            marks.append((guide.bookmark, guide.match.state.digest()))
        if not isinstance(request, Page):
            play(guide, request.notation if isinstance(request, ScriptedMove) else guide.right_moves()[0].notation)
    assert len(marks) == len(FIRST.steps)
    for mark, digest in marks[1:]:
        again = Guide.resume(GAME, FIRST, "Anna", mark)
        again.next()
        assert again.step_index == mark.step and again.match.state.digest() == digest


@pytest.mark.parametrize("mark", [Bookmark(3, ["spruce"]), Bookmark(99, ["horse"]), Bookmark(-1, [])])
def test_a_bookmark_that_leads_nowhere_is_the_beginning(mark: Bookmark) -> None:
    guide = Guide.resume(GAME, FIRST, "Anna", mark)
    assert guide.step_index == 0 and guide.match.log == []


def test_the_whole_answer_is_shown_with_what_is_no_choice() -> None:
    guide = begun(Step(ask="Place.", accept=("d1 c2",)), before="horse keep xc3")
    assert [move.notation for move in guide.plan()] == ["d1", "c2", "c1"]


def test_in_the_middle_of_an_answer_nothing_is_pointed_at() -> None:
    guide = begun(Step(places=("c3",), ask="Lift and place.", accept=("xc3 *",)), before="horse keep")
    assert [target.kind for target in guide.targets] == ["cell"]
    play(guide, "xc3")
    assert guide.next() is ASK and guide.targets == ()
