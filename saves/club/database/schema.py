"""The schema of a club as numbered migrations: the same SQL for SQLite and PostgreSQL.

A released file is never changed: the next one changes what it made. A new kind of event gets a new number too, though
it needs no SQL table: an older Samovar would skip the event, and come to another match than the others. A new edition
of a game needs none: an older Samovar leaves each table of a newer edition alone (`projection.py`).
"""

from functools import cache
from importlib import resources

from saves.club.database.protocol import Database, Transaction, Value
from saves.club.errors import ClubError

_NEWER = "This club has been opened by a newer Samovar than this one; update Samovar to open it."


@cache
def migrations() -> tuple[str, ...]:
    """Return the SQL of every migration, from number 1 on."""
    folder = resources.files("saves.club.database").joinpath("migrations")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(file.read_text("utf-8") for file in files)


def bring_up_to_date(database: Database) -> None:
    """Run the missing migrations; raise ClubError when the club is of a newer Samovar."""
    with database.transaction(writes=False) as transaction:
        if transaction.has_table("club_schema") and version(transaction) == len(migrations()):
            return
    with database.transaction() as transaction:
        transaction.lock_schema()
        transaction.run("CREATE TABLE IF NOT EXISTS club_schema (version BIGINT NOT NULL)")
        _migrate(transaction, version(transaction))


def _migrate(transaction: Transaction, done: int) -> None:
    """Run the steps that are not done; another process may have done some while this one waited for the lock."""
    for number, text in enumerate(migrations()[done:], done + 1):
        for statement in statements(text):
            transaction.run(statement)
        transaction.run("INSERT INTO club_schema (version) VALUES (?)", number)


def version(transaction: Transaction) -> int:
    """Return the number of the last migration; raise ClubError when this Samovar does not know it."""
    ((last,),) = transaction.rows("SELECT COALESCE(MAX(version), 0) FROM club_schema")
    must_be_known(last)
    return int(last)


def must_be_known(last: Value) -> None:
    """Raise ClubError when the last migration is one that this Samovar does not know."""
    if int(last) > len(migrations()):
        raise ClubError(_NEWER)


def statements(text: str) -> list[str]:
    """Return the statements of a migration, without its comments."""
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    return [statement.strip() for statement in bare.split(";") if statement.strip()]
