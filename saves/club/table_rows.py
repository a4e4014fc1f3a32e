"""Read the rows of tables for lists. Rows can hold anything after a fault of the disk or a hand in the database."""

from typing import get_args

import msgspec

from saves.club.database.protocol import Row, Transaction, Value
from saves.club.errors import ClubError, ClubRefusedError, DamagedTableError, contained
from saves.club.member_directory import MemberDirectory
from saves.club.records import TableSummary
from saves.club.terms import TableHead, TableState, Terms
from saves.sanitize import one_line

#: The columns of a row.
LISTED = "id, terms, head, made, club_tables.changed, length - head_at, club_tables.state"
#: What stands for the terms and the head of a damaged table.
_NO_TERMS, _NO_HEAD = Terms("", 0, "", ()), TableHead("waiting", (), ())
#: No time of a table is as late as this, in seconds of the epoch.
_END_OF_TIME = 1e11


def listed(row: Row, directory: MemberDirectory) -> TableSummary:
    """Return what a list shows of a table; one whose row cannot be read is listed as damaged."""
    try:
        with contained(str(row[0])):
            return read_summary(row, directory)
    except DamagedTableError as error:
        return TableSummary(error.table, _NO_TERMS, _NO_HEAD, 0.0, 0.0, is_damaged=True)


def read_summary(row: Row, directory: MemberDirectory) -> TableSummary:
    table, terms, head, made, changed, unknown, state = row
    summary = TableSummary(
        str(table),
        directory.with_names(msgspec.json.decode(str(terms), type=Terms)),
        directory.head_with_names(msgspec.json.decode(str(head), type=TableHead)),
        float(made),
        float(changed),
        int(unknown) > 0,
    )
    is_named = isinstance(table, str) and state in get_args(TableState)
    is_whole = is_named and len(summary.head.seats) == len(summary.terms.places)
    if not is_whole or not (0 <= summary.made < _END_OF_TIME and 0 <= summary.changed < _END_OF_TIME):
        raise DamagedTableError(summary.id)
    return summary


def time_in(value: Value) -> float:
    """Return a stored time that nothing depends on; 0 for one that is none."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def must_be_there(transaction: Transaction, table: str) -> None:
    """Refuse what is asked of a table that does not exist."""
    if not transaction.rows("SELECT 1 FROM club_tables WHERE id = ?", table):
        raise no_such_table(table)


def no_such_table(table: str) -> ClubError:
    return ClubRefusedError(f"There is no table {one_line(table, 40)!r} in this club.")
