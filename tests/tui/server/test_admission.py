"""Who may hold a connection: floods from one address and from many, pauses that fade, places of strangers."""

import random

import pytest

from tui.server.admission import UNKNOWN_ADDRESS, Admission, address_block
from tui.server.limits import Limits

LIMITS = Limits(
    connections=20, connections_an_address=10, unsigned=8, unsigned_an_address=4, failures_an_address=6,
    strangers=3, strangers_an_address=2,
)  # fmt: skip


class Connection:
    def __init__(self, address: str) -> None:
        self.block = address_block(address)
        self.is_open = True
        self.progress = 0

    def disconnect(self) -> None:
        self.is_open = False


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def admission(clock: Clock) -> Admission:
    return Admission(LIMITS, clock, random.Random(1))


def connect(admission: Admission, address: str) -> Connection | None:
    connection = Connection(address)
    if not admission.may_connect(connection.block):
        return None
    admission.add(connection)
    return connection


@pytest.mark.parametrize(
    ("address", "block"),
    {
        "203.0.113.7": "203.0.113.7",
        "::ffff:203.0.113.7": "203.0.113.7",
        "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
        "2001:db8:1:2:ffff::1": "2001:db8:1:2::/64",
        "fe80::1%eth0": "fe80::/64",
        "": UNKNOWN_ADDRESS,
        "nowhere": UNKNOWN_ADDRESS,
    }.items(),
)
def test_what_counts_as_one_address(address: str, block: str) -> None:
    assert address_block(address) == block


def test_a_flood_from_one_address_drops_only_its_own(admission: Admission) -> None:
    early = connect(admission, "198.51.100.1")
    assert early is not None
    flood = [connect(admission, f"2001:db8::{number:x}") for number in range(1, 200)]
    late = connect(admission, "198.51.100.2")
    assert late is not None and early.is_open and late.is_open
    assert sum(one is not None and one.is_open for one in flood) <= LIMITS.unsigned_an_address


def test_within_a_flood_it_is_chance_who_goes(clock: Clock) -> None:
    """Neither always the oldest nor always the newest, so that a member at the flooding address has a chance."""
    kept = set()
    for seed in range(40):
        admission = Admission(LIMITS, clock, random.Random(seed))
        flood = [connect(admission, "198.51.100.1") for _ in range(6)]
        kept |= {place for place, one in enumerate(flood) if one is not None and one.is_open}
    assert kept == set(range(6))


def test_a_flood_from_many_addresses_is_dropped_at_random_too(admission: Admission) -> None:
    flood = [connect(admission, f"198.51.{number}.1") for number in range(100)]
    assert sum(one is not None and one.is_open for one in flood) == LIMITS.unsigned
    assert any(one is not None and one.is_open for one in flood[:92]), "the oldest always go"
    member = connect(admission, "203.0.113.1")
    assert member is not None
    admission.sign_in(member, is_member=True)
    for number in range(100):
        connect(admission, f"198.51.{number}.2")
    assert member.is_open, "somebody who has signed in had to go"


def test_whoever_signs_in_is_not_dropped_for_those_who_say_nothing(admission: Admission) -> None:
    """Neither by many of the same address nor by one from each of many."""
    member = connect(admission, "198.51.100.1")
    assert member is not None
    member.progress = 1
    for number in range(100):
        connect(admission, f"198.51.{number}.2")
    assert member.is_open
    crowd = [connect(admission, "198.51.100.1") for _ in range(LIMITS.unsigned_an_address + 1)]
    assert member.is_open and not all(one is not None and one.is_open for one in crowd)


def test_whoever_keeps_failing_has_to_pause_and_that_fades(admission: Admission, clock: Clock) -> None:
    for _ in range(500):
        if (one := connect(admission, "198.51.100.1")) is not None:
            admission.remove(one)
    assert connect(admission, "198.51.100.1") is None
    assert connect(admission, "198.51.100.2") is not None
    clock.now += 121  # two half-lives: however long it was, the record is at most four times the limit
    assert connect(admission, "198.51.100.1") is not None


def test_no_pause_where_a_member_is_signed_in(admission: Admission) -> None:
    member = connect(admission, "198.51.100.1")
    assert member is not None
    admission.sign_in(member, is_member=True)
    for _ in range(50):
        if (one := connect(admission, "198.51.100.1")) is not None:
            admission.remove(one)
    assert connect(admission, "198.51.100.1") is not None


def test_strangers_have_few_places_and_give_them_back(admission: Admission) -> None:
    here = []
    for address in ("198.51.100.1", "198.51.100.1", "198.51.100.2"):
        connection = connect(admission, address)
        assert connection is not None and not admission.stranger_refusal(connection.block)
        admission.sign_in(connection, is_member=False)
        here.append(connection)
    assert admission.stranger_refusal("198.51.100.3"), "all are taken"
    admission.sign_in(here[2], is_member=True)
    assert not admission.stranger_refusal("198.51.100.3")
    assert admission.stranger_refusal("198.51.100.1"), "two of this address"
    admission.remove(here[0])
    assert not admission.stranger_refusal("198.51.100.1")
    assert (admission.count("stranger"), admission.count("member")) == (1, 1)


def test_one_address_has_only_so_many_connections(admission: Admission) -> None:
    held = []
    for _ in range(LIMITS.connections_an_address):
        connection = connect(admission, "198.51.100.1")
        assert connection is not None
        admission.sign_in(connection, is_member=True)
        held.append(connection)
    assert connect(admission, "198.51.100.1") is None
    assert connect(admission, "198.51.100.2") is not None
    admission.remove(held[0])
    assert connect(admission, "198.51.100.1") is not None


def test_limits_by_address_do_not_apply_to_an_unknown_one(admission: Admission) -> None:
    for _ in range(50):
        if (one := connect(admission, "")) is not None:
            admission.remove(one)
    flood = [connect(admission, "") for _ in range(LIMITS.unsigned)]
    assert all(one is not None and one.is_open for one in flood)
