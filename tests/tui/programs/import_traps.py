"""A folder full of traps, and a match to be played in it by the installed program."""

import re
import sys
from pathlib import Path
from typing import Any

from saves.match_store import MatchStore
from tests.tui.programs.pseudo_terminal import Program

OURS = ("core", "saves", "themes", "tui")
THEIRS = ("click", "markdown_it", "msgspec", "platformdirs", "pygments", "rich", "textual", "typing_extensions")
CUSTOMS = ("sitecustomize", "usercustomize")
BOTS = ("--seats", "bot:adept:Vera,bot:novice:Gleb", "--seed", "1")
#: Runs another program in this one's place.
BECOME = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"


class Traps:
    """A folder in which every import is noticed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._told = folder.with_suffix(".told")
        trap = f"open({str(self._told)!r}, 'a').write(__name__ + ' ')\nraise ImportError(__name__)\n"
        for name in (*OURS, *THEIRS):
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text(trap)
        for name in (*CUSTOMS, *sys.stdlib_module_names):
            (folder / f"{name}.py").write_text(trap)

    @property
    def sprung(self) -> str:
        """What was imported from the folder."""
        return self._told.read_text() if self._told.exists() else ""


def watch(samovar: str, home: Path, **environment: Any) -> None:
    """Let two bots play a round on a screen; neither may have trouble with its thoughts."""
    where: dict[str, Any] = {"PYTHONPATH": "", "SAMOVAR_HOME": str(home)}
    with Program("-c", BECOME, samovar, "play", "mezen", *BOTS, **(where | environment)) as program:
        later = re.compile(r"round ([2-9]|10) of 10|the result")
        program.until(lambda: later.search(program.text) is not None, "the round does not end")
    (entry,) = MatchStore().entries()
    opened = MatchStore().open_entry(entry)
    opened.file.close()
    assert {entry.seat for entry in opened.match.log} == {0, 1}
    assert opened.match.notes == []
