"""Steps that turn match files of older formats into today's, one format after the other.

When the format changes, `match_record.FORMAT` rises by one and a step is added here: a function from the JSON fields
of one format to those of the next. Released steps are never changed, so that every old file can be read; a file of
each format is stored with the tests.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from saves.first_release_labels import source_id, trouble_id

#: A file by its fields; those that no step decodes stay as they were written.
Content = dict[str, msgspec.Raw]
Step = Callable[[Content], Mapping[str, Any]]


class UnsupportedFormatError(Exception):
    """A format from which no steps lead to today's."""


# From 1 to 2: ids and facts instead of English, and no verdict, because the log gives it


class _Seat(msgspec.Struct):
    name: str


class _Note(msgspec.Struct):
    at: int
    text: str


class _Result(msgspec.Struct):
    ranking: msgspec.Raw
    scores: msgspec.Raw
    breakdown: dict[str, msgspec.Raw]


class _First(msgspec.Struct):
    """The fields of the first format that the second has in another form."""

    game: str
    seats: list[_Seat]
    result: _Result | None
    notes: list[_Note] = []


def _say_by_id(content: Content) -> Mapping[str, Any]:
    old = msgspec.json.decode(msgspec.json.encode(content), type=_First)
    new: dict[str, Any] = dict(content)
    if old.result is not None:
        breakdown = {source_id(old.game, source): points for source, points in old.result.breakdown.items()}
        new["result"] = {"ranking": old.result.ranking, "scores": old.result.scores, "breakdown": breakdown}
    if old.notes:
        names = [seat.name for seat in old.seats]
        new["notes"] = [_note(note, names, old.game) for note in old.notes]
    return new


_OF_SEATS: Final = {
    "took-back": re.compile(r"(.+) took back a move after something hidden was shown\."),
    "tip": re.compile(r"(.+) asked for a tip\."),
    "could-not-think": re.compile(r"(.+) could not think \((.+)\) and plays on as ([a-z]+)\."),
}
_WENT_ON: Final = re.compile(
    r"(.+): the match goes on from its stored position, and the moves before can be read but not taken back\."
)
_WHY: Final = {
    "Its log leads to another position": "other-position",
    "Its log cannot be replayed": "no-replay",
}


def _note(note: _Note, names: Sequence[str], game: str) -> dict[str, Any]:
    kind, *facts = _facts(note.text, names, game)
    return {"at": note.at, "kind": kind, "facts": facts}


def _facts(text: str, names: Sequence[str], game: str) -> tuple[int | str, ...]:
    """Return the kind of a note and its facts; an unknown one stays a text."""
    for kind, pattern in _OF_SEATS.items():
        if (found := pattern.fullmatch(text)) and found[1] in names:
            _, *rest = found.groups()
            return kind, names.index(found[1]), *(trouble_id(each) for each in rest)
    if found := _WENT_ON.fullmatch(text):
        changed = {f"The rules of {game.capitalize()} have changed since it was saved": "other-rules"}
        if why := (_WHY | changed).get(found[1]):
            return "went-on", why
    return "text", text


#: The step from each format to the next.
STEPS: dict[int, Step] = {1: _say_by_id}


def migrated(data: bytes, old: int, new: int, steps: Mapping[int, Step] = STEPS) -> bytes:
    """Convert a file of an old format to the new one."""
    for number in range(old, new):
        if number not in steps:
            raise UnsupportedFormatError(number)
        content = steps[number](msgspec.json.decode(data, type=Content))
        data = msgspec.json.encode({**content, "format": number + 1})
    return data
