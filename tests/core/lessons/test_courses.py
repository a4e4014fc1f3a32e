"""Every lesson of every game is played by its right answers, and every wrong one is tried."""

import msgspec
import pytest

from core import registry
from core.games.mezen import GAME
from core.lessons import check
from core.lessons.course import Course, Lesson, Step, load
from core.lessons.rules_headings import headings

TAUGHT = [name for name in registry.GAME_NAMES if load(registry.get_game(name)).lessons]


@pytest.mark.parametrize("name", TAUGHT)
def test_the_lessons_of_a_game_are_sound(name: str) -> None:
    assert list(check.problems(registry.get_game(name))) == []


def test_mezen_has_a_guided_first_game_and_short_lessons() -> None:
    first, *short = load(GAME).lessons
    assert first.tasks >= 12 and all(lesson.tasks < 6 for lesson in short) and len(short) == 5


def changed(**facts: object) -> list[str]:
    """What the check finds in the first rounds of the first game of Mezen after their first question was changed.

    Later a question has hundreds of right answers, and the check leads from each of them to the end.
    """
    lesson = load(GAME).lessons[0]
    asked = [at for at, step in enumerate(lesson.steps) if step.accept]
    steps = list(lesson.steps[: asked[7]])
    steps[asked[0]] = msgspec.structs.replace(steps[asked[0]], **facts)
    return problems_of(msgspec.structs.replace(lesson, steps=tuple(steps)))


def problems_of(lesson: Lesson) -> list[str]:
    return [*check._as_text(lesson), *check._in_play(GAME, lesson)]


def test_the_check_finds_nothing_where_nothing_is_wrong() -> None:
    assert changed() == []


def test_an_answer_that_the_rules_do_not_allow_is_found() -> None:
    assert any("is never asked" in problem for problem in changed(accept=("spruce",)))


def test_a_script_that_the_rules_do_not_allow_is_found() -> None:
    assert any("scripted moves are not possible: pay-spruce" in problem for problem in changed(then="pay-spruce"))


def test_another_right_answer_that_breaks_what_follows_is_found() -> None:
    assert any(problem.startswith("after fish instead") for problem in changed(accept=("horse", "fish")))


def test_a_right_beginning_without_an_end_is_found() -> None:
    """Whoever puts the first tile on c2 cannot put the second one there."""
    step = Step(ask="Place.", accept=("* c2",), wrong="No.")
    lesson = Lesson(
        "One", "For tests", 1, 3, (step,), ("Arina",), options={"cards": "branch"}, before="horse keep xc3", name="one"
    )
    assert problems_of(lesson) == ["after c2 instead, step 1 cannot be answered to its end behind c2."]
    sound = msgspec.structs.replace(step, accept=("d1 c2", "c2 *"))
    assert problems_of(msgspec.structs.replace(lesson, steps=(sound,))) == []


def test_a_way_without_an_end_is_found_on_the_way_of_another_answer() -> None:
    """Behind a second right answer there are several ways, and not all of them need be open."""
    step = Step(ask="Lift.", accept=("xa2", "xc3 * c2"), wrong="No.")
    lesson = Lesson(
        "One", "For tests", 1, 3, (step,), ("Arina",), options={"cards": "branch"}, before="horse keep", name="one"
    )
    assert problems_of(lesson) == ["after c2 instead, step 1 cannot be answered to its end behind xc3 c2."]


def test_a_place_that_is_none_is_found() -> None:
    assert any("'z9'" in problem for problem in changed(places=("z9",)))


def test_words_without_room_are_found() -> None:
    assert any("more than 3 rows" in problem for problem in changed(tell="horse " * 50))
    assert any("more than 1 rows" in problem for problem in changed(ask="horse " * 14))
    assert any("more than 2 rows" in problem for problem in changed(wrong="horse " * 30))


def test_a_deal_that_cannot_be_is_found() -> None:
    lesson = msgspec.structs.replace(load(GAME).lessons[0], before="spruce")
    assert any("cannot begin" in problem for problem in problems_of(lesson))


def test_a_rule_that_nobody_teaches_is_found() -> None:
    course = Course((Lesson("One", "One rule", 1, 1, (Step(teaches=("Groups", "Magic")),)),))
    found = list(check._untaught(GAME, course))
    assert "no lesson teaches 'Amulets' of the rules." in found
    assert "'Magic' is no heading of the rules." in found
    assert not any("'Groups'" in problem for problem in found)


def test_headings_are_those_outside_of_fences() -> None:
    assert headings("# Game\n\n## One\n\n```\n## Not this\n```\n\n### Two\n") == ["One", "Two"]
