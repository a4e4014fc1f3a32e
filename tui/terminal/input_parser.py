"""Turn the bytes of the terminal into Textual's events: keys, clicks and pasted text. No input breaks it.

Textual's own parser stops the app at a byte that is not UTF-8 or at a key code that is no character, waits for ever for
the end of a paste, and reads an unknown sequence as the keys it is written with. Here the bytes are cut into whole
sequences first, and each is understood or dropped.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator
from time import monotonic

from textual import constants, events, messages
from textual.message import Message

from tui.terminal.key_grammar import parse_key, typed_key
from tui.terminal.textual_compat import odd_keys

#: The largest window that is accepted. A wall of screens has fewer cells, and each cell costs memory.
MOST_COLUMNS, MOST_ROWS = 1000, 300

#: The letters of a paste that are kept: the longest text that is typed into the app is a name.
MAX_PASTE = 4096
#: After so many seconds of silence a paste ends without its end marker; otherwise it would swallow every later key.
PASTE_TIMEOUT = 1.0
#: An unfinished sequence of more letters than this is dropped.
MAX_SEQUENCE = 4096

_PASTE_ENDS = "\x1b[201~"
_REPORT_OF_FRAMES = re.compile(r"\x1b\[\?2026;[1-9]\$y")
_CURSOR_PLACE = re.compile(r"\x1b\[\d+;\d+R")
_CLICK = re.compile(r"\x1b\[<(\d{1,3});(\d{1,4});(\d{1,4})([mM])")

# What the number of a mouse report is made of: a motion, the wheel, and the keys that are held.
_MOTION, _WHEEL = 32, 64
_SHIFT, _META, _CONTROL = 4, 8, 16
_WHEEL_EVENTS = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)

# Keys of older terminals that do not follow the grammar of sequences.
_ODD_KEYS = "|".join(re.escape(keys) for keys in odd_keys() if re.fullmatch(r"\x1b\[(\[.|\d+\$)", keys))

_PIECES = re.compile(
    "|".join(
        (
            r"(?P<paste>\x1b\[200~)",
            rf"(?P<sequence>{_ODD_KEYS}|\x1b\[M[^\x1b]{{3}}|\x1b\[(?![M\[])[ -?]*[@-~]|\x1bO[ -~])",
            r"(?P<string>\x1b[]PX^_][^\x07\x1b]*(?:\x07|\x1b\\))",  # a reply that was not asked for
            r"(?P<unfinished>\x1b(?:\[(?:[ -?]*|\[|M[^\x1b]{0,2})|O|[]PX^_][^\x07\x1b]*\x1b?)?\Z)",
            r"(?P<cut>\x1b(?:\[(?:[ -?]*|M[^\x1b]{0,2})|[]PX^_][^\x07\x1b]*))",  # cut off by another sequence
            r"(?P<alt>\x1b[^\x1b])",
            r"(?P<character>[^\x1b]|\x1b)",
        )
    ),
    re.DOTALL,
)


class InputParser:
    """The parser of one terminal. `feed` takes what was read; `flush` ends what is unfinished after a silence."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        # Bytes that are not UTF-8 are dropped: they come from another encoding, or from a broken connection.
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        self._clock = clock
        #: Where the mouse was last.
        self._pointer = (0, 0)
        self._unfinished = ""
        self._pasted: str | None = None
        self._heard_at = clock()

    @property
    def timeout(self) -> float | None:
        """The seconds of silence after which to call `flush`; None while nothing is unfinished."""
        if self._pasted is not None:
            return PASTE_TIMEOUT
        return constants.ESCAPE_DELAY if self._unfinished else None

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the events in these bytes; keep what is unfinished for more."""
        self._heard_at = self._clock()
        text = self._decode(data)
        while text:
            text = yield from self._paste(text) if self._pasted is not None else self._pieces(text)

    def flush(self) -> Iterator[Message]:
        """Yield what silence means: an escape that nothing follows is the key, and an overdue paste ends."""
        silence = self._clock() - self._heard_at
        if self._pasted is not None and silence >= PASTE_TIMEOUT:
            yield from self._end_paste()
        elif self._unfinished and silence >= constants.ESCAPE_DELAY:
            unfinished, self._unfinished = self._unfinished, ""
            if len(unfinished) <= 2:
                yield from self._keys(*unfinished)

    def _pieces(self, text: str) -> Generator[Message, None, str]:
        """Yield events up to where a paste begins; return what follows there."""
        text, self._unfinished = self._unfinished + text, ""
        for piece in _PIECES.finditer(text):
            kind, words = piece.lastgroup, piece[0]
            if kind == "paste":
                self._pasted = ""
                return text[piece.end() :]
            if kind == "unfinished":
                self._unfinished = words if len(words) <= MAX_SEQUENCE else ""
            elif kind == "sequence":
                yield from self._sequence(words)
            elif kind in ("alt", "character"):
                yield from self._keys(*words)
        return ""

    def _paste(self, text: str) -> Generator[Message, None, str]:
        """Take what belongs to the current paste; return what follows it."""
        assert self._pasted is not None
        self._pasted, end, rest = (self._pasted + text).partition(_PASTE_ENDS)
        if end:
            yield from self._end_paste()
        elif len(self._pasted) > MAX_PASTE:
            # The end marker may have come in part: that part is kept behind the beginning of the paste.
            self._pasted = self._pasted[:MAX_PASTE] + self._pasted[-len(_PASTE_ENDS) :]
        return rest

    def _end_paste(self) -> Iterator[Message]:
        pasted, self._pasted = self._pasted or "", None
        yield events.Paste(pasted[:MAX_PASTE].replace("\x00", ""))

    def _keys(self, *characters: str) -> Iterator[Message]:
        """Yield a typed character; after an escape, together with Alt."""
        if characters == ("\x1b",):
            yield events.Key("escape", "\x1b")
        elif (typed := "".join(characters)) in odd_keys():
            yield from _odd_key(typed)
        else:
            yield typed_key(characters[-1], alt=len(characters) > 1)

    def _sequence(self, sequence: str) -> Iterator[Message]:
        """Yield the event of a whole sequence: a click, a report, or else a key, if there is one."""
        if sequence == "\x1b[I":
            yield events.AppFocus()
        elif sequence == "\x1b[O":
            yield events.AppBlur()
        elif _REPORT_OF_FRAMES.fullmatch(sequence):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif click := _CLICK.fullmatch(sequence):
            number, column, row, end = click.groups()
            yield from self._click(int(number), int(column) - 1, int(row) - 1, is_release=end == "m")
        elif not _CURSOR_PLACE.fullmatch(sequence):
            yield from parse_key(sequence) or _odd_key(sequence)

    def _click(self, number: int, x: int, y: int, is_release: bool) -> Iterator[Message]:
        """Yield what the mouse did, unless it was outside the largest window."""
        if not (0 <= x < MOST_COLUMNS and 0 <= y < MOST_ROWS):
            return
        button = (number + 1) & 3
        kind: type[events.MouseEvent]
        if number & _WHEEL:
            kind, button = _WHEEL_EVENTS[number & 3], 0
        elif number & _MOTION or not button:
            kind = events.MouseMove
        else:
            kind = events.MouseUp if is_release else events.MouseDown
        moved = (x - self._pointer[0], y - self._pointer[1])
        self._pointer = (x, y)
        shift, meta, control = (bool(number & key) for key in (_SHIFT, _META, _CONTROL))
        yield kind(None, x, y, *moved, button, shift, meta, control, screen_x=x, screen_y=y)


def _odd_key(sequence: str) -> Iterator[events.Key]:
    """Yield the keys of a sequence that older terminals send."""
    keys = odd_keys().get(sequence, ())
    if isinstance(keys, str):
        yield typed_key(keys)
    else:
        yield from (events.Key(key, sequence if len(sequence) == 1 else None) for key in keys)
