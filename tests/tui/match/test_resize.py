"""However a window came to its size, it shows what a fresh start at that size would."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial

import pytest
from textual.geometry import Size

from core import registry
from core.match import Match, Seat
from core.rng import Rng
from saves.match_store import MatchStore
from tests.tui.pilots import FRIEND, YOU, Table, local_screen, mezen_after
from tui.app import SamovarApp
from tui.match.screen import MatchScreen
from tui.screens.home import HomeScreen
from tui.startup import StartupRequest

#: Growing and shrinking, over every layout and below what is possible, from the smallest that is possible.
START = (80, 24)
WAY = [(120, 40), (200, 50), (80, 24), (200, 50), (60, 15), (120, 40), (60, 15), (200, 50), (100, 30), (80, 24)]

#: Seconds, a little longer than Textual takes for one.
A_FRAME = 0.02

GAMES = [game.name for game in registry.all_games()]
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dina")


def begun(name: str, moves: int = 14) -> Match:
    """A match between two people in which some choices have been made."""
    game = registry.get_game(name)
    match = Match.new(game, (YOU, FRIEND), {}, 7)
    rng = Rng(7)
    for _ in range(moves):
        match.play(rng.choice(list(match.legal_moves)))
    return match


async def nothing(at: Table) -> None:
    """The screen as it opens."""


def pressed(*keys: str) -> Callable[[Table], Awaitable[None]]:
    return lambda at: at.press(*keys)


SCREENS: dict[str, tuple[Callable[[], Match | None], bool, Callable[[Table], Awaitable[None]]]] = {
    "home": (lambda: None, False, nothing),
    "setup": (lambda: None, False, pressed("right", "enter")),
    "matches": (lambda: None, False, pressed("m")),
    "settings": (lambda: None, False, pressed("ctrl+t")),
    "rules": (lambda: None, False, pressed("question_mark")),
    "keys": (lambda: None, False, pressed("f1")),
    "palette": (lambda: None, False, pressed("ctrl+p")),
    "menu": (lambda: mezen_after(8), False, pressed("escape")),
    "log": (lambda: mezen_after(8), False, pressed("g")),
    "inspect": (lambda: mezen_after(8), False, pressed("i")),
    "name": (lambda: mezen_after(8), False, pressed("s")),
    "result": (lambda: mezen_after(1000), False, nothing),
    "replay": (lambda: mezen_after(1000), True, pressed("left", "left")),
    "curtain": (lambda: begun("mezo", 0), False, nothing),
    **{name: (partial(begun, name), False, pressed("escape")) for name in GAMES},
}


async def shown(at: Table) -> list[list[tuple[str, str]]]:
    """Every row of the screen: its texts and how they are drawn, neighbours of one style joined."""
    await at.pilot.pause()
    update = at.app.screen._compositor.render_update(full=True, screen_stack=at.app._background_screens)
    assert update is not None
    rows = []
    for strip in update.strips:  # type: ignore[union-attr]
        row: list[tuple[str, str]] = []
        for text, style, _ in (segment for part in strip for segment in part):
            if row and row[-1][1] == str(style):
                row[-1] = (row[-1][0] + text, str(style))
            else:
                row.append((text, str(style)))
        rows.append(row)
    return rows


@contextlib.asynccontextmanager
async def opened(name: str, size: tuple[int, int]) -> AsyncIterator[Table]:
    """The screen of that name, in a window of this size."""
    make, replay, keys = SCREENS[name]
    match = make()
    start = (
        StartupRequest(match, None if replay else MatchStore().new_file(), [], "replay" if replay else "play")
        if match
        else None
    )
    app = SamovarApp(start, ascii=False)  # nobody thinks here: no bots' process is needed
    app.settings.explain = False  # what is told once a player would be told in the first window alone
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        at = Table(app, pilot)
        await keys(at)
        yield at


async def shown_at_rest(at: Table) -> list[list[tuple[str, str]]]:
    """What is shown when another frame brings nothing new."""
    before, rows = None, await shown(at)
    while rows != before:
        await asyncio.sleep(A_FRAME)
        before, rows = rows, await shown(at)
    return rows


async def shown_in_the_end(at: Table, wanted: list[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    """What is wanted, as soon as it is shown, or what is shown instead: a covered screen is painted a frame later."""
    for _ in range(100):
        if (rows := await shown(at)) == wanted:
            break
        await asyncio.sleep(A_FRAME)
    return rows


@pytest.mark.parametrize("name", SCREENS)
async def test_a_resized_screen_is_a_fresh_one(name: str) -> None:
    fresh = {}
    for size in sorted(set(WAY) - {START}):
        async with opened(name, size) as at:
            fresh[size] = await shown_at_rest(at)
    async with opened(name, START) as at:
        fresh[START] = await shown_at_rest(at)
        for size in WAY:
            await at.pilot.resize_terminal(*size)
            assert await shown_in_the_end(at, fresh[size]) == fresh[size], f"{name} at {size}"


#: Narrow and wide, low and tall, on both sides of every border between two layouts.
WIDTHS, HEIGHTS = (80, 119, 120, 159, 160, 200, 240), (24, 39, 40, 44, 45, 50, 100)


@pytest.mark.parametrize("players", ["few", "many"])
@pytest.mark.parametrize("name", GAMES)
async def test_every_kind_of_decision_can_be_painted_in_every_window(
    name: str, players: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.get_game(name)
    seats = [Seat(name) for name in NAMES[: 2 if players == "few" else max(game.player_counts)]]
    app = SamovarApp(ascii=False)
    async with app.run_test() as pilot:
        at = Table(app, pilot)
        for match in every_kind_of_decision(name, seats):
            await show(at, local_screen(at.app, match))
            at.session.keyboard_passed()
            with monkeypatch.context() as window:
                for width, height in itertools.product(WIDTHS, HEIGHTS):
                    window.setattr(type(at.play), "size", Size(width, height))
                    at.play.paint()


async def show(at: Table, screen: MatchScreen) -> None:
    """Show a match in the place of the one before: on the way home and back the looks would change twice."""
    while not isinstance(at.screen, MatchScreen | HomeScreen):
        await at.app.pop_screen()
    await (at.app.push_screen(screen) if isinstance(at.screen, HomeScreen) else at.app.switch_screen(screen))
    await at.pilot.pause()


def every_kind_of_decision(name: str, seats: Sequence[Seat], moves: int = 150) -> Iterator[Match]:
    """A match for each kind of decision, as one game comes to it."""
    match, rng = Match.new(registry.get_game(name), seats, {}, 7), Rng(7)
    known = set()
    while not match.is_over and len(match.log) < moves:
        if match.state.prompt.kind not in known:
            known.add(match.state.prompt.kind)
            yield match.branch(len(match.log))
        match.play(rng.choice(list(match.legal_moves)))
