"""Ten guests press keys at tables of all five games; the server is killed; guests who come back play on."""

import asyncio
import itertools
import time
from pathlib import Path

from saves.club.store import Club
from tests.limits import LIMIT
from tests.tui.server import crowd
from tests.tui.server.ssh_clients import Door

GUESTS = 10
#: So many seconds lie between two keys, and for so many one plays at a time.
PACE, A_WHILE = 0.2, 3.0


def test_tables_go_on_by_keys_and_after_a_kill(tmp_path: Path) -> None:
    with Door(tmp_path, "--limit", f"guests-a-key={GUESTS}") as door, Club.open(door.address) as club:
        for number in range(GUESTS):
            club.admit(f"guest-{number}", door.public_key(f"guest-{number}"))
        laid = crowd.tables(club, GUESTS // 2)
        asyncio.run(until_all_go_on(door, club, laid))
        door.process.kill()
        door.process.wait()
        door.open()
        asyncio.run(until_all_go_on(door, club, laid))
        assert not [note.read_text() for note in tmp_path.rglob("trouble-*.log")]


async def until_all_go_on(door: Door, club: Club, laid: dict[str, tuple[str, str]]) -> None:
    before = {table: club.events(table) for table in laid}
    everybody = crowd.guests(door, laid)
    await crowd.come_in(everybody)
    deadline = time.monotonic() + LIMIT
    for seed in itertools.count():
        await crowd.play(everybody, A_WHILE, seed, PACE)
        waiting = [table for table in laid if len(club.events(table)) < len(before[table]) + 4]
        if not waiting:
            break
        assert time.monotonic() < deadline, f"nothing happens at {waiting}"
    assert not any(client.is_lost for client in everybody)
    assert all(club.events(table)[: len(lines)] == lines for table, lines in before.items())
    for client in everybody:
        await client.leave()
