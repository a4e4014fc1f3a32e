"""`samovar serve` with as much patience as the tests have: `python -m tests.tui.door.patient OPTIONS`.

A real door gives up on workers and processes that keep a guest waiting for seconds. Those who think stand behind
everybody else who wants the processor, so on a busy machine they take longer than that.
"""

import sys

from tests.limits import LIMIT
from tui.cli import main
from tui.door import listener, nursery, pool, session

if __name__ == "__main__":
    pool._GRACE = session.PATIENCE = nursery._PATIENCE = LIMIT
    listener.PATIENCE = LIMIT  # type: ignore[attr-defined]
    main(["serve", *sys.argv[1:]])
