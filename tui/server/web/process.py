"""The web process: it speaks HTTP for the server, and has neither the host key, the club nor members' folders.

It gets one socket to the server and the socket to accept on. It writes no file, and ends with the server.
"""

import asyncio
import contextlib
import ctypes
import logging
import resource
import socket
import ssl
import sys

from aiohttp import web

from tui.server.web.connections import Connections
from tui.server.web.messages import SiteSetup, receive_reply
from tui.server.web.server_client import ServerClient
from tui.server.web.site import Site

_PR_SET_NO_NEW_PRIVS = 38
#: The seconds for which a connection that asks nothing is kept, and for the last bytes when the server has ended.
_KEEPALIVE, _ENDING = 30.0, 1.0


def main(line_descriptor: int, listening_descriptor: int) -> None:
    """Serve browsers until the server is gone."""
    with socket.socket(fileno=line_descriptor) as line, socket.socket(fileno=listening_descriptor) as listening:
        received = receive_reply(line)
        if received is not None and isinstance(received[0], SiteSetup):
            _confine()
            asyncio.run(_serve(received[0], line, listening))


def _confine() -> None:
    """Give up what is not needed here: writing files, core dumps, more rights."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


async def _serve(setup: SiteSetup, line: socket.socket, listening: socket.socket) -> None:
    server = ServerClient(line)
    _report_troubles(server)
    site = Site(setup, server)
    runner = web.AppRunner(
        site.application(),
        access_log=None,
        keepalive_timeout=_KEEPALIVE,
        handle_signals=False,
        shutdown_timeout=_ENDING,
    )
    await runner.setup()
    assert runner.server is not None
    connections = Connections(setup, runner.server, listening, _tls(setup), server.report)
    site.on_window = connections.note_window
    accepting = asyncio.create_task(connections.accept_all())
    await server.is_over.wait()
    accepting.cancel()
    await runner.cleanup()


def _tls(setup: SiteSetup) -> ssl.SSLContext | None:
    if setup.certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(*setup.certificate)
    return context


def _report_troubles(server: ServerClient) -> None:
    """Tell the operator what goes wrong here, without what was sent."""

    class TroubleReporter(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else record.levelname
            server.report(f"{record.name}: {kind}")

    for name in ("aiohttp", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)
        logger.addHandler(TroubleReporter())
        logger.propagate = False
