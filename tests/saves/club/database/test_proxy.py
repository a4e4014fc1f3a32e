"""Many who share few connections to a server."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
import psycopg
import pytest

from saves.club.database import proxy
from saves.club.database.opening import SendSocket
from saves.club.database.proxy import CONNECTIONS, BeginRequest, ProxyConnection, Statement
from saves.club.errors import ClubError
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.limits import LIMIT, until
from tests.saves.club.postgres_server import Server
from tests.saves.club.shared_proxy import start_proxy

TERMS = Terms("mezen", 1, "anna", (SeatTerms("anna"), SeatTerms("boris")))


OpenClub = Callable[[], Club]


@pytest.fixture
def address(server: Server) -> Iterator[str]:
    with server.database() as address:
        yield address


@pytest.fixture
def send_socket(address: str) -> SendSocket:
    return start_proxy(address)


@pytest.fixture
def open_club(address: str, send_socket: SendSocket) -> OpenClub:
    return partial(Club.open, address, send_socket=send_socket)


@pytest.fixture
def keeper(address: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def connections(keeper: psycopg.Connection) -> int:
    counted = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ((found,),) = keeper.execute(counted).fetchall()
    return int(found)


def test_many_at_once_have_no_more_connections_than_there_are(open_club: OpenClub, keeper: psycopg.Connection) -> None:
    many = 4 * CONNECTIONS
    most, laid = [0], list[str]()
    with open_club():
        pass  # who is first sets the club up

    def lay() -> None:
        with open_club() as club:
            laid.extend(club.new_table(TERMS) for _ in range(3))

    threads = [threading.Thread(target=lay) for _ in range(many)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        most.append(connections(keeper))
    assert len(set(laid)) == 3 * many
    with open_club() as club:
        assert len(club.tables("waiting", 1000)) == 3 * many
    assert max(most) <= CONNECTIONS


def begun(send_socket: SendSocket) -> ProxyConnection:
    """A line on which a transaction has begun that has written something, and says no more."""
    ours, theirs = socket.socketpair()
    with theirs:
        send_socket(theirs)
    line = ProxyConnection(ours)
    line.send(BeginRequest())
    line.receive(LIMIT)
    line.send(Statement("INSERT INTO club_members (id, name, joined) VALUES (?, ?, ?)", ("@vera", "Vera", 1.0)))
    answer = msgspec.json.decode(line.receive(LIMIT), type=proxy.ProxyReply)
    assert answer.count == 1, answer.error
    return line


def is_free(keeper: psycopg.Connection) -> bool:
    """Whether nobody is within a transaction."""
    counted = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
    return keeper.execute(counted).fetchall() == [(0,)]


def wait_until_free(keeper: psycopg.Connection) -> None:
    until(lambda: is_free(keeper), "the connection is kept")


def test_what_a_lost_guest_had_begun_has_not_happened(
    open_club: OpenClub, send_socket: SendSocket, keeper: psycopg.Connection
) -> None:
    with open_club() as club:
        line = begun(send_socket)
        assert not is_free(keeper)
        line.close()
        wait_until_free(keeper)
        assert club.member("vera") is None


def test_whoever_falls_silent_is_let_go(
    open_club: OpenClub, send_socket: SendSocket, keeper: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_club() as club:
        line = begun(send_socket)
        monkeypatch.setattr(proxy, "_TIMEOUT", 0.3)
        line.send(Statement("SELECT 1", ()))  # whatever follows its answer is waited for so long
        line.receive(LIMIT)
        wait_until_free(keeper)
        assert club.member("vera") is None
        line.close()


def test_after_a_refusal_the_line_goes_on(open_club: OpenClub) -> None:
    with open_club() as club:
        with pytest.raises(ClubError, match=r"has a problem: relation .nowhere. does not exist"):
            club.query("SELECT * FROM nowhere")
        with contextlib.suppress(ZeroDivisionError), club.transaction() as transaction:
            transaction.run("DELETE FROM club_schema")
            raise ZeroDivisionError
        assert club.new_table(TERMS) in {table.id for table in club.tables("waiting", 10)}


def test_without_a_clerk_the_club_is_away_and_comes_back(address: str, open_club: OpenClub) -> None:
    with open_club() as club:
        table = club.new_table(TERMS)
    with pytest.raises(ClubError, match="cannot be reached"):
        Club.open(address, send_socket=lambda end: None)
    with open_club() as club:
        assert [found.id for found in club.tables("waiting", 10)] == [table]


def test_connections_that_the_server_has_cut_are_made_again(open_club: OpenClub, keeper: psycopg.Connection) -> None:
    with open_club() as club:
        table = club.new_table(TERMS)
        keeper.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                       " WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip
        with pytest.raises(ClubError, match="cannot be reached"):
            club.tables("waiting", 10)
        assert [found.id for found in club.tables("waiting", 10)] == [table]


def test_an_interrupt_between_question_and_answer_leaves_no_answer_to_the_wrong_question(open_club: OpenClub) -> None:
    class Interrupted(BaseException):
        pass

    with open_club() as club:
        table = club.new_table(TERMS)
        database = club._database
        assert isinstance(database, proxy.ProxyDatabase)
        hear = ProxyConnection.receive

        def interrupted(line: ProxyConnection, patience: float | None = None) -> bytes:
            if threading.current_thread() is threading.main_thread():
                raise Interrupted
            return hear(line, patience)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ProxyConnection, "receive", interrupted)
            with pytest.raises(Interrupted):
                club.tables("waiting", 10)
        assert [found.id for found in club.tables("waiting", 10)] == [table]
