"""Which of the three databases is at an address. A club uses only one of them, so only that is loaded."""

import socket
import time
from collections.abc import Callable

from saves.club.database.address import SqliteAddress, read_address
from saves.club.database.protocol import Clock, Database

#: Sends a socket to the proxy server.
SendSocket = Callable[[socket.socket], object]


def database_at(address: str, send_socket: SendSocket | None, is_guest: bool, clock: Clock | None) -> Database:
    """Return the database at an address."""
    where = read_address(address)
    if isinstance(where, SqliteAddress):
        # A club uses only one of the three databases.
        from saves.club.database.sqlite import Sqlite

        return Sqlite(where, is_guest, clock or time.time)
    if send_socket is not None:
        # A guest leaves the database to the server.
        from saves.club.database.proxy import ProxyDatabase

        return ProxyDatabase(where, send_socket)
    # psycopg is an optional package.
    from saves.club.database.postgres import Postgres

    return Postgres(where, is_guest, clock)
