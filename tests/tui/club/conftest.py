"""A club of its own for every test, in SQLite or on the same real PostgreSQL as the store's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from saves.club.store import Club
from tests.saves.club.conftest import address, server
from tests.saves.club.postgres_server import Server
from tests.tui.club.members import Room

__all__ = ["address", "server"]


@pytest.fixture
def room(address: str) -> Iterator[Room]:
    """Return a club in either database, and people who come to it."""
    with Room(address) as room:
        yield room


@pytest.fixture
def sqlite_room(tmp_path: Path) -> Iterator[Room]:
    """A club in SQLite, for what does not depend on the store."""
    with Room(f"sqlite:///{tmp_path / 'club' / 'club.db'}") as room:
        yield room


@pytest.fixture
def postgres_room(server: Server) -> Iterator[Room]:
    """A club on a server, likewise."""
    with server.database() as address, Room(address) as room:
        yield room


@pytest.fixture
def club(sqlite_room: Room) -> Iterator[Club]:
    with Club.open(sqlite_room.address) as club:
        yield club
