"""What the documents and the errors say of installing can be typed, and installs nobody else's package."""

import re
import tomllib

import pytest

from core.installing import REPOSITORY, install_text
from tests.conftest import ROOT
from tests.distributions import our_files

INSTALL = re.compile(
    r"(?:pipx? |uv tool |uv pip |bin/pip )(?:install|upgrade)((?: --?[\w=-]+)*) ([^\s#`)]+(?: @ \S+)?)"
)
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])


def told() -> list[tuple[str, str]]:
    """Everything that is told to be installed in so many words, with the file that tells it."""
    found = []
    for path in our_files():
        if path.startswith("tests/") or not path.endswith((".md", ".py", ".service", ".yml", ".sh", "Makefile")):
            continue
        text = (ROOT / path).read_text("utf-8")
        found += [(path, what.strip("'\"")) for _, what in INSTALL.findall(text)]
    return found


def wrong(what: str) -> bool:
    """Whether it is Samovar by name, without the address from which it is to be taken."""
    return re.match(r"samovar\b(?!-)", what, re.IGNORECASE) is not None and " @ " not in what


def test_nothing_tells_to_install_samovar_from_an_index() -> None:
    assert len(told()) > 8
    assert [each for each in told() if wrong(each[1])] == []
    assert wrong("samovar") and wrong("samovar[serve]") and not wrong("dist/samovar-1.0.0-py3-none-any.whl")


def test_every_extra_that_is_told_exists() -> None:
    named = {extra for _, what in told() for extra in "".join(re.findall(r"\[([\w,]+)\]", what)).split(",") if extra}
    assert {"serve", "web", "all"} <= named <= EXTRAS


@pytest.mark.skipif(REPOSITORY != "", reason="there is an address")
def test_without_an_address_only_a_checkout_is_installed() -> None:
    assert install_text("serve,web") == "in a checkout of Samovar: pipx install --force '.[serve,web]'"
    assert [each for each in told() if "git+" in each[1] and each[0] != "core/installing.py"] == []


def test_with_an_address_it_is_installed_from_there() -> None:
    told = install_text("serve", "https://example.org/samovar")
    assert told == "pipx install --force 'samovar[serve] @ git+https://example.org/samovar'"
