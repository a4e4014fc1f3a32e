"""Rows of canvases go straight to the terminal, and look as if Textual had drawn them."""

import time
from collections.abc import Iterable
from io import StringIO
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import MONOKAI
from textual.color import Color
from textual.drivers.headless_driver import HeadlessDriver
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome

from core import registry
from tests.tui.pilots import PATIENT, SMALL, mezen_after
from tests.tui.programs.pseudo_terminal import Emulator, Program
from tui.app import SamovarApp
from tui.terminal.ansi_writer import DEFAULT_STYLE, Cell, CellPosition
from tui.terminal.driver import FrugalDriver
from tui.terminal.screen_diff import cells_of
from tui.terminal.style_cache import StyleCache
from tui.widgets.canvas import Canvas

LOOKS: dict[str, dict[str, Any]] = {
    "truecolor": {},
    "16": {"TERM": "xterm", "COLORTERM": ""},
    "no colour": {"NO_COLOR": "1"},
    "ascii": {"LANG": "C", "LC_ALL": "C"},
}
#: Along and across, to another's board and back, what is here, another size; what can be chosen is chosen.
STEPS = ("\x1b[B", "\x1b[C", "\t", "o", "o", "i", "\x1b", (100, 30), "\x1b[A", "\r", "\x1b[D", (80, 24), "\t")
#: Every game once and every look at least once: how a game is painted and how its colours are sent do not depend on
#: each other.
CASES = list(zip(registry.GAME_NAMES, cycle(LOOKS), strict=False))


@pytest.mark.parametrize(("game", "look"), CASES)
def test_a_match_looks_the_same_with_both_drivers(game: str, look: str, tmp_path: Path) -> None:
    def program(driver: str) -> Program:
        words = ("play", game, "--seats", "you:Anna,you:Boris", "--seed", "5", "--driver", driver)
        return Program("-m", "tui.cli.main", *words, SAMOVAR_HOME=str(tmp_path / driver), **LOOKS[look])

    with program("plain") as plain, program("frugal") as frugal:
        for each in (plain, frugal):
            each.read_until(b"Boris")
        for step in STEPS:
            for each in (plain, frugal):
                each.resize(*step) if isinstance(step, tuple) else each.send(step)
            until, looks = time.monotonic() + PATIENT, None
            while looks is None or (frugal.screen.looks(), frugal.screen.place()) != looks:
                assert time.monotonic() < until, (step, frugal.screen.display, plain.screen.display)
                for each in (plain, frugal):
                    each.read(quiet=0.2)
                looks = plain.screen.looks(), plain.screen.place()


class EmulatedDriver(FrugalDriver):
    """The frugal driver before an emulated terminal; counts what comes to it straight."""

    screen: Emulator
    straight: int

    def start_application_mode(self) -> None:
        type(self).screen, type(self).straight = Emulator(*SMALL), 0
        HeadlessDriver.start_application_mode(self)  # type: ignore[arg-type]

    def stop_application_mode(self) -> None: ...

    def disable_input(self) -> None: ...

    def draw(self, rows: Iterable[tuple[CellPosition, list[Cell]]], caret: CellPosition, marked: bool) -> None:
        type(self).straight += 1
        super().draw(rows, caret, marked)

    def _send(self, output: str) -> None:
        self.screen.feed(output)


async def test_a_step_of_the_cursor_comes_straight_to_the_terminal_and_a_dialog_does_not() -> None:
    app = SamovarApp(driver_class=EmulatedDriver)
    async with app.run_test(headless=False, size=SMALL) as pilot:
        app.show_match(mezen_after(6), None)
        await pilot.pause()
        before, shown = EmulatedDriver.straight, EmulatedDriver.screen.display
        await pilot.press("tab")
        assert EmulatedDriver.straight == before + 1
        assert EmulatedDriver.screen.display != shown
        assert [row.rstrip() for row in EmulatedDriver.screen.display] == screen_rows(app)
        await pilot.press("escape")
        assert EmulatedDriver.straight == before + 1
        assert [row.rstrip() for row in EmulatedDriver.screen.display] == screen_rows(app)


def screen_rows(app: SamovarApp) -> list[str]:
    """What Textual itself would show now."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


COLOURS = st.sampled_from(["default", "red", "bright_blue", "color(120)", "#010203", "#fefdfc"])
STYLES = st.builds(Style, color=COLOURS, bgcolor=COLOURS, bold=st.booleans(), dim=st.booleans(), reverse=st.booleans())
FILTERS: list[tuple[LineFilter, ...]] = [
    (),
    (ANSIToTruecolor(MONOKAI),),
    (Monochrome(),),
    (ANSIToTruecolor(MONOKAI), Monochrome()),
]


@given(
    st.lists(st.tuples(st.sampled_from("ab ─●汉"), STYLES), min_size=1, max_size=12),
    st.sampled_from(FILTERS),
    st.sampled_from([ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR]),
)
def test_inks_are_what_textual_writes(
    drawn: list[tuple[str, Style]], filters: tuple[LineFilter, ...], colours: ColorSystem
) -> None:
    ground = Color(20, 30, 40)
    canvas = Canvas(24, 1, Style(bgcolor="#0a141e"))
    x = 0
    for char, style in drawn:
        x = canvas.draw_text(x, 0, char, style)
    strip = canvas.strip(0)
    for each in filters:
        strip = strip.apply_filter(each, ground)
    console = Console(file=StringIO(), force_terminal=True)
    console._color_system = colours
    expected, _, _ = cells_of(DEFAULT_STYLE, strip.render(console))
    assert StyleCache(filters, ground, colours).cells(canvas.chars[0], canvas.styles[0]) == expected
