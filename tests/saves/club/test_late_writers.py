"""Two who write down what a table has come to: whoever has read further is right, in both stores."""

from saves.club.records import Stored
from saves.club.store import Club
from saves.club.terms import Head
from tests.saves.club.tables import terms

LATER, EARLIER = Head("running", ("anna", "boris"), ("anna", "boris")), Head("waiting", ("anna", ""), ("anna",))


def test_who_looked_before_another_wrote_does_not_write_over_it(club: Club, address: str) -> None:
    class Slow(Club):
        """Looks, and before it writes somebody else has."""

        def stored(self, table: str) -> Stored:
            found = super().stored(table)
            club.keep_head(table, 5, LATER, "five")
            return found

    table = club.new_table(terms("mezen", "anna", "boris"))
    with Slow.open(address) as slow:
        slow.keep_head(table, 4, EARLIER, "four")
    assert club.stored(table) == Stored(5, "five")
    assert club.listed(table).head == LATER
