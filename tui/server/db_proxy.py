"""The process that holds the connections to a PostgreSQL club for all guests of a host."""

import socket
import threading

from saves.club.database.address import PostgresAddress, read_address
from saves.club.database.postgres import Postgres
from saves.club.database.proxy import ProxyServer
from tui.server.prefork.protocol import CONTROL_DESCRIPTOR


def run_db_proxy(address: str) -> int:
    """Serve until the server closes; it hands over a socket for every guest."""
    where = read_address(address)
    assert isinstance(where, PostgresAddress)
    proxy = ProxyServer(Postgres(where, is_guest=True))  # its sentences are for guests
    with socket.socket(fileno=CONTROL_DESCRIPTOR) as door:
        while True:
            said, descriptors, _, _ = socket.recv_fds(door, 1, 1)
            if not said:
                return 0
            for descriptor in descriptors:
                line = socket.socket(fileno=descriptor)
                threading.Thread(target=proxy.serve, args=(line,), daemon=True).start()
