"""The hosted tests: actions are pinned, commands are those of the repository, and the script runs them here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from core import __version__
from tests.conftest import ROOT
from tests.release_notes import notes
from tests.workflows import FOLDER, ONLY_THERE, Job, jobs, read, run

FILES = sorted(FOLDER.glob("*.yml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_actions_are_pinned_by_hash_and_jobs_may_do_little(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text("utf-8"))
    assert used
    assert [each for each in used if not re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_an_action_has_one_version_everywhere() -> None:
    used = {use for path in FILES for use in re.findall(r"uses: (.+)", path.read_text("utf-8"))}
    assert len({use.partition("@")[0] for use in used}) == len(used)


def test_what_was_never_run_is_marked() -> None:
    for path in FILES:
        steps = [step for job in read(path)["jobs"].values() for step in job["steps"] if "run" in step]
        needs_github = [step for step in steps if re.search(r"\bgh |sudo |GITHUB_", step["run"])]
        assert all(step["name"].endswith(ONLY_THERE) for step in needs_github), path
        assert "never run" in path.read_text("utf-8"), path


def test_every_command_names_what_is_in_the_repository() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)) | {".venv/.dev"}
    found = list(jobs())
    assert {job.workflow for job in found} == {path.stem for path in FILES}
    for command in [command for job in found for command in job.commands]:
        assert "${{" not in command
        assert set(re.findall(r"\bmake (\S+)", command)) <= targets
        paths = re.findall(r"(?<=[ =])(tests/\S+)", command)
        assert [path for path in paths if not (ROOT / path).exists()] == []
        for module in re.findall(r"-m (tests\.[\w.]+)", command):
            assert (ROOT / module.replace(".", "/")).with_suffix(".py").exists(), module


def test_the_tested_pythons_are_those_of_the_package() -> None:
    matrix = read(FOLDER / "test.yml")["jobs"]["test"]["strategy"]["matrix"]
    told = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text())
    assert matrix["python"] == told


def test_the_script_runs_a_job_until_a_command_fails(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "rules.txt").write_text("flip and drop\n")
    for words in (
        ["init", "--quiet"],
        ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", "-C", str(source), *words], check=True)
    assert run(Job("test", "good", ("cat rules.txt", "touch new.txt", "ls")), source)
    told = capfd.readouterr().out
    assert "flip and drop" in told and "new.txt" in told
    assert not (source / "new.txt").exists()
    assert not run(Job("test", "bad", ("false | cat", "echo not reached > /dev/stderr")), source)
    assert "not reached\n" not in capfd.readouterr().err


def test_the_notes_of_a_release_are_its_chapter() -> None:
    changes = "# Changes\n\n## 1.1.0, 2027-01-31\n\n### Added\n\n- A game.\n\n## 1.0.0, 2026-11-19\n\n- Old.\n"
    assert notes(changes, "1.1.0") == "### Added\n\n- A game."
    with pytest.raises(SystemExit, match=r"no chapter '## 1\.2\.0"):
        notes(changes, "1.2.0")
    assert notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)


def test_dependabot_and_hooks_can_be_read() -> None:
    watched = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())["updates"]
    assert {each["package-ecosystem"] for each in watched} == {"github-actions", "pip"}
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-config"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
