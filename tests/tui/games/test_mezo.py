"""Mezo on the screen: every move can be reached, previews tell the truth, and it reads well everywhere."""

import asyncio
import contextlib
import itertools
import random
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from textual import events
from textual.geometry import Offset, Region
from textual.pilot import Pilot

import themes
from core import bots, registry
from core.bots.player import bot_rng
from core.game import GameEvent, Move
from core.games.mezo import moves as m
from core.games.mezo import phases
from core.games.mezo.components import ALTARS, CALENDAR, CODEX, GODS, IN_MASK, REGIONS, TOUCHES
from core.games.mezo.scoring import standings
from core.games.mezo.text import names
from core.games.mezo.view import SacrificeDraft
from core.games.mezo.view.preview_state import state_after_choice
from core.match import Seat
from core.view import Draft, Target
from saves.settings import AT_ONCE
from tests.limits import LIMIT
from tests.matches import Match
from tests.tui.games.cached_bots import remembered
from tests.tui.pilots import LARGE, PATIENT, SMALL, choice_areas, local_screen, play_on, screen_rows
from tests.tui.test_screens import compare
from tui.app import SamovarApp
from tui.games.mezo.gods import LIST_WIDTH, has_large_face, paint_god
from tui.games.mezo.land import GROUNDS, lay_out
from tui.match.screen import MatchScreen
from tui.screens.pass_keyboard import PassKeyboardDialog
from tui.sessions.bot_client import BotClient
from tui.sessions.session import CHANGED_EARLIER, CHANGED_LAST
from tui.startup import StartupRequest
from tui.widgets.canvas import Canvas
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width

GAME = registry.get_game("mezo")
WIDE = (160, 45)


def new_match(seats: int = 2, seed: int = 5, **options: Any) -> Match:
    people = ("Anna", "Boris", "Vera", "Gleb")[:seats]
    return Match.new(GAME, [Seat(name) for name in people], options, seed)


@remembered
def greedy(match: Match) -> Move:
    return match.parse_move(bots.choose(GAME, match.state, "greedy", bot_rng(match)))


def match_at(kind: str, seats: int = 3, age: int = 1, seed: int = 5, most: int = 0) -> Match:
    """A match in which Anna is asked this, in this Age or later, with at least so many moves to choose from."""
    match = new_match(seats, seed)
    while True:
        state = match.state
        if state.actor == 0 and state.prompt.kind == kind and state.age >= age and len(state.legal_moves()) >= most:
            return match
        match.play(greedy(match))


class Table:
    """The app with a match on it, and a pilot."""

    def __init__(self, app: SamovarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> Any:
        """The screen of Mezo on which the match is played."""
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, MatchScreen))

    @property
    def board(self) -> Any:
        return self.screen.board

    def panel(self, name: str) -> str:
        return self.screen.query_one(f"#{name}", CanvasView).canvas.to_text()

    def rows(self) -> list[str]:
        return screen_rows(self.app)

    async def lift_curtain(self) -> None:
        if isinstance(self.app.screen, PassKeyboardDialog):
            await self.type("enter")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, *keys: str) -> None:
        """Like `press`, without its rest after every key: a whole game has many of them."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
            for pump in (self.app, self.app.screen, self.app):
                done = asyncio.Event()
                assert pump.call_later(done.set), "the app has ended"
                async with asyncio.timeout(LIMIT):
                    await done.wait()

    async def click(self, panel: str, x: int, y: int) -> None:
        at = self.screen.query_one(f"#{panel}", CanvasView).region
        await self.pilot.click(offset=(at.x + x, at.y + y))

    async def click_place(self, target: Target) -> None:
        """Click on a place, on the map or beside it."""
        area = self.board.target_regions()[target]
        left = self.board.board_columns
        x, y = area.x + area.width // 2, area.y + area.height // 2
        await (self.click("board", x, y) if x < left else self.click("side", x - left, y))


@contextlib.asynccontextmanager
async def table(match: Match, size: tuple[int, int] = SMALL, plain: bool = False) -> AsyncIterator[Table]:
    app = SamovarApp(StartupRequest(match), ascii=plain)
    app.settings.pace, app.settings.payoff = "at once", False
    app.settings.confirm_turn = app.settings.explain = False
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        found = Table(app, pilot)
        await found.lift_curtain()
        yield found


def reachable(screen: Any) -> set[Move]:
    """Every move that is offered somewhere on the screen, also through choices that are only begun."""
    found: set[Move] = set()
    ways: list[Draft | None] = [None]
    seen = set(ways)
    while ways:
        screen.board.draft = ways.pop()
        for place in (None, *screen.board.target_regions()):
            for offer in screen.board.view.choices(place):
                found.update(offer.moves[:1])
                if offer.next_draft is not None and offer.next_draft not in seen:
                    seen.add(offer.next_draft)
                    ways.append(offer.next_draft)
    screen.board.draft = None
    return found


# Every move can be made


@pytest.mark.parametrize(("seats", "seed", "blessed"), [(2, 1, False), (3, 2, True), (4, 3, False)])
async def test_every_move_can_be_reached(seats: int, seed: int, blessed: bool) -> None:
    luck = random.Random(seed)
    match = new_match(seats, seed, blessed_cards=blessed)
    async with table(match) as t:
        screen = t.screen
        asked = set()
        while not match.is_over and len(match.log) < 330:
            moves = list(match.state.legal_moves())
            screen.board.set_draft(None)
            asked.add(match.state.prompt.kind)
            assert reachable(screen) == set(moves), match.state.prompt
            assert set(screen.board.view.tab_stops()) <= set(screen.board.target_regions())
            for place in screen.board.view.tab_stops() or [None]:
                assert len(screen.board.view.choices(place)) <= 10
            play_on(screen, luck.choice(moves))
            while screen.session.is_showing:  # a decided conflict lies over the map
                screen.session.skip()
        assert len(asked) > 10


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
async def test_every_place_can_be_walked_to(size: tuple[int, int]) -> None:
    async with table(match_at("call", seats=4, age=2), size) as t:
        screen = t.screen
        ways, seen = [Target("region", 0)], {Target("region", 0)}
        while ways:
            here = ways.pop()
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                screen.board.cursor = here
                screen.board.move(dx, dy)
                if screen.board.cursor not in seen:
                    seen.add(screen.board.cursor)
                    ways.append(screen.board.cursor)
        assert seen == set(screen.board.target_regions()) == set(screen.board.view.targets())


async def play_by_keys(t: Table, luck: random.Random) -> None:
    """Jump or walk somewhere, then press Enter or a digit."""
    await t.type(*luck.choices(("tab", "shift+tab", "up", "down", "left", "right"), k=luck.randrange(2)))
    keys = [item.key for item in t.board.prompt_items if item.key] or ["1"]
    await t.type("enter" if luck.random() < 0.6 else luck.choice(keys))


async def play_by_clicks(t: Table, luck: random.Random) -> None:
    """Click on a place until it does something, or on the bar of choices."""
    screen = t.screen
    if screen.session.is_showing:
        await t.press("enter")
        return
    targets = [place for place in screen.board.view.tab_stops() if place.kind != "seat"]
    if targets and luck.random() < 0.5:
        place = luck.choice(targets)
        if screen.board.cursor != place:
            await t.click_place(place)
            assert screen.board.cursor == place
        await t.click_place(place)
    elif choice_areas(screen):
        region = luck.choice(choice_areas(screen))
        await t.click("prompt", region.x + 1, region.y)
    else:
        await t.press("tab")


async def play_to_the_end(t: Table, hand: Any, seed: int) -> None:
    luck = random.Random(seed)
    match = t.screen.session.match
    for _ in range(4000):
        if match.is_over:
            break
        if isinstance(t.app.screen, PassKeyboardDialog):
            await t.lift_curtain()
        else:
            await hand(t, luck)
    await t.pilot.pause()
    assert match.is_over
    while t.screen.session.is_showing:
        await t.press("enter")
    assert type(t.app.screen).__name__ == "ResultScreen"


async def test_whole_game_by_keys() -> None:
    async with table(new_match(3, 3)) as t:
        await play_to_the_end(t, play_by_keys, 3)


async def test_last_age_by_clicks() -> None:
    async with table(match_at("ability", seats=2, age=3)) as t:
        await play_to_the_end(t, play_by_clicks, 6)


async def test_newcomer_who_only_presses_enter_ends_the_game() -> None:
    async with table(new_match(2, 8)) as t:
        await play_to_the_end(t, lambda at, _: at.type("enter"), 8)
        assert "act1" in {line.notation for line in t.screen.session.match.log}


async def test_game_against_bots() -> None:
    """A person and two bots that think in a process of their own."""
    seats = [Seat("Anna"), Seat("Vera", "bot", "greedy"), Seat("Gleb", "bot", "greedy")]
    match = Match.new(GAME, seats, {}, 3)
    bot_client = BotClient(grace=PATIENT)
    bot_client.start()
    try:
        app = SamovarApp(StartupRequest(match), ascii=False, bot_client=bot_client)
        app.settings.pace, app.settings.payoff = "at once", False
        app.settings.pace = AT_ONCE
        async with app.run_test(size=SMALL) as pilot:
            t = Table(app, pilot)
            deadline = time.monotonic() + PATIENT
            while match.state.age < 2 and not match.is_over:
                assert time.monotonic() < deadline, "\n".join(t.rows())
                read = match.waits_for_human or t.screen.session.moment is not None
                await (t.type("enter") if read else asyncio.sleep(0.005))
            assert match.state.age == 2
    finally:
        bot_client.stop()


# Previews


async def test_sending_units_shows_them_before_they_go() -> None:
    match = match_at("station", seats=2, most=6)
    async with table(match) as t:
        screen, state = t.screen, match.state
        region, sent = screen.board.cursor.number, screen.board.current_choice.first_move
        assert isinstance(sent, m.Station) and sent.warriors + sent.shamans > 0
        found = standings(state_after_choice(state, (sent,)), region)
        assert f"→{found.strengths[0]}" in t.panel("prompt")
        await t.press("enter")
        at = region * 2
        assert (match.state.units[at], match.state.units[at + 1]) != (state.units[at], state.units[at + 1]) or (
            match.log[-1].notation == sent.notation
        )


async def test_a_vertex_lights_up_what_a_god_would_see() -> None:
    match = match_at("call", seats=3)
    async with table(match) as t:
        assert t.board.cursor.kind == "vertex"
        assert "it acts in" in t.panel("prompt") and "(presence)" in t.panel("prompt")
        before = t.board.cursor
        await t.press("tab")
        assert t.board.cursor.kind == "vertex" and t.board.cursor != before


async def test_a_pyramid_tells_its_points() -> None:
    match = new_match(3, 5)
    while True:
        state = match.state
        offered = [move for move in state.legal_moves() if isinstance(move, m.PickPiece) and move.pyramid]
        if state.actor == 0 and offered and state.stack[-1][0] == phases.BUILD:
            break
        match.play(greedy(match))
    async with table(match) as t:
        offers = t.board.view.choices(Target("region", offered[0].region))
        offer = next(each for each in offers if each.first_move == offered[0])
        height = len(state.pyramids[offered[0].region]) + 1
        assert f"you +{height}" in offer.preview()


async def test_a_sacrifice_is_counted_up_and_escape_forgets_it() -> None:
    match = match_at("sacrifice", seats=2, most=10)
    async with table(match) as t:
        devotion = match.state.devotion[0]
        assert t.board.cursor == Target("region", match.state.conflict)
        assert match.state.reserves[0] >= 1 and match.state.reserves[1] >= 2
        assert "Enter: sacrifice nobody: strength" in t.panel("prompt")
        await t.press("1")
        assert t.board.draft == SacrificeDraft(1)
        assert "how many Shamans?" in t.panel("prompt")
        await t.press("escape")
        assert t.board.draft is None
        await t.press("1", "2")
        assert match.log[-1].notation == "1w2s" or any(entry.notation == "1w2s" for entry in match.log[-3:])
        assert match.state.devotion[0] >= devotion + 3


async def test_escape_puts_a_unit_back() -> None:
    match = new_match(3, 7)
    luck = random.Random(7)
    while not (match.state.stack[-1][0] == phases.MOVE and match.state.stack[-1][6] >= 0):
        moves = [move for move in match.state.legal_moves() if move in (m.GOD[3], m.YES)]
        match.play(luck.choice(moves or list(match.state.legal_moves())))
    async with table(match) as t:
        before = len(match.log)
        await t.press("escape")
        assert len(match.log) == before - 1


def second_action() -> Match:
    """A match in which Anna has spent the first action of her card and is asked for another."""
    match = match_at("act")
    match.play("act1")
    while not (match.state.actor == 0 and match.state.prompt.kind == "act"):
        match.play(match.state.legal_moves()[-1])
    return match


async def test_an_action_keeps_its_digit_when_another_is_spent() -> None:
    match = second_action()
    async with table(match) as t:
        before = len(match.log)
        assert re.search(r"1 used   2 \w+   3 \w+   4 pass", t.panel("prompt"))
        assert "[x] 1" in t.panel("board") and "[ ] 2" in t.panel("board")
        await t.press("1")
        assert len(match.log) == before and "Not possible now: action 1 of" in t.panel("prompt")
        await t.press("3")
        assert match.log[before].notation == "act3"


# Secrets


async def test_cards_are_chosen_behind_a_curtain_and_lie_face_down() -> None:
    match = match_at("card", seats=2)
    app = SamovarApp(StartupRequest(match), ascii=False)
    app.settings.pace, app.settings.payoff = "at once", False
    app.settings.confirm_turn = app.settings.explain = False
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        t = Table(app, pilot)
        assert isinstance(app.screen, PassKeyboardDialog)
        assert not t.panel("side").strip()
        await pilot.press("enter")
        assert t.board.cursor == Target("item", 0)
        chosen = t.board.view.items[0].title
        assert chosen in t.panel("side")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
async def test_a_bystander_sees_the_table_and_no_cards(size: tuple[int, int]) -> None:
    """Nobody at this terminal plays: whose tribe is shown has its cards face down, and nothing can be chosen."""
    for kind in ("god", "card", "act", "sacrifice"):
        match = match_at(kind, seats=3, age=0, seed=11)
        played = len(match.log)
        app = SamovarApp(ascii=False)
        async with app.run_test(size=size) as pilot:
            screen: Any = local_screen(app, match, seats=())
            app.push_screen(screen)
            await pilot.pause()
            t = Table(app, pilot)
            await pilot.press("tab", "right", "down", "enter", "1")
            assert screen.board.viewer is None and not screen.board.choices
            assert "next cards" not in t.panel("side")
            for _ in match.seats:
                await pilot.press("o")
                assert "next cards" not in t.panel("side")
            assert len(match.log) == played


# Looking


async def test_everything_can_be_explained() -> None:
    for kind in ("god", "card", "act", "call"):
        async with table(match_at(kind, seats=4, age=0)) as t:
            screen = t.screen
            for place in screen.board.target_regions():
                assert screen.board.view.caption(place), place
                assert len(screen.board.view.explain(place)) > 20, place


async def test_o_tells_about_another_tribe() -> None:
    async with table(match_at("act", seats=3)) as t:
        await t.press("o")
        assert "Boris · Yellow" in t.panel("side")
        assert set(t.board.view.targets()) == set(t.board.target_regions())
        await t.press("escape")
        assert "Boris · Yellow" not in t.panel("side")


async def test_click_on_a_name_is_a_click_on_the_region() -> None:
    async with table(match_at("champion", seats=2)) as t:
        field = t.board.land.fields[5]
        await t.click("board", field.x + 2, field.y)
        assert t.board.cursor == Target("region", 5)


async def test_every_row_of_an_item_is_the_item() -> None:
    async with table(match_at("card", seats=2)) as t:
        area = t.board.target_regions()[Target("item", 1)]
        assert area.height > 1
        await t.click("side", 1, area.bottom - 1)
        assert t.board.cursor == Target("item", 1)


async def test_a_click_on_a_tribe_tells_about_it() -> None:
    async with table(match_at("call", seats=3)) as t:
        await t.click_place(Target("seat", 1))
        assert "Boris · Yellow" in t.panel("side")
        await t.press("escape")
        assert "Boris · Yellow" not in t.panel("side")


async def test_looking_back() -> None:
    app = SamovarApp(StartupRequest(match_at("act", seats=2), mode="replay"), ascii=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("end", "left", "left", "down", "home", "o")
        assert "Mezo" in pilot.app.screen.query_one("#top", CanvasView).canvas.to_text()


# Looks

POSITIONS = {
    "god": ("god", 3, 0),
    "ability": ("ability", 4, 2),
    "champion": ("champion", 4, 1),
    "station": ("station", 4, 1),
    "call": ("call", 3, 2),
    "card": ("card", 4, 2),
    "act": ("act", 4, 3),
    "piece": ("piece", 3, 1),
    "unit": ("unit", 4, 2),
    "space": ("space", 2, 1),
    "sacrifice": ("sacrifice", 3, 2),
}


def position(name: str) -> Match:
    kind, seats, age = POSITIONS[name]
    return match_at(kind, seats, age, seed=11)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", POSITIONS)
async def test_screen(name: str, size: tuple[int, int]) -> None:
    async with table(position(name), size) as t:
        compare(f"mezo-{name}-{size[0]}x{size[1]}", t.rows())


@pytest.mark.parametrize("name", ["ability", "act", "call"])
async def test_wide_screen(name: str) -> None:
    async with table(position(name), WIDE) as t:
        compare(f"mezo-{name}-160x45", t.rows())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", ["act", "station"])
async def test_plain_screen(name: str, size: tuple[int, int]) -> None:
    async with table(position(name), size, plain=True) as t:
        assert "\n".join(t.rows()).isascii()
        assert "?" not in t.panel("board") + t.panel("side")
        compare(f"mezo-{name}-{size[0]}x{size[1]}-ascii", t.rows())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_picture(size: tuple[int, int], snap_compare: Any) -> None:
    app = SamovarApp(StartupRequest(position("act")), ascii=False)
    app.settings.pace, app.settings.payoff = "at once", False
    app.settings.explain = False
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("name", POSITIONS)
async def test_question_fits_and_every_sign_is_one_column_wide(name: str) -> None:
    async with table(position(name)) as t:
        assert "…" not in t.panel("prompt").split("\n")[0]
        assert all(cell_width(char) == 1 for row in t.rows() for char in row)


@pytest.mark.parametrize("mode", themes.MODES)
def test_pieces_are_seen_in_sixteen_colours(mode: str) -> None:
    palette = themes.load_palette("mezo", mode)
    # In sixteen colours all regions have the ground of the screen.
    pairs = [(f"seat{n}", ground) for n in range(1, 5) for ground in ("ground", f"tint_{n}")]
    pairs += [("badge", f"dark_{n}") for n in range(1, 5)]
    pairs += [("cursor_ink", "cursor"), ("mark_ink", "mark"), ("blood_ink", "blood"), ("lit_ink", "lit")]
    pairs += [(ink, "ground") for ink in ("line", "new", "stone_ink", "stone_dim", "accent", "lit", "plate_ink")]
    pairs += [(f"dark_{a}", f"dark_{b}") for a in range(1, 5) for b in range(1, a)]
    for ink, ground in pairs:
        shown = [Color.parse(palette.colours[role]).downgrade(ColorSystem.STANDARD).number for role in (ink, ground)]
        assert shown[0] != shown[1], f"{ink} on {ground}"


DESOLATE = [set(dead) for n in (1, 2) for dead in itertools.combinations(range(REGIONS), n)]


@pytest.mark.parametrize("room", [(48, 18), (64, 24), (80, 34), (80, 39), (104, 44)], ids=str)
@pytest.mark.parametrize("dead", DESOLATE, ids=str)
def test_the_land_has_room_for_all_that_lives(room: tuple[int, int], dead: set[int]) -> None:
    """Regions do not overlap, names and vertices stand free, and a vertex is where exactly its regions meet."""
    live = sum(1 << region for region in range(REGIONS) if region not in dead)
    land = lay_out(live, *room)
    window = Region(0, 0, *room)
    fields = [field for field in land.fields if field is not None]
    assert {region for region, field in enumerate(land.fields) if field is None} == dead == set(land.names)
    for number, field in enumerate(fields):
        assert window.contains_region(field) and field.width >= 14 and field.height >= 5
        assert not any(field.overlaps(other) for other in fields[:number])
    plates: list[Region] = []
    for vertex, plate in enumerate(land.vertices):
        regions = TOUCHES[vertex] & live
        assert (plate is None) == (not regions)
        if plate is not None:
            assert window.contains_region(plate) and not any(plate.overlaps(other) for other in plates)
            at = [cell for cell in (Offset(x, plate.y) for x in range(plate.x, plate.right)) if cell in land.beside]
            assert any(land.beside[cell] == regions for cell in at)
            plates.append(plate)
    for region, at_name in land.names.items():
        name = Region(at_name.x, at_name.y, len(names.region(region)), 1)
        assert window.contains_region(name)
        assert not any(name.overlaps(other) for other in (*plates, *fields))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, WIDE, (200, 50)], ids=str)
async def test_a_pyramid_covers_no_rank(seats: int, size: tuple[int, int]) -> None:
    async with table(match_at("call", seats=seats, age=2), size) as t:
        board = t.board
        painter = board._map_painter(Canvas(board.board_columns, board.board_rows))
        for region, field in enumerate(board.land.fields):
            if field is not None:
                plan = painter._plan(region, field)
                assert plan.first_rank + (seats - 1) * plan.rank_step + plan.rank_rows <= field.bottom
                for seat in range(seats):
                    y = plan.first_rank + seat * plan.rank_step
                    rank = Region(field.x, y, plan.rank_width, plan.rank_rows)
                    assert plan.size is None or not rank.overlaps(plan.pyramid)


@pytest.mark.parametrize("seed", [5, 11, 12])
async def test_every_unit_on_a_large_map_is_a_figure(seed: int) -> None:
    async with table(match_at("call", seats=3, age=2, seed=seed), LARGE) as t:
        after = t.board.view.after(t.board.current_choice)
        here = [region for region in range(REGIONS) if after.live >> region & 1]
        units = sum(
            after.units[2 * (seat * REGIONS + region) + kind] for seat in range(3) for region in here for kind in (0, 1)
        )
        champions = sum(after.champions[region] >= 0 for region in here)
        assert t.panel("board").count("▟█▙") == units + champions > 0


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_land_reaches_over_every_region(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the upper half of a region too, where its ranks leave room, there is more than bare ground."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with table(match_at("station", seats=3), size) as t:
        canvas = t.screen.query_one("#board", CanvasView).canvas
        palette = t.board.palette
        for region, field in enumerate(t.board.land.fields):
            if field is None:
                continue
            far = palette.style(f"{GROUNDS[region]}_far").color
            upper = {
                canvas.styles[y][x]
                for y in range(field.y, field.y + field.height // 2)
                for x in range(field.x, field.right)
            }
            assert any(far in (style.color, style.bgcolor) for style in upper)


@pytest.mark.parametrize(("seed", "told"), [(11, "◇ vertex for a god"), (5, "◇ vertex")])
async def test_a_word_says_what_the_vertices_are(seed: int, told: str) -> None:
    """On the coast in the south, in as many words as have room beside the name of a Desolate region."""
    async with table(match_at("station", seats=3, seed=seed)) as t:
        assert f" {told} " in t.panel("board").splitlines()[-2]


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_every_name_and_altar_is_in_sight(seats: int) -> None:
    """Vertices on the borders cover neither, also where the land has three bands and no row to spare."""
    for seed in range(1, 9):
        match = match_at("champion", seats, seed=seed)
        state = match.state
        async with table(match) as t:
            shown = t.panel("board")
            assert all(names.region(region) in shown for region in range(REGIONS)), shown
            for region in IN_MASK[state.live]:
                told = "Blessed: 8 VP" if region == state.blessed else ALTARS[state.altars[region]].brief
                assert all(word in shown for word in re.split(", |: ", told)), (told, shown)


async def test_the_legend_has_every_sign_of_the_board() -> None:
    async with table(match_at("call", seats=4, age=2)) as t:
        told = " ".join(row.sign for row in t.board.legend())
        assert all(sign in told for sign in (*t.board.signs, CHANGED_LAST, "[x]", "="))
        texts = [row.text for row in t.board.legend()]
        assert all(space.effect.text in texts for space in (*CALENDAR, *CODEX))
        await t.press("f2")
        assert any("Warrior" in row for row in t.rows())


@pytest.mark.parametrize("size", [(80 - LIST_WIDTH, 19), (120 - LIST_WIDTH, 35)], ids=str)
@pytest.mark.parametrize("god", range(len(GODS)))
def test_the_whole_text_of_a_god_is_in_sight(god: int, size: tuple[int, int]) -> None:
    canvas = Canvas(*size)
    paint_god(canvas, themes.load_palette("mezo", "dark"), GODS[god], with_face=True)
    assert ("▀" in canvas.to_text()) == has_large_face(*size) == (size[1] > 30)
    shown = " ".join(canvas.to_text().replace("▀", " ").split())
    assert "…" not in shown and GODS[god].call.text in shown
    for card in GODS[god].actions:
        assert all(" ".join(action.text.split()) in shown for action in card)


# A conflict


async def test_a_conflict_takes_the_place_of_the_map() -> None:
    """The own card in words, the others' in a word for each action, who stands there, who would win what."""
    match = match_at("act", seats=3)
    async with table(match) as t:
        state, shown = match.state, t.panel("board")
        assert names.region(state.conflict) in shown.split("\n")[0]
        for seat, name in enumerate(match.names):
            assert name in shown
            actions = GODS[state.gods[seat]].actions[state.cards[seat]]
            left = [action for n, action in enumerate(actions) if not state.covered[seat] >> n & 1]
            in_a_word = ", ".join(names.verb(action.text) for action in left)
            if seat != t.board.viewer and in_a_word in shown:
                continue
            for number, action in enumerate(actions, 1):
                assert re.search(
                    rf"{number} ({re.escape(action.text[:30].rstrip())}|{re.escape(action.brief)}|CALL: )", shown
                )
        assert "If it ended now " in shown and "…" not in shown
        regions = {target for target in t.board.target_regions() if target.kind == "region"}
        assert len(regions) == state.live.bit_count(), "a strip of the map stays"
        assert {Target("action", 0), Target("strength", 1)} <= set(t.board.target_regions())
        await t.press("o")
        assert "If it ended now" not in t.panel("board")
        assert Target("region", 0) in t.board.target_regions()


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["card", "space"])
async def test_a_strip_of_the_map_stays_beside_a_list(kind: str, seats: int, size: tuple[int, int]) -> None:
    """Who is how strong elsewhere is in sight while a card or a space is chosen, and no tribe is lost."""
    match = match_at(kind, seats, age=2)
    async with table(match, size) as t:
        state, areas, rows = match.state, t.board.target_regions(), t.rows()
        left, top = t.board.board_columns, t.screen.query_one("#board", CanvasView).region.y
        items = [area for target, area in areas.items() if target.kind == "item"]
        shown = t.panel("board")
        assert t.board.view.items and items
        assert all(f" {letter} " in shown for letter in t.board.view.letters[:seats])
        for region in range(REGIONS):
            if not state.live >> region & 1:
                continue
            area = areas[Target("region", region)]
            assert not any(area.overlaps(item) for item in items)
            assert area.x >= left or area.right <= left
            field = [row[area.x : area.right] for row in rows[top + area.y : top + area.bottom]]
            assert field[0].startswith(names.region(region))
            for seat, strength in enumerate(standings(t.board.view.after(t.board.current_choice), region).strengths):
                assert not strength or f"{t.board.view.letters[seat]}{strength}" in "".join(field[1:])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
async def test_every_piece_in_a_conflict_is_a_figure_and_a_word(seats: int, size: tuple[int, int]) -> None:
    for seed in (5, 11, 12):
        match = match_at("act", seats, age=2, seed=seed)
        async with table(match, size) as t:
            state, rows = match.state, t.panel("board").split("\n")
            for seat in range(seats):
                at = seat * REGIONS + state.conflict
                counts = {
                    "▲": (state.units[at * 2], "Warrior"),
                    "●": (state.units[at * 2 + 1], "Shaman"),
                    "■": (state.glyphs[at], "glyph"),
                    "★": (int(state.champions[state.conflict] == seat), "Champion"),
                }
                letter = t.board.view.letters[seat]
                top = next(
                    y for y, row in enumerate(rows) if row.startswith(f" {letter} ") or row.startswith(f" {letter}▶")
                )
                told = " ".join(rows[top + 1 : top + 4])
                for sign, (n, word) in counts.items():
                    assert rows[top + 1].count(sign) == n or f"{n}▟█▙" in rows[top + 2]
                    assert not n or f"{n} {word}" in told, told


async def test_what_is_done_elsewhere_is_done_on_the_map() -> None:
    match = new_match(3, 11)
    while not (match.state.actor == 0 and match.state.conflict >= 0 and match.state.prompt.kind == "call"):
        match.play(greedy(match))
    async with table(match) as t:
        assert not t.board.view.is_fight
        assert all(names.region(region) in t.panel("board") for region in range(REGIONS))
        assert t.board.cursor.kind == "vertex"


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=str)
async def test_a_decided_conflict_is_shown_until_a_key_is_pressed(size: tuple[int, int]) -> None:
    """After the last action nothing goes on before the result has been read."""
    match, asked, wins = new_match(2, 5), "", list[GameEvent]()
    while not (wins and asked in ("act", "third")):
        asked = match.state.prompt.kind
        entries = match.play(greedy(match))
        wins = [event for entry in entries for event in entry.events if event.kind == "wins"]
    deciding = entries[0].notation
    region, strengths = wins[0].facts
    match = match.branch(len(match.log) - len(entries))
    assert wins[0].seat is not None
    async with table(match, size) as t:
        screen = t.screen
        screen.session.submit([match.parse_move(deciding)])
        assert screen.session.moment is not None and screen.session.moment.waits_for_key
        await t.pilot.pause()
        shown = t.panel("board")
        assert f"{match.names[wins[0].seat]} wins {names.region(region)}" in " ".join(shown.split())
        rows = shown.split("\n")
        for seat, name in enumerate(match.names):
            row = next(row for row in rows if name in row and row.startswith(f" {t.board.view.letters[seat]} "))
            assert str(strengths[seat]) in re.findall(r"\d+", row)
        assert " wins " in t.panel("prompt")
        await t.press("enter")
        assert screen.session.moment is None or not screen.session.moment.waits_for_key
        assert " wins " not in t.panel("board")


async def test_strength_that_has_come_is_drawn_otherwise_than_what_stood_there() -> None:
    match = new_match(3, 5)
    while True:
        state = match.state
        if state.actor == 0 and state.prompt.kind == "act" and state.conflict >= 0:
            begun = next(
                at + 1
                for at in range(len(match.log) - 1, -1, -1)
                if any(event.kind == "conflict" for event in match.log[at].events)
            )
            past: Any = match.state_at(begun)
            first = standings(past, state.conflict).strengths
            now = standings(state, state.conflict).strengths
            if any(a < b for a, b in zip(first, now, strict=True)):
                break
        match.play(greedy(match))
    async with table(match, LARGE) as t:
        assert t.board.signs.cards in t.panel("board")


# A wide screen


async def test_tribes_tracks_and_wrathful_tiles_stand_beside_the_map_in_words() -> None:
    for size in (SMALL, LARGE, WIDE):
        match = match_at("call", seats=4, age=2)
        async with table(match, size) as t:
            side = t.panel("side")
            assert all(name in side for name in match.names)
            assert "Calendar" in side and "recover 5" in side.lower() and "Xibalba" in side
            assert set(t.board.view.tab_stops()) <= set(t.board.target_regions())
            if size != SMALL:
                assert re.search(r"devotion \d+ of 27 · level \d = \d+ VP", side)


async def test_what_others_changed_carries_a_mark() -> None:
    match = Match.new(GAME, [Seat("Anna"), Seat("Boris", "bot", "greedy")], {}, 5)
    while not (match.state.actor == 0 and match.state.prompt.kind == "call"):
        match.play(greedy(match))
    async with table(match, LARGE) as t:
        ranks = {place: mark for place, mark in t.board.marks.items() if place.kind == "rank"}
        assert ranks
        assert t.panel("board").count(CHANGED_LAST) + t.panel("board").count(CHANGED_EARLIER) >= len(ranks)


async def test_a_remark_leaves_the_question_in_its_place() -> None:
    """A long choice may take both lines, but not half of it the one above a remark."""
    async with table(position("ability")) as t:
        t.screen.status = "A card is laid."
        t.screen.paint()
        await t.pilot.pause()
        asked, remark, *_ = t.panel("prompt").split("\n")
        assert t.board.view.question() in asked and "A card is laid." in remark


@pytest.mark.parametrize("name", POSITIONS)
async def test_no_word_of_a_choice_is_cut(name: str) -> None:
    async with table(position(name)) as t:
        for place in t.board.view.tab_stops()[:6]:
            t.board.move_cursor_to(place)
            t.screen.paint()
            await t.pilot.pause()
            told = " ".join(t.panel("prompt").split("\n")[:2])
            brings = t.board.in_signs(t.board.current_choice.preview())
            assert " ".join(brings.split()) in " ".join(told.split()), brings
