"""Remove from a terminal's output what is neither text nor a picture: links, titles, the clipboard, and strings of
any other kind. The front end in the browser would act on some of them; the app needs none.

It reads control characters as a terminal does: within an escape sequence some are obeyed and others end it.
"""

import re

#: Control characters that a terminal obeys within an escape sequence without leaving it.
_WITHIN = rb"[\x00-\x17\x19\x1c-\x1f\x7f]*"
#: OSC, DCS, SOS, PM or APC: what follows is a string until its end.
_STRING = re.compile(rb"\x1b" + _WITHIN + rb"[\]PX^_]")
#: The beginnings of escape sequences that another one ends before they have become any.
_ABANDONED = re.compile(rb"(?:\x1b" + _WITHIN + rb")+(?=\x1b)")
#: What ends a string: BEL, CAN, SUB, or the ESC of ST or of another sequence.
_END = re.compile(rb"[\x07\x18\x1a\x1b]")
#: The same introducers as single characters, which the app never writes.
_SINGLE = re.compile(rb"\xc2[\x80-\x9f]")
#: The beginning of something whose end has not come yet.
_OPEN = re.compile(rb"(?:\x1b" + _WITHIN + rb"\xc2?|\xc2)\Z")
#: The most bytes that are held back; an escape sequence with more control characters in it is dropped.
_MOST_HELD = 64


class OutputFilter:
    """Filters the output of one terminal, wherever it is cut into pieces."""

    def __init__(self) -> None:
        self._held = b""
        self._is_in_string = False

    def feed(self, data: bytes) -> bytes:
        """Return what may be shown of the output so far."""
        rest = _ABANDONED.sub(b"", _SINGLE.sub(b"", self._held + data))
        self._held = b""
        shown = bytearray()
        while rest:
            rest = self._skip_string(rest) if self._is_in_string else self._pass_text(rest, shown)
        return bytes(shown)

    def _pass_text(self, data: bytes, shown: bytearray) -> bytes:
        """Pass on what comes before the next string; return what follows its beginning."""
        if found := _STRING.search(data):
            shown += data[: found.start()]
            self._is_in_string = True
            return data[found.end() :]
        cut = _OPEN.search(data)
        end = cut.start() if cut else len(data)
        shown += data[:end]
        self._held = data[end:] if len(data) - end <= _MOST_HELD else b""
        return b""

    def _skip_string(self, data: bytes) -> bytes:
        """Return what follows the end of the string, if that has come."""
        found = _END.search(data)
        if found is None:
            self._held = data[-1:] if data.endswith(b"\xc2") else b""
            return b""
        if data[found.start()] != 0x1B:
            self._is_in_string = False
            return data[found.end() :]
        if found.end() == len(data):  # what the ESC begins has not come yet
            self._held = data[found.start() :]
            return b""
        self._is_in_string = False
        is_end = data[found.end()] == ord("\\")
        return data[found.end() + 1 :] if is_end else data[found.start() :]
