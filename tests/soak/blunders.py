"""`python -m tests.soak.blunders` reviews every stored blunder, of which `make test` reviews every other."""

import sys

from tests.core.review.test_blunders import cases, grade


def main() -> int:
    """As many as are not called mistakes."""
    missed = [case for case in cases() if grade(case) != "mistake"]
    for case in missed:
        print(f"{case.played.game}, seed {case.played.seed}, before move {case.blunder.at}: {case.blunder.why}")
    print(f"{len(cases()) - len(missed)} of {len(cases())} are called mistakes")
    return len(missed)


if __name__ == "__main__":
    sys.exit(main())
