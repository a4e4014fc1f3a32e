"""Each game's board alone in a bare Textual app, without a match screen: it is played by keys and by clicks."""

import subprocess
import sys
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Button

import themes
from core import registry
from core.match import Match, Seat
from core.rng import Rng
from core.view import Choice, Target
from saves.settings import Settings
from tests.conftest import ROOT
from tests.core.games import pebbles
from tests.limits import LIMIT
from tests.tui.pilots import LARGE, SMALL, screen_rows
from tests.tui.sessions.fake_time import FakeScheduler
from tui.match.board_view import SEAT_TARGET, BoardView, load_board_view
from tui.sessions.bots import InProcessBots
from tui.sessions.changes import Change, DecisionBegan
from tui.sessions.local import LocalSession
from tui.sessions.session import SessionServices
from tui.widgets.canvas_view import CanvasView

VAST = (200, 50)
#: The decision with which a turn of several begins; of another game the first turn is played.
TURNS = {"mezen": "lift", "gzhel": "choose", "mazaytsy": "first", "novgorod": "route", "mezo": "call"}
#: A game that has no drawings: its board is shown in words.
IN_WORDS = "pebbles"
GAMES = (*registry.GAME_NAMES, IN_WORDS)


@pytest.fixture(autouse=True)
def sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAME_NAMES", GAMES)
    monkeypatch.setitem(sys.modules, f"core.games.{IN_WORDS}", pebbles)


class BoardApp(App[None]):
    """A board, and buttons for the digits: not every choice has a place on the board."""

    CSS = "#digits { dock: bottom; height: 3; } Button { min-width: 5; width: 5; }"

    def __init__(self, session: LocalSession) -> None:
        super().__init__()
        self.theme = "nord"
        self.session = session
        self.board = load_board_view(session.match.game.name)(session)
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.board
        with Horizontal(id="digits"):
            for digit in range(1, 6):
                button = Button(str(digit), id=f"digit-{digit}")
                button.active_effect_duration = 0  # meanwhile it would not listen
                yield button

    def on_mount(self) -> None:
        self.session.listener = self._follow
        self.session.start()

    def _follow(self, change: Change) -> None:
        if isinstance(change, DecisionBegan):
            self.board.begin_decision(change.same_seat)
        self.board.repaint()

    def on_board_view_choice_made(self, message: BoardView.ChoiceMade) -> None:
        self.session.submit(message.choice.moves)

    def on_board_view_told(self, message: BoardView.Told) -> None:
        self.told.append(message.text)

    def on_button_pressed(self, message: Button.Pressed) -> None:
        self.board.action_press(str(message.button.label))


def new_match(name: str) -> Match:
    """A match of Anna and Boris in which Anna's turn begins, perhaps after some random moves."""
    match, rng = Match.new(registry.get_game(name), [Seat("Anna"), Seat("Boris")], {}, 5), Rng(5)
    while match.state.actor != 0 or match.state.prompt.kind != TURNS.get(name, match.state.prompt.kind):
        match.play(rng.choice(list(match.legal_moves)))
    return match


def new_app(match: Match) -> BoardApp:
    """Anna sits here, and Boris elsewhere."""
    services = SessionServices(InProcessBots(), FakeScheduler(), Settings(payoff=False))
    return BoardApp(LocalSession(match, None, services, seats={0}))


def canvas_text(app: BoardApp, panel: str) -> str:
    return app.query_one(f"#{panel}", CanvasView).canvas.to_text()


# A turn

#: Makes the choice at a target; None: one that has no place on the board, by its number.
Hand = Callable[[Pilot[None], BoardApp, Target | None, int], Awaitable[None]]


async def by_keys(pilot: Pilot[None], app: BoardApp, target: Target | None, number: int) -> None:
    """Tab to the target and Enter; without one, the digit."""
    if target is None:
        await pilot.press(str(number))
        return
    for _ in app.board.view.tab_stops():
        if app.board.cursor == target:
            break
        await pilot.press("tab")
    assert app.board.cursor == target
    await pilot.press("enter")


async def by_clicks(pilot: Pilot[None], app: BoardApp, target: Target | None, number: int) -> None:
    """A click moves the cursor to the target, another one chooses; without one, a click on the button."""
    if target is None:
        assert await pilot.click(f"#digit-{number}")
        return
    if app.board.cursor != target:
        await click_target(pilot, app, target)
        assert app.board.cursor == target
    await click_target(pilot, app, target)


async def click_target(pilot: Pilot[None], app: BoardApp, target: Target) -> None:
    region, left = app.board.target_regions()[target], app.board.board_columns
    panel, x = ("board", region.x) if region.x < left else ("side", region.x - left)
    assert await pilot.click(f"#{panel}", offset=(x + region.width // 2, region.y + region.height // 2))


def next_choice(board: BoardView) -> tuple[Target | None, Choice]:
    """The choice that is made next: at a target where Enter chooses, or the last that has no place."""
    stops = board.view.tab_stops()
    for target in (*stops[1:], *stops[:1]):  # not where the cursor begins, if it can be elsewhere
        choice = board.view.choice_at(target, board.view.default_index(target))
        if target in board.target_regions() and choice is not None:
            return target, choice
    return None, board.choices[-1]


@pytest.mark.parametrize("size", [SMALL, VAST], ids=str)
@pytest.mark.parametrize("hand", [by_keys, by_clicks])
@pytest.mark.parametrize("name", GAMES)
async def test_a_turn(name: str, hand: Hand, size: tuple[int, int]) -> None:
    """Every choice is the one that was meant, until somebody else has to decide."""
    match = new_match(name)
    app = new_app(match)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        decisions = 0
        while app.session.is_deciding:
            target, choice = next_choice(app.board)
            length, draft = len(match.log), app.board.draft
            await hand(pilot, app, target, len(app.board.choices))
            await pilot.pause()
            if choice.moves:
                assert match.log[length].notation == choice.moves[0].notation
            else:
                assert app.board.draft == choice.next_draft != draft
            decisions += 1
            assert decisions < 40, "no end in sight"
        assert match.state.actor == 1 and decisions > (name in TURNS)
        assert not app.board.choices


@pytest.mark.parametrize("name", TURNS)
async def test_arrows_move_the_cursor(name: str) -> None:
    app = new_app(new_match(name))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before, painted = app.board.cursor, app.query_one("#board", CanvasView).canvas
        seen = set()
        for key in ("right", "down", "left", "up"):
            await pilot.press(key)
            seen.add(app.board.cursor)
        assert seen - {before} and None not in seen
        assert app.query_one("#board", CanvasView).canvas is not painted


async def test_escape_takes_back_a_step_of_the_draft() -> None:
    match = new_match("mezen")
    app = new_app(match)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert match.state.prompt.kind == "place"
        await pilot.press("1")
        assert app.board.draft is not None
        await pilot.press("escape")
        assert app.board.draft is None and app.session.is_deciding


async def test_a_click_on_another_player_shows_that_board() -> None:
    app = new_app(new_match("mezen"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await click_target(pilot, app, Target(SEAT_TARGET, 1))
        await pilot.pause()
        assert app.board.board_seat == 1 and not app.board.is_deciding
        await pilot.press("escape")
        assert app.board.board_seat == 0 and app.board.is_deciding


async def test_what_lies_where_the_cursor_cannot_go_is_told_to_the_app() -> None:
    app = new_app(new_match("gzhel"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert await pilot.click("#side", offset=(2, 1))
        await pilot.pause()
        assert app.told == [app.board.view.explain(app.board.cursor)]


# Painting


@pytest.mark.parametrize("size", [SMALL, LARGE, VAST], ids=str)
@pytest.mark.parametrize("name", GAMES)
async def test_it_is_painted_for_the_window(name: str, size: tuple[int, int]) -> None:
    """Board and side stand beside each other, and everything that can be chosen lies on them."""
    app = new_app(new_match(name))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board, side = (app.query_one(f"#{panel}", CanvasView) for panel in ("board", "side"))
        assert board.canvas.width == board.size.width and side.region.x == board.region.right
        assert canvas_text(app, "board").strip() and (name not in TURNS or canvas_text(app, "side").strip())
        room = Region(0, 0, board.canvas.width + side.canvas.width, board.canvas.height)
        assert all(room.contains_region(region) for region in app.board.target_regions().values())
        shown = screen_rows(app)
        assert all(
            row.startswith(line) for row, line in zip(shown, canvas_text(app, "board").split("\n"), strict=False)
        )


@pytest.mark.parametrize("name", GAMES)
async def test_a_window_that_grows_shows_what_a_fresh_one_does(name: str) -> None:
    fresh = new_app(new_match(name))
    async with fresh.run_test(size=VAST) as pilot:
        await pilot.pause()
        expected = screen_rows(fresh)
    app = new_app(new_match(name))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert screen_rows(app) != expected
        await pilot.resize_terminal(*VAST)
        await pilot.pause()
        assert screen_rows(app) == expected


async def test_the_colours_are_those_for_the_theme_of_the_app() -> None:
    app = new_app(new_match("mezen"))
    async with app.run_test(size=SMALL) as pilot:
        for theme, mode in (("textual-light", "light"), ("nord", "dark")):
            app.theme = theme
            await pilot.pause()
            assert app.board.palette == themes.load_palette("mezen", mode)
            styles = {style for row in app.query_one("#board", CanvasView).canvas.styles for style in row}
            assert app.board.palette.style() in styles


def test_a_board_brings_nothing_of_the_app_along() -> None:
    program = (
        "import sys\nfrom core import registry\nfrom tui.match.board_view import load_board_view\n"
        "boards = {load_board_view(name) for name in registry.GAME_NAMES}\n"
        "assert len(boards) > 1\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "tui.games.mezo.board_view" in loaded
    rooms = ("tui.app", "tui.match.screen", "tui.screens", "tui.features", "tui.club", "tui.terminal")
    assert not {name for name in loaded if name.startswith(rooms)}
