"""Two clients that write the state of a table: the one that has read further wins, in both databases."""

from saves.club.records import StoredPosition
from saves.club.store import Club
from saves.club.terms import TableHead
from tests.saves.club.tables import terms

LATER, EARLIER = (
    TableHead("running", ("anna", "boris"), ("anna", "boris")),
    TableHead("waiting", ("anna", ""), ("anna",)),
)


def test_who_looked_before_another_wrote_does_not_write_over_it(club: Club, address: str) -> None:
    class Slow(Club):
        """Looks, and before it writes somebody else has."""

        def head_length(self, table: str) -> int:
            found = super().head_length(table)
            club.save_head(table, 5, LATER, "five")
            return found

    table = club.new_table(terms("mezen", "anna", "boris"))
    with Slow.open(address) as slow:
        slow.save_head(table, 4, EARLIER, "four")
    assert club.stored(table) == StoredPosition(5, "five")
    assert club.table_summary(table).head == LATER
