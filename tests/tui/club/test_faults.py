"""A sample of the statements that fail: nothing acknowledged is lost or doubled, and both come to the same match.

`python -m tests.soak.faults` lets every statement fail.
"""

from pathlib import Path

import pytest

from tests.saves.club.postgres_server import Server
from tests.tui.club.fault_runs import FaultyGame, all_faults

#: Every so many faults are tried: primes, so that all kinds are among them.
_EVERY = {"sqlite": 211, "postgresql": 521}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whatever_statement_fails_no_move_is_lost_or_doubled(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    def play(*fault: tuple[int, str]) -> FaultyGame:
        """Play in a new club."""
        if kind == "sqlite":
            return FaultyGame(f"sqlite:///{tmp_path / str(fault)}/club.db", *fault)
        server: Server = request.getfixturevalue("server")
        with server.database() as address:
            return FaultyGame(address, *fault)

    games = [play(fault) for fault in all_faults(play().statements)[:: _EVERY[kind]]]
    reached = sum(bool(game.failed) for game in games)
    assert reached >= 0.9 * len(games), "nearly all: now and then a player looks once less for news"
    assert any(game.sentences for game in games), "nobody was ever told"
