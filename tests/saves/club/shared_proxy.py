"""A proxy server in this process, for clubs that share connections as the guests of a server do."""

import socket
import threading

from saves.club.database.address import PostgresAddress, read_address
from saves.club.database.opening import SendSocket
from saves.club.database.postgres import Postgres
from saves.club.database.proxy import ProxyServer


def start_proxy(address: str) -> SendSocket:
    """Start a proxy server for this database; return what sends it a socket."""
    where = read_address(address)
    assert isinstance(where, PostgresAddress)
    proxy = ProxyServer(Postgres(where))

    def send_socket(end: socket.socket) -> None:
        threading.Thread(target=proxy.serve, args=(end.dup(),), daemon=True).start()

    return send_socket
