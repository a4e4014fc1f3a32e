"""Many processes at one table: nothing acknowledged is lost, nothing is doubled, and of two at once one is accepted.

`SAMOVAR_KILLS=100 SAMOVAR_RACES=1000 python -m pytest tests/saves/club/test_many.py` kills and races more often.
"""

import os
import random
import subprocess
import sys

from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.saves.club.test_store import TERMS

GUESTS = 3
KILLS = int(os.environ.get("SAMOVAR_KILLS", "6"))
#: So many lines a guest has told at most when it is killed.
MOST = 60
RACES = int(os.environ.get("SAMOVAR_RACES", "300"))


class Guest:
    """A process that writes, and what it has told."""

    def __init__(self, address: str, table: str, name: str, offered: str = "") -> None:
        words = ["tests.saves.club.writing_client", address, table, name, *filter(None, [offered])]
        self.process = subprocess.Popen([sys.executable, "-m", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def kill(self, after: int) -> tuple[set[str], str]:
        """Kill it when it has told so much; the lines that were acknowledged, and one that was only offered."""
        assert self.process.stdout is not None
        heard = [self.process.stdout.readline() for _ in range(after)]
        assert all(heard), "a guest could not come in"
        self.process.kill()
        heard += self.process.stdout.readlines()
        self.process.wait(LIMIT)
        told = [line.split() for line in heard if len(line.split()) == 2]
        acknowledged = {line for word, line in told if word == "ok" and len(line) == 32}
        offered = [line for word, line in told if word == "try" and len(line) == 32]
        return acknowledged, offered[-1] if offered and offered[-1] not in acknowledged else ""


def test_kill_9_loses_nothing_acknowledged_and_doubles_nothing(address: str) -> None:
    luck = random.Random(22)
    with Club.open(address) as club:
        table = club.new_table(TERMS)
        names = [f"guest{number}" for number in range(GUESTS)]
        guests = {name: Guest(address, table, name) for name in names}
        acknowledged: set[str] = set()
        offered = dict.fromkeys(names, "")
        for kill in range(KILLS + GUESTS):
            name = luck.choice(names) if kill < KILLS else names[kill - KILLS]
            done, offered[name] = guests[name].kill(after=luck.randint(2, MOST))
            acknowledged |= done
            if kill < KILLS:
                guests[name] = Guest(address, table, name, offered[name])
        entries = club.events(table)
        assert [entry.number for entry in entries] == list(range(club.extent(table)[0]))
        ids = [entry.line.id for entry in entries if entry.line is not None]
        assert len(set(ids)) == len(entries)
        assert acknowledged <= set(ids)
        assert len(set(ids) - acknowledged) <= GUESTS, "more was written than was offered"
        assert len(acknowledged) > KILLS


RACE = """
import sys
from saves.club.events import MoveChosen, new_id
from saves.club.store import Club
address, table, author = sys.argv[1:]
with Club.open(address) as club:
    print("here", flush=True)
    for number in sys.stdin:
        print(club.append(table, int(number), MoveChosen(new_id(), 0, "fox"), author), flush=True)
"""


def test_of_two_who_play_at_the_same_moment_one_is_accepted(address: str) -> None:
    with Club.open(address) as club:
        table = club.new_table(TERMS)
        racers = [
            subprocess.Popen(
                [sys.executable, "-c", RACE, address, table, name],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
            )
            for name in ("anna", "boris")
        ]
        assert [_told(racer) for racer in racers] == ["here", "here"]
        winners = []
        for number in range(RACES):
            for racer in racers if number % 2 else racers[::-1]:
                assert racer.stdin is not None
                racer.stdin.write(f"{number}\n")
            answers = [_told(racer) for racer in racers]
            assert sorted(answers) == ["False", "True"]
            winners.append(("anna", "boris")[answers.index("True")])
        for racer in racers:
            racer.communicate(timeout=LIMIT)
        assert [entry.author for entry in club.events(table)] == winners
        assert set(winners) == {"anna", "boris"}


def _told(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()
