"""Walks through the model of a club: `python -m tests.soak.club_model [WALKS]`; ends with 1 at a contradiction."""

import os
import sys
import tempfile

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tui.club.club_model import ClubModel


def main(walks: int = 2000) -> int:
    with tempfile.TemporaryDirectory() as home:
        os.environ["SAMOVAR_HOME"] = home
        run_state_machine_as_test(
            ClubModel, settings=settings(max_examples=walks, stateful_step_count=60, deadline=None, database=None)
        )
    print(f"{walks} walks: every fold stayed equal")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
