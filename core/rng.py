"""The only source of random numbers: two integers that give the same sequence on every machine and every Python."""

from typing import TypeVar

import msgspec

_T = TypeVar("_T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Rng(msgspec.Struct):
    """A generator of random numbers: a seed and how many were drawn (SplitMix64)."""

    seed: int
    drawn: int = 0

    def copy(self) -> "Rng":
        return Rng(self.seed, self.drawn)

    def next_uint64(self) -> int:
        """Return the next 64 random bits."""
        self.drawn += 1
        z = (self.seed + self.drawn * _STEP) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def randrange(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return (self.next_uint64() * n) >> 64

    def random(self) -> float:
        """Return a number from 0 up to, but never reaching, 1."""
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
        """Return a new generator seeded from this one, so that neither can foresee what the other draws."""
        return Rng(self.next_uint64())
