"""`samovar serve` with as much patience as the tests have: `python -m tests.tui.server.patient_server OPTIONS`.

A real server gives up on workers and processes that keep a guest waiting for seconds. The bots' processes have a lower
priority than all others, so on a busy machine they take longer than that.
"""

import sys

from tests.limits import LIMIT
from tui.cli.main import main
from tui.server import bot_pool, ssh_server, ssh_session
from tui.server.prefork import client

if __name__ == "__main__":
    bot_pool._GRACE = ssh_session.TIMEOUT = client._TIMEOUT = LIMIT
    ssh_server.TIMEOUT = LIMIT  # type: ignore[attr-defined]
    main(["serve", *sys.argv[1:]])
