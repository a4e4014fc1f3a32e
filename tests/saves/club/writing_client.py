"""A client that only writes: `python -m tests.saves.club.writing_client ADDRESS TABLE AUTHOR [ID]`.

It prints each event before it appends it ("try ID") and after it was acknowledged ("ok ID"). An ID that is given was
used by a process that was killed: that event is appended again first.
"""

import sys

from saves.club.events import MoveChosen, new_id
from saves.club.store import Club
from tests.saves.club.playing_client import patiently


def write(address: str, table: str, author: str, offered: str = "") -> None:
    with patiently(lambda: Club.open(address)) as club:
        length = club.extent(table)[0]
        while True:
            event = MoveChosen(offered or new_id(), 0, "fox")
            offered = ""
            print("try", event.id, flush=True)
            while not patiently(lambda: club.append(table, length, event, author)):  # noqa: B023
                length = club.extent(table)[0]
            length += 1
            print("ok", event.id, flush=True)


if __name__ == "__main__":
    write(*sys.argv[1:])
