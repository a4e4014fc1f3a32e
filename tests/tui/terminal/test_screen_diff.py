"""After any sequence of screens the terminal shows the last one, with as few switches of style as possible."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any, NamedTuple
from unicodedata import normalize

import pytest
from rich.cells import cell_len

from tests.tui.programs.pseudo_terminal import Emulator, look
from tui.terminal.ansi_writer import (
    DEFAULT_STYLE,
    Cell,
    CellRun,
    CellStyle,
    changed_runs,
    grouped_by_style,
    render_runs,
    size,
)
from tui.terminal.screen_diff import ScreenDiff, _plain, cells_of

SGR = re.compile(r"\x1b\[[\d;]*m")


class Ink(NamedTuple):
    """What a picture is painted with: the codes, and how pyte names their effect."""

    codes: str
    fg: str = "default"
    bg: str = "default"
    bold: bool = False
    underscore: bool = False
    reverse: bool = False


INKS = [
    Ink("0"),
    Ink("31", fg="red"),
    Ink("31;44", fg="red", bg="blue"),
    Ink("1;31;44", fg="red", bg="blue", bold=True),
    Ink("38;2;1;2;3;48;2;9;8;7", fg="010203", bg="090807"),
    Ink("38;2;200;100;0;48;2;9;8;7", fg="c86400", bg="090807"),
    Ink("4;38;2;200;100;0;48;2;9;8;7", fg="c86400", bg="090807", underscore=True),
    Ink("7;32", fg="green", reverse=True),
]
NARROW, WIDE, COMPOSED = "ab ▟·─█", "漢字한", ("e\u0301", "и\u0306", "o\u0308")

Picture = list[list[tuple[str, Ink]]]  # a wide character is followed by an empty text


def picture(luck: Random, width: int, height: int, oddness: float) -> Picture:
    """Rows of patches, each in one colour, with wide and composed characters here and there."""
    return [row(luck, width, oddness) for _ in range(height)]


def row(luck: Random, width: int, oddness: float) -> list[tuple[str, Ink]]:
    cells: list[tuple[str, Ink]] = []
    ink = luck.choice(INKS)
    while len(cells) < width:
        if luck.random() < 0.3:
            ink = luck.choice(INKS)
        if luck.random() >= oddness:
            cells.append((luck.choice(NARROW), ink))
        elif luck.random() < 0.5 and len(cells) + 2 <= width:
            cells += [(luck.choice(WIDE), ink), ("", ink)]
        else:
            cells.append((luck.choice(COMPOSED), ink))
    return cells


def changed(luck: Random, old: Picture, oddness: float) -> Picture:
    """The same picture with a few rows painted anew in part, as a cursor step would."""
    new = [line[:] for line in old]
    width = len(old[0])
    for line in luck.sample(new, luck.randint(0, len(new))):
        start = luck.randrange(width)
        end = luck.randint(start, width)
        if not oddness:
            line[start:end] = row(luck, end - start, 0)
        elif luck.random() < 0.5:
            line[:] = row(luck, width, oddness)
    return new


def painted(luck: Random, new: Picture, cursor: tuple[int, int]) -> str:
    """The picture as Textual paints it: row by row, each stretch with its colours and a reset, the cursor last."""
    written = ""
    for y, line in enumerate(new):
        written += f"\x1b[{y + 1};1H"
        written += "".join(f"\x1b[{ink.codes}m{text}\x1b[0m" for text, ink in line if text)
        written += luck.choice(("", "\n")) if y + 1 < len(new) else ""
    written += f"\x1b[{cursor[1] + 1};{cursor[0] + 1}H"
    return f"\x1b[?2026h{written}\x1b[?2026l" if luck.random() < 0.5 else written


def expected(new: Picture) -> list[list[tuple[Any, ...]]]:
    """How each cell must look, from the picture alone."""
    return [[seen(text, ink) for text, ink in line] for line in new]


def seen(text: str, ink: Ink) -> tuple[Any, ...]:
    if text == " " and not (ink.underscore or ink.reverse):
        return (" ", ink.bg)
    return (normalize("NFC", text), ink.bg, ink.fg, ink.bold, False, ink.underscore, False, ink.reverse)


@pytest.mark.parametrize("oddness", [0.0, 0.06], ids=["plain", "odd"])
@pytest.mark.parametrize("seed", range(12))
def test_the_terminal_shows_the_last_picture(seed: int, oddness: float) -> None:
    luck = Random(seed)
    width, height = luck.randint(2, 40), luck.randint(1, 12)
    thrift, terminal = ScreenDiff(width, height), Emulator(width, height)
    terminal.feed("\x1b[?7l")
    shown = picture(luck, width, height, oddness)
    for _ in range(14):
        if luck.random() < 0.15:
            width, height = luck.randint(2, 40), luck.randint(1, 12)
            thrift.invalidate((width, height))
            terminal.resize(height, width)
            shown = picture(luck, width, height, oddness)
        elif luck.random() < 0.3:
            shown = picture(luck, width, height, oddness)
        else:
            shown = changed(luck, shown, oddness)
        cursor = (luck.randrange(width), luck.randrange(height))
        terminal.feed(thrift.feed(painted(luck, shown, cursor)))
        assert terminal.looks() == expected(shown)
        assert (terminal.cursor.x, terminal.cursor.y) == cursor


def test_the_expected_look_is_that_of_the_emulator() -> None:
    """The test above would prove nothing if both were blind to a colour."""
    terminal = Emulator(1, 1)
    for ink in INKS:
        terminal.feed(f"\x1b[H\x1b[0;{ink.codes}mx")
        assert look(terminal.buffer[0][0]) == seen("x", ink)


# --- By pen -------------------------------------------------------------------------------------------------

RED, BLUE = CellStyle(fg="38;2;200;0;0", bg="48;2;9;9;9"), CellStyle(fg="38;2;0;0;200", bg="48;2;9;9;9")
BOLD = CellStyle(frozenset({1}), "38;2;200;0;0", "48;2;9;9;9")
NIGHT = CellStyle(fg="38;2;200;0;0", bg="48;2;100;100;100")


def stroke(y: int, x: int, style: CellStyle, text: str) -> CellRun:
    return CellRun(y, x, style, text, (x + len(text), y))


def test_every_pen_is_taken_up_once() -> None:
    checks = [stroke(y, x, RED if (x + y) % 2 else BLUE, "xx") for y in range(4) for x in range(0, 20, 3)]
    by_row, _, _ = render_runs(checks, DEFAULT_STYLE, None)
    once, terminal_style, at = render_runs(grouped_by_style(checks, DEFAULT_STYLE), DEFAULT_STYLE, None)
    assert len(SGR.findall(once)) == 2 < len(SGR.findall(by_row))
    assert size(once) < size(by_row)
    assert sorted(grouped_by_style(checks, DEFAULT_STYLE)) == checks
    assert terminal_style in (RED, BLUE) and at == (20, 3)


def test_next_comes_the_pen_that_resembles_the_last() -> None:
    strokes = [stroke(0, 2 * x, style, "x") for x, style in enumerate((NIGHT, BLUE, BOLD, RED))]
    assert [s.style for s in grouped_by_style(strokes, BOLD)] == [BOLD, RED, BLUE, NIGHT]


def test_spaces_go_with_letters_on_their_ground() -> None:
    ground = CellStyle(fg="any", bg=RED.bg)
    strokes = [stroke(0, 0, ground, "   "), stroke(1, 0, NIGHT, "b"), stroke(2, 0, RED, "a")]
    output, _, _ = render_runs(grouped_by_style(strokes, DEFAULT_STYLE), DEFAULT_STYLE, None)
    assert len(SGR.findall(output)) == 2
    assert SGR.sub("", output) in ("\x1b[H   \x1b[3Ha\x1b[2Hb", "\x1b[2Hb\x1b[H   \x1b[3Ha")


def test_few_colours_are_drawn_row_by_row() -> None:
    """With short names of colours a switch costs less than a move."""
    output = ScreenDiff(40, 1).feed("\x1b[H\x1b[31mtea and sugar \x1b[32mand lemon \x1b[31mand a cake\x1b[H")
    assert SGR.sub("", output) == "\x1b[Htea and sugar and lemon and a cake\r"


def test_a_picture_of_many_colours_is_drawn_by_pen() -> None:
    thrift = ScreenDiff(40, 8)
    one, other = "\x1b[38;2;250;250;250;48;2;100;0;0m", "\x1b[38;2;250;250;250;48;2;0;0;100m"
    checks = "".join(f"\x1b[{y + 1}H" + (f"{one}ab{other}cd" * 10) for y in range(8))
    assert len(SGR.findall(thrift.feed(checks + "\x1b[H"))) == 2


def cells(text: str, style: CellStyle = RED) -> list[Cell | None]:
    return [Cell(letter, CellStyle(fg="any", bg=style.bg) if letter == " " else style) for letter in text]


def test_a_gap_is_filled_only_with_the_same_pen() -> None:
    old, new = cells("a-----"), cells("b-b---")
    assert [s.text for s in changed_runs(0, old, new)] == ["b-b"]
    old[1] = new[1] = Cell("-", BLUE)
    assert [s.text for s in changed_runs(0, old, new)] == ["b", "b"]
    old[1] = new[1] = None
    assert [s.text for s in changed_runs(0, old, new)] == ["b", "b"]


def test_a_gap_is_filled_only_if_that_is_shorter() -> None:
    """Three bytes for a move of one, four for one of two to nine; a box takes three."""
    assert [s.text for s in changed_runs(0, cells("a─a"), cells("b─b"))] == ["b─b"]
    assert [s.text for s in changed_runs(0, cells("a──a"), cells("b──b"))] == ["b", "b"]
    assert [s.text for s in changed_runs(0, cells("a    a"), cells("b    b"))] == ["b    b"]
    assert [s.text for s in changed_runs(0, cells("a     a"), cells("b     b"))] == ["b", "b"]


def test_plain_characters_are_one_cell_wide() -> None:
    plain = [chr(code) for code in range(sys.maxunicode) if _plain(chr(code))]
    assert {"a", "é", "Ж", "─", "█", "★", "→", "…"} <= set(plain)
    assert [character for character in plain if cell_len(character) != 1] == []


# --- Odd characters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "a漢b",
        "e\u0301te\u0301",
        "1\ufe0f\u20e3 a",
        "👩\u200dab",
        "x\u200d漢y",
        "🇩🇪🇫🇷a",
        "❤\ufe0f b",
        "\u0301a",
        "👨\u200d👩\u200d👧c",
    ],
)
def test_text_is_as_wide_as_textual_believes(text: str) -> None:
    found, _, _ = cells_of(DEFAULT_STYLE, text)
    assert len(found) == cell_len(text)


def test_behind_a_character_of_doubtful_width_everything_is_drawn_again() -> None:
    thrift = ScreenDiff(20, 1)
    thrift.feed("\x1b[H漢 tea and 字 cake\x1b[H")
    assert "tea and" in thrift.feed("\x1b[H字 tea and 字 cake\x1b[H")


def test_what_stands_between_two_changes_is_not_drawn_again_if_its_width_is_doubtful() -> None:
    thrift = ScreenDiff(20, 1)
    thrift.feed("\x1b[Ha漢a\x1b[H")
    assert thrift.feed("\x1b[Hb漢b\x1b[H") == "b\x1b[2Cb\r"


def test_a_row_is_drawn_by_pen_again_when_its_odd_characters_are_gone() -> None:
    one, other = "\x1b[38;2;250;250;250;48;2;100;0;0m", "\x1b[38;2;250;250;250;48;2;0;0;100m"
    checks = f"\x1b[H{one}ab{other}cd{one}ab{other}cd\x1b[H"
    thrift = ScreenDiff(8, 1)
    thrift.feed("\x1b[H漢字漢字\x1b[H")
    assert len(SGR.findall(thrift.feed(checks))) == 4
    thrift.feed("\x1b[H        \x1b[H")
    assert len(SGR.findall(thrift.feed(checks))) == 1, "it has the other one still"
