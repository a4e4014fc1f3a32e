"""Samovar's driver shows the same screen as Textual's, for fewer bytes."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.drivers.headless_driver import HeadlessDriver

from tests.limits import LIMIT, until
from tests.tui.programs.pseudo_terminal import Emulator, Program
from tests.tui.programs.small_apps import Game
from tui.terminal.ansi_writer import DEFAULT_STYLE, CellStyle, cursor_sequence, sgr_between
from tui.terminal.driver import FrugalDriver
from tui.terminal.screen_diff import SMALL_OUTPUT, ScreenDiff


class Pair:
    """One terminal that gets everything and one that gets what thrift leaves of it."""

    def __init__(self, width: int, height: int) -> None:
        self.plain, self.frugal = Emulator(width, height), Emulator(width, height)
        self.thrift = ScreenDiff(width, height)
        self.plain_bytes = self.frugal_bytes = 0

    def write(self, data: str) -> None:
        output = self.thrift.feed(data)
        self.plain.feed(data)
        self.frugal.feed(output)
        self.plain_bytes += len(data.encode())
        self.frugal_bytes += len(output.encode())

    def resize(self, width: int, height: int) -> None:
        for emulator in (self.plain, self.frugal):
            emulator.resize(height, width)
        self.thrift.invalidate((width, height))

    def check(self) -> None:
        for y, (plain, frugal) in enumerate(zip(self.plain.looks(), self.frugal.looks(), strict=True)):
            for x, (expected, shown) in enumerate(zip(plain, frugal, strict=True)):
                assert shown == expected, f"column {x}, row {y}"
        assert self.plain.bells == self.frugal.bells
        assert self.plain.mode == self.frugal.mode
        assert self.plain.place() == self.frugal.place()

    def spent(self) -> tuple[int, int]:
        """Bytes since the last time: plain and frugal."""
        spent = self.plain_bytes, self.frugal_bytes
        self.plain_bytes = self.frugal_bytes = 0
        return spent


class PairDriver(HeadlessDriver):
    """A driver that writes to a pair of emulated terminals instead of a real one."""

    pair: Pair

    @property
    def is_headless(self) -> bool:
        return False  # otherwise Textual paints nothing

    def start_application_mode(self) -> None:
        type(self).pair = Pair(*self._get_terminal_size())
        self.write("\x1b[?1049h\x1b[?25l\x1b[?7l")
        super().start_application_mode()

    def write(self, data: str) -> None:
        size = self._app.size
        if size != self.pair.thrift.size:
            self.pair.resize(*size)
        self.pair.write(data)


# --- Sessions of real apps ---------------------------------------------------------------------------------

# Each is a list of steps: keys, or a new size.
SESSIONS: dict[str, list[str | tuple[int, int]]] = {
    "cursor": ["right", "right", "down", "left", "up", "w", "w", "w", "w", "w", "u", "z"],
    "screens": ["m", "escape", "r", "escape", "ctrl+p", "t", "escape", "tab", "enter"],
    "themes": ["t", "w", "t", "right", "t", "m", "escape", "t"],
    "sizes": [(100, 30), "right", (60, 20), "w", "r", (80, 24), "escape", (31, 9), (80, 24)],
    "scrolling": ["r", "home", "down", "pagedown", "end", "tab", "x", "escape"],
}


@pytest.mark.parametrize("name", SESSIONS)
async def test_sessions_look_the_same(name: str) -> None:
    app = Game(driver_class=PairDriver)
    async with app.run_test(headless=False, size=(80, 24)) as pilot:
        app._sync_available = name in ("screens", "cursor")  # as after the terminal's answer
        pair = PairDriver.pair
        await pilot.pause()
        pair.check()
        for step in SESSIONS[name]:
            if isinstance(step, tuple):
                await pilot.resize_terminal(*step)
            else:
                await pilot.press(step)
            await pilot.pause()
            pair.check()
        assert pair.frugal_bytes < pair.plain_bytes / 3


APPS = str(Path(__file__).parents[1] / "programs" / "small_apps.py")


@pytest.mark.parametrize("colours", ["truecolor", "16"])
def test_programs_look_the_same(colours: str) -> None:
    """The same keys in two real pseudo-terminals, with the plain and with the frugal driver."""
    steps = ("\x1b[C", "m", "\x1b", "s", (100, 30), "\x1b[<0;10;10M\x1b[<0;10;10m")
    environment: dict[str, Any] = {} if colours == "truecolor" else {"TERM": "xterm", "COLORTERM": ""}
    with (
        Program(APPS, "game", "plain", **environment) as plain,
        Program(APPS, "game", "frugal", **environment) as frugal,
    ):
        both = (plain, frugal)
        for program in both:
            program.read_until(b"Undo")
        for step in steps if colours == "truecolor" else steps[:3]:
            for program in both:
                program.resize(*step) if isinstance(step, tuple) else program.send(step)
            for program in both:
                program.answers()
            until(lambda: look_the_same(plain, frugal), f"after {step!r} they look different")
        assert (b"38;2;" in frugal.written) == (colours == "truecolor")
        assert len(frugal.written) < len(plain.written) / 4
        frugal.send("\x03")
        frugal.ends()
        assert_modes(frugal.written)


def look_the_same(plain: Program, frugal: Program) -> bool:
    """Whether two terminals show the same once nothing more comes to them."""
    for program in (plain, frugal):
        program.read(quiet=0.1)
    return frugal.screen.looks() == plain.screen.looks()


def assert_modes(written: bytes) -> None:
    """Clicks are asked for, but neither motions nor pixels nor a second way of telling the size."""
    for mode in (b"1000", b"1006", b"1049", b"2004", b"1004"):
        assert b"\x1b[?" + mode + b"h" in written
        assert written.rindex(b"\x1b[?" + mode + b"l") > written.rindex(b"\x1b[?" + mode + b"h")
    for mode in (b"1003", b"1015", b"1016", b"2048"):
        assert b"\x1b[?" + mode not in written
    # These questions are still asked; which of kitty's keys are wanted differs between versions of Textual.
    assert b"\x1b[?2026$p" in written and re.search(rb"\x1b\[>\d+u", written)
    assert written.rindex(b"\x1b[?25h") > written.rindex(b"\x1b[?25l")


def test_a_terminal_that_others_do_not_wait_for_gets_everything() -> None:
    """A shell may leave a terminal so that writing to it fails instead of waiting."""
    end, ours = os.pipe()
    os.set_blocking(ours, False)
    driver = FrugalDriver.__new__(FrugalDriver)  # without taking over a terminal
    wanted, heard = "╭─╮" * 100_000, b""

    def write() -> None:
        with open(ours, "w", encoding="utf-8") as driver._file:
            driver._send(wanted)

    writing = threading.Thread(target=write)
    writing.start()
    with open(end, "rb", 0) as terminal:
        while data := terminal.read(65536):
            heard += data
    writing.join(LIMIT)
    assert heard.decode("utf-8", "replace") == wanted


# --- Whatever is written ----------------------------------------------------------------------------------

WIDTH, HEIGHT = 18, 5

colours = ["31", "39", "44", "49", "97", "104", "38;5;120", "48;5;17", "38;2;1;2;3", "48;2;9;8;7"]
marks = ["0", "1", "3", "4", "7", "9", "22", "23", "24", "27", "29", "7;32", "4;3;95", "1;38;2;9;0;0;48;5;9"]
codes = st.sampled_from(colours + marks)
characters = st.sampled_from(["a", "b", " ", "│", "█", "漢", "字", "e\u0301", "й"])
words = st.lists(characters, max_size=9).map("".join)
segments = st.lists(st.tuples(codes, words, st.sampled_from(["", "\x1b[0m"])), min_size=1, max_size=4)
places = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
erasures = ["\x1b[2J", "\x1b[K", "\x1b[1J", "\x1b[2X", "\x1b[L", "\x1bM", "\n"]
quiet = ["\r", "\x07", "\x1b[?25l", "\x1b[?25h", "\x1b[?2026h", "\x1b[?2026l", "\x1b]0;tea\x07", "\x1b[2C"]
others = st.sampled_from(erasures + quiet)
writings = st.tuples(places, segments)
sizes = st.tuples(st.integers(4, 24), st.integers(2, 7))


def fit(segments: list[tuple[str, str, str]], width: int) -> str:
    """As much of the segments as has room in a row: Textual never writes more."""
    written = ""
    for code, text, reset in segments:
        width -= cell_len(text)
        if width >= 0:
            written += f"\x1b[{code}m{text}{reset}"
    return written


@settings(max_examples=300, deadline=None)
@given(st.lists(writings | writings | others | sizes, max_size=12))
def test_anything_looks_the_same(steps: list[Any]) -> None:
    pair = Pair(WIDTH, HEIGHT)
    pair.write("\x1b[?7l")
    for step in steps:
        match step:
            case str():
                pair.write(step)
            case (int(width), int(height)):
                pair.write("\x1b[?2026l")  # Textual ends its frames before it hears of a new size
                pair.resize(width, height)
            case ((x, y), segments):
                width, height = pair.thrift.size
                if x < width and y < height:
                    place = f"\x1b[{y + 1};{x + 1}H"
                    pair.write(f"{place}{fit(segments, width - x)}{place}")
        if pair.thrift._frame is None:
            pair.check()
    pair.write("\x1b[?2026l")
    pair.check()


# --- What is saved ------------------------------------------------------------------------------------------


def shown(*texts: str, size: tuple[int, int] = (40, 4)) -> ScreenDiff:
    thrift = ScreenDiff(*size)
    for text in texts:
        thrift.feed(text)
    return thrift


def test_what_is_shown_already_is_not_sent() -> None:
    frame = "\x1b[1;1H\x1b[1;31mtea\x1b[0m and 漢字 and e\u0301\n\x1b[2;1Hcups\x1b[1;1H"
    thrift = shown(frame)
    assert thrift.feed(frame) == ""
    thrift.invalidate()
    assert "tea" in thrift.feed(frame)


def test_only_the_difference_is_sent() -> None:
    thrift = shown("\x1b[2;1H\x1b[31;44mone two three\x1b[0m\x1b[H")
    assert thrift.feed("\x1b[2;1H\x1b[31;44mone ten three\x1b[0m\x1b[H") == "\x1b[2;6Hen\x1b[H"


def test_small_gaps_are_written_over() -> None:
    thrift = shown("\x1b[Haaaaaaaaaaaaaaaaaaaaaaa\x1b[H")
    assert thrift.feed("\x1b[Hbabaabaaaaaaaaaaaaaaaab\x1b[H") == "babaab\x1b[16Cb\r"


def test_the_colour_of_a_space_is_its_background() -> None:
    thrift = shown("\x1b[H\x1b[31;44ma b\x1b[0m\x1b[H")
    assert thrift.feed("\x1b[H\x1b[31;44ma\x1b[1;35;44m \x1b[0;31;44mb\x1b[0m\x1b[H") == ""
    assert thrift.feed("\x1b[1;2H\x1b[31;7;44m \x1b[0m\x1b[H") != ""


def test_a_wide_character_is_never_halved() -> None:
    thrift = shown("\x1b[H漢字\x1b[H")
    assert thrift.feed("\x1b[1;2Hx\x1b[H").startswith(" x")


def test_what_is_left_of_a_wide_character_is_blank() -> None:
    """Its left half is written over: the right one is sent as a space, and known to be one."""
    thrift = shown("\x1b[H漢字\x1b[H")
    assert thrift.feed("\x1b[Hx\x1b[H").startswith("x ")
    assert thrift.feed("\x1b[Hx 字\x1b[H") == ""


def test_a_wide_character_is_not_begun_in_the_last_column() -> None:
    """Wrapping is off: some terminals would draw over the cell before, some half of it."""
    thrift = shown("\x1b[Habc\x1b[H", size=(3, 1))
    assert thrift.feed("\x1b[1;3H漢\x1b[H") == "\x1b[2C \x1b[H"
    assert thrift.feed("\x1b[Hab \x1b[H") == ""


def test_a_wide_character_takes_its_whole_place() -> None:
    thrift = shown("\x1b[H漢a\x1b[H")
    assert thrift.feed("\x1b[H字b\x1b[H") == "字\x1b[1;3Hb\r"


def test_after_a_character_of_doubtful_width_the_cursor_is_placed() -> None:
    """Terminals disagree about families of emoji; what stands behind them must not move."""
    thrift = shown("\x1b[H")
    assert thrift.feed("\x1b[H👨\u200d👩\u200d👧 b\x1b[H") == "\x1b[m👨\u200d👩\u200d👧\x1b[1;3H b\r"


def test_empty_frames_and_repetitions_are_dropped() -> None:
    thrift = shown("\x1b[Htea\x1b[H\x1b[?25l\x1b]22;default\x07")
    for text in ("\x1b[?2026h", "\x1b[Htea\x1b[H", "\x1b[?2026l", "\x1b[?25l", "\x1b]22;default\x07"):
        assert thrift.feed(text) == ""
    assert thrift.feed("\x1b[?25h") == "\x1b[?25h"


def test_only_a_large_frame_is_marked() -> None:
    thrift = shown(size=(SMALL_OUTPUT, 4))
    small, large = ["\x1b[?2026h\x1b[H" + "x" * count + "\x1b[?2026l" for count in (3, SMALL_OUTPUT)]
    assert "2026" not in thrift.feed(small)
    output = thrift.feed(large)
    assert output.startswith("\x1b[?2026h") and output.endswith("\x1b[?2026l")


def test_what_is_not_understood_is_sent_as_it_is() -> None:
    thrift = shown("\x1b[Htea\x1b[1;2H")
    for sequence in ("\x1b[2J", "\x1b[5;7r", "\x1bP1$r0m\x1b\\", "\x1b[?1049h", "\x1b(0"):
        assert thrift.feed(sequence).endswith(sequence)
    assert thrift.feed("anywhere").endswith("anywhere")
    assert "tea" in thrift.feed("\x1b[Htea")


def test_a_sequence_may_come_in_pieces() -> None:
    whole = "\x1b[H\x1b[38;2;1;2;3mtea\x1b]8;;https://a.org\x1b\\x\x1b]8;;\x1b\\\x1b[m\x1b[2;1H\x1b]0;t\x07"
    pieces = Pair(20, 2)
    for character in whole:
        pieces.write(character)
    pieces.check()
    assert "tea" in pieces.frugal.display[0] and pieces.frugal.title == "t"


def test_a_new_line_is_a_step_down_and_at_the_bottom_it_may_scroll() -> None:
    thrift = shown("\x1b[H", size=(5, 2))
    assert "\n" not in thrift.feed("\x1b[Htea\ncup")
    assert thrift.feed("\x1b[2;1Hcup\n").endswith("\n")
    assert "tea" in thrift.feed("\x1b[Htea"), "it is somewhere else now"


def test_text_behind_a_link_is_text() -> None:
    thrift = shown("\x1b[2;1Hcup\x1b[H")
    linked = thrift.feed("\x1b[H\x1b]8;;https://example.org\x1b\\tea\x1b]8;;\x1b\\\x1b[2;1Hcup\x1b[H")
    assert "tea" in linked and "cup" not in linked


def test_strange_styles_and_links_survive() -> None:
    thrift = shown("\x1b[H")
    assert "4:3" in thrift.feed("\x1b[4:3;58;5;9mwave\x1b[0m\x1b[H")
    link = "\x1b]8;id=1;https://example.org\x1b\\tea\x1b]8;;\x1b\\"
    output = thrift.feed(f"\x1b[2;1H{link}x\x1b[H")
    assert "https://example.org" in output and output.index("\x1b]8;;\x1b\\") < output.index("x\x1b[H")


@pytest.mark.parametrize(
    ("terminal_style", "style", "sequence"),
    [
        (DEFAULT_STYLE, CellStyle(fg="31"), "\x1b[31m"),
        (CellStyle(fg="31"), DEFAULT_STYLE, "\x1b[m"),
        (CellStyle(frozenset({1}), "31", "44"), CellStyle(frozenset(), "31", "44"), "\x1b[22m"),
        (CellStyle(frozenset({1, 2}), bg="48;2;1;2;3"), CellStyle(frozenset({2}), bg="48;2;1;2;3"), "\x1b[22;2m"),
        (CellStyle(fg="38;2;1;2;3", bg="48;2;1;2;3"), CellStyle(bg="48;2;1;2;3"), "\x1b[39m"),
        (None, CellStyle(fg="31"), "\x1b[0;31m"),
    ],
)
def test_pens_change_by_the_shortest_sequence(
    terminal_style: CellStyle | None, style: CellStyle, sequence: str
) -> None:
    assert sgr_between(terminal_style, style) == (sequence, style)


def test_motions_are_short() -> None:
    assert cursor_sequence(None, (0, 0)) == "\x1b[H"
    assert cursor_sequence((9, 3), (0, 3)) == "\r"
    assert cursor_sequence((9, 3), (8, 3)) == "\b"
    assert cursor_sequence((9, 3), (12, 3)) == "\x1b[3C"
    assert cursor_sequence((9, 3), (9, 2)) == "\x1b[A"
    assert cursor_sequence((9, 3), (0, 4)) == "\x1b[5H"
    assert cursor_sequence((12, 13), (10, 14)) == "\b\b\x1b[B"
    assert cursor_sequence((16, 13), (11, 12)) == "\x1b[5D\x1b[A"
    assert cursor_sequence((16, 13), (11, 30)) == "\x1b[31;12H"
