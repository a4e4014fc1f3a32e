"""A match whose game the test knows: what is special about its positions can be asked for."""

from typing import TYPE_CHECKING, Any

from core import match

if TYPE_CHECKING:

    class Match(match.Match):
        """To a type checker every position has everything."""

        state: Any

else:
    Match = match.Match
