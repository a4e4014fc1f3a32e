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
from core.games.gzhel.components import BOARD, CARDS, FIGURINES, FLOWERS, SETS, SPACE_NAMES
from core.games.gzhel.moves import DONE, NOTHING, PlaceStamp, PointAtSpace, Put
from core.games.gzhel.view import HeldToken
from core.games.gzhel.view.targets import BUTTON, FIGURINE_TARGETS, SPACE, SPACE_TARGETS, TOKEN
from core.games.gzhel.view.tray import TrayItem
from core.match import Seat
from core.view import Moment, Target
from tests.matches import Match
from tests.tui.games.cached_bots import remembered
from tests.tui.pilots import choice_areas, local_screen, screen_rows, show_moment
from tests.tui.test_screens import compare
from tests.tui.test_themes import contrast, sixteen
from tui.app import SamovarApp
from tui.games.gzhel.tray import short_names
from tui.match.board_view import SEAT_TARGET
from tui.match.screen import MatchScreen
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
    targets = [*screen.board.view.tab_stops(), *(place for place in areas if place.kind == TOKEN)]
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
        await t.pilot.pause()
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
            assert f"now {after}" in t.panel("prompt")
            pads = screen.board.view.pads(place, chosen)
            assert (sum(pads.before.now), sum(pads.after.now)) == (before, after)


async def test_digit_lays_and_tray_takes_in_hand() -> None:
    match = match_at(phases.PAINT, 3, lay=1)
    async with table(match) as t:
        screen = t.screen
        items = screen.board.view.items
        last = next(number for number, item in enumerate(items) if item.stamp)
        region = screen.board.target_regions()[Target(TOKEN, last)]
        screen.status = "Said before."
        await t.click("board", region.x, region.y)
        assert screen.board.draft == HeldToken(items[last].kind, True)
        assert screen.status == ""
        assert screen.board.cursor is not None and screen.board.cursor.kind == SPACE
        await t.press("enter")
        assert match.state.phase == phases.PICK
        await t.press("escape")
        assert match.state.phase == phases.PAINT
        await t.press("1")
        assert str(match.log[-1].notation)[0] == FLOWERS[items[0].kind][0]


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
        assert "something lies here already" in t.panel("prompt")
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
            assert f"name the {FIGURINES[figurine]}: lift" in t.panel("prompt")
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
        region = screen.board.target_regions()[Target(TOKEN, 1)]
        await t.click("board", region.x, region.y)
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
        assert "is done: Enter lets it stand" in t.panel("prompt")


async def test_inspecting_tells_the_goals_in_full() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        told = t.board.view.explain(t.board.cursor)
        assert "Diamond goal" in told and "Next round" in told and "Textures" in told
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
        assert "?" not in t.panel("board") + t.panel("side")
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
            place: area
            for place, area in screen.board.target_regions().items()
            if place.kind in (SPACE, TOKEN, SEAT_TARGET)
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
            assert (rows[region.y][region.x] in "▍▎") == (space in marked), SPACE_NAMES[space]


async def test_what_counted_is_lit() -> None:
    match = match_at(phases.PAINT, 2)
    async with table(match) as t:
        screen = t.screen
        show_moment(screen, Moment("+2: two of them", (SPACE_TARGETS[0], SPACE_TARGETS[31]), 0))
        styles = screen.query_one("#board", CanvasView).canvas.styles
        lit = [
            target.number
            for target in SPACE_TARGETS
            if styles[(area := screen.board.target_regions()[target]).y][area.x].bgcolor
            == screen.palette.style(on="mark").bgcolor
        ]
        assert lit == [0, 31]


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
    pairs += [("cursor_ink", "cursor"), ("mark_ink", "mark"), ("figurine", "pad"), ("wanted", "cell"), ("pays", "cell")]
    pairs += [("cursor", "mark"), ("cursor", "cell"), ("mark", "cell"), ("accent", "cell"), ("accent", "pad")]
    pairs += [(role, ground) for role in ("texture", "new") for ground in ("cell", "cell_shade")]
    for ink, ground in pairs:
        shown = [Color.parse(palette.colours[role]).downgrade(ColorSystem.STANDARD).number for role in (ink, ground)]
        assert shown[0] != shown[1], f"{ink} on {ground}"


@pytest.mark.parametrize("mode", themes.MODES)
def test_textures_are_seen_since_pattern_goals_ask_for_them(mode: str) -> None:
    colours = themes.load_palette("gzhel", mode).colours
    for role in ("texture", "wanted", "new"):
        assert contrast(colours[role], colours["cell"]) >= 3, role
        assert contrast(sixteen(colours[role]), sixteen(colours["cell"])) >= 2.5, role


def test_names_on_the_tray_shrink_until_they_fit() -> None:
    items = [TrayItem(kind, stamp, 2) for stamp in (False, True) for kind in range(5)]
    for width in (140, 80, 60):
        assert sum(len(label) + 5 for label in short_names(items, width, 5, counted=False)) <= width
    assert short_names(items, 60, 5, counted=False) == [*"oprtb", *"OPRTB"]
