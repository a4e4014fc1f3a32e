"""Stored positions, read by the fields of today.

A field that is not known any more is ignored, one that is missing takes its default; a missing field without a default
makes the position unreadable. So a change of fields is no change of the match.
"""

import msgspec

from core.game import Game, State


def read_position(stored: msgspec.Raw, game: Game) -> State | None:
    """The position that was written so, or None; nothing but its shape has been checked."""
    try:
        return msgspec.json.decode(stored, type=game.state_type())
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def is_position(stored: msgspec.Raw, state: State, game: Game) -> bool:
    """Whether what was stored, read by the fields of today, is this position."""
    found = read_position(stored, game)
    return found is not None and _whole(found) == _whole(state)


def _whole(state: State) -> bytes:
    return msgspec.json.encode(state, order="deterministic")
