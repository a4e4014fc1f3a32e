"""What a large club costs compared with a small one: `python -m tests.bench.growth [GAMES] [TABLES]`.

The small one has 100 games and 120 tables, which fill a page of every list. Lobby, list, joining, and a look of the
server's bot player, in milliseconds of the processor of this process and, in brackets, of the wall; the best of a few.
The rows are made by copying a table, not by playing.
"""

import contextlib
import itertools
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from core.bots import plan_turn
from saves.club.kept_ratings import count_games
from saves.club.store import Club
from tests.saves.club.postgres_server import Server
from tests.saves.club.tables import terms
from tui.club.client import join_table, open_table, save_projection
from tui.club.table_lists import load_lobby, member_standings
from tui.server.bot_player import ServerBotPlayer

_TIMES = 7
_MEMBERS = ("anna", "boris")
_RESULT = (
    '{"game":"mezen","counts":true,"players":['
    '{"name":"anna","rank":%d,"points":40},{"name":"boris","rank":%d,"points":30}]}'
)


def fill(club: Club, games: int, tables: int) -> str:
    """Make so many finished games and so many open tables; return one of the open ones."""
    for name in _MEMBERS:
        club.enter(name)
    first = club.new_table(terms("mezen", "anna", ":novice", host="anna"))
    ended = club.new_table(terms("mezen", "anna", ":novice", host="anna"))
    for table in (first, ended):
        save_projection(club, table, open_table(club, table))
    columns = "terms, seed, made, changed, length, said, state, head, head_at, position, due, bots"
    for begin in range(0, games + tables, 5000):
        with club.transaction() as transaction:
            for number in range(begin, min(begin + 5000, games + tables)):
                is_over = number < games
                table = f"t{number}"
                state = "'over'" if is_over else "'running'"
                transaction.run(
                    f"INSERT INTO club_tables (id, {columns}) SELECT ?, {columns.replace('state', state, 1)}"
                    " FROM club_tables WHERE id = ?",
                    table,
                    ended if is_over else first,
                )
                if is_over:
                    transaction.run(
                        "INSERT INTO club_finished (table_id, ended, record) VALUES (?, ?, ?)",
                        table,
                        float(number),
                        _RESULT % (1 + number % 2, 2 - number % 2),
                    )
                else:
                    transaction.run(
                        "UPDATE club_tables SET bots = 0, changed = changed - 1000 WHERE id = ?",
                        table,
                    )
    return first


def _tidy_up(address: str) -> None:
    """Do at once what PostgreSQL does by itself soon after rows have changed."""
    if address.startswith("postgresql"):
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")


def best(call: Callable[[], object]) -> tuple[float, float]:
    """Return the least seconds of the processor, and of the wall."""
    spent: list[tuple[float, float]] = []
    for _ in range(_TIMES):
        cpu, wall = time.process_time(), time.perf_counter()
        call()
        spent.append((time.process_time() - cpu, time.perf_counter() - wall))
    return min(cpu for cpu, _ in spent), min(wall for _, wall in spent)


def measure(address: str, games: int, tables: int) -> dict[str, tuple[float, float]]:
    with Club.open(address) as club:
        table = fill(club, games, tables)
        began = time.process_time()
        count_games(club)
        print(f"counting {games} games for the first time: {time.process_time() - began:.1f} s of the processor")
        _tidy_up(address)
        found = {
            "lobby": best(lambda: load_lobby(club, "anna")),
            "ratings": best(lambda: member_standings(club)),
            "join": best(lambda: join_table(club, table, "anna").leave()),
            "list": best(lambda: club.tables("running")),
            "server's look": best(lambda: ServerBotPlayer(club, lambda _: plan_turn).check_tables()),
        }

    def start() -> None:
        with Club.open(address) as club:
            ServerBotPlayer(club, lambda _: plan_turn).check_tables()

    return {**found, "start": best(start)}


@contextlib.contextmanager
def _addresses(kind: str) -> Iterator[Callable[[], contextlib.AbstractContextManager[str]]]:
    if kind == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            numbers = itertools.count()
            yield lambda: contextlib.nullcontext(f"sqlite:///{Path(folder, str(next(numbers)))}.db")
    else:
        with Server.shared() as server:
            yield server.database


def main(games: int = 100_000, tables: int = 20_000) -> None:
    print("| database | what | small ms (wall) | large ms (wall) | times (wall) |\n|---|---|---|---|---|")
    for kind in ("SQLite", "PostgreSQL"):
        with _addresses(kind) as address:
            with address() as where:
                small = measure(where, 100, 120)
            with address() as where:
                large = measure(where, games, tables)
        for what, (cpu, wall) in small.items():
            more_cpu, more_wall = large[what]
            print(
                f"| {kind} | {what} | {cpu * 1e3:.1f} ({wall * 1e3:.1f}) | {more_cpu * 1e3:.1f} ({more_wall * 1e3:.1f})"
                f" | {more_cpu / cpu:.2f} ({more_wall / wall:.2f}) |",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
