"""A lesson on the screen, by keys and clicks."""

from functools import partial
from typing import Any

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual.geometry import Region, Size

import themes
from core import registry
from core.games.gzhel.view import HeldToken
from core.games.mezen import GAME
from core.lessons.course import Lesson, Step, load
from core.lessons.diagrams import load_diagrams
from core.lessons.guide import ASK, DONE, Guide, Page, ScriptedMove
from core.match import Match, Seat
from saves.lessons import LessonStore
from saves.match_store import MatchStore
from saves.paths import DataPaths
from tests.core.lessons.test_courses import TAUGHT
from tests.tui.pilots import SMALL, Table, is_thinking, mezen_after, saved, table
from tui.features.lessons.match_feature import LessonFeature
from tui.features.lessons.session import LessonSession
from tui.games.mezen.board import BRIGHT, PALE, PLAIN
from tui.match.board_view import BoardLook, load_board_view
from tui.match.diagram import paint_diagram
from tui.match.layout import MatchLayout
from tui.match.play import PlayFeature
from tui.match.prompt import question_text
from tui.match.screen import MatchScreen
from tui.match.spotlight import TO_DO, spotlight
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView

FIRST = load(GAME).lessons[0]


def reached() -> tuple[int, bool]:
    found = LessonStore(DataPaths.for_player()).progress_of("mezen", FIRST.name)
    return found.step, found.done


async def open_lesson(at: Table, lesson: Lesson = FIRST) -> Any:
    at.app.settings.pace = "at once"
    at.app.settings.payoff = False
    at.app.navigation.start_lesson(GAME, lesson)
    await at.pilot.pause()
    assert is_lesson(at)
    return at.screen


def is_lesson(at: Table) -> bool:
    """Whether a lesson is in front."""
    return isinstance(at.screen, MatchScreen) and isinstance(at.screen.feature, LessonFeature)


def is_free_match(at: Table) -> bool:
    """Whether an ordinary match is in front."""
    return isinstance(at.screen, MatchScreen) and type(at.screen.feature) is PlayFeature


async def read(at: Table) -> None:
    """Read on until something is asked, or the lesson is done; every page is there in full."""
    await at.wait(lambda: not is_thinking(at.play) or at.session.is_showing)
    while at.screen is at.play and at.session.is_showing:
        if at.session.page is not None:
            assert at.session.page.text in " ".join(" ".join(at.rows()[20:23]).split())
        await at.press("enter")
        await at.wait(lambda: not is_thinking(at.play) or at.session.is_showing)


async def answer(at: Table) -> None:
    """Do what is asked, which is there in full: the key t shows where, Enter does it."""
    assert question_text(at.session, at.board, SMALL[0]) in at.rows()[20]
    step = at.session.guide.step_index
    while at.screen is at.play and at.session.guide.step_index == step:
        await at.press("t", "enter")
    await read(at)


async def test_home_leads_to_the_list_and_the_list_to_a_lesson() -> None:
    async with table() as at:
        await at.press("l")
        assert at.shows("Learn Mezen") and at.shows("Your first game") and at.shows("about 8 min")
        await at.press("enter")
        await at.wait(lambda: at.shows("Welcome to Mezen!"))


async def test_a_game_never_played_offers_to_be_learnt_first() -> None:
    async with table() as at:
        await at.press("enter")
        assert "A guided first game" in at.rows()[2] and at.shows("Enter learn")
        await at.press("enter")
        await at.wait(lambda: at.shows("Welcome to Mezen!"))


async def test_the_lesson_that_comes_first_is_begun_by_clicks() -> None:
    async with table() as at:
        await at.press("enter", "down")
        await at.click_words("A guided first game")
        await at.click_words("A guided first game")
        await at.wait(lambda: at.shows("Welcome to Mezen!"))


async def test_once_a_lesson_is_done_the_cursor_begins_on_the_start() -> None:
    LessonStore(DataPaths.for_player()).mark_done("mezen", "chain")
    async with table() as at:
        await at.press("enter")
        assert at.shows("A guided first game") and at.shows("Enter starts the match.")
        await at.press("enter")
        assert is_free_match(at)


async def test_once_a_game_was_played_no_lesson_comes_first() -> None:
    with MatchStore().new_file() as match_file:
        assert match_file.save(mezen_after(10_000)) == ""
    async with table() as at:
        await at.press("enter")
        assert not at.shows("A guided first game") and at.shows("Enter starts the match.")
        await at.press("escape", "right", "enter")
        assert at.shows("A guided first game") and not at.shows("Enter starts the match.")


async def test_the_palette_leads_to_the_lessons() -> None:
    async with table() as at:
        await at.press("ctrl+p")
        await at.type("learn mezen")
        await at.press("enter")
        await at.wait(lambda: at.shows("Bridges in a chain"))


async def test_a_page_is_turned_by_a_key_and_by_a_click() -> None:
    async with table() as at:
        await open_lesson(at)
        assert at.shows("Welcome to Mezen!") and at.shows("Enter continue")
        await at.press("enter")
        assert at.shows("Every tile has a light side")
        await at.click(10, 10)
        assert at.shows("Each round has a goal")
        assert at.match.log == []


async def test_whoever_asks_about_a_page_finds_it_again() -> None:
    async with table() as at:
        screen = await open_lesson(at)
        page = screen.session.page.text
        for key, shown in (
            ("question_mark", "The rules of Mezen"),
            ("f1", "step back"),
            ("escape", "Continue the lesson"),
        ):
            await at.press(key)
            await at.wait(partial(at.shows, shown))
            await at.press("escape")
            await at.wait(lambda: at.app.screen is screen)
            assert at.session.page is not None and at.session.page.text == page


async def test_the_words_of_a_page_can_be_asked_about() -> None:
    async with table() as at:
        step = Step("An amulet is a bridge.\n\nWell.", ask="Go on.", accept=("horse",))
        screen = await open_lesson(at, Lesson("One", "For tests", 1, 3, (step,), ("Arina",), name="one"))
        assert "i words" in at.rows()[-1]
        await at.press("i")
        assert at.shows("Amulet: ") and at.shows("Bridge: ")
        await at.press("escape", "enter")
        assert screen.session.page.text == "Well." and "i words" not in at.rows()[-1]


async def test_what_is_spoken_of_stays_bright_and_the_rest_fades() -> None:
    async with table() as at:
        screen = await open_lesson(at)
        await read(at)
        picture = screen.query_one("#board").canvas
        areas = screen.board.target_regions()
        bright = areas[GAME.view(screen.board.state, 0, ["", ""]).target_named("c4")]
        faded = areas[GAME.view(screen.board.state, 0, ["", ""]).target_named("a1")]
        glowing, fading = set(), set()
        for light in (PLAIN, PALE, BRIGHT):
            swatch = Canvas(2, 1, screen.palette.style("ink", f"light_{light}"))
            spotlight(swatch, [Region(0, 0, 1, 1)], screen.palette, TO_DO, screen.board.look.few_colours)
            glow, fade = (style.bgcolor for style in swatch.styles[0])
            assert glow is not None and fade is not None
            assert sum(fade.get_truecolor()) < sum(glow.get_truecolor())
            glowing.add(glow)
            fading.add(fade)
        assert picture.styles[bright.y][bright.right - 1].bgcolor in glowing
        assert picture.styles[faded.y][faded.right - 1].bgcolor in fading - glowing


@pytest.mark.parametrize("place", registry.GAME_NAMES)
def test_on_a_light_ground_what_is_empty_stands_out_as_well(place: str) -> None:
    palette = themes.load_palette(place, "light")
    canvas = Canvas(4, 1, palette.style())
    spotlight(canvas, [Region(0, 0, 2, 1)], palette, TO_DO)
    bright, faded = (canvas.styles[0][x].bgcolor for x in (1, 2))
    assert bright not in (palette.style().bgcolor, faded) and faded != palette.style().bgcolor


@pytest.mark.parametrize("mode", themes.MODES)
@pytest.mark.parametrize("name", registry.GAME_NAMES)
async def test_with_sixteen_colours_the_rest_is_still_there(name: str, mode: str) -> None:
    """A faded piece must not become of the grey that its ground becomes too."""
    game = registry.get_game(name)
    match = Match.new(game, [Seat("Anna"), Seat("Boris")], {}, 3)
    for _ in range(4):  # until pieces of all kinds lie on the table
        match.play(match.legal_moves[0].notation)
    async with table(match) as at:
        at.app.settings.theme = mode
        at.play.paint()
        assert at.play.palette.mode == mode
        picture = at.play.query_one("#board", CanvasView).canvas
        before = [_as_sixteen(style) for row in picture.styles for style in row]
        spotlight(picture, [], at.play.palette, few_colours=True)
        after = [_as_sixteen(style) for row in picture.styles for style in row]
    pairs = zip(before, after, strict=True)
    assert all(ink != ground for (was, upon), (ink, ground) in pairs if was != upon)


def _as_sixteen(style: Style) -> tuple[int | None, int | None]:
    """Ink and ground as a terminal of sixteen colours shows them."""
    assert style.color is not None and style.bgcolor is not None
    return style.color.downgrade(ColorSystem.STANDARD).number, style.bgcolor.downgrade(ColorSystem.STANDARD).number


async def test_where_something_is_done_the_cursor_stays_bright() -> None:
    step = Step(ask="Lift them.", accept=("xc3",), places=("c4",))
    async with table() as at:
        lesson = Lesson("One", "", 1, 3, (step,), ("Arina",), options={"cards": "branch"}, before="horse keep")
        screen = await open_lesson(at, lesson)
        view = GAME.view(screen.board.state, 0, ["", ""])
        pointed, target = view.target_named("c4"), view.target_named("d1")
        assert pointed is not None and target in view.tab_stops()
        screen.board.move_cursor_to(target)
        screen.paint()
        picture, areas = screen.query_one("#board", CanvasView).canvas, screen.board.target_regions()
        lit = {picture.styles[area.y][area.x].bgcolor for area in (areas[pointed], areas[target])}
        screen.board.move_cursor_to(pointed)
        screen.paint()
        picture = screen.query_one("#board", CanvasView).canvas
        assert picture.styles[areas[pointed].y][areas[pointed].x].bgcolor in lit
        assert picture.styles[areas[target].y][areas[target].x].bgcolor not in lit


async def test_what_is_spoken_of_keeps_its_colours_and_lights_up_only_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table() as at:
        await open_lesson(at)
        await at.press("enter")
        assert at.session.page is not None
        assert at.session.pointed_targets and at.board.highlighted_targets == ()
    monkeypatch.setenv("NO_COLOR", "1")
    async with table() as at:
        await open_lesson(at)
        assert at.session.page is not None
        assert at.board.highlighted_targets == at.session.pointed_targets != ()


async def test_a_wrong_move_is_explained_and_nothing_has_changed() -> None:
    async with table() as at:
        await open_lesson(at)
        await read(at)
        assert at.shows("Call the horse.")
        await at.press("2")
        assert at.shows("Call the horse.") and at.shows("Enter: call the fish"), "a digit only points"
        await at.press("enter")
        assert at.shows("All your fish stand alone") and at.match.log == []
        await at.press("left")
        assert at.shows("Call the horse.")
        await at.press("1", "enter")
        assert at.match.log[0].notation == "horse"


async def test_a_lesson_is_played_to_its_end_and_ticked_off() -> None:
    async with table() as at:
        await open_lesson(at)
        await read(at)
        for _ in range(FIRST.tasks):
            await answer(at)
        await at.wait(lambda: at.shows("Done: Your first game"))
        assert reached() == (0, True)
        await at.press("enter")
        await at.wait(lambda: at.shows("Round 10, the last"))
        await at.press("L")
        assert at.shows("✓ done")


async def test_a_lesson_whose_match_ends_is_done_like_any_other() -> None:
    last = load(GAME).find("last-round")
    assert last is not None
    async with table() as at:
        await open_lesson(at, last)
        await read(at)
        for _ in range(last.tasks):
            await answer(at)
        await at.wait(lambda: at.shows("Done: The last round"))
        assert not at.shows("Play on from here")


async def test_a_lesson_is_left_and_taken_up_at_the_step_reached() -> None:
    async with table() as at:
        await open_lesson(at)
        await read(at)
        await answer(at)
        assert at.shows("Lift the group of three horses")
        step = reached()[0]
        assert step > 0
    async with table() as at:
        await at.press("l")
        assert at.shows("begun: step 2 of 15")
        await at.press("enter")
        await read(at)
        assert at.shows("Lift the group of three horses") and at.session.guide.step_index == step


async def test_a_lesson_is_left_to_play_on_freely() -> None:
    async with table() as at:
        await open_lesson(at)
        await read(at)
        await answer(at)
        await at.press("p")
        await at.wait(lambda: is_free_match(at))
        assert [entry.notation for entry in saved().log] == ["horse", "keep"]
        await at.press("tab", "enter")
        assert saved().log[2].notation.startswith("x"), "now any group may be lifted"
        assert reached()[0] > 0, "the lesson can be taken up again"


async def test_a_step_back() -> None:
    async with table() as at:
        await open_lesson(at)
        await read(at)
        await answer(at)
        await at.press("u")
        await read(at)
        assert at.shows("Call the horse.") and at.match.log == []
        await at.press("u")
        assert at.shows("This is the start of the lesson.")


async def test_a_step_back_empties_the_hand() -> None:
    """In a match of Gzhel the next token of the same kind would be taken up at once."""
    gzhel = registry.get_game("gzhel")
    alone = load(gzhel).find("alone")
    assert alone is not None
    async with table() as at:
        at.app.navigation.start_lesson(gzhel, alone)
        await at.pilot.pause()
        await read(at)
        for _ in range(3):
            await answer(at)
        token = at.board.view.items[0]
        held = HeldToken(token.kind, token.stamp)
        at.board.set_draft(held)
        await at.press("u")
        await read(at)
        assert at.session.is_deciding and at.board.draft is None
        assert at.board.view.carry_over(held) == held


@pytest.mark.parametrize("name", TAUGHT)
async def test_every_place_that_is_pointed_at_is_on_the_smallest_screen(name: str) -> None:
    game = registry.get_game(name)
    smallest = BoardLook(MatchLayout(Size(*SMALL)), themes.load_palette(name, "dark"))
    async with table() as at:
        for lesson in load(game).lessons:
            guide = Guide.start(game, lesson, "Anna")
            session = LessonSession(guide, at.app.lesson_store, at.app.session_services)
            board = load_board_view(name)(session)
            board.look = smallest
            while (request := guide.next()) is not DONE:
                where = f"{lesson.name}, step {guide.step_index + 1}"
                if isinstance(request, Page):
                    assert set(request.targets) <= set(board.target_regions()), f"{where}: {request.text}"
                    continue
                if request is ASK:
                    assert set(guide.targets) <= set(board.target_regions()), where
                session.play(request.notation if isinstance(request, ScriptedMove) else guide.right_moves()[0])
                session.update_mode()


@pytest.mark.parametrize("name", [name for name in registry.GAME_NAMES if load_diagrams(registry.get_game(name))])
async def test_every_picture_of_the_rules_is_painted(name: str) -> None:
    game = registry.get_game(name)
    async with table():
        for scene in load_diagrams(game).values():
            canvas = paint_diagram(game, scene, themes.load_palette(name, "dark"))
            assert canvas.width <= 76 and canvas.to_text().strip()


async def test_a_picture_may_show_what_stands_beside_the_board() -> None:
    novgorod = registry.get_game("novgorod")
    async with table():
        ladder = paint_diagram(novgorod, load_diagrams(novgorod)["ladder"], themes.load_palette("novgorod", "dark"))
        assert "2 luxuries" in ladder.to_text() and "covered" in ladder.to_text()


async def test_the_rules_show_their_pictures() -> None:
    from tui.screens.rules import RulesScreen

    async with table() as at:
        at.app.push_screen(RulesScreen(GAME, "Your first five minutes"))
        await at.wait(lambda: at.shows("◆─ a ─◆─◆ b ◆─◆"))


async def test_what_is_new_is_explained_once() -> None:
    from tests.tui.pilots import BOT, YOU, mezen

    async with table(mezen((YOU, BOT), seed=3), explain=True) as at:
        assert at.shows("Everyone must use the animal you call")
        await at.press("right")
        assert not at.shows("Everyone must use the animal you call")
    async with table(mezen((YOU, BOT), seed=3), explain=True) as at:
        assert not at.shows("Everyone must use the animal you call")
