"""The shortest output from what the terminal shows to what it should show.

Textual paints every dirty region again, whether its cells changed or not; over SSH those bytes are the latency that a
player feels. `ScreenDiff` parses Textual's output, keeps a model of what the terminal shows, and returns a short output
that leads to the same screen.

The model holds only what is certain. A sequence that is not understood is sent as it is, and every cell that it could
have changed is forgotten: a forgotten cell is sent again when Textual next paints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from rich.cells import split_graphemes

from tui.terminal.ansi_writer import (
    DEFAULT_STYLE,
    Cell,
    CellPosition,
    CellRow,
    CellRun,
    CellStyle,
    apply_sgr,
    blank_style,
    changed_runs,
    cursor_sequence,
    grouped_by_style,
    has_uncertain,
    is_right_half,
    is_uncertain,
    render_runs,
    safe_runs,
    sgr_between,
    size,
)
from tui.widgets.text_layout import NARROW

# --- Textual's output --------------------------------------------------------------------------------------

_SGR = r"\x1b\[[\d;:]*m"
_LINK = r"\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)"
_LETTER = r"[^\x00-\x1f\x7f-\x9f]"

# Private modes that change no cell, no colour and not the position of the cursor.
_QUIET_MODES = "7|25|1000|1002|1003|1004|1005|1006|1015|1016|2004|2031|2048"

_TOKENS = re.compile(
    "|".join(
        (
            rf"(?P<stretch>(?:{_SGR}{_LETTER}*+|{_LETTER}++|{_LINK})++)",
            r"(?P<move>\x1b\[(?P<row>\d*)(?:;(?P<column>\d*))?H)",
            r"(?P<newline>\n)",
            r"(?P<begin>\x1b\[\?2026h)",
            r"(?P<end>\x1b\[\?2026l)",
            r"(?P<caret>\x1b\[\?25[hl])",
            r"(?P<pointer>\x1b\]22;[^\x07\x1b]*(?:\x07|\x1b\\))",
            rf"(?P<quiet>\x1b\[\?(?:{_QUIET_MODES})[hl]"  # modes
            r"|\x1b\[\?\d+\$p|\x1b\[[<>=?]\d*(?:;\d+)?u|\x1b\[6n"  # questions to the terminal, kitty's keys
            r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)",  # title, clipboard; the bell
            r"(?P<unfinished>\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_](?:(?!\x1b\\).)*|[ -/]*)\Z)",
            r"(?P<strange>\x1b\[[0-?]*[ -/]*[@-~]|\x1b[PX^_].*?\x1b\\|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f])",
        )
    ),
    re.DOTALL,
)
_SWITCHES = re.compile(r"\x1b\[([\d;:]*)m|\x1b\]8;([^\x07\x1b]*)(?:\x07|\x1b\\)")

_plain = re.compile(f"[{NARROW}]*+").fullmatch
# Any others, with the plain one before them, which a combining mark may belong to.
_others = re.compile(f"([{NARROW}]?[^{NARROW}]+)").split
_JOINER = "\u200d"  # joins even plain characters to the character before it

_BEGIN_FRAME, _END_FRAME = "\x1b[?2026h", "\x1b[?2026l"

# A frame of at most this many characters arrives in one packet: it needs no marks around it.
SMALL_OUTPUT = 1024


# --- Cells -------------------------------------------------------------------------------------------------


class CellCache(dict[str, Cell]):
    """The cells of one style by character, each made once, so that most comparisons are of identities."""

    def __init__(self, style: CellStyle) -> None:
        super().__init__()
        self.style = style

    def __missing__(self, text: str) -> Cell:
        cell = self[text] = Cell(text, blank_style(self.style) if text == " " else self.style)
        return cell


@lru_cache(1024)
def cell_cache(style: CellStyle) -> CellCache:
    return CellCache(style)


@lru_cache(1024)
def cells_of(style: CellStyle, stretch: str) -> tuple[list[Cell], CellStyle, bool]:
    """Return the cells of a text, the style after it, and whether any are odd; cached, as Textual repeats itself."""
    cells: list[Cell] = []
    odd = False
    pieces = [*_SWITCHES.split(stretch), None, None]  # a text, then colours or a link, then a text again
    for i in range(0, len(pieces), 3):
        if text := pieces[i]:
            if _plain(text):
                cells.extend(map(cell_cache(style).__getitem__, text))
            else:
                _add_graphemes(cells, style, text)
                odd = odd or any(map(is_uncertain, cells))
        if (sgr := pieces[i + 1]) is not None:
            style = apply_sgr(style, sgr)
        elif (link := pieces[i + 2]) is not None:
            style = style._replace(link="" if link.endswith(";") else link)
    return cells, style, odd


def _add_graphemes(cells: list[Cell], style: CellStyle, text: str) -> None:
    """Append text with wide or zero-width characters, measured as Textual measures it."""
    letters = cell_cache(style)
    parts = _others(text) if _JOINER not in text else ("", text)
    for i, part in enumerate(parts):
        if i % 2:
            _add_measured(cells, letters, part)
        else:
            cells.extend(map(letters.__getitem__, part))


def _add_measured(cells: list[Cell], letters: CellCache, text: str) -> None:
    spans, _ = split_graphemes(text)
    for start, end, width in spans:
        grapheme = text[start:end]
        if width:
            cells.append(letters[grapheme])
            cells.extend([letters[""]] * (width - 1))
        elif cells:  # a combining mark for the last character of the text before; alone it shows nothing
            base = -1 if cells[-1].text else -2
            cells[base] = Cell(cells[base].text + grapheme, cells[base].style)


# --- The diff ----------------------------------------------------------------------------------------------


#: Of more runs, those that are sorted by style take fewer bytes in all but five frames of 641: the other is not tried.
_MANY_RUNS = 40


class ScreenDiff:
    """Turn Textual's output into the least output with the same effect.

    Writing changes only `_rows`, the screen as it should be; rows that are touched are first copied to `_before`, as
    the terminal still shows them. `_flush_changes` sends the difference.
    """

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self._out: list[str] = []
        self._frame: int | None = None  # where in _out the current frame begins
        self._style = DEFAULT_STYLE  # the style Textual writes with
        self._unfinished = ""  # the beginning of a sequence whose end has not come yet
        self.invalidate()

    def invalidate(self, size: tuple[int, int] | None = None) -> None:
        """Forget all that the terminal shows; it may also have a new size."""
        self.size = width, height = size or self.size
        self._rows: list[CellRow] = [[None] * width for _ in range(height)]
        self._before: dict[int, CellRow] = {}
        self._uncertain_rows: set[int] = set()  # rows that show, or will show, characters of doubtful width
        self._cursor: CellPosition | None = None  # where Textual writes next
        self._at: CellPosition | None = None  # where the terminal's cursor is
        self._terminal_style: CellStyle | None = None  # the style the terminal writes with
        self._caret = ""  # the last sequence that showed or hid the cursor

    def feed(self, data: str) -> str:
        """Take Textual's output, return what the terminal needs; a frame is returned whole, at its end."""
        data, self._unfinished = self._unfinished + data, ""
        for token in _TOKENS.finditer(data):
            kind = token.lastgroup
            if kind == "stretch":
                self._write(token[0])
            elif kind == "move":
                self._move(int(token["column"] or 1) - 1, int(token["row"] or 1) - 1)
            elif kind == "newline":
                self._newline()
            elif kind == "begin":
                self._begin_frame()
            elif kind == "end":
                self._end_frame()
            elif kind == "strange":
                self._pass(token[0])
                self.invalidate()
            elif kind == "unfinished":
                self._unfinished = token[0]
            elif kind == "caret":
                self._show_or_hide(token[0])
            elif kind != "pointer":  # its shape follows the mouse, whose motions are not reported
                self._pass(token[0])
        return self._take_output()

    def draw(self, rows: Iterable[tuple[CellPosition, list[Cell]]], caret: CellPosition, marked: bool) -> str:
        """Take cells at given positions, and where the cursor stays; return what the terminal needs."""
        if marked:
            self._begin_frame()
        for self._cursor, cells in rows:
            self._put(cells, has_uncertain(cells))
        self._move(*caret)
        if marked:
            self._end_frame()
        return self._take_output()

    def _take_output(self) -> str:
        """Return what there is to send; nothing within a frame."""
        if self._frame is not None:
            return ""
        self._flush_changes()
        output = "".join(self._out)
        self._out.clear()
        return output

    # Input: what Textual writes

    def _move(self, x: int, y: int) -> None:
        width, height = self.size
        self._cursor = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))

    def _newline(self) -> None:
        """Move to the start of the next row; on the last one the screen would scroll."""
        if self._cursor is not None and self._cursor[1] + 1 < self.size[1]:
            self._cursor = (0, self._cursor[1] + 1)
        else:
            self._pass("\n")
            self.invalidate()

    def _write(self, stretch: str) -> None:
        """Put text on the screen as it should be."""
        if self._cursor is None:
            self._write_untracked(stretch)
            return
        cells, self._style, odd = cells_of(self._style, stretch)
        self._put(cells, odd)

    def _put(self, cells: list[Cell], odd: bool) -> None:
        """Put cells where the cursor is, and move it behind them."""
        assert self._cursor is not None
        x, y = self._cursor
        width = self.size[0] - x
        if len(cells) > width:
            cells = self._clip(cells, width)
        if not cells:
            return
        if odd:
            self._uncertain_rows.add(y)
        row = self._rows[y]
        end = x + len(cells)
        self._cursor = (end, y)
        if row[x:end] == cells:
            return
        if y not in self._before:
            self._before[y] = row[:]
        # A wide character of which one half is overwritten loses the other half, too.
        first, behind = row[x], row[end] if end < len(row) else None
        if is_right_half(first):
            row[x - 1] = cell_cache(first.style)[" "]
        if is_right_half(behind):
            row[end] = cell_cache(behind.style)[" "]
        row[x:end] = cells

    def _clip(self, cells: list[Cell], width: int) -> list[Cell]:
        """Return the cells that fit into the rest of a row, because Textual switches the wrapping of lines off."""
        kept = cells[:width]
        if kept and is_right_half(cells[width]):
            kept[-1] = cell_cache(kept[-1].style)[" "]
        return kept

    def _write_untracked(self, stretch: str) -> None:
        """Send text at an unknown position as it is, and forget every cell, because it could have changed any."""
        _, style, _ = cells_of(self._style, stretch)
        self._pass(stretch)
        self.invalidate()
        self._style = style

    def _begin_frame(self) -> None:
        if self._frame is None:
            self._flush_changes()
            self._frame = len(self._out)

    def _end_frame(self) -> None:
        """Close the frame: an empty one is dropped, a small one needs no marks."""
        if self._frame is None:
            return
        self._flush_changes()
        frame = "".join(self._out[self._frame :])
        if len(frame) > SMALL_OUTPUT:
            frame = f"{_BEGIN_FRAME}{frame}{_END_FRAME}"
        self._out[self._frame :] = [frame]
        self._frame = None

    # Output: what the terminal gets

    def _pass(self, sequence: str) -> None:
        """Send a sequence as it is, at the position and in the style that Textual expects."""
        self._flush_changes()
        change, self._terminal_style = sgr_between(self._terminal_style, self._style)
        self._out += (change, sequence)

    def _show_or_hide(self, caret: str) -> None:
        """Show or hide the cursor, unless it is so already."""
        if self._caret != caret:
            self._caret = caret
            self._pass(caret)

    def _flush_changes(self) -> None:
        """Send the cells that differ, and leave the cursor where Textual left it."""
        if self._before:
            self._rewrite_uncertain()
        if self._cursor is not None:
            x, y = self._cursor
            self._go(min(x, self.size[0] - 1), y)

    def _rewrite_uncertain(self) -> None:
        """Draw what differs: rows with uncertain characters from left to right, all others in any order."""
        strokes: list[CellRun] = []
        for y, old in sorted(self._before.items()):
            new = self._rows[y]
            if y not in self._uncertain_rows:
                strokes += changed_runs(y, old, new)
            elif old != new:
                self._draw(safe_runs(y, old, new))
                if not any(map(is_uncertain, new)):
                    self._uncertain_rows.remove(y)
        self._before.clear()
        grouped = grouped_by_style(strokes, self._terminal_style)
        self._draw(grouped) if len(strokes) > _MANY_RUNS else self._draw(strokes, grouped)

    def _draw(self, *ways: list[CellRun]) -> None:
        """Draw in the order that takes the fewest bytes."""
        outputs = [render_runs(strokes, self._terminal_style, self._at) for strokes in ways]
        text, self._terminal_style, self._at = min(outputs, key=lambda output: size(output[0]))
        self._out.append(text)

    def _go(self, x: int, y: int) -> None:
        if self._at != (x, y):
            self._out.append(cursor_sequence(self._at, (x, y)))
            self._at = (x, y)
