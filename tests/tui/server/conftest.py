"""One door for most tests: it takes seconds to open. Those who change it have one of their own."""

from collections.abc import Iterator

import pytest

from tests.tui.server.ssh_clients import CLIENTS, Door

#: Fixtures that open doors for many tests.
SHARED = ("door", "hasty", "strict", "doors", "far")


@pytest.hookimpl(tryfirst=True)  # before xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests that share a door run in one process, so that it is opened once."""
    for item in items:
        for name in set(SHARED) & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with Door(tmp_path_factory.mktemp("door"), "--limit", "newcomers-an-hour=1000") as door:
        yield door


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A door of a closed club that has little patience: with the silent, the idle, and whoever thinks."""
    limits = ("sign-in-seconds=10", "idle-minutes=0.2", "thinking-seconds=1")
    words = [word for limit in limits for word in ("--limit", limit)]
    with Door(tmp_path_factory.mktemp("hasty"), "--closed", *words) as door:
        yield door


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)
