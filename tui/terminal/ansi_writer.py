"""Cells, their styles, and the shortest output that draws a set of changed cells.

Most bytes of a frame are changes of style, and a change of style costs more than a move of the cursor. So the changed
cells are cut into runs of one style each, and the runs are drawn row by row or style by style, whichever is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not, itemgetter
from typing import NamedTuple, TypeGuard

# --- Styles: the colours and attributes text is written with -----------------------------------------------

# The code that switches an attribute off. Bold and dim share one, and so do some others.
_OFF = {1: 22, 2: 22, 3: 23, 4: 24, 21: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29, 51: 54, 52: 54, 53: 55}
_OFF_CODES = frozenset(_OFF.values())

# Attributes that are invisible on a space, as the colour of the text is.
_UNSEEN_ON_BLANK = frozenset({1, 2, 3})
ANY_CELL = "any"


class CellStyle(NamedTuple):
    """The style of a cell: the attributes that are on, the colours as SGR codes, and a hyperlink."""

    attributes: frozenset[int] = frozenset()
    fg: str = ""
    bg: str = ""
    other: str = ""  # unknown codes: kept, and always sent anew after a reset
    link: str = ""  # "parameters;address"


DEFAULT_STYLE = CellStyle()


@lru_cache(4096)
def apply_sgr(style: CellStyle, sgr: str) -> CellStyle:
    """Return the style after an SGR sequence with these parameters."""
    marks, fg, bg, other, link = style
    codes = iter(sgr.split(";"))
    for code in codes:
        number = int(code or 0) if ":" not in code else -1
        if number == 0:
            marks, fg, bg, other = DEFAULT_STYLE[:4]
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
    return CellStyle(marks, fg, bg, other, link)


@lru_cache(1024)
def blank_style(style: CellStyle) -> CellStyle:
    """Return the style of a space: attributes that are invisible there are left open."""
    if style.attributes <= _UNSEEN_ON_BLANK and not style.other and not style.link:
        return CellStyle(fg=ANY_CELL, bg=style.bg)
    return style


@lru_cache(8192)
def sgr_between(terminal_style: CellStyle | None, style: CellStyle) -> tuple[str, CellStyle]:
    """Return the shortest sequence from the terminal's style to this one, and the style that results."""
    if style.fg == ANY_CELL:
        kept = terminal_style or DEFAULT_STYLE
        style = style._replace(fg=kept.fg, attributes=kept.attributes & _UNSEEN_ON_BLANK)
    if terminal_style == style:
        return "", style
    anew = ["0", *map(str, sorted(style.attributes)), style.fg, style.bg, style.other]
    sequence = _sgr(anew) if anew != ["0", "", "", ""] else "\x1b[m"
    if terminal_style is not None and terminal_style.other == style.other:
        sequence = min(_sgr(_changes(terminal_style, style)), sequence, key=len)
    if style.link != (terminal_style.link if terminal_style else ""):
        sequence += f"\x1b]8;{style.link or ';'}\x1b\\"
    return sequence, style


def _changes(terminal_style: CellStyle, style: CellStyle) -> list[str]:
    """Return the codes that lead from one style to another without a reset."""
    off = {_OFF[mark] for mark in terminal_style.attributes - style.attributes}
    on = {mark for mark in style.attributes if mark not in terminal_style.attributes or _OFF[mark] in off}
    codes = [str(code) for code in (*sorted(off), *sorted(on))]
    if terminal_style.fg != style.fg:
        codes.append(style.fg or "39")
    if terminal_style.bg != style.bg:
        codes.append(style.bg or "49")
    return codes


def _sgr(codes: Sequence[str]) -> str:
    joined = ";".join(filter(None, codes))
    return f"\x1b[{joined}m" if joined else ""


# --- Cells -------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """One cell of the screen. The right half of a wide character is a cell with empty text."""

    text: str
    style: CellStyle


CellRow = list[Cell | None]  # None: it is unknown what the terminal shows there

_text_of, _style_of = itemgetter(0), itemgetter(1)


def is_uncertain(cell: Cell | None) -> bool:
    """Whether terminals may disagree about how far this cell moves the cursor."""
    return cell is not None and len(cell.text) != 1


def has_uncertain(cells: Iterable[Cell]) -> bool:
    """Whether any of these cells is uncertain."""
    return any(length != 1 for length in set(map(len, map(_text_of, cells))))


def is_right_half(cell: Cell | None) -> TypeGuard[Cell]:
    return cell is not None and not cell.text


# --- Runs --------------------------------------------------------------------------------------------------

CellPosition = tuple[int, int]  # column and row

# Over a gap of at most so many cells, writing them again may be as short as moving the cursor.
_NARROW_GAP = 4


class CellRun(NamedTuple):
    """Neighbouring cells of one style."""

    y: int
    x: int
    style: CellStyle
    text: str
    after: CellPosition | None  # where the cursor is after it; None where terminals disagree


def changed_runs(y: int, old: CellRow, new: CellRow) -> list[CellRun]:
    """Return the runs that change a row of plain characters, from left to right."""
    others = compress(range(len(new)), map(is_not, old, new))  # most cells of a changed row are the same objects
    columns = [x for x in others if old[x] != new[x]]
    return [stroke for start, end in _runs(columns, new) for stroke in _cut(y, new, start, end)]


def safe_runs(y: int, old: CellRow, new: CellRow) -> list[CellRun]:
    """Return the runs that change a row with wide or composed characters, each of which is a run of its own."""
    strokes: list[CellRun] = []
    columns = [x for x, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    doubtful = _doubtful(new)
    if not (doubtful | _doubtful(old)).isdisjoint(columns):  # all after a doubtful width is redrawn
        columns = [x for x in range(columns[0], len(new)) if new[x] is not None]
    for start, end in _runs(columns, new):
        for x in sorted(doubtful.intersection(range(start, end))):
            strokes += _cut(y, new, start, x)
            if (cell := new[x]) is not None and cell.text:
                strokes.append(CellRun(y, x, cell.style, cell.text, None))
            start = x + 1
        strokes += _cut(y, new, start, end)
    return strokes


def _doubtful(row: CellRow) -> set[int]:
    """Return the columns of characters that are wide, or made of several code points."""
    odd = {x for x, cell in enumerate(row) if cell is not None and len(cell.text) != 1}
    return odd | {x - 1 for x in odd if is_right_half(row[x])}


def _runs(columns: Sequence[int], row: CellRow) -> Iterator[tuple[int, int]]:
    """Yield neighbouring columns as (start, end), also over a gap that is shorter to write again than to move over."""
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


def _is_shorter_to_fill(cells: CellRow) -> bool:
    """Whether the cells between two changed ones need no other style and no more bytes than a move over them."""
    between = cells[1:-1]
    style: CellStyle | None = cells[0].style if cells[0] is not None else None
    for cell in cells[1:]:
        if style is None or cell is None or is_uncertain(cell):
            return False
        style = _shared(style, cell.style)
    gap = "".join(map(_text_of, between))  # type: ignore[arg-type]
    return style is not None and size(gap) <= len(_step(len(between), "C", "D"))


def _cut(y: int, row: CellRow, start: int, end: int) -> Iterator[CellRun]:
    """Yield the runs of a part of a row that has plain characters only."""
    if start == end:
        return
    cells: list[Cell] = row[start:end]  # type: ignore[assignment]
    text = "".join(map(_text_of, cells))
    styles = list(map(_style_of, cells))
    last, x = styles[0], start
    for edge in compress(range(1, len(styles)), map(is_not, styles[1:], styles)):
        style = styles[edge]
        shared = _shared(last, style) if last.bg == style.bg else None
        if shared is None:
            stop = start + edge
            yield CellRun(y, x, last, text[x - start : edge], (stop, y))
            last, x = style, stop
        else:
            last = shared
    # At the right margin, terminals disagree about where the cursor is.
    yield CellRun(y, x, last, text[x - start :], (end, y) if end < len(row) else None)


@lru_cache(4096)
def _shared(one: CellStyle, other: CellStyle) -> CellStyle | None:
    """Return the one of two styles that draws the cells of both, if there is one."""
    if one == other or blank_style(one) == other:
        return one
    return other if blank_style(other) == one else None


def grouped_by_style(strokes: Iterable[CellRun], terminal_style: CellStyle | None) -> list[CellRun]:
    """Sort the runs so that every style is set once; the next style is always the one most like the last."""
    groups: dict[CellStyle, list[CellRun]] = {}
    for stroke in strokes:
        groups.setdefault(stroke.style, []).append(stroke)
    _draw_blanks_with_letters(groups)
    ordered: list[CellRun] = []
    near = terminal_style or DEFAULT_STYLE
    while groups:
        near = min(groups, key=lambda style: _difference(near, style))
        ordered += groups.pop(near)
    return ordered


def _draw_blanks_with_letters(groups: dict[CellStyle, list[CellRun]]) -> None:
    """Give blanks, which need a background only, to any style that has it."""
    hosts = {blank_style(style): style for style in groups if style.fg != ANY_CELL}
    for style in [style for style in groups if style.fg == ANY_CELL and style in hosts]:
        host = hosts[style]
        blanks = [CellRun(y, x, host, text, after) for y, x, _, text, after in groups.pop(style)]
        groups[host] = sorted(groups[host] + blanks)


def _difference(terminal_style: CellStyle, style: CellStyle) -> int:
    """Return about how many bytes a change of style takes."""
    bytes_ = 3 * len(terminal_style.attributes ^ style.attributes)
    if style.fg != terminal_style.fg and style.fg != ANY_CELL:
        bytes_ += len(style.fg)
    return bytes_ + len(style.bg) if style.bg != terminal_style.bg else bytes_


def render_runs(
    strokes: Iterable[CellRun], terminal_style: CellStyle | None, at: CellPosition | None
) -> tuple[str, CellStyle | None, CellPosition | None]:
    """Return the output that draws these runs in order, and the style and position of the cursor after it."""
    parts: list[str] = []
    last: CellStyle | None = None
    for y, x, style, text, after in strokes:
        if at != (x, y):
            parts.append(cursor_sequence(at, (x, y)))
        if style is not last:
            last = style
            sequence, terminal_style = sgr_between(terminal_style, style)
            parts.append(sequence)
        parts.append(text)
        at = after
    return "".join(parts), terminal_style, at


def size(text: str) -> int:
    """Return the number of bytes that are sent."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


@lru_cache(4096)
def cursor_sequence(at: CellPosition | None, to: CellPosition) -> str:
    """Return the shortest move of the cursor, from a position that may be unknown. No line feeds: they could scroll."""
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
