"""Forged match files, as many as asked for: `python -m tests.soak.saves [FILES] [SEED]`.

Each is loaded in this process, and what loads is played on for 50 moves. Ends with 1 if anything was raised that no
player should see, or if a file took more time or memory than a file may.
"""

import resource
import sys
import time
import traceback
from collections import Counter

from core.rng import Rng
from tests.saves.forgery import Forger, play_forged

#: A file that takes longer to refuse, or to load and play on, counts as a failure.
SECONDS = 10.0


def main(files: int = 20_000, seed: int = 1) -> int:
    forger, rng = Forger(seed), Rng(seed)
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for number in range(files):
        data = forger.forge()
        begin = time.process_time()
        try:
            outcomes["played on" if play_forged(data, rng) else "refused"] += 1
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {frame.filename.rpartition('/')[2]}:{frame.lineno}"
            if not outcomes[where]:
                print(f"file {number}: {data.decode(errors='replace')[:2000]}", file=sys.stderr)
                traceback.print_exc()
            outcomes[where] += 1
        slowest = max(slowest, time.process_time() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{files} files: {dict(outcomes)}; slowest {slowest:.1f} s, memory {memory:.0f} MB")
    return int(set(outcomes) - {"played on", "refused"} != set() or slowest > SECONDS)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
