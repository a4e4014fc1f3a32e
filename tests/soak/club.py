"""Clubs under attack: `python -m tests.soak.club [TABLES] [EVENINGS] [SEED]`.

First evenings of forgers: whatever they write, every terminal comes to the same match. Then so many tables of guests
and bots are played to the end in SQLite and PostgreSQL at once, while guests are killed at random moments and the
server is, once. Last, people at their terminals play every game in both, by chance, and are told all of it. Ends with 1
if anything acknowledged was lost, a log has a gap or a double, folds differ, or somebody was told something else.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from core import registry
from core.match import Match
from saves.club.projection import TableProjection
from saves.club.store import Club
from saves.club.terms import SeatTerms, Terms
from tests.saves.club.forgers import Evening, effective
from tests.saves.club.postgres_server import Server
from tests.tui.club.members import Room, at_random
from tests.tui.club.test_whole_games import play_whole_game

NAMES = ("anna", "boris", "vera")


def main(tables: int = 50, evenings: int = 500, seed: int = 1) -> int:
    wrong = [fault for number in range(seed, seed + evenings) for fault in evening(number)]
    print(f"{evenings} evenings of forgers: {wrong or 'all alike'}", flush=True)
    with tempfile.TemporaryDirectory() as folder, Server.own() as server:
        clubs = [
            Siege(f"sqlite:///{folder}/club.db", tables, seed, folder),
            Siege(server.new_database(), tables, seed, folder),
        ]
        begin = time.monotonic()
        server_killed = False
        while any(club.goes_on() for club in clubs):
            time.sleep(0.2)
            if not server_killed and clubs[1].progress() > 0.3:
                server_killed = True
                server.kill()
                time.sleep(2)
                server.restart()
        for club in clubs:
            wrong += (faults := club.faults())
            print(f"{club.summary()} in {time.monotonic() - begin:.0f} s: {faults or 'sound'}", flush=True)
        wrong += [] if server_killed else ["the server was not killed"]
        wrong += whole_games([f"sqlite:///{folder}/people.db", server.new_database()], seed)
    return int(bool(wrong))


def whole_games(addresses: list[str], seed: int) -> list[str]:
    """What is wrong after two people have played every game, by chance, while a third looked on."""
    wrong = []
    for address in addresses:
        for game in registry.GAME_NAMES:
            with Room(address) as room:
                try:
                    play_whole_game(room, game, at_random(seed), at_random(seed + 1))
                except AssertionError as error:
                    wrong.append(f"{game} in {address.partition(':')[0]}: {error}"[:500])
    print(f"{len(addresses) * len(registry.GAME_NAMES)} games of people: {wrong or 'all told alike'}", flush=True)
    return wrong


def evening(seed: int) -> list[str]:
    """What is wrong after an evening of forgers."""
    game = registry.all_games()[seed % len(registry.GAME_NAMES)]
    log = Evening(game, seed).play(600)
    digests = {log.table.digest(), log.fresh(log.entries).digest(), log.fresh(effective(log)).digest()}
    sound = not log.match.state.violations()
    return [] if len(digests) == 1 and sound else [f"{game.name}, seed {seed}"]


class Siege:
    """A club with many tables, guests who play at all of them, and somebody who kills the guests."""

    def __init__(self, address: str, tables: int, seed: int, folder: str) -> None:
        self.address, self.luck, self.kills = address, random.Random(seed), 0
        self.told = Path(tempfile.mkdtemp(dir=folder))
        self.club = Club.open(address)
        self.tables = [self.club.new_table(_terms(number)) for number in range(tables)]
        self.guests = {name: self._start(name) for name in NAMES}
        self.next_kill = time.monotonic() + 2
        self._length = 0

    def _start(self, name: str) -> "subprocess.Popen[bytes]":
        words = [self.address, name, str(self.luck.randrange(1 << 30)), *self.tables]
        out: IO[bytes] = open(self.told / f"{name}-{self.luck.randrange(1 << 60)}", "wb")  # noqa: SIM115
        with out:
            return subprocess.Popen([sys.executable, "-m", "tests.saves.club.playing_client", *words], stdout=out)

    def goes_on(self) -> bool:
        """Kill a guest now and then, who comes back at once; false when all have played to the end."""
        living = [name for name, guest in self.guests.items() if guest.poll() is None]
        if living and time.monotonic() > self.next_kill:
            name = self.luck.choice(living)
            self.guests[name].kill()
            self.guests[name].wait()
            self.kills += 1
            self.guests[name] = self._start(name)
            self.next_kill = time.monotonic() + self.luck.random() * 6
        return bool(living)

    def progress(self) -> float:
        """What part of the tables is over, as far as lists know."""
        return len(self.club.tables("over", limit=len(self.tables))) / len(self.tables)

    def faults(self) -> list[str]:
        self.club.close()
        self.club = Club.open(self.address)
        said = [line.split() for path in self.told.iterdir() for line in path.read_text().splitlines()]
        acknowledged = {words[1] for words in said if len(words) == 2 and words[0] == "ok" and len(words[1]) == 32}
        found = [fault for table in self.tables for fault in self._faults_of(table)]
        written = {entry.line.id for table in self.tables for entry in self.club.events(table) if entry.line}
        self._length = len(written)
        if lost := acknowledged - written:
            found.append(f"{len(lost)} acknowledged lines are lost")
        if any(guest.returncode for guest in self.guests.values()):
            found.append("a guest gave up")
        return found

    def _faults_of(self, name: str) -> list[str]:
        entries = self.club.events(name)
        ids = {entry.line.id for entry in entries if entry.line}
        table = TableProjection(self.club.terms(name), self.club.seed(name))
        table.fold(entries)
        match = table.match
        if [entry.number for entry in entries] != list(range(len(entries))) or len(ids) != len(entries):
            return [f"{name} has a gap or a double"]
        if match is None or table.ended != "played" or match.state.violations():
            return [f"{name} is not at a sound end"]
        again = Match.replay(match.game, match.setup, match.seats, [entry.notation for entry in match.log])
        alike = again.state.digest() == match.state.digest() and self.club.stored(name).position == table.snapshot()
        return [] if alike else [f"{name} was folded otherwise by a guest"]

    def summary(self) -> str:
        where = self.address.partition(":")[0]
        return f"{where}: {len(self.tables)} tables, {self._length} lines, {self.kills} kills"


def _terms(number: int) -> Terms:
    """Tables of all games, some with a bot."""
    game = registry.all_games()[number % len(registry.GAME_NAMES)]
    third = SeatTerms("Novice", "novice") if number % 2 else SeatTerms("vera")
    return Terms(game.name, game.edition, "anna", (SeatTerms("anna"), SeatTerms("boris"), third))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
