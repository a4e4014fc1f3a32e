"""`samovar serve` with as much patience as the tests have: `python -m tests.tui.server.patient_server OPTIONS`.

A real server gives up on workers and processes that keep a guest waiting for seconds. The bots' processes have a lower
priority than all others, so on a busy machine they take longer than that. Nobody waits for what a server does after
seconds or hours either: its clock makes a leap at every SIGUSR1.
"""

import asyncio
import signal
import sys

import click
import msgspec

from tests.limits import LIMIT
from tui.cli.main import run
from tui.server.command import serve, server_options
from tui.server.options import Timeouts
from tui.server.paths import ServerPaths
from tui.server.ssh_server import serve as serve_ssh

#: The seconds of a leap: longer than every limit of a server.
LEAP = 1_000_000.0


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock makes a leap at every SIGUSR1: whatever waits for a time has waited for long enough."""

    _ahead = 0.0

    def __init__(self) -> None:
        super().__init__()
        self.add_signal_handler(signal.SIGUSR1, self._leap)

    def _leap(self) -> None:
        self._ahead += LEAP

    def time(self) -> float:
        return super().time() + self._ahead


def serve_patiently(words: list[str]) -> None:
    """Run the server that these words of the command line ask for, with the tests' limit as every timeout."""
    given = serve.make_context("samovar serve", words).params
    options = server_options(
        **{name: value for name, value in given.items() if name not in ("wants_status", "as_json")}
    )
    patient = msgspec.structs.replace(options, timeouts=Timeouts(LIMIT, LIMIT, LIMIT))
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        runner.run(serve_ssh(patient, ServerPaths.for_operator(), click.echo))


if __name__ == "__main__":
    run(lambda: serve_patiently(sys.argv[1:]))
