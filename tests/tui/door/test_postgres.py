"""A door to a club on a real PostgreSQL: what is the store's own is tested there, here what the door makes of it."""

import time
from collections.abc import Iterator

import psycopg
import pytest

from core import shelf
from saves.club.lines import SatDown, new_id
from saves.club.store import Club
from saves.club.terms import Place, Terms
from tests.saves.club.conftest import server
from tests.saves.club.server import Server
from tests.tui.door.people import LIMIT, Door
from tui.club.guest import open_table

__all__ = ["server"]


@pytest.fixture(scope="module")
def far(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A door whose club lies on a server."""
    with Door(tmp_path_factory.mktemp("far"), club=server.new_database()) as door:
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
        before = club.lines(table)
        far.open()
        again = [far.call(name, f"club join {table}", answers=_first) for name in ("anna", "boris")]
        assert [caller.ends() for caller in again] == [0, 0]
        assert again[0].text.splitlines()[-1] == again[1].text.splitlines()[-1]
        after = club.lines(table)
    assert after[: len(before)] == before, "an acknowledged line was lost"


def test_a_move_comes_to_the_screen_of_another_guest(far: Door) -> None:
    far.member("vera", "oleg")
    places = (Place("vera"), Place("oleg"))
    with Club.open(far.address) as club:
        table = club.new_table(Terms("mezen", shelf.game("mezen").edition, "vera", places), seed=7)
        assert club.append(table, 0, SatDown(new_id(), 1), "oleg")
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


def test_guests_who_only_look_share_the_connections_of_the_door(far: Door) -> None:
    """Each has one while it does something, and gives it back."""
    names = [f"looker-{number}" for number in range(6)]
    far.member(*names)
    callers = [far.call(name, "club", terminal=(80, 24)) for name in names]
    for caller in callers:
        caller.sees("new table")
    until = time.monotonic() + LIMIT
    while (found := _connections(far)) >= len(names):
        assert time.monotonic() < until, f"{found} connections for {len(names)} guests who do nothing"
        time.sleep(0.2)
    for caller in callers:
        caller.send(b"\x03")
        assert caller.ends() == 0


def _connections(door: Door) -> int:
    """How many the club's database has, but for this one."""
    with psycopg.connect(door.address) as connection:
        counted = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ((found,),) = connection.execute(counted).fetchall()
    return int(found)
