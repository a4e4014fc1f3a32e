"""The process that has the connections to a club on a server, for all guests of a host."""

import socket
import threading

from saves.club.database.address import PostgresAddress, read_address
from saves.club.database.postgres import Postgres
from saves.club.database.proxy import Clerk
from tui.server.prefork.parent import LINE_TO_THE_DOOR


def keep_connections(address: str) -> int:
    """Until the door closes, which hands over a line for every guest."""
    where = read_address(address)
    assert isinstance(where, PostgresAddress)
    clerk = Clerk(Postgres(where))
    with socket.socket(fileno=LINE_TO_THE_DOOR) as door:
        while True:
            said, descriptors, _, _ = socket.recv_fds(door, 1, 1)
            if not said:
                return 0
            for descriptor in descriptors:
                line = socket.socket(fileno=descriptor)
                threading.Thread(target=clerk.serve, args=(line,), daemon=True).start()
