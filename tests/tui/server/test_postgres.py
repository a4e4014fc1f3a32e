"""A server with a club on a real PostgreSQL: only what the server adds, the database is tested with the store."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from core import registry
from saves.club.database.proxy import CONNECTIONS
from saves.club.events import MemberSatDown, new_id
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.conftest import ROOT
from tests.limits import LIMIT, until
from tests.saves.club.conftest import server
from tests.saves.club.postgres_server import Server
from tests.tui.server.ssh_clients import Door
from tui.club.client import open_table

__all__ = ["server"]


@pytest.fixture(scope="module")
def far(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A door whose club lies on a server."""
    with server.database() as address, Door(tmp_path_factory.mktemp("far"), club=address) as door:
        yield door


def _first(moves: object) -> str:
    return "1"


def test_a_newcomer_signs_in_lays_a_table_and_plays_to_the_end_though_the_door_is_killed(far: Door) -> None:
    assert far.tell("anna", "keys list", b"yes\n").code == 0, "a new key with a free name"
    assert far.tell("Anna", "keys list", key="stranger").code == 255, "a name that is taken"
    far.member("boris")
    anna = far.call("anna", "club new mezen --seats me,boris", answers=_first)
    table = anna.hears("\n").split()[1]
    boris = far.call("boris", f"club join {table}", answers=_first)
    boris.until(lambda: len(boris.questions) > 3, "questions")
    far.processes()
    far.process.kill()
    far.process.wait()
    anna.ends()
    boris.ends()
    with Club.open(far.address) as club:
        before = club.events(table)
        far.open()
        again = [far.call(name, f"club join {table}", answers=_first) for name in ("anna", "boris")]
        assert [caller.ends() for caller in again] == [0, 0]
        assert again[0].text.splitlines()[-1] == again[1].text.splitlines()[-1]
        after = club.events(table)
    assert after[: len(before)] == before, "an acknowledged line was lost"


def test_a_move_comes_to_the_screen_of_another_guest(far: Door) -> None:
    far.member("vera", "oleg")
    places = (SeatTerms("vera"), SeatTerms("oleg"))
    with Club.open(far.address) as club:
        table = club.new_table(Terms("mezen", registry.get_game("mezen").edition, "vera", places), seed=7)
        assert club.append(table, 0, MemberSatDown(new_id(), 1), "oleg")
        match = open_table(club, table).match
    assert match is not None and match.state.actor is not None
    mover = match.names[match.state.actor]
    callers = {name: far.call(name, f"club join {table}", terminal=(80, 24)) for name in ("vera", "oleg")}
    waiting = next(caller for name, caller in callers.items() if name != mover)
    waiting.sees(f"Waiting for {mover}.")
    callers[mover].sees("choose")
    callers[mover].send(b"\r")
    waiting.until(lambda: f"Waiting for {mover}." not in waiting.screen(), "the move")
    for caller in callers.values():
        caller.send(b"\x03")
        assert caller.ends() == 0


def test_guests_who_do_much_share_few_connections(far: Door) -> None:
    """The door's own are those of its entrance, of its bells, and two of its attendant."""
    names = [f"busy-{number}" for number in range(CONNECTIONS + 6)]
    far.member(*names)
    counted = [0]
    callers = [far.call(name, "club", terminal=(80, 24)) for name in names]
    for caller in callers:
        while "new table" not in caller.screen():
            assert caller.code is None, caller.text
            counted.append(_connections(far))
        caller.send(b"n\x1b")
    for caller in callers:
        caller.send(b"\x03")
        assert caller.ends() == 0
    assert max(counted) <= CONNECTIONS + 4


def test_a_clerk_that_is_lost_is_replaced_and_nobody_notices_for_long(far: Door) -> None:
    far.member("irina")
    irina = far.call("irina", "club", terminal=(80, 24))
    irina.sees("new table")
    (clerk,) = [process for process in psutil.Process(far.process.pid).children(recursive=True) if _is_clerk(process)]
    clerk.kill()
    until(lambda: far.tell("irina", "club list").code == 0, "the club stays away")
    irina.send(b"\x03")
    assert irina.ends() == 0


def _is_clerk(process: psutil.Process) -> bool:
    """It reads and writes nothing but its lines, and has no children."""
    ends = {os.readlink(f"/proc/{process.pid}/fd/{number}") for number in range(3)}
    return ends == {os.devnull} and not process.children()


def test_a_door_without_the_package_of_postgresql_loads_all_else() -> None:
    loading = (
        "import sys; sys.modules['psycopg'] = None; from tui.server.prefork.parent import load; load(); print('warm')"
    )
    ran = subprocess.run([sys.executable, "-c", loading], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert ran.stdout == "warm\n", ran.stderr


def test_the_parent_of_guests_loads_nothing_that_only_the_server_uses() -> None:
    """Each guest's process is a copy of it: what stands in it costs memory for nothing."""
    loading = "import sys; from tui.server.prefork.parent import load; load(); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", loading], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    loaded = set(ran.stdout.split())
    assert {"tui.server.guest_process", "tui.club.match_feature", "core.games.mezo.rules"} <= loaded, ran.stderr
    assert not {"asyncssh", "tui.server.ssh_server", "tui.server.bot_pool", "core.bots.training.tune"} & loaded


def _connections(door: Door) -> int:
    """How many the club's database has, but for this one."""
    with psycopg.connect(door.address) as connection:
        counted = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ((found,),) = connection.execute(counted).fetchall()
    return int(found)


def test_a_server_waits_for_a_database_that_is_not_up_yet_and_tells_when_it_is_away_and_back(tmp_path: Path) -> None:
    log = tmp_path / "samovar" / "logs" / "door.log"
    with Server.own() as database:
        address = database.new_database()
        database.kill()
        process = _started(tmp_path, address)
        assert process.stdout is not None
        try:
            assert process.stdout.readline().endswith("cannot be reached. The server waits for it.\n")
            database.restart()
            assert re.search(r"port \d+", process.stdout.readline())
            assert log.read_text().count("the club is back") == 1
            database.kill()
            until(lambda: "the club is away" in log.read_text().partition("the server listens")[2], "nobody notices")
            database.restart()
            until(lambda: "the club is back" in log.read_text().partition("the server listens")[2], "it stays away")
        finally:
            process.terminate()
            assert process.wait(LIMIT) == 0
            process.stdout.close()


def test_a_server_that_waits_for_its_database_can_be_ended(tmp_path: Path) -> None:
    process = _started(tmp_path, "postgresql://nobody@127.0.0.1:1/nothing")
    assert process.stdout is not None and "waits for it" in process.stdout.readline()
    process.terminate()
    assert process.wait(LIMIT) == 0
    process.stdout.close()


def _started(folder: Path, address: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.tui.server.patient_server", "--port", "0", "--club", address],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "SAMOVAR_HOME": str(folder / "samovar")},
    )  # fmt: skip
