"""A proxy server in this process, for clubs that share connections as the guests of a server do."""

import socket
import threading

import pytest

from saves.club.database.address import PostgresAddress, read_address
from saves.club.database.postgres import Postgres
from saves.club.database.proxy import ProxyServer
from saves.club.store import Club


def share_connections(address: str, monkeypatch: pytest.MonkeyPatch) -> ProxyServer:
    """Let every club that is opened from now on use this proxy server."""
    where = read_address(address)
    assert isinstance(where, PostgresAddress)
    proxy = ProxyServer(Postgres(where))

    def hand_over(end: socket.socket) -> None:
        threading.Thread(target=proxy.serve, args=(end.dup(),), daemon=True).start()

    monkeypatch.setattr(Club, "send_socket", staticmethod(hand_over))
    return proxy
