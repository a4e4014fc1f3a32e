"""What guests are told: no paths of the host, no address of the database, no names of classes, and no advice to run a
program that they do not have."""

import ast
import itertools
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from saves.club.errors import ClubError
from saves.club.ratings import Ratings, RatingsUnavailableError
from saves.club.store import Club
from saves.guest import typed_command
from tests.conftest import ROOT
from tests.limits import until
from tests.tui.server.ssh_clients import Door
from tui.server import guest_process
from tui.server.allowed_commands import ALLOWED_COMMANDS

#: The modules whose errors a guest can meet.
_FOLDERS = ("saves/club", "tui/club", "tui/server")
#: The modules with texts that no guest meets: of the command line of `serve`, for the operator's log, of missing
#: packages, and where no club is named.
_OPERATORS = {
    "saves/club/database/postgres.py",
    "saves/club/ratings.py",
    "saves/club/bans.py",
    "tui/club/notice_choice.py",
    "tui/club/operator_commands.py",
    "tui/club/home_link.py",
    "tui/server/bot_player.py",
    "tui/server/command.py",
}
_CLASS = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Error|Exception|Operation)\b")


def _raised() -> Iterator[tuple[str, str]]:
    """Return every sentence with which an error is raised or a guest turned away, and the module that has it."""
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            tree = ast.parse(path.read_text())
            calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_error(node.func))
            for node in itertools.chain(calls, _refusals(tree)):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield name, part.value


def _advice() -> Iterator[tuple[str, str]]:
    """Return every text of the program that tells to run a samovar or an installer, and the module that has it.

    `saves.guest.typed_command` tells both a player and a guest what to type.
    """
    for folder in ("saves", "tui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text())
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "install_text":
                    yield str(path.relative_to(ROOT)), "install_text"
                text = node.value if isinstance(node, ast.Constant) else None
                if isinstance(text, str) and text not in docs and re.search(r"\bsamovar [a-z]|\bpipx?\b", text):
                    yield str(path.relative_to(ROOT)), text


def _refusals(tree: ast.AST) -> Iterator[ast.AST]:
    """Return the functions that say why somebody may not come in."""
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return (returned for node in functions if "refusal" in node.name for returned in node.body[1:])


def _is_error(function: ast.expr) -> bool:
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return name.endswith(("Error", "_refused")) or name in ("end", "_say", "_print")


def test_no_error_of_the_club_or_the_server_advises_what_guests_do_not_have() -> None:
    told = list(_raised())
    assert len(told) > 60, "the sentences are not found"
    assert [entry for entry in told if _CLASS.search(entry[1])] == []
    advice = list(_advice())
    assert {name for name, _ in advice} == _OPERATORS, advice


def test_what_a_guest_is_told_to_type_is_an_ssh(monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed_command("play mezen") == "samovar play mezen"
    monkeypatch.setenv("SAMOVAR_GUEST", "anna")
    assert typed_command("play mezen") == "ssh … play mezen"
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(RatingsUnavailableError, match=r"^There are no ratings on this server\.$"):
        Ratings()


def _gone(path: Path) -> None:
    path.unlink()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _noise(path: Path) -> None:
    path.write_bytes(b"not a database at all" * 500)


def _other(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as club:
        club.execute("INSERT INTO club_schema (version) VALUES (999)")


@pytest.mark.parametrize("break_it", [_gone, _folder, _noise, _other, _newer])
def test_a_guests_club_does_not_say_where_it_is(tmp_path: Path, break_it: Callable[[Path], None]) -> None:
    path = tmp_path / "secret-place" / "secret.db"
    Club.open(f"sqlite:///{path}").close()
    club = Club.open(f"sqlite:///{path}", is_guest=True)
    club.close()
    for extra in path.parent.glob("secret.db-*"):
        extra.unlink()
    break_it(path)
    told = []
    for call in (club.members, lambda: Club.open(f"sqlite:///{path}", is_guest=True).members()):
        try:
            call()
        except ClubError as error:
            told.append(str(error))
    assert len(told) == 2
    assert not [text for text in told if "secret" in text or "/" in text or _CLASS.search(text)]


def test_nor_does_a_club_in_postgresql() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(ClubError) as caught:
        Club.open("postgresql://root:hunter2@127.0.0.1:1/hidden", is_guest=True)
    assert str(caught.value) == "The club cannot be reached."


@pytest.mark.parametrize(
    "error", [KeyError("x"), OSError(28, "No space left on device", "/srv/hidden/file"), OSError()]
)
def test_a_guest_learns_nothing_of_the_host_from_a_crash(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMOVAR_GUEST", "anna")
    monkeypatch.setenv("SAMOVAR_HOME", str(tmp_path / "hidden"))

    def stumble() -> None:
        raise error

    assert guest_process._go(stumble) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "hidden" not in told and not _CLASS.search(told)


def test_a_guest_whose_club_is_lost_is_told_so_and_no_more(tmp_path: Path) -> None:
    with Door(tmp_path) as door:
        door.member("anna")
        caller = door.call("anna")
        caller.hears("quit leaves.")
        for path in (door.folder / "door").glob("club.db*"):
            path.rename(tmp_path / path.name)
        caller.type("club list", "club members", "quit")
        caller.ends()
        until(lambda: "the club is away" in door.log, "the operator is not told")
        for sentence in (caller.refusal, door.tell("anna", "club list").refusal):
            assert "club" in sentence and str(tmp_path) not in sentence and "club.db" not in sentence
            assert os.sep not in sentence and "samovar " not in sentence


def test_the_help_of_a_command_lists_only_what_a_guest_can_use(door: Door) -> None:
    door.member("petr")
    told = door.tell("petr", "club new --help")
    assert told.code == 0 and "--seats SEAT,…" in told.text and "Who plays: me, open" in told.text
    for hidden in ("--seed", "--club", "--as ", "--driver"):
        assert hidden not in told.text
    for name in ("play", "keys link", "club"):
        lines = door.tell("petr", f"{name} --help").text.splitlines()
        assert lines[0].startswith(ALLOWED_COMMANDS[name].told.split("  ")[0]), name


def test_a_guest_plays_alone_under_their_own_name(door: Door) -> None:
    door.member("nina")
    told = door.tell("nina", "play mezen --seats you,bot:novice", b"quit\n")
    assert ", nina\n" in told.text and "Player 1" not in told.text
    screen = door.call("nina", "play mezen", terminal=(80, 24))
    screen.sees("nina")
    screen.send(b"\x03")
    screen.ends()
