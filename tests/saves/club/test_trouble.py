"""A club that cannot be reached, is full, read-only, too new, or goes away: one sentence, and nothing lost."""

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from saves.club.database import postgres, schema
from saves.club.database.address import PostgresAddress, SqliteAddress, read_address
from saves.club.errors import ClubError
from saves.club.events import MoveChosen, new_id
from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT, until
from tests.saves.club.postgres_server import Server
from tests.saves.club.test_store import TERMS


def told(act: Callable[[], object]) -> str:
    """The one sentence of the trouble that this gives."""
    with pytest.raises(ClubError) as caught:
        act()
    sentence = str(caught.value)
    assert sentence[0].isupper() or sentence[0] in "/…"
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 250
    return sentence


def line() -> MoveChosen:
    return MoveChosen(new_id(), 0, "fox")


# Addresses


def test_addresses() -> None:
    assert read_address(" sqlite:////srv/club.db ") == SqliteAddress(Path("/srv/club.db"))
    assert read_address("sqlite:///club.db") == SqliteAddress(Path.cwd() / "club.db")
    assert read_address("sqlite:///~/club.db") == SqliteAddress(Path.home() / "club.db")
    url = "postgresql://anna:secret@db.example:5433/club?sslmode=require"
    assert read_address(url) == PostgresAddress(url, "db.example:5433/club")
    assert "secret" not in repr(read_address(url))


@pytest.mark.parametrize(
    "text",
    ["", "club.db", "sqlite://club.db", "sqlite:///", "sqlite:////srv/", "mysql://x", "postgresql://h:port/x", "sqlite:///a\0b"],
)  # fmt: skip
def test_what_is_no_address(text: str) -> None:
    assert "sqlite:///FILE" in (sentence := told(lambda: read_address(text))) or "postgresql://" in sentence


# Files


def test_a_club_is_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Club.open(f"sqlite:///{tmp_path / 'far' / 'away' / 'club.db'}") as club:
            club.admit("anna")
            folder = tmp_path / "far" / "away"
            assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)} == {0o700}
            files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
            assert files == {"club.db": 0o600, "club.db-wal": 0o600, "club.db-shm": 0o600}
    finally:
        os.umask(before)


def test_a_club_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club, club.transaction() as transaction:
        assert transaction.rows("PRAGMA journal_mode") == [("wal",)]
        assert transaction.rows("PRAGMA synchronous") == [(2,)]


def test_what_is_no_club_is_left_as_it_is(tmp_path: Path) -> None:
    noise, other, folder = tmp_path / "noise.db", tmp_path / "other.db", tmp_path / "folder.db"
    noise.write_bytes(b"nothing that SQLite knows" * 50)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    folder.mkdir()
    before = noise.read_bytes(), other.read_bytes()
    assert "is not a club" in told(lambda: Club.open(f"sqlite:///{noise}"))
    assert "another kind of database" in told(lambda: Club.open(f"sqlite:///{other}"))
    assert "no longer exists" in told(lambda: Club.open(f"sqlite:///{folder}"))
    assert "cannot be reached" in told(lambda: Club.open(f"sqlite:///{noise}/club.db"))
    assert (noise.read_bytes(), other.read_bytes()) == before


def test_a_file_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    path, aside = tmp_path / "club" / "club.db", tmp_path / "aside"
    with Club.open(f"sqlite:///{path}") as club, club.watch() as watch:
        table, first, second = club.new_table(TERMS), line(), line()
        watch.wait(0)
        assert club.append(table, 0, first, "anna")
        path.parent.rename(aside)
        assert "no longer exists" in told(lambda: club.append(table, 1, second, "anna"))
        assert "no longer exists" in told(lambda: club.events(table))
        assert "no longer exists" in told(lambda: watch.wait(LIMIT))
        assert not path.exists(), "a new club was made in its place"
        aside.rename(path.parent)
        assert club.append(table, 1, second, "anna")
        assert [entry.line for entry in club.events(table)] == [first, second]
        assert watch.wait(LIMIT)


def test_a_full_disk(tmp_path: Path) -> None:
    with Club.open(f"sqlite:///{tmp_path / 'club.db'}") as club:
        table = club.new_table(TERMS)
        with club.transaction() as transaction:
            ((pages,),) = transaction.rows("PRAGMA page_count")
            transaction.rows(f"PRAGMA max_page_count = {pages}")
        sentence, number = "", 0
        while not sentence:
            try:
                assert club.append(table, number, line(), "anna")
                number += 1
            except ClubError as error:
                sentence = str(error)
        assert "is full" in sentence
        assert [entry.number for entry in club.events(table)] == list(range(number)), "half of a line was kept"
        with club._database.transaction(writes=False) as transaction:
            transaction.rows("PRAGMA max_page_count = 1000000")
        assert club.append(table, number, line(), "anna")


READ_ONLY = """
import os, sys
from saves.club.errors import ClubError
from saves.club.events import MoveChosen, new_id
from saves.club.store import Club
Club.open(sys.argv[1]).close()  # what this needs of Python may be out of reach below
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
with Club.open(sys.argv[1]) as club:
    print(len(club.events(sys.argv[2])))
    try:
        club.append(sys.argv[2], 1, MoveChosen(new_id(), 0, "fox"), "anna")
    except ClubError as error:
        print(error)
"""


def test_a_file_that_may_only_be_read() -> None:
    """Whoever is root may write anything, so another looks at it then."""
    with tempfile.TemporaryDirectory() as name, Club.open(f"sqlite:///{name}/club.db") as club:
        table = club.new_table(TERMS)
        club.append(table, 0, line(), "anna")
        for path in Path(name).iterdir():
            path.chmod(0o444)
        Path(name).chmod(0o755)
        command = [sys.executable, "-c", READ_ONLY, f"sqlite:///{name}/club.db", table]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
        assert done.stdout.splitlines() == [
            "1",
            f"The club {name}/club.db is read-only here.",
        ]
        assert len(club.events(table)) == 1


# Schemas


def test_a_club_of_a_newer_samovar(address: str) -> None:
    with Club.open(address) as club:
        table = club.new_table(TERMS)
        with club.transaction() as transaction:
            transaction.run("INSERT INTO club_schema (version) VALUES (?)", len(schema.migrations()) + 1)
        for act in (
            lambda: Club.open(address),
            lambda: club.append(table, 0, line(), "anna"),
            lambda: club.events(table),
        ):
            assert told(act) == (
                "This club has been opened by a newer Samovar than this one; update Samovar to open it."
            )


def test_a_club_is_brought_up_to_date_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Club.open(address) as club:
        table = club.new_table(TERMS)
        club.append(table, 0, line(), "anna")
        more = "-- later\nCREATE TABLE club_extra (name TEXT);\nINSERT INTO club_extra (name) VALUES ('tea; no'); "
        steps = (*schema.migrations(), more.replace("; no", ""))
        monkeypatch.setattr(schema, "migrations", lambda: steps)
        for _ in range(2):
            with Club.open(address) as newer, newer.transaction() as transaction:
                assert transaction.rows("SELECT name FROM club_extra") == [("tea",)]
                versions = [(number,) for number in range(1, len(steps) + 1)]
                assert transaction.rows("SELECT version FROM club_schema ORDER BY version") == versions
        assert len(club.events(table)) == 1


OPEN = """
import sys
from saves.club.store import Club
sys.stdin.readline()
with Club.open(sys.argv[1]) as club:
    club.admit(sys.argv[2])
"""


def test_many_who_open_a_new_club_at_once(address: str) -> None:
    command = [sys.executable, "-c", OPEN, address]
    many = [
        subprocess.Popen([*command, f"guest{n}"], cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    for process in many:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=LIMIT)[1] for process in many] == [""] * 4
    with Club.open(address) as club:
        assert [member.name for member in club.members()] == [f"guest{n}" for n in range(4)]


# Servers


def test_a_server_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    sentence = told(lambda: Club.open(f"postgresql://anna:secret@/club?host={tmp_path}"))
    assert "cannot be reached" in sentence and "secret" not in sentence
    assert "cannot be read" in told(lambda: Club.open("postgresql://localhost/club?colour=red"))


def test_a_server_that_is_full_or_may_only_be_read(server: Server) -> None:
    with (
        server.database() as address,
        Club.open(address) as club,
        psycopg.connect(address, autocommit=True) as keeper,
    ):
        table = club.new_table(TERMS)
        keeper.execute("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
                       " $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$")  # fmt: skip
        keeper.execute("CREATE TRIGGER full_disk BEFORE INSERT ON club_lines EXECUTE FUNCTION full_disk()")
        assert "is full" in told(lambda: club.append(table, 0, line(), "anna"))
        assert club.extent(table) == (0, 0), "half of a line was kept"
        keeper.execute("DROP TRIGGER full_disk ON club_lines")
        assert club.append(table, 0, line(), "anna")
        name = keeper.info.dbname
        keeper.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        with Club.open(address) as reader:
            assert "is read-only here" in told(lambda: reader.append(table, 1, line(), "anna"))
            assert len(reader.events(table)) == 1


def test_a_connection_that_nobody_uses_is_given_back(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "IDLE", 0.3)
    with (
        server.database() as address,
        Club.open(address) as club,
        psycopg.connect(address, autocommit=True) as keeper,
    ):
        others = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        table = club.new_table(TERMS)
        until(lambda: keeper.execute(others).fetchone() == (0,), "it is kept for ever")
        monkeypatch.setattr(postgres, "IDLE", LIMIT)
        assert club.append(table, 0, line(), "anna"), "it is not opened again"
        assert keeper.execute(others).fetchone() == (1,)


def test_a_server_that_is_killed_and_started_again() -> None:
    with Server.own() as server, Club.open(server.new_database()) as club:
        table, first, second = club.new_table(TERMS), line(), line()
        with club.watch(table) as watch:
            assert club.append(table, 0, first, "anna")
            assert watch.wait(LIMIT)
            server.kill()
            assert "cannot be reached" in told(lambda: club.append(table, 1, second, "anna"))
            assert "cannot be reached" in told(lambda: watch.wait(LIMIT))
            server.restart()
            assert club.append(table, 1, second, "anna")
            assert club.append(table, 1, second, "anna")
            assert [entry.line for entry in club.events(table)] == [first, second]
            assert watch.wait(LIMIT)


# What is loaded when


def test_a_club_in_postgresql_without_its_package() -> None:
    program = "import sys; sys.modules['psycopg'] = None\nfrom saves.club.store import Club\n"
    program += "try: Club.open('postgresql://localhost/club')\nexcept Exception as error: print(error)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert "pipx install --force '.[postgres]'" in done.stdout, done.stderr
    assert done.stdout.count("\n") == 1


def test_a_club_in_a_file_loads_no_postgresql(tmp_path: Path) -> None:
    program = f"import sys\nfrom saves.club.store import Club\nClub.open('sqlite:///{tmp_path}/club.db').close()\n"
    program += "print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert not {name for name in done.stdout.split() if name.split(".")[0] in ("psycopg", "textual", "rich", "tui")}
