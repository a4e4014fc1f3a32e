"""One server with browsers for most tests, because it takes seconds to start."""

from collections.abc import Iterator

import pytest

from tests.tui.server.ssh_clients import Door

SHARED = ("site", "public")


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that share a server run in one process, so that it is started once."""
    for item in items:
        for name in set(SHARED) & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Return a server for this computer alone."""
    limits = ("newcomers-an-hour=1000", "strangers-an-address=20", "failures-an-address=100000")
    words = [word for limit in limits for word in ("--limit", limit)]
    with Door(tmp_path_factory.mktemp("site"), "--web", "127.0.0.1:0", *words) as door:
        yield door


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Return a server with a name, behind a proxy at 127.0.0.9."""
    words = ["--web", "127.0.0.1:0", "--public-url", "https://games.example", "--trusted-proxy", "127.0.0.9"]
    with Door(tmp_path_factory.mktemp("public"), *words, "--limit", "newcomers-an-hour=2") as door:
        yield door
