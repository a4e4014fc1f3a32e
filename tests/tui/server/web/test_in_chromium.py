"""Real pages in a real browser without a screen: playwright drives the system's Chromium.

Pictures of what it shows are left in `.screens-browser/`, for a person to look at.
"""

import itertools
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core import registry
from core.match import LogEntry
from saves.club.join_codes import JoinCodes
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.tui.programs.pseudo_terminal import Emulator
from tests.tui.server.ssh_clients import Door
from tui.club.client import open_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, WebSocket

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = [
    pytest.mark.skipif(find_spec("playwright") is None, reason="playwright is not installed: pip install '.[browser]'"),
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed: apt install chromium"),
]
PICTURES = ROOT / ".screens-browser"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True}
LYING_PHONE = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
#: How many keys a turn may take.
_KEYS = 400
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # As root, as in a container, Chromium has no sandbox of its own; the only pages are ours.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class BrowserPage:
    """A page in a window of its own browser, and the terminal in it as an emulator of ours reads it."""

    def __init__(self, chromium: "Browser", door: Door, **options: Any) -> None:
        self.context: BrowserContext = chromium.new_context(**options)
        self.context.set_default_timeout(1000 * LIMIT)
        self.page: Page = self.context.new_page()
        self.door = door
        self.errors: list[str] = []
        self.sockets: list[WebSocket] = []
        self._output = bytearray()
        self._shown = 0
        self._emulator: Emulator | None = None
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("websocket", self._listen)

    def _listen(self, socket: "WebSocket") -> None:
        self.sockets.append(socket)
        self._output, self._shown, self._emulator = bytearray(), 0, None
        socket.on("framereceived", lambda data: self._output.extend(data) if isinstance(data, bytes) else None)

    def come(self, name: str, path: str = "/") -> None:
        """Answer the question for a name."""
        self.page.goto(f"{self.door.url}{path}")
        self.page.fill("#name", name)
        self.page.click("text=This is my name")
        self.page.wait_for_url("**/play*")

    @property
    def size(self) -> tuple[int, int]:
        found = self.page.evaluate("() => samovar.line.size")
        return int(found["width"]), int(found["height"])

    def screen(self) -> str:
        size = self.size  # events of the page are heard meanwhile, such as a new WebSocket
        if self._emulator is None or (self._emulator.columns, self._emulator.lines) != size:
            self._emulator, self._shown = Emulator(*size), 0
        data = bytes(self._output)
        self._emulator.stream.feed(data[self._shown :].decode("utf-8", "ignore"))
        self._shown = len(data)
        return "\n".join(self._emulator.display)

    def sees(self, text: str) -> None:
        for _ in range(int(20 * LIMIT)):
            if self.page.evaluate("() => !!(window.samovar && samovar.line)") and text in self.screen():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{text} does not come: {self.screen()}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def picture(self, name: str) -> Path:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(300)  # xterm.js draws a moment after it was told
        path = PICTURES / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def new_name() -> str:
    return f"visitor-{next(_numbers)}"


def table_with_a_bot(door: Door, game: str) -> tuple[str, str]:
    """Return a new table with an open seat and a bot, and a code that leads to the seat."""
    with Club.open(door.address) as club:
        if club.member("host") is None:
            club.admit("host")
        seats = (SeatTerms(""), SeatTerms("Novice", "novice"))
        table = club.new_table(Terms(game, registry.get_game(game).edition, "host", seats))
        return table, JoinCodes(club).new(table, 0, "host")


def log_of(door: Door, table: str) -> list[LogEntry]:
    with Club.open(door.address) as club:
        match = open_table(club, table).match
    return [] if match is None else list(match.log)


def has_played_a_turn(door: Door, table: str) -> bool:
    """Whether a round is over, or both seats have had several turns where rounds are long."""
    log = log_of(door, table)
    chosen = "".join(str(entry.seat) for entry in log if entry.origin == "chosen")
    return any(entry.round > 1 for entry in log) or re.search("(0+1+){3}0", chosen) is not None


def play_a_turn(page: BrowserPage, table: str) -> None:
    for _ in range(_KEYS):
        if has_played_a_turn(page.door, table):
            return
        page.press("Tab", "Enter")
        page.page.wait_for_timeout(120)
    raise AssertionError(f"no turn was played: {page.screen()}")


@pytest.mark.parametrize("look", ["desktop", "phone"])
@pytest.mark.parametrize("game", registry.GAME_NAMES)
def test_a_friend_plays_a_whole_turn(chromium: "Browser", site: Door, game: str, look: str) -> None:
    table, code = table_with_a_bot(site, game)
    page = BrowserPage(chromium, site, **(DESKTOP if look == "desktop" else PHONE))
    page.come(new_name(), f"/#join/{code}")
    page.sees(registry.get_game(game).title)
    page.picture(f"{game}-{look}-first")
    play_a_turn(page, table)
    page.picture(f"{game}-{look}")
    page.close()


def test_a_line_that_is_cut_comes_back_to_the_same_table_and_says_so(chromium: "Browser", site: Door) -> None:
    _, code = table_with_a_bot(site, "mezen")
    page = BrowserPage(chromium, site, **DESKTOP)
    name = new_name()
    page.come(name, f"/#join/{code}")
    page.sees("round 1 of 10")
    page.press("g")
    page.sees("Log")
    page.page.evaluate("() => samovar.line.socket.close()")
    page.page.wait_for_selector("text=The line was lost; you are back where you were.")
    assert len(page.sockets) == 2
    page.sees("Log")
    page.picture("line-was-lost")
    page.press("Escape")
    page.sees("Esc menu")
    page.page.reload()
    page.page.wait_for_selector("text=You are back where you were.")
    page.sees("round 1 of 10")
    assert site.log.count(f"{name} came in a browser") == 1, "it is not the same process"
    page.close()


def test_a_phone_plays_by_touch(chromium: "Browser", site: Door) -> None:
    _, code = table_with_a_bot(site, "mazaytsy")
    page = BrowserPage(chromium, site, **PHONE)
    page.come(new_name(), f"/#join/{code}")
    page.sees("Mazaytsy")
    width, height = page.size
    assert width >= 80 and height >= 24
    assert page.page.evaluate("() => document.activeElement.inputMode") == "none", "the keyboard would cover the board"
    page.page.tap("#keys [data-keys='?']")
    page.sees("Esc")
    page.picture("phone-rules")
    page.page.tap("#keys [data-keys='esc']")
    page.sees("Esc menu")
    page.page.tap("#more")
    page.picture("phone-menu")
    assert page.page.evaluate("() => document.body.scrollWidth <= window.innerWidth")
    page.close()


def test_a_phone_that_lies_on_its_side_has_room_for_a_whole_board(chromium: "Browser", site: Door) -> None:
    _, code = table_with_a_bot(site, "mezo")
    page = BrowserPage(chromium, site, **LYING_PHONE)
    page.come(new_name(), f"/#join/{code}")
    page.sees("Mezo")
    width, height = page.size
    assert width >= 80 and height >= 24, page.size
    page.picture("mezo-phone-lying")
    page.close()


def test_a_click_is_where_it_was_made_and_what_is_pasted_arrives(chromium: "Browser", site: Door) -> None:
    page = BrowserPage(chromium, site, **DESKTOP)
    page.come(new_name())
    page.sees("The club")
    row = next(at for at, line in enumerate(page.screen().splitlines()) if "members" in line)
    column = page.screen().splitlines()[row].index("members")
    box = page.page.locator(".xterm-screen").bounding_box()
    assert box is not None
    width, height = page.size
    page.page.mouse.click(
        box["x"] + (column + 1.5) * box["width"] / width, box["y"] + (row + 0.5) * box["height"] / height
    )
    page.sees("Members of the club")
    page.press("/")
    page.sees("Whose name?")
    page.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "novgorod");
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }"""
    )
    page.sees("novgorod")
    page.close()


def test_an_address_that_somebody_says_opens_nothing(chromium: "Browser", site: Door) -> None:
    page = BrowserPage(chromium, site, **DESKTOP)
    page.come(new_name())
    page.page.goto(f"{site.url}/play?commands")
    page.sees("help lists what you can write here")
    page.page.keyboard.type("https://evil.example/steal")
    page.sees("https://evil.example/steal")
    box = page.page.locator(".xterm-screen").bounding_box()
    assert box is not None
    width, height = page.size
    row = next(at for at, line in enumerate(page.screen().splitlines()) if "evil" in line)
    where = box["x"] + 10 * box["width"] / width, box["y"] + (row + 0.5) * box["height"] / height
    page.page.mouse.move(*where)
    page.page.wait_for_timeout(300)
    page.page.mouse.click(*where)
    page.page.wait_for_timeout(500)
    assert len(page.context.pages) == 1 and page.page.url.startswith(site.url)
    page.close()


def test_a_friend_who_is_a_member_is_asked_before_the_seat_is_taken(chromium: "Browser", site: Door) -> None:
    table, code = table_with_a_bot(site, "gzhel")
    page = BrowserPage(chromium, site, **DESKTOP)
    page.come(new_name())
    page.sees("The club")
    page.page.goto(f"{site.url}/files/own/icon.svg")
    page.page.goto(f"{site.url}/#join/{code}")
    page.page.wait_for_selector("text=A friend has kept a seat for you.")
    assert log_of(site, table) == []
    page.page.click("text=Sit down")
    page.sees("Gzhel")
    page.close()
