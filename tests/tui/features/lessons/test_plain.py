"""A lesson in plain lines, and the command that begins one."""

import io

import pytest

from core import registry
from core.game import Game
from core.games.mezen import GAME
from core.lessons.course import Lesson, load
from core.lessons.guide import ASK, DONE, Guide, Page, ScriptedMove
from saves.lessons import LessonStore
from saves.match_store import MatchStore
from saves.paths import DataPaths
from tests.conftest import Samovar
from tui.features.lessons.plain import teach
from tui.plain.console import PlainConsole
from tui.services import Services

FIRST = load(GAME).lessons[0]


def right_answers(lesson: Lesson) -> list[str]:
    """What a learner types who knows every answer."""
    guide = Guide.start(GAME, lesson, "Anna")
    typed = []
    while (request := guide.next()) is not DONE:
        if isinstance(request, Page):
            continue
        notation = request.notation if isinstance(request, ScriptedMove) else guide.right_moves()[0].notation
        typed += [notation] if request is ASK else []
        guide.accept(notation)
        guide.match.play(notation)
    return typed


def taught(*typed: str, lesson: Lesson = FIRST, game: Game = GAME) -> tuple[str, str]:
    """How a lesson ended in which this was typed, and what it said."""
    said = io.StringIO()
    console = PlainConsole(source=io.StringIO("".join(f"{line}\n" for line in typed)), target=said)
    return teach(Services.for_player(), game, lesson, LessonStore(DataPaths.for_player()), console), said.getvalue()


@pytest.mark.parametrize("lesson", load(GAME).lessons, ids=lambda lesson: lesson.name)
def test_every_lesson_comes_to_its_end(lesson: Lesson) -> None:
    how, said = taught(*right_answers(lesson), lesson=lesson)
    assert how == "over" and f"Done: {lesson.title}." in said
    for step in lesson.steps:
        assert all(f"* {page}\n" in said for page in step.pages)
    assert LessonStore(DataPaths.for_player()).progress_of("mezen", lesson.name).done


def test_what_is_to_be_done_is_said_last() -> None:
    """Neither the board nor the list of moves stands between a learner and what the guide said."""
    _, said = taught()
    before, _, prompt = said.partition("* Call the horse.\n")
    board, welcome, moves = (before.index(text) for text in (": 0 points, ", "* Welcome to Mezen", "  1  horse"))
    assert board < welcome < moves and prompt.startswith("> ")


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    _, said = taught("fish", "2", "spruce")
    assert said.count("* All your fish stand alone") == 2
    assert "'spruce' is not a move of Mezen." in said
    assert said.count("* Call the horse.") == 4


def test_the_lesson_is_kept_and_goes_on() -> None:
    how, said = taught("horse", "quit")
    assert how == "left" and "samovar learn mezen first-game --plain continues it" in said
    _, again = taught()
    assert "Welcome to Mezen" not in again and "* Lift the group of three horses" in again


def test_the_answer_is_shown_and_a_step_taken_back() -> None:
    _, said = taught("show", "horse", "undo", "help")
    assert "The answer: horse" in said
    assert said.count("* Call the horse.") == 4, "asked, asked after the answer was shown, after undo and after help"
    assert "free" in said


def test_whoever_plays_on_freely_has_an_ordinary_match() -> None:
    how, said = taught("horse", "free", "xa2", "quit")
    assert how == "left" and "samovar resume" in said
    (entry,) = MatchStore().entries()
    assert [entry.notation for entry in MatchStore().open_entry(entry).match.log][:3] == ["horse", "keep", "xa2"]


def test_after_its_end_a_lesson_can_be_played_on() -> None:
    chain = load(GAME).find("chain")
    assert chain is not None
    how, said = taught(*right_answers(chain), "free", "quit", lesson=chain)
    assert how == "left" and LessonStore(DataPaths.for_player()).progress_of("mezen", "chain").done
    assert "The match continues after" in said.split("Type free to play on from here")[1]
    assert len(MatchStore().entries()) == 1
    assert taught(*right_answers(chain), "", lesson=chain)[0] == "over" and len(MatchStore().entries()) == 1


def test_a_lesson_in_the_middle_of_a_turn_begins_with_the_board() -> None:
    mezo = registry.get_game("mezo")
    lesson = load(mezo).find("call-first")
    assert lesson is not None
    _, said = taught(lesson=lesson, game=mezo)
    assert said.splitlines()[1] == "Age 1, Call Step"


def test_words_of_the_game_can_be_asked_about() -> None:
    _, said = taught("what", "what amulets", "what samovar", "what amulte")
    at_hand, amulets, unknown, near = (part.split("\n== ")[0] for part in said.split("> what")[1:])
    assert "Call: " in at_hand and "Goal: " in at_hand
    assert amulets.splitlines()[1].startswith("Amulet: ")
    assert "Mezen has no term 'samovar'." in unknown
    assert "Did you mean amulet?" in near


def test_the_lessons_are_listed(samovar: Samovar) -> None:
    done = samovar("learn", "--plain")
    assert "mezen first-game: Your first game, about 8 min" in done.stdout
    assert "mezen keep-out: Saving a spruce" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("learn", "mezne", "--plain"), "did you mean mezen?"),
        (("learn", "mezen", "chian", "--plain"), "did you mean chain?"),
    ],
)
def test_wrong_words_are_answered_with_the_nearest(words: tuple[str, ...], sentence: str, samovar: Samovar) -> None:
    done = samovar(*words)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


def test_the_rules_are_told_with_their_pictures_in_words(samovar: Samovar) -> None:
    told = samovar("rules", "mezen").stdout
    assert "- c4: light horse; back: not known" in told and "```" not in told
