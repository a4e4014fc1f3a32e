"""Give every test a home of its own, and a terminal without settings."""

import gc
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.limits import LIMIT

# A busy machine is slow, and that is no fault of an example: no test of Hypothesis watches a clock.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

ROOT = Path(__file__).resolve().parent.parent
#: The screens of this run that are not as expected: text as it was seen, and a report of those with colours.
FAILED_SCREENS = ROOT / ".screens"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Forget the screens of the run before."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(FAILED_SCREENS, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Spare the garbage collector thousands of tests and modules, which all live until the end of the run."""
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Tell where to look at the screens that failed, below everything but the counts."""
    yield
    if FAILED_SCREENS.exists():
        terminalreporter.write_line(
            "The screens that failed are in .screens as they were seen; see tests/tui/pictures."
        )


def pytest_configure() -> None:
    """Restore signals that a background process ignores, because the programs that tests start would inherit that."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda number, frame: None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test keeps its saves and settings."""
    folder = tmp_path / "samovar-home"
    monkeypatch.setenv("SAMOVAR_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)
    return folder


Samovar = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def samovar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Samovar:
    """Runs the command line as in a pipe: here, which is quick, or in a process with its own environment."""

    def run(*words: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        if environment:
            return run_process(words, typed, environment)
        from tui.cli.main import main

        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(list(words))
        told = capsys.readouterr()
        return subprocess.CompletedProcess(words, int(end.value.code or 0), told.out, told.err)

    return run


def run_process(
    words: Sequence[str], typed: str = "", environment: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Runs the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tui.cli.main", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
    )
