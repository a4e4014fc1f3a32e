"""The Rng: reproducible for ever, fair, and cheap to copy."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rng import Rng


def splitmix64(seed: int, number: int) -> list[int]:
    """SplitMix64 as its authors publish it: a state that grows by the golden ratio, and is mixed."""
    state = seed % 2**64
    drawn = []
    for _ in range(number):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
        drawn.append(z ^ z // 2**31)
    return drawn


def test_values_that_are_published_for_splitmix64() -> None:
    stream = Rng(1234567)
    assert [stream.next_uint64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Rng(0).next_uint64() == 0xE220A8397B1DCDAF


@given(st.integers(-(2**70), 2**70))
def test_any_seed_against_a_plain_version(seed: int) -> None:
    stream = Rng(seed)
    assert [stream.next_uint64() for _ in range(20)] == splitmix64(seed, 20)


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_below_is_even() -> None:
    """Six degrees of freedom, at one in a thousand."""
    stream = Rng(2)
    counts = Counter(stream.randrange(7) for _ in range(7000))
    assert sorted(counts) == list(range(7))
    assert chi_square(list(counts.values())) < 22.5


@given(st.integers(1, 10**6), st.integers(0, 2**64 - 1))
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= Rng(seed).randrange(n) < n


def test_unit_is_even_and_never_one() -> None:
    stream = Rng(3)
    drawn = [stream.random() for _ in range(10000)]
    assert all(0 <= number < 1 for number in drawn)
    counts = Counter(int(number * 10) for number in drawn)
    assert chi_square([counts[i] for i in range(10)]) < 27.9
    assert (2**64 - 1 >> 11) / 2**53 < 1


def test_shuffle_gives_every_order_alike() -> None:
    """24 orders of four things, 23 degrees of freedom, at one in a thousand."""
    stream = Rng(11)
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(24 * 400):
        things = list("abcd")
        stream.shuffle(things)
        orders[tuple(things)] += 1
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < 49.7


@given(st.lists(st.integers()), st.integers(0, 2**64 - 1))
def test_shuffle_draws_as_below_does(things: list[int], seed: int) -> None:
    """From the last place down, each thing changes places with one that is not behind it."""
    shuffled, stream = things[:], Rng(seed)
    stream.shuffle(shuffled)
    other = Rng(seed)
    for i in reversed(range(1, len(things))):
        j = other.randrange(i + 1)
        things[i], things[j] = things[j], things[i]
    assert (shuffled, stream) == (things, other)


@given(st.lists(st.integers()), st.integers(0, 2**64 - 1))
def test_shuffle_loses_nothing(things: list[int], seed: int) -> None:
    shuffled = things[:]
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(things)


def test_pick_takes_one_of_them() -> None:
    stream = Rng(5)
    assert {stream.choice(("a", "b", "c")) for _ in range(50)} == {"a", "b", "c"}


def test_a_copy_has_the_same_luck_and_its_own() -> None:
    stream = Rng(9)
    stream.next_uint64()
    copy = stream.copy()
    assert [copy.next_uint64() for _ in range(5)] == [stream.next_uint64() for _ in range(5)]
    copy.next_uint64()
    assert copy.drawn == stream.drawn + 1


def test_luck_goes_on_after_json() -> None:
    stream = Rng(2**64 - 1)
    stream.next_uint64()
    again = msgspec.json.decode(msgspec.json.encode(stream), type=Rng)
    assert again.next_uint64() == stream.next_uint64()


def test_a_fork_is_a_stream_of_its_own() -> None:
    """What a fork draws has nothing to do with what its parent draws after it, nor with its sisters."""
    parent = Rng(8)
    one, two = parent.spawn(), parent.spawn()
    streams = [[stream.next_uint64() for _ in range(2000)] for stream in (parent, one, two)]
    assert len({number for stream in streams for number in stream}) == 6000
    for left, right in ((0, 1), (0, 2), (1, 2)):
        pairs = zip(streams[left], streams[right], strict=True)
        agreeing = sum((a ^ b).bit_count() for a, b in pairs)
        assert agreeing == pytest.approx(2000 * 32, abs=5 * (2000 * 64 / 4) ** 0.5)


def test_drawing_from_a_fork_leaves_the_parent_alone() -> None:
    parent, twin = Rng(8), Rng(8)
    fork = parent.spawn()
    twin.spawn()
    for _ in range(10):
        fork.next_uint64()
    assert parent == twin
