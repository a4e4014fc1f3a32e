"""Every test has a home of its own, and a terminal without habits."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
def samovar() -> Samovar:
    """Runs the command line in a process of its own, as in a pipe."""

    def run(*words: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "tui.cli", *words],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )

    return run
