"""Thrift: the shortest way from what the terminal shows to what it should show.

Textual paints every dirty region again, whether its cells changed or not; over SSH those bytes are the
latency that a player feels. `Thrift` stands between: it reads what Textual writes, keeps a model of what the
terminal shows, and answers with a short output that leads to the same screen.

The model is trusted only as far as it is certain. What is not understood is sent as it is, and everything
it could have touched is forgotten: a forgotten cell is simply sent again when Textual next paints it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeGuard

from rich.cells import split_graphemes

# --- What Textual writes -----------------------------------------------------------------------------------

_SGR = r"\x1b\[[\d;:]*m"
_LINK = r"\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)"
_TEXT = r"[^\x00-\x1f\x7f-\x9f]+"

# Private modes that change no cell, no colour and not the place of the cursor.
_QUIET_MODES = "7|25|1000|1002|1003|1004|1005|1006|1015|1016|2004|2031|2048"

_TOKENS = re.compile(
    "|".join(
        (
            rf"(?P<stretch>(?:{_TEXT}|{_SGR}|{_LINK})+)",
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
_STRETCH = re.compile(rf"(?P<text>{_TEXT})|\x1b\[(?P<sgr>[\d;:]*)m|\x1b\]8;(?P<link>[^\x07\x1b]*)(?:\x07|\x1b\\)")

# Characters that every terminal draws one cell wide: no need to look each of them up.
_plain = re.compile(r"[ -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2500-\u25fc\u2800-\u28ff]*").fullmatch

_BEGIN_FRAME, _END_FRAME = "\x1b[?2026h", "\x1b[?2026l"

# A frame of at most this many characters arrives in one packet: it needs no marks around it.
SMALL_FRAME = 1024


# --- Pens: the colours and attributes text is written with -------------------------------------------------

# What switches an attribute off. Bold and dim share one switch, and so do some others.
_OFF = {1: 22, 2: 22, 3: 23, 4: 24, 21: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29, 51: 54, 52: 54, 53: 55}
_OFF_CODES = frozenset(_OFF.values())

# Attributes that nobody sees on a space, where a colour of the text is not seen either.
_UNSEEN_ON_BLANK = frozenset({1, 2, 3})
_ANY = "any"


class Pen(NamedTuple):
    """How a cell is drawn: the attributes that are on, the colours as SGR codes, a hyperlink."""

    marks: frozenset[int] = frozenset()
    fg: str = ""
    bg: str = ""
    other: str = ""  # codes we do not know: kept, and always sent anew after a reset
    link: str = ""  # "parameters;address"


DEFAULT = Pen()


@lru_cache(4096)
def dip(pen: Pen, sgr: str) -> Pen:
    """The pen after an SGR sequence with these parameters."""
    marks, fg, bg, other, link = pen
    codes = iter(sgr.split(";"))
    for code in codes:
        number = int(code or 0) if ":" not in code else -1
        if number == 0:
            marks, fg, bg, other = DEFAULT[:4]
        elif number in _OFF:
            marks |= {number}
        elif number in _OFF_CODES:
            marks = frozenset(mark for mark in marks if _OFF[mark] != number)
        elif 30 <= number <= 37 or 90 <= number <= 97:
            fg = code
        elif 40 <= number <= 47 or 100 <= number <= 107:
            bg = code
        elif number == 39:
            fg = ""
        elif number == 49:
            bg = ""
        elif number in (38, 48, 58):
            kind = next(codes, "")
            colour = ";".join((code, kind, *(next(codes, "") for _ in range(3 if kind == "2" else 1))))
            if number == 38:
                fg = colour
            elif number == 48:
                bg = colour
            else:
                other = f"{other};{colour}".lstrip(";")
        elif code not in other.split(";"):
            other = f"{other};{code}".lstrip(";")
    return Pen(marks, fg, bg, other, link)


@lru_cache(1024)
def blank(pen: Pen) -> Pen:
    """The pen of a space: whatever nobody sees there is left open."""
    if pen.marks <= _UNSEEN_ON_BLANK and not pen.other and not pen.link:
        return Pen(fg=_ANY, bg=pen.bg)
    return pen


@lru_cache(8192)
def switch(ink: Pen | None, pen: Pen) -> tuple[str, Pen]:
    """The shortest sequence that turns the terminal's ink into this pen, and the ink that results."""
    if pen.fg == _ANY:
        kept = ink or DEFAULT
        pen = pen._replace(fg=kept.fg, marks=kept.marks & _UNSEEN_ON_BLANK)
    if ink == pen:
        return "", pen
    anew = ["0", *map(str, sorted(pen.marks)), pen.fg, pen.bg, pen.other]
    sequence = _sgr(anew) if anew != ["0", "", "", ""] else "\x1b[m"
    if ink is not None and ink.other == pen.other:
        sequence = min(_sgr(_changes(ink, pen)), sequence, key=len)
    if pen.link != (ink.link if ink else ""):
        sequence += f"\x1b]8;{pen.link or ';'}\x1b\\"
    return sequence, pen


def _changes(ink: Pen, pen: Pen) -> list[str]:
    """The codes that lead from one pen to another without a reset."""
    off = {_OFF[mark] for mark in ink.marks - pen.marks}
    on = {mark for mark in pen.marks if mark not in ink.marks or _OFF[mark] in off}
    codes = [str(code) for code in (*sorted(off), *sorted(on))]
    if ink.fg != pen.fg:
        codes.append(pen.fg or "39")
    if ink.bg != pen.bg:
        codes.append(pen.bg or "49")
    return codes


def _sgr(codes: Sequence[str]) -> str:
    joined = ";".join(filter(None, codes))
    return f"\x1b[{joined}m" if joined else ""


# --- Cells -------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """One cell of the screen. The right half of a wide character is a cell whose text is empty."""

    text: str
    pen: Pen


class _Palette(dict[str, Cell]):
    """The cells drawn with one pen, each made once, so that most comparisons are of identities."""

    def __init__(self, pen: Pen) -> None:
        super().__init__()
        self.pen = pen

    def __missing__(self, text: str) -> Cell:
        cell = self[text] = Cell(text, blank(self.pen) if text == " " else self.pen)
        return cell


@lru_cache(1024)
def _palette(pen: Pen) -> _Palette:
    return _Palette(pen)


Row = list[Cell | None]  # None: nobody knows what the terminal shows there


@lru_cache(1024)
def cells_of(pen: Pen, stretch: str) -> tuple[list[Cell], Pen]:
    """The cells of a stretch of text, and the pen after it; cached, because Textual repeats itself."""
    cells: list[Cell] = []
    for token in _STRETCH.finditer(stretch):
        if (text := token["text"]) is not None:
            if _plain(text):
                cells.extend(map(_palette(pen).__getitem__, text))
            else:
                _add_graphemes(cells, pen, text)
        elif (sgr := token["sgr"]) is not None:
            pen = dip(pen, sgr)
        else:
            link = token["link"]
            pen = pen._replace(link="" if link.endswith(";") else link)
    return cells, pen


def _add_graphemes(cells: list[Cell], pen: Pen, text: str) -> None:
    """Append text with wide or zero-width characters, measured as Textual measures it."""
    palette = _palette(pen)
    spans, _ = split_graphemes(text)
    for start, end, width in spans:
        grapheme = text[start:end]
        if width:
            cells.append(palette[grapheme])
            cells.extend([palette[""]] * (width - 1))
        elif cells:  # a mark that stands on the last character of the text before; alone it shows nothing
            base = -1 if cells[-1].text else -2
            cells[base] = Cell(cells[base].text + grapheme, cells[base].pen)


def _is_odd(cell: Cell | None) -> bool:
    """Whether terminals may disagree about how far this cell moves the cursor."""
    return cell is not None and len(cell.text) != 1


def _is_right_half(cell: Cell | None) -> TypeGuard[Cell]:
    return cell is not None and not cell.text


def draw(ink: Pen | None, cells: Sequence[Cell]) -> tuple[str, Pen | None]:
    """The output that draws these cells one after the other, and the ink after it."""
    parts: list[str] = []
    last: Pen | None = None
    for text, pen in cells:
        if pen is not last:
            last = pen
            sequence, ink = switch(ink, pen)
            parts.append(sequence)
        parts.append(text)
    return "".join(parts), ink


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


# --- Thrift ------------------------------------------------------------------------------------------------


class Thrift:
    """Turns what Textual writes into the least output with the same effect.

    Writing changes only `_rows`, the screen as it should be; rows that are touched are first copied to
    `_before`, as the terminal still shows them. `_settle` sends the difference.
    """

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self._out: list[str] = []
        self._frame: int | None = None  # where in _out the frame under way begins
        self._pen = DEFAULT  # the pen Textual writes with
        self._unfinished = ""  # the beginning of a sequence whose end has not come yet
        self.forget()

    def forget(self, size: tuple[int, int] | None = None) -> None:
        """Trust nothing about the terminal any more; it may also have a new size."""
        self.size = width, height = size or self.size
        self._rows: list[Row] = [[None] * width for _ in range(height)]
        self._before: dict[int, Row] = {}
        self._cursor: tuple[int, int] | None = None  # column and row where Textual writes next
        self._at: tuple[int, int] | None = None  # where the terminal's cursor is
        self._ink: Pen | None = None  # the pen the terminal has
        self._caret = ""  # the last sequence that showed or hid the cursor

    def feed(self, data: str) -> str:
        """Take what Textual writes, return what the terminal needs; a frame is returned whole, at its end."""
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
                self.forget()
            elif kind == "unfinished":
                self._unfinished = token[0]
            elif kind == "caret":
                self._show_or_hide(token[0])
            elif kind != "pointer":  # its shape follows the mouse, whose motions we do not ask for
                self._pass(token[0])
        self._settle()
        if self._frame is not None:
            return ""
        output = "".join(self._out)
        self._out.clear()
        return output

    # What Textual asks for

    def _move(self, x: int, y: int) -> None:
        width, height = self.size
        self._cursor = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))

    def _newline(self) -> None:
        """To the start of the next row; on the last one the screen would scroll."""
        if self._cursor is not None and self._cursor[1] + 1 < self.size[1]:
            self._cursor = (0, self._cursor[1] + 1)
        else:
            self._pass("\n")
            self.forget()

    def _write(self, stretch: str) -> None:
        """Put text on the screen as it should be."""
        if self._cursor is None:
            self._write_blindly(stretch)
            return
        cells, self._pen = cells_of(self._pen, stretch)
        x, y = self._cursor
        room = self.size[0] - x
        if len(cells) > room:
            cells = self._clip(cells, room)
        if not cells:
            return
        row = self._rows[y]
        if y not in self._before:
            self._before[y] = row[:]
        end = x + len(cells)
        # Half of a wide character does not survive the loss of the other half.
        first, behind = row[x], row[end] if end < len(row) else None
        if _is_right_half(first):
            row[x - 1] = _palette(first.pen)[" "]
        if _is_right_half(behind):
            row[end] = _palette(behind.pen)[" "]
        row[x:end] = cells
        self._cursor = (end, y)

    def _clip(self, cells: list[Cell], room: int) -> list[Cell]:
        """What fits into the rest of a row: Textual switches the wrapping of lines off."""
        kept = cells[:room]
        if kept and _is_right_half(cells[room]):
            kept[-1] = _palette(kept[-1].pen)[" "]
        return kept

    def _write_blindly(self, stretch: str) -> None:
        """Text at an unknown place is sent as it is, and could have changed any cell."""
        _, pen = cells_of(self._pen, stretch)
        self._pass(stretch)
        self.forget()
        self._pen = pen

    def _begin_frame(self) -> None:
        if self._frame is None:
            self._settle()
            self._frame = len(self._out)

    def _end_frame(self) -> None:
        """Close the frame: an empty one is dropped, a small one needs no marks."""
        if self._frame is None:
            return
        self._settle()
        frame = "".join(self._out[self._frame :])
        if len(frame) > SMALL_FRAME:
            frame = f"{_BEGIN_FRAME}{frame}{_END_FRAME}"
        self._out[self._frame :] = [frame]
        self._frame = None

    # What the terminal gets

    def _pass(self, sequence: str) -> None:
        """Send a sequence as it is, from the place and with the pen that Textual believes in."""
        self._settle()
        change, self._ink = switch(self._ink, self._pen)
        self._out += (change, sequence)

    def _show_or_hide(self, caret: str) -> None:
        """Show or hide the cursor, unless it is so already."""
        if self._caret != caret:
            self._caret = caret
            self._pass(caret)

    def _settle(self) -> None:
        """Send the cells that differ, and leave the cursor where Textual left it."""
        for y in sorted(self._before):
            if self._before[y] != self._rows[y]:
                self._mend(y, self._before[y], self._rows[y])
        self._before.clear()
        if self._cursor is not None:
            x, y = self._cursor
            self._go(min(x, self.size[0] - 1), y)

    def _mend(self, y: int, old: Row, new: Row) -> None:
        """Send what differs in one row."""
        runs = self._join(_runs(_differences(old, new), new), new, y)
        for start, end in runs:
            self._go(start, y)
            text, self._ink = draw(self._ink, new[start:end])  # type: ignore[arg-type]
            self._out.append(text)
            # At the margin, and after an odd character, terminals disagree about where the cursor is.
            self._at = None if end == len(new) or _is_odd(new[end - 1]) else (end, y)

    def _join(self, runs: list[tuple[int, int]], row: Row, y: int) -> list[tuple[int, int]]:
        """Join runs where writing the cells between them again is cheaper than moving the cursor."""
        joined: list[tuple[int, int]] = []
        for start, end in runs:
            if joined:
                first, last = joined[-1]
                if self._is_cheaper_to_fill(row, last, start, y):
                    joined[-1] = (first, end)
                    continue
            joined.append((start, end))
        return joined

    def _is_cheaper_to_fill(self, row: Row, last: int, start: int, y: int) -> bool:
        move = motion((last, y), (start, y))
        gap = row[last:start]
        if len(gap) > len(move) or None in gap or any(map(_is_odd, row[last - 1 : start])):
            return False
        ink = row[last - 1].pen  # type: ignore[union-attr]
        filled, _ = draw(ink, row[last : start + 1])  # type: ignore[arg-type]
        moved, _ = draw(ink, row[start : start + 1])  # type: ignore[arg-type]
        return _bytes(filled) <= len(move) + _bytes(moved)

    def _go(self, x: int, y: int) -> None:
        if self._at != (x, y):
            self._out.append(motion(self._at, (x, y)))
            self._at = (x, y)


def _differences(old: Row, new: Row) -> Sequence[int]:
    """The columns to send. Behind a character of doubtful width everything is sent."""
    columns = [x for x, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now and was != now]
    if all(cell is None or len(cell.text) == 1 for row in (old, new) for cell in row):
        return columns
    if any(_is_doubtful(row, x) for x in columns for row in (old, new)):
        return [x for x in range(columns[0], len(new)) if new[x] is not None]
    return columns


def _is_doubtful(row: Row, x: int) -> bool:
    """Whether this cell belongs to a character that is wide, or made of several code points."""
    return _is_odd(row[x]) or (x + 1 < len(row) and _is_right_half(row[x + 1]))


def _runs(columns: Sequence[int], row: Row) -> list[tuple[int, int]]:
    """Neighbouring columns as (start, end), made of whole characters, each ending after an odd one."""
    runs: list[tuple[int, int]] = []
    for x in columns:
        if _is_right_half(row[x]):
            if runs and runs[-1][1] >= x:
                runs[-1] = (runs[-1][0], x + 1)
            continue
        if runs and runs[-1][1] == x and not _is_odd(row[x - 1]):
            runs[-1] = (runs[-1][0], x + 1)
        else:
            runs.append((x, x + 1))
    return runs


def motion(at: tuple[int, int] | None, to: tuple[int, int]) -> str:
    """The shortest way for the cursor, from a place that may be unknown. No line feeds: they could scroll."""
    x, y = to
    absolute = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"
    if at is None:
        return absolute
    right, down = x - at[0], y - at[1]
    if not down:
        if not x:
            return "\r"
        if right == -1:
            return "\b"
        return min(absolute, _step(right, "C", "D"), key=len)
    if not right:
        return min(absolute, _step(down, "B", "A"), key=len)
    return absolute


def _step(count: int, forward: str, back: str) -> str:
    number = abs(count)
    return f"\x1b[{number if number > 1 else ''}{forward if count > 0 else back}"
