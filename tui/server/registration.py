"""Ask a new user to confirm the registration of a name."""

import os
import sys
import termios
from typing import Any

from saves.sanitize import one_line
from tui.server.prefork.protocol import CONTROL_DESCRIPTOR
from tui.server.unbuffered_input import LineTooLongError, read_line

YES, NO = 0, 1
_LONGEST = 200
_YES = ("y", "yes")
_NO = ("n", "no")
_CTRL_C = "\x03"
#: The positions of the local flags and of the special characters in the modes of a terminal.
_LOCAL, _LETTERS = 3, 6


def confirm_registration(name: str, is_terminal: bool) -> int:
    """Ask whether this is the right name, or without one for a name, which is sent to the server; return YES or NO."""
    if not is_terminal:
        return _ask(name, is_terminal) if name else _ask_name(is_terminal)
    before = termios.tcgetattr(0)
    try:
        termios.tcsetattr(0, termios.TCSANOW, _answering_ctrl_c(before))
        return _ask(name, is_terminal) if name else _ask_name(is_terminal)
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


def _answering_ctrl_c(modes: list[Any]) -> list[Any]:
    """Let Ctrl+C end the line as Enter does, because this is not our controlling terminal, and sends us no signal."""
    letters = [*modes[_LETTERS]]
    letters[termios.VEOL] = _CTRL_C.encode()
    return [*modes[:_LOCAL], modes[_LOCAL] & ~termios.ISIG, *modes[_LOCAL + 1 : _LETTERS], letters]


def _ask(name: str, is_terminal: bool) -> int:
    shown = one_line(name, 40)
    sys.stdout.write("Welcome. Your key is new here, and the name is free.\n")
    while True:
        sys.stdout.write(f"Is {shown} the name you want? (yes or no) ")
        sys.stdout.flush()
        answer = _answer()
        if not is_terminal:
            sys.stdout.write("\n")
        if answer in _NO:
            sys.stdout.write("Then log in again with the name you want: ssh NAME@ and this host.\n")
            return NO
        if answer in _YES:
            return YES


def _ask_name(is_terminal: bool) -> int:
    """Ask somebody who comes by a friend's line for a name, and send it to the server."""
    sys.stdout.write("Welcome. A seat waits for you, and your key is new here.\n")
    sys.stdout.write("What do you want to be called? ")
    sys.stdout.flush()
    name = (_line() or "").strip()
    if not is_terminal:
        sys.stdout.write("\n")
    if not name:
        return NO
    os.write(CONTROL_DESCRIPTOR, name.encode())
    return YES


def _line() -> str | None:
    """Return what is typed; None when the input has ended or cannot be read."""
    try:
        answer = read_line(_LONGEST, b"\n" + _CTRL_C.encode())
    except (LineTooLongError, OSError):
        return None
    return None if answer is None or _CTRL_C in answer else answer


def _answer() -> str:
    """Return what is typed; a no when the input has ended or cannot be read."""
    answer = _line()
    return _NO[0] if answer is None else answer.lower()
