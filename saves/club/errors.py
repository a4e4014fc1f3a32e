"""Errors of a club. The text of each is one sentence for the player."""

import contextlib
from collections.abc import Iterator

from saves.errors import SaveError
from saves.sanitize import one_line


class ClubError(SaveError):
    """A club that cannot be found, reached, read or written, or that refuses; its text is written for the player."""


class ClubRefusedError(ClubError):
    """A refusal of a working club: there is no such table or member, or it is not allowed."""


class ClubAwayError(ClubError):
    """A club whose database does not answer now, but may in a while."""


class DamagedTableError(ClubError):
    """A table whose rows in the database cannot be read: it alone is left out, and all others go on."""

    def __init__(self, table: str) -> None:
        super().__init__(f"Table {one_line(table, 40)} is damaged; the operator of the club can look into it.")
        self.table = table


class DamagedLogError(ClubError):
    """A log of a table that lacks a line."""


@contextlib.contextmanager
def contained(table: str) -> Iterator[None]:
    """Turn whatever the rows of one table lead to into an error of this table; the cause is kept.

    Rows can hold anything after a fault of the disk or a hand in the database, and the rules cannot foresee what a
    log of nonsense does to them.
    """
    try:
        yield
    except DamagedLogError as error:
        raise DamagedTableError(table) from error
    except ClubError:
        raise
    except Exception as error:
        raise DamagedTableError(table) from error
