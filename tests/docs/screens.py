"""The screens of which README and site show pictures, opened under a pilot: the same on every machine and day."""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from textual._compositor import LayoutUpdate

from core import registry
from core.game import Game
from core.lessons.course import load
from core.match import Match
from core.review.comparison import Depth
from core.review.record import Review
from core.rng import Rng
from saves.club.database.sqlite import SqliteTransaction
from saves.club.store import Club
from saves.match_record import decode, restore
from saves.match_store import MatchStore
from saves.reviews import ReviewStore
from tests.docs.terminal_svg import Row, rows_of, window
from tests.tui.club.screens import lay, play_on, visiting
from tests.tui.conftest import nothing_left_to_do
from tests.tui.pilots import LARGE, SMALL, Table, table
from tui.app import OpenScreen, SamovarApp

HERE = Path(__file__).parent
RECORDED = HERE / "recorded"
SIZES = (SMALL, LARGE)
#: When everything in the club happens: 1 November 2026 at 18:00 UTC.
SUNDAY = 1793556000.0
#: The decision of each recorded match that is shown: the first of Anna's after so many moves.
SHOWN = {"mezen": 139, "gzhel": 117, "mazaytsy": 76, "novgorod": 195, "mezo": 110}


def shown_games() -> list[Game]:
    """Return the games of which there are pictures; a new one joins them when a match of it has been recorded."""
    return [registry.get_game(name) for name in SHOWN]


def recorded(name: str) -> Match:
    """Return a recorded match of a game: Anna against two adepts."""
    return restore(decode((RECORDED / f"{name}.json").read_bytes())).match


def decision(name: str) -> Match:
    """Return the recorded match of a game at the decision that is shown."""
    whole = recorded(name)
    at = SHOWN[name]
    while whole.log[at].seat != 0 or whole.log[at].origin != "chosen":
        at += 1
    return whole.branch(at)


@contextlib.contextmanager
def calm() -> Iterator[None]:
    """A home of its own, and nothing of today, of this user or of this release on any screen."""
    with contextlib.ExitStack() as stack:
        stack.callback(time.tzset)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SAMOVAR_HOME", str(Path(folder) / "home"))
        for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
            patch.setenv(name, "anna")
        for name in ("NO_COLOR", "TEXTUAL_THEME", "SAMOVAR_CLUB", "SAMOVAR_GUEST"):
            patch.delenv(name, raising=False)
        patch.setenv("TZ", "UTC")
        time.tzset()
        patch.setattr(SqliteTransaction, "now", lambda transaction: SUNDAY)
        patch.setattr("saves.club.store.secrets", random.Random(1))  # with which tables are named and dealt
        patch.setenv("TERM", "xterm-256color")
        patch.setenv("COLORTERM", "truecolor")
        patch.setattr(registry, "GAME_NAMES", tuple(SHOWN))
        patch.setattr("tui.screens.home.__version__", "")
        patch.setattr("textual.app.wait_for_idle", nothing_left_to_do)
        patch.setattr("textual.pilot.wait_for_idle", nothing_left_to_do)
        yield


@contextlib.asynccontextmanager
async def opened(start: OpenScreen, size: tuple[int, int]) -> AsyncIterator[Table]:
    """The app, opened on some screen, without bots."""
    app = SamovarApp(start, False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Table(app, pilot)


Open = Callable[[tuple[int, int]], contextlib.AbstractAsyncContextManager[Table]]


def game(name: str) -> Open:
    return lambda size: table(decision(name), size=size)


def home(size: tuple[int, int]) -> contextlib.AbstractAsyncContextManager[Table]:
    return table(size=size)


def lesson(size: tuple[int, int]) -> contextlib.AbstractAsyncContextManager[Table]:
    mezen = registry.get_game("mezen")
    return opened(lambda app: app.navigation.start_lesson(mezen, load(mezen).lessons[0]), size)


def review(size: tuple[int, int]) -> contextlib.AbstractAsyncContextManager[Table]:
    match = recorded("mezen")
    with MatchStore().new_file() as match_file:
        match_file.save(match)
        slug = match_file.slug
    made = Review.of(match, Depth())
    made.turns = msgspec.json.decode((RECORDED / "mezen-review.json").read_bytes(), type=Review).turns
    assert ReviewStore(MatchStore().paths).save(slug, made) == ""
    return opened(lambda app: app.navigation.show_review(match, slug, 0), size)


@contextlib.asynccontextmanager
async def lobby(size: tuple[int, int]) -> AsyncIterator[Table]:
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/club.db"
        with Club.open(address) as club:
            lay(club, "mezen", "anna", "boris", "vera")
            lay(club, "gzhel", "boris", "anna")
            lay(club, "novgorod", "vera", "open", "open")
            lay(club, "mazaytsy", "boris", "open")
            running = lay(club, "mezo", "boris", "vera")
            play_on(club, running, 30, Rng(3))
        async with visiting(address, size=size) as at:
            await at.wait(lambda: at.shows("Running"))
            yield at


async def nothing(at: Table) -> None:
    """The screen as it opens."""


#: Each picture: how its screen is opened, and what is pressed there.
PICTURES: dict[str, tuple[Open, Callable[[Table], Awaitable[None]]]] = {
    "home": (home, nothing),
    **{name: (game(name), nothing) for name in SHOWN},
    "lesson": (lesson, nothing),
    "review": (review, nothing),
    "lobby": (lobby, nothing),
}
#: What each picture shows, for who cannot see it.
TITLES = {
    "home": "Samovar's home screen with the covers of five games",
    "mezen": "Mezen: a painting of five by five tiles, the goals and the paintings of two bots",
    "gzhel": "Gzhel: two porcelain pads with flowers and figurines",
    "mazaytsy": "Mazaytsy: boats among hares on islands in a flood",
    "novgorod": "Novgorod: trade routes between eight harbours",
    "mezo": "Mezo: a map of regions with the tribes of three players",
    "lesson": "The guided first game of Mezen",
    "review": "A review: what a master thinks of each turn of a match",
    "lobby": "The lobby of a club with tables to play at, to join and to watch",
}


def cells(at: Table) -> list[Row]:
    """Return what is on the screen, with everything that lies above it."""
    app = at.app
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return rows_of([segment for strip in row for segment in strip] for row in update.strips)


def picture_name(name: str, size: tuple[int, int]) -> str:
    return f"{name}-{size[0]}x{size[1]}.svg"


async def _take(name: str, size: tuple[int, int]) -> str:
    open_screen, act = PICTURES[name]
    async with open_screen(size) as at:
        await act(at)
        return window(cells(at), TITLES[name])


def take(name: str, size: tuple[int, int]) -> str:
    """Return a picture as SVG."""
    with calm():
        return asyncio.run(_take(name, size))
