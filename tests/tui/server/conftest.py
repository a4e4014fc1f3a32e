"""One server for most tests, because it takes seconds to start. Tests that change it have one of their own."""

from collections.abc import Iterator

import pytest

from tests.tui.server.ssh_clients import CLIENTS, Door

#: Fixtures that start servers for many tests.
SHARED = ("door", "hasty", "strict", "doors", "far", "guarded", "brief", "balanced", "lines")


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that share a server run in one process, so that it is started once."""
    for item in items:
        for name in set(SHARED) & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    limits = ("newcomers-an-hour=1000", "strangers-an-address=20", "failures-an-address=100000")
    words = [word for limit in limits for word in ("--limit", limit)]
    with Door(tmp_path_factory.mktemp("door"), *words) as door:
        yield door


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Return a server of a closed club, which is let leap over hours, and with little time for thinking."""
    with Door(tmp_path_factory.mktemp("hasty"), "--closed", "--limit", "thinking-seconds=1") as door:
        yield door


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)
