"""The only source of randomness: two integers that give the same luck on every machine for ever."""

from typing import TypeVar

import msgspec

_T = TypeVar("_T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Rng(msgspec.Struct):
    """A stream of luck: a seed and how often it was asked (SplitMix64)."""

    seed: int
    drawn: int = 0

    def copy(self) -> "Rng":
        return Rng(self.seed, self.drawn)

    def next_uint64(self) -> int:
        """The next 64 random bits."""
        self.drawn += 1
        z = (self.seed + self.drawn * _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def randrange(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return (self.next_uint64() * n) >> 64

    def random(self) -> float:
        """A number from 0 up to, but never reaching, 1."""
        return (self.next_uint64() >> 11) / 9007199254740992.0

    def choice(self, things: "list[_T] | tuple[_T, ...]") -> _T:
        return things[self.randrange(len(things))]

    def shuffle(self, things: "list[_T]") -> None:
        """Shuffle in place."""
        below = self.randrange
        for i in range(len(things) - 1, 0, -1):
            j = below(i + 1)
            things[i], things[j] = things[j], things[i]

    def spawn(self) -> "Rng":
        """A stream of its own, started from this one: what one draws the other cannot foresee."""
        return Rng(self.next_uint64())
