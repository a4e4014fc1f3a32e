"""A server under attack and under load: `python -m tests.soak.server [GUESTS] [CONNECTIONS] [SECONDS]`.

First so many connections of noise: bytes before and after the handshake, clients that never sign in, requests for
everything that is not allowed, lines of ten megabytes. Then so many guests at half as many tables, each pressing a key
a second; then the server is killed and started again, and every table goes on. Then a whole game of each of the five,
and guests who press anything and change their windows. Ends with 1 if the server closed, a guest was dropped or had
trouble, a move was lost, memory did not return, or keys took three times as long as those of one guest alone.
"""

import asyncio
import contextlib
import os
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from core import registry
from saves.club.store import Club
from tests.tui.club.members import first
from tests.tui.server import crowd
from tests.tui.server.ssh_clients import Door

#: How often a connection is cut in a whole game.
CUTS = 5
#: How many times as long a key may take among many, and how often that is looked at: on a machine that is shared with
#: others, these may take the processors in between.
_SLOWEST, _TIMES = 3.0, 3
#: How often one looks whether every table has gone on, and for how long, in seconds: those who press keys there do not
#: always come to a move.
_A_WHILE, _LONGEST = 10, 120


def main(guests: int = 100, connections: int = 1000, seconds: int = 30) -> int:
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with Door(path, "--limit", "guests-a-key=50") as door:
            wrong += noise(door, connections)
            wrong += load(door, guests, seconds)
            wrong += whole_games(door)
            whims(door, guests // 3, seconds)
        wrong += [f"trouble: {note.read_text().splitlines()[-1]}" for note in path.rglob("trouble-*.log")]
    print(wrong or "all is well")
    return int(bool(wrong))


# Noise


def noise(door: Door, connections: int) -> list[str]:
    door.member("calm", "loud")
    here = door.call("calm")
    here.hears("quit leaves.")
    before = crowd.megabytes(door.process.pid)
    files = len(os.listdir(f"/proc/{door.process.pid}/fd"))
    luck, begin = random.Random(1), time.monotonic()
    lines: list[socket.socket] = []
    slowest = 0.0
    for number in range(connections):
        lines.append(_noise(door, luck))
        if number % 100 == 99:
            asked = time.monotonic()
            assert door.tell("calm", "keys list").code == 0
            slowest = max(slowest, time.monotonic() - asked)
    asyncio.run(_rude_requests(door, max(3, connections // 50)))
    for line in lines:
        line.close()
    here.type("keys list", "quit")
    wrong = [] if here.ends() == 0 and "SHA256:" in here.text else ["a guest noticed the noise"]
    time.sleep(3)
    grown = crowd.megabytes(door.process.pid) - before
    left = len(os.listdir(f"/proc/{door.process.pid}/fd")) - files
    print(
        f"{connections} noisy connections in {time.monotonic() - begin:.0f} s: somebody else came in within"
        f" {slowest:.2f} s; {grown:+.1f} MB and {left:+d} descriptors afterwards",
        flush=True,
    )
    wrong += ["memory did not return"] if grown > 15 else []
    return wrong + (["descriptors did not return"] if left > 2 else [])


def _noise(door: Door, luck: random.Random) -> socket.socket:
    """A connection that says something wrong, or nothing, and stays."""
    line = socket.create_connection(("127.0.0.1", door.port))
    said = luck.choice(
        (
            b"",
            luck.randbytes(luck.randrange(5000)),
            b"SSH-2.0-noise\r\n",
            b"SSH-2.0-noise\r\n" + luck.randbytes(luck.randrange(5000)),
            b"x" * 100_000,
            b"GET / HTTP/1.1\r\n\r\n",
        )
    )
    with contextlib.suppress(OSError):
        line.sendall(said)
    return line


async def _rude_requests(door: Door, many: int) -> None:
    """Sign in, request what is not allowed, then send lines of ten megabytes."""
    for _ in range(many):
        connection = await asyncssh.connect(
            "127.0.0.1", door.port, username="loud", client_keys=[str(door.key_file("loud"))], known_hosts=None,
            config=None, agent_path=None,
        )  # fmt: skip
        for request in (
            connection.open_connection("127.0.0.1", 22),
            connection.open_unix_connection("/etc/passwd"),
            connection.forward_remote_port("", 0, "127.0.0.1", 22),
            connection.start_sftp_client(),
            connection.create_process(subsystem="netconf"),
            connection.create_process("x" * 100_000),
            connection.create_process("club list\0; id", env={"LD_PRELOAD": "x" * 10_000}),
        ):
            with contextlib.suppress(asyncssh.Error, asyncssh.ChannelListenError, OSError):
                await asyncio.wait_for(request, 30)
        process = await connection.create_process(encoding=None)
        with contextlib.suppress(asyncssh.Error, OSError):
            process.stdin.write(b"x" * 10_000_000 + b"\n")
            await asyncio.wait_for(process.wait_closed(), 30)
        connection.abort()


# Load


def load(door: Door, guests: int, seconds: int) -> list[str]:
    with Club.open(door.address) as club:
        for number in range(guests):
            name = f"guest-{number}"
            club.admit(name, door.public_key(name))
        laid = crowd.tables(club, max(1, guests // 2))
    return asyncio.run(_load(door, laid, seconds))


async def _load(door: Door, laid: dict[str, tuple[str, str]], seconds: int) -> list[str]:
    least = crowd.p95(await crowd.alone(door, laid))
    print(f"one guest: key to frame p95 {least * 1000:.0f} ms", flush=True)
    everybody = crowd.guests(door, laid)
    came = await crowd.come_in(everybody)
    print(f"{len(everybody)} guests at {len(laid)} tables: first screen p95 {crowd.p95(came):.2f} s", flush=True)
    for _ in range(_TIMES):
        for client in everybody:
            client.waits.clear()
        cost = await crowd.measured(door, everybody, seconds)
        waits = [wait for client in everybody for wait in client.waits]
        times = crowd.p95(waits) / least
        print(
            f"{len(waits)} keys, key to frame p95 {crowd.p95(waits) * 1000:.0f} ms ({times:.1f} times that of one"
            f" alone), {cost}",
            flush=True,
        )
        if times <= _SLOWEST:
            break
    lost = sum(client.is_lost for client in everybody)
    wrong = [f"{lost} guests were dropped"] if lost else []
    wrong += ["keys take too long"] if times > _SLOWEST else []
    return wrong + await _killed(door, laid, everybody)


async def _killed(door: Door, laid: dict[str, tuple[str, str]], everybody: list[crowd.Guest]) -> list[str]:
    """Kill the server in the middle of it all, and start it again."""
    with Club.open(door.address) as club:
        before = {table: len(club.events(table)) for table in laid}
        door.process.kill()
        door.process.wait()
        for client in everybody:
            await client.leave()
        await asyncio.to_thread(door.open)
        begin = time.monotonic()
        again = crowd.guests(door, laid)
        await crowd.come_in(again)
        print(f"killed and opened again: all are back after {time.monotonic() - begin:.1f} s", flush=True)
        begin = time.monotonic()
        waiting = set(laid)
        while waiting and time.monotonic() < begin + _LONGEST:
            await crowd.play(again, _A_WHILE, seed=2 + round(time.monotonic() - begin))
            waiting -= {table for table in waiting if len(club.events(table)) > before[table]}
            gone_on = len(laid) - len(waiting)
            print(f"{gone_on} of {len(laid)} tables have gone on after {time.monotonic() - begin:.0f} s", flush=True)
        short = [table for table in laid if len(club.events(table)) < before[table]]
    for client in again:
        await client.leave()
    return [*(f"table {table} did not go on" for table in waiting), *(f"table {table} lost lines" for table in short)]


# Whole games


def whole_games(door: Door) -> list[str]:
    """Play whole games with two guests by `ssh -T`, one of whom loses the connection again and again."""
    door.member("white", "black")
    wrong = []
    for game in registry.GAME_NAMES:
        begin = time.monotonic()
        host = door.call("white", f"club new {game} --seats me,black", answers=first)
        table = host.hears("\n").split()[1]
        for _ in range(CUTS):
            guest = door.call("black", f"club join {table}", answers=first)
            with contextlib.suppress(AssertionError):  # the game may be over before that
                guest.until(lambda guest=guest: len(guest.questions) > 2, "questions")  # type: ignore[misc]
            if guest.code is None:
                guest.cut()
        guest = door.call("black", f"club join {table}", answers=first)
        codes = [host.ends(), guest.ends()]
        wrong += [] if codes == [0, 0] else [f"{game}: {codes}"]
        print(f"{game}: a whole game with {CUTS} cuts in {time.monotonic() - begin:.0f} s", flush=True)
    return wrong


# Whims


def whims(door: Door, guests: int, seconds: int) -> None:
    """Guests who try anything; what comes of it is found in the notes of troubles."""
    with Club.open(door.address) as club:
        laid = crowd.tables(club, max(1, guests // 2))
    asyncio.run(_whims(door, laid, seconds))
    print(f"{2 * len(laid)} guests tried anything for {seconds} s", flush=True)


async def _whims(door: Door, laid: dict[str, tuple[str, str]], seconds: int) -> None:
    everybody = crowd.guests(door, laid)
    await crowd.come_in(everybody)
    lucks = map(random.Random, range(len(everybody)))
    await asyncio.gather(*(client.try_anything(seconds, luck) for client, luck in zip(everybody, lucks, strict=True)))
    for client in everybody:
        await client.leave()


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
