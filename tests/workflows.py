"""Runs the commands of the workflows in .github/workflows on this machine, each job in a clone of the last commit.

`python -m tests.workflows` lists the jobs; `python -m tests.workflows package` runs those of one file, `package sdist`
one job. Actions are left out, as are steps whose names end with "(only on GitHub)". Of several Pythons ours is taken.
"""

import itertools
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.conftest import ROOT

FOLDER = ROOT / ".github" / "workflows"
ONLY_THERE = "(only on GitHub)"
_OURS = {"os": "ubuntu-latest", "python": f"{sys.version_info.major}.{sys.version_info.minor}"}
_EXPRESSION = re.compile(r"\$\{\{\s*matrix\.(\w+)\s*\}\}")


class Job(NamedTuple):
    """The commands of a job that can be run here; with a matrix, those of one of its combinations."""

    workflow: str
    name: str
    commands: tuple[str, ...]


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


def jobs(folder: Path = FOLDER) -> Iterator[Job]:
    for path in sorted(folder.glob("*.yml")):
        for name, job in read(path)["jobs"].items():
            for values in _combinations(job.get("strategy", {}).get("matrix", {})):
                yield Job(path.stem, name, tuple(_commands(job["steps"], values)))


def _combinations(matrix: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Every combination of a matrix; of systems and Pythons only ours."""
    lists = {name: values for name, values in matrix.items() if name not in ("include", "exclude")}
    ours = {name: [_OURS[name]] if name in _OURS else values for name, values in lists.items()}
    for combination in itertools.product(*ours.values()):
        yield dict(zip(ours, combination, strict=True))


def _commands(steps: list[dict[str, Any]], values: dict[str, str]) -> Iterator[str]:
    for step in steps:
        if "run" in step and not step.get("name", "").endswith(ONLY_THERE):
            yield _EXPRESSION.sub(lambda found: values[found[1]], step["run"])


def run(job: Job, source: Path = ROOT) -> bool:
    """Run the commands of a job in a fresh clone, one after the other until one fails; return whether none did."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", str(source), folder], check=True)
        for command in job.commands:
            print(f"{job.workflow} {job.name}$ {command}", flush=True)
            done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, env=_environment())
            if done.returncode:
                print(f"{job.workflow} {job.name}: {shlex.quote(command)} failed ({done.returncode})", flush=True)
                return False
    return True


def _environment() -> dict[str, str]:
    """Ours without the environment of the tests, as on a machine that has only Python."""
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    base = Path(getattr(sys, "_base_executable", sys.executable)).parent
    return kept | {"PATH": f"{base}:{os.environ['PATH']}"}


def main(words: list[str]) -> int:
    chosen = [job for job in jobs() if words and job.workflow == words[0] and words[1:] in ([], [job.name])]
    if not chosen:
        for job in jobs():
            print(f"{job.workflow} {job.name}: {'; '.join(job.commands)}")
        return 0 if not words else 2
    return sum(not run(job) for job in chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
