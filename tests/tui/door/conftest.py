"""One door for most tests: it takes seconds to open. Those who change it have one of their own."""

from collections.abc import Iterator

import pytest

from tests.tui.door.people import CLIENTS, Door


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with Door(tmp_path_factory.mktemp("door"), "--limit", "newcomers-an-hour=1000") as door:
        yield door


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> str:
    return str(request.param)
