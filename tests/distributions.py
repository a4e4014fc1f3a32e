"""The sdist and the wheel of this checkout, built from a copy, so that nothing is left in it."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def our_files() -> list[str]:
    """Every file of the checkout that is not ignored, by its path; what is to be committed is among them."""
    asked = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(asked, capture_output=True, check=True).stdout.decode()
    return sorted(path for path in set(told.split("\0")) if path and (ROOT / path).exists())


def copy_checkout(target: Path) -> Path:
    """Copy the files of the checkout to a new folder."""
    for path in our_files():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target / path)
    return target


def build(source: Path, target: Path, *kinds: str) -> list[Path]:
    """Build sdist and wheel, the wheel from the sdist; or one of them, such as "--wheel"."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), *kinds, str(source)]
    done = subprocess.run(words, cwd=target.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(target.iterdir())
