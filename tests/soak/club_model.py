"""Walks through the model of a club: `python -m tests.soak.club_model [WALKS] [WALKS ON POSTGRESQL]`.

Ends with 1 at a contradiction.
"""

import os
import sys
import tempfile

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.saves.club.postgres_server import Server
from tests.tui.club.club_model import ClubModel, model_on


def main(walks: int = 2000, walks_on_server: int = 500) -> int:
    with tempfile.TemporaryDirectory() as home, Server.shared() as server:
        os.environ["SAMOVAR_HOME"] = home
        _walk("SQLite", ClubModel, walks)
        _walk("PostgreSQL", model_on(server), walks_on_server)
    return 0


def _walk(kind: str, model: type[ClubModel], walks: int) -> None:
    if walks:
        run_state_machine_as_test(
            model, settings=settings(max_examples=walks, stateful_step_count=60, deadline=None, database=None)
        )
    print(f"{kind}, {walks} walks: every fold stayed equal", flush=True)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
