"""Novgorod on the screen: every move can be reached, previews tell the truth, secrets stay, all reads well."""

import contextlib
import random
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from textual.pilot import Pilot

import themes
from core import registry
from core.game import Move
from core.games.novgorod.bot.move_rating import rate
from core.games.novgorod.components import (
    CITY_NAMES,
    FEE_OF,
    GOOD_NAMES,
    INCOME_OF,
    LINKS,
    LUXURY_NAMES,
    MISSIONS,
    ROW_X,
    TOP_LEVEL,
)
from core.games.novgorod.moves import BUY_SHIP, SAIL, FulfilLine, LayOffice, MovePirate
from core.games.novgorod.phases import BUY, CLOSE, INTRO, ROUTE, SIDES, USE
from core.games.novgorod.text import mission_cards
from core.games.novgorod.view import NovgorodView, OptionsDraft
from core.games.novgorod.view import targets as view_targets
from core.games.novgorod.view.actions import TargetAction
from core.games.novgorod.view.goods_uses import in_reach
from core.games.novgorod.view.route import purse
from core.games.novgorod.view.targets import SHIP
from core.match import Match as SomeMatch
from core.match import Seat
from core.view import Moment, Target
from saves.settings import AT_ONCE
from tests.matches import Match
from tests.tui.games.cached_bots import remembered
from tests.tui.pilots import choice_areas, local_screen, play_on, show_moment
from tests.tui.test_screens import compare
from tui.app import SamovarApp
from tui.games.novgorod.layout import chart_scale
from tui.games.novgorod.sections import sections
from tui.games.novgorod.side import action_row_at, step_price
from tui.match.screen import MatchScreen
from tui.screens.pass_keyboard import PassKeyboardDialog
from tui.startup import StartupRequest
from tui.widgets.canvas_view import CanvasView
from tui.widgets.text_layout import cell_width

SMALL, LARGE, WIDE, WIDER = (80, 24), (120, 40), (160, 45), (200, 50)
EXPERT: dict[str, Any] = {
    "special": True,
    "merchant": "front",
    "pirate": "front",
    "bonus": "random",
    "careers": "choose",
}


def new_match(seats: int = 2, seed: int = 5, **options: Any) -> Match:
    names = ("Anna", "Boris", "Vera", "Gleb")[:seats]
    return Match.new(registry.get_game("novgorod"), [Seat(name) for name in names], options, seed)


@remembered
def greedy(match: Match) -> Move:
    moves = list(match.state.legal_moves())
    ratings = rate(match.state, moves)
    return moves[ratings.index(max(ratings))]


def match_at(phase: int, round_: int = 1, seats: int = 2, seed: int = 5, **options: Any) -> Match:
    """A match that has come to this phase, with the first seat to decide."""
    match = new_match(seats, seed, **options)
    while (match.state.phase, match.state.actor) != (phase, 0) or match.state.round < round_:
        match.play(greedy(match))
    return match


@pytest.fixture(autouse=True)
def quick_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pilot looks more often whether the app is idle: a whole game has hundreds of keys."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 1 / 500)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 2500)


class Table:
    """The app with a match on it, and a pilot."""

    def __init__(self, app: SamovarApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> MatchScreen:
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, MatchScreen))

    @property
    def board(self) -> Any:
        return self.screen.board

    def panel(self, name: str) -> str:
        return self.screen.query_one(f"#{name}", CanvasView).canvas.to_text()

    def text(self) -> str:
        """The whole screen as it is read, beside each other what stands beside each other."""
        board = self.screen.query_one("#board", CanvasView).canvas
        side = self.panel("side").split("\n")
        rows = ["".join(row) for row in board.chars]
        table = [f"{left}{right}".rstrip() for left, right in zip(rows, side, strict=True)]
        return "\n".join([self.panel("top"), *table, self.panel("prompt"), self.panel("keys")])

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def click(self, panel: str, x: int, y: int) -> None:
        at = self.screen.query_one(f"#{panel}", CanvasView).region
        await self.pilot.click(offset=(at.x + x, at.y + y))

    async def click_place(self, target: Target) -> None:
        """A click in the middle of a place, on the chart or in the ledger."""
        region = self.board.target_regions()[target]
        x, y = region.x + region.width // 2, region.y + region.height // 2
        width = self.board.board_columns
        await (self.click("side", x - width, y) if x >= width else self.click("board", x, y))

    def look_at(self, target: Target) -> None:
        self.board.move_cursor_to(target)
        self.screen.paint()


@contextlib.asynccontextmanager
async def table(match: Match, size: tuple[int, int] = SMALL, plain: bool = False) -> AsyncIterator[Table]:
    """The app on a match; the curtain is lifted."""
    app = SamovarApp(StartupRequest(match), ascii=plain)
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    async with app.run_test(size=size) as pilot:
        app.settings.confirm_turn = False
        app.settings.pace, app.settings.payoff = AT_ONCE, False
        await pilot.pause()
        if isinstance(app.screen, PassKeyboardDialog):
            await pilot.press("enter")
        yield Table(app, pilot)


# Every move can be made


def offers_of(match: SomeMatch, draft: OptionsDraft | None = None) -> NovgorodView:
    """What the actor is offered."""
    found = match.game.view(match.state, match.state.actor, match.names, draft)
    assert isinstance(found, NovgorodView)
    return found


def reachable(screen: MatchScreen) -> set[Move]:
    """Every move that is offered where the cursor can go, at once or through a list of ways."""
    found: set[Move] = set()
    targets: list[Target | None] = [*screen.board.view.tab_stops()] or [screen.board.cursor]
    for target in targets:
        screen.board.move_cursor_to(target)
        assert target in screen.board.target_regions()
        for choice in screen.board.choices:
            if choice.next_draft is None:
                found.add(choice.moves[0])
                continue
            assert isinstance(choice.next_draft, OptionsDraft)
            listed = offers_of(screen.session.match, choice.next_draft)
            found |= {
                move for way in listed.targets() for move in [listed.choices(way)[0].first_move] if move is not None
            }
    return found


@pytest.mark.parametrize(
    ("seats", "seed", "size", "options"),
    [
        (2, 1, LARGE, {}),
        (3, 2, SMALL, EXPERT),
        (4, 3, SMALL, {**EXPERT, "pirate": "back", "merchant": "back"}),
    ],
    ids=["two", "three-expert", "four-expert"],
)
async def test_every_move_can_be_reached(seats: int, seed: int, size: tuple[int, int], options: dict[str, Any]) -> None:
    luck = random.Random(seed)
    match = new_match(seats, seed, **options)
    async with table(match, size) as t:
        screen = t.screen
        for step in range(900):
            if match.is_over:
                break
            assert isinstance(screen, MatchScreen)
            screen.board.set_draft(None)
            moves = list(match.state.legal_moves())
            rare = {move for move in moves if isinstance(move, MovePirate)}
            assert reachable(screen) | rare == set(moves)
            for move in rare:
                items = screen.board.view.prompt_items(view_targets.city(move.city))
                offered = [item.choice.first_move for item in items if item.choice is not None]
                assert move in offered or move in reachable(screen)
            if step % 9 == 0:
                check_the_bar(t, luck)
            play_on(screen, luck.choice(moves) if luck.random() < 0.5 else greedy(match))


def check_the_bar(t: Table, luck: random.Random) -> None:
    """At any place all keys fit into the row of choices, and what lies there can be told."""
    screen = t.screen
    for target in luck.sample(list(screen.board.view.targets()), 3):
        t.look_at(target)
        assert len(choice_areas(screen)) == len(screen.board.prompt_items)
        assert screen.board.view.caption(target)
        assert screen.board.view.explain(target)


def place_of(screen: MatchScreen, move: Move) -> tuple[Target | None, TargetAction, int]:
    """Where a move is offered (None: anywhere), as which deed, and the number of its way."""
    for target, there in screen.board.view.actions_by_target.items():
        for deed in there:
            if (move,) in deed.ways:
                return target, deed, deed.ways.index((move,))
    raise AssertionError(f"{move} is nowhere")


async def go_to(t: Table, target: Target) -> None:
    """Go to a place by its own key, or by Tab where it has none."""
    for _ in range(40):
        if t.board.cursor == target:
            return
        item = next((item for item in t.board.prompt_items if item.target == target and item.key), None)
        await t.press(item.key if item else "tab")
    raise AssertionError(f"no key leads to {target}")


async def choose(t: Table, target: Target, deed: TargetAction) -> None:
    """Make a choice at a place: walk to it with the arrows and take it, or press its key."""
    wanted = next(choice for choice in t.board.view.choices(target) if choice.label == deed.full_label)
    items = [item for item in t.board.prompt_items if item.choice == wanted and item.key]
    if items:
        await t.press(items[0].key)
        return
    for _ in range(20):
        if t.board.current_choice == wanted:
            break
        await t.press("right")
    await t.press("enter")


async def play_by_keys(t: Table, move: Move) -> None:
    """The key of the place, the arrows to the choice, arrows down the list of ways."""
    screen = t.screen
    target, deed, number = place_of(screen, move)
    direct = [i for i in t.board.prompt_items if i.choice is not None and i.choice.moves == (move,) and i.key]
    if direct:
        await t.press(direct[0].key)
        return
    await go_to(t, target or SHIP)
    await choose(t, target or SHIP, deed)
    if len(deed.ways) > 1:
        assert screen.board.view.listed == deed
        await t.press(*["down"] * number, "enter")


async def play_by_clicks(t: Table, move: Move) -> None:
    """Clicks on the row of choices, on places, on lines of the list, and on ways."""
    screen, board = t.screen, t.board
    target, deed, number = place_of(screen, move)
    place = target or SHIP
    rows = [n for n, row in enumerate(board.view.action_rows) if row.target == place and row.action == deed]
    direct = [n for n, i in enumerate(board.prompt_items) if i.choice is not None and i.choice.moves == (move,)]
    if rows:
        top = sections(board)["actions"].y + 1
        while (board.cursor, board.choice_index) != board.view.action_rows[rows[0]][:2]:
            await t.press("down")
        await t.click("side", 5, next(y for y in range(top, 60) if action_row_at(board, y) == rows[0]))
    elif direct:
        region = choice_areas(screen)[direct[0]]
        await t.click("prompt", region.x + 1, region.y)
    else:
        if board.cursor != place:
            await t.click_place(place)
        there = [n for n, i in enumerate(board.prompt_items) if i.choice is not None and i.choice.moves == (move,)]
        if there:
            region = choice_areas(screen)[there[0]]
            await t.click("prompt", region.x + 1, region.y)
        else:
            await t.click_place(place)
    if len(deed.ways) > 1:
        assert target is not None
        await t.click_place(view_targets.way(target, number))
        if screen.board.view.listed is not None:
            await t.click_place(view_targets.way(target, number))


@pytest.mark.parametrize(
    ("hand", "seats", "options", "rounds"),
    [(play_by_keys, 2, {}, 2), (play_by_clicks, 2, {}, 99), (play_by_clicks, 4, EXPERT, 2)],
    ids=["keys", "clicks", "expert"],
)
async def test_game_is_played(hand: Any, seats: int, options: dict[str, Any], rounds: int) -> None:
    """A whole game of two by clicks, its first rounds by keys; the first rounds of an expert game of four."""
    match = new_match(seats, 6, **options)
    async with table(match) as t:
        while not match.is_over and match.state.round <= rounds:
            if isinstance(t.app.screen, PassKeyboardDialog):
                await t.press("enter")
                continue
            wanted, before = greedy(match), len(match.log)
            await hand(t, wanted)
            assert len(match.log) > before and match.log[before].notation == str(wanted)
        await t.pilot.pause()
        assert (type(t.app.screen).__name__ == "ResultScreen") == match.is_over


async def test_newcomer_who_only_presses_enter_gets_on() -> None:
    match = new_match(2, 8)
    async with table(match) as t:
        for _ in range(60):
            await t.press("enter")
        assert match.state.round >= 2


# Half-made choices


def first_deed(seed: int, wanted: Callable[[TargetAction], bool]) -> tuple[Match, Target, TargetAction]:
    """A match in which the first seat can do such a thing with its route: where, and what."""
    match = new_match(2, seed)
    while True:
        if match.state.actor == 0 and match.state.phase == USE:
            for target, there in offers_of(match).actions_by_target.items():
                if target is not None and (found := [deed for deed in there if wanted(deed)]):
                    return match, target, found[0]
        match.play(greedy(match))


async def test_ways_are_listed_and_escape_goes_back() -> None:
    match, target, deed = first_deed(3, lambda deed: len(deed.ways) > 3)
    async with table(match) as t:
        screen = t.screen
        await go_to(t, target)
        await choose(t, target, deed)
        assert screen.board.draft == OptionsDraft(target, deed.label) and screen.board.cursor == view_targets.way(
            target, 0
        )
        assert "leaves" in t.panel("side"), "what each way leaves in the purse"
        await t.press("down", "down")
        assert screen.board.current_choice is not None and screen.board.current_choice.moves == deed.ways[2]
        await t.press("escape")
        assert screen.board.draft is None and screen.board.cursor == target
        before = len(match.log)
        await choose(t, target, deed)
        await t.press("down", "enter")
        assert match.log[before].notation == str(deed.ways[1][0])


async def test_escape_takes_back_a_card_of_the_route() -> None:
    match = match_at(ROUTE, 3)
    async with table(match) as t:
        await t.press("tab", "enter")
        assert len(match.state.route) == 1
        await t.press("escape")
        assert match.state.route == []
        assert not isinstance(t.app.screen, PassKeyboardDialog)


async def test_both_lines_of_a_mission_in_one_go() -> None:
    match, target, deed = first_deed(3, lambda deed: len(deed.ways[0]) == 2)
    seals, before = match.state.seals[0], len(match.log)
    async with table(match) as t:
        t.look_at(target)
        assert "both lines: 5 seals, the card is done" in t.panel("prompt")
        await t.press("enter")
        assert match.state.seals[0] >= seals + 5
        assert [entry.notation for entry in match.log[before : before + 2]] == [str(move) for move in deed.ways[0]]


# Previews


async def test_laying_shows_what_the_route_could_then_do() -> None:
    match = match_at(ROUTE, 4)
    async with table(match) as t:
        screen = t.screen
        for target in screen.board.view.tab_stops():
            t.look_at(target)
            assert screen.board.current_choice is not None
            if not isinstance(screen.board.current_choice.first_move, LayOffice):
                continue
            then = match.state.copy()
            then.play(screen.board.current_choice.first_move)
            assert set(in_reach(then)) <= set(screen.board.view.possible_uses(screen.board.current_choice))
            assert match.state.route == []


@pytest.mark.parametrize(("size", "letters"), [((80, 24), 3), ((120, 40), 9)])
async def test_a_route_begins_with_the_names_of_harbours_on_their_keys(size: tuple[int, int], letters: int) -> None:
    async with table(match_at(ROUTE), size) as t:
        row = t.panel("prompt")
        for city, name in enumerate(CITY_NAMES, 1):
            assert f" {city} {name[:letters]} " in row


async def test_fees_and_purse_stand_over_the_route() -> None:
    match = match_at(USE, 1, 3, 11)
    while not (match.state.actor == 0 and match.state.phase == USE and match.state.fee):
        match.play(greedy(match))
    async with table(match) as t:
        told = t.panel("board")
        assert f"- {match.state.fee} (fees) = {purse(match.state).then}" in told


async def test_route_that_cannot_be_paid_says_so() -> None:
    match = match_at(ROUTE, 2)
    while True:
        if match.state.phase == ROUTE and match.state.actor == 0 and SAIL not in match.state.legal_moves():
            break
        lays = [move for move in match.state.legal_moves() if isinstance(move, LayOffice)]
        own = [m for m in lays if not match.state.offices[match.state.actor or 0] >> m.city & 1]
        match.play(own[0] if own and match.state.actor == 0 else greedy(match))
    async with table(match) as t:
        assert "You cannot pay the fees" in t.panel("prompt")


async def test_use_lights_up_what_it_takes() -> None:
    match = new_match(2, 6)
    while not (match.state.actor == 0 and any(isinstance(move, FulfilLine) for move in match.state.legal_moves())):
        match.play(greedy(match))
    line = next(move for move in match.state.legal_moves() if isinstance(move, FulfilLine))
    async with table(match) as t:
        t.look_at(Target(view_targets.MISSION, line.card))
        units, luxuries = t.board.view.touched(t.board.current_choice)
        assert units or luxuries


# Buying


async def test_ship_is_bought_at_the_ship() -> None:
    match = match_at(BUY, 3)
    while BUY_SHIP not in match.state.legal_moves() or match.state.actor:
        match.play(greedy(match))
    async with table(match) as t:
        for _ in range(20):
            if t.board.cursor == SHIP:
                break
            await t.press("tab")
        assert "buy ship speed" in t.panel("prompt")
        before = len(match.log)
        await t.press("enter")
        assert match.log[before].notation == str(BUY_SHIP)


async def test_enter_where_nothing_is_for_sale_explains_itself() -> None:
    match = match_at(BUY, 3)
    async with table(match) as t:
        t.look_at(next(target for target in t.board.target_regions() if target.kind == view_targets.BONUS))
        before = len(match.log)
        await t.press("enter")
        assert len(match.log) == before and "bonus card by doing what it asks" in t.panel("prompt").replace("\n", "")
        await t.press("0")
        assert match.log[before].notation == "pass"


async def test_pirate_is_never_moved_by_enter_alone() -> None:
    match = match_at(ROUTE, 4, 3, **EXPERT)
    async with table(match) as t:
        for target in t.board.view.targets():
            t.look_at(target)
            assert "send the pirate" not in t.panel("prompt").split("\n")[1]


# Looking


async def test_secrets_of_others_are_not_drawn() -> None:
    match = match_at(ROUTE, 1)
    hidden = match.state.hidden[1]
    assert hidden
    async with table(match) as t:
        await t.press("o")
        assert t.board.viewed_seat == 1
        assert "a secret mission" in t.panel("side")
        areas = t.board.target_regions()
        assert not any(Target(view_targets.MISSION, card) in areas for card in mission_cards(hidden))
        await t.press("escape")
        assert "a secret mission" not in t.panel("side")


@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, WIDE, WIDER], ids=str)
@pytest.mark.parametrize("seats", [2, 4])
async def test_all_that_counts_is_always_to_be_seen(seats: int, size: tuple[int, int]) -> None:
    """Own and special missions in every phase, open ones where they are for sale; nothing beyond the edges."""
    for phase in (INTRO, ROUTE, USE, BUY):
        match = match_at(phase, 2 if phase > INTRO else 1, seats, **EXPERT | {"careers": "light"})
        async with table(match, size) as t:
            screen, s = t.screen, match.state
            areas = screen.board.target_regions()
            assert all(target in areas for target in screen.board.view.tab_stops())
            height = screen.query_one("#side", CanvasView).size.height
            assert all(area.bottom <= height for area in areas.values())
            assert all(area.right <= size[0] for area in areas.values())
            side = t.panel("side")
            cards = [*screen.board.view.missions, *(s.display if phase in (INTRO, BUY) else [])]
            for card in cards:
                assert all(GOOD_NAMES[good] in side for good in range(8) if MISSIONS[card][1].goods >> good & 1)


async def test_a_harbour_says_what_it_earns_or_costs() -> None:
    match = match_at(ROUTE, 3)
    async with table(match) as t:
        rows = t.panel("board").split("\n")
        for city in range(8):
            area = t.board.target_regions()[view_targets.city(city)]
            card = [row[area.x : area.right] for row in rows[area.y : area.bottom]]
            own = match.state.offices[0] >> city & 1
            assert card[0].startswith(f" {city + 1} {CITY_NAMES[city]}"), "its digit for the whole game"
            assert (f"+{INCOME_OF[city]}d" if own else f"−{FEE_OF[city]}d") in card[1]
            assert LUXURY_NAMES[match.state.artisans[city]] in card[2]
            assert "1/3◉" in card[3] if match.state.artisans[city] == 1 else "1/2/4◉" in card[3]
            stands_apart = [row.ljust(area.width)[-2] == " " for row in card[1:3]]
            assert all(stands_apart), "an office's letter never touches the goods"
            assert ("buy" in card[3]) == (not own and match.state.stacks[city] > 0)


async def test_career_prices_stand_beside_the_chart() -> None:
    """Of every row that is still to come, at every size, while a route is laid; and what the own row means."""
    match = match_at(ROUTE, 4, 4)
    for size in (SMALL, (100, 30), LARGE, WIDE, WIDER):
        async with table(match, size) as t:
            side = t.panel("side")
            s = match.state
            for row in range(s.level[0], TOP_LEVEL):
                assert step_price(s.careers[0], row) in side, size
            assert ROW_X[s.level[0]] == bool(re.search(r"▸X.*no win yet", side))


async def test_the_route_is_a_line_with_the_ship_at_its_end() -> None:
    match = match_at(ROUTE, 4)
    async with table(match) as t:
        assert "█" not in "".join(t.panel("board").split("\n")[4:7])
        await t.press("1", "5")
        assert match.state.route == [0, 4]
        scale = t.board.scale
        chars = t.screen.query_one("#board", CanvasView).canvas.chars
        assert all(chars[cell.y][cell.x] in "█▼" for cell in scale.leg(0, 4, 0))
        x, y = scale.ship(4, 5, 3)
        assert chars[y + 2][x : x + 5] == list("▀███▀")


@pytest.mark.parametrize("size", [SMALL, (100, 30), LARGE, WIDE, WIDER], ids=str)
def test_lines_stay_on_the_water(size: tuple[int, int]) -> None:
    """Between all harbours that can become neighbours, in every lane; lines of two lanes never meet on a leg."""
    scale = chart_scale(*size)
    cards = [scale.card(city) for city in range(8)]
    for closed in range(9):
        for one in range(8):
            for other in LINKS[closed][one]:
                legs = [scale.leg(one, other, lane) for lane in range(4)]
                for leg in legs:
                    assert leg and all(0 <= cell.x < scale.width and 0 <= cell.y < scale.height for cell in leg)
                    ends = (cards[one], cards[other])
                    assert not any(card.contains(cell.x, cell.y) for cell in leg for card in ends)
                if closed == 8:
                    cells = [{(cell.x, cell.y) for cell in leg} for leg in legs]
                    assert sum(map(len, cells)) == len(set().union(*cells))


async def test_the_legend_explains_every_sign() -> None:
    match = match_at(USE, 5, 3)
    for plain in (False, True):
        async with table(match, SMALL, plain) as t:
            rows = t.board.legend()
            signs = " ".join(row.sign for row in rows)
            wanted = "jcpJCP" if plain else "◇□○◆■●"
            assert all(sign in signs for sign in wanted)
            assert all(sign in signs for sign in ("◉", "+4d", "✓", "+", "X", "▍", "▎"))
            text = " ".join(row.text for row in rows)
            for name in (*GOOD_NAMES, *LUXURY_NAMES, "15 ducats", "you cannot win", "8 Offices"):
                assert name in text


async def test_what_counted_stands_out() -> None:
    match = match_at(ROUTE, 3)
    async with table(match) as t:
        screen = t.screen
        city = view_targets.city(2)
        area = screen.board.target_regions()[city]
        plain = screen.query_one("#board", CanvasView).canvas.styles[area.y + 1][area.x]
        show_moment(screen, Moment("+2", (city,)))
        lit = screen.query_one("#board", CanvasView).canvas.styles[area.y + 1][area.x]
        assert lit != plain and lit.bgcolor == screen.palette.style("mark_ink", "mark").bgcolor
        show_moment(screen, None)
        assert screen.query_one("#board", CanvasView).canvas.styles[area.y + 1][area.x] == plain


async def test_what_others_changed_carries_a_mark() -> None:
    """Boris has just opened an office, and Vera another one before him."""
    match = match_at(INTRO, seats=3, seed=6)
    async with table(match) as t:
        await t.app.push_screen(local_screen(t.app, match, seats=(0,)))
        await t.pilot.pause()
        areas, rows = t.board.target_regions(), t.panel("board").split("\n")
        marked = {target: mark for target, mark in t.board.marks.items() if target.kind == view_targets.CITY}
        assert sorted(marked.values()) == sorted("▍▎")
        for target in map(view_targets.city, range(8)):
            title = rows[areas[target].y][areas[target].x : areas[target].right]
            assert [sign for sign in title if sign in "▍▎"] == [*marked.get(target, "")]


async def test_others_are_drawn_in_a_wide_window() -> None:
    match = match_at(USE, 4, 3)
    async with table(match, WIDE) as t:
        side = t.panel("side")
        for seat in (1, 2):
            assert f"speed {match.state.speed[seat]}" in side
            await t.click_place(Target("seat", seat))
            assert t.board.viewed_seat == seat
            await t.press("escape")


async def test_bystander_sees_what_all_may_see() -> None:
    match = match_at(USE, 4)
    match.state.hidden[0] = match.state.hand[0] or match.state.hidden[0]
    async with table(match) as t:
        t.app.push_screen(local_screen(t.app, match, seats=()))
        await t.press("tab", "right", "enter", "1")
        assert t.board.viewer is None and not t.board.choices
        assert "Missions of Anna" in t.panel("side")
        assert t.panel("side").count("a secret mission") == match.state.hidden[0].bit_count()
        assert "Anna's ship" in t.panel("board")
        await t.press("o", "i", "escape")
        assert "Missions of Boris" in t.panel("side")


async def test_curtain_hides_everything() -> None:
    match = new_match(2)
    app = SamovarApp(StartupRequest(match), ascii=False)
    app.settings.pace, app.settings.payoff = "at once", False
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PassKeyboardDialog)
        below = app.screen_stack[-2]
        assert not below.query_one("#side", CanvasView).canvas.to_text().strip()


async def test_click_on_a_player_shows_the_player() -> None:
    match = match_at(ROUTE, 2, 3)
    async with table(match) as t:
        y = next(i for i, row in enumerate(t.panel("side").split("\n")) if row.startswith("V Vera"))
        await t.click("side", 5, y)
        assert t.board.viewed_seat == 2
        assert "Missions of Vera" in t.panel("side")


async def test_sides_of_the_career_card_are_shown_before_the_choice() -> None:
    match = match_at(SIDES, careers="choose")
    async with table(match) as t:
        light = t.panel("side")
        t.board.choice_index = 1
        t.screen.paint()
        assert t.panel("side") != light


async def test_looking_back() -> None:
    app = SamovarApp(StartupRequest(match_at(USE, 3), mode="replay"), ascii=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("end", "left", "left", "up", "home", "o", "i")
        assert "Novgorod" in app.screen_stack[-2].query_one("#top", CanvasView).canvas.to_text()


# Looks

POSITIONS: dict[str, tuple[int, int, int, dict[str, Any]]] = {
    "sides": (SIDES, 1, 2, {"careers": "choose"}),
    "intro": (INTRO, 1, 4, {}),
    "route": (ROUTE, 4, 2, {}),
    "use": (USE, 5, 3, {}),
    "buy": (BUY, 4, 4, {}),
    "expert-use": (USE, 6, 4, EXPERT),
    "expert-close": (CLOSE, 3, 2, EXPERT),
}


@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE], ids=["80x24", "120x40", "160x45"])
@pytest.mark.parametrize("position", POSITIONS)
async def test_screen(position: str, size: tuple[int, int]) -> None:
    phase, round_, seats, options = POSITIONS[position]
    async with table(match_at(phase, round_, seats, 11, **options), size) as t:
        assert all(cell_width(char) == 1 for char in t.text() if char != "\n")
        assert "…" not in t.panel("prompt").split("\n")[0]
        compare(f"novgorod-{position}-{size[0]}x{size[1]}", t.text().split("\n"))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("position", ["intro", "expert-use"])
async def test_plain_screen(position: str, size: tuple[int, int]) -> None:
    phase, round_, seats, options = POSITIONS[position]
    match = match_at(phase, round_, seats, 11, **options)
    async with table(match, size) as t:
        questions = t.text().count("?")
    async with table(match, size, plain=True) as t:
        assert t.text().isascii()
        assert t.text().count("?") == questions
        compare(f"novgorod-{position}-{size[0]}x{size[1]}-ascii", t.text().split("\n"))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_picture(size: tuple[int, int], snap_compare: Any) -> None:
    app = SamovarApp(StartupRequest(match_at(USE, 5, 3, 11)), ascii=False)
    app.settings.pace, app.settings.payoff, app.settings.explain = "at once", False, False
    assert snap_compare(app, press=["enter"], terminal_size=size)


@pytest.mark.parametrize("mode", themes.MODES)
def test_pieces_are_seen_in_sixteen_colours(mode: str) -> None:
    palette = themes.load_palette("novgorod", mode)
    families = ("jewelry", "clothing", "provisions")
    pairs = [
        (f"{family}_card", paper) for family in families for paper in ("card", "card_off", "card_lit", "card_second")
    ]
    pairs += [(family, "ground") for family in families]
    pairs += [("card_ink", "card"), ("card_dim", "card"), ("income_card", "card"), ("seal_card", "card")]
    pairs += [("title_ink", "title"), ("title_ink", "title_off"), ("mark_ink", "mark"), ("key_ink", "key")]
    pairs += [("cursor", "title"), ("cursor", "card"), ("mark", "card"), ("key", "title"), ("ink", "sea")]
    pairs += [("accent_ink", f"seat{seat}") for seat in range(1, 5)]
    pairs += [(f"seat{seat}", water) for seat in range(1, 5) for water in ("sea", "shallow")]
    pairs += [("new_ink", "new"), ("new", "title"), ("new", "ground"), ("seal", "sea"), ("seal", "here")]
    for ink, ground in pairs:
        shown = [Color.parse(palette.colours[role]).downgrade(ColorSystem.STANDARD).number for role in (ink, ground)]
        assert shown[0] != shown[1], f"{ink} on {ground}"
