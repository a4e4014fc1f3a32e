"""docs/hosting.md as something that can be run: its blocks by their marks, and a host on which they are run.

A block is marked by the comment above it: `<!-- run: NAME -->`, or `<!-- not run: REASON -->`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from saves.club.store import Club
from tests.conftest import ROOT
from tests.limits import LIMIT
from tests.tui.server.ssh_clients import Door

_GUIDE = ROOT / "docs" / "hosting.md"
_MARK = re.compile(r"<!-- (run|not run): (.+) -->")


def blocks() -> list[tuple[str, str]]:
    """Return every block of the guide: the line above it, and its text."""
    found: list[tuple[str, str]] = []
    above, block = "", list[str]()
    for line in [*_GUIDE.read_text("utf-8").split("\n"), ""]:
        if line.startswith("    "):
            block.append(line[4:])
            continue
        if block:
            found.append((above, "\n".join(block)))
            block = []
        above = line
    return found


def run_blocks() -> dict[str, str]:
    """Return the blocks that a test runs, by name."""
    marks = [(_MARK.fullmatch(above), text) for above, text in blocks()]
    return {mark[2]: text for mark, text in marks if mark is not None and mark[1] == "run"}


def unmarked_blocks() -> list[str]:
    return [text for above, text in blocks() if _MARK.fullmatch(above) is None]


class GuidedHost(Door):
    """A host whose shell knows `samovar`, and whose server is started by a line of the guide."""

    def __init__(
        self, folder: Path, line: str = "samovar serve --port 2222", tools: Path | None = None, **environment: str
    ) -> None:
        self._line = line
        self._shell = {
            "PATH": os.pathsep.join([*([str(tools)] if tools else []), str(folder / "bin"), os.environ["PATH"]]),
            "HOME": str(folder),
            "SAMOVAR_HOME": str(folder / "samovar"),
            **environment,
        }
        _install(folder / "bin")
        super().__init__(folder)

    def open(self) -> None:
        line = self._line.replace("2222", str(self.port)).replace("0.0.0.0", "127.0.0.1")
        self.process = subprocess.Popen(
            ["sh", "-c", f"exec {line}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.home, env=self._shell,
        )  # fmt: skip
        self._read_port()

    def run(self, script: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a block as a shell script, which stops at the first line that fails."""
        return subprocess.run(
            ["sh", "-euc", script], input=typed, capture_output=True, text=True, timeout=LIMIT, cwd=self.home,
            env=self._shell,
        )  # fmt: skip

    def run_as_a_friend(self, script: str, typed: str) -> "subprocess.CompletedProcess[str]":
        """Run lines with ssh, which finds this server where the guide has a name, and the friend's key at home."""
        key, known = self.home / ".ssh" / "id_ed25519", self.known_hosts
        options = f"-F none -i {key} -o UserKnownHostsFile={known} -o BatchMode=yes"
        here = script.replace("ssh ", f"ssh {options} ").replace("-p 2222", f"-p {self.port}")
        return self.run(here.replace("your.machine", "127.0.0.1"), typed)

    def tables(self) -> dict[str, int]:
        """Return how many lines the log of each table has."""
        with Club.open(self.address) as club:
            return {str(table): int(length) for table, length in club.query("SELECT id, length FROM club_tables")}


def _install(folder: Path) -> None:
    """Put a `samovar` of this checkout into a folder; its server waits as long as the tests do."""
    folder.mkdir(parents=True, exist_ok=True)
    start = f"export PYTHONPATH='{ROOT}'\n"
    serve = f"shift; exec '{sys.executable}' -m tests.tui.server.patient_server \"$@\""
    whole = f"exec '{sys.executable}' -m tui.cli.main \"$@\""
    script = (
        f'#!/bin/sh\n{start}case "$1 $2" in\n"serve --status") {whole} ;;\nserve*) {serve} ;;\n*) {whole} ;;\nesac\n'
    )
    (folder / "samovar").write_text(script)
    (folder / "samovar").chmod(0o755)
