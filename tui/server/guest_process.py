"""A guest's process: who it is, where its files are, and what it was asked to do.

It belongs to one member. Its environment is what the door put there; its folder is that member's, and there is no word
by which a guest could name another place.
"""

import contextlib
import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from saves import files as disk
from saves.errors import SaveError
from saves.paths import make_private
from saves.quota import Quota
from saves.sanitize import one_line
from tui.server.allowed_commands import NotOnTheList, Wish, read_words, told
from tui.server.prefork.protocol import Errand
from tui.server.unbuffered_input import TooLong, next_line, open_input

FAILED = 1
WRONG_WORDS = 2
_MEGABYTE = 1024 * 1024
#: What of a guest's own environment may come in, as far as it is short and can be printed.
_LET_THROUGH = ("TERM", "LANG", "COLORTERM")
_LONGEST_VALUE = 60
_LEAVING = ("quit", "exit")


def let_through(given: Mapping[str, str]) -> dict[str, str]:
    """What may come in of an environment from outside."""
    return {
        name: value
        for name, value in given.items()
        if (name in _LET_THROUGH or (name.startswith("LC_") and name[3:].isalpha() and len(name) < 20))
        and len(value) <= _LONGEST_VALUE
        and value.isascii()
        and value.isprintable()
    }


def speaks_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the guest's terminal can show more than ASCII; where no locale is named, nobody has said it cannot."""
    named = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    return not named or "utf8" in named.lower().replace("-", "")


def receive(errand: Errand) -> int:
    """Do what a guest of the door came for; returns the exit code."""
    from tui.server.guest_services import lean_on_the_door
    from tui.server.prefork.parent import LINE_TO_THE_DOOR

    lean_on_the_door(LINE_TO_THE_DOOR)
    return serve(errand)


def serve(errand: Errand) -> int:
    """The same for whoever came by a forced command, whose process has bots of its own."""
    from tui.club.command import go_to_lobby

    _settle(errand)
    has_screen = errand.is_terminal and os.environ.get("TERM", "dumb") != "dumb"
    if errand.words is not None:
        return obey(errand.words, has_screen, errand)
    _tell_news(errand, has_screen)
    if has_screen:
        return _go(lambda: go_to_lobby(errand.club, errand.member))
    return read_lines(errand)


def _settle(errand: Errand) -> None:
    """This process is one member's, within that member's limits."""
    from saves.club.store import Club, Limits

    home = Path(errand.home)
    make_private(home)
    os.chdir(home)
    os.environ.update(
        SAMOVAR_HOME=errand.home, SAMOVAR_CLUB=errand.club, SAMOVAR_GUEST=errand.member, LOGNAME=errand.member
    )
    Club.limits = Limits(errand.tables, errand.table_lines)
    disk.quota = Quota(home, errand.disk_megabytes * _MEGABYTE)


# Line by line


def read_lines(errand: Errand) -> int:
    """Commands, one a line, until the input ends."""
    print(f"Samovar. You are {errand.member}. help lists what you can write here; quit leaves.", flush=True)
    code = 0
    try:
        while (line := next_line(errand.line_letters)) is not None:
            if line.lower() in _LEAVING:
                return 0
            if line:
                open_input()
                code = obey(line, False, errand)
                sys.stdout.flush()
    except TooLong:
        _complain(_too_long(errand))
        return WRONG_WORDS
    return code


def obey(text: str, has_screen: bool, errand: Errand) -> int:
    """One line of words."""
    try:
        if len(text) > errand.line_letters:
            raise NotOnTheList(_too_long(errand))
        wish = read_words(text, has_screen, errand.member)
        return _fulfil(wish, errand)
    except NotOnTheList as refusal:
        _complain(str(refusal))
        return WRONG_WORDS
    except SaveError as error:
        _complain(str(error))
        return FAILED
    except BrokenPipeError:
        return FAILED


def _fulfil(wish: Wish, errand: Errand) -> int:
    from tui.club.command import go_to_table

    match wish.place:
        case "house":
            return _run_house(wish.words)
        case "table":
            return _go(lambda: go_to_table(wish.words[0], errand.club, errand.member))
        case "export":
            return _export(wish.words[0])
        case "import":
            return _import()
        case "club export":
            return _export_table(wish.words[0], errand.member)
        case "keys":
            from tui.server.keys import keys

            return keys(wish.words, errand)
        case "help":
            for line in told():
                print(line)
            return 0


def _run_house(words: list[str]) -> int:
    """A command of the house, which tells its own troubles."""
    from tui.cli.main import samovar

    return _go(lambda: samovar.main(words, prog_name="samovar", standalone_mode=False))


def _go(job: Callable[[], object]) -> int:
    """Whatever goes wrong there is told as everywhere in the house."""
    from tui.cli.main import run

    try:
        run(job)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


# Files


def _export(name: str) -> int:
    """The match, as it lies on the disk, to standard output."""
    from saves.match_store import Store

    return _send(disk.read_whole(Store().find(name).path))


def _import() -> int:
    """The match that standard input brings becomes one of the member's."""
    from saves.match_store import Store

    sent = sys.stdin.buffer.read(disk.LARGEST + 1)
    with tempfile.TemporaryDirectory(dir=os.environ["SAMOVAR_HOME"]) as folder:
        path = Path(folder) / "standard-input.json"
        disk.write_new(path, sent)
        entry = Store().bring_in(path)
    print(f"Brought in as {entry.label}.")
    return 0


def _export_table(table: str, member: str) -> int:
    """A finished match of the club, to standard output."""
    with tempfile.TemporaryDirectory(dir=os.environ["SAMOVAR_HOME"]) as folder:
        path = Path(folder) / "match.json"
        with contextlib.redirect_stdout(io.StringIO()):
            code = _run_house(["club", "export", "--as", member, "--", table, str(path)])
        return code or _send(disk.read_whole(path))


def _send(data: bytes) -> int:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


# News of the keeper's


def _tell_news(errand: Errand, waits: bool) -> None:
    """The keeper's message, once for everybody who comes, and again when it has changed."""
    if not errand.motd:
        return
    digest = hashlib.sha256(errand.motd.encode()).hexdigest().encode()
    seen = Path(errand.home) / "motd-seen"
    with contextlib.suppress(OSError):
        if disk.read_whole(seen) == digest:
            return
    for line in errand.motd.splitlines():
        print(one_line(line))
    if waits:
        print("Press Enter.", end="", flush=True)
        sys.stdin.readline()
    with contextlib.suppress(OSError):
        disk.write_whole(seen, digest)


def _too_long(errand: Errand) -> str:
    return f"A line has at most {errand.line_letters} letters."


def _complain(sentence: str) -> None:
    sys.stdout.flush()
    print(one_line(sentence), file=sys.stderr, flush=True)
