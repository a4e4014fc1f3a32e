"""A game that is killed at any moment has lost no move whose answer was seen.

`SAMOVAR_KILLS=200 python -m pytest tests/saves/test_kill.py` kills more often.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from saves.match_store import MatchStore
from tests.limits import LIMIT, PACKET

KILLS = int(os.environ.get("SAMOVAR_KILLS", "6"))


class Player:
    """Plays through a pipe, and remembers what was acknowledged by the question that followed."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tui.cli.main", *words, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def question(self) -> list[str] | None:
        """The notations that are offered, once the question is complete; None at the end of the game."""
        assert self.process.stdout is not None
        seen = b""
        while not seen.endswith(b"\n> "):
            piece = os.read(self.process.stdout.fileno(), PACKET)
            if not piece:
                return None
            seen += piece
        asked = seen[seen.rindex(b"== ") :].decode()
        return re.findall(r"^  \d+ +(\S+)", asked, re.MULTILINE)

    def answer(self, notation: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(notation.encode() + b"\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=LIMIT)


def choices() -> list[str]:
    """What the person has chosen so far, by the file."""
    (entry,) = MatchStore().entries()
    opened = MatchStore().open_entry(entry)
    opened.file.close()
    assert opened.messages == []
    return [entry.notation for entry in opened.match.log if entry.seat == 0 and entry.origin == "chosen"]


def test_kill_9_at_any_moment_loses_nothing_acknowledged(home: Path) -> None:
    luck = random.Random(20)
    acknowledged: list[str] = []
    words = ["play", "mezen", "--seed", "5"]
    kills = 0
    while kills < KILLS:
        player = Player(*words)
        words = ["resume"]
        legal = player.question()
        sent = None
        for _ in range(luck.randint(1, 12)):
            if legal is None:
                break
            sent = luck.choice(legal)
            player.answer(sent)
            if luck.random() < 0.25:
                break
            legal = player.question()
            acknowledged.append(sent)
            sent = None
        time.sleep(luck.random() * 0.012)
        player.kill()
        if legal is None:  # the game was over: begin another
            for entry in MatchStore().entries():
                MatchStore().delete(entry.slug)
            words, acknowledged = ["play", "mezen", "--seed", str(luck.randint(6, 999))], []
            continue
        kills += 1
        kept = choices()
        assert kept[: len(acknowledged)] == acknowledged
        assert kept[len(acknowledged) :] in ([], [sent])
        acknowledged = kept
    assert len([name for name in os.listdir(home / "matches") if name.endswith(".json")]) <= 1


WRITE = """
from core.rng import Rng
from saves.match_store import MatchStore
from tests.saves.test_match_record import match_after
match_file, rng = MatchStore().new_file(), Rng(1)
while True:
    match = match_after(0)
    while not match.is_over:
        assert match_file.save(match) == ""
        print(len(match.log), flush=True)
        match.play(rng.pick(list(match.state.legal_moves())))
"""


def test_kill_9_in_the_middle_of_writing_leaves_a_whole_file(home: Path) -> None:
    """A process that does nothing but save, so that nearly every kill falls into a write."""
    luck = random.Random(21)
    for _ in range(KILLS):
        process = subprocess.Popen([sys.executable, "-c", WRITE], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        told = [process.stdout.readline()]
        time.sleep(luck.random() * 0.05)
        process.send_signal(signal.SIGKILL)
        told += process.stdout.read().splitlines()
        process.wait(LIMIT)
        (entry,) = MatchStore().entries()
        opened = MatchStore().open_entry(entry)
        assert opened.messages == []
        # The last save that was acknowledged, or the one under way: later, or the start of the next game.
        assert len(opened.match.log) >= int(told[-1]) or opened.match.log == []
        opened.file.close()
        MatchStore().delete(entry.slug)
        assert os.listdir(home / "matches") == []
