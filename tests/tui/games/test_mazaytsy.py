"""Mazaytsy on the screen: every move within reach, whole games by keys and clicks, and how it looks."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import pytest
from textual.geometry import Region, Size
from textual.pilot import Pilot

import themes
from core import registry
from core.bots.hints import Hint
from core.game import Move
from core.games.mazaytsy.hares import ONE, count
from core.games.mazaytsy.moves import ACTS, FORWARD, LEFT, RIGHT, GiveOrder, LandHares
from core.games.mazaytsy.phases import CELL, LANDING, TURN
from core.games.mazaytsy.rules.prediction import predict_boat
from core.games.mazaytsy.text.names import KIND_NAMES
from core.games.mazaytsy.text.stack import cards_in_stack, mazay_places, mazay_text, visit_text
from core.games.mazaytsy.view import CELLS, ROW, STACK, LandingDraft, MazaytsyView
from core.games.mazaytsy.view.highlights import NOTHING, highlights_of
from core.match import Seat
from core.view import Draft, Moment, Target
from saves.match_store import MatchStore
from tests.core.games.mazaytsy.drawn_boards import bunch_of
from tests.core.games.mazaytsy.test_face_down import otherwise
from tests.matches import Match
from tests.tui.pilots import PATIENT, choice_areas, is_thinking, local_screen, show_moment
from tests.tui.test_screens import compare
from tests.tui.test_themes import contrast
from tui.app import SamovarApp
from tui.games.mazaytsy.art import BOXES, DrawingSize, boat, card_strip, plain
from tui.games.mazaytsy.board import WaterChanges, WaterPainter, card_areas, water_layout
from tui.games.mazaytsy.legend import legend_rows
from tui.match.board_view import SEAT_TARGET
from tui.match.screen import MatchScreen
from tui.screens.result import ResultScreen
from tui.sessions.bot_client import BotClient
from tui.sessions.changes import HintFound
from tui.sessions.local import LocalSession
from tui.startup import StartupRequest
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView

SMALL, LARGE, WIDE, VAST = (80, 24), (120, 40), (160, 45), (200, 50)
NAMES = ("Anna", "Boris", "Vera", "Gleb")
ADVANCED = {"barren": True, "choice": True, "weight": True, "stealing": True}


RARE = ("add", "card", "funnel", "land", "share", "spin")


# A table to play at


def people(number: int) -> list[Seat]:
    return [Seat(name) for name in NAMES[:number]]


def with_bots(number: int) -> list[Seat]:
    return [Seat("Anna"), *(Seat(name, "bot", "random") for name in NAMES[1:number])]


def new(seats: Sequence[Seat], seed: int = 3, **options: Any) -> Match:
    return Match.new(registry.get_game("mazaytsy"), seats, options, seed)


def wander(match: Match, luck: random.Random, until: Callable[[Match], bool]) -> bool:
    """Play by chance until something has come about; False if the game ends before."""
    while not match.is_over:
        if until(match):
            return True
        match.play(luck.choice(list(match.state.legal_moves())))
    return False


def found(kind: str, number: int, check: Callable[[Any], bool] = lambda s: True, **options: Any) -> Match:
    """The first position, by seeds, in which the first player is asked this kind of question."""
    for seed in range(40):
        match = new(people(number), seed, **{"starter": 1, **options})

        def there(m: Match) -> bool:
            return m.state.prompt.kind == kind and m.state.actor == 0 and check(m.state)

        if wander(match, random.Random(seed), there):
            return match
    raise AssertionError(f"no {kind} in forty games")


class Table:
    """The app, and a player's hands."""

    def __init__(self, app: SamovarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> MatchScreen:
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, MatchScreen))

    @property
    def board(self) -> Any:
        return self.screen.board

    @property
    def session(self) -> LocalSession:
        assert isinstance(self.screen.session, LocalSession)
        return self.screen.session

    @property
    def match(self) -> Any:
        return self.session.match

    @property
    def ended(self) -> bool:
        return isinstance(self.app.screen, ResultScreen)

    @property
    def meant(self) -> Move | None:
        """The move that Enter would make."""
        return self.board.current_choice.first_move if self.board.current_choice is not None else None

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, panel: str, x: int, y: int) -> None:
        at = self.screen.query_one(f"#{panel}", CanvasView).region
        await self.pilot.click(offset=(at.x + x, at.y + y))
        await self.pilot.pause()

    async def click_place(self, target: Target) -> None:
        """A click into the middle of what lies on the table, on the board or beside it."""
        x, y = self.board.target_regions()[target].offset
        columns = self.board.board_columns
        await self.click(*(("board", x + 1, y) if x < columns else ("side", x + 1 - columns, y)))

    async def settle(self) -> None:
        """Until no bot thinks."""
        deadline = time.monotonic() + PATIENT
        while is_thinking(self.screen) or self.session.is_hint_pending:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.002)
            await self.pilot.pause()

    def panel(self, name: str) -> str:
        return self.screen.query_one(f"#{name}", CanvasView).canvas.to_text()

    def text(self) -> str:
        """The whole screen."""
        board, side = self.panel("board").split("\n"), self.panel("side").split("\n")
        width = self.board.board_columns
        table = "\n".join(f"{left:<{width}}{right}" for left, right in zip(board, side, strict=True))
        parts = [self.panel("top"), table, self.panel("prompt"), self.panel("keys")]
        return "\n".join(line.rstrip() for line in "\n".join(parts).split("\n"))

    def show(self, match: Match) -> None:
        """Lay another position on the same table."""
        self.session.match = match
        self.session.version += 1
        self.session.seen_log_index = max(0, len(match.log) - 6)
        self.session.advance()
        self.screen.paint()


@contextlib.asynccontextmanager
async def table(match: Match, size: tuple[int, int] = SMALL, ascii: bool = False) -> AsyncIterator[Table]:
    bot_client = BotClient(grace=PATIENT)
    if len(match.human_seats) < len(match.seats):
        bot_client.start()
    try:
        app = SamovarApp(StartupRequest(match, MatchStore().new_file()), ascii, bot_client=bot_client)
        app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Table(app, pilot)
    finally:
        bot_client.stop()


# Every move is within reach


def reachable(view: MazaytsyView) -> set[Move]:
    """All moves that places and choices begin with, also behind half-made choices."""
    moves: set[Move] = set()
    seen: set[Draft | None] = set()
    halves: list[Draft | None] = [None]
    while halves:
        half = halves.pop()
        if half in seen:
            continue
        seen.add(half)
        here = MazaytsyView(view.state, view.seat, view.names, half)
        loose = here.global_choices()
        assert len(loose) <= 10
        for choice in [*loose, *(o for target in here.targets() for o in here.choices_at(target))]:
            assert choice.label and choice.preview()
            moves.update(choice.moves[:1])
            halves += [choice.next_draft] if choice.next_draft else []
    return moves


@pytest.mark.parametrize(
    ("number", "options"),
    [(2, {}), (3, ADVANCED), (4, {"stealing": True}), (4, {"teams": True, **ADVANCED})],
)
async def test_every_move_is_offered(number: int, options: dict[str, Any]) -> None:
    luck = random.Random(number)
    async with table(new(people(number), 1, **options)) as at:
        kinds = set()
        for seed in range(4):
            match = new(people(number), seed, **options)
            while wander(match, luck, lambda m: m.state.prompt.kind in RARE or luck.random() < 0.15):
                at.show(match.branch(len(match.log)))
                assert at.board.is_deciding
                assert reachable(at.board.view) == set(match.state.legal_moves())
                assert len(choice_areas(at.screen)) == len(at.board.choices), at.text()
                kinds.add(match.state.prompt.kind)
                match.play(luck.choice(list(match.state.legal_moves())))
        assert kinds >= {"here", "first", "second", "cell", "turn", "spin", "add"}


async def test_many_hares_are_landed_one_by_one() -> None:
    match = found("land", 2, lambda s: len(s.legal_moves()) > 3)
    async with table(match) as at:
        state = match.state
        hold = state.holds[0]
        assert "Which hares do you land?" in at.panel("prompt")
        await at.press("2")
        assert isinstance(at.board.draft, LandingDraft) and len(match.log) == len(at.match.log)
        await at.press("escape")
        assert at.board.draft is None and state.phase == LANDING
        await at.press("2")
        kept = ONE[at.board.draft.sorts[0]]
        await at.press("1")
        assert match.log[-1].seat == 0 and count(kept) == 1
        assert state.ashore[0] + match.state.ashore[0] >= hold - kept


async def test_the_choice_under_the_cursor_follows_it() -> None:
    """The order that Enter gives leads towards the card that is pointed at."""
    match = found("first", 2, lambda s: ACTS[FORWARD] in s.legal_moves() and len(s.legal_moves()) >= 5)
    async with table(match) as at:
        state: Any = match.state
        assert at.meant == ACTS[FORWARD]
        for move in state.legal_moves():
            if isinstance(move, GiveOrder) and (way := predict_boat(state, move)).rowed:
                at.board.move_cursor_to(CELLS[state.side][way.path[0]])
                assert at.meant == move
        targets = at.board.view.tab_stops()
        at.board.cursor = targets[0]
        await at.press("tab")
        assert at.board.cursor == targets[1]


async def test_arrows_point_a_straight_current() -> None:
    match = found("turn", 4, lambda s: str(s.legal_moves()[0]) == "n")
    async with table(match) as at:
        state: Any = at.board.state
        assert state.phase == TURN
        for key, notation in (("down", "s"), ("left", "w"), ("right", "e"), ("up", "n")):
            await at.press(key)
            assert str(at.meant) == notation
        spot = CELLS[state.side][state.spot]
        await at.press("escape")
        assert at.board.state.phase == CELL
        await at.click_place(spot)
        if at.board.state.phase == CELL:
            await at.click_place(spot)
        assert at.board.state.phase == TURN


async def test_arrows_walk_through_the_ways_of_a_side_current() -> None:
    match = found("turn", 4, lambda s: str(s.legal_moves()[0]) == "ne")
    async with table(match) as at:
        for notation in ("se", "sw", "nw", "ne"):
            await at.press("right")
            assert str(at.meant) == notation


async def test_clicks_beside_the_water() -> None:
    """While a card may be chosen the first click points at it, the second takes it; else it says what it is."""
    match = found("card", 3, choice=True)
    async with table(match) as at:
        before = len(match.log)
        await at.click_place(Target(SEAT_TARGET, 1))
        assert at.board.viewed_seat == 1
        await at.press("escape")
        await at.click("side", 7, 1)
        assert len(match.log) == before and at.board.cursor == ROW[1] and str(at.meant) == "row2"
        await at.click("side", 7, 1)
        assert match.log[before].notation == "row2"
    match = found("first", 3)
    async with table(match) as at:
        before = len(match.log)
        await at.click("side", 1, 1)
        assert len(match.log) == before and at.screen.status
        assert at.board.cursor == at.board.view.tab_stops()[0]


async def test_keys_choose_an_open_card() -> None:
    match = found("card", 3, choice=True)
    async with table(match) as at:
        before = len(match.log)
        assert at.board.cursor == ROW[0]
        await at.press("tab")
        assert at.board.cursor == ROW[1] and str(at.meant) == "row2"
        await at.press("shift+tab", "shift+tab")
        assert at.board.cursor == STACK and "top of the stack" in at.panel("prompt")
        await at.press("enter")
        assert match.log[before].notation == "top"


def grounds(at: Table, panel: str) -> set[Any]:
    """All colours that something lies on."""
    return {style.bgcolor for row in at.screen.query_one(f"#{panel}", CanvasView).canvas.styles for style in row}


async def test_the_cursor_is_where_it_points_and_gone_while_a_boat_is_looked_at() -> None:
    async with table(found("card", 3, choice=True)) as at:
        cursor = at.screen.palette.style("cursor_ink", "cursor").bgcolor
        assert cursor in grounds(at, "side") and cursor not in grounds(at, "board")
        at.board.move_cursor_to(CELLS[6][0])
        at.screen.paint()
        assert is_framed(at, CELLS[6][0]) and not is_framed(at, CELLS[6][1])
        assert cursor not in grounds(at, "board") and cursor not in grounds(at, "side")
        await at.press("o")
        assert at.board.viewed_seat == 1 and not is_framed(at, CELLS[6][0])


def is_framed(at: Table, target: Target) -> bool:
    """Whether a card has the frame of the cursor."""
    return drawn(at, target)[0].startswith("▛")


def drawn(at: Table, target: Target) -> list[str]:
    """The rows of a card as they are drawn."""
    area = at.board.target_regions()[target]
    return [line[area.x : area.right] for line in at.panel("board").split("\n")[area.y : area.bottom]]


async def test_a_turn_shows_the_boat_as_it_is_and_where_its_bow_would_point() -> None:
    """The card that the bow would point at is framed, not lit: the boat does not go there."""
    match = found("first", 2, lambda s: s.bows[0] == 0 and {ACTS[LEFT], ACTS[RIGHT]} <= set(s.legal_moves()))
    state: Any = match.state
    async with table(match) as at:
        cursor = at.screen.palette.style("cursor_ink", "cursor").bgcolor
        hull = at.screen.palette.style("boat_ink", "boat1").bgcolor
        for code, hollow in ((LEFT, "◁"), (RIGHT, "▷")):
            at.board.go_to(at.board.view.locate([ACTS[code]]))
            at.screen.paint()
            assert at.meant == ACTS[code]
            here = "".join(drawn(at, CELLS[state.side][state.boats[0]]))
            assert hollow in here and "▗ ▖" in here and " A " in here and "(A)" not in here
            assert hull in grounds(at, "board") and cursor not in grounds(at, "board")


async def test_an_empty_stack_has_no_card_to_click() -> None:
    match = found("first", 3)
    state: Any = match.state
    state.stack.clear()
    async with table(match) as at:
        assert STACK not in at.board.target_regions() and ROW[0] in at.board.target_regions()


async def test_a_replay_marks_what_the_last_move_changed() -> None:
    match = new(with_bots(3), 4)
    wander(match, random.Random(4), lambda m: m.state.round > 3)

    def lying(number: int) -> Any:
        state: Any = match.state_at(number)
        return state.field, state.hares, state.boats, state.bows

    app = SamovarApp(StartupRequest(match, None, [], "replay"), False, bot_client=BotClient())
    async with app.run_test(size=SMALL) as pilot:
        board = app.screen.query_one("#board", CanvasView)
        starred = 0
        for number, entry in enumerate(match.log):
            await pilot.press("right")
            await pilot.pause()
            changed = lying(number) != lying(number + 1)
            assert ("▍" in board.canvas.to_text()) == changed, (number, entry.notation)
            starred += changed
        assert starred > 10


async def test_a_mark_is_explained_where_the_cursor_is() -> None:
    match = new(with_bots(3), 4)
    start = len(match.log)
    assert wander(match, random.Random(4), lambda m: m.state.round > 2 and m.state.actor == 0)
    async with table(match) as at:
        at.session.seen_log_index = start
        marked = {mark: target for target, mark in at.board.marks.items() if target.kind == "cell"}
        assert set(marked) == {"▍", "▎"}
        for mark, text in (("▍", "▍ changed by the last move"), ("▎", "▎ changed since your turn")):
            at.board.move_cursor_to(marked[mark])
            at.screen.paint()
            assert text in at.panel("side")


async def test_what_counted_lights_up() -> None:
    async with table(found("first", 2)) as at:
        at.board.move_cursor_to(CELLS[5][0])
        at.screen.paint()
        mark = at.screen.palette.style("mark_ink", "mark").bgcolor
        area = at.board.target_regions()[CELLS[5][24]]

        def ground() -> Any:
            return at.screen.query_one("#board", CanvasView).canvas.styles[area.y][area.x].bgcolor

        assert ground() != mark
        show_moment(at.screen, Moment("+3", (CELLS[5][24],)))
        assert ground() == mark


async def test_a_place_where_nothing_can_be_done_says_why() -> None:
    match = found("cell", 3, lambda s: any(s.hares))
    state: Any = match.state
    async with table(match) as at:
        sitting = next(cell for cell, bunch in enumerate(state.hares) if count(bunch) == 1 and cell not in state.boats)
        at.board.move_cursor_to(CELLS[6][sitting])
        at.screen.paint()
        assert "a hare sits here" in at.panel("prompt")


async def test_a_bystander_sees_the_table_and_can_do_nothing() -> None:
    """Who has no seat here sees what all see, in every decision; another's boat can be looked at."""
    for kind in ("first", "cell", "land", "spin"):
        match = found(kind, 2)
        async with table(match) as at:
            await at.app.push_screen(local_screen(at.app, match, seats=()))
            await at.pilot.pause()
            assert at.board.viewer is None and at.board.choices == []
            await at.press("right", "tab", "enter", "1")
            assert at.session.match.log == match.log
            await at.click_place(Target(SEAT_TARGET, 1))
            assert at.board.viewed_seat == 1 and "Boris, blue boat on" in " ".join(at.panel("side").split())


async def test_a_tip_is_shown_where_it_is_done() -> None:
    match = found("land", 2, lambda s: len(s.legal_moves()) > 3)
    async with table(match) as at:
        move = match.state.legal_moves()[1]
        assert isinstance(move, LandHares)
        assert at.session.viewer is not None
        hint = Hint((str(move),), 0.0, "")
        at.session.tell(HintFound(*at.session.hints.tell(at.match, at.session.viewer, [hint])))
        assert at.meant == move
        assert at.screen.status.startswith("Tip: land")


async def test_inspecting_says_what_a_card_does() -> None:
    async with table(found("first", 2)) as at:
        words = at.board.view.explain(at.board.cursor)
        assert "funnel: pulls in a boat that ends its move next to it." in words
        assert "Anna, red boat on" in words
        assert at.board.view.caption(at.board.cursor) in words


# Whole games


async def play_by_keys(at: Table, luck: random.Random) -> None:
    """Tab, arrows, digits and Enter, by chance; never the menu."""
    for _ in range(3000):
        await at.settle()
        if at.ended:
            return
        wander_first = luck.random() < 0.3
        if wander_first:
            await at.press(luck.choice(["tab", "up", "down", "left", "right", "shift+tab"]))
        choices = at.board.choices
        if len(choices) > 1 and luck.random() < 0.5:
            await at.press(str(luck.randint(1, min(9, len(choices)))))
        elif not choices and at.board.is_deciding:
            await at.press("tab", "enter")
        else:
            await at.press("enter")
    raise AssertionError(f"no end in sight:\n{at.text()}")


@pytest.mark.parametrize(
    ("seats", "size", "options"),
    [
        (with_bots(2), SMALL, {}),
        (with_bots(3), SMALL, {"stealing": True, "choice": True}),
        (with_bots(4), WIDE, {}),
        (with_bots(4), LARGE, {"teams": True, "weight": True, "barren": True}),
    ],
    ids=["two", "three", "four", "two against two"],
)
async def test_a_game_by_keys(seats: list[Seat], size: tuple[int, int], options: dict[str, Any]) -> None:
    async with table(new(seats, 5, **options), size) as at:
        await play_by_keys(at, random.Random(5))
        assert at.match.is_over
        assert {line.seat for line in at.match.log} == set(range(len(seats)))


async def test_a_game_by_clicks() -> None:
    """Cards are clicked twice; whatever is not on the water is clicked in the bar of choices."""
    luck = random.Random(8)
    async with table(new(with_bots(2), 8, **ADVANCED), SMALL) as at:
        for _ in range(1500):
            await at.settle()
            if at.ended:
                break
            screen = at.screen
            places = screen.board.view.tab_stops()
            if places and luck.random() < 0.7:
                place = luck.choice(places)
                done = len(at.match.log)
                await at.click_place(place)
                if len(at.match.log) == done and not at.ended:
                    assert screen.board.cursor == place
                    await at.click_place(place)
            else:
                region = luck.choice(choice_areas(screen))
                await at.click("prompt", region.x + 1, region.y)
        assert at.match.is_over


# How it looks


VIEWS: dict[str, Callable[[], Match]] = {
    "launching": lambda: found("place", 4, lambda s: len(s.legal_moves()) > 1),
    "a drift": lambda: found(
        "first",
        4,
        lambda s: len(predict_boat(s, ACTS[FORWARD]).path) > 1 if ACTS[FORWARD] in s.legal_moves() else False,
    ),
    "landing": lambda: found("land", 2, lambda s: len(s.legal_moves()) > 3),
    "a swamp": lambda: found("cell", 3, lambda s: s.row[0] >> 1 == 5 and s.turn > 8),
    "a whirlpool turns": lambda: found("spin", 4),
    "a current is turned": lambda: found("turn", 2),
    "Mazay": lambda: found("add", 4),
    "sharing": lambda: found("share", 4, teams=True),
    "stealing": lambda: found("here", 4, lambda s: len(s.legal_moves()) > 3, stealing=True, weight=True),
    "open cards": lambda: found("card", 3, choice=True, barren=True),
    "face down": lambda: found("first", 3, lambda s: any(s.booked_hares) and any(s.ashore), rounds=5, face_down=True),
    "another begins": lambda: found("place", 3, starter=3),
}


async def test_views() -> None:
    for size, ascii in ((SMALL, False), (LARGE, False), (SMALL, True), (VAST, False)):
        async with table(new(people(2)), size, ascii) as at:
            for name, view in VIEWS.items():
                at.show(view())
                await at.pilot.pause()
                shown = f"mazaytsy-{name.lower().replace(' ', '-')}-{size[0]}x{size[1]}{'-ascii' if ascii else ''}"
                compare(shown, at.text().split("\n"))


async def test_nothing_on_the_screen_depends_on_what_lies_face_down() -> None:
    for size in (SMALL, LARGE, VAST):
        match = VIEWS["face down"]()
        async with table(match, size) as at:
            shown = []
            states = [match.state, *(otherwise(match.state, best) for best in (True, False))]
            assert len({str(state.ashore) for state in states}) > 1
            for state in states:
                match.state = state
                at.show(match)
                await at.pilot.pause()
                shown.append(at.text())
            assert len(set(shown)) == 1 and "Anna ?" in shown[0]


async def test_a_window_that_changes_shows_what_a_fresh_one_does() -> None:
    """The water fills its room, nothing lies over anything else, and nothing is left of the size before."""
    match = found("first", 4)
    async with table(match) as at:
        for size in (WIDE, (161, 99), (300, 45), LARGE):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            areas = at.board.target_regions()
            room = at.screen.query_one("#board", CanvasView).size
            assert all(area.right <= size[0] - at.board.story_columns for area in areas.values())
            assert all(area.bottom <= room.height for area in areas.values())
            assert sum(area.area for area in areas.values()) == len({c for area in areas.values() for c in cells(area)})
            async with table(match, size) as fresh:
                assert fresh.text() == at.text()


@pytest.mark.parametrize("side", [5, 6])
def test_the_water_is_as_large_as_its_room_allows(side: int) -> None:
    for columns, rows in ((46, 19), (58, 25), (76, 35), (76, 40), (106, 45), (140, 55), (76, 94), (200, 40)):
        water = water_layout(side, Size(columns, rows))
        bottom = max(area.bottom for area in card_areas(water).values())
        assert water.columns <= columns and bottom <= rows
        is_as_wide_as_it_can = water.columns + side > columns or water.width * 5 >= water.height * 12
        is_as_high_as_it_can = water.height == 9 or bottom + side >= rows or water.height * 7 > water.width * 3
        assert is_as_wide_as_it_can and is_as_high_as_it_can


def cells(area: Region) -> Iterator[tuple[int, int]]:
    """Every column and row of an area."""
    return ((x, y) for x in range(area.x, area.right) for y in range(area.y, area.bottom))


async def test_ascii_is_nothing_but_ascii() -> None:
    luck = random.Random(1)
    for size in (SMALL, LARGE, VAST):
        async with table(new(people(4), 1, teams=True, **ADVANCED), size, ascii=True) as at:
            match = new(people(4), 2, teams=True, **ADVANCED)
            while wander(match, luck, lambda m: luck.random() < 0.1):
                at.show(match.branch(len(match.log)))
                shown = at.panel("board") + at.panel("side") + at.panel("prompt").replace("?", "", 2)
                assert shown.isascii()
                assert "?" not in at.panel("board") + at.panel("side")
                match.play(luck.choice(list(match.state.legal_moves())))


@pytest.mark.parametrize("mode", [*themes.MODES, themes.MONO])
def test_every_look_paints_every_card(mode: str) -> None:
    palette = themes.load_palette("mazaytsy", mode)
    state: Any = found("spin", 4).state
    state.mires = [cell for cell, face in enumerate(state.field) if face >> 3 == 5][:1] + [-1] * 3
    state.hares[state.mires[0]] = bunch_of(4, 3, 3, 2, 2, 1, 1, 1)
    effect = WaterChanges({CELLS[6][0]: "▍", CELLS[6][1]: "▎"}, (CELLS[6][5],), {1: 2})
    for columns, rows in ((46, 19), (76, 35), (150, 45)):
        water = water_layout(6, Size(columns, rows))
        canvas = Canvas(water.columns, rows)
        for move in state.legal_moves():
            painter = WaterPainter(canvas, palette, False, state, "ABVG", card_areas(water))
            painter.paint(CELLS[6][3], highlights_of(state, move), frozenset({4}), effect)
        text = canvas.to_text()
        assert "▐ ▌" in text, "hares that are told by their worths keep a pair of ears"
        assert ("43322+" in text) == (rows == 19), "where there is room, eight hares are drawn one by one"
        assert text.count("▍") == 1 and "○" in text


@pytest.mark.parametrize("mode", themes.MODES)
def test_the_frames_of_cards_are_seen_on_every_ground(mode: str) -> None:
    """The frame of the card under the cursor, and the corners of those that can be reached."""
    state: Any = found("spin", 4).state
    water = water_layout(6, Size(46, 19))
    areas, canvas = card_areas(water), Canvas(water.columns, 19)
    painter = WaterPainter(canvas, themes.load_palette("mazaytsy", mode), False, state, "ABVG", areas)
    painter.paint(CELLS[6][0], NOTHING, frozenset(range(36)), WaterChanges())
    corners = [(area.x, area.bottom - 1) for area in areas.values()]
    seen = [canvas.styles[y][x] for x, y in corners if canvas.chars[y][x] in "▙┗"]
    assert len(seen) > 20
    for style in seen:
        assert style.color is not None and style.color.triplet is not None
        assert style.bgcolor is not None and style.bgcolor.triplet is not None
        assert contrast(style.color.triplet.hex, style.bgcolor.triplet.hex) >= 3


# The side: boats, stack, legend


async def test_every_boat_is_drawn_with_its_hares_at_every_size() -> None:
    match = found("first", 4, lambda s: count(s.holds[0]) == 2 and count(s.holds[1]) > 0)
    state: Any = match.state
    for size in (SMALL, (100, 30), LARGE, WIDE, VAST):
        async with table(match, size) as at:
            side = at.panel("side")
            assert side.count("◥") == side.count("◤") == 4
            for seat in range(4):
                area = at.board.target_regions()[Target(SEAT_TARGET, seat)].translate((-at.board.board_columns, 0))
                drawn = "\n".join(side.split("\n")[area.y : area.bottom])
                assert NAMES[seat] in drawn
                assert drawn.count("▐ ▌") == count(state.holds[seat])
                assert drawn.count("·") == 4 - count(state.holds[seat])


async def test_partners_are_joined_by_a_bracket_with_their_points() -> None:
    match = found("first", 4, lambda s: all(s.holds), teams=True)
    state: Any = match.state
    for size in (SMALL, (100, 30), LARGE):
        async with table(match, size) as at:
            regions = at.board.target_regions()
            rows = [regions[Target(SEAT_TARGET, seat)].y for seat in (0, 2, 1, 3)]
            assert rows == sorted(rows), "partners beneath each other"
            side = at.panel("side").split("\n")
            for mate, total in ((2, state.scores()[0]), (3, state.scores()[1])):
                assert side[regions[Target(SEAT_TARGET, mate)].y].endswith(f"{total} ┤")


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_the_stack_shows_where_mazay_can_be(players: int) -> None:
    match = found("first", players, lambda s: s.turn > 3)
    state: Any = match.state
    async with table(match) as at:
        side = at.panel("side")
        lines = side.split("\n")
        words = next(y for y, line in enumerate(lines) if mazay_text(state) in line)
        assert "new hares" in lines[words] + lines[words + 1]
        cards = lines[words + 1].removeprefix("next ").split()[0]
        assert [place for place, sign in enumerate(cards, 1) if sign == "M"] == list(mazay_places(state))
        assert len(cards) == cards_in_stack(state)


def test_the_legend_has_every_card_every_boat_and_every_mark() -> None:
    for ascii in (False, True):
        match = new(people(4), 3, teams=True, **ADVANCED)
        state: Any = match.state
        rows = legend_rows(state, NAMES, ascii)
        signs, words = {row.sign for row in rows}, " ".join(row.text for row in rows)
        for kind, name in enumerate(KIND_NAMES):
            assert card_strip(kind, -1, 7, ascii) in signs and f"{name} (" in words
        assert all(f"{name}'s" in words for name in NAMES) and "partner of Vera" in words
        assert mazay_text(state) in words and visit_text(state) in words
        expected = {"▍", "▎", "○", "×", "(A)" if ascii else " A ", "A↓", "▽"}
        assert {"|", "M"} <= signs if ascii else "▌" in signs
        assert {plain(sign) for sign in expected} <= signs if ascii else expected <= signs
        assert all(row.sign.isascii() for row in rows) or not ascii


async def test_orders_keep_their_keys() -> None:
    """A thicket ahead takes row away, and left is still 2."""
    match = found("first", 3, lambda s: ACTS[FORWARD] not in s.legal_moves())
    async with table(match) as at:
        keys = {item.label.split()[0]: item.key for item in at.board.prompt_items}
        assert "row" not in keys and (keys["left"], keys["right"]) == ("2", "3")
        before = len(at.match.log)
        await at.press("1")
        assert len(at.match.log) == before and "no choice 1" in at.panel("prompt")
        await at.press("2")
        assert at.match.log[before].notation == "l"


def test_a_picture(snap_compare: Any) -> None:
    app = SamovarApp(StartupRequest(VIEWS["a drift"]()), False, bot_client=BotClient())
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    assert snap_compare(app, terminal_size=SMALL)


@pytest.mark.parametrize("bow", range(4))
@pytest.mark.parametrize("scale", [*DrawingSize])
def test_a_boat_alone_on_its_card_is_open_and_fits_it(scale: DrawingSize, bow: int) -> None:
    """Its dark inside tells it from a patch of colour; only upright in two rows is there no room for one."""
    parts = boat("A", bow, scale, ascii=False, alone=True)
    hull = "".join(part.text for part in parts if part.solid)
    assert hull.count("A") == 1
    assert bool(set("█▄▀") & set(hull)) == (scale != DrawingSize.SMALL or bow in (1, 3))
    assert max(part.x + len(part.text) for part in parts) <= 7  # the narrowest card
    assert max(part.y for part in parts) < BOXES[scale][1]
