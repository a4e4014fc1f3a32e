"""The way to the terminal with the oldest and the newest Textual that `pyproject.toml` allows.

`python -m tests.soak.textual_versions [TEXTUAL RICH]` installs them into a folder of their own, needs the network, and
runs the tests of `tests/tui/terminal` with them.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib

from tests.conftest import ROOT

#: The tests that decide whether a version can be allowed.
TESTS = "tests/tui/terminal"


def bounds() -> list[tuple[str, str]]:
    """Return what pip is asked for, of Textual and of Rich: the lowest that are allowed, and the newest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    allowed = {re.split(r"[<>=]", line)[0]: line for line in project["dependencies"]}
    textual, rich = allowed["textual"], allowed["rich"]
    return [(_lowest(textual), _lowest(rich)), (textual, rich)]


def _lowest(requirement: str) -> str:
    return requirement.split(",")[0].replace(">=", "==")


def main(words: list[str]) -> int:
    """As many pairs of versions as failed."""
    asked = [(f"textual=={words[0]}", f"rich=={words[1]}")] if words else bounds()
    return sum(fails(*pair) for pair in asked)


def fails(*requirements: str) -> bool:
    """Whether a test fails with these packages in front of those that are installed."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, *requirements]
        subprocess.run(install, check=True)
        print(*requirements, *sorted(path for path in os.listdir(folder) if path.endswith(".dist-info")), flush=True)
        environment = {**os.environ, "PYTHONPATH": folder, "SAMOVAR_PACKAGES": folder}
        test = [sys.executable, "-m", "pytest", "-n", "2", TESTS]
        return subprocess.run(test, cwd=ROOT, env=environment).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
