"""The question to somebody new, before the name is theirs."""

import sys
import termios
from typing import Any

from saves.sanitize import one_line
from tui.server.unbuffered_input import LineTooLongError, read_line

YES, NO = 0, 1
_LONGEST = 200
_YES = ("y", "yes")
_NO = ("n", "no")
_CTRL_C = "\x03"
#: Where the modes of a terminal have the local flags, and the special letters.
_LOCAL, _LETTERS = 3, 6


def confirm_registration(name: str, is_terminal: bool) -> int:
    """Whether this is the name that they want."""
    if not is_terminal:
        return _ask(name, is_terminal)
    before = termios.tcgetattr(0)
    try:
        termios.tcsetattr(0, termios.TCSANOW, _answering_ctrl_c(before))
        return _ask(name, is_terminal)
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


def _answering_ctrl_c(modes: list[Any]) -> list[Any]:
    """Ctrl+C ends the line, as Enter does: the terminal is not ours, so that it could send us no signal."""
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
            sys.stdout.write("Then come again by the name that you want: ssh NAME@ and this host.\n")
            return NO
        if answer in _YES:
            return YES


def _answer() -> str:
    """What is typed; where nothing can be any more, that is a no."""
    try:
        answer = read_line(_LONGEST, b"\n" + _CTRL_C.encode())
    except (LineTooLongError, OSError):
        return _NO[0]
    return _NO[0] if answer is None or _CTRL_C in answer else answer.lower()
