"""A door that is killed while two play in lines, and opened again: `python -m tests.soak.killed [TIMES]`.

Both come back and play to the end. Now and then one of them has been left waiting, and the cause is not known yet: what
each was told is printed.
"""

import sys
import tempfile
from pathlib import Path

from tests.limits import until
from tests.tui.door.people import CLIENTS, Door, is_alive


def main(times: int = 20) -> int:
    return sum(_fails(number) for number in range(times))


def _fails(number: int) -> bool:
    with tempfile.TemporaryDirectory() as place, Door(Path(place)) as door:
        door.member("anna", "boris")
        table = door.call("boris", "club new mezen --seats me,anna", client=CLIENTS[-1]).hears("Waiting for").split()[1]
        first = [_join(door, name, table) for name in ("boris", "anna")]
        first[1].until(lambda: len(first[1].questions) > 3, "questions")
        descendants = door.processes()
        door.process.kill()
        door.process.wait()
        until(lambda: not any(map(is_alive, descendants)), "they outlive the door")
        door.open()
        again = [_join(door, name, table) for name in ("anna", "boris")]
        try:
            codes = [caller.ends() for caller in again]
        except AssertionError:
            codes = []
        if codes == [0, 0]:
            return False
        print(f"time {number}:", *((caller.code, caller.text[-2000:], caller.refusal) for caller in again), sep="\n")
        return True


def _join(door: Door, name: str, table: str):
    return door.call(name, f"club join {table}", client=CLIENTS[-1], answers=lambda moves: "1")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
