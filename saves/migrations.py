"""How match files of older formats become those of today, one format after the other.

When the format changes, `records.FORMAT` rises by one and a step is added here: a function that takes the decoded JSON
of the format before and gives that of the next. Steps are never changed afterwards, so that any old file can be read;
a file of each format is stored with the tests.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Step = Callable[[dict[str, Any]], dict[str, Any]]

#: The step from each format to the next.
STEPS: dict[int, Step] = {}


class NoWay(Exception):
    """No steps lead from a format to that of today."""


def migrated(data: bytes, old: int, new: int, steps: Mapping[int, Step] = STEPS) -> bytes:
    """A file of an old format in the new one."""
    content = msgspec.json.decode(data, type=dict[str, Any])
    for number in range(old, new):
        if number not in steps:
            raise NoWay(number)
        content = steps[number](content) | {"format": number + 1}
    return msgspec.json.encode(content)
