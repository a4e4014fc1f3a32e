"""Gzhel on the screen: every move can be reached, previews tell the truth, and it reads well everywhere."""

import contextlib
import itertools
import random
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from textual.pilot import Pilot

import themes
from core import registry
from core.game import Move
from core.games.gzhel import phases, rules
from core.games.gzhel.bot.move_rating import rate
from core.games.gzhel.components import BOARD, CARDS, FIGURINES, FLOWERS, PATTERNS, SETS, SPACE_NAMES, STAMP_POINTS
from core.games.gzhel.moves import DONE, NOTHING, PlaceStamp, PointAtSpace, Put
from core.games.gzhel.text import goal_brief, goal_text
from core.games.gzhel.view import FLOWER_KEYS, LAYING, STAMP_KEYS, HeldToken
from core.games.gzhel.view.targets import BUTTON, FIGURINE_TARGETS, SPACE, SPACE_TARGETS, TOKEN
from core.match import Seat
from core.view import Choice, Moment, PromptItem, Target
from tests.matches import Match
from tests.tui.games.cached_bots import remembered
from tests.tui.pilots import choice_areas, local_screen, screen_rows, show_moment
from tests.tui.test_screens import compare
from tests.tui.test_themes import contrast, sixteen
from tui.app import SamovarApp
from tui.games.gzhel.tray import fitting_tray
from tui.match.board_view import SEAT_TARGET
from tui.match.screen import MatchScreen
from tui.plain.moves import grouped_lines, kind_lines
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST
from tui.startup import StartupRequest
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width

SMALL, LARGE, WIDE, WIDER = (80, 24), (120, 40), (160, 45), (200, 50)


def new_match(seats: int = 1, seed: int = 5, **options: Any) -> Match:
    names = ("Anna", "Boris", "Vera", "Gleb")[:seats]
    return Match.new(registry.get_game("gzhel"), [Seat(name) for name in names], options, seed)


@remembered
def greedy(match: Match) -> Move:
    moves = list(match.state.legal_moves())
    ratings = rate(match.state, moves)
    return moves[ratings.index(max(ratings))]


def match_at(phase: int, round_: int = 1, seats: int = 1, seed: int = 5, lay: int = 0) -> Match:
    """A match that has come to this phase, with the first seat to decide, who has as many stamps to lay."""
    match = new_match(seats, seed)
    while True:
        state = match.state
        if state.phase == phase and state.round >= round_ and state.actor == 0 and sum(state.hand[:5]) >= lay:
            return match
        stamps = [move for move in state.legal_moves() if isinstance(move, PlaceStamp)]
        picks = [move for move in state.legal_moves() if isinstance(move, PointAtSpace)]
        if phase in (phases.CHANGE, phases.PICK) and stamps and state.phase == (phase - 1):
            match.play(stamps[0])
        elif phase == phases.SHIFT and picks:
            match.play(picks[0])
        else:
            match.play(stamps[0] if phase == phases.SHIFT and stamps and state.phase == phases.PAINT else greedy(match))


class Table:
    """The app with a match on it, and a pilot."""

    def __init__(self, app: SamovarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> Any:
        found = next(s for s in reversed(self.app.screen_stack) if isinstance(s, MatchScreen))
        assert isinstance(found, MatchScreen)
        return found

    @property
    def board(self) -> Any:
        return self.screen.board

    def panel(self, name: str) -> str:
        return self.screen.query_one(f"#{name}", CanvasView).canvas.to_text()

    def rows(self) -> list[str]:
        """The whole screen as it is read."""
        return screen_rows(self.app)

    def text(self) -> str:
        return "\n".join(self.rows())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def click(self, panel: str, x: int, y: int) -> None:
        at = self.screen.query_one(f"#{panel}", CanvasView).region
        await self.pilot.click(offset=(at.x + x, at.y + y))


@contextlib.asynccontextmanager
async def table(match: Match, size: tuple[int, int] = SMALL, plain: bool = False) -> AsyncIterator[Table]:
    app = SamovarApp(StartupRequest(match), ascii=plain)
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Table(app, pilot)


def reachable(screen: MatchScreen) -> set[Move]:
    """Every move that is offered somewhere."""
    choices = [
        choice for target in (None, *screen.board.view.targets()) for choice in screen.board.view.choices(target)
    ]
    return {move for choice in choices for move in choice.moves}


# Every move can be made


@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (4, 3)])
async def test_every_move_can_be_reached(seats: int, seed: int) -> None:
    luck = random.Random(seed)
    match = new_match(seats, seed, beginners=seed == 2)
    async with table(match) as t:
        t.app.settings.confirm_turn = False
        while not match.is_over and match.state.round < 4:
            screen = t.screen
            moves = list(match.state.legal_moves())
            assert reachable(screen) == set(moves)
            assert len(screen.board.choices) <= 11
            stamps = [move for move in moves if isinstance(move, PlaceStamp)]
            screen.session.submit([luck.choice(stamps if stamps and luck.random() < 0.4 else moves)])


async def play_by_keys(t: Table, luck: random.Random) -> None:
    """Jump or walk somewhere, then press Enter or a digit; sometimes go on without laying more."""
    if luck.random() < 0.12:
        await t.press("e")
        return
    await t.press(*luck.choices(("tab", "shift+tab", "up", "down", "left", "right"), k=luck.randrange(3)))
    number = luck.randrange(max(1, len(t.board.choices)))
    await t.press("enter" if luck.random() < 0.6 else str((number + 1) % 10))


async def play_by_clicks(t: Table, luck: random.Random) -> None:
    """Click on a place twice, or on the bar of choices; sometimes on its end, to go on without laying more."""
    screen = t.screen
    areas = screen.board.target_regions()
    targets = [place for place in screen.board.view.tab_stops() if place != BUTTON]
    if targets and luck.random() < 0.6:
        region = areas[luck.choice(targets)]
        for _ in range(2):
            await t.click("board", region.x + region.width // 2, region.y + region.height // 2)
    elif choice_areas(screen):
        region = luck.choice([*choice_areas(screen), *choice_areas(screen)[-1:] * 2])
        await t.click("prompt", region.x + 1, region.y)


@pytest.mark.parametrize(("hand", "seed"), [(play_by_keys, 5), (play_by_clicks, 6)], ids=["keys", "clicks"])
async def test_whole_solo_game(hand: Any, seed: int) -> None:
    match = new_match(1, seed)
    luck = random.Random(seed)
    async with table(match) as t:
        for _ in range(600):
            if match.is_over:
                break
            await hand(t, luck)
        await t.press("enter")  # the last points have been read
        assert match.is_over
        assert type(t.app.screen).__name__ == "ResultScreen"
        kinds = {event.kind for entry in match.log for event in entry.events}
        assert {"lifted", "placed", "stamp", "changed", "picked", "rested"} <= kinds


async def test_newcomer_who_only_presses_enter_ends_the_game() -> None:
    match = new_match(1, 8)
    async with table(match) as t:
        for _ in range(200):
            if match.is_over:
                break
            await t.press("enter")
        assert match.is_over


# Laying


async def test_cursor_on_an_empty_space_shows_what_it_brings() -> None:
    match = match_at(phases.PAINT, 3)
    async with table(match) as t:
        screen, state = t.screen, match.state
        for place in screen.board.view.tab_stops()[:6]:
            if place.kind != SPACE:
                continue
            screen.board.move_cursor_to(place)
            screen.paint()
            chosen = screen.board.current_choice
            assert chosen is not None and isinstance(chosen.first_move, Put)
            before = sum(rules.goal_points(state, 0))
            copy = state.copy()
            copy.play(chosen.first_move)
            after = sum(rules.goal_points(copy, 0))
            assert f"this round {after}" in t.panel("prompt")
            pads = screen.board.view.pads(place, chosen)
            assert (sum(pads.before.now), sum(pads.after.now)) == (before, after)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("is_stamp", [False, True])
async def test_what_enter_would_place_is_no_token_yet(is_stamp: bool, size: tuple[int, int], plain: bool) -> None:
    """It is drawn in a dashed frame with a question mark, until it is placed."""
    match = match_at(phases.PAINT, 3, lay=1)
    corner = "+-" if plain else "┌╌"
    async with table(match, size, plain) as t:
        board = t.board
        number = next(number for number, item in enumerate(board.view.items) if item.stamp == is_stamp)
        board.move_cursor_to(Target(TOKEN, number))
        await t.press("enter")
        place, letter = board.cursor, FLOWERS[board.draft.kind][0]
        area = board.target_regions()[place]

        def rows() -> list[str]:
            return [line[area.x : area.right] for line in t.panel("board").split("\n")[area.y : area.bottom]]

        proposed = rows()
        assert proposed[0].startswith(corner) and f"{letter.upper() if is_stamp else letter}?" in "".join(proposed)
        await t.press("enter")
        assert board.cursor != place and "?" not in "".join(rows())


async def test_digit_places_and_tray_takes_in_hand() -> None:
    match = match_at(phases.PAINT, 3, lay=1)
    async with table(match) as t:
        screen = t.screen
        items = screen.board.view.items
        last = next(number for number, item in enumerate(items) if item.stamp)
        screen.board.move_cursor_to(Target(TOKEN, last))
        await t.press("enter")
        assert screen.board.draft == HeldToken(items[last].kind, True)
        assert screen.board.cursor is not None and screen.board.cursor.kind == SPACE
        await t.press("enter")
        assert match.state.phase == phases.PICK
        await t.press("escape")
        assert match.state.phase == phases.PAINT
        kind = items[0].kind
        await t.press(FLOWER_KEYS[kind])
        assert str(match.log[-1].notation)[0] == FLOWERS[kind][0]


async def test_arrows_lead_down_to_the_tray_and_back() -> None:
    match = match_at(phases.PAINT, 3)
    async with table(match) as t:
        seen = set()
        for _ in range(8):
            await t.press("down")
            assert t.board.cursor is not None
            seen.add(t.board.cursor.kind)
        assert TOKEN in seen
        await t.press("up")
        assert t.board.cursor.kind == SPACE


async def test_every_token_keeps_its_key_for_the_whole_game() -> None:
    """1 to 5 are the five flowers and 6 to 0 the same five as stamps, whatever has been placed before."""
    match = new_match(1, 4)
    luck = random.Random(4)
    asked = 0
    async with table(match) as t:
        while not match.is_over:
            board = t.board
            board.begin_decision(same_seat=False)
            if match.state.phase in LAYING and board.cursor is not None:
                space = rules.empty_spaces(match.state, 0) & -rules.empty_spaces(match.state, 0)
                board.move_cursor_to(SPACE_TARGETS[space.bit_length() - 1])
                on_tray = {(item.kind, item.stamp) for item in board.view.items}
                for is_stamp, keys in ((False, FLOWER_KEYS), (True, STAMP_KEYS)):
                    for kind, key in enumerate(keys):
                        item = board.item_for(key)
                        assert item is not None and item.choice is not None
                        assert item.is_disabled == ((kind, is_stamp) not in on_tray)
                        if not item.is_disabled:
                            move = item.choice.first_move
                            assert isinstance(move, PlaceStamp if is_stamp else Put) and move.flower == kind
                shown = [item for item in board.prompt_items if item.key.isdigit() and not item.is_disabled]
                assert len(shown) == len(on_tray), "everything on the tray is in sight"
                assert sum(len(item.key) + len(item.label) + 4 for item in board.prompt_items) - 1 <= SMALL[0] - 2
                asked += 1
            elif match.state.phase in (phases.CHOOSE, phases.CHANGE):
                assert [item.label for item in board.prompt_items[:5]] == list(FIGURINES)
            t.screen.session.submit([luck.choice(list(match.state.legal_moves()))])
            t.screen.session.skip()
    assert asked > 40


async def test_a_key_of_a_token_that_is_gone_says_so_and_does_nothing() -> None:
    match = match_at(phases.PAINT, 3)
    async with table(match) as t:
        gone = None
        while gone is None:
            await t.press("enter")
            gone = next((kind for kind in range(5) if not match.state.lifted[kind]), None)
        assert match.state.phase == phases.PAINT
        moves = len(match.log)
        await t.press(FLOWER_KEYS[gone])
        assert len(match.log) == moves
        assert f"no {FLOWERS[gone]} is left to place" in t.panel("prompt")


def tray_of(flowers: int, stamps: int) -> list[PromptItem]:
    """Return so many kinds of each, two tokens of every flower; the rest is used up."""
    choice, used = Choice("", str, (DONE,)), Choice("", str)
    names = [f"{name} ×2" for name in FLOWERS]
    row = [PromptItem(FLOWER_KEYS[k], names[k], choice if k < flowers else used) for k in range(5)]
    row += [PromptItem(STAMP_KEYS[k], f"{FLOWERS[k]} stamp", choice if k < stamps else used) for k in range(5)]
    return [*row, PromptItem("e", "end turn", choice)]


@pytest.mark.parametrize(("flowers", "stamps"), list(itertools.product(range(6), range(6))))
def test_the_tray_fits_and_flowers_keep_their_names(flowers: int, stamps: int) -> None:
    shown = fitting_tray(tray_of(flowers, stamps), 78)
    assert sum(len(item.key) + len(item.label) + 4 for item in shown) - 1 <= 78
    there = {item.key for item in shown if not item.is_disabled}
    assert there - {"e"} == {*FLOWER_KEYS[:flowers], *STAMP_KEYS[:stamps]}
    if flowers + stamps <= 7:
        named = [item.label.split(" ×")[0].split("×")[0] for item in shown if item.key in there & set(FLOWER_KEYS)]
        assert named == list(FLOWERS[:flowers])


async def test_the_last_round_does_not_begin_with_a_loss() -> None:
    """Stamps in hand are worth points only on the pads: Enter places one before it ends the turn."""
    match = match_at(phases.PAINT, 8)
    async with table(match) as t:
        while match.state.phase == phases.PAINT and t.board.view.items:
            assert t.board.cursor != BUTTON
            placed = len(match.log)
            await t.press("enter")
            assert match.log[placed].notation != str(DONE)
            if match.state.phase == phases.PICK:
                await t.press("e")


async def test_taken_space_says_so() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        screen = t.screen
        screen.board.move_cursor_to(
            next(target for target in SPACE_TARGETS if rules.kind_at(match.state, 0, target.number) >= 0)
        )
        moves = len(match.log)
        await t.press("enter")
        assert len(match.log) == moves
        assert "this space is taken" in t.panel("prompt")
        await t.press("tab")
        assert screen.board.cursor is not None and screen.board.cursor.kind == SPACE
        assert rules.empty_spaces(match.state, 0) >> screen.board.cursor.number & 1


@pytest.mark.parametrize("phase", [phases.CHANGE, phases.PICK, phases.SHIFT])
async def test_escape_takes_back_what_is_only_begun(phase: int) -> None:
    match = match_at(phase, 2)
    moves = len(match.log)
    async with table(match) as t:
        await t.press("escape")
        assert len(match.log) == moves - 1
        assert match.state.phase < phase
        await t.press("r")
        assert match.state.phase == phase


async def test_button_goes_on() -> None:
    match = match_at(phases.BEFORE, 2)
    async with table(match) as t:
        assert t.board.cursor == BUTTON
        await t.press("enter")
        assert match.state.phase == phases.PAINT
        await t.press("e")
        assert match.log[-1].notation == str(DONE)


async def test_letting_a_stamp_lie() -> None:
    match = match_at(phases.PICK, 2)
    async with table(match) as t:
        await t.press("e")
        assert match.log[-1].notation == str(NOTHING)


# Looking


async def test_figurine_under_the_cursor_lights_up_on_both_pads() -> None:
    match = match_at(phases.CHOOSE)
    async with table(match) as t:
        screen = t.screen
        for _ in range(5):
            figurine = screen.board.view.figurine(screen.board.cursor)
            assert screen.board.view.pads(screen.board.cursor, screen.board.current_choice).lit_figurine == figurine
            assert f"the {FIGURINES[figurine]}: you lift" in t.panel("prompt")
            await t.press("tab")
        await t.press("left", "right", "right", "right")
        assert screen.board.cursor in FIGURINE_TARGETS[1]


async def test_click_on_a_space_means_the_nearest_figurine() -> None:
    match = match_at(phases.CHOOSE)
    async with table(match) as t:
        region = t.board.target_regions()[Target(SPACE, 31)]
        await t.click("board", region.x + 4, region.y + 2)
        assert t.board.cursor == FIGURINE_TARGETS[1][3]


async def test_every_space_lies_near_a_figurine() -> None:
    """In the corners the one of the corner; the four spaces in the middle mean the one that has no others."""
    match = match_at(phases.CHOOSE)
    async with table(match) as t:
        screen = t.screen
        for name, stand in {"a1": 0, "c1": 1, "a3": 2, "d2": 1, "b4": 2, "b2": 4, "d4": 3, "c3": 4}.items():
            region = screen.board.target_regions()[SPACE_TARGETS[SPACE_NAMES.index(name)]]
            await t.click("board", region.x + 2, region.y + 1)
            assert screen.board.cursor == FIGURINE_TARGETS[0][stand], name
            assert (
                rules.around(match.state, 0, screen.board.view.figurine(screen.board.cursor)) >> SPACE_NAMES.index(name)
                & 1
            )
        await t.click("board", region.x + 2, region.y + 1)
        assert match.log[-1].events[0].kind == "named"


async def test_the_glaze_between_spaces_means_nothing_while_flowers_are_laid() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        before, areas = t.board.cursor, t.board.target_regions()
        space, figurine = areas[SPACE_TARGETS[0]], areas[FIGURINE_TARGETS[0][0]]
        await t.click("board", space.right, space.y)
        await t.click("board", figurine.x, figurine.y)
        assert t.board.cursor == before


async def test_a_token_is_put_back_on_the_tray_by_escape() -> None:
    match = match_at(phases.PAINT, 3, lay=1)
    async with table(match) as t:
        screen, moves = t.screen, len(match.log)
        screen.board.move_cursor_to(Target(TOKEN, 1))
        await t.press("enter")
        assert screen.board.draft is not None and screen.board.choice_index == 1
        await t.press("escape")
        assert (screen.board.draft, screen.board.choice_index, len(match.log)) == (None, 0, moves)
        assert t.app.screen is screen


async def test_a_bystander_sees_the_pads_and_can_do_nothing() -> None:
    match = match_at(phases.PAINT, 2, seats=2)
    app = SamovarApp(StartupRequest(match), ascii=False)
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    async with app.run_test(size=SMALL) as pilot:
        screen = local_screen(app, match, seats=())
        await app.push_screen(screen)
        await pilot.pause()
        assert screen.board.viewer is None and screen.board.board_seat == match.state.actor
        moves = len(match.log)
        await pilot.press("tab", "right", "enter", "1", "e")
        assert len(match.log) == moves and not screen.board.choices
        assert "Boris" in screen.query_one("#side", CanvasView).canvas.to_text()


async def test_others_can_be_looked_at() -> None:
    match = match_at(phases.CHOOSE, 2, seats=3)
    async with table(match) as t:
        screen = t.screen
        seat, region = next(
            (place.number, area) for place, area in screen.board.target_regions().items() if place.kind == SEAT_TARGET
        )
        await t.click("board", region.x + 1, region.y + 2)
        assert screen.board.viewed_seat == seat
        assert "Boris" in t.panel("prompt")
        assert screen.board.view.pads(None, None).flowers == match.state.flowers[5 * seat : 5 * seat + 5]
        await t.press("o")
        assert screen.board.board_seat == 2
        await t.press("escape")
        assert screen.board.viewed_seat is None


async def test_a_cursor_on_the_tray_outlives_the_tokens_there() -> None:
    """Another tray is looked at, or the turn ends: what lay under the cursor is gone."""
    match = match_at(phases.PAINT, 3, seats=2, lay=1)
    async with table(match) as t:
        screen = t.screen
        last = Target(TOKEN, len(screen.board.view.items) - 1)
        screen.board.move_cursor_to(last)
        await t.press("o")
        assert screen.board.cursor == last and len(screen.board.view.items) <= last.number
        assert "Boris" in t.panel("prompt")
        await t.press("escape", "e")
        assert match.log[-1].notation == str(DONE)
        assert "turn is done" in t.panel("prompt")


async def test_inspecting_tells_the_goals_in_full() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        told = t.board.view.explain(t.board.cursor)
        assert "Diamond goal" in told and "Next round" in told
        await t.click("side", 2, 1)
        assert t.app.screen is not t.screen


async def test_looking_back() -> None:
    match = match_at(phases.PAINT, 3)
    app = SamovarApp(StartupRequest(match, mode="replay"), ascii=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("end", "left", "left", "down", "home", "o")
        assert "Gzhel" in "".join(pilot.app.screen.query_one("#top", CanvasView).canvas.to_text())


# Looks

POSITIONS = {
    "pads": (phases.TURN_PADS, 1, 1),
    "choose": (phases.CHOOSE, 4, 3),
    "before": (phases.BEFORE, 3, 2),
    "change": (phases.CHANGE, 3, 1),
    "paint": (phases.PAINT, 4, 2),
    "pick": (phases.PICK, 4, 1),
    "shift": (phases.SHIFT, 5, 4),
    "last-round": (phases.PAINT, 8, 1),
}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("position", POSITIONS)
async def test_screen(position: str, size: tuple[int, int]) -> None:
    phase, round_, seats = POSITIONS[position]
    async with table(match_at(phase, round_, seats, seed=11), size) as t:
        compare(f"gzhel-{position}-{size[0]}x{size[1]}", t.rows())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("position", ["choose", "paint"])
async def test_plain_screen(position: str, size: tuple[int, int]) -> None:
    phase, round_, seats = POSITIONS[position]
    async with table(match_at(phase, round_, seats, seed=11), size, plain=True) as t:
        assert t.text().isascii()
        drawn = t.panel("board") + t.panel("side")
        assert "?" not in re.sub(r"[oprtb]\?", "", drawn), "only what Enter would place has a question mark"
        compare(f"gzhel-{position}-{size[0]}x{size[1]}-ascii", t.rows())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_picture(size: tuple[int, int], snap_compare: Any) -> None:
    app = SamovarApp(StartupRequest(match_at(phases.PAINT, 4, 2, seed=11)), ascii=False)
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("position", POSITIONS)
async def test_prompt_fits_and_every_sign_is_one_column_wide(position: str) -> None:
    phase, round_, seats = POSITIONS[position]
    async with table(match_at(phase, round_, seats, seed=11)) as t:
        assert "…" not in t.panel("prompt")
        assert all(cell_width(char) == 1 for char in t.text() if char != "\n")


# A wide screen


@pytest.mark.parametrize("size", [WIDE, WIDER], ids=["160x45", "200x50"])
@pytest.mark.parametrize("position", ["pads", "choose", "paint", "last-round"])
async def test_wide_screen(position: str, size: tuple[int, int]) -> None:
    phase, round_, seats = POSITIONS[position]
    async with table(match_at(phase, round_, seats, seed=11), size) as t:
        compare(f"gzhel-{position}-{size[0]}x{size[1]}", t.rows())


@pytest.mark.parametrize("size", [WIDE, (200, 47), (300, 90)], ids=str)
@pytest.mark.parametrize("seats", [1, 2, 4])
async def test_on_a_wide_screen_everything_has_its_place(seats: int, size: tuple[int, int]) -> None:
    """Nothing lies upon another thing or outside of the table, and the others' pads are all there."""
    async with table(match_at(phases.PAINT, 2, seats), size) as t:
        screen = t.screen
        areas = {
            place: area for place, area in screen.board.target_regions().items() if place.kind in (SPACE, SEAT_TARGET)
        }
        board, side = screen.query_one("#board", CanvasView).size, screen.query_one("#side", CanvasView).size
        assert side.width >= 33
        assert all(area.right <= board.width and area.bottom <= board.height for area in areas.values())
        assert not any(a.overlaps(b) for a, b in itertools.combinations(areas.values(), 2))
        assert [place.number for place in areas if place.kind == SEAT_TARGET] == list(range(1, seats))
        assert "How to read the pads" in t.panel("side") and "earlier" in t.panel("side")
        assert "To come: 6 of these 9 cards" in t.panel("side")


async def test_the_cards_to_come_are_those_that_nobody_has_seen() -> None:
    match = match_at(phases.PAINT, 3, seed=11)
    async with table(match, WIDER) as t:
        told = t.panel("side")
        listed = {int(number) for number in re.findall(r"(?m)^ ?(\d+) ", told[told.index("To come") :])}
    state = match.state
    played = {state.deck[-1], state.middle, *state.pile[3:]}
    own = next(icon for icon, cards in SETS.items() if {*state.deck, state.middle, *state.pile} == set(cards))
    assert listed == {CARDS[card].number for card in SETS[own] if card not in played}


async def test_others_can_be_looked_at_on_the_shelf() -> None:
    match = match_at(phases.CHOOSE, 2, seats=3)
    async with table(match, WIDE) as t:
        region = t.board.target_regions()[Target(SEAT_TARGET, 2)]
        await t.click("board", region.x + 1, region.y + 2)
        assert t.board.board_seat == 2
        assert (
            Target(SEAT_TARGET, 0) in t.board.target_regions()
            and Target(SEAT_TARGET, 2) not in t.board.target_regions()
        )


# What is new, and what counted


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=str)
async def test_what_others_did_is_marked(size: tuple[int, int]) -> None:
    """On their small pads by its colour, on the pads that are looked at by signs."""
    match = match_at(phases.CHOOSE, 2, seats=2)
    async with table(match, size) as t:
        screen = t.screen
        screen.session.submit([match.state.legal_moves()[0]])
        screen.session.seats = frozenset({0})
        while match.state.actor == 0:
            match.play(greedy(match))
        screen.session.seen_log_index = len(match.log)
        while match.state.actor == 1 and match.state.phase != phases.CHOOSE:
            match.play(greedy(match))
        screen.session.version += 1
        marked = {place.number - BOARD: mark for place, mark in screen.board.marks.items()}
        assert set(marked.values()) <= {"▍", "▎"} and marked
        screen.board.look_at(1)
        await t.pilot.pause()
        rows = t.panel("board").split("\n")
        for space in range(BOARD):
            region = screen.board.target_regions()[SPACE_TARGETS[space]]
            beside = rows[region.y + region.height // 2].ljust(region.x)[region.x - 1]
            assert (beside in "▍▎") == (space in marked), SPACE_NAMES[space]


async def test_what_counted_is_lit() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        screen = t.screen
        show_moment(screen, Moment("+2: two of them", (SPACE_TARGETS[0], SPACE_TARGETS[31]), 0))
        styles = screen.query_one("#board", CanvasView).canvas.styles
        ground = screen.palette.style(on="mark").bgcolor
        lit = []
        for target in SPACE_TARGETS:
            area = screen.board.target_regions()[target]
            grounds = {style.bgcolor for row in styles[area.y : area.bottom] for style in row[area.x : area.right]}
            lit += [target.number] if ground in grounds else []
        assert lit == [0, 31]


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=str)
async def test_a_round_is_scored_before_the_cards_move_on(size: tuple[int, int]) -> None:
    """The goals that were scored stay with their points, and the sum of every player is written out."""
    match = match_at(phases.PAINT, 2, seats=2)
    async with table(match, size) as t:
        t.app.settings.confirm_turn = False
        old = [CARDS[match.state.deck[-1]], CARDS[match.state.middle]]
        while match.state.round == 2:
            before = match.state.copy()
            t.screen.session.submit([match.state.legal_moves()[0]])
        await t.pilot.pause()
        assert t.screen.session.moment is not None and t.screen.session.moment.waits_for_key
        paid = [
            match.state.points[4 * seat + goal] - before.points[4 * seat + goal] for seat in (0, 1) for goal in range(3)
        ]
        side = t.panel("side")
        for three in (paid[:3], paid[3:]):
            assert f"{' + '.join(map(str, three))} = {sum(three)}" in side
        own = paid[3 * t.board.board_seat :][:3]
        assert [f"+{points}" in side for points in own] == [True] * 3
        words = " ".join(side.split())
        assert all(" ".join((goal_brief if size == SMALL else goal_text)(card).split()[:4]) in words for card in old)
        assert not t.board.prompt_items, "nothing can be chosen before it is read"
        await t.press("enter")
        assert t.screen.session.moment is None and t.board.prompt_items


async def test_the_legend_has_every_sign() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        rows = t.board.legend()
        told, drawn = " ".join(row.text for row in rows), {row.sign.strip() for row in rows}
        assert {"o", "p", "r", "t", "b", "R", "t? T?", "▦", "◆ ●", CHANGED_LAST, CHANGED_EARLIER} <= drawn
        assert all(name in told for name in (*FLOWERS, *PATTERNS))
        assert f"{STAMP_POINTS} points for each stamp on your pads" in told
        await t.press("f2")
        assert type(t.app.screen).__name__ == "LegendDialog"


async def test_a_figurine_lights_the_glaze_between_its_spaces_and_nothing_else() -> None:
    """A step to the next figurine changes few cells, which is few bytes on a slow line."""
    match = match_at(phases.CHOOSE)
    async with table(match) as t:
        screen = t.screen
        board = screen.query_one("#board", CanvasView)
        before = board.canvas
        await t.press("tab")
        after = board.canvas
        old, new = (FIGURINE_TARGETS[0].index(target) for target in (FIGURINE_TARGETS[0][4], screen.board.cursor))
        assert old != new
        glaze = []
        for stand in (old, new):
            on_circle = (
                screen.board.view.pads(None, None)
                .faces[1]
                .seats.index(screen.board.view.figurine(FIGURINE_TARGETS[0][stand]))
            )
            glaze += [*screen.board.pad_layout.glaze(0, stand), *screen.board.pad_layout.glaze(1, on_circle)]
        for y, row in enumerate(after.styles):
            for x, style in enumerate(row):
                changed = (style, after.chars[y][x]) != (before.styles[y][x], before.chars[y][x])
                assert not changed or any(region.contains(x, y) for region in glaze), (x, y)


@pytest.mark.parametrize("mode", themes.MODES)
def test_pieces_are_seen_in_sixteen_colours(mode: str) -> None:
    palette = themes.load_palette("gzhel", mode)
    pairs = [(flower, "cell") for flower in FLOWERS] + [("stamp_ink", f"dark_{flower}") for flower in FLOWERS]
    pairs += [
        ("cursor_ink", "cursor"),
        ("mark_ink", "mark"),
        ("figurine", "medal"),
        ("rim_ink", "pad"),
        ("wanted", "cell"),
        ("pays", "pad"),
        ("new", "pad"),
    ]
    pairs += [("cursor", "mark"), ("cursor", "cell"), ("mark", "cell"), ("accent", "cell"), ("accent", "pad")]
    pairs += [("texture", "cell"), *((f"{name}_line", name) for name in PATTERNS)]
    pairs += [(f"on_{flower}", flower) for flower in FLOWERS]
    for ink, ground in pairs:
        shown = [Color.parse(palette.colours[role]).downgrade(ColorSystem.STANDARD).number for role in (ink, ground)]
        assert shown[0] != shown[1], f"{ink} on {ground}"


@pytest.mark.parametrize("mode", themes.MODES)
def test_textures_are_seen_since_pattern_goals_ask_for_them(mode: str) -> None:
    colours = themes.load_palette("gzhel", mode).colours
    for name in PATTERNS:
        for role in (f"{name}_line", "wanted"):
            assert contrast(colours[role], colours[name]) >= 3, role
            assert contrast(sixteen(colours[role]), sixteen(colours[name])) >= 2.5, role


@pytest.mark.parametrize("mode", themes.MODES)
def test_no_two_flowers_look_alike(mode: str) -> None:
    """Their colours differ, also in sixteen colours, and none of them is lost on the ground of the screen."""
    colours = themes.load_palette("gzhel", mode).colours
    assert len({sixteen(colours[flower]) for flower in FLOWERS}) == len(FLOWERS)
    blues = [colours[flower] for flower in ("poppy", "rose", "bellflower")]
    if mode in ("dark", "light"):
        assert all(contrast(one, other) >= 2 for one, other in itertools.pairwise(blues)), "told apart at a glance"
    if mode == "high-contrast":
        assert all(contrast(colours[flower], "#000000") >= 1.5 for flower in FLOWERS)


# Plain mode


def test_plain_mode_asks_which_token_and_then_where() -> None:
    match = match_at(phases.PAINT, 3, lay=1)
    view = match.game.view(match.state, 0, match.names)
    kinds = view.move_groups()
    asked = grouped_lines(view)
    assert len(asked) == len(kinds) + 2, "the end of the turn, the kinds, and what to type"
    for name, moves in kinds.items():
        told = kind_lines(view, name.capitalize())
        assert [line.split()[1] for line in told] == [move.notation for move in moves]
        assert all(f"{name} on" in line and "this round" in line for line in told)
    assert kind_lines(view, "fox") == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("plain", [False, True])
async def test_beside_the_pads_is_a_key_to_them(size: tuple[int, int], seats: int, plain: bool) -> None:
    """It names the patterns, a stamp and the signs that pay, above the pads of all others."""
    async with table(match_at(phases.PAINT, 3, seats), size, plain) as t:
        rows = t.panel("side").split("\n")
        patterns = next(y for y, row in enumerate(rows) if all(name in row.lower() for name in PATTERNS))
        assert "stamp" in rows[patterns + 1] and "earns points" in rows[patterns + 1]
        others = [area.y for target, area in t.board.target_regions().items() if target.kind == SEAT_TARGET]
        assert len(others) == seats - 1 and all(y > patterns + 1 for y in others)
