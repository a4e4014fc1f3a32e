"""`samovar serve` with as much patience as the tests have: `python -m tests.tui.server.patient_server OPTIONS`.

A real server gives up on workers and processes that keep a guest waiting for seconds. The bots' processes have a lower
priority than all others, so on a busy machine they take longer than that. A test of giving up on guests who do not
leave sets `SAMOVAR_TEST_ENDING` to the seconds for that.
"""

import os
import sys

import msgspec

from tests.limits import LIMIT
from tui.cli.main import run
from tui.server.command import run_server, serve, server_options
from tui.server.options import Timeouts


def serve_patiently(words: list[str]) -> None:
    """Run the server that these words of the command line ask for, with the tests' limit as every timeout."""
    given = serve.make_context("samovar serve", words).params
    options = server_options(
        **{name: value for name, value in given.items() if name not in ("wants_status", "as_json")}
    )
    ending = float(os.environ.get("SAMOVAR_TEST_ENDING", LIMIT))
    run_server(msgspec.structs.replace(options, timeouts=Timeouts(LIMIT, ending, LIMIT)))


if __name__ == "__main__":
    run(lambda: serve_patiently(sys.argv[1:]))
