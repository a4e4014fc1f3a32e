"""What an operator may remove, and what stays."""

from saves.club.auth import LINK_SECONDS, Authenticator
from saves.club.events import MemberSatDown, new_id
from saves.club.purge import purge_club
from saves.club.store import Club
from tests.saves.club.tables import terms

_DAY = 86_400.0


def _age(club: Club, days: float, table: str) -> None:
    """Let a table be at rest for so many days already."""
    with club.transaction() as transaction:
        transaction.run("UPDATE club_tables SET changed = changed - ? WHERE id = ?", days * _DAY, table)


def _rows(club: Club) -> dict[str, int]:
    names = ("club_tables", "club_places", "club_lines", "club_talk", "club_here", "club_links", "club_keys")
    return {name: int(club.query(f"SELECT COUNT(*) FROM {name}")[0][0]) for name in names}


def test_only_unfinished_tables_at_rest_for_long_go_with_all_their_rows(club: Club) -> None:
    for name in ("anna", "boris"):
        club.admit(name)
    kept = _filled(club)
    before = _rows(club)
    finished, old = _filled(club), _filled(club)
    club.finish(finished, "{}")
    for table, days in ((old, 200.0), (finished, 200.0), (kept, 100.0)):
        _age(club, days, table)

    found = purge_club(club, 180, is_dry_run=True)
    assert [table.id for table in found.tables] == [old] and found.tables[0].terms.host == "anna"
    assert _rows(club)["club_tables"] == 3, "a dry run removes nothing"
    assert [table.id for table in purge_club(club, 180, is_dry_run=False).tables] == [old]
    assert _rows(club) == {name: 2 * count for name, count in before.items()}
    assert purge_club(club, 180, is_dry_run=False).tables == []
    assert [table.id for table in purge_club(club, 99, is_dry_run=True).tables] == [kept]


def _filled(club: Club) -> str:
    table = club.new_table(terms("mezen", "anna", "boris"), seed=7)
    assert club.append(table, 0, MemberSatDown(new_id(), 1), "boris")
    club.talk.add(table, "anna", "hello", new_id())
    club.presence.mark(table, "anna", 60.0)
    return table


def test_expired_codes_go_and_good_ones_stay(club: Club) -> None:
    for name in ("anna", "boris"):
        club.admit(name)
        Authenticator(club).new_link_code(name)
    anna = club.id_of("anna")
    with club.transaction() as transaction:
        transaction.run("UPDATE club_links SET until = until - ? WHERE member = ?", LINK_SECONDS + 1, anna)
    assert purge_club(club, 180, is_dry_run=True).codes == 1
    assert purge_club(club, 180, is_dry_run=False).codes == 1
    assert _rows(club)["club_links"] == 1 and Authenticator(club).has_link_codes()


def test_what_members_who_left_had_stored_goes(club: Club) -> None:
    for name in ("anna", "boris"):
        club.admit(name, f"ssh-ed25519 {name}")
        Authenticator(club).folder(name)
    table = _filled(club)
    club.talk.add(table, "boris", "hello", new_id())
    club.mute("boris", "anna")
    assert purge_club(club, 180, is_dry_run=False).rows == 0, "members keep theirs"
    folder = Authenticator(club).folder("anna")
    with club.transaction() as transaction:
        transaction.run("UPDATE club_members SET former = 1 WHERE name = 'anna'")
    found = purge_club(club, 180, is_dry_run=False)
    assert (found.rows, found.folders) == (4, [folder]), "a key, a message, a presence, and a mute of another's"
    assert club.query("SELECT public_key FROM club_keys") == [("ssh-ed25519 boris",)]
    assert [message.words for message in club.talk.messages(table)] == ["hello"]
    assert purge_club(club, 180, is_dry_run=False).folders == []
