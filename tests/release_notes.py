"""Prints what CHANGELOG.md says of this version: `python -m tests.release_notes`."""

import re
import sys

from core import __version__
from tests.conftest import ROOT


def notes(changes: str, version: str) -> str:
    """What stands under the heading of a version, with a date."""
    chapters = re.split(r"^## ", changes, flags=re.MULTILINE)[1:]
    found = [text for text in chapters if re.match(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d\n", text)]
    if not found:
        sys.exit(f"CHANGELOG.md has no chapter '## {version}, YEAR-MONTH-DAY'.")
    return found[0].partition("\n")[2].strip()


if __name__ == "__main__":
    print(notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__))
