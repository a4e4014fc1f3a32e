"""What an operator chooses for a server, without the server itself."""

import msgspec

from tui.server.limits import Limits
from tui.server.web.options import WebOptions


class Timeouts(msgspec.Struct, frozen=True):
    """The seconds that the server waits for its own processes before it gives them up."""

    #: Beyond its time for thinking, for a worker.
    worker: float = 5.0
    #: For a guest's process that is asked to end.
    ending: float = 5.0
    #: For the prefork parent, to read a message or to end.
    prefork: float = 10.0


class ServerOptions(msgspec.Struct, frozen=True):
    """The operator's options."""

    host: str
    port: int
    club: str
    limits: Limits
    is_closed: bool = False
    motd: str = ""
    notify: str = ""
    #: The name, and the port, by which friends reach the server.
    public_name: str = ""
    #: Whether a friend's line admits somebody new to a closed club.
    codes_admit: bool = False
    #: The networks of proxies that tell for whom they connect.
    trusted_proxies: tuple[str, ...] = ()
    timeouts: Timeouts = Timeouts()
    #: Where browsers are served; None: nowhere.
    web: WebOptions | None = None
