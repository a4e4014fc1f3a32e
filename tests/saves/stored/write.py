"""Writes a folder of what this version saves: `python -m tests.saves.stored.write NAME`. See README.md beside it.

Parts can be named behind it, for versions that have no more of them: matches, settings, practice, club, shown.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
PARTS = ("matches", "settings", "practice", "club", "shown")


def main(name: str, *parts: str) -> None:
    folder, wanted = HERE / name, parts or PARTS
    for part, path in (("matches", folder / "home"), ("club", folder / "club.sql")):
        if part in wanted and path.exists():
            sys.exit(f"{path} is there already, and what is stored is never written again.")
    if "matches" in wanted:
        _keep(folder / "index.json", _home(folder / "home", wanted))
    if "club" in wanted:
        clubs = import_module("tests.saves.stored.clubs")
        _keep(folder / "club.json", clubs.write_club(folder / "club.sql"))
    if "shown" in wanted:
        showing = import_module("tests.saves.stored.showing")
        _keep(folder / "shown.json", showing.all_shown(folder))


def _home(home: Path, parts: tuple[str, ...]) -> dict[str, Any]:
    """A player's folder; what this version says of it."""
    from tests.saves.stored.facts import facts, finished_facts
    from tests.saves.stored.matches import Writer

    writer = Writer(home)
    writer.write()
    index: dict[str, Any] = {}
    if "settings" in parts:
        index["settings"] = import_module("tests.saves.stored.settings").write_settings(writer.folders)
    if "practice" in parts:
        index |= import_module("tests.saves.stored.practice").write_practice(writer)
    index["matches"] = {slug: facts(match) for slug, match in sorted(writer.written.items())}
    index["finished"] = [finished_facts(game) for game in writer.store.finished()]
    return index


def _keep(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_told(value, 2) + "\n", "utf-8")


def _told(value: Any, levels: int) -> str:
    """JSON with a line for each file, table or other thing that something is said of."""
    if not levels or not value or not isinstance(value, dict | list):
        return msgspec.json.encode(value, order="sorted").decode()
    if isinstance(value, list):
        return "[\n" + ",\n".join(_told(each, 0) for each in value) + "\n]"
    entries = (f"{_told(key, 0)}: {_told(each, levels - 1)}" for key, each in sorted(value.items()))
    return "{\n" + ",\n".join(entries) + "\n}"


if __name__ == "__main__":
    main(*sys.argv[1:])
