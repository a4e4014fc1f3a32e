"""Pens and strokes: what the cells of a screen are drawn with, and the shortest output that draws them.

Most bytes of a picture are switches from one colour to another, and a switch costs more than a move of the cursor. So
the cells that differ are cut into strokes of one pen each, and the strokes are drawn row by row or pen by pen,
whichever is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeGuard

# --- Pens: the colours and attributes text is written with -------------------------------------------------

# What switches an attribute off. Bold and dim share one switch, and so do some others.
_OFF = {1: 22, 2: 22, 3: 23, 4: 24, 21: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29, 51: 54, 52: 54, 53: 55}
_OFF_CODES = frozenset(_OFF.values())

# Attributes that nobody sees on a space, where a colour of the text is not seen either.
_UNSEEN_ON_BLANK = frozenset({1, 2, 3})
ANY = "any"


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
        return Pen(fg=ANY, bg=pen.bg)
    return pen


@lru_cache(8192)
def switch(ink: Pen | None, pen: Pen) -> tuple[str, Pen]:
    """The shortest sequence that turns the terminal's ink into this pen, and the ink that results."""
    if pen.fg == ANY:
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


Row = list[Cell | None]  # None: nobody knows what the terminal shows there

_text_of, _pen_of = itemgetter(0), itemgetter(1)


def is_odd(cell: Cell | None) -> bool:
    """Whether terminals may disagree about how far this cell moves the cursor."""
    return cell is not None and len(cell.text) != 1


def has_odd(cells: Iterable[Cell]) -> bool:
    """The same of any of these cells."""
    return any(length != 1 for length in set(map(len, map(_text_of, cells))))


def is_right_half(cell: Cell | None) -> TypeGuard[Cell]:
    return cell is not None and not cell.text


# --- Strokes -----------------------------------------------------------------------------------------------

Place = tuple[int, int]  # column and row

# Writing so many cells again may be as short as moving over them.
_NARROW_GAP = 4


class Stroke(NamedTuple):
    """Neighbouring cells that are drawn with one pen."""

    y: int
    x: int
    pen: Pen
    text: str
    after: Place | None  # where the cursor is then, unless terminals disagree about it


def strokes_of(y: int, old: Row, new: Row) -> list[Stroke]:
    """What must be drawn to change a row of plain characters, from left to right."""
    columns = [x for x, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now and was != now]
    return [stroke for start, end in _runs(columns, new) for stroke in _cut(y, new, start, end)]


def careful_strokes_of(y: int, old: Row, new: Row) -> list[Stroke]:
    """The same for a row with wide or composed characters, each of which is a stroke of its own."""
    strokes: list[Stroke] = []
    columns = [x for x, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    doubtful = _doubtful(new)
    if not (doubtful | _doubtful(old)).isdisjoint(columns):  # behind a character of doubtful width everything is drawn
        columns = [x for x in range(columns[0], len(new)) if new[x] is not None]
    for start, end in _runs(columns, new):
        for x in sorted(doubtful.intersection(range(start, end))):
            strokes += _cut(y, new, start, x)
            if (cell := new[x]) is not None and cell.text:
                strokes.append(Stroke(y, x, cell.pen, cell.text, None))
            start = x + 1
        strokes += _cut(y, new, start, end)
    return strokes


def _doubtful(row: Row) -> set[int]:
    """The columns of characters that are wide, or made of several code points."""
    odd = {x for x, cell in enumerate(row) if cell is not None and len(cell.text) != 1}
    return odd | {x - 1 for x in odd if is_right_half(row[x])}


def _runs(columns: Sequence[int], row: Row) -> Iterator[tuple[int, int]]:
    """Neighbouring columns as (start, end); over a gap where writing its cells again is shorter than moving."""
    if not columns:
        return
    start = last = columns[0]
    if columns[-1] - start == len(columns) - 1:
        yield start, columns[-1] + 1
        return
    for x in columns:
        gap = x - last - 1
        if gap > _NARROW_GAP or (gap and not _is_shorter_to_fill(row[last : x + 1])):
            yield start, last + 1
            start = x
        last = x
    yield start, last + 1


def _is_shorter_to_fill(cells: Row) -> bool:
    """Whether what lies between two cells to be drawn takes no other pen and no more bytes than a move over it."""
    between = cells[1:-1]
    pen: Pen | None = cells[0].pen if cells[0] is not None else None
    for cell in cells[1:]:
        if pen is None or cell is None or is_odd(cell):
            return False
        pen = _shared(pen, cell.pen)
    gap = "".join(map(_text_of, between))  # type: ignore[arg-type]
    return pen is not None and size(gap) <= len(_step(len(between), "C", "D"))


def _cut(y: int, row: Row, start: int, end: int) -> Iterator[Stroke]:
    """The strokes of a part of a row that has plain characters only."""
    if start == end:
        return
    written, x = "", start
    last: Pen = row[start].pen  # type: ignore[union-attr]
    for pen, cells in groupby(row[start:end], _pen_of):  # type: ignore[arg-type]
        shared = _shared(last, pen) if last.bg == pen.bg else None
        if shared is None:
            stop = x + len(written)
            yield Stroke(y, x, last, written, (stop, y))
            last, written, x = pen, "", stop
        else:
            last = shared
        written += "".join(map(_text_of, cells))  # type: ignore[arg-type]
    # At the margin, and after an odd character, terminals disagree about where the cursor is.
    yield Stroke(y, x, last, written, (end, y) if end < len(row) else None)


@lru_cache(4096)
def _shared(one: Pen, other: Pen) -> Pen | None:
    """The pen that draws what these two draw, if one of them does."""
    if one == other or blank(one) == other:
        return one
    return other if blank(other) == one else None


def by_pen(strokes: Iterable[Stroke], ink: Pen | None) -> list[Stroke]:
    """The same strokes, such that every pen is taken up once; next always the one that resembles the last."""
    groups: dict[Pen, list[Stroke]] = {}
    for stroke in strokes:
        groups.setdefault(stroke.pen, []).append(stroke)
    _draw_blanks_with_letters(groups)
    ordered: list[Stroke] = []
    near = ink or DEFAULT
    while groups:
        near = min(groups, key=lambda pen: _difference(near, pen))
        ordered += groups.pop(near)
    return ordered


def _draw_blanks_with_letters(groups: dict[Pen, list[Stroke]]) -> None:
    """Blanks need a background only: they go with any pen that has it."""
    hosts = {blank(pen): pen for pen in groups if pen.fg != ANY}
    for pen in [pen for pen in groups if pen.fg == ANY and pen in hosts]:
        host = hosts[pen]
        blanks = [Stroke(y, x, host, text, after) for y, x, _, text, after in groups.pop(pen)]
        groups[host] = sorted(groups[host] + blanks)


def _difference(ink: Pen, pen: Pen) -> int:
    """About how many bytes a switch takes."""
    bytes_ = 3 * len(ink.marks ^ pen.marks)
    if pen.fg != ink.fg and pen.fg != ANY:
        bytes_ += len(pen.fg)
    return bytes_ + len(pen.bg) if pen.bg != ink.bg else bytes_


def drawn(strokes: Iterable[Stroke], ink: Pen | None, at: Place | None) -> tuple[str, Pen | None, Place | None]:
    """The output that draws these strokes one after the other, and pen and place of the cursor after it."""
    parts: list[str] = []
    last: Pen | None = None
    for y, x, pen, text, after in strokes:
        if at != (x, y):
            parts.append(motion(at, (x, y)))
        if pen is not last:
            last = pen
            sequence, ink = switch(ink, pen)
            parts.append(sequence)
        parts.append(text)
        at = after
    return "".join(parts), ink, at


def size(text: str) -> int:
    """How many bytes travel."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def motion(at: Place | None, to: Place) -> str:
    """The shortest way for the cursor, from a place that may be unknown. No line feeds: they could scroll."""
    x, y = to
    absolute = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"
    if at is None:
        return absolute
    right, down = x - at[0], y - at[1]
    relative = ("\r" if not x else _across(right)) + (_step(down, "B", "A") if down else "")
    return absolute if len(absolute) <= len(relative) else relative


def _across(right: int) -> str:
    if not right:
        return ""
    return "\b" * -right if -4 < right < 0 else _step(right, "C", "D")


def _step(count: int, forward: str, back: str) -> str:
    number = abs(count)
    return f"\x1b[{number if number > 1 else ''}{forward if count > 0 else back}"
