"""A lesson as a plain object: pages, answers, steps back, and where it goes on another time."""

import pytest

from core import registry
from core.game import Game, Move
from core.lessons.course import Lesson, Step, load
from core.lessons.guide import Bookmark, Guide, Page
from saves.lessons import LessonStore
from saves.paths import DataPaths
from tests.tui.sessions.lanterns import DARK, GAME, GLOW, OMEN, SHOW
from tests.tui.sessions.tables import Table
from tui.features.lessons.session import LessonSession
from tui.sessions.changes import DecisionBegan, Ended, HintFound, PageRead, Played, Said, Saved, TakenBack
from tui.sessions.mode import Deciding, LessonDone, Showing, Thinking
from tui.sessions.session import PLAIN
from tui.sessions.texts import question

LESSON = Lesson(
    "Lights", "How to light a lantern.", 1, 3, name="lights", bots=("Vera",),
    steps=(
        Step("Welcome.\n\nLook here.", ask="Light the dark one.", keys="Enter", accept=(DARK,),
             brought="It is dark.", wrong="Not that one.", wrong_for={SHOW: "Show nothing yet."}),
        Step(ask="Light another.", accept=(GLOW, OMEN), then=f"{GLOW} {DARK}"),
        Step("Vera has moved.", ask="Two at once.", accept=(f"{DARK} {DARK}",), then=f"{DARK} {DARK}"),
        Step("That is all."),
    ),
)  # fmt: skip


def lesson_table(*moves: str, step: int = 0, plain: bool = False) -> Table[LessonSession]:
    """The lesson of lanterns, begun or gone on with."""
    guide = Guide.resume(GAME, LESSON, "Anna", Bookmark(step, list(moves)))
    store = LessonStore(DataPaths.for_player())
    policy = PLAIN if plain else None
    return Table(lambda services: LessonSession(guide, store, services, policy), payoff=False).started()


def said(table: Table) -> list[str]:
    return [change.text for change in table.told(Said)]


def read_all(table: Table) -> list[str]:
    """Turn all pages; returns their texts."""
    read = []
    while isinstance(table.session.mode, Showing):
        what = table.session.mode.what
        assert isinstance(what, Page) and table.session.mode.waits and table.session.page == what
        read.append(what.text)
        table.session.skip()
    return read


def test_pages_are_read_before_something_is_asked() -> None:
    table = lesson_table()
    assert table.session.mode == Showing(Page("Welcome.", number=1), waits=True, then=Deciding(0))
    assert table.told(PageRead) == [PageRead(Page("Welcome.", number=1)), PageRead(Page("Look here.", number=2))]
    assert read_all(table) == ["Welcome.", "Look here."]
    assert table.session.mode == Deciding(0) and table.session.page is None
    assert question(table.session, table.session.make_view().question()) == "Light the dark one. (Enter)"


def test_in_plain_mode_pages_are_told_and_not_waited_for() -> None:
    table = lesson_table(plain=True)
    assert table.session.mode == Deciding(0)
    assert [type(change) for change in table.changes] == [PageRead, PageRead, DecisionBegan]


@pytest.mark.parametrize(("answer", "reply"), [(GLOW, "Not that one."), (SHOW, "Show nothing yet.")])
def test_a_wrong_answer_is_explained_and_changes_nothing(answer: str, reply: str) -> None:
    table = lesson_table()
    read_all(table)
    table.play(answer)
    assert said(table) == [reply] and table.moves == [] and table.session.mode == Deciding(0)


def test_a_right_answer_is_played_and_what_it_brought_is_read() -> None:
    table = lesson_table()
    read_all(table)
    table.play(DARK)
    assert table.moves == [DARK] and read_all(table) == ["It is dark."]
    assert question(table.session, table.session.make_view().question()) == "Light another."


def test_of_a_choice_only_the_answer_is_played() -> None:
    """What the learner chose would go on; the guide asks for the rest itself."""
    table = lesson_table()
    read_all(table)
    table.session.submit([Move(DARK), Move(GLOW)])
    assert table.moves == [DARK]


def test_an_answer_of_several_moves_is_taken_as_a_whole_or_move_by_move() -> None:
    for moves in ([DARK, DARK], [DARK]):
        table = lesson_table(DARK, GLOW, GLOW, DARK, step=2)
        read_all(table)
        table.session.submit([Move(notation) for notation in moves])
        assert table.moves[4:] == moves
    table.play(GLOW)
    assert table.moves[4:] == [DARK] and said(table) == ["That is a good move another time. Here: Two at once."]
    table.play(DARK)
    table.run_until(lambda: table.session.page is not None)
    assert read_all(table) == ["That is all."] and table.session.mode == LessonDone()


def test_the_script_plays_for_the_others_without_asking_a_bot() -> None:
    table = lesson_table(DARK, step=1)
    table.bots.errors = ["asked"]
    table.play(OMEN)
    table.session.skip()
    assert table.session.mode == Thinking(1)
    table.run_until(lambda: isinstance(table.session.mode, Showing))
    assert table.moves == [DARK, OMEN, GLOW, DARK] and table.bots.errors == ["asked"]
    assert read_all(table) == ["Vera has moved."]


def test_a_step_back_goes_to_where_it_began_and_then_to_the_one_before() -> None:
    table = lesson_table()
    read_all(table)
    table.play(DARK)
    read_all(table)
    table.session.undo()
    assert table.moves == [] and table.told(TakenBack) == [TakenBack(1)]
    assert read_all(table) == ["Welcome.", "Look here."], "the step begins anew"
    table.session.undo()
    assert said(table) == ["This is the start of the lesson."] and table.session.mode == Deciding(0)


def test_a_step_back_while_something_is_read_or_played() -> None:
    table = lesson_table(DARK, step=1)
    table.play(GLOW)
    table.run_until(lambda: len(table.moves) == 3)
    table.session.undo()
    assert table.moves == [DARK] and table.session.mode == Deciding(0)
    table.scheduler.run_dry()
    assert table.moves == [DARK], "the script's next move was dropped"
    table.play(GLOW)
    table.run_until(lambda: isinstance(table.session.mode, Showing))
    table.session.undo()
    assert table.moves == [DARK] and table.session.mode == Deciding(0), "its page, too"


def test_a_lesson_goes_one_way_only() -> None:
    table = lesson_table()
    read_all(table)
    table.play(DARK)
    table.changes.clear()
    for go in (table.session.redo, table.session.restart_turn, lambda: table.session.undo_to(0)):
        go()
    assert table.moves == [DARK] and table.changes == []
    assert table.session.can("undo") and not table.session.can("redo") and table.session.can("free")


def test_a_step_is_saved_as_soon_as_it_begins() -> None:
    table = lesson_table()
    read_all(table)
    table.play(DARK)
    assert len(table.told(Saved)) == 1, "at once, not with the next answer"
    reached = LessonStore(DataPaths.for_player()).progress_of("lanterns", "lights")
    assert (reached.step, reached.moves) == (1, [DARK])
    again = lesson_table(*reached.moves, step=reached.step)
    assert question(again.session, again.session.make_view().question()) == "Light another." and again.told(Saved) == []


def test_the_answer_is_shown_where_it_is_given() -> None:
    table = lesson_table(DARK, step=1)
    assert table.session.can("tip")
    table.session.ask_hint()
    (found,) = table.told(HintFound)
    choice = table.session.make_view().choice_at(found.location.target, found.location.choice_index)
    assert choice is not None and choice.moves == (Move(GLOW),)
    assert found.text == "Here: light the glow lantern" and table.session.match.notes == []


def test_the_end_is_told_once_and_can_be_marked() -> None:
    table = lesson_table(DARK, GLOW, GLOW, DARK, step=2)
    read_all(table)
    table.session.submit([Move(DARK), Move(DARK)])
    table.run_until(lambda: table.session.page is not None)
    assert table.told(Ended) == [], "the last page comes first"
    assert read_all(table) == ["That is all."]
    assert table.session.mode == LessonDone() and table.told(Ended) == [Ended()]
    assert not table.session.can("tip") and not table.session.match.is_over
    table.session.ask_hint()
    assert table.told(HintFound) == []
    assert table.session.mark_done() == ""
    assert LessonStore(DataPaths.for_player()).progress_of("lanterns", "lights").done


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.name)
def test_the_first_lesson_of_each_game_leads_to_its_end(game: Game) -> None:
    """By the answers that the session itself shows; whatever the guide points at is pointed at."""
    if not load(game).lessons:
        return
    lesson = load(game).lessons[0]
    guide = Guide.start(game, lesson, "Anna")
    store = LessonStore(DataPaths.for_player())
    table = Table(lambda services: LessonSession(guide, store, services)).started()
    pages = 0
    while table.session.mode != LessonDone():
        if table.session.page is not None:
            assert table.session.pointed_targets == table.session.page.targets
            pages += 1
        if table.session.is_showing:
            assert table.session.pointed_targets == () or table.session.page is not None
            table.session.skip()
        elif table.session.is_deciding:
            assert table.session.pointed_targets == guide.targets
            table.session.submit(guide.plan()[:1])
        else:
            assert table.scheduler.step()
    played = [entry for change in table.told(Played) for entry in change.entries]
    assert len(played) == len(guide.match.log) - len(Guide.start(game, lesson, "Anna").match.log)
    assert pages == len(table.told(PageRead)) and not guide.wrong_answers
