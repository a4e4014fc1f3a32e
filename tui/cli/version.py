"""What `samovar --version` says: the version, and in a checkout the commit."""

import os
import subprocess
from pathlib import Path

from core import __version__

#: The folder of the packages: of a checkout, or where they are installed.
_ROOT = Path(__file__).resolve().parents[2]


def version_text(root: Path = _ROOT) -> str:
    """Return the version, with the commit of the checkout in a folder and whether files of it have changed since."""
    commit = _commit(root) if (root / ".git").exists() else ""
    return f"samovar {__version__} ({commit})" if commit else f"samovar {__version__}"


def _commit(root: Path) -> str:
    """Return the commit of a checkout; nothing where Git is missing, or refuses."""
    words = ["git", "--no-optional-locks", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    # A hook of Git's runs us with the names of its own repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(words, capture_output=True, text=True, env=environment)
    except OSError:
        return ""
    commit, _, changed = done.stdout.strip().partition("-")
    if done.returncode or not commit:
        return ""
    return f"commit {commit}, changed" if changed else f"commit {commit}"
