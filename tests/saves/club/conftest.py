"""Every test of a club runs twice: in SQLite, and on a real PostgreSQL that is started once for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from saves.club.store import Club
from tests.saves.club.postgres_server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server.shared() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a new club of this test may lie."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'club' / 'club.db'}"
    else:
        server: Server = request.getfixturevalue("server")
        with server.database() as address:
            yield address


@pytest.fixture
def club(address: str) -> Iterator[Club]:
    with Club.open(address) as club:
        yield club
