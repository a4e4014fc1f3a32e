"""A month of a club: `python -m tests.soak.month [DAYS] [PEOPLE] [VISITS] [SEED]`, in SQLite and in PostgreSQL.

Ends with 1 if an acknowledged event is lost, two clients fold a table otherwise, somebody's time runs out and nothing
happens, a finished game is not counted, somebody at a table is known by a name that is nobody's, or a notice is not as
its member has chosen: told twice, not at all, too early, at once beyond the limit, or to somebody who is there.
"""

import sys
import tempfile
import time

from tests.saves.club.postgres_server import Server
from tests.saves.club.test_stored import FOLDERS
from tests.tui.club.month import Month


def main(days: int = 30, people: int = 20, visits: int = 4, seed: int = 1) -> int:
    wrong = False
    with tempfile.TemporaryDirectory() as folder, Server.own() as server:
        for address in (f"sqlite:///{folder}/club/club.db", server.new_database()):
            begun = time.process_time()
            month = Month(address, FOLDERS[-1], people, seed)
            month.pass_days(days, visits)
            faults = month.check()
            month.close()
            wrong = wrong or bool(faults)
            told, pushed = month.notices.told, month.notices.pushed
            kind = address.partition(":")[0]
            print(f"{kind}, {days} days, {time.process_time() - begun:.0f} s of CPU: {dict(month.counts)}", flush=True)
            print(
                f"{kind}, {told.total()} notices, {pushed} left to a digest by the limit: {dict(sorted(told.items()))}"
            )
            print(f"{kind}: {faults or 'nothing lost'}", flush=True)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
