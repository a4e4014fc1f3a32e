"""Find what is damaged in a club, repair what its logs can repair, and set the rest aside; nothing is deleted.

A log decides what a table is. What is stored beside it (the head for lists, the stored position, the result) can be
computed again, and is. A table whose terms, seed or log cannot be read is set aside: it leaves all lists, and comes
back when a later check can read it.
"""

import msgspec

from core import registry
from saves.club.errors import ClubError, DamagedTableError, contained
from saves.club.game_results import finished_game, read_finished
from saves.club.projection import TableProjection, settled
from saves.club.store import Club

REPAIRED, SET_ASIDE, BROUGHT_BACK, LEFT = "repaired", "set aside", "brought back", "left as it is"
_NO_RESULT = "Its result cannot be read."


class TableDamage(msgspec.Struct, frozen=True):
    """A table with a fault: what is wrong in a sentence for the operator, and what was done about it."""

    table: str
    fault: str
    done: str


def check_club(club: Club) -> list[TableDamage]:
    """Check every table."""
    ids = [str(table) for (table,) in club.query("SELECT id FROM club_tables ORDER BY id")]
    return [finding for table in ids if (finding := _check(club, table)) is not None]


def _check(club: Club, name: str) -> TableDamage | None:
    try:
        with contained(name):
            terms = club.terms(name)
            if terms.game not in registry.GAME_NAMES:
                return None  # of a newer Samovar: it can say nothing about the log
            table = settled(terms, club.seed(name), club.events(name), _stored(club, name))
            _must_have_all_lines(club, name, table)
            head, position = table.head(), table.snapshot()
    except DamagedTableError as error:
        return _set_aside(club, name, error)
    if (fault := _fault_beside_log(club, name)) is None:
        return None
    was_aside = bool(club.query("SELECT 1 FROM club_tables WHERE id = ? AND state = 'damaged'", name))
    times = [event.at for event in club.events(name)] or [club.now()]
    club.replace_head(name, table.length, head, position, times[0], times[-1])
    if not _restore_result(club, name, table) and fault == _NO_RESULT:
        return TableDamage(name, fault, LEFT)
    return TableDamage(name, fault, BROUGHT_BACK if was_aside else REPAIRED)


def _set_aside(club: Club, name: str, error: DamagedTableError) -> TableDamage:
    cause = error.__cause__ or error
    club.set_aside(name)
    return TableDamage(name, f"Its terms, seed or log cannot be read ({type(cause).__name__}: {cause}).", SET_ASIDE)


def _stored(club: Club, name: str) -> str:
    """Return the stored position; none where it cannot be read."""
    try:
        return club.stored(name).position
    except DamagedTableError:
        return ""


def _must_have_all_lines(club: Club, name: str, table: TableProjection) -> None:
    """Raise an error when the log has fewer lines than were acknowledged."""
    ((length,),) = club.query("SELECT length FROM club_tables WHERE id = ?", name)
    if isinstance(length, int) and length > table.length:
        raise ValueError(f"{length - table.length} lines of the log are missing")


def _fault_beside_log(club: Club, name: str) -> str | None:
    """Say what is wrong beside a log that can be read."""
    try:
        summary = club.table_summary(name)
        club.extent(name)
        length = club.stored(name).length
    except DamagedTableError:
        return "What lists show of it cannot be read."
    ((lines,),) = club.query("SELECT length FROM club_tables WHERE id = ?", name)
    if length > int(lines):
        return "What lists show of it is of a longer log than there is."
    ((state,),) = club.query("SELECT state FROM club_tables WHERE id = ?", name)
    if not summary.behind and state != summary.head.state:
        return "What lists show of it contradicts itself."
    try:
        for record in club.results([name]).values():
            read_finished(record)
    except ClubError:
        return _NO_RESULT
    return None


def _restore_result(club: Club, name: str, table: TableProjection) -> bool:
    """Store the result of a finished match again; return whether our rules know it."""
    if table.ended != "played" or table.match is None or table.is_older:
        return False
    with club.transaction() as transaction:
        before = transaction.rows("SELECT counted FROM club_finished WHERE table_id = ? AND counted > 0", name)
        transaction.run("DELETE FROM club_finished WHERE table_id = ?", name)
    club.finish(name, finished_game(table))
    for (counted,) in before:  # a game that is in the ratings is not counted again
        with club.transaction() as transaction:
            transaction.run("UPDATE club_finished SET counted = ? WHERE table_id = ?", counted, name)
    return True
