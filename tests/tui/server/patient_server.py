"""`samovar serve` with as much patience as the tests have: `python -m tests.tui.server.patient_server OPTIONS`.

A real door gives up on workers and processes that keep a guest waiting for seconds. Those who think stand behind
everybody else who wants the processor, so on a busy machine they take longer than that.
"""

import sys

from tests.limits import LIMIT
from tui.cli.main import main
from tui.server import bot_pool as pool
from tui.server import ssh_server as listener
from tui.server import ssh_session as session
from tui.server.prefork import client as nursery

if __name__ == "__main__":
    pool._GRACE = session.PATIENCE = nursery._PATIENCE = LIMIT
    listener.PATIENCE = LIMIT  # type: ignore[attr-defined]
    main(["serve", *sys.argv[1:]])
