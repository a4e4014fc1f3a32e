"""Random bytes and spoilt sequences, heard in process and by the program in a real pseudo-terminal.

`python -m tests.soak.noise [BYTES] [BYTES]` hears so many (2,000,000) and sends so many (30,000) to each driver of the
program, which must be there at the end, or have been left by the player's own keys: without an error, with code 0.
"""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.tui.programs.pseudo_terminal import Program
from tui.terminal.input_parser import InputParser

SEQUENCES = (
    *(b"\x1b[A", b"\x1bOP", b"\x1b[5~", b"\x1b[97u", b"\x1b[97;5:1;65u", b"\x1b[1;5A", b"\x1b[[A", b"\x1b[7$"),
    *(b"\x1b[<0;10;10M", b"\x1b[<0;10;10m", b"\x1b[<64;3;3M", b"\x1b[Mabc", b"\x1b[I", b"\x1b[O"),
    *(b"\x1b[200~11\n\x1b[201~", b"\x1b[48;24;80;240;800t", b"\x1b[12;40R", b"\x1b[?2026;2$y", b"\x1b[?2048;1$y"),
    *(b"\x1b]11;rgb:0/0/0\x07", b"\x1bPtea\x1b\\", b"\x1b[?62c", b"\xc3\xa9", b"\xe6\x97\xa5", b"\xf0\x9f\x8d\xb5"),
)


def noise(dice: random.Random, size: int) -> Iterator[bytes]:
    """Packets of together at least so many bytes."""
    while size > 0:
        packet = dice.randbytes(dice.randint(1, 40)) if dice.random() < 0.5 else _spoilt(dice)
        size -= len(packet)
        yield packet


def _spoilt(dice: random.Random) -> bytes:
    """Some sequences with bytes changed, doubled, left out, and numbers that are far too large."""
    data = bytearray(b"".join(dice.choice(SEQUENCES) for _ in range(dice.randint(1, 4))))
    for _ in range(dice.randint(0, 4)):
        at = dice.randrange(len(data))
        other = dice.choice((b"", b"9" * dice.randint(1, 40), b";", b":", dice.randbytes(1)))
        data[at : at + dice.randint(0, 2)] = other
        if not data:
            data += b"\x1b"
    return bytes(data)


def hear(size: int) -> None:
    """In process: nothing may be raised."""
    dice, now = random.Random(2), 0.0
    hearing = InputParser(lambda: now)
    heard = 0
    for packet in noise(dice, size):
        heard += sum(1 for _ in hearing.feed(packet)) + sum(1 for _ in hearing.flush())
        now += dice.choice((0, 0, 0.2, 2))
    print(f"{size} bytes heard as {heard} events", flush=True)


def send(size: int, driver: str, home: str, seed: int) -> tuple[int, int]:
    """To the program: how many bytes went in, and how often the player's own keys ended it."""
    dice = random.Random(seed)
    sent = left = 0
    while sent < size:
        words = ("play", "mezen", "--seats", "you", "--driver", driver)
        with Program("-m", "tui.cli.main", *words, SAMOVAR_HOME=home) as program:
            program.read_until(b"Which")
            for packet in noise(dice, size - sent):
                try:
                    program.send_bytes(_harmless(packet))
                    sent += len(packet)
                    program.read(quiet=0.005, limit=0.5)
                except OSError:
                    break
                if program.has_ended():
                    break
            time.sleep(0.5)
            if program.has_ended():
                assert program.status == 0, f"ended with {program.status}"
                left += 1
            else:
                program.signal(15)
                program.read(quiet=1)
                program.wait()
    return sent, left


def _harmless(packet: bytes) -> bytes:
    """Without the keys that leave, so that a session lasts."""
    return packet.translate(None, b"\x03\x11qQ")


def main(heard: int, sent: int) -> None:
    hear(heard)
    for seed, driver in enumerate(("frugal", "plain")):
        with tempfile.TemporaryDirectory() as home:
            size, left = send(sent, driver, home, seed)
            logs = list((Path(home) / "logs").glob("*"))
            print(f"{driver}: {size} bytes sent, left {left} times, {len(logs)} errors", flush=True)
            for log in logs:
                print(log.read_text())
            assert not logs


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], "2000000", "30000"][:2]))
