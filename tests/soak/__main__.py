"""`python -m tests.soak [WORD]…` runs every attack beside this file, or those that are named, one after the other."""

import subprocess
import sys
from pathlib import Path


def main(words: list[str]) -> int:
    """As many as failed."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    failed = 0
    for name in words or names:
        print(f"== {name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"tests.soak.{name}"]).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
