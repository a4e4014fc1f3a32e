"""Every match and club that is kept for good, played to its end: `python -m tests.soak.stored`."""

import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from saves.match_store import MatchStore
from saves.paths import DataPaths
from tests.saves.club.test_stored import FOLDERS as CLUBS
from tests.saves.club.test_stored import check_club, restore_club
from tests.saves.test_stored import FOLDERS, check_match, read

#: More than any game has.
_ALL = 20_000


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        for folder in FOLDERS:
            home = Path(place, folder.name)
            shutil.copytree(folder / "home", home)
            store, said = MatchStore(DataPaths.under(home)), read(folder, "index")["matches"]
            for slug in said:
                failed += _fails(f"{folder.name} {slug}", lambda: check_match(store, slug, said[slug], _ALL))  # noqa: B023
            print(f"{folder.name}: {len(said)} matches")
        for folder in CLUBS:
            address = f"sqlite:///{Path(place, folder.name, 'club', 'club.db')}"
            restore_club(folder, address)
            failed += _fails(f"{folder.name} club", lambda: check_club(folder, address, _ALL))  # noqa: B023
            print(f"{folder.name}: {len(read(folder, 'club')['tables'])} tables")
    return failed


def _fails(what: str, check: Callable[[], None]) -> bool:
    """Whether it does; then it is told why."""
    try:
        check()
    except Exception:
        print(what, file=sys.stderr)
        traceback.print_exc()
        return True
    return False


if __name__ == "__main__":
    sys.exit(main())
