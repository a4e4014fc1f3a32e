"""`python -m tests.bench [WORD]…` prints the figures of every bench_*.py beside this file.

Words choose modules by name: `python -m tests.bench core saves`. Times are divided by how much slower a
calibration loop runs than on the machine that the aims were set on; ratios need no such care.
"""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.measure import REFERENCE_MS, Row, calibration


def modules(words: list[str]) -> list[str]:
    """The bench modules that are asked for, by name."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    return [name for name in found if not words or name.removeprefix("bench_") in words]


def line(row: Row) -> str:
    return f"{row.name:<58} {row.value:>12,.2f} {row.unit:<8} {row.aim:<8} {row.verdict}".rstrip()


def main(words: list[str]) -> int:
    now = calibration()
    print(f"calibration: {now:.1f} ms (times are divided by {now / REFERENCE_MS:.2f})")
    behind = 0
    for name in modules(words):
        print(f"\n{name}")
        for row in import_module(f"tests.bench.{name}").figures():
            row = Row(*row)
            behind += row.verdict == "behind"
            print(line(row), flush=True)
    print(f"\ncalibration at the end: {calibration():.1f} ms; {behind or 'none'} behind")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
