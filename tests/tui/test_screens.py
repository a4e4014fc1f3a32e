"""The screens as text, compared exactly. SAMOVAR_WRITE_SCREENS=1 writes them anew: read the difference."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from core import registry
from core.match import Match, Seat
from tests import game_facts
from tests.conftest import FAILED_SCREENS
from tests.tui.pilots import BOT, BOT2, FRIEND, LARGE, SMALL, YOU, Table, mezen_after, mezen_until, table

FOLDER = Path(__file__).parent / "pictures"
FIVE = (YOU, BOT, BOT2, FRIEND, Seat("Darya", "bot", "greedy"))


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version, the login and a new game do not change the pictures."""
    monkeypatch.setattr(registry, "GAME_NAMES", game_facts.FIVE)
    monkeypatch.setattr("tui.screens.home.__version__", "1.2.3")
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "anna")


async def nothing(at: Table) -> None:
    """The screen as it opens."""


def keys(*wanted: str) -> Callable[[Table], Awaitable[None]]:
    async def press(at: Table) -> None:
        await at.press(*wanted)
        await at.pilot.pause()

    return press


async def look_at_a_group(at: Table) -> None:
    """Put an amulet beside a group, and the cursor on the group."""
    await at.press("tab")
    from core.games.mezen.moves import BRIDGE
    from core.games.mezen.view import CELL

    cell = next(c for c in range(25) if BRIDGE[c] in at.match.state.legal_moves())
    at.board.cursor = CELL[cell]
    await at.press("b", "tab")


async def three_tiles(at: Table) -> None:
    """Three tiles lie in the draft, the cursor is on the next place."""
    await at.press("enter", "enter", "enter")


def middle() -> Match:
    return mezen_until("lift", round_=6)


def five() -> Match:
    return mezen_until("announce", FIVE, round_=5)


def many_to_place() -> Match:
    return mezen_until("place", round_=4, hand=5)


SCREENS: dict[str, tuple[Callable[[], Match] | None, Callable[[Table], Awaitable[None]]]] = {
    "home": (None, nothing),
    "setup": (None, keys("enter")),
    "settings": (None, keys("ctrl+t")),
    "no-matches": (None, keys("m")),
    "mezen-solo": (middle, nothing),
    "mezen-five": (five, nothing),
    "mezen-placing": (many_to_place, three_tiles),
    "mezen-filled": (many_to_place, keys("f")),
    "mezen-amulet": (middle, look_at_a_group),
    "mezen-menu": (middle, keys("escape")),
    "mezen-keys": (middle, keys("f1")),
    "mezen-log": (middle, keys("g")),
    "mezen-inspect": (middle, keys("i")),
    "mezen-result": (lambda: mezen_after(10_000), nothing),
    "mezen-result-five": (lambda: mezen_after(10_000, FIVE), nothing),
}
TALL = ("home", "setup", "mezen-solo", "mezen-five", "mezen-placing", "mezen-result", "mezen-result-five")


async def taken(name: str, size: tuple[int, int], ascii: bool) -> list[str]:
    make, act = SCREENS[name]
    async with table(make() if make else None, size=size, ascii=ascii) as at:
        await act(at)
        return at.rows()


def compare(name: str, rows: list[str]) -> None:
    path = FOLDER / f"{name}.txt"
    text = "\n".join(rows) + "\n"
    if os.environ.get("SAMOVAR_WRITE_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    expected = path.read_text("utf-8") if path.exists() else ""
    if text != expected:
        FAILED_SCREENS.mkdir(exist_ok=True)
        (FAILED_SCREENS / path.name).write_text(text, "utf-8")
    assert expected, f"{path.name} is missing: SAMOVAR_WRITE_SCREENS=1 writes it"
    assert text.split("\n") == expected.split("\n")


@pytest.mark.parametrize("name", SCREENS)
async def test_at_80x24(name: str) -> None:
    rows = await taken(name, SMALL, False)
    assert (len(rows), max(map(len, rows)) <= 80) == (24, True)
    compare(f"{name}-80x24", rows)


@pytest.mark.parametrize("name", TALL)
async def test_at_120x40(name: str) -> None:
    compare(f"{name}-120x40", await taken(name, LARGE, False))


@pytest.mark.parametrize("name", SCREENS)
async def test_in_ascii(name: str) -> None:
    """Nothing but ASCII, and no question mark that stands for a sign without a translation."""
    rows, full = await taken(name, SMALL, True), await taken(name, SMALL, False)
    assert "\n".join(rows).isascii()
    for row, original in zip(rows, full, strict=True):
        assert row.count("?") <= original.count("?"), (row, original)
    compare(f"{name}-ascii", rows)
