"""A guest's process: its member, its folder, and the command that it runs.

It belongs to one member. Its environment is what the server set; its folder is that member's, and no command lets a
guest name another place.
"""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from saves import files
from saves.errors import SaveError
from saves.match_store import MatchStore
from saves.paths import DataPaths, make_private
from saves.sanitize import one_line
from tui.cli.main import run, samovar
from tui.club.command import go_to_lobby, go_to_table
from tui.server.allowed_commands import (
    CommandNotAllowedError,
    GuestRequest,
    command_help_lines,
    help_lines,
    parse_command,
)
from tui.server.arrival_news import tell_news
from tui.server.guest_services import connect_to_server, shared_services
from tui.server.keys import keys
from tui.server.prefork.protocol import CONTROL_DESCRIPTOR, ProcessTask
from tui.server.unbuffered_input import LineTooLongError, open_input, read_line
from tui.services import Services

FAILED = 1
WRONG_WORDS = 2
_LEAVING = ("quit", "exit")


def run_guest(task: ProcessTask) -> int:
    """Run what a guest of the server came for, in the process that was forked for it; return the exit code."""
    return serve(task, shared_services(task, connect_to_server(CONTROL_DESCRIPTOR)))


def serve(task: ProcessTask, services: Services) -> int:
    """Run what a guest came for with these services; return the exit code."""
    _settle(task)
    has_screen = task.is_terminal and os.environ.get("TERM", "dumb") != "dumb"
    if task.arguments is not None:
        return run_words(task.arguments, has_screen, task, services)
    tell_news(task, has_screen, services.paths.quota, services.open_club)
    if has_screen:
        return _go(lambda: go_to_lobby(services, task.club, task.member))
    return read_lines(task, services)


def _settle(task: ProcessTask) -> None:
    """Make this process one member's."""
    home = Path(task.home)
    make_private(home)
    os.chdir(home)
    os.environ.update(SAMOVAR_HOME=task.home, SAMOVAR_CLUB=task.club, SAMOVAR_GUEST=task.member, LOGNAME=task.member)


# Line by line


def read_lines(task: ProcessTask, services: Services) -> int:
    """Run commands, one a line, until the input ends."""
    print(f"Samovar. You are {task.member}. help lists what you can write here; quit leaves.", flush=True)
    code = 0
    try:
        while (line := read_line(task.line_letters)) is not None:
            if line.lower() in _LEAVING:
                return 0
            if line:
                open_input()
                code = run_words(line, False, task, services)
                sys.stdout.flush()
    except LineTooLongError:
        _print_error(_too_long(task))
        return WRONG_WORDS
    return code


def run_words(text: str, has_screen: bool, task: ProcessTask, services: Services) -> int:
    """Run one line of words; return the exit code."""
    try:
        if len(text) > task.line_letters:
            raise CommandNotAllowedError(_too_long(task))
        request = parse_command(text, has_screen, task.member)
        return _run_request(request, task, services)
    except CommandNotAllowedError as refusal:
        _print_error(str(refusal))
        return WRONG_WORDS
    except SaveError as error:
        _print_error(str(error))
        return FAILED
    except BrokenPipeError:
        return FAILED


def _run_request(request: GuestRequest, task: ProcessTask, services: Services) -> int:
    match request.place:
        case "house":
            return _run_cli(request.words, services)
        case "table":
            return _go(lambda: go_to_table(services, request.words[0], task.club, task.member))
        case "export":
            return _export(request.words[0], services.paths)
        case "import":
            return _import(services.paths)
        case "club export":
            return _export_table(request.words[0], task.member, services)
        case "keys":
            return keys(request.words, task, services.open_club)
        case "help":
            for line in _command_help(*request.words) if request.words else help_lines():
                print(line)
            return 0


def _command_help(name: str) -> list[str]:
    """Return the help of one command, without what a guest cannot use there."""
    context, command = click.Context(samovar), samovar.get_command(click.Context(samovar), name.split()[0])
    if isinstance(command, click.Group):
        command = command.get_command(context, name.split()[-1]) or command
    params = command.params if command is not None else []
    records = [param.get_help_record(context) for param in params if isinstance(param, click.Option)]
    return command_help_lines(name, dict(record for record in records if record is not None))


def _run_cli(words: list[str], services: Services) -> int:
    """Run a command of the command line, which reports its own errors."""
    return _go(lambda: samovar.main(words, prog_name="samovar", standalone_mode=False, obj=services))


def _go(job: Callable[[], object]) -> int:
    """Run a job; errors are reported as on the command line."""
    try:
        run(job)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


# Files


def _export(name: str, paths: DataPaths) -> int:
    """Write the match, as it lies on the disk, to standard output."""
    return _send(files.read_bytes(MatchStore(paths).find(name).path))


def _import(paths: DataPaths) -> int:
    """Save the match on standard input as one of the member's."""
    sent = sys.stdin.buffer.read(files.LARGEST + 1)
    with tempfile.TemporaryDirectory(dir=os.environ["SAMOVAR_HOME"]) as folder:
        path = Path(folder) / "standard-input.json"
        files.write_new(path, sent, paths.quota)
        entry = MatchStore(paths).import_file(path)
    print(f"Added as {entry.label}.")
    return 0


def _export_table(table: str, member: str, services: Services) -> int:
    """Write a finished match of the club to standard output."""
    with tempfile.TemporaryDirectory(dir=os.environ["SAMOVAR_HOME"]) as folder:
        path = Path(folder) / "match.json"
        with contextlib.redirect_stdout(io.StringIO()):
            code = _run_cli(["club", "export", "--as", member, "--", table, str(path)], services)
        return code or _send(files.read_bytes(path))


def _send(data: bytes) -> int:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


def _too_long(task: ProcessTask) -> str:
    return f"A line has at most {task.line_letters} letters."


def _print_error(sentence: str) -> None:
    sys.stdout.flush()
    print(one_line(sentence), file=sys.stderr, flush=True)
