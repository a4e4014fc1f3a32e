"""What a program has switched its terminal to, so that another terminal can be switched to the same."""

import re

_SWITCH = re.compile(rb"\x1b\[\?([0-9;]{1,40})([hl])")
#: The end of an output that may be the beginning of a switch.
_OPEN = re.compile(rb"\x1b(?:\[(?:\?[0-9;]{0,40})?)?\Z")
#: The alternate screen, the mouse, focus, pasting, line wrap and the cursor.
_KEPT = (7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004)


class TerminalModes:
    """The private modes of one terminal."""

    def __init__(self) -> None:
        self._modes: dict[int, bool] = {}
        self._open = b""

    def feed(self, data: bytes) -> None:
        """Note what the output switches."""
        if b"\x1b" not in data and not self._open:
            return
        data = self._open + data
        for found in _SWITCH.finditer(data):
            for number in found[1].split(b";"):
                if number and (mode := int(number)) in _KEPT:
                    self._modes[mode] = found[2] == b"h"
        cut = _OPEN.search(data)
        self._open = data[cut.start() :] if cut else b""

    def restored(self) -> bytes:
        """Return what resets another terminal and switches it to the same modes."""
        switches = [f"\x1b[?{mode}{'h' if is_on else 'l'}" for mode, is_on in sorted(self._modes.items())]
        return f"\x18\x1bc{''.join(switches)}".encode()
